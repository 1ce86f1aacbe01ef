"""Small, large and final scoring, item by item (Vikings, 4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from odin_solver.errors import InputError
from odin_solver.vikings.archipelago import Archipelago
from odin_solver.vikings.parts import (
    FIGURES,
    FISHERMEN,
    GOLDSMITHS,
    NOBLES,
    ROUNDS,
    ROWS,
    SCORING,
    SCOUTS,
    Cell,
    cell_name,
)
from odin_solver.vikings.position import VikingsPosition


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
    return ScoringPart("small scoring", tuple(_goldsmiths(position)))


def large_scoring(position: VikingsPosition) -> ScoringPart:
    """Return the large scoring without its ferrying (Vikings, 4)."""
    items = (
        *_repelled_ships(position),
        *_nobles(position),
        *_scouts(position),
        *_goldsmiths(position),
        *_fishermen(position),
    )
    return ScoringPart("large scoring", items)


def after_large_scoring(position: VikingsPosition) -> VikingsPosition:
    """Return the position with ships marked that have paid."""
    area = position.area
    repelled = area.ships.keys() - area.threats().keys()
    return replace(position, area=replace(area, paid=area.paid | repelled))


def final_scoring(position: VikingsPosition) -> ScoringPart:
    """Return the final scoring of a position after its last large scoring (Vikings, 4)."""
    lost = list(_ship_penalties(position))
    vp, gold = position.vp, position.gold + sum(item.gold for item in lost)
    if gold < 0:
        lost.append(ScoreItem("missing gold paid in VP", vp=gold, gold=-gold))
        gold = 0
    rate = 3 if position.special("gold3") else SCORING.gold_for_a_vp
    bought = gold // rate
    items = [
        *lost,
        ScoreItem(f"{rate * bought} gold at {rate} gold for a VP", vp=bought, gold=-rate * bought),
        *_majorities(position),
        _food(position),
        *_buildings(position),
    ]
    total = vp + sum(item.vp for item in items)
    if total < 0 and position.rules.final_vp_floor:
        items.append(ScoreItem("no score below 0", vp=-total))
    return ScoringPart("final scoring", tuple(items))


def outlook(position: VikingsPosition) -> Outlook:
    """Return all scorings from the position's round to the end, if nothing more changes."""
    parts = []
    for number in range(position.round, ROUNDS + 1):
        large = number in SCORING.large_rounds
        part = large_scoring(position) if large else small_scoring(position)
        parts.append(replace(part, name=f"round {number}, {part.name}"))
        if large:
            position = after_large_scoring(position)
        position = replace(position, vp=position.vp + part.vp, gold=position.gold + part.gold)
    parts.append(final_scoring(position))
    return Outlook(tuple(parts), position.vp + parts[-1].vp, position.gold + parts[-1].gold)


def _threat(area: Archipelago, cell: Cell) -> str:
    sail = area.threat_to(cell)
    return f"{sail} ship in column {cell[1]}" if sail else ""


def _figures(position: VikingsPosition, row: int) -> Iterator[tuple[Cell, str, str]]:
    """Yield the figures of a row: cell, name, and the ship that threatens it."""
    for cell in sorted(cell for cell in position.area.figures if cell[0] == row):
        yield cell, FIGURES[ROWS[row]].name, _threat(position.area, cell)


def _repelled_ships(position: VikingsPosition) -> Iterator[ScoreItem]:
    area = position.area
    for column in sorted(area.ships.keys() - area.threats().keys()):
        if position.rules.ship_repeat or column not in area.paid:
            yield _ship_item(position, column, "repelled", 1)


def _ship_penalties(position: VikingsPosition) -> Iterator[ScoreItem]:
    for column in sorted(position.area.threats()):
        yield _ship_item(position, column, "not repelled", -1)


def _ship_item(position: VikingsPosition, column: int, state: str, sign: int) -> ScoreItem:
    sail = position.area.ships[column]
    value = position.ship_value(sail)
    amount = sign * value.amount
    vp, gold = (amount, 0) if value.unit == "vp" else (0, amount)
    return ScoreItem(f"{sail} ship, {state}", vp, gold, where=f"column {column}")


def _nobles(position: VikingsPosition) -> Iterator[ScoreItem]:
    each = SCORING.noble_vp + position.special("noble_plus1")
    for cell, name, threat in _figures(position, NOBLES):
        yield ScoreItem(name, 0 if threat else each, 0, cell_name(cell), threat)


def _scouts(position: VikingsPosition) -> Iterator[ScoreItem]:
    each = SCORING.scout_vp + position.special("scout_plus1")
    for cell, name, threat in _figures(position, SCOUTS):
        below = [
            FIGURES[ROWS[row]].name
            for row in (GOLDSMITHS, FISHERMEN)
            if (row, cell[1]) in position.area.figures
        ]
        vp = 0 if threat else each + SCORING.scout_vp_for_each_below * len(below)
        what = f"{name} above a {' and a '.join(below)}" if below else name
        yield ScoreItem(what, vp, 0, cell_name(cell), threat)


def _goldsmiths(position: VikingsPosition) -> Iterator[ScoreItem]:
    each = SCORING.goldsmith_gold
    each += position.special("goldsmith_plus1") + 2 * position.special("goldsmith_plus2")
    for cell, name, threat in _figures(position, GOLDSMITHS):
        yield ScoreItem(name, 0, 0 if threat else each, cell_name(cell), threat)


def _fishermen(position: VikingsPosition) -> Iterator[ScoreItem]:
    each = position.special("fisherman_1")
    for cell, name, threat in _figures(position, FISHERMEN) if each else ():
        yield ScoreItem(name, 0 if threat else each, 0, cell_name(cell), threat)


def needed(rival: int | None, least: int, field: str) -> int:
    """Return the value that wins a majority; all who tie win (Vikings, 4).

    Raises
    ------
    InputError
        If the rivals' best value is not known.
    """
    if rival is None:
        raise InputError(
            f"rivals.{field}: expected the best value of the other players, which decides a "
            "majority of the final scoring"
        )
    return max(rival, least)


def _majorities(position: VikingsPosition) -> Iterator[ScoreItem]:
    rivals, least = position.rivals, position.rules.majority_min
    boatsmen = position.boatsmen + position.special("boatsman_final")
    islands = list(position.area.closed_islands())
    longest = max(map(len, islands), default=0)
    for value, rival, field, vp, what in (
        (boatsmen, rivals.boatsmen, "boatsmen", SCORING.most_boatsmen_vp, "boatsmen left"),
        (len(islands), rivals.islands, "islands", SCORING.most_islands_vp, "closed islands"),
        (longest, rivals.longest, "longest", SCORING.longest_island_vp, "longest closed island"),
    ):
        won = value >= least and value >= needed(rival, least, field)
        best = f", rivals {rival}" if rival is not None else ""
        yield ScoreItem(f"{what}: {value}{best}", vp if won else 0)


def _food(position: VikingsPosition) -> ScoreItem:
    feeding = len(position.area.safe_figures(FISHERMEN))
    balance = SCORING.fed_by_a_fisherman * feeding - position.n_figures
    surplus = 3 if position.special("food3") else SCORING.surplus_vp
    vp = balance * (surplus if balance > 0 else SCORING.shortage_vp)
    return ScoreItem(f"food for {SCORING.fed_by_a_fisherman * feeding} of {position.n_figures}", vp)


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
            what = f"building {tile.building}, {count} figures around"
            yield ScoreItem(what, 0 if threat else count, 0, cell_name(cell), threat)
