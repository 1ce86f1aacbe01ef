"""Reading states to plan from: game logs, serialised states or tables."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError, within
from odin_solver.game.kernel.state import ANIMALS, State
from odin_solver.game.log import parse
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.game.positions import position_of
from odin_solver.game.scoring import score_sheet
from odin_solver.game.seats import seated
from odin_solver.game.serial import state_from
from odin_solver.game.setup import new_game
from odin_solver.game.tables import table_from
from odin_solver.notation.kinds import FileKind, FileReader, recognised, refuse, register
from odin_solver.rules.layout import position_violations
from odin_solver.support.language import mark, say

_MALFORMED = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)
"""Errors that malformed data may raise."""

ITEMS = frozenset({*TILES, *WEAPONS, *ANIMALS, "silver", "wood", "stone", "ore"})

EXPLORATION = frozenset(name for name, board in BOARDS.items() if board.kind == "exploration")
SPECIALS = frozenset(name for name, tile in TILES.items() if tile.kind == "special")

MOST = 999
"""Upper bound of the numbers of a state."""


def read_state(content: str, name: str) -> State:
    """Return the present state of a game.

    Parameters
    ----------
    content
        A log (`odin_solver.game.log`), or JSON: a state (`odin_solver.game.serial`), or an object
        with the field ``state``, as ``odin game show --json`` prints it; or a table
        (`odin_solver.game.tables`) in JSON or TOML.
    name
        Name of the file in messages.

    Raises
    ------
    InputError
        If the content is invalid or breaks a rule; the message names the line or the field.
    """
    kind, data = recognised(content, name, "a game or a table")
    if kind is FileKind.LOG:
        return parse(content, name).state
    if kind in (FileKind.POSITION, FileKind.TABLE):
        return _table(data, name, kind)
    refuse(content, name, expected=FileKind.STATE)
    inner = data.get("state", data) if isinstance(data, dict) else data
    if not isinstance(inner, dict):
        raise InputError.said("{name}: state: expected an object", name=name)
    try:
        state = state_from(inner)
        check(state)
    except InputError as error:
        raise error.within(name) from None
    except _MALFORMED as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError.said(
            "{name}: not a state that a game can reach: {reason}", name=name, reason=reason
        ) from None
    return state


def _table(data: object, name: str, kind: FileKind) -> State:
    try:
        state = table_from(data, name)
    except InputError as error:
        if kind is FileKind.TABLE or not isinstance(data, dict) or "boards" not in data:
            raise
        advice = say(
            "{name}: odin table new {name} -o table.toml writes a table to fill in", name=name
        )
        raise InputError(*error.problems, advice, more=error.more) from None
    with within(name):
        check(state)
    return state


def check(state: State) -> None:
    """Check that a state can be played on.

    Raises
    ------
    InputError
        If it breaks a rule; the message names the field.
    """
    new_game(state.options)
    for number in range(len(state.seats)):
        each = seated(state, number)
        for field, is_right, expected in _EXPECTED:
            if not is_right(each):
                raise InputError.said("{field}: expected {what}", field=field, what=say(expected))
        violations = position_violations(position_of(each))
        if violations:
            raise InputError.said(
                "boards: {message} ({rule})", message=violations[0].message, rule=violations[0].rule
            )
        score_sheet(each)
    for _ in play(state, random_policy, seed=0):
        pass  # what cannot be played to its end is no state of a game


def _different(numbers: Sequence[int], known: Container[int]) -> bool:
    return len(set(numbers)) == len(numbers) and all(number in known for number in numbers)


def _tiles(state: State) -> Iterable[tuple[str, int]]:
    tiles = Counter({name: count for name, count in state.supply.items() if name in TILES})
    tiles.update(piece.tile.id for board in state.boards for piece in board.pieces)
    tiles.update(state.specials)
    return tiles.items()


def _is_rest(items: Sequence[str]) -> bool:
    """Whether some items are the rest of a mountain strip, from which the first ones were taken."""
    return bool(items) and any(strip[-len(items) :] == items for strip in MOUNTAIN_STRIPS)


_EXPECTED: tuple[tuple[str, Callable[[State], bool], str], ...] = (
    (
        "away, seat, first",
        lambda state: (
            len(state.away) == max(1, len(state.options.seats)) - 1
            and {state.seat, state.first} <= {*range(len(state.seats))}
        ),
        mark("the seats of the game"),
    ),
    ("round", lambda state: 0 <= state.round <= state.rounds, mark("a round of the game")),
    ("vikings", lambda state: 0 <= state.vikings <= 12, mark("0 to 12")),
    ("supply", lambda state: state.supply.keys() <= ITEMS, mark("known items")),
    (
        "supply",
        lambda state: all(0 < count <= MOST for count in state.supply.values()),
        mark("counts from 1 to 999"),
    ),
    (
        "supply, boards, specials",
        lambda state: all(count <= (TILES[name].copies or count) for name, count in _tiles(state)),
        mark("no more of a tile than there are"),
    ),
    (
        "placed",
        lambda state: all(space in SPACES for space, _ in state.placed),
        mark("action spaces"),
    ),
    ("blocked", lambda state: state.blocked <= SPACES.keys(), mark("action spaces")),
    (
        "boats",
        lambda state: len(state.boats) <= BAY.small_berths,
        mark("no more boats than small berths"),
    ),
    (
        "longships",
        lambda state: 0 <= state.knarrs <= BAY.large_berths - len(state.longships),
        mark("no more large ships than large berths"),
    ),
    (
        "boards",
        lambda state: [each.id for each in state.boards].count("home") == 1,
        mark("one home board"),
    ),
    ("emigrated", lambda state: SHIPS.keys() >= {*state.emigrated}, mark("ships")),
    ("penalties", lambda state: 0 <= state.penalties <= MOST, mark("0 to 999")),
    ("final_income", lambda state: 0 <= state.final_income <= MOST, mark("0 to 999")),
    ("space", lambda state: state.space in {"", *SPACES}, mark("an action space, or nothing")),
    ("strips", lambda state: all(map(_is_rest, state.strips)), mark("rests of mountain strips")),
    (
        "hidden_strips",
        lambda state: _different(state.hidden_strips, range(1, len(MOUNTAIN_STRIPS) + 1)),
        mark("different strips"),
    ),
    (
        "exploration",
        lambda state: all(
            each.board in EXPLORATION and 0 <= each.silver <= MOST for each in state.exploration
        ),
        mark("exploration boards with silver"),
    ),
    ("specials", lambda state: {*state.specials} <= SPECIALS, mark("special tiles")),
    *(
        (
            field,
            lambda state, field=field: all(
                name in WEAPONS and 0 < count <= MOST for name, count in getattr(state, field)
            ),
            mark("weapons with counts above 0"),
        )
        for field in ("weapons", "discards")
    ),
    *(
        (
            field,
            lambda state, field=field: _different(getattr(state, field), OCCUPATIONS),
            mark("different occupations"),
        )
        for field in ("hand", "played", "deck", "starting_deck")
    ),
)


for _kind in (FileKind.LOG, FileKind.STATE, FileKind.TABLE):
    register(_kind, FileReader(lambda text, data, name: read_state(text, name), position_of))
