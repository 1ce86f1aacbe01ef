"""``odin graenaland win``, ``build``, ``reach`` and ``supply``: the next building phase."""

from typing import Any

import click

from odin_cli.commands import UNPROVEN, choice, command, group, option
from odin_cli.graenaland.inputs import PHASE_LIMITS, PROFILE, counts, load_graenaland, searching
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import JSON, POSITION, Pictures
from odin_cli.output import naming, print_json, stdout_console
from odin_cli.searches import LimitOptions
from odin_solver.graenaland.model.solve import PhaseAnswer, Wish, best_offers, build_best
from odin_solver.graenaland.model.solve import reach as reach_wishes
from odin_solver.graenaland.model.solve import win as win_now
from odin_solver.graenaland.parts import GOALS, RESOURCES
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.results import answer_data, offers_data
from odin_solver.graenaland.wishes import wish_from
from odin_solver.graenaland.words import (
    cost_text,
    items_text,
    left_text,
    missing_text,
    part_name,
    profile_note,
    score_text,
    spent_text,
    supplies_text,
    supply_text,
)
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.language import say, say_as

IMPOSSIBLE = 1
PLAN_PICTURES = group(
    Pictures,
    svg={"help": "Draw the map after the plan into an SVG file."},
    png={"help": "Draw the map after the plan into a PNG file."},
)


@command("odin graenaland example late-game | odin graenaland win -")
def win(
    path: str = POSITION,
    profile_path: str | None = PROFILE,
    limits: LimitOptions = PHASE_LIMITS,
    pictures: Pictures = PLAN_PICTURES,
    as_json: bool = JSON,
) -> int:
    """Can I win now? Shows what to build and how to pay, or proves that I cannot.

    With point cards a claim is checked: no supply card is taken and no public work is built. If you
    cannot win, the fewest cards that are missing are shown. The exit code is 0 if you can, 1 if you
    cannot, 3 if the time limit came first, 2 for bad input.
    """
    pictures.check(path)
    position = load_graenaland(path, profile_path)
    if position.card is not None and position.mode == "main" and not as_json:
        click.echo("odin: " + say("claims are made under the rules of final building"), err=True)
    with searching(path, limits) as (given, _):
        answer = win_now(position, given)
    labels = (say("You can win now"), say("You cannot win now"))
    return _finish(position, answer, labels, as_json, pictures, fewest=False)


@command("odin graenaland build position.toml --keep gold=1 --keep supply=1")
def build(
    path: str = POSITION,
    most: Any = choice(
        "Raise this as far as possible; by default most goals or points.", among=GOALS
    ),
    kept: tuple[str, ...] = option(
        "Cards to keep; also supply=N.", "--keep", metavar="CARD=N", multiple=True
    ),
    profile_path: str | None = PROFILE,
    limits: LimitOptions = PHASE_LIMITS,
    pictures: Pictures = PLAN_PICTURES,
    as_json: bool = JSON,
) -> int:
    """Find most goals or points in this phase, then fewest cards; gold and supply are dearest.

    The exit code is 0 if the plan is proven best, 3 if not, 1 if what is to be kept is not there,
    2 for bad input.
    """
    pictures.check(path)
    keep = counts("--keep", kept, (*RESOURCES, "supply"))
    position = load_graenaland(path, profile_path)
    supply = keep.pop("supply", 0)
    with searching(path, limits) as (given, _):
        answer = build_best(position, given, most=most, keep=keep, keep_supply=supply)
    labels = (say("Best to build"), say("The cards to keep are not in hand"))
    return _finish(position, answer, labels, as_json, pictures)


@command("odin graenaland reach position.toml --goal army=3 --goal market@B")
def reach(
    path: str = POSITION,
    goals: tuple[str, ...] = option(
        f"{', '.join(GOALS)}, goals or points with =N; an item such as church@B, village@A=2, "
        "army; may be repeated.",
        "--goal",
        metavar="GOAL",
        multiple=True,
        required=True,
    ),
    from_nothing: bool = option("Ignore the hand: what does it cost in all?"),
    profile_path: str | None = PROFILE,
    limits: LimitOptions = PHASE_LIMITS,
    pictures: Pictures = PLAN_PICTURES,
    as_json: bool = JSON,
) -> int:
    """Find the fewest cards that reach all goals, from the hand or from nothing.

    The exit code is 0 if they can be reached, 1 if not, 3 if undecided or not proven, 2 for bad
    input.
    """
    pictures.check(path)
    position = load_graenaland(path, profile_path)
    wishes = _wishes(goals, position)
    with searching(path, limits) as (given, _):
        answer = reach_wishes(position, wishes, given, from_nothing=from_nothing)
    labels = (say("It can be reached"), say("It cannot be reached"))
    return _finish(position, answer, labels, as_json, pictures)


@command("odin graenaland example late-game | odin graenaland supply -")
def supply(
    path: str = POSITION,
    profile_path: str | None = PROFILE,
    limits: LimitOptions = PHASE_LIMITS,
    as_json: bool = JSON,
) -> int:
    """Which of the offered supply cards helps most?

    For each card: goals or points with it, and the cards left afterwards. The exit code is 0 if all
    is proven, 3 if not, 2 for bad input.
    """
    position = load_graenaland(path, profile_path)
    with searching(path, limits) as (given, cancel):
        rows = best_offers(position, given)
    proven = all(answer.proven for _, answer in rows)
    if as_json:
        print_json({"schema": 1, "proven": proven, "cards": offers_data(rows)})
    else:
        titles = (
            part_name("supply_card"),
            say_as("graenaland", "reaches"),
            say_as("graenaland", "cards left"),
            say_as("graenaland", "build"),
        )
        table = titled_table(*(("left", title) for title in titles), style="dim")
        for card, answer in rows:
            plan = answer.plan
            if plan is None:
                continue
            score = score_text(position, plan.score)
            table.add_row(
                supply_text(card),
                score if answer.proven else say("{score} (not proven)", score=score),
                left_text(plan),
                items_text(plan.built),
            )
        stdout_console().print(table)
    return INTERRUPTED if cancel.is_set() else 0 if proven else UNPROVEN


def _wishes(goals: tuple[str, ...], position: GraenalandPosition) -> list[Wish]:
    with naming("--goal"):
        return [wish_from(goal, position) for goal in goals]


def _finish(
    position: GraenalandPosition,
    answer: PhaseAnswer,
    labels: tuple[str, str],
    as_json: bool,
    pictures: Pictures,
    *,
    fewest: bool = True,
) -> int:
    """Print an answer, draw its plan and end; `fewest` asks for a proof of the fewest cards."""
    plan = answer.plan or answer.missing_plan
    if as_json:
        print_json({"schema": 1, **answer_data(position, answer)})
    else:
        _print_answer(position, answer, labels)
    if plan is not None and pictures:
        from odin_solver.graenaland.pictures.svg import plan_svg

        pictures.write(plan_svg(plan))
    if answer.possible is None or (answer.possible and fewest and not answer.proven):
        return UNPROVEN
    return 0 if answer.possible else IMPOSSIBLE


def _print_answer(
    position: GraenalandPosition, answer: PhaseAnswer, labels: tuple[str, str]
) -> None:
    from odin_solver.graenaland.pictures.terminal import goals_table, steps_table

    console = stdout_console()
    plan = answer.plan
    if answer.possible is None:
        console.print(say("Undecided: the time limit came first (--time-limit)"), style="bold")
        return
    if plan is not None:
        spent = spent_text(plan, proven=answer.proven)
        console.print(f"{labels[0]}: {score_text(position, plan.score)} ({spent})", style="bold")
    else:
        console.print(say("{answer} (proven)", answer=labels[1]), style="bold")
    missing = missing_text(answer)
    if answer.missing:
        cards = cost_text(answer.missing)
        console.print(say("{missing}, for example {cards}", missing=missing, cards=cards))
    elif missing:
        console.print(missing)
    plan = plan or answer.missing_plan
    if plan is not None:
        if plan.steps:
            console.print(steps_table(plan.steps))
        console.print(goals_table(plan.after))
        left = [cost_text(plan.after.hand)]
        if plan.after.kept:
            left.append(say("supply {card}", card=supplies_text(plan.after.kept)))
        console.print(say("Left in hand: {cards}", cards="; ".join(left)))
    if note := profile_note(position):
        console.print(note, style="dim")
