"""The editor's screen: keys, mouse, files, searches."""

import json
import os
import pty
import select
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.text import Text

from odin_cli.edit.app import FINDING, FREE, HELD, SEARCHING
from odin_cli.edit.dialogs import KEYS
from odin_cli.edit.files import objections, opened
from odin_solver.notation.examples import example_file
from odin_solver.notation.positions import read_position
from odin_solver.support.language import say, speaking
from tests.cli.edit.screens import LARGE, SMALL, Screen, edit
from tests.cli.process import COMMAND, environment, odin, odin_process, one_line
from tests.profiles import cases
from tests.words.languages import languages

pytestmark = pytest.mark.slow

Capsys = pytest.CaptureFixture[str]
SNAPSHOTS = Path(__file__).parent / "snapshots"

FOURTEEN = (
    "or+++ru++oi++ro+hi+ch+"  # ten in the supply, four on the board
    "si a1\n"
    "sw a2:a4\n"
    "wo b1:c2\n"
    "bt h1:h5\n"
)


@pytest.fixture
def late_home(tmp_path: Path) -> Path:
    path = tmp_path / "late-home.json"
    path.write_text(example_file("late-home").text, encoding="utf-8")
    return path


# --- entering tiles ------------------------------------------------------------------------------


def test_fourteen_tiles_need_few_keys() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.type(FOURTEEN)
        position = screen.app.editor.position
        assert sum(position.supply.values()) == 10
        assert screen.pieces == ["silver", "silverware", "wool", "belt"]
        assert screen.app.editor.violations == []
        # At three keys a second two minutes are 360 keys.
        assert screen.pressed < 80

    edit(scenario)


def test_a_tile_is_taken_moved_turned_and_laid() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.type("sw\n")
        assert screen.app.editor.ghost is not None
        assert "✓ silverware a1:c1: from the box" in screen.message
        await screen.press("r", "right", "left", "enter")
        assert screen.pieces == ["silverware"]
        assert "silverware a1:a3 laid" in screen.message
        # The next name can be typed at once.
        await screen.type("oil\n")
        await screen.press("down", "left")
        assert "a cell is covered already: a1" in screen.message
        assert "×" in screen.text
        await screen.press("enter")
        assert screen.pieces == ["silverware"]
        await screen.press("escape", "ctrl+z")
        assert screen.pieces == []
        await screen.press("ctrl+y")
        assert screen.pieces == ["silverware"]

    edit(scenario)


def test_space_lays_and_keeps_one_in_hand() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.type("si++\n")
        await screen.press("space", "n", "space", "n", "space")
        assert screen.pieces == ["silver"] * 3
        assert screen.app.editor.position.supply == {}
        assert screen.app.editor.ghost is not None

    edit(scenario)


def test_pieces_are_lifted_by_key() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.type("belt a1:a5\n")
        await screen.press("tab", "enter")
        assert screen.pieces == []
        assert screen.app.editor.ghost is not None
        await screen.press("right", "enter", "tab", "delete")
        assert screen.app.editor.position.supply == {"belt": 1}
        await screen.press("delete")
        assert "no piece lies here" in screen.message
        await screen.press("o")  # letters go to the finder
        assert screen.text.count("Oil") == 1

    edit(scenario)


def test_typing_errors_are_shown() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.type("robe a1:a2\n")
        assert "expected 9 cells, got 2" in screen.message
        await screen.type("qqq\n")
        assert screen.app.editor.ghost is None
        assert screen.pieces == []

    edit(scenario)


def test_the_mouse_takes_moves_lays_turns_and_lifts() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.click("#tiles", 5, 1)  # hide
        await screen.hover_cell("c5")
        ghost = screen.app.editor.ghost
        assert ghost is not None
        assert ghost.middle == (2, 7)
        await screen.click_cell("c5", button=3)
        turned = screen.app.editor.ghost
        assert turned is not None
        assert turned.size == (1, 3)
        await screen.click_cell("c5")
        assert screen.pieces == ["hide"]
        assert screen.app.editor.ghost is None
        await screen.click_cell("c5")
        assert screen.pieces == []
        assert screen.app.editor.ghost is not None
        await screen.press("escape")
        await screen.click("#tiles", 22, 1)
        assert screen.app.editor.position.supply == {"hide": 2}
        await screen.click("#tiles", 18, 1)
        assert screen.app.editor.position.supply == {"hide": 1}

    edit(scenario)


# --- boards and facts ----------------------------------------------------------------------------


def test_boards_are_added_shown_and_removed() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.press("f3", "down", "down", "down", "plus")
        assert screen.app.editor.state is not None
        assert screen.app.editor.state.id == "iceland"
        for _ in range(4):
            await screen.press("down")
        await screen.press("plus")
        await screen.shows("two sides of one board")
        await screen.press("enter")
        assert "Iceland" in screen.text
        await screen.press("[")
        assert screen.app.editor.board == 0
        await screen.click("#tabs", 17, 0)
        assert screen.app.editor.board == 1
        await screen.press("f3", "down", "down", "down", "minus", "escape")
        assert len(screen.app.editor.position.boards) == 1

    edit(scenario)


def test_slots_of_buildings() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.press("f3", "up", "end", *["down"] * 13, "plus", "enter")
        assert screen.app.editor.state is not None
        assert screen.app.editor.state.id == "shed"
        await screen.type("wd\n")
        await screen.press("enter")
        assert screen.pieces == ["wood"]
        await screen.press("tab", "delete")
        assert screen.pieces == []

    edit(scenario)


def test_facts_of_a_position() -> None:
    async def scenario(screen: Screen) -> None:
        await screen.press("f4")
        await screen.type("Mine")
        await screen.press("tab", "tab", "enter", *["down"] * 5, "enter", "f4")
        position = screen.app.editor.position
        assert (position.title, position.round) == ("Mine", 5)
        assert "round 5 of 7" in screen.text
        await screen.press("ctrl+z")
        assert screen.app.editor.position.title == ""

    edit(scenario)


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["new.json", "new.toml"])
def test_a_new_file_is_saved_in_its_format(tmp_path: Path, name: str) -> None:
    path = tmp_path / name

    async def scenario(screen: Screen) -> None:
        assert "is a new file" in screen.message
        await screen.type("oil 2\n")
        await screen.press("ctrl+s")
        await screen.shows("saved into")
        assert not screen.app.editor.history.changed

    app = edit(scenario, path)
    assert read_position(path) == app.editor.position
    text = path.read_text(encoding="utf-8")
    assert (tomllib.loads if name.endswith("toml") else json.loads)(text)["supply"] == {"oil": 2}


def test_another_file_is_overwritten_only_after_a_question(late_home: Path) -> None:
    other = late_home.with_name("other.json")
    other.write_text("precious", encoding="utf-8")

    async def scenario(screen: Screen) -> None:
        await screen.press("f2")
        screen.fill(str(other))
        await screen.press("enter")
        await screen.shows("Replace it?")
        await screen.press("enter")  # No comes first
        assert other.read_text(encoding="utf-8") == "precious"
        await screen.press("f2")
        screen.fill(str(other))
        await screen.press("enter", "right", "enter")
        await screen.shows("saved into")

    app = edit(scenario, late_home)
    assert read_position(other) == app.editor.position


def test_changes_by_others_and_comments_are_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('# mine\nschema = 1\n[[boards]]\nboard = "home"\n', encoding="utf-8")

    async def scenario(screen: Screen) -> None:
        await screen.type("oil+")
        await screen.press("ctrl+s")
        await screen.shows("Comments in this file are not kept")
        await screen.press("escape")
        await screen.until(lambda: len(screen.app.screen_stack) == 1)
        assert path.read_text(encoding="utf-8").startswith("# mine")
        path.write_text("changed", encoding="utf-8")
        await screen.press("ctrl+s")
        await screen.shows("was changed by another program")
        await screen.press("enter")
        assert path.read_text(encoding="utf-8") == "changed"
        screen.app._discarded = True

    edit(scenario, path)


def test_nothing_is_lost_if_saving_fails(tmp_path: Path) -> None:
    path = tmp_path / "no" / "x.json"

    async def scenario(screen: Screen) -> None:
        await screen.type("oil+")
        await screen.press("f2")
        screen.fill(str(path))
        await screen.press("enter")
        await screen.shows("not saved: cannot write")
        assert screen.app.editor.history.changed

    edit(scenario)


def test_quitting_asks_about_unsaved_changes(late_home: Path) -> None:
    before = late_home.read_text(encoding="utf-8")

    async def scenario(screen: Screen) -> None:
        await screen.type("oil+")
        await screen.press("ctrl+q")
        await screen.shows("unsaved changes")
        await screen.press("right", "right", "enter")
        assert screen.app._exit is False
        await screen.press("ctrl+q")
        await screen.shows("unsaved changes")
        await screen.press("right", "enter")
        assert screen.app._exit is True

    app = edit(scenario, late_home)
    assert app.rescue() is None
    assert late_home.read_text(encoding="utf-8") == before


def test_quitting_can_save(late_home: Path) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.type("oil+")
        await screen.press("ctrl+q")
        await screen.shows("unsaved changes")
        await screen.press("enter")
        assert screen.app._exit is True

    edit(scenario, late_home)
    assert read_position(late_home).supply["oil"] == 3


def test_unsaved_changes_are_rescued(late_home: Path) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.type("oil+")

    app = edit(scenario, late_home)
    names = [app.rescue(), app.rescue()]
    assert [path and path.name for path in names] == [
        "late-home.rescued-1.json",
        "late-home.rescued-2.json",
    ]
    assert names[0] is not None
    assert read_position(names[0]).supply["oil"] == 3


def test_games_are_opened_as_new_positions(capsys: Capsys, tmp_path: Path) -> None:
    game = tmp_path / "x.log"
    odin(capsys, "game", "new", "--seed", "1", "-o", str(game))
    document = opened(str(game))
    assert document.path is None
    assert document.position.boards


def test_line_ends_are_no_change(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b'{"schema": 1,\r\n "supply": {"oil": 1}}\r\n')
    assert objections(opened(str(path)), path) == []


def test_illegal_positions_open_with_their_violations(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    text = 'schema = 1\n[[boards]]\nboard = "home"\nplaced = ["ore h8", "ore h8"]\n'
    path.write_text(text, encoding="utf-8")

    async def scenario(screen: Screen) -> None:
        assert "not legal" in screen.message
        await screen.press("f5")
        assert "×" in screen.message

    edit(scenario, path)


def test_pictures_are_drawn(late_home: Path) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.press("f7", "enter")
        await screen.until(lambda: "picture in" in screen.message)

    edit(scenario, late_home)
    assert late_home.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_letters_that_the_fonts_lack_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(
        '{"schema": 1, "title": "中", "boards": [{"board": "stone_house"}]}', encoding="utf-8"
    )

    async def scenario(screen: Screen) -> None:
        await screen.press("f7", "enter")
        await screen.until(lambda: "the fonts lack these letters" in screen.message)
        assert "picture in" in screen.message

    edit(scenario, path)
    assert path.with_suffix(".png").exists()


# --- searches ------------------------------------------------------------------------------------


def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(
        '{"schema": 1, "round": 7, "boards": [{"board": "stone_house"}],'
        '"supply": {"wood": 1, "oil": 1, "chest": 1}}',
        encoding="utf-8",
    )
    return path


def test_a_solution_is_accepted_piece_by_piece(tmp_path: Path) -> None:
    async def scenario(screen: Screen) -> None:
        before = screen.app.editor.position
        await screen.press("f5")
        assert "Best" in screen.message
        await screen.until(lambda: "Proven best" in screen.text)
        assert "wood" in screen.text
        await screen.press("enter")
        assert len(screen.pieces) == 1
        await screen.press("a")
        assert len(screen.pieces) == 3
        assert screen.app.editor.position.supply == {}
        await screen.press("ctrl+z", "ctrl+z")
        assert screen.app.editor.position == before

    edit(scenario, small(tmp_path))


def test_a_search_can_be_stopped_and_closed(late_home: Path) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.press("f5")
        await screen.until(lambda: "at most" in screen.text)
        await screen.press("s")
        await screen.until(lambda: "Best found" in screen.text or "Proven" in screen.text)
        await screen.press("escape")
        assert screen.app.editor.position == read_position(late_home)
        await screen.press("f5", "escape")
        await screen.type("ro")  # the keys work at once
        assert "Robe" in screen.text

    edit(scenario, late_home)


@pytest.mark.nightly
def test_hints_of_all_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    async def scenario(screen: Screen) -> None:
        await screen.press("f6", "2")
        await screen.until(lambda: "Thinking" not in screen.text)
        first = screen.text
        await screen.press("f6")
        await screen.until(lambda: "Thinking" not in screen.text and screen.text != first)
        await screen.press("l")
        assert len(screen.pieces) == 1
        await screen.press("f6", "4")
        await screen.until(lambda: "Thinking" not in screen.text)
        await screen.press("l", "a")
        assert len(screen.pieces) == 3

    edit(scenario, small(tmp_path))


# --- how it looks --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("start", []),
        ("held", ["r", "o", "enter"]),
        ("refused", ["r", "o", "enter", *["down"] * 9]),
        ("help", ["f1"]),
        ("boards", ["f3"]),
        ("facts", ["f4"]),
        ("quit", ["o", "i", "plus", "ctrl+q"]),
    ],
)
def test_screens(late_home: Path, size: tuple[int, int], name: str, keys: list[str]) -> None:
    async def scenario(screen: Screen) -> None:
        await screen.press(*keys)
        path = SNAPSHOTS / f"{name}-{size[0]}x{size[1]}.txt"
        if os.environ.get("RENEW_PICTURES"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{screen.text.rstrip()}\n", encoding="utf-8")
        kept = path.read_text(encoding="utf-8")
        with suppress(AssertionError):  # the comparison below says more
            await screen.until(lambda: f"{screen.text.rstrip()}\n" == kept)
        assert f"{screen.text.rstrip()}\n" == kept

    edit(scenario, late_home, size)


keys = st.lists(
    st.sampled_from(
        [
            *["a", "o", "i", "r", "f", "n", "p", "b", "1", "space", "plus", "minus", "[", "]"],
            *["up", "down", "left", "right", "enter", "escape", "tab", "delete", "backspace"],
            *["f1", "f3", "f4", "f8", "ctrl+z", "ctrl+y", "colon"],
        ]
    ),
    max_size=40,
)


@settings(max_examples=cases(5), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(keys)
def test_any_keys(late_home: Path, chosen: list[str]) -> None:
    before = late_home.read_bytes()

    async def scenario(screen: Screen) -> None:
        await screen.press(*chosen)
        assert {each.rule for each in screen.app.editor.violations} <= {"income order"}
        while len(screen.app.screen_stack) > 1:
            await screen.press("escape")
        for _ in chosen:
            await screen.press("ctrl+z")
        assert screen.app.editor.position == read_position(late_home)

    edit(scenario, late_home)
    assert late_home.read_bytes() == before


@pytest.mark.parametrize("language", languages())
def test_keys_fit_the_small_screen_in_every_language(late_home: Path, language: str) -> None:
    async def scenario(screen: Screen) -> None:
        assert say("Help") in screen.text
        assert f"f6 {say('Hint')}" in screen.text.splitlines()[-1]
        for keys in (HELD, FREE, FINDING, SEARCHING):
            assert len(say(keys)) <= SMALL[0] - 2
        await screen.press("f1")
        lines = screen.text.splitlines()
        places = set()
        for row in KEYS[0][1:]:
            key, meaning = (Text.from_markup(say(text)).plain for text in row)
            (line,) = (line for line in lines if f" {meaning} " in line)
            places.add((line.index(f"   {key} "), line.index(f" {meaning} ")))
        assert len(places) == 1

    with speaking(language):
        edit(scenario, late_home)


# --- the command ---------------------------------------------------------------------------------


def test_without_a_terminal_it_is_one_line(capsys: Capsys, late_home: Path) -> None:
    result = odin(capsys, "edit", str(late_home))
    assert result.code == 2
    one_line(result.err, ["odin edit: expected a terminal as standard output and error"])
    assert odin_process("edit", str(late_home)).code == 2


def test_bad_files_are_one_line_and_stay(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"schema": 1, "round": 9}', encoding="utf-8")
    code, shown = in_terminal(["edit", str(path)])
    assert code == 2
    assert "x.json: round: expected" in shown.replace("\r\n", "")
    assert path.read_text(encoding="utf-8") == '{"schema": 1, "round": 9}'


def test_it_runs_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    typed = iter([b"oil++"])

    def press(shown: bytes) -> bytes:
        if b"Home board" not in shown:
            return b""
        saved = path.exists() and read_position(path).supply == {"oil": 2}
        return next(typed, b"\x11" if saved else b"\x13")

    code, shown = in_terminal(["edit", str(path)], press)
    assert code == 0
    assert "Home board" in shown


def in_terminal(
    arguments: list[str], press: Callable[[bytes], bytes] = lambda shown: b""
) -> tuple[int, str]:
    """Run a command in a terminal of its own; when it is quiet, press keys for what it shows."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(environment(TERM="xterm-256color", LINES="24"))
        os.execv(sys.executable, [*COMMAND, *arguments])
    shown = b""
    with suppress(OSError):  # as the command has ended
        while True:
            if select.select([terminal], [], [], 0.2)[0]:
                if not (part := os.read(terminal, 65536)):
                    break
                shown += part
            else:
                os.write(terminal, press(shown))
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode(errors="replace")


def test_tiles_of_ones_own_are_found_laid_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    tee = {"cells": ["XXX", ".X."], "name": "Tee"}
    data = {"schema": 1, "tiles": {"T": tee}, "supply": {"T": 1}, "boards": [{"board": "home"}]}
    path.write_text(json.dumps(data), encoding="utf-8")

    async def scenario(screen: Screen) -> None:
        assert "Tee" in screen.text
        await screen.type("tee 3\n")
        assert screen.app.editor.position.supply == {"T": 3}
        await screen.type("T k7 j7 i7 j6\n")
        assert screen.pieces == ["T"]
        assert screen.app.editor.violations == []

    edit(scenario, path)
