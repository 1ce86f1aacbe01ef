"""Answers as parts that the page draws: sentences with cards behind, steps, goals, tables."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from odin_solver.graenaland.horizon import HorizonPlan
from odin_solver.graenaland.model.solve import PhaseAnswer, PhasePlan
from odin_solver.graenaland.parts import RESOURCES, UNKNOWN, SupplyCard
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import Step, TakeStep
from odin_solver.graenaland.voting import TileVotes, max_min_split, proportional_split, proposal_on
from odin_solver.graenaland.words import (
    cards_text,
    coalitions_text,
    estimate_text,
    goals_lines,
    missing_text,
    needed_votes_text,
    part_name,
    payments,
    score_text,
    spent_text,
    step_text,
    wins_text,
)
from odin_solver.support.language import say, say_as

Cards = Sequence[str]
"""Names of the symbols of a card, one or two."""


class SentencePart(msgspec.Struct, tag_field="part", tag="sentence"):
    """A sentence, followed by cards."""

    text: str
    cards: Sequence[Cards]
    level: Literal["p", "h2", "h3"] = "p"


class StepDone(msgspec.Struct):
    """What is done, and its payments: with what else, the cards, what they stand for."""

    what: str
    paid: list[tuple[str, Cards, Cards]]


class StepsPart(msgspec.Struct, tag_field="part", tag="steps"):
    """Steps of a plan."""

    steps: list[StepDone]


class GoalsPart(msgspec.Struct, tag_field="part", tag="goals"):
    """What counts: name, value, levels, how many of them are met."""

    goals: list[tuple[str, int, str, int]]


class PowerPart(msgspec.Struct, tag_field="part", tag="power"):
    """Votes and power of the players of a tile."""

    table: list[tuple[str, int, str]]


class SharesPart(msgspec.Struct, tag_field="part", tag="shares"):
    """What each player gets: cards, or how many."""

    shares: str
    of: list[tuple[str, Cards | int]]


class FoldPart(msgspec.Struct, tag_field="part", tag="fold"):
    """Parts that are closed at first, below a sentence."""

    fold: SentencePart
    parts: "list[AnswerPart]"


AnswerPart = SentencePart | StepsPart | GoalsPart | PowerPart | SharesPart | FoldPart


def line(text: str, *cards: Cards, level: Literal["p", "h2", "h3"] = "p") -> SentencePart:
    """Return a sentence, followed by cards."""
    return SentencePart(text, cards, level)


def goals_part(position: GraenalandPosition) -> GoalsPart:
    """Return what counts."""
    return GoalsPart(goals_lines(position))


def answer_parts(
    position: GraenalandPosition, answer: PhaseAnswer, *, winning: bool
) -> list[AnswerPart]:
    """Return the answer to ``win``, ``build`` or ``reach``."""
    if answer.possible is None:
        return [line(say("Undecided: the time was too short"), level="h2")]
    plan = answer.plan
    if plan is None:
        no = say("You cannot win now") if winning else say("It cannot be reached")
        parts: list[AnswerPart] = [line(say("{answer} (proven)", answer=no), level="h2")]
    else:
        yes = say("You can win now") if winning else say("It can be reached")
        spent = spent_text(plan, proven=answer.proven)
        parts = [line(yes, level="h2"), line(f"{score_text(position, plan.score)} ({spent})")]
    if missing := missing_text(answer):
        parts.append(line(missing, *_single(answer.missing)))
    shown = plan or answer.missing_plan
    return parts if shown is None else [*parts, *_plan_parts(shown)]


def offer_parts(
    position: GraenalandPosition, rows: Sequence[tuple[SupplyCard, PhaseAnswer]]
) -> list[AnswerPart]:
    """Return how much each offered supply card helps, the best first."""
    parts: list[AnswerPart] = [line(say_as("graenaland", "Supply"), level="h2")]
    for card, answer in rows:
        plan = answer.plan
        if plan is not None:
            left = cards_text(sum(plan.after.hand.values()) + len(plan.after.kept))
            score = score_text(position, plan.score)
            title = line(say("{score}, left: {cards}, with", score=score, cards=left), card)
            parts.append(FoldPart(title, _plan_parts(plan)))
    return parts


def horizon_parts(position: GraenalandPosition, ahead: HorizonPlan) -> list[AnswerPart]:
    """Return a plan over several phases, scenario by scenario."""
    parts: list[AnswerPart] = [line(estimate_text(position, ahead), level="h2")]
    if ahead.sampled:
        parts.append(line(wins_text(position, ahead)))
    note = say("Opponents stay as they are; all scenarios share this first phase:")
    parts += [line(note), *_plan_parts(ahead.first)]
    gain = say("Gain:")
    for number, (phases, incomes, score) in enumerate(
        zip(ahead.scenarios, ahead.income, ahead.scores, strict=True), 1
    ):
        inner: list[AnswerPart] = [
            part
            for phase, income in zip(phases, incomes, strict=True)
            for part in (line(gain, *_single(income)), StepsPart(_steps(phase.steps)))
        ]
        title = line(say("Scenario {n}", n=number) + f": {score_text(position, score)}")
        parts.append(FoldPart(title, inner))
    return parts


def votes_parts(
    position: GraenalandPosition,
    tiles: Sequence[TileVotes],
    speaker: str,
    wanted: Mapping[str, int],
    worth: Mapping[str, int],
) -> list[AnswerPart]:
    """Return votes, coalitions, power and proposals, tile by tile."""
    parts: list[AnswerPart] = [line(say_as("graenaland", "Votes"), level="h2")]
    for shown in tiles:
        stock = [[card or UNKNOWN] for card in position.tiles[shown.tile].stock]
        parts += [
            line(needed_votes_text(shown), *stock, level="h3"),
            PowerPart(
                [
                    (part_name(player), count, f"{100 * shown.power[player]:.0f} %")
                    for player, count in shown.votes.items()
                ]
            ),
            line(coalitions_text(shown.coalitions)),
        ]
        if not stock:
            continue
        best = proposal_on(position, shown, speaker, wanted, worth)
        if best is not None:
            parts.append(_shares(say("Propose:"), best.cards))
        if fair := max_min_split(position, shown.tile, worth):
            parts.append(_shares(say("largest smallest share: {shares}", shares=""), fair))
        shares = proportional_split(position, shown.tile)
        parts.append(
            _shares(say("by votes: {shares}", shares=""), {p: n for p, n in shares.items() if n})
        )
    return parts


def _shares(text: str, shares: Mapping[str, Cards | int]) -> SharesPart:
    return SharesPart(text, [(part_name(player), got) for player, got in shares.items()])


def _single(cards: Mapping[str, int]) -> list[list[str]]:
    return [[card] for card in RESOURCES for _ in range(cards.get(card, 0))]


def _plan_parts(plan: PhasePlan) -> list[AnswerPart]:
    """Return the steps of a plan, what counts afterwards, and what is left."""
    left = [*_single(plan.after.hand), *plan.after.kept]
    return [
        StepsPart(_steps(plan.steps)),
        goals_part(plan.after),
        line(
            say("Left in hand: {cards}", cards="") if left else say("Nothing is left in hand."),
            *left,
        ),
    ]


def _steps(steps: Sequence[Step]) -> list[StepDone]:
    return [
        StepDone(step_text(step), [] if isinstance(step, TakeStep) else list(payments(step)))
        for step in steps
    ]
