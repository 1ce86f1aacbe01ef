"""A run: so many puzzles of a kind from a seed, the same ones however they are made."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from odin_puzzles.batch.attempts import Attempt, attempts
from odin_puzzles.batch.folder import BatchFolder, file_name
from odin_puzzles.generate.pipeline import ATTEMPTS
from odin_puzzles.generate.spec import Spec
from odin_solver.version import __version__


@dataclass(frozen=True)
class BatchSpec:
    """What a run is to make.

    Attributes
    ----------
    spec, seed
        What is wanted, and the source of all random choices.
    count
        How many puzzles.
    tries
        Attempts after which the run gives up.
    """

    spec: Spec
    seed: int = 0
    count: int = 1
    tries: int = ATTEMPTS

    def data(self) -> dict[str, Any]:
        """What identifies a run: another one makes other puzzles."""
        return {
            "generator": f"odin_solver {__version__}",
            "kind": self.spec.kind,
            "board": self.spec.board,
            "difficulty": self.spec.difficulty,
            "minimal": self.spec.minimal,
            "seed": self.seed,
            "count": self.count,
            "tries": self.tries,
        }


@dataclass
class BatchProgress:
    """How far a run is.

    Attributes
    ----------
    accepted
        The puzzles made so far by the number of their attempt. They are those with the lowest
        numbers, so that the result does not depend on who was faster.
    tried
        Attempts up to the last puzzle accepted, or all that were made so far.
    """

    accepted: dict[int, dict[str, Any]] = field(default_factory=dict)
    tried: int = 0
    _ended: dict[int, Attempt] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def take(self, attempt: Attempt, count: int) -> list[int]:
        """Note how an attempt ended; returns the numbers of puzzles that this makes certain."""
        self._ended[attempt.number] = attempt
        certain = []
        while len(self.accepted) < count and self.tried in self._ended:
            puzzle = self._ended.pop(self.tried).puzzle
            if puzzle is not None and self._is_new(puzzle):
                self.accepted[self.tried] = puzzle
                certain.append(self.tried)
            self.tried += 1
        return certain

    def knows(self, number: int) -> bool:
        """Whether an attempt has ended."""
        return number < self.tried or number in self._ended

    def _is_new(self, puzzle: Mapping[str, Any]) -> bool:
        what = json.dumps([puzzle["position"], puzzle["goal"]], sort_keys=True)
        new = what not in self._seen
        self._seen.add(what)
        return new


def make(
    order: BatchSpec,
    state: BatchProgress,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    stop: threading.Event | None = None,
) -> Iterator[tuple[Attempt, list[int]]]:
    """Make puzzles until there are enough; `state` knows them, also those of an earlier run.

    Parameters
    ----------
    order
        What to make.
    state
        Filled by the run.
    jobs, cluster
        See `odin_puzzles.batch.attempts.attempts`.
    stop
        Ends the run when it is set, as soon as the attempts that have begun are ended.

    Yields
    ------
    tuple
        Every new attempt as it ends, and the numbers of the puzzles that it made certain. The
        iterator should be used up: attempts that have begun are ended when there are enough.
    """
    if finished(order, state):
        return  # a cluster need not even be there
    stop = stop or threading.Event()

    def numbers() -> Iterator[int]:
        for number in range(order.tries):
            if stop.is_set() or finished(order, state):
                return
            if not state.knows(number):
                yield number

    for attempt in attempts(order.spec, order.seed, numbers(), jobs=jobs, cluster=cluster):
        yield attempt, state.take(attempt, order.count)


def make_into(
    folder: BatchFolder,
    order: BatchSpec,
    state: BatchProgress,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    stop: threading.Event | None = None,
    ended: Callable[[], None] = lambda: None,
) -> None:
    """Make puzzles and write each to a file of a folder, from where an earlier run has stopped.

    Parameters
    ----------
    folder
        Where to.
    order, state, jobs, cluster, stop
        See `make`.
    ended
        Called whenever the state has changed.
    """
    for attempt in folder.known.values():
        state.take(attempt, order.count)
    for number, puzzle in state.accepted.items():
        folder.write(file_name(order.spec, order.seed, number), puzzle)
    ended()
    for attempt, certain in make(order, state, jobs=jobs, cluster=cluster, stop=stop):
        folder.add(attempt)
        for number in certain:
            name = file_name(order.spec, order.seed, number)
            folder.write(name, state.accepted[number])
        ended()


def finished(order: BatchSpec, state: BatchProgress) -> bool:
    """Whether a run has all its puzzles, or has tried as often as it may."""
    return len(state.accepted) >= order.count or state.tried >= order.tries
