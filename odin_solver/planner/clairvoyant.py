"""Clairvoyant search: the best game of a seed for a player who knows all outcomes of chance.

It begins with a beam search (``rollouts/source/beam.c``): it keeps the states of
each round and number of Vikings left that the evaluation likes most. Then the best game is
annealed (``rollouts/source/anneal.c``): a neighbour has another move at one decision, and follows
the rest of the old game as far as that is legal.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from odin_solver.errors import InputError, OdinError
from odin_solver.game.log import Game, up_to
from odin_solver.game.scoring import score_sheet
from odin_solver.planner.playout import Playout
from odin_solver.rollouts.library import GameBeam
from odin_solver.rollouts.playing import compiled, logged
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rollouts.structs import FlatPolicy

BEAM_WIDTH = 8

HOTTEST, COLDEST = 0.4, 0.1
"""Temperature of the annealing at the beginning and at the end, in points."""

ANNEALINGS = (6, 3, 1)
"""Number of annealings in each stage; all stages have the same time."""

SLICE, SLICE_OF_CHANGES = 0.2, 1000
"""Seconds between answers, and most changes at the same temperature."""


@dataclass(frozen=True)
class ClairvoyantGame:
    """The best game of a search so far.

    Attributes
    ----------
    playout
        The game from its beginning; its scenario is the seed.
    """

    playout: Playout
    games: int
    seconds: float

    @property
    def score(self) -> int:
        """Score."""
        return self.playout.sheet.total


def search(
    game: Game, *, seconds: float, search_seed: int = 0, changes: int | None = None
) -> Iterator[ClairvoyantGame]:
    """Search for the best game of a seed with known chance, without occupations.

    Parameters
    ----------
    game
        A game with a seed, before the first decision, which is a turn.
    changes
        Changes to try in annealing, at temperatures that do not depend on the time; None for as
        many as the time allows.

    Yields
    ------
    ClairvoyantGame
        The best game so far, after every slice.

    Raises
    ------
    InputError
        If the game has occupations.
    """
    state, seed = game.states[0], game.seed
    assert seed is not None
    if game.options.cards:
        raise InputError.said("occupations: expected a game without them")
    engine = compiled(rollout_policy(game.options.length))
    began = time.monotonic()
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


def replayed(begun: Game, best: ClairvoyantGame) -> Game:
    """Return the best game found of one that has begun, replayed with every move checked.

    Raises
    ------
    OdinError
        If the replay ends differently.
    """
    game = up_to(begun, len(begun.moves))
    for _, move in best.playout.moves:
        game.do(move)
        game.let_chance_decide()
    if not game.state.is_over or score_sheet(game.state) != best.playout.sheet:
        raise OdinError.said("seed {seed}: the replay ends differently", seed=game.seed)
    return game


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
