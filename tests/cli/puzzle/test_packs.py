"""``odin puzzle packs``, and the puzzles of packs wherever a command takes a puzzle."""

import json
from pathlib import Path

import pytest

from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import KINDS
from odin_puzzles.pack_list import PACKS
from odin_puzzles.shipped import all_packs, pack, packs
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]

FIRST = PACKS[0]


def test_all_packs_are_listed_with_theme_number_and_difficulties(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    lines = odin(capsys, "puzzle", "packs").out.splitlines()
    assert [each.name for each in PACKS[-3:]] == ["vikings", "graenaland", "last-actions"]
    for each, line in zip(PACKS, lines, strict=True):
        assert line.startswith(each.name)
        assert each.theme in line
        assert f"{len(all_packs()[each.name])} puzzles" in line
    listed = json.loads(odin(capsys, "puzzle", "packs", "--json").out)
    assert listed["schema"] == 1
    for each, data in zip(PACKS, listed["packs"], strict=True):
        assert (data["name"], data["theme"]) == (each.name, each.theme)
        assert data["count"] == sum(data["difficulties"].values()) == sum(data["kinds"].values())
        wanted = {str(puzzle.difficulty) for puzzle in pack(each.name)}
        assert set(data["difficulties"]) == wanted


def test_the_puzzles_of_a_pack_are_listed(capsys: Capsys) -> None:
    out = odin(capsys, "puzzle", "packs", FIRST.name).out
    assert FIRST.theme in out
    data = json.loads(odin(capsys, "puzzle", "packs", FIRST.name, "--json").out)
    assert len(data["puzzles"]) == data["count"]
    for entry, puzzle in zip(data["puzzles"], pack(FIRST.name), strict=True):
        assert f"{entry['puzzle']} " in out
        assert shown_title(puzzle) in out
        assert (entry["title"], entry["kind"]) == (puzzle.title, puzzle.kind)
        assert json.loads(Path(entry["file"]).read_text())["title"] == puzzle.title


def test_puzzles_of_a_kind_come_from_easy_to_hard() -> None:
    for each in PACKS:
        last: dict[tuple[str, str], int] = {}
        for puzzle in pack(each.name):
            seed = str((puzzle.seed or 0) // 1_000_000) if puzzle.kind in KINDS else ""
            assert (puzzle.difficulty or 0) >= last.get((puzzle.kind, seed), 0)
            last[puzzle.kind, seed] = puzzle.difficulty or 0


def test_a_pack_is_copied_and_nothing_is_overwritten(capsys: Capsys, tmp_path: Path) -> None:
    target = tmp_path / "there" / "copy"
    for _ in range(2):  # the second time all is there already
        result = odin(capsys, "puzzle", "packs", FIRST.name, "-o", str(target))
        assert result.code == 0
        written = [Path(line) for line in result.out.splitlines()]
        assert [each.read_bytes() for each in written] == [
            each.read_bytes() for each in packs()[FIRST.name]
        ]
    other = written[3]
    other.write_text("mine")
    written[0].unlink()
    result = odin(capsys, "puzzle", "packs", FIRST.name, "-o", str(target))
    assert result.code == 2
    one_line(result.err, [str(other), "another file"])
    assert other.read_text() == "mine"
    assert not written[0].exists()
    in_the_way = odin(capsys, "puzzle", "packs", FIRST.name, "-o", str(other))
    assert in_the_way.code == 2
    one_line(in_the_way.err, ["cannot write", str(other)])


def test_packs_that_are_none(capsys: Capsys) -> None:
    result = odin(capsys, "puzzle", "packs", "first-step")
    assert result.code == 2
    one_line(result.err, ["no pack 'first-step'", "first-steps"])
    result = odin(capsys, "puzzle", "packs", "-o", "somewhere")
    assert result.code == 2
    one_line(result.err, ["needs the name of a pack"])


@pytest.mark.slow
def test_commands_take_a_puzzle_by_pack_and_number(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name, file = f"{FIRST.name}/1", str(packs()[FIRST.name][0])
    for command in ("solve", "grade", "share"):
        named, read = (odin(capsys, "puzzle", command, each) for each in (name, file))
        assert named.code == read.code == 0
        assert named.out.splitlines()[:3] == read.out.splitlines()[:3]
    assert odin(capsys, "puzzle", "check", name, name).out == "right\n"
    assert odin(capsys, "puzzle", "print", name, "-o", "booklet.pdf").code == 0
    (tmp_path / FIRST.name).mkdir()
    (tmp_path / name).write_text("not a puzzle")
    assert odin(capsys, "puzzle", "check", name).code == 2  # a file comes first


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("first-steps/0", ["first-steps/0", "from 1 to 15"]),
        ("first-steps/16", ["from 1 to 15"]),
        ("first-steps/x", ["first-steps/1 to /15"]),
        ("first-steps/", ["first-steps/1 to /15"]),
        ("first-steps", ["first-steps/1 to /15"]),
        ("first-step/1", ["no such file", "no pack 'first-step'", "first-steps"]),
        ("a/b/1", ["No such file"]),
        ("", ["empty name"]),
    ],
)
def test_puzzles_that_are_in_no_pack(
    capsys: Capsys, name: str, parts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = odin(capsys, "puzzle", "check", name)
    assert result.code == 2
    one_line(result.err, parts)
