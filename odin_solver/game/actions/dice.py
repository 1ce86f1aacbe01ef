"""Hunting, snares, whaling, raids and pillages: up to three rolls, then success or failure."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from odin_solver.components import TILES, Color, Tile
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel import events
from odin_solver.game.kernel.cards import emit, modified
from odin_solver.game.kernel.chance import AwaitsRoll, Roll, result_of
from odin_solver.game.kernel.items import gain, pay, payment_combinations
from odin_solver.game.kernel.moves import FAIL, REROLL, SUCCEED, Move, Pay, SailWith, TakeLoot
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.rules import LongshipCount, LootSwords, PaymentValues, RollLimit
from odin_solver.game.kernel.state import THIS_ACTION, State
from odin_solver.names.printed import plain_list, plain_name
from odin_solver.support.language import mark, say

Tiles = tuple[str, ...]
"""Tiles that are looted together."""

ROLLS = 3
LEAST_TO_WIN = 6
"""A raid or pillage with a smaller result fails (rules, 4)."""

WITHOUT_VIKINGS = f"{THIS_ACTION}without Vikings"
"""Memory key: the space is used without Vikings, so none returns after a failure."""


@dataclass(frozen=True)
class DiceRules:
    """Printed rules of a dice action.

    Attributes
    ----------
    high
        Whether a high result is wanted.
    weapon, resource
        Items that can be paid, and of which a failure gives one each.
    reward
        Gain of a success; empty for raids and pillages, where loot is chosen.
    returned
        Vikings that come back after a failure.
    """

    die: str
    high: bool
    weapon: str
    resource: str
    reward: dict[str, int]
    returned: int


ACTIONS = {
    "hunting": DiceRules("d8", False, "bow", "wood", {"hide": 1, "game_meat": 1}, 0),
    "snare": DiceRules("d8", False, "snare", "wood", {"fur": 1, "snare": 1}, 1),
    "whaling": DiceRules(
        "d12", False, "spear", "wood", {"oil": 1, "skin_and_bones": 1, "whale_meat": 1}, 2
    ),
    "raiding": DiceRules("d8", True, "long_sword", "stone", {}, 0),
    "pillaging": DiceRules("d12", True, "long_sword", "stone", {}, 1),
}

_NAMES = {
    "hunting": mark("hunting"),
    "snare": mark("snare"),
    "whaling": mark("whaling"),
    "raiding": mark("raiding"),
    "pillaging": mark("pillaging"),
}


def action_name(action: str) -> str:
    """Return the name of a dice action within a sentence."""
    return say(_NAMES[action])


class Dice(GameStep, frozen=True, tag=True):
    """Begin a dice action."""

    action: str

    def blocked(self, state: State) -> str | None:
        if not ACTIONS[self.action].high or longships(state):
            return None
        return say("it needs a {ships}", ships=plain_name("longship"))

    def run(self, state: State) -> None:
        state.push(FirstRoll(self.action))
        emit(state, events.DiceStarts(self.action))


class FirstRoll(GameStep, frozen=True, tag=True):
    """Roll for the first time, after the questions of cards."""

    action: str

    def run(self, state: State) -> None:
        ore = max(state.longships, default=0) if self.action == "pillaging" else 0
        begin(state, DiceAction(self.action, ore))


class Sail(Decision, frozen=True, tag=True):
    """Choose the whaling boats that take part, by the ore on each, the printed one included."""

    most: int

    def question(self, state: State) -> str:
        return say("which whaling boats? (ore on each)")

    def moves(self, state: State) -> list[Move]:
        loads = [load + 1 for load in state.boats]
        found = {
            chosen
            for count in range(1, min(self.most, len(loads)) + 1)
            for chosen in combinations(loads, count)
        }
        return [SailWith(chosen) for chosen in sorted(found)]

    def blocked(self, state: State) -> str | None:
        return None if state.boats else say("it needs a {ships}", ships=plain_name("whaling_boat"))

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, SailWith)
        begin(state, DiceAction("whaling", sum(move.loads), boats=len(move.loads)))


def begin(state: State, action: "DiceAction") -> None:
    """Roll for the first time."""
    state.push(Roll(ACTIONS[action.action].die), action)


class DiceAction(AwaitsRoll, frozen=True, tag=True):
    """A dice action under way: the decision after a roll.

    Attributes
    ----------
    action
        Key of `ACTIONS`.
    ore
        Ore that counts.
    boats
        Whaling boats that take part.
    result
        Result of the last roll, ore and cards included.
    """

    action: str
    ore: int = 0
    boats: int = 0
    rolls: int = 0
    result: int = 0

    def rolled(self, state: State, roll: int) -> "DiceAction":
        """Return the action after one more roll."""
        value = result_of(state, self.action, roll)
        value = value + self.ore if ACTIONS[self.action].high else max(0, value - self.ore)
        return DiceAction(self.action, self.ore, self.boats, self.rolls + 1, value)

    def question(self, state: State) -> str:
        return say(
            "{action}: roll {roll} comes to {result}",
            action=action_name(self.action),
            roll=self.rolls,
            result=self.result,
        )

    def moves(self, state: State) -> list[Move]:
        rules = ACTIONS[self.action]
        if not rules.high and self.result == 0:
            return [SUCCEED]  # neither another roll nor a failure is allowed (rules, 4)
        found: list[Move] = []
        if self.rolls < rolls_allowed(state, self.action):
            found.append(REROLL)
        if rules.high:
            reach = self.result + _most(state, self.action)
            found += [TakeLoot(tiles) for tiles, need in loot(state, self.action) if need <= reach]
        elif self.result <= _most(state, self.action):
            found.append(SUCCEED)
        return [*found, FAIL]

    def do(self, state: State, move: Move) -> None:
        rules = ACTIONS[self.action]
        if move == REROLL:
            state.push(Roll(rules.die), self)
        elif move == FAIL:
            gain(state, {rules.resource: 1, rules.weapon: 1}, "compensation")
            if not state.remembers(WITHOUT_VIKINGS):
                return_vikings(state, {state.space: rules.returned})
            emit(state, events.DiceFailed(self.action, self.rolls))
        elif isinstance(move, TakeLoot):
            need = dict(loot(state, self.action))[move.tiles]
            state.push(self.success(max(0, need - self.result), move.tiles))
        else:
            state.push(self.success(self.result))

    def success(self, amount: int, tiles: Tiles = ()) -> "PayDice":
        """Return the payment after a success, for loot if there is any."""
        reward = Counter(tiles) if tiles else ACTIONS[self.action].reward
        return PayDice(self.action, amount, tuple(reward.items()), self.boats)


class PayDice(Decision, frozen=True, tag=True):
    """Pay for a success, in any combination, and gain the reward."""

    action: str
    amount: int
    reward: tuple[tuple[str, int], ...]
    boats: int = 0

    def question(self, state: State) -> str:
        return say("pay {n} for {items}", n=self.amount, items=plain_list(self.reward))

    def moves(self, state: State) -> list[Move]:
        return [Pay(tuple(mix.items())) for mix in payments(state, self.action, self.amount)]

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, Pay)
        paid = dict(move.items)
        pay(state, paid)
        gain(state, dict(self.reward), "dice")
        emit(state, events.DiceSucceeded(self.action, paid, self.boats))


def rolls_allowed(state: State, action: str) -> int:
    """Return the number of rolls allowed."""
    return modified(state, RollLimit(action), ROLLS)


def payments(state: State, action: str, amount: int) -> Iterator[dict[str, int]]:
    """Yield all ways to pay an amount for a dice action without paying too much."""
    worth = payable(state, action)
    plain = {name: state.has(name) for name in worth}
    if set(worth.values()) <= {1}:
        yield from payment_combinations(amount, plain)
        return
    for total in range(sum(plain.values()) + 1):
        for mix in payment_combinations(total, plain):
            value = sum(worth[name] * count for name, count in mix.items())
            if value >= amount and all(value - worth[name] < amount for name in mix):
                yield mix


def payable(state: State, action: str) -> dict[str, int]:
    """Return the items that can be paid for a dice action, with the value of each."""
    rules = ACTIONS[action]
    worth = {rules.weapon: 1, rules.resource: 1}
    return modified(state, PaymentValues(action), worth)


def _most(state: State, action: str) -> int:
    return sum(state.has(name) * each for name, each in payable(state, action).items())


def loot(state: State, action: str) -> list[tuple[Tiles, int]]:
    """Return the loot of a raid or pillage, with the result that each needs."""
    swords = sword_values(state, action)
    return [(tiles, max(LEAST_TO_WIN, sword)) for tiles, sword in swords.items()]


def sword_values(state: State, action: str) -> dict[Tiles, int]:
    """Return the sword values of the loot of a raid or pillage."""
    swords: dict[Tiles, int] = {
        (tile.id,): sword
        for tile, sword in _lootable()
        if tile.kind == "good" or tile.id in state.specials
    }
    return modified(state, LootSwords(action), swords)


@cache
def _lootable() -> tuple[tuple[Tile, int], ...]:
    return tuple(
        (tile, tile.sword)
        for tile in TILES.values()
        if tile.sword is not None and tile.color == Color.BLUE
    )


def longships(state: State, needed: int = 1) -> int:
    """Return the number of longships, and of ships that cards count as longships."""
    return modified(state, LongshipCount(needed), len(state.longships))


def return_vikings(state: State, counts: Mapping[str, int], *, together: bool = False) -> None:
    """Return Vikings to the Thing square, so many from each space (rules, 4).

    With `together` they count as coming back with those before them.
    """
    back = {space: min(counts.get(space, 0), count) for space, count in state.placed}
    total = sum(back.values())
    if total:
        state.placed = tuple((space, count - back[space]) for space, count in state.placed)
        state.vikings += total
        emit(state, events.VikingsReturned(total, together))
        emit(state, events.CHANGED)


assert all(rules.weapon in WEAPONS for rules in ACTIONS.values())
