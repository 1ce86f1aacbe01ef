"""The naive model in CP-SAT: one boolean for every single tile and every placement of it.

The model that one writes first. Copies of a tile are told apart, silver and ore are tiles like all
others, and tiles of one colour that must not touch exclude each other pair by pair. It shares
nothing with `odin_solver.placement.model`, not even the list of placements, so that either
confirms the other's proofs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.metadata import version
from itertools import combinations
from math import floor, lcm

from ortools.sat.python import cp_model

from benchmarks.contender import ContenderAnswer, ContenderTask, LevelAnswer, Tell
from odin_solver.components import TILES, Cell, Tile
from odin_solver.linear.cpsat import new_solver
from odin_solver.placement.objective import Weights
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Position

BOARD_TAKES = {"green", "blue", "silver", "ore"}
BUILDING_TAKES = {"orange", "red", "green", "blue", "silver"}

Literal = cp_model.IntVar


@dataclass
class NaivePlace:
    """A placement of a tile, with its boolean."""

    board: int
    tile: Tile
    cells: frozenset[Cell]
    var: Literal


@dataclass
class NaiveBoard:
    """A board of the model.

    Attributes
    ----------
    state
        The board and the pieces on it.
    lying
        The cells covered by these.
    cells
        The cells that can be covered.
    covered
        For every open cell whether it is covered.
    places
        The placements on this board.
    won
        The bonuses, each with a boolean that is 1 exactly if it is won.
    slots
        For every resource with open slots how many are filled.
    """

    state: BoardState
    lying: frozenset[Cell]
    cells: frozenset[Cell]
    covered: dict[Cell, Literal] = field(default_factory=dict)
    places: list[NaivePlace] = field(default_factory=list)
    won: list[tuple[Literal, tuple[tuple[str, int], ...]]] = field(default_factory=list)
    slots: dict[str, Literal] = field(default_factory=dict)

    def needs(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells that an income cell needs: all to its lower left."""
        x, y = cell
        bonus = set(self.state.board.cells_marked("B"))
        return (c for c in self.cells if c[0] <= x and c[1] >= y and c not in bonus)

    def neighbours(self, cells: Iterable[Cell]) -> set[Cell]:
        """Return the cells that share an edge with some cells."""
        inside = set(cells)
        around = {
            (x + dx, y + dy) for x, y in inside for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        return around - inside


class NaiveModel:
    """The naive model of a position.

    Parameters
    ----------
    position
        A legal position.
    """

    def __init__(self, position: Position) -> None:
        self.model = cp_model.CpModel()
        self._position = position
        self._boards = [self._board(state) for state in position.boards]
        self._add_placements()
        for board in self._boards:
            self._add_no_overlap(board)
            self._add_adjacency(board)
            self._add_income(board)
            self._add_bonuses(board)
        self._add_slots()

    def sum_of(self, weights: Weights) -> tuple[cp_model.LinearExprT, int]:
        """Return a weighted sum scaled to integers, and the scale."""
        terms: list[tuple[Literal, Fraction]] = []
        constant = Fraction(0)
        left = self._position.supply
        assert weights.banquet is None, "the naive model has no feast"
        for name in weights.keep:
            constant += weights.kept(name) * left.get(name, 0)
        for board in self._boards:
            points = dict.fromkeys(board.state.board.cells_marked("-"), 1)
            points |= dict.fromkeys(board.state.board.cells_marked("="), 2)
            for place in board.places:
                worth = weights.points * sum(points.get(cell, 0) for cell in place.cells)
                worth += weights.cells * len(place.cells)
                worth += weights.silver * (place.tile.id == "silver")
                worth += weights.ore * (place.tile.id == "ore")
                worth -= weights.kept(place.tile.id)
                terms.append((place.var, worth))
            for name, filled in board.slots.items():
                terms.append((filled, weights.points - weights.kept(name)))
            for diagonal in board.state.board.income:
                constant += weights.income * diagonal.values[0]
                for at, cell in enumerate(diagonal.cells):
                    step = weights.income * (diagonal.values[at + 1] - diagonal.values[at])
                    if cell in board.covered:
                        terms.append((board.covered[cell], step))
                    elif cell in board.lying:
                        constant += step
            for won, gives in board.won:
                terms.append((won, weights.bonus_value(gives)))
        scale = lcm(constant.denominator, *(worth.denominator for _, worth in terms))
        used = [(var, int(worth * scale)) for var, worth in terms if worth]
        total = cp_model.LinearExpr.weighted_sum(
            [var for var, _ in used], [worth for _, worth in used]
        )
        return total + int(constant * scale), scale

    def layout(self, solver: cp_model.CpSolver) -> Position:
        """Return the layout of the solver's solution, in a legal placing order."""
        supply = Counter(self._position.supply)
        states = []
        for board in self._boards:
            pieces = [
                Piece(place.tile, tuple(sorted(place.cells, key=lambda cell: (cell[1], cell[0]))))
                for place in board.places
                if solver.boolean_value(place.var)
            ]
            for name, filled in board.slots.items():
                pieces += [Piece(TILES[name])] * solver.value(filled)
            grid = grid_of(board.state.board)
            order = placing_order(grid, grid.mask(board.lying), pieces)
            ordered = [pieces[i] for step in (*order.steps, order.stuck) for i in step]
            supply.subtract(piece.tile.id for piece in pieces)
            states.append(replace(board.state, pieces=(*board.state.pieces, *ordered)))
        left = {name: count for name, count in supply.items() if count}
        return replace(self._position, boards=tuple(states), supply=left)

    @staticmethod
    def _board(state: BoardState) -> NaiveBoard:
        return NaiveBoard(
            state,
            frozenset(cell for piece in state.pieces for cell in piece.cells),
            frozenset(state.board.cells_marked(".-=IB")),
        )

    def _add_placements(self) -> None:
        """Every copy lies in at most one place."""
        for name, count in self._position.supply.items():
            for _ in range(count):
                self.model.add_at_most_one(self._placed(TILES[name]))

    def _placed(self, tile: Tile) -> list[Literal]:
        """Add a boolean for every place of a tile, and return them."""
        if tile.kind == "resource":
            return []
        shapes = _shapes(tile)
        mine = []
        for number, board in enumerate(self._boards):
            for cells in _legal_cells(board, tile, shapes):
                if self._has_a_turn(board, cells):
                    place = NaivePlace(number, tile, cells, self.model.new_bool_var(""))
                    board.places.append(place)
                    mine.append(place.var)
        return mine

    def _has_a_turn(self, board: NaiveBoard, cells: frozenset[Cell]) -> bool:
        """Whether a tile can be placed alone in any layout.

        Not if it covers an income cell that needs another one, which itself needs a cell of the
        tile: the piece on the other would have to come both earlier and later.
        """
        if self._position.rules.simultaneous:
            return True
        income = {cell for diagonal in board.state.board.income for cell in diagonal.cells}
        return not any(
            other not in cells
            and other not in board.lying
            and not cells.isdisjoint(board.needs(other))
            for mine in income & cells
            for other in income.intersection(board.needs(mine))
        )

    def _add_no_overlap(self, board: NaiveBoard) -> None:
        """Every cell is covered at most once."""
        over: dict[Cell, list[Literal]] = {cell: [] for cell in board.cells - board.lying}
        for place in board.places:
            for cell in place.cells:
                over[cell].append(place.var)
        for cell, variables in over.items():
            board.covered[cell] = self.model.new_bool_var("")
            self.model.add(sum(variables) == board.covered[cell])

    def _add_adjacency(self, board: NaiveBoard) -> None:
        """Two tiles of a colour that must not touch exclude each other if they share an edge."""
        for color in banned_colors(board):
            at: dict[Cell, list[int]] = {cell: [] for cell in board.cells}
            alike = [place for place in board.places if place.tile.color == color]
            for number, place in enumerate(alike):
                for cell in place.cells:
                    at[cell].append(number)
            for number, place in enumerate(alike):
                touching = {
                    other
                    for cell in board.neighbours(place.cells) & board.cells
                    for other in at[cell]
                    if other > number
                }
                for other in sorted(touching):
                    second = alike[other]
                    if place.cells.isdisjoint(second.cells):
                        self.model.add_at_most_one([place.var, second.var])

    def _add_income(self, board: NaiveBoard) -> None:
        """An income cell is covered only if all cells to its lower left are, and in some order."""
        diagonals = board.state.board.income
        for diagonal in diagonals:
            for cell in diagonal.cells:
                for needed in board.needs(cell):
                    if cell in board.covered and needed in board.covered:
                        self.model.add_implication(board.covered[cell], board.covered[needed])
        if len(diagonals) > 1 and not self._position.rules.simultaneous:
            self._add_turns(board)

    def _add_turns(self, board: NaiveBoard) -> None:
        """Where several diagonals cross, every tile on an income cell gets a turn.

        With one diagonal only two tiles could need each other, and one of them has no turn; with
        several, longer cycles could form.
        """
        income = {cell for each in board.state.board.income for cell in each.cells} - board.lying
        turns = {cell: self.model.new_int_var(0, len(income), "") for cell in income}
        over = {cell: [p for p in board.places if cell in p.cells] for cell in income}
        for place in board.places:
            for first, second in combinations(sorted(income & place.cells), 2):
                self.model.add(turns[first] == turns[second]).only_enforce_if(place.var)
        for cell in income:
            for mine in over[cell]:
                missing = set(board.needs(cell)) - mine.cells
                for other in income - mine.cells:
                    # A tile on another income cell that reaches what this one needs is earlier.
                    helpers = [p.var for p in over[other] if not p.cells.isdisjoint(missing)]
                    if helpers:
                        helped = self.model.new_bool_var("")
                        self.model.add(sum(helpers) == helped)
                        self.model.add(turns[other] < turns[cell]).only_enforce_if(mine.var, helped)

    def _add_bonuses(self, board: NaiveBoard) -> None:
        """A bonus is won exactly if it is open and surrounded."""
        symbols = set(board.state.board.cells_marked("B"))
        for bonus in board.state.board.bonuses:
            if not board.lying.isdisjoint(bonus.cells):
                continue
            around = {
                (x + dx, y + dy) for x, y in bonus.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)
            }
            around &= board.cells - symbols - board.lying
            conditions: list[cp_model.BoolVarT] = [board.covered[cell] for cell in sorted(around)]
            conditions += [board.covered[cell].negated() for cell in bonus.cells]
            won = self.model.new_bool_var("")
            for condition in conditions:
                self.model.add_implication(won, condition)
            self.model.add_bool_or([won, *(condition.negated() for condition in conditions)])
            board.won.append((won, bonus.gives))

    def _add_slots(self) -> None:
        """Wood and stone fill open slots, within the supply."""
        for name in ("wood", "stone"):
            count = self._position.supply.get(name, 0)
            for board in self._boards:
                filled = sum(piece.tile.id == name for piece in board.state.pieces)
                slots = dict(board.state.board.slots).get(name, 0) - filled
                if slots > 0 and count:
                    board.slots[name] = self.model.new_int_var(0, slots, "")
            self.model.add(
                sum(board.slots[name] for board in self._boards if name in board.slots) <= count
            )


def banned_colors(board: NaiveBoard) -> set[str]:
    """Return the colours whose tiles must not touch their like on a board."""
    return {"orange", "red"} if board.state.board.is_building else {"green"}


def _shapes(tile: Tile) -> set[frozenset[Cell]]:
    """Return the orientations of a tile, at the top left corner."""
    shapes = set()
    shape = [
        (x, y) for y, row in enumerate(tile.shape) for x, mark in enumerate(row) if mark == "#"
    ]
    for _ in range(4):
        shape = [(-y, x) for x, y in shape]
        for side in (shape, [(-x, y) for x, y in shape]):
            left, top = min(x for x, _ in side), min(y for _, y in side)
            shapes.add(frozenset((x - left, y - top) for x, y in side))
    return shapes


def _legal_cells(
    board: NaiveBoard, tile: Tile, shapes: Iterable[frozenset[Cell]]
) -> Iterator[frozenset[Cell]]:
    """Yield the legal placements of a tile beside the pieces on the board."""
    building = board.state.board.is_building
    if tile.color not in (BUILDING_TAKES if building else BOARD_TAKES):
        return
    if building and tile.kind == "animal":
        return
    forbidden: set[Cell] = set()
    if tile.color in banned_colors(board):
        for piece in board.state.pieces:
            if piece.tile.color == tile.color:
                forbidden |= board.neighbours(piece.cells)
    for shape in sorted(shapes, key=sorted):
        for y in range(board.state.board.height):
            for x in range(board.state.board.width):
                cells = frozenset((x + i, y + j) for i, j in shape)
                if cells <= board.cells and cells.isdisjoint(board.lying | forbidden):
                    yield cells


class _NaiveCallback(cp_model.CpSolverSolutionCallback):
    """Passes on the value of every solution."""

    def __init__(self, level: int, scale: int, tell: Tell) -> None:
        super().__init__()
        self._level = level
        self._scale = scale
        self._tell = tell

    def on_solution_callback(self) -> None:
        self._tell(self._level, Fraction(round(self.objective_value), self._scale), None)


def naive(task: ContenderTask, tell: Tell) -> ContenderAnswer | None:
    """Solve the naive model with CP-SAT, level by level."""
    return solve_levels(NaiveModel(task.position), task, tell)


def solve_levels(
    naive_model: NaiveModel, task: ContenderTask, tell: Tell
) -> ContenderAnswer | None:
    """Solve a model with CP-SAT, level by level."""
    sums = [naive_model.sum_of(weights) for weights in task.objective.levels]
    after: Position | None = None
    levels: list[LevelAnswer] = []
    for level, (total, scale) in enumerate(sums):
        naive_model.model.maximize(total)
        solver = new_solver(workers=task.threads, seed=task.seed, seconds=task.seconds)
        status = solver.solve(naive_model.model, _NaiveCallback(level, scale, tell))
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        after = naive_model.layout(solver)
        found = round(solver.objective_value)
        bound = found if status == cp_model.OPTIMAL else floor(solver.best_objective_bound + 1e-6)
        levels.append(LevelAnswer(Fraction(found, scale), Fraction(bound, scale)))
        tell(level, levels[-1].value, levels[-1].bound)
        if not levels[-1].proven:
            break
        naive_model.model.add(total >= found)
        if level + 1 < len(sums):
            following, its_scale = sums[level + 1]
            tell(level + 1, Fraction(round(solver.value(following)), its_scale), None)
    if after is None:
        return None
    return ContenderAnswer(after, tuple(levels), "CP-SAT", version("ortools"))
