"""Cards in hand and in play: when they can be played or used, and why not now."""

from collections.abc import Sequence

from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.cards import CARDS, why_not_anytime
from odin_solver.game.kernel.moves import Move, PlayCard, Use, UseCard
from odin_solver.game.kernel.play import decision, has_no_effect, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn, why_not_taken
from odin_solver.words.names import card_text, card_title

MAX_MOVES = 6
"""Maximum number of moves that are named for a card."""


def hand_text(state: State) -> str:
    """Return the cards in hand with their texts, and how they can be played."""
    if not state.hand:
        return "none"
    lines = [f"{card_title(number)}: {card_text(number)}" for number in state.hand]
    if state.is_over:
        return "\n".join(lines)
    idle = [number for number in state.hand if _is_idle(state, number)]
    if idle:
        lines.append(f"No effect now: {', '.join(map(str, idle))}.")
    return "\n".join([*lines, how_to_play(state)])


def played_text(state: State) -> str:
    """Return the cards in play with their texts, and how they can be used now."""
    lines = []
    for number in state.played:
        lines.append(f"{card_title(number)}: {card_text(number)}")
        if not state.is_over and _kind(number) in ("anytime", "as_soon_as"):
            lines.append(f"  {card_now(state, number)}")
    return "\n".join(lines) or "none"


def card_now(state: State, number: int, moves: Sequence[Move] | None = None) -> str:
    """Return how a card can be played or used now, or why it cannot.

    Parameters
    ----------
    state, number
        The game and the card.
    moves
        The legal moves, placing tiles aside, if they are known.
    """
    if number in state.hand:
        return how_to_play(state, moves) + _idle_note(state, number)
    if number not in state.played:
        return "It is neither in hand nor in play."
    kind = _kind(number)
    if kind == "anytime":
        return _usable(state, number, _moves(state, moves))
    if kind == "as_soon_as":
        done = state.remembers(f"{number} done")
        return "It has taken effect." if done else "Its condition is not met yet."
    if kind == "each_time":
        return "It takes effect automatically and asks if there is a choice."
    return "It took effect when it was played."


def cards_now(state: State, moves: Sequence[Move]) -> dict[int, str]:
    """Return for each card in hand and in play what `card_now` does.

    Parameters
    ----------
    state
        The game.
    moves
        Its legal moves, placing tiles aside.
    """
    how = how_to_play(state, moves) if state.hand else ""
    return {number: how + _idle_note(state, number) for number in state.hand} | {
        number: card_now(state, number, moves) for number in state.played
    }


def _idle_note(state: State, number: int) -> str:
    return " It would have no effect now." if _is_idle(state, number) else ""


def _usable(state: State, number: int, moves: Sequence[Move]) -> str:
    uses = [str(move) for move in moves if isinstance(move, UseCard) and move.card == number]
    if not uses:
        return f"Not now: {why_not_anytime(state, number) or 'there is nothing to decide'}."
    more = f" and {len(uses) - MAX_MOVES} more" if len(uses) > MAX_MOVES else ""
    return f"Now: {'; '.join(uses[:MAX_MOVES])}{more}."


def how_to_play(state: State, moves: Sequence[Move] | None = None) -> str:
    """Return how a card in hand can be played now, or why it cannot; `moves` as for `card_now`."""
    moves = _moves(state, moves)
    ways = dict.fromkeys(
        f"card {move.card} play NUMBER" if isinstance(move, UseCard) else "play NUMBER"
        for move in moves
        if isinstance(move.choice if isinstance(move, UseCard) else move, PlayCard)
    )
    if isinstance(decision(state), Turn):
        free = [move.space for move in moves if isinstance(move, Use)]
        ways |= dict.fromkeys(f"use {space}" for space in PLAYING if space in free)
        fourth = sum(SPACES[space].column == 4 for space in free)
        if fourth:
            ways[f"before or after the action of a space for 4 Vikings ({fourth} usable)"] = None
        if not ways:
            reasons = (f"{space}: {why_not_taken(state, space)}" for space in PLAYING)
            return f"Cannot be played now: {'; '.join(reasons)}; no space for 4 Vikings is left."
    if ways:
        return f"Can be played now: {'; '.join(ways)}."
    return f"Cannot be played now, only with {', '.join(PLAYING)} or a space for 4 Vikings."


def _moves(state: State, moves: Sequence[Move] | None) -> Sequence[Move]:
    return legal_moves(state, placing=False) if moves is None else moves


def _kind(number: int) -> str:
    from odin_solver.components.occupations import occupation

    return occupation(number).kind


def _is_idle(state: State, number: int) -> bool:
    card = CARDS.get(number)
    return (
        card is not None and _kind(number) == "immediate" and has_no_effect(state, card.when_played)
    )


PLAYING = tuple(name for name in SPACES if name.startswith("play_occupation"))
"""Spaces whose action is to play occupations."""
