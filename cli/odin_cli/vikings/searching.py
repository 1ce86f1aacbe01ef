"""``odin vikings ferry`` and ``build``: proven answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from odin_cli.commands import UNPROVEN, choice, command, number, option
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import JSON, MORE_PICTURES, POSITION, Pictures, output_option
from odin_cli.output import naming, print_json, stdout_console, tell_stopped
from odin_cli.progress import shown_if_slow
from odin_cli.searches import LIMITS, LimitOptions
from odin_cli.vikings.inputs import legal_position
from odin_cli.vikings.words import cells_text, plan_text, value_text
from odin_solver.linear.levels import LevelState
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.files import write_file
from odin_solver.support.language import say, say_as
from odin_solver.vikings.files import vikings_text
from odin_solver.vikings.model.objective import AIMS, Aim
from odin_solver.vikings.solution import Limits, Watcher

if TYPE_CHECKING:
    from odin_solver.vikings.build import BuiltArchipelago
    from odin_solver.vikings.ferry import FerryAdvice

AIM = choice(
    "The final score if nothing more changes, or the gain of the next large scoring, gold "
    "weighted.",
    "--objective",
    among=AIMS,
    default="final",
)


def _limits(given: LimitOptions) -> Limits:
    return Limits(given.time_limit, given.workers, given.seed)


@contextmanager
def _watched() -> Iterator[Watcher]:
    """Show progress from the second second on, and let Ctrl-C end the search."""
    with stopped_by_interrupt() as cancel, shown_if_slow(say("Ctrl-C keeps the best")) as note:
        yield Watcher(lambda state: note(_progress_text(state)), cancel.is_set)


def _progress_text(state: LevelState) -> str:
    """Return the progress of a level; later levels break ties."""
    if state.level:
        return say("proven best; breaking ties")
    value = "?" if state.value is None else f"{float(state.value):g}"
    best = say("best so far {value}", value=value)
    if state.bound is None:
        return best
    return f"{best}  " + say("at most {value}", value=format(float(state.bound), "g"))


@command("odin vikings example ferry | odin vikings ferry -")
def ferry(
    path: str = POSITION,
    aim: Aim = AIM,
    ways: int = number("Most ways to show.", 1, 50, default=3),
    limits: LimitOptions = LIMITS,
    as_json: bool = JSON,
) -> int:
    """Find the best use of the boatsmen before a large scoring, and the next best ways.

    The final score counts majorities, food and threats, with the islands as they are then. The
    exit code is 0 if the best way is proven, 3 if not, 2 for bad input.
    """
    from odin_solver.vikings.answers import ferry_data
    from odin_solver.vikings.ferry import best_ferries

    position = legal_position(path)
    with _watched() as watcher, naming(path):
        advice = best_ferries(position, aim, count=ways, limits=_limits(limits), watcher=watcher)
    if as_json:
        print_json(ferry_data(advice))
    else:
        _print_ferry(advice)
    if watcher.cancelled():
        return tell_stopped()
    return 0 if advice.lines[0].proven else UNPROVEN


def _print_ferry(advice: "FerryAdvice") -> None:
    from odin_solver.vikings.pictures.terminal import position_drawing

    console = stdout_console()
    best = advice.lines[0]
    status = say("proven best") if best.proven else say("best so far, not proven")
    console.print(f"{value_text(advice.aim, best.values)} ({status})", style="bold")
    console.print(position_drawing(best.after, best.cells))
    right = [("right", title) for title in ("", say("value"), say("loss"))]
    table = titled_table(*right, ("left", say("boatsmen")), ("left", say_as("of ferries", "to")))
    for place, line in enumerate(advice.lines, 1):
        loss = best.values[0] - line.values[0]
        table.add_row(
            f"{place}.",
            f"{float(line.values[0]):g}",
            f"{float(loss):g}",
            plan_text(line.plan),
            cells_text(line.cells),
        )
    console.print(table)


@command("odin vikings example late-build | odin vikings build -")
def build(
    path: str = POSITION,
    aim: Aim = AIM,
    hindsight: bool = option("Also place anew what lies and waits."),
    limits: LimitOptions = LIMITS,
    as_json: bool = JSON,
    pictures: Pictures = MORE_PICTURES,
    output: str | None = output_option("Write the position with the parts (TOML)."),
) -> int:
    """Find the best archipelago from the free tiles, ships and figures of a position.

    Tiles may be left over and figures stay on the mainland; all ships are laid. The exit code is 0
    if the result is proven optimal, 3 if it is only the best found, 2 for bad input.
    """
    from odin_solver.vikings.answers import build_data
    from odin_solver.vikings.build import build as best_layout
    from odin_solver.vikings.build import hindsight as set_free

    pictures.check(path, output)
    position = legal_position(path)
    if hindsight:
        position = set_free(position)
    with _watched() as watcher, naming(path):
        result = best_layout(position, aim, limits=_limits(limits), watcher=watcher)
    if as_json:
        print_json(build_data(result))
    else:
        _print_build(result)
    if pictures:
        from odin_solver.vikings.pictures.svg import position_svg

        pictures.write(position_svg(result.after))
    if output:
        write_file(output, vikings_text(result.after))
    if watcher.cancelled():
        return tell_stopped()
    return 0 if result.status == "OPTIMAL" else UNPROVEN


def _print_build(result: "BuiltArchipelago") -> None:
    from odin_solver.vikings.pictures.terminal import position_drawing

    bound = result.bounds[0]
    if result.status == "OPTIMAL":
        status = say("proven best")
    elif bound is None:
        status = say("best so far, not proven")
    else:
        status = say("best so far, not proven, at most {bound:g}", bound=float(bound))
    console = stdout_console()
    console.print(f"{value_text(result.aim, result.values)} ({status})", style="bold")
    console.print(position_drawing(result.after))
