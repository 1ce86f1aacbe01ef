"""Small, large and final scoring, item by item (Vikings, 4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from odin_solver.errors import InputError
from odin_solver.support.language import mark, say, say_number
from odin_solver.vikings.archipelago import Archipelago
from odin_solver.vikings.parts import (
    FISHERMEN,
    GOLDSMITHS,
    NOBLES,
    ROUNDS,
    SCORING,
    SCOUTS,
    Cell,
    cell_name,
)
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.words import row_name, ship_name


@dataclass(frozen=True)
class ScoreItem:
    """A line of a scoring.

    Attributes
    ----------
    what
        What scores, in words.
    vp, gold
        Gains; negative for losses.
    where
        Its cell or column; empty for the whole area.
    threat
        The ship that keeps it from scoring, in words; empty if none does.
    """

    what: str
    vp: int = 0
    gold: int = 0
    where: str = ""
    threat: str = ""


@dataclass(frozen=True)
class ScoringPart:
    """A scoring: its name and its lines."""

    name: str
    items: tuple[ScoreItem, ...]

    @property
    def vp(self) -> int:
        """Victory points gained."""
        return sum(item.vp for item in self.items)

    @property
    def gold(self) -> int:
        """Gold gained."""
        return sum(item.gold for item in self.items)


@dataclass(frozen=True)
class Outlook:
    """The end of a game in which nothing more is bought or moved.

    Attributes
    ----------
    parts
        The scorings that are left, in their order.
    vp, gold
        Final score, and the gold left, which breaks ties.
    """

    parts: tuple[ScoringPart, ...]
    vp: int
    gold: int


def small_scoring(position: VikingsPosition) -> ScoringPart:
    """Return the small scoring: goldsmiths (Vikings, 4)."""
    return ScoringPart(say("small scoring"), tuple(_goldsmiths(position)))


def large_scoring(position: VikingsPosition) -> ScoringPart:
    """Return the large scoring without its ferrying (Vikings, 4)."""
    area = position.area
    repelled = sorted(area.ships.keys() - area.threats().keys())
    noble = SCORING.noble_vp + position.special("noble_plus1")
    fisherman = position.special("fisherman_1")
    items = (
        *(
            _ship_item(position, column, mark("{ship}, repelled"), 1)
            for column in repelled
            if position.rules.ship_repeat or column not in area.paid
        ),
        *_figures(position, NOBLES, vp=noble),
        *_scouts(position),
        *_goldsmiths(position),
        *(_figures(position, FISHERMEN, vp=fisherman) if fisherman else ()),
    )
    return ScoringPart(say("large scoring"), items)


def after_large_scoring(position: VikingsPosition) -> VikingsPosition:
    """Return the position with ships marked that have paid."""
    area = position.area
    repelled = area.ships.keys() - area.threats().keys()
    return replace(position, area=replace(area, paid=area.paid | repelled))


def scored(position: VikingsPosition) -> tuple[ScoringPart, VikingsPosition]:
    """Return the scoring of the position's round, and the position after it."""
    large = position.round in SCORING.large_rounds
    part = large_scoring(position) if large else small_scoring(position)
    after = replace(position, vp=position.vp + part.vp, gold=position.gold + part.gold)
    return part, after_large_scoring(after) if large else after


def final_scoring(position: VikingsPosition) -> ScoringPart:
    """Return the final scoring of a position after its last large scoring (Vikings, 4)."""
    threats = sorted(position.area.threats())
    lost = [_ship_item(position, each, mark("{ship}, not repelled"), -1) for each in threats]
    vp, gold = position.vp, position.gold + sum(item.gold for item in lost)
    if gold < 0:
        lost.append(ScoreItem(say("missing gold paid in VP"), vp=gold, gold=-gold))
        gold = 0
    rate = 3 if position.special("gold3") else SCORING.gold_for_a_vp
    bought = gold // rate
    items = [
        *lost,
        ScoreItem(
            say("{gold} gold at {rate} gold for a VP", gold=rate * bought, rate=rate),
            vp=bought,
            gold=-rate * bought,
        ),
        *_majorities(position),
        _food(position),
        *_buildings(position),
    ]
    total = vp + sum(item.vp for item in items)
    if total < 0 and position.rules.final_vp_floor:
        items.append(ScoreItem(say("no score below 0"), vp=-total))
    return ScoringPart(say("final scoring"), tuple(items))


def outlook(position: VikingsPosition) -> Outlook:
    """Return all scorings from the position's round to the end, if nothing more changes."""
    parts = []
    for number in range(position.round, ROUNDS + 1):
        part, position = scored(replace(position, round=number))
        name = say("round {round}, {scoring}", round=number, scoring=part.name)
        parts.append(replace(part, name=name))
    parts.append(final_scoring(position))
    return Outlook(tuple(parts), position.vp + parts[-1].vp, position.gold + parts[-1].gold)


def _threat(area: Archipelago, cell: Cell) -> str:
    sail = area.threat_to(cell)
    if sail is None:
        return ""
    return say("{ship} in column {column}", ship=ship_name(sail), column=cell[1])


def _figures(
    position: VikingsPosition, row: int, *, vp: int = 0, gold: int = 0
) -> Iterator[ScoreItem]:
    """Yield what each figure of a row gains, nothing if a ship threatens it."""
    for cell in sorted(cell for cell in position.area.figures if cell[0] == row):
        threat = _threat(position.area, cell)
        gains = (0, 0) if threat else (vp, gold)
        yield ScoreItem(row_name(row), *gains, cell_name(cell), threat)


def _ship_item(position: VikingsPosition, column: int, what: str, sign: int) -> ScoreItem:
    sail = position.area.ships[column]
    value = position.ship_value(sail)
    amount = sign * value.amount
    vp, gold = (amount, 0) if value.unit == "vp" else (0, amount)
    where = say("column {column}", column=column)
    return ScoreItem(say(what, ship=ship_name(sail)), vp, gold, where=where)


def _scouts(position: VikingsPosition) -> Iterator[ScoreItem]:
    figures = position.area.figures
    each = SCORING.scout_vp + position.special("scout_plus1")
    for row, column in sorted(cell for cell in figures if cell[0] == SCOUTS):
        goldsmith, fisherman = ((below, column) in figures for below in (GOLDSMITHS, FISHERMEN))
        what = row_name(row)
        if goldsmith and fisherman:
            what = say("scout above a goldsmith and a fisherman")
        elif goldsmith:
            what = say("scout above a goldsmith")
        elif fisherman:
            what = say("scout above a fisherman")
        threat = _threat(position.area, (row, column))
        vp = 0 if threat else each + SCORING.scout_vp_for_each_below * (goldsmith + fisherman)
        yield ScoreItem(what, vp, 0, cell_name((row, column)), threat)


def _goldsmiths(position: VikingsPosition) -> Iterator[ScoreItem]:
    more = position.special("goldsmith_plus1") + 2 * position.special("goldsmith_plus2")
    return _figures(position, GOLDSMITHS, gold=SCORING.goldsmith_gold + more)


def needed(rival: int | None, least: int, field: str) -> int:
    """Return the value that wins a majority; all who tie win (Vikings, 4)."""
    if rival is None:
        raise InputError.said(
            "rivals.{field}: expected the best value of the other players, which decides a "
            "majority of the final scoring",
            field=field,
        )
    return max(rival, least)


def _majorities(position: VikingsPosition) -> Iterator[ScoreItem]:
    rivals, least = position.rivals, position.rules.majority_min
    boatsmen = position.boatsmen + position.special("boatsman_final")
    islands = list(position.area.closed_islands())
    longest = max(map(len, islands), default=0)
    for value, rival, field, vp, what in (
        (boatsmen, rivals.boatsmen, "boatsmen", SCORING.most_boatsmen_vp, mark("boatsmen left")),
        (len(islands), rivals.islands, "islands", SCORING.most_islands_vp, mark("closed islands")),
        (
            longest,
            rivals.longest,
            "longest",
            SCORING.longest_island_vp,
            mark("longest closed island"),
        ),
    ):
        won = value >= least and value >= needed(rival, least, field)
        text = f"{say(what)}: {value}"
        if rival is not None:
            text = say("{value}, rivals {rival}", value=text, rival=rival)
        yield ScoreItem(text, vp if won else 0)


def _food(position: VikingsPosition) -> ScoreItem:
    feeding = len(position.area.safe_figures(FISHERMEN))
    balance = SCORING.fed_by_a_fisherman * feeding - position.n_figures
    surplus = 3 if position.special("food3") else SCORING.surplus_vp
    vp = balance * (surplus if balance > 0 else SCORING.shortage_vp)
    fed = SCORING.fed_by_a_fisherman * feeding
    return ScoreItem(say("food for {fed} of {all}", fed=fed, all=position.n_figures), vp)


def around(cell: Cell) -> Sequence[Cell]:
    """Return a cell and its eight neighbours."""
    row, column = cell
    return [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def _buildings(position: VikingsPosition) -> Iterator[ScoreItem]:
    area = position.area
    for cell, tile in sorted(area.tiles.items()):
        if tile.special:
            threat = _threat(area, cell)
            count = sum(neighbour in area.figures for neighbour in around(cell))
            what = say_number(
                "building {building}, {n} figure around",
                "building {building}, {n} figures around",
                count,
                building=tile.building,
            )
            yield ScoreItem(what, 0 if threat else count, 0, cell_name(cell), threat)
