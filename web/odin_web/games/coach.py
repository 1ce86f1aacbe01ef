"""The planner in a process of its own, so that the server answers meanwhile.

Run as a module it reads a `Task` from standard input and writes an event per line: its kind and its
data. Ending the process ends the search.
"""

import sys
import time
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from odin_solver.game.log import parse
from odin_solver.game.serial import state_from
from odin_solver.planner.advice import SearchLimits, advise, forced_move
from odin_solver.planner.candidates import Advice
from odin_solver.planner.review import ReviewedMove, costliest, review, viking_placements
from odin_solver.words.labels import label
from odin_solver.words.plan import (
    aim_in_words,
    candidate_in_words,
    candidate_named,
    mistake_in_words,
    move_in_words,
    plan_in_words,
)
from odin_web.games.moves import cells_of, target_of

LINES = 8
"""Moves of an advice at most."""

FINALISTS = 3
PAUSE = 0.15
"""Seconds between two events with the same best move."""

MISTAKES = 5


class Task(msgspec.Struct):
    """What to do.

    Attributes
    ----------
    kind
        Advice on a state, or the review of a game.
    seconds, workers
        Time limit, for each move of a review, and processes.
    state, log
        The state as data, or the log of the game.
    """

    kind: Literal["advice", "review"]
    seconds: float
    workers: int
    state: dict[str, Any] | None = None
    log: str = ""


Event = tuple[str, Any]
"""Kind and data."""


def events(task: Task) -> Iterator[Event]:
    """Search; yield events as for a search of the page."""
    limits = SearchLimits(seconds=task.seconds, workers=task.workers)
    if task.state is not None:
        yield from _advice(task.state, limits)
    else:
        yield from _review(task.log, limits)


def _advice(data: dict[str, Any], limits: SearchLimits) -> Iterator[Event]:
    state = state_from(data)
    forced = forced_move(state)
    if forced is not None:
        words = move_in_words(state, forced)
        nothing = {"lines": [], "playouts": 0, "seconds": 0.0}
        yield "result", {"forced": str(forced), "words": words, **nothing}
        return

    def view(advice: Advice, *, final: bool = False) -> dict[str, Any]:
        return {
            "forced": None,
            "lines": [
                {
                    "move": str(each.move),
                    "moves": list(map(str, each.moves)),
                    "label": label(each.move) if len(each.moves) == 1 else candidate_named(each),
                    "words": candidate_in_words(state, each),
                    **target_of(each.move),
                    **cells_of(state, each.move),
                    "expected": advice.expected_score(each),
                    "loss": advice.loss(each),
                    "loss_stderr": advice.loss_stderr(each),
                    "playouts": each.samples,
                    # A playout is replayed for it: of the best line only while the search goes on.
                    "aim": aim_in_words(state, each) if final or not number else None,
                }
                for number, each in enumerate(advice.candidates[:LINES])
            ],
            "playouts": advice.playouts + advice.searched,
            "seconds": advice.seconds,
        }

    told, best = 0.0, None
    for advice in advise(state, limits, finalists=FINALISTS):
        if advice.best.move != best or time.monotonic() - told > PAUSE:
            told, best = time.monotonic(), advice.best.move
            yield "incumbent", view(advice)
    plan = plan_in_words(state, advice.best)
    rounds = [{"round": each.number, "steps": each.steps} for each in plan]
    yield "result", {**view(advice, final=True), "plan": rounds}


def _review(log: str, limits: SearchLimits) -> Iterator[Event]:
    game = parse(log)
    number = len(viking_placements(game))
    reviewed: list[ReviewedMove] = []
    for each in review(game, limits):
        reviewed.append(each)
        mistakes = [
            {"number": mistake.number, "text": mistake_in_words(mistake)}
            for mistake in costliest(reviewed, MISTAKES)
        ]
        yield (
            "part",
            {
                "number": each.number,
                "round": each.round,
                "move": str(each.move),
                "best": str(each.best),
                "move_label": label(each.move),
                "best_label": label(each.best),
                "expected": each.expected,
                "loss": each.loss,
                "loss_stderr": each.loss_stderr,
                "mistake": each.is_mistake,
                "done": len(reviewed),
                "of": number,
                "costliest": mistakes,
            },
        )


def _main() -> None:
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    for event in events(task):
        sys.stdout.buffer.write(msgspec.json.encode(event) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _main()
