"""Effects of the 61 action spaces (rules, 4)."""

from collections.abc import Mapping
from types import MappingProxyType

from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.dice import Dice, Sail, longships
from odin_solver.game.actions.exchange import (
    BoatToKnarr,
    Either,
    Exchange,
    IfAnimal,
    Offer,
    PerAnimal,
    pairs,
)
from odin_solver.game.actions.mountains import Mountain, Trade, Upgrade
from odin_solver.game.actions.occupations import PlayOccupations
from odin_solver.game.actions.voyages import Emigrate, Explore, Forge, SpecialSale
from odin_solver.game.kernel.cards import is_modified, modified
from odin_solver.game.kernel.chance import DrawOccupations, DrawWeapons
from odin_solver.game.kernel.items import room_for
from odin_solver.game.kernel.moves import parse_items
from odin_solver.game.kernel.nodes import GameStep
from odin_solver.game.kernel.rules import ActionCost, SpaceEffects
from odin_solver.game.kernel.state import Node, State
from odin_solver.names.printed import plain_name
from odin_solver.support.language import say, say_number


class NeedsKnarr(GameStep, frozen=True, tag=True):
    """A condition: at least one knarr."""

    def blocked(self, state: State) -> str | None:
        return None if state.knarrs else say("it needs a {ships}", ships=plain_name("knarr"))

    def run(self, state: State) -> None:
        """Do nothing: it is only a condition."""


class NeedsLongships(GameStep, frozen=True, tag=True):
    """A condition: so many longships."""

    count: int

    def blocked(self, state: State) -> str | None:
        enough = longships(state, self.count) >= self.count
        return (
            None
            if enough
            else say_number("it needs {n} longship", "it needs {n} longships", self.count)
        )

    def run(self, state: State) -> None:
        """Do nothing: it is only a condition."""


class EmigrateAfterExchange(GameStep, frozen=True, tag=True):
    """Exchange a boat or not, then emigrate."""

    def blocked(self, state: State) -> str | None:
        reason = Emigrate().blocked(state)
        if reason and state.boats and not room_for(state, {"knarr": 1}):
            other = state.copy()
            other.knarrs += 1
            return Emigrate().blocked(other)
        return reason

    def run(self, state: State) -> None:
        state.push(BoatToKnarr(), Emigrate())


def _exchange(pays: str, takes: str) -> Exchange:
    return Exchange(pairs(**parse_items(pays)), pairs(**parse_items(takes)))


def _take(**takes: int) -> Exchange:
    return Exchange((), pairs(**takes))


def _either(options: Mapping[str, Node]) -> Either:
    return Either(tuple((label, (node,)) for label, node in options.items()))


_PLAY_FOR_PAY = (PlayOccupations(1, optional=True), _take(silver=1))

EFFECTS: Mapping[str, tuple[Node, ...]] = MappingProxyType(
    {
        # Build houses and ships
        "build_shed": (_exchange("wood=2", "shed=1"),),
        "build_stone_house": (_exchange("stone=1", "stone_house=1"),),
        "build_long_house": (_exchange("stone=2", "long_house=1"),),
        "build_house_and_ship": (
            _either(
                {
                    "stone_house and longship": _exchange(
                        "stone=2 wood=2", "stone_house=1 longship=1"
                    ),
                    "long_house and knarr": _exchange("stone=2 wood=2", "long_house=1 knarr=1"),
                }
            ),
        ),
        "build_whaling_boat": (_exchange("wood=1", "whaling_boat=1"),),
        "build_knarr": (_exchange("wood=2", "knarr=1"),),
        "build_longship": (_exchange("wood=2", "longship=1"),),
        # Hunting
        "hunting_game_1": (Dice("hunting"),),
        "take_stockfish": (_take(stockfish=1),),
        "hunting_game_2": (Dice("hunting"),),
        "laying_a_snare": (Dice("snare"),),
        "whaling_3": (Sail(3),),
        "whaling_1": (Sail(1),),
        # Livestock market
        "buy_stockfish": (_exchange("silver=1", "stockfish=2"),),
        "buy_salt_meat": (_exchange("silver=2", "salt_meat=2"),),
        "buy_sheep": (_exchange("silver=1", "sheep=1"),),
        "buy_cattle_milk": (_exchange("silver=3", "cattle=1 milk=1"),),
        "sheep_or_cattle": (
            _either({"sheep": _take(sheep=1), "cattle": _exchange("silver=1", "cattle=1")}),
        ),
        "buy_sheep_and_cattle": (_exchange("silver=3", "sheep=1 cattle=1"),),
        # Weekly market and products
        "beans": (_take(beans=1, silver=1),),
        "flax_stockfish": (_take(flax=1, stockfish=1, silver=1),),
        "fruits_oil_salt_meat": (_take(fruits=1, oil=1, salt_meat=1, silver=1),),
        "spices_milk_wool": (
            _take(spices=1, silver=1),
            IfAnimal("cattle", pairs(milk=2)),
            IfAnimal("sheep", pairs(wool=1)),
        ),
        "milk": (PerAnimal("milk", "cattle"),),
        "mead": (_take(mead=2, silver=2),),
        "wool": (PerAnimal("wool", "sheep"),),
        # Crafting
        "craft_linen": (_exchange("flax=1", "linen=1"),),
        "craft_rune_stone": (_exchange("stone=1", "rune_stone=1 silver=1"),),
        "craft_clothing": (_exchange("hide=1 linen=1", "clothing=1 silver=2"),),
        "craft_chest": (
            _either(
                {
                    "pay wood": _exchange("wood=1", "chest=1 silver=1"),
                    "pay ore": _exchange("ore=1", "chest=1 silver=1"),
                }
            ),
        ),
        "forge": (Forge(),),
        "craft_chests_and_rune_stones": (_exchange("stone=2 wood=2", "chest=2 rune_stone=2"),),
        "master_crafting": (
            _take(silver=4),
            Offer("wool to robe", (_exchange("wool=1", "robe=1"),)),
            Offer("silverware to jewelry", (_exchange("silverware=1", "jewelry=1"),)),
        ),
        # Mountains and trade
        "mountain_2": (Mountain((2,)),),
        "mountain_1_upgrade_1": (Mountain((1,), optional=True), Upgrade(1, optional=True)),
        "upgrade_2": (Upgrade(2),),
        "wood_per_player_and_ore": (_take(wood=1, ore=1),),
        "mountain_3_upgrade_1": (Mountain((3,), optional=True), Upgrade(1, optional=True)),
        "upgrade_3": (Upgrade(3),),
        "mountain_3_and_2": (Mountain((3, 2)),),
        "upgrade_3_weapons_4": (Upgrade(3, optional=True), DrawWeapons(4)),
        "upgrade_4": (Upgrade(4),),
        "mountain_4_double_upgrade_2": (
            Mountain((4,), optional=True),
            Upgrade(2, times=2, optional=True),
        ),
        "mountains_2222_or_double_upgrade_3": (
            _either({"mountains": Mountain((2, 2, 2, 2)), "upgrades": Upgrade(3, times=2)}),
        ),
        # Sailing
        "overseas_trading_1": (NeedsKnarr(), Exchange(pairs(silver=1), then=(Trade(),))),
        "overseas_trading_2": (NeedsKnarr(), Exchange(pairs(silver=1), then=(Trade(),))),
        "special_sale": (SpecialSale(2),),
        "raiding": (Dice("raiding"),),
        "pillaging_2": (Dice("pillaging"),),
        "pillaging_3": (Dice("pillaging"),),
        "plundering": (NeedsLongships(2), _take(silver_hoard=1)),
        "explore_1": (Explore("explore_1"),),
        "explore_2": (Explore("explore_2"),),
        "explore_3": (Explore("explore_3"),),
        # Emigration and occupations
        "draw_occupation": (DrawOccupations(1), _take(silver=1)),
        "play_occupation_paid": (
            _either(
                {
                    "pay stone": Exchange(pairs(stone=1), then=_PLAY_FOR_PAY),
                    "pay ore": Exchange(pairs(ore=1), then=_PLAY_FOR_PAY),
                }
            ),
        ),
        "emigrate_2": (Emigrate(),),
        "play_occupations_1_2": (PlayOccupations(2),),
        "emigrate_3": (Emigrate(),),
        "play_occupations_1_4": (PlayOccupations(4),),
        "whaling_boat_to_knarr_emigrate": (EmigrateAfterExchange(),),
    }
)
"""What each space does, in order."""

ANY_ONE_WILL_DO = frozenset(
    {
        "mountain_1_upgrade_1",
        "mountain_3_upgrade_1",
        "upgrade_3_weapons_4",
        "mountain_4_double_upgrade_2",
    }
)
"""Spaces of which one possible effect is enough (rules, 4)."""

assert EFFECTS.keys() == SPACES.keys()


def effects_of(state: State, space: str) -> tuple[Node, ...]:
    """Return the effects of a space by the number of players, as the cards modify them."""
    effects = EFFECTS[space]
    if space == "wood_per_player_and_ore" and state.options.players > 1:
        effects = (_take(wood=state.options.players, ore=1),)
    return modified(state, SpaceEffects(space), effects)


def why_not_used(state: State, space: str) -> str | None:
    """Return why a space cannot be used, Vikings aside; None if it can."""
    if space == "play_occupations_1_4" and state.can_draw and not state.hand:
        return None  # an occupation is drawn before the action, so that there is one to be played
    if is_modified(state, ActionCost):
        state = state.copy()
        state.space = space  # costs depend on it
    nodes = effects_of(state, space)
    if space in ANY_ONE_WILL_DO:
        found = [each.blocked(state) for each in nodes]
        return None if None in found else found[0]
    for each in nodes:
        reason = each.blocked(state)
        if reason is not None:
            return reason
    return None


def usable_with(state: State, space: str, items: Mapping[str, int]) -> bool:
    """Whether a space can be used after a change of the supply."""
    other = state.copy()
    for name, count in items.items():
        other.add(name, count)
    return why_not_used(other, space) is None
