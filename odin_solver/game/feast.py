"""The feast of a round (rules, 3.9)."""

from typing import ClassVar

from odin_solver.feast import FOODS, Feast, best_feast
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.kernel.cards import emit, is_modified, modified
from odin_solver.game.kernel.events import FeastServed
from odin_solver.game.kernel.items import gain
from odin_solver.game.kernel.moves import Move, Serve
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.rules import FeastSilver, LengthwiseLimits
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_list, plain_name
from odin_solver.rules.banquet import Serving, banquet_violations, empty_cells
from odin_solver.support.language import say, say_number


class ServeFeast(Decision, frozen=True, tag="Feast"):
    """Serve food and silver on the open cells of the table; an empty cell is a penalty."""

    in_action: ClassVar[bool] = False
    lists_all: ClassVar[bool] = False

    def question(self, state: State) -> str:
        return say_number(
            "serve the feast on {n} cell", "serve the feast on {n} cells", table_cells(state)
        )

    def moves(self, state: State) -> list[Move]:
        """Return the best feast by the default values of food; others are legal as well."""
        limits = modified(state, LengthwiseLimits(), {})
        larders = _larders(state)
        feasts = [best_feast(table_cells(state), each, lengthwise=limits) for each in larders]
        possible = [
            each for each in feasts if each.eaten.get("silver", 0) <= _silver(state, each.servings)
        ]
        best = min(possible, key=lambda each: each.loss - _silver(state, each.servings))
        return [serve_move(best)]

    def why_not(self, state: State, move: Move) -> str | None:
        if not isinstance(move, Serve):
            return say("expected what is served from the left, such as: serve peas mead+ -")
        kinds = [dish[0] for dish in move.dishes if dish is not None]
        for kind in kinds:
            if kind not in FOODS:
                return say("{item} is not food", item=plain_name(kind))
        servings = servings_of(move)
        for kind in set(kinds):
            count = _silver(state, servings) if kind == "silver" else state.has(kind)
            if kinds.count(kind) > count:
                return say("there are only {items}", items=plain_list({kind: count}))
        limits = modified(state, LengthwiseLimits(), {})
        found = banquet_violations(table_cells(state), servings, limits)
        return found[0] if found else None

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, Serve)
        servings = servings_of(move)
        silver = modified(state, FeastSilver(servings), 0)
        if silver:
            gain(state, {"silver": silver}, "card")
        for dish in move.dishes:
            if dish is not None:
                state.add(dish[0], -1)
        state.table = servings
        state.penalties += empty_cells(table_cells(state), servings)
        emit(state, FeastServed(servings))


def food(state: State) -> dict[str, int]:
    """Return the food of the supply by kind; pregnant animals are kinds of their own."""
    return {name: count for name, count in state.supply.items() if name in FOODS}


def _silver(state: State, servings: tuple[Serving, ...]) -> int:
    """Return the silver at hand at a feast, with what cards give for the servings."""
    return state.has("silver") + modified(state, FeastSilver(servings), 0)


def _larders(state: State) -> list[dict[str, int]]:
    """Return the food at hand, and what there would be with silver that cards give for servings.

    They give it for food that is served, or for a kind that is not.
    """
    larder = food(state)
    if not is_modified(state, FeastSilver):
        return [larder]
    found = [larder]
    for without in ("", *larder):
        rest = {name: count for name, count in larder.items() if name != without}
        servings = [
            Serving(FOODS[name], 0, False) for name, count in rest.items() for _ in range(count)
        ]
        least = state.has("silver")
        most = modified(state, FeastSilver(tuple(servings)), least)
        if not without or most > max(each.get("silver", 0) for each in found):
            found += [rest | {"silver": silver} for silver in range(least + 1, most + 1)]
    return found


def serve_move(menu: Feast) -> Serve:
    """Return the move that serves a feast of `odin_solver.feast`."""
    left = dict(menu.eaten)
    dishes: list[tuple[str, bool] | None] = []
    filled = 0
    for serving in menu.servings:
        dishes += [None] * (serving.start - filled)
        filled = serving.start + serving.width
        kind = serving.tile.id if left.get(serving.tile.id) else f"pregnant_{serving.tile.id}"
        left[kind] -= 1
        dishes.append((kind, serving.lengthwise))
    return Serve((*dishes, *[None] * (menu.cells - filled)))


def servings_of(move: Serve) -> tuple[Serving, ...]:
    """Return where the dishes of a move lie, all of them food."""
    servings: list[Serving] = []
    start = 0
    for dish in move.dishes:
        if dish is None:
            start += 1
        else:
            servings.append(Serving(FOODS[dish[0]], start, dish[1]))
            start += servings[-1].width
    return tuple(servings)
