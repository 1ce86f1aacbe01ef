"""Cards for hunting, snares, whaling, raids and pillages."""

from itertools import combinations

from odin_solver.components import TILES
from odin_solver.game.cards import Card, Event, Facts, React, register
from odin_solver.game.effects.blocks import (
    SPECIALS,
    failed,
    gives,
    offers,
    own_vikings,
    rolls_count,
    succeeded,
    take,
    worth,
)
from odin_solver.game.effects.deals import deal
from odin_solver.game.effects.strips import StripItems
from odin_solver.game.effects.vikings import ReturnViking
from odin_solver.game.node import Decision
from odin_solver.game.state import THIS_ACTION, State

RAIDS = ("raiding", "pillaging")
LOW = ("hunting", "snare", "whaling")


class ReturnOre(Decision, frozen=True, tag=True):
    """Return 1 ore from a longship for a better result of every roll of this action.

    Attributes
    ----------
    key
        Where the card remembers it.
    """

    key: str

    def question(self, state: State) -> str:
        return "return 1 ore from a longship? (every roll counts more)"

    def moves(self, state: State) -> list[str]:
        loads = sorted({load for load in state.longships if load})
        return [*(f"return longship ore={load}" for load in loads), "skip"]

    def do(self, state: State, move: str) -> None:
        if move != "skip":
            loads = list(state.longships)
            loads[loads.index(int(move.rpartition("=")[2]))] -= 1
            state.longships = tuple(sorted(loads))
            state.remember(self.key, 1)


def ore_for_rolls(number: int, action: str, more: int) -> Card:
    """A card that takes 1 ore from a longship to let all rolls of an action count more."""
    key = f"{THIS_ACTION}{number} ore"

    def begin(state: State, facts: Facts) -> None:
        if facts["action"] == action:
            state.push(ReturnOre(key))

    def bend(state: State, roll: int, facts: Facts) -> int:
        return roll + more * (facts["action"] == action and state.remembers(key))

    return Card(
        number,
        on={"before dice": begin},
        rules={"die": bend},
    )


def given_up_after_two(state: State, facts: Facts) -> None:
    """104: stockfish or oil if a raid is given up after the second roll."""
    if facts["action"] == "raiding" and facts["rolls"] == 2:
        offers(deal("", "stockfish=1"), deal("", "oil=1"), optional=False)(state)


def snare_for_viking(state: State) -> None:
    """130: discard 2 snares to take a Viking back from the space."""
    if state.space == "laying_a_snare" and own_vikings(state):
        state.push(ReturnViking((("snare", 2),), (state.space,)))


def one_back(weapon: str, *actions: str) -> dict[Event, React]:
    """Take a weapon when exactly one of it was paid for a success."""

    def react(state: State, facts: Facts) -> None:
        if facts["action"] in actions and facts["paid"].get(weapon) == 1:
            take(state, **{weapon: 1})

    return {"succeeded": react}


def two_tiles(state: State, loot: dict[str, int], facts: Facts) -> dict[str, int]:
    """136: take 2 tiles whose sword values together are not above the result."""
    pairs = [*combinations(loot, 2), *((name, name) for name in loot if name not in SPECIALS)]
    return loot | {f"{one}+{other}": loot[one] + loot[other] for one, other in pairs}


def green_loot(state: State, loot: dict[str, int], facts: Facts) -> dict[str, int]:
    """138: a green good for 1 sword less than the blue good of its shape."""
    greens = {
        each.id: sword - 1
        for each in TILES.values()
        if each.kind == "good"
        and each.color == "green"
        and (sword := TILES[each.upgrades_to or ""].sword) is not None
    }
    return loot | greens


def special_for_less(state: State, loot: dict[str, int], facts: Facts) -> dict[str, int]:
    """139: the special tile with the highest sword value counts 1 less."""
    values = {name: sword for name, sword in loot.items() if name in SPECIALS}
    top = {name for name, sword in values.items() if sword == max(values.values())}
    return {
        names: sword - sum(name in top for name in names.split("+"))
        for names, sword in loot.items()
    }


def whaling_without_wood(state: State, facts: Facts) -> None:
    """141: cabbage, beans or peas with 1, 2 or 3 boats if no wood was paid."""
    if facts["action"] == "whaling" and not facts["paid"].get("wood"):
        take(state, **{{1: "cabbage", 2: "beans", 3: "peas"}[facts["boats"]]: 1})


def hunt_of_two(state: State) -> None:
    """163: hide and silver on the space for 2 Vikings."""
    if state.space == "hunting_game_2" and own_vikings(state):
        take(state, hide=1, silver=1)


def item_before_hunt(state: State, facts: Facts) -> None:
    """145: an item of a strip before a hunt."""
    if facts["action"] == "hunting":
        state.push(StripItems())


def knarr_as_longship(state: State, ships: int, facts: Facts) -> int:
    """147: a knarr stands in for one longship."""
    return ships + (state.knarrs > 0)


FISH_FOR_MEAT = offers(deal("stockfish=1", "game_meat=1"))

register(Card(4, rules=rolls_count(-1, *LOW, *RAIDS)))
register(Card(11, when_played=gives(spear=1), rules=worth("spear", 2, "whaling")))
register(Card(13, when_played=gives(bow=1), rules=rolls_count(-1, "hunting")))
register(Card(89, rules=worth("stone", 2, *RAIDS)))
register(ore_for_rolls(90, "raiding", 2))
register(Card(104, on={"failed": given_up_after_two}))
register(Card(126, on=succeeded({"snare"}, gives(silver=1))))
register(Card(127, on=succeeded({"snare"}, gives(stockfish=1))))
register(Card(128, on=succeeded({"snare"}, lambda state: state.push(StripItems()))))
register(Card(129, on=succeeded({"snare"}, offers(deal("snare=1", "salt_meat=1")))))
register(Card(130, on=succeeded({"snare"}, snare_for_viking), minds_payment=True))
register(Card(131, on={**succeeded({"snare"}, FISH_FOR_MEAT), **failed({"snare"}, FISH_FOR_MEAT)}))
register(ore_for_rolls(132, "pillaging", 3))
register(
    Card(
        133,
        on=succeeded({"raiding"}, offers(deal("", "peas=1"), deal("", "silver=1"), optional=False)),
    )
)
register(Card(134, on=failed({"raiding"}, gives(mead=1))))
register(Card(135, on=one_back("long_sword", *RAIDS), minds_payment=True))
# Both tiles may be what other cards let the player take, and at their price.
register(Card(136, rules={**rolls_count(1, *RAIDS), "loot": two_tiles}, place=1))
register(Card(137, rules=worth("spear", 1, *RAIDS)))
register(Card(138, rules={"loot": green_loot}))
register(Card(139, rules={"loot": special_for_less}))
register(Card(140, on=succeeded({"whaling"}, gives(oil=1))))
register(Card(141, on={"succeeded": whaling_without_wood}, minds_payment=True))
register(Card(142, on=one_back("spear", "whaling"), minds_payment=True))
register(Card(143, on=succeeded({"hunting"}, gives(silver=1))))
register(Card(144, on=succeeded({"hunting"}, offers(deal("silver=2", "skin_and_bones=1")))))
register(Card(145, on={"before dice": item_before_hunt}))
register(Card(146, rules=rolls_count(-1, "hunting", "snare")))
register(Card(147, rules={"stands in": knarr_as_longship}))
register(Card(153, rules={"rolls": lambda state, rolls, facts: 4}))
register(Card(163, on=succeeded({"hunting"}, hunt_of_two)))
