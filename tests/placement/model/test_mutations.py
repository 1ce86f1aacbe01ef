"""Deliberately broken rules: the comparison with all layouts must notice every one of them.

Each mutation replaces one part of the model by a broken one and solves a fixed list of small
positions. A mutation that no position notices makes its test fail.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from odin_solver.components import Board, Bonus, Color, Diagonal
from odin_solver.linear.model import LinearModel, Terms, Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.notation.pieces import parse_piece
from odin_solver.placement import problem as problems
from odin_solver.placement import reductions
from odin_solver.placement.model import build, worker
from odin_solver.placement.model import objective as objective_sums
from odin_solver.placement.model import variables as variables_module
from odin_solver.placement.model.constraints import adjacency, symmetry
from odin_solver.placement.model.constraints.bonuses import add_bonuses
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import ORE, SILVER, Laid, Problem, TileStock
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Grid, GridBonus, GridDiagonal
from odin_solver.rules.position import Position, RuleOptions
from tests.placement.model import inprocess
from tests.placement.model.exhaustive import Best, all_outcomes, best_of
from tests.placement.model.inprocess import solve_in_process
from tests.placement.model.test_neighbourhood import assert_gap_is_filled_best
from tests.reference import small_board


@dataclass(frozen=True)
class Case:
    """A position, an objective, and for a gap the pieces that were taken away."""

    name: str
    position: Position
    objective: Objective
    part: Position | None = None

    def check(self) -> None:
        """Compare the model with all layouts."""
        if self.part is not None:
            assert_gap_is_filled_best(self.position, self.part, self.objective)
            return
        answer = solve_in_process(self.position, self.objective)
        wanted = wanted_of(self.name)
        assert (answer.values, answer.tiles, answer.silver) == (
            wanted.values,
            wanted.tiles,
            wanted.silver,
        )


def case(
    name: str,
    boards: Sequence[Board],
    supply: Mapping[str, int],
    preset: str = "custom",
    *,
    placed: Sequence[str] = (),
    gap: Sequence[str] | None = None,
    together: bool = False,
    **weights: int | str,
) -> Case:
    """Write a case down: `placed` lies on the first board, `gap` too, and was taken from it."""
    first, *others = boards

    def lying(texts: Sequence[str]) -> tuple[BoardState, ...]:
        pieces = tuple(parse_piece(text, first) for text in texts)
        return (BoardState(first, pieces), *(BoardState(each) for each in others))

    rules = RuleOptions(simultaneous=together)
    position = Position(boards=lying(placed), supply=dict(supply), rules=rules)
    named = {key.replace("__", "."): Fraction(str(each)) for key, each in weights.items()}
    part = None
    if gap is not None:
        left = dict(supply)
        for text in gap:
            left[text.split()[0]] -= 1
        part = Position(boards=lying([*placed, *gap]), supply=left, rules=rules)
    return Case(name, position, choose_objective(position, preset, named), part)


def diagonal(*cells: tuple[int, int], values: tuple[int, ...]) -> Diagonal:
    return Diagonal(cells, values)


def line(row: str, kind: str = "exploration") -> Board:
    return small_board([row], "building" if kind == "building" else "exploration")


CORNER = small_board(
    [".-I", ".I.", "I.."], income=[diagonal((0, 2), (1, 1), (2, 0), values=(0, 1, 2, 5))]
)
NEEDY = small_board(
    ["..I.", ".I..", "I..."], income=[diagonal((0, 2), (1, 1), (2, 0), values=(0, 1, 2, 5))]
)
BENT = small_board(
    ["--I", ".I.", "I#."], income=[diagonal((0, 2), (1, 1), (2, 0), values=(0, 1, 1, 3))]
)
CROSSED = small_board(
    [".I.", "...", "..I"], income=[diagonal((1, 0), values=(0, 1)), diagonal((2, 2), values=(0, 1))]
)
BOUND = small_board(
    ["I.I", "...", "I.."],
    income=[diagonal((0, 0), values=(0, 1)), diagonal((0, 2), (2, 0), values=(0, 1, 3))],
)
RING = small_board(["...", ".B.", "---"])
TWIN = small_board(["....", ".BB.", "...."], bonuses=[Bonus(((1, 1), (2, 1)), (("oil", 2),))])
PAIR = small_board(
    ["B.", "B."], bonuses=[Bonus(((0, 0),), (("oil", 1),)), Bonus(((0, 1),), (("ore", 1),))]
)
HOUSE = small_board(["----"], "building", slots={"wood": 2, "stone": 1}, board_id="house")

NEEDED = {"cloakpin": 1, "wool": 1, "silver": 1}

CASES = [
    case("two tiles on a line", [line("---")], {"oil": 1, "chest": 0, "rune_stone": 1}, "final"),
    case("copies of a tile", [line("----")], {"rune_stone": 1, "silver": 1}, "cover"),
    case("more copies than fit", [line(".....")], {"silverware": 2, "ore": 1}, "cover"),
    case("many copies", [line("......")], {"rune_stone": 9, "ore": 1}, "cover"),
    case("one supply for two", [line("--"), line("---")], {"rune_stone": 1, "ore": 1}, points=2),
    case("silver is short", [line("----")], {"silver": 2}, points=2, silver=-1),
    case("silver or ore", [line("---=")], {"silver": 2, "ore": 1}, "final"),
    case("ore and silver to keep", [line("--=")], {"silver": 2, "ore": 2}, points=1, keep__ore=2),
    case("ore in a house", [HOUSE, line("--")], {"silver": 1, "ore": 4}, points=3, silver=-1),
    case("slots", [HOUSE, HOUSE], {"wood": 3, "stone": 1}, points=2, keep__wood=1),
    case("food on a board", [line("--"), HOUSE], {"peas": 2, "mead": 1}, "cover"),
    case("food in a house", [HOUSE], {"peas": 2, "mead": 1}, "cover"),
    case("food of two colours", [line("-----", "building")], {"peas": 1, "stockfish": 1}, "cover"),
    case("peas beside peas", [HOUSE], {"peas": 2}, "cover"),
    case("green on green", [line("-----")], {"oil": 1, "hide": 1}, "cover"),
    case("green beside blue", [line("-----")], {"oil": 1, "silverware": 1}, "cover"),
    case("green in a house", [line("-----", "building")], {"oil": 1, "hide": 1}, "cover"),
    case("green below green", [small_board(["..", "..", ".."])], {"oil": 3}, "cover"),
    case("wide and narrow", [small_board(["...", "...", "..."])], {"wool": 1, "oil": 2}, "cover"),
    case("green corners", [small_board(["..~", "~..", "..."])], {"oil": 2, "amber": 1}, "cover"),
    case("old green", [line("-----")], {"oil": 1, "ore": 1}, "cover", placed=["oil a1:b1"]),
    case("the diagonal", [CORNER], {"silver": 4, "chest": 1}, income=2, silver=-1),
    case("the whole diagonal", [CORNER], {"chest": 1, "helmet": 1, "silver": 2}, "income"),
    case("income or points", [CORNER], {"silver": 4}, "final"),
    case("no income wanted", [CORNER], {"chest": 1, "rune_stone": 1}, cells=1, income=-2),
    case("half of the diagonal", [CORNER], {"silver": 2, "ore": 1}, "income", placed=["silver a1"]),
    case("half an income", [CORNER], {"silver": 4}, income="1/2", silver="-1/3", cells="1/7"),
    case("circle", [NEEDY], NEEDED, "income"),
    case("circle in one step", [NEEDY], NEEDED, "income", together=True),
    case("horseshoe in one step", [BENT], {"horseshoe": 1, "silver": 1}, "income", together=True),
    case("horseshoe alone", [BENT], {"horseshoe": 1, "silver": 1}, "income"),
    case("crossed", [CROSSED], {"helmet": 1, "rune_stone": 1}, income=1, cells="1/9"),
    case("crossed, one step", [CROSSED], {"helmet": 1, "rune_stone": 1}, "income", together=True),
    case("two diagonals, two tiles", [BOUND], {"silverware": 2, "chest": 1, "ore": 1}, "income"),
    case("two diagonals, one tile", [BOUND], {"horseshoe": 1, "silver": 2}, "income"),
    case("gap below income", [CORNER], {"chest": 1, "silver": 6, "rune_stone": 1}, silver=-1,
         gap=["silver b2", "silver a1"], income="1/9"),
    case("bonus", [RING], {"silverware": 2, "rune_stone": 1, "ore": 1}, bonus=3, cells=1),
    case("bonus in a corner", [RING], {"silverware": 3, "ore": 1}, bonus=1, points=1),
    case("bonus by silver", [RING], {"silver": 7, "ore": 1}, bonus=20, silver=-1),
    case("bonus forfeited", [RING], {"silver": 9}, bonus=2, cells=3),
    case("bonus not wanted", [line("B.")], {"silver": 1}, bonus=-3, points=1, silver="1/2"),
    case("bonus won before", [line("B.-")], {"ore": 2}, bonus=2, points=1, placed=["silver b1"]),
    case("symbol on two cells", [TWIN], {"silk": 1, "ore": 8}, bonus__oil=3, cells=1),
    case("neighbouring bonuses", [PAIR], {"ore": 2}, bonus__oil=2, bonus__ore=1),
    case("bonus in the second level", [line("B.-")], {"silver": 2}, "income", bonus=2),
    case("bonus first", [line("-B.-")], {"chest": 0, "silver": 2}, "bonus", bonus=3),
    case("minus two", [line("=-")], {"silver": 1}, "final"),
    case("keep", [line("----")], {"rune_stone": 2, "oil": 1}, points=1, keep__rune_stone=3),
    case("keep what fits nowhere", [line("--")], {"robe": 2, "ore": 1}, points=1, keep__robe=1),
    case("second level", [line("---")], {"rune_stone": 1, "hide": 1}, "income", keep__hide=3),
    case("fewest tiles", [line("----")], {"silk": 1, "rune_stone": 2}, "cover"),
    case("ore before silver", [line("----")], {"silver": 3, "ore": 2}, "cover"),
    case("tiles before silver", [line("----")], {"silver": 4, "rune_stone": 1}, "cover"),
    case("silver, then a tile", [line("----")], {"silver": 2, "silk": 1}, "cover"),
    case("bonus cells need no cover", [small_board(["BI", "I."])], {"silver": 3}, "income"),
]  # fmt: skip
BY_NAME = {each.name: each for each in CASES}


@cache
def wanted_of(name: str) -> Best:
    """The best by looking at all layouts; before anything is broken."""
    each = BY_NAME[name]
    return best_of(all_outcomes(each.position, 20_000), each.objective.levels)


@pytest.fixture(scope="module", autouse=True)
def _all_layouts_first() -> None:
    for each in CASES:
        if each.part is None:
            wanted_of(each.name)


@pytest.mark.slow
@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_the_model_is_right(each: Case) -> None:
    each.check()


# --- means of breaking ---------------------------------------------------------------------------


class Leaky(LinearModel):
    """Passes constraints on, except those that `drops` selects."""

    def __init__(self, whole: LinearModel, drops: Callable[[str, dict[Var, int], Any, Any], bool]):
        super().__init__(whole.upper, whole.cliques, whole.constraints)
        self._drops = drops

    def add_at_most_one(self, variables: Any) -> None:
        variables = list(variables)
        if not self._drops("clique", dict.fromkeys(variables, 1), None, 1):
            super().add_at_most_one(variables)

    def add_constraint(
        self, terms: Terms, lower: int | None = None, upper: int | None = None
    ) -> None:
        if not self._drops("row", dict(terms), lower, upper):
            super().add_constraint(terms, lower, upper)

    def add_implication(self, cause: Var, effects: Any) -> None:
        effects = list(effects)
        if not self._drops("implies", {cause: -1} | dict.fromkeys(effects, 1), 0, None):
            super().add_implication(cause, effects)


Patch = pytest.MonkeyPatch


def silent(name: str) -> Callable[[Patch], None]:
    """A rule without its constraints."""
    return lambda patch: patch.setattr(build, name, lambda *args: None)


def leaky(
    name: str, drops: Callable[[str, dict[Var, int], Any, Any], bool]
) -> Callable[[Patch], None]:
    """A rule without some of its constraints."""

    def break_it(patch: Patch) -> None:
        whole = getattr(build, name)
        patch.setattr(build, name, lambda s, *args: whole(Leaky(s, drops), *args))

    return break_it


def with_problem(change: Callable[[Problem], Problem]) -> Callable[[Patch], None]:
    """A model that is made of another problem than it should be."""

    def break_it(patch: Patch) -> None:
        compiled = problems.compile_problem
        patch.setattr(inprocess, "problem_for_model", lambda position: change(compiled(position)))

    return break_it


def with_grids(change: Callable[[Grid], None]) -> Callable[[Patch], None]:
    """A model with other boards than those printed."""

    def changed(problem: Problem) -> Problem:
        areas = []
        for area in problem.areas:
            grid = copy.copy(area.grid)
            change(grid)
            areas.append(replace(area, grid=grid))
        return replace(problem, areas=tuple(areas))

    return with_problem(changed)


def more_copies(problem: Problem, by: int) -> Problem:
    return replace(
        problem,
        stock=tuple(TileStock(each.tile, max(0, each.count + by)) for each in problem.stock),
    )


def bonuses_changed(change: Callable[[GridBonus], GridBonus]) -> Callable[[Grid], None]:
    def changed(grid: Grid) -> None:
        grid.bonuses = tuple(change(each) for each in grid.bonuses)

    return changed


def diagonals_changed(
    change: Callable[[Grid, GridDiagonal], GridDiagonal],
) -> Callable[[Grid], None]:
    def changed(grid: Grid) -> None:
        grid.diagonals = tuple(change(grid, each) for each in grid.diagonals)

    return changed


def less_surround(bonus: GridBonus) -> GridBonus:
    return replace(bonus, surround=bonus.surround & (bonus.surround - 1))


def first_cell_of(bonus: GridBonus) -> GridBonus:
    return replace(bonus, cells=bonus.cells & -bonus.cells)


def bonus_cells_too(grid: Grid, each: GridDiagonal) -> GridDiagonal:
    def needs(cell: Any) -> Any:
        x, y = grid.cells(cell.cell)[0]
        rectangle = grid.mask((i, j) for i in range(x + 1) for j in range(y, grid.height))
        return replace(cell, needs=rectangle & grid.coverable)

    return replace(each, cells=tuple(needs(cell) for cell in each.cells))


def fewer_needs(_: Grid, each: GridDiagonal) -> GridDiagonal:
    return replace(
        each,
        cells=tuple(replace(c, needs=c.needs & ~((c.needs & ~c.cell) & -(c.needs & ~c.cell)))
                    for c in each.cells),
    )  # fmt: skip


def values_of_the_next_step(_: Grid, each: GridDiagonal) -> GridDiagonal:
    values = (*each.values[1:], each.values[-1])
    return replace(
        each,
        cells=tuple(replace(c, value=v) for c, v in zip(each.cells, values, strict=False)),
        last_value=each.last_value,
    )


def last_value_forgotten(_: Grid, each: GridDiagonal) -> GridDiagonal:
    return replace(each, last_value=each.cells[-1].value)


def twos_as_ones(grid: Grid) -> None:
    (_, ones), (_, twos) = grid.negatives
    grid.negatives = ((1, ones), (1, twos))


def sums_changed(
    change: Callable[[LinearObjective, Problem, Variables, Any], LinearObjective],
) -> Callable[[Patch], None]:
    def break_it(patch: Patch) -> None:
        whole = objective_sums.weighted_sum

        def changed(problem: Problem, variables: Variables, weights: Any) -> LinearObjective:
            return change(whole(problem, variables, weights), problem, variables, weights)

        patch.setattr(worker, "weighted_sum", changed)

    return break_it


def without_terms(of: Callable[[Variables], set[Var]]) -> Callable[[Patch], None]:
    """Sums that overlook some variables."""

    def change(
        total: LinearObjective, _: Problem, variables: Variables, __: Any
    ) -> LinearObjective:
        left = {var: n for var, n in total.terms.items() if var not in of(variables)}
        return replace(total, terms=left)

    return sums_changed(change)


def all_fillers(variables: Variables) -> set[Var]:
    return {var for area in variables.areas for var in area.fillers.values()}


def all_slots(variables: Variables) -> set[Var]:
    return {var for area in variables.areas for var in area.slots.values()}


def minimums_changed(patch: Patch, change: Callable[[Any], Any]) -> None:
    whole = worker.model_for

    def changed(problem: Problem, job: Any) -> Any:
        return whole(problem, change(job))

    patch.setattr(worker, "model_for", changed)


def no_minimums(patch: Patch) -> None:
    """Every level for itself; the weights are kept so that the bonuses stay in the model."""
    minimums_changed(patch, lambda job: replace(job, minimums=()))


def minimums_one_too_low(patch: Patch) -> None:
    minimums_changed(
        patch,
        lambda job: replace(
            job, minimums=tuple(replace(f, value=f.value - 1) for f in job.minimums)
        ),
    )


def only_bonuses_of_the_first_level(patch: Patch) -> None:
    whole = add_bonuses
    patch.setattr(build, "add_bonuses", lambda m, v, levels: whole(m, v, levels[:1]))


def ore_and_silver_mixed_up(patch: Patch) -> None:
    whole = build.laid_pieces
    other = {ORE: SILVER, SILVER: ORE}

    def mixed(*args: Any) -> tuple[Laid, ...]:
        return tuple(each._replace(kind=other.get(each.kind, each.kind)) for each in whole(*args))

    patch.setattr(inprocess, "laid_pieces", mixed)


def silver_before_tiles(patch: Patch) -> None:
    tiles, silver = objective_sums.fewest_tiles, objective_sums.least_silver
    patch.setattr(worker, "fewest_tiles", silver)
    patch.setattr(worker, "least_silver", tiles)


def most_tiles(patch: Patch) -> None:
    tiles = objective_sums.fewest_tiles

    def turned(variables: Variables) -> LinearObjective:
        return LinearObjective({var: -n for var, n in tiles(variables).terms.items()}, 0, 1)

    patch.setattr(worker, "fewest_tiles", turned)


def all_colors_apart_alike(patch: Patch) -> None:
    """Blue, green, orange and red all keep apart from tiles of their own colour."""
    every = frozenset({Color.BLUE, Color.GREEN, Color.ORANGE, Color.RED})
    patch.setattr(adjacency, "colors_kept_apart", lambda board: every)


def colors_apart_as_in_houses(patch: Patch) -> None:
    patch.setattr(
        adjacency, "colors_kept_apart", lambda board: frozenset({Color.ORANGE, Color.RED})
    )


def colors_apart_as_on_boards(patch: Patch) -> None:
    patch.setattr(adjacency, "colors_kept_apart", lambda board: frozenset({Color.GREEN}))


def cliques_of_two_edges(patch: Patch) -> None:
    """Cliques too wide by far: two edges of a row at once."""
    whole = adjacency.add_adjacency

    def wide(model: LinearModel, *args: Any) -> None:
        own = LinearModel(model.upper)
        whole(own, *args)
        for one, other in zip(own.cliques, own.cliques[1:], strict=False):
            model.add_at_most_one(sorted({*one, *other}))

    patch.setattr(build, "add_adjacency", wide)


def every_other_clique(patch: Patch) -> None:
    whole = adjacency.add_adjacency

    def thin(model: LinearModel, *args: Any) -> None:
        own = LinearModel(model.upper)
        whole(own, *args)
        model.cliques += own.cliques[::2]

    patch.setattr(build, "add_adjacency", thin)


def takes(**changes: bool) -> Callable[[Problem], Problem]:
    def change(problem: Problem) -> Problem:
        kinds: dict[str, Any] = dict(changes)
        return replace(problem, areas=tuple(replace(each, **kinds) for each in problem.areas))

    return change


def is_must(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "row" and lower == 1 and upper is None


def is_chain(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "row" and lower == 0 and upper is None


def is_implied(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "implies"


def is_clique(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "clique"


def is_row(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "row"


def is_upper(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "row" and lower is None


def is_equal(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "row" and (lower, upper) == (0, 0)


def is_before(kind: str, terms: dict[Var, int], lower: Any, upper: Any) -> bool:
    return kind == "row" and lower < min(terms.values())


def set_in(module: Any, name: str, value: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(module, name, value)


MUTATIONS: dict[str, Callable[[Patch], None]] = {
    # overlap, colours, supply
    "tiles may overlap": silent("add_no_overlap"),
    "no supply at all": silent("add_supply"),
    "one tile too many": with_problem(lambda each: more_copies(each, 1)),
    "one tile too few": with_problem(lambda each: more_copies(each, -1)),
    "tiles are not counted": leaky("add_supply", is_upper),
    "fillers are not counted": leaky("add_supply", is_equal),
    "ore anywhere": leaky("add_supply", is_chain),
    "one silver too many": with_problem(lambda each: replace(each, silver=each.silver + 1)),
    "one silver too few": with_problem(lambda each: replace(each, silver=max(0, each.silver - 1))),
    "one ore too many": with_problem(lambda each: replace(each, ore=each.ore + 1)),
    "ore in houses": with_problem(takes(takes_ore=True)),
    "no silver anywhere": with_problem(takes(takes_silver=False)),
    "any colour anywhere": set_in(problems, "is_allowed_on", lambda tile, board: True),
    "ore and silver mixed up": ore_and_silver_mixed_up,
    # touching
    "green may touch": silent("add_adjacency"),
    "every other clique": every_other_clique,
    "cliques of two edges": cliques_of_two_edges,
    "blue keeps apart too": all_colors_apart_alike,
    "boards are like houses": colors_apart_as_in_houses,
    "houses are like boards": colors_apart_as_on_boards,
    "old green is forgotten": set_in(BoardState, "_cells_colored_like", lambda state, tile: 0),
    # income and order
    "income without its needs": leaky("add_income_diagonals", is_implied),
    "income in any order": leaky("add_income_diagonals", is_chain),
    "one needed cell less": with_grids(diagonals_changed(fewer_needs)),
    "bonus cells must be covered": with_grids(diagonals_changed(bonus_cells_too)),
    "gaps may stay open": leaky("add_income_diagonals", is_must),
    "income is not tied to its cell": leaky("add_income_diagonals", is_equal),
    "every placement has a turn": set_in(problems, "_has_a_turn", lambda grid, mask: True),
    "no order on two diagonals": silent("add_placing_order"),
    "order even in one step": set_in(
        problems, "_single_placements",
        lambda state, tile, rules, whole=problems._single_placements: whole(
            state, tile, RuleOptions()
        ),
    ),
    "order without pieces that come before": leaky("add_placing_order", is_before),
    # what is left out
    "cells of use are left out": set_in(
        variables_module, "idle_cells", lambda problem, area, levels: area.free & ~area.must
    ),
    "placing is never rewarded": set_in(reductions, "_rewards_placing", lambda weights: False),
    "all boards are alike": set_in(
        symmetry, "identical_areas", lambda problem: [[area.number for area in problem.areas]]
    ),
    # bonuses
    "one neighbour of a bonus less": with_grids(bonuses_changed(less_surround)),
    "half of a symbol": with_grids(bonuses_changed(first_cell_of)),
    "bonuses without neighbours": leaky("add_bonuses", is_implied),
    "covered bonuses count": leaky("add_bonuses", is_clique),
    "unwanted bonuses are overlooked": leaky("add_bonuses", is_row),
    "bonuses of the first level only": only_bonuses_of_the_first_level,
    # objective
    "income of the next step": with_grids(diagonals_changed(values_of_the_next_step)),
    "the last income is forgotten": with_grids(diagonals_changed(last_value_forgotten)),
    "minus two counts one": with_grids(twos_as_ones),
    "fillers are worth nothing": without_terms(all_fillers),
    "slots are worth nothing": without_terms(all_slots),
    "silver is free": without_terms(lambda variables: {variables.silver}),
    "ore is free": without_terms(lambda variables: {variables.ore}),
    "the constant is forgotten": sums_changed(lambda total, *_: replace(total, constant=0)),
    "the scale is forgotten": sums_changed(lambda total, *_: replace(total, scale=1)),
    "no minimums": no_minimums,
    "minimums one too low": minimums_one_too_low,
    "silver before tiles": silver_before_tiles,
    "most tiles": most_tiles,
}  # fmt: skip


@contextmanager
def broken(name: str) -> Iterator[None]:
    """The model with one thing broken."""
    with pytest.MonkeyPatch.context() as patch:
        MUTATIONS[name](patch)
        yield


def noticed_by(name: str) -> str | None:
    """The first case that notices a mutation."""
    with broken(name):
        for each in CASES:
            try:
                each.check()
            except (AssertionError, KeyError, ValueError):
                return each.name
    return None


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTATIONS)
def test_a_broken_rule_is_noticed(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    case_name = noticed_by(name)
    assert case_name is not None, f"nothing notices: {name}"
    record_property("noticed by", case_name)
