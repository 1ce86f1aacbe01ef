"""Challenges: a seed of the solo game with closed spaces and goals, and the par to be reached."""

from odin_solver.challenges.challenge import (
    MEDALS,
    Challenge,
    ChallengePar,
    challenge_from,
    challenge_text,
)
from odin_solver.challenges.days import challenge_of_day, day_of
from odin_solver.challenges.par import par_games, with_par
from odin_solver.challenges.results import ChallengeResult, result_of

__all__ = [
    "MEDALS",
    "Challenge",
    "ChallengePar",
    "ChallengeResult",
    "challenge_from",
    "challenge_of_day",
    "challenge_text",
    "day_of",
    "par_games",
    "result_of",
    "with_par",
]
