"""Symmetry: where a board can be turned, one tile's places may be halved."""

from collections.abc import Callable, Sequence

from odin_puzzles.grading.state import Deduction, State
from odin_puzzles.grading.table import Candidates, Table
from odin_puzzles.grading.trial import groups
from odin_puzzles.uniqueness.symmetry import Symmetry
from odin_solver.rules.geometry import bits

Turn = Sequence[int]
"""A way to turn the board: for each candidate the one that it becomes."""


def turns_of(table: Table, symmetries: Sequence[Symmetry]) -> list[Turn]:
    """What the symmetries of a task make of its candidates; the one that does nothing left out."""
    numbers = {each: number for number, each in enumerate(table.options)}
    found = [[numbers[move(each)] for each in table.options] for move in symmetries]
    return [turn for turn in found if turn != sorted(turn)]


def symmetry(turns: Sequence[Turn], known: frozenset[int]) -> Callable[[State], Deduction | None]:
    """The technique for a board that can be turned in these ways.

    As long as all that is left looks the same after a turn, one may choose among the places of a
    single tile that the turn makes of each other; and where a turn makes all candidates of a cell
    or of a kind of each other, one of them may be laid. One sees it by turning the board.

    Parameters
    ----------
    turns
        How the board can be turned.
    known
        A solution that is to be kept, if one is known: of its places none is given up.
    """

    def technique(state: State) -> Deduction | None:
        left = [turn for turn in turns if _same(turn, state)]
        if not left:
            return None
        table = state.table
        for kind, (least, most) in enumerate(zip(state.least, state.most, strict=True)):
            if least == most == 1:
                out = _spare(state.live & table.of_kind[kind], left, known)
                if out:
                    return _chosen(table, kind, out)
        for group in () if state.complete else groups(state):
            first = min(bits(group), key=lambda each: (each not in known, each))
            if not group & ~_orbit(first, left):
                return _first(table, first)
        return None

    return technique


def _chosen(table: Table, kind: int, out: Candidates) -> Deduction:
    name = table.tiles[kind].name.lower()
    return Deduction(
        "symmetry",
        None,
        out,
        lambda: (
            f"the board can be turned, so that of equal places for the {name} one is enough: "
            f"{table.list_of(out)} need not be looked at"
        ),
    )


def _first(table: Table, number: int) -> Deduction:
    return Deduction(
        "symmetry",
        number,
        0,
        lambda: f"the board can be turned so that this place is taken by {table.words(number)}",
    )


def _same(turn: Turn, state: State) -> bool:
    """Whether what lies and what is left looks the same after a turn."""
    if {turn[number] for number in state.laid} != set(state.laid):
        return False
    return all(state.live >> turn[number] & 1 for number in bits(state.live))


def _spare(places: Candidates, turns: Sequence[Turn], known: frozenset[int]) -> Candidates:
    """All but one of every set of places that the turns make of each other."""
    out, seen = 0, 0
    for number in sorted(bits(places), key=lambda each: (each not in known, each)):
        if seen >> number & 1:
            continue
        orbit = _orbit(number, turns)
        seen |= orbit
        out |= orbit & ~(1 << number)
    return out


def _orbit(number: int, turns: Sequence[Turn]) -> Candidates:
    """A candidate and all that it becomes."""
    orbit = 1 << number
    for turn in turns:
        orbit |= 1 << turn[number]
    return orbit
