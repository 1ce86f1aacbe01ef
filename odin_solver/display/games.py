"""Games and advice."""

from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner.asked import MoveAnswer
from odin_solver.planner.candidates import Advice
from odin_solver.support.display import svg_of, text_of

LINES = 3
"""Alternatives of advice."""


@text_of.register
def _state_text(shown: State) -> str:
    from odin_solver.render.terminal.game import game_text
    from odin_solver.render.terminal.plain import plain_text

    return plain_text(game_text(shown))


@text_of.register
def _game_text(shown: Game) -> str:
    return text_of(shown.state)


@text_of.register
def _score_sheet_text(shown: ScoreSheet) -> str:
    from odin_solver.render.terminal.plain import plain_text
    from odin_solver.render.terminal.sheet import sheet_text

    return plain_text(sheet_text(shown))


@text_of.register
def _advice_text(shown: Advice) -> str:
    from odin_solver.render.terminal.plain import plain_text
    from odin_solver.render.terminal.plan import hint_text

    return plain_text(hint_text(shown.state, shown, LINES))


@text_of.register
def _answer_text(shown: MoveAnswer) -> str:
    from odin_solver.render.terminal.plain import plain_text
    from odin_solver.render.terminal.plan import answer_text

    return plain_text(answer_text(shown))


@svg_of.register
def _state_svg(shown: State) -> str:
    from odin_solver.game.positions import position_of

    return svg_of(position_of(shown)) or ""


@svg_of.register
def _game_svg(shown: Game) -> str:
    return svg_of(shown.state) or ""
