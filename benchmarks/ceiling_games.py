"""Best score and upper bound of a seed, in a module that other processes can import."""

import msgspec

from odin_solver.game import Game, Options, score_sheet
from odin_solver.planner.clairvoyant import first_turn, search
from odin_solver.planner.model import ChanceModel, branched_bound
from odin_solver.rules.position import GameLength

BOUND_SECONDS = 300.0
"""Processor time for a bound."""


class Ceiling(msgspec.Struct, frozen=True):
    """Best score and upper bound of a seed.

    Attributes
    ----------
    length, seed
        The game, without occupations.
    score
        Best score found, replayed by the rules.
    bound
        Upper bound; None if it took too long.
    games
        Games played in the search.
    seconds
        Time of the search.
    """

    length: GameLength
    seed: int
    score: int
    bound: int | None
    games: int
    seconds: float


def ceiling(length: GameLength, seed: int, seconds: float, proven: int | None = None) -> Ceiling:
    """Search for the best game of a seed, and prove an upper bound unless one is given."""
    options = Options(length=length)
    *_, best = search(options, seed, seconds=seconds)
    game = Game(options, seed)
    game.let_chance_decide()
    for _, move in best.playout.moves:
        game.do(move)
        game.let_chance_decide()
    score = score_sheet(game.state).total
    if not game.state.is_over or score != best.score:
        raise RuntimeError(f"{length} game of seed {seed}: the replay ends differently")
    bound = proven or branched_bound(
        first_turn(options, seed), seconds=BOUND_SECONDS, chance=ChanceModel.known(seed)
    )
    if bound is not None and bound < score:
        raise RuntimeError(f"{length} game of seed {seed}: {score} found, but bound {bound}")
    return Ceiling(length, seed, score, bound, best.games, round(best.seconds, 1))
