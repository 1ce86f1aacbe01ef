"""Inputs of a command, what they led to, and which outcomes are failures."""

import base64
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

LONGEST_LINE = 200
"""Most characters of a line on standard error."""

GRACE = 2.0
"""Seconds that an answer may take beyond the time limit of the command."""

WORK = 5.0
"""Seconds for what computes without a time limit of its own; it may be interrupted before."""

INSIDE = (("page",), ("store",), ("site",), ("keys",))
"""First words of cases that are no commands."""

INTERRUPTED = 130
"""Exit code after Ctrl-C."""

CODES = frozenset({0, 1, 2, 3, INTERRUPTED})
"""Exit codes that the documentation describes."""

LINK = b"\0link to "
"""Begins the content of a file that is a symbolic link."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_CHANGING = re.compile(r"'[^']*'|\"[^\"]*\"|\([^()]*\)?|[\d.]+|\S{25,}")


@dataclass(frozen=True)
class FuzzCase:
    """A command line with its files and its standard input.

    Attributes
    ----------
    surface
        What was tried.
    arguments
        Arguments of ``odin``, or of one of `benchmarks.fuzz.inprocess`; files are named relative to
        the folder.
    files
        Contents by name.
    typed
        Standard input.
    seconds
        Time limit that the command was given; 0 if it has none.
    variables
        Environment variables.
    """

    surface: str
    arguments: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    typed: bytes = b""
    seconds: float = 0.0
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_interruptible(self) -> bool:
        """Whether Ctrl-C may end it: a command without a time limit of its own."""
        return self.seconds >= WORK and self.arguments[:1] not in INSIDE

    def text(self) -> str:
        """Return the case as JSON."""
        data = {
            "surface": self.surface,
            "arguments": self.arguments,
            "files": {name: _written(content) for name, content in self.files.items()},
            "typed": _written(self.typed),
            "seconds": self.seconds,
            "variables": dict(self.variables),
        }
        return json.dumps(data, indent=1) + "\n"

    @classmethod
    def read(cls, text: str) -> "FuzzCase":
        """Read what `text` returns."""
        data = json.loads(text)
        return cls(
            data["surface"],
            tuple(data["arguments"]),
            {name: _read(content) for name, content in data["files"].items()},
            _read(data["typed"]),
            data["seconds"],
            data.get("variables", {}),
        )


def _written(content: bytes) -> Any:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def _read(content: Any) -> bytes:
    return content.encode() if isinstance(content, str) else base64.b64decode(content["base64"])


@dataclass(frozen=True)
class CaseOutcome:
    """What a command did.

    Attributes
    ----------
    code
        Exit code; None if it raised an exception or never ended.
    out, err
        Standard output and standard error.
    seconds
        Processor time, with that of its processes that have ended.
    error
        An exception that escaped: type and place.
    traceback
        Its traceback.
    changed
        Files that were there before and are altered or gone.
    left
        Temporary files that remained.
    ended
        False if the process had to be killed or died.
    """

    code: int | None
    out: bytes = b""
    err: bytes = b""
    seconds: float = 0.0
    error: str = ""
    traceback: str = ""
    changed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    ended: bool = True

    @property
    def summary(self) -> str:
        """Exit code and first words of the message, without what the input contributes."""
        lines = self.err.decode("utf-8", "replace").strip().splitlines()
        return f"{self.code} {_general(lines[-1]) if lines else ''}"

    def data(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        return {
            name: value.decode("utf-8", "replace") if isinstance(value, bytes) else value
            for name, value in asdict(self).items()
        }


def failures(case: FuzzCase, outcome: CaseOutcome) -> list[str]:
    """Return what is wrong with an outcome, in words that similar failures share."""
    name = case.surface
    if not outcome.ended:
        return [f"{name}: killed after {case.seconds + GRACE:g} s and more"]
    if outcome.error:
        return [f"{name}: {outcome.error}"]
    wrong = []
    err = outcome.err.decode("utf-8", "replace")
    if outcome.code not in CODES:
        wrong.append(f"{name}: exit code {outcome.code}")
    if "Traceback" in err or "internal error" in err:
        wrong.append(f"{name}: traceback on standard error: {_general(err.splitlines()[-1])}")
    if outcome.code == 2 and not err.strip():
        wrong.append(f"{name}: bad input without a message")
    if outcome.seconds > case.seconds + GRACE:
        wrong.append(f"{name}: late")
    for line in err.splitlines():
        if len(line) > LONGEST_LINE:
            wrong.append(f"{name}: long line: {_general(line)}")
    for stream, raw in (("output", outcome.out), ("error", outcome.err)):
        if _CONTROL.search(raw.decode("utf-8", "replace")):
            wrong.append(f"{name}: control character in standard {stream}")
    if outcome.code == 2 and outcome.changed and not _goes_on(case):
        wrong.append(f"{name}: refused, but changed {', '.join(outcome.changed)}")
    wrong += [f"{name}: leaves {re.sub('[0-9]+', '', name)}" for name in outcome.left]
    return list(dict.fromkeys(wrong))


def _goes_on(case: FuzzCase) -> bool:
    """Whether a command changes files before it meets what it refuses."""
    words = case.arguments
    return words[:1] in (("page",), ("store",)) or "play" in words[:2] or "--batch" in words


def _general(line: str) -> str:
    """Return a line without quoted parts, numbers and long words."""
    return _CHANGING.sub("_", line)[:40]


def printable(argument: str) -> bool:
    """Whether an operating system accepts an argument."""
    try:
        return b"\0" not in argument.encode(sys.getfilesystemencoding(), "surrogateescape")
    except UnicodeEncodeError:
        return False
