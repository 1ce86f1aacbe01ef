"""The upper bound of a game, computed in a process of its own.

It is the bound of `odin_solver.planner.model`: no way to play on scores more, whatever chance
brings; or, with a known seed, with the mountain strips of that seed.
"""

import os
import subprocess
import sys
from contextlib import suppress
from types import TracebackType

import msgspec

from odin_solver.game.kernel.state import State
from odin_solver.game.serial import state_data, state_from
from odin_solver.support.children import start_child

TIME_LIMIT = 600.0
"""Seconds after which the process gives up."""


class BoundTask(msgspec.Struct):
    """Input of the process."""

    state: dict[str, object]
    known_seed: int | None


class BoundProcess:
    """A process that computes a bound; as a context manager it ends with its block.

    Parameters
    ----------
    state
        A state.
    known_seed
        Seed that decides chance; None for the best chance.
    """

    def __init__(self, state: State, known_seed: int | None = None) -> None:
        self._process = start_child("odin_solver.planner.bounding")
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(msgspec.json.encode(BoundTask(state_data(state), known_seed)))
            self._process.stdin.close()

    def result(self, patience: float | None = None) -> int | None:
        """Return the bound; None if there is none, or none yet.

        Parameters
        ----------
        patience
            Seconds to wait; None for no limit.
        """
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        assert self._process.stdout is not None
        output = self._process.stdout.read()
        return msgspec.json.decode(output, type=int | None) if output else None

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def __enter__(self) -> "BoundProcess":
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
    """Read a task from standard input, write the bound to standard output."""
    from odin_solver.planner.model import ChanceModel, upper_bound

    # Solvers may print to standard output: it goes to standard error meanwhile.
    output = os.dup(1)
    os.dup2(2, 1)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=BoundTask)
    chance = ChanceModel.best() if task.known_seed is None else ChanceModel.known(task.known_seed)
    bound = upper_bound(state_from(task.state), seconds=TIME_LIMIT, chance=chance)
    os.write(output, msgspec.json.encode(bound))


if __name__ == "__main__":
    main()
