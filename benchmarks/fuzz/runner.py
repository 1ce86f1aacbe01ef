"""Running cases: in forked processes, which a hang or a crash cannot harm."""

import gc
import importlib
import os
import pickle
import pkgutil
import re
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import NoReturn

from benchmarks.fuzz.cases import GRACE, INTERRUPTED, LINK, CaseOutcome, FuzzCase

MEMORY = 3 * 2**30
"""Bytes of address space of a process."""

MEMORY_FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where the files of cases are: many are written through to the disk otherwise."""

PATIENCE = 60.0
"""Further seconds until a late process is killed."""

ENOUGH = 0.5
"""Seconds after which Ctrl-C ends what has no time limit of its own."""

MOST_OUTPUT = 300_000
"""Bytes of output that are kept."""

NO_REAPING = os.WEXITED | os.WNOWAIT

AGAIN = 1
"""Repetitions of a late case: a busy machine is no failure."""

VARIABLES = {
    "HOME": "home",
    "XDG_CACHE_HOME": "home/cache",
    "XDG_DATA_HOME": "home/data",
    "XDG_CONFIG_HOME": "config",
    "ODIN_CACHE_DIR": "cache",
    "ODIN_DATA_DIR": "data",
}
"""Folders of the user, relative to the folder of a case."""


NOT_WARM = re.compile(r"\.linear\.highs$|\.rollouts\.engine$|\.compiled$|\.local\.wide$")
"""A second solver, as two conflict in one process; and compiled libraries."""


LIBRARIES = (
    *("anyio._backends._asyncio", "fontTools.subset", "fpdf", "resvg_py", "starlette.testclient"),
    *("textual.drivers.headless_driver", "textual.pilot"),
)
"""What commands and the page import when they first need it."""


def warm() -> None:
    """Import every module of the commands, so that forked processes need not."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for name in ("odin_solver", "odin_puzzles", "odin_web", "odin_cli"):
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__") and not NOT_WARM.search(module.name):
                importlib.import_module(module.name)
    for name in LIBRARIES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


def run(cases: Sequence[FuzzCase]) -> Iterator[CaseOutcome]:
    """Run cases one after another and yield their outcomes.

    A late one is repeated, and its fastest run counts.
    """
    for case, outcome in zip(cases, _run_all(cases), strict=True):
        for _ in range(AGAIN):
            if outcome.ended and outcome.seconds <= case.seconds + GRACE:
                break
            (again,) = _run_all([case])
            outcome = min(outcome, again, key=lambda each: (not each.ended, each.seconds))
        yield outcome


def _run_all(cases: Sequence[FuzzCase]) -> list[CaseOutcome]:
    outcomes: list[CaseOutcome] = []
    while len(outcomes) < len(cases):
        with tempfile.TemporaryDirectory(prefix="odin-fuzz-", dir=MEMORY_FOLDER) as folder:
            outcomes += _run_batch(cases[len(outcomes) :], Path(folder))
    return outcomes


def _run_batch(cases: Sequence[FuzzCase], folder: Path) -> list[CaseOutcome]:
    """Run cases in one process, up to the first that kills it or is interrupted."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _work(cases, folder, writing)
    os.close(writing)
    with suppress(OSError):  # whichever of both comes first
        os.setpgid(process, process)
    outcomes: list[CaseOutcome] = []
    try:
        with open(reading, "rb", buffering=0) as pipe:
            for number, case in enumerate(cases):
                clock = _Clock(process)
                late = case.is_interruptible and not clock.wait_for(pipe, ENOUGH)
                if late:
                    os.killpg(process, signal.SIGINT)
                answered = clock.wait_for(pipe, case.seconds + GRACE + PATIENCE)
                if answered and pipe.read(1):
                    outcome = pickle.loads((folder / f"{number}.pickle").read_bytes())
                    stopped = late and outcome.error.startswith("KeyboardInterrupt")
                    outcomes.append(CaseOutcome(INTERRUPTED) if stopped else outcome)
                    if late:  # what was interrupted may be half loaded
                        break
                    continue
                # Between what it does a command leaves at once.
                left = answered and late and os.waitid(os.P_PID, process, NO_REAPING)
                if left and left.si_code == os.CLD_EXITED:
                    outcomes.append(CaseOutcome(INTERRUPTED))
                else:
                    outcomes.append(CaseOutcome(None, seconds=clock.seconds, ended=False))
                break
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        os.waitpid(process, 0)
    return outcomes


def _work(cases: Sequence[FuzzCase], folder: Path, writing: int) -> NoReturn:
    """Run cases in this process, a forked one, and end it."""
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        gc.callbacks.clear()  # Hypothesis has one, which Ctrl-C may hit
        for number, case in enumerate(cases):
            outcome = _run_here(case, folder / str(number))
            (folder / f"{number}.pickle").write_bytes(pickle.dumps(outcome))
            os.write(writing, b".")
    finally:
        os._exit(0)


def _run_here(case: FuzzCase, folder: Path, *, keep: bool = False) -> CaseOutcome:
    from benchmarks.fuzz.inprocess import run_case

    place, streams = folder / "place", folder / "streams"
    for new in (place, streams):
        new.mkdir(parents=True)
    os.chdir(place)
    os.environ.update({name: str(place / value) for name, value in VARIABLES.items()})
    os.environ.update(ODIN_DEBUG="1", COLUMNS="80", PYTHONSAFEPATH="1", PYTHONWARNINGS="ignore")
    os.environ.update(case.variables)
    for name, content in case.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        if content.startswith(LINK):
            Path(name).symlink_to(content.removeprefix(LINK).decode())
        else:
            Path(name).write_bytes(content)
    (streams / "in").write_bytes(case.typed)
    _redirect(streams)
    code, error, trace = None, "", ""
    began = sum(os.times()[:4])
    try:
        code = run_case(case.arguments)
        sys.stdout.flush()
        sys.stderr.flush()
    except SystemExit as exited:
        code = exited.code if isinstance(exited.code, int) else 1
    except BaseException as escaped:
        error, trace = _described(escaped), traceback.format_exc()
    seconds = sum(os.times()[:4]) - began
    out, err = ((streams / name).read_bytes()[:MOST_OUTPUT] for name in ("out", "err"))
    changed = tuple(
        name
        for name, content in case.files.items()
        if not content.startswith(LINK)
        and (not Path(name).is_file() or Path(name).read_bytes() != content)
    )
    left = tuple(
        path.name for path in place.rglob("*") if path.suffix in (".odin-tmp", ".tmp", ".part")
    )
    os.chdir(folder.parent)
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)
    return CaseOutcome(code, out, err, seconds, error, trace, changed, left)


def _waited(thread: str) -> float:
    """Return the seconds for which a thread has waited for a processor, where Linux knows it."""
    try:
        return int(Path(f"/proc/{thread}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


class _Clock:
    """The time since now for which the main thread of a process has not waited for a processor."""

    def __init__(self, process: int | str) -> None:
        self._thread = str(process)
        self._began = time.monotonic() - _waited(self._thread)

    @property
    def seconds(self) -> float:
        return time.monotonic() - _waited(self._thread) - self._began

    def wait_for(self, pipe: FileIO, seconds: float) -> bool:
        """Wait until there is something to read; return False if it takes longer."""
        while (left := seconds - self.seconds) > 0:
            if select.select([pipe], [], [], left)[0]:
                return True
        return False


def _redirect(streams: Path) -> None:
    """Connect the standard streams, also those of further processes, with files."""
    for number, (name, mode) in enumerate(
        (("in", os.O_RDONLY), ("out", os.O_RDWR), ("err", os.O_RDWR))
    ):
        handle = os.open(streams / name, mode | os.O_CREAT)
        os.dup2(handle, number)
        os.close(handle)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  (stays open)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  (stays open)
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115  (stays open)


def _described(escaped: BaseException) -> str:
    """Return the type of an exception and the innermost line of the project that it passed."""
    frames = traceback.extract_tb(escaped.__traceback__)
    own = [
        frame
        for frame in frames
        if "odin_" in frame.filename and "/benchmarks/" not in frame.filename
    ]
    where = f" in {Path(own[-1].filename).name}:{own[-1].name}" if own else ""
    return f"{type(escaped).__name__}{where}"


def rerun(case: FuzzCase) -> CaseOutcome:
    """Run one case."""
    (outcome,) = run([case])
    return outcome


def produced(case: FuzzCase, folder: str) -> dict[str, bytes]:
    """Return the files that a command writes to a folder, by path.

    Raises
    ------
    RuntimeError
        If the command fails.
    """
    with tempfile.TemporaryDirectory(prefix="odin-fuzz-", dir=MEMORY_FOLDER) as name:
        place = Path(name)
        process = os.fork()
        if not process:
            try:
                _run_here(case, place / "0", keep=True)
            finally:
                os._exit(0)
        os.waitpid(process, 0)
        made = place / "0" / "place"
        files = sorted(path for path in (made / folder).rglob("*") if path.is_file())
        if not files:
            raise RuntimeError(f"odin {' '.join(case.arguments)} wrote nothing to {folder}")
        return {str(path.relative_to(made)): path.read_bytes() for path in files}
