"""Hints for a player: which pieces are wrong, and which one comes next and why.

They follow the one solution, turned or mirrored as the player has begun it where the board looks
the same afterwards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from odin_puzzles.kinds import LAYOUT_KINDS
from odin_puzzles.kinds.banquet import menu_of
from odin_puzzles.kinds.layout_task import laid_from
from odin_puzzles.play.session import (
    Play,
    Refused,
    command_text,
    lay,
)
from odin_puzzles.puzzle import SolutionPiece
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.components import TILES

_LONGEST_REASON = 160
"""Characters of a step that still makes a good nudge."""

_MOST_TRIES = 2000
"""Orders along the banquet table that are tried at most."""


class GradeStep(Protocol):
    """A step of a grader: what can be concluded, and the piece that it lays, if it does."""

    @property
    def text(self) -> str:
        """The step in words."""

    @property
    def placement(self) -> SolutionPiece | None:
        """The piece that is certain after this step."""


@dataclass(frozen=True)
class PuzzleHint:
    """A hint in two stages: where to look, then what to do.

    Attributes
    ----------
    nudge
        What the player should think about.
    answer
        What is certain and why.
    command
        What the player would have to enter for it.
    """

    nudge: str
    answer: str
    command: str


def solution_for(play: Play, solution: Sequence[SolutionPiece]) -> tuple[SolutionPiece, ...]:
    """The solution, turned or mirrored so that it fits the player's pieces best."""
    if play.at_table:
        return tuple(solution)
    task = LAYOUT_KINDS[play.puzzle.kind].task(play.puzzle)
    mine = set(laid_from(task.problem, play.pieces))
    laid = laid_from(task.problem, solution)
    images = [tuple(move(each) for each in laid) for move in symmetries(task)]
    best = max(images, key=lambda image: len(mine & set(image)))
    return tuple(
        SolutionPiece(
            each.board, each.tile, task.problem.areas[each.board].grid.cells(placed.cells)
        )
        for each, placed in zip(solution, best, strict=True)
    )


def misplaced(play: Play, solution: Sequence[SolutionPiece]) -> list[SolutionPiece]:
    """The player's pieces that are no part of the solution."""
    if play.at_table:
        wanted = menu_of(solution)
        wrong = []
        for each in play.pieces:
            (served,) = menu_of([each])
            wanted[served] -= 1
            if wanted[served] < 0:
                wrong.append(each)
        return wrong
    right = {_place(each) for each in solution_for(play, solution)}
    return [each for each in play.pieces if _place(each) not in right]


def hint(play: Play, solution: Sequence[SolutionPiece], steps: Sequence[GradeStep]) -> PuzzleHint:
    """What to do next: a wrong piece to take back, or the next piece of the solution.

    Parameters
    ----------
    play
        The game.
    solution
        The puzzle's one solution.
    steps
        How a grader reaches it; may be empty.
    """
    wrong = misplaced(play, solution)
    if wrong:
        words = command_text(play, wrong[-1])
        where = words.split()[-1] if play.at_table else _first_cell(words)
        count = "One of your pieces does" if len(wrong) == 1 else f"{len(wrong)} of your pieces do"
        return PuzzleHint(
            f"{count} not belong to the solution.",
            f"{TILES[wrong[-1].tile].name} does not belong where it is.",
            f"take {where}",
        )
    return _at_table(play, solution) if play.at_table else _on_boards(play, solution, steps)


def _on_boards(
    play: Play, solution: Sequence[SolutionPiece], steps: Sequence[GradeStep]
) -> PuzzleHint:
    turned = solution_for(play, solution)
    laid = {_place(each) for each in play.pieces}
    remaining = [each for each in turned if _place(each) not in laid]
    possible = {_place(each): each for each in remaining if _may_lie(play, each)}
    reason = ""
    # What a grader says names cells: it does not fit a board that was turned.
    as_it_is = {_place(each) for each in turned} == {_place(each) for each in solution}
    for step in steps if as_it_is else ():
        if step.placement is None:
            reason = step.text if len(step.text) <= _LONGEST_REASON else ""
            continue
        if _place(step.placement) in possible:
            nudge = _sentence(reason) if reason else _question(step.placement)
            return PuzzleHint(nudge, _sentence(step.text), command_text(play, step.placement))
        reason = ""
    first = next(iter(possible.values()))
    name = TILES[first.tile].name
    return PuzzleHint(
        _question(first), f"There is only one place for it: {name}.", command_text(play, first)
    )


def _at_table(play: Play, solution: Sequence[SolutionPiece]) -> PuzzleHint:
    rest = menu_of(solution) - menu_of(play.pieces)
    order = _completion(play, rest, [_MOST_TRIES])
    if order is None:
        return PuzzleHint(
            "What is served is right, but not the order along the table.",
            "No order of the rest keeps the colours apart.",
            "undo",
        )
    food = TILES[order[0].tile]
    return PuzzleHint(
        f"Think about {food.color} things: which of them are served at all?",
        f"{food.name} is served like this.",
        command_text(play, order[0]),
    )


def _completion(
    play: Play, rest: Counter[tuple[str, int]], tries: list[int]
) -> list[SolutionPiece] | None:
    """The rest of the servings in an order that is legal on the table as it is."""
    if not rest:
        return []
    for food, width in rest:
        if not tries[0]:
            return None
        tries[0] -= 1
        lengthwise = width > min(len(TILES[food].shape), len(TILES[food].shape[0]))
        try:
            after = lay(play, f"{food} lengthwise" if lengthwise else food)
        except Refused:
            continue
        later = _completion(after, rest - Counter([(food, width)]), tries)
        if later is not None:
            return [after.pieces[-1], *later]
    return None


def _may_lie(play: Play, piece: SolutionPiece) -> bool:
    """Whether a piece may go down now."""
    try:
        lay(play, command_text(play, piece))
    except Refused:
        return False
    return True


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _question(piece: SolutionPiece) -> str:
    name = TILES[piece.tile].name
    return f"Where can {name} go? Look for the cells that little else can cover."


def _first_cell(words: str) -> str:
    """The piece's first cell from its command, with the number of the board if there is one."""
    parts = words.split()
    number = f"{parts[0]} " if parts[0].isdecimal() else ""
    cell = parts[2 if number else 1].partition(":")[0]
    return f"{number}{cell}"


def _place(piece: SolutionPiece) -> tuple[int, str, frozenset[tuple[int, int]]]:
    return piece.board, piece.tile, frozenset(piece.cells)
