"""Puzzles of the last actions of a solo game."""

import io
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from odin_puzzles.booklet.make import booklet_pages
from odin_puzzles.booklet.paper import ACCENT
from odin_puzzles.files import puzzle_data, puzzle_from, puzzle_text, read_puzzle
from odin_puzzles.kinds import GAME_OF, kind_of
from odin_puzzles.kinds.actions import ActionsGoal, ActionsKind
from odin_puzzles.kinds.games import GamePlay
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.share.codes import any_puzzle_from_code, share_code
from odin_puzzles.shipped import files_of_pack
from odin_solver.components import BOARDS
from odin_solver.components.cells import cell_names
from odin_solver.components.spaces import SPACES
from odin_solver.errors import InputError
from odin_solver.game import legal_moves
from odin_solver.game.kernel.moves import PASS, Use
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import apply, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import SeededChance
from odin_solver.game.scoring import score_sheet
from odin_solver.game.tables import table_from
from odin_solver.planner.last_actions import LastActions, ways_of
from odin_solver.rules.geometry import grid_of
from tests.cli.process import odin

Capsys = pytest.CaptureFixture[str]
FILES = files_of_pack("last-actions")
PUZZLES = [read_puzzle(path, GAME_OF) for path in FILES]
SMALLEST = min(PUZZLES, key=lambda puzzle: puzzle.position.state.vikings)


def changed(puzzle: Puzzle, **table: Any) -> dict[str, Any]:
    """Return the data of a puzzle with other parts of its table."""
    data: dict[str, Any] = json.loads(puzzle_text(puzzle_data(puzzle)))
    data["position"]["table"] |= table
    return data


def small_table(
    supply: dict[str, int], ships: dict[str, Any], opened: tuple[str, ...]
) -> dict[str, Any]:
    """Return a table with two Vikings, few things and spaces, and four open cells."""
    grid = grid_of(BOARDS["home"])
    open_cells = {(x, y) for x, y in ((10, 3), (11, 3))} | {(10, 1), (11, 0)}
    cells = sorted(grid.cells(grid.coverable), key=lambda cell: (cell[0] - cell[1], cell))
    silver = [cell_names([cell], grid.height) for cell in cells if cell not in open_cells]
    return {
        "schema": 1,
        "game": "short",
        "round": 6,
        "boards": [{"board": "home", "placed": [f"silver {name}" for name in silver]}],
        "supply": supply,
        "ships": ships,
        "vikings": 2,
        "used": [],
        "blocked": [],
        "strips": [],
        "without": [name for name in SPACES if name not in opened],
    }


def oracle(state: State, seed: int) -> dict[tuple[str, ...], int]:
    """Return the best score for each selection of spaces, by all moves of the plain rules."""
    known: dict[Any, dict[tuple[str, ...], int]] = {}

    def best(now: State, decided: tuple[str, ...]) -> dict[tuple[str, ...], int]:
        if now.is_over:
            return {(): score_sheet(now).total}
        key = now, decided
        if key in known:
            return known[key]
        node = current(now)
        found: dict[tuple[str, ...], int] = {}
        if isinstance(node, Chance):
            came = SeededChance(seed, Counter(decided))(now, node)
            found = best(apply(now, came), (*decided, node.kind))
        else:
            for move in legal_moves(now):
                for spaces, score in best(apply(now, move), decided).items():
                    used = (*spaces, move.space) if isinstance(move, Use) else spaces
                    in_order = tuple(sorted(used, key=tuple(SPACES).index))
                    found[in_order] = max(score, found.get(in_order, -999))
        known[key] = found
        return found

    return best(state, ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("supply", "ships", "opened"),
    [
        ({"flax": 1}, {}, ("beans", "take_stockfish", "mead")),
        ({"wood": 2, "snare": 1, "sheep": 2}, {}, ("laying_a_snare", "build_whaling_boat")),
        ({"stone": 2, "long_sword": 1, "silver": 3}, {"longships": [0]}, ("raiding", "buy_sheep")),
        ({"silver": 11}, {}, ("emigrate_2", "buy_sheep")),
    ],
)
def test_lines_are_the_best_by_the_plain_rules(
    supply: dict[str, int], ships: dict[str, Any], opened: tuple[str, ...]
) -> None:
    begin = LastActions(table_from(small_table(supply, ships, opened)), 5)
    ways = ways_of(begin)
    found = {}
    for bound, spaces, end in ways.best():
        found[spaces] = ways.line(spaces, end).sheet.total
        assert found[spaces] <= bound
    assert found == oracle(begin.state, 5)
    assert len(found) > 1


def test_the_pack() -> None:
    assert len(PUZZLES) >= 5
    for path, puzzle in zip(FILES, PUZZLES, strict=True):
        assert puzzle_text(puzzle_data(puzzle)) == path.read_text(encoding="utf-8")
        assert puzzle.kind == "actions"
        assert puzzle.goal.margin >= 2


LONGEST = 50
"""Seed of the puzzle whose proof takes ten times as long as that of the others."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(each, marks=pytest.mark.nightly if each.seed == LONGEST else ())
        for each in PUZZLES
    ],
    ids=lambda puzzle: str(puzzle.seed),
)
def test_shipped_puzzles_are_proven(puzzle: Puzzle) -> None:
    kind = kind_of(puzzle)
    assert kind.faults(puzzle, puzzle.solution) == []
    assert kind.find(puzzle, 1).solutions == (puzzle.solution,)
    assert kind.grade(puzzle).difficulty == puzzle.difficulty


@pytest.mark.slow
def test_a_seed_gives_the_same_puzzle() -> None:
    assert SMALLEST.seed is not None
    spec = Spec("actions", "solo")
    made = ActionsKind().attempt(spec, SMALLEST.seed)
    assert made is not None
    assert puzzle_data(made) == puzzle_data(SMALLEST)


@pytest.mark.slow
@pytest.mark.parametrize("by", [(1, 0), (0, 1)])
def test_broken_claims_are_refused(capsys: Capsys, tmp_path: Path, by: tuple[int, int]) -> None:
    goal = SMALLEST.goal
    broken = replace(SMALLEST, goal=ActionsGoal(goal.value + by[0], goal.margin + by[1]))
    path = tmp_path / "broken.json"
    path.write_text(puzzle_text(puzzle_data(broken)))
    result = odin(capsys, "puzzle", "check", str(path))
    assert result.code == 2
    assert "the puzzle is refused" in result.err


@pytest.mark.slow
def test_answers(capsys: Capsys, tmp_path: Path) -> None:
    kind = kind_of(SMALLEST)
    (wrong,) = kind.faults(SMALLEST, {"spaces": []})
    assert f"{SMALLEST.goal.value} are needed" in wrong
    for answer, message in (
        ({}, "solution.spaces: expected a list"),
        ({"spaces": "milk"}, "solution.spaces: expected a list"),
        ({"spaces": ["castle"]}, "there is no action space 'castle'"),
        ({"spaces": ["upgrade_4", "forge"]}, "these spaces cannot all be used"),
    ):
        assert [message in each for each in kind.faults(SMALLEST, answer)] == [True]
    path = tmp_path / "in.json"
    path.write_text(puzzle_text(puzzle_data(SMALLEST)))
    assert odin(capsys, "puzzle", "check", str(path), str(path)).out == "right\n"
    answer_path = tmp_path / "answer.json"
    answer_path.write_text('{"spaces": []}')
    assert odin(capsys, "puzzle", "check", str(path), str(answer_path)).code == 1


def test_bad_files_name_file_and_field() -> None:
    for table, message in (
        ({"round": 2}, "position.table: "),
        ({"vikings": 9, "used": []}, "position.table: vikings: expected 1 to 4"),
        ({"vikings": 0}, "position.table: vikings: expected 1 to 4"),
        (
            {"occupations": "implemented"},
            "position.table: expected a solo game without occupations",
        ),
        ({"players": 3, "without": []}, "position.table: "),
    ):
        with pytest.raises(InputError) as caught:
            puzzle_from(changed(PUZZLES[0], **table), "x.json", kinds=GAME_OF)
        assert str(caught.value).startswith(f"x.json: {message}")
    data = changed(PUZZLES[0])
    for position, message in (
        ({"table": data["position"]["table"]}, "expected an object with table and seed"),
        (data["position"] | {"seed": -1}, "position.seed: expected a whole number"),
    ):
        with pytest.raises(InputError, match=message):
            puzzle_from(data | {"position": position}, "x.json", kinds=GAME_OF)
    with pytest.raises(InputError, match=r"goal: margin: expected a whole number >= 1"):
        puzzle_from(data | {"goal": {"value": 1, "margin": 0}}, "x.json", kinds=GAME_OF)


@pytest.mark.slow
def test_play_and_hints(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    play = GamePlay(SMALLEST)
    space = play.nearest[0]
    nudge, _, command, _ = play.hint()
    assert nudge == f"Look at {SPACES[space].group.label}."
    assert command == space
    path = tmp_path / "in.json"
    path.write_text(puzzle_text(puzzle_data(SMALLEST)))
    lines = ["castle", "hint", "hint", "help", *play.nearest]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    shown = odin(capsys, "puzzle", "play", str(path)).out
    assert "No: unknown action space 'castle'" in shown
    assert f"  {space}" in shown
    assert "Solved!" in shown
    monkeypatch.setattr("sys.stdin", io.StringIO("solution\n"))
    assert "That is the solution" in odin(capsys, "puzzle", "play", str(path)).out


def test_the_question_tells_the_luck() -> None:
    position = SMALLEST.position
    question = kind_of(SMALLEST).question(SMALLEST)
    assert " ".join(position.rolls("d8", 6)) in question
    assert str(SMALLEST.goal.value) in question


@pytest.mark.slow
def test_share_codes() -> None:
    shared = any_puzzle_from_code(share_code(SMALLEST))
    assert shared == replace(
        SMALLEST, solution=(), seed=None, goal=ActionsGoal(SMALLEST.goal.value)
    )


def test_the_line_is_a_game_to_its_end() -> None:
    begin: LastActions = SMALLEST.position
    assert isinstance(begin.state, State)
    ways = ways_of(begin, tuple((SMALLEST.solution or {})["spaces"]))
    _, spaces, end = next(ways.best())
    line = ways.line(spaces, end)
    assert PASS in [move for _, move in line.steps]
    assert line.steps[0][0] == begin.state
    assert decision(line.steps[-1][0]) is not None
    assert line.sheet.total == SMALLEST.goal.value


def test_a_page_says_the_facts_in_the_size_of_its_text() -> None:
    _, page, solution = (each.content for each in booklet_pages([SMALLEST]))
    sizes = re.findall(r'font-size="(\d+)"[^>]*>(?:Supply|Vikings|Banquet):', page)
    assert sizes == ["10"] * 3
    assert "scale(" not in solution
    assert "Finish the game." in re.sub(r"<[^>]*>", " ", solution)


def test_pages_of_several_games_are_numbered_as_the_puzzles_are_given() -> None:
    vikings = read_puzzle(files_of_pack("vikings")[-1], GAME_OF)
    pages = booklet_pages([vikings, SMALLEST, vikings, vikings])
    badge = rf'<circle[^>]*fill="{ACCENT}"[^>]*/><text[^>]*>(\d)<'
    numbers = [re.findall(badge, page.content) for page in pages]
    assert numbers[1:4] == [["1"], ["2"], ["3", "4"]]
    assert numbers[-1] == ["1", "2", "3", "4"]
