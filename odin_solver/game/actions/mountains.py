"""Mountain strips and upgrades (rules, 4)."""

from functools import cache

import msgspec

from odin_solver.components import TILES
from odin_solver.components.strips import strip_gain
from odin_solver.game.kernel.cards import emit
from odin_solver.game.kernel.events import StripItemsTaken
from odin_solver.game.kernel.items import gain, pay
from odin_solver.game.kernel.moves import DONE, SKIP, Move, TakeItems, TradeGood, UpgradeGood
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.state import State
from odin_solver.support.language import say, say_number


class Mountain(Decision, frozen=True, tag=True):
    """Take items from mountain strips, the next ones of each.

    Attributes
    ----------
    counts
        Most items from each strip; each number is for another strip.
    optional
        Whether it can be skipped, because the action has another effect.
    """

    counts: tuple[int, ...]
    used: tuple[int, ...] = ()
    optional: bool = False

    def question(self, state: State) -> str:
        if self.used:
            return say_number(
                "{n} item from another strip", "up to {n} items from another strip", self.counts[0]
            )
        return say_number("{n} item from a strip", "up to {n} items from a strip", self.counts[0])

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [
            TakeItems(number, count)
            for number, items in enumerate(state.strips, 1)
            if number not in self.used
            for count in range(min(self.counts[0], len(items)), 0, -1)
        ]
        return [*found, SKIP] if self.used or self._can_be_left(state) else found

    def _can_be_left(self, state: State) -> bool:
        return self.optional and state.stack[-2].blocked(state) is None

    def blocked(self, state: State) -> str | None:
        return None if any(state.strips) else say("no mountain strip is left")

    def do(self, state: State, move: Move) -> None:
        used = self.used
        if not isinstance(move, TakeItems):
            if not used:
                insist(state)
        else:
            used = (*used, move.strip)
            take_items(state, move.strip - 1, move.count)
            if self.counts[1:] and any(
                items for at, items in enumerate(state.strips, 1) if at not in used
            ):
                state.push(Mountain(self.counts[1:], used))
                return
        clear_strips(state)


def clear_strips(state: State) -> None:
    """Remove empty strips, unless strips are still in use: they keep their numbers."""
    if not all(state.strips) and not any(isinstance(node, Mountain) for node in state.stack):
        state.strips = tuple(items for items in state.strips if items)


def insist(state: State) -> None:
    """Make the next effect compulsory: one effect of a space must be used (rules, 4)."""
    top = state.stack[-1]
    if isinstance(top, Upgrade):
        state.stack = (*state.stack[:-1], msgspec.structs.replace(top, optional=False))


def take_items(state: State, at: int, count: int, source: str = "strip") -> None:
    """Take the next items of a strip; an empty strip stays until the action is over."""
    items = state.strips[at][:count]
    state.strips = (*state.strips[:at], state.strips[at][count:], *state.strips[at + 1 :])
    got: dict[str, int] = {}
    for item in items:
        name, number = strip_gain(item)
        got[name] = got.get(name, 0) + number
    emit(state, StripItemsTaken(items, source, emptied=not state.strips[at]))
    gain(state, got, source)


class Upgrade(Decision, frozen=True, tag=True):
    """Upgrade goods (rules, 4).

    Upgraded goods are set aside until the action is over, so that none is upgraded again.

    Attributes
    ----------
    goods
        Most goods.
    times
        Steps for each: a double upgrade turns an orange good into a green one or a red one into a
        blue one; a single step is not allowed (all three rulebooks).
    made
        Upgraded goods so far.
    optional
        Whether it can be skipped, because the action has another effect.
    source
        Source of the gain, as for `gain`.
    """

    goods: int
    times: int = 1
    made: tuple[str, ...] = ()
    optional: bool = False
    source: str = "upgrade"

    def question(self, state: State) -> str:
        if self.times > 1:
            return say_number(
                "upgrade {n} good by two steps", "upgrade up to {n} goods by two steps", self.goods
            )
        return say_number("upgrade {n} good", "upgrade up to {n} goods", self.goods)

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [UpgradeGood(name, self.times > 1) for name in self._goods(state)]
        return [*found, DONE] if self.made or self.optional else found

    def _goods(self, state: State) -> list[str]:
        return [name for name in state.supply if upgraded(name, self.times)]

    def blocked(self, state: State) -> str | None:
        return None if self._goods(state) else say("there is nothing to upgrade")

    def do(self, state: State, move: Move) -> None:
        made = self.made
        if isinstance(move, UpgradeGood):
            state.add(move.good, -1)
            made = (*made, upgraded(move.good, 2 if move.twice else 1))
            if self.goods > 1 and self._goods(state):
                state.push(msgspec.structs.replace(self, goods=self.goods - 1, made=made))
                return
        got: dict[str, int] = {}
        for name in made:
            got[name] = got.get(name, 0) + 1
        gain(state, got, self.source)


@cache
def upgraded(name: str, times: int = 1) -> str:
    """Return the upgrade of an item; empty if it cannot be upgraded so often."""
    for _ in range(times):
        tile = TILES.get(name.removeprefix("pregnant_"))
        if tile is None or tile.upgrades_to is None:
            return ""
        name = tile.upgrades_to
    return name


class Trade(Decision, frozen=True, tag=True):
    """Overseas trading: turn green goods over, at most one of each kind (rules, 4).

    It may turn none: paying the silver is an effect as well.
    """

    traded: tuple[str, ...] = ()

    def question(self, state: State) -> str:
        return say("turn different green goods to their blue side")

    def moves(self, state: State) -> list[Move]:
        return [*map(TradeGood, self._kinds(state)), DONE]

    def _kinds(self, state: State) -> list[str]:
        return [name for name in state.supply if is_green_good(name) and name not in self.traded]

    def do(self, state: State, move: Move) -> None:
        traded = self.traded
        if isinstance(move, TradeGood):
            pay(state, {move.good: 1})
            traded = (*traded, move.good)
            if Trade(traded)._kinds(state):
                state.push(Trade(traded))
                return
        gain(state, dict.fromkeys(map(upgraded, traded), 1), "trade")


@cache
def is_green_good(name: str) -> bool:
    """Whether an item is a green good."""
    tile = TILES.get(name)
    return tile is not None and tile.kind == "good" and tile.color == "green"
