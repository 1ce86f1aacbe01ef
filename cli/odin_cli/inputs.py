"""The position in a file of any kind."""

from typing import TYPE_CHECKING, NamedTuple

from odin_cli.searches import ObjectiveOptions
from odin_solver.notation.kinds import position_in, shown_in
from odin_solver.placement.objective import Objective
from odin_solver.rules.position import Position
from odin_solver.support.reading import read_text, source_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State


def load_position(path: str) -> Position:
    """Read the position of a file: that of a puzzle, or the one that a game has reached."""
    return position_in(read_text(path), source_name(path))


class Task(NamedTuple):
    """A position to optimise, what to maximise, and the game that it is of, if any."""

    position: Position
    objective: Objective
    state: "State | None" = None


def load_task(path: str, objective: ObjectiveOptions) -> Task:
    """Read a file, and choose what to maximise by what it says."""
    shown = load_shown(path)
    if isinstance(shown, Position):
        return Task(shown, objective.of(shown))
    from odin_solver.game.filling import position_to_fill, score_weights_of

    position = position_to_fill(shown)
    return Task(position, objective.of(position, score_weights_of(shown)), shown)


def load_shown(path: str) -> "Position | State":
    """Read a file that is drawn: the state of a game, otherwise a position as `load_position`."""
    shown: Position | State = shown_in(read_text(path), source_name(path))
    return shown
