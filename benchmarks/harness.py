"""What the benchmarks share: runs that go on where they were stopped, a clock, means, tables.

A benchmark is a function that measures one task, such as a setting and a seed. `carry_out` calls it
for every task that its file does not hold yet, in processes or on a cluster, and adds a line of
JSON to the file as each ends. Tasks with the same seed are compared by `paired`.
"""

import hashlib
import importlib
import math
import os
import platform
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

import click
import msgspec
from rich.console import Console
from rich.progress import track

import odin_puzzles
import odin_solver
from odin_solver.errors import InputError
from odin_solver.support.files import locked
from odin_solver.support.parallel import parallel_map

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
"""Small tables that the documentation quotes; files of runs (``*.jsonl``) are not committed."""

PACKAGES = ("ortools", "highspy", "numpy")
"""The packages whose versions are recorded."""

STOPPED = 130
"""Exit code after Ctrl-C."""

Task = TypeVar("Task", bound=tuple[Any, ...])
Row = TypeVar("Row")
Key = TypeVar("Key")


class BenchmarkSession(msgspec.Struct, frozen=True, tag="session"):
    """One call of a command, with which its runs begin in a file."""

    date: str
    command: str
    commit: str
    machine: str
    load: float


class KeptRun(msgspec.Struct, frozen=True, tag="run"):
    """A run in a file: its task, the version of the code (`code_version`), what was measured."""

    task: msgspec.Raw
    code: str
    row: msgspec.Raw


@dataclass
class BenchmarkRuns(Generic[Task, Row]):
    """What was measured: a row for each task, messages of those that failed."""

    rows: dict[Task, Row] = field(default_factory=dict)
    failures: dict[Task, str] = field(default_factory=dict)
    sessions: list[BenchmarkSession] = field(default_factory=list)
    stopped: bool = False

    @property
    def exit_code(self) -> int:
        """0; 1 if a task failed; 130 after Ctrl-C."""
        return STOPPED if self.stopped else int(bool(self.failures))


def carry_out(
    measure: Callable[..., Row],
    tasks: Iterable[Task],
    kind: type[Row],
    *,
    out: Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    any_code: bool = False,
) -> BenchmarkRuns[Task, Row]:
    """Measure all tasks that a file does not hold yet.

    Ctrl-C ends the work; the same call with the same file continues. An exception of a task is told
    in a line, and the task is tried again by the next call.

    Parameters
    ----------
    measure
        A function of a module that processes can import.
    tasks
        Its arguments; the order is that in which they are begun.
    kind
        What it returns.
    out
        The file; None keeps nothing.
    jobs, cluster
        See `odin_solver.support.parallel.parallel_map`.
    any_code
        Whether runs of other versions of the code count, too.

    Raises
    ------
    InputError
        If the file cannot be written, is in use, or has an invalid line.
    """
    wanted = list(dict.fromkeys(tasks))
    found: BenchmarkRuns[Task, Row] = BenchmarkRuns()
    console = Console(stderr=True)
    with _opened(out) as file:
        known, found.sessions = _read(file, out, kind, None if any_code else code_version())
        rows = {task: known.get(msgspec.json.encode(task)) for task in wanted}
        missing = [task for task, row in rows.items() if row is None]
        if missing:
            found.sessions.append(_session())
            _add(file, found.sessions[-1])
        work = ((measure, at, task) for at, task in enumerate(missing))
        with closing(parallel_map(_measured, work, jobs=jobs, cluster=cluster)) as measured:
            try:
                bar = track(measured, "", total=len(missing), console=console, transient=True)
                for at, row, failure in bar:
                    task = missing[at]
                    if failure:
                        found.failures[task] = failure
                        told = f"FAILED: {', '.join(map(str, task))}: {failure}"
                        console.print(told, style="bold red", markup=False, soft_wrap=True)
                        continue
                    rows[task] = row
                    raw = msgspec.Raw(msgspec.json.encode(task))
                    done = msgspec.Raw(msgspec.json.encode(row))
                    _add(file, KeptRun(raw, code_version(), done))
            except KeyboardInterrupt:
                found.stopped = True
    found.rows = {task: row for task, row in rows.items() if row is not None}
    if found.stopped:
        after = "; the same command continues" if out else ""
        console.print(f"stopped after {len(found.rows)} of {len(wanted)}{after}")
    return found


def rows_in(path: Path, task: Any, kind: type[Row]) -> dict[Any, Row]:
    """Return the rows of a file by their tasks, whatever version of the code measured them.

    Raises
    ------
    InputError
        If the file cannot be read, or has an invalid line.
    """
    with _opened(path) as file:
        rows, _ = _read(file, path, kind, None)
    try:
        return {msgspec.json.decode(name, type=task): row for name, row in rows.items()}
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: runs of another benchmark: {error}") from None


def _measured(
    measure: Callable[..., Row], at: int, task: tuple[Any, ...]
) -> tuple[int, Row | None, str]:
    try:
        return at, measure(*task), ""
    except Exception as error:  # one that fails must not end a run of many hours
        return at, None, f"{type(error).__name__}: {error}"


@contextmanager
def _opened(path: Path | None) -> Iterator[BinaryIO | None]:
    """Open a file of runs for this process alone."""
    if path is None:
        yield None
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
    with file, locked(path, seconds=0):
        yield file


def _read(
    file: BinaryIO | None, path: Path | None, kind: type[Row], code: str | None
) -> tuple[dict[bytes, Row], list[BenchmarkSession]]:
    """Return the rows of a file by their tasks; a last line that was cut off is dropped."""
    rows: dict[bytes, Row] = {}
    sessions: list[BenchmarkSession] = []
    if file is None:
        return rows, sessions
    file.seek(0)
    whole = 0
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            file.truncate(whole)
            break
        whole += len(line)
        try:
            entry = msgspec.json.decode(line, type=BenchmarkSession | KeptRun)
            if isinstance(entry, BenchmarkSession):
                sessions.append(entry)
            elif code in (None, entry.code):
                rows[bytes(entry.task)] = msgspec.json.decode(entry.row, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: line {number}: {error}") from None
    return rows, sessions


def _add(file: BinaryIO | None, entry: BenchmarkSession | KeptRun) -> None:
    """Add a line, safe against crashes."""
    if file is not None:
        file.write(msgspec.json.encode(entry) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _session() -> BenchmarkSession:
    command = shlex.join([Path(sys.argv[0]).stem, *sys.argv[1:]])
    return BenchmarkSession(
        today(), command, current_commit(), this_machine(), round(os.getloadavg()[0], 1)
    )


def today() -> str:
    """Return the date."""
    return datetime.now(UTC).date().isoformat()


def this_machine() -> str:
    """Describe this machine and what the benchmarks depend on."""
    processor = platform.processor()
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        processor = next(named, processor)
    versions = []
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            versions.append(f"{package} {version(package)}")
    python = f"Python {platform.python_version()}"
    return ", ".join([processor, f"{os.cpu_count()} cores", python, *versions])


@cache
def current_commit() -> str:
    """Return the current commit, marked if files differ from it; empty outside git."""

    def git(*words: str) -> str:
        with suppress(OSError):
            done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
            return done.stdout.strip()
        return ""

    commit = git("rev-parse", "--short", "HEAD")
    changed = git("status", "--porcelain", "--", "odin_solver", "benchmarks/*.py")
    return f"{commit} with changes" if commit and changed else commit


@cache
def code_version() -> str:
    """Return a digest of all code and data of solver and puzzles, drawings apart."""
    digest = hashlib.sha256()
    for root in (Path(odin_puzzles.__file__).parent, Path(odin_solver.__file__).parent):
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root.parent)
            if path.is_file() and not {"render", "__pycache__"} & {*name.parts}:
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{name} {content}\n".encode())
    return digest.hexdigest()[:12]


class Clock:
    """Seconds of the wall and of this process's processor time, within a ``with`` block."""

    wall = 0.0
    cpu = 0.0

    def __enter__(self) -> "Clock":
        self._began = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall = time.perf_counter() - self._began[0]
        self.cpu = time.process_time() - self._began[1]


class Mean(NamedTuple):
    """A mean, its standard error (None for one value), and the number of values."""

    mean: float
    error: float | None
    values: int

    def text(self, sign: bool = False) -> str:
        """Return it as ``12.3 ± 0.4``."""
        rounded = round(self.mean, 1) + 0.0  # never -0.0
        error = "" if self.error is None else f" ± {self.error:.1f}"
        return (f"{rounded:+.1f}" if sign else f"{rounded:.1f}") + error


def mean(values: Iterable[float]) -> Mean:
    """Return the mean of at least one value."""
    all_values = list(values)
    count = len(all_values)
    error = statistics.stdev(all_values) / math.sqrt(count) if count > 1 else None
    return Mean(statistics.fmean(all_values), error, count)


def paired(one: Mapping[Key, float], other: Mapping[Key, float]) -> Mean | None:
    """Return the mean difference over what both have, seed by seed; None if they share nothing."""
    both = one.keys() & other.keys()
    return mean(one[key] - other[key] for key in both) if both else None


def percentile(values: Sequence[float], rank: float) -> float:
    """Return the smallest value that `rank` per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(rank / 100 * len(ordered)) - 1)]


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """Return a table in Markdown; its first columns are words, the others numbers."""
    marks = ["---" if at < words else "---:" for at in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, marks, *rows])


def seeds_of(text: str) -> range:
    """Return the seeds of ``A-B`` or a single number.

    Raises
    ------
    InputError
        If the text is neither.
    """
    first, dash, last = text.strip().partition("-")
    ends = (first, last if dash else first)
    if not all(each.isascii() and each.isdecimal() and len(each) < 10 for each in ends):
        raise InputError(f"--seeds: expected two numbers such as 1-200, or one, got {text!r}")
    if int(ends[1]) < int(ends[0]):
        raise InputError(f"--seeds: expected the lower number first, got {text!r}")
    return range(int(ends[0]), int(ends[1]) + 1)


@contextmanager
def errors_in_a_line() -> Iterator[None]:
    """Report errors in one line; also a decorator.

    The exit code is 2 for bad input, and 1 for a full disk or a closed standard output.
    """
    try:
        yield
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except BrokenPipeError:  # click handles it silently
        raise
    except OSError as error:
        where = error.filename or "standard output"
        raise click.ClickException(f"{where}: {error.strerror or error}") from None


def start(name: str) -> None:
    """Run the command of a benchmark, from a module that its processes can import as well."""
    importlib.import_module(f"benchmarks.{name}").main()


jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 1024), default=2, show_default=True, help="Processes."
)
out_option = click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the runs: the same command goes on there.",
)
