"""A tree of building phases as a linear model: what is built, and in which order.

A phase is followed by one or several others, which differ in what is gained in between. A single
phase is a tree of one node. The rules of `odin_solver.graenaland.rules` are stated here again,
independently.

Only the first village on a tile and a new market have consequences for the order within a phase:
everything else can be built after them, and the army last. So only these have a variable for their
place in the order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from odin_solver.graenaland import parts
from odin_solver.graenaland.model.candidates import BuildCandidate
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules import building
from odin_solver.linear.model import LinearModel, Var

SETTLEMENTS = (parts.VILLAGE, *parts.BUILDINGS)


@dataclass(frozen=True)
class PhaseNode:
    """A building phase: the one before it, and what is gained in between."""

    parent: int | None = None
    income: Mapping[str, int] = field(default_factory=dict)


class PhaseTree:
    """What is built in which phase, and in which order.

    Parameters
    ----------
    position
        The position before the first phase.
    items
        The candidates.
    nodes
        The phases; parents come before children.

    Attributes
    ----------
    built
        For each phase whether an item is built in it.
    order
        For each phase the place of those items that have one.
    """

    def __init__(
        self,
        position: GraenalandPosition,
        items: Sequence[BuildCandidate],
        nodes: Sequence[PhaseNode],
    ) -> None:
        self.position, self.items, self.nodes = position, list(items), nodes
        self.linear = LinearModel()
        self.built: list[dict[BuildCandidate, Var]] = []
        self.order: list[dict[BuildCandidate, Var]] = []

    def add_phase(self, at: int) -> None:
        """Add what may be built in a phase, and when."""
        openings = self.openings(self.position.tiles)
        ordered = [e for e in self.items if e in openings or e.item.kind == parts.MARKET]
        self.order.append({item: self.linear.add_variable(len(ordered)) for item in ordered})
        self._build_once(at)
        self._only_on_settled_tiles(at)
        self._reach_by_neighbours(at)
        self._limit_tokens(at)

    def path(self, at: int | None) -> Iterator[int]:
        """Yield a phase and those before it."""
        while at is not None:
            yield at
            at = self.nodes[at].parent

    def on_path(self, at: int | None, items: Iterable[BuildCandidate]) -> dict[Var, int]:
        """Return how many of the items are built up to a phase, as a linear expression."""
        wanted = list(items)
        return {self.built[node][item]: 1 for node in self.path(at) for item in wanted}

    def add(
        self, terms: Mapping[Var, int], lower: int | None = None, upper: int | None = None
    ) -> None:
        """Add a constraint."""
        self.linear.add_constraint(terms, lower, upper)

    def at_most(self, left: Mapping[Var, int], right: Mapping[Var, int], constant: int) -> None:
        """Add that one expression is at most another one and a constant."""
        terms: Counter[Var] = Counter(left)
        terms.subtract(right)
        self.add(terms, upper=constant)

    def settled(self, tile: str) -> bool:
        """Whether `me` has a settlement on a tile already."""
        return self.position.tiles[tile].settlements(self.position.me) > 0

    def opening(self, tile: str) -> list[BuildCandidate]:
        """Return the first village on a tile, if it can be built."""
        first = BuildCandidate(building.BuildItem(parts.VILLAGE, tile))
        return [first] if not self.settled(tile) and first in self.built[0] else []

    def openings(self, tiles: Iterable[str]) -> list[BuildCandidate]:
        """Return the first villages on tiles."""
        return [item for tile in sorted(tiles) for item in self.opening(tile)]

    def of_kinds(self, *kinds: str) -> list[BuildCandidate]:
        """Return the candidates of some kinds."""
        return [item for item in self.items if item.item.kind in kinds]

    def before(
        self, at: int, first: BuildCandidate, second: BuildCandidate, causes: Sequence[Var]
    ) -> None:
        """If all causes are 1 and `first` is built in this phase, it is built before `second`."""
        order = self.order[at]
        conditions = {*causes, self.built[at][first]}
        size = len(order) + 1
        terms: Counter[Var] = Counter(dict.fromkeys(conditions, size))
        terms[order[first]] += 1
        terms[order[second]] -= 1
        self.add(terms, upper=size * len(conditions) - 1)

    def _build_once(self, at: int) -> None:
        for item in self.items:
            path = self.on_path(at, [item])
            if len(path) > 1:
                self.linear.add_at_most_one(path)
            if item.copy > 1:  # copies are interchangeable: each needs the one before it
                former = BuildCandidate(item.item, item.copy - 1)
                self.at_most(path, self.on_path(at, [former]), 0)
        if self.position.mode == "guest":
            self.add(dict.fromkeys(self.built[at].values(), 1), upper=1)

    def _only_on_settled_tiles(self, at: int) -> None:
        """Buildings and public works need an own settlement on the tile, markets before them."""
        for item in self.items:
            tile = item.item.tile
            if item.item.kind in (parts.VILLAGE, parts.ARMY) or self.settled(tile):
                continue
            opening = self.opening(tile)
            self.at_most(self.on_path(at, [item]), self.on_path(at, opening), 0)
            if item.item.kind == parts.MARKET and opening:
                self.before(at, opening[0], item, [self.built[at][item]])
        left = parts.HOUSES - self.position.settlements(self.position.me)
        self.add(self.on_path(at, self.of_kinds(*SETTLEMENTS)), upper=left)

    def _reach_by_neighbours(self, at: int) -> None:
        """A first village needs an own settlement on an adjacent tile before it."""
        built = self.built[at]
        for tile in self.position.tiles:
            near = self.position.neighbours[tile]
            opening = self.opening(tile)
            if not opening or any(self.settled(name) for name in near):
                continue
            enabling = dict(self.on_path(self.nodes[at].parent, self.openings(near)))
            for other in self.openings(near):
                enables = self.linear.add_variable()
                enabling[enables] = 1
                self.at_most({enables: 1}, {built[other]: 1}, 0)
                self.before(at, other, opening[0], [enables])
            self.at_most({built[opening[0]]: 1}, enabling, 0)

    def _limit_tokens(self, at: int) -> None:
        if not self.position.options.limited_tokens:
            return
        for kind, tokens in parts.WORKS.items():
            items = self.of_kinds(kind)
            left = max(0, tokens - self.position.works(kind))
            if len(items) > left:
                self.add(self.on_path(at, items), upper=left)
