"""What tree searches about a game have found, for its next decisions.

A node of a tree is a sequence of placements of Vikings (`odin_solver.planner.tree`), so that a turn
that follows the move made is a node below it. Its estimates are where the next search begins, moved
by what the state has become better or worse; they weigh little, since chance has decided
meanwhile. A search of the same decision goes on where it ended.
"""

from collections.abc import Sequence
from typing import NamedTuple

from odin_solver.game.kernel.moves import PASS, Move, Use
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import apply_legal, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.rollouts.library import TreeSearch
from odin_solver.rollouts.tables import SPACE_IDS

MOST_VISITS = 150
"""Visits of a worker that are taken over: enough to begin with, few beside those of a second."""

KEPT = 6
"""Decisions whose trees are kept."""


class KeptTrees(NamedTuple):
    """The trees of a decision, one for each worker."""

    state: State
    moves: tuple[Move, ...]
    trees: list[TreeSearch]


class SearchMemory:
    """The trees of the decisions that were searched last.

    Attributes
    ----------
    adopted
        Visits that the last search took over.
    """

    def __init__(self) -> None:
        self.adopted = 0
        self._kept: dict[tuple[str, tuple[Move | Outcome, ...]], KeptTrees] = {}
        self._game: str = ""
        self._made: tuple[Move | Outcome, ...] = ()

    def at(self, game: str, made: Sequence[Move | Outcome]) -> None:
        """Say which decision is searched next."""
        self._game, self._made = game, tuple(made)

    @property
    def known(self) -> KeptTrees | None:
        """The trees of this decision, if it was searched."""
        return self._kept.get((self._game, self._made))

    def same(self, moves: Sequence[Move], workers: int) -> list[TreeSearch]:
        """Return the trees of this very decision, if it was searched; otherwise none."""
        self.adopted = 0
        known = self.known
        if known is None or known.moves != tuple(moves) or len(known.trees) != workers:
            return []
        return known.trees

    def keep(self, state: State, moves: Sequence[Move], trees: list[TreeSearch]) -> None:
        """Keep the new trees of this decision; they begin with what is known from before."""
        self._teach(state, moves, trees)
        self._kept.pop((self._game, self._made), None)
        self._kept[self._game, self._made] = KeptTrees(state, tuple(moves), trees)
        for old in list(self._kept)[:-KEPT]:
            del self._kept[old]

    def _teach(self, state: State, moves: Sequence[Move], trees: Sequence[TreeSearch]) -> None:
        """Begin new trees with what the last decision on the way here has found."""
        for number in range(len(self._made) - 1, -1, -1):
            known = self._kept.get((self._game, self._made[:number]))
            if known is not None and known.state.seat == state.seat:
                break
        else:
            return
        slots = [_slot(state, move) for move in moves]
        way = _way(known, self._made[number:])
        if way is not None:
            self.adopted = sum(
                tree.adopt(known.trees[at % len(known.trees)], way, slots, MOST_VISITS)
                for at, tree in enumerate(trees)
            )


def _way(known: KeptTrees, since: Sequence[Move | Outcome]) -> bytes | None:
    """Return the way in known trees that a game has gone since; None if it was not searched."""
    first, *others = since
    if first not in known.moves:
        return None
    way = [known.moves.index(first)]
    state = apply_legal(known.state, first)
    for move in others:
        slot = _slot(state, move)
        if slot is not None and state.seat == known.state.seat:
            way.append(slot)
        state = apply_legal(state, move)
    return bytes(way)


def _slot(state: State, move: Move | Outcome) -> int | None:
    if not state.vikings or not isinstance(decision(state), Turn):
        return None
    if isinstance(move, Use):
        return SPACE_IDS.index(move.space)
    return len(SPACE_IDS) if move == PASS else None
