"""Islands and ships in a terminal; readable without colours."""

from collections.abc import Iterator, Mapping

from rich.console import Group
from rich.style import Style
from rich.text import Text

from odin_solver.support.language import say, say_as, say_number
from odin_solver.vikings.archipelago import Archipelago
from odin_solver.vikings.files import pair_text
from odin_solver.vikings.parts import BOATSMAN, ROWS, SAILS, Cell, Sail
from odin_solver.vikings.pictures.paints import LAND, SAIL_PAINTS, SEA, figure_paint
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.wheel import price
from odin_solver.vikings.words import figures_text, sail_name, special_text, value_text

ACROSS = 7
"""Characters of a cell."""

LABEL = 5

MARK_OF_THREAT = "!"


def position_drawing(position: VikingsPosition, new: frozenset[Cell] = frozenset()) -> Group:
    """Draw a position; figures in `new` cells are underlined."""
    area = position.area
    columns = max(area.columns + 1, 4)
    drawing = Text(no_wrap=True, overflow="ellipsis")
    drawing.append(" " * LABEL)
    for column in range(1, columns + 1):
        drawing.append(f"{column:^{ACROSS}}", style="dim")
    drawing.append("\n")
    for ships in _ships(area):
        drawing.append_text(ships).append("\n")
    for row, code in enumerate(ROWS):
        paint = figure_paint(code)
        drawing.append(f" {code} ", style=f"{paint.ink} on {paint.fill}")
        drawing.append("| ", style="dim")
        for column in range(1, columns + 1):
            drawing.append_text(_cell(area, (row, column), new))
        drawing.append("\n")
    facts = Text("\n").join(
        Text.assemble((f"{label} ", "bold"), words) for label, words in _lines(position)
    )
    drawing.rstrip()
    return Group(drawing, facts)


def _ships(area: Archipelago) -> Iterator[Text]:
    """Yield the names of the ships, in two lines by turns if one fills its column."""
    wide = any(len(sail_name(sail)) >= ACROSS for sail in area.ships.values())
    for first in range(1 + wide):
        line = Text()
        for column in sorted(area.ships):
            if wide and column % 2 == first:
                continue
            paint = SAIL_PAINTS[area.ships[column]]
            name = f"{sail_name(area.ships[column]):^{ACROSS}}"
            begin = LABEL + ACROSS * (column - 1) - (len(name) - ACROSS) // 2
            line.append(" " * (begin - len(line))).append(
                name, style=f"{paint.ink} on {paint.fill}"
            )
        yield line


def _cell(area: Archipelago, cell: Cell, new: frozenset[Cell]) -> Text:
    sea = Style(color=SEA.light, bgcolor=SEA.dark)
    tile = area.tiles.get(cell)
    if tile is None:
        return Text(f"{'~':^{ACROSS}}", style=sea)
    land = Style(color=LAND.ink, bgcolor=LAND.fill)
    number = f"{tile.building}{'+' if tile.special else '='}=" if tile.building else "==="
    begin = " (=" if tile.kind == "S" else number
    drawn = Text(begin, style=land)
    if tile.kind == "S":
        drawn.stylize(sea, 0, 1)
    if cell in area.figures:
        paint = figure_paint(ROWS[cell[0]])
        style = f"bold {paint.ink} on {paint.fill}"
        drawn.append(ROWS[cell[0]], style=f"{style} underline" if cell in new else style)
    else:
        drawn.append("=", style=land)
    threatened = cell in area.figures and area.threat_to(cell) is not None
    drawn.append(MARK_OF_THREAT if threatened else "=", style=land)
    drawn.append(") " if tile.kind == "E" else "==", style=land)
    if tile.kind == "E":
        drawn.stylize(sea, ACROSS - 1, ACROSS)
    return drawn


def _lines(position: VikingsPosition) -> Iterator[tuple[str, str]]:
    owned = say("{gold} gold, {vp} VP", gold=position.gold, vp=position.vp)
    yield say("Round"), f"{position.round}   {owned}"
    if waiting := figures_listed(position.mainland):
        yield say("Mainland"), waiting
    if position.specials:
        specials = (f"{n} {special_text(each)}" for each, n in position.specials.items())
        yield say("Special tiles"), ", ".join(specials)
    if position.start_tile:
        yield say("Start tile"), say("not laid yet")
    yield from known_facts(position)
    free = position.free
    if free.tiles:
        tiles = {str(tile): free.tiles[tile] for tile in sorted(free.tiles, key=str)}
        yield say("Free tiles"), counted(tiles)
    if free.ships:
        yield say("Free ships"), counted(free.ships)
    if free.figures:
        yield say("Free figures"), figures_listed(free.figures)
    wheel = position.wheel
    if wheel.pairs:
        pairs = (f"{price(wheel, at)}: {pair_text(pair)}" for at, pair in wheel.pairs.items())
        yield say("Wheel"), ", ".join(pairs)
    if wheel.specials:
        yield say("Special tiles to take"), ", ".join(map(special_text, wheel.specials))


def figures_listed(counts: Mapping[str, int]) -> str:
    """Return figures with their numbers, in the order of the rows."""
    return ", ".join(
        figures_text(code, counts[code]) for code in (*ROWS, BOATSMAN) if counts.get(code)
    )


def known_facts(position: VikingsPosition) -> Iterator[tuple[str, str]]:
    """Yield the values of the ships of a position and the rivals' best, each with its label."""
    sails = {*position.area.ships.values(), *position.free.ships}
    values = [
        f"{sail_name(sail)} {value_text(position.ship_values[sail])}"
        for sail in SAILS
        if sail in sails & position.ship_values.keys()
    ]
    if values:
        yield say_as("vikings", "Ships"), ", ".join(values)
    rivals = position.rivals
    best = []
    if rivals.boatsmen is not None:
        best.append(figures_text(BOATSMAN, rivals.boatsmen))
    if rivals.islands is not None:
        best.append(say_number("{n} closed island", "{n} closed islands", rivals.islands))
    if (n := rivals.longest) is not None:
        best.append(say_number("{n} tile in a closed island", "{n} tiles in a closed island", n))
    if best:
        yield say("Rivals at best"), ", ".join(best)


def counted(counts: Mapping[str, int] | Mapping[Sail, int]) -> str:
    """Return names with their numbers."""
    return ", ".join(
        f"{n}× {say_as('sail', key)}" if key in SAILS else f"{n} {key}" for key, n in counts.items()
    )
