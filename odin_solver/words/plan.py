"""Moves and plans in words that a player can follow."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.moves import (
    DONE,
    FINISH,
    NOTE_POINTS,
    PASS,
    SKIP,
    TAKE_SILVER,
    Arm,
    BuyShip,
    Keep,
    Move,
    Place,
    Serve,
    Use,
)
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn, vikings_needed
from odin_solver.planner.advice import Candidate
from odin_solver.planner.playout import Playout, retrace
from odin_solver.planner.review import ReviewedMove
from odin_solver.words.moves import meaning
from odin_solver.words.names import (
    card_title,
    number_of,
    penalties_text,
    plain_list,
    plain_name,
)
from odin_solver.words.news import changed, news_of

BY_ITSELF = ("harvest", "income", "breeding", "bonus")
"""Phases in which something happens that a plan tells of, though nobody decides it."""


class PlannedRound(NamedTuple):
    """A round of a plan.

    Attributes
    ----------
    number
        The round; 0 before the first one.
    steps
        What is done and what it brings, a line each.
    """

    number: int
    steps: tuple[str, ...]


class _Event(NamedTuple):
    """A move or an outcome of chance, between two states."""

    before: State
    move: Move | Outcome
    after: State


def move_in_words(state: State, move: Move) -> str:
    """What a legal move is, in a sentence for people."""
    match move:
        case Use(name):
            vikings = number_of(vikings_needed(state, name), "Viking")
            space = SPACES[name]
            return f"{space.name.partition(' (')[0]}, {vikings}: {space.text}"
        case Place():
            board = plain_name(move.board_id)
            return f"Lay {plain_name(move.tile)} on {board}, {move.cells_text}."
        case BuyShip():
            return f"Buy a {meaning(state, move)}."
        case Arm(ship):
            return f"Lay one more ore on a {plain_name(ship)}."
        case Serve():
            return f"{_capitalised(_served(state, move))}."
    if move == PASS:
        unused = number_of(state.vikings, "Viking")
        return "End the action phase" + (f" with {unused} unused." if state.vikings else ".")
    return _PLAIN.get(move) or _capitalised(meaning(state, move)) or str(move)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


_PLAIN: dict[Move, str] = {
    FINISH: "End the game.",
    DONE: "That is all.",
    SKIP: "Leave it.",
    TAKE_SILVER: "Take the last income as silver.",
    NOTE_POINTS: "Note the last income as points.",
}


def plan_in_words(state: State, candidate: Candidate) -> list[PlannedRound]:
    """The rest of the game, round by round, as in the median playout of a candidate.

    Parameters
    ----------
    state
        The game.
    candidate
        A candidate move with its playouts.
    """
    after = apply_legal(state, candidate.move)
    events = (_Event(*each) for each in retrace(after, candidate.median_playout))
    return _rounds(chain([_Event(state, candidate.move, after)], events))


def game_in_words(state: State, playout: Playout) -> list[PlannedRound]:
    """A game that was played out, round by round.

    Parameters
    ----------
    state
        The game where it began.
    playout
        What came of it.
    """
    return _rounds(_Event(*each) for each in retrace(state, playout))


def _rounds(events: Iterator[_Event]) -> list[PlannedRound]:
    rounds: dict[int, list[str]] = {}
    for stretch in _stretches(events):
        for number, step in _steps(stretch):
            rounds.setdefault(number, []).append(step)
    return [PlannedRound(number, tuple(steps)) for number, steps in rounds.items()]


def _stretches(events: Iterator[_Event]) -> Iterator[list[_Event]]:
    """What belongs together: a whole action, tiles laid in a row, a move with what follows it."""
    stretch: list[_Event] = []
    for event in events:
        if stretch and _begins(stretch, event):
            yield stretch
            stretch = []
        stretch.append(event)
    yield stretch


def _begins(stretch: list[_Event], event: _Event) -> bool:
    """Whether something new begins with an event."""
    if not isinstance(event.move, Move):
        return False
    acting = stretch[0].before.phase == event.before.phase == "actions"
    if acting and not isinstance(current(event.before), Turn):
        return False
    return not (isinstance(stretch[-1].move, Place) and isinstance(event.move, Place))


def _steps(stretch: list[_Event]) -> Iterator[tuple[int, str]]:
    """The lines of what belongs together, each with its round."""
    first, last = stretch[0], stretch[-1]
    here = first.before.round
    if isinstance(first.move, Place):
        yield here, _laid(stretch)
        return
    if first.before.phase == "actions" and first.move != PASS:
        begun = first.move
        if not isinstance(begun, Move):
            begun = f"{first.before.space}, under way"
        # What is paid comes first; the order is kept otherwise.
        changes = sorted(changed(first.before, last.after), key=lambda each: each[0] != "-")
        yield here, f"{begun}: {', '.join(changes) or 'nothing'}"
        return
    match first.move:
        case Serve():
            yield here, _served(first.before, first.move)
        case Keep(card):
            yield here, f"keep {card_title(card)}"
        case Move() if first.move != FINISH:
            yield here, str(first.move)
    for event in stretch:
        for news in news_of(event.before, event.move):
            if news.phase in BY_ITSELF:
                number = event.after.round if news.phase == "harvest" else event.before.round
                yield number, f"{news.phase}: {news.text}"


def _laid(stretch: list[_Event]) -> str:
    """Tiles that are laid, by board."""
    boards: dict[str, Counter[str]] = {}
    for event in stretch:
        if isinstance(event.move, Place):
            boards.setdefault(event.move.board, Counter())[event.move.tile] += 1
    return "; ".join(f"lay on {name}: {plain_list(tiles)}" for name, tiles in boards.items())


def _served(state: State, move: Serve) -> str:
    """A feast: what is eaten, and what it costs."""
    eaten = Counter(dish[0] for dish in move.dishes if dish is not None)
    penalties = apply_legal(state, move).penalties - state.penalties
    costs = f"; {penalties_text(penalties)}" if penalties > 0 else ""
    return f"feast: {plain_list(eaten)}{costs}"


def mistake_in_words(mistake: ReviewedMove) -> str:
    """Return a mistake of a review as a sentence."""
    lost = number_of(max(1, round(mistake.loss)), "point")
    return f"Round {mistake.round}: {mistake.best} instead of {mistake.move}: about {lost}"
