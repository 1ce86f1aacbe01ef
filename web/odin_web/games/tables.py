"""Requests about a table as it stands: a real game without its moves.

The page holds the table as a file would (`odin_solver.game.tables`); a request carries it.
"""

from typing import Annotated, Any

import msgspec

from odin_solver.components import TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import ANIMALS, State
from odin_solver.game.log import Game, text
from odin_solver.game.phases import PHASES
from odin_solver.game.tables import table_data, table_from
from odin_solver.game.tables.harvest import profile_of
from odin_solver.game.tables.strips import strip_numbers
from odin_solver.notation.kinds import FileKind, position_in, recognised
from odin_solver.notation.positions import position_data
from odin_solver.planner.reading import read_state
from odin_solver.questions.games import Thinking
from odin_solver.support.language import say
from odin_solver.words.harvest import PRINTED, WITHOUT_MARKER, numbered_marker, numbered_token
from odin_solver.words.plan import OTHERS
from odin_web.games.chance import StripItem, strip_items
from odin_web.games.coaching import CoachWork, advising
from odin_web.games.table import card_text_view, printed_view
from odin_web.games.views import CardText, PrintedSpace
from odin_web.replies import extended

NAME = "table"
"""Name of the page's table in messages."""


TableDocument = Annotated[dict[str, Any], msgspec.Meta(title="TableDocument")]
"""The data of a table file."""


class AboutTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table, as the data of its file."""

    table: TableDocument


class TableText(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a file with a table, game or position."""

    text: str
    name: Annotated[str, msgspec.Meta(max_length=200)] = NAME


class TableAsked(Thinking, kw_only=True):
    table: TableDocument


class TableSpace(PrintedSpace, kw_only=True):
    """An action space, of which nothing is known but what is printed."""

    vikings: int
    reason: None = None


class BerthCounts(msgspec.Struct):
    small: int
    large: int


class TableParts(msgspec.Struct, kw_only=True):
    """What can lie on a table.

    Attributes
    ----------
    vikings
        The number of Vikings in each round, by length.
    held
        Weapons and pregnant animals.
    ore
        How much ore can be laid on a ship.
    others
        What a search assumes of the others.
    """

    spaces: list[TableSpace]
    vikings: dict[str, list[int]]
    phases: list[str]
    strips: list[list[StripItem]]
    held: list[str]
    berths: BerthCounts
    ore: dict[str, int]
    weapons: list[str]
    cards: list[CardText]
    others: str


class TableDefaults(msgspec.Struct):
    """What the rules give where a table says nothing.

    Attributes
    ----------
    others
        Vikings that the others have left.
    exploration
        Silver on each board on offer.
    """

    others: int
    exploration: dict[str, int]


class TableHarvest(msgspec.Struct):
    """How Harvest is played at a table.

    Attributes
    ----------
    note
        Why the printed harvests are played; empty if they are not.
    markers, tokens
        What is printed on each; none if that is not known.
    """

    note: str
    markers: list[str] = []
    tokens: list[str] = []


class TableChecked(msgspec.Struct):
    """What is wrong and what is missing, each with its field, or else the defaults."""

    faults: list[str]
    defaults: TableDefaults | None
    harvest: TableHarvest | None


class TableOpened(msgspec.Struct):
    """A table, and what is left on its strips by their numbers."""

    table: TableDocument
    strips: dict[int, int]


def parts_view() -> TableParts:
    return TableParts(
        spaces=[
            extended(TableSpace, printed_view(each), vikings=each.vikings)
            for each in SPACES.values()
        ],
        vikings={name: [each.vikings for each in track.rounds] for name, track in TRACKS.items()},
        phases=list(PHASES),
        strips=list(map(strip_items, MOUNTAIN_STRIPS)),
        held=[*WEAPONS, *(name for name in ANIMALS if name not in TILES)],
        berths=BerthCounts(BAY.small_berths, BAY.large_berths),
        ore={name: ship.ore_slots for name, ship in SHIPS.items()},
        weapons=[*WEAPONS],
        cards=list(map(card_text_view, OCCUPATIONS)),
        others=say(OTHERS),
    )


def checked(wanted: AboutTable) -> TableChecked:
    """Return what is wrong with a table, each with its field, or else what it has by default."""
    harvest = _harvest(wanted.table)
    try:
        state = table_from(wanted.table, NAME)
    except InputError as error:
        faults = [each.removeprefix(f"{NAME}: ") for each in error.problems]
        return TableChecked(faults, None, harvest)
    silver = {each.board: each.silver for each in state.exploration}
    return TableChecked([], TableDefaults(state.others.vikings, silver), harvest)


def _harvest(table: TableDocument) -> TableHarvest | None:
    """Return how Harvest is played: by the profile of the table, else by that of the user's box."""
    if table.get("harvest") is not True:
        return None
    try:
        profile = profile_of(table)
    except InputError as error:
        return TableHarvest(str(error))
    if profile is None:
        return TableHarvest(say(PRINTED))
    return TableHarvest(
        "" if "marker" in table else say(WITHOUT_MARKER),
        [numbered_marker(number, each) for number, each in enumerate(profile.markers, 1)],
        [numbered_token(number, each) for number, each in enumerate(profile.tokens, 1)],
    )


def opened(wanted: TableText) -> TableOpened:
    """Return the table of a file, and the numbers of its strips with what is left on them."""
    kind, data = recognised(wanted.text, wanted.name, "a table, game or position")
    if kind in (FileKind.LOG, FileKind.STATE, FileKind.TABLE):
        state = read_state(wanted.text, wanted.name)
        title = data.get("title", "") if isinstance(data, dict) else ""
        strips = [each for each in state.strips if each]
        numbers = strip_numbers(strips, frozenset(state.hidden_strips)) or []
        left = dict(zip(numbers, map(len, strips), strict=True))
        return TableOpened(table_data(state, title), left)
    return TableOpened(position_data(position_in(wanted.text, wanted.name)), {})


def planning(wanted: TableAsked) -> CoachWork:
    """Return the search for the best move."""
    return advising(_state(wanted.table), wanted.limits())


def game_text(wanted: AboutTable) -> str:
    state = _state(wanted.table)
    return text(Game(state.options, start=state))


def _state(table: TableDocument) -> State:
    return read_state(msgspec.json.encode(table).decode(), NAME)
