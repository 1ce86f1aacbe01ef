"""Natural layouts: judged by counting, apart from the search that makes them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from odin_solver.components import TILES, Cell, board
from odin_solver.notation.examples import ORDER, example
from odin_solver.placement.gains import gains, value
from odin_solver.placement.natural import NaturalLayout
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import Laid, as_laid, compile_problem, in_placing_order, layout
from odin_solver.placement.solution import Limits
from odin_solver.placement.solve import solve
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position, new_placements
from tests.placement.model.layouts import searched_layouts
from tests.reference import put, small_board
from tests.timing import HANGING

SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def beside(cells: tuple[Cell, ...]) -> set[Cell]:
    return {(x + i, y + j) for x, y in cells for i, j in SIDES} - set(cells)


def is_lone(after: Position, placed: Placement) -> bool:
    """Whether a piece touches no other piece and lies in no corner of its board."""
    state = after.boards[placed.board]
    mine = set(placed.cells)
    lying = {cell for piece in state.pieces for cell in piece.cells} - mine
    inside = set(state.grid.cells(state.grid.coverable))
    corner = any(
        {(x + 1, y), (x - 1, y)} - inside and {(x, y + 1), (x, y - 1)} - inside for x, y in mine
    )
    return bool(mine) and not corner and not beside(placed.cells) & lying


def elsewhere(before: Position, after: Position, placed: Placement) -> Iterator[Position]:
    """Yield the layouts with one piece at another place."""
    problem = compile_problem(before)
    laid = list(as_laid(problem, after))
    at = new_placements(before, after).index(placed)
    piece = laid.pop(at)
    for area in problem.areas:
        for cells in area.places(piece.kind):
            other = (*laid, piece._replace(area=area.number, cells=cells))
            yield layout(problem, in_placing_order(problem, other))


def values(objective: Objective, before: Position, after: Position) -> list[Fraction]:
    gained = gains(before, after)
    return [value(weights, gained) for weights in objective.levels]


def tidied(position: Position, after: Position, objective: Objective) -> Position:
    """Make a layout natural, checking each step by the plain rules."""
    problem = compile_problem(position)
    worth = values(objective, position, after)

    def accepts(laid: Sequence[Laid]) -> bool:
        other = layout(problem, in_placing_order(problem, laid))
        return values(objective, position, other) == worth and not position_violations(other)

    tidying = NaturalLayout(problem, as_laid(problem, after), objective.levels, accepts)
    assert tidying.tidy()
    return layout(problem, in_placing_order(problem, tidying.laid))


def with_pieces(position: Position, *pieces: tuple[str, str]) -> Position:
    """Lay tiles of the supply on the only board."""
    (state,) = position.boards
    supply = dict(position.supply)
    for tile, cells in pieces:
        state = replace(state, pieces=(*state.pieces, put(state.board, tile, cells)))
        supply[tile] -= 1
    return replace(position, boards=(state,), supply={name: n for name, n in supply.items() if n})


def unforced(before: Position, after: Position, objective: Objective) -> list[Placement]:
    """Return the lone pieces for which there is an equally good place beside others."""
    worth = values(objective, before, after)
    placements = new_placements(before, after)
    return [
        placed
        for placed in placements
        if is_lone(after, placed)
        and any(
            not position_violations(other)
            and values(objective, before, other) == worth
            and not any(
                map(partial(is_lone, other), set(new_placements(before, other)) - set(placements))
            )
            for other in elsewhere(before, after, placed)
        )
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ORDER)
def test_no_piece_of_an_example_lies_alone_without_need(name: str) -> None:
    position = example(name)
    objective = choose_objective(position)
    problem = compile_problem(position)
    *_, laid = searched_layouts(problem, objective, steps=200)
    after = tidied(position, layout(problem, laid), objective)
    assert unforced(position, after, objective) == []


@pytest.mark.slow
def test_the_looks_of_solutions() -> None:
    before = example("buildings")
    solution = solve(before, limits=Limits(HANGING))
    assert not any(is_lone(solution.after, placed) for placed in solution.placements)
    assert unforced(before, solution.after, solution.objective) == []


def test_a_lone_piece_joins_the_others() -> None:
    home = board("home")
    position = Position((BoardState(home, (put(home, "oil", "h1:h2"),)),), {"rune_stone": 1})
    after = tidied(
        position, with_pieces(position, ("rune_stone", "j7:j8")), choose_objective(position)
    )
    ((_, piece),) = new_placements(position, after)
    assert beside(piece.cells) & set(after.boards[0].pieces[0].cells)


def test_on_an_empty_board_a_piece_lies_in_the_nearest_corner() -> None:
    line = small_board(["-----", "-----", "-----"])
    position = Position((BoardState(line),), {"rune_stone": 1})
    after = tidied(
        position, with_pieces(position, ("rune_stone", "c2:d2")), choose_objective(position)
    )
    ((_, piece),) = new_placements(position, after)
    assert (0, 2) in piece.cells


def test_what_brings_nothing_stays_in_the_supply() -> None:
    line = small_board(["--...", "....."])
    position = Position((BoardState(line),), {"rune_stone": 1, "ore": 2, "silver": 1})
    full = with_pieces(
        position, ("rune_stone", "a2:b2"), ("ore", "d1"), ("ore", "e1"), ("silver", "c1")
    )
    points = choose_objective(position, "custom", {"points": Fraction(1)})
    after = tidied(position, full, points)
    assert [piece.tile for _, piece in new_placements(position, after)] == [TILES["rune_stone"]]


def test_values_are_never_lost_for_looks() -> None:
    """The stone covers two points on the far side; next to the oil it would cover none."""
    far = small_board([".....--"])
    oil = put(far, "oil", "a1:b1")
    position = Position((BoardState(far, (oil,)),), {"rune_stone": 1})
    laid = with_pieces(position, ("rune_stone", "f1:g1"))
    assert tidied(position, laid, choose_objective(position)) == laid
