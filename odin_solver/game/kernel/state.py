"""The state of a game: everything on the table, and the stack of what is to be done."""

import copy
from typing import ClassVar

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import StripItem
from odin_solver.game.kernel.markers import HarvestProfile
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.rules.banquet import Serving
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Mask
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.display import Brief, Displayed

THIS_ACTION = "action "
"""Prefix of what cards remember about the action under way only."""


class Node(msgspec.Struct, frozen=True, tag=True):
    """Something to be done. Its fields hold all that it needs.

    Attributes
    ----------
    compulsory
        Whether the items that it needs may not be spent while it is still to come.
    """

    compulsory: ClassVar[bool] = False

    def blocked(self, state: "State") -> str | None:
        """Return why it cannot be done now; None if it can."""
        return None


class Options(Brief, msgspec.Struct, frozen=True):
    """Options of a game.

    Attributes
    ----------
    length
        Long (7 rounds) or short (6 rounds).
    islands, harvest
        Whether the boards of the mini expansions are in the game (rules, 8).
    cards
        Numbers of the occupations in the game.
    starting
        ``random``, ``choose``, or the number of the starting occupation.
    rulings
        Readings that differ from the default.
    seats
        Names of the players if all of them play here; without names the game is that of one of
        them, who enters what the others do.
    bots
        For each of these players 0, or the strength of the bot that plays for them, 1 to 4; empty
        without bots.
    without
        Ids of action spaces that are closed, and of exploration boards that are not in the game,
        as a challenge may have it; alone only.
    profile
        What is printed on the markers and tokens of Harvest; without it the harvests are those of
        the round track.
    """

    length: GameLength = "long"
    islands: bool = False
    harvest: bool = False
    cards: frozenset[int] = frozenset()
    starting: str | int = "random"
    rulings: frozenset[Ruling] = frozenset()
    players: int = 1
    seats: tuple[str, ...] = ()
    bots: tuple[int, ...] = ()
    without: frozenset[str] = frozenset()
    profile: HarvestProfile | None = None

    @property
    def closed(self) -> frozenset[str]:
        """Ids of the action spaces that nobody may use."""
        return self.without.intersection(SPACES)


class Exploration(msgspec.Struct, frozen=True):
    """An exploration board that is not taken, with the silver on it."""

    board: str
    silver: int = 0


class Others(msgspec.Struct, frozen=True):
    """What the game knows of the other players at a table of several, as one player sees them.

    Attributes
    ----------
    vikings
        Vikings that they have left in this round, all together.
    built
        Buildings that they have.
    copies
        Columns of the copy tiles, which are there with four players (rules, 4).
    copied
        Columns whose copy tile has been used in this round.
    hidden
        Number of the dark occupations that they have drawn and nobody else has seen.
    played
        Occupations that they have played.
    laid
        Special tiles on their boards, as far as cards take them from there.
    """

    vikings: int = 0
    built: tuple[tuple[str, int], ...] = ()
    copies: tuple[int, ...] = ()
    copied: tuple[int, ...] = ()
    hidden: int = 0
    played: tuple[int, ...] = ()
    laid: frozenset[str] = frozenset()


ANIMALS = ("sheep", "pregnant_sheep", "cattle", "pregnant_cattle")
"""Animals in the stables, as keys of the supply."""


class Seat(msgspec.Struct):
    """What a player has; `State` has the same of the player whose turn it is.

    Attributes
    ----------
    vikings
        Vikings in the Thing square.
    placed
        Spaces used in this round, with the Vikings on them.
    supply
        Goods, silver, wood, stone, ore, weapon cards, special tiles, and the animals in the
        stables (`ANIMALS`); no zeros.
    boats
        Ore on each whaling boat, without the printed one; sorted.
    longships
        Ore on each longship; sorted.
    emigrated
        Ships turned over, in this order.
    boards
        Home board, exploration boards and buildings, in the order in which they were taken.
    table
        Servings of the last feast, until the table is cleared.
    final_income
        Silver noted on the score sheet instead of being paid out (rules, 6).
    hand, played
        Occupations.
    tokens
        Resource tokens.
    memory
        Numbers that cards remember, by key.
    """

    vikings: int = 0
    placed: tuple[tuple[str, int], ...] = ()
    supply: dict[str, int] = {}
    boats: tuple[int, ...] = ()
    knarrs: int = 0
    longships: tuple[int, ...] = ()
    emigrated: tuple[str, ...] = ()
    boards: tuple[BoardState, ...] = ()
    table: tuple[Serving, ...] = ()
    penalties: int = 0
    final_income: int = 0
    hand: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    memory: tuple[tuple[str, int], ...] = ()

    def has(self, item: str) -> int:
        """Return how many of an item are in the supply or the stables."""
        return self.supply.get(item, 0)

    def animals(self, kind: str) -> int:
        """Return the number of sheep or cattle in the stables, pregnant ones included."""
        return self.has(kind) + self.has(f"pregnant_{kind}")

    def ships(self, kind: str) -> int:
        """Return the number of ships of a kind in the bay."""
        if kind == "whaling_boat":
            return len(self.boats)
        return self.knarrs if kind == "knarr" else len(self.longships)

    def buildings(self, kind: str) -> int:
        """Return the number of buildings of a kind that the player has."""
        return sum(each.id == kind for each in self.boards)

    def lies(self, tile: str) -> bool:
        """Whether a tile lies on a board of the player."""
        return any(piece.tile.id == tile for board in self.boards for piece in board.pieces)


class State(Displayed, Seat, kw_only=True):
    """The state of a game.

    It has the fields of the `Seat` whose turn it is, and those of the table. A game with one seat
    has no others.

    States are values: `odin_solver.game.apply` copies one before it changes anything. Only the
    nodes of the game change a state, and only the copy that they are given.

    Attributes
    ----------
    round, phase
        The round from 1, and the name of its phase.
    seat, away
        Number of the seat whose turn it is, from 0, and the other seats clockwise from it.
    first
        Number of the seat that begins the round.
    blocked
        Spaces that are closed (`Options.without`), and those still occupied by Vikings of the
        previous round (rules, 7); with several players those that others have used in this round.
    others
        What is known of other players.
    strips
        Face-up mountain strips: the items left on each.
    hidden_strips
        Numbers of the strips not yet revealed.
    exploration
        Exploration boards that are not taken.
    specials
        Special tiles that are not taken.
    weapons, discards
        Weapon cards in the draw pile and in the discard pile.
    deck
        Dark occupations that may still be drawn; a player who enters what others do knows of none
        which they hold.
    starting_deck
        Starting occupations that may still be drawn.
    marker, markers
        Number of the harvest marker that is face up, 0 for none, and of those in the pile.
    free_tokens
        Resource tokens that nobody has.
    space
        Action space in use; empty between actions.
    gained, spent
        Items gained and spent by the action so far.
    stack
        Nodes still to be done, the next one last: the rest of the action and of the round.
    """

    options: Options
    round: int = 0
    phase: str = ""
    seat: int = 0
    away: tuple[Seat, ...] = ()
    first: int = 0
    blocked: frozenset[str] = frozenset()
    others: Others = Others()
    strips: tuple[tuple[StripItem, ...], ...] = ()
    hidden_strips: tuple[int, ...] = ()
    exploration: tuple[Exploration, ...] = ()
    specials: frozenset[str] = frozenset()
    weapons: tuple[tuple[str, int], ...] = ()
    discards: tuple[tuple[str, int], ...] = ()
    deck: tuple[int, ...] = ()
    starting_deck: tuple[int, ...] = ()
    marker: int = 0
    markers: tuple[int, ...] = ()
    free_tokens: tuple[int, ...] = ()
    space: str = ""
    gained: tuple[tuple[str, int], ...] = ()
    spent: tuple[tuple[str, int], ...] = ()
    stack: tuple[Node, ...] = ()

    def __repr__(self) -> str:
        boards = len(self.boards)
        return (
            f"<State: round {self.round} of {self.rounds}, {self.phase or 'setup'}; "
            f"{self.vikings} Vikings, {sum(self.supply.values())} items, {boards} boards>"
        )

    def copy(self) -> "State":
        """Return a copy that can be changed on its own."""
        other = copy.copy(self)
        other.supply = self.supply.copy()
        return other

    def __hash__(self) -> int:
        return hash(
            (
                self.round,
                self.seat,
                self.vikings,
                self.placed,
                frozenset(self.supply.items()),
                self.boats,
                self.longships,
                self.boards,
                self.strips,
                self.hand,
                self.played,
                self.stack,
            )
        )

    # --- items, ships, boards ---

    def add(self, name: str, count: int) -> None:
        """Change the number of an item in the supply."""
        left = self.supply.get(name, 0) + count
        if left:
            self.supply[name] = left
        else:
            self.supply.pop(name, None)

    def free_berths(self, kind: str) -> int:
        """Return the number of free berths for a kind of ship (rules, 2)."""
        size = SHIPS[kind].size
        taken = len(self.boats) if size == "small" else self.knarrs + len(self.longships)
        return BAY.berths(size) - taken

    def buildings_left(self, kind: str) -> int:
        """Return the number of buildings of a kind that nobody has (rules, 2)."""
        return BOARDS[kind].copies - self.buildings(kind) - dict(self.others.built).get(kind, 0)

    @property
    def seats(self) -> list[Seat]:
        """What each player has, by the number of the seat."""
        around = (self, *self.away)
        return [around[(number - self.seat) % len(around)] for number in range(len(around))]

    @property
    def clockwise(self) -> tuple[int, ...]:
        """Numbers of the seats, from the one that begins the round."""
        many = len(self.away) + 1
        return tuple((self.first + after) % many for after in range(many))

    @property
    def is_last_seat(self) -> bool:
        """Whether the turn is at the last seat clockwise from the one that begins."""
        return self.seat == self.clockwise[-1]

    @property
    def can_draw(self) -> bool:
        """Whether the deck has a dark occupation: not all that were never seen are with others."""
        return len(self.deck) > self.others.hidden

    @property
    def rounds(self) -> int:
        """Number of rounds of the game."""
        return ROUNDS[self.options.length]

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round."""
        return self.round == self.rounds

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self.stack

    def ruled(self, ruling: Ruling) -> bool:
        """Whether the game is played with a ruling."""
        return ruling in self.options.rulings

    def lay(self, at: int, tile: str, cells: Mask) -> None:
        """Lay a tile on a board, where it is legal."""
        boards = self.boards
        self.boards = (*boards[:at], boards[at].laid(TILES[tile], cells), *boards[at + 1 :])

    def remembers(self, key: str) -> int:
        """Return what a card remembers, 0 at first."""
        return dict(self.memory).get(key, 0)

    def remember(self, key: str, number: int) -> None:
        """Let a card remember a number; 0 forgets."""
        known = dict(self.memory) | {key: number}
        self.memory = tuple(sorted((name, each) for name, each in known.items() if each))

    @property
    def action_memory(self) -> tuple[tuple[str, int], ...]:
        """Return what cards remember of the action under way."""
        return tuple(each for each in self.memory if each[0].startswith(THIS_ACTION))

    def forget_action(self) -> None:
        """Let the cards forget what they remember of an action."""
        if self.memory:
            self.memory = tuple(each for each in self.memory if not each[0].startswith(THIS_ACTION))

    # --- stack ---

    def push(self, *nodes: Node) -> None:
        """Push nodes; the first one comes next."""
        self.stack = (*self.stack, *reversed(nodes))
