"""Cards that work each time things, Vikings or occupations come, and when tiles are placed."""

from odin_solver.components import BOARDS
from odin_solver.game.actions.occupations import play_card
from odin_solver.game.cards import Card, Facts, register
from odin_solver.game.draws import DrawOccupation
from odin_solver.game.effects.blocks import HOUSES, for_each_gained, offers, take
from odin_solver.game.effects.deals import Deals, deal
from odin_solver.game.node import Decision, Node
from odin_solver.game.state import THIS_ACTION, State

ITEMS = ("wood", "stone", "ore", "silver2")

KINDS = f"{THIS_ACTION}122 kinds"


def stone_of_strips(state: State, facts: Facts) -> None:
    """6: 1 silver for each stone from a strip."""
    take(state, silver=facts["items"].count("stone"))


def silver_of_strips(state: State, facts: Facts) -> None:
    """188: 1 silver more for each two silver from a strip."""
    take(state, silver=facts["items"].count("silver2"))


def note_kinds(state: State, facts: Facts) -> None:
    """122: remember which kinds of items the action has given, as a number in base two."""
    if state.space and facts["source"] == "strip":
        known = state.remembers(KINDS)
        for item in facts["items"]:
            known |= 1 << ITEMS.index(item)
        state.remember(KINDS, known)


def reward_kinds(state: State, facts: Facts) -> None:
    """122: mead, hide or chest for 2, 3 or 4 kinds."""
    prize = {2: "mead", 3: "hide", 4: "chest"}.get(state.remembers(KINDS).bit_count())
    state.remember(KINDS, 0)
    if prize:
        take(state, **{prize: 1})


def oil_for_chests(state: State, count: int) -> None:
    """28: 1 silver for 1 oil, once per chest or treasure chest."""
    offers(deal("silver=1", "oil=1"), left=count)(state)


def silk_for_cattle(state: State, count: int) -> None:
    """174: 3 silver for silk or 4 for spices, once per cattle."""
    offers(deal("silver=3", "silk=1"), deal("silver=4", "spices=1"), left=count)(state)


def grain_at_home(state: State, facts: Facts) -> None:
    """98: 2 silver for silk when a grain is placed in a house."""
    if facts["tile"] == "grain" and facts["board"] in HOUSES:
        offers(deal("silver=2", "silk=1"))(state)


def rune_stone_abroad(state: State, facts: Facts) -> None:
    """100: 1 silver for a rune stone on an exploration board."""
    if facts["tile"] == "rune_stone" and BOARDS[facts["board"]].kind == "exploration":
        take(state, silver=1)


def rune_stone_at_home(state: State, facts: Facts) -> None:
    """101: 1 mead and 1 silver for a rune stone in a house."""
    if facts["tile"] == "rune_stone" and facts["board"] in HOUSES:
        take(state, mead=1, silver=1)


class DrawOrPlay(Decision, frozen=True, tag=True):
    """99: draw an occupation, or play one from the hand instead."""

    def asker(self) -> int:
        return 99

    def question(self, state: State) -> str:
        return "draw an occupation, or play one instead"

    def moves(self, state: State) -> list[str]:
        return ["draw", *(f"play {number}" for number in state.hand)]

    def do(self, state: State, move: str) -> None:
        if move == "draw":
            state.push(DrawOccupation())
        else:
            play_card(state, int(move.removeprefix("play ")))


def play_instead(state: State, draw: Node, facts: Facts) -> Node:
    """99: a card may be played instead of drawing one."""
    return DrawOrPlay() if state.hand else draw


def game_meat_instead(state: State, facts: Facts) -> None:
    """150: 1 game meat instead of 1 of exactly 2 stockfish or salt meat."""
    if facts["source"] in ("action", "upgrade", "card"):
        for name in ("stockfish", "salt_meat"):
            if facts["things"].get(name) == 2:
                state.push(Deals((deal(f"{name}=1", "game_meat=1"),)))


def vikings_back(state: State, facts: Facts) -> None:
    """151: 1 silver when 1 or 2 Vikings come back."""
    take(state, silver=int(facts["vikings"] <= 2 and state.phase == "actions"))


def three_left(state: State, facts: Facts) -> None:
    """168: 1 silver when exactly 3 Vikings are left or back."""
    take(state, silver=int(facts["vikings"] > 0 and state.vikings == 3))


def peas_for_cards(state: State, facts: Facts) -> None:
    """176: 1 peas for each occasion on which another card was played."""
    if facts["first"]:
        state.remember("176 done", 0)
    if facts["card"] != 176 and not state.remembers("176 done"):
        state.remember("176 done", 1)
        take(state, peas=1)


register(Card(6, on={"took from strip": stone_of_strips}))
register(Card(28, on=for_each_gained(("chest", "treasure_chest"), oil_for_chests)))
register(Card(98, on={"placed": grain_at_home}))
register(Card(99, rules={"draw": play_instead}))
register(Card(100, on={"placed": rune_stone_abroad}))
register(Card(101, on={"placed": rune_stone_at_home}))
register(Card(122, on={"took from strip": note_kinds, "after action": reward_kinds}))
register(Card(150, on={"gained": game_meat_instead}))
register(Card(151, on={"returned": vikings_back}))
register(Card(168, on={"before action": three_left, "returned": three_left}))
register(Card(174, on=for_each_gained(("cattle", "pregnant_cattle"), silk_for_cattle)))
register(Card(176, on={"played": peas_for_cards}))
# Its silver when played is for games with more players.
register(Card(188, on={"took from strip": silver_of_strips}))
register(Card(190, on=for_each_gained(("spices",), lambda state, count: take(state, oil=count))))
