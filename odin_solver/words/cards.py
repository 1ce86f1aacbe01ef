"""When the cards of a player can be played and used, and why not now."""

from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.cards import CARDS, why_not_anytime
from odin_solver.game.kernel.moves import Move, PlayCard, UseCard
from odin_solver.game.kernel.play import decision, has_no_effect, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn, free_spaces, why_not_taken
from odin_solver.words.names import card_text, card_title

MOST = 6
"""Of what a card allows so many moves are named."""


def hand_text(state: State) -> str:
    """The cards in the hand with their texts, and below them when they can be played."""
    if not state.hand:
        return "none"
    lines = [f"{card_title(number)}: {card_text(number)}" for number in state.hand]
    if state.is_over:
        return "\n".join(lines)
    idle = [number for number in state.hand if _is_idle(state, number)]
    if idle:
        lines.append(f"Would give nothing now: {', '.join(map(str, idle))}.")
    return "\n".join([*lines, how_to_play(state)])


def played_text(state: State) -> str:
    """The cards that lie open with their texts, and what can be done with them now."""
    lines = []
    for number in state.played:
        lines.append(f"{card_title(number)}: {card_text(number)}")
        if not state.is_over and _kind(number) in ("anytime", "as_soon_as"):
            lines.append(f"  {card_now(state, number)}")
    return "\n".join(lines) or "none"


def card_now(state: State, number: int) -> str:
    """What can be done with a card now; why nothing can if that is so."""
    if number in state.hand:
        idle = " It would give nothing now." if _is_idle(state, number) else ""
        return how_to_play(state) + idle
    if number not in state.played:
        return "It is neither in your hand nor on the table."
    kind = _kind(number)
    if kind == "anytime":
        return _usable(state, number)
    if kind == "as_soon_as":
        done = state.remembers(f"{number} done")
        return "It has worked." if done else "It waits for what it names."
    if kind == "each_time":
        return "It works by itself, and asks when there is something to ask."
    return "It worked when it was played."


def _usable(state: State, number: int) -> str:
    moves = [
        str(move) for move in _moves(state) if isinstance(move, UseCard) and move.card == number
    ]
    if not moves:
        return f"Not now: {why_not_anytime(state, number) or 'there is nothing to decide'}."
    more = f" and {len(moves) - MOST} more" if len(moves) > MOST else ""
    return f"Now: {'; '.join(moves[:MOST])}{more}."


def how_to_play(state: State) -> str:
    """How a card of the hand can be played now; why it cannot if that is so."""
    ways = dict.fromkeys(
        f"card {move.card} play NUMBER" if isinstance(move, UseCard) else "play NUMBER"
        for move in _moves(state)
        if isinstance(move.choice if isinstance(move, UseCard) else move, PlayCard)
    )
    if isinstance(decision(state), Turn):
        free = free_spaces(state)
        ways |= dict.fromkeys(f"use {space}" for space in PLAYING if space in free)
        fourth = sum(SPACES[space].column == 4 for space in free)
        if fourth:
            ways[f"before or after the action of a space for 4 Vikings ({fourth} can be used)"] = (
                None
            )
        if not ways:
            reasons = (f"{space}: {why_not_taken(state, space)}" for space in PLAYING)
            return f"Not to be played now: {'; '.join(reasons)}; no space for 4 Vikings is left."
    if ways:
        return f"To be played now: {'; '.join(ways)}."
    return f"Not to be played now, but by {', '.join(PLAYING)}, or with a space for 4 Vikings."


def _moves(state: State) -> list[Move]:
    return legal_moves(state, placing=False)


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
