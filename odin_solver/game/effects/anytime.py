"""Cards that can be used at any time."""

from itertools import combinations_with_replacement

from odin_solver.components import TILES
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.actions.occupations import play_card
from odin_solver.game.cards import Anytime, Card, register
from odin_solver.game.effects.blocks import HOUSES, always, exchanges, exchanging, offers
from odin_solver.game.effects.deals import Deal, deal
from odin_solver.game.effects.laying import free_cells, lay
from odin_solver.game.phases import hold_harvest
from odin_solver.game.state import State
from odin_solver.game.things import add, can_pay, missing, pay, words


def disarm(state: State, name: str) -> None:
    """39: take ore back from a ship."""
    kind, load = name.split(" ore=")
    loads = list(state.boats if kind == "whaling_boat" else state.longships)
    loads[loads.index(int(load))] -= 1
    if kind == "whaling_boat":
        state.boats = tuple(sorted(loads))
    else:
        state.longships = tuple(sorted(loads))
    add(state, "ore", 1)


def armed_ships(state: State) -> list[str]:
    """Ships with ore that was put on them."""
    return [
        f"{kind} ore={load}"
        for kind, loads in (("whaling_boat", state.boats), ("longship", state.longships))
        for load in sorted(set(loads))
        if load
    ]


def cells_for_wood(state: State) -> list[str]:
    """40: free cells of houses, if there is wood."""
    return list(free_cells(state, "silver", HOUSES)) if state.has("wood") else []


def why_no_wood(state: State) -> str:
    """40: what is missing."""
    return missing(state, {"wood": 1}) or "no cell of a house is free"


def place_wood(state: State, words: str) -> None:
    """40: the wood lies there as a silver would, and is shown as one."""
    at, cells = free_cells(state, "silver", HOUSES)[words]
    pay(state, {"wood": 1}, "card")
    lay(state, "silver", at, cells)


def plow(state: State, words: str) -> None:
    """49: a harvest for a cattle."""
    pay(state, {"cattle": 1}, "card")
    hold_harvest(state, 3)


def play_for_silver(state: State, words: str) -> None:
    """52: play a card for 1 silver."""
    pay(state, {"silver": 1}, "card")
    play_card(state, int(words.removeprefix("play ")))


def orange_upgrades() -> list[Deal]:
    """53: 1 silver for the upgrade of an orange good."""
    return [
        deal(f"silver=1 {each.id}=1", f"{each.upgrades_to}=1")
        for each in TILES.values()
        if each.color == "orange"
    ]


def pairs_of_weapons() -> list[Deal]:
    """56: any 2 weapons for 1 ore."""
    return [
        deal(words({name: pair.count(name) for name in pair}), "ore=1")
        for pair in combinations_with_replacement(WEAPONS, 2)
    ]


register(
    Card(39, anytime=Anytime(armed_ships, disarm, lambda state: "no ship carries ore put on it"))
)
register(Card(40, anytime=Anytime(cells_for_wood, place_wood, why_no_wood)))
register(exchanges(44, deal("hide=1 wool=1 linen=1", "clothing=1 silver=3")))
register(exchanges(45, deal("wood=1 silver=6", "treasure_chest=1")))
register(exchanges(46, deal("wood=3 wool=1", "longship=1"), deal("wood=3 linen=1", "longship=1")))
register(exchanges(47, deal("salt_meat=1", "hide=1")))
register(exchanges(48, deal("cattle=1", "jewelry=1")))
register(
    Card(
        49,
        anytime=Anytime(
            lambda state: [""] if state.animals("cattle") else [],
            plow,
            lambda state: "there is no cattle in the stables",
        ),
    )
)
register(exchanges(50, deal("rune_stone=1", "hide=1")))
register(
    exchanges(
        51, deal("rune_stone=1", "silver=1 milk=1"), deal("rune_stone=1", "silver=1 cabbage=1")
    )
)
register(
    Card(
        52,
        anytime=Anytime(
            lambda state: [
                f"play {number}" for number in state.hand if can_pay(state, {"silver": 1})
            ],
            play_for_silver,
            lambda state: (
                missing(state, {"silver": 1}) or "there is no occupation in the hand to be played"
            ),
        ),
    )
)
register(exchanges(53, *orange_upgrades()))
register(exchanges(54, deal("silverware=1", "silk=1"), deal("silverware=1", "chest=1")))
register(exchanges(55, deal("chest=1 silver=3", "treasure_chest=1")))
register(exchanges(56, *pairs_of_weapons()))
register(exchanges(57, deal("beans=2", "peas=1 mead=1 stockfish=1")))
register(exchanges(58, deal("flax=2", "oil=3")))
register(exchanges(59, deal("flax=2 silver=1", "linen=2")))
register(
    Card(
        187,
        anytime=exchanging(deal("flax=3", "treasure_chest=1")),
        on={"after action": always(offers(deal("flax=2", "belt=1")))},
    )
)
