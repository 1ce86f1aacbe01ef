"""What a solo game asks and what can be done, as menus with numbers for a terminal."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.components.spaces import SPACES, Group
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game import anytime
from odin_solver.game.draws import DIE_SIDES, Roll
from odin_solver.game.node import Chance
from odin_solver.game.order import asked_by
from odin_solver.game.play import chance_outcomes, current, decision
from odin_solver.game.sheet import score_sheet
from odin_solver.game.state import State
from odin_solver.render.terminal.game_words import card_name, card_title, items_text, meaning

if TYPE_CHECKING:
    from rich.console import RenderableType


class Section(NamedTuple):
    """Moves that belong together, with a title; an action group, say."""

    title: str
    moves: tuple[str, ...]


ANY_TIME = "At any time"
PLACING = "Placing"


def question(state: State) -> str:
    """What the game waits for, as a line for people."""
    node = current(state)
    if node is None:
        return f"The game is over: {score_sheet(state).total} points."
    if isinstance(node, Chance):
        return _of_chance(node)
    chosen = decision(state)
    assert chosen is not None
    asked = chosen.question(state)
    card = asked_by(state)
    if card is not None:
        return f"Card {card_name(card)}: {asked}"
    where = SPACES[state.space].name if state.space else ""
    if where and not asked.startswith(where.partition(" (")[0].lower()):
        return f"{where}: {asked}"
    return asked[:1].upper() + asked[1:]


def _of_chance(node: Chance) -> str:
    if isinstance(node, Roll):
        return f"What does the {node.die} show? (1 to {DIE_SIDES[node.die]})"
    return {
        "weapon": "Which weapon card was drawn?",
        "strip": "Which mountain strip is laid out? (what is printed on it, from the left)",
        "occupation": "Which dark occupation was drawn? (its number)",
        "starting occupation": "Which starting occupation was drawn? (its number)",
    }[node.kind]


def menu(state: State, *, placing: bool = False) -> list[Section]:
    """The legal moves in sections: spaces by action group, then what can be done at any time.

    Parameters
    ----------
    state
        The game.
    placing
        Whether to list all ways to place a tile, which can be thousands.
    """
    if isinstance(current(state), Chance):
        return [Section("", tuple(outcome for outcome, _ in chance_outcomes(state)))]
    node = decision(state)
    if node is None:
        return []
    moves = node.moves(state)
    sections = [
        Section(group.label, tuple(move for move in moves if _group(move) is group))
        for group in Group
    ]
    sections.append(Section("", tuple(move for move in moves if _group(move) is None)))
    sections.append(Section(ANY_TIME, tuple(anytime.listed(state, node))))
    if placing:
        sections.append(Section(PLACING, tuple(anytime.placing_moves(state))))
    return [section for section in sections if section.moves]


def _group(move: str) -> Group | None:
    verb, _, name = move.partition(" ")
    return SPACES[name].group if verb == "use" and name in SPACES else None


def numbered(sections: Iterable[Section]) -> list[str]:
    """All moves of a menu in the order of their numbers, which begin with 1."""
    return [move for section in sections for move in section.moves]


def menu_text(state: State, sections: Sequence[Section]) -> "RenderableType":
    """A menu: for each move its number, the move itself, and what it means.

    Outcomes of chance that are numbers stand for themselves.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    table.add_column(justify="right", no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    number = 0
    for section in sections:
        if section.title:
            table.add_row("", Text(section.title, style="bold underline"))
        for move in section.moves:
            number += 1
            what = meaning_of(state, move)
            if move.isdecimal():
                table.add_row(move, what)
            else:
                text = Text.assemble((move, "bold"), f"  {what}" if what else "")
                table.add_row(str(number), text)
    return Padding(table, (0, 0, 0, 2))


def meaning_of(state: State, move: str) -> str:
    """What a move or an outcome of chance means."""
    node = current(state)
    if not isinstance(node, Chance):
        return meaning(state, move)
    if node.kind == "strip":
        return items_text(MOUNTAIN_STRIPS[int(move) - 1])
    return card_title(int(move)) if node.kind.endswith("occupation") else ""


COLUMNS = 4
"""Columns of the action board."""

LABEL = 12
"""Characters for the name of a group."""


def action_board_text(
    moves: Sequence[str], numbers: Mapping[str, int], width: int = 100
) -> "RenderableType":
    """The spaces that can be used as they stand on the action board: rows are groups.

    Parameters
    ----------
    moves
        Moves ``use SPACE``.
    numbers
        The number of each move.
    width
        Characters of a line of the terminal.
    """
    room = max(12, min(24, (width - LABEL - 3) // COLUMNS - 1))
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", style="bold", width=LABEL)
    for column in range(1, COLUMNS + 1):
        table.add_column("1 Viking" if column == 1 else f"{column} Vikings", no_wrap=True)
    spaces = [(SPACES[move.removeprefix("use ")], numbers[move]) for move in moves]
    for group in Group:
        row = [
            "\n".join(
                _entry(number, space.name, room)
                for space, number in spaces
                if space.group is group and space.column == column
            )
            for column in range(1, COLUMNS + 1)
        ]
        if any(row):
            table.add_row(group.label, *row)
    return Padding(table, (0, 0, 0, 2))


def _entry(number: int, name: str, room: int) -> str:
    """A space with its number; the row and the column say the rest of its name."""
    short = name.removeprefix("Market: ").partition(" (")[0]
    return "\n".join(textwrap.wrap(f"{number:>2}) {short}", room, subsequent_indent="    "))
