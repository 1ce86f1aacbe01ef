"""Cards that work each time a phase of the round comes."""

from collections import Counter

from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.actions.exchange import Offer
from odin_solver.game.cards import Card, Facts, register
from odin_solver.game.draws import DrawWeapons
from odin_solver.game.effects.blocks import (
    HOUSES,
    always,
    column,
    offers,
    reached,
    spaces_of,
    special_tiles,
    take,
    vikings_on,
)
from odin_solver.game.effects.deals import Deals, deal
from odin_solver.game.effects.laying import LayTiles
from odin_solver.game.effects.strips import StripItems
from odin_solver.game.effects.vikings import FreeDice, UseSpace
from odin_solver.game.node import Decision
from odin_solver.game.state import State
from odin_solver.game.things import add, pay
from odin_solver.game.turn import hindrance

# --- harvest ---


def sympathetic_soul(state: State) -> None:
    """92: 1, 2 or 3 silver with 3, 4 or 5 special tiles."""
    take(state, silver=reached(special_tiles(state), {3: 1, 4: 2, 5: 3}, 0))


def helper_in_need(state: State) -> None:
    """93: beans, grain or cabbage with 1, 2 or 3 whaling boats."""
    food = {1: "beans", 2: "grain", 3: "cabbage"}.get(len(state.boats))
    if food:
        take(state, **{food: 1})


def more_peas(state: State) -> None:
    """97: as many peas as there are, up to 8 in all."""
    peas = state.has("peas")
    take(state, peas=min(peas, 8 - peas))


def flax_or_grain(state: State) -> None:
    """169: 1 more flax or grain, of which there has to be some before the harvest."""
    kinds = [name for name in ("flax", "grain") if state.has(name)]
    if len(kinds) == 2:
        offers(deal("", "flax=1"), deal("", "grain=1"), optional=False)(state)
    elif kinds:
        take(state, **{kinds[0]: 1})


# --- weapon ---


class ChooseWeapon(Decision, frozen=True, tag=True):
    """38: draw the weapon, or take a resource instead."""

    def asker(self) -> int:
        return 38

    def question(self, state: State) -> str:
        return "draw a weapon, or take something instead"

    def moves(self, state: State) -> list[str]:
        return ["draw", "take wood", "take stone", "take ore"]

    def do(self, state: State, move: str) -> None:
        if move == "draw":
            state.push(DrawWeapons(1))
        else:
            take(state, **{move.removeprefix("take "): 1})


# --- actions ---

CRAFTING = spaces_of(Group.CRAFTING)

FIRST_COLUMN = [each.id for each in SPACES.values() if each.column == 1]


class Latecomer(Decision, frozen=True, tag=True):
    """91: 1 silver for a free space above or below one with a Viking, all of the first column."""

    def question(self, state: State) -> str:
        return "pay 1 silver to use a space next to one of your Vikings?"

    def moves(self, state: State) -> list[str]:
        if not state.has("silver"):
            return ["skip"]
        occupied = {space for space, vikings in state.placed if vikings}
        closed = {space for space, _ in state.placed} | state.blocked
        beside = [
            space
            for at, space in enumerate(FIRST_COLUMN)
            if not occupied.isdisjoint(FIRST_COLUMN[max(0, at - 1) : at + 2])
        ]
        paid = state.copy()
        add(paid, "silver", -1)
        return [
            *(
                f"also {space}"
                for space in beside
                if space not in closed and hindrance(paid, space) is None
            ),
            "skip",
        ]

    def do(self, state: State, move: str) -> None:
        if move != "skip":
            pay(state, {"silver": 1}, "card")
            state.push(UseSpace(move.removeprefix("also ")))


# --- income ---


def craft_leader(state: State) -> None:
    """8: 1 oil for 5 Vikings on Crafting spaces."""
    take(state, oil=int(vikings_on(state, CRAFTING) >= 5))


def ore_boatman(state: State) -> None:
    """9: 1 ore per longship, placed on the boards at once."""
    if state.longships:
        state.push(LayTiles("ore", len(state.longships), ("home", "exploration")))


class Steward(Decision, frozen=True, tag=True):
    """42: put a wood or stone on a slot of a shed for 1 silver."""

    def question(self, state: State) -> str:
        return "put wood or stone on a slot of a shed for 1 silver?"

    def moves(self, state: State) -> list[str]:
        sheds = [board for board in state.boards if board.id == "shed"]
        return [
            *(
                f"fill {thing}"
                for thing in ("wood", "stone")
                if state.has(thing) and any(board.open_slots(thing) for board in sheds)
            ),
            "skip",
        ]

    def do(self, state: State, move: str) -> None:
        if move == "skip":
            return
        thing = move.removeprefix("fill ")
        at = next(
            at
            for at, board in enumerate(state.boards)
            if board.id == "shed" and board.open_slots(thing)
        )
        add(state, thing, -1)
        boards = state.boards
        state.boards = (*boards[:at], boards[at].laid(thing, 0), *boards[at + 1 :])
        take(state, silver=1)


# --- feast ---


def served(facts: Facts) -> Counter[str]:
    """How many of each kind were served."""
    return Counter(each.tile.id for each in facts["servings"])


def animals_eaten(state: State, facts: Facts) -> None:
    """157: 1 skin and bones for each animal served."""
    eaten = served(facts)
    take(state, skin_and_bones=eaten["sheep"] + eaten["cattle"])


def meat_eaten(state: State, facts: Facts) -> None:
    """158: 3 weapons and 1 silver for each game meat and whale meat served."""
    eaten = served(facts)
    meat = eaten["game_meat"] + eaten["whale_meat"]
    if meat:
        state.push(DrawWeapons(3 * meat))
        take(state, silver=meat)


def without_mead(state: State, facts: Facts) -> None:
    """160: 1 silver if no mead is served."""
    take(state, silver=int(not served(facts)["mead"]))


def on_table(state: State, kind: str) -> int:
    """How many of a kind were served at the last feast."""
    return sum(each.tile.id == kind for each in state.table)


def hunt_after_meat(state: State) -> None:
    """159: a hunt after a feast with game meat."""
    if on_table(state, "game_meat"):
        state.push(Offer("hunt", (FreeDice("hunting"),)))


def keep_stockfish(state: State) -> None:
    """172: stockfish that was served may be placed in houses."""
    count = on_table(state, "stockfish")
    if count:
        state.push(LayTiles("stockfish", count, HOUSES, optional=True))


def miller(state: State) -> None:
    """7: 1 silver for a grain, 2 for more."""
    take(state, silver=min(2, state.has("grain")))


def clothed(state: State) -> None:
    """165: 2 silver with any clothing."""
    take(state, silver=2 * min(1, state.has("clothing")))


def spiced(state: State) -> None:
    """167: 1 silver for a spices, 2 for more."""
    take(state, silver=min(2, state.has("spices")))


# --- bonus and mountains ---


def cabbage_for_vikings(state: State) -> None:
    """161: 1 cabbage for 7 Vikings in the third column."""
    take(state, cabbage=int(vikings_on(state, column(3)) >= 7))


def flax_for_vikings(state: State) -> None:
    """162: 1 flax for 7 Vikings in the second column."""
    take(state, flax=int(vikings_on(state, column(2)) >= 7))


def silverware_instead(state: State, facts: Facts) -> None:
    """177: silverware instead of the only bonus good of a house."""
    for board in facts["boards"]:
        if board.id in HOUSES and sum(board.bonuses.values()) == 1:
            (name,) = board.bonuses
            state.push(Deals((deal(f"{name}=1", "silverware=1"),)))


def spoils_of_mountains(state: State, facts: Facts) -> None:
    """173: 1 silver for each ore and 2 for each two silver that goes."""
    removed: Counter[str] = Counter(facts["removed"])
    take(state, silver=removed["ore"] + 2 * removed["silver2"])


register(Card(7, on={"after feast": always(miller)}))
register(Card(8, on={"before income": always(craft_leader)}))
register(Card(9, on={"before income": always(ore_boatman)}))
register(Card(38, rules={"weapon": lambda state, draw, facts: ChooseWeapon()}))
register(
    Card(
        41,
        on={"after bonus": always(offers(deal("silver=1", "oil=1"), deal("mead=1", "oil=1")))},
    )
)
register(Card(42, on={"before income": always(lambda state: state.push(Steward()))}))
register(Card(91, on={"after actions": always(lambda state: state.push(Latecomer()))}))
register(Card(92, on={"no harvest": always(sympathetic_soul)}))
register(Card(93, on={"no harvest": always(helper_in_need)}))
register(Card(94, on={"no harvest": always(offers(deal("oil=2", "spices=1")))}))
register(Card(95, on={"no harvest": always(lambda state: state.push(StripItems(2)))}))
register(
    Card(
        96,
        on={
            "no harvest": always(
                offers(deal("game_meat=1", "whale_meat=1"), deal("whale_meat=1", "game_meat=2"))
            )
        },
    )
)
register(Card(97, on={"no harvest": always(more_peas)}))
register(Card(157, on={"served": animals_eaten}))
register(Card(158, on={"served": meat_eaten}))
register(Card(159, on={"after feast": always(hunt_after_meat)}))
register(Card(160, on={"served": without_mead}))
register(Card(161, on={"bonus": always(cabbage_for_vikings)}))
register(Card(162, on={"bonus": always(flax_for_vikings)}))
register(Card(165, on={"before feast": always(clothed)}))
register(Card(167, on={"before feast": always(spiced)}))
register(Card(169, on={"before harvest": always(flax_or_grain)}))
register(Card(171, on={"after harvest": always(offers(deal("flax=1", "grain=1 silver=1")))}))
register(Card(172, on={"after feast": always(keep_stockfish)}))
register(Card(173, on={"mountains": spoils_of_mountains}))
register(Card(177, on={"gave bonuses": silverware_instead}))
register(Card(186, rules={"lengthwise": lambda state, limits, facts: limits | {"peas": 2}}))
