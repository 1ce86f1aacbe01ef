"""State of a game in words: ships, mountains, exploration boards."""

from collections.abc import Sequence

from odin_solver.components import BOARDS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.items import alternatives
from odin_solver.game.kernel.others import others_weapons
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Exploration, Seat, State
from odin_solver.game.scoring import score_sheet
from odin_solver.game.seats import seat_name
from odin_solver.names.printed import card_name, plain_list, plain_name, strip_text
from odin_solver.support.language import Message, mark, say, say_as, say_number
from odin_solver.support.text import printable

_CATEGORIES = {
    "ships": mark("Ships"),
    "emigration": mark("Emigration"),
    "exploration_boards": mark("Exploration boards"),
    "houses": mark("Houses"),
    "animals": mark("Animals"),
    "occupations": mark("Occupations"),
    "silver": mark("Silver"),
    "final_income": mark("Final income"),
    "english_crown": mark("English crown"),
    "home_board": mark("Home board"),
    "exploration_cells": mark("Exploration cells"),
    "house_cells": mark("House cells"),
    "penalties": mark("Penalties"),
}


def category_name(category: str) -> str:
    """Return the name of a category of the score sheet."""
    return say(_CATEGORIES[category])


def length_name(length: str) -> Message:
    """Return ``long game``."""
    return say("short game") if length == "short" else say("long game")


def headline_text(state: State) -> str:
    """Return round, phase, the player of several, and Vikings in words."""
    if current(state) is None:
        return say("The game is over")
    if not state.round:
        return say("Setup")
    when = say(
        "Round {round} of {last}, {phase}",
        round=state.round,
        last=state.rounds,
        phase=say_as("phase", state.phase),
    )
    vikings = say_number(
        ": {n} Viking in the Thing square", ": {n} Vikings in the Thing square", state.vikings
    )
    name = seat_name(state)
    named = f"{when}, {name}" if name else when
    return f"{named}{vikings}" if state.phase == "actions" else named


def place_text(state: State) -> str:
    """Return round, phase and, of several players, whose turn it is: ``round 2, feast``."""
    phase = say_as("phase", state.phase)
    place = say("round {n}, {phase}", n=state.round, phase=phase) if state.round else phase
    return f"{place}, {name}" if (name := seat_name(state)) else place


def bay_text(state: Seat) -> str:
    """Return the ships in the bay with their ore, and the free berths."""
    small = [_armed("whaling_boat", ore) for ore in state.boats]
    large = [
        *[plain_name("knarr")] * state.knarrs,
        *(_armed("longship", ore) for ore in state.longships),
    ]
    free_small = BAY.small_berths - len(small)
    free_large = BAY.large_berths - len(large)
    return say(
        "{ships}; free berths: {small} small, {large} large",
        ships=", ".join((*small, *large)) or say("no ships"),
        small=free_small,
        large=free_large,
    )


def _armed(kind: str, ore: int) -> str:
    total = ore + SHIPS[kind].printed_ore
    name = plain_name(kind)
    return say("{ship} ({ore} ore)", ship=name, ore=total) if total else name


def others_text(state: State) -> str:
    """Return what the other players have left and taken."""
    others = state.others
    if not state.round:
        return ""
    tiles = [
        say("{column} (used)", column=each) if each in others.copied else str(each)
        for each in others.copies
    ]
    copies = say("copy tiles of the columns {columns}", columns=", ".join(tiles))
    if state.away:
        return copies if tiles else ""
    parts = [say_number("{n} Viking left", "{n} Vikings left", others.vikings)]
    if tiles:
        parts.append(copies)
    if others.built:
        parts.append(say("buildings: {buildings}", buildings=plain_list(others.built)))
    weapons = others_weapons(state)
    if weapons:
        parts.append(say("weapons: {items}", items=plain_list(weapons)))
    if others.hidden:
        parts.append(say_number("{n} unseen occupation", "{n} unseen occupations", others.hidden))
    if others.played:
        parts.append(say("played: {cards}", cards=", ".join(map(card_name, others.played))))
    return "; ".join(parts)


def seat_text(seat: Seat) -> str:
    """Return what everybody sees of a player."""
    parts = [
        say_number("{n} point", "{n} points", score_sheet(seat).total),
        say_number("{n} Viking left", "{n} Vikings left", seat.vikings),
        bay_text(seat),
        plain_list(seat.supply),
        ", ".join(plain_name(board.id) for board in seat.boards[1:]),
        say_number("{n} occupation in the hand", "{n} occupations in the hand", len(seat.hand)),
    ]
    if seat.played:
        parts.append(say("in play: {cards}", cards=", ".join(map(card_name, seat.played))))
    return "; ".join(filter(None, parts))


def totals_text(state: State) -> str:
    """Return the points of several players: ``Anna 93, Ben 80``; nothing for one."""
    pairs = zip(state.options.seats, map(score_sheet, state.seats), strict=False)
    return ", ".join(f"{name} {sheet.total}" for name, sheet in pairs)


def winners_text(winners: Sequence[str]) -> str:
    """Return who has won; those who tie share the victory (rules, 6)."""
    return say_number(
        "{names} wins",
        "{names} share the victory",
        len(winners),
        names=say(" and ").join(map(printable, winners)),
    )


def mountains_text(state: State) -> str:
    """Return the mountain strips, one per line, the next item first."""
    lines = [f"{at}: {strip_text(items)}" for at, items in enumerate(state.strips, 1)]
    hidden = len(state.hidden_strips)
    return "\n".join([*lines, say("{n} still hidden", n=hidden or say("none"))])


def exploration_text(state: State, offer: Exploration) -> str:
    """Return an exploration board on offer, and what it takes to get it."""
    board = BOARDS[offer.board]
    points = say_number("{n} point", "{n} points", board.points)
    if offer.silver:
        points = say("{points}, {silver} silver on it", points=points, silver=offer.silver)
    if set(board.ships) == set(SHIPS):
        ships: str = say("any ship")
    else:
        ships = alternatives(map(plain_name, board.ships))
    text = say(
        "{board} ({about}): {space} with {ships}",
        board=say_as("board", board.name),
        about=points,
        space=say_as("space", SPACES[board.action].name) if board.action else "",
        ships=ships,
    )
    turns = next(
        (
            track.number
            for track in TRACKS[state.options.length].rounds
            if track.number > state.round and board.side == "front" and board.letter in track.flips
        ),
        None,
    )
    return say("{text}; turned in round {n}", text=text, n=turns) if turns else text
