"""The results file: written after every run, so that a stopped benchmark can be resumed."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from benchmarks.contenders import PACKAGES
from benchmarks.measure import ContenderRun
from benchmarks.suite import Instance
from odin_solver.errors import InputError

SCHEMA = 1


class Machine(msgspec.Struct, frozen=True):
    """The machine of the runs."""

    processor: str
    cores: int
    memory_gib: float
    system: str
    python: str
    packages: dict[str, str]


class About(msgspec.Struct, frozen=True):
    """Facts about an instance, so that a report needs only the results file."""

    set: str
    group: str
    boards: list[str]
    tiles: int
    objective: str
    nothing_placed: list[str]


class PlacementSession(msgspec.Struct, frozen=True):
    """One call of the benchmark."""

    date: str
    command: str
    commit: str
    machine: Machine


class PlacementResults(msgspec.Struct):
    """All measurements, and longer runs that only confirm or refute their proofs."""

    schema: int = SCHEMA
    sessions: list[PlacementSession] = []
    instances: dict[str, About] = {}
    runs: list[ContenderRun] = []
    confirmations: list[ContenderRun] = []

    def add(self, run: ContenderRun, instance: Instance) -> None:
        """Add a run."""
        self.instances[instance.name] = About(
            set=instance.set,
            group=instance.group,
            boards=[state.board.id for state in instance.position.boards],
            tiles=instance.tiles,
            objective=instance.objective.name,
            nothing_placed=instance.nothing_placed,
        )
        self.runs.append(run)

    def of(self, instance: str, contender: str | None = None) -> list[ContenderRun]:
        """Return the runs of an instance, of one contender or of all."""
        return [
            run
            for run in self.runs
            if run.instance == instance and contender in (None, run.contender)
        ]

    def evidence(self, instance: str) -> list[ContenderRun]:
        """Return the runs and the confirmations of an instance."""
        return self.of(instance) + [run for run in self.confirmations if run.instance == instance]


def load(path: Path) -> PlacementResults:
    """Read a results file.

    Raises
    ------
    InputError
        If it is invalid.
    """
    try:
        found = msgspec.json.decode(path.read_bytes(), type=PlacementResults)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    if found.schema != SCHEMA:
        raise InputError(f"{path}: schema: expected {SCHEMA}, got {found.schema}")
    return found


def save(results: PlacementResults, path: Path) -> None:
    """Replace a results file atomically; one line per run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    encode = msgspec.json.encode
    parts = {
        "schema": encode(results.schema),
        "sessions": _lines(map(encode, results.sessions), "[]"),
        "instances": _lines(
            (encode(name) + b":" + encode(about) for name, about in results.instances.items()), "{}"
        ),
        "runs": _lines(map(encode, results.runs), "[]"),
        "confirmations": _lines(map(encode, results.confirmations), "[]"),
    }
    text = b",\n".join(b'"%s":%s' % (name.encode(), part) for name, part in parts.items())
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(b"{" + text + b"}\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _lines(parts: Iterable[bytes], brackets: str) -> bytes:
    left, right = brackets[0].encode(), brackets[1].encode()
    return left + b"\n" + b",\n".join(parts) + b"\n" + right


def session(command: str, commit: str) -> PlacementSession:
    """Return a session that begins now, on this machine."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    return PlacementSession(date, command, commit, this_machine())


def this_machine() -> Machine:
    """Describe this machine."""
    return Machine(
        processor=_field("/proc/cpuinfo", "model name") or platform.processor(),
        cores=os.cpu_count() or 1,
        memory_gib=round(int((_field("/proc/meminfo", "MemTotal") or "0").split()[0]) / 2**20, 1),
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        packages={name: _version(name) for name in PACKAGES},
    )


def _field(path: str, name: str) -> str:
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
