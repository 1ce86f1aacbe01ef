"""Every card by itself where nothing is lacking: all that it offers is done once, in both engines.

`tests.game.building.play` compares the states of the engines. What cards do is tested by their
texts in the other modules.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from odin_solver.components import BOARDS, TILES, Board
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import State, chance_outcomes, decision, legal_moves
from odin_solver.game.actions.dice import ACTIONS
from odin_solver.game.cards.blocks.modifiers import RollMore, Worth
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.events import BoardExplored
from odin_solver.game.kernel.moves import UseCard
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Exploration
from odin_solver.game.turn import Turn
from odin_solver.rollouts.card_tables import BUILT, triggers_of
from tests.game.building import QUIET, luck, play
from tests.game.cards.helping import PLAY, with_card
from tests.game.texts import menu

PLENTY = {
    **{name: 3 for name, tile in TILES.items() if tile.kind in ("good", "animal", "resource")},
    **dict.fromkeys(WEAPONS, 8),
    "silver": 40,
    "wood": 9,
    "stone": 9,
    "ore": 9,
    "knarr": 1,
    "stone_house": 1,
    "long_house": 1,
}
"""Three of each good: card 31 asks for that number."""

STRIPS = (
    ("wood", "stone", "ore", "silver2"),
    ("stone", "ore", "silver2"),
    ("ore", "silver2"),
    ("silver2", "silver2"),
)
SPACE_OF = {
    "hunting": "hunting_game_1",
    "snare": "laying_a_snare",
    "whaling": "whaling_1",
    "raiding": "raiding",
    "pillaging": "pillaging_2",
}


CHANGED = {88: "overseas_trading_1", 90: "raiding", 105: "build_whaling_boat", 185: "raiding"}
"""Spaces that some cards change."""


def follow(state: State, *moves: str, most: int = 20) -> None:
    """Make these moves, each of those that may follow, and some after that, the nearest first."""
    first = last = play(state, *moves)
    while not isinstance(decision(last), Turn):
        last = play(last, following(last)[-1])
    waiting = deque([first])
    while waiting and (most > 0 or waiting[0] is first):
        here = waiting.popleft()
        if not isinstance(decision(here), Turn):
            found = following(here)[: None if here is first else most]
            most -= len(found)
            waiting += [play(here, move) for move in found]


def following(state: State) -> list[str]:
    """Return the moves of the decision, or the first and the last outcome."""
    outcomes = [each for each, _ in chance_outcomes(state)]
    return outcomes[:: max(1, len(outcomes) - 1)] or menu(state)


def plenty(number: int, **fields: Any) -> State:
    """A turn at which nothing is lacking."""
    exploration = tuple(map(Exploration, ("shetland", "greenland", "labrador", "newfoundland")))
    other = next(each for each in QUIET if each != number)
    usual = {"vikings": 12, "exploration": exploration, "hand": (other,), "deck": (8, 57)}
    usual |= {"boats": (1,), "longships": (1, 2), "strips": STRIPS}
    return with_card(number, PLENTY, 3, **usual | fields)


@pytest.mark.parametrize("number", OCCUPATIONS)
def test_played(number: int) -> None:
    follow(plenty(number, played=(), hand=(number,)), PLAY, f"play {number}")


@pytest.mark.parametrize("others", [(), (152,)])
def test_up_to_four_alike(others: tuple[int, ...]) -> None:
    """83 Wholesaler offers more with 152 Merchant."""
    state = plenty(83, played=others, hand=(83,))
    state.supply = {name: max(4, count) for name, count in state.supply.items()}
    follow(state, PLAY, "play 83")


def test_all_that_can_be_turned_over() -> None:
    """78 Traveling Merchant offers animals too, if so ruled."""
    state = plenty(78, played=(), hand=(78,))
    ruled = frozenset({Ruling.MERCHANT_TURNS_ANIMALS})
    state.options = msgspec.structs.replace(state.options, rulings=ruled)
    state.supply = {**state.supply, "pregnant_sheep": 1, "pregnant_cattle": 1}
    follow(state, PLAY, "play 78")


@pytest.mark.rule(47)
@pytest.mark.parametrize("number", [each for each, card in CARDS.items() if card.anytime])
def test_at_any_time(number: int) -> None:
    state = plenty(number)
    for move in legal_moves(state, placing=False):
        if isinstance(move, UseCard):
            play(state, move)


def spaces() -> Iterator[tuple[int, str]]:
    """Yield the cards that react to actions alike, and where that happens."""
    for number, card in CARDS.items():
        found = {CHANGED[number]} if number in CHANGED else set()
        for modifier in card.rules.values():
            if isinstance(modifier, Worth | RollMore):
                found |= {SPACE_OF[name] for name in modifier.actions}
        for event, bits, _ in triggers_of(card):
            keys = [at for at in range(64) if bits >> at & 1]
            if event.startswith("action_"):
                found |= {name for at, name in enumerate(SPACES) if at in keys}
            elif event.startswith("dice_"):
                found |= {SPACE_OF[name] for at, name in enumerate(ACTIONS) if at in keys}
            elif event == "item_built":
                found |= {f"build_{name}" for at, name in enumerate(BUILT) if at in keys}
            elif event == "ship_emigrated":
                found |= {"emigrate_2"}
        yield from ((number, name) for name in sorted(found))


@pytest.mark.parametrize(("number", "space"), [*spaces()])
def test_at_a_space(number: int, space: str) -> None:
    follow(plenty(number), f"use {space}")


@pytest.mark.parametrize(
    "board", [each for each in BOARDS.values() if each.action], ids=lambda each: each.id
)
@pytest.mark.parametrize(
    "number", [each for each, card in CARDS.items() if BoardExplored in card.on]
)
def test_explored(number: int, board: Board) -> None:
    follow(plenty(number, exploration=(Exploration(board.id),)), f"use {board.action}")


ASKING: tuple[tuple[int, dict[str, int], tuple[str, ...]], ...] = (
    (38, {}, ("pass", "serve")),
    (102, {"game_meat": 1}, ("use mountain_3_upgrade_1", "strip 1 take 3")),
    (105, {"wood": 5}, ("use build_whaling_boat",)),
    (107, {"whaling_boat": 1}, ("use explore_1",)),
    (152, {"peas": 1}, ("use upgrade_3",)),
    (185, {"longship": 1, "peas": 1}, ("use raiding",)),
)


@pytest.mark.parametrize(("number", "have", "moves"), ASKING)
def test_a_question_names_the_card_that_asks(
    number: int, have: dict[str, int], moves: tuple[str, ...]
) -> None:
    state = with_card(number, have)
    for move in moves:
        state = luck(play(state, move))
    asking = decision(state)
    assert asking is not None
    assert asking.asker() == number
