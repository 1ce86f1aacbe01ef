"""The printed parts of the game as tables and pictures: boards and tiles."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from odin_solver.components import BOARDS, TILES, Board, Tile
from odin_solver.components.cells import cell_names
from odin_solver.components.signs import sign_of, sign_of_item
from odin_solver.names.printed import plain_name, printed_list, printed_name
from odin_solver.render import palette
from odin_solver.render.terminal.boards import board_text
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import ENGLISH, language, say, say_as


def boards_table() -> Table:
    """Return a line for each board and building."""
    right = (say("pts"), say("open"))
    columns = ("id", *_named(say("name")), say("side"), *right, say("income"), say("bonuses"))
    table = _table(*columns, right=right)
    for board in BOARDS.values():
        side = f"{board.letter} {_kind(board.side)}" if board.letter else _kind(board.kind)
        income = " + ".join(f"{each.values[0]}-{each.values[-1]}" for each in board.income)
        bonuses = " ".join(
            "+".join(sign_of_item(item) for item, _ in bonus.gives) for bonus in board.bonuses
        )
        name = board.id if board.copies == 1 else f"{board.id} (x{board.copies})"
        negative = str(-board.printed_negative)
        named = _named(say_as("board", board.name))
        points = str(board.points)
        table.add_row(name, *named, side, points, negative, income or "-", bonuses or "-")
    return table


def tiles_table() -> Table:
    """Return a line for each tile."""
    numbers = (say("sword"), say("price"))
    columns = (say("sign"), say("color"), say("size"), say("area"), say("upgrades to"), *numbers)
    table = _table(
        *("id", *_named(say("name")), *columns, say("notes")), right=(say("area"), *numbers), gap=1
    )
    for tile in TILES.values():
        table.add_row(
            tile.id,
            *_named(printed_name(tile.id)),
            Text(f" {sign_of(tile)} ", style=_style(tile)),
            say(tile.color),
            _size(tile),
            str(tile.area or "-"),
            tile.upgrades_to or "-",
            _or_dash(tile.sword),
            _or_dash(tile.price),
            ", ".join(_notes(tile)),
        )
    return table


def board_details(board: Board) -> RenderableType:
    """Return the picture of a board with its facts."""
    facts: list[tuple[str, str]] = [("id", board.id), (say("kind"), _kind(board.kind))]
    facts.append((say("points"), str(board.points)))
    if board.copies > 1:
        facts.append((say("copies"), str(board.copies)))
    if board.letter:
        facts.append((say("side"), f"{board.letter}, {_kind(board.side)}"))
    if board.expansion:
        facts.append((say("expansion"), say_as("expansion", board.expansion)))
    if board.ships:
        ships = say(" or ").join(map(plain_name, board.ships))
        taken = say("{action} with {ships}", action=board.action, ships=ships)
        facts.append((say("taken by"), taken))
    for diagonal in board.income:
        *values, last = diagonal.values
        where = cell_names(diagonal.cells, board.height)
        earned = say("{values}, then {last}", values=" ".join(map(str, values)), last=last)
        facts += [(say("income"), earned), ("  " + say("on cells"), where)]
    facts += [
        (say("bonus"), f"{cell_names(bonus.cells, board.height)}: {printed_list(bonus.gives)}")
        for bonus in board.bonuses
    ]
    if board.slots:
        facts.append((say("slots"), printed_list(board.slots)))
    lost = say("{n} if nothing is placed", n=-board.printed_negative)
    facts.append((say("uncovered"), lost))
    return Group(board_text(BoardState(board)), _facts(facts))


def tile_details(tile: Tile) -> RenderableType:
    """Return the shape of a tile with its facts."""
    facts: list[tuple[str, str]] = [("id", tile.id), (say("sign"), sign_of(tile))]
    facts += [(say("kind"), _kind(tile.kind)), (say("color"), say(tile.color))]
    facts.append((say("area"), str(tile.area)))
    chain = _chain(tile)
    if len(chain) > 1:
        facts.append((say("upgrades"), " > ".join(each.id for each in chain)))
    if tile.harvest is not None:
        facts.append((say("harvest"), say("from number {n}", n=tile.harvest)))
    if tile.sword is not None:
        facts.append((say("sword"), str(tile.sword)))
    if tile.price is not None:
        facts.append((say("price"), say("{n} silver", n=tile.price)))
    if tile.kind in ("good", "special"):
        facts.append((say("tongs"), say("yes, can be forged") if tile.tongs else say("no")))
    if tile.copies is not None:
        facts.append((say("copies"), str(tile.copies)))
    if tile.points:
        pregnant = tile.pregnant_points
        points = say("{points}, pregnant {pregnant}", points=tile.points, pregnant=pregnant)
        facts.append((say("points"), points if pregnant else str(tile.points)))
    if tile.expansion:
        facts.append((say("expansion"), say_as("expansion", tile.expansion)))
    return Group(Text(printed_name(tile.id), style="bold"), *_shape(tile), _facts(facts))


def _table(*columns: str, right: Iterable[str] = (), gap: int = 2) -> Table:
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", no_wrap=True)
    return table


def _named(cell: str) -> list[str]:
    """Return a cell of the column with names, which English does not need beside the ids."""
    return [] if language() == ENGLISH else [cell]


def _kind(name: str | None) -> str:
    return say_as("kind", name or "")


def _facts(facts: Iterable[tuple[str, str]]) -> Table:
    table = labelled_table()
    for fact in facts:
        table.add_row(*fact)
    return table


def _style(tile: Tile) -> str:
    paint = palette.paint_of(tile)
    return f"{paint.ink} on {paint.fill}"


def _size(tile: Tile) -> str:
    return f"{len(tile.shape[0])}x{len(tile.shape)}" if tile.shape else "-"


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)


def _notes(tile: Tile) -> list[str]:
    notes = [_kind(tile.kind)] if tile.kind not in ("good", "filler") else []
    if tile.tongs:
        notes.append(say("tongs"))
    if tile.harvest is not None:
        notes.append(say("harvest {n}", n=tile.harvest))
    return notes


def _chain(tile: Tile) -> list[Tile]:
    before = {each.upgrades_to: each for each in TILES.values() if each.upgrades_to}
    chain = [tile]
    while chain[0].id in before:
        chain.insert(0, before[chain[0].id])
    while chain[-1].upgrades_to:
        chain.append(TILES[chain[-1].upgrades_to])
    return chain


def _shape(tile: Tile) -> list[Text]:
    style = _style(tile)
    sign = sign_of(tile)
    lines = []
    for row in tile.shape:
        line = Text("  ")
        for mark in row:
            line.append(f"[{sign}]" if mark == "#" else "    ", style if mark == "#" else "")
        lines.append(line)
    return lines
