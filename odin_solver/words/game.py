"""State of a game in words: ships, mountains, exploration boards."""

from collections.abc import Iterable

from odin_solver.components import BOARDS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import StripItem, strip_gain
from odin_solver.game.kernel.state import Exploration, State
from odin_solver.words.names import number_of, plain_name


def strip_text(items: Iterable[StripItem]) -> str:
    """Return the items of a mountain strip in the order in which they are taken."""
    pairs = map(strip_gain, items)
    return " ".join(name if count == 1 else f"{count} {name}" for name, count in pairs)


def bay_text(state: State) -> str:
    """Return the ships in the bay with their ore, and the free berths."""
    small = [_armed("whaling_boat", ore) for ore in state.boats]
    large = [
        *[plain_name("knarr")] * state.knarrs,
        *(_armed("longship", ore) for ore in state.longships),
    ]
    free_small = BAY.small_berths - len(small)
    free_large = BAY.large_berths - len(large)
    ships = ", ".join((*small, *large)) or "no ships"
    return f"{ships}; free berths: {free_small} small, {free_large} large"


def _armed(kind: str, ore: int) -> str:
    total = ore + SHIPS[kind].printed_ore
    return f"{plain_name(kind)} ({total} ore)" if total else plain_name(kind)


def others_text(state: State) -> str:
    """Return what the other players have left and taken."""
    others = state.others
    left = number_of(others.vikings, "Viking")
    tiles = [f"{each}{' (used)' if each in others.copied else ''}" for each in others.copies]
    built = [f"{count} {plain_name(name)}" for name, count in others.built]
    parts = [
        f"{left} left",
        *([f"copy tiles of the columns {', '.join(tiles)}"] if tiles else []),
        *([f"buildings: {', '.join(built)}"] if built else []),
    ]
    return "; ".join(parts)


def mountains_text(state: State) -> str:
    """Return the mountain strips, one per line, the next item first."""
    lines = [f"{at}: {strip_text(items)}" for at, items in enumerate(state.strips, 1)]
    hidden = len(state.hidden_strips)
    return "\n".join([*lines, f"{hidden or 'none'} still hidden"])


def exploration_text(state: State, offer: Exploration) -> str:
    """Return an exploration board on offer, and what it takes to get it."""
    board = BOARDS[offer.board]
    silver = f", {offer.silver} silver on it" if offer.silver else ""
    space = SPACES[board.action].name if board.action else ""
    ships = (
        "any ship" if set(board.ships) == set(SHIPS) else " or ".join(map(plain_name, board.ships))
    )
    turns = next(
        (
            track.number
            for track in TRACKS[state.options.length].rounds
            if track.number > state.round and board.side == "front" and board.letter in track.flips
        ),
        None,
    )
    back = f"; turned in round {turns}" if turns else ""
    return f"{board.name} ({board.points} points{silver}): {space} with {ships}{back}"
