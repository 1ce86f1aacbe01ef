"""The feast: laid by hand or as proposed."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.errors import InputError
from odin_solver.feast import FOODS
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.feast import ServeFeast, food, servings_of
from odin_solver.game.kernel.moves import Serve
from odin_solver.game.kernel.play import current, why_not
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import penalties_text, plain_name
from odin_solver.rules.banquet import Serving, empty_cells, side_lengths

MAX_DISHES = 30


class LaidDish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Food on the banquet table."""

    item: str
    lengthwise: bool = False


Dishes = Sequence[LaidDish | None]


class ServingView(msgspec.Struct, kw_only=True):
    """Food on the table: its first column, and how many it has."""

    item: str
    start: int
    width: int


class FoodView(msgspec.Struct, kw_only=True):
    """Food of the supply.

    Attributes
    ----------
    left
        How much the dishes of this feast leave.
    width, length
        Cells along the edge, upright and lengthwise.
    next, next_lengthwise
        Why it may not come next; None if it may.
    """

    item: str
    name: str
    left: int
    width: int
    length: int
    next: str | None
    next_lengthwise: str | None


class FeastView(msgspec.Struct, kw_only=True):
    """A feast.

    Attributes
    ----------
    cells, covered
        Cells to be filled, and those under emigrated ships at the left.
    empty
        Cells that would stay empty, a Thing penalty each.
    move
        The move that serves it; None if there are problems.
    """

    cells: int
    covered: int
    dishes: Sequence[LaidDish | None]
    servings: list[ServingView]
    empty: int
    penalties: str
    problems: list[str]
    foods: list[FoodView]
    move: str | None


class BanquetView(msgspec.Struct, kw_only=True):
    """The banquet table; `feast` is the best one, if one is to be served."""

    cells: int
    covered: int
    servings: list[ServingView]
    feast: FeastView | None


def banquet_view(state: State) -> BanquetView:
    begun = state.round > 0
    return BanquetView(
        cells=table_cells(state) if begun else 0,
        covered=BANQUET_TABLE.ship_covers * len(state.emigrated),
        servings=servings_view(state.table),
        feast=best_feast_view(state, ()) if isinstance(current(state), ServeFeast) else None,
    )


def best_feast_view(state: State, keep: Iterable[str]) -> FeastView:
    """Return the best feast without the food to keep."""
    node = current(state)
    if not isinstance(node, ServeFeast):
        raise InputError.said("there is no feast now")
    larder = state.copy()
    for name in keep:
        if name not in FOODS:
            raise InputError.said("{item} is not food", item=plain_name(name))
        larder.supply.pop(name, None)
    (best,) = node.moves(larder)
    assert isinstance(best, Serve)
    return feast_view(state, [None if dish is None else LaidDish(*dish) for dish in best.dishes])


def feast_view(state: State, dishes: Dishes) -> FeastView:
    """Return a feast laid from the left; what is missing at the end stays empty."""
    if not isinstance(current(state), ServeFeast):
        raise InputError.said("there is no feast now")
    move = _serve(state, dishes)
    reason = why_not(state, move)
    servings = servings_of(move) if _is_food(dishes) else ()
    empty = empty_cells(table_cells(state), servings)
    eaten = Counter(dish.item for dish in dishes if dish is not None)
    return FeastView(
        cells=table_cells(state),
        covered=BANQUET_TABLE.ship_covers * len(state.emigrated),
        dishes=dishes,
        servings=servings_view(servings),
        empty=empty,
        penalties=penalties_text(empty) if empty else "",
        problems=[reason] if reason else [],
        foods=[_food_view(state, dishes, name, eaten[name]) for name in food(state)],
        move=None if reason else str(move),
    )


def servings_view(servings: Iterable[Serving]) -> list[ServingView]:
    return [ServingView(item=each.tile.id, start=each.start, width=each.width) for each in servings]


def _food_view(state: State, dishes: Dishes, name: str, eaten: int) -> FoodView:
    sides = side_lengths(FOODS[name])
    return FoodView(
        item=name,
        name=plain_name(name),
        left=state.has(name) - eaten,
        width=min(sides),
        length=max(sides),
        next=_why_not(state, [*dishes, LaidDish(name)]),
        next_lengthwise=_why_not(state, [*dishes, LaidDish(name, True)]),
    )


def _why_not(state: State, dishes: Dishes) -> str | None:
    return why_not(state, _serve(state, dishes))


def _serve(state: State, dishes: Dishes) -> Serve:
    laid = tuple(None if dish is None else (dish.item, dish.lengthwise) for dish in dishes)
    used = sum(each.width for each in servings_of(Serve(laid))) if _is_food(dishes) else 0
    gaps = sum(dish is None for dish in dishes)
    return Serve((*laid, *[None] * max(0, table_cells(state) - used - gaps)))


def _is_food(dishes: Dishes) -> bool:
    return all(dish is None or dish.item in FOODS for dish in dishes)
