"""Cards in a real game: playing them, and having them in play."""

from collections.abc import Mapping
from typing import Any

from odin_solver.game import State
from odin_solver.game.kernel.nodes import Chance
from tests.game.building import change, luck, play, turn
from tests.game.texts import legal_moves

PLAY = "use play_occupations_1_2"
"""A space where cards are played and nothing else happens."""

Items = Mapping[str, int]


def when_played(number: int, have: Items, *moves: str, at: int = 1, **fields: Any) -> Items:
    """Changes when a card is played and these moves follow."""
    before = turn(at, have, hand=(number,), **fields)
    after = _decided(play(before, PLAY, f"play {number}", *moves))
    return without_card(number, change(before, after))


def without_card(number: int, changed: Items) -> Items:
    """The same without the move of the card itself."""
    assert changed[f"hand {number}"] == -1
    assert changed[f"played {number}"] == 1
    return {name: count for name, count in changed.items() if name.split()[0] not in _CARDS}


_CARDS = ("hand", "played")


def with_card(number: int, have: Items | None = None, at: int = 1, **fields: Any) -> State:
    """A turn with a card in play."""
    fields = {"played": (number,)} | fields
    return turn(at, have, **fields)


def effect(state: State, *moves: str) -> Items:
    """Changes by these moves, after which nothing is left to chance."""
    return change(state, _decided(play(state, *moves)))


def _decided(state: State) -> State:
    assert not state.stack or not isinstance(state.stack[-1], Chance)
    return state


def choices(state: State, *moves: str) -> list[str]:
    """Moves after these moves, without placing, buying and arming ships."""
    state = play(state, *moves)
    return [
        move for move in legal_moves(state, placing=False) if not move.startswith(("ship ", "arm "))
    ]


__all__ = ["PLAY", "choices", "effect", "luck", "play", "when_played", "with_card"]
