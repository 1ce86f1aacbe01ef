"""The positions of the placement benchmark: see ``benchmarks/instances/README.md``."""

import json
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path

from odin_solver.notation.positions import position_data, read_position
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.rules.position import Position

INSTANCES = Path(__file__).parent / "instances"

SETS = {"score": 16}
"""Sets that are half in the repository and half made from seeds: positions of a half."""


@dataclass(frozen=True)
class Instance:
    """A position of the benchmark: the name of its file without ending, and the file."""

    name: str
    path: Path

    @cached_property
    def position(self) -> Position:
        return read_position(self.path)

    @property
    def objective(self) -> Objective:
        """The objective of the position file."""
        return choose_objective(self.position)


def all_instances() -> list[Instance]:
    """All committed instances, by name."""
    return [Instance(path.stem, path) for path in sorted(INSTANCES.glob("*.json"))]


def chosen(instances: Iterable[Instance], pattern: str) -> list[Instance]:
    """Return the instances whose names match one of several patterns, separated by commas."""
    return [each for each in instances if matches(each.name, pattern)]


def matches(name: str, pattern: str) -> bool:
    """Whether a name matches one of several patterns, separated by commas."""
    return any(fnmatchcase(name, one) for one in pattern.split(","))


def set_names(name: str, seed: int) -> list[str]:
    """Return the names of a set: those in the repository, of seed 0, and those of another seed."""
    return [f"{name}-{of}-{number:02d}" for of in (0, seed) for number in range(SETS[name])]


def instance(name: str) -> Instance:
    """Return an instance by name; one of a seed that is not in the repository is made again."""
    path = INSTANCES / f"{name}.json"
    return Instance(name, path if path.exists() else _made(name))


@cache
def _made(name: str) -> Path:
    from benchmarks.score_set import score_position  # loads the game

    _, seed, number = name.split("-")
    path = Path(tempfile.mkdtemp(), f"{name}.json")
    path.write_text(json.dumps(position_data(score_position(int(seed), int(number)))))
    return path
