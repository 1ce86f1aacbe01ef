"""Advice and reviews of the planner as plain data for JSON."""

from collections.abc import Sequence
from typing import Any

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.kernel.moves import Keep
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.planner.asked import MoveAnswer
from odin_solver.planner.candidates import Advice, Ranked
from odin_solver.planner.review import ReviewedMove, costliest, totals
from odin_solver.planner.series import mean_sheet
from odin_solver.support.language import with_message
from odin_solver.words.asked import answer_in_words
from odin_solver.words.plan import aim_in_words, candidate_in_words, plan_in_words

SCHEMA = 1
"""Version of rankings."""

REVIEW_SCHEMA = 2

ADVICE_SCHEMA = 2


def advice_data(state: State, advice: Advice, *, lines: int, seed: int) -> dict[str, Any]:
    """Return the best move with its plan, and alternatives (``docs/game.md``)."""
    first, *others = advice.ranking(lines)
    best = advice.best
    final = {"expected": first.expected, "low": first.low, "high": first.high}
    return {
        "schema": ADVICE_SCHEMA,
        "move": str(best.move),
        "moves": list(map(str, best.moves)),
        **with_message("words", candidate_in_words(state, best)),
        "aim": aim_in_words(state, best),
        "expected": first.expected,
        "raw_expected": best.raw_expected,
        "raw_stderr": best.raw_stderr,
        "spread": best.spread,
        "lines": [
            {**_ranked_data(state, each), "aim": aim_in_words(state, each.candidate)}
            for each in (first, *others)
        ],
        "plan": plan_in_words(state, best),
        "taken": advice.taken,
        "sheet": mean_sheet(each.sheet for each in best.playouts),
        "playouts": advice.playouts,
        "searched": advice.searched,
        "seconds": advice.seconds,
        "seed": seed,
        "final": None if first.low is None else final,
    }


def _ranked_data(state: State, ranked: Ranked) -> dict[str, Any]:
    candidate = ranked.candidate
    return {
        "move": str(candidate.move),
        "moves": list(map(str, candidate.moves)),
        **with_message("words", candidate_in_words(state, candidate)),
        "expected": ranked.expected,
        "loss": ranked.loss,
        "loss_stderr": ranked.loss_stderr,
        "raw_expected": candidate.raw_expected,
        "raw_stderr": candidate.raw_stderr,
        "playouts": candidate.samples,
    }


def answer_data(answer: MoveAnswer) -> dict[str, Any]:
    """Return what a move loses, where it leads to, and why (``docs/game.md``)."""
    state, line, other = answer.state, answer.line, answer.line_of_other
    return {
        **_ranked_data(state, answer.ranked),
        "move": str(answer.move),
        "best": answer.is_best,
        "against": None if other is None else str(other.move),
        "aim": aim_in_words(state, line),
        **with_message("why", answer_in_words(answer)),
        "games": len(answer.games),
        "difference": answer.difference._asdict(),
        "categories": {name: each._asdict() for name, each in answer.categories.items()},
        "sheet": mean_sheet(each.sheet for each in line.playouts),
        "sheet_against": other and mean_sheet(each.sheet for each in other.playouts),
        "plan": plan_in_words(state, line),
    }


def ranking_data(state: State, advice: Advice, length: str, occupations: str) -> dict[str, Any]:
    """Return the ranking of starting occupations."""
    ranking = []
    for each in advice.ranking():
        assert isinstance(each.candidate.move, Keep)
        number = each.candidate.move.card
        data = {**_ranked_data(state, each), "spread": each.candidate.spread}
        ranking.append({"number": number, "name": OCCUPATIONS[number].name} | data)
    return {
        "schema": SCHEMA,
        "length": length,
        "occupations": occupations,
        "rulings": sorted(state.options.rulings),
        "ranking": ranking,
        "games": advice.playouts,
        "seconds": advice.seconds,
    }


def review_data(game: Game, reviewed: Sequence[ReviewedMove]) -> dict[str, Any]:
    """Return the losses of the decisions of a game, and their sums."""
    return {
        "schema": REVIEW_SCHEMA,
        "moves": [
            {
                "number": each.number,
                "round": each.round,
                "kind": each.kind,
                "move": str(each.moves[0]),
                "moves": list(map(str, each.moves)),
                "best": str(each.best[0]) if each.best else None,
                "best_moves": list(map(str, each.best)),
                "expected": each.expected,
                "loss": each.loss,
                "loss_stderr": each.loss_stderr,
                "futures": each.scenarios,
                "mistake": each.is_mistake,
                "playouts": each.playouts,
            }
            for each in reviewed
        ],
        "costliest": [each.number for each in costliest(reviewed)],
        "total": totals(game, reviewed)._asdict(),
    }
