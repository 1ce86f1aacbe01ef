"""The solo game, exactly: states, moves, chance, logs and scores (rules, 2 to 8)."""

import odin_solver.game.cards  # noqa: F401  (the cards make themselves known)
from odin_solver.game.fate import Fate
from odin_solver.game.log import Game
from odin_solver.game.play import (
    IllegalMove,
    apply,
    apply_legal,
    chance_outcomes,
    decision,
    legal_moves,
    why_not,
)
from odin_solver.game.setup import new_game
from odin_solver.game.sheet import Sheet, score_sheet
from odin_solver.game.state import Options, State

__all__ = [
    "Fate",
    "Game",
    "IllegalMove",
    "Options",
    "Sheet",
    "State",
    "apply",
    "apply_legal",
    "chance_outcomes",
    "decision",
    "legal_moves",
    "new_game",
    "score_sheet",
    "why_not",
]
