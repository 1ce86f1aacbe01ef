"""How well an agent plays: its games over fixed seeds, in the environments of `odin_solver.gym`.

An agent is a Python file with a function ``act(observation)``, which returns the number of a move
in games, with ``lay(observation)`` for laying tiles, or both. If it has ``begin(seed)``, too, that
is called before each game.
"""

import math
import platform
import statistics
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
import numpy as np

from odin_solver.errors import InputError
from odin_solver.game.kernel.play import current
from odin_solver.game.playing import SeededChance
from odin_solver.game.positions import position_of
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.language import mark
from odin_solver.support.validating import Faults
from odin_solver.version import __version__

Kind = Literal["long", "short", "long-cards", "short-cards", "table", "placing"]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""Kinds of games: alone, with occupations or without; a seat of three; laying tiles."""

PLAYERS = 3
"""At the table; the game is short and without occupations."""

FIRST_SEED = 1
"""The seeds are this one and those that follow."""

Act = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Agent:
    """What plays: functions of the observation, and one that is called before each game."""

    name: str
    act: Act | None
    lay: Act | None
    begin: Callable[[int], object] = lambda seed: None

    @property
    def kinds(self) -> list[Kind]:
        """Kinds of games for which it has a function."""
        return [kind for kind in KINDS if (self.lay if kind == "placing" else self.act)]


def _largest(observation: dict[str, Any]) -> int:
    areas = [each.cells.bit_count() for each in observation["placements"]] + [0]  # it stops last
    return max(np.flatnonzero(observation["action_mask"]).tolist(), key=areas.__getitem__)


GREEDY = Agent("greedy", lambda observation: 0, _largest)
"""The first move is always the greedy policy's own; where tiles are laid, the largest one that
fits, where it fits first."""


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
        If the file cannot be read or run, or has neither ``act`` nor ``lay``.
    """
    name, text = read_text(path)
    found: dict[str, Any] = {"__name__": "agent", "__file__": path}
    # What lies beside it can be imported, but takes the place of no other module.
    sys.path.append(str(Path(path).resolve().parent))
    _heard(name, lambda: exec(compile(text, path, "exec"), found))  # the user's own
    act, lay = (
        (lambda observation, play=found[each]: _heard(name, lambda: play(observation)))
        if callable(found.get(each))
        else None
        for each in ("act", "lay")
    )
    if not act and not lay:
        raise InputError.said(
            "{name}: expected a function {wanted}(observation)", name=name, wanted="act"
        )
    begin = found.get("begin", lambda seed: None)
    return Agent(Path(path).name, act, lay, lambda seed: _heard(name, lambda: begin(seed)))


def _heard(name: str, call: Callable[[], Any]) -> Any:
    """Call what belongs to an agent; its exceptions, and its exits, become one line."""
    try:
        return call()
    except (Exception, SystemExit) as error:
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
    from odin_solver.gym.solo import MOST_STEPS

    decide = agent.lay if kind == "placing" else agent.act
    if not decide:
        wanted = "lay" if kind == "placing" else "act"
        raise InputError.said(
            "{name}: expected a function {wanted}(observation)", name=agent.name, wanted=wanted
        )
    scores: list[float] = []
    illegal, moves, seconds = 0, 0, 0.0
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        agent.begin(seed)
        game = _begun(kind, seed)
        seen = next(game)
        steps = 0
        while not isinstance(seen, float) and steps < MOST_STEPS:
            began = time.process_time()
            action = decide(seen)
            seconds += time.process_time() - began
            try:
                number = int(np.int64(action))
            except (TypeError, ValueError, OverflowError):
                raise InputError.said(
                    "{name}: expected the number of a move, got {got!r}",
                    name=agent.name,
                    got=action,
                ) from None
            steps += 1
            if 0 <= number < len(seen["action_mask"]) and seen["action_mask"][number]:
                seen = game.send(number)
            else:
                illegal += 1
        moves += steps
        scores.append(seen if isinstance(seen, float) else 0.0)
        yield Series(kind, list(scores), illegal, moves, round(seconds, 3))


def _begun(kind: Kind, seed: int) -> Generator[dict[str, Any] | float, int]:
    """Play a game: yields what is seen for each number of a move, and the score at the end."""
    if kind == "table":
        yield from _at_table(seed)
        return
    from odin_solver.gym import OdinPlacing, OdinSolo

    if kind == "placing":
        env: Any = OdinPlacing(position_of_seed(seed), "final")
        more = {"placements": env.placements, "position": env.position}
    else:
        length, _, cards = kind.partition("-")
        env, more = OdinSolo(length, bool(cards)), {}  # type: ignore[arg-type]
    seen, _ = env.reset(seed=seed)
    score, ended = 0.0, False
    while not ended:
        number = yield seen | more
        seen, reward, ended, _, _ = env.step(number)
        score += reward
    yield score


def _at_table(seed: int) -> Generator[dict[str, Any] | float, int]:
    """Play at one seat of a table, a further one with each seed; greedy ones at the others."""
    from odin_solver.gym.table import Table

    table, luck, seat = Table(PLAYERS, "short"), SeededChance(seed), seed % PLAYERS
    table.draw(luck)
    while current(table.state) is not None:
        number = (yield table.seen[seat]) if table.state.seat == seat else 0
        table.apply(table.moves[number])
        table.draw(luck)
    yield float(table.scores[seat])


def position_of_seed(seed: int) -> Position:
    """Return what tiles are laid of: a long game of the greedy policy, all tiles taken up."""
    from odin_solver.gym import OdinSolo

    env = OdinSolo()
    env.reset(seed=seed)
    while not env.step(np.int64(0))[2]:
        pass
    end = position_of(env.state)
    laid = Counter(piece.tile.id for board in end.boards for piece in board.pieces)
    supply = Counter(end.supply) + laid
    return replace(end, boards=tuple(BoardState(each.board) for each in end.boards), supply=supply)


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
