"""The benchmark instances: committed position files in groups."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from odin_solver.components import TILES
from odin_solver.notation.positions import parse_position
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.rules.position import Position

INSTANCES = Path(__file__).parent / "instances"

TUNING = "tuning"
"""Set of the instances on which the search was tuned."""

FRESH = "fresh"
"""Set of the instances kept from tuning."""

EXACT = "exact"
"""Set of the instances whose tiles just about fill the boards."""

NEW = "new"
"""Set of the instances made anew from a seed."""

QUICK = (
    "tuning-bear12",
    "tuning-houses18",
    "tuning-home30green",
    "tuning-home36bal",
    "fresh-lofoten10",
    "fresh-houses20",
    "fresh-home20income",
    "fresh-home24mid",
    "fresh-home-iceland42",
    "fresh-full48",
)
"""A few of every kind, for quick checks."""

SETS = ("full", TUNING, FRESH, EXACT, NEW, "quick")

HOME_40 = "home board, up to 40 tiles"
FULL_55 = "home + two islands + two buildings"


@dataclass(frozen=True)
class Instance:
    """A position of the benchmark.

    Attributes
    ----------
    name
        Name of its file, which begins with its set.
    path
        The file.
    """

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def position(self) -> Position:
        return parse_position(self.text, self.path.name)

    @property
    def objective(self) -> Objective:
        """The objective of the position file."""
        return choose_objective(self.position)

    @property
    def digest(self) -> str:
        """Identifies the position file in results."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    @property
    def set(self) -> str:
        return self.name.partition("-")[0]

    @property
    def tiles(self) -> int:
        """Number of tiles in the supply, without silver, ore, wood and stone."""
        return sum(
            count
            for name, count in self.position.supply.items()
            if TILES[name].kind not in ("filler", "resource")
        )

    @property
    def boards(self) -> str:
        """Ids of the boards."""
        return " + ".join(state.board.id for state in self.position.boards)

    @property
    def group(self) -> str:
        """Kind of position; two of the groups have goals."""
        kinds = [state.board.kind for state in self.position.boards]
        islands, buildings = kinds.count("exploration"), kinds.count("building")
        if "home" not in kinds:
            return "islands and buildings alone"
        if not islands and not buildings:
            return HOME_40
        if islands == 2 and buildings == 2:
            return FULL_55
        return "home + one or two islands"

    @property
    def nothing_placed(self) -> list[str]:
        """Values of all levels before anything is placed."""
        gained = gains(self.position, self.position)
        return [str(value(weights, gained)) for weights in self.objective.levels]


def all_instances() -> list[Instance]:
    """All committed instances, by name."""
    return [Instance(path.stem, path) for path in sorted(INSTANCES.glob("*.json"))]


def chosen(
    instances: Iterable[Instance], which: str = "full", pattern: str = "*"
) -> list[Instance]:
    """Select the instances of a set whose names match a pattern.

    Parameters
    ----------
    instances
        Where to choose from.
    which
        One of `SETS`.
    pattern
        A shell pattern for names; several are separated by commas.
    """
    patterns = pattern.split(",")
    return [
        each
        for each in instances
        if (which == "full" or which == each.set or (which == "quick" and each.name in QUICK))
        and any(fnmatchcase(each.name, one) for one in patterns)
    ]
