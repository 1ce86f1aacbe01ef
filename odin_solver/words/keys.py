"""Short keys of moves in menus: a key means the same move all game long."""

import re
from collections import Counter
from collections.abc import Iterable

from odin_solver.components.signs import SIGNS
from odin_solver.components.spaces import SPACES, SPACES_BY_KEY
from odin_solver.game.kernel.moves import (
    ANYTIME,
    BuySpecial,
    First,
    Follow,
    ForgeTile,
    Keep,
    Move,
    PlayCard,
    Take,
    TakeBack,
    TakeItems,
    TakeLoot,
    TradeGood,
    UpgradeGood,
    Use,
    UseAlso,
)
from odin_solver.game.kernel.nodes import Outcome


def keys_of(moves: Iterable[Move | Outcome]) -> dict[str, Move | Outcome]:
    """Return the moves of a menu by their keys.

    Keys are in lower case. A move without a key, or with that of another one, is left out: it is
    made by its words.
    """
    keyed = [(key_of(move), move) for move in moves]
    count = Counter(key for key, _ in keyed)
    return {key: move for key, move in keyed if key and count[key] == 1}


def key_of(move: Move | Outcome) -> str:
    """Return the key of a move or outcome; empty if it has none."""
    match move:
        case str():
            return move
        case Use(name) if name in SPACES:
            return SPACES[name].key
        case Follow(name) | UseAlso(name) | TakeBack(name) if name in SPACES:
            return f"{move.verb[0]}-{SPACES[name].key}"
        case UpgradeGood(item, True):
            return f"{_sign(item)}2"
        case UpgradeGood(item) | TradeGood(item) | ForgeTile(item) | BuySpecial(item) | Take(item):
            return _sign(item)
        case TakeLoot(items):
            return "".join(map(_sign, items))
        case TakeItems(strip, count):
            return f"{strip}x{count}"
        case PlayCard(card) | Keep(card) | First(card):
            return str(card)
    return "" if isinstance(move, ANYTIME) else _initials(str(move))


def _sign(item: str) -> str:
    name = item.removeprefix("pregnant_")
    return SIGNS[name].lower() + "p" * (name != item) if name in SIGNS else ""


def _initials(text: str) -> str:
    """Return the initials of some words with their numbers, or one word as it is."""
    words = re.findall(r"[a-z]+|\d+", text.lower())
    key = text if len(words) == 1 else "".join(w if w.isdecimal() else w[0] for w in words)
    return "" if key in SPACES_BY_KEY else key
