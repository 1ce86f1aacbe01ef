"""Moves as labels of buttons, such as ``Play 62a Smith`` or ``Upgrade beans``."""

import re
from collections.abc import Mapping

from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.moves import (
    DONE,
    DRAW,
    FAIL,
    FINISH,
    GO_ON,
    NOTE_POINTS,
    PASS,
    REROLL,
    SKIP,
    SUCCEED,
    TAKE_SILVER,
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
    GiveShip,
    Keep,
    Lay,
    MakeDeal,
    Move,
    Pay,
    Place,
    PlayCard,
    ReturnShipOre,
    SailWith,
    Serve,
    Take,
    TakeBack,
    TakeItems,
    TakeLoot,
    TradeGood,
    UpgradeGood,
    Use,
    UseAlso,
    UseCard,
    parse_items,
)
from odin_solver.words.names import card_name, number_of, plain_list, plain_name

_PLAIN: Mapping[Move, str] = {
    PASS: "End the action phase",
    SKIP: "Skip",
    DONE: "That is all",
    GO_ON: "Go on",
    FINISH: "Finish the game",
    DRAW: "Draw",
    REROLL: "Roll again",
    SUCCEED: "Succeed",
    FAIL: "Fail",
    NOTE_POINTS: "Note the income as points",
    TAKE_SILVER: "Take silver",
}


def label(move: Move) -> str:
    """Return a move as the label of a button."""
    match move:
        case Use(space) | Follow(space) | UseAlso(space) | TakeBack(space) if space in SPACES:
            return _capitalised(_ON_SPACES.get(type(move), "") + SPACES[space].title)
        case PlayCard(card):
            return f"Play {card_name(card)}"
        case Keep(card):
            return f"Keep {card_name(card)}"
        case First(card):
            return f"First {card_name(card)}"
        case UseCard(card, choice):
            return ": ".join(filter(None, (card_name(card), label(choice))))
        case Place(tile, board) | Lay(tile, board):
            name = plain_name(move.board_id) + board.removeprefix(move.board_id).replace("#", " ")
            return f"Place {plain_name(tile)} on {name} at {move.cells_text}"
        case FillSlot(item):
            return f"Put {plain_name(item)} into a slot"
        case TakeItems(strip, count):
            return f"Take {number_of(count, 'item')} of strip {strip}"
        case TakeLoot(tiles):
            return f"Take {plain_list(dict.fromkeys(tiles, 1))}"
        case Pay(items):
            return f"Pay {plain_list(items)}"
        case MakeDeal(pays, takes):
            taken = plain_list(takes)
            return f"{plain_list(pays)} → {taken}" if pays else f"Take {taken}"
        case UpgradeGood(good, twice):
            return f"Upgrade {plain_name(good)}" + " by two steps" * twice
        case SailWith(loads):
            return f"Sail with {number_of(len(loads), 'boat')}, ore {' + '.join(map(str, loads))}"
        case Serve():
            return "Serve the feast"
    return (
        _PLAIN.get(move)
        or _of_ship(move)
        or _of_item(move)
        or _capitalised(str(move).replace("_", " "))
    )


def with_plain_items(text: str) -> str:
    """Return a text of the game, such as a question, with items in words instead of ``oil=2``."""
    return _ITEMS.sub(lambda items: plain_list(parse_items(items[0])), text)


_ITEMS = re.compile(r"\b\w+=\d+(?: \w+=\d+)*")

_ON_SPACES: Mapping[type[Move], str] = {
    Follow: "Follow to ",
    UseAlso: "Also use ",
    TakeBack: "Take a Viking back from ",
}


def _of_ship(move: Move) -> str:
    match move:
        case BuyShip(ship) if ship in SHIPS:
            return f"Buy a {plain_name(ship)} for {SHIPS[ship].price} silver"
        case EmigrateWith(ship, ore):
            return f"Emigrate with {_loaded(ship, ore)}"
        case Arm(ship, ore):
            return f"Put ore on {_loaded(ship, ore)}"
        case Disarm(ship, ore):
            return f"Take ore from {_loaded(ship, ore)}"
        case ReturnShipOre(ship, ore):
            return f"Return ore of {_loaded(ship, ore)}"
        case GiveShip(ship, ore):
            return f"Exchange {_loaded(ship, ore)}"
    return ""


def _loaded(ship: str, ore: int) -> str:
    """Return a ship with its ore, the printed one included: ``the longship with 2 ore``."""
    total = ore + SHIPS[ship].printed_ore if ship in SHIPS else ore
    return f"the {plain_name(ship)}" + f" with {total} ore" * bool(total)


def _of_item(move: Move) -> str:
    match move:
        case TradeGood(item):
            return f"Turn {plain_name(item)} over"
        case BuySpecial(item):
            return f"Buy {plain_name(item)}"
        case ForgeTile(item):
            return f"Forge {plain_name(item)}"
        case ExploreBoard(board):
            return f"Explore {plain_name(board)}"
        case Take(item):
            return f"Take {plain_name(item)}"
    return ""


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
