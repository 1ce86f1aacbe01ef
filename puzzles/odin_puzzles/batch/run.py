"""Runs: a number of puzzles from a seed, the same for any number of processes."""

import json
import math
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from odin_puzzles.batch.folder import LOG, Attempt, BatchFolder, file_name
from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.generate.aim import distance
from odin_puzzles.generate.pipeline import nearing_attempt, proven
from odin_puzzles.generate.spec import ATTEMPTS
from odin_puzzles.kinds import GAME_OF, KINDS, kind_of
from odin_puzzles.loading import legal
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.uniqueness.check import find_solutions, solution_faults
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import board_data
from odin_solver.notation.own_tiles import own_tiles_data
from odin_solver.support.children import results_of
from odin_solver.support.parallel import parallel_map
from odin_solver.version import __version__

SECONDS = 10.0
"""Time limit of the check of a puzzle of a log."""


AIMS = ("pieces", "cells", "symmetric", "needs")
"""What can be wanted besides a difficulty."""


@dataclass(frozen=True)
class BatchSpec:
    """Specification of a run.

    Attributes
    ----------
    tries
        Attempts after which the run gives up.
    """

    spec: Spec
    seed: int = 0
    count: int = 1
    tries: int = ATTEMPTS

    def data(self) -> dict[str, Any]:
        """Return what identifies a run in its log."""
        return {
            "generator": f"odin_solver {__version__}",
            "kind": self.spec.kind,
            "board": self.spec.board,
            "difficulty": self.spec.difficulty,
            "minimal": self.spec.minimal,
            **{name: getattr(self.spec, name) for name in AIMS if getattr(self.spec, name)},
            **self._own_data(),
            "seed": self.seed,
            "count": self.count,
            "tries": self.tries,
        }

    def _own_data(self) -> dict[str, Any]:
        spec = self.spec
        laid = spec.start.pieces if spec.start else ()
        tiles = {
            tile.id: tile
            for tile in (*(tile for tile, _ in spec.tiles), *(each.tile for each in laid))
        }
        data: dict[str, Any] = {"tiles": own_tiles_data(tiles)} if tiles else {}
        if spec.tiles:
            data["supply"] = {tile.id: most for tile, most in spec.tiles}
        if spec.start is not None:
            data["own_board"] = board_data(spec.start.board)
            data["placed"] = [[each.tile.id, [list(cell) for cell in each.cells]] for each in laid]
        return data


@dataclass
class BatchProgress:
    """Progress of a run.

    Attributes
    ----------
    accepted
        The data of puzzles by the number of their attempt. Attempts are accepted in the order of
        their numbers, so that the result does not depend on timing.
    tried
        Number of attempts considered so far.
    nearest
        The puzzle nearest to what is wanted among those that miss it, and how far it is.
    """

    accepted: dict[int, dict[str, Any]] = field(default_factory=dict)
    tried: int = 0
    nearest: tuple[float, dict[str, Any]] | None = None
    _ended: dict[int, Attempt] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def take(self, attempt: Attempt, count: int) -> list[int]:
        """Add an attempt, or what it has so far; return the numbers of newly accepted puzzles."""
        if attempt.ended:
            self._ended[attempt.number] = attempt
        if attempt.missed and (not self.nearest or attempt.missed[0] < self.nearest[0]):
            self.nearest = attempt.missed
        accepted = []
        while len(self.accepted) < count and self.tried in self._ended:
            puzzle = self._ended.pop(self.tried).puzzle
            if puzzle is not None:
                key = json.dumps([puzzle["position"], puzzle["goal"]], sort_keys=True)
                if key not in self._seen:
                    self._seen.add(key)
                    self.accepted[self.tried] = puzzle
                    accepted.append(self.tried)
            self.tried += 1
        return accepted

    def has_ended(self, number: int) -> bool:
        """Whether an attempt has ended."""
        return number < self.tried or number in self._ended


def make(
    batch: BatchSpec,
    progress: BatchProgress,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    seconds: float = math.inf,
    stop: threading.Event | None = None,
) -> Iterator[tuple[Attempt, list[int]]]:
    """Make puzzles until there are enough.

    Parameters
    ----------
    progress
        Updated by the run; may contain attempts of an earlier one.
    jobs, cluster
        See `odin_solver.support.parallel.parallel_map`.
    stop
        Ends the run at once when set, even within an attempt: it runs in a process of its own.
        Without, the run is in this process, and has no time limit.

    Yields
    ------
    tuple
        Every new attempt as it ends, with one job also as it comes nearer, and the numbers of the
        puzzles accepted by then. Exhaust the iterator: it ends the attempts in progress.
    """
    if finished(batch, progress):
        return  # before connecting to a cluster
    if stop is None:
        yield from _made(batch, progress, jobs, cluster)
        return
    known = deepcopy(progress)  # a process may be a thread: see web/browser/elsewhere.py
    making = results_of(
        *(_made, batch, known, jobs, cluster), what="making puzzles", seconds=seconds, cancel=stop
    )
    with suppress(TimeoutError):
        for attempt, _ in making:
            yield attempt, progress.take(attempt, batch.count)


def _made(
    batch: BatchSpec, progress: BatchProgress, jobs: int, cluster: str | None
) -> Iterator[tuple[Attempt, list[int]]]:
    def numbers() -> Iterator[int]:
        for number in range(batch.tries):
            if finished(batch, progress):
                return
            if not progress.has_ended(number):
                yield number

    tasks = ((batch.spec, batch.seed, number) for number in numbers())
    made: Iterable[Attempt] = (
        (attempt for task in tasks for attempt in _attempts(*task))
        if jobs == 1 and cluster is None
        else parallel_map(_attempt, tasks, jobs=jobs, cluster=cluster)
    )
    for attempt in made:
        yield attempt, progress.take(attempt, batch.count)


def _attempt(spec: Spec, seed: int, number: int) -> Attempt:
    *_, last = _attempts(spec, seed, number)
    return last


def _attempts(spec: Spec, seed: int, number: int) -> Iterator[Attempt]:
    """Yield what an attempt has each time that it comes nearer, and when it ends."""
    last = Attempt(number, None)
    for puzzle in nearing_attempt(spec, seed, number):
        far, data = distance(puzzle, spec), puzzle_data(puzzle)
        last = Attempt(number, None, (far, data)) if far else Attempt(number, data)
        if far:
            yield last._replace(ended=False)
    yield last


def nearest_of(progress: BatchProgress) -> Puzzle | None:
    """Return the puzzle that misses what is wanted by least, if two engines prove its solution."""
    if progress.nearest is None:
        return None
    puzzle = puzzle_from(progress.nearest[1])
    return puzzle if puzzle.kind not in KINDS or proven(puzzle) else None


def make_into(
    folder: BatchFolder,
    batch: BatchSpec,
    progress: BatchProgress,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    stop: threading.Event | None = None,
    on_progress: Callable[[], None] = lambda: None,
) -> None:
    """Make puzzles into files of a folder; resume an earlier run.

    Parameters
    ----------
    batch, progress, jobs, cluster, stop
        See `make`.
    on_progress
        Called after every change of `progress`.
    """
    for attempt in folder.known.values():
        check(batch, attempt, f"{folder.path / LOG}: attempt {attempt.number}")
        progress.take(attempt, batch.count)
    for number, puzzle in progress.accepted.items():
        folder.write(file_name(batch.spec, batch.seed, number), puzzle)
    on_progress()
    for attempt, accepted in make(batch, progress, jobs=jobs, cluster=cluster, stop=stop):
        if attempt.ended:
            folder.add(attempt)
        for number in accepted:
            name = file_name(batch.spec, batch.seed, number)
            folder.write(name, progress.accepted[number])
        on_progress()


def check(batch: BatchSpec, attempt: Attempt, name: str) -> None:
    """Check that an attempt in a log may come from this run: anyone can edit a log.

    Its grade is believed, and that it failed if it did.

    Raises
    ------
    InputError
        If its puzzle does not fit the specification, or is not sound; the message begins with
        `name`.
    """
    if attempt.puzzle is None:
        return
    puzzle = legal(puzzle_from(attempt.puzzle, name, GAME_OF), name)
    spec, kind = batch.spec, kind_of(puzzle)
    faults = solution_faults(puzzle)
    if faults:
        raise InputError(f"{name}: {faults[0]}")
    fields = (
        ("kind", puzzle.kind, spec.kind),
        ("difficulty", puzzle.difficulty, spec.difficulty or puzzle.difficulty),
        ("solution", distance(puzzle, spec), 0),
        ("seed", puzzle.seed, batch.seed * ATTEMPTS + attempt.number),
    )
    for key, value, expected in chain(fields, kind.traits(puzzle, spec)):
        if value != expected:
            raise InputError.said(
                "{name}: {key}: expected {expected!r}, got {value!r}",
                name=name,
                key=key,
                expected=expected,
                value=value,
            )
    with suppress(Undecided):
        if not find_solutions(puzzle, seconds=SECONDS).unique:
            raise InputError.said("{name}: the puzzle has several solutions", name=name)


def finished(batch: BatchSpec, progress: BatchProgress) -> bool:
    """Whether a run has all its puzzles or no attempts left."""
    return len(progress.accepted) >= batch.count or progress.tried >= batch.tries
