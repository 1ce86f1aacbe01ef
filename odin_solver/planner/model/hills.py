"""Mountain strips, upgrades and overseas trading (rules, 3.11 and 4)."""

from collections import defaultdict
from collections.abc import Sequence

from odin_solver.components import TILES
from odin_solver.components.strips import StripItem, strip_gain
from odin_solver.game.actions.mountains import is_green_good, upgraded
from odin_solver.planner.model.draft import ANIMALS, GOODS, Draft, Expr

MOST_PICKED = 4
"""The most items that one action takes from one strip."""

MOST_UPGRADES = 24
"""More than all upgrades that the Vikings of a round can bring."""


class Hills:
    """Collects what the spaces give of these, and states it.

    Attributes
    ----------
    picks
        By round: how many items an action takes from strips, each number from a strip of its
        own, and whether it takes place.
    upgrades
        By round and number of steps: how many goods can be upgraded.
    trades
        By round: whether an overseas trading takes place.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.picks: dict[int, list[tuple[tuple[int, ...], Expr]]] = defaultdict(list)
        self.upgrades: dict[tuple[int, int], list[Expr]] = defaultdict(list)
        self.trades: dict[int, list[Expr]] = defaultdict(list)
        self._taken: dict[int, list[tuple[int, Expr]]] = defaultdict(list)

    def state_upgrades(self) -> None:
        """Single steps, double steps (two steps each, never one), and trades."""
        draft = self._draft
        for r in draft.rounds:
            for times in (1, 2):
                done = []
                for name in (*GOODS, *ANIMALS):
                    to = upgraded(name, times)
                    if to:
                        words = f"upgrade {name}" + " twice" * (times == 2)
                        done.append(self._turn(r, name, to, words, MOST_UPGRADES))
                draft.require(sum(done) <= sum(self.upgrades[r, times]))
            for name in GOODS:
                if is_green_good(name):
                    trades = self.trades[r]
                    count = self._turn(r, name, upgraded(name), f"trade {name}", len(trades))
                    draft.require(count <= sum(trades))

    def _turn(self, r: int, name: str, to: str, words: str, most: int) -> Expr:
        count = self._draft.number(f"{words} {r}", most)
        self._draft.pay(r, name, count)
        self._draft.gain(r, to, count)
        self._draft.detail(r, words, count)
        return count

    def state_strips(self) -> None:
        """Every strip loses items from the front: those taken, and one at the end of a round."""
        draft = self._draft
        for number, items in enumerate(draft.state.strips):
            self._follow(f"strip {number + 1}", items, {draft.now: 1})
        comes: dict[int, list[Expr]] = defaultdict(list)
        for number, (items, rounds) in enumerate(draft.luck.strips(draft.state)):
            starts: dict[int, Expr] = {}
            for r in rounds:
                if r <= draft.last:
                    one = (
                        1
                        if len(rounds) == 1
                        else draft.flag(f"strip to come {number + 1} comes {r}")
                    )
                    starts[r] = one
                    comes[r].append(one)
            if len(rounds) > 1:
                draft.require(sum(starts.values()) <= 1)
            if starts:
                self._follow(f"strip to come {number + 1}", items, starts)
        for each in comes.values():
            draft.require(sum(each) <= 1)
        for r in draft.rounds:
            # Several actions may take from one strip in a round. Whoever takes c items makes at
            # least c / m picks if no pick counts for more than m of them.
            for m in range(1, MOST_PICKED + 1):
                draft.require(
                    sum(-(-count // m) * arc for count, arc in self._taken[r])
                    <= sum(-(-each // m) * x for counts, x in self.picks[r] for each in counts)
                )

    def _follow(self, name: str, items: Sequence[StripItem], starts: dict[int, Expr]) -> None:
        """How far a strip is used up by which round: a path from item to item.

        Parameters
        ----------
        name, items
            The strip.
        starts
            Whether it lies open, whole, from a round on.
        """
        draft = self._draft
        reach: dict[int, list[Expr]] = defaultdict(list)
        taken: Expr
        for r in range(min(starts), draft.last + 1):
            if r in starts:
                reach[0].append(starts[r])
            onward: dict[int, list[Expr]] = defaultdict(list)
            taken = 0
            for at, into in reach.items():
                out = []
                for count in range(len(items) - at + 1):
                    arc = draft.flag(f"{name} from {at} take {count} {r}")
                    out.append(arc)
                    if count:
                        taken = taken + count * arc
                        self._taken[r].append((count, arc))
                        draft.detail(r, f"{name} take {count}", arc)
                        for item in items[at : at + count]:
                            thing, amount = strip_gain(item)
                            draft.gain(r, thing, amount * arc)
                    if at + count + 1 < len(items):
                        onward[at + count + 1].append(arc)
                draft.require(sum(out) == sum(into))
            # An action takes from a strip only once.
            draft.require(taken <= sum(max(counts) * x for counts, x in self.picks[r]))
            reach = onward


assert all(TILES[name].upgrades_to for name in ANIMALS)
