"""Moves and plans in words that a player can follow."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.anytime import board_names, placing
from odin_solver.game.kernel.nodes import Chance
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
    move: str
    after: State

    @property
    def verb(self) -> str:
        """The first word of the move; empty for chance."""
        return "" if isinstance(current(self.before), Chance) else self.move.partition(" ")[0]


def move_in_words(state: State, move: str) -> str:
    """What a legal move is, in a sentence for people."""
    verb, *words = move.split()
    told = meaning(state, move)
    if verb == "use":
        needed = vikings_needed(state, words[0])
        vikings = number_of(needed, "Viking")
        space = SPACES[words[0]]
        return f"{space.name.partition(' (')[0]}, {vikings}: {space.text}"
    if verb == "pass":
        unused = number_of(state.vikings, "Viking")
        return "End the action phase" + (f" with {unused} unused." if state.vikings else ".")
    if verb == "place":
        tile, at, _ = placing(state, words)
        return f"Lay {plain_name(tile)} on {plain_name(state.boards[at].id)}, {words[2]}."
    if verb == "ship":
        return f"Buy a {told}."
    if verb == "arm":
        return f"Lay one more ore on a {plain_name(words[0])}."
    if verb == "serve":
        return f"{_capitalised(_served(state, move))}."
    return _PLAIN.get(move) or _capitalised(told) or move


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


_PLAIN = {
    "finish": "End the game.",
    "done": "That is all.",
    "skip": "Leave it.",
    "take silver": "Take the last income as silver.",
    "note points": "Note the last income as points.",
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
    if not event.verb:
        return False
    acting = stretch[0].before.phase == event.before.phase == "actions"
    if acting and not isinstance(current(event.before), Turn):
        return False
    return not stretch[-1].verb == event.verb == "place"


def _steps(stretch: list[_Event]) -> Iterator[tuple[int, str]]:
    """The lines of what belongs together, each with its round."""
    first, last = stretch[0], stretch[-1]
    here = first.before.round
    if first.verb == "place":
        yield here, _laid(stretch)
        return
    if first.before.phase == "actions" and first.move != "pass":
        begun = first.move if first.verb else f"{first.before.space}, under way"
        # What is paid comes first; the order is kept otherwise.
        changes = sorted(changed(first.before, last.after), key=lambda each: each[0] != "-")
        yield here, f"{begun}: {', '.join(changes) or 'nothing'}"
        return
    if first.verb == "serve":
        yield here, _served(first.before, first.move)
    elif first.verb == "keep":
        yield here, f"keep {card_title(int(first.move.split()[1]))}"
    elif first.verb and first.move != "finish":
        yield here, first.move
    for event in stretch:
        for news in news_of(event.before, event.move):
            if news.phase in BY_ITSELF:
                number = event.after.round if news.phase == "harvest" else event.before.round
                yield number, f"{news.phase}: {news.text}"


def _laid(stretch: list[_Event]) -> str:
    """Tiles that are laid, by board."""
    boards: dict[str, Counter[str]] = {}
    for event in stretch:
        if event.verb == "place":
            tile, at, _ = placing(event.before, event.move.split()[1:])
            boards.setdefault(board_names(event.before)[at], Counter())[tile] += 1
    return "; ".join(f"lay on {name}: {plain_list(tiles)}" for name, tiles in boards.items())


def _served(state: State, move: str) -> str:
    """A feast: what is eaten, and what it costs."""
    eaten = Counter(word.removesuffix("+") for word in move.split()[1:] if word != "-")
    penalties = apply_legal(state, move).penalties - state.penalties
    costs = f"; {penalties_text(penalties)}" if penalties > 0 else ""
    return f"feast: {plain_list(eaten)}{costs}"


def mistake_in_words(mistake: ReviewedMove) -> str:
    """Return a mistake of a review as a sentence."""
    lost = number_of(max(1, round(mistake.loss)), "point")
    return f"Round {mistake.round}: {mistake.best} instead of {mistake.move}: about {lost}"
