"""``odin table edit`` in a terminal: keys are counted, answers are corrected in place."""

import os
import pty
import re
import signal
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select

import pytest

from odin_cli import tables
from odin_solver.notation.examples import example_file
from odin_solver.planner.reading import read_state
from odin_solver.support.files import CannotWrite, write_whole
from tests.cli.process import COMMAND, Result, environment, odin_process, odin_typed
from tests.game.test_table_entry import seen
from tests.timing import HANGING
from tests.words.languages import ROOT

ROUND_4 = {
    "en": """4
182;99 136
b4;g1k3c2t2j3
0302 0202 1222 2312
001;;01
pe fl be gr ca fr sf sm oi;0017;1140
1001
wo a1
iceland si a5d3d2f3d6d7e6 wo a2 or d1 hi e1:3 oi g2:3 b6:7 fh b1r0 ru e4:5
010


""",
    "cs": """4
182;99 136
b4;g1k3c2t2j3
0302 0202 1222 2312
001;;01
hr le fa ob ze oo sr sm ol;0017;1140
1001
vl a1
island st a5d3d2f3d6d7e6 vl a2 ru d1 us e1:3 ol g2:3 b6:7 kk b1r0 rk e4:5
010


""",
}
"""All keys for the example ``table-round-4``: two boards, a house, supply, cards, ships."""

ERASED = "\x7f"


class Terminal:
    """A terminal of 80 columns in which ``odin`` runs."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process, self._master = process, master
        self.screen = ""
        self._waited = 0

    def wait_for(self, text: str) -> None:
        """Read until a text is shown after what has been waited for."""
        while (at := self.screen.find(text, self._waited)) < 0:
            assert self._read(), self.screen
        self._waited = at + len(text)

    def press(self, keys: str) -> None:
        """Press keys; Enter for each end of a line."""
        os.write(self._master, keys.replace("\n", "\r").encode())

    def end(self) -> int:
        """Read until the command has ended; return its exit code."""
        while self._read():
            pass
        return self.process.wait(HANGING)

    def _read(self) -> bool:
        ready, _, _ = select([self._master], [], [], HANGING)
        assert ready, self.screen
        try:
            read = os.read(self._master, 4096)
        except OSError:  # the other side is closed
            return False
        self.screen += read.decode(errors="replace")
        return bool(read)


@contextmanager
def terminal(*arguments: str, language: str = "en") -> Iterator[Terminal]:
    """Run a command line in a terminal."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(COLUMNS="80", TERM="xterm", ODIN_LANGUAGE=language),
        start_new_session=True,
    ) as process:
        os.close(slave)
        try:
            yield Terminal(process, master)
        finally:
            process.kill()
            os.close(master)


@pytest.mark.slow
@pytest.mark.parametrize("language", ROUND_4)
def test_a_table_of_round_4_takes_200_keys(tmp_path: Path, language: str) -> None:
    table, keys = tmp_path / "t.toml", ROUND_4[language]
    assert len(keys) <= 200
    with terminal("table", "edit", str(table), language=language) as shown:
        shown.wait_for("1 ")
        shown.press(keys)
        assert shown.end() == 0
    wanted = read_state(example_file("table-round-4").text, "example")
    assert seen(read_state(table.read_text(encoding="utf-8"), "t.toml")) == seen(wanted)


@pytest.mark.slow
def test_answers_are_corrected_in_place_and_gone_back_to(tmp_path: Path) -> None:
    table = tmp_path / "t.toml"
    with terminal("table", "edit", str(table)) as shown:
        shown.wait_for("1 game: ")
        shown.press("3;short\n")
        shown.wait_for("2 cards: ")
        shown.press("-\n")
        shown.wait_for("3 spaces: ")
        shown.press("b4;g1 zz\n")
        shown.wait_for("unknown action space 'zz'")
        shown.wait_for("3 spaces: b4;g1 zz")  # to be corrected
        shown.press(f"{2 * ERASED}k3\n")
        shown.wait_for("4 strips: ")
        shown.press("<\n")
        shown.wait_for("3 spaces: b4; g1 k3")  # what is entered, to be changed
        shown.press(" c2\n")
        shown.wait_for("c2 Carve a rune stone")
        shown.wait_for("4 strips: ")
        shown.press("game: 4\n")  # without going there
        shown.wait_for("round: 4")
        shown.wait_for("4 strips: ")
        shown.press("0302\n-\n2 peas\n\n\n\n")
        shown.wait_for("Enter writes it")
        assert "used in the round before: g1 Hunting game" in shown.screen
        shown.press("6\n")
        shown.wait_for("6 supply: 2 peas")
        shown.press(" oil 3\n")
        shown.wait_for("No: goods")  # of which are there 2?
        shown.wait_for("6 supply: 2 peas oil 3")
        shown.press(f"{6 * ERASED}, oil;0 0 0 11\n")
        shown.wait_for("Enter writes it")
        shown.press("\n")
        assert shown.end() == 0
    state = read_state(table.read_text(encoding="utf-8"), "t.toml")
    assert (state.round, state.options.length) == (4, "short")
    assert state.blocked == {"hunting_game_1", "fruits_oil_salt_meat", "craft_rune_stone"}
    assert state.supply == {"peas": 2, "oil": 1, "silver": 11}


@pytest.mark.slow
@pytest.mark.parametrize("ends", ["\x04", "ctrl-c"])
def test_nothing_is_saved_before_the_end(tmp_path: Path, ends: str) -> None:
    table = tmp_path / "t.toml"
    table.write_text(example_file("table-round-2").text, encoding="utf-8")
    before = table.read_bytes()
    with terminal("table", "edit", str(table)) as shown:
        shown.wait_for("1 game: ")
        shown.press("3\n")
        shown.wait_for("2 cards: ")
        if ends == "ctrl-c":
            shown.process.send_signal(signal.SIGINT)
            shown.press("\n")  # Python hears a signal that comes just before it waits only then
        else:
            shown.press(ends)
        assert shown.end() == (130 if ends == "ctrl-c" else 2)
    assert "nothing is saved, it is as it was" in " ".join(shown.screen.split())
    assert table.read_bytes() == before


def typed(table: Path, *lines: str) -> Result:
    """Edit a table from standard input that is no terminal."""
    return odin_process("table", "edit", str(table), stdin="".join(f"{line}\n" for line in lines))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["t.toml", "t.json"])
def test_a_table_is_entered_and_changed(tmp_path: Path, name: str) -> None:
    table = tmp_path / name
    new = typed(
        table,
        *("2;short", "-", ";zz", ";t2", "zz", "0302 1222", "001", "3 silver;;1"),
        *("3 silver;;1000", "", "wool a1"),
        *("", "", ""),
    )
    assert new.code == 0, new.err
    assert "No: used in the round before: unknown action space 'zz'" in new.err
    assert "No: strips: expected wood, stone, ore and silver" in new.err
    assert new.err.endswith(f"{name}: table saved\n")
    state = read_state(table.read_text(encoding="utf-8"), name)
    assert (state.round, state.longships, state.has("silver")) == (2, (0,), 3)
    again = typed(table, *[""] * 9, "supply: ;0005", "")
    assert again.code == 0
    changed = read_state(table.read_text(encoding="utf-8"), name)
    assert changed.supply == {"silver": 5, "bow": 1}
    assert changed.boards == state.boards


def test_what_a_full_disk_does_not_take_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tries = tmp_path / "t.toml", list[str]()
    table.write_text(example_file("table-round-4").text, encoding="utf-8")

    def full_at_first(path: str, text: str) -> None:
        tries.append(text)
        if len(tries) == 1:
            raise CannotWrite(f"cannot write {path}: No space left on device")
        write_whole(path, text)

    monkeypatch.setattr(tables, "write_file", full_at_first)
    result = odin_typed("table", "edit", str(table), stdin="\n" * 14)
    assert (result.code, len(tries)) == (0, 2), result.err
    assert "No space left on device" in " ".join(result.err.split())
    assert table.read_text(encoding="utf-8") == tries[0]


@pytest.mark.slow
def test_what_is_missing_is_asked_again_and_not_written(tmp_path: Path) -> None:
    table = tmp_path / "t.toml"
    result = typed(table, "3", *[""] * 8, "-", "-", ";-")
    assert result.code == 2
    for word in ("hand", "ships", "blocked", "strips"):
        assert f"No: {word}: " in result.err
    assert result.err.splitlines()[-1] == f"odin: {table}: nothing is saved"
    assert not table.exists()


def test_a_table_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    table = tmp_path / "t.toml"
    table.write_text('schema = 1\nused = ["zz"]\n', encoding="utf-8")
    result = typed(table, "")
    assert result.code == 2
    assert result.err == f"odin: {table}: spaces: unknown action space 'zz'\n"
    assert table.read_text(encoding="utf-8") == 'schema = 1\nused = ["zz"]\n'


@pytest.mark.slow
def test_the_documentation_shows_what_is_printed(tmp_path: Path) -> None:
    keys = ROUND_4["en"]
    table = str(tmp_path / "table.toml")
    printed = odin_process("table", "edit", table, stdin=keys, COLUMNS="80").err
    for at, line in enumerate(keys.splitlines()[:-2], 1):
        printed = re.sub(
            rf"^({at} [\w ]+:) ?$", rf"\1 {line}", printed, count=1, flags=re.MULTILINE
        )
    text = (ROOT / "docs" / "at-the-table.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n(.*?)\n```", text, re.DOTALL)
    parts = block.split("\n...\n")
    assert len(parts) == 3
    for part in parts:
        assert part in printed.replace(": \n", ":\n")
