"""Cards that let the player exchange or buy something once, when they are played."""

from odin_solver.components import TILES
from odin_solver.game.actions.exchange import Either, Offer
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.cards import Card, register
from odin_solver.game.effects.blocks import offers, reached
from odin_solver.game.effects.deals import Deal, Deals, ShipDeal, Swap, deal
from odin_solver.game.effects.strips import StripItems
from odin_solver.game.node import Step
from odin_solver.game.state import State
from odin_solver.game.things import add

GOODS = tuple(each.id for each in TILES.values() if each.kind == "good")

FURTHER_UP = (
    ("peas", "stockfish", "wool"),
    ("flax", "milk", "linen"),
    ("beans", "salt_meat", "skin_and_bones"),
    ("grain", "game_meat", "fur"),
    ("cabbage", "sheep", "robe"),
    ("fruits", "cattle"),
)
"""One and two steps to the upper right in the table of goods, from the orange goods."""


def one_for_one(gives: str, takes: str, count: int = 1) -> Deal:
    """A deal of so many of a thing for as many of another one."""
    return ((gives, count),), ((takes, count),)


def other_side() -> list[Deal]:
    """Turning a good over: orange and red, green and blue of the same shape."""
    turned = [
        (name, TILES[name].upgrades_to or "")
        for name in GOODS
        if TILES[name].color in ("orange", "green")
    ]
    return [one_for_one(*pair) for pair in turned] + [
        one_for_one(back, front) for front, back in turned
    ]


def three_steps() -> list[Deal]:
    """The upgrades of orange goods by three steps."""
    return [one_for_one(name, upgraded(name, 3)) for name in GOODS if TILES[name].color == "orange"]


def field_farmer() -> list[Deal]:
    """1 silver for one or two steps to the upper right."""
    return [deal(f"{row[0]}=1 silver=1", f"{takes}=1") for row in FURTHER_UP for takes in row[1:]]


def several_alike() -> list[Deal]:
    """Upgrades of 1 to 4 goods of a kind."""
    return [
        one_for_one(name, upgraded(name), count)
        for name in (*GOODS, "sheep", "cattle")
        if upgraded(name)
        for count in (4, 3, 2, 1)
    ]


def hornturner(state: State) -> None:
    """63: 1 sheep for salt meat, hide and wool; then 3 silver for the drinking horn."""
    state.push(
        Deals((deal("sheep=1", "salt_meat=1 hide=1 wool=1"),)),
        Deals((deal("silver=3", "drinking_horn=1"),)),
    )


def earl(state: State) -> None:
    """72: a stone house for silver as the number of the round."""
    offers(deal(f"silver={state.round}", "stone_house=1"))(state)


def traveling_merchant(state: State) -> None:
    """78: turn 2, 4, 6 or 7 goods over with 1, 2, 3 or 4 knarrs."""
    count = reached(state.knarrs, {1: 2, 2: 4, 3: 6, 4: 7}, 0)
    if count:
        offers(*other_side(), left=count)(state)


class TurnPregnant(Step, frozen=True, tag=True):
    """Turn a cattle to its pregnant side."""

    def blocked(self, state: State) -> str | None:
        return None if state.has("cattle") else "there is no cattle that is not pregnant"

    def run(self, state: State) -> None:
        add(state, "cattle", -1)
        add(state, "pregnant_cattle", 1)


def quartermaster(state: State) -> None:
    """81: a longship for 8 silver less the weapons."""
    halves = 2 * state.has("long_sword") + state.has("spear") + state.has("bow")
    price = max(0, (2 * 8 - halves) // 2)
    offers(deal(f"silver={price}", "longship=1"))(state)


def longship_builder(state: State) -> None:
    """82: a longship for 8, 6, 3 or 1 silver with 0, 1, 2 or 3 knarrs."""
    price = reached(state.knarrs, {0: 8, 1: 6, 2: 3, 3: 1}, 8)
    offers(deal(f"silver={price}", "longship=1"))(state)


class ArmLast(Step, frozen=True, tag=True):
    """Pay 3 ore onto the longship that has just come."""

    def blocked(self, state: State) -> str | None:
        return None if state.has("ore") >= 3 else "it needs 3 ore"

    def run(self, state: State) -> None:
        add(state, "ore", -3)
        at = state.longships.index(0)
        rest = state.longships[:at] + state.longships[at + 1 :]
        state.longships = tuple(sorted((*rest, 3)))


ARMED_LONGSHIP = Either(
    tuple(
        (f"pay {price}", (Swap(deal(price, "longship=1")), ArmLast()))
        for price in ("wood=4", "silver=3")
    )
)

CRUCIFIX_OR_MOUNTAIN = Either(
    (
        ("take crucifix", (Swap(deal("", "crucifix=1")),)),
        ("mountain", (StripItems(4, optional=False),)),
    )
)

register(Card(17, when_played=offers(*three_steps())))
register(Card(61, when_played=lambda state: state.push(ShipDeal("longship", (), (("silver", 8),)))))
register(
    Card(
        62,
        when_played=offers(
            deal("ore=1 silver=1", "crucifix=1"), deal("ore=1 silver=1", "cloakpin=1")
        ),
    )
)
register(Card(63, when_played=hornturner))
register(
    Card(
        64,
        when_played=lambda state: state.push(
            ShipDeal("whaling_boat", (("silver", 2),), (("longship", 1),))
        ),
    )
)
register(Card(65, when_played=offers(deal("snare=2 spear=2", "treasure_chest=1"))))
register(Card(66, when_played=offers(*field_farmer())))
register(Card(67, when_played=offers(deal("silver=4", "silverware=2 game_meat=1 mead=1"))))
register(Card(72, when_played=earl))
register(
    Card(
        73,
        when_played=offers(
            deal("", "silverware=1"),
            deal("silver=2", "crucifix=1"),
            deal("silver=5", "chalice=1"),
            optional=False,
        ),
    )
)
register(Card(74, when_played=offers(deal("grain=1 silver=2", "cattle=1"))))
register(Card(75, when_played=offers(deal("silver=1", "skin_and_bones=1"))))
register(Card(78, when_played=traveling_merchant))
register(Card(79, when_played=lambda state: state.push(Offer("turn cattle", (TurnPregnant(),)))))
register(Card(80, when_played=offers(deal("silver=2", "sheep=1"))))
register(Card(81, when_played=quartermaster))
register(Card(82, when_played=longship_builder))
register(Card(83, when_played=offers(*several_alike())))
register(
    Card(
        86,
        when_played=offers(*(deal(f"silver={2 * count}", f"hide={count}") for count in (1, 2, 3))),
    )
)
register(Card(87, when_played=lambda state: state.push(CRUCIFIX_OR_MOUNTAIN)))
register(
    Card(
        184,
        when_played=lambda state: state.push(Offer("take longship", (ARMED_LONGSHIP,))),
    )
)
