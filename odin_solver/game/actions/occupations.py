"""Playing occupations (rules, 4 and 5)."""

from odin_solver.game.kernel.cards import CARDS, by_card, emit
from odin_solver.game.kernel.events import CHANGED, CardPlayed
from odin_solver.game.kernel.moves import SKIP, Move, PlayCard
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.state import State
from odin_solver.support.language import say, say_number


class PlayOccupations(Decision, frozen=True, tag=True):
    """Play occupations from the hand.

    Attributes
    ----------
    optional
        Whether none may be played.
    begun
        Whether one has been played.
    """

    most: int
    optional: bool = False
    begun: bool = False

    def question(self, state: State) -> str:
        return say_number("play an occupation", "play up to {n} occupations", self.most)

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [PlayCard(number) for number in state.hand]
        return [*found, SKIP] if self.optional or not found else found

    def blocked(self, state: State) -> str | None:
        return None if self.optional or state.hand else say("there is no occupation in the hand")

    def do(self, state: State, move: Move) -> None:
        if not isinstance(move, PlayCard):
            return
        if self.most > 1 and len(state.hand) > 1:
            state.push(PlayOccupations(self.most - 1, optional=True, begun=True))
        play_card(state, move.card, first=not self.begun)


class PlayKept(PlayOccupations, frozen=True, tag=True):
    """At the beginning of the first turn the dark card of the set-up may be played (rules, 8)."""

    most: int = 1
    optional: bool = True

    def question(self, state: State) -> str:
        return say("your first turn begins: play your dark occupation at no cost?")

    def moves(self, state: State) -> list[Move]:
        return [*(PlayCard(number) for number in state.hand if is_dark(number)), SKIP]


def is_dark(number: int) -> bool:
    """Whether an occupation is a dark one, and no starting occupation."""
    from odin_solver.components.occupations import OCCUPATIONS

    return not OCCUPATIONS[number].starting


def play_card(state: State, number: int, *, first: bool = True) -> None:
    """Play a card: its immediate effect happens, and from now on it reacts."""
    state.hand = tuple(each for each in state.hand if each != number)
    state.played = tuple(sorted((*state.played, number)))
    card = CARDS.get(number)
    if card is not None and card.when_played is not None:
        by_card(state, number, card.when_played)
    emit(state, CardPlayed(number, first))
    emit(state, CHANGED)
