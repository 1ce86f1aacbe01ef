"""The dark occupations of deck C."""

from collections.abc import Sequence

from odin_solver.components import TILES
from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.dice import Tiles
from odin_solver.game.actions.exchange import Either, Exchange, Offer
from odin_solver.game.actions.voyages import Emigrate, Forge
from odin_solver.game.cards.blocks import effects, modifiers
from odin_solver.game.cards.blocks.deals import (
    GOODS,
    Deals,
    ShipDeal,
    Swap,
    at_price,
    deal,
    exchanges,
    exchanging,
)
from odin_solver.game.cards.blocks.laying import LayTiles, takes
from odin_solver.game.cards.blocks.strips import StripItems
from odin_solver.game.cards.blocks.triggers import (
    CRAFTING,
    MOUNTAIN_AND_UPGRADE,
    OVERSEAS,
    after,
    as_soon_as,
    before,
    built,
    column,
    each_time,
    succeeded,
)
from odin_solver.game.cards.blocks.vikings import FreeDice, ReturnViking
from odin_solver.game.kernel import events
from odin_solver.game.kernel.anytime import change_ore
from odin_solver.game.kernel.cards import AnytimeEffect, Deal, card, modifies, when, when_played
from odin_solver.game.kernel.items import pay
from odin_solver.game.kernel.moves import JUST_USE, Disarm, Move
from odin_solver.game.kernel.nodes import GameStep
from odin_solver.game.kernel.order import ByCard
from odin_solver.game.kernel.rules import EmigrationPrice, LootSwords, SalePrice
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Node, State
from odin_solver.game.phases import harvest, hold_harvest
from odin_solver.names.printed import plain_name
from odin_solver.support.language import say

# 2 Patron: an action that costs 2 silver or more costs 1 less.
EMIGRATION = frozenset({"emigrate_2", "emigrate_3", "whaling_boat_to_knarr_emigrate"})


@modifies(2, EmigrationPrice)
def _patron_emigration(state: State, price: int, rule: EmigrationPrice) -> int:
    """The same for emigration as the action of a space."""
    return price - 1 if price >= 2 and rule.space in EMIGRATION else price


@modifies(2, SalePrice)
def _patron_sale(state: State, price: int, rule: SalePrice) -> int:
    """The same for a special sale, where the prices of both tiles are added up."""
    before = sum(TILES[name].price or 0 for name, _ in state.gained if name in TILES)
    return price - 1 if before < 2 <= before + price else price


# An action that other cards make cheaper may no longer cost 2 silver.
card(2, rules=modifiers.cheaper("silver", SPACES, least=2), precedence=-1)


# 14 Ship Owner: 1 whale meat for one ship of each kind, 2 for two of each.
@when_played(14)
def _ship_owner(state: State) -> None:
    sets = min(map(state.ships, ("whaling_boat", "knarr", "longship")))
    effects.take(state, whale_meat=min(sets, 2))


# 15 Cottager: 2 mead per house; 1 hide for each house built.
card(
    15,
    when_played=lambda state: effects.take(state, mead=2 * effects.houses(state)),
    on=built(effects.HOUSES, effects.gives(hide=1)),
)


# 16 Captain: 2 to 5 silver for 4 to 7 ore on the ships.
@when_played(16)
def _captain(state: State) -> None:
    ore = sum(state.boats) + sum(state.longships)
    effects.take(state, silver=effects.reached(ore, {4: 2, 5: 3, 6: 4, 7: 5}, 0))


# 18 Fighter: silk, jewelry or a silver hoard for 1, 2 or 3 longships with at least 2 ore each.
@when_played(18)
def _fighter(state: State) -> None:
    armed = sum(ore >= 2 for ore in state.longships)
    if armed:
        effects.take(
            state, **{effects.reached(armed, {1: "silk", 2: "jewelry", 3: "silver_hoard"}, ""): 1}
        )


# 19 Host: silk, spices or jewelry for 3, 4 or 5 special tiles.
@when_played(19)
def _host(state: State) -> None:
    prize = effects.reached(
        effects.special_tiles(state), {3: "silk", 4: "spices", 5: "jewelry"}, ""
    )
    if prize:
        effects.take(state, **{prize: 1})


# 31 Storeman: 1 more of a good that you have exactly 3 of.
@when_played(31, offers=(tuple(deal("", f"{name}=1") for name in GOODS),))
def _storeman(state: State) -> None:
    deals: list[Deal] = [
        ((), ((name, 1),))
        for name, count in state.supply.items()
        if count == 3 and name in TILES and TILES[name].kind == "good"
    ]
    effects.offers(*deals)(state)


# 39 Modifier: take ore back from ships.
def _disarm(state: State, move: Move) -> None:
    assert isinstance(move, Disarm)
    change_ore(state, move.ship, move.ore, -1)
    state.add("ore", 1)


def _armed_ships(state: State) -> list[Disarm]:
    return [
        Disarm(kind, load)
        for kind, loads in (("whaling_boat", state.boats), ("longship", state.longships))
        for load in sorted(set(loads))
        if load
    ]


card(
    39,
    anytime=AnytimeEffect(
        _armed_ships, _disarm, lambda state: say("no ship holds ore that was put on it")
    ),
)

# 45 Pirate: wood and 6 silver for a treasure chest.
exchanges(45, deal("wood=1 silver=6", "treasure_chest=1"))


# 49 Plower: a cattle for a harvest of peas, flax, beans, grain and cabbage.
def _plow(state: State, move: Move) -> None:
    pay(state, {"cattle": 1}, "card")
    hold_harvest(state, harvest(3))


card(
    49,
    anytime=AnytimeEffect(
        lambda state: [JUST_USE] if state.animals("cattle") else [],
        _plow,
        lambda state: say("there is no {animal} in the stables", animal=plain_name("cattle")),
    ),
)

# 55 Treasurer: a chest and 3 silver for a treasure chest.
exchanges(55, deal("chest=1 silver=3", "treasure_chest=1"))


# 60 Inspector: take a Viking back, then another from the same space for silver.
class Inspector(ReturnViking, frozen=True, tag=True):
    """Take a Viking back; then another one from the same space, for silver."""

    def after(self, state: State, space: str) -> None:
        together = state.ruled(Ruling.INSPECTOR_TOGETHER)
        state.push(ReturnViking((("silver", state.round),), (space,), together))


card(60, when_played=effects.pushes(Inspector()))

# 61 Wharf Owner: sell a longship for 8 silver.
card(61, when_played=effects.pushes(ShipDeal("longship", (), (("silver", 8),))))

# 63 Hornturner: a sheep for salt meat, hide and wool; then 3 silver for the drinking horn.
card(
    63,
    when_played=effects.pushes(
        Deals((deal("sheep=1", "salt_meat=1 hide=1 wool=1"),)),
        Deals((deal("silver=3", "drinking_horn=1"),)),
    ),
)

# 67 Private Chef: 4 silver for 2 silverware, game meat and mead.
card(67, when_played=effects.offers(deal("silver=4", "silverware=2 game_meat=1 mead=1")))

# 71 Innkeeper: replace the drinking horn on any player's board by a chest and a rune stone.
takes(71, "drinking_horn", "chest", "rune_stone")

# 73 Metalsmith: silverware, or the crucifix for 2 silver, or the chalice for 5.
card(
    73,
    when_played=effects.offers(
        deal("", "silverware=1"),
        deal("silver=2", "crucifix=1"),
        deal("silver=5", "chalice=1"),
        optional=False,
    ),
)

# 75 Bone Collector: 1 silver for skin and bones.
card(75, when_played=effects.offers(deal("silver=1", "skin_and_bones=1")))


# 81 Quartermaster: a longship for 8 silver less the weapons.
@when_played(81, offers=((at_price("longship"),),))
def _quartermaster(state: State) -> None:
    halves = 2 * state.has("long_sword") + state.has("spear") + state.has("bow")
    price = max(0, (2 * 8 - halves) // 2)
    effects.offers(at_price("longship", price))(state)


# 85 Hornblower: a hunt for 1 silver, then a snare for 2.
card(
    85,
    when_played=effects.pushes(
        Offer("hunt", (Swap(deal("silver=1", "")), FreeDice("hunting"))),
        Offer("lay a snare", (Swap(deal("silver=2", "")), FreeDice("snare"))),
    ),
)

# 88 Clerk: before Overseas trading 1 silver per step to the upper left, once per knarr.
UPPER_LEFT = (
    *(("flax", "mead"), ("beans", "stockfish"), ("grain", "milk"), ("cabbage", "salt_meat")),
    *(("fruits", "sheep"), ("stockfish", "oil"), ("milk", "hide"), ("salt_meat", "wool")),
    *(("game_meat", "linen"), ("sheep", "skin_and_bones"), ("whale_meat", "fur")),
    *(("cattle", "robe"), ("hide", "rune_stone"), ("wool", "silverware"), ("linen", "chest")),
    *(("skin_and_bones", "silk"), ("fur", "spices"), ("robe", "jewelry")),
    *(("clothing", "treasure_chest"),),
)
"""One step to the upper left in the table of goods."""

STEPS = tuple(deal(f"{old}=1 silver=1", f"{new}=1") for old, new in UPPER_LEFT)


def _clerk(state: State) -> None:
    state.push(Deals(STEPS, state.knarrs, space=state.space))


card(88, on=before(OVERSEAS, _clerk), offers=(STEPS,))

# 90 Sword Fighter: 1 ore from a longship to let all rolls of a raid count 2 more.
modifiers.ore_for_rolls(90, "raiding", 2)


# 92 Sympathetic Soul: without a harvest 1, 2 or 3 silver with 3, 4 or 5 special tiles.
@each_time(92, events.HarvestSkipped)
def _sympathetic_soul(state: State) -> None:
    effects.take(state, silver=effects.reached(effects.special_tiles(state), {3: 1, 4: 2, 5: 3}, 0))


# 93 Helper in Time of Need: without a harvest beans, grain or cabbage with 1, 2 or 3 boats.
@each_time(93, events.HarvestSkipped)
def _helper_in_need(state: State) -> None:
    food = {1: "beans", 2: "grain", 3: "cabbage"}.get(len(state.boats))
    if food:
        effects.take(state, **{food: 1})


# 103 Forest Blacksmith: take a strip item before you exchange ore on a Crafting space.
class ItemBeforeOre(GameStep, frozen=True, tag=True):
    """Take an item of a strip before ore is exchanged; it may be the ore that is needed."""

    node: Node

    def blocked(self, state: State) -> str | None:
        reason = self.node.blocked(state)
        if reason and any(items[:1] == ("ore",) for items in state.strips):
            other = state.copy()
            other.add("ore", 1)
            return self.node.blocked(other)
        return reason

    def run(self, state: State) -> None:
        if self.node.blocked(state):
            state.push(StripItems(kinds=("ore",), optional=False), ByCard(103), self.node)
        else:
            state.push(StripItems(), ByCard(103), self.node)


def _item_before_ore(nodes: modifiers.Nodes) -> modifiers.Nodes:
    return tuple(map(_with_item, nodes))


def _with_item(node: Node) -> Node:
    if isinstance(node, Either):
        return Either(tuple((label, _item_before_ore(part)) for label, part in node.options))
    takes_ore = isinstance(node, Forge) or (isinstance(node, Exchange) and "ore" in dict(node.pays))
    return ItemBeforeOre(node) if takes_ore else node


card(103, rules=modifiers.space_effects(frozenset({"forge", "craft_chest"}), _item_before_ore))

# 110 Birka Settler: emigrate after Overseas trading with 2 Vikings.
card(110, on=after({"overseas_trading_2"}, effects.pushes(Offer("emigrate", (Emigrate(),)))))


# 111 Artist: 1 silver for each kind of building resource exchanged on a Crafting space.
@when(111, events.ActionEnded)
def _resources_exchanged(state: State, event: events.ActionEnded) -> None:
    if event.space in CRAFTING:
        effects.take(state, silver=sum(item in event.spent for item in ("wood", "stone", "ore")))


# 114 Silk Stitcher: 3 silver for silk after Crafting spaces.
card(114, on=after(CRAFTING, effects.offers(deal("silver=3", "silk=1"))))

# 123 Oil Seller: oil for silverware after a mountain space with an upgrade.
card(123, on=after(MOUNTAIN_AND_UPGRADE, effects.offers(deal("oil=1", "silverware=1"))))


# 130 Snare Specialist: 2 snares to take a Viking back after a success in Laying a snare.
def _snare_for_viking(state: State) -> None:
    if state.space == "laying_a_snare" and effects.own_vikings(state):
        state.push(ReturnViking((("snare", 2),), (state.space,)))


card(130, on=succeeded({"snare"}, _snare_for_viking))


# 139 Loot Hunter: the special tile with the highest sword value counts 1 sword less.
@modifies(139, LootSwords)
def _special_for_less(state: State, loot: dict[Tiles, int], rule: LootSwords) -> dict[Tiles, int]:
    values = {tile: loot[tile,] for tile in effects.SPECIALS if (tile,) in loot}
    top = {name for name, sword in values.items() if sword == max(values.values())}
    return {tiles: sword - sum(name in top for name in tiles) for tiles, sword in loot.items()}


# 146 Sledger: rolls for hunts and snares count 1 less.
card(146, rules=modifiers.roll_modifier(-1, "hunting", "snare"))

# 148 Spice Trader: 3 silver for spices for each knarr built.
card(148, on=built({"knarr"}, effects.offers(deal("silver=3", "spices=1"))))


# 157 Skinner: 1 skin and bones for each animal served.
@when(157, events.FeastServed)
def _animals_eaten(state: State, event: events.FeastServed) -> None:
    eaten = effects.served(event)
    effects.take(state, skin_and_bones=eaten["sheep"] + eaten["cattle"])


# 162 Flax Farmer: 1 flax for 7 Vikings in the second column.
@each_time(162, events.BonusesStart)
def _flax_for_vikings(state: State) -> None:
    effects.take(state, flax=int(effects.vikings_on(state, column(2)) >= 7))


# 168 Earl of Lade: 1 silver when the Thing square reaches exactly 3 Vikings.
def _three_left(state: State, event: events.ActionStarts | events.VikingsReturned) -> None:
    effects.take(state, silver=int(event.vikings > 0 and state.vikings == 3))


card(168, on=dict.fromkeys((events.ActionStarts, events.VikingsReturned), _three_left))

# 169 Sower: 1 more flax if you had flax before a harvest, or 1 more grain if you had grain.
ONE_MORE = (deal("", "flax=1"), deal("", "grain=1"))


@each_time(169, events.HarvestStarts, offers=(ONE_MORE,))
def _flax_or_grain(state: State) -> None:
    flax, grain = (min(1, state.has(name)) for name in ("flax", "grain"))
    if flax and grain:
        effects.offers(*ONE_MORE, optional=False)(state)
    else:
        effects.take(state, flax=flax, grain=grain)


# 172 Fish Cook: after a feast place served stockfish in houses.
@each_time(172, events.FeastEnded)
def _keep_stockfish(state: State) -> None:
    count = effects.on_table(state, "stockfish")
    if count:
        state.push(LayTiles("stockfish", count, effects.HOUSES, optional=True))


# 180 Beach Raider: 4, 3 or 2 silverware with 3 longships, by the income.
as_soon_as(
    180,
    lambda state: len(state.longships) >= 3,
    effects.for_low_income("silverware", {5: 4, 11: 3, 30: 2}),
)

# 181 Sail Patcher: 3, 2 or 1 wool with 3 large ships, by the income.
as_soon_as(
    181,
    lambda state: effects.large_ships(state) >= 3,
    effects.for_low_income("wool", {4: 3, 9: 2, 30: 1}),
)

# 182 Herb Gardener: spices for wood, once, from 2 houses on.
HERBS_FOR_WOOD = exchanging(deal("wood=2", "spices=1"), deal("wood=5", "spices=2"))


def _why_no_herbs(state: State) -> str:
    if state.remembers("182 done"):
        return say("it has been used")
    return HERBS_FOR_WOOD.why_not(state) if effects.houses(state) >= 2 else say("it needs 2 houses")


def _herbs(state: State) -> Sequence[Move]:
    if state.remembers("182 done") or effects.houses(state) < 2:
        return []
    return HERBS_FOR_WOOD.moves(state)


def _herbs_for_wood(state: State, move: Move) -> None:
    state.remember("182 done", 1)
    HERBS_FOR_WOOD.do(state, move)


card(182, anytime=AnytimeEffect(_herbs, _herbs_for_wood, _why_no_herbs, HERBS_FOR_WOOD.deals))


# 183 Grain Deliveryman: 3, 4, 5 or 6 kinds of orange goods with 1, 2, 3 or 4 knarrs.
@when_played(183)
def _grain_deliveryman(state: State) -> None:
    goods = ("peas", "flax", "beans", "grain", "cabbage", "fruits")
    effects.take(state, **dict.fromkeys(goods[: state.knarrs + 2 if state.knarrs else 0], 1))


# 184 Sponsor: 4 wood or 3 silver for a longship with 3 ore of yours on it.
class ArmLast(GameStep, frozen=True, tag=True):
    """Pay 3 ore onto the longship that has just come."""

    def blocked(self, state: State) -> str | None:
        return None if state.has("ore") >= 3 else say("it needs 3 ore")

    def run(self, state: State) -> None:
        state.add("ore", -3)
        at = state.longships.index(0)
        rest = state.longships[:at] + state.longships[at + 1 :]
        state.longships = tuple(sorted((*rest, 3)))


ARMED_LONGSHIP = Either(
    tuple(
        (f"pay {price}", (Swap(deal(price, "longship=1")), ArmLast()))
        for price in ("wood=4", "silver=3")
    )
)

card(184, when_played=effects.pushes(Offer("take longship", (ARMED_LONGSHIP,))))


# 188 Mineworker: 1 silver for each other player, then 1 for the two silver at the end of a strip.
@when_played(188)
def _silver_of_players(state: State) -> None:
    effects.take(state, silver=state.options.players - 1)


@when(188, events.StripItemsTaken)
def _silver_of_strips(state: State, event: events.StripItemsTaken) -> None:
    effects.take(state, silver=int(event.emptied and event.items[-1] == "silver2"))
