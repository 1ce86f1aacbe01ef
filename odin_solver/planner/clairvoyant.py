"""The ceiling: how much a player could score who knew all that chance will bring.

The search plays the game of a seed again and again, with the very luck that the seed brings. It
begins with the game of a player who tries every promising move to the end before each placement,
and goes on by simulated annealing: somewhere in the game another move is made, and the rest is
played by the greedy policy, or like the rest of the game before as far as that is still possible.
"""

import math
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from odin_solver.game.fate import Fate
from odin_solver.game.feast import Feast
from odin_solver.game.node import Chance
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.play import apply_legal, current, decision, why_not
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.policies.lazy import LazyGreedy
from odin_solver.game.setup import new_game
from odin_solver.game.sheet import Sheet, score_sheet
from odin_solver.game.state import Options, State
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import candidates
from odin_solver.planner.playout import Playout

WIDTH = 14
"""Moves that are tried at a decision."""

FIRST_PASS = 0.6
"""At most this share of the time goes into the first game."""

HOT, COLD = 5.0, 0.3
"""What a step of the annealing may lose, in points: at first and in the end."""

LIKEWISE = 0.5
"""So often the rest of a changed game is played as before, as far as that is possible."""

FAVOUR = 4.0
"""Among the moves in the order of the greedy policy, the n-th one is tried exp(-n / so many)."""


class Step(NamedTuple):
    """A decision of a game, and what was decided.

    Attributes
    ----------
    state
        The game.
    met
        How often every kind of chance had decided before.
    move
        The move.
    """

    state: State
    met: Counter[str]
    move: str


class Run(NamedTuple):
    """A game played to its end: its score sheet, and all decisions of the player."""

    sheet: Sheet
    steps: tuple[Step, ...]

    @property
    def score(self) -> int:
        """The score."""
        return self.sheet.total


@dataclass(frozen=True)
class Found:
    """A game that was found.

    Attributes
    ----------
    playout
        The game, from its beginning; its scenario is the seed.
    games
        Games played to their end until now.
    seconds
        Time used until now.
    """

    playout: Playout
    games: int
    seconds: float

    @property
    def score(self) -> int:
        """The score."""
        return self.playout.sheet.total


def search(
    options: Options, seed: int, *, seconds: float, search_seed: int = 0, policy: Greedy = greedy
) -> Iterator[Found]:
    """Look for the best game of a seed, all of whose luck is known.

    Parameters
    ----------
    options, seed
        The game.
    seconds
        How long to look.
    search_seed
        Decides what is tried.
    policy
        Plays the parts of a game that are not searched.

    Yields
    ------
    Found
        The best game so far, after every game that was tried.
    """
    began = time.monotonic()
    known = _Known(Fate(seed), policy)
    rng = Random(search_seed)

    def found(run: Run) -> Found:
        moves = tuple((step.state.round, step.move) for step in run.steps)
        return Found(Playout(run.sheet, moves, seed), known.games, time.monotonic() - began)

    best = known.played(new_game(options), Counter())
    yield found(best)
    for run in known.carefully(best):
        best = run
        yield found(best)
        if time.monotonic() - began > FIRST_PASS * seconds:
            break
    now = best
    while (elapsed := time.monotonic() - began) < seconds:
        after = known.changed(now, rng)
        if after is None:
            continue
        heat = HOT + (COLD - HOT) * elapsed / seconds
        gained = after.score - now.score
        if gained >= 0 or rng.random() < math.exp(gained / heat):
            now = after
        best = max(best, now, key=lambda run: run.score)
        yield found(best)


def first_turn(options: Options, seed: int) -> State:
    """The game of a seed when the player decides for the first time."""
    fate, state = Fate(seed), new_game(options)
    met: Counter[str] = Counter()
    while isinstance(node := current(state), Chance):
        state = apply_legal(state, fate.outcome(node.kind, met[node.kind], node.outcomes(state)))
        met[node.kind] += 1
    return state


class _Known:
    """A game whose luck is known."""

    def __init__(self, fate: Fate, policy: Greedy) -> None:
        self.fate = fate
        self.policy = policy
        self.games = 0

    def played(
        self, state: State, met: Counter[str], first: str = "", plan: tuple[Step, ...] = ()
    ) -> Run:
        """Play on: a first move, then the uses of spaces of a plan if possible, else greedily."""
        self.games += 1
        met = met.copy()
        rng, player = Random(0), LazyGreedy(self.policy)
        planned: defaultdict[int, deque[str]] = defaultdict(deque)
        for step in plan:
            if isinstance(decision(step.state), Turn) and step.move.startswith("use "):
                planned[step.state.round].append(step.move)
        if first in planned[state.round]:
            planned[state.round].remove(first)
        steps = []
        while (node := current(state)) is not None:
            if isinstance(node, Chance):
                move = self.fate.outcome(node.kind, met[node.kind], node.outcomes(state))
                met[node.kind] += 1
            else:
                move = first or _next_planned(state, planned) or player(state, rng)
                first = ""
                steps.append(Step(state, met.copy(), move))
            state = apply_legal(state, move)
        return Run(score_sheet(state), tuple(steps))

    def carefully(self, best: Run) -> Iterator[Run]:
        """The best game so far of a player who tries what he can do at every placement."""
        at = 0
        while at < len(best.steps):
            step = best.steps[at]
            if isinstance(decision(step.state), Turn) and step.move.startswith("use "):
                for move in candidates(step.state, self.policy)[:WIDTH]:
                    after = self.played(step.state, step.met, move)
                    if after.score > best.score:
                        best = Run(after.sheet, (*best.steps[:at], *after.steps))
                    yield best
            at += 1

    def changed(self, run: Run, rng: Random) -> Run | None:
        """The game with another move somewhere; None if there is no other one."""
        at = rng.randrange(len(run.steps))
        step = run.steps[at]
        if isinstance(decision(step.state), Feast | FinalPlacing) or step.move.startswith("place"):
            return None
        moves = [each for each in candidates(step.state, self.policy)[:WIDTH] if each != step.move]
        if not moves:
            return None
        move = moves[min(len(moves) - 1, int(rng.expovariate(1 / FAVOUR)))]
        likewise = rng.random() < LIKEWISE
        plan = run.steps[at + rng.randrange(2) :] if likewise else ()
        after = self.played(step.state, step.met, move, plan)
        return Run(after.sheet, (*run.steps[:at], *after.steps))


def _next_planned(state: State, planned: defaultdict[int, deque[str]]) -> str | None:
    if not isinstance(decision(state), Turn):
        return None
    moves = planned[state.round]
    while moves:
        move = moves.popleft()
        if why_not(state, move) is None:
            return move
    return None
