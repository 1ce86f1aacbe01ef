"""And my move? What one move loses against the best one, and where the points go.

The loss is that of the list of advice: of the same search if it is clear there, else of one more
search in which the move is tried in any case. Games that are played on from both moves in the same
scenarios show where the points go: the turns that the search knows well as it found best, the
others by the rollout policy. Their difference need not be the loss: they play worse than a search.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.game.kernel.moves import Move, Other, Place
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import apply_legal, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.scoring import ScoreSheet
from odin_solver.game.seats import alone
from odin_solver.planner.advice import USUAL, SearchLimits, advise, is_ending
from odin_solver.planner.candidates import SIGNIFICANT, Advice, Candidate, Ranked
from odin_solver.planner.dominance import dominated
from odin_solver.planner.ending import ending_move, endings, played
from odin_solver.planner.memory import KeptTrees, SearchMemory
from odin_solver.planner.playout import Playout, play_out
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.support.display import Displayed

GAMES = 100
"""Games that are played on from each of the two moves, a tenth of a second or two."""

CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "boards": ("exploration_boards", "exploration_cells"),
    "home_board": ("home_board",),
    "houses": ("houses", "house_cells"),
    "ships": ("ships", "emigration"),
    "animals": ("animals",),
    "occupations": ("occupations",),
    "silver": ("silver", "final_income"),
    "english_crown": ("english_crown",),
    "penalties": ("penalties",),
}
"""Categories of the score sheet that are told together: boards and houses with their open cells,
ships with emigrations, silver with the last income. Each category of the sheet is in one."""

Search = Callable[..., Iterator[Advice]]
"""`advise` about a state; it takes ``moves``."""


class Difference(NamedTuple):
    """Points more than after the other move, in the mean of the games, and the standard error."""

    points: float
    stderr: float

    @property
    def is_clear(self) -> bool:
        """Whether it is beyond its doubt."""
        return abs(self.points) > SIGNIFICANT * self.stderr


@dataclass(frozen=True, repr=False)
class MoveAnswer(Displayed):
    """What a move loses, and where the points go.

    Attributes
    ----------
    state, move
        State at the decision, and the move that was asked about.
    advice
        Advice with the move among its candidates.
    candidate
        The candidate with the move: the move alone, or a layout that it is part of.
    other
        The best candidate; the next best one if the move is the best.
    games, games_of_other
        Games that are played on from both, in the same scenarios.
    """

    state: State
    move: Move
    advice: Advice
    candidate: Candidate
    other: Candidate | None
    games: tuple[Playout, ...]
    games_of_other: tuple[Playout, ...]

    def __repr__(self) -> str:
        loss, stderr = self.ranked.loss, self.ranked.loss_stderr
        return f"<MoveAnswer: {str(self.move)!r}, loss {loss:.1f} ± {stderr}; {self.advice!r}>"

    @property
    def is_best(self) -> bool:
        """Whether the move is the recommended one."""
        return self.candidate is self.advice.best

    @property
    def line(self) -> Candidate:
        """The candidate with the games that are played on, for the plan that it leads to."""
        return replace(self.candidate, playouts=self.games or self.candidate.playouts)

    @property
    def line_of_other(self) -> Candidate | None:
        """The other candidate with its games."""
        return self.other and replace(
            self.other, playouts=self.games_of_other or self.other.playouts
        )

    @property
    def ranked(self) -> Ranked:
        """The move with the numbers of the list of advice."""
        return self.advice.ranked(self.candidate)

    @property
    def is_clear(self) -> bool:
        """Whether there were simulations or playouts enough to tell the loss."""
        return is_clear(self.advice, self.candidate)

    @property
    def behind(self) -> tuple[float, float]:
        """What the worse one of the two loses, and the standard error."""
        worse = self.other if self.is_best and self.other else self.candidate
        ranked = self.advice.ranked(worse)
        return ranked.loss, ranked.loss_stderr or 0.0

    @cached_property
    def difference(self) -> Difference:
        """Mean points of the games less those from the other move."""
        return self._difference(ScoreSheet.__struct_fields__)

    @cached_property
    def categories(self) -> dict[str, Difference]:
        """The same by category (`CATEGORIES`); they add up to the difference."""
        return {name: self._difference(parts) for name, parts in CATEGORIES.items()}

    @property
    def agrees(self) -> bool:
        """Whether the games lose what the search says, within their doubts or a point."""
        loss, stderr = self.behind
        gap = self.difference.points if self.is_best else -self.difference.points
        return abs(gap - loss) <= max(1.0, SIGNIFICANT * math.hypot(stderr, self.difference.stderr))

    @property
    def same_direction(self) -> bool:
        """Whether the games have the same move ahead as the search, beyond doubt."""
        ahead = self.difference.points if self.is_best else -self.difference.points
        return ahead > 0 and self.difference.is_clear

    def _difference(self, parts: Sequence[str]) -> Difference:
        gaps = [
            sum(getattr(mine.sheet, part) - getattr(its.sheet, part) for part in parts)
            for mine, its in zip(self.games, self.games_of_other, strict=True)
        ]
        if len(gaps) < 2:
            return Difference(float(sum(gaps)), 0.0)
        return Difference(fmean(gaps), stdev(gaps) / math.sqrt(len(gaps)))


def what_if(
    state: State, move: Move, limits: SearchLimits | None = None, *, seed: int = 0
) -> MoveAnswer:
    """Return what a move loses against the best one, and why.

    Parameters
    ----------
    limits, seed
        As for `advise`. A move of which that search says too little is searched once more.

    Raises
    ------
    InputError
        If the state is not at a decision, the compiled engine does not know it, or the move is
        not legal.
    """
    memory = SearchMemory()
    search = partial(advise, state, limits or USUAL, seed=seed, memory=memory)
    state = alone(state)
    *_, advice = searches_with(state, move, search)
    answer = answered(state, move, advice, seed=seed, memory=memory)
    assert answer is not None
    return answer


def searches_with(state: State, move: Move, search: Search) -> Iterator[Advice]:
    """Search as for advice, and once more if that leaves a move unclear.

    Yields
    ------
    Advice
        That of the searches; in the last one the move is among the candidates.
    """
    checked(state, move)
    advice = None
    for advice in search():
        yield advice
    found = advice and _with_move(advice, move)
    if advice is not None and advice.best.certain and not found and is_ending(state):
        ended = _ended(state, move)
        if ended is not None:
            yield replace(advice, candidates=(*advice.candidates, ended))
            return
    if not (advice and found and is_clear(advice, found)):
        # Moves that are never worse take over its visits (`dominance`), so they need their own.
        known = [] if advice is None else [each.move for each in advice.candidates]
        never_worse = [
            each.better for each in dominated(state, [move, *known]) if each.worse == move
        ]
        yield from search(moves=(move, *never_worse), every=False)


def checked(state: State, move: Move | Outcome) -> Move:
    """Return a legal move of the player, which can be asked about."""
    reason = why_not(state, move)
    if reason is not None:
        raise InputError(f"{move}: {reason}")
    if isinstance(move, Other) or not isinstance(move, Move):
        raise InputError.said("{move}: expected a move of yours", move=move)
    return move


def answered(
    state: State, move: Move, advice: Advice, *, seed: int = 0, memory: SearchMemory | None = None
) -> MoveAnswer | None:
    """Return the answer from advice; None if the move is not among its candidates yet.

    Parameters
    ----------
    seed
        Seed of the scenarios of the games.
    memory
        What the search has kept; games are played on with it.
    """
    candidate = _with_move(advice, move)
    if candidate is None:
        return None
    rest = [each for each in advice.candidates if each is not candidate]
    if candidate is advice.best:
        clear = [each for each in rest if is_clear(advice, each)]
        other = min(clear, key=advice.raw_loss, default=None)
    else:
        other = advice.best
    known = memory.known if memory else None
    mine = _games(state, candidate, seed, known) if other else ()
    its = _games(state, other, seed, known) if other else ()
    if len(mine) != len(its):
        mine = its = ()
    return MoveAnswer(state, move, advice, candidate, other, mine, its)


def is_clear(advice: Advice, candidate: Candidate) -> bool:
    """Return whether advice says what a candidate loses: the recommended one loses nothing."""
    return candidate is advice.best or not advice.ranked(candidate).is_unclear


def _with_move(advice: Advice, move: Move) -> Candidate | None:
    """Return the candidate that is a move, or the first layout that it is part of."""
    for each in advice.candidates:
        if move in each.moves if isinstance(move, Place) else each.move == move:
            return each
    return None


def _ended(state: State, move: Move) -> Candidate | None:
    if move == ending_move(state):
        best = played(state, (move,), repeated=True)
        moves = best.moves
    elif is_ending(after := apply_legal(state, move)):
        best = endings(after, repeated=True)[0]
        moves = (move, *best.moves)
    else:
        return None
    return Candidate(moves, (best.playout,), certain=True) if best.playout else None


def _games(
    state: State, candidate: Candidate, seed: int, known: KeptTrees | None
) -> tuple[Playout, ...]:
    if candidate.certain:
        return candidate.playouts
    policy = rollout_policy(state.options.length)
    after = candidate.after(state)
    scenarios = [Random(f"{seed} game {number}").getrandbits(48) for number in range(GAMES)]
    if known is None or candidate.moves[0] not in known.moves or len(candidate.moves) > 1:
        return tuple(play_out(after, policy, each) for each in scenarios)
    number, engine = known.moves.index(candidate.move), compiled(policy)
    games = []
    for at, each in enumerate(scenarios):
        tree = known.trees[at % len(known.trees)]
        sheet, moves, forecasts = engine.play_on(after, each, tree, number)
        games.append(Playout(sheet, moves, each, forecasts))
    return tuple(games)
