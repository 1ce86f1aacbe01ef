"""Positions of Graenaland in a terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from odin_solver.graenaland.parts import UNKNOWN, WARRIOR
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import BuildItem, BuildStep, Step
from odin_solver.graenaland.rules.goals import score_of
from odin_solver.graenaland.words import (
    cost_text,
    goals_lines,
    item_text,
    names_text,
    needed_text,
    part_name,
    payment_text,
    profile_note,
    score_text,
    settlements_text,
    step_text,
    supplies_text,
)
from odin_solver.support.language import say, say_as


def position_text(position: GraenalandPosition) -> RenderableType:
    """Draw a position: the map as a table, the hand, the goals."""
    parts: list[RenderableType] = [
        Text(say_as("title", position.title or "Graenaland"), style="bold")
    ]
    me = f"{part_name(position.me)}: {part_name(position.mode)}"
    players = say("players: {players}", players=names_text(position.players))
    parts.append(Text(f"{me}; {players}"))
    parts.append(map_table(position))
    parts.append(Text(say("Hand: {cards}", cards=cost_text(position.hand))))
    if position.kept:
        parts.append(Text(say("Supply cards: {cards}", cards=supplies_text(position.kept))))
    if position.offered:
        parts.append(Text(say("Offered: {cards}", cards=supplies_text(position.offered))))
    if position.joint is not None:
        joint = position.joint
        item = item_text(BuildItem(joint.kind, joint.tile))
        cards = cost_text(joint.cards)
        parts.append(Text(say("Joint work: {item}; promised: {cards}", item=item, cards=cards)))
    parts.append(goals_table(position))
    score = score_text(position, score_of(position))
    parts.append(Text(f"{score}; {needed_text(position)}", style="bold"))
    if note := profile_note(position):
        parts.append(Text(note, style="dim"))
    return Group(*parts)


def map_table(position: GraenalandPosition) -> Table:
    """Draw the tiles, the coast first."""
    table = _table()
    for title in (
        say_as("graenaland", "tile"),
        part_name("village"),
        part_name("settlements"),
        say("works, heroes"),
        say_as("graenaland", "stock"),
    ):
        table.add_column(title, overflow="fold")
    states = sorted(position.tiles.items(), key=lambda pair: not pair[1].printed.coastal)
    for name, state in states:
        printed = state.printed
        army = [
            f"{part_name(player)} {part_name(hero)}"
            + (f" {position.army[player]}" if hero == WARRIOR else "")
            for player, hero in state.heroes.items()
        ]
        place = part_name(printed.terrain)
        if not printed.coastal:
            place = say("{terrain} (inland)", terrain=place)
        table.add_row(
            f"{name} {place}",
            cost_text(printed.village),
            settlements_text(state, position.players),
            ", ".join([*map(part_name, sorted(state.works)), *army]),
            " ".join(part_name(card) if card else UNKNOWN for card in state.stock),
        )
    return table


def goals_table(position: GraenalandPosition) -> Table:
    """Draw what counts, with the levels to reach."""
    table = _table()
    table.add_column(say_as("graenaland", "goal"), overflow="fold")
    table.add_column(say_as("graenaland", "now"), justify="right")
    table.add_column(say_as("graenaland", "at least"), justify="right")
    table.add_column("")
    for goal, value, levels, met in goals_lines(position):
        table.add_row(goal, str(value), levels, "✓" * met)
    return table


def steps_table(steps: tuple[Step, ...]) -> Table:
    """Draw a plan: what is built, in order, and how it is paid."""
    table = _table()
    table.add_column("", justify="right", no_wrap=True)
    table.add_column(say_as("graenaland", "build"), overflow="fold")
    table.add_column(say_as("graenaland", "pay"), overflow="fold")
    for number, step in enumerate(steps, 1):
        paid = payment_text(step) if isinstance(step, BuildStep) else ""
        table.add_row(f"{number}.", step_text(step), paid)
    return table


def _table() -> Table:
    return Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
