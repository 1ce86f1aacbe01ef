"""Files are written as a whole or not at all."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from odin_solver.errors import InputError
from odin_solver.support.files import PAGE, TEMPORARY, append, extend_file, lines_into, write_whole
from tests.timing import HANGING


@pytest.mark.parametrize("data", ["ä\r\nb\n", b"\xff\x00"])
def test_text_and_bytes_are_written_as_they_are(tmp_path: Path, data: bytes | str) -> None:
    write_whole(tmp_path / "x", data)
    expected = data.encode() if isinstance(data, str) else data
    assert (tmp_path / "x").read_bytes() == expected


def test_new_files_have_the_usual_permissions_and_old_ones_keep_theirs(tmp_path: Path) -> None:
    path = tmp_path / "x"
    mask = os.umask(0o027)
    try:
        write_whole(path, "new")
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o600)
    write_whole(path, "newer")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_was_there_stays_if_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "x"
    write_whole(path, "old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_lines_are_all_written_or_none(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with lines_into(path) as write:
        write("one")
        write("two")
        assert not path.exists()
    assert path.read_text() == "one\ntwo\n"
    with suppress(KeyboardInterrupt), lines_into(path) as write:
        write("three")
        raise KeyboardInterrupt
    assert path.read_text() == "one\ntwo\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="needs a device that is full")
def test_lines_that_a_full_disk_does_not_take_are_told_with_the_path() -> None:
    with (
        pytest.raises(InputError, match="cannot write /dev/full: No space left"),
        lines_into("/dev/full") as write,
    ):
        write("x" * 100_000)
    with (
        pytest.raises(InputError, match="cannot write /dev/full: No space left"),
        lines_into("/dev/full") as write,
    ):
        write("x")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of the size of files")
def test_what_is_appended_is_whole_or_not_there(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "x"
    path.write_bytes(b"a\n")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with open(path, "a+b", buffering=0) as file:
            resource.setrlimit(resource.RLIMIT_FSIZE, (5, limits[1]))
            with pytest.raises(OSError, match="No space left"):
                append(file, b"bcdef\n")
            append(file, b"g\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert path.read_bytes() == b"a\ng\n"


def test_an_interrupt_keeps_what_is_appended_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    path = tmp_path / "x.jsonl"
    with open(path, "a+b", buffering=0) as file, pytest.raises(KeyboardInterrupt):
        append(file, b"whole\n")
    assert path.read_bytes() == b"whole\n"


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    write_whole(pipe, "through")
    reader.join(timeout=HANGING)
    assert got == ["through"]
    assert pipe.is_fifo()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "x")


def test_only_own_temporary_files_of_killed_processes_are_removed(tmp_path: Path) -> None:
    target = tmp_path / "game.log"
    ended = [sys.executable, "-c", "import os; print(os.getpid())"]
    process = int(subprocess.run(ended, capture_output=True, check=True).stdout)
    gone = tmp_path / f".game.log.{process}.x{TEMPORARY}"
    kept = [
        tmp_path / name
        for name in (
            f".game.log.{os.getpid()}.x{TEMPORARY}",
            f".other.log.{process}.x{TEMPORARY}",
            ".game.log.swp",
            f".game.log.mine.x{TEMPORARY}",
        )
    ]
    for path in (gone, *kept):
        path.touch()
    write_whole(target, "moves")
    assert sorted(tmp_path.iterdir()) == sorted([target, *kept])


@pytest.mark.parametrize(
    ("old", "new", "appended"),
    [
        ("a\n", "a\nb\n", True),
        ("a\n", "b\n", False),
        ("a\n", "a\n", False),
        ("ä", "äö", True),
        ("x" * (PAGE - 2), "x" * PAGE, True),
        ("x" * (PAGE - 2), "x" * (PAGE + 1), False),
        ("x" * PAGE, "x" * PAGE + "y", True),
    ],
)
def test_what_comes_behind_is_appended_within_a_page(
    tmp_path: Path, old: str, new: str, appended: bool
) -> None:
    path = tmp_path / "x"
    write_whole(path, old)
    before = path.stat().st_ino
    with path.open("rb") as held:  # so that the number of the old file is not used again
        extend_file(path, old, new)
        assert (path.stat().st_ino == before) == appended
        assert held.read() == (new if appended else old).encode()
    assert path.read_text(encoding="utf-8") == new


def test_a_file_that_is_not_as_it_was_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "x"
    extend_file(path, "a", "ab")
    assert path.read_text() == "ab"
    write_whole(path, "something else")
    extend_file(path, "ab", "abc")
    assert path.read_text() == "abc"


def test_nothing_is_appended_if_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    write_whole(path, "old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(InputError, match="No space left"):
            extend_file(path, "old", "older")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
