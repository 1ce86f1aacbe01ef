"""Mountain strips, upgrades and overseas trading (rules, 3.11 and 4)."""

from collections import defaultdict

from odin_solver.components import TILES
from odin_solver.components.strips import StripItem, strip_gain
from odin_solver.game.actions.mountains import is_green_good, upgraded
from odin_solver.game.phases import left_over
from odin_solver.planner.model.builder import ANIMALS, GOODS, Expr, ModelBuilder
from odin_solver.planner.model.variables import Var, VariableKey

MOST_PICKED = 4
"""The most items that one action takes from one strip."""

MOST_UPGRADES = 24
"""More than all upgrades that the Vikings of a round can bring."""


class MountainConstraints:
    """Strips, upgrades and trades that the spaces allow.

    Attributes
    ----------
    picks
        By round: numbers of items that an action takes, each from another strip, and whether the
        action is taken.
    upgrades
        By round and number of steps: goods that can be upgraded.
    trades
        By round: whether an overseas trading action is taken.
    """

    def __init__(self, builder: ModelBuilder) -> None:
        self._builder = builder
        self.picks: dict[int, list[tuple[tuple[int, ...], Expr]]] = defaultdict(list)
        self.upgrades: dict[tuple[int, int], list[Expr]] = defaultdict(list)
        self.trades: dict[int, list[Expr]] = defaultdict(list)
        self._taken: dict[int, list[tuple[int, Expr]]] = defaultdict(list)

    def add_upgrades(self) -> None:
        """Single upgrades, double upgrades (exactly two steps), and trades."""
        builder = self._builder
        for r in builder.rounds:
            for times in (1, 2):
                done = []
                for name in (*GOODS, *ANIMALS):
                    to = upgraded(name, times)
                    if to:
                        kind = Var.UPGRADED if times == 1 else Var.UPGRADED_TWICE
                        done.append(self._turn(kind(r, name), name, to, MOST_UPGRADES))
                builder.require(sum(done) <= sum(self.upgrades[r, times]))
            for name in GOODS:
                if is_green_good(name):
                    trades = self.trades[r]
                    count = self._turn(Var.TRADED(r, name), name, upgraded(name), len(trades))
                    builder.require(count <= sum(trades))

    def _turn(self, key: VariableKey, name: str, to: str, most: int) -> Expr:
        count = self._builder.integer(key, most)
        assert key.round is not None
        self._builder.spend(key.round, name, count)
        self._builder.gain(key.round, to, count)
        self._builder.detail(key, count)
        return count

    def add_strips(self) -> None:
        """A strip loses items from its left end: those taken, and one at the end of each round."""
        builder = self._builder
        for number, items in enumerate(builder.state.strips):
            self._follow(f"strip {number + 1}", items, {builder.now: 1})
        comes: dict[int, list[Expr]] = defaultdict(list)
        for number, (items, rounds) in enumerate(builder.chance.strips(builder.state)):
            starts: dict[int, Expr] = {}
            for r in rounds:
                if r <= builder.last:
                    one = (
                        1
                        if len(rounds) == 1
                        else builder.boolean(Var.STRIP_COMES(r, f"strip to come {number + 1}"))
                    )
                    starts[r] = one
                    comes[r].append(one)
            if len(rounds) > 1:
                builder.require(sum(starts.values()) <= 1)
            if starts:
                self._follow(f"strip to come {number + 1}", items, starts)
        for each in comes.values():
            builder.require(sum(each) <= 1)
        for r in builder.rounds:
            # Several actions may take from one strip in a round. Taking c items needs at least
            # c / m picks if each pick counts for at most m of them.
            for m in range(1, MOST_PICKED + 1):
                builder.require(
                    sum(-(-count // m) * arc for count, arc in self._taken[r])
                    <= sum(-(-each // m) * x for counts, x in self.picks[r] for each in counts)
                )

    def _follow(self, name: str, items: tuple[StripItem, ...], starts: dict[int, Expr]) -> None:
        """Follow a strip through the rounds: a path over its positions.

        Parameters
        ----------
        name, items
            The strip.
        starts
            By round: whether the strip appears.
        """
        builder = self._builder
        reach: dict[int, list[Expr]] = defaultdict(list)
        taken: Expr
        for r in range(min(starts), builder.last + 1):
            if r in starts:
                reach[0].append(starts[r])
            onward: dict[int, list[Expr]] = defaultdict(list)
            taken = 0
            for at, into in reach.items():
                out = []
                for count in range(len(items) - at + 1):
                    key = Var.STRIP_TAKEN(r, name, at, count)
                    arc = builder.boolean(key)
                    out.append(arc)
                    if count:
                        taken = taken + count * arc
                        self._taken[r].append((count, arc))
                        builder.detail(key, arc)
                        for strip_item in items[at : at + count]:
                            item, amount = strip_gain(strip_item)
                            builder.gain(r, item, amount * arc)
                    if left_over(builder.state, items[at + count :]):
                        onward[at + count + 1].append(arc)
                builder.require(sum(out) == sum(into))
            # An action takes from a strip at most once.
            builder.require(taken <= sum(max(counts) * x for counts, x in self.picks[r]))
            reach = onward


assert all(TILES[name].upgrades_to for name in ANIMALS)
