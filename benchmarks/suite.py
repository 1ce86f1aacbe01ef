"""The positions of the placement benchmark: see ``benchmarks/instances/README.md``."""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from odin_solver.notation.positions import read_position
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.rules.position import Position

INSTANCES = Path(__file__).parent / "instances"


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
