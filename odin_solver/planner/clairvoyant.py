"""Clairvoyant search: the best game of a seed for a player who knows all outcomes of chance.

The compiled engine searches by beams (``rollouts/source/beam.c``): a pass keeps the states of each
round and number of Vikings left that the evaluation likes most. Passes follow each other until the
time is over. After the first, narrow one they vary the weights of the evaluation and the placing of
tiles, and some begin at a turn of the best game so far.

Without it games are played in Python. The first pass evaluates the candidate moves at each
placement of Vikings by one rollout each. Simulated annealing follows: a neighbour differs in one
move; the rest of its game is played by the greedy policy, or repeats the former game as far as that
is legal.
"""

import math
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import NamedTuple

from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.moves import Move, Place, Use
from odin_solver.game.kernel.play import decision, why_not
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import Game
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.playing import SeededChance, play_on
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.policies.lazy import LazyGreedy
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.game.setup import new_game
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import candidate_moves
from odin_solver.planner.playout import Playout
from odin_solver.planner.policies import rollout_policies
from odin_solver.rollouts.playing import CompiledGreedy, compiled, logged, plays
from odin_solver.rollouts.weights import placing_otherwise, varied

WIDTH = 14
"""Candidate moves at a decision."""

FIRST_PASS = 0.6
"""Largest share of the time for the first pass."""

HOT, COLD = 5.0, 0.3
"""Temperature of the annealing at the beginning and at the end, in points."""

REPEAT_SHARE = 0.5
"""Share of neighbours that repeat the rest of the former game."""

RANK_SCALE = 4.0
"""Scale of the exponential distribution of the rank of the other move."""

FIRST_WIDTH, WIDTHS = 8, (128, 32, 64)
"""Width of the first pass, and of others by their number."""

SCALES = (0.0, 0.1, 0.0, 0.2)
"""Scales of the variations in turn."""

OTHERS = 2
"""Number of other ways to place tiles in a pass."""

WHOLE_SHARE = 0.7
"""Share of the passes that begin at the first turn."""

SLICE = 0.2
"""Seconds between answers."""


class DecisionPoint(NamedTuple):
    """A decision of a game and the move made.

    Attributes
    ----------
    state
        State at the decision.
    draws
        Draws of each kind of chance before it.
    move
        The move.
    """

    state: State
    draws: Counter[str]
    move: Move


class Trajectory(NamedTuple):
    """A game played to its end: its score sheet and the decisions of the player."""

    sheet: ScoreSheet
    decisions: tuple[DecisionPoint, ...]

    @property
    def score(self) -> int:
        """Score."""
        return self.sheet.total


@dataclass(frozen=True)
class ClairvoyantGame:
    """The best game of a search so far.

    Attributes
    ----------
    playout
        The game from its beginning; its scenario is the seed.
    games
        Games played so far.
    seconds
        Time used so far.
    """

    playout: Playout
    games: int
    seconds: float

    @property
    def score(self) -> int:
        """Score."""
        return self.playout.sheet.total


def search(
    options: Options, seed: int, *, seconds: float, search_seed: int = 0, policy: Greedy = greedy
) -> Iterator[ClairvoyantGame]:
    """Search for the best game of a seed with known chance.

    Parameters
    ----------
    options, seed
        The game.
    seconds
        Time limit.
    search_seed
        Seed of the search.
    policy
        Rollout policy of games in Python.

    Yields
    ------
    ClairvoyantGame
        The best game so far, after every slice or game.
    """
    began = time.monotonic()
    engine = compiled(rollout_policies(options.length)[0])
    if engine is not None and plays(new_game(options)) and not options.cards:
        yield from by_beams(engine, options, seed, seconds, search_seed)
        return
    game = _SeededGame(seed, policy)
    rng = Random(search_seed)

    def report(best: Trajectory) -> ClairvoyantGame:
        moves = tuple((point.state.round, point.move) for point in best.decisions)
        playout = Playout(best.sheet, moves, seed)
        return ClairvoyantGame(playout, game.rollouts, time.monotonic() - began)

    incumbent = game.rollout(new_game(options), Counter())
    yield report(incumbent)
    for best in game.first_pass(incumbent):
        yield report(best)
        incumbent = best
        if time.monotonic() - began > FIRST_PASS * seconds:
            break
    best = incumbent
    while (elapsed := time.monotonic() - began) < seconds:
        neighbour = game.neighbour(incumbent, rng)
        if neighbour is None:
            continue
        temperature = HOT + (COLD - HOT) * elapsed / seconds
        gain = neighbour.score - incumbent.score
        if gain >= 0 or rng.random() < math.exp(gain / temperature):
            incumbent = neighbour
        best = max(best, incumbent, key=lambda trajectory: trajectory.score)
        yield report(best)


def by_beams(
    engine: CompiledGreedy,
    options: Options,
    seed: int,
    seconds: float,
    search_seed: int,
    passes: int | None = None,
) -> Iterator[ClairvoyantGame]:
    """Search by beams in the compiled engine.

    Parameters
    ----------
    engine
        The engine with the policy that evaluates.
    options, seed, seconds, search_seed
        As for `search`.
    passes
        Most passes; None for as many as the time allows.

    Yields
    ------
    ClairvoyantGame
        The best game so far, after every slice.
    """
    began = time.monotonic()
    state, rng = new_game(options), Random(search_seed)
    sheet, moves, _ = engine.play_out(state, seed)
    best = Playout(sheet, moves, seed)
    yield ClairvoyantGame(best, 1, time.monotonic() - began)
    beam, weights = engine.begin_beam(state, seed), engine.weights(state)
    for number in count() if passes is None else range(passes):
        first, width, turn = weights, FIRST_WIDTH, 0
        if number:
            width = WIDTHS[number % len(WIDTHS)]
            first = varied(weights, rng, SCALES[number % len(SCALES)])
            if rng.random() > WHOLE_SHARE:
                turn = rng.randrange(sum(isinstance(move, Use) for _, move in best.moves))
        others = [placing_otherwise(first, rng) for _ in range(min(number, OTHERS))]
        beam.begin_pass([first, *others], width, turn)
        goes_on = True
        while goes_on:
            left = seconds - (time.monotonic() - began)
            if left <= 0:
                return
            goes_on = beam.improve(min(SLICE, left))
            found, games = beam.best()
            if found.sheet.total > best.sheet.total:
                best = Playout(found.sheet, logged(found.log, state), seed)
            yield ClairvoyantGame(best, 1 + games, time.monotonic() - began)


def first_turn(options: Options, seed: int) -> State:
    """Return the state of the first decision of a seed."""
    game = Game(options, seed)
    game.let_chance_decide()
    return game.state


class _SeededGame:
    """A game whose outcomes of chance are known."""

    def __init__(self, seed: int, policy: Greedy) -> None:
        self.seed = seed
        self.policy = policy
        self.rollouts = 0

    def rollout(
        self,
        state: State,
        draws: Counter[str],
        first: Move | None = None,
        plan: tuple[DecisionPoint, ...] = (),
    ) -> Trajectory:
        """Play on: a first move, then the spaces of a plan where legal, else the policy's moves."""
        self.rollouts += 1
        chance = SeededChance(self.seed, draws)
        rng, player = Random(0), LazyGreedy(self.policy)
        planned: defaultdict[int, deque[Move]] = defaultdict(deque)
        for point in plan:
            if _places_vikings(point):
                planned[point.state.round].append(point.move)
        if first is not None and first in planned[state.round]:
            planned[state.round].remove(first)
        decisions: list[DecisionPoint] = []

        def decide(now: State) -> Move:
            move = None if decisions else first
            move = move or _next_planned(now, planned) or player(now, rng)
            decisions.append(DecisionPoint(now, chance.decided.copy(), move))
            return move

        for _, _, after in play_on(state, decide, chance):
            state = after
        return Trajectory(score_sheet(state), tuple(decisions))

    def first_pass(self, best: Trajectory) -> Iterator[Trajectory]:
        """Try the candidate moves at every placement of Vikings; yields the best game so far."""
        at = 0
        while at < len(best.decisions):
            point = best.decisions[at]
            if _places_vikings(point):
                for move in candidate_moves(point.state, self.policy)[:WIDTH]:
                    after = self.rollout(point.state, point.draws, move)
                    if after.score > best.score:
                        best = Trajectory(after.sheet, (*best.decisions[:at], *after.decisions))
                    yield best
            at += 1

    def neighbour(self, trajectory: Trajectory, rng: Random) -> Trajectory | None:
        """Return the game with another move at a random decision; None if it has no other."""
        at = rng.randrange(len(trajectory.decisions))
        point = trajectory.decisions[at]
        node = decision(point.state)
        if isinstance(node, ServeFeast | FinalPlacing) or isinstance(point.move, Place):
            return None
        candidates = candidate_moves(point.state, self.policy)[:WIDTH]
        moves = [move for move in candidates if move != point.move]
        if not moves:
            return None
        move = moves[min(len(moves) - 1, int(rng.expovariate(1 / RANK_SCALE)))]
        repeat = rng.random() < REPEAT_SHARE
        plan = trajectory.decisions[at + rng.randrange(2) :] if repeat else ()
        after = self.rollout(point.state, point.draws, move, plan)
        return Trajectory(after.sheet, (*trajectory.decisions[:at], *after.decisions))


def _places_vikings(point: DecisionPoint) -> bool:
    return isinstance(decision(point.state), Turn) and isinstance(point.move, Use)


def _next_planned(state: State, planned: defaultdict[int, deque[Move]]) -> Move | None:
    """Remove and return the first planned move of the round that is legal."""
    if not isinstance(decision(state), Turn):
        return None
    moves = planned[state.round]
    while moves:
        move = moves.popleft()
        if why_not(state, move) is None:
            return move
    return None
