"""Cards in hand and in play: when they can be played or used, and why not now."""

from collections.abc import Sequence

from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.cards import CARDS, why_not_anytime
from odin_solver.game.kernel.moves import Move, PlayCard, Use, UseCard
from odin_solver.game.kernel.play import decision, has_no_effect, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn, why_not_taken
from odin_solver.names.printed import card_text, card_title
from odin_solver.support.language import mark, say, say_as

MAX_MOVES = 6
"""Maximum number of moves that are named for a card."""


def hand_text(state: State) -> str:
    """Return the cards in hand with their texts, and how they can be played."""
    if not state.hand:
        return say("none")
    lines = [f"{card_title(number)}: {card_text(number)}" for number in state.hand]
    if state.is_over:
        return "\n".join(lines)
    idle = [number for number in state.hand if _is_idle(state, number)]
    if idle:
        lines.append(say("No effect now: {cards}.", cards=", ".join(map(str, idle))))
    return "\n".join([*lines, how_to_play(state)])


def played_text(state: State) -> str:
    """Return the cards in play with their texts, and how they can be used now."""
    lines = []
    for number in state.played:
        lines.append(f"{card_title(number)}: {card_text(number)}")
        if not state.is_over and _kind(number) in ("anytime", "as_soon_as"):
            lines.append(f"  {card_now(state, number)}")
    return "\n".join(lines) or say("none")


def card_now(state: State, number: int, moves: Sequence[Move] | None = None) -> str:
    """Return how a card can be played or used now, or why it cannot.

    Parameters
    ----------
    moves
        The legal moves, placing tiles aside, if they are known.
    """
    if number in state.hand:
        return how_to_play(state, moves) + _idle_note(state, number)
    if number not in state.played:
        return say("It is neither in hand nor in play.")
    kind = _kind(number)
    if kind == "anytime":
        return _usable(state, number, _moves(state, moves))
    if kind == "as_soon_as":
        done = state.remembers(f"{number} done")
        return say("It has taken effect.") if done else say("Its condition is not met yet.")
    if kind == "each_time":
        return say("It takes effect automatically and asks if there is a choice.")
    return say("It took effect when it was played.")


def cards_now(state: State, moves: Sequence[Move]) -> dict[int, str]:
    """Return for each card in hand and in play what `card_now` does, for a page with buttons.

    Nothing is said about cards that can be used now: the page shows their moves.
    """
    how = how_to_play(state, moves, clicked=True) if state.hand else ""
    usable = {move.card for move in moves if isinstance(move, UseCard)}
    return {number: how + _idle_note(state, number) for number in state.hand} | {
        number: "" if number in usable else card_now(state, number, moves)
        for number in state.played
    }


def _idle_note(state: State, number: int) -> str:
    return " " + say("It would have no effect now.") if _is_idle(state, number) else ""


def _usable(state: State, number: int, moves: Sequence[Move]) -> str:
    uses = [str(move) for move in moves if isinstance(move, UseCard) and move.card == number]
    if not uses:
        reason = why_not_anytime(state, number) or say("there is nothing to decide")
        return say("Not now: {reason}.", reason=reason)
    named, more = "; ".join(uses[:MAX_MOVES]), len(uses) - MAX_MOVES
    if more <= 0:
        return say("Now: {moves}.", moves=named)
    return say("Now: {moves} and {n} more.", moves=named, n=more)


def how_to_play(state: State, moves: Sequence[Move] | None = None, *, clicked: bool = False) -> str:
    """Return how a card in hand can be played now, or why it cannot.

    Parameters
    ----------
    state, moves
        As for `card_now`.
    clicked
        Whether the player clicks on cards and spaces, instead of writing moves.
    """
    moves = _moves(state, moves)
    play = say("click it") if clicked else "play NUMBER"
    ways = dict.fromkeys(
        f"card {move.card} {play}" if isinstance(move, UseCard) and not clicked else play
        for move in moves
        if isinstance(move.choice if isinstance(move, UseCard) else move, PlayCard)
    )
    names = {space: say_as("space", SPACES[space].title) if clicked else space for space in PLAYING}
    if isinstance(decision(state), Turn):
        free = [move.space for move in moves if isinstance(move, Use)]
        spaces = (names[space] for space in PLAYING if space in free)
        ways |= dict.fromkeys(name if clicked else f"use {name}" for name in spaces)
        fourth = sum(SPACES[space].column == 4 for space in free)
        if fourth:
            text = mark("before or after the action of a space for 4 Vikings ({n} usable)")
            ways[say(text, n=fourth)] = None
        if not ways:
            reasons = (f"{name}: {why_not_taken(state, space)}" for space, name in names.items())
            return say(
                "Cannot be played now: {reasons}; no space for 4 Vikings is left.",
                reasons="; ".join(reasons),
            )
    if ways:
        return say("Can be played now: {ways}.", ways="; ".join(ways))
    return say(
        "Cannot be played now, only with {spaces} or a space for 4 Vikings.",
        spaces=", ".join(names.values()),
    )


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
