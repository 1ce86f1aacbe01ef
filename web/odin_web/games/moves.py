"""Legal moves, by what to touch for them, and moves made in words."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec

from odin_solver.components import tile
from odin_solver.components.cells import cell_names
from odin_solver.components.heard import names_of
from odin_solver.errors import InputError
from odin_solver.game.kernel.anytime import board_names, listed
from odin_solver.game.kernel.moves import ANYTIME, Move, TakeItems, Use
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import chance_outcomes, decision, read_move, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.seats import is_secret, seat_name
from odin_solver.game.turn import Turn
from odin_solver.support.language import language, say
from odin_solver.words.changes import PhaseChanges, changes_by_phase
from odin_solver.words.menu import chance_in_words, meaning_of
from odin_solver.words.moves import keys_of, label, move_in_words, target_of
from odin_solver.words.plan import PlannedRound
from odin_web.positions import board_at
from odin_web.views import TileOnCells

MoveText = Annotated[str, msgspec.Meta(max_length=2000)]


class MoveMadeView(msgspec.Struct, kw_only=True):
    """A move made, as the log has it and in words; `number` counts from 1."""

    number: int
    round: int
    text: str
    words: str
    chance: bool
    changes: list[PhaseChanges]


class CoachNumber(msgspec.Struct, kw_only=True):
    """What a move loses against the best line, in points; `group` and `target` as of `MoveView`.

    Without `loss_stderr` there is no telling; `sign` says the loss where there is little room.
    """

    move: str
    group: str
    target: str | None
    best: bool
    loss: float
    loss_stderr: float | None
    sign: str
    playouts: int


class CoachLine(CoachNumber, kw_only=True):
    """A move with the rest of its action.

    Attributes
    ----------
    moves, label, words
        The moves of the action, and what they are called in short and whole.
    expects, loses
        The score to expect, and the loss, in words.
    aim
        Where its playouts go.
    """

    moves: list[str]
    label: str
    words: str
    expects: str
    loses: str
    aim: str | None


class AskedMove(msgspec.Struct, kw_only=True):
    """What a move loses against the best one.

    Attributes
    ----------
    loses
        The loss in words, empty for the best move.
    why
        The loss and its reasons, as a sentence.
    aim
        Where the games go that are played on from it.
    plan
        One of those games.
    """

    move: str
    label: str
    loses: str
    why: str
    aim: str
    plan: list[PlannedRound]


class CoachAdvice(msgspec.Struct, kw_only=True):
    """Lines for the next decision.

    Attributes
    ----------
    forced
        The only legal move, if there is only one: then there are no lines.
    equal
        Whether all moves lead to the same: then there are no lines either.
    lines
        The best moves, the best first.
    others
        Moves beyond those.
    legend, effort
        What words for losses mean; what the answer depends on besides the state.
    taken
        What others probably take before the next turn, in words.
    words
        A forced move in words.
    plan
        In the result: how the game may go on; missing if the search was stopped.
    asked
        In the result: the answer about the move that was asked about.
    """

    forced: str | None = None
    equal: bool = False
    lines: list[CoachLine] = []
    others: list[CoachNumber] = []
    legend: str = ""
    effort: str = ""
    taken: str = ""
    seconds: float = 0.0
    words: str | msgspec.UnsetType = msgspec.UNSET
    plan: list[PlannedRound] | msgspec.UnsetType = msgspec.UNSET
    asked: AskedMove | msgspec.UnsetType = msgspec.UNSET


class MoveView(msgspec.Struct, kw_only=True):
    """A legal move; `target` says what to touch for it, by group.

    Attributes
    ----------
    text
        What is sent to make it.
    key
        Short key of the command line; empty if it has none.
    label, meaning, spoken
        On a button; what it does besides; what a screen reader says.
    anytime
        Whether it is possible at any time, besides the question.
    count
        Number taken from a strip.
    group, target
        ``space``: an action space; ``card``: its number; ``strip``: its number from 1; ``supply``:
        an item; ``special``: a tile to be bought, forged or looted; ``exploration``: a board;
        ``ship``: a kind; ``cells``: those of a board; ``dice``, ``pay``, ``plain``: a button.
    """

    text: str
    key: str
    label: str
    meaning: str
    spoken: str
    anytime: bool
    count: int | None
    group: str
    target: str | None


class MistakeView(msgspec.Struct):
    """A costly decision by its number, in words."""

    number: int
    text: str


class ReviewedDecision(msgspec.Struct, kw_only=True):
    """A decision that was reviewed.

    Attributes
    ----------
    loses
        The loss in words.
    other_labels
        Other moves that were compared.
    done, of
        How many decisions are reviewed by now, and how many there are.
    costliest
        The costliest mistakes so far.
    total
        The sum of the losses so far, in words.
    """

    number: int
    round: int
    kind: str
    moves: list[str]
    move_label: str
    best_label: str
    other_labels: list[str]
    expected: float
    loss: float
    loss_stderr: float | None
    loses: str
    mistake: bool
    done: int
    of: int
    costliest: list[MistakeView]
    total: str


class HistoryLine(NamedTuple):
    """A move made, and how the page shows it in a language."""

    move: Move | Outcome
    view: MoveMadeView
    language: str


def move_text(state: State, move: str | TileOnCells) -> str:
    if isinstance(move, str):
        return move
    grid = board_at(state.boards, move.board).grid
    if not move.cells or not all(map(grid.holds, move.cells)):
        raise InputError.said(
            "cells: expected cells of {width} x {height}", width=grid.width, height=grid.height
        )
    cells = cell_names(move.cells, grid.height).replace(" ", ",")
    return f"place {tile(move.tile).id} {board_names(state)[move.board]} {cells}"


def made(state: State, move: Move | Outcome, number: int, looking: frozenset[int]) -> HistoryLine:
    """Return a move as those are told who look from some seats; others' cards are secret."""
    words = label(move) if isinstance(move, Move) else chance_in_words(state, move)
    text, hidden = str(move), False
    if looking != {state.seat} and (name := seat_name(state)):
        if hidden := is_secret(state, move):
            words, text = say("an unseen occupation"), ""
        words = f"{name}: {words}"
    return HistoryLine(
        move,
        MoveMadeView(
            number=number,
            round=state.round,
            text=text,
            words=words,
            chance=not isinstance(move, Move),
            changes=changes_by_phase(state, move, drawn=not hidden),
        ),
        language(),
    )


def read(state: State, text: str) -> Move | Outcome:
    """Return the move of a text or of a key of the menu; it may be illegal."""
    move = read_move(state, text)
    if why_not(state, move) is None:
        return move
    spaces = names_of("space").meant(text)
    if len(spaces) == 1 and isinstance(decision(state), Turn):
        return Use(spaces[0])
    return keyed(state).get(text.lower(), move)


def keyed(state: State) -> dict[str, Move | Outcome]:
    node = decision(state)
    if node is None:
        return keys_of(outcome for outcome, _ in chance_outcomes(state))
    return keys_of((*node.moves(state), *listed(state, node)))


def moves_view(state: State, moves: Sequence[Move]) -> list[MoveView]:
    """Return the legal moves of a decision, placing tiles aside."""
    keys = {move: key for key, move in keys_of(moves).items()}
    return [
        MoveView(
            text=str(move),
            key=keys.get(move, ""),
            label=label(move),
            meaning=meaning_of(state, move),
            spoken=move_in_words(state, move),
            anytime=isinstance(move, ANYTIME),
            count=move.count if isinstance(move, TakeItems) else None,
            **target_view(move),
        )
        for move in moves
    ]


def target_view(move: Move) -> Mapping[str, Any]:
    """Return what to touch for a move: its group and the target in it."""
    group, target = target_of(move)
    return {"group": group, "target": target}
