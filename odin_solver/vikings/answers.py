"""Answers as plain data: JSON of the commands and of the page."""

from typing import Any, TypedDict

from odin_solver.vikings.build import BuiltArchipelago
from odin_solver.vikings.ferry import FerryAdvice, FerryLine
from odin_solver.vikings.files import pair_text, vikings_data
from odin_solver.vikings.game.log import PlayedGame
from odin_solver.vikings.game.samples import BuyingAdvice, Estimate, FinalScores, PairAdvice
from odin_solver.vikings.parts import ROWS, cell_name
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.scoring import Outlook


class ScoreItemData(TypedDict):
    """A line of a scoring."""

    what: str
    vp: int
    gold: int
    where: str
    threat: str | None


class ScoringData(TypedDict):
    """A scoring."""

    name: str
    vp: int
    gold: int
    items: list[ScoreItemData]


class OutlookData(TypedDict):
    """The end of a game in which nothing more is bought or moved."""

    schema: int
    round: int
    vp: int
    gold: int
    scorings: list[ScoringData]
    final_vp: int
    final_gold: int


class FoundData(TypedDict):
    """What every search for a position says."""

    schema: int
    objective: str
    status: str
    position: dict[str, Any]
    seconds: float
    solver: str


class FerryWayData(TypedDict):
    """A way to use the boatsmen."""

    value: float
    gold_left: int | None
    status: str
    loss: float
    boatsmen: int
    colours: list[str]
    one_of_each: int
    singles: int
    cells: list[str]


class FerryData(FoundData):
    """The best ways to use the boatsmen."""

    ways: list[FerryWayData]


class BuildData(FoundData):
    """The best archipelago found."""

    value: float
    gold_left: int | None
    bound: float | None


class EstimateData(TypedDict):
    """Mean of samples and its standard error."""

    mean: float
    error: float


class PairData(TypedDict):
    """What a pair on the wheel is worth now."""

    at: int
    pair: str
    price: int
    place: str
    gain: int
    value: float
    stays: EstimateData
    later_price: float | None
    waiting: EstimateData
    special: str | None
    special_gain: int


class BuyingData(TypedDict):
    """What the pairs on the wheel are worth."""

    schema: int
    proven: bool
    samples: int
    seed: int
    pairs: list[PairData]


class ScoresData(TypedDict):
    """Final scores of sampled games."""

    schema: int
    proven: bool
    games: int
    seed: int
    score: EstimateData
    wins: EstimateData
    p10: int
    p90: int


def outlook_data(position: VikingsPosition, end: Outlook) -> OutlookData:
    """Return the scorings as plain data."""
    return {
        "schema": 1,
        "round": position.round,
        "vp": position.vp,
        "gold": position.gold,
        "scorings": [
            {
                "name": part.name,
                "vp": part.vp,
                "gold": part.gold,
                "items": [
                    {
                        "what": item.what,
                        "vp": item.vp,
                        "gold": item.gold,
                        "where": item.where,
                        "threat": item.threat or None,
                    }
                    for item in part.items
                ],
            }
            for part in end.parts
        ],
        "final_vp": end.vp,
        "final_gold": end.gold,
    }


def ferry_data(advice: FerryAdvice) -> FerryData:
    """Return ways to use the boatsmen as plain data."""
    best = advice.lines[0].values[0]
    ways: list[FerryWayData] = [
        {
            "value": float(line.values[0]),
            "gold_left": _gold_left(line),
            "status": line.status,
            "loss": float(best - line.values[0]),
            "boatsmen": line.plan.boatsmen,
            "colours": [ROWS[row] for row in line.plan.whole],
            "one_of_each": line.plan.rounds_of_one,
            "singles": sum(line.plan.singles),
            "cells": [cell_name(cell) for cell in sorted(line.cells)],
        }
        for line in advice.lines
    ]
    return {**_search_data(advice, advice.lines[0]), "ways": ways}


def build_data(result: BuiltArchipelago) -> BuildData:
    """Return a layout as plain data."""
    bound = result.bounds[0]
    return {
        **_search_data(result, result),
        "value": float(result.values[0]),
        "gold_left": _gold_left(result),
        "bound": None if bound is None else float(bound),
    }


def _gold_left(found: FerryLine | BuiltArchipelago) -> int | None:
    return int(found.values[1]) if len(found.values) > 1 else None


def _search_data(
    search: FerryAdvice | BuiltArchipelago, best: FerryLine | BuiltArchipelago
) -> FoundData:
    return {
        "schema": 1,
        "objective": search.aim,
        "status": best.status,
        "position": vikings_data(best.after),
        "seconds": round(search.seconds, 3),
        "solver": search.solver,
    }


def advice_data(advice: BuyingAdvice, seed: int) -> BuyingData:
    """Return the pairs on the wheel as plain data."""
    return {
        "schema": 1,
        "proven": False,
        "samples": advice.samples,
        "seed": seed,
        "pairs": [_pair_data(pair) for pair in advice.pairs],
    }


def _pair_data(pair: PairAdvice) -> PairData:
    return {
        "at": pair.at,
        "pair": pair_text(pair.pair),
        "price": pair.price,
        "place": pair.place,
        "gain": pair.gain,
        "value": round(pair.value, 3),
        "stays": _estimate_data(pair.stays),
        "later_price": None if pair.later_price is None else round(pair.later_price, 3),
        "waiting": _estimate_data(pair.waiting),
        "special": pair.special or None,
        "special_gain": pair.special_gain,
    }


def _estimate_data(value: Estimate) -> EstimateData:
    return {"mean": round(value.mean, 4), "error": round(value.error, 4)}


def scores_data(scores: FinalScores, seed: int) -> ScoresData:
    """Return final scores as plain data."""
    return {
        "schema": 1,
        "proven": False,
        "games": scores.games,
        "seed": seed,
        "score": _estimate_data(scores.score),
        "wins": _estimate_data(scores.wins),
        "p10": scores.low,
        "p90": scores.high,
    }


def game_data(game: PlayedGame) -> dict[str, Any]:
    """Return a game as plain data."""
    return {
        "seed": game.seed,
        "players": list(game.policies),
        "scores": [player.vp for player in game.table.players],
        "gold": [player.gold for player in game.table.players],
        "winners": [number + 1 for number in game.table.winners()],
    }
