"""The solo game, exactly: states, moves, chance, logs and scores (rules, 2 to 8)."""

import odin_solver.game.cards  # noqa: F401  (registers the cards)
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.play import (
    IllegalMove,
    apply,
    apply_legal,
    chance_outcomes,
    decision,
    legal_moves,
    why_not,
)
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import Game
from odin_solver.game.playing import SeededChance
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.game.setup import new_game

__all__ = [
    "Game",
    "IllegalMove",
    "Move",
    "Options",
    "ScoreSheet",
    "SeededChance",
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
