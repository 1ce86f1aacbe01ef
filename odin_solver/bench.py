"""How well an agent plays: its games over fixed seeds, in the environments of `odin_solver.gym`.

An agent is a Python file with a function ``act(observation)``, which returns the number of a move.
If it has ``begin(seed)``, too, that is called before each game.
"""

import math
import platform
import statistics
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from odin_solver.errors import InputError
from odin_solver.rules.position import GameLength
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.language import mark
from odin_solver.support.validating import Faults
from odin_solver.version import __version__

Kind = Literal["long", "short", "long-cards", "short-cards"]

KINDS: Mapping[Kind, tuple[GameLength, bool]] = MappingProxyType(
    {
        "long": ("long", False),
        "short": ("short", False),
        "long-cards": ("long", True),
        "short-cards": ("short", True),
    }
)
"""Kinds of games: the length, and whether occupations are in them."""

FIRST_SEED = 1
"""The seeds are this one and those that follow."""

Act = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Agent:
    """What plays: a function of the observation, and one that is called before each game."""

    name: str
    act: Act
    begin: Callable[[int], object] = lambda seed: None


GREEDY = Agent("greedy", lambda observation: 0)
"""The first move is always the greedy policy's own."""


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one kind.

    Attributes
    ----------
    scores
        By seed, from `FIRST_SEED` on; 0 where the game was not over after the most steps.
    illegal
        Moves beyond the mask, which changed nothing.
    moves
        All moves, legal or not.
    seconds
        Processor time of the agent alone.
    """

    kind: Kind
    scores: Annotated[list[float], msgspec.Meta(min_length=1)]
    illegal: int
    moves: int
    seconds: float


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of an agent, and the versions of what played them."""

    agent: str
    series: list[Series]
    schema: int = 1
    odin_solver: str = __version__
    python: str = platform.python_version()
    gymnasium: str = ""


class Reference(msgspec.Struct, frozen=True):
    """What another player reached in games of the same kind."""

    kind: Kind
    player: str
    games: int
    mean: float
    error: float | None = None


def agent_from(path: str) -> Agent:
    """Load an agent.

    Raises
    ------
    InputError
        If the file cannot be read or run, or has no function ``act``.
    """
    name, text = read_text(path)
    found: dict[str, Any] = {"__name__": "agent", "__file__": path}
    # What lies beside it can be imported, but takes the place of no other module.
    sys.path.append(str(Path(path).resolve().parent))
    _heard(name, lambda: exec(compile(text, path, "exec"), found))  # the user's own
    if not callable(found.get("act")):
        raise InputError.said("{name}: expected a function act(observation)", name=name)
    begin = found.get("begin", lambda seed: None)
    return Agent(
        Path(path).name,
        lambda observation: _heard(name, lambda: found["act"](observation)),
        lambda seed: _heard(name, lambda: begin(seed)),
    )


def _heard(name: str, call: Callable[[], Any]) -> Any:
    """Call what belongs to an agent; its exceptions become one line."""
    try:
        return call()
    except Exception as error:
        at, trace = 0, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_globals.get("__name__") == "agent":
                at = trace.tb_lineno
            trace = trace.tb_next
        at = error.lineno or 0 if isinstance(error, SyntaxError) else at
        raise InputError.said(
            "{name}: line {line}: {kind}: {error}",
            name=name,
            line=at,
            kind=type(error).__name__,
            error=error,
        ) from None


def series(agent: Agent, kind: Kind, games: int) -> Iterator[Series]:
    """Yield the games of an agent so far, after each one.

    Parameters
    ----------
    games
        With the seeds from `FIRST_SEED` on.

    Raises
    ------
    InputError
        If the agent raises an exception or returns no number, or Gymnasium is not installed.
    """
    if find_spec("gymnasium") is None:
        advice = "pip install 'odin-solver[gym]'"
        raise InputError.said(
            "agents need Gymnasium, which is not installed: {advice}", advice=advice
        )
    from odin_solver.gym.solo import MOST_STEPS, OdinSolo

    length, cards = KINDS[kind]
    game = OdinSolo(length, cards)
    scores: list[float] = []
    illegal, moves, seconds = 0, 0, 0.0
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        agent.begin(seed)
        seen, _ = game.reset(seed=seed)
        score, ended, steps = 0.0, False, 0
        while not ended and steps < MOST_STEPS:
            began = time.process_time()
            action = agent.act(seen)
            seconds += time.process_time() - began
            try:
                number = np.int64(action)
            except (TypeError, ValueError, OverflowError):
                raise InputError.said(
                    "{name}: act: expected the number of a move, got {got!r}",
                    name=agent.name,
                    got=action,
                ) from None
            illegal += not 0 <= number < seen["action_mask"].sum()
            steps += 1
            seen, score, ended, _, _ = game.step(number)
        moves += steps
        scores.append(score if ended else 0.0)
        yield Series(kind, list(scores), illegal, moves, round(seconds, 3))


def result(agent: Agent, played: Sequence[Series]) -> Result:
    """Return the result of an agent, with the version of Gymnasium here."""
    return Result(agent.name, list(played), gymnasium=version("gymnasium"))


def result_from(path: str) -> Result:
    """Read a result that was written.

    Raises
    ------
    InputError
        If the file is none; the message names file and field.
    """
    name, text = read_text(path)
    faults = Faults(name)
    found: Result | None = faults.read(decode(text, name, mark("a result of a bench")), Result)
    faults.raise_any()
    assert found is not None
    return found


def references() -> list[Reference]:
    """Return what the planner and the search that knows all luck reach; the file says how."""
    text = (files("odin_solver") / "gym" / "references.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["reference"], list[Reference])


def mean_error(values: Sequence[float]) -> float:
    """Return the standard error of a mean; 0 for one value."""
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
