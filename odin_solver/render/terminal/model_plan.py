"""The plan of the planning model, in a terminal."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.game.play import decision
from odin_solver.planner.words import Round, move_in_words
from odin_solver.render.terminal.game import headline
from odin_solver.render.terminal.game_words import called, counted
from odin_solver.render.terminal.plan import rounds_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from odin_solver.game.state import State
    from odin_solver.planner.model import Agreement, RoundPlan

IDEAL = (
    "Dice and draws come as expected here, and the order within a round is left open: this is an "
    "idealised plan. What players really reach is less (odin plan without --model)."
)
"""What has to be known to read such a plan."""


def model_plan_text(state: "State", found: "Agreement", *, seconds: float) -> "RenderableType":
    """The first space, the plan round by round, its score, bounds, and whether its tiles fit.

    Parameters
    ----------
    state, found
        The game, and its plan.
    seconds
        Time used.
    """
    plan = found.plan
    points = ", ".join(f"{name} {points}" for name, points in plan.points.items() if points)
    return Group(
        headline(state),
        *_first(state, found),
        Text(),
        Text("The plan of the model", style="bold"),
        rounds_text(
            Round(each.round, tuple(steps_in_words(each)) or ("nothing",)) for each in plan.rounds
        ),
        Text(f"Planned score {plan.value}: {points or 'nothing'}."),
        Text(_bounds(found)),
        Text(_fit(state, found)),
        Text(IDEAL),
        Text(f"{loop_text(found)} in {seconds:.1f} s", "dim"),
    )


def loop_text(found: "Agreement") -> str:
    """How far the loop of planning and placing is: ``3 plans, 1 cut``."""
    return f"{_number_of(found.turns, 'plan')}, {_number_of(len(found.cuts), 'cut')}"


def _number_of(count: int, what: str) -> str:
    """``1 cut``, ``2 cuts``."""
    return f"{count} {what}{'s' * (count != 1)}"


def _first(state: "State", found: "Agreement") -> "Iterator[RenderableType]":
    """The first space that can be used at once, or else what the plan says."""
    spaces = found.plan.rounds[0].spaces
    node = decision(state)
    now = node.moves(state) if node else []
    moves = [f"use {name}" for name in spaces]
    move = next((each for each in moves if each in now), moves[0] if moves else "pass")
    yield Text.assemble(
        ("First: ", "bold"), (move, "bold green"), f"  planned score {found.plan.value}"
    )
    yield Padding(Text(move_in_words(state, move), style="dim"), (0, 0, 0, 2))


def _bounds(found: "Agreement") -> str:
    """What no plan exceeds, with the cuts and without them."""
    bound, first = found.bound, found.first_bound
    if first is None:
        return "What no plan with this luck exceeds is not known."
    if not found.cuts:
        return f"No plan with this luck is worth more than {first}; there are no cuts."
    if bound is None:
        return f"No plan with this luck is worth more than {first}, the cuts left aside."
    return f"No plan with this luck is worth more than {bound}, without the cuts {first}."


def _fit(state: "State", found: "Agreement") -> str:
    if found.agreed:
        rounds = f"round {state.round}"
        if state.round < state.rounds:
            rounds += f" and round {state.round + 1}"
        return f"Plan and placement agree: what is to be laid by {rounds} fits on your boards."
    if not found.turns:
        return "Whether the tiles fit on your boards was not checked yet."
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
            at_space[BOARDS[rest].action or ""].append(called(rest))
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
        yield f"lay on {board}: {counted(things)}"
    if eaten:
        yield f"feast: {counted(eaten)}"


def _done_there(what: str, times: int) -> str:
    """What is done on a space: ``pay 2 stone``, ``with 1 boat``, ``take fibula`` ..."""
    verb, _, thing = what.partition(" ")
    if verb == "pay":
        return f"pay {times} {called(thing)}"
    if what == "boats":
        return "with " + _number_of(times, "boat")
    if what == "fail":
        return "declare failure"
    if what in SHIPS:
        return f"with a {called(what)}"
    return f"take {called(what)}" if what in TILES else called(what)


def _listed(verb: str, rest: str, times: int) -> str:
    """An entry of a list: ``5 items of strip 1``, ``2 peas twice``, ``knarr`` ..."""
    if verb == "strip":
        strip, _, count = rest.partition(" take ")
        return f"{_number_of(int(count), 'item')} of strip {strip}"
    thing, _, twice = rest.partition(" ")
    return f"{times} {called(thing)}" + f" {twice}" * bool(twice)
