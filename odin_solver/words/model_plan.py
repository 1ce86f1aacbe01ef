"""Plans of the planning model in sentences."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.game.kernel.moves import Use
from odin_solver.planner.model.variables import Var
from odin_solver.words.moves import named
from odin_solver.words.names import number_of, plain_list, plain_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State
    from odin_solver.planner.model import CheckedPlan, RoundPlan


def loop_text(checked: "CheckedPlan") -> str:
    """Return how far the loop of planning and placing has come: ``3 plans, 1 cut``."""
    return f"{number_of(checked.iterations, 'plan')}, {number_of(len(checked.cuts), 'cut')}"


def bound_text(checked: "CheckedPlan") -> str:
    """Return the best known upper bound."""
    bound = checked.first_bound if checked.bound is None else checked.bound
    return f"Upper bound with this luck: {'unknown' if bound is None else bound}."


def technical_plan_text(checked: "CheckedPlan", seconds: float) -> str:
    """Return the numbers of plans and cuts, the upper bound without cuts, and the time."""
    first = "unknown" if checked.first_bound is None else checked.first_bound
    return f"{loop_text(checked)} in {seconds:.1f} s; upper bound without cuts {first}"


def fit_text(state: "State", checked: "CheckedPlan") -> str:
    """Return whether the planned tiles fit on the boards."""
    if checked.fits:
        rounds = f"round {state.round}"
        if state.round < state.rounds:
            rounds += f" and round {state.round + 1}"
        return f"Plan and placement agree: the tiles planned until {rounds} fit on your boards."
    if not checked.iterations:
        return "Not checked yet: whether the tiles fit on your boards."
    return "Plan and placement do not agree yet: the tiles may not fit on your boards."


_TITLES = {
    Var.STRIP_TAKEN: "mountain strips",
    Var.UPGRADED: "upgrade",
    Var.UPGRADED_TWICE: "upgrade",
    Var.TRADED: "trade overseas",
    Var.SHIP: "buy",
    Var.ARMED: "add ore to",
}
"""Beginnings of the lines about details that belong to no space."""


def steps_in_words(plan: "RoundPlan") -> Iterator[str]:
    """Yield the steps of a round, a line each: spaces, details of no space, and the feast last.

    Parameters
    ----------
    plan
        Plan of a round.
    """
    at_space: dict[str, list[str]] = defaultdict(list)
    others: dict[str, list[str]] = defaultdict(list)
    laid: dict[str, Counter[str]] = defaultdict(Counter)
    eaten: Counter[str] = Counter()
    for (kind, _, subject), count in plan.details:
        name, what, *_ = (*map(str, subject), "", "")
        match kind:
            case Var.CHOSEN | Var.PAID | Var.BOATS:
                at_space[name].append(_choice(kind, what, count))
            case Var.EXPLORED:
                at_space[BOARDS[name].action or ""].append(plain_name(name))
            case Var.LAID:
                laid[what][name] += count
            case Var.LAID_CELLS:
                laid[what][f"{name} cells"] += count
            case Var.LAID_IN_EVENING:
                laid[f"{what} in the evening"][name] += count
            case Var.LAID_ELSEWHERE:
                laid["a board or house to come"][name] += count
            case Var.SERVED:
                eaten[name] += count
            case Var.LEFT_EMPTY:
                eaten["empty cells"] += count
            case Var.STRIP_TAKEN:
                others[_TITLES[kind]].append(f"{number_of(int(subject[2]), 'item')} of {name}")
            case _:
                twice = " twice" * (kind is Var.UPGRADED_TWICE)
                others[_TITLES[kind]].append(f"{count} {plain_name(name)}{twice}")
    for space in plan.spaces:
        yield ": ".join([named(Use(space)), *filter(None, [", ".join(at_space[space])])])
    for title in dict.fromkeys(_TITLES.values()):
        if others[title]:
            yield f"{title}: {', '.join(others[title])}"
    for board, tiles in laid.items():
        yield f"place on {board}: {plain_list(tiles)}"
    if eaten:
        yield f"feast: {plain_list(eaten)}"


def _choice(kind: Var, what: str, count: int) -> str:
    """Return what is done on a space: ``pay 2 stone``, ``with 1 boat``, ``take fibula`` ..."""
    if kind is Var.PAID:
        return f"pay {count} {plain_name(what)}"
    if kind is Var.BOATS:
        return "with " + number_of(count, "boat")
    if what == "fail":
        return "declare failure"
    if what in SHIPS:
        return f"with a {plain_name(what)}"
    return f"take {plain_name(what)}" if what in TILES else plain_name(what)
