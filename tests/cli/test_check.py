import json
from dataclasses import replace
from pathlib import Path

import pytest

from odin_solver import example, score
from odin_solver.notation.positions import read_position
from odin_solver.rules.layout import position_violations
from odin_solver.rules.scoring import board_facts
from tests.cli.process import odin, odin_process, one_line

Capsys = pytest.CaptureFixture[str]
ILLEGAL = {
    "schema": 1,
    "boards": [
        {"board": "home", "placed": ["oil a1:a2", "hide b1:b3", "silver h8"]},
        {"board": "stone_house", "placed": ["ore b2"]},
    ],
}


@pytest.fixture
def illegal(tmp_path: Path) -> str:
    path = tmp_path / "illegal.json"
    path.write_text(json.dumps(ILLEGAL))
    return str(path)


def test_a_legal_position(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    odin(capsys, "example", "iceland", "-o", str(path))
    result = odin(capsys, "check", str(path))
    position = example("iceland")
    assert result.code == 0
    assert result.out.startswith("legal\n")
    assert f"score {score(position)}" in result.out
    for state in position.boards:
        facts = board_facts(state)
        line = next(each for each in result.out.splitlines() if state.board.name in each)
        assert line.split()[-4:-1] == [str(facts.points), str(facts.income), f"-{facts.uncovered}"]
    data = json.loads(odin(capsys, "check", str(path), "--json").out)
    assert data["legal"] is True
    assert data["violations"] == []
    assert data["score"] == score(position)
    assert [each["board"] for each in data["boards"]] == ["home", "iceland", "stone_house"]


def test_every_violation_is_named_with_its_cells(capsys: Capsys, illegal: str) -> None:
    result = odin(capsys, "check", illegal)
    assert result.code == 1
    assert not result.err
    assert "not legal: 3 violations" in result.out
    for part in ("Home board: oil at a1 a2 shares", "h8", "Stone house: ore at b2", "green ban"):
        assert part in result.out
    json_result = odin(capsys, "check", illegal, "--json")
    assert json_result.code == 1
    data = json.loads(json_result.out)
    assert data["legal"] is False
    assert len(data["violations"]) == 3
    assert {each["board"] for each in data["violations"]} == {0, 1}
    assert [1, 2] in next(v for v in data["violations"] if v["board"] == 1)["cells"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["empty"]),
        ("   \n", ["empty"]),
        ("{", ["invalid JSON", "line 1"]),
        ("[1, 2]", ["object"]),
        ("schema = ", ["TOML"]),
        ("{}", ['"schema": 1']),
        ('{"schema": 1, "bords": []}', ["unknown key 'bords'"]),
        ('{"schema": 1, "round": "one"}', ["round", "whole number"]),
        ('{"schema": 1, "supply": {"oyl": 1}}', ["oyl"]),
        ('{"schema": 1, "supply": {"oil": -1}}', ["supply.oil"]),
        ('{"schema": 1, "supply": {"oil": 1, "oil": 2}}', ["duplicate key 'oil'"]),
        ('{"schema": 1, "boards": [{"board": "mars"}]}', ["boards[0]", "mars"]),
        ('{"schema": 1, "boards": [{"board": "home", "placed": ["oil a1"]}]}', ["2 cells"]),
        ('{"schema": 1, "objective": {"points": "1e999999999"}}', ["points"]),
        ("[" * 100_000, []),
        ('{"schema": ' + "9" * 10_000 + "}", []),
    ],
)
def test_unreadable_positions(capsys: Capsys, tmp_path: Path, text: str, parts: list[str]) -> None:
    path = tmp_path / "position"
    path.write_text(text)
    result = odin(capsys, "check", str(path))
    assert result.code == 2
    assert not result.out
    one_line(result.err, [str(path), *parts])


def test_unreadable_files(capsys: Capsys, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, part in (("missing", "No such file"), ("", "directory"), ("binary", "UTF-8")):
        result = odin(capsys, "check", str(tmp_path / name))
        assert result.code == 2
        one_line(result.err, [part])


@pytest.mark.slow
def test_standard_input() -> None:
    assert odin_process("check", "-", stdin='{"schema": 1}').code == 0
    result = odin_process("check", "-")
    assert result.code == 2
    one_line(result.err, ["standard input", "empty"])


BACKWARDS = {
    "schema": 1,
    "title": "Řeka",
    "supply": {"oil": 2},
    "boards": [{"board": "home", "placed": ["silver b2", "oil a2:a3", "silver b1", "silver a1"]}],
}
BACKWARDS_TOML = """schema = 1
supply = {oil = 2}
[[boards]]
placed = ["silver b2", "oil a2:a3", "silver b1", "silver a1"]
board = "home"
[[boards]]
board = {map = ["#.-"]}
"""


def test_pieces_may_be_listed_in_any_order(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(BACKWARDS))
    result = odin(capsys, "check", str(path))
    assert result.code == 0
    assert result.out.startswith("legal\n")
    assert "legal in another order of the pieces (--fix writes it)" in " ".join(result.err.split())
    data = json.loads(odin(capsys, "check", str(path), "--json").out)
    assert (data["legal"], data["in_order"]) == (True, False)


@pytest.mark.parametrize("name", ["x.json", "x.toml"])
def test_a_legal_order_is_written(capsys: Capsys, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    text = BACKWARDS_TOML if name.endswith("toml") else json.dumps(BACKWARDS)
    path.write_text(text)
    before = read_position(path)
    copy = tmp_path / f"copy-{name}"
    assert odin(capsys, "check", str(path), "--fix", "-o", str(copy)).code == 0
    assert path.read_text() == text
    assert odin(capsys, "check", str(path), "--fix").code == 0
    assert path.read_text() == copy.read_text()
    after = read_position(path)
    assert position_violations(after, in_order=True) == []
    assert replace(after, boards=()) == replace(before, boards=())
    assert set(after.boards[0].pieces) == set(before.boards[0].pieces)
    assert after.boards[1:] == before.boards[1:]
    assert path.read_text().startswith("{") == name.endswith("json")
    # A second time there is nothing to do.
    written = path.stat()
    assert odin(capsys, "check", str(path), "--fix").code == 0
    assert path.stat().st_mtime_ns == written.st_mtime_ns


def test_nothing_is_lost_by_a_fix(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f"# mine\n{BACKWARDS_TOML}")
    result = odin(capsys, "check", str(path), "--fix")
    assert result.code == 2
    assert "would lose its comments: use -o FILE" in " ".join(result.err.split())
    assert path.read_text().startswith("# mine")
    game = tmp_path / "x.log"
    assert odin(capsys, "game", "new", "-o", str(game), "--seed", "1").code == 0
    log = game.read_text()
    assert odin(capsys, "check", str(game), "--fix").code == 0
    assert game.read_text() == log
    illegal = tmp_path / "illegal.json"
    illegal.write_text(json.dumps(ILLEGAL))
    assert odin(capsys, "check", str(illegal), "--fix").code == 1
    assert json.loads(illegal.read_text()) == ILLEGAL


def test_options_of_a_fix(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(BACKWARDS))
    assert odin(capsys, "check", str(path), "-o", "y.json").code == 2
    assert odin(capsys, "check", "-", "--fix").code == 2


def test_only_the_cells_that_prevent_every_order(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(
        json.dumps({**BACKWARDS, "boards": [{"board": "home", "placed": ["silver b2"]}]})
    )
    result = odin(capsys, "check", str(path))
    assert result.code == 1
    told = " ".join(result.out.split())
    assert "covers income before a1 a2 b1 is covered, and no piece ever covers it" in told


@pytest.mark.slow
def test_any_order_is_solved(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(BACKWARDS))
    for command in (["solve", "--quiet", "--time-limit", "20"], ["hint", "--time-limit", "20"]):
        assert odin(capsys, command[0], str(path), *command[1:]).code in (0, 3)
