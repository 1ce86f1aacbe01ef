"""The par of a challenge: games of the planner, and the best game known with all luck known."""

from collections.abc import Iterator

from msgspec.structs import replace

from odin_solver.challenges.challenge import Challenge, ChallengePar
from odin_solver.challenges.goals import goal
from odin_solver.errors import OdinError
from odin_solver.game.log import Game, parse
from odin_solver.game.scoring import score_sheet
from odin_solver.planner import clairvoyant
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.series import play_one

PLAYOUTS = 100
"""Playouts of the planner for each placement of Vikings; ten times as many for silver."""

CHANGES = 600
"""Changes that the clairvoyant search tries, for each playout of the planner."""

SECONDS = 3600.0
"""Its time limit, which a machine of any speed keeps."""


def par_games(challenge: Challenge, playouts: int = PLAYOUTS) -> Iterator[Game]:
    """Play the games for bronze, silver and gold; gold only without occupations.

    They depend on nothing but the arguments.

    Raises
    ------
    OdinError
        If the planner's game does not reach the goals.
    """
    bronze = planned(challenge, playouts)
    missed = missed_goals(challenge, bronze)
    if missed:
        raise OdinError.said(
            "the planner does not reach the goals of this seed: {goals}", goals=", ".join(missed)
        )
    yield bronze
    silver = _best(challenge, bronze, planned(challenge, 10 * playouts))
    yield silver
    if not challenge.options.cards:
        yield _best(challenge, silver, _clairvoyant(challenge, CHANGES * playouts))


def with_par(challenge: Challenge, games: list[Game]) -> Challenge:
    """Return a challenge with the scores of the games of `par_games`."""
    scores = [score_sheet(game.state).total for game in games]
    return replace(challenge, par=ChallengePar(*scores))


def planned(challenge: Challenge, playouts: int) -> Game:
    """Return the planner's game."""
    limits = SearchLimits(None, playouts)
    log = play_one("planner", challenge.options, challenge.seed, True, limits, challenge.start).log
    assert log is not None
    return parse(log)


def missed_goals(challenge: Challenge, game: Game) -> list[str]:
    """Return the goals that the end of a game does not reach, in words."""
    goals = map(goal, challenge.goals)
    return [each.words for each in goals if not each.reached(game.state)]


def _best(challenge: Challenge, *games: Game) -> Game:
    reaching = [game for game in games if not missed_goals(challenge, game)]
    return max(reaching, key=lambda game: score_sheet(game.state).total)


def _clairvoyant(challenge: Challenge, changes: int) -> Game:
    begun = challenge.begin()
    *_, best = clairvoyant.search(begun, seconds=SECONDS, changes=changes)
    return clairvoyant.replayed(begun, best)
