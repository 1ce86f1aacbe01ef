"""The 45 light occupations: a player begins with one of them."""

from itertools import combinations

from odin_solver.components import BOARDS, TILES
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.actions.dice import Tiles
from odin_solver.game.actions.exchange import Offer
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.actions.occupations import play_card
from odin_solver.game.cards.blocks import triggers
from odin_solver.game.cards.blocks.deals import Deals, Swap, deal, exchanges, one_for_one
from odin_solver.game.cards.blocks.effects import (
    SPECIALS,
    gives,
    offers,
    own_vikings,
    pushes,
    served,
    take,
    vikings_on,
)
from odin_solver.game.cards.blocks.modifiers import (
    cheaper,
    ore_for_rolls,
    payment_value,
    roll_modifier,
)
from odin_solver.game.cards.blocks.strips import StripItems, item_before_action
from odin_solver.game.cards.blocks.vikings import ReturnViking, UseSpace
from odin_solver.game.kernel import events
from odin_solver.game.kernel.cards import AnytimeEffect, Deal, card, modifies, when, when_played
from odin_solver.game.kernel.items import OF_CARD, can_pay, missing, pay
from odin_solver.game.kernel.moves import SKIP, FillSlot, Move, PlayCard, UseAlso
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.rules import EmigrationPrice, FeastSilver, LootSwords, RollLimit
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import give_bonuses
from odin_solver.game.turn import reason_against
from odin_solver.support.language import say

# 4 Hunter: every roll counts 1 less.
LOW = ("hunting", "snare", "whaling")

card(4, rules=roll_modifier(-1, *LOW, *triggers.RAIDS))


# 8 Craft Leader: before the income 1 oil with 5 Vikings on Crafting spaces.
@triggers.each_time(8, events.IncomeStarts)
def _craft_leader(state: State) -> None:
    take(state, oil=int(vikings_on(state, triggers.CRAFTING) >= 5))


# 11 Trident Hunter: 1 spear; a spear counts 2 in Whaling.
card(11, when_played=gives(spear=1), rules=payment_value("spear", 2, "whaling"))

# 21 Collector: the bonuses of the home board.
card(21, when_played=lambda state: give_bonuses(state, ["home"]))


# 26 Meat Inspector: 1 silver for each kind of red good, pregnant or not.
@when_played(26)
def _meat_inspector(state: State) -> None:
    kinds = {name.removeprefix("pregnant_") for name in state.supply}
    take(state, silver=sum(name in TILES and TILES[name].color == "red" for name in kinds))


# 34 Shepherd: 1 milk and 1 wool for 2 sheep, 1 more wool for 4.
@when_played(34)
def _shepherd(state: State) -> None:
    sheep = state.animals("sheep")
    take(state, milk=int(sheep >= 2), wool=int(sheep >= 2) + int(sheep >= 4))


# 41 Slowpoke: after the bonuses 1 oil for 1 silver or 1 mead.
card(
    41,
    on=triggers.every(
        events.BonusesEnded, offers(deal("silver=1", "oil=1"), deal("mead=1", "oil=1"))
    ),
)


# 42 Steward: before the income 1 silver for putting wood or stone on a slot of a shed.
class Steward(Decision, frozen=True, tag=True):
    """Put a wood or stone on a slot of a shed for 1 silver."""

    def question(self, state: State) -> str:
        return say("put wood or stone on a slot of a shed to take 1 silver?")

    def moves(self, state: State) -> list[Move]:
        sheds = [board for board in state.boards if board.id == "shed"]
        return [
            *(
                FillSlot(item)
                for item in ("wood", "stone")
                if state.has(item) and any(board.open_slots.get(item) for board in sheds)
            ),
            SKIP,
        ]

    def do(self, state: State, move: Move) -> None:
        if not isinstance(move, FillSlot):
            return
        item = move.item
        at = next(
            at
            for at, board in enumerate(state.boards)
            if board.id == "shed" and board.open_slots.get(item)
        )
        state.add(item, -1)
        state.lay(at, item, 0)
        take(state, silver=1)


card(42, on=triggers.every(events.IncomeStarts, pushes(Steward())))

# 47 Tanner: salt meat for a hide.
exchanges(47, deal("salt_meat=1", "hide=1"))


# 52 Tutor: play an occupation for 1 silver.
def _play_for_silver(state: State, move: Move) -> None:
    assert isinstance(move, PlayCard)
    pay(state, {"silver": 1}, "card")
    play_card(state, move.card)


card(
    52,
    anytime=AnytimeEffect(
        lambda state: [PlayCard(number) for number in state.hand if can_pay(state, {"silver": 1})],
        _play_for_silver,
        lambda state: missing(state, {"silver": 1}) or say("there is no occupation in the hand"),
    ),
)


# 53 Farm Shop Owner: upgrade an orange good for 1 silver.
def _orange_upgrades() -> list[Deal]:
    return [
        deal(f"silver=1 {each.id}=1", f"{each.upgrades_to}=1")
        for each in TILES.values()
        if each.color == "orange"
    ]


exchanges(53, *_orange_upgrades())

# 57 Bean Farmer: 2 beans for peas, mead and stockfish.
exchanges(57, deal("beans=2", "peas=1 mead=1 stockfish=1"))

# 62 Fine Blacksmith: 1 ore and 1 silver for the crucifix or the cloakpin.
card(
    62,
    when_played=offers(deal("ore=1 silver=1", "crucifix=1"), deal("ore=1 silver=1", "cloakpin=1")),
)


# 69 Equipment Supplier: weapons up to 2 of each kind.
@when_played(69)
def _equipment_supplier(state: State) -> None:
    take(state, **{name: 2 - state.has(name) for name in WEAPONS})


# 89 Catapulter: a stone counts 2 in raids and pillages.
card(89, rules=payment_value("stone", 2, *triggers.RAIDS))

# 91 Latecomer: after the actions 1 silver to use a first-column space next to one of your Vikings.
FIRST_COLUMN = [each.id for each in SPACES.values() if each.column == 1]


class Latecomer(Decision, frozen=True, tag=True):
    """1 silver for a free space above or below one with a Viking, all of the first column."""

    def question(self, state: State) -> str:
        return say("pay 1 silver to use a space next to one of your Vikings?")

    def moves(self, state: State) -> list[Move]:
        if not state.has("silver"):
            return [SKIP]
        occupied = {space for space, vikings in state.placed if vikings}
        closed = occupied | state.blocked
        beside = [
            space
            for at, space in enumerate(FIRST_COLUMN)
            if not occupied.isdisjoint(FIRST_COLUMN[max(0, at - 1) : at + 2])
        ]
        paid = state.copy()
        paid.add("silver", -1)
        return [
            *(
                UseAlso(space)
                for space in beside
                if space not in closed and reason_against(paid, space) is None
            ),
            SKIP,
        ]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, UseAlso):
            pay(state, {"silver": 1}, "card")
            state.push(UseSpace(move.space))


card(91, on=triggers.every(events.ActionsEnded, pushes(Latecomer())))


# 100 Undertaker: 1 silver for a rune stone placed on an exploration board.
@when(100, events.TilePlaced)
def _rune_stone_abroad(state: State, event: events.TilePlaced) -> None:
    if event.tile == "rune_stone" and BOARDS[event.board].kind == "exploration":
        take(state, silver=1)


# 104 Disheartened Warrior: stockfish or oil for giving up a raid after the first or second roll.
FISH_OR_OIL = offers(deal("", "stockfish=1"), deal("", "oil=1"), optional=False)

card(
    104,
    on={
        events.DiceFailed: triggers.On(
            FISH_OR_OIL, "action", {"raiding"}, lambda state, event: event.rolls <= 2
        )
    },
)


# 108 Ironsmith: 1 silver to take a Viking back from a Crafting space where you exchanged ore.
@when(108, events.ActionEnded)
def _ore_exchanged(state: State, event: events.ActionEnded) -> None:
    if event.space in triggers.CRAFTING and event.spent.get("ore"):
        state.push(ReturnViking((("silver", 1),), (event.space,)))


# 112 Barkeep: 1 mead on Crafting spaces.
card(112, on=triggers.before(triggers.CRAFTING, gives(mead=1)))

# 113 Apprentice Craftsman: a strip item before the action of a Crafting space.
item_before_action(113, triggers.CRAFTING)

# 115 Princess: 1 silverware on Build houses spaces.
card(115, on=triggers.before(triggers.BUILD_HOUSES, gives(silverware=1)))

# 116 Master Bricklayer: 1 stone less on Build houses spaces.
card(116, rules=cheaper("stone", triggers.BUILD_HOUSES))

# 118 Messenger: 1 stone and 1 mead on Weekly market spaces.
card(118, on=triggers.before(triggers.WEEKLY_MARKET, gives(stone=1, mead=1)))

# 119 Milkman: 1 milk on Weekly market spaces.
card(119, on=triggers.before(triggers.WEEKLY_MARKET, gives(milk=1)))

# 120 Middleman: 1 silver for an upgrade after Weekly market spaces.
UPGRADE_FOR_SILVER = Offer("pay silver=1", (Swap(deal("silver=1", "")), Upgrade(1, source="swap")))
"""1 silver for the upgrade of a good by one step."""

card(120, on=triggers.after(triggers.WEEKLY_MARKET, pushes(UPGRADE_FOR_SILVER)))

# 125 Scribe: 1 rune stone for exploring and emigrating.
card(
    125,
    on=triggers.every(events.BoardExplored, gives(rune_stone=1))
    | triggers.every(events.ShipEmigrated, gives(rune_stone=1)),
)

# 127 Angler: 1 stockfish for each success in Laying a snare.
card(127, on=triggers.succeeded({"snare"}, gives(stockfish=1)))

# 129 Meat Curer: a snare for salt meat after a success in Laying a snare.
card(129, on=triggers.succeeded({"snare"}, offers(deal("snare=1", "salt_meat=1"))))

# 131 Bait Layer: stockfish for game meat after Laying a snare.
FISH_FOR_MEAT = offers(deal("stockfish=1", "game_meat=1"))

card(
    131, on=triggers.succeeded({"snare"}, FISH_FOR_MEAT) | triggers.failed({"snare"}, FISH_FOR_MEAT)
)

# 132 Berserker: 1 ore from the longship that pillages to let all rolls of a pillage count 3 more.
ore_for_rolls(132, "pillaging", 3)


# 136 Raider: raids and pillages count 1 more; take 2 tiles if their swords suffice together.
@modifies(136, LootSwords)
def _two_tiles(state: State, loot: dict[Tiles, int], rule: LootSwords) -> dict[Tiles, int]:
    twice = ((tiles, tiles) for tiles in loot if SPECIALS.isdisjoint(tiles))
    pairs = [*combinations(loot, 2), *twice]
    return loot | {one + other: loot[one] + loot[other] for one, other in pairs}


# Both tiles may be what other cards let the player take, at their price.
card(136, rules=roll_modifier(1, *triggers.RAIDS), precedence=1)

# 137 Melee Fighter: spears count as long swords in raids and pillages.
card(137, rules=payment_value("spear", 1, *triggers.RAIDS))


# 138 Robber: a green good for 1 sword less than the blue good of its shape.
@modifies(138, LootSwords)
def _green_loot(state: State, loot: dict[Tiles, int], rule: LootSwords) -> dict[Tiles, int]:
    greens = {
        (each.id,): sword - 1
        for each in TILES.values()
        if each.kind == "good"
        and each.color == "green"
        and (sword := TILES[each.upgrades_to or ""].sword) is not None
    }
    return loot | greens


# 141 Ivory Sculptor: cabbage, beans or peas for a whaling with 1, 2 or 3 boats and no wood paid.
@when(141, events.DiceSucceeded)
def _whaling_without_wood(state: State, event: events.DiceSucceeded) -> None:
    if event.action == "whaling" and not event.paid.get("wood"):
        take(state, **{{1: "cabbage", 2: "beans", 3: "peas"}[event.boats]: 1})


# 145 Forester: a strip item before a hunt.
card(145, on=triggers.before_dice({"hunting"}, pushes(StripItems())))

# 150 Meat Buyer: 1 game meat instead of 1 of exactly 2 stockfish or salt meat.
GAME_MEAT = tuple(one_for_one(name, "game_meat") for name in ("stockfish", "salt_meat"))


@when(150, events.ItemsGained, offers=(GAME_MEAT,))
def _game_meat_instead(state: State, event: events.ItemsGained) -> None:
    if event.source in ("action", "upgrade", *OF_CARD):
        for each in GAME_MEAT:
            ((name, _),) = each[0]
            if event.items.get(name) == 2:
                state.push(Deals((each,)))


# 151 Thing Spokesman: 1 silver when 1 or 2 Vikings come back.
@when(151, events.VikingsReturned)
def _vikings_back(state: State, event: events.VikingsReturned) -> None:
    counts = event.vikings <= 2 and not event.together
    take(state, silver=int(counts and state.phase == "actions"))


# 153 Proficient Hunter: four rolls instead of three.
card(153, rules=RollLimit.by(lambda state, rolls, rule: 4))

# 154 Woodcutter: 1 silver when an action gave 2 wood or more.
card(154, on=triggers.viking_gave("wood", triggers.TWO_OR_MORE, gives(silver=1)))

# 155 Cooper: wood for stockfish when an action gave 2 wood or more.
card(
    155,
    on=triggers.viking_gave("wood", triggers.TWO_OR_MORE, offers(deal("wood=1", "stockfish=1"))),
)


# 160 Sober Man: 1 silver in a feast without mead.
@modifies(160, FeastSilver)
def _without_mead(state: State, silver: int, rule: FeastSilver) -> int:
    return silver + (not served(rule)["mead"])


# 163 Farmhand: 1 hide and 1 silver for a hunt with 2 Vikings.
def _hunt_of_two(state: State) -> None:
    if state.space == "hunting_game_2" and own_vikings(state):
        take(state, hide=1, silver=1)


card(163, on=triggers.succeeded({"hunting"}, _hunt_of_two))


# 170 Refugee Helper: emigration costs 2 silver less.
@modifies(170, EmigrationPrice)
def _emigration_for_less(state: State, price: int, rule: EmigrationPrice) -> int:
    return max(0, price - 2)


# 174 Bosporus Traveler: 3 silver for silk or 4 for spices for each cattle gained.
SILK_OR_SPICES = (deal("silver=3", "silk=1"), deal("silver=4", "spices=1"))


def _silk_for_cattle(state: State, count: int) -> None:
    offers(*SILK_OR_SPICES, left=count)(state)


card(
    174,
    on=triggers.for_each_gained(("cattle", "pregnant_cattle"), _silk_for_cattle),
    offers=(SILK_OR_SPICES,),
)
