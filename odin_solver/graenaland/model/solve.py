"""Questions about the next building phase, answered by the model and checked by the plain rules."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from odin_solver.errors import InputError, OdinError
from odin_solver.graenaland import parts
from odin_solver.graenaland.files import unprinted
from odin_solver.graenaland.model.candidates import candidates, highest_levels
from odin_solver.graenaland.model.phases import PhaseModel
from odin_solver.graenaland.model.plans import steps
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import BuildItem, BuildStep, PlanError, Step, replay
from odin_solver.graenaland.rules.counts import measures, score_needed, score_of
from odin_solver.linear.levels import LevelsJob, LevelsResult, search_levels
from odin_solver.linear.objective import LinearObjective
from odin_solver.support.language import mark

SECONDS = 20.0
"""Default time limit."""

SAVING_SECONDS = 1.0
"""Most seconds in which `win` looks for fewer cards, once it knows that there is a way."""

MANY = 10_000
"""More resources than anybody can pay."""

SHOP = 30
"""Most missing cards of a resource; no winning set of ours needs as many."""

CARD_WEIGHT = 100
"""Weight of a card against that of gold and supply cards among equally many cards."""

Search = Callable[[LevelsJob, str], LevelsResult]
"""Runs a search; the text, which is said by its value, tells what it looks for."""

A_WAY = mark("looking for a way")
FEWEST = mark("looking for the fewest cards")
MISSING = mark("looking for what is missing")
BEST = mark("looking for the best plan")


@dataclass(frozen=True)
class Limits:
    """How a question is answered.

    Attributes
    ----------
    search
        Runs a search; by default in this process.
    """

    seconds: float = SECONDS
    threads: int = 1
    seed: int = 0
    search: Search = field(default=lambda job, what: search_levels(job, lambda message: None))


@dataclass(frozen=True)
class PhasePlan:
    """A plan for a building phase that the plain rules have replayed.

    Attributes
    ----------
    before, after
        The positions; that before includes cards which are only assumed.
    cards
        Cards spent; a supply card counts as one.
    """

    steps: tuple[Step, ...]
    before: GraenalandPosition
    after: GraenalandPosition
    cards: int

    @property
    def items(self) -> list[BuildItem]:
        """What is built, in order."""
        return [step.item for step in self.steps if isinstance(step, BuildStep)]

    @property
    def built(self) -> Counter[BuildItem]:
        """What is built, and how often."""
        return Counter(self.items)

    @property
    def score(self) -> int:
        """Goals met or points afterwards."""
        return score_of(self.after)


@dataclass(frozen=True)
class PhaseAnswer:
    """Answer to a question about a building phase.

    Attributes
    ----------
    possible
        Whether what was asked for can be done; None if the time limit came first.
    proven
        Whether the plan is proven best, or the impossibility is proven.
    missing
        If it cannot be done: fewest cards that would be needed besides, and the plan with them.
    missing_proven
        Whether there is no smaller number of such cards.
    """

    possible: bool | None
    proven: bool
    plan: PhasePlan | None = None
    missing: Mapping[str, int] = field(default_factory=dict)
    missing_plan: PhasePlan | None = None
    missing_proven: bool = False


@dataclass(frozen=True)
class Wish:
    """Something to reach: a level of a measure, the score, or that an item is built.

    Attributes
    ----------
    what
        A measure, ``score``, or an item.
    level
        The level, or how often the item is to be built.
    """

    what: parts.Goal | str | BuildItem
    level: int = 1


SCORE = "score"


def claiming(position: GraenalandPosition) -> GraenalandPosition:
    """Return the position under whose rules `me` may win now.

    With point cards a claim is made before the main player builds: no supply card is taken and no
    public work is built.

    Raises
    ------
    InputError
        If `me` cannot win in this phase.
    """
    if position.mode == "claim" and position.card is None:
        raise InputError.said("mode: claim needs the field card: claims are about victory points")
    if position.mode in ("final", "guest"):
        raise InputError.said(
            "mode: expected main or claim: nobody wins as {mode} builder", mode=position.mode
        )
    if position.card is not None:
        return replace(position, mode="claim", offered=(), joint=None)
    return position


def win(position: GraenalandPosition, limits: Limits = Limits()) -> PhaseAnswer:
    """Return whether `me` can win now, with few cards, and else what is missing at least."""
    position = claiming(position)
    wishes = [Wish(SCORE, score_needed(position))]
    return reach(position, wishes, limits, saving=SAVING_SECONDS)


def reach(
    position: GraenalandPosition,
    wishes: Sequence[Wish],
    limits: Limits = Limits(),
    *,
    from_nothing: bool = False,
    saving: float | None = None,
) -> PhaseAnswer:
    """Return the fewest cards that fulfil all wishes, from the hand or from nothing.

    Parameters
    ----------
    from_nothing
        Whether to ignore the hand.
    saving
        Seconds in which to look for few cards; by default those of `limits`.

    Raises
    ------
    InputError
        If the profile lacks a cost.
    """
    check_prints(position, wishes)
    if from_nothing:
        empty = dict.fromkeys(parts.RESOURCES, 0)
        position = replace(position, hand=empty, kept=(), offered=(), joint=None)
    else:
        model = _model(position, _useful(position, wishes), wishes)
        for wish in wishes:
            require(model, wish)
        result = searched(model, [LinearObjective({}, 0, 1)], limits, A_WAY)
        if result.values is not None:
            seconds = limits.seconds if saving is None else min(saving, limits.seconds)
            saving_limits = replace(limits, seconds=seconds)
            fewest = searched(model, [fewest_cards(model)], saving_limits, FEWEST)
            return PhaseAnswer(True, fewest.proven, _plan(model, fewest.values or result.values))
        if not result.proven:
            return PhaseAnswer(None, False)
    model = _model(position, _useful(position, wishes), wishes, shop=SHOP)
    shop = LinearObjective(dict.fromkeys(model.shop.values(), -1), 0, 1)
    for wish in wishes:
        require(model, wish)
    result = searched(model, [shop, fewest_cards(model)], limits, MISSING)
    if result.values is None:
        if from_nothing and not result.proven:
            return PhaseAnswer(None, False)
        return PhaseAnswer(False, True, missing_proven=result.proven)
    missing = {card: n for card, var in model.shop.items() if (n := result.values[var])}
    hand = {card: position.hand[card] + missing.get(card, 0) for card in parts.RESOURCES}
    plan = _plan(model, result.values, replace(position, hand=hand))
    proven = len(result.levels) > 1 or result.proven
    if from_nothing:
        return PhaseAnswer(True, proven, plan, missing)
    if proven and not missing:
        raise OdinError("internal error: two searches disagree")
    return PhaseAnswer(False, True, None, missing, plan, proven)


def build_best(
    position: GraenalandPosition,
    limits: Limits = Limits(),
    *,
    most: parts.Goal | None = None,
    keep: Mapping[str, int] | None = None,
    keep_supply: int = 0,
) -> PhaseAnswer:
    """Return the plan with most goals or points, or the highest measure, then fewest cards.

    Parameters
    ----------
    most
        The measure; by default goals or points.
    keep, keep_supply
        Resource cards by name and number of supply cards that must stay in hand.
    """
    check_prints(position)
    useful = highest_levels(position) if most is None else _all_useful(position, most)
    model = _model(position, useful, (), keep=keep, keep_supply=keep_supply)
    if most is None:
        terms = model.score(0)
    else:
        now = measures(position, position.me)[most]
        levels = range(now + 1, useful[most] + 1)
        terms = {model.reaches(0, most, level): 1 for level in levels}
    result = searched(model, [LinearObjective(terms, 0, 1), fewest_cards(model)], limits, BEST)
    if result.values is None:
        return PhaseAnswer(False if result.proven else None, result.proven)
    return PhaseAnswer(True, result.proven, _plan(model, result.values))


def best_offers(
    position: GraenalandPosition, limits: Limits
) -> list[tuple[parts.SupplyCard, PhaseAnswer]]:
    """Return the offered supply cards with the best plan of each, the best card first."""
    if position.mode != "main" or not position.offered:
        raise InputError.said("offered: expected supply cards and mode main")
    rows = [
        (card, build_best(replace(position, offered=(card,)), limits))
        for card in dict.fromkeys(position.offered)
    ]

    def rank(row: tuple[parts.SupplyCard, PhaseAnswer]) -> tuple[int, int]:
        plan = row[1].plan
        if plan is None:
            return (1, 0)
        return (-plan.score, -sum(plan.after.hand.values()) - len(plan.after.kept))

    return sorted(rows, key=rank)


def check_prints(position: GraenalandPosition, wishes: Sequence[Wish] = ()) -> None:
    """Refuse a profile that lacks a cost which matters.

    Raises
    ------
    InputError
        With everything that is missing, and where it is printed.
    """
    lacking = unprinted(position, [parts.MARKET, *_works(wishes)])
    if lacking:
        raise InputError(*lacking)


def _works(wishes: Sequence[Wish]) -> list[str]:
    kinds = {wish.what.kind for wish in wishes if isinstance(wish.what, BuildItem)}
    return [kind for kind in parts.WORKS if kind in kinds and kind != parts.MARKET]


def _useful(position: GraenalandPosition, wishes: Sequence[Wish]) -> dict[parts.Goal, int]:
    useful = dict.fromkeys(parts.GOALS, 0)
    me = position.me
    for wish in wishes:
        if isinstance(wish.what, BuildItem):
            if wish.what.kind == parts.ARMY:
                useful["army"] = max(useful["army"], position.army[me] + wish.level)
            elif wish.what.tile in position.tiles:
                here = position.tiles[wish.what.tile].settlements(me)
                useful["largest_area"] = max(useful["largest_area"], here + wish.level)
        elif wish.what == SCORE:
            for goal, level in highest_levels(position).items():
                useful[goal] = max(useful[goal], level)
        else:
            goal = next(goal for goal in parts.GOALS if goal == wish.what)
            useful[goal] = max(useful[goal], wish.level)
    return useful


def _all_useful(position: GraenalandPosition, most: parts.Goal) -> dict[parts.Goal, int]:
    """Return how far each measure could go at most, of which one matters."""
    units = payable_units(position)
    far: dict[parts.Goal, int] = {
        "settlements": parts.HOUSES,
        "areas": min(len(position.tiles), parts.HOUSES // parts.AREA_SETTLEMENTS),
        "largest_area": parts.HOUSES,
        "buildings": min(3 * len(position.tiles), parts.HOUSES),
        "army": position.army[position.me] + units // 3,
    }
    return {goal: far[goal] if goal == most else 0 for goal in parts.GOALS}


def payable_units(position: GraenalandPosition) -> int:
    """Return the most resources that the hand, supply cards and promises can pay."""
    gifts = sum(position.joint.cards.values()) if position.joint else 0
    cards = len(position.kept) + bool(position.offered)
    return sum(position.hand.values()) + 2 * cards + gifts


def _model(
    position: GraenalandPosition,
    useful: Mapping[parts.Goal, int],
    wishes: Sequence[Wish],
    *,
    shop: int = 0,
    keep: Mapping[str, int] | None = None,
    keep_supply: int = 0,
) -> PhaseModel:
    units = MANY if shop else payable_units(position)
    items = candidates(position, useful, units, _works(wishes))
    return PhaseModel(position, items, shop=shop, keep=keep, keep_supply=keep_supply)


def require(model: PhaseModel, wish: Wish) -> None:
    """Add that a wish is fulfilled after the first phase."""
    if isinstance(wish.what, BuildItem):
        copies = [item for item in model.built[0] if item.item == wish.what]
        terms = model.on_path(0, copies)
    elif wish.what == SCORE:
        terms = model.score(0)
    else:
        goal = next(goal for goal in parts.GOALS if goal == wish.what)
        terms = {model.reaches(0, goal, wish.level): 1}
        model.linear.add_constraint(terms, lower=1)
        return
    model.linear.add_constraint(terms, lower=wish.level)


def fewest_cards(model: PhaseModel) -> LinearObjective:
    """Return the objective of few cards, among which gold and supply cards are the dearest."""
    cards, dear = model.spent()
    terms = {var: -CARD_WEIGHT * count - dear.get(var, 0) for var, count in cards.items()}
    return LinearObjective(terms, 0, 1)


def searched(
    model: PhaseModel, objectives: Sequence[LinearObjective], limits: Limits, what: str
) -> LevelsResult:
    """Maximise objectives one after the other; `what` tells what is looked for."""
    job = LevelsJob(
        model.linear,
        tuple(objectives),
        seconds=limits.seconds,
        threads=limits.threads,
        seed=limits.seed,
    )
    return limits.search(job, what)


def _plan(
    model: PhaseModel, values: Sequence[int], before: GraenalandPosition | None = None
) -> PhasePlan:
    return replayed(before or model.position, steps(model, values.__getitem__, 0))


def replayed(before: GraenalandPosition, steps: Sequence[Step]) -> PhasePlan:
    """Return a plan that the plain rules have replayed.

    Raises
    ------
    OdinError
        If it breaks a rule: the model is wrong.
    """
    try:
        after = replay(before, steps).position
    except PlanError as error:
        raise OdinError(f"internal error: the plan breaks a rule: {error}") from None
    spent = sum(step.cards_spent() for step in steps if isinstance(step, BuildStep))
    return PhasePlan(tuple(steps), before, after, spent)
