"""Solo game in a terminal."""

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.feast import Feast
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import ANIMALS, State
from odin_solver.game.positions import position_of
from odin_solver.names.printed import penalties_text, plain_list, plain_name
from odin_solver.render.terminal.boards import board_text, grid_text
from odin_solver.render.terminal.drawing import Drawing
from odin_solver.render.terminal.feast import laid_table
from odin_solver.render.terminal.sheet import scores_text
from odin_solver.render.terminal.summary import heading, supply_text
from odin_solver.render.terminal.tables import labelled_table, plain_table
from odin_solver.rules.banquet import empty_cells
from odin_solver.support.language import mark, say, say_as, say_number
from odin_solver.words import game
from odin_solver.words.cards import hand_text, played_text
from odin_solver.words.harvest import harvest_lines
from odin_solver.words.menu import Section, meaning_of, question
from odin_solver.words.moves import keys_of


def game_text(state: State) -> RenderableType:
    """Draw the whole game: boards, supply, ships, mountains, cards, score, and the question."""
    parts = (headline(state), Text(), seen_from(state), Text())
    return Group(*parts, Text(question(state), style="bold"))


def seen_from(state: State) -> RenderableType:
    """Draw what there is from the seat of a player, without the question."""
    over = current(state) is None
    parts: list[RenderableType] = [
        boards_text(state),
        heading(say("Supply")),
        supply_of(state),
        facts_text(state),
        *([heading(say("Banquet table")), banquet_text(state), Text()] if state.table else ()),
        heading(say("Score") if over else say("Score if the game ended now")),
        scores_text(state),
    ]
    return Group(*parts)


def headline(state: State) -> Text:
    """Return round, phase and Vikings on one line."""
    return Text(game.headline_text(state), style="bold")


def boards_text(
    state: State, new: Mapping[int, int] | None = None, only: Container[int] | None = None
) -> RenderableType:
    """Draw the boards, side by side where the terminal is wide enough.

    Parameters
    ----------
    new
        Index of the first new piece by board number.
    only
        Numbers of the boards to draw; by default all.
    """
    names = board_names(state)
    drawings = []
    for at, board in enumerate(position_of(state).boards):
        if only is not None and at not in only:
            continue
        drawing = board_text(board, (new or {}).get(at))
        title = (Segment(f"[{names[at]}]", Style(dim=True)),)
        drawings.append(Drawing((title, *drawing.lines, ())))
    return Columns(drawings, padding=(0, 3))


def supply_of(state: State) -> RenderableType:
    """Draw the supply, a line per colour, then weapons and animals."""
    table = labelled_table()
    goods = {
        name: count
        for name, count in position_of(state).supply.items()
        if name not in ("sheep", "cattle")
    }
    weapons = [(name, state.has(name)) for name in WEAPONS if state.has(name)]
    animals = [(name, state.has(name)) for name in ANIMALS if state.has(name)]
    table.add_row(say("Weapons"), plain_list(weapons))
    table.add_row(say("Stables"), plain_list(animals))
    return Group(supply_text(goods), Padding(table, (0, 0, 0, 2)))


def facts_text(state: State) -> RenderableType:
    """Draw the facts besides boards and supply."""
    table = labelled_table()
    for label, text in facts(state):
        table.add_row(say(label), text)
    return Padding(table, (0, 0, 1, 2))


def facts(state: State) -> Iterator[tuple[str, str]]:
    """Yield what matters besides boards and supply: a label and its words."""
    yield mark("Bay"), game.bay_text(state)
    if state.emigrated:
        yield mark("Emigrated"), ", ".join(map(plain_name, state.emigrated))
    yield mark("Mountains"), game.mountains_text(state)
    if harvest := harvest_lines(state):
        yield mark("Harvest"), "\n".join(harvest)
    boards = [game.exploration_text(state, each) for each in state.exploration]
    yield mark("Exploration"), "\n".join(boards) or say("none left")
    if state.placed:
        yield mark("Vikings"), ", ".join(_space(name, vikings) for name, vikings in state.placed)
    if state.blocked:
        names = ", ".join(
            say_as("space", SPACES[name].name) for name in SPACES if name in state.blocked
        )
        yield mark("Blocked"), say("{spaces} (until the end of this round)", spaces=names)
    if state.options.players > 1 and (others := game.others_text(state)):
        yield mark("Others"), others
    for name, seat in zip(state.options.seats, state.seats, strict=False):
        if seat is not state:
            yield name, game.seat_text(seat)
    if state.options.cards or state.hand or state.played:
        yield mark("Hand"), hand_text(state)
        yield mark("Played"), played_text(state)
    if state.round:
        ships = BANQUET_TABLE.ship_covers * len(state.emigrated)
        n = table_cells(state)
        cells = say_number("{n} cell to fill this round", "{n} cells to fill this round", n)
        if ships:
            cells = say("{cells}, {ships} more under emigrated ships", cells=cells, ships=ships)
        yield mark("Banquet"), cells
    if state.penalties:
        yield mark("Penalties"), penalties_text(state.penalties)
    if state.options.rulings:
        yield mark("Rulings"), ", ".join(sorted(state.options.rulings))
    if state.final_income:
        yield mark("Income"), say("{n} noted on the score sheet", n=state.final_income)


def _space(name: str, vikings: int) -> str:
    return f"{say_as('space', SPACES[name].name)} ({vikings})"


def banquet_text(state: State) -> RenderableType:
    """Draw the banquet table with what is served."""
    cells = table_cells(state)
    feast = Feast(cells, state.table, empty_cells(cells, state.table), {}, Fraction(0))
    return grid_text(laid_table(feast, len(state.emigrated)))


def menu_text(state: State, sections: Sequence[Section]) -> RenderableType:
    """Draw a menu: the moves with their keys and meanings."""
    keys = {move: key for key, move in keys_of(m for each in sections for m in each.moves).items()}
    table = plain_table("right", "left")
    table.columns[0].style = "dim"
    for section in sections:
        if section.title:
            table.add_row("", Text(section.title, style="bold underline"))
        for move in section.moves:
            key, what = keys.get(move, ""), meaning_of(state, move)
            text = (
                Text(what) if key == str(move) else Text.assemble((str(move), "bold"), f"  {what}")
            )
            text.rstrip()
            table.add_row(key, text)
    return Padding(table, (0, 0, 0, 2))
