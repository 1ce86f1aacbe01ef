"""Best score of a seed, in a module that other processes can import."""

import msgspec

from odin_solver.game import Game, Options, score_sheet
from odin_solver.planner.clairvoyant import search
from odin_solver.rules.position import GameLength


class Ceiling(msgspec.Struct, frozen=True):
    """Best score of a seed.

    Attributes
    ----------
    length, seed
        The game, without occupations.
    score
        Best score found, replayed by the rules.
    games
        Games played in the search.
    seconds
        Time of the search.
    """

    length: GameLength
    seed: int
    score: int
    games: int
    seconds: float


def ceiling(length: GameLength, seed: int, seconds: float) -> Ceiling:
    """Search for the best game of a seed."""
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
    return Ceiling(length, seed, score, best.games, round(best.seconds, 1))
