"""Undo and redo without end."""

from dataclasses import dataclass

from odin_solver.rules.position import Position


@dataclass(frozen=True)
class Step:
    """A change."""

    description: str
    before: Position
    after: Position
    board: int


@dataclass(frozen=True)
class History:
    """Changes of a position.

    Attributes
    ----------
    present
        The position now.
    saved
        The position as it is in its file.
    done, undone
        Changes that can be undone and redone, the next one last.
    """

    present: Position
    saved: Position
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the position differs from its file."""
        return self.present != self.saved

    def with_change(self, description: str, after: Position, board: int) -> "History":
        """Add a change; what was undone cannot be redone any more."""
        step = Step(description, self.present, after, board)
        return History(after, self.saved, (*self.done, step))

    def undo(self) -> "History":
        """Take the last change back."""
        step = self.done[-1]
        return History(step.before, self.saved, self.done[:-1], (*self.undone, step))

    def redo(self) -> "History":
        """Make the change again that was undone last."""
        step = self.undone[-1]
        return History(step.after, self.saved, (*self.done, step), self.undone[:-1])
