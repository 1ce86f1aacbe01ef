"""Legal moves, and simple players: random ones, and greedy ones that appraise each pair."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from odin_solver.vikings import parts
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.game.moves import Bid, MoveColour, RowFerry, TakePair, VikingsMove
from odin_solver.vikings.game.table import Table, specials_brought, with_pair
from odin_solver.vikings.position import Rivals, VikingsPosition, Wheel
from odin_solver.vikings.rules.ferrying import Counts, plans
from odin_solver.vikings.rules.laying import legal_cells, ship_columns
from odin_solver.vikings.rules.scoring import large_scoring, outlook
from odin_solver.vikings.rules.wheel import earns_special, price, takeable

WAITING = 0.45
"""Share of its value that a figure on the mainland is worth: it needs a boatsman and a tile."""

FISHERMAN_VP = 4.0
"""Value of a fisherman: it feeds five, not all of whom would be counted."""

WARRIOR_VP = 2.5
"""Value of a warrior where no ship lies yet."""

BOATSMAN_VP = 3.0

CLOSED_VP = 2.5
"""Value of closing an island."""

LONGER_VP = 0.6
OPEN_VP = 0.8
"""Values of a middle, and of a start."""

BEYOND = Rivals(99, 99, 99)
"""Stands for rivals that are not known: majorities are left out."""

GREEDY_GOLD = 0.45
"""Victory points for a gold in the first round; at the end it is the final rate."""


class Appraisal(NamedTuple):
    """A placing of a pair and its estimated value in victory points, without its price."""

    value: float
    move: TakePair


def gold_worth(number: int) -> float:
    """Return the victory points that a gold is worth in a round."""
    last = 1 / parts.SCORING.gold_for_a_vp
    return last + (GREEDY_GOLD - last) * (parts.ROUNDS - number) / (parts.ROUNDS - 1)


def _large_left(now: VikingsPosition) -> int:
    return sum(number >= now.round for number in parts.SCORING.large_rounds)


def figure_worth(now: VikingsPosition, row: int, cell: parts.Cell | None = None) -> float:
    """Return the estimated value of a figure of a row, on a cell or anywhere."""
    large = _large_left(now)
    if row == parts.WARRIORS:
        sail = None if cell is None else now.area.ships.get(cell[1])
        if sail is None:
            return WARRIOR_VP
        return WARRIOR_VP + _ship_worth(now, sail) * (large + 1)
    if row == parts.NOBLES:
        return parts.SCORING.noble_vp * large
    if row == parts.GOLDSMITHS:
        return parts.SCORING.goldsmith_gold * (parts.ROUNDS + 1 - now.round) * gold_worth(now.round)
    if row == parts.FISHERMEN:
        return FISHERMAN_VP
    below = 1.0
    if cell is not None:
        below = 0.4 + sum(
            0.8
            for under in (parts.GOLDSMITHS, parts.FISHERMEN)
            if (under, cell[1]) in now.area.figures
        )
    return (parts.SCORING.scout_vp + below) * large


def _ship_worth(now: VikingsPosition, sail: parts.Sail) -> float:
    value = now.ship_value(sail)
    return value.amount * (1.0 if value.unit == "vp" else gold_worth(now.round))


def appraisals(
    now: VikingsPosition, tile: IslandTile | parts.Sail, figure: str, at: int
) -> Iterator[Appraisal]:
    """Yield the ways to place a pair, each with its estimated value."""
    for start in _start_cells(now):
        area, after = now.area, now
        if start is not None:
            area = replace(area, tiles={**area.tiles, start: IslandTile("S")})
            after = replace(now, area=area)
        waits = figure != parts.BOATSMAN
        kept = WAITING * figure_worth(after, parts.ROWS.index(figure)) if waits else BOATSMAN_VP
        if not isinstance(tile, IslandTile):
            for column in ship_columns(area.ships):
                value = kept - _damage(after, tile, column)
                yield Appraisal(value, TakePair(at, column=column, start=start))
            continue
        cells = legal_cells(area, tile, now.rules)
        if not cells:
            yield Appraisal(kept, TakePair(at, start=start))
        for cell in cells:
            value = _tile_worth(area, tile, cell)
            yield Appraisal(value + kept, TakePair(at, cell, start=start))
            if parts.ROWS[cell[0]] == figure:
                worth = figure_worth(after, cell[0], cell)
                if area.threat_to(cell) is not None and cell[0] != parts.WARRIORS:
                    worth *= 0.25
                yield Appraisal(value + worth, TakePair(at, cell, stand=True, start=start))


def _start_cells(now: VikingsPosition) -> list[parts.Cell | None]:
    if not now.start_tile or now.rules.mainland_edge == "land":
        return [None]
    return [(row, 1) for row in range(len(parts.ROWS))]


def _tile_worth(area: Archipelago, tile: IslandTile, cell: parts.Cell) -> float:
    row, column = cell
    before, behind = area.tiles.get((row, column - 1)), area.tiles.get((row, column + 1))
    worth = {"S": OPEN_VP, "M": LONGER_VP, "E": CLOSED_VP if before else 0.0}[tile.kind]
    if tile.kind == "M" and before is None:
        worth = 0.0
    return worth + (LONGER_VP if behind is not None else 0.0) - 0.05 * column


def _damage(now: VikingsPosition, sail: parts.Sail, column: int) -> float:
    """Return what a ship costs in a column; negative if a warrior waits there."""
    if (parts.WARRIORS, column) in now.area.figures:
        return -_ship_worth(now, sail) * _large_left(now)
    lost = sum(
        figure_worth(now, row, (row, at))
        for row, at in now.area.figures
        if at == column and row <= parts.THREAT_ENDS[sail]
    )
    return 0.5 * _ship_worth(now, sail) + 0.6 * lost + 0.3 * parts.THREAT_ENDS[sail]


def best_appraisal(now: VikingsPosition, wheel: Wheel, at: int) -> Appraisal:
    """Return the best place of the pair at a position of the wheel."""
    pair = wheel.pairs[at]
    return max(appraisals(now, pair.tile, pair.figure, at), key=lambda choice: choice.value)


def cost_of(now: VikingsPosition, wheel: Wheel, at: int) -> float:
    """Return the price of a pair in victory points."""
    cost = price(wheel, at)
    in_gold = min(cost, now.gold)
    return in_gold * gold_worth(now.round) + (cost - in_gold)


def legal_moves(table: Table) -> Iterator[VikingsMove]:
    """Yield every move that the rules allow now."""
    now = table.now
    match table.phase:
        case "bid":
            assert table.auction is not None
            for amount in (0, *range(table.auction.amount + 1, now.gold + max(0, now.vp) + 1)):
                yield Bid(amount)
        case "return" | "place" as phase:
            for figure in dict.fromkeys(table.drawn):
                yield MoveColour(figure, phase == "return")
        case "take":
            for at in takeable(table.wheel, now.gold, now.vp):
                pair = table.wheel.pairs[at]
                for _, move in appraisals(now, pair.tile, pair.figure, at):
                    yield move
                    for special, _ in brought(table, move):
                        yield replace(move, special=special)
        case "ferry":
            for plan, counts in plans(now):
                ways = [
                    combinations(now.area.free_cells(row), count)
                    for row, count in enumerate(counts)
                ]
                for cells in product(*ways):
                    yield RowFerry(plan, frozenset(cell for row in cells for cell in row))


def brought(table: Table, move: TakePair) -> list[tuple[str, VikingsPosition]]:
    """Return the special tiles that a pair may bring, and what the player has with each."""
    if not table.wheel.specials or not earns_special(table.wheel, move.at):
        return []
    pair = table.wheel.pairs[move.at]
    after, _ = with_pair(table.now, pair.tile, pair.figure, move)
    return specials_brought(table.wheel, move.at, after)


def with_special(table: Table, move: TakePair) -> TakePair:
    """Return a move with the best special tile that it brings, if it brings one."""
    choices = brought(table, move)
    if not choices:
        return move
    unrivalled = [(outlook(replace(now, rivals=BEYOND)).vp, name) for name, now in choices]
    return replace(move, special=max(unrivalled, key=lambda choice: choice[0])[1])


def greedy_pairs(table: Table) -> list[tuple[float, TakePair]]:
    """Return the best place of each pair that may be taken, with its net value, the best first."""
    now, wheel = table.now, table.wheel
    best: dict[tuple[str, str], Appraisal] = {}
    rated = []
    for at in takeable(wheel, now.gold, now.vp):
        tile, figure = wheel.pairs[at]
        alike = (tile.kind if isinstance(tile, IslandTile) else tile, figure)
        if alike not in best:
            best[alike] = best_appraisal(now, wheel, at)
        value, move = best[alike]
        rated.append((value - cost_of(now, wheel, at), replace(move, at=at)))
    return sorted(rated, key=lambda each: (-each[0], each[1].at))


def greedy_move(table: Table, rng: Random, doubt: float = 0.0) -> VikingsMove:
    """Return the move with the best estimate; it does not bid.

    Parameters
    ----------
    doubt
        By how many points estimates of pairs err, in the mean square.
    """
    match table.phase:
        case "bid":
            return Bid()
        case "return" | "place" as phase:
            figure = min(table.drawn, key=lambda code: worth_of(table.now, code))
            return MoveColour(figure, phase == "return")
        case "take":
            pairs = greedy_pairs(table)
            best = max(pairs, key=lambda each: each[0] + rng.gauss(0, doubt)) if doubt else pairs[0]
            return with_special(table, best[1])
    return greedy_ferries(table.now)[0]


def worth_of(now: VikingsPosition, code: str) -> float:
    """Return the estimated value of a figure that waits."""
    return BOATSMAN_VP if code == parts.BOATSMAN else figure_worth(now, parts.ROWS.index(code))


def greedy_ferries(now: VikingsPosition) -> list[RowFerry]:
    """Return all plans, each with good cells, the best first."""
    weight = gold_worth(now.round)

    def worth(move: RowFerry) -> float:
        after = replace(now, area=replace(now.area, figures=now.area.figures | move.cells))
        gain = large_scoring(after)
        value = _large_left(now) * (gain.vp + weight * gain.gold)
        value -= BOATSMAN_VP * move.plan.boatsmen
        return value + FISHERMAN_VP * len(after.area.safe_figures(parts.FISHERMEN))

    moves = [RowFerry(plan, chosen_cells(now, counts)) for plan, counts in plans(now)]
    return sorted(moves, key=worth, reverse=True)


def chosen_cells(now: VikingsPosition, counts: Counts) -> frozenset[parts.Cell]:
    """Return good cells for figures of each row, warriors first."""
    cells: set[parts.Cell] = set()
    for row, count in enumerate(counts):
        if count:
            area = replace(now.area, figures=now.area.figures | cells)
            after = replace(now, area=area)
            rated = sorted(
                (
                    row != parts.WARRIORS and area.threat_to(cell) is not None,
                    -figure_worth(after, row, cell),
                    cell,
                )
                for cell in area.free_cells(row)
            )
            cells.update(cell for *_, cell in rated[:count])
    return frozenset(cells)


def random_move(table: Table, rng: Random) -> VikingsMove:
    """Return a random legal move: a random pair or plan first, then its place."""
    now = table.now
    if table.phase == "ferry":
        plan, counts = rng.choice(list(plans(now)))
        cells = [
            cell
            for row, count in enumerate(counts)
            for cell in rng.sample(now.area.free_cells(row), count)
        ]
        return RowFerry(plan, frozenset(cells))
    if table.phase == "take":
        at = rng.choice(takeable(table.wheel, now.gold, now.vp))
        pair = table.wheel.pairs[at]
        move = rng.choice([each.move for each in appraisals(now, pair.tile, pair.figure, at)])
        return replace(move, special=rng.choice(["", *(name for name, _ in brought(table, move))]))
    return rng.choice(list(legal_moves(table)))
