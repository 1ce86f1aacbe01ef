"""The dark occupations of deck B."""

from collections import Counter

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.spaces import Group
from odin_solver.game.actions.exchange import Exchange, Offer, pairs
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.actions.voyages import Emigrate, Explore
from odin_solver.game.cards.blocks.deals import (
    GOODS,
    Deals,
    at_price,
    deal,
    exchanges,
    exchanging,
    make_deal,
    one_for_one,
    why_no_deal,
)
from odin_solver.game.cards.blocks.effects import (
    HOUSES,
    draw_weapon,
    gives,
    large_ships,
    offers,
    on_table,
    reached,
    take,
    vikings_on,
)
from odin_solver.game.cards.blocks.laying import free_cells, takes
from odin_solver.game.cards.blocks.modifiers import (
    Instead,
    Nodes,
    replace_upgrade,
    roll_modifier,
    space_effects,
)
from odin_solver.game.cards.blocks.strips import item_before_action
from odin_solver.game.cards.blocks.triggers import (
    MOUNTAIN_AND_UPGRADE,
    ONE_OR_MORE,
    action_gave,
    after,
    as_soon_as,
    column,
    each_time,
    every,
    for_each_gained,
    spaces_of,
    succeeded,
    viking_gave,
    weapon_back,
)
from odin_solver.game.cards.blocks.vikings import FreeDice
from odin_solver.game.kernel import events
from odin_solver.game.kernel.anytime import board_at, lay
from odin_solver.game.kernel.cards import (
    AnytimeEffect,
    Deal,
    card,
    emit,
    modifies,
    when,
    when_played,
)
from odin_solver.game.kernel.items import OF_CARD, missing, pay
from odin_solver.game.kernel.moves import ExploreBoard, FreeCell, MakeDeal, Move
from odin_solver.game.kernel.rules import VikingsNeeded
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import ANIMALS, State
from odin_solver.support.language import say


# 6 Stonecarver: 1 silver for each stone from a strip.
@when(6, events.StripItemsTaken)
def _stone_of_strips(state: State, event: events.StripItemsTaken) -> None:
    take(state, silver=event.items.count("stone"))


# 13 Archer: 1 bow; rolls of Hunting game count 1 less.
card(13, when_played=gives(bow=1), rules=roll_modifier(-1, "hunting"))

# 25 Meat Trader: 1 salt meat per knarr.
card(25, when_played=lambda state: take(state, salt_meat=state.knarrs))

# 28 Locksmith: 1 silver for 1 oil for each chest or treasure chest gained.
OIL_FOR_CHESTS = (deal("silver=1", "oil=1"),)


def _oil_for_chests(state: State, count: int) -> None:
    offers(*OIL_FOR_CHESTS, left=count)(state)


card(28, on=for_each_gained(("chest", "treasure_chest"), _oil_for_chests), offers=(OIL_FOR_CHESTS,))


# 29 Meat Preserver: 1 salt meat for each pair of game meat and whale meat.
@when_played(29)
def _meat_preserver(state: State) -> None:
    take(state, salt_meat=min(state.has("game_meat"), state.has("whale_meat")))


# 30 Silk Merchant: 1, 3 or 6 silver for 1, 2 or 3 silk.
card(
    30,
    when_played=lambda state: take(state, silver=reached(state.has("silk"), {1: 1, 2: 3, 3: 6}, 0)),
)


# 40 Master Joiner: place wood in a house, where it counts as silver.
def _cells_for_wood(state: State) -> list[FreeCell]:
    return free_cells(state, "silver", HOUSES) if state.has("wood") else []


def _why_no_wood(state: State) -> str:
    return missing(state, {"wood": 1}) or say("no cell of a house is free")


def _place_wood(state: State, move: Move) -> None:
    """The wood lies there as a silver would, and is shown as one."""
    assert isinstance(move, FreeCell)
    pay(state, {"wood": 1}, "card")
    lay(state, "silver", board_at(state, move), move.cells)


card(40, anytime=AnytimeEffect(_cells_for_wood, _place_wood, _why_no_wood))

# 44 Master Tailor: hide, wool and linen for clothing and 3 silver.
exchanges(44, deal("hide=1 wool=1 linen=1", "clothing=1 silver=3"))

# 46 Ship Architect: 3 wood and a wool or linen for a longship.
exchanges(46, deal("wood=3 wool=1", "longship=1"), deal("wood=3 linen=1", "longship=1"))

# 51 Master Mason: a rune stone for 1 silver and milk or cabbage.
exchanges(51, deal("rune_stone=1", "silver=1 milk=1"), deal("rune_stone=1", "silver=1 cabbage=1"))

# 70 Courier: replace the cloakpin on any player's board by silverware and a rune stone.
takes(70, "cloakpin", "silverware", "rune_stone")


# 72 Earl: a stone house for silver equal to the round.
@when_played(72, offers=((at_price("stone_house"),),))
def _earl(state: State) -> None:
    offers(at_price("stone_house", state.round))(state)


# 78 Traveling Merchant: turn over 2, 4, 6 or 7 goods with 1, 2, 3 or 4 knarrs.
def _other_side() -> tuple[Deal, ...]:
    """Turning a good over: orange and red, green and blue of the same shape."""
    turned = [
        (name, TILES[name].upgrades_to or "")
        for name in GOODS
        if TILES[name].color in ("orange", "green")
    ]
    return (
        *(one_for_one(*pair) for pair in turned),
        *(one_for_one(back, front) for front, back in turned),
    )


class TurnTiles(Deals, frozen=True, tag=True):
    """Turn tiles over. An animal becomes pregnant or ceases to be: nothing is gained."""

    def _is_possible(self, state: State, each: Deal) -> bool:
        return all(state.has(name) for name, _ in each[0])

    def do(self, state: State, move: Move) -> None:
        if not isinstance(move, MakeDeal) or move.pays[0][0] not in ANIMALS:
            super().do(state, move)
            return
        if self.left > 1:
            state.push(msgspec.structs.replace(self, left=self.left - 1))
        for (name, count), change in ((move.pays[0], -1), (move.takes[0], 1)):
            state.add(name, count * change)
        emit(state, events.CHANGED)


OTHER_SIDE = _other_side()

OTHER_SIDE_OR_ANIMALS = OTHER_SIDE + tuple(
    one_for_one(*pair)
    for kind in ("sheep", "cattle")
    for pair in ((kind, f"pregnant_{kind}"), (f"pregnant_{kind}", kind))
)


@when_played(78, offers=(OTHER_SIDE, OTHER_SIDE_OR_ANIMALS))
def _traveling_merchant(state: State) -> None:
    count = reached(state.knarrs, {1: 2, 2: 4, 3: 6, 4: 7}, 0)
    if count and state.ruled(Ruling.MERCHANT_TURNS_ANIMALS):
        state.push(TurnTiles(OTHER_SIDE_OR_ANIMALS, count))
    elif count:
        offers(*OTHER_SIDE, left=count)(state)


# 80 Shepherd Boy: 2 silver for a sheep.
card(80, when_played=offers(deal("silver=2", "sheep=1")))


# 82 Longship Builder: a longship for 8, 6, 3 or 1 silver with 0, 1, 2 or 3 knarrs.
@when_played(82, offers=((at_price("longship"),),))
def _longship_builder(state: State) -> None:
    price = reached(state.knarrs, {1: 6, 2: 3, 3: 1}, 8)
    offers(at_price("longship", price))(state)


# 84 Harbor Guard: emigrate for 1 silver less per large ship.
@when_played(84)
def _harbor_guard(state: State) -> None:
    state.push(Offer("emigrate", (Emigrate(cheaper=large_ships(state)),)))


# 97 Pea Counter: without a harvest double your peas, up to 8 in all.
@each_time(97, events.HarvestSkipped)
def _more_peas(state: State) -> None:
    peas = state.has("peas")
    take(state, peas=min(peas, 8 - peas))


# 101 Judge: 1 mead and 1 silver for a rune stone placed in a house.
@when(101, events.TilePlaced)
def _rune_stone_at_home(state: State, event: events.TilePlaced) -> None:
    if event.tile == "rune_stone" and event.board in HOUSES:
        take(state, mead=1, silver=1)


# 102 Fur Merchant: on mountain spaces game meat or silk for a fur instead of the upgrade.
FUR = tuple(deal(f"{name}=1", "fur=1") for name in ("game_meat", "silk"))


class UpgradeOrFur(Upgrade, frozen=True, tag=True):
    """An upgrade, or 1 fur for 1 game meat or 1 silk instead."""

    def asker(self) -> int:
        return 102

    def moves(self, state: State) -> list[Move]:
        possible = [each for each in FUR if why_no_deal(state, each) is None]
        found = [MakeDeal(*each) for each in possible if not self.made]
        return [*found, *super().moves(state)]

    def blocked(self, state: State) -> str | None:
        if any(why_no_deal(state, each) is None for each in FUR):
            return None
        return super().blocked(state)

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, MakeDeal):
            make_deal(state, (move.pays, move.takes))
        else:
            super().do(state, move)


card(
    102,
    rules=space_effects(MOUNTAIN_AND_UPGRADE, lambda nodes: replace_upgrade(nodes, UpgradeOrFur)),
    offers=(FUR,),
)


# 105 Knarr Builder: build a knarr for 3 wood instead of a whaling boat.
def _or_knarr(nodes: Nodes) -> Nodes:
    knarr = Exchange(pairs(wood=3), pairs(knarr=1))
    return (Instead((("build whaling_boat", nodes), ("build knarr", (knarr,))), 105),)


card(105, rules=space_effects(frozenset({"build_whaling_boat"}), _or_knarr))


# 106 Warmonger: Plundering takes 1 Viking fewer with 3 longships, 2 fewer with 4.
@modifies(106, VikingsNeeded)
def _fewer_plunderers(state: State, vikings: int, rule: VikingsNeeded) -> int:
    if rule.space == "plundering":
        return vikings - {3: 1, 4: 2}.get(len(state.longships), 0)
    return vikings


# 107 Adventurer: Explore nearby reaches every board with any ship.
class ExploreAnywhere(Explore, frozen=True, tag=True):
    """Explore any board with any ship."""

    def asker(self) -> int:
        return 107

    def moves(self, state: State) -> list[Move]:
        if not (state.boats or state.knarrs or state.longships):
            return []
        return [ExploreBoard(each.board) for each in state.exploration]

    def blocked(self, state: State) -> str | None:
        if not state.exploration:
            return say("no board is left to be explored")
        return None if self.moves(state) else say("it needs a ship")


card(
    107,
    rules=space_effects(frozenset({"explore_1"}), lambda nodes: (ExploreAnywhere("explore_1"),)),
)

# 109 Master Count: 1 silver per knarr after Overseas trading with 2 Vikings.
card(109, on=after({"overseas_trading_2"}, lambda state: take(state, silver=state.knarrs)))

# 121 Carpenter: a strip item before building.
item_before_action(121, spaces_of(Group.BUILD_HOUSES, Group.BUILD_SHIPS))

# 124 Laborer: 2 silver for grain and 2 wood when an action gave exactly 2 silver.
card(124, on=action_gave("silver", {2}, offers(deal("silver=2", "grain=1 wood=2"))))

# 133 Lance Bearer: peas or silver for a successful raid.
card(
    133, on=succeeded({"raiding"}, offers(deal("", "peas=1"), deal("", "silver=1"), optional=False))
)

# 142 Whale Catcher: the spear back if you paid exactly 1 for a successful whaling.
card(142, on=weapon_back("spear", "whaling"))

# 143 Antlers Seller: 1 silver for a successful hunt.
card(143, on=succeeded({"hunting"}, gives(silver=1)))

# 144 Deerstalker: 2 silver for skin and bones after a successful hunt.
card(144, on=succeeded({"hunting"}, offers(deal("silver=2", "skin_and_bones=1"))))

# 156 Stone Crusher: 1 silver when an action gave stone.
card(156, on=viking_gave("stone", ONE_OR_MORE, gives(silver=1)))


# 159 Festive Hunter: a hunt after a feast with game meat.
@each_time(159, events.FeastEnded)
def _hunt_after_meat(state: State) -> None:
    if on_table(state, "game_meat"):
        state.push(Offer("hunt", (FreeDice("hunting"),)))


# 161 Whaling Assistant: 1 cabbage for 7 Vikings in the third column.
@each_time(161, events.BonusesStart)
def _cabbage_for_vikings(state: State) -> None:
    take(state, cabbage=int(vikings_on(state, column(3)) >= 7))


# 166 Weapons Warden: a weapon when Vikings are placed in the second column, except for the first
# time in a round.
@when(166, events.ActionStarts)
def _two_vikings(state: State, event: events.ActionStarts) -> None:
    if event.vikings and event.space in column(2):
        if state.remembers("166 round") == state.round:
            draw_weapon(state)
        state.remember("166 round", state.round)


@when_played(166)
def _two_vikings_before(state: State) -> None:
    """The first time in this round may have been before the card was played."""
    if any(space in column(2) for space, _ in state.placed):
        state.remember("166 round", state.round)


# 167 Taster: before a feast 1 silver for 1 spices, 2 silver for 2 or more.
@each_time(167, events.FeastStarts)
def _spiced(state: State) -> None:
    take(state, silver=min(2, state.has("spices")))


# 173 Punchcutter: 1 silver for each ore and 2 for each two silver removed from the strips.
@when(173, events.StripsShortened)
def _spoils_of_mountains(state: State, event: events.StripsShortened) -> None:
    removed: Counter[str] = Counter(event.removed)
    take(state, silver=removed["ore"] + 2 * removed["silver2"])


# 175 Codliver Oil Presser: 1 silver for oil when an action or an occupation gave stockfish.
OIL_FOR_SILVER = offers(deal("silver=1", "oil=1"))


@when(175, events.ItemsGained)
def _fish_of_cards(state: State, event: events.ItemsGained) -> None:
    counts = {"swap"} if state.ruled(Ruling.PRESSER_NO_GIFTS) else OF_CARD
    if event.source in counts and event.items.get("stockfish"):
        OIL_FOR_SILVER(state)


card(175, on=action_gave("stockfish", ONE_OR_MORE, OIL_FOR_SILVER))


# 176 Etiquette Teacher: 1 peas for each occasion on which you played another occupation.
@when(176, events.CardPlayed)
def _peas_for_cards(state: State, event: events.CardPlayed) -> None:
    if event.first:
        state.remember("176 done", 0)
    if event.card != 176 and not state.remembers("176 done"):
        state.remember("176 done", 1)
        take(state, peas=1)


# 177 Maid: silverware instead of the only bonus good of a house.
@when(
    177,
    events.BonusesGiven,
    offers=(
        tuple(
            one_for_one(name, "silverware")
            for board in HOUSES
            for bonus in BOARDS[board].bonuses
            for name, _ in bonus.gives
        ),
    ),
)
def _silverware_instead(state: State, event: events.BonusesGiven) -> None:
    for board in event.boards:
        if board.id in HOUSES and sum(board.bonuses.values()) == 1:
            (name,) = board.bonuses
            state.push(Deals((one_for_one(name, "silverware"),)))


# 178 Boat Builder: 2 whaling boats with 4 large ships.
as_soon_as(
    178,
    lambda state: large_ships(state) == 4,
    lambda state: take(state, whaling_boat=min(2, state.free_berths("whaling_boat"))),
)


# 179 Cutter Operator: 1 stockfish and 1 silver per knarr when you get the next knarr.
def _next_knarr(state: State, count: int) -> None:
    if not state.remembers("179 done"):
        state.remember("179 done", 1)
        take(state, stockfish=state.knarrs, silver=state.knarrs)


card(179, on=for_each_gained(("knarr",), _next_knarr))


# 185 Dorestad Traveller: upgrade 2 goods instead of raiding.
def _or_upgrades(nodes: Nodes) -> Nodes:
    return (Instead((("raid", nodes), ("upgrades", (Upgrade(2),))), 185),)


card(185, rules=space_effects(frozenset({"raiding"}), _or_upgrades))

# 187 Chronicler: 3 flax for a treasure chest; after an action 2 flax for the belt.
card(
    187,
    anytime=exchanging(deal("flax=3", "treasure_chest=1")),
    on=every(events.ActionEnded, offers(deal("flax=2", "belt=1"))),
)


# 189 Seafarer: 4, 9 or 16 silver for 2, 3 or 4 exploration boards in the final scoring.
@each_time(189, events.ScoringStarts)
def _boards_scored(state: State) -> None:
    boards = sum(BOARDS[each.id].kind == "exploration" for each in state.boards)
    take(state, silver=reached(boards, {2: 4, 3: 9, 4: 16}, 0))


# 190 Bosporus Merchant: 1 oil for each spices gained.
card(190, on=for_each_gained(("spices",), lambda state, count: take(state, oil=count)))
