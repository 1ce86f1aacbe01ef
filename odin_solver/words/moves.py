"""Moves in words: one row for each type of move.

A row has all that is said about a type of move; a new type of move is a row of `ROWS`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.components.signs import SIGNS
from odin_solver.components.spaces import SPACES, SPACES_BY_KEY
from odin_solver.game.actions.dice import ACTIONS, loot, payable
from odin_solver.game.actions.exchange import Either, Exchange
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.actions.spaces import EFFECTS, effects_of
from odin_solver.game.actions.voyages import price_of_emigration, sale_price
from odin_solver.game.kernel import moves
from odin_solver.game.kernel.cards import is_modified
from odin_solver.game.kernel.items import alternatives
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.others import UNSEEN
from odin_solver.game.kernel.play import apply_legal, decision
from odin_solver.game.kernel.rules import ActionCost, EmigrationPrice
from odin_solver.game.kernel.state import Node, State
from odin_solver.game.turn import vikings_needed
from odin_solver.names.printed import (
    card_name,
    card_text,
    card_title,
    penalties_text,
    plain_list,
    plain_name,
    strip_text,
)
from odin_solver.support.language import mark, say, say_as, say_number
from odin_solver.words.harvest import token_text

EMIGRATING = frozenset(name for name in EFFECTS if "emigrate" in name)
"""Spaces with which ships emigrate."""

OPTIONS: Mapping[str, str] = {
    "pass": mark("End the action phase"),
    "skip": mark("Skip"),
    "done": mark("That is all"),
    "go on": mark("Go on"),
    "finish": mark("Finish the game"),
    "draw": mark("Draw"),
    "reroll": mark("Roll again"),
    "succeed": mark("Succeed"),
    "fail": mark("Fail"),
    "note points": mark("Note the income as points"),
    "stone_house and longship": mark("Stone house and longship"),
    "long_house and knarr": mark("Long house and knarr"),
    "sheep": mark("Sheep"),
    "cattle": mark("Cattle"),
    "pay wood": mark("Pay wood"),
    "pay stone": mark("Pay stone"),
    "pay ore": mark("Pay ore"),
    "wool to robe": mark("Wool to robe"),
    "silverware to jewelry": mark("Silverware to jewelry"),
    "mountain": mark("Mountain"),
    "mountains": mark("Mountains"),
    "upgrades": mark("Upgrades"),
    "emigrate": mark("Emigrate"),
    "turn cattle": mark("Turn cattle"),
    "build whaling_boat": mark("Build whaling boat"),
    "build knarr": mark("Build knarr"),
    "raid": mark("Raid"),
    "hunt": mark("Hunt"),
    "lay a snare": mark("Lay a snare"),
}
"""Options of decisions that have no type of move of their own."""


def label(move: moves.Move) -> str:
    """Return a move as the label of a button."""
    return ROWS[type(move)].label(move)


def meaning(state: State, move: moves.Move) -> str:
    """Return what a move does in a few words, empty if its text says it all."""
    return ROWS[type(move)].meaning(state, move)


def move_in_words(state: State, move: moves.Move) -> str:
    """Return a legal move as a sentence."""
    return ROWS[type(move)].sentence(state, move)


def key_of(move: moves.Move | Outcome) -> str:
    """Return the key of a move or outcome; empty if it has none."""
    return ROWS[type(move)].key(move) if isinstance(move, moves.Move) else move


def keys_of(menu: Iterable[moves.Move | Outcome]) -> dict[str, moves.Move | Outcome]:
    """Return the moves of a menu by their keys: a key means the same move all game long.

    Keys are in lower case. A move without a key, or with that of another one, is left out: it is
    made by its words.
    """
    keyed = [(key_of(move), move) for move in menu]
    count = Counter(key for key, _ in keyed)
    return {key: move for key, move in keyed if key and count[key] == 1}


def titled(move: moves.Move) -> str:
    """Return a move as plans name it: ``b1 Build a shed``; otherwise what it does."""
    match move:
        case moves.Use():
            return f"{key_of(move)} {_space(move)}"
        case moves.Serve():
            return capitalised(_feast(move, move.dishes.count(None)))
    return label(move)


def board_name(board: str) -> str:
    """Return the name of a board of a move: ``stone house 2``."""
    name, _, number = board.partition("#")
    return f"{plain_name(name)} {number}".rstrip()


def capitalised(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def discounts(state: State, space: str) -> str:
    """Return the costs of a space that cards in play change; empty if there are none."""
    if not (is_modified(state, ActionCost) or is_modified(state, EmigrationPrice)):
        return ""
    at = state.copy()
    at.space = space  # costs depend on it
    costs = [
        say("{price} instead of {printed}", price=_cost(at, node), printed=plain_list(node.pays))
        for node in _with_options(effects_of(at, space))
        if isinstance(node, Exchange) and node.cost(at) != dict(node.pays)
    ]
    price = price_of_emigration(at, space)
    if space in EMIGRATING and price != state.round:
        silver = plain_list({"silver": price})
        costs.append(say("{price} instead of {printed}", price=silver, printed=state.round))
    if not costs:
        return ""
    return " " + say("With your cards you pay {costs}.", costs=", ".join(dict.fromkeys(costs)))


# --- keys ---


def _initials(move: moves.Move) -> str:
    text = str(move)
    words = re.findall(r"[a-z]+|\d+", text.lower())
    key = text if len(words) == 1 else "".join(w if w.isdecimal() else w[0] for w in words)
    return "" if key in SPACES_BY_KEY else key


def _no_key(_: moves.Move) -> str:
    return ""


def _sign(item: str) -> str:
    name = item.removeprefix("pregnant_")
    return SIGNS[name].lower() + "p" * (name != item) if name in SIGNS else ""


# --- labels ---


def _space(move: moves.Use | moves.Follow | moves.UseAlso | moves.TakeBack) -> str:
    return say_as("space", SPACES[move.space].title)


def _placed(move: moves.Place | moves.Lay) -> str:
    return say(
        "Place {tile} on {board} at {cells}",
        tile=plain_name(move.tile),
        board=board_name(move.board),
        cells=move.cells_text,
    )


def _loaded(
    move: moves.Arm | moves.Disarm | moves.ReturnShipOre | moves.GiveShip | moves.EmigrateWith,
) -> str:
    """Return a ship with its ore, the printed one included: ``the longship with 2 ore``."""
    total = move.ore + SHIPS[move.ship].printed_ore
    ship = plain_name(move.ship)
    return (
        say("the {ship} with {ore} ore", ship=ship, ore=total)
        if total
        else say("the {ship}", ship=ship)
    )


def _dealt(move: moves.MakeDeal) -> str:
    if not move.pays:
        return say("Take {items}", items=plain_list(move.takes))
    return say("{pays} → {takes}", pays=plain_list(move.pays), takes=plain_list(move.takes))


def _option(move: moves.Labelled) -> str:
    if move.label in OPTIONS:
        return say(OPTIONS[move.label])
    return capitalised(move.label.replace("_", " "))


# --- meanings ---


def _of_space(state: State, move: moves.Use) -> str:
    space = SPACES[move.space]
    name, text = say_as("space", space.name), say_as("space", space.text)
    return f"{name}: {text}{discounts(state, move.space)}"


def _of_card(state: State, move: moves.PlayCard | moves.Keep | moves.First | moves.UseCard) -> str:
    return f"{card_title(move.card)}: {card_text(move.card)}"


def _token(state: State, move: moves.ChooseToken) -> str:
    profile = state.options.profile
    return token_text(profile.tokens[move.token - 1]) if profile is not None else ""


def _explored(state: State, move: moves.ExploreBoard) -> str:
    board = BOARDS[move.board]
    name = say_as("board", board.name)
    points = say_number("{n} point", "{n} points", board.points)
    silver = next((each.silver for each in state.exploration if each.board == board.id), 0)
    if not silver:
        return f"{name}, {points}"
    return say(
        "{board}, {points}, with {silver} silver on it", board=name, points=points, silver=silver
    )


def _cells(count: int) -> str:
    return say_number("{n} cell", "{n} cells", count)


def _in_decision(state: State, move: moves.Move) -> str:
    node = decision(state)
    if node is not None and (isinstance(move, moves.TakeLoot) or move in _DICE):
        action = getattr(node, "action", None)
        return _after_roll(state, node, action, move) if action in ACTIONS else ""
    if isinstance(node, Either):
        return "; ".join(
            _pay_and_take(_cost(state, each), plain_list(each.takes))
            for each in dict(node.options).get(str(move), ())
            if isinstance(each, Exchange) and each.takes
        )
    return ""


_DICE = (moves.REROLL, moves.SUCCEED, moves.FAIL)


def _after_roll(state: State, node: Node, action: str, move: moves.Move) -> str:
    rules = ACTIONS[action]
    result = getattr(node, "result", 0)
    coins = alternatives(map(plain_name, payable(state, action)))
    if move == moves.REROLL:
        return say("roll the {die} again", die=rules.die)
    if move == moves.FAIL:
        taken = say(
            "take 1 {a} and 1 {b}", a=plain_name(rules.resource), b=plain_name(rules.weapon)
        )
        if not rules.returned:
            return taken
        return say_number(
            "{taken}, and {n} Viking back",
            "{taken}, and {n} Vikings back",
            rules.returned,
            taken=taken,
        )
    if not isinstance(move, moves.TakeLoot):
        return _pay_and_take(f"{result} {coins}", plain_list(rules.reward))
    need = dict(loot(state, action)).get(move.tiles, 0)
    price = max(0, need - result)
    cells = _cells(sum(TILES[name].area for name in move.tiles if name in TILES))
    paid = say("pay {price}", price=f"{price} {coins}") if price else say("nothing to pay")
    return say("sword {sword}, {cells}: {paid}", sword=need, cells=cells, paid=paid)


def _pay_and_take(price: str, taken: str) -> str:
    return say("pay {price}: take {taken}", price=price, taken=taken)


def _cost(state: State, node: Exchange) -> str:
    return plain_list((name, count) for name, count in node.cost(state).items() if count)


def _with_options(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        if isinstance(node, Either):
            for _, chosen in node.options:
                yield from _with_options(chosen)


# --- sentences ---


def _sentence(state: State, move: moves.Move) -> str:
    means = meaning(state, move)
    if not means:
        return f"{label(move)}."
    return f"{label(move)}: {means}".removesuffix(".") + "."


def _dealing(state: State, move: moves.MakeDeal) -> str:
    if not move.pays:
        return _sentence(state, move)
    return capitalised(_pay_and_take(plain_list(move.pays), plain_list(move.takes))) + "."


def _choosing(state: State, move: moves.Labelled) -> str:
    if move != moves.PASS or not state.vikings:
        return _sentence(state, move)
    return say_number(
        "End the action phase with {n} Viking unused.",
        "End the action phase with {n} Vikings unused.",
        state.vikings,
    )


def served(state: State, move: moves.Serve) -> str:
    """Return what a feast eats and costs."""
    return _feast(move, apply_legal(state, move).penalties - state.penalties)


def _feast(move: moves.Serve, penalties: int) -> str:
    eaten = plain_list(Counter(dish[0] for dish in move.dishes if dish is not None))
    if penalties <= 0:
        return say("feast: {eaten}", eaten=eaten)
    return say("feast: {eaten}; {penalties}", eaten=eaten, penalties=penalties_text(penalties))


# --- rows ---


class MoveRow(NamedTuple):
    """What is said about a type of move.

    Attributes
    ----------
    label
        The move as the label of a button.
    group, target
        What to touch on the page: a group, and the field of the move that names the target in it,
        empty if there is none.
    key
        Short key in menus, empty if there is none.
    meaning
        What it does in a few words.
    sentence
        The move as a sentence, in plans and for screen readers.
    """

    label: Callable[[Any], str]
    group: str = "plain"
    target: str = ""
    key: Callable[[Any], str] = _initials
    meaning: Callable[[State, Any], str] = _in_decision
    sentence: Callable[[State, Any], str] = _sentence


_SPACE = partial(
    MoveRow,
    group="space",
    target="space",
    key=lambda move: f"{move.verb[0]}-{SPACES[move.space].key}",
)
_CARD = partial(
    MoveRow, group="card", target="card", key=lambda move: str(move.card), meaning=_of_card
)
_SHIP = partial(MoveRow, group="ship", target="ship")
_SPECIAL = partial(MoveRow, group="special", target="tile", key=lambda move: _sign(move.tile))

ROWS: Mapping[type[moves.Move], MoveRow] = {
    moves.Labelled: MoveRow(_option, sentence=_choosing),
    moves.Use: MoveRow(
        lambda move: capitalised(_space(move)),
        "space",
        "space",
        lambda move: SPACES[move.space].key,
        _of_space,
        lambda state, move: say_number(
            "{space}, {n} Viking: {text}",
            "{space}, {n} Vikings: {text}",
            vikings_needed(state, move.space),
            space=say_as("space", SPACES[move.space].name).partition(" (")[0],
            text=say_as("space", SPACES[move.space].text),
        ),
    ),
    moves.Follow: _SPACE(lambda move: say("Follow to {space}", space=_space(move))),
    moves.UseAlso: _SPACE(lambda move: say("Also use {space}", space=_space(move))),
    moves.TakeBack: _SPACE(lambda move: say("Take a Viking back from {space}", space=_space(move))),
    moves.PlayCard: _CARD(lambda move: say("Play {card}", card=card_name(move.card))),
    moves.Keep: _CARD(lambda move: say("Keep {card}", card=card_name(move.card))),
    moves.ChooseToken: MoveRow(
        lambda move: say("Token {n}", n=move.token),
        key=lambda move: str(move.token),
        meaning=_token,
    ),
    moves.First: _CARD(lambda move: say("First {card}", card=card_name(move.card))),
    moves.UseCard: MoveRow(
        lambda move: ": ".join(filter(None, (card_name(move.card), label(move.choice)))),
        "card",
        "card",
        _no_key,
        _of_card,
    ),
    moves.Place: MoveRow(_placed, "cells", key=_no_key),
    moves.Lay: MoveRow(_placed, "cells"),
    moves.FreeCell: MoveRow(
        lambda move: f"{capitalised(board_name(move.board))} {str(move).partition(' ')[2]}", "cells"
    ),
    moves.FillSlot: MoveRow(
        lambda move: say("Put {item} into a slot", item=plain_name(move.item)), "supply", "item"
    ),
    moves.BuyShip: MoveRow(
        lambda move: say(
            "Buy a {ship} for {price} silver",
            ship=plain_name(move.ship),
            price=SHIPS[move.ship].price,
        ),
        "ship",
        "ship",
        _no_key,
        lambda _, move: say(
            "{ship} for {price} silver", ship=plain_name(move.ship), price=SHIPS[move.ship].price
        ),
        lambda _, move: f"{label(move)}.",
    ),
    moves.Arm: _SHIP(lambda move: say("Put ore on {ship}", ship=_loaded(move)), key=_no_key),
    moves.Disarm: _SHIP(lambda move: say("Take ore from {ship}", ship=_loaded(move))),
    moves.ReturnShipOre: _SHIP(lambda move: say("Return ore of {ship}", ship=_loaded(move))),
    moves.GiveShip: _SHIP(lambda move: say("Exchange {ship}", ship=_loaded(move))),
    moves.EmigrateWith: _SHIP(lambda move: say("Emigrate with {ship}", ship=_loaded(move))),
    moves.SailWith: MoveRow(
        lambda move: say_number(
            "Sail with {n} boat, ore {ore}",
            "Sail with {n} boats, ore {ore}",
            len(move.loads),
            ore=" + ".join(map(str, move.loads)),
        )
    ),
    moves.TakeLoot: MoveRow(
        lambda move: say("Take {items}", items=plain_list(dict.fromkeys(move.tiles, 1))),
        "special",
        "tiles",
        lambda move: "".join(map(_sign, move.tiles)),
    ),
    moves.Pay: MoveRow(lambda move: say("Pay {items}", items=plain_list(move.items)), "pay"),
    moves.TakeItems: MoveRow(
        lambda move: say_number(
            "Take {n} item of strip {strip}",
            "Take {n} items of strip {strip}",
            move.count,
            strip=move.strip,
        ),
        "strip",
        "strip",
        lambda move: f"{move.strip}x{move.count}",
        lambda state, move: strip_text(state.strips[move.strip - 1][: move.count]),
    ),
    moves.UpgradeGood: MoveRow(
        lambda move: say(
            mark("Upgrade {good} by two steps") if move.twice else mark("Upgrade {good}"),
            good=plain_name(move.good),
        ),
        "supply",
        "good",
        lambda move: _sign(move.good) + "2" * move.twice,
        lambda _, move: say("to {good}", good=plain_name(upgraded(move.good, 1 + move.twice))),
    ),
    moves.TradeGood: MoveRow(
        lambda move: say("Turn {good} over", good=plain_name(move.good)),
        "supply",
        "good",
        lambda move: _sign(move.good),
        lambda _, move: say("to {good}", good=plain_name(upgraded(move.good))),
    ),
    moves.BuySpecial: _SPECIAL(
        lambda move: say("Buy {item}", item=plain_name(move.tile)),
        meaning=lambda state, move: say(
            "for {price}, {cells}",
            price=plain_list({"silver": sale_price(state, move.tile)}),
            cells=_cells(TILES[move.tile].area),
        ),
    ),
    moves.ForgeTile: _SPECIAL(
        lambda move: say("Forge {item}", item=plain_name(move.tile)),
        meaning=lambda _, move: _cells(TILES[move.tile].area),
    ),
    moves.ExploreBoard: MoveRow(
        lambda move: say("Explore {board}", board=plain_name(move.board)),
        "exploration",
        "board",
        meaning=_explored,
    ),
    moves.Take: MoveRow(
        lambda move: say("Take {items}", items=plain_name(move.item)),
        key=lambda move: _sign(move.item),
    ),
    moves.MakeDeal: MoveRow(_dealt, sentence=_dealing),
    moves.Serve: MoveRow(
        lambda _: say("Serve the feast"),
        sentence=lambda state, move: f"{capitalised(served(state, move))}.",
    ),
    moves.Other: MoveRow(lambda move: say("Others: {move}", move=titled(move.move)), key=_no_key),
    moves.Draw: MoveRow(
        lambda move: say("Draw {cards}", cards=", ".join(map(_drawn, move.names))), key=_no_key
    ),
    moves.LayTile: MoveRow(lambda move: say("Lay {item}", item=plain_name(move.tile)), key=_no_key),
    moves.TakeWeapons: MoveRow(
        lambda move: say("Take {items}", items=plain_list(Counter(move.names))), key=_no_key
    ),
    moves.Vikings: MoveRow(
        lambda move: say_number("{n} Viking left", "{n} Vikings left", move.count), key=_no_key
    ),
    moves.Malformed: MoveRow(str, key=_no_key),
}
"""What is said about each type of move."""


def _drawn(name: str) -> str:
    if name == UNSEEN:
        return say("an unseen occupation")
    return card_name(int(name)) if name.isdecimal() else plain_name(name)


def target_of(move: moves.Move) -> tuple[str, str | None]:
    """Return what to touch on the page for a move: its group, and the target in it."""
    row = ROWS[type(move)]
    if isinstance(move, moves.UseCard) and isinstance(
        move.choice, moves.Place | moves.Lay | moves.FreeCell
    ):
        return "cells", None
    if move in _DICE:
        return "dice", None
    target = getattr(move, row.target) if row.target else None
    if isinstance(target, tuple):
        target, *more = target
        if more:
            return "plain", None
    return row.group, None if target is None else str(target)
