"""Candidates of the kinds ``fill`` and ``order``: the cells of a random layout."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from odin_puzzles.generate.boards import board_for, region_for
from odin_puzzles.generate.clues import any_clue, in_rows, with_clues
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of
from odin_puzzles.generate.spec import Spec
from odin_puzzles.kinds import LAYOUT_KINDS, faults
from odin_puzzles.kinds.layout_task import solution_pieces
from odin_puzzles.puzzle import Puzzle, RegionGoal
from odin_puzzles.uniqueness import exact_cover
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Placement, Position, RuleOptions

BULK = {1: 1.3, 2: 1.1, 3: 0.9, 4: 0.8, 5: 0.7}
"""How strongly large tiles are preferred, by difficulty."""

MAX_COVERINGS = 200
"""Coverings among which the clues of an order puzzle choose."""

CLUE_SETS = 60
"""Sets of clues that are tried."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Yield puzzles whose solution may not be unique."""
    board = board_for(spec, level, random)
    region, loose = region_for(spec, board, level, random)
    layout_spec = LayoutSpec(
        region,
        region,
        loose,
        kinds=random.randint(8, 20),
        alike=random.choice((1, 2, 2, 3)),
        bulk=BULK[level],
    )
    while True:
        pieces = random_layout(board, layout_spec, random)
        if pieces is None or len(pieces) < 3:
            return
        cells = in_rows({cell for piece in pieces for cell in piece.cells})
        position = Position((BoardState(board),), supply_of(pieces), round=1)
        yield Puzzle(spec.kind, "", position, RegionGoal(0, cells), tuple(pieces))


def misleading(puzzle: Puzzle) -> bool:
    """Whether the cells have a covering without a legal order."""
    return len(_coverings(puzzle, 2)) > 1


def with_clues_for_order(puzzle: Puzzle, random: Random, most: int) -> Puzzle | None:
    """Return the puzzle with clues that leave several coverings, one with a legal order.

    Parameters
    ----------
    puzzle
        A candidate of the kind ``order``.
    random
        Source of the choices.
    most
        The most clues.
    """
    for spent in range(most + 1):
        coverings = _coverings(puzzle, MAX_COVERINGS)
        if len(coverings) < MAX_COVERINGS:
            return _with_one_legal(puzzle, coverings, random, most - spent)
        fewer = any_clue(puzzle, random)
        if fewer is None:
            return None
        puzzle = fewer
    return None


def _with_one_legal(
    puzzle: Puzzle, coverings: list[tuple[Placement, ...]], random: Random, most: int
) -> Puzzle | None:
    sets = [(frozenset(covering), not faults(puzzle, covering)) for covering in coverings]
    pieces = list(puzzle.solution)
    for number in range(CLUE_SETS):
        size = min(number // 10, most)
        clues = frozenset(random.sample(pieces, min(size, len(pieces))))
        left = [legal for covering, legal in sets if clues <= covering]
        if left.count(True) == 1 and len(left) > 1:
            made = with_clues(puzzle, [piece for piece in pieces if piece in clues])
            if made is not None:
                return made
    return None


def _coverings(puzzle: Puzzle, limit: int) -> list[tuple[Placement, ...]]:
    """Return coverings with or without a legal order."""
    free = replace(puzzle, position=replace(puzzle.position, rules=RuleOptions(simultaneous=True)))
    task = LAYOUT_KINDS[puzzle.kind].task(free)
    layouts = exact_cover.first_layouts(task, limit)
    return [solution_pieces(task.problem, layout) for layout in layouts]
