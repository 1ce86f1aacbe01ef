"""Building states of games for tests, and playing on from them through the public moves."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from benchmarks.checking import check_moves
from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.strips import MOUNTAIN_STRIPS, StripItem
from odin_solver.game import Options, State, apply, chance_outcomes, decision, new_game
from odin_solver.game.kernel.moves import TAKE_SILVER, Move, Place, parse
from odin_solver.game.phases import Pause
from odin_solver.game.turn import Turn
from odin_solver.rollouts.library import library
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import grid_of

SHIPS = ("whaling_boat", "knarr", "longship")

STRIPS: tuple[tuple[StripItem, ...], ...] = (
    ("wood", "wood", "stone", "ore", "ore", "silver2", "silver2"),
    ("wood", "wood", "wood", "wood", "stone", "stone", "silver2"),
)
"""What lies open in `turn` unless something else is asked for."""

STRIPS_LEFT = {strip[taken:] for strip in MOUNTAIN_STRIPS for taken in range(len(strip) + 1)}
"""What can be left of the strips that there are."""

QUIET = (141, 140, 142, 158)
"""Cards that do nothing unless whales are caught or whale meat is served; the first is light."""


def luck(state: State) -> State:
    """Let the first outcome come until the player has to decide or the game is over."""
    while outcomes := chance_outcomes(state):
        state = play(state, outcomes[0][0])
    return state


def turn(
    number: int = 1,
    have: Mapping[str, int] | None = None,
    options: Options | None = None,
    **fields: Any,
) -> State:
    """The first turn of a round with just these things.

    Parameters
    ----------
    number
        The round.
    have
        Supply, stables, ships (without ore) and buildings, by name; nothing else is there but the
        home board.
    options
        What was agreed on; by default the long game without cards.
    fields
        Any other fields of the state.
    """
    options = options or Options()
    state = new_game(options)
    state.round = number - 1
    while not isinstance(here := decision(state), Turn):
        state = apply(state, here.moves(state)[0] if here else chance_outcomes(state)[0][0])
    assert state.round == number
    assert state.vikings == TRACKS[options.length].rounds[number - 1].vikings
    things = dict(have or {})
    state.boats = (0,) * things.pop("whaling_boat", 0)
    state.knarrs = things.pop("knarr", 0)
    state.longships = (0,) * things.pop("longship", 0)
    buildings = [
        BoardState(BOARDS[name]) for name in things if name in BOARDS for _ in range(things[name])
    ]
    state.boards = (BoardState(BOARDS["home"]), *buildings)
    state.supply = {name: count for name, count in things.items() if count and name not in BOARDS}
    state.strips = STRIPS
    for name, value in fields.items():
        assert hasattr(state, name)
        setattr(state, name, value)
    return state


def play(state: State, *moves: Move | str) -> State:
    """Make these moves, outcomes of chance among them, in both engines, which have to agree.

    With mountain strips that there are not, in the Python engine alone.
    """
    if STRIPS_LEFT.issuperset(state.strips):
        return check_moves(library(), state, moves)
    for move in moves:
        state = apply(state, move)
    return state


def belongings(state: State) -> Counter[str]:
    """All that the player has, by name; ore on ships, cards and penalties under names of ours."""
    things = Counter(state.supply)
    for ship in SHIPS:
        things[ship] = state.ships(ship)
    things["ore aboard"] = sum(state.boats) + sum(state.longships)
    things.update(f"emigrated {ship}" for ship in state.emigrated)
    things.update(board.id for board in state.boards)
    things.update(f"hand {number}" for number in state.hand)
    things.update(f"played {number}" for number in state.played)
    things["penalties"] = state.penalties
    return things


def change(before: State, after: State) -> dict[str, int]:
    """What has become more and less."""
    old, new = belongings(before), belongings(after)
    return {name: new[name] - old[name] for name in sorted(old | new) if new[name] != old[name]}


def filled(board: str, *cells: str) -> BoardState:
    """A board on which silver lies on these cells, such as ``a1:c3``, from the left column on."""
    area = grid_of(BOARDS[board])
    move = parse(f"place silver {board} {' '.join(cells)}")
    assert isinstance(move, Place)
    found = BoardState(BOARDS[board])
    for cell in sorted(area.cells(move.cells), key=lambda each: (each[0], -each[1])):
        found = found.laid(TILES["silver"], area.bit(cell))
    return found


def to_feast(state: State) -> State:
    """Pass, and take the income as silver."""
    state = go_on(play(state, "pass"))
    here = decision(state)
    assert here is not None
    return play(state, TAKE_SILVER) if TAKE_SILVER in here.moves(state) else state


def rest(state: State) -> State:
    """Pass, eat nothing, and go on to the next turn or the final placing."""
    return go_on(play(to_feast(state), "serve"))


def go_on(state: State) -> State:
    """Let chance decide, and do nothing in pauses."""
    while isinstance(decision(state := luck(state)), Pause):
        state = play(state, "go on")
    return state
