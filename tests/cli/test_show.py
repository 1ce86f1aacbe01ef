import json
from pathlib import Path

import pytest

from tests.cli.process import odin, odin_process, one_line

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def position(capsys: Capsys, tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    odin(capsys, "example", "iceland", "-o", str(path))
    return str(path)


def test_boards_and_supply_are_shown(capsys: Capsys, position: str) -> None:
    result = odin(capsys, "show", position)
    assert (result.code, result.err) == (0, "")
    for part in ("Home board", "Iceland", "Stone house", "Supply", "2 Oil", "Belt", "round 5"):
        assert part in result.out


@pytest.mark.slow
def test_colours_only_where_they_are_wanted(position: str) -> None:
    assert "\x1b[" not in odin_process("show", position).out
    assert "\x1b[" in odin_process("show", position, NO_COLOR="", FORCE_COLOR="1").out


@pytest.mark.slow
def test_pictures(capsys: Capsys, position: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "x.svg", tmp_path / "x.png"
    assert odin(capsys, "show", position, "--svg", str(svg), "--png", str(png)) == (0, "", "")
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_illegal_positions_are_shown_with_a_warning(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('schema = 1\n[[boards]]\nboard = "home"\nplaced = ["ore h8", "ore h8"]\n')
    result = odin(capsys, "show", str(path))
    assert result.code == 0
    assert "Home board" in result.out
    one_line(result.err, ["3 violations"])


def test_pictures_that_cannot_be_written(capsys: Capsys, position: str, tmp_path: Path) -> None:
    for target in (tmp_path / "no" / "x.svg", tmp_path):
        result = odin(capsys, "show", position, "--svg", str(target))
        assert result.code == 2
        one_line(result.err, [f"cannot write {target}"])


def test_a_position_is_printed_as_a_file_with_drawn_boards(capsys: Capsys, tmp_path: Path) -> None:
    for name in ("late-home", "buildings"):
        shown = odin(capsys, "example", name).out
        file = tmp_path / "position"
        file.write_text(shown, encoding="utf-8")
        drawn = odin(capsys, "show", str(file), "--ascii")
        assert drawn.code == 0
        assert 'drawn = """' in drawn.out
        again = tmp_path / "again"
        again.write_text(drawn.out, encoding="utf-8")
        assert odin(capsys, "show", str(again), "--ascii").out == drawn.out
        assert odin(capsys, "check", str(again)).out == odin(capsys, "check", str(file)).out


@pytest.mark.slow
def test_letters_that_the_fonts_lack_are_named(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    data = json.loads(odin(capsys, "example", "opening").out)
    path.write_text(json.dumps({**data, "title": "Žižkov 中文"}), encoding="utf-8")
    pictures = ("--svg", str(tmp_path / "x.svg"), "--png", str(tmp_path / "x.png"))
    drawn = odin(capsys, "show", str(path), *pictures)
    assert drawn.code == 0
    one_line(drawn.err, ["the fonts lack these letters", ": 中文"])
    for puzzle in ("first-steps/1", "vikings/1"):
        booklet = ("-o", str(tmp_path / "b.pdf"), "--title", "☃ Žižkov")
        printed = odin(capsys, "puzzle", "print", puzzle, *booklet)
        assert printed.code == 0
        one_line(printed.err, ["the fonts lack these letters", ": ☃"])
