"""Positions of Graenaland in a terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import Step
from odin_solver.graenaland.rules.goals import score_of
from odin_solver.graenaland.words import (
    cost_text,
    goals_lines,
    needed_text,
    profile_note,
    score_text,
    settlements_text,
    step_text,
    supply_text,
)


def position_text(position: GraenalandPosition) -> RenderableType:
    """Draw a position: the map as a table, the hand, the goals."""
    parts: list[RenderableType] = [Text(position.title or "Graenaland", style="bold")]
    role = "main player" if position.mode == "main" else f"{position.mode} builder"
    parts.append(Text(f"{position.me} is {role}; players: {', '.join(position.players)}"))
    parts.append(map_table(position))
    parts.append(Text(f"Hand: {cost_text(position.hand)}"))
    for label, cards in (("Supply cards", position.kept), ("Offered", position.offered)):
        if cards:
            parts.append(Text(f"{label}: {', '.join(map(supply_text, cards))}"))
    if position.joint is not None:
        joint = position.joint
        promised = cost_text(joint.cards)
        parts.append(Text(f"Joint {joint.kind} on {joint.tile}; promised: {promised}"))
    parts.append(goals_table(position))
    score = score_text(position, score_of(position))
    parts.append(Text(f"{score}; {needed_text(position)}", style="bold"))
    if note := profile_note(position):
        parts.append(Text(note, style="dim"))
    return Group(*parts)


def map_table(position: GraenalandPosition) -> Table:
    """Draw the tiles, the coast first."""
    table = _table()
    for title in ("tile", "village", "settlements", "works, heroes", "stock"):
        table.add_column(title, overflow="fold")
    states = sorted(position.tiles.items(), key=lambda pair: not pair[1].printed.coastal)
    for name, state in states:
        printed = state.printed
        army = [
            f"{player} {hero}{f' {position.army[player]}' if hero == 'warrior' else ''}"
            for player, hero in state.heroes.items()
        ]
        place = printed.terrain if printed.coastal else f"{printed.terrain} (inland)"
        table.add_row(
            f"{name} {place}",
            cost_text(printed.village),
            settlements_text(state, position.players),
            ", ".join([*sorted(state.works), *army]),
            " ".join(card or "?" for card in state.stock),
        )
    return table


def goals_table(position: GraenalandPosition) -> Table:
    """Draw what counts, with the levels to reach."""
    table = _table()
    table.add_column("goal" if position.card is None else "column", overflow="fold")
    table.add_column("now", justify="right")
    table.add_column("at least", justify="right")
    table.add_column("")
    for row in goals_lines(position):
        table.add_row(*row)
    return table


def steps_table(steps: tuple[Step, ...]) -> Table:
    """Draw a plan: what is built, in order, and how it is paid."""
    table = _table()
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("build", overflow="fold")
    table.add_column("pay", overflow="fold")
    for number, step in enumerate(steps, 1):
        what, paid = step_text(step)
        table.add_row(f"{number}.", what, paid)
    return table


def _table() -> Table:
    return Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
