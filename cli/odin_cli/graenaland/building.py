"""``odin graenaland win``, ``build``, ``reach`` and ``supply``: the next building phase."""

import re
import threading
from typing import Any

import click
from rich.table import Table

from odin_cli.graenaland.inputs import (
    json_option,
    load_graenaland,
    naming,
    position_argument,
    profile_option,
    search_options,
    searching,
)
from odin_cli.interrupts import INTERRUPTED
from odin_cli.output import check_writable, print_json, stdout_console
from odin_cli.solving import UNPROVEN, stopped_by_interrupt
from odin_solver.errors import InputError
from odin_solver.graenaland.model.solve import PhaseAnswer, Wish, best_offers, build_best
from odin_solver.graenaland.model.solve import reach as reach_wishes
from odin_solver.graenaland.model.solve import win as win_now
from odin_solver.graenaland.parts import GOALS, RESOURCES
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.results import answer_data, offers_data
from odin_solver.graenaland.wishes import wish_from
from odin_solver.graenaland.words import (
    cards_text,
    cost_text,
    items_text,
    profile_note,
    score_text,
    supply_text,
)

IMPOSSIBLE = 1
_PICTURES = (
    click.option("--svg", metavar="FILE", help="Draw the map after the plan into an SVG file."),
    click.option("--png", metavar="FILE", help="Draw the map after the plan into a PNG file."),
)


def _pictures(command: Any) -> Any:
    for option in reversed(_PICTURES):
        command = option(command)
    return command


@click.command(epilog="Example: odin graenaland example late-game | odin graenaland win -")
@position_argument
@profile_option
@search_options
@_pictures
@json_option
@click.pass_context
def win(
    ctx: click.Context,
    path: str,
    profile_path: str | None,
    time_limit: float,
    workers: int,
    seed: int,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Can I win now? Shows what to build and how to pay, or proves that I cannot.

    With point cards a claim is checked: no supply card is taken and no public work is built. If you
    cannot win, the fewest cards that are missing are shown. The exit code is 0 if you can, 1 if you
    cannot, 3 if the time limit came first, 2 for bad input.
    """
    check_writable(svg, png, inputs=[path])
    position = load_graenaland(path, profile_path)
    if position.card is not None and position.mode == "main" and not as_json:
        click.echo("odin: claims are made under the rules of final building", err=True)
    cancel = threading.Event()
    with (
        stopped_by_interrupt(cancel, lambda: None),
        naming(path),
        searching(time_limit, workers, seed, cancel) as limits,
    ):
        answer = win_now(position, limits)
    labels = ("You can win now", "You cannot win now")
    _finish(ctx, position, answer, labels, as_json, svg, png, fewest=False)


@click.command(epilog="Example: odin graenaland build position.toml --keep gold=1 --keep supply=1")
@position_argument
@click.option(
    "--most",
    type=click.Choice(GOALS),
    help="Raise this as far as possible; by default most goals or points.",
)
@click.option(
    "--keep", "kept", metavar="CARD=N", multiple=True, help="Cards to keep; also supply=N."
)
@profile_option
@search_options
@_pictures
@json_option
@click.pass_context
def build(
    ctx: click.Context,
    path: str,
    most: Any,
    kept: tuple[str, ...],
    profile_path: str | None,
    time_limit: float,
    workers: int,
    seed: int,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Find most goals or points in this phase, then fewest cards; gold and supply are dearest.

    The exit code is 0 if the plan is proven best, 3 if not, 1 if what is to be kept is not there,
    2 for bad input.
    """
    check_writable(svg, png, inputs=[path])
    keep = _keep(kept)
    position = load_graenaland(path, profile_path)
    cancel = threading.Event()
    supply = keep.pop("supply", 0)
    with (
        stopped_by_interrupt(cancel, lambda: None),
        naming(path),
        searching(time_limit, workers, seed, cancel) as limits,
    ):
        answer = build_best(position, limits, most=most, keep=keep, keep_supply=supply)
    labels = ("Best to build", "The cards to keep are not in hand")
    _finish(ctx, position, answer, labels, as_json, svg, png)


@click.command(epilog="Example: odin graenaland reach position.toml --goal army=3 --goal market@B")
@position_argument
@click.option(
    "--goal",
    "goals",
    metavar="GOAL",
    multiple=True,
    required=True,
    help=f"{', '.join(GOALS)}, goals or points with =N; an item such as church@B, village@A=2, "
    "army; may be repeated.",
)
@click.option("--from-nothing", is_flag=True, help="Ignore the hand: what does it cost in all?")
@profile_option
@search_options
@_pictures
@json_option
@click.pass_context
def reach(
    ctx: click.Context,
    path: str,
    goals: tuple[str, ...],
    from_nothing: bool,
    profile_path: str | None,
    time_limit: float,
    workers: int,
    seed: int,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Find the fewest cards that reach all goals, from the hand or from nothing.

    The exit code is 0 if they can be reached, 1 if not, 3 if undecided or not proven, 2 for bad
    input.
    """
    check_writable(svg, png, inputs=[path])
    position = load_graenaland(path, profile_path)
    wishes = _wishes(goals, position)
    cancel = threading.Event()
    with (
        stopped_by_interrupt(cancel, lambda: None),
        naming(path),
        searching(time_limit, workers, seed, cancel) as limits,
    ):
        answer = reach_wishes(position, wishes, limits, from_nothing=from_nothing)
    labels = ("It can be reached", "It cannot be reached")
    _finish(ctx, position, answer, labels, as_json, svg, png)


@click.command(epilog="Example: odin graenaland example late-game | odin graenaland supply -")
@position_argument
@profile_option
@search_options
@json_option
@click.pass_context
def supply(
    ctx: click.Context,
    path: str,
    profile_path: str | None,
    time_limit: float,
    workers: int,
    seed: int,
    as_json: bool,
) -> None:
    """Which of the offered supply cards helps most?

    For each card: goals or points with it, and the cards left afterwards. The exit code is 0 if all
    is proven, 3 if not, 2 for bad input.
    """
    position = load_graenaland(path, profile_path)
    cancel = threading.Event()
    with (
        stopped_by_interrupt(cancel, lambda: None),
        naming(path),
        searching(time_limit, workers, seed, cancel) as limits,
    ):
        rows = best_offers(position, limits)
    proven = all(answer.proven for _, answer in rows)
    if as_json:
        print_json({"schema": 1, "proven": proven, "cards": offers_data(rows)})
    else:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        for title in ("supply card", "reaches", "cards left", "build"):
            table.add_column(title, overflow="fold")
        for card, answer in rows:
            plan = answer.plan
            if plan is None:
                continue
            mark = "" if answer.proven else " (not proven)"
            table.add_row(
                supply_text(card),
                score_text(position, plan.score) + mark,
                f"{sum(plan.after.hand.values())} + {len(plan.after.kept)} supply",
                items_text(plan.built),
            )
        stdout_console().print(table)
    ctx.exit(INTERRUPTED if cancel.is_set() else 0 if proven else UNPROVEN)


def _keep(texts: tuple[str, ...]) -> dict[str, int]:
    keep: dict[str, int] = {}
    for text in texts:
        name, equals, count = text.partition("=")
        if name not in (*RESOURCES, "supply"):
            expected = ", ".join((*RESOURCES, "supply"))
            raise InputError(f"--keep: expected one of {expected}, got {name!r}")
        if not equals or not re.fullmatch(r"\d{1,2}", count):
            raise InputError(f"--keep: {name}: expected CARD=N such as gold=1, got {text!r}")
        keep[name] = int(count)
    return keep


def _wishes(goals: tuple[str, ...], position: GraenalandPosition) -> list[Wish]:
    try:
        return [wish_from(goal, position) for goal in goals]
    except InputError as error:
        raise InputError(f"--goal: {error}") from None


def _finish(
    ctx: click.Context,
    position: GraenalandPosition,
    answer: PhaseAnswer,
    labels: tuple[str, str],
    as_json: bool,
    svg: str | None,
    png: str | None,
    *,
    fewest: bool = True,
) -> None:
    """Print an answer, draw its plan and end; `fewest` asks for a proof of the fewest cards."""
    plan = answer.plan or answer.missing_plan
    if as_json:
        print_json({"schema": 1, **answer_data(position, answer)})
    else:
        _print_answer(position, answer, labels)
    if plan is not None:
        from odin_cli.graenaland.positions import write_pictures

        write_pictures(plan, svg, png)
    if answer.possible is None or (answer.possible and fewest and not answer.proven):
        ctx.exit(UNPROVEN)
    ctx.exit(0 if answer.possible else IMPOSSIBLE)


def _print_answer(
    position: GraenalandPosition, answer: PhaseAnswer, labels: tuple[str, str]
) -> None:
    from odin_solver.graenaland.pictures.terminal import goals_table, steps_table

    console = stdout_console()
    plan = answer.plan
    if answer.possible is None:
        console.print("Undecided: the time limit came first (--time-limit)", style="bold")
        return
    if plan is not None:
        proof = "proven fewest" if answer.proven else "perhaps fewer do: not proven"
        spent = f"{cards_text(plan.cards)}, {proof}"
        console.print(f"{labels[0]}: {score_text(position, plan.score)} ({spent})", style="bold")
    else:
        console.print(f"{labels[1]} (proven)", style="bold")
    if answer.missing:
        least = "missing at least" if plan is None else "needed in all"
        if not answer.missing_proven and plan is None:
            least = "enough would be"
        total = cards_text(sum(answer.missing.values()))
        console.print(f"{least}: {total}, for example {cost_text(answer.missing)}")
        plan = plan or answer.missing_plan
    elif plan is None and answer.missing_proven:
        console.print("no cards would be enough in one phase")
    if plan is not None:
        if plan.steps:
            console.print(steps_table(plan.steps))
        console.print(goals_table(plan.after))
        left = cost_text(plan.after.hand)
        kept = ", ".join(map(supply_text, plan.after.kept))
        console.print(f"Left in hand: {left}" + (f"; supply {kept}" if kept else ""))
    if note := profile_note(position):
        console.print(note, style="dim")
