"""Plans over several building phases, with listed or sampled income: an estimate.

Between two own building phases every other player is the main player once. Opponents and the map
stay as they are (decision): income does not depend on what is built, and later supply cards are not
counted, since nobody knows them.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from odin_solver.errors import InputError, OdinError
from odin_solver.graenaland.model import solve
from odin_solver.graenaland.model.candidates import candidates, highest_levels
from odin_solver.graenaland.model.phases import PhaseModel
from odin_solver.graenaland.model.plans import steps
from odin_solver.graenaland.model.tree import PhaseNode
from odin_solver.graenaland.parts import DECKS, RESOURCES
from odin_solver.graenaland.position import GraenalandPosition, TileState
from odin_solver.graenaland.rules.counts import draws, score_needed
from odin_solver.linear.objective import LinearObjective

MOST_PHASES = 4


@dataclass(frozen=True)
class HorizonPlan:
    """A plan over several building phases.

    Attributes
    ----------
    first
        What to build now, the same in all scenarios.
    scenarios
        For each scenario the plans of the later phases.
    income
        For each scenario what is gained before each later phase.
    scores
        Goals or points at the end of each scenario.
    proven
        Whether the sum of the scores is the highest for these scenarios.
    sampled
        Whether income is sampled, not listed.
    """

    first: solve.PhasePlan
    scenarios: tuple[tuple[solve.PhasePlan, ...], ...]
    income: tuple[tuple[Mapping[str, int], ...], ...]
    scores: tuple[int, ...]
    proven: bool
    sampled: bool

    def wins(self, position: GraenalandPosition) -> int:
        """Return in how many scenarios the score wins."""
        return sum(score >= score_needed(position) for score in self.scores)


def phases_in(position: GraenalandPosition, rounds: int) -> int:
    """Return how often `me` builds in so many rounds, beginning with this one."""
    return 1 + (rounds - 1) // len(position.players)


def plan_ahead(
    position: GraenalandPosition, rounds: int, limits: solve.Limits, *, scenarios: int = 4
) -> HorizonPlan:
    """Return a plan over several building phases.

    Parameters
    ----------
    position
        The position, whose income is listed, or shares of tiles are given.
    rounds
        Number of rounds, this one included.
    limits
        Limits; its seed also draws the scenarios.
    scenarios
        Number of scenarios if income is sampled.

    Raises
    ------
    InputError
        If income is unknown or the plan too large.
    OdinError
        If no plan was found in time.
    """
    if position.mode != "main":
        raise InputError.said("mode: expected main: plans begin with an own building phase")
    later = phases_in(position, rounds) - 1
    if later >= MOST_PHASES:
        raise InputError.said("rounds: expected at most {n} own building phases", n=MOST_PHASES)
    gained, sampled = _income(position, later, scenarios, limits.seed)
    solve.check_prints(position)
    nodes = [PhaseNode()]
    ends = []
    for incomes in gained:
        parent = 0
        for income in incomes:
            nodes.append(PhaseNode(parent, income))
            parent = len(nodes) - 1
        ends.append(parent)
    model = _model(position, nodes, gained)
    total: dict[int, int] = {}
    for end in ends:
        total |= model.score(end)
    objectives = (LinearObjective(total, 0, 1), solve.fewest_cards(model))
    result = solve.searched(model, objectives, limits, solve.BEST)
    if result.values is None:
        raise OdinError.said(
            "no plan found in {seconds:g} s; allow more time", seconds=limits.seconds
        )
    values = result.values.__getitem__
    first = solve.replayed(position, steps(model, values, 0))
    plans = []
    at = 0
    for incomes in gained:
        reached, phases = first.after, []
        for income in incomes:
            at += 1
            hand = {card: reached.hand[card] + income.get(card, 0) for card in RESOURCES}
            begun = replace(reached, hand=hand, offered=(), joint=None)
            phases.append(solve.replayed(begun, steps(model, values, at)))
            reached = phases[-1].after
        plans.append(tuple(phases))
    scores = tuple((phases[-1] if phases else first).score for phases in plans)
    level = result.levels[0]
    proven = result.proven or (level.bound is not None and level.bound == level.value)
    return HorizonPlan(first, tuple(plans), tuple(map(tuple, gained)), scores, proven, sampled)


def _model(
    position: GraenalandPosition,
    nodes: Sequence[PhaseNode],
    gained: Sequence[Sequence[Mapping[str, int]]],
) -> PhaseModel:
    most = max(sum(sum(income.values()) for income in incomes) for incomes in gained)
    items = candidates(position, highest_levels(position), solve.payable_units(position) + most, ())
    return PhaseModel(position, items, nodes)


def _income(
    position: GraenalandPosition, later: int, scenarios: int, seed: int
) -> tuple[list[list[Mapping[str, int]]], bool]:
    listed, shares = position.income, position.shares
    if later == 0:
        return [[]], False
    if listed:
        if len(listed) < later:
            raise InputError.said("income: expected {n} entries, one for each later phase", n=later)
        return [list(listed[:later])], False
    if not shares:
        raise InputError.said("income: expected income, or shares of tiles to sample it from")
    rng = random.Random(seed)
    return [[sampled_income(position, rng) for _ in range(later)] for _ in range(scenarios)], True


def sampled_income(position: GraenalandPosition, rng: random.Random) -> dict[str, int]:
    """Draw what is gained until the next own building phase.

    In each of the rounds every tile with settlements produces, and all its cards are shared out: a
    card is gained with the share of the tile as its probability. Cards are drawn as from full decks
    without the discards in view.
    """
    gained = dict.fromkeys(RESOURCES, 0)
    states = dict(position.tiles)
    for _ in position.players:
        for name, state in states.items():
            stock = [*state.stock, *(_drawn(position, state, rng))]
            share = position.shares.get(name, 0.0)
            for card in stock:
                known = card or _card(position, state, rng)
                if rng.random() < share:
                    gained[known] += 1
            states[name] = replace(state, stock=())
    return {card: count for card, count in gained.items() if count}


def _drawn(position: GraenalandPosition, state: TileState, rng: random.Random) -> list[str]:
    produced = []
    for draw in draws(state):
        card = _card(position, state, rng)
        if draw != "yield" or card == state.printed.symbol:
            produced.append(card)
    return produced


def _card(position: GraenalandPosition, state: TileState, rng: random.Random) -> str:
    deck = dict(DECKS[state.printed.terrain])
    for card, count in position.discards.get(state.printed.terrain, {}).items():
        deck[card] = max(0, deck.get(card, 0) - count)
    if not any(deck.values()):
        deck = dict(DECKS[state.printed.terrain])
    return rng.choices(list(deck), weights=list(deck.values()))[0]
