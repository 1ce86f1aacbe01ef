"""Answers about Graenaland as plain data, for ``--json`` and the page."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from odin_solver.graenaland.parts import UNKNOWN
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import BuildStep, Step, TakeStep
from odin_solver.graenaland.rules.counts import measures, score_needed
from odin_solver.graenaland.voting import TileVotes, max_min_split, proportional_split, proposal_on
from odin_solver.graenaland.words import payment_text

if TYPE_CHECKING:
    from odin_solver.graenaland.horizon import HorizonPlan
    from odin_solver.graenaland.model.solve import PhaseAnswer, PhasePlan


def answer_data(position: GraenalandPosition, answer: "PhaseAnswer") -> dict[str, Any]:
    """Return the answer to a question as plain data."""
    missing = None
    if answer.missing_plan is not None:
        missing = {
            "cards": dict(answer.missing),
            "proven_least": answer.missing_proven,
            "plan": plan_data(answer.missing_plan),
        }
    return {
        "possible": answer.possible,
        "proven": answer.proven,
        "needed": score_needed(position),
        "made_up_profile": position.profile.made_up,
        "from_nothing": dict(answer.missing) if answer.possible and answer.missing else None,
        "plan": None if answer.plan is None else plan_data(answer.plan),
        "missing": missing,
    }


def plan_data(plan: "PhasePlan") -> dict[str, Any]:
    """Return a plan as plain data."""
    return {
        "score": plan.score,
        "cards": plan.cards,
        "built": {str(item): count for item, count in plan.built.items()},
        "measures": measures(plan.after, plan.after.me),
        "steps": [step_data(step) for step in plan.steps],
        "hand_after": dict(plan.after.hand),
        "supply_after": [list(card) for card in plan.after.kept],
    }


def step_data(step: Step) -> dict[str, Any]:
    """Return a step as plain data."""
    if isinstance(step, TakeStep):
        return {"take": list(step.card)}
    assert isinstance(step, BuildStep)
    return {
        "build": step.item.kind,
        "tile": step.item.tile or None,
        "recipe": step.recipe or None,
        "cards": [{"for": unit, "card": card} for unit, card in step.cards],
        "supply": [{"card": list(use.card), "for": list(use.units)} for use in step.supply],
        "markets": [
            {
                "tile": use.tile,
                "for": use.unit,
                "card": use.card if isinstance(use.card, str) else list(use.card),
            }
            for use in step.markets
        ],
        "gifts": [{"for": unit, "card": card} for unit, card in step.gifts],
        "toll": [{"to": player, "card": card} for player, card in step.toll],
        "words": payment_text(step),
    }


def votes_data(
    position: GraenalandPosition,
    shown: TileVotes,
    speaker: str,
    wanted: Mapping[str, int],
    worth: Mapping[str, int],
) -> dict[str, Any]:
    """Return votes on a tile and proposals as plain data."""
    best = proposal_on(position, shown, speaker, wanted, worth)
    return {
        "tile": shown.tile,
        "votes": dict(shown.votes),
        "needed": shown.needed,
        "coalitions": [sorted(group) for group in shown.coalitions],
        "power": {player: round(share, 4) for player, share in shown.power.items()},
        "stock": [card or UNKNOWN for card in position.tiles[shown.tile].stock],
        "proposal": None
        if best is None
        else {
            "cards": {player: list(cards) for player, cards in best.cards.items()},
            "supporters": sorted(best.supporters),
            "value": best.value,
        },
        "max_min": {p: list(c) for p, c in max_min_split(position, shown.tile, worth).items()},
        "proportional": proportional_split(position, shown.tile),
    }


def horizon_data(position: GraenalandPosition, ahead: "HorizonPlan") -> dict[str, Any]:
    """Return a plan over several building phases as plain data."""
    return {
        "estimate": True,
        "proven_for_this_income": ahead.proven,
        "sampled": ahead.sampled,
        "needed": score_needed(position),
        "mean_score": sum(ahead.scores) / len(ahead.scores),
        "wins": ahead.wins(position),
        "first": plan_data(ahead.first),
        "scenarios": [
            {
                "score": score,
                "phases": [
                    {"income": dict(income), **plan_data(phase)}
                    for phase, income in zip(phases, incomes, strict=True)
                ],
            }
            for phases, incomes, score in zip(
                ahead.scenarios, ahead.income, ahead.scores, strict=True
            )
        ],
    }
