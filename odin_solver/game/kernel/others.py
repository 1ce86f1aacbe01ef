"""What the other players do at a table of several, of whom one is advised.

Their boards and supplies are not in the game. It knows what their moves take from the table:
spaces, exploration boards, special tiles, buildings, items of mountain strips and cards. Weapons
lie face up before them: they have all that are neither in the piles nor the player's.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from odin_solver.components import BOARDS
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel import moves
from odin_solver.game.kernel.cards import emit
from odin_solver.game.kernel.chance import take_top_weapon
from odin_solver.game.kernel.events import CHANGED
from odin_solver.game.kernel.items import discard, take_weapons
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import card_name, plain_name
from odin_solver.support.language import mark, say, say_number

PHASES = ("actions", "feast")
"""Phases in which moves of others can be entered: some of them may place Vikings after you pass."""

UNSEEN = "occupation"
"""An occupation that another player has drawn, and that nobody else has seen."""

EXPECTED = mark(
    "expected other and use SPACE, take TILE, explore BOARD, strip N take M, draw CARDS, "
    "weapon WEAPONS, pay WEAPON=N, play CARD, lays TILE, or vikings N, the Vikings that the others "
    "have left"
)


class BoardSwap(NamedTuple):
    """A card that takes a tile from any player's board, and what puts others in its place."""

    card: int
    replace: Callable[[State], object]


SWAPS: dict[str, BoardSwap] = {}
"""Cards that take a tile from boards, by the tile; the cards enter themselves."""


def why_not(state: State, made: moves.Other) -> str | None:
    """Return why others cannot have made a move; None if they can."""
    if state.options.players == 1:
        return say("there are no other players in this game")
    if state.away:
        return say("all players move in turn here: no moves of others are entered")
    if isinstance(made.move, moves.ChooseToken):
        if state.phase == "setup" and made.move.token in state.free_tokens:
            return None
        return say("expected a resource token that nobody has, before the first round")
    if state.space or state.phase not in PHASES:
        return say("others move between your actions, or before you serve the feast")
    match made.move:
        case moves.Use(space):
            return _why_not_use(state, space)
        case moves.Vikings(count):
            most = others_vikings(state)
            if count <= most:
                return None
            return say_number(
                "the others have {n} Viking in this round",
                "the others have {n} Vikings in this round",
                most,
            )
        case moves.Take(item):
            return _why_not_take(state, item)
        case moves.ExploreBoard(board):
            offered = [each.board for each in state.exploration]
            if board in offered:
                return None
            return say(
                "{board} is not on offer: expected one of {boards}",
                board=board,
                boards=", ".join(offered) or "none",
            )
        case moves.TakeItems(strip, count):
            left = len(state.strips[strip - 1]) if 0 < strip <= len(state.strips) else 0
            if not left:
                return say("there is no strip {strip}", strip=strip)
            if 0 < count <= left:
                return None
            return say_number(
                "strip {strip} has {n} item", "strip {strip} has {n} items", left, strip=strip
            )
        case moves.Draw(names):
            return _why_not_drawn(state, names)
        case moves.TakeWeapons(names):
            return next(filter(None, map(_why_no_weapon, names)), None)
        case moves.Pay(items) if items:
            return _why_not_pay(state, dict(items))
        case moves.PlayCard(card):
            if card in state.others.played:
                return say("{card} has been played", card=card_name(card))
            return _why_not_theirs(state, card)
        case moves.LayTile(tile):
            return why_not_laid(state, tile)
    return say(EXPECTED)


def do(state: State, made: moves.Other) -> None:
    """Take from the table what others have taken."""
    others = state.others
    match made.move:
        case moves.Use(space):
            column = SPACES[space].column
            if is_occupied(state, space):
                use_copy_tile(state, column)
            state.blocked |= {space}
            state.others = msgspec.structs.replace(
                state.others, vikings=others.vikings - SPACES[space].vikings
            )
        case moves.ChooseToken(token):
            state.free_tokens = tuple(each for each in state.free_tokens if each != token)
        case moves.Vikings(count):
            state.others = msgspec.structs.replace(others, vikings=count)
        case moves.Take(item) if item in BOARDS:
            built = dict(others.built)
            built[item] = built.get(item, 0) + 1
            state.others = msgspec.structs.replace(others, built=tuple(sorted(built.items())))
        case moves.Take(item) if item in state.specials:
            state.specials -= {item}
        case moves.Take(item):
            SWAPS[item].replace(state)
            emit(state, CHANGED)
        case moves.LayTile(tile):
            laid = others.laid | {tile}
            state.others = msgspec.structs.replace(others, laid=laid)
        case moves.ExploreBoard(board):
            state.exploration = tuple(each for each in state.exploration if each.board != board)
        case moves.TakeItems(strip, count):
            rest = state.strips[strip - 1][count:]
            strips = [*state.strips]
            strips[strip - 1 : strip] = [rest] if rest else []
            state.strips = tuple(strips)
        case moves.Draw(names):
            for name in names:
                _draw(state, name)
        case moves.TakeWeapons(names):
            for name in names:
                take_weapons(state, name)
        case moves.Pay(items):
            discard(state, dict(items))
        case moves.PlayCard(card):
            if card in state.deck and others.hidden:
                _hide(state, -1)
            _reveal(state, card)
            state.others = msgspec.structs.replace(
                state.others, played=(*state.others.played, card)
            )


def others_weapons(state: State) -> dict[str, int]:
    """Return the weapons that the others have."""
    piles = Counter(dict(state.weapons)) + Counter(dict(state.discards))
    left = {name: each.copies - piles[name] - state.has(name) for name, each in WEAPONS.items()}
    return {name: count for name, count in left.items() if count > 0}


def others_vikings(state: State) -> int:
    """Return the number of Vikings of all others in this round (rules, 3)."""
    track = TRACKS[state.options.length].rounds[state.round - 1]
    return track.vikings * (state.options.players - 1)


def is_occupied(state: State, space: str) -> bool:
    """Whether Vikings of anybody stand on a space."""
    return space in state.blocked or bool(dict(state.placed).get(space))


def has_copy_tile(state: State, column: int) -> bool:
    """Whether a copy tile of a column is free (rules, 4)."""
    return column in state.others.copies and column not in state.others.copied


def use_copy_tile(state: State, column: int) -> None:
    """Occupy the copy tile of a column for the rest of the round."""
    copied = tuple(sorted((*state.others.copied, column)))
    state.others = msgspec.structs.replace(state.others, copied=copied)


def new_round(state: State) -> None:
    """Take all Vikings of others back."""
    state.others = msgspec.structs.replace(state.others, vikings=others_vikings(state), copied=())


# --- cards ---


def _why_not_drawn(state: State, names: Iterable[str]) -> str | None:
    state = state.copy()
    for name in names:
        reason = _why_not_draw(state, name)
        if reason is not None:
            return reason
        _draw(state, name)
    return None


def _draw(state: State, name: str) -> None:
    if name in WEAPONS:
        take_top_weapon(state, name)
    elif name == UNSEEN:
        _hide(state, 1)
    else:
        _reveal(state, int(name))


def _hide(state: State, more: int) -> None:
    hidden = state.others.hidden + more
    state.others = msgspec.structs.replace(state.others, hidden=hidden)


def _reveal(state: State, card: int) -> None:
    state.deck = tuple(each for each in state.deck if each != card)


def _why_not_draw(state: State, name: str) -> str | None:
    if name in WEAPONS:
        pile = dict(state.weapons or state.discards)
        return None if name in pile else say("the deck has no {weapon}", weapon=plain_name(name))
    if name != UNSEEN and not (name.isdecimal() and int(name) in OCCUPATIONS):
        return say("expected weapons, numbers of cards, or occupation for an unseen one")
    if name != UNSEEN and int(name) not in state.deck:
        return _why_not_theirs(state, int(name)) or say(
            "{card} is not in the deck", card=card_name(int(name))
        )
    return None if state.can_draw else say("no occupation is left in the deck")


def _why_no_weapon(name: str) -> str | None:
    if name in WEAPONS:
        return None
    return say("expected weapons: {names}, got {got}", names=", ".join(WEAPONS), got=name)


def _why_not_pay(state: State, paid: moves.Items) -> str | None:
    have = others_weapons(state)
    for name, count in paid.items():
        if name not in WEAPONS:
            return _why_no_weapon(name)
        if not 0 < count <= have.get(name, 0):
            return say(
                "the others have {n} of this weapon: {weapon}",
                n=have.get(name, 0),
                weapon=plain_name(name),
            )
    return None


def _why_not_theirs(state: State, card: int) -> str | None:
    if card not in state.options.cards:
        return say("card {number} is not in this game", number=card)
    if card in state.hand or card in state.played:
        return say("you have {card}", card=card_name(card))
    return None


# --- what lies on the table ---


def _why_not_use(state: State, space: str) -> str | None:
    if space not in SPACES:
        return say("there is no action space {space!r}", space=space)
    needed, left = SPACES[space].vikings, state.others.vikings
    if left < needed:
        return say_number(
            "it takes {n} Viking, and the others have {left} left",
            "it takes {n} Vikings, and the others have {left} left",
            needed,
            left=left,
        )
    if is_occupied(state, space) and not has_copy_tile(state, SPACES[space].column):
        return say("it has been used in this round")
    return None


def _why_not_take(state: State, item: str) -> str | None:
    if item in state.specials:
        return None
    if item in BOARDS and BOARDS[item].is_building:
        return (
            None if state.buildings_left(item) else say("no {item} is left", item=plain_name(item))
        )
    if item in SWAPS and state.lies(item):
        card = SWAPS[item].card
        if card in state.others.played:
            return None
        return say(
            "only {card} takes it from your board: other play it first", card=card_name(card)
        )
    return say("expected a building, or a special tile that nobody has, got {item}", item=item)


def why_not_laid(state: State, tile: str) -> str | None:
    """Return why a tile cannot lie on a board of another player; None if it can."""
    if tile not in SWAPS:
        return say("expected a tile that a card takes: {names}", names=", ".join(sorted(SWAPS)))
    if tile in state.specials or state.has(tile) or state.lies(tile):
        return say("no other player has the {item}", item=plain_name(tile))
    if tile in state.others.laid:
        return say("the {item} lies on a board", item=plain_name(tile))
    return None
