"""What the page shows of a game."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.rules.position import GameLength
from odin_web.games.banquet import BanquetView
from odin_web.games.chance import ChanceView, DiceView, StripItem
from odin_web.games.moves import MoveMadeView, MoveView
from odin_web.views import BoardView


class GameMade(msgspec.Struct):
    game: str


class PrintedSpace(msgspec.Struct, kw_only=True):
    """What is printed on an action space.

    Attributes
    ----------
    column
        1 to 4, the number of Vikings.
    icons
        Costs and gains as items and signs.
    dice
        The die, if it is a dice action.
    """

    id: str
    key: str
    name: str
    title: str
    column: int
    group: str
    group_name: str
    groups: Sequence[str]
    icons: str
    text: str
    dice: Literal["d8", "d12"] | None


class SpaceView(PrintedSpace, kw_only=True):
    """An action space in a state.

    Attributes
    ----------
    discount
        What the player's cards change; empty if nothing.
    vikings, placed
        Vikings that it takes, and those that stand there.
    blocked
        Whether it is occupied since the previous round.
    active
        Whether it is the action under way.
    reason
        Why it cannot be used now; None if it can.
    """

    discount: str
    vikings: int
    placed: int
    blocked: bool
    active: bool
    usable: bool
    reason: str | None


class NamedBoard(BoardView, kw_only=True):
    """A board of the player: `name` is the printed one, `board_name` the one in moves."""

    label: str
    board_name: str


class ItemView(msgspec.Struct, kw_only=True):
    item: str
    name: str


class SupplyView(ItemView, kw_only=True):
    """Items of the supply; `reason` says why they may not be taken in hand now."""

    count: int
    kind: str
    color: str
    placeable: bool
    reason: str | None


class CardText(msgspec.Struct, kw_only=True):
    """What is printed on a card; `id` with the letter of its variant."""

    number: int
    id: str
    name: str
    kind: str
    points: int
    text: str
    note: str


class CardView(CardText, kw_only=True):
    """A card of the player; `now` says when it can be played or used, or why not now."""

    where: str
    now: str


class ShipView(msgspec.Struct, kw_only=True):
    """A ship: ore that counts, the printed one included, and free slots for more."""

    kind: str
    name: str
    ore: int
    slots: int


class BerthsView(msgspec.Struct):
    berths: int
    ships: list[ShipView]


class EmigratedShip(msgspec.Struct):
    kind: str
    name: str
    points: int | None


class BayView(msgspec.Struct, kw_only=True):
    small: BerthsView
    large: BerthsView
    emigrated: list[EmigratedShip]


class StripView(msgspec.Struct):
    number: int
    items: list[StripItem]
    text: str


class ExplorationView(msgspec.Struct, kw_only=True):
    board: str
    name: str
    points: int
    silver: int
    text: str


class ScoreEntry(msgspec.Struct):
    id: str
    name: str
    points: int
    loss: bool


class HistoryView(msgspec.Struct):
    """The moves made, from a number on."""

    first: int = msgspec.field(name="from")
    lines: list[MoveMadeView] = []


class GamePuzzle(msgspec.Struct):
    """What a puzzle asks; when its game is over also how it ended, and the next unsolved one."""

    question: str
    verdict: str = ""
    next: str = ""


class GameChallenge(msgspec.Struct):
    """The challenge or puzzle of a game.

    Attributes
    ----------
    id
        Its id, its day, or the name of the puzzle.
    rules, luck
        Its rules, and the luck to come if that is open.
    """

    id: str
    title: str
    rules: list[str]
    luck: list[str]
    puzzle: GamePuzzle | None = None


class SeatView(msgspec.Struct, kw_only=True):
    """A player at the table: a person, or a bot of some strength.

    Attributes
    ----------
    here
        Whether it is a person who looks at this screen.
    sheet
        The score sheet, when the game is over.
    """

    name: str
    bot: int
    here: bool
    vikings: int
    score: int
    sheet: list[ScoreEntry]


class GameFacts(msgspec.Struct, kw_only=True):
    """A game but spaces and boards.

    Attributes
    ----------
    vikings, vikings_of_round
        Those that are left, and those of the whole round.
    specials
        Special tiles that nobody has taken.
    seen, stamp
        The number of its moves, and what tells moves of the same number apart: to be sent back.
    moves_made
        All its moves; more than `seen` if an earlier state is shown.
    past
        Whether an earlier state is shown, to look at only.
    redo
        Moves that can be made again.
    seat, seats
        The players at the table, none if there is only one, and the number of the one who looks.
    shared, coached
        Whether others have screens of their own; whether the coach may be asked at this one.
    """

    round: int
    rounds: int
    phase: str
    over: bool
    decides: str | None
    question: str
    asking: int | None
    vikings: int
    vikings_of_round: int
    income: int
    penalties: int
    supply: list[SupplyView]
    bay: BayView
    strips: list[StripView]
    hidden_strips: int
    harvest: list[str]
    exploration: list[ExplorationView]
    specials: list[ItemView]
    hand: list[CardView]
    played: list[CardView]
    banquet: BanquetView
    chance: ChanceView | None
    score: int
    seat: int
    seats: list[SeatView]
    shared: bool
    coached: bool
    sheet: list[ScoreEntry]
    moves: list[MoveView]
    game: str
    name: str
    seen: int
    stamp: str
    moves_made: int
    past: bool
    redo: int
    can_undo: bool
    length: GameLength
    seed: int | None
    rulings: list[str]
    challenge: GameChallenge | None
    dice: DiceView | None
    history: HistoryView


class GameView(GameFacts, kw_only=True):
    spaces: list[SpaceView]
    boards: list[NamedBoard]


class GameChanges(GameFacts, kw_only=True):
    """A game, with the changed fields of boards and spaces only."""

    changes: tuple[Literal["boards"], Literal["spaces"]] = ("boards", "spaces")
    spaces: Annotated[list[dict[str, Any]], msgspec.Meta(title="SpaceChanges")]
    boards: Annotated[list[dict[str, Any]], msgspec.Meta(title="BoardChanges")]
