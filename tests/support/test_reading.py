"""Reading what somebody else wrote: never too much, always as text."""

import io
import os
import sys
import threading
from pathlib import Path

import pytest

from odin_solver.errors import InputError
from odin_solver.support import reading
from odin_solver.support.reading import LARGEST, LONGEST_LINE, read_line, read_text


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"x" * (LARGEST + 1), "at most 10 MB"),
        ("schema".encode("utf-16"), "UTF-16"),
        (b"\xfe\xff\x00{", "UTF-16"),
        (b"schema\0", "byte 6 is 0"),
        (b"schema\n\xff", "line 2: expected UTF-8 text, got byte 0xff"),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, raw: bytes, problem: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(raw)
    with pytest.raises(InputError, match=rf"^{path}: .*{problem}"):
        read_text(path)


def test_a_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    assert read_text(path) == "one\r\ntwo"


def test_an_endless_device_is_refused() -> None:
    with pytest.raises(InputError, match="/dev/zero: expected at most 10 MB"):
        read_text("/dev/zero")


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=("text",))
    writer.start()
    assert read_text(path) == "text"
    writer.join()


def test_a_slow_writer_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PIPE_SECONDS", 0.01)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    begun = os.open(path, os.O_RDWR)  # it has the pipe open, but has written nothing yet

    def write() -> None:
        os.write(begun, b"text")
        os.close(begun)

    writer = threading.Timer(0.1, write)
    writer.start()
    assert read_text(path) == "text"
    writer.join()


def test_a_pipe_without_a_writer_does_not_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PIPE_SECONDS", 0.05)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(InputError, match=f"^{path}: nobody writes to this pipe$"):
        read_text(path)


@pytest.mark.parametrize("path", ["no\0name", "", "/", "no/such", "\udcff"])
def test_files_that_cannot_be_read(path: str) -> None:
    with pytest.raises(InputError):
        read_text(path)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x\0")))
    with pytest.raises(InputError, match=r"^standard input: .*byte 1 is 0"):
        read_text("-")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^standard input is closed"):
        read_text("-")
    assert read_line() == ""


def test_typed_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = b"show\n" + b"9" * (LONGEST_LINE + 1) + b"\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
    assert read_line() == "show\n"
    with pytest.raises(InputError, match="at most 10000 characters"):
        read_line()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    with pytest.raises(InputError, match="UTF-8"):
        reading.read_line()
