import json
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from odin_solver import example, position_violations, score
from odin_solver.components import TILES
from odin_solver.notation.examples import example_file
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.income import income
from odin_solver.rules.layout import order_violations, piece_violations
from odin_solver.rules.position import Position
from tests.cli.process import COMMAND, Result, environment, odin, odin_process, odin_typed, one_line
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]
SMALL: dict[str, Any] = {
    "schema": 1,
    "title": "Small",
    "supply": {"oil": 1, "mead": 1, "peas": 1, "silver": 2, "wood": 1, "stone": 2},
    "boards": [{"board": "stone_house"}, {"board": "shed", "placed": ["wood"]}],
}


@pytest.fixture
def small(tmp_path: Path) -> str:
    return written(tmp_path, SMALL)


def written(folder: Path, data: dict[str, Any]) -> str:
    path = folder / "position.json"
    path.write_text(json.dumps(data))
    return str(path)


def replayed(before: Position, data: dict[str, Any]) -> Position:
    """The position after the placements of a JSON answer, each checked when its turn comes."""
    steps: dict[int, list[tuple[int, Piece]]] = {}
    for at, board in enumerate(data["boards"]):
        for each in board["placements"]:
            cells = tuple((x, y) for x, y in each["cells"])
            steps.setdefault(each["step"], []).append((at, Piece(TILES[each["tile"]], cells)))
    assert sorted(steps) == list(range(1, len(steps) + 1))
    states = list(before.boards)
    supply = dict(before.supply)
    for step in sorted(steps):
        if not before.rules.simultaneous:
            assert len(steps[step]) == 1
        for at in {at for at, _ in steps[step]}:
            board, pieces = states[at].board, tuple(p for b, p in steps[step] if b == at)
            grid = grid_of(board)
            assert not [v for piece in pieces for v in piece_violations(board, piece)]
            covered = states[at].covered
            assert not order_violations(grid, covered, pieces, before.rules)
            states[at] = BoardState(board, states[at].pieces + pieces)
            for piece in pieces:
                supply[piece.tile.id] -= 1
        now = Position(tuple(states), supply, before.game, before.round, rules=before.rules)
        assert position_violations(now) == []
        assert min(supply.values()) >= 0
    return Position(tuple(states), supply, before.game, before.round, rules=before.rules)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["opening", "buildings", "knot"])
def test_json_holds_what_the_contract_promises(name: str) -> None:
    position = example(name)
    text = example_file(name).text
    result = odin_typed("solve", "-", "--json", "--seed", "3", "--quiet", stdin=text)
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert data["schema"] == 1
    assert data["status"] == "OPTIMAL"
    assert data["objective"]["name"] == (
        position.objective.preset or ("final" if position.round is None else "score")
    )
    assert data["objective"]["question"].startswith("Best for ")
    assert data["objective"]["rounds_left"] == position.rounds_left
    assert data["objective"]["value"] == data["objective"]["bound"]
    assert data["objective"]["gap"] == 0
    assert len(data["objective"]["weights"]) == len(data["objective"]["levels"])
    for level in data["objective"]["levels"]:
        assert sum(level["parts"].values()) == level["value"]
        assert level["value_before"] + level["gain"] == level["value"]
    assert isinstance(data["objective"]["ties_settled"], bool)
    assert [each["board"] for each in data["boards"]] == [s.board.id for s in position.boards]
    after = replayed(position, data)
    assert data["supply_left"] == {name: left for name, left in after.supply.items() if left}
    assert data["score"] == {"before": score(position), "after": score(after)}
    for state, board in zip(after.boards, data["boards"], strict=True):
        grid = state.grid
        assert board["income"] == income(grid, state.covered)
        assert set(board) == {"board", "placements", "income", "bonuses", "uncovered"}
    assert data["seconds"] > 0
    assert data["solver"].keys() == {"name", "version", "seed", "workers"}
    assert (data["solver"]["seed"], data["solver"]["workers"]) == (3, 2)
    assert data["solver"]["name"]


@pytest.mark.slow
def test_the_knot_is_one_step_of_two_tiles() -> None:
    knot = example_file("knot").text
    result = odin_typed("solve", "-", "--quiet", stdin=knot)
    assert "with" in result.out
    assert "income  " in result.out
    assert "1 → 3 (+2)" in result.out
    alone = odin_typed("solve", "-", "--quiet", stdin=knot.replace("true", "false"))
    assert "with" not in alone.out
    assert "1 → 2 (+1)" in alone.out


@pytest.mark.slow
def test_the_answer_for_people(small: str) -> None:
    result = odin_process("solve", small)
    assert result.code == 0
    first = " ".join(result.out.split("\n\n")[0].split())
    assert first.startswith("Best if the game ends now: points and income, less the silver placed.")
    assert first.endswith("The position names no round; use --rounds-left N to look ahead.")
    for part in (
        "Small (long game)",
        "Stone house (10 points)",
        "* new",
        "Placements",
        "  1.  ",
        "points covered",
        "silver used",
        "proven best\nfinal: points + income − silver: ",
    ):
        assert part in result.out
    assert "OPTIMAL" not in result.out
    assert "\x1b" not in result.out + result.err
    # Progress: sparse plain lines where nobody sees a line change.
    assert result.err.count("\n") < 20
    assert all("value" in line or "best" in line for line in result.err.splitlines())


@pytest.mark.slow
def test_the_technical_line(capsys: Capsys, tmp_path: Path) -> None:
    path = written(tmp_path, {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "shetland"}]})
    line = re.compile(r"^OPTIMAL: upper bound .*, gap 0\.0 %; .* s, .*, seed 0, 2 workers$", re.M)
    assert line.search(odin(capsys, "solve", path, "--quiet", "--verbose").out)
    usual = odin(capsys, "solve", path, "--quiet").out
    assert not re.search("OPTIMAL|bound|gap|seed|worker", usual)


@pytest.mark.slow
def test_quiet_and_colours(small: str) -> None:
    result = odin_process("solve", small, "--quiet", NO_COLOR="", FORCE_COLOR="1")
    assert result.err == ""
    assert "\x1b[" in result.out


@pytest.mark.slow
def test_the_same_question_gets_the_same_answer(small: str) -> None:
    def placements() -> object:
        data = json.loads(odin_typed("solve", small, "--json", "--quiet").out)
        return [board["placements"] for board in data["boards"]]

    assert placements() == placements()


@pytest.mark.slow
def test_weights_and_presets(capsys: Capsys, small: str) -> None:
    options = ["--objective", "score", "--rounds-left", "3", "--json", "--quiet"]
    weights = ["--set", "bonus.hide=0.5", "--set", "keep.oil=2"]
    result = odin(capsys, "solve", small, *options, *weights)
    assert result.code == 0
    objective = json.loads(result.out)["objective"]
    assert objective["name"] == "score"
    (sums,) = objective["weights"]
    assert (sums["points"], sums["bonus.hide"], sums["keep.oil"]) == (1, 0.5, 2)
    (level,) = objective["levels"]
    assert sum(level["parts"].values()) == level["value"] == objective["value"]
    assert level["value_before"] + level["gain"] == level["value"]


@pytest.mark.slow
def test_nothing_to_place(capsys: Capsys, tmp_path: Path) -> None:
    for boards in ([], [{"board": "home"}]):
        path = written(tmp_path, {"schema": 1, "boards": boards})
        result = odin(capsys, "solve", path, "--quiet")
        assert result.code == 0
        assert "Nothing to place" in result.out
        assert "proven best" in result.out


def test_nothing_worth_placing(capsys: Capsys, tmp_path: Path) -> None:
    data = {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "shetland"}]}
    weights = ("--objective", "custom", "--set", "cells=-1")
    result = odin(capsys, "solve", written(tmp_path, data), *weights, "--quiet")
    assert result.code == 0
    assert "Nothing is placed" in result.out


@pytest.mark.slow
def test_much_silver_is_no_burden(tmp_path: Path) -> None:
    data = {"schema": 1, "supply": {"silver": 10_000}, "boards": [{"board": "stone_house"}]}
    result = odin_process("solve", written(tmp_path, data), "--quiet")
    assert result.code == 0
    assert "silver   10000" in result.out


@pytest.mark.slow
def test_pictures_show_the_solution(capsys: Capsys, small: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "x.svg", tmp_path / "x.png"
    result = odin(capsys, "solve", small, "--quiet", "--svg", str(svg), "--png", str(png))
    assert result.code == 0
    assert "(new)" in svg.read_text(encoding="utf-8")
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.alone
@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--time-limit", "0"], ["time-limit", "more than 0"]),
        (["--time-limit", "-3"], ["time-limit"]),
        (["--time-limit", "nan"], ["time-limit"]),
        (["--objective", "victory"], ["victory", "final"]),
        (["--set", "glory=1"], ["glory", "points"]),
        (["--set", "points"], ["KEY=VALUE"]),
        (["--set", "points=lots"], ["lots"]),
        (["--set", "points=1e999999999"], ["points: expected a number up to", "1e999999999"]),
        (["--set", "points=1e300"], ["points: expected a number up to 1000000", "got 1e300"]),
        (["--set", "bonus.robe=1"], ["robe"]),
        (["--set", "keep.toga=1"], ["toga"]),
        (["--rounds-left", "0"], ["rounds-left"]),
        (["--seed", "-1"], ["seed"]),
        (["--svg", "/nowhere/x.svg"], ["cannot write /nowhere/x.svg"]),
        (["--png", "/"], ["cannot write /"]),
        (["--png", "x", "--svg", "x"], ["different paths"]),
    ],
)
def test_bad_options_are_found_before_the_search(
    capsys: Capsys,
    options: list[str],
    parts: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("the search has begun")

    monkeypatch.setattr("odin_solver.placement.solve.answer", search)
    odin(capsys, "example", "empire", "-o", str(tmp_path / "empire.json"))
    result = odin(capsys, "solve", str(tmp_path / "empire.json"), *options)
    assert result.code == 2
    assert not result.out
    one_line(result.err, parts)


def test_illegal_positions_are_refused(capsys: Capsys, tmp_path: Path) -> None:
    placed = ["oil a1:a2", "hide b1:b3", "silver h8"]
    data = {"schema": 1, "boards": [{"board": "home", "placed": placed}]}
    result = odin(capsys, "solve", written(tmp_path, data))
    assert result.code == 2
    assert not result.out
    lines = result.err.splitlines()
    assert lines[0].startswith("odin: ")
    assert "not legal, 2 violations" in lines[0]
    assert "shares an edge" in lines[1]
    assert "h8" in lines[2]


@pytest.mark.slow
def test_a_short_limit_gives_the_best_found() -> None:
    text = example_file("empire").text
    result = odin_process("solve", "-", "--time-limit", "0.3", "--json", "--quiet", stdin=text)
    assert result.code == 3
    data = json.loads(result.out)
    assert data["status"] == "FEASIBLE"
    assert data["objective"]["gap"] > 0
    assert data["objective"]["bound"] > data["objective"]["value"]
    replayed(example("empire"), data)


def interrupted(folder: Path, *options: str, times: int) -> Result:
    """How a long search ends that gets one or more Ctrl-C once it has found something."""
    path = folder / "empire.json"
    path.write_text(example_file("empire").text)
    process = subprocess.Popen(
        [*COMMAND, "solve", str(path), "--time-limit", f"{2 * HANGING}", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stderr is not None
    while not re.search("best so far [1-9]", line := process.stderr.readline()):
        assert line, "the search ended"
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    out, err = process.communicate(timeout=HANGING)
    assert "Traceback" not in err
    return Result(process.returncode, out, err)


@pytest.mark.slow
def test_the_first_ctrl_c_prints_the_best_so_far(tmp_path: Path) -> None:
    result = interrupted(tmp_path, "--json", times=1)
    assert result.code == 130
    data = json.loads(result.out)
    assert data["objective"]["value"] > 0
    replayed(example("empire"), data)
    assert "best so far" in result.err


@pytest.mark.slow
def test_the_second_ctrl_c_ends_at_once(tmp_path: Path) -> None:
    assert interrupted(tmp_path, times=2).code == 130
