"""What positions and solutions show of themselves."""

import subprocess
import sys
from dataclasses import replace

import pytest

import odin_puzzles
import odin_solver
from odin_puzzles import BookletStyle, find_solutions, grade, pack, spec_of
from odin_solver import (
    Limits,
    Position,
    Progress,
    Solution,
    Status,
    analysis,
    example,
    feast,
    planner,
    position_from,
    solve,
)
from odin_solver.analysis import Analyst, assess_move, best_lines, hint, tile_values
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.feast import best_feast
from odin_solver.game import Game, Options, SeededChance, score_sheet
from odin_solver.game.log import parse
from odin_solver.game.positions import position_of
from odin_solver.planner import Planner, SearchLimits, advise, what_if
from odin_solver.render.svg.position import position_svg
from odin_solver.words.moves import titled
from tests.cli.process import environment, odin_process
from tests.planner import games
from tests.timing import HANGING

LATE_HOME = example("late-home")


@pytest.fixture(scope="module")
def solution() -> Solution:
    island = {"schema": 1, "supply": {"oil": 1, "silver": 2}, "boards": [{"board": "shetland"}]}
    return solve(position_from(island), limits=Limits(HANGING))


def test_short_representations(solution: Solution) -> None:
    assert repr(LATE_HOME) == (
        "<Position 'Last round: a home board to be filled': home; "
        "13 placed, 29 in the supply; round 7 of 7>"
    )
    assert repr(Position()) == "<Position: no boards; 0 placed, 0 in the supply; long game>"
    assert repr(solution) == (
        f"<Solution OPTIMAL: final {solution.value}, {len(solution.placements)} placements, "
        f"score {solution.score_before} to {solution.score_after}>"
    )


@pytest.mark.slow
def test_text_is_the_drawing_of_the_terminal(solution: Solution) -> None:
    shown = odin_process("show", "-", stdin=odin_process("example", "late-home").out).out
    assert str(LATE_HOME).splitlines() == [line.rstrip() for line in shown.splitlines()]
    assert "Placements" in str(solution)
    assert "proven best" in str(solution)
    assert "\x1b" not in str(solution)


def test_pictures_for_notebooks(solution: Solution) -> None:
    assert LATE_HOME._repr_svg_() == position_svg(LATE_HOME)
    picture = solution._repr_svg_()
    assert picture is not None
    assert picture != position_svg(solution.after)


def test_a_game_draws_itself() -> None:
    game = Game(Options(length="short"), seed=3)
    game.let_chance_decide()
    state = game.state
    assert repr(game) == f"<Game: {len(game.moves)} moves, round 1 of 6>"
    assert str(game) == str(state)
    assert "Home board" in str(state)
    assert "Mountains" in str(state)
    assert state._repr_svg_() == game._repr_svg_() == position_svg(position_of(state))
    sheet = score_sheet(state)
    assert str(sheet).splitlines()[-1].split() == ["Total", str(sheet.total)]


def test_advice_is_a_few_lines() -> None:
    game = Game(Options(length="short"), seed=3)
    game.let_chance_decide()
    *_, advice = advise(game.state, SearchLimits(seconds=None, playouts=40))
    best, *_ = str(advice).splitlines()
    assert best.startswith(f"Best: {titled(advice.best.move)}  ")
    assert len(str(advice).splitlines()) < 12
    assert titled(advice.ranking()[1].candidate.move) in str(advice)


@pytest.mark.slow
def test_representations_of_public_objects(solution: Solution) -> None:
    """Each says what matters in less than 400 characters, however large it is."""
    game = parse(games.log("long", frozenset(OCCUPATIONS)))
    middle = next(state for state in game.states if state.round == 4 and state.placed)
    *_, advice = advise(middle, SearchLimits(seconds=None, playouts=40))
    best = advice.ranking()[0]
    candidate = best.candidate
    playout = candidate.playouts[0]
    # A small position: everything about it is proven at once.
    analyst = Analyst(solution.before, limits=Limits(HANGING))
    board, piece = solution.placements[0]
    puzzle = pack("first-steps")[0]
    progress = Progress(1.5, 0, solution.value, solution.value, LATE_HOME)
    many = tuple(LATE_HOME.boards) * 30
    shown: list[tuple[object, str]] = [
        (advice, f"'{candidate.move}', expected {best.expected:.1f} ({best.low:.1f} to "),
        (candidate, f"'{candidate.move}', raw score {candidate.raw_expected:.1f}, "),
        (best, f"expected={best.expected}"),
        (what_if(middle, candidate.move, SearchLimits(None, 40)), f"'{candidate.move}', loss 0.0"),
        (playout, f"score {playout.sheet.total}, {len(playout.moves)} moves"),
        (Planner(), "seconds=5.0"),
        (SearchLimits(5.0), "seconds=5.0"),
        (middle, f"round 4 of 7, actions; {middle.vikings} Vikings"),
        (game, f"{len(game.moves)} moves"),
        (game.options, "length='long'"),
        (score_sheet(game.state), "ships="),
        (game.moves[30], ""),
        (SeededChance(7), "seed 7"),
        (replace(LATE_HOME, title="late" * 200, boards=many), "'latelate"),
        (solution, "OPTIMAL"),
        (progress, "value="),
        (Limits(), "seconds="),
        (Status.OPTIMAL, "OPTIMAL"),
        (analyst, "Analyst: final of <Position"),
        (hint(analyst, 4), "level=4"),
        (lines := best_lines(analyst, 3), "missing="),
        (lines.lines[0], "loss=Loss"),
        (lines.lines[0].loss, "proven=True"),
        (assess_move(analyst, board, piece), "board=0"),
        (tile_values(analyst)[0], "TileValue(tile=Tile(id='"),
        (best_feast(12, {"peas": 5, "mead": 3, "salt_meat": 4}), "cells=12"),
        (puzzle, f"fill '{puzzle.title}', difficulty 1"),
        (grade(puzzle), "difficulty=1"),
        (find_solutions(puzzle), "solutions="),
        (spec_of("fill", "shetland"), "board='shetland'"),
        (BookletStyle(), "paper='a4'"),
    ]
    for each, part in shown:
        text = repr(each)
        assert len(text) < 400, text
        assert part in text
        assert " object at 0x" not in text
    exported = {
        getattr(package, name)
        for package in (odin_solver, analysis, feast, odin_solver.game, planner, odin_puzzles)
        for name in package.__all__
        if isinstance(getattr(package, name), type)
    }
    missing = {each for each in exported if not issubclass(each, Exception)}
    for each, _ in shown:
        missing -= set(type(each).__mro__)
    assert {each.__name__ for each in missing} == {"Cache"}  # a folder


def test_rows_of_a_solution(solution: Solution) -> None:
    rows = solution.table()
    assert [row["step"] for row in rows] == [
        n for n, step in enumerate(solution.steps, 1) for _ in step
    ]
    for row, placed in zip(rows, solution.placements, strict=True):
        assert row["tile"] == placed.piece.tile.id
        assert row["board"] == solution.after.boards[placed.board].board.id
        assert len(str(row["cells"]).split()) == len(placed.piece.cells)


def test_packages_are_imported_when_used() -> None:
    code = (
        "import sys, odin_solver\n"
        "names = ('analysis', 'feast', 'game', 'planner')\n"
        "assert not {f'odin_solver.{name}' for name in names} & set(sys.modules)\n"
        "assert 'rich' not in sys.modules\n"
        "assert all(getattr(odin_solver, name).__doc__ for name in names)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=environment())


def test_every_public_name_exists() -> None:
    for name in odin_solver.__all__:
        assert getattr(odin_solver, name) is not None
