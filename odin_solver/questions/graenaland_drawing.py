"""What answers about Graenaland draw: positions, goals, hands, plans."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from odin_solver.graenaland.files import graenaland_data
from odin_solver.graenaland.parts import GOAL_LEVELS, GOALS, RESOURCES, UNKNOWN, WARRIOR, SupplyCard
from odin_solver.graenaland.position import GraenalandPosition, JointWork
from odin_solver.graenaland.rounds.options import building
from odin_solver.graenaland.rounds.table import line_of
from odin_solver.graenaland.rules.building import BuildItem, BuildStep, Step
from odin_solver.graenaland.rules.counts import measures, points_by_column, score_of
from odin_solver.graenaland.words import (
    cost_text,
    item_text,
    names_text,
    needed_text,
    part_name,
    payment_text,
    payments,
    profile_note,
    score_text,
    settlements_text,
    step_text,
    supplies_text,
)
from odin_solver.questions.report import HERE, Board, Column, Line, Part, Signs, Style, Table
from odin_solver.support.language import say, say_as

if TYPE_CHECKING:
    from odin_solver.graenaland.model.solve import PhasePlan


def cards_signs(cards: Mapping[str, int], kept: Sequence[SupplyCard] = ()) -> Signs:
    """Return resource cards and supply cards."""
    words = [cost_text(cards)]
    if kept:
        words.append(say("supply {card}", card=supplies_text(kept)))
    of = [[card] for card in RESOURCES for _ in range(cards.get(card, 0))]
    return Signs("; ".join(words), [*of, *kept])


def plan_report(plan: "PhasePlan", before: dict[str, Any]) -> Iterator[Part]:
    """Yield a plan, given the data of the position."""
    if plan.steps:
        yield steps_table(plan.steps)
    yield goals_table(plan.after)
    left = cards_signs(plan.after.hand, plan.after.kept)
    yield Line(say("Left in hand: {cards}", cards=HERE), "", left)
    yield plan_board(plan, before)


def plan_board(plan: "PhasePlan", before: dict[str, Any]) -> Board:
    """Draw the map with a plan; a page takes over the position after it."""

    def svg() -> str:
        from odin_solver.graenaland.pictures.svg import tiles_svg

        return tiles_svg(plan.after, plan.items)

    def file() -> str:
        from odin_solver.graenaland.pictures.svg import plan_svg

        return plan_svg(plan)

    moves = [line_of(move) for move in building(plan.steps)]
    played = before.get("round")
    after = graenaland_data(plan.after) if played is None else before | {"round": [*played, *moves]}
    return Board(after, svg, None, file)


def position_report(position: GraenalandPosition) -> Iterator[Line | Table]:
    """Yield what is known of a position: the map as a table, the hand, the goals."""
    yield Line(say_as("title", position.title or "Graenaland"), "strong")
    me = f"{part_name(position.me)}: {part_name(position.mode)}"
    players = say("players: {players}", players=names_text(position.players))
    yield Line(f"{me}; {players}")
    yield _map(position)
    yield Line(say("Hand: {cards}", cards=cost_text(position.hand)))
    if position.kept:
        yield Line(say("Supply cards: {cards}", cards=supplies_text(position.kept)))
    if position.offered:
        yield Line(say("Offered: {cards}", cards=supplies_text(position.offered)))
    if position.joint is not None:
        yield Line(joint_text(position.joint))
    yield goals_table(position)
    score = score_text(position, score_of(position))
    yield Line(f"{score}; {needed_text(position)}", "strong")
    if note := profile_note(position):
        yield Line(note, "dim")


def joint_text(joint: JointWork) -> str:
    """Return what is announced, and what is promised for it."""
    item, cards = item_text(BuildItem(joint.kind, joint.tile)), cost_text(joint.cards)
    return say("Joint work: {item}; promised: {cards}", item=item, cards=cards)


def _map(position: GraenalandPosition) -> Table:
    heads = [
        say_as("graenaland", "tile"),
        part_name("village"),
        part_name("settlements"),
        say("works, heroes"),
        say_as("graenaland", "stock"),
    ]
    rows = []
    for name, state in sorted(position.tiles.items(), key=lambda pair: not pair[1].printed.coastal):
        printed = state.printed
        army = [
            f"{part_name(player)} {part_name(hero)}"
            + (f" {position.army[player]}" if hero == WARRIOR else "")
            for player, hero in state.heroes.items()
        ]
        place = part_name(printed.terrain)
        if not printed.coastal:
            place = say("{terrain} (inland)", terrain=place)
        row = [
            f"{name} {place}",
            cost_text(printed.village),
            settlements_text(state, position.players),
            ", ".join([*map(part_name, sorted(state.works)), *army]),
            " ".join(part_name(card) if card else UNKNOWN for card in state.stock),
        ]
        rows.append(row)
    return Table(heads, ["left"] * len(heads), rows)


def goals_table(position: GraenalandPosition) -> Table:
    """Return what counts, with the levels to reach."""
    measured, card = measures(position, position.me), position.card
    levels = {goal: (GOAL_LEVELS[goal],) for goal in GOALS} if card is None else card
    met = points_by_column(levels, measured)
    heads = [
        say_as("graenaland", "goal"),
        say_as("graenaland", "now"),
        say_as("graenaland", "at least"),
        "",
    ]
    rows = [
        [part_name(goal), str(measured[goal]), " ".join(map(str, levels[goal])), "✓" * met[goal]]
        for goal in GOALS
    ]
    styles: list[Style] = ["good" if met[goal] else "" for goal in GOALS]
    return Table(heads, ["left", "right", "right", "left"], rows, styles)


def steps_table(steps: Sequence[Step]) -> Table:
    """Return what is built, in order, and how it is paid."""
    rows: list[list[str | Signs]] = []
    for number, step in enumerate(steps, 1):
        paid: str | Signs = ""
        if isinstance(step, BuildStep):
            of = [
                [begin, *cards, "→" if units else "", *units]
                for begin, cards, units in payments(step)
            ]
            paid = Signs(payment_text(step), of)
        rows.append([f"{number}.", step_text(step), paid])
    heads = ["", say_as("graenaland", "build"), say_as("graenaland", "pay")]
    kinds: list[Column] = ["right", "left", "left"]
    return Table(heads, kinds, rows)
