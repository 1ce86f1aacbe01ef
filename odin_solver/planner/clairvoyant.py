"""Clairvoyant search: the best game of a seed for a player who knows all outcomes of chance.

The compiled engine begins with a beam search (``rollouts/source/beam.c``): it keeps the states of
each round and number of Vikings left that the evaluation likes most. Then the best game is
annealed (``rollouts/source/anneal.c``): a neighbour has another move at one decision, and follows
the rest of the old game as far as that is legal.

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
from itertools import chain
from random import Random
from typing import NamedTuple

from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.moves import Move, Place, Use
from odin_solver.game.kernel.play import decision, why_not
from odin_solver.game.kernel.state import Options, State
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
from odin_solver.rollouts.library import GameBeam
from odin_solver.rollouts.playing import CompiledGreedy, compiled, logged, plays
from odin_solver.rollouts.structs import FlatPolicy

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

BEAM_WIDTH = 8
"""Width of the beam search."""

HOTTEST, COLDEST = 0.4, 0.1
"""Temperature of the annealing in the engine at the beginning and at the end, in points."""

ANNEALINGS = (6, 3, 1)
"""Number of annealings in each stage; all stages have the same time."""

SLICE, SLICE_OF_CHANGES = 0.2, 1000
"""Seconds between answers, and most changes at the same temperature."""


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
        yield from in_the_engine(engine, options, seed, seconds, search_seed)
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


def in_the_engine(
    engine: CompiledGreedy,
    options: Options,
    seed: int,
    seconds: float,
    search_seed: int,
    changes: int | None = None,
) -> Iterator[ClairvoyantGame]:
    """Search by a beam and by annealing in the compiled engine.

    Parameters
    ----------
    engine
        The engine with the policy that evaluates.
    options, seed, seconds, search_seed
        As for `search`.
    changes
        Changes to try in annealing, at temperatures that do not depend on the time; None for as
        many as the time allows.

    Yields
    ------
    ClairvoyantGame
        The best game so far, after every slice.
    """
    began = time.monotonic()
    state = new_game(options)
    sheet, moves, _ = engine.play_out(state, seed)
    best = Playout(sheet, moves, seed)
    yield ClairvoyantGame(best, 1, time.monotonic() - began)
    beam = engine.begin_beam(state, seed)
    weights = engine.weights(state)
    beam.begin_pass(weights, BEAM_WIDTH)
    ends = began + seconds
    slices = chain(_beam(beam, ends), _annealing(beam, weights, search_seed, ends, changes))
    for _ in slices:
        found, games = beam.best()
        if found.sheet.total > best.sheet.total:
            best = Playout(found.sheet, logged(found.log, state), seed)
        yield ClairvoyantGame(best, 1 + games, time.monotonic() - began)


def _beam(beam: GameBeam, ends: float) -> Iterator[None]:
    """Finish the pass of a beam search, a slice at a time."""
    while (left := ends - time.monotonic()) > 0 and beam.improve(min(SLICE, left)):
        yield
    yield


def _annealing(
    beam: GameBeam, weights: FlatPolicy, search_seed: int, ends: float, changes: int | None
) -> Iterator[None]:
    """Anneal the game of a beam search, a slice at a time.

    Several annealings begin. The best ones go on, at lower temperatures and longer.
    """
    began, tried = time.monotonic(), 0

    def used() -> float:
        if changes is not None:
            return tried / changes
        return (time.monotonic() - began) / (ends - began) if ends > began else 1.0

    first = search_seed * ANNEALINGS[0]
    annealings = [beam.anneal(weights, first + number) for number in range(ANNEALINGS[0])]
    for stage, many in enumerate(ANNEALINGS):
        annealings.sort(key=lambda each: -each.now().sheet.total)
        del annealings[many:]
        for number, annealing in enumerate(annealings):
            begins = (stage + number / many) / len(ANNEALINGS)
            size = 1 / many / len(ANNEALINGS)
            while (share := (used() - begins) / size) < 1:
                left = ends - time.monotonic()
                if left <= 0:
                    return
                cooled = (stage + max(0.0, share)) / len(ANNEALINGS)
                temperature = HOTTEST * (COLDEST / HOTTEST) ** cooled
                most = SLICE_OF_CHANGES
                if changes is not None:
                    most = min(most, math.ceil((1 - share) * size * changes))
                tried += annealing.improve(temperature, most, min(SLICE, left))
                yield


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
