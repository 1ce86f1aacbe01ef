"""The local searches at the beginning: good layouts in a moment, without a proof."""

from collections.abc import Iterator
from fractions import Fraction

from odin_solver.placement.local.search import (
    LocalSearch,
    improve_together,
    local_search,
    slot_pieces,
)
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import in_placing_order
from odin_solver.placement.search import Layout, SearchContext
from odin_solver.placement.stock import SILVER_LEFT, added_up
from odin_solver.placement.tuning import (
    CANONICAL_SEED,
    LARGE_BOARDS,
    LOCAL_SEEDS,
    LOCAL_STEPS,
    LOCAL_TURN,
    MOST_LOCAL_STEPS,
)


class Construction:
    """The local searches of one request.

    Attributes
    ----------
    canonical
        The search of the canonical seed; what it yields depends on position and objective alone.
    best
        The best layout that it has yielded.
    """

    def __init__(self, search: SearchContext) -> None:
        self._search = search
        self.best: Layout | None = None
        self.canonical = self.layouts(CANONICAL_SEED)

    def layouts(self, seed: int) -> Iterator[tuple[Fraction, Layout] | None]:
        """Yield layouts with their values at the first level, and None after other attempts."""
        for built in self._built(seed):
            laid = None if built is None else self._search.without_idle(built)
            if laid is None or not self._search.allowed(laid):
                yield None
                continue
            value = self._search.values(laid)[0]
            if seed == CANONICAL_SEED and (
                self.best is None or value > self._search.values(self.best)[0]
            ):
                self.best = laid
            yield value, laid

    def canonical_best(self, enough: Fraction) -> Layout | None:
        """Go on with the canonical search until it has such a value; return its best layout."""
        for _ in self.canonical:
            if self.best is not None and self._search.values(self.best)[0] == enough:
                break
            if self._search.over():
                break
        return self.best

    def _built(self, seed: int) -> Iterator[Layout | None]:
        """Yield layouts of local searches; of a problem too large for them only the first one."""
        problem, request = self._search.problem, self._search.request
        resources = slot_pieces(problem, request.objective.levels)
        yield in_placing_order(problem, resources)
        cells = sum(area.free.bit_count() for area in problem.areas)
        most = MOST_LOCAL_STEPS * max(LARGE_BOARDS, cells) // LARGE_BOARDS
        turns = min(int(LOCAL_STEPS * cells**3), most) // LOCAL_TURN
        steps = (10, 20, *(LOCAL_TURN,) * turns)
        searches = list(self._local_searches(seed))
        for better in improve_together(searches, steps, request.limits.workers):
            yield None if better is None else in_placing_order(problem, (*better, *resources))

    def _local_searches(self, seed: int) -> Iterator[LocalSearch]:
        """Yield local searches; none for a problem too large for them."""
        position = self._search.request.position
        earned = sum(each.income for each in position.boards)
        found: LocalSearch | None = None
        before: list[Weights] = []
        for more, share in zip(LOCAL_SEEDS, SILVER_LEFT, strict=True):
            levels = [
                added_up(part.weights, position.supply, earned, share)
                for part in self._search.parts
            ]
            if found is not None and levels == before:
                found = found.with_seed(seed + more)
            else:
                found = local_search(
                    self._search.problem, levels, seed + more, self._search.restrictions
                )
            before = levels
            if found is not None:
                yield found
