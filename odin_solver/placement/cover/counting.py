"""The number of layouts that use all tiles, or cover all cells."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from odin_solver.errors import InputError
from odin_solver.placement.cover.problem import HOLE, Cover, CoverPlace, cover_of
from odin_solver.placement.cover.search import CoverCount, count_covers, list_covers
from odin_solver.placement.cover.symmetry import first_places, places_together, symmetries
from odin_solver.placement.problem import Laid, compile_problem, in_placing_order, layout
from odin_solver.placement.solution import IllegalPosition
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position


@dataclass(frozen=True)
class LayoutCount:
    """A number of layouts.

    Attributes
    ----------
    count
        The number; a lower bound if it is not exact.
    exact
        Whether the search came to its end.
    uses_all
        Whether the layouts use all tiles; otherwise they cover all cells.
    open_cells
        Cells that each layout leaves open.
    share
        Which part of the search is done; 1 if the number is exact.
    items
        Whether it is the number of exact covers of items, without a board.
    """

    count: int
    exact: bool
    uses_all: bool
    open_cells: int
    seconds: float
    share: float
    items: bool = False


class LayoutCounter:
    """Counts the layouts of a position.

    They use all tiles, or if the tiles have more cells than the boards, cover all cells. Wood and
    stone are left out.

    Parameters
    ----------
    position
        Boards with the pieces on them, and the supply.
    up_to_symmetry
        Whether layouts are the same that a symmetry of the board takes to each other.

    Raises
    ------
    IllegalPosition
        If the pieces on the boards break the rules.
    InputError
        If the position is too large, or symmetries are asked for and it has not one board.
    """

    def __init__(self, position: Position, *, up_to_symmetry: bool = False) -> None:
        if violations := position_violations(position):
            raise IllegalPosition(violations)
        self.cover = cover_of(compile_problem(position))
        self._up_to_symmetry = up_to_symmetry
        several = len(self.cover.problem.areas) != 1
        self._group = [] if several and not up_to_symmetry else symmetries(self.cover)
        if up_to_symmetry and len(self._group) > 1 and self.cover.checked:
            raise InputError.said("symmetries: expected a board without income cells")

    def count(
        self,
        seconds: float,
        cancelled: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int, float], None] = lambda found, share: None,
        workers: int = 1,
    ) -> LayoutCount:
        """Count.

        Parameters
        ----------
        cancelled
            Asked some ten times a second whether to stop.
        on_progress
            Called as often with the layouts found so far and the share of the search that is done.
        workers
            Threads; more of them find the same.
        """
        began = time.monotonic()

        def stop() -> bool:
            return cancelled() or time.monotonic() - began > seconds

        total, exact, share = 0, True, 1.0
        parts = list(self._parts())
        for number, (factor, cover) in enumerate(parts):

            def note(
                now: CoverCount, before: int = total, factor: int = factor, number: int = number
            ) -> None:
                reached = -(-(before + factor * now.found) // self._order)
                on_progress(reached, (number + now.share) / len(parts))

            counted = self._counted(cover, stop, note, workers)
            total += factor * counted.found
            share = (number + counted.share) / len(parts)
            if not counted.complete:
                exact = False
                break
        # Each class adds as much as there are symmetries, so a part of the sum is a lower bound.
        return self._result(-(-total // self._order), exact, began, share)

    def each(
        self,
        use: Callable[[Position], None],
        seconds: float,
        cancelled: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int, float], None] = lambda found, share: None,
    ) -> LayoutCount:
        """Call `use` with every layout, or with symmetries one of each class, and count them.

        The other parameters are those of `count`.
        """
        began = time.monotonic()
        if not self.cover.possible:
            return self._result(0, True, began, 1.0)

        def count(places: tuple[CoverPlace, ...]) -> bool:
            if self._up_to_symmetry and not self._is_first(places):
                return False
            if (after := self._layout(places)) is not None:
                use(after)
            return after is not None

        found, exact, share = list_covers(
            self.cover,
            count,
            lambda: cancelled() or time.monotonic() - began > seconds,
            lambda now: on_progress(now.found, now.share),
        )
        return self._result(found, exact, began, share)

    def _result(self, found: int, exact: bool, began: float, share: float) -> LayoutCount:
        holes = sum(kind.copies for kind in self.cover.kinds if kind.kind == HOLE)
        took = time.monotonic() - began
        return LayoutCount(found, exact, self.cover.uses_all, holes, took, 1.0 if exact else share)

    @property
    def _order(self) -> int:
        return len(self._group) if self._up_to_symmetry else 1

    def _parts(self) -> Iterator[tuple[int, Cover]]:
        """Yield what to search and the factor of each cover.

        Up to symmetry they add up to the classes times the symmetries (Burnside's lemma).
        """
        if not self.cover.possible:
            return
        if self.cover.checked or not self._group:
            yield 1, self.cover
            return
        yield from first_places(self.cover, self._group)
        if self._up_to_symmetry:
            for symmetry in self._group[1:]:
                yield 1, places_together(self.cover, symmetry)

    def _counted(
        self,
        cover: Cover,
        stop: Callable[[], bool],
        on_progress: Callable[[CoverCount], None],
        workers: int,
    ) -> CoverCount:
        if not cover.checked:
            return count_covers(cover, stop, on_progress, workers)
        return list_covers(cover, lambda each: self._layout(each) is not None, stop, on_progress)

    def _layout(self, places: tuple[CoverPlace, ...]) -> Position | None:
        problem = self.cover.problem
        laid: list[Laid] = [laid for place in places for laid in place.laid if laid.kind != HOLE]
        after = layout(problem, in_placing_order(problem, laid))
        return None if self.cover.checked and position_violations(after) else after

    def _is_first(self, places: tuple[CoverPlace, ...]) -> bool:
        own = sorted((place.kind, place.cells) for place in places)
        return all(
            own <= sorted((moved.kind, moved.cells) for moved in map(symmetry.__getitem__, places))
            for symmetry in self._group
        )
