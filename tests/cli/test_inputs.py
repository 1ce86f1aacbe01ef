"""Every command takes the files of the others, or says what they are."""

import json
from pathlib import Path

import pytest

from odin_cli.inputs import load_position
from odin_puzzles.share.codes import share_code
from odin_puzzles.shipped import files_of_pack, pack
from odin_solver.errors import InputError
from odin_solver.game import Game, Options
from odin_solver.game.kernel.play import legal_moves
from odin_solver.game.log import text
from odin_solver.game.positions import position_of
from odin_solver.game.scores.template import score_template
from odin_solver.game.serial import state_data
from odin_solver.game.tables import table_text
from odin_solver.notation import kinds
from odin_solver.notation.kinds import FileKind, position_in, recognised, refuse
from odin_solver.notation.positions import position_data
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def files(tmp_path: Path) -> dict[FileKind, Path]:
    game = Game(Options(), 3)
    game.let_chance_decide()
    game.do(legal_moves(game.state)[0])
    game.let_chance_decide()
    contents = {
        FileKind.LOG: text(game),
        FileKind.STATE: json.dumps({"schema": 1, "state": state_data(game.state)}),
        FileKind.PUZZLE: files_of_pack("first-steps")[0].read_text(encoding="utf-8"),
        FileKind.CODE: share_code(pack("first-steps")[0]),
        FileKind.SCORES: score_template("2026-11-27", "long", "none", ["Ann"]),
        FileKind.TABLE: table_text(game.state, "json"),
        FileKind.POSITION: json.dumps(position_data(position_of(game.state))),
    }
    paths = {kind: tmp_path / f"{kind}.txt" for kind in contents}
    for kind, content in contents.items():
        paths[kind].write_text(content, encoding="utf-8")
    return paths


def test_kinds_are_recognised(files: dict[FileKind, Path]) -> None:
    for kind, path in files.items():
        assert recognised(path.read_text(encoding="utf-8"), "file").kind is kind


@pytest.mark.slow
def test_the_position_of_any_file(capsys: Capsys, files: dict[FileKind, Path]) -> None:
    of_game = load_position(str(files[FileKind.POSITION]))
    assert load_position(str(files[FileKind.LOG])) == of_game
    assert load_position(str(files[FileKind.STATE])) == of_game
    assert load_position(str(files[FileKind.TABLE])) == of_game
    puzzle = pack("first-steps")[0]
    assert load_position(str(files[FileKind.PUZZLE])) == puzzle.position
    assert load_position(str(files[FileKind.CODE])).supply == puzzle.position.supply
    for kind in set(FileKind) - {FileKind.SCORES}:
        assert odin(capsys, "check", str(files[kind])).code == 0
        assert odin(capsys, "show", str(files[kind])).code == 0


@pytest.mark.parametrize(
    ("command", "expected", "taken"),
    [
        (["game", "show"], "expected a game, got a", {FileKind.LOG}),
        (["game", "do", "", "pass"], "expected a game, got a", {FileKind.LOG}),
        (["puzzle", "solve"], "expected a puzzle, got a", {FileKind.PUZZLE, FileKind.CODE}),
        (
            ["plan"],
            "expected a game, got a",
            {FileKind.LOG, FileKind.STATE, FileKind.TABLE, FileKind.POSITION},
        ),
    ],
)
def test_a_file_of_another_kind_is_named(
    capsys: Capsys,
    files: dict[FileKind, Path],
    command: list[str],
    expected: str,
    taken: set[FileKind],
) -> None:
    for kind in set(FileKind) - taken:
        before = files[kind].read_bytes()
        line = [*command[:2], str(files[kind]), *command[3:]]
        result = odin(capsys, *line)
        assert (result.code, result.out) == (2, "")
        one_line(result.err, [f"{expected} {kind}"])
        assert files[kind].read_bytes() == before


def test_text_of_no_kind_is_left_to_the_reader() -> None:
    refuse("{", "file", expected=FileKind.LOG)
    refuse('{"schema": 1}', "file", expected=FileKind.PUZZLE)
    with pytest.raises(InputError, match="neither valid JSON nor TOML"):
        recognised("hello", "file")


def test_a_kind_that_nobody_reads_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    code = share_code(pack("first-steps")[0])
    assert position_in(code, "file").boards
    monkeypatch.delitem(kinds._READERS, FileKind.CODE)
    with pytest.raises(InputError, match="file: expected a position, got a share code"):
        position_in(code, "file")
