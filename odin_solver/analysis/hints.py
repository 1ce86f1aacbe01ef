"""Hints in four steps: what is at stake, which tile, where one tile goes, everything.

A hint says only what is proven of the best placement, or says that it is not proven. What is said
of *every* best placement has been tested by solving without it.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.contrast import contrast
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.analysis.moves import MANY_CELLS
from odin_solver.analysis.starts import Placed, new_pieces
from odin_solver.analysis.values import TileValue, most_needed
from odin_solver.components import Tile
from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.notation.positions import piece_text
from odin_solver.notation.reports import board_labels
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Weights
from odin_solver.placement.restrictions import Floor
from odin_solver.placement.solution import Solution, Status
from odin_solver.rules.board_state import Obstacle, Piece, spots
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import Grid, GridBonus, Mask, grid_of
from odin_solver.rules.income import diagonal_income, income, required_cells
from odin_solver.rules.position import Position
from odin_solver.words.names import amount, printed_list, printed_name, weights_text

LEVELS = range(1, 5)

LOOKS = 2
"""Tiles that are looked at closely, to find one that matters."""

PATIENCE = 2.0
"""Seconds for finding out whether every best line has something, for all looks together; without an
answer a hint says only that one has it. A hint shall come at once."""


@dataclass(frozen=True)
class Hint:
    """A hint.

    Attributes
    ----------
    level
        How much it gives away, from 1 to 4.
    text
        The hint in sentences.
    proven
        Whether all that it says is proven; if not, it says so.
    before
        The values of all sums if nothing more is laid.
    solution
        The best placement, which the hint is taken from.
    tile
        The tile that it speaks of, if it does.
    placement
        The board's number and the piece that it names, from level 3 on.
    loss
        What is lost without what the hint speaks of; None if that was not asked.
    """

    level: int
    text: str
    proven: bool
    before: tuple[Fraction, ...]
    solution: Solution
    tile: Tile | None = None
    placement: Placed | None = None
    loss: Loss | None = None


def hint(analyst: Analyst, level: int) -> Hint:
    """Give a hint about the best placement of a position's supply.

    Parameters
    ----------
    analyst
        Who knows the position.
    level
        1: what is at stake; 2: which tile to lay; 3: where it goes; 4: the whole placement.

    Raises
    ------
    InputError
        If there is no such level.
    """
    if level not in LEVELS:
        raise InputError(f"level: expected 1 to {LEVELS[-1]}, got {level}")
    solution = analyst.best
    before = analyst.values(analyst.position, analyst.position)
    if not solution.placements:
        return _nothing(analyst, level, before)
    if level == 1:
        return _stake(analyst, before)
    if level == 4:
        text = " ".join([_standing(analyst, before), "The placement:"])
        return Hint(4, text, solution.status is Status.OPTIMAL, before, solution)
    return _tile(analyst, level, before)


def _nothing(analyst: Analyst, level: int, before: tuple[Fraction, ...]) -> Hint:
    solution = analyst.best
    if not analyst.position.supply:
        text = "Nothing can be gained: the supply is empty."
    else:
        text = "Nothing can be gained: no placement of the supply is worth it."
    proven = solution.status is Status.OPTIMAL
    if not proven:
        text = f"No placement that gains anything was found in time.{_unproven(analyst)}"
    return Hint(level, text, proven, before, solution)


def _at_most(analyst: Analyst, level: int, worse: Solution) -> str:
    """What a sum comes to at most in a proven but worse result."""
    sums = [weights_text(weights) for weights in analyst.objective.levels]
    text = f"{sums[level]} is at most {amount(worse.levels[level].value)}"
    text += f" instead of {amount(analyst.best.levels[level].value)}"
    return text if level == 0 else f"{text} where {' and '.join(sums[:level])} is at its best"


def _standing(analyst: Analyst, before: tuple[Fraction, ...]) -> str:
    """What there is and what can be reached."""
    solution = analyst.best
    weights = analyst.objective.levels[0]
    at = 0
    for at, (level, old) in enumerate(zip(solution.levels, before, strict=True)):
        weights = analyst.objective.levels[at]
        if level.value != old:
            break
    reached, old = solution.levels[at].value, before[at]
    goal = f"{weights_text(weights)} = {amount(reached)}"
    if solution.status is Status.OPTIMAL:
        return f"The best that is possible is {goal} (now {amount(old)})."
    return f"The best found so far is {goal} (now {amount(old)}).{_unproven(analyst)}"


def _unproven(analyst: Analyst) -> str:
    level = next(each for each in analyst.best.levels if not each.proven)
    bound = "" if level.bound is None else f", at most {amount(level.bound)} is possible"
    return f" It is not proven to be the best{bound}: give it more time (--time-limit)."


# --- level 1: what is at stake ---------------------------------------------------------------


@dataclass(frozen=True)
class _Stake:
    """Something that the best placement wins: how it is called, where, and what denies it."""

    worth: tuple[Fraction, ...]
    text: str
    otherwise: str
    missing: str
    denied: Floor


def _stake(analyst: Analyst, before: tuple[Fraction, ...]) -> Hint:
    solution = analyst.best
    stakes = [*_income_stake(analyst), *_bonus_stakes(analyst)]
    standing = _standing(analyst, before)
    proven = solution.status is Status.OPTIMAL
    if not stakes:
        return Hint(1, f"{_points_at_stake(analyst)} {standing}", proven, before, solution)
    stake = max(stakes, key=lambda each: each.worth)
    if not proven:
        text = f"The best placement found so far reaches {stake.text}. {stake.missing} {standing}"
        return Hint(1, text, False, before, solution)
    denied = analyst.solve(
        f"without {stake.text}",
        start=_start_below(analyst, stake.denied),
        bounds=analyst.best_values,
        conditions=[stake.denied],
        seconds=PATIENCE,
    )
    loss = loss_of(solution, denied, [Fraction(0)] * len(before))
    parts = [f"{stake.text[0].upper()}{stake.text[1:]} is within reach.", stake.missing]
    if loss.proven and not loss.nothing:
        parts.append(
            f"Every best placement gets there: {stake.otherwise}, "
            f"{_at_most(analyst, loss.level, denied)}."
        )
    elif loss.nothing:
        parts.append(f"Not every best placement needs it: {stake.otherwise} as much is possible.")
    else:
        parts.append("A best placement gets there.")
    return Hint(1, " ".join([*parts, standing]), True, before, solution, loss=_known(loss))


def _start_below(analyst: Analyst, condition: Floor) -> Position:
    """A layout that meets a condition, near the best."""

    def meets(line: Position) -> bool:
        return value(condition.weights, gains(analyst.position, line)) >= condition.value

    return analyst.nearest(meets)


def _income_stake(analyst: Analyst) -> list[_Stake]:
    position, after = analyst.position, analyst.best.after
    old, new = gains(position, position).income, gains(position, after).income
    levels = analyst.objective.levels
    if new <= old or not any(weights.income > 0 for weights in levels):
        return []
    missing = []
    for label, one, two in zip(board_labels(position), position.boards, after.boards, strict=True):
        grid = grid_of(one.board)
        covered, then = one.covered, two.covered
        if income(grid, then) > income(grid, covered):
            open_cells = _needed_to_earn_as_much(grid, then) & ~covered
            missing.append(_missing(label, one.board.height, grid.cells(open_cells)))
    if sum(len(state.board.income) for state in position.boards) == 1:
        missing.append("All of that must be covered for it.")
    else:
        missing.append("A best placement covers all of that; others may share it out differently.")
    return [
        _Stake(
            tuple(weights.income * (new - old) for weights in levels),
            f"an income of {new} (now {old})",
            f"with an income of {new - 1} or less",
            " ".join(missing),
            Floor(Weights(income=Fraction(-1)), Fraction(1 - new)),
        )
    ]


def _needed_to_earn_as_much(grid: Grid, covered: Mask) -> Mask:
    """The cells without which no diagonal of a board pays what it pays now."""
    needed = 0
    for diagonal in grid.diagonals:
        pays = diagonal_income(diagonal, covered)
        steps = next(i for i, value in enumerate(diagonal.values) if value >= pays)
        if steps:
            needed |= diagonal.cells[steps - 1].needs
    return needed


def _missing(label: str, height: int, cells: tuple[tuple[int, int], ...]) -> str:
    if len(cells) == 1:
        return f"On {label} {cell_names(cells, height)} is still open at the lower left."
    where = f": {cell_names(cells, height)}" if len(cells) <= MANY_CELLS else ""
    return f"On {label} {len(cells)} cells at the lower left are still open{where}."


def _bonus_stakes(analyst: Analyst) -> list[_Stake]:
    position, after = analyst.position, analyst.best.after
    levels = analyst.objective.levels
    won: dict[str, int] = {}
    for state in after.boards:
        for bonus in bonuses_won(grid_of(state.board), state.covered):
            for thing, count in bonus.gives:
                won[thing] = won.get(thing, 0) + count
    found = []
    for label, one, two in zip(board_labels(position), position.boards, after.boards, strict=True):
        grid = grid_of(one.board)
        covered, then = one.covered, two.covered
        had = bonuses_won(grid, covered)
        for bonus in bonuses_won(grid, then):
            worth = tuple(weights.bonus_value(bonus.gives) for weights in levels)
            if bonus in had or max(worth) <= 0:
                continue
            found.append(_bonus_stake(label, one.board.height, bonus, covered, worth, won, grid))
    return found


def _bonus_stake(
    label: str,
    height: int,
    bonus: GridBonus,
    covered: int,
    worth: tuple[Fraction, ...],
    won: dict[str, int],
    grid: Grid,
) -> _Stake:
    thing, count = bonus.gives[0]
    at = cell_names(grid.cells(bonus.cells), height)
    around = grid.cells(bonus.surround & ~covered)
    cells = (
        f"{cell_names(around, height)} beside it is"
        if len(around) == 1
        else f"{len(around)} cells around it are"
    )
    return _Stake(
        worth,
        f"the bonus {printed_list(bonus.gives)} at {at} of {label}",
        f"with{'out' if won[thing] == 1 else f' fewer than {won[thing]}'} {printed_name(thing)} "
        "from bonuses",
        f"{cells[0].upper()}{cells[1:]} still open"
        + (f": {cell_names(around, height)}." if 1 < len(around) <= MANY_CELLS else "."),
        Floor(Weights(bonus_of={thing: Fraction(-1)}), Fraction(count - won[thing])),
    )


def _points_at_stake(analyst: Analyst) -> str:
    found = gains(analyst.position, analyst.best.after)
    if found.points and any(weights.points > 0 for weights in analyst.objective.levels):
        many = "point" if found.points == 1 else "points"
        return f"{found.points} negative {many} can be covered."
    return f"{found.cells} cells can be covered to advantage."


# --- levels 2 and 3: a tile and its place ----------------------------------------------------


def _tile(analyst: Analyst, level: int, before: tuple[Fraction, ...]) -> Hint:
    solution = analyst.best
    proven = solution.status is Status.OPTIMAL
    laid = [piece for _, piece in new_pieces(analyst.position, solution.after)]
    kinds = list(dict.fromkeys(piece.tile for piece in laid))
    tiles = [tile for tile in kinds if tile.kind not in ("filler", "resource")] or kinds
    if not proven:
        tile = max(tiles, key=lambda each: each.area)
        text = f"{tile.name} is laid in the best placement found so far."
        where = next(
            each for each in new_pieces(analyst.position, solution.after) if each[1].tile == tile
        )
        if level == 3:
            text += f" There it lies at {_place(analyst.position, where)}."
        text += f" {_standing(analyst, before)}"
        return Hint(level, text, False, before, solution, tile, where if level == 3 else None)
    value, most = _chosen(analyst, tiles)
    if level == 2:
        text, sure = _why_tile(analyst, value, most, len(tiles))
        return Hint(2, text, sure, before, solution, value.tile, loss=_known(value.loss))
    return _where(analyst, value, before)


def _known(loss: Loss | None) -> Loss | None:
    """A loss if it is proven."""
    return loss if loss is not None and loss.proven else None


def _chosen(analyst: Analyst, tiles: list[Tile]) -> tuple[TileValue, bool]:
    """The tile to speak of: the one that former hints spoke of, or one that matters much."""
    former = analyst.chosen
    for tile in tiles:
        if former is not None and tile.id == former[0]:
            return most_needed(analyst, [tile], 1, PATIENCE)[0], former[1]
    value, most = most_needed(analyst, tiles, LOOKS, PATIENCE)
    analyst.choose(value.tile.id, most)
    return value, most


def _why_tile(analyst: Analyst, value: TileValue, most: bool, kinds: int) -> tuple[str, bool]:
    """Why a tile matters, and whether that is proven."""
    name, loss = value.tile.name, value.loss
    one = f"one of the {value.count} {name}" if value.count > 1 else name
    if loss.proven and not value.needed:
        found = f"Lay {name}: a best placement has it."
        if most and kinds > 1 and loss.nothing:
            return f"{found} No tile is needed, though: each of them can be done without.", True
        return f"{found} It is not the only way: another one keeps {one} in the supply.", True
    assert value.solution is not None
    if not loss.proven:
        return f"Lay {name}: a best placement has it.", True
    parts = [
        f"Lay {name}: every best placement has {'all of them' if value.count > 1 else 'it'}.",
        f"Without {one}, {_at_most(analyst, loss.level, value.solution)}.",
    ]
    reasons = [
        each.text
        for each in contrast(
            analyst.position, analyst.best.after, value.solution.after, analyst.objective
        )
    ]
    if reasons:
        parts.append(f"The best without it: {', '.join(reasons)}.")
    if kinds > 1 and most:
        parts.append("No other tile is worth more.")
    return " ".join(parts), True


def _place(position: Position, placed: Placed) -> str:
    at, piece = placed
    state = position.boards[at]
    words = piece_text(piece, state.board)[len(piece.tile.id) + 1 :]
    label = board_labels(position)[at]
    return f"{words} of {label}" if words else f"a slot of {label}"


def _where(analyst: Analyst, value: TileValue, before: tuple[Fraction, ...]) -> Hint:
    """Where a tile goes, why not elsewhere, and what has to be laid before it."""
    position, solution, tile = analyst.position, analyst.best, value.tile
    copies = [each for each in new_pieces(position, solution.after) if each[1].tile == tile]
    placed = next((each for each in copies if _legal_now(position, each)), copies[0])
    here = _place(position, placed)
    parts = [f"Lay {tile.name} at {here}."]
    loss: Loss | None = None
    if tile.kind in ("filler", "resource"):
        parts.append("A best placement has one there.")
    else:
        other = analyst.solve(
            f"{tile.name} anywhere else",
            start=analyst.nearest(lambda line: not analyst.lays(line, placed)),
            bounds=analyst.best_values,
            barred=[placed],
            seconds=PATIENCE,
        )
        analyst.note(other.after)
        loss = loss_of(solution, other, [Fraction(0)] * len(before))
        if loss.nothing:
            parts.append(
                "A best placement has it there; there are others, as good, in which it "
                f"{_fate(position, other.after, tile)}."
            )
        elif loss.proven:
            parts.append(
                f"Every best placement has {'one' if value.count > 1 else 'it'} there: otherwise "
                f"{_at_most(analyst, loss.level, other)}."
            )
            reasons = [
                each.text
                for each in contrast(position, solution.after, other.after, analyst.objective)
            ]
            if reasons:
                parts.append(
                    f"The best of these, where it {_fate(position, other.after, tile)}: "
                    f"{', '.join(reasons)}."
                )
        else:
            parts.append("A best placement has it there.")
    parts += _blocked(position, tile)
    parts += _first_of_all(analyst, placed)
    return Hint(3, " ".join(parts), True, before, solution, tile, placed, _known(loss))


def _fate(position: Position, after: Position, tile: Tile) -> str:
    """Where a tile lies in a layout, as the end of a sentence that begins with *it*."""
    lying = [each for each in new_pieces(position, after) if each[1].tile == tile]
    if not lying:
        return "stays in the supply"
    return f"lies at {_place(position, lying[0])}"


def _blocked(position: Position, tile: Tile) -> list[str]:
    """What the rules say of the free places that a tile would fit into just now."""
    obstacles = Counter(
        state.obstacle(spot) for state in position.boards for spot in spots(state.board, tile)
    )
    free = obstacles.total() - obstacles[Obstacle.OVERLAP]
    touching = obstacles[Obstacle.COLOR]
    early = 0 if position.rules.simultaneous else obstacles[Obstacle.ORDER]
    if not touching and not early:
        return []
    why = []
    if touching:
        verb = "touches" if touching == 1 else "touch"
        why.append(f"{touching} {verb} another {tile.color} tile ({tile.color} ban)")
    if early:
        verb = "covers" if early == 1 else "cover"
        why.append(f"{early} {verb} an income before its lower left is full (income order)")
    return [f"Of the {free} free places for it, {' and '.join(why)}."]


def _legal_now(position: Position, placed: Placed) -> bool:
    at, piece = placed
    state = position.boards[at]
    return state.why_not(piece.tile, state.grid.mask(piece.cells)) is None


def _first_of_all(analyst: Analyst, placed: Placed) -> list[str]:
    """What has to be laid before a piece, in the order of the best placement."""
    position = analyst.position
    if _legal_now(position, placed):
        return []
    at, piece = placed
    earlier: list[Piece] = []
    for each in analyst.best.placements:
        if each.board == at and each.piece == piece:
            break
        if each.board == at:
            earlier.append(each.piece)
    state = position.boards[at]
    grid = grid_of(state.board)
    needed = required_cells(grid, grid.mask(piece.cells)) & ~state.covered
    first = [each for each in earlier if grid.mask(each.cells) & needed]
    if not first:
        return []
    words = ", ".join(piece_text(each, state.board) for each in first[:6])
    more = f" and {len(first) - 6} more" if len(first) > 6 else ""
    when = "first or with it" if position.rules.simultaneous else "first"
    return [f"Its lower left has to be covered {when} (income order), here by {words}{more}."]
