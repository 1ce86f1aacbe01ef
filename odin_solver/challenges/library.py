"""The challenges that are included, with the games of their par."""

import tomllib
from functools import cache
from importlib.resources import files

from odin_solver.challenges.challenge import MEDALS, Challenge, challenge_from, is_game_of
from odin_solver.game.log import CUT, Game
from odin_solver.game.scores.file import NO_CARDS

FOLDER = files("odin_solver.challenges") / "data"


@cache
def included(name: str) -> Challenge:
    """Return the challenge with an id of `INCLUDED`."""
    file = FOLDER / f"{name}.toml"
    return challenge_from(tomllib.loads(file.read_text(encoding="utf-8")), file.name)


def _order(name: str) -> tuple[bool, bool, int]:
    each = included(name)
    return each.length == "long", each.cards != NO_CARDS, each.seed


_IDS = (each.name.removesuffix(".toml") for each in FOLDER.iterdir() if each.name.endswith("toml"))

INCLUDED = tuple(sorted(_IDS, key=_order))
"""Ids: short games first, then long ones; those with occupations last."""


def par_log(name: str, medal: str) -> str:
    """Return the log of the game that set the par of an included challenge for a medal."""
    assert medal in MEDALS
    return (FOLDER / f"{name}-{medal}.log").read_text(encoding="utf-8")


def is_par_game(name: str, content: str) -> bool:
    """Whether a log has the moves of a game that set the par of an included challenge."""
    moves = content.partition(CUT)[2].strip()
    par = included(name).par
    return any(
        par_log(name, medal).partition(CUT)[2].strip() == moves
        for medal in MEDALS
        if getattr(par, medal) is not None
    )


def included_of(game: Game) -> str | None:
    """Return the id of the included challenge whose game this is; None if it is that of none."""
    return next((name for name in INCLUDED if is_game_of(included(name), game)), None)
