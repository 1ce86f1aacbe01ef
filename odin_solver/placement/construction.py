"""The local searches at the beginning: good layouts in a moment, without a proof."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import repeat

from odin_solver.placement.local.search import (
    LocalSearch,
    improve_together,
    local_search,
    slot_pieces,
)
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import SILVER, in_placing_order
from odin_solver.placement.search import Layout, SearchContext
from odin_solver.placement.stock import SILVER_LEFT, added_up
from odin_solver.placement.tuning import (
    CANONICAL_SEED,
    LARGE_BOARDS,
    LARGE_TURN,
    LOCAL_PATIENCE,
    LOCAL_SEEDS,
    LOCAL_STEPS,
    LOCAL_TURN,
    MOST_LOCAL_STEPS,
    TIES_PATIENCE,
)


class Construction:
    """The local searches of one request."""

    def __init__(self, search: SearchContext) -> None:
        self._search = search

    def layouts(self, seed: int) -> Iterator[tuple[Fraction, Layout] | None]:
        """Yield layouts with their values at the first level, and None after other attempts.

        It ends when no turn has gained anything for long.
        """
        best: Fraction | None = None
        patience = LOCAL_PATIENCE
        for turn, built in enumerate(self._built(seed)):
            laid = None if built is None else self._search.without_idle(built)
            if laid is None or not self._search.allowed(laid):
                yield None
                if turn > patience:
                    return
                continue
            reached = self._search.values(laid)[0]
            if best is None or reached > best:
                best, patience = reached, turn + turn // 2 + LOCAL_PATIENCE
            yield reached, laid

    def fewest(
        self, reached: Sequence[Fraction], enough: tuple[int, int], start: Layout | None = None
    ) -> Layout | None:
        """Return a layout of few tiles, then little silver, among those that reach the values.

        Without a start it depends on position and objective alone. It ends where the layout costs
        no more than `enough` (see `cost`), or more turns gain nothing.
        """
        resources = slot_pieces(self._search.problem, self._search.request.objective.levels)
        searches = list(self._local_searches(CANONICAL_SEED, ties=True))
        for each in searches if start else ():
            each.offer(start or ())
        fewest = start
        patience, most = TIES_PATIENCE, self._turns * len(searches)
        threads = self._search.request.limits.workers
        turns = improve_together(searches, repeat(LOCAL_TURN) if searches else (), threads)
        for turn, better in enumerate(turns):
            if better is not None:
                laid = self._search.without_idle(
                    in_placing_order(self._search.problem, (*better, *resources))
                )
                fewer = fewest is None or cost(laid) < cost(fewest)
                if fewer and self._search.values(laid) == reached and self._search.allowed(laid):
                    self._search.check(laid)
                    fewest = laid
                    patience = turn + turn // 4 + TIES_PATIENCE
            done = fewest is not None and (turn >= patience or cost(fewest) <= enough)
            if done or turn > most + TIES_PATIENCE or self._search.over():
                break
        return fewest

    @property
    def _turns(self) -> int:
        cells = sum(area.free.bit_count() for area in self._search.problem.areas)
        most = MOST_LOCAL_STEPS * max(LARGE_BOARDS, cells) // LARGE_BOARDS
        return min(int(LOCAL_STEPS * cells**3), most) // LOCAL_TURN

    def _built(self, seed: int) -> Iterator[Layout | None]:
        """Yield layouts of local searches; of a problem too large for them only the first one."""
        problem, request = self._search.problem, self._search.request
        resources = slot_pieces(problem, request.objective.levels)
        yield in_placing_order(problem, resources)
        searches = list(self._local_searches(seed))
        times = LARGE_TURN if any(search.large for search in searches) else 1
        steps = (10, 20, *(times * LOCAL_TURN,) * (self._turns // times))
        for better in improve_together(searches, steps, request.limits.workers):
            yield None if better is None else in_placing_order(problem, (*better, *resources))

    def _local_searches(self, seed: int, *, ties: bool = False) -> Iterator[LocalSearch]:
        """Yield local searches, with ties as later levels; none for a problem too large."""
        position = self._search.request.position
        earned = sum(each.income for each in position.boards)
        found: LocalSearch | None = None
        before: list[Weights] = []
        for more, share in zip(LOCAL_SEEDS, SILVER_LEFT, strict=True):
            levels = [
                added_up(part.weights, position.supply, earned, share)
                for part in self._search.parts
            ]
            if ties:
                tiles = {stock.tile.id: (Fraction(1),) for stock in self._search.problem.stock}
                levels += [Weights(keep=tiles), Weights(keep={"silver": (Fraction(1),)})]
            if found is not None and levels == before:
                if found.large:  # one search twice as long reaches more
                    break
                found = found.with_seed(seed + more)
            else:
                found = local_search(
                    self._search.problem, levels, seed + more, self._search.restrictions
                )
            before = levels
            if found is not None:
                yield found


def cost(laid: Layout) -> tuple[int, int]:
    """Return the tiles of a layout, and its silver."""
    return sum(piece.kind >= 0 for piece in laid), sum(piece.kind == SILVER for piece in laid)
