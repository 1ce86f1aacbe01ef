import json
import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from odin_cli.components import boards, tiles
from odin_cli.main import odin
from odin_solver.components import BOARDS, TILES
from odin_solver.errors import InputError
from odin_solver.support.files import write_file


def run(command: click.Command, *arguments: str) -> Result:
    settings = {"COLUMNS": "80", "NO_COLOR": "1"}
    return CliRunner().invoke(odin, [str(command.name), *arguments], env=settings)


def test_all_boards_are_listed_on_one_line_each() -> None:
    result = run(boards)
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 1 + len(BOARDS)
    for name in BOARDS:
        assert name in result.output
    assert "…" not in result.output


def test_all_tiles_are_listed_on_one_line_each() -> None:
    result = run(tiles)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert len(lines) == 1 + len(TILES)
    assert [line.split()[0] for line in lines[1:]] == list(TILES)
    assert "…" not in result.output
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", BOARDS)
def test_one_board(name: str) -> None:
    result = run(boards, name)
    assert result.exit_code == 0
    assert BOARDS[name].name in result.output
    assert f"{-BOARDS[name].printed_negative} if nothing is placed" in result.output


def test_facts_of_a_board() -> None:
    output = run(boards, "Bear-Island").output
    for fact in (
        "1 3 4, then 5",
        "b5 c6 d7",
        "g3: Rune stone, Ore",
        "A, back",
        "knarr or longship",
    ):
        assert fact in output


@pytest.mark.parametrize("name", TILES)
def test_one_tile_shows_its_shape(name: str) -> None:
    result = run(tiles, name)
    assert result.exit_code == 0
    assert sum(line.count("[") for line in result.output.splitlines()) == TILES[name].area


def test_facts_of_a_tile() -> None:
    assert "flax > stockfish > hide > silverware" in run(tiles, "hide").output
    horseshoe = run(tiles, "horseshoe").output
    assert "2 silver" in horseshoe
    assert "can be forged" in horseshoe


def test_json() -> None:
    every = json.loads(run(boards, "--json").output)["boards"]
    assert [each["id"] for each in every] == list(BOARDS)
    assert json.loads(run(boards, "shed", "--json").output)["slots"] == [["wood", 3], ["stone", 3]]
    assert len(json.loads(run(tiles, "--json").output)["tiles"]) == len(TILES)
    assert json.loads(run(tiles, "robe", "--json").output)["area"] == 9


@pytest.mark.slow
def test_pictures(tmp_path: Path) -> None:
    svg, png = tmp_path / "home.svg", tmp_path / "home.png"
    result = run(boards, "home", "--svg", str(svg), "--png", str(png))
    assert result.exit_code == 0
    assert result.output == ""
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert sorted(tmp_path.iterdir()) == [png, svg]


@pytest.mark.parametrize(
    ("command", "wanted", "suggested"),
    [(boards, "shetlnd", "Shetland"), (tiles, "rune_stome", "rune stone")],
)
def test_unknown_ids_get_close_matches(command: click.Command, wanted: str, suggested: str) -> None:
    error = run(command, wanted).exception
    assert isinstance(error, InputError)
    assert f"'{wanted}'" in str(error)
    assert f"did you mean {suggested}" in str(error)
    assert "\n" not in str(error)


def test_pictures_need_one_board(tmp_path: Path) -> None:
    assert isinstance(run(boards, "--svg", str(tmp_path / "x.svg")).exception, InputError)
    assert not list(tmp_path.iterdir())


def test_files_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "x.svg"
    with pytest.raises(InputError, match="nowhere"):
        write_file(missing, "x")
    with pytest.raises(InputError, match="is a directory"):
        write_file(tmp_path, "x")


def test_files_are_replaced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    write_file(path, "old")
    path.chmod(0o640)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(InputError, match="No space left"):
            write_file(path, "new")
    assert path.read_text() == "old"
    write_file(path, b"new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_links_stay_links(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_file(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "x"
