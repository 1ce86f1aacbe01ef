"""The search for layouts with as few open cells as possible, against a plain one."""

import itertools
import queue
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from threading import Event
from types import SimpleNamespace

import pytest

from odin_solver.components import TILES as PRINTED
from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_from
from odin_solver.placement import lineup, ties
from odin_solver.placement.construction import Construction
from odin_solver.placement.cover.filling import Filler, just_fills
from odin_solver.placement.cover.problem import cover_of
from odin_solver.placement.cover.search import DONE, CoverSearch, Purpose
from odin_solver.placement.model import improving, worker
from odin_solver.placement.model.messages import (
    Bound,
    Done,
    FromEngine,
    Incumbent,
    Job,
    Part,
    Start,
    ToEngine,
)
from odin_solver.placement.model.worker import work
from odin_solver.placement.objective import Weights, preset
from odin_solver.placement.problem import Laid, compile_problem, layout
from odin_solver.placement.search import SearchContext
from odin_solver.placement.solution import Limits, Request
from odin_solver.placement.solve import solve
from odin_solver.placement.tuning import FILLING_SECONDS, HEAD_START_PATIENCE, HEAD_START_SECONDS
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.placement.cover.test_counting import Layout, position_of, shapes, touches
from tests.timing import HANGING

CELLS = Weights(cells=Fraction(1))
_ORDERS: tuple[Purpose, ...] = ("find", "list", "count", "count by fewest")
SHAPES = {name: shapes(name) for name in ("D", "G", "I", "L", "J", "Q", "silver")}


def messages(position: Position) -> list[FromEngine]:
    found: list[FromEngine] = []
    Filler(Job(position, "highs", CELLS, (), HANGING, 1, 0, "fill"), found.append).run(HANGING)
    return found


def fewest_open(rows: Sequence[str], supply: dict[str, int]) -> int:
    """The fewest open cells of any layout, cell by cell."""
    cells = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "~"]

    def lay(left: frozenset[tuple[int, int]], supply: dict[str, int], laid: Layout) -> int:
        if not left:
            return 0
        cell = min(left)
        best = 1 + lay(left - {cell}, supply, laid)
        for name in [name for name, count in supply.items() if count]:
            for shape in SHAPES[name]:
                for i, j in shape:
                    put = frozenset((cell[0] - i + x, cell[1] - j + y) for x, y in shape)
                    if best and put <= left and not (name == "G" and touches(put, laid)):
                        rest = {**supply, name: supply[name] - 1}
                        best = min(best, lay(left - put, rest, laid | {(name, put)}))
        return best

    return lay(frozenset(cells), supply, frozenset())


def random_case(seed: int) -> tuple[list[str], dict[str, int]]:
    choose = random.Random(seed)
    width, height = choose.choice([(3, 3), (4, 3), (5, 2), (2, 4)])
    rows = [["."] * width for _ in range(height)]
    if choose.random() < 0.5:
        rows[0][0] = rows[-1][-1] = "~"
    names = choose.sample(["D", "G", "I", "L", "J", "Q"], choose.choice((1, 2, 2)))
    supply = {name: choose.randint(1, 3) for name in names}
    return ["".join(row) for row in rows], supply | {"silver": choose.randint(0, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_as_few_cells_stay_open_as_can(seed: int) -> None:
    rows, supply = random_case(seed)
    position = position_of(rows, supply)
    cells = sum(row.count(".") for row in rows)
    most = cells - fewest_open(rows, supply)
    found = messages(position)
    bounds = [each.value for each in found if isinstance(each, Bound)]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] >= most
    if isinstance(found[-1], Incumbent):
        after = layout(compile_problem(position), found[-1].layout)
        assert position_violations(after) == []
        assert found[-1].value == bounds[-1] == most


def test_the_random_cases_are_of_all_sorts() -> None:
    ends = [messages(position_of(*random_case(seed))) for seed in range(40)]
    assert sum(isinstance(each[-1], Incumbent) for each in ends) > 5
    assert any(len(each) > 2 for each in ends)  # the search refutes what colourings do not


def specials(**more: int) -> Position:
    supply = {tile.id: 1 for tile in PRINTED.values() if tile.kind == "special"}
    boards = [{"board": {"map": ["." * 13] * 9}}]
    return position_from({"schema": 1, "supply": supply | {"altar": 0} | more, "boards": boards})


@pytest.mark.slow
def test_fifteen_special_tiles_and_a_silver_fill_nine_by_thirteen() -> None:
    bound, found = messages(specials(silver=1))
    assert isinstance(bound, Bound)
    assert isinstance(found, Incumbent)
    assert bound.value == found.value == 117


@pytest.mark.parametrize("seed", range(40))
def test_every_order_of_the_search_finds_the_same_covers(seed: int) -> None:
    rows, supply = random_case(seed)
    cover = cover_of(compile_problem(position_of(rows, supply)))
    found, listed = (
        Counter(frozenset(places) for places in CoverSearch(cover, purpose).covers(lambda: False))
        for purpose in _ORDERS[:2]
    )
    assert found == listed
    assert not found or max(found.values()) == 1
    for purpose in _ORDERS[2:]:
        search = CoverSearch(cover, purpose)
        while search.turn()[0] != DONE:
            pass
        assert search.now().found == len(listed)


@pytest.mark.slow
def test_a_cover_uses_every_tile_once_after_the_search_began_again() -> None:
    cover = cover_of(compile_problem(specials(silver=1)))
    places = next(CoverSearch(cover, "find").covers(lambda: False))
    assert sum(place.cells for place in places) == cover.free
    assert sorted(place.kind for place in places) == [*range(len(cover.kinds))]


def test_it_takes_part_where_tiles_just_fill_the_boards() -> None:
    cover, final = preset("cover").levels[0], preset("final").levels[0]
    assert just_fills(compile_problem(specials(silver=1)), cover)
    assert not just_fills(compile_problem(specials(silver=9)), cover), "gaps are easily filled"
    assert not just_fills(compile_problem(specials(english_crown=0)), cover), "too few tiles"
    assert not just_fills(compile_problem(specials(silver=1)), Weights(income=Fraction(1)))
    kept = Weights(cells=Fraction(1), keep={"belt": (Fraction(1),)})
    assert not just_fills(compile_problem(specials(silver=1)), kept)
    assert just_fills(compile_problem(specials()), final)


@pytest.mark.parametrize("cp_sat", [True, False])
def test_it_races_beside_the_engines(cp_sat: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lineup, "has_cp_sat", lambda: cp_sat)

    def filling(position: Position, workers: int) -> list[tuple[str, bool]]:
        request = Request(position, preset("cover"), Limits(workers=workers))
        search = SearchContext(request, Event())
        entries = lineup.lineup(search, [CELLS], construct=True)
        return [(entry.part, entry.fills) for entry in entries]

    parts = filling(specials(silver=1), 3 if cp_sat else 2)
    assert parts[0] == ("fill", True)
    assert not any(fills for _, fills in parts[1:])
    if cp_sat:  # no third process
        assert filling(specials(silver=1), 2) == [("prove", False), ("improve", True)]
    assert filling(specials(silver=1), 1) == [("both" if cp_sat else "prove", True)]
    assert not any(fills for _, fills in filling(specials(silver=9), 2))


@pytest.mark.slow
def test_the_first_cover_is_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ties are settled without another search: it uses all tiles."""

    def fail(*_: object) -> None:
        raise AssertionError("another search")

    monkeypatch.setattr(Construction, "fewest", fail)
    monkeypatch.setattr(ties, "alone", fail)
    answers = [
        solve(example("pentominoes-6x10"), "cover", limits=Limits(HANGING, workers, workers))
        for workers in (1, 2)
    ]
    assert all(each.ties_settled and each.value == 60 for each in answers)
    assert answers[0].after == answers[1].after


def test_local_search_goes_on_where_no_model_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lineup, "MANY", 0)
    monkeypatch.setattr(lineup, "model_fits", lambda *_: False)
    position = position_of(["." * 4] * 4, {"D": 4})
    search = SearchContext(Request(position, preset("cover"), Limits(workers=2)), Event())
    (entry,) = lineup.lineup(search, [CELLS], construct=True)
    job = lineup.engine_job(search, entry, CELLS, ())
    assert job.seconds > HEAD_START_SECONDS
    clock = itertools.count()
    monkeypatch.setattr(improving, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    turns_of: dict[Part, int] = {"head start": HEAD_START_PATIENCE + 2, "local search": 100}
    for part, turns in turns_of.items():
        taken: list[int] = []

        class Idle:
            def improve(self, steps: int, taken: list[int] = taken) -> None:
                taken.append(steps)

        monkeypatch.setattr(improving, "local_search", lambda *_, idle=Idle: idle())
        improving.head_start(replace(job, seconds=100, part=part), lambda: None, print)
        assert abs(len(taken) - turns) <= HEAD_START_PATIENCE // 2


@pytest.mark.slow
def test_with_one_thread_it_takes_turns_with_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []

    class Counted(Filler):
        def run(self, seconds: float) -> None:
            turns.append(seconds)
            super().run(0.0)

    monkeypatch.setattr(worker, "Filler", Counted)
    position = position_of(["." * 6] * 6, {"D": 18})
    problem = compile_problem(position)
    across = [mask for mask in problem.areas[0].placements[0] if mask & mask << 1]
    start = tuple(Laid(0, 0, across[5 * row + x]) for row in range(5) for x in (0, 2, 4))
    inbox: queue.Queue[ToEngine] = queue.Queue()
    inbox.put(Start(start))
    found: list[FromEngine] = []
    work(Job(position, "cp-sat", CELLS, (), HANGING, 1, 0, "both", fills=True), inbox, found.append)
    assert turns[0] == FILLING_SECONDS
    assert len(turns) > 1
    assert isinstance(found[-1], Done)


def test_turns_find_the_same() -> None:
    position = specials(silver=1)
    found: list[FromEngine] = []
    filler = Filler(Job(position, "highs", CELLS, (), HANGING, 1, 0, "fill"), found.append)
    while not isinstance(found[-1] if found else None, Incumbent):
        filler.run(0.0)
    assert found == messages(position)
