"""Looking back at a game: what every placement of Vikings has lost.

The best line is searched for in some scenarios, and then compared with the move that was made in
others: a line that only had luck in the search does not count as better. The loss may come out
below zero, which says that the move made was at least as good as what the planner found.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, stdev

from odin_solver.game.log import Game
from odin_solver.game.play import decision
from odin_solver.game.state import State
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import Limits, Line, advise

SURE = 2.0
"""A loss is called a mistake beyond so many standard errors."""

ENOUGH = 5
"""So many scenarios are needed at least for that: a standard error from fewer says little."""


@dataclass(frozen=True)
class Reviewed:
    """A move that was made, against the best one found.

    Attributes
    ----------
    number
        The move's number in the log, from 1, outcomes of chance counted.
    round, move
        Where it was made, and what it was.
    best
        The best move found; the move itself if none was better in the search.
    expected
        Mean of the final scores after the move that was made.
    loss, doubt
        What it is expected to have lost, and the standard error of that; None if there were fewer
        than two scenarios to compare in.
    scenarios
        So many there were to compare in; none if no better move was found.
    playouts
        Games that were played to their end.
    """

    number: int
    round: int
    move: str
    best: str
    expected: float
    loss: float
    doubt: float | None
    scenarios: int
    playouts: int

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is beyond doubt."""
        if self.doubt is None or self.scenarios < ENOUGH:
            return False
        return self.loss > SURE * self.doubt


def placements(game: Game) -> list[int]:
    """The numbers, from 0, of the moves that placed Vikings, or passed when some were left."""
    return [
        at
        for at, (state, move) in enumerate(zip(game.states, game.moves, strict=False))
        if _is_placement(state, move)
    ]


def _is_placement(state: State, move: str) -> bool:
    node = decision(state)
    if not isinstance(node, Turn):
        return False
    return move.startswith("use ") or (move == "pass" and len(node.moves(state)) > 1)


def review(game: Game, limits: Limits, *, seed: int = 0) -> Iterator[Reviewed]:
    """Judge every placement of a game, one after the other.

    Parameters
    ----------
    game
        A game, over or not.
    limits
        How much to think about each of its moves: half of it to find the best line, half to
        compare it with the move that was made.
    seed
        Decides the scenarios. What chance really brought has nothing to do with them.
    """
    half = replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds / 2,
        playouts=None if limits.playouts is None else max(1, limits.playouts // 2),
    )
    for at in placements(game):
        state, made = game.states[at], game.moves[at]
        rng = Random(f"{seed} review {at}")
        *_, found = advise(state, half, seed=rng.getrandbits(32), moves=(made,))
        best, played = found.best, found.playouts
        loss, doubt, scenarios = 0.0, None, 0
        (own,) = (line for line in found.lines if line.move == made)
        if best.move != made:
            pair = (made, best.move)
            *_, duel = advise(state, half, seed=rng.getrandbits(32), moves=pair, width=0)
            lines = {line.move: line for line in duel.lines}
            played += duel.playouts
            if len(lines) == len(pair):
                own = lines[made]
                loss, doubt, scenarios = _difference(lines[best.move], own)
        yield Reviewed(
            number=at + 1,
            round=state.round,
            move=made,
            best=best.move,
            expected=own.mean,
            loss=loss,
            doubt=doubt,
            scenarios=scenarios,
            playouts=played,
        )


def _difference(better: Line, other: Line) -> tuple[float, float | None, int]:
    """The mean difference in the scenarios that both met, its standard error, their number."""
    gaps = [a - b for a, b in zip(better.scores, other.scores, strict=False)]
    doubt = stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else None
    return fmean(gaps), doubt, len(gaps)


def costliest(reviewed: Sequence[Reviewed], number: int = 3) -> list[Reviewed]:
    """The mistakes that lost most, the worst one first."""
    mistakes = (each for each in reviewed if each.is_mistake)
    return sorted(mistakes, key=lambda each: -each.loss)[:number]
