"""The folder of a run: a file for every puzzle, and a log of all attempts."""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from odin_puzzles.files import puzzle_text
from odin_puzzles.puzzle import Spec
from odin_solver.errors import InputError
from odin_solver.support.decoding import decode
from odin_solver.support.files import append, locked, write_whole, writing
from odin_solver.support.language import mark, say
from odin_solver.support.reading import LARGEST, decoded

LOG = ".odin-puzzles.jsonl"
"""The log of a run: the specification, then a line for every finished attempt.

Lines are only appended. When a run is resumed, a last line cut off by a crash is dropped and its
attempt repeated; other lines that are no attempts are refused. The log holds the whole puzzles, so
that their files can be written again.
"""


class Attempt(NamedTuple):
    """Result of an attempt: the data of a puzzle, or None and perhaps one that misses the aim.

    `missed` has how far that is from what is wanted, and its data; no log keeps it. An attempt that
    has not `ended` may still come nearer.
    """

    number: int
    puzzle: dict[str, Any] | None
    missed: tuple[float, dict[str, Any]] | None = None
    ended: bool = True


class BatchFolder(ExitStack):
    """A folder that a run writes to, locked while it is open.

    Parameters
    ----------
    path
        The folder, created if necessary.
    run
        Identity of the run: the log of another run is refused.

    Raises
    ------
    InputError
        If the folder cannot be written, belongs to another run, or is in use.
    """

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        super().__init__()
        self.path = path
        with writing(path):
            path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:
            opened.enter_context(locked(path / LOG, seconds=0))
            with writing(path):
                self._log = opened.enter_context(open(path / LOG, "a+b", buffering=0))
            self.known = self._open(dict(run))
            self.push(opened.pop_all())

    def _open(self, run: dict[str, Any]) -> dict[int, Attempt]:
        lines, whole = self._read()
        if not lines:
            self._log.truncate(0)
            self._append(run)
            return {}
        if lines[0] != run:
            raise InputError.said(
                "{path} belongs to another run: {differences}; repeat that command or choose "
                "another directory",
                path=self.path,
                differences=_differences(lines[0], run),
            )
        self._log.truncate(whole)
        return {each["attempt"]: Attempt(each["attempt"], each["puzzle"]) for each in lines[1:]}

    def _read(self) -> tuple[list[Any], int]:
        """Return the complete lines of the log, and their length in bytes."""
        lines: list[Any] = []
        whole = 0
        log = open(self._log.fileno(), "rb", closefd=False)  # noqa: SIM115  (it stays open)
        log.seek(0)
        while (raw := log.readline(LARGEST + 1)).endswith(b"\n"):
            at = f"{self.path / LOG}: line {len(lines) + 1}"
            line = decode(decoded(raw, at), at, mark("an attempt"))
            if lines and not _is_attempt(line):
                raise InputError.said(
                    "{at}: expected an attempt of this run, got {line!r}", at=at, line=line
                )
            lines.append(line)
            whole += len(raw)
        if len(raw) > LARGEST:
            raise InputError.said(
                "{path}: line {line}: expected a shorter line",
                path=self.path / LOG,
                line=len(lines) + 1,
            )
        return lines, whole

    def add(self, attempt: Attempt) -> None:
        """Append an attempt to the log."""
        self._append({"attempt": attempt.number, "puzzle": attempt.puzzle})

    def write(self, name: str, data: Mapping[str, Any]) -> Path:
        """Write a puzzle unless its file exists already."""
        target = self.path / name
        text = puzzle_text(data)
        with writing(target):
            if not target.is_file() or target.read_bytes() != text.encode():
                write_whole(target, text)
        return target

    def _append(self, entry: Mapping[str, Any]) -> None:
        with writing(self.path / LOG):
            append(self._log, json.dumps(entry, separators=(",", ":")).encode() + b"\n")


def _is_attempt(line: object) -> bool:
    match line:
        case {"attempt": int(number), "puzzle": None | {}, **rest}:
            return number >= 0 and number is not True and not rest
    return False


def file_name(spec: Spec, seed: int, attempt: int) -> str:
    """Return the name of a puzzle's file: kind, board, seed and number of the attempt."""
    return f"{spec.kind}-{spec.board}-{seed}-{attempt:06}.json"


def _differences(former: object, now: Mapping[str, Any]) -> str:
    if not isinstance(former, dict):
        return say("its log is not readable")
    differences = [
        say("{key} {former} instead of {now}", key=key, former=former.get(key), now=now.get(key))
        for key in now
        if former.get(key) != now.get(key)
    ]
    return ", ".join(differences) or say("its log is not readable")
