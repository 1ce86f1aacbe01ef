"""Searches about a game: the coach, the best placement, the review."""

import threading
from collections.abc import Iterator
from subprocess import Popen
from typing import Annotated, Any

import msgspec

from odin_solver.errors import InputError, OdinError
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game, text
from odin_solver.game.positions import placed, position_of
from odin_solver.game.serial import state_data
from odin_solver.placement.solution import Limits, Progress
from odin_solver.planner.laying import Laying, lay
from odin_solver.support.children import start_child
from odin_solver.words.labels import label
from odin_solver.words.proofs import proof_in_words
from odin_web.games.store import GameId
from odin_web.positions import MAX_SECONDS, MAX_WORKERS
from odin_web.searches import Send, Work
from odin_web.views import layout_view, progress_view

CHILD = "odin_web.games.coach"

Seconds = Annotated[float, msgspec.Meta(gt=0, le=MAX_SECONDS)]
Workers = Annotated[int, msgspec.Meta(ge=1, le=MAX_WORKERS)]
Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class CoachAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Advice for the next move."""

    game: GameId
    seen: Number
    seconds: Seconds = 5.0
    workers: Workers = 1


class ReviewAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A review of the moves made; the time limit is that of each move."""

    game: GameId
    seconds: Seconds = 2.0
    workers: Workers = 1


class FillAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The best placement of the supply."""

    game: GameId
    seen: Number
    seconds: Seconds = 10.0
    workers: Workers = 2


def coaching(state: State, wanted: CoachAsked) -> Work:
    """Return the search for the best move; the game's own chance plays no part.

    Raises
    ------
    InputError
        If the player does not decide.
    """
    if decision(state) is None:
        raise InputError("there is nothing to decide now")
    task = {"kind": "advice", "state": state_data(state)}
    return _planning({**task, "seconds": wanted.seconds, "workers": wanted.workers})


def reviewing(game: Game, wanted: ReviewAsked) -> Work:
    """Return the search for mistakes.

    Raises
    ------
    InputError
        If there is no placement of Vikings.
    """
    from odin_solver.planner.review import viking_placements

    if not viking_placements(game):
        raise InputError("there is no placement of Vikings to review yet")
    search = _planning(
        {"kind": "review", "log": text(game), "seconds": wanted.seconds, "workers": wanted.workers}
    )

    def work(send: Send, cancel: threading.Event) -> dict[str, Any]:
        moves: list[Any] = []

        def collect(kind: str, data: Any) -> None:
            moves.append(data)
            send(kind, data)

        search(collect, cancel)
        return {"moves": moves, "costliest": moves[-1]["costliest"] if moves else []}

    return work


def filling(state: State, wanted: FillAsked) -> Work:
    """Return the search for the best placement of the supply.

    Raises
    ------
    InputError
        If the player does not decide.
    """
    if decision(state) is None:
        raise InputError("nothing can be placed now: chance decides or the game is over")
    before = position_of(state)

    def work(send: Send, cancel: threading.Event) -> dict[str, Any]:
        def report(progress: Progress) -> None:
            send("incumbent", progress_view(before, progress))

        limits = Limits(wanted.seconds, wanted.workers)
        found = lay(state, limits=limits, cancel=cancel, on_progress=report)
        return _filling_view(state, found)

    return work


def _filling_view(state: State, found: Laying) -> dict[str, Any]:
    names = board_names(state)
    after = position_of(placed(state, found.moves))
    before = position_of(state)
    return {
        "moves": list(map(str, found.moves)),
        "words": list(map(label, found.moves)),
        "steps": [
            {"board": at, "tile": move.tile, "cells": state.boards[at].grid.cells(move.cells)}
            for move in found.moves
            for at in [names.index(move.board)]
        ],
        "proof": proof_in_words(found.solution),
        "expected": found.compared.best.mean if found.compared else None,
        "income": [sum(board.income for board in each.boards) for each in (before, after)],
        **layout_view(before, after),
    }


def _planning(task: dict[str, Any]) -> Work:
    """Return a search by the planner in a process of its own; its last event is the result."""

    def work(send: Send, cancel: threading.Event) -> Any:
        latest: Any = {"forced": None, "lines": [], "playouts": 0, "seconds": 0.0}
        process = start_child(CHILD)
        threading.Thread(target=_end_if, args=(cancel, process), daemon=True).start()
        try:
            for kind, latest in _events(process, task):
                if kind != "result":
                    send(kind, latest)
        finally:
            process.kill()
            code = process.wait()
            assert process.stdout is not None
            process.stdout.close()
        if code > 0 and not cancel.is_set():
            raise OdinError("the planner has ended without a result")
        return latest

    return work


def _end_if(cancel: threading.Event, process: "Popen[bytes]") -> None:
    """End a process as soon as the search is cancelled."""
    while process.poll() is None:
        if cancel.wait(0.2):
            process.kill()


def _events(process: "Popen[bytes]", task: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(task))
        process.stdin.close()
    except BrokenPipeError:
        return  # it was ended at once
    for line in process.stdout:
        if line.endswith(b"\n"):
            kind, data = msgspec.json.decode(line)
            yield kind, data
