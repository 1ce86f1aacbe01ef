"""The challenge that a game belongs to."""

from odin_solver.challenges.challenge import Challenge
from odin_solver.challenges.days import day_of, day_with_kept_par
from odin_solver.challenges.library import included, included_of
from odin_solver.game.log import Game


def challenge_of(game: Game) -> tuple[str, Challenge] | None:
    """Return the challenge whose game this is, with its id or its day; None without one."""
    day = day_of(game)
    if day is not None:
        return day.isoformat(), day_with_kept_par(day)
    name = included_of(game)
    return None if name is None else (name, included(name))
