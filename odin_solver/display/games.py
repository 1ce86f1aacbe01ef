"""Games and advice."""

from odin_solver.display.positions import draw_as_text
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner.asked import MoveAnswer
from odin_solver.planner.candidates import Advice
from odin_solver.questions.terminal import report_text
from odin_solver.support.display import svg_of, text_of

LINES = 3
"""Alternatives of advice."""


draw_as_text(State, "game:game_text")
draw_as_text(ScoreSheet, "sheet:sheet_text")


@text_of.register
def _game_text(shown: Game) -> str:
    return text_of(shown.state)


@text_of.register
def _advice_text(shown: Advice) -> str:
    from odin_solver.questions.advising import advice_report

    return report_text(advice_report(shown, LINES))


@text_of.register
def _answer_text(shown: MoveAnswer) -> str:
    from odin_solver.questions.advising import answer_report

    return report_text(answer_report(shown))


@svg_of.register
def _state_svg(shown: State) -> str:
    from odin_solver.game.positions import position_of

    return svg_of(position_of(shown)) or ""


@svg_of.register
def _game_svg(shown: Game) -> str:
    return svg_of(shown.state) or ""
