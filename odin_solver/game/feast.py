"""The feast of a round (rules, 3.9)."""

from typing import ClassVar

from odin_solver.feast import FOODS, Feast, best_feast
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.kernel.events import emit, modified
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.state import State
from odin_solver.rules.banquet import Serving, banquet_violations, empty_cells


class ServeFeast(Decision, frozen=True, tag="Feast"):
    """Serve food and silver on the open cells of the table; an empty cell is a penalty."""

    in_action: ClassVar[bool] = False
    lists_all: ClassVar[bool] = False

    def question(self, state: State) -> str:
        return f"serve the feast on {table_cells(state)} cells"

    def moves(self, state: State) -> list[str]:
        """The best feast by the usual values; every other one is legal as well."""
        return [
            serve_move(
                best_feast(
                    table_cells(state), food(state), lengthwise=modified(state, "lengthwise", {})
                )
            )
        ]

    def why_not(self, state: State, move: str) -> str | None:
        try:
            servings, kinds = _servings(move)
        except ValueError as error:
            return str(error)
        for kind in set(kinds):
            if kinds.count(kind) > state.has(kind):
                return f"there are only {state.has(kind)} {kind}"
        limits = modified(state, "lengthwise", {})
        found = banquet_violations(table_cells(state), servings, limits)
        return found[0] if found else None

    def do(self, state: State, move: str) -> None:
        servings, kinds = _servings(move)
        for kind in kinds:
            state.add(kind, -1)
        state.table = servings
        state.penalties += empty_cells(table_cells(state), servings)
        emit(state, "served", servings=servings)


def food(state: State) -> dict[str, int]:
    """What could be served, by kind; pregnant animals are a kind of their own here."""
    return {name: count for name, count in state.supply.items() if name in FOODS}


def serve_move(menu: Feast) -> str:
    """The move that serves a feast of `odin_solver.feast`."""
    left = dict(menu.eaten)
    words = []
    filled = 0
    for serving in menu.servings:
        words += ["-"] * (serving.start - filled)
        filled = serving.start + serving.width
        kind = serving.tile.id if left.get(serving.tile.id) else f"pregnant_{serving.tile.id}"
        left[kind] -= 1
        words.append(kind + "+" * serving.lengthwise)
    return " ".join(["serve", *words, *["-"] * (menu.cells - filled)])


def _servings(move: str) -> tuple[tuple[Serving, ...], list[str]]:
    """Servings of ``serve THING[+] ... [-]``: + lies lengthwise, - leaves a cell empty."""
    verb, *words = move.split()
    if verb != "serve":
        raise ValueError("expected what is served from the left, such as: serve peas mead+ -")
    servings: list[Serving] = []
    kinds = []
    start = 0
    for word in words:
        if word == "-":
            start += 1
            continue
        kind = word.removesuffix("+")
        if kind not in FOODS:
            raise ValueError(f"{kind} is not food")
        serving = Serving(FOODS[kind], start, word.endswith("+"))
        start += serving.width
        servings.append(serving)
        kinds.append(kind)
    return tuple(servings), kinds
