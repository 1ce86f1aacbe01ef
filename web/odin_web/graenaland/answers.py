"""Answers as parts that the page draws: sentences, steps, goals, tables.

A sentence is a key of the catalogue with parameters (texts are names of parts) and cards behind.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from odin_solver.graenaland.horizon import HorizonPlan
from odin_solver.graenaland.model.solve import PhaseAnswer, PhasePlan
from odin_solver.graenaland.parts import ARMY, GOAL_LEVELS, GOALS, RESOURCES, UNKNOWN, SupplyCard
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import BuildStep, Step, TakeStep
from odin_solver.graenaland.rules.goals import measures, points_by_column
from odin_solver.graenaland.voting import TileVotes, max_min_split, proportional_split, proposal_on

Part = dict[str, Any]


def keyed(key: str, *cards: Sequence[str], level: str = "p", **parameters: object) -> Part:
    """Return a sentence, followed by cards, each of one or two symbols."""
    return {"say": f"gr_{key}", "with": parameters, "cards": cards, "level": level}


def goals_part(position: GraenalandPosition) -> Part:
    """Return what counts: name, value, levels, how many of them are met."""
    measured, card = measures(position, position.me), position.card
    points = None if card is None else points_by_column(card, measured)
    return {
        "goals": [
            {
                "goal": goal,
                "value": measured[goal],
                "levels": [GOAL_LEVELS[goal]] if card is None else card[goal],
                "met": int(measured[goal] >= GOAL_LEVELS[goal]) if points is None else points[goal],
            }
            for goal in GOALS
        ]
    }


def answer_parts(position: GraenalandPosition, answer: PhaseAnswer, *, winning: bool) -> list[Part]:
    """Return the answer to ``win``, ``build`` or ``reach``."""
    if answer.possible is None:
        return [keyed("undecided", level="h2")]
    plan, aim = answer.plan, "win" if winning else "do"
    if plan is None:
        parts = [keyed(f"cannot_{aim}", level="h2")]
    else:
        proof = "proven_fewest" if answer.proven else "perhaps_fewer"
        parts = [
            keyed(f"can_{aim}", level="h2"),
            keyed(proof, score=plan.score, n=plan.cards, unit=_unit(position)),
        ]
    missing = list(_single(answer.missing))
    if missing:
        proven = "missing" if answer.missing_proven else "enough"
        parts.append(keyed("in_all" if plan else proven, *missing, n=len(missing)))
    elif plan is None and answer.missing_proven:
        parts.append(keyed("hopeless"))
    shown = plan or answer.missing_plan
    return parts if shown is None else [*parts, *_plan_parts(shown)]


def offer_parts(
    position: GraenalandPosition, rows: Sequence[tuple[SupplyCard, PhaseAnswer]]
) -> list[Part]:
    """Return how much each offered supply card helps, the best first."""
    parts = [keyed("ask_supply", level="h2")]
    for card, answer in rows:
        plan = answer.plan
        if plan is not None:
            left = sum(plan.after.hand.values()) + len(plan.after.kept)
            title = keyed("offer", card, score=plan.score, n=left, unit=_unit(position))
            parts.append({"fold": title, "parts": _plan_parts(plan)})
    return parts


def horizon_parts(position: GraenalandPosition, ahead: HorizonPlan) -> list[Part]:
    """Return a plan over several phases, scenario by scenario."""
    mean = round(sum(ahead.scores) / len(ahead.scores), 2)
    parts = [keyed("estimate", level="h2", score=mean, unit=_unit(position))]
    if ahead.sampled:
        parts.append(keyed("wins", n=ahead.wins(position), of=len(ahead.scores)))
    parts += [keyed("plan_note"), *_plan_parts(ahead.first)]
    for number, (phases, incomes, score) in enumerate(
        zip(ahead.scenarios, ahead.income, ahead.scores, strict=True), 1
    ):
        inner = [
            part
            for phase, income in zip(phases, incomes, strict=True)
            for part in (keyed("gain", *_single(income)), {"steps": _steps(phase.steps)})
        ]
        title = keyed("scenario", number=number, score=score, unit=_unit(position))
        parts.append({"fold": title, "parts": inner})
    return parts


def votes_parts(
    position: GraenalandPosition,
    tiles: Sequence[TileVotes],
    speaker: str,
    wanted: Mapping[str, int],
    worth: Mapping[str, int],
) -> list[Part]:
    """Return votes, coalitions, power and proposals, tile by tile."""
    parts = [keyed("ask_votes", level="h2")]
    for shown in tiles:
        stock = [[card or UNKNOWN] for card in position.tiles[shown.tile].stock]
        parts += [
            keyed("needed", *stock, level="h3", tile=shown.tile, needed=shown.needed),
            {
                "table": [
                    [player, count, f"{100 * shown.power[player]:.0f} %"]
                    for player, count in shown.votes.items()
                ]
            },
            {"groups": [sorted(group) for group in shown.coalitions]},
        ]
        if not stock:
            continue
        best = proposal_on(position, shown, speaker, wanted, worth)
        if best is not None:
            parts.append({"shares": "gr_propose", "of": dict(best.cards)})
        if fair := max_min_split(position, shown.tile, worth):
            parts.append({"shares": "gr_fair", "of": fair})
        shares = proportional_split(position, shown.tile)
        parts.append({"shares": "gr_by_votes", "of": {p: n for p, n in shares.items() if n}})
    return parts


def _unit(position: GraenalandPosition) -> str:
    return "goals" if position.card is None else "points"


def _single(cards: Mapping[str, int]) -> list[list[str]]:
    return [[card] for card in RESOURCES for _ in range(cards.get(card, 0))]


def _plan_parts(plan: PhasePlan) -> list[Part]:
    """Return the steps of a plan, what counts afterwards, and what is left."""
    left = [*_single(plan.after.hand), *plan.after.kept]
    return [
        {"steps": _steps(plan.steps)},
        goals_part(plan.after),
        keyed("left" if left else "left_none", *left),
    ]


def _steps(steps: Sequence[Step]) -> list[Part]:
    return [_step(step) for step in steps]


def _step(step: Step) -> Part:
    """Return a step: names of what is built, and its payments: names, cards, what they pay."""
    if isinstance(step, TakeStep):
        return {"what": ["take"], "paid": [[[], step.card, []]]}
    assert isinstance(step, BuildStep)
    item = step.item
    what = ["army", "+1"] if item.kind == ARMY else [item.kind, item.tile]
    if step.recipe:
        what += ["with_fort", step.recipe]
    paid: list[list[Sequence[str]]] = [
        [[], [card], [] if card == unit else [unit]] for unit, card in step.cards
    ]
    paid += [[["supply_card"], use.card, use.units] for use in step.supply]
    paid += [
        [["market", use.tile], [use.card] if isinstance(use.card, str) else use.card, [use.unit]]
        for use in step.markets
    ]
    paid += [[["promised"], [card], [unit]] for unit, card in step.gifts]
    paid += [[["toll", player], [card], []] for player, card in step.toll]
    return {"what": what, "paid": paid}
