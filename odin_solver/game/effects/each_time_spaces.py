"""Cards that work each time certain action spaces are used."""

from odin_solver.components import BOARDS
from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.actions.exchange import Offer
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.actions.voyages import Emigrate
from odin_solver.game.cards import Card, Facts, register
from odin_solver.game.draws import DrawWeapons
from odin_solver.game.effects.blocks import (
    HOUSES,
    action_gave,
    after,
    always,
    before,
    built,
    gives,
    houses,
    offers,
    spaces_of,
    take,
)
from odin_solver.game.effects.deals import Deals, Swap, deal
from odin_solver.game.effects.vikings import ReturnViking
from odin_solver.game.state import State

BUILD_HOUSES = spaces_of(Group.BUILD_HOUSES)
CRAFTING = spaces_of(Group.CRAFTING)
WEEKLY_MARKET = spaces_of(Group.WEEKLY_MARKET)
OVERSEAS = frozenset({"overseas_trading_1", "overseas_trading_2"})
MOUNTAIN_AND_UPGRADE = frozenset({"mountain_1_upgrade_1", "mountain_3_upgrade_1"})
TWO_OR_MORE = range(2, 1000)
ONE_OR_MORE = range(1, 1000)

UPPER_LEFT = (
    *(("flax", "mead"), ("beans", "stockfish"), ("grain", "milk"), ("cabbage", "salt_meat")),
    *(("fruits", "sheep"), ("stockfish", "oil"), ("milk", "hide"), ("salt_meat", "wool")),
    *(("game_meat", "linen"), ("sheep", "skin_and_bones"), ("whale_meat", "fur")),
    *(("cattle", "robe"), ("hide", "rune_stone"), ("wool", "silverware"), ("linen", "chest")),
    *(("skin_and_bones", "silk"), ("fur", "spices"), ("robe", "jewelry")),
    *(("clothing", "treasure_chest"),),
)
"""One step to the upper left in the table of goods."""


def upgrade_for_nothing(state: State) -> None:
    """Offer to upgrade 1 good by one step."""
    state.push(Upgrade(1, optional=True, source="card"))


def draw_weapon(state: State) -> None:
    """Draw 1 weapon card."""
    state.push(DrawWeapons(1))


def with_longship(state: State, facts: Facts) -> None:
    """12: a longship raids or pillages, not a ship that stands in for it."""
    if state.longships and facts["action"] in ("raiding", "pillaging"):
        draw_weapon(state)


def plundered(state: State, facts: Facts) -> None:
    """12: a longship plunders, if it has come to that."""
    if state.longships and facts["space"] == "plundering" and facts["gained"]:
        draw_weapon(state)


def explored(state: State, facts: Facts) -> None:
    """12: a longship explores, if the board can be reached by one."""
    if state.longships and "longship" in BOARDS[facts["board"]].ships:
        draw_weapon(state)


def longship_emigrated(state: State, facts: Facts) -> None:
    """12: a longship emigrates."""
    if facts["ship"] == "longship":
        draw_weapon(state)


def clerk(state: State) -> None:
    """88: 1 silver for a step to the upper left, once per knarr; the action must stay possible."""
    deals = tuple(deal(f"{old}=1 silver=1", f"{new}=1") for old, new in UPPER_LEFT)
    state.push(Deals(deals, state.knarrs, space=state.space))


def ore_exchanged(state: State, facts: Facts) -> None:
    """108: a Viking comes back for 1 silver from a Crafting space where ore was exchanged."""
    if facts["space"] in CRAFTING and facts["spent"].get("ore"):
        state.push(ReturnViking((("silver", 1),), (facts["space"],)))


def resources_exchanged(state: State, facts: Facts) -> None:
    """111: 1 silver for each kind of building resource exchanged on a Crafting space."""
    if facts["space"] in CRAFTING:
        take(state, silver=sum(thing in facts["spent"] for thing in ("wood", "stone", "ore")))


def two_vikings(state: State, facts: Facts) -> None:
    """166: a weapon card when exactly 2 Vikings are placed, but not the first time in a round."""
    if facts["vikings"] == 2:
        if state.remembers("166 round") == state.round:
            draw_weapon(state)
        state.remember("166 round", state.round)


def two_vikings_before(state: State) -> None:
    """166: the first time in this round may have been before the card was played."""
    if any(SPACES[space].vikings == 2 for space, _ in state.placed):
        state.remember("166 round", state.round)


UPGRADE_FOR_SILVER = Offer("pay silver=1", (Swap(deal("silver=1", "")), Upgrade(1, source="card")))
"""120: 1 silver for the upgrade of a good by one step."""

register(Card(3, on=action_gave("silver", {1}, gives(snare=1))))
register(
    Card(
        12,
        when_played=gives(chest=1),
        on={
            "succeeded": with_longship,
            "failed": with_longship,
            "explored": explored,
            "emigrated": longship_emigrated,
            "after action": plundered,
        },
    )
)
register(
    Card(
        15,
        when_played=lambda state: take(state, mead=2 * houses(state)),
        on=built(HOUSES, gives(hide=1)),
    )
)
register(
    Card(
        36,
        on=before(
            OVERSEAS,
            offers(
                deal("salt_meat=1", "linen=1"),
                deal("game_meat=1", "skin_and_bones=1"),
                deal("whale_meat=1", "robe=1"),
            ),
        ),
    )
)
register(Card(37, on=before(OVERSEAS, upgrade_for_nothing)))
register(Card(88, on=before(OVERSEAS, clerk)))
register(Card(108, on={"after action": ore_exchanged}))
register(
    Card(109, on=after({"overseas_trading_2"}, lambda state: take(state, silver=state.knarrs)))
)
register(
    Card(
        110,
        on=after(
            {"overseas_trading_2"}, lambda state: state.push(Offer("emigrate", (Emigrate(),)))
        ),
    )
)
register(Card(111, on={"after action": resources_exchanged}))
register(Card(112, on=before(CRAFTING, gives(mead=1))))
register(Card(114, on=after(CRAFTING, offers(deal("silver=3", "silk=1")))))
register(Card(115, on=before(BUILD_HOUSES, gives(silverware=1))))
register(Card(117, on=built({"knarr", "longship"}, upgrade_for_nothing)))
register(Card(118, on=before(WEEKLY_MARKET, gives(stone=1, mead=1))))
register(Card(119, on=before(WEEKLY_MARKET, gives(milk=1))))
register(Card(120, on=after(WEEKLY_MARKET, lambda state: state.push(UPGRADE_FOR_SILVER))))
register(Card(123, on=after(MOUNTAIN_AND_UPGRADE, offers(deal("oil=1", "silverware=1")))))
register(Card(124, on=action_gave("silver", {2}, offers(deal("silver=2", "grain=1 wood=2")))))
register(
    Card(
        125,
        on={"explored": always(gives(rune_stone=1)), "emigrated": always(gives(rune_stone=1))},
    )
)
register(Card(148, on=built({"knarr"}, offers(deal("silver=3", "spices=1")))))
register(Card(149, on=before(OVERSEAS, gives(oil=1))))
register(Card(154, on=action_gave("wood", TWO_OR_MORE, gives(silver=1))))
register(Card(155, on=action_gave("wood", TWO_OR_MORE, offers(deal("wood=1", "stockfish=1")))))
register(Card(156, on=action_gave("stone", ONE_OR_MORE, gives(silver=1))))
register(Card(166, when_played=two_vikings_before, on={"before action": two_vikings}))
register(Card(175, on=action_gave("stockfish", ONE_OR_MORE, offers(deal("silver=1", "oil=1")))))
