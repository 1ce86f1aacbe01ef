"""Positions and solutions."""

from odin_solver.placement.solution import Solution
from odin_solver.rules.position import Position
from odin_solver.support.display import svg_of, text_of


@text_of.register
def _position_text(shown: Position) -> str:
    from odin_solver.render.terminal.plain import plain_text
    from odin_solver.render.terminal.summary import position_with_supply

    return plain_text(position_with_supply(shown))


@text_of.register
def _solution_text(shown: Solution) -> str:
    from odin_solver.render.terminal.plain import plain_text
    from odin_solver.render.terminal.summary import solution_text

    return plain_text(solution_text(shown))


@svg_of.register
def _position_svg(shown: Position) -> str:
    from odin_solver.render.svg.position import position_svg

    return position_svg(shown)


@svg_of.register
def _solution_svg(shown: Solution) -> str:
    from odin_solver.render.svg.position import position_svg

    return position_svg(shown.after, [len(state.pieces) for state in shown.before.boards])
