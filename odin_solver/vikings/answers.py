"""Answers as plain data: JSON of the commands and of the page."""

from dataclasses import asdict
from typing import Any

from odin_solver.vikings.build import BuiltArchipelago
from odin_solver.vikings.ferry import FerryAdvice, FerryLine
from odin_solver.vikings.files import pair_text, vikings_data
from odin_solver.vikings.game.log import PlayedGame
from odin_solver.vikings.game.samples import BuyingAdvice, Estimate, FinalScores, PairAdvice
from odin_solver.vikings.parts import ROWS, cell_name
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.scoring import Outlook


def outlook_data(position: VikingsPosition, end: Outlook) -> dict[str, Any]:
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
                "items": [asdict(item) | {"threat": item.threat or None} for item in part.items],
            }
            for part in end.parts
        ],
        "final_vp": end.vp,
        "final_gold": end.gold,
    }


def ferry_data(advice: FerryAdvice) -> dict[str, Any]:
    """Return ways to use the boatsmen as plain data."""
    best = advice.lines[0].values[0]
    ways = [
        {
            **_values_data(line),
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


def build_data(result: BuiltArchipelago) -> dict[str, Any]:
    """Return a layout as plain data."""
    bound = result.bounds[0]
    found = {**_values_data(result), "bound": None if bound is None else float(bound)}
    return {**_search_data(result, result), **found}


def _values_data(found: FerryLine | BuiltArchipelago) -> dict[str, Any]:
    values = found.values
    gold = int(values[1]) if len(values) > 1 else None
    return {"value": float(values[0]), "gold_left": gold, "status": found.status}


def _search_data(
    search: FerryAdvice | BuiltArchipelago, best: FerryLine | BuiltArchipelago
) -> dict[str, Any]:
    return {
        "schema": 1,
        "objective": search.aim,
        "status": best.status,
        "position": vikings_data(best.after),
        "seconds": round(search.seconds, 3),
        "solver": search.solver,
    }


def advice_data(advice: BuyingAdvice, seed: int) -> dict[str, Any]:
    """Return the pairs on the wheel as plain data."""
    return {
        "schema": 1,
        "proven": False,
        "samples": advice.samples,
        "seed": seed,
        "pairs": [_pair_data(pair) for pair in advice.pairs],
    }


def _pair_data(pair: PairAdvice) -> dict[str, Any]:
    return asdict(pair) | {
        "pair": pair_text(pair.pair),
        "value": round(pair.value, 3),
        "stays": _estimate_data(pair.stays),
        "later_price": None if pair.later_price is None else round(pair.later_price, 3),
        "waiting": _estimate_data(pair.waiting),
        "special": pair.special or None,
    }


def _estimate_data(value: Estimate) -> dict[str, float]:
    return {"mean": round(value.mean, 4), "error": round(value.error, 4)}


def scores_data(scores: FinalScores, seed: int) -> dict[str, Any]:
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
