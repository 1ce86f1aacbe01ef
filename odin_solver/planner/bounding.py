"""The upper bound of a game, worked out in a process of its own while something else goes on.

It is the bound of `odin_solver.planner.model`: nobody can score more from here on, whatever he
plays and whatever chance brings; or, for a known seed, with the mountain strips of that seed.
"""

import os
import subprocess
import sys
from contextlib import suppress
from types import TracebackType

import msgspec

from odin_solver.game.serial import state_data, state_from
from odin_solver.game.state import State

LONGEST = 600.0
"""Seconds after which the process gives up, if nobody has ended it before."""


class Task(msgspec.Struct):
    """What the process reads."""

    state: dict[str, object]
    known_seed: int | None


class Bounding:
    """A bound that is being worked out; a context manager that ends the work.

    Parameters
    ----------
    state
        A game.
    known_seed
        The seed that decides all chance, for somebody who knows it.
    """

    def __init__(self, state: State, known_seed: int | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "odin_solver.planner.bounding"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("ODIN_DEBUG") else subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the one who asks
        )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(msgspec.json.encode(Task(state_data(state), known_seed)))
            self._process.stdin.close()

    def result(self, patience: float | None = None) -> int | None:
        """The bound; None if there is none, or none yet.

        Parameters
        ----------
        patience
            Seconds to wait for it; None for as long as it takes.
        """
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        assert self._process.stdout is not None
        found = self._process.stdout.read()
        return msgspec.json.decode(found, type=int | None) if found else None

    @property
    def ended(self) -> bool:
        """Whether the process has gone."""
        return self._process.poll() is not None

    def __enter__(self) -> "Bounding":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def main() -> None:
    """Read a task, write the bound."""
    from odin_solver.planner.model import Luck, upper_bound

    # A solver may print what it likes; the answer goes where the standard output was.
    answer = os.dup(1)
    os.dup2(2, 1)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    luck = Luck.best() if task.known_seed is None else Luck.known(task.known_seed)
    found = upper_bound(state_from(task.state), seconds=LONGEST, luck=luck)
    os.write(answer, msgspec.json.encode(found))


if __name__ == "__main__":
    main()
