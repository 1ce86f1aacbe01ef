"""Reading states to plan from: game logs or serialised states."""

from collections.abc import Callable

from odin_solver.components import TILES
from odin_solver.components.ships import BAY
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import ANIMALS, State
from odin_solver.game.log import parse
from odin_solver.game.positions import position_of
from odin_solver.game.scoring import score_sheet
from odin_solver.game.serial import state_from
from odin_solver.game.setup import new_game
from odin_solver.notation.decoding import decode
from odin_solver.rules.layout import position_violations

_MALFORMED = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)
"""Errors that malformed data may raise."""

ITEMS = frozenset({*TILES, *WEAPONS, *ANIMALS, "silver", "wood", "stone", "ore"})
"""Items of a supply."""


def read_state(content: str, name: str) -> State:
    """Return the present state of a game.

    Parameters
    ----------
    content
        A log (`odin_solver.game.log`), or JSON: a state (`odin_solver.game.serial`), or an object
        with the field ``state``, as ``odin game show --json`` prints it.
    name
        Name of the file in messages.

    Raises
    ------
    InputError
        If the content is invalid or breaks a rule; the message names the line or the field.
    """
    if not content.lstrip().startswith("{"):
        return parse(content, name).state
    data = decode(content, name, "a game")
    inner = data.get("state", data) if isinstance(data, dict) else data
    if not isinstance(inner, dict):
        raise InputError(f"{name}: state: expected an object, got {type(inner).__name__}")
    try:
        state = state_from(inner)
        check(state)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except _MALFORMED as error:
        raise InputError(f"{name}: not a game state: {type(error).__name__}: {error}") from None
    return state


def check(state: State) -> None:
    """Check that a state can be played on.

    Raises
    ------
    InputError
        If it breaks a rule; the message names the field.
    """
    new_game(state.options)
    for field, is_right, expected in _EXPECTED:
        if not is_right(state):
            raise InputError(f"{field}: expected {expected}")
    violations = position_violations(position_of(state))
    if violations:
        raise InputError(f"boards: {violations[0].message} ({violations[0].rule})")
    score_sheet(state)
    node = decision(state)
    if node is not None:
        node.moves(state)
        node.question(state)


_EXPECTED: tuple[tuple[str, Callable[[State], bool], str], ...] = (
    ("round", lambda state: 0 <= state.round <= state.rounds, "a round of the game"),
    ("vikings", lambda state: 0 <= state.vikings <= 12, "0 to 12"),
    ("supply", lambda state: state.supply.keys() <= ITEMS, "known items"),
    ("supply", lambda state: all(count > 0 for count in state.supply.values()), "counts above 0"),
    ("placed", lambda state: all(space in SPACES for space, _ in state.placed), "action spaces"),
    ("blocked", lambda state: state.blocked <= SPACES.keys(), "action spaces"),
    (
        "boats",
        lambda state: len(state.boats) <= BAY.small_berths,
        "no more boats than small berths",
    ),
    (
        "longships",
        lambda state: 0 <= state.knarrs <= BAY.large_berths - len(state.longships),
        "no more large ships than large berths",
    ),
    (
        "boards",
        lambda state: [each.id for each in state.boards].count("home") == 1,
        "one home board",
    ),
    ("penalties", lambda state: state.penalties >= 0, "0 or more"),
)
