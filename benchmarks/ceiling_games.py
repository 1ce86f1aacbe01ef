"""The best game of one seed; a separate module, so that other processes can import it."""

import msgspec

from odin_solver.game import Game, Options, score_sheet
from odin_solver.planner.clairvoyant import first_turn, search
from odin_solver.planner.model import ChanceModel, upper_bound
from odin_solver.rules.position import GameLength

BOUND_SECONDS = 300.0


class Ceiling(msgspec.Struct, frozen=True):
    """Score and upper bound of the best game of a seed.

    Attributes
    ----------
    length, seed
        The game, without occupations.
    score
        The best score found, replayed by the rules.
    bound
        What nobody can exceed; None if it took too long.
    games
        Games that were tried.
    seconds
        Time of the search.
    """

    length: GameLength
    seed: int
    score: int
    bound: int | None
    games: int
    seconds: float


def ceiling(length: GameLength, seed: int, seconds: float) -> Ceiling:
    """Search for the best game of a seed, and prove an upper bound."""
    options = Options(length=length)
    *_, found = search(options, seed, seconds=seconds)
    game = Game(options, seed)
    game.let_chance_decide()
    for _, move in found.playout.moves:
        game.do(move)
        game.let_chance_decide()
    score = score_sheet(game.state).total
    if not game.state.is_over or score != found.score:
        raise RuntimeError(f"{length} game of seed {seed}: the replay comes to another end")
    bound = upper_bound(
        first_turn(options, seed), seconds=BOUND_SECONDS, chance=ChanceModel.known(seed)
    )
    if bound is not None and bound < score:
        raise RuntimeError(f"{length} game of seed {seed}: {score} found, but bound {bound}")
    return Ceiling(length, seed, score, bound, found.games, round(found.seconds, 1))
