"""The plan of the planning model in sentences."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.words.names import number_of, plain_list, plain_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State
    from odin_solver.planner.model import Agreement, RoundPlan


def loop_text(found: "Agreement") -> str:
    """Return how far the loop of planning and placing has come: ``3 plans, 1 cut``."""
    return f"{number_of(found.turns, 'plan')}, {number_of(len(found.cuts), 'cut')}"


def bounds_text(found: "Agreement") -> str:
    """Return the upper bounds, with the cuts and without them."""
    bound, first = found.bound, found.first_bound
    if first is None:
        return "Upper bound with this luck: unknown."
    if not found.cuts:
        return f"Upper bound with this luck: {first}."
    if bound is None:
        return f"Upper bound with this luck: {first} (without cuts)."
    return f"Upper bound with this luck: {bound} (without cuts {first})."


def fit_text(state: "State", found: "Agreement") -> str:
    """Return whether the planned tiles fit on the boards."""
    if found.agreed:
        rounds = f"round {state.round}"
        if state.round < state.rounds:
            rounds += f" and round {state.round + 1}"
        return f"Plan and placement agree: the tiles planned until {rounds} fit on your boards."
    if not found.turns:
        return "Not checked yet: whether the tiles fit on your boards."
    return "Plan and placement do not agree yet: the tiles may not fit on your boards."


_TITLES = {
    "strip": "mountain strips",
    "upgrade": "upgrade",
    "trade": "trade overseas",
    "ship": "buy",
    "arm": "lay ore on",
}
"""What belongs to no space alone: the first word of a detail, and how a line of them begins."""


def steps_in_words(plan: "RoundPlan") -> Iterator[str]:
    """What a plan does in a round, a line each: spaces, then what belongs to none, the feast last.

    Parameters
    ----------
    plan
        The round.
    """
    at_space: dict[str, list[str]] = defaultdict(list)
    others: dict[str, list[str]] = defaultdict(list)
    laid: dict[str, Counter[str]] = defaultdict(Counter)
    eaten: Counter[str] = Counter()
    for words, times in plan.details:
        space, colon, what = words.partition(": ")
        verb, _, rest = words.partition(" ")
        if colon:
            at_space[space].append(_done_there(what, times))
        elif verb == "explore":
            at_space[BOARDS[rest].action or ""].append(plain_name(rest))
        elif verb == "lay":
            thing, _, board = rest.partition(" on ")
            thing, evening, _ = thing.partition(" in the evening")
            laid[board + evening][thing] += times
        elif verb == "eat":
            eaten[rest] += times
        elif verb == "leave":
            eaten["empty cells"] += times
        else:
            others[verb].append(_listed(verb, rest, times))
    for space in plan.spaces:
        yield ": ".join([f"use {space}", *filter(None, [", ".join(at_space[space])])])
    for verb, title in _TITLES.items():
        if others[verb]:
            yield f"{title}: {', '.join(others[verb])}"
    for board, things in laid.items():
        yield f"lay on {board}: {plain_list(things)}"
    if eaten:
        yield f"feast: {plain_list(eaten)}"


def _done_there(what: str, times: int) -> str:
    """What is done on a space: ``pay 2 stone``, ``with 1 boat``, ``take fibula`` ..."""
    verb, _, thing = what.partition(" ")
    if verb == "pay":
        return f"pay {times} {plain_name(thing)}"
    if what == "boats":
        return "with " + number_of(times, "boat")
    if what == "fail":
        return "declare failure"
    if what in SHIPS:
        return f"with a {plain_name(what)}"
    return f"take {plain_name(what)}" if what in TILES else plain_name(what)


def _listed(verb: str, rest: str, times: int) -> str:
    """An entry of a list: ``5 items of strip 1``, ``2 peas twice``, ``knarr`` ..."""
    if verb == "strip":
        strip, _, count = rest.partition(" take ")
        return f"{number_of(int(count), 'item')} of strip {strip}"
    thing, _, twice = rest.partition(" ")
    return f"{times} {plain_name(thing)}" + f" {twice}" * bool(twice)
