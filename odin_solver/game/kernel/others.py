"""What the other players do at a table of several, of whom one is advised.

Their boards and supplies are not in the game. It knows what their moves take from the table:
spaces, exploration boards, special tiles, buildings and items of mountain strips.
"""

import msgspec

from odin_solver.components import BOARDS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.moves import (
    ChooseToken,
    ExploreBoard,
    Other,
    Take,
    TakeItems,
    Use,
    Vikings,
)
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_name
from odin_solver.support.language import mark, say, say_number

PHASES = ("actions", "feast")
"""Phases in which moves of others can be entered: some of them may place Vikings after you pass."""

EXPECTED = mark(
    "expected other and use SPACE, take TILE, explore BOARD, strip N take M, or vikings N, "
    "the Vikings that the others have left"
)


def why_not(state: State, made: Other) -> str | None:
    """Return why others cannot have made a move; None if they can."""
    if state.options.players == 1:
        return say("there are no other players in this game")
    if isinstance(made.move, ChooseToken):
        return _why_not_token(state, made.move.token)
    if state.space or state.phase not in PHASES:
        return say("others move between your actions, or before you serve the feast")
    match made.move:
        case Use(space):
            return _why_not_use(state, space)
        case Vikings(count):
            most = others_vikings(state)
            return None if count <= most else _have(most)
        case Take(item):
            return _why_not_take(state, item)
        case ExploreBoard(board):
            offered = [each.board for each in state.exploration]
            if board in offered:
                return None
            return say(
                "{board} is not on offer: expected one of {boards}",
                board=board,
                boards=", ".join(offered) or "none",
            )
        case TakeItems(strip, count):
            left = len(state.strips[strip - 1]) if 0 < strip <= len(state.strips) else 0
            if not left:
                return say("there is no strip {strip}", strip=strip)
            if 0 < count <= left:
                return None
            return say_number(
                "strip {strip} has {n} item", "strip {strip} has {n} items", left, strip=strip
            )
    return say(EXPECTED)


def do(state: State, made: Other) -> None:
    """Take from the table what others have taken."""
    others = state.others
    match made.move:
        case Use(space):
            column = SPACES[space].column
            if is_occupied(state, space):
                use_copy_tile(state, column)
            state.blocked |= {space}
            state.others = msgspec.structs.replace(
                state.others, vikings=others.vikings - SPACES[space].vikings
            )
        case ChooseToken(token):
            state.free_tokens = tuple(each for each in state.free_tokens if each != token)
        case Vikings(count):
            state.others = msgspec.structs.replace(others, vikings=count)
        case Take(item) if item in BOARDS:
            built = dict(others.built)
            built[item] = built.get(item, 0) + 1
            state.others = msgspec.structs.replace(others, built=tuple(sorted(built.items())))
        case Take(item):
            state.specials -= {item}
        case ExploreBoard(board):
            state.exploration = tuple(each for each in state.exploration if each.board != board)
        case TakeItems(strip, count):
            rest = state.strips[strip - 1][count:]
            strips = [*state.strips]
            strips[strip - 1 : strip] = [rest] if rest else []
            state.strips = tuple(strips)


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


def _have(vikings: int) -> str:
    return say_number(
        "the others have {n} Viking in this round",
        "the others have {n} Vikings in this round",
        vikings,
    )


def _why_not_token(state: State, token: int) -> str | None:
    if state.phase == "setup" and token in state.free_tokens:
        return None
    return say("expected a resource token that nobody has, before the first round")


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
    return say("expected a building, or a special tile that nobody has, got {item}", item=item)
