"""Games of one to four players as each of them sees them; both engines play them."""

from collections.abc import Sequence
from functools import cache

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.playing import SeededChance
from odin_solver.game.scoring import score_sheet
from odin_solver.game.seats import alone
from odin_solver.game.setup import new_game
from odin_solver.gym.placing import Observation
from odin_solver.gym.solo import SoloGames
from odin_solver.rules.position import GameLength

SEATS = ("A", "B", "C", "D")


@cache
def _eyes(length: GameLength, cards: bool) -> SoloGames:
    return SoloGames(length, cards, 1)


class Table:
    """A game of several players: a state of the Python engine, and what the one to move sees.

    The moves are those of `odin_solver.gym.OdinSolo`, as if the others were told of.

    Attributes
    ----------
    state
        The game.
    moves
        Moves of the present decision by their numbers; none where chance decides, or at the end.
    seen
        What each seat observed at its latest decision.
    """

    def __init__(self, players: int, length: GameLength = "long", cards: bool = False) -> None:
        self.options = Options(
            length,
            cards=frozenset(OCCUPATIONS) if cards else frozenset(),
            players=players,
            seats=SEATS[:players] if players > 1 else (),
        )
        self.space = _eyes(length, cards).space
        self.moves: Sequence[Move] = ()
        self.seen: dict[int, Observation] = {}
        self.enter(new_game(self.options))

    def enter(self, state: State) -> None:
        """Go on with a state."""
        self.state = state
        decides = current(state) is not None and not self.chance
        self.moves = ()
        if decides:
            eyes = _eyes(self.options.length, bool(self.options.cards))
            self.moves = eyes.look(alone(state))
            seen = {name: part[0] for name, part in eyes.observations().items()}
            self.seen = {**self.seen, state.seat: seen}

    def apply(self, move: Move | str) -> None:
        """Make a move, or let an outcome of chance happen."""
        self.enter(apply_legal(self.state, move))

    def draw(self, luck: SeededChance) -> None:
        """Let chance happen up to the next decision."""
        while (node := self.chance) is not None:
            self.apply(luck(self.state, node))

    @property
    def chance(self) -> Chance | None:
        """What chance decides now, if it does."""
        node = current(self.state)
        return node if isinstance(node, Chance) else None

    @property
    def scores(self) -> list[int]:
        """The scores of all seats if the game ended now."""
        return [score_sheet(seat).total for seat in self.state.seats]
