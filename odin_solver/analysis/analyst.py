"""One position, one objective, and the questions that are solved about them."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

from odin_solver.analysis.cache import Cache, piece_data
from odin_solver.analysis.starts import Placed, adapted, filling, fitted, new_pieces
from odin_solver.notation.positions import position_data
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, Weights, choose_objective
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import Floor, LayoutSignature, signature_of
from odin_solver.placement.solution import (
    IllegalPosition,
    LevelResult,
    Limits,
    Progress,
    Solution,
    Status,
    numbered_steps,
)
from odin_solver.placement.solve import solve
from odin_solver.rules.board_state import Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position

LEAST_SECONDS = 0.05
"""What a question gets that is asked when the time is over: enough for its start."""


class Analyst:
    """Solves questions about one position, none of them twice.

    Parameters
    ----------
    position
        Boards and supply.
    objective, weights, rounds_left
        As for `odin_solver.placement.solve`.
    limits
        Threads, seed, and the seconds for all questions together.
    on_progress
        Told what is being solved just now, and how far that is; its seconds count from the
        first question.
    cancel
        Set it to end the search with what is known.
    cache
        Where proven results are kept; None keeps nothing.

    Raises
    ------
    IllegalPosition
        If the pieces on the boards are not placed legally.
    """

    def __init__(
        self,
        position: Position,
        objective: str | Objective | None = None,
        *,
        weights: Mapping[str, Fraction] | None = None,
        rounds_left: int | None = None,
        limits: Limits | None = None,
        on_progress: Callable[[str, Progress], None] | None = None,
        cancel: threading.Event | None = None,
        cache: Cache | None = None,
    ) -> None:
        violations = position_violations(position)
        if violations:
            raise IllegalPosition(violations)
        if not isinstance(objective, Objective):
            objective = choose_objective(position, objective, weights or {}, rounds_left)
        self.position = position
        self.objective = objective
        self.limits = limits or Limits()
        self.began = time.monotonic()
        self.cancel = cancel or threading.Event()
        self._on_progress = on_progress
        self._cache = cache
        self.known: list[Position] = []
        """Layouts of the position that were found on the way, whatever was asked; see `note`."""

    @property
    def seconds_left(self) -> float:
        """Time until the limit."""
        return self.limits.seconds - (time.monotonic() - self.began)

    @property
    def over(self) -> bool:
        """Whether nothing more should be searched for."""
        return self.cancel.is_set() or self.seconds_left <= 0

    @cached_property
    def best(self) -> Solution:
        """The best layout of the position."""
        solution = self.solve("the best placement", ties=True)
        self.note(solution.after)
        return solution

    @property
    def known_best(self) -> Solution | None:
        """The best layout if it was asked for or is kept; None if it would have to be solved."""
        key = self._key(self.position, (), (), (), True)
        if "best" in self.__dict__ or self._remembered(key, self.position) is not None:
            return self.best
        return None

    @property
    def best_values(self) -> tuple[Fraction, ...]:
        """The values of all sums of the best layout."""
        return tuple(each.value for each in self.best.levels)

    @property
    def proven_values(self) -> tuple[Fraction, ...]:
        """The values of the first sums that are proven: nothing exceeds them."""
        found: list[Fraction] = []
        for each in self.best.levels:
            if not each.proven:
                break
            found.append(each.value)
        return tuple(found)

    def values(self, before: Position, after: Position) -> tuple[Fraction, ...]:
        """What a layout is worth, by all sums."""
        found = gains(before, after)
        return tuple(value(weights, found) for weights in self.objective.levels)

    def start_for(self, position: Position, lines: Sequence[Position] = ()) -> Position:
        """The best of all layouts that are easily made for a position from what is known."""
        candidates = [position]
        for line in (*self.known, *lines):
            candidates += adapted(position, new_pieces(self.position, line))
        return max(candidates, key=lambda each: self.values(position, each))

    def note(self, after: Position) -> None:
        """Take note of a layout: of the position, or of it with less in the supply."""
        supply = Counter(self.position.supply)
        supply.subtract(piece.tile.id for _, piece in new_pieces(self.position, after))
        left = {name: count for name, count in supply.items() if count}
        line = replace(self.position, boards=after.boards, supply=left)
        if line not in self.known:
            self.known.append(line)

    def recall(self, position: Position) -> None:
        """Take note of the best layout of a position with less in the supply, if it is kept."""
        found = self._remembered(self._key(position, (), (), (), False), position)
        if found is not None:
            self.note(found.after)

    def lays(self, line: Position, placed: Placed) -> bool:
        """Whether a layout has a piece in a place, on its board or on one just like it."""
        at, piece = placed
        boards = self.position.boards
        return any(
            other == piece and boards[n] == boards[at]
            for n, other in new_pieces(self.position, line)
        )

    @property
    def chosen(self) -> tuple[str, bool] | None:
        """The tile that former hints spoke of, and whether it is proven that none matters more."""
        key = self._key(self.position, (), (), (), True)
        words = None if self._cache is None else self._cache.choice(key)
        if words is None:
            return None
        tile, _, most = words.partition(" ")
        return tile, most == "most"

    def choose(self, tile: str, most: bool) -> None:
        """Let further hints speak of the same tile."""
        if self._cache is not None:
            key = self._key(self.position, (), (), (), True)
            self._cache.choose(key, f"{tile} most" if most else tile)

    def nearest(self, allowed: Callable[[Position], bool]) -> Position:
        """The best layout of the position that is allowed, among those with one piece changed.

        Nothing laid at all is taken to be allowed.
        """
        best, best_values = self.position, self.values(self.position, self.position)
        for line in self.known:
            variants: Iterable[Position] = [line] if allowed(line) else self._changed(line)
            for each in variants:
                values = self.values(self.position, each)
                if values > best_values and allowed(each):
                    best, best_values = each, values
        return best

    def _changed(self, line: Position) -> Iterator[Position]:
        """Layouts with one piece left out, its cells open or filled with ore and silver."""
        pieces = new_pieces(self.position, line)
        for number, (at, piece) in enumerate(pieces):
            rest = [*pieces[:number], *pieces[number + 1 :]]
            yield fitted(self.position, rest)
            filled = filling(self.position, at, piece, rest)
            if filled:
                yield fitted(self.position, [*rest, *filled])

    def solve(
        self,
        what: str,
        position: Position | None = None,
        *,
        start: Position | None = None,
        bounds: Sequence[Fraction] = (),
        excluded: Sequence[LayoutSignature] = (),
        barred: Sequence[Placed] = (),
        conditions: Sequence[Floor] = (),
        ties: bool = False,
        seconds: float = inf,
    ) -> Solution:
        """Solve a question, or remember its answer.

        Parameters
        ----------
        what
            What is solved, for people: a few words.
        position
            By default that of the analyst.
        start, bounds, excluded, barred, conditions, ties
            As for `odin_solver.placement.solve`.
        seconds
            The most that this question may take.
        """
        position = position or self.position
        key = self._key(position, excluded, barred, conditions, ties)
        kept = self._remembered(key, position)
        if kept is not None and self._meets(kept, excluded, barred, conditions):
            return kept
        notify = self._on_progress
        limits = Limits(
            max(LEAST_SECONDS, min(seconds, self.seconds_left)),
            self.limits.workers,
            self.limits.seed,
        )
        solution = solve(
            position,
            self.objective,
            limits=limits,
            on_progress=None
            if notify is None
            else lambda now: notify(what, replace(now, seconds=time.monotonic() - self.began)),
            cancel=self.cancel,
            start=start,
            bounds=bounds,
            excluded=excluded,
            barred=barred,
            conditions=conditions,
            ties=ties,
        )
        if self._cache is not None and solution.status is Status.OPTIMAL:
            notes = {
                "ties": solution.ties_settled,
                "solver": solution.solver,
                "version": solution.version,
            }
            values = [each.value for each in solution.levels]
            self._cache.put(key, position, solution.after, values, notes)
        return solution

    def _remembered(self, key: Mapping[str, Any], position: Position) -> Solution | None:
        found = None if self._cache is None else self._cache.get(key, position, self.objective)
        if found is None:
            return None
        after, notes = found
        return Solution(
            status=Status.OPTIMAL,
            before=position,
            after=after,
            placements=tuple(numbered_steps(position, after)),
            objective=self.objective,
            levels=tuple(LevelResult(each, each) for each in self.values(position, after)),
            ties_settled=bool(notes.get("ties")),
            seconds=0.0,
            solver=str(notes.get("solver", "")),
            version=str(notes.get("version", "")),
            limits=self.limits,
        )

    def _meets(
        self,
        kept: Solution,
        excluded: Sequence[LayoutSignature],
        barred: Sequence[Placed],
        conditions: Sequence[Floor],
    ) -> bool:
        """Whether a remembered layout is what was asked for, by the plain rules."""
        position = kept.before
        sums = (*(each.weights for each in conditions), *self.objective.levels)
        problem = compile_problem(position)
        found = gains(position, kept.after)
        return (
            not any(self.lays(kept.after, each) for each in barred)
            and all(value(each.weights, found) >= each.value for each in conditions)
            and signature_of(problem, as_laid(problem, kept.after), sums) not in excluded
        )

    def _key(
        self,
        position: Position,
        excluded: Sequence[LayoutSignature],
        barred: Sequence[tuple[int, Piece]],
        conditions: Sequence[Floor],
        ties: bool,
    ) -> dict[str, Any]:
        """The question as plain data: what the answer depends on."""
        data = position_data(position)
        data.pop("title", None)
        data.pop("objective", None)
        data["supply"] = dict(sorted(data["supply"].items()))
        data["printed"] = [repr(state.board) for state in position.boards]
        return {
            "position": data,
            "levels": [_weights_key(each) for each in self.objective.levels],
            "excluded": sorted(repr(each) for each in excluded),
            "barred": [[at, piece_data(piece)] for at, piece in barred],
            "conditions": [[_weights_key(each.weights), str(each.value)] for each in conditions],
            "ties": ties,
            "seed": self.limits.seed,
        }


def _weights_key(weights: Weights) -> dict[str, str]:
    return {key: str(weight) for key, weight in weights.as_keys().items()}
