"""The dark occupations of deck A."""

from itertools import combinations_with_replacement

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.spaces import Group
from odin_solver.components.strips import STRIP_ITEMS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.actions.dice import return_vikings
from odin_solver.game.actions.exchange import Either, Offer
from odin_solver.game.actions.mountains import Upgrade, upgraded
from odin_solver.game.actions.occupations import play_card
from odin_solver.game.cards.blocks import triggers
from odin_solver.game.cards.blocks.deals import GOODS, ShipDeal, Swap, deal, exchanges, one_for_one
from odin_solver.game.cards.blocks.effects import (
    HOUSES,
    draw_weapon,
    free_upgrade,
    gives,
    houses,
    offers,
    pushes,
    reached,
    served,
    take,
)
from odin_solver.game.cards.blocks.laying import LayTiles
from odin_solver.game.cards.blocks.modifiers import cheaper, replace_upgrade, space_effects
from odin_solver.game.cards.blocks.strips import StripItems, item_before_action
from odin_solver.game.cards.blocks.vikings import UseSpace
from odin_solver.game.kernel import events, rules
from odin_solver.game.kernel.cards import Deal, card, modified, modifies, when, when_played
from odin_solver.game.kernel.chance import DrawOccupation, DrawWeapons
from odin_solver.game.kernel.moves import (
    DRAW,
    SKIP,
    Follow,
    Move,
    PlayCard,
    Take,
    UpgradeGood,
    items_text,
)
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import THIS_ACTION, Node, State
from odin_solver.game.phases import breed, give_bonuses, hold_feast
from odin_solver.game.turn import reason_against
from odin_solver.support.language import say

# 1 Peddler: 1 silver less on Livestock market spaces.
card(1, rules=cheaper("silver", triggers.spaces_of(Group.LIVESTOCK_MARKET)))

# 3 Furrier: 1 snare when an action gave exactly 1 silver.
card(3, on=triggers.action_gave("silver", {1}, gives(snare=1)))

# 5 Chief: a feast at once.
card(5, when_played=hold_feast)


# 7 Miller: after a feast 1 silver for 1 grain, 2 silver for 2 or more.
@triggers.each_time(7, events.FeastEnded)
def _miller(state: State) -> None:
    take(state, silver=min(2, state.has("grain")))


# 9 Ore Boatman: before the income 1 ore per longship, placed at once.
@triggers.each_time(9, events.IncomeStarts)
def _ore_boatman(state: State) -> None:
    if state.longships:
        keep = state.ruled(Ruling.BOATMAN_KEEPS_ORE)
        state.push(LayTiles("ore", len(state.longships), ("home", "exploration"), keep=keep))


# 10 Milker: 1 milk and 1 silver for each kind of animal.
@when_played(10)
def _milker(state: State) -> None:
    kinds = sum(state.animals(kind) > 0 for kind in ("sheep", "cattle"))
    take(state, milk=kinds, silver=kinds)


# 12 Helmsman: 1 chest; 1 weapon card for each action that used a longship.
def _with_longship(state: State, event: events.DiceSucceeded | events.DiceFailed) -> None:
    """A longship raids or pillages, not a ship that stands in for it."""
    if state.longships and event.action in ("raiding", "pillaging"):
        draw_weapon(state)


@when(12, events.ActionEnded)
def _plundered(state: State, event: events.ActionEnded) -> None:
    """A longship plunders, if it has come to that."""
    if state.longships and event.space == "plundering" and event.gained:
        draw_weapon(state)


@when(12, events.BoardExplored)
def _explored(state: State, event: events.BoardExplored) -> None:
    """A longship explores, if the board can be reached by one."""
    if state.longships and "longship" in BOARDS[event.board].ships:
        draw_weapon(state)


card(12, when_played=gives(chest=1), on=triggers.emigrated({"longship"}, draw_weapon))
card(12, on=dict.fromkeys((events.DiceSucceeded, events.DiceFailed), _with_longship))


# 17 Orient Shipper: turn an orange, red or green good into the blue one of its shape.
def _to_blue() -> list[Deal]:
    return [
        one_for_one(name, blue)
        for name in (*GOODS, "sheep", "cattle")
        for steps in (1, 2, 3)
        if (blue := upgraded(name, steps)) and TILES[blue].color == "blue"
    ]


card(17, when_played=offers(*_to_blue()))

# 20 Builder: the bonuses of the houses.
card(20, when_played=lambda state: give_bonuses(state, list(HOUSES)))


# 22 Miner: 1 ore, 1 stone and 1 silver per longship.
@when_played(22)
def _miner(state: State) -> None:
    count = len(state.longships)
    take(state, ore=count, stone=count, silver=count)


# 23 Custodian: 2 silver per house.
card(23, when_played=lambda state: take(state, silver=2 * houses(state)))

# 24 Whaling Equipper: 1 oil per knarr, 1 wood per whaling boat.
card(24, when_played=lambda state: take(state, oil=state.knarrs, wood=len(state.boats)))

# 27 Fisherman: 1 stockfish per whaling boat.
card(27, when_played=lambda state: take(state, stockfish=len(state.boats)))


# 32 Weapons Supplier: draw 2, 5 or 10 weapons with 1, 2 or 3 longships.
@when_played(32)
def _weapons_supplier(state: State) -> None:
    count = reached(len(state.longships), {1: 2, 2: 5, 3: 10}, 0)
    state.push(DrawWeapons(count))


# 33 Sheep Shearer: 1, 2 or 3 wool for 3, 4 or 6 sheep.
@when_played(33)
def _sheep_shearer(state: State) -> None:
    take(state, wool=reached(state.animals("sheep"), {3: 1, 4: 2, 6: 3}, 0))


# 35 Cattle Breeder: a breeding phase at once.
card(35, when_played=breed)

# 36 Ship's Cook: upgrade 1 meat before Overseas trading.
card(
    36,
    on=triggers.before(
        triggers.OVERSEAS,
        offers(
            deal("salt_meat=1", "linen=1"),
            deal("game_meat=1", "skin_and_bones=1"),
            deal("whale_meat=1", "robe=1"),
        ),
    ),
)

# 37 Foreign Trader: upgrade 1 good before Overseas trading.
card(37, on=triggers.before(triggers.OVERSEAS, free_upgrade))


# 38 Peacemaker: 1 building resource instead of the weapon of the Weapon phase.
class ChooseWeapon(Decision, frozen=True, tag=True):
    """Draw the weapon, or take a resource instead."""

    def asker(self) -> int:
        return 38

    def question(self, state: State) -> str:
        return say("draw a weapon, or take a building resource instead")

    def moves(self, state: State) -> list[Move]:
        return [DRAW, Take("wood"), Take("stone"), Take("ore")]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, Take):
            take(state, **{move.item: 1})
        else:
            state.push(DrawWeapons(1))


card(38, rules=rules.WeaponDraw.by(lambda state, draw, rule: ChooseWeapon()))

# 43 Fruit Picker: 1 fruits.
card(43, when_played=gives(fruits=1))

# 48 Farmer: cattle for jewelry.
exchanges(48, deal("cattle=1", "jewelry=1"))

# 50 Rune Engraver: a rune stone for a hide.
exchanges(50, deal("rune_stone=1", "hide=1"))

# 54 Tradesman: silverware for silk or a chest.
exchanges(54, deal("silverware=1", "silk=1"), deal("silverware=1", "chest=1"))


# 56 Arms Dealer: any 2 weapons for 1 ore.
def _pairs_of_weapons() -> list[Deal]:
    return [
        deal(items_text({name: pair.count(name) for name in pair}), "ore=1")
        for pair in combinations_with_replacement(WEAPONS, 2)
    ]


exchanges(56, *_pairs_of_weapons())

# 58 Linseed Oil Presser: 2 flax for 3 oil.
exchanges(58, deal("flax=2", "oil=3"))

# 59 Linen Weaver: 2 flax and 1 silver for 2 linen.
exchanges(59, deal("flax=2 silver=1", "linen=2"))

# 64 Ship Builder: a whaling boat and 2 silver for a longship.
card(64, when_played=pushes(ShipDeal("whaling_boat", (("silver", 2),), (("longship", 1),))))

# 65 Dragonslayer: 2 snares and 2 spears for a treasure chest.
card(65, when_played=offers(deal("snare=2 spear=2", "treasure_chest=1")))

# 66 Field Farmer: 1 silver for one or two steps to the upper right in the table of goods.
FURTHER_UP = (
    ("peas", "stockfish", "wool"),
    ("flax", "milk", "linen"),
    ("beans", "salt_meat", "skin_and_bones"),
    ("grain", "game_meat", "fur"),
    ("cabbage", "sheep", "robe"),
    ("fruits", "cattle"),
)
"""One and two steps to the upper right in the table of goods, from the orange goods."""


def _field_farmer() -> list[Deal]:
    return [deal(f"{row[0]}=1 silver=1", f"{takes}=1") for row in FURTHER_UP for takes in row[1:]]


card(66, when_played=offers(*_field_farmer()))

# 68 Weapon Supplier: draw 4 weapons.
card(68, when_played=pushes(DrawWeapons(4)))

# 74 Cowherd: a grain and 2 silver for a cattle.
card(74, when_played=offers(deal("grain=1 silver=2", "cattle=1")))


# 76 Homecomer: a Viking back from each space of the fourth column.
@when_played(76)
def _homecomer(state: State) -> None:
    return_vikings(state, dict.fromkeys(triggers.column(4), 1))


# 77 Follower: use an occupied space of the second column.
class Follower(Decision, frozen=True, tag=True):
    """Use an occupied space of the second column."""

    def question(self, state: State) -> str:
        return say("use an occupied space of the second column without placing Vikings?")

    def moves(self, state: State) -> list[Move]:
        occupied = {space for space, vikings in state.placed if vikings} | state.blocked
        return [
            *(
                Follow(space)
                for space in sorted(occupied & triggers.column(2) - state.options.closed)
                if reason_against(state, space) is None
            ),
            SKIP,
        ]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, Follow):
            state.push(UseSpace(move.space))


card(77, when_played=pushes(Follower()))


# 79 Breeder: turn a cattle to its pregnant side.
class TurnPregnant(GameStep, frozen=True, tag=True):
    """Turn a cattle to its pregnant side."""

    def blocked(self, state: State) -> str | None:
        return None if state.has("cattle") else say("no cattle can be turned")

    def run(self, state: State) -> None:
        state.add("cattle", -1)
        state.add("pregnant_cattle", 1)


card(79, when_played=pushes(Offer("turn cattle", (TurnPregnant(),))))


# 83 Wholesaler: upgrade up to 4 goods of the same kind.
def _several_alike(most_steps: int) -> tuple[Deal, ...]:
    """One of them may go up by two steps."""
    return tuple(
        (((name, count),), tuple(pair for pair in pairs if pair[1]))
        for name in (*GOODS, "sheep", "cattle")
        for double in range(most_steps)
        if upgraded(name, double + 1)
        for count in (4, 3, 2, 1)
        for pairs in [((upgraded(name), count - double), (upgraded(name, 2), double))]
    )


ALIKE = (_several_alike(1), _several_alike(2))


@when_played(83, offers=ALIKE)
def _wholesaler(state: State) -> None:
    offers(*ALIKE[modified(state, rules.DoubleUpgrades(), False)])(state)


# 86 Hide Buyer: hides for 2 silver each, up to 3.
card(86, when_played=offers(*(deal(f"silver={2 * count}", f"hide={count}") for count in (1, 2, 3))))


# 87 Preacher: the crucifix, or up to 4 items from a strip.
@when_played(87)
def _crucifix_or_mountain(state: State) -> None:
    least = 4 if state.ruled(Ruling.PREACHER_EXACTLY_FOUR) else 1
    crucifix = Swap(deal("", "crucifix=1"))
    items = StripItems(4, optional=False, least=least)
    state.push(Either((("take crucifix", (crucifix,)), ("mountain", (items,)))))


# 94 Spice Merchant: without a harvest 2 oil for spices.
card(94, on=triggers.every(events.HarvestSkipped, offers(deal("oil=2", "spices=1"))))

# 95 Wanderer: without a harvest up to 2 items from a strip.
card(95, on=triggers.every(events.HarvestSkipped, pushes(StripItems(2))))

# 96 Meat Merchant: without a harvest game meat for whale meat, or whale meat for 2 game meat.
card(
    96,
    on=triggers.every(
        events.HarvestSkipped,
        offers(deal("game_meat=1", "whale_meat=1"), deal("whale_meat=1", "game_meat=2")),
    ),
)

# 98 Nobleman: 2 silver for silk when a grain is placed in a house.
SILK = offers(deal("silver=2", "silk=1"))

card(
    98,
    on={
        events.TilePlaced: triggers.On(
            SILK, "tile", {"grain"}, lambda state, event: event.board in HOUSES
        )
    },
)


# 99 Preceptor: play an occupation instead of drawing one.
class DrawOrPlay(Decision, frozen=True, tag=True):
    """Draw an occupation, or play one from the hand instead."""

    def asker(self) -> int:
        return 99

    def question(self, state: State) -> str:
        return say("draw an occupation, or play one instead")

    def moves(self, state: State) -> list[Move]:
        return [DRAW, *map(PlayCard, state.hand)]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, PlayCard):
            play_card(state, move.card)
        else:
            state.push(DrawOccupation())


@modifies(99, rules.OccupationDraw)
def _play_instead(state: State, draw: Node, rule: rules.OccupationDraw) -> Node:
    return DrawOrPlay() if state.hand else draw


# 117 Shipowner: an upgrade for each large ship built.
card(117, on=triggers.built({"knarr", "longship"}, free_upgrade))

# 122 Mountain Guard: mead, hide or chest when an action takes 2, 3 or 4 kinds of strip items.
KINDS = f"{THIS_ACTION}122 kinds"


@when(122, events.StripItemsTaken)
def _note_kinds(state: State, event: events.StripItemsTaken) -> None:
    if state.space and event.source == "strip":
        known = state.remembers(KINDS)
        for item in event.items:
            known |= 1 << STRIP_ITEMS.index(item)
        state.remember(KINDS, known)


@when(122, events.ActionEnded)
def _reward_kinds(state: State, event: events.ActionEnded) -> None:
    prize = {2: "mead", 3: "hide", 4: "chest"}.get(state.remembers(KINDS).bit_count())
    state.remember(KINDS, 0)
    if prize:
        take(state, **{prize: 1})


# 126 Trapper: 1 silver for each success in Laying a snare.
card(126, on=triggers.succeeded({"snare"}, gives(silver=1)))

# 128 Digger: a strip item for each success in Laying a snare.
card(128, on=triggers.succeeded({"snare"}, pushes(StripItems())))

# 134 Drunkard: 1 mead for a failed raid.
card(134, on=triggers.failed({"raiding"}, gives(mead=1)))

# 135 Lone Wolf: the long sword back if you paid exactly 1 for a success.
card(135, on=triggers.weapon_back("long_sword", *triggers.RAIDS))

# 140 Blubber Cook: 1 oil for a successful whaling.
card(140, on=triggers.succeeded({"whaling"}, gives(oil=1)))


# 147 Steersman: a knarr stands in for what longships an action needs.
@modifies(147, rules.LongshipCount)
def _knarr_as_longship(state: State, ships: int, rule: rules.LongshipCount) -> int:
    if state.ruled(Ruling.STEERSMAN_TWO_KNARRS):
        return ships + state.knarrs
    return max(ships, rule.needed) if state.knarrs else ships


# 149 Priest: 1 oil before Overseas trading.
card(149, on=triggers.before(triggers.OVERSEAS, gives(oil=1)))


# 152 Merchant: upgrade one of 3 or 4 goods by two steps.
class UpgradeOneTwice(Upgrade, frozen=True, tag=True):
    """An upgrade of several goods, one of them by two steps."""

    doubled: bool = False

    def asker(self) -> int:
        return 152

    def moves(self, state: State) -> list[Move]:
        if self.doubled:
            return super().moves(state)
        twice = [UpgradeGood(name, True) for name in state.supply if upgraded(name, 2)]
        return [*super().moves(state), *twice]

    def do(self, state: State, move: Move) -> None:
        doubled = self.doubled or (isinstance(move, UpgradeGood) and move.twice)
        Upgrade.do(msgspec.structs.replace(self, doubled=doubled), state, move)


card(
    152,
    rules=space_effects(
        frozenset({"upgrade_3", "upgrade_4", "upgrade_3_weapons_4"}),
        lambda nodes: replace_upgrade(nodes, UpgradeOneTwice),
    )
    | rules.DoubleUpgrades.by(lambda state, allowed, rule: True),
)


# 158 Barbarian: 3 weapons and 1 silver for each game meat and whale meat served.
def _meat(event: events.FeastServed | rules.FeastSilver) -> int:
    eaten = served(event)
    return eaten["game_meat"] + eaten["whale_meat"]


@when(158, events.FeastServed)
def _weapons_for_meat(state: State, event: events.FeastServed) -> None:
    if _meat(event):
        state.push(DrawWeapons(3 * _meat(event)))


@modifies(158, rules.FeastSilver)
def _silver_for_meat(state: State, silver: int, rule: rules.FeastSilver) -> int:
    return silver + _meat(rule)


# 164 Armed Fighter: a stone or ore from a strip before the action of a fourth-column space.
item_before_action(164, triggers.column(4), ("stone", "ore"), 4)


# 165 Village Leader: before a feast 2 silver with any clothing.
@triggers.each_time(165, events.FeastStarts)
def _clothed(state: State) -> None:
    take(state, silver=2 * min(1, state.has("clothing")))


# 171 Flax Baker: after a harvest flax for grain and 1 silver.
card(171, on=triggers.every(events.HarvestEnded, offers(deal("flax=1", "grain=1 silver=1"))))

# 186 Pea Flour Baker: 2 peas may lie lengthwise at the feast.
card(186, rules=rules.LengthwiseLimits.by(lambda state, limits, rule: limits | {"peas": 2}))
