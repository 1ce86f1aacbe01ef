"""Symmetry: on a symmetric board, one of equal places is enough."""

from collections.abc import Callable, Sequence
from functools import partial

from odin_puzzles.grading.state import Deduction, GradingState
from odin_puzzles.grading.table import Candidates, CandidateTable
from odin_puzzles.uniqueness.symmetry import Symmetry
from odin_solver.rules.geometry import bits
from odin_solver.support.language import mark

SPARE = mark(
    "the board can be turned, so that of equal places for the {tile} one is enough: {tiles} need "
    "not be looked at"
)
TURNED = mark("the board can be turned so that this place is taken by {tile}")

Turn = Sequence[int]
"""A symmetry of the board: for each candidate its image."""


def turns_of(table: CandidateTable, symmetries: Sequence[Symmetry]) -> list[Turn]:
    """Return the symmetries of a task as permutations of its candidates, without the identity."""
    numbers = {laid: number for number, laid in enumerate(table.options)}
    turns = [[numbers[image(laid)] for laid in table.options] for image in symmetries]
    return [turn for turn in turns if turn != sorted(turn)]


def symmetry(
    turns: Sequence[Turn], known: frozenset[int]
) -> Callable[[GradingState], Deduction | None]:
    """Return the technique for a board with some symmetries.

    While the state is symmetric, one of the equivalent places of a single tile is enough; and if
    all candidates of a group are equivalent, one of them can be laid. One sees it by turning the
    board.

    Parameters
    ----------
    known
        The known solution, if any: its candidates are kept.
    """

    def technique(state: GradingState) -> Deduction | None:
        left = [turn for turn in turns if _same(turn, state)]
        if not left:
            return None
        table = state.table
        for kind, (least, most) in enumerate(zip(state.least, state.most, strict=True)):
            if least == most == 1:
                out = _spare(state.live & table.of_kind[kind], left, known)
                if out:
                    reason = table.told(SPARE, tile=partial(table.name, kind), tiles=out)
                    return Deduction("symmetry", None, out, reason)
        for group in () if state.complete else state.groups():
            first = min(bits(group), key=lambda number: (number not in known, number))
            if not group & ~_orbit(first, left):
                reason = table.told(TURNED, tile=partial(table.text, first))
                return Deduction("symmetry", first, 0, reason)
        return None

    return technique


def _same(turn: Turn, state: GradingState) -> bool:
    if {turn[number] for number in state.laid} != set(state.laid):
        return False
    return all(state.live >> turn[number] & 1 for number in bits(state.live))


def _spare(places: Candidates, turns: Sequence[Turn], known: frozenset[int]) -> Candidates:
    out, seen = 0, 0
    for number in sorted(bits(places), key=lambda number: (number not in known, number)):
        if seen >> number & 1:
            continue
        orbit = _orbit(number, turns)
        seen |= orbit
        out |= orbit & ~(1 << number)
    return out


def _orbit(number: int, turns: Sequence[Turn]) -> Candidates:
    orbit = 1 << number
    for turn in turns:
        orbit |= 1 << turn[number]
    return orbit
