"""Positions and solutions."""

from pkgutil import resolve_name
from typing import Any

from odin_solver.placement.solution import Solution
from odin_solver.rules.position import Position
from odin_solver.support.display import svg_of, text_of


def draw_as_text(kind: type, drawing: str) -> None:
    """Show objects of a type by a function of `odin_solver.render.terminal`, such as ``a:b``."""

    def drawn(shown: Any) -> str:
        from odin_solver.render.terminal.tables import plain_text

        return plain_text(resolve_name(f"odin_solver.render.terminal.{drawing}")(shown))

    text_of.register(kind, drawn)


draw_as_text(Position, "summary:position_with_supply")
draw_as_text(Solution, "summary:solution_text")


@svg_of.register
def _position_svg(shown: Position) -> str:
    from odin_solver.render.svg.position import position_svg

    return position_svg(shown)


@svg_of.register
def _solution_svg(shown: Solution) -> str:
    from odin_solver.render.svg.position import position_svg

    return position_svg(shown.after, [len(state.pieces) for state in shown.before.boards])
