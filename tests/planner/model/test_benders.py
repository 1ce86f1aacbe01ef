"""Cuts take away what does not fit, and nothing else."""

import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, TILES
from odin_solver.planner.model import ChanceModel, benders, fitting_plans
from odin_solver.planner.model.benders import demand_of
from odin_solver.planner.model.build import PlanModel, build
from odin_solver.planner.model.cuts import Cut, add_cut
from odin_solver.planner.model.demands import (
    FILLERS,
    BoardDemand,
    fits,
    shrunk,
    substitutes,
    weakened,
)
from odin_solver.planner.model.open_board import open_board
from odin_solver.planner.model.solvers import ModelSolution
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import grid_of, singles
from tests.planner.model.asking import most_of, turn
from tests.planner.model.games import embedded, play_game
from tests.planner.model.test_relaxation import options_of, reaches
from tests.profiles import cases

KINDS = ("oil", "rune_stone", "hide", "wool", "helmet", "peas")
LONG = 60.0


def nearly_full(board: str, rng: Random, cells: int) -> BoardState:
    """A board with silver everywhere but on some cells near each other."""
    found = BoardState(BOARDS[board])
    area = grid_of(BOARDS[board])
    order = [
        cell
        for diagonal in area.diagonals
        for step in diagonal.cells
        for cell in singles(step.needs)
    ]
    order = list(dict.fromkeys([*order, *singles(area.coverable)]))
    start = rng.choice(order)
    kept = start
    while kept.bit_count() < cells:
        beside = list(singles(area.neighbours(kept)))
        kept |= rng.choice(beside)
    for cell in order:
        if not cell & kept and found.why_not(TILES["silver"], cell) is None:
            found = found.laid(TILES["silver"], cell)
    return found


def layouts(board: BoardState, tiles: Counter[str], fillers: int) -> set[BoardState]:
    """All boards that come of laying some of these tiles, in any order, in all ways."""
    seen: set[tuple[int, tuple[int, ...], tuple[str, ...], int]] = set()
    found: set[BoardState] = set()

    def go_on(at: BoardState, left: Counter[str], silver: int) -> None:
        key = (at.covered, tuple(at.colored.values()), tuple(sorted(left.elements())), silver)
        if key in seen:
            return
        seen.add(key)
        found.add(at)
        for tile in [name for name, count in left.items() if count]:
            for cells in at.legal_placements(TILES[tile]):
                go_on(at.laid(TILES[tile], cells), left - Counter([tile]), silver)
        if silver:
            for cells in at.legal_placements(TILES["silver"]):
                go_on(at.laid(TILES["silver"], cells), left, silver - 1)

    go_on(board, tiles, fillers)
    return found


def granted(before: BoardState, after: BoardState, demand: BoardDemand) -> bool:
    """Whether a layout is what was wished for."""
    laid = Counter(piece.tile.id for piece in after.pieces[len(before.pieces) :])
    area, was = before.grid, open_board(before.id, before.covered)
    covered = [
        sum(bool(step.cell & after.covered & ~before.covered) for step in diagonal.cells)
        for diagonal in area.diagonals
    ]
    won = {bonus.cells for bonus in bonuses_won(area, after.covered)}
    return (
        all(laid[tile] >= count for tile, count in demand.least.items())
        and all(laid[tile] <= count for tile, count in demand.most.items())
        and (demand.fillers is None or sum(laid[each] for each in FILLERS) <= demand.fillers)
        and all(there >= count for there, count in zip(covered, demand.steps, strict=False))
        and all(was.bonuses[number].cells in won for number in demand.bonuses)
    )


@st.composite
def wishes(draw: st.DrawFn) -> tuple[BoardState, Counter[str], BoardDemand]:
    rng = draw(st.randoms(use_true_random=False))
    name = draw(st.sampled_from(["home", "shetland", "greenland", "stone_house", "long_house"]))
    board = nearly_full(name, rng, draw(st.integers(4, 8)))
    tiles = Counter(draw(st.lists(st.sampled_from(KINDS), max_size=3)))
    open_land = open_board(board.id, board.covered)
    least = {tile: draw(st.integers(0, count)) for tile, count in tiles.items()}
    bonuses = range(len(open_land.bonuses))
    demand = BoardDemand(
        least={tile: count for tile, count in least.items() if count},
        # Whatever is not among the tiles may not be laid, so that both sides ask the same.
        most={tile: tiles[tile] for tile in TILES if tile not in FILLERS},
        fillers=draw(st.integers(0, 3)),
        steps=tuple(draw(st.integers(0, len(steps))) for steps in open_land.diagonals),
        bonuses=frozenset(draw(st.sets(st.sampled_from(bonuses), max_size=1)) if bonuses else ()),
    )
    return board, tiles, demand


@pytest.mark.slow
@settings(max_examples=cases(60), deadline=None)
@given(wishes())
def test_what_fits_is_what_can_be_laid(case: tuple[BoardState, Counter[str], BoardDemand]) -> None:
    board, tiles, demand = case
    assert demand.fillers is not None
    found = any(granted(board, each, demand) for each in layouts(board, tiles, demand.fillers))
    assert fits(board, demand, LONG) == found


@pytest.mark.slow
@settings(max_examples=cases(25), deadline=None)
@given(wishes())
def test_an_easier_wish_still_does_not_fit(
    case: tuple[BoardState, Counter[str], BoardDemand],
) -> None:
    board, _, demand = case
    if fits(board, demand, LONG) is False:
        easier = weakened(board, demand, seconds=LONG, until=float("inf"))
        assert fits(board, easier, LONG) is False
        assert set(easier.least) <= set(demand.least)
        assert easier.bonuses <= demand.bonuses
        smaller = shrunk(board, easier, seconds=LONG, until=float("inf"))
        assert fits(board, smaller, LONG) is False
        assert sum(smaller.least.values()) == sum(easier.least.values())


@settings(max_examples=cases(25), deadline=None)
@given(wishes(), st.randoms(use_true_random=False))
def test_larger_tiles_do_not_fit_where_smaller_ones_do_not(
    case: tuple[BoardState, Counter[str], BoardDemand], rng: Random
) -> None:
    """Any choice from the families of what is refused is refused too."""
    board, _, demand = case
    demand = BoardDemand(least=demand.least, steps=demand.steps, bonuses=demand.bonuses)
    if fits(board, demand, LONG) is False:
        least: Counter[str] = Counter()
        found = substitutes(board.id, demand)
        assert len(set().union(*found.values())) == sum(map(len, found.values()))
        for name, count in demand.least.items():
            least.update(rng.choices(found[name], k=count))
        assert fits(board, replace(demand, least=least), LONG) is False


def test_a_cut_takes_away_what_does_not_fit() -> None:
    # Three dominoes have the area of a T of four cells and of two cells apart, and do not fill it.
    board, area = BoardState(BOARDS["labrador"]), grid_of(BOARDS["labrador"])
    t, apart = area.mask([(4, 4), (5, 4), (6, 4), (5, 5)]), area.mask([(3, 1), (4, 1)])
    for cell in singles(area.coverable & ~t & ~apart):
        board = board.laid(TILES["silver"], cell)
    three = BoardDemand(least={"rune_stone": 3})
    assert fits(board, three, LONG) is False
    assert fits(board, BoardDemand(least={"rune_stone": 2}), LONG)
    model = build(
        turn(boards=(BoardState(BOARDS["home"]), board), supply={"rune_stone": 3}),
        ChanceModel.best(),
    )
    lay = "lay rune_stone labrador 7"
    assert most_of(model, {lay: 3}) is not None
    assert add_cut(model, Cut(1, board, three), "test")
    assert most_of(model, {lay: 3}) is None
    assert most_of(model, {lay: 2}) is not None
    # What has been laid since counts too.
    later = board.laid(TILES["rune_stone"], apart)
    model = build(
        turn(boards=(BoardState(BOARDS["home"]), later), supply={"rune_stone": 2}),
        ChanceModel.best(),
    )
    assert most_of(model, {lay: 2}) is not None
    assert add_cut(model, Cut(1, board, three), "test")
    assert most_of(model, {lay: 2}) is None
    assert most_of(model, {lay: 1}) is not None
    other = build(
        turn(boards=(BoardState(BOARDS["home"]), BoardState(BOARDS["labrador"]))),
        ChanceModel.best(),
    )
    assert not add_cut(other, Cut(1, board, three), "test")


@pytest.mark.slow
def test_cuts_leave_games_in_the_model() -> None:
    """Whatever is refused, what was really laid in a game is still there."""
    refused = 0
    for seed in range(cases(3, 60)):
        game = play_game("greedy" if seed % 3 else "wild", seed, options_of(seed))
        rng = Random(seed)
        turns = game.turns[len(game.turns) // 2 :]
        early, late = sorted(rng.sample(list(turns), 2))
        model = build(game.states[late], ChanceModel.best(), fine=bool(seed % 2))
        for at, board in enumerate(game.states[early].boards):
            area = board.grid
            if not area.coverable:
                continue
            # What was laid in the game, but for one item: more income, or a tile more.
            end = game.states[-1].boards[at]
            laid = Counter(piece.tile.id for piece in end.pieces[len(board.pieces) :])
            fillers = sum(laid.pop(each, 0) for each in FILLERS)
            most = {tile: laid[tile] for tile in TILES if tile not in FILLERS}
            steps = [
                sum(bool(step.cell & end.covered & ~board.covered) for step in each.cells)
                for each in area.diagonals
            ]
            wishes = [
                BoardDemand(dict(laid), most, fillers, tuple(count + 1 for count in steps)),
                BoardDemand(
                    dict(laid + Counter(rng.sample(KINDS[:5], 2))), most, fillers, tuple(steps)
                ),
                BoardDemand({"silver_hoard": 3}),
            ]
            for number, demand in enumerate(wishes):
                if fits(board, demand, 1.0) is False:
                    until = time.monotonic() + cases(1, 20)
                    easier = weakened(board, demand, seconds=0.5, until=until)
                    refused += add_cut(model, Cut(at, board, easier), f"{at} {number}")
                    smaller = shrunk(board, easier, seconds=0.5, until=until + 1)
                    add_cut(model, Cut(at, board, smaller), f"{at} {number} smaller")
        assert reaches(model, embedded(model, game, late), game.score), seed
    assert refused >= cases(3, 60)


@pytest.mark.slow
def test_plan_and_boards_agree() -> None:
    game = play_game("greedy", 1, options_of(1))
    at = game.turns[-4]
    state = game.states[at]
    *_, found = fitting_plans(state, seconds=4, chance=ChanceModel.expected(), workers=1)
    assert found is not None
    assert found.iterations >= 1
    assert found.first_bound is not None
    assert found.bound is not None
    assert found.plan.value <= found.bound <= found.first_bound
    assert all(fits(cut.board, cut.demand, LONG) is False for cut in found.cuts)
    if found.fits:
        *_, again = fitting_plans(
            state,
            seconds=3,
            chance=ChanceModel.expected(),
            start=found.plan,
            cuts=found.cuts,
            workers=1,
        )
        assert again is not None
        assert len(again.cuts) >= len(found.cuts)


@pytest.mark.slow
def test_plans_while_the_loop_goes_on() -> None:
    game = play_game("greedy", 1, options_of(1))
    state = game.states[game.turns[-4]]
    found = list(fitting_plans(state, seconds=2, chance=ChanceModel.expected(), workers=1))
    first, last = found[0], found[-1]
    assert (first.iterations, first.fits, first.cuts) == (0, False, ())
    assert last.iterations >= 1
    for before, after in pairwise(found):
        assert after.iterations in (before.iterations, before.iterations + 1)
        assert after.cuts[: len(before.cuts)] == before.cuts
        assert after.fits >= before.fits
        if before.fits or not after.cuts:
            assert after.plan.value >= before.plan.value
    assert all(each.bound == each.first_bound for each in found if not each.cuts)


@pytest.mark.slow
def test_a_plan_as_good_as_the_bound_may_still_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_game("greedy", 1, options_of(1))
    state = game.states[game.turns[-4]]
    *_, known = fitting_plans(state, seconds=2, chance=ChanceModel.expected(), workers=1)
    home = next(at for at, board in enumerate(state.boards) if board.id == "home")
    refusals: list[list[Cut]] = []

    def refuted(model: PlanModel, found: ModelSolution, rounds: range, until: float) -> list[Cut]:
        """The first plan is refused, whatever it lays at home; the next one is not."""
        planned = next(each for each in model.tiles.boards if each.at == home)
        demand = demand_of(model, found, planned, rounds[-1])
        cut = Cut(home, state.boards[home], BoardDemand(least=demand.least))
        refusals.append([] if refusals else [cut])
        return refusals[-1]

    monkeypatch.setattr(benders, "_refuted", refuted)
    monkeypatch.setattr(benders, "linear_bound", lambda model: known.plan.value)
    *_, found = fitting_plans(
        state, seconds=4, chance=ChanceModel.expected(), start=known.plan, workers=1
    )
    assert found is not None
    assert refusals[0][0].demand.least
    assert (found.iterations >= 2, found.fits, len(found.cuts)) == (True, True, 1)
