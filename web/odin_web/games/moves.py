"""Legal moves, by what to touch for them, and moves made in words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from odin_solver.components.spaces import SPACES, SPACES_BY_KEY
from odin_solver.game.kernel.anytime import board_names, listed
from odin_solver.game.kernel.moves import (
    ANYTIME,
    FAIL,
    REROLL,
    SUCCEED,
    Arm,
    BuyShip,
    BuySpecial,
    Disarm,
    EmigrateWith,
    ExploreBoard,
    FillSlot,
    First,
    Follow,
    ForgeTile,
    FreeCell,
    GiveShip,
    Keep,
    Lay,
    Move,
    Pay,
    Place,
    PlayCard,
    ReturnShipOre,
    TakeBack,
    TakeItems,
    TakeLoot,
    TradeGood,
    UpgradeGood,
    Use,
    UseAlso,
    UseCard,
)
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import chance_outcomes, current, decision, read_move, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.log import where
from odin_solver.game.turn import Turn
from odin_solver.words.changes import changes_by_phase
from odin_solver.words.keys import keys_of
from odin_solver.words.labels import label
from odin_solver.words.menu import meaning_of
from odin_solver.words.names import plain_name


def without_ids(text: str | None) -> str:
    """Return a text with names in place of identifiers: ``salt meat``, ``Play 1 occupation``."""
    return _ID.sub(lambda found: _name_of(found[1]), text or "").replace("play NUMBER", "click it")


_ID = re.compile(r"\b(?:use )?([a-z]+(?:_[a-z0-9]+)+)\b")


def _name_of(identifier: str) -> str:
    space = SPACES.get(identifier)
    return identifier.replace("_", " ") if space is None else space.title


class HistoryLine(NamedTuple):
    """A move made, and how the page shows it."""

    move: Move | Outcome
    view: dict[str, Any]


def made(state: State, move: Move | Outcome, number: int) -> HistoryLine:
    """Return a move made in a state."""
    if isinstance(move, Move):
        words = label(move)
    else:
        node = current(state)
        assert isinstance(node, Chance)
        words = f"{node.kind}: {meaning_of(state, move) or plain_name(move)}"
    return HistoryLine(
        move,
        {
            "number": number,
            "round": state.round,
            "phase": state.phase,
            "where": where(state),
            "text": str(move),
            "words": words,
            "chance": not isinstance(move, Move),
            "changes": [
                {"phase": phase, "text": text} for phase, text in changes_by_phase(state, move)
            ],
        },
    )


def read(state: State, text: str) -> Move | Outcome:
    """Return the move of a text or of a key of the menu; it may be illegal."""
    move = read_move(state, text)
    if why_not(state, move) is None:
        return move
    space = SPACES_BY_KEY.get(text.lower())
    if space is not None and isinstance(decision(state), Turn):
        return Use(space.id)
    return keyed(state).get(text.lower(), move)


def keyed(state: State) -> dict[str, Move | Outcome]:
    """Return the legal moves that have keys."""
    node = decision(state)
    if node is None:
        return keys_of(outcome for outcome, _ in chance_outcomes(state))
    return keys_of((*node.moves(state), *listed(state, node)))


def moves_view(state: State, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Return the legal moves of a decision, placing tiles aside."""
    keys = {move: key for key, move in keys_of(moves).items()}
    return [
        {
            "text": str(move),
            "key": keys.get(move, ""),
            "label": label(move),
            "meaning": meaning_of(state, move),
            "anytime": isinstance(move, ANYTIME),
            "count": move.count if isinstance(move, TakeItems) else None,
            **target_of(move),
            **cells_of(state, move),
        }
        for move in moves
    ]


def target_of(move: Move) -> dict[str, str | None]:
    """Return what to touch for a move: its group and the target in it."""
    group, target = _target(move)
    return {"group": group, "target": target}


def _target(move: Move) -> tuple[str, str | None]:
    match move:
        case Use(space) | Follow(space) | UseAlso(space) | TakeBack(space):
            return "space", space
        case PlayCard(card) | Keep(card) | First(card):
            return "card", str(card)
        case UseCard(card, choice):
            return ("cells", None) if isinstance(choice, _ON_CELLS) else ("card", str(card))
        case TakeItems(strip):
            return "strip", str(strip)
        case UpgradeGood(item) | TradeGood(item) | FillSlot(item):
            return "supply", item
        case BuySpecial(tile) | ForgeTile(tile):
            return "special", tile
        case TakeLoot((tile,)):
            return "special", tile
        case ExploreBoard(board):
            return "exploration", board
        case Pay():
            return "pay", None
    if isinstance(move, _SHIPS):
        return "ship", move.ship
    if isinstance(move, _ON_CELLS):
        return "cells", None
    return ("dice" if move in (REROLL, SUCCEED, FAIL) else "plain"), None


_ON_CELLS = (Place, Lay, FreeCell)
_SHIPS = (BuyShip, Arm, EmigrateWith, GiveShip, ReturnShipOre, Disarm)


def cells_of(state: State, move: Move) -> Mapping[str, Any]:
    """Return board and cells of a legal move that places something."""
    placed = move.choice if isinstance(move, UseCard) else move
    if not isinstance(placed, Place | Lay | FreeCell):
        return {"board": None, "cells": None}
    names = board_names(state)
    at = names.index(placed.board)
    return {"board": at, "cells": state.boards[at].grid.cells(placed.cells)}
