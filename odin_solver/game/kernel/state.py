"""The state of a solo game: everything that lies on the table, and what is to be done next."""

import copy
from typing import ClassVar

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.strips import StripItem
from odin_solver.rules.banquet import Serving
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Mask
from odin_solver.rules.position import ROUNDS, GameLength

THIS_ACTION = "action "
"""What cards remember under keys that begin like this is about the action under way."""


class Node(msgspec.Struct, frozen=True, tag=True):
    """Something that is to be done; its fields hold all that it needs to know.

    Attributes
    ----------
    compulsory
        Whether nothing may be spent that it needs, as long as it is still to come.
    """

    compulsory: ClassVar[bool] = False

    def blocked(self, state: "State") -> str | None:
        """Return why nothing of this can be done now; None if something can."""
        return None


class Options(msgspec.Struct, frozen=True):
    """What the players agree on before the game.

    Attributes
    ----------
    length
        Long (7 rounds) or short (6 rounds).
    islands, harvest
        Whether the boards of the mini expansions are in the game (rules, 8).
    cards
        Numbers of the occupations in the game; none for a game without.
    starting
        ``random``, ``choose``, or the number of the starting occupation.
    """

    length: GameLength = "long"
    islands: bool = False
    harvest: bool = False
    cards: frozenset[int] = frozenset()
    starting: str | int = "random"


class Exploration(msgspec.Struct, frozen=True):
    """An exploration board that nobody has, with the silver lying on it."""

    board: str
    silver: int = 0


ANIMALS = ("sheep", "pregnant_sheep", "cattle", "pregnant_cattle")
"""Animals in the stables, as keys of the supply."""


class State(msgspec.Struct):
    """A solo game at a moment.

    States are values: `odin_solver.game.apply` copies one before it changes anything. Only the
    nodes of the game change a state, and only the copy that they are given.

    Attributes
    ----------
    options
        What was agreed on.
    round, phase
        The round from 1, and the name of its phase.
    vikings
        Vikings in the Thing square.
    placed
        Spaces used in this round with the Vikings that stand there.
    blocked
        Spaces where the Vikings of the round before still stand (rules, 7).
    supply
        Goods, silver, wood, stone, ore, weapon cards, special tiles, and the animals in the
        stables (`ANIMALS`); only what there is at least one of.
    boats
        Ore on each whaling boat, without the printed one; sorted.
    knarrs
        Number of knarrs in the bay.
    longships
        Ore on each longship; sorted.
    emigrated
        Ships turned over, in this order.
    boards
        Home board, exploration boards and buildings, in the order in which they were taken.
    table
        What was served at the last feast, until it is cleared away.
    penalties
        Thing penalties.
    final_income
        Silver noted on the score sheet instead of being paid out (rules, 6).
    strips
        Mountain strips that lie open: the items left on each.
    hidden_strips
        Numbers of the strips that have not been seen.
    exploration
        Exploration boards that nobody has.
    specials
        Special tiles that nobody has.
    weapons, discards
        Weapon cards in the draw pile and in the discard pile.
    hand, played
        Occupations.
    deck
        Dark occupations that have not been seen.
    starting_deck
        Starting occupations that may still be drawn.
    memory
        What cards have to remember, by card and key.
    space
        The action space that is being used; empty between actions.
    gained, spent
        What the action has given and cost so far.
    stack
        What is to be done, the next thing last: the rest of the action and of the round.
    """

    options: Options
    round: int = 0
    phase: str = ""
    vikings: int = 0
    placed: tuple[tuple[str, int], ...] = ()
    blocked: frozenset[str] = frozenset()
    supply: dict[str, int] = {}
    boats: tuple[int, ...] = ()
    knarrs: int = 0
    longships: tuple[int, ...] = ()
    emigrated: tuple[str, ...] = ()
    boards: tuple[BoardState, ...] = ()
    table: tuple[Serving, ...] = ()
    penalties: int = 0
    final_income: int = 0
    strips: tuple[tuple[StripItem, ...], ...] = ()
    hidden_strips: tuple[int, ...] = ()
    exploration: tuple[Exploration, ...] = ()
    specials: frozenset[str] = frozenset()
    weapons: tuple[tuple[str, int], ...] = ()
    discards: tuple[tuple[str, int], ...] = ()
    hand: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    starting_deck: tuple[int, ...] = ()
    memory: tuple[tuple[str, int], ...] = ()
    space: str = ""
    gained: tuple[tuple[str, int], ...] = ()
    spent: tuple[tuple[str, int], ...] = ()
    stack: tuple[Node, ...] = ()

    def copy(self) -> "State":
        """A state that can be changed without changing this one."""
        other = copy.copy(self)
        other.supply = self.supply.copy()
        return other

    def __hash__(self) -> int:
        return hash(
            (
                self.round,
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

    # --- what there is ---

    def has(self, thing: str) -> int:
        """How many of a thing are in the supply or the stables."""
        return self.supply.get(thing, 0)

    def add(self, name: str, count: int) -> None:
        """Change a number in the supply."""
        left = self.supply.get(name, 0) + count
        if left:
            self.supply[name] = left
        else:
            self.supply.pop(name, None)

    def animals(self, kind: str) -> int:
        """Sheep or cattle in the stables, pregnant ones included."""
        return self.has(kind) + self.has(f"pregnant_{kind}")

    def ships(self, kind: str) -> int:
        """Ships of a kind in the bay."""
        if kind == "whaling_boat":
            return len(self.boats)
        return self.knarrs if kind == "knarr" else len(self.longships)

    def free_berths(self, kind: str) -> int:
        """Berths in which a ship of a kind finds room (rules, 2)."""
        size = SHIPS[kind].size
        taken = len(self.boats) if size == "small" else self.knarrs + len(self.longships)
        return BAY.berths(size) - taken

    def buildings(self, kind: str) -> int:
        """Buildings of a kind that the player has."""
        return sum(each.id == kind for each in self.boards)

    def buildings_left(self, kind: str) -> int:
        """Buildings of a kind that can still be built (rules, 2)."""
        return BOARDS[kind].copies - self.buildings(kind)

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
        """Whether nothing is left to be done."""
        return not self.stack

    def lay(self, at: int, tile: str, cells: Mask) -> None:
        """Lay a tile on a board, where it is legal."""
        boards = self.boards
        self.boards = (*boards[:at], boards[at].laid(TILES[tile], cells), *boards[at + 1 :])

    def remembers(self, key: str) -> int:
        """What a card remembers, 0 at first."""
        return dict(self.memory).get(key, 0)

    def remember(self, key: str, number: int) -> None:
        """Let a card remember a number; 0 forgets."""
        known = dict(self.memory) | {key: number}
        self.memory = tuple(sorted((name, each) for name, each in known.items() if each))

    @property
    def action_memory(self) -> tuple[tuple[str, int], ...]:
        """What cards remember of the action under way."""
        return tuple(each for each in self.memory if each[0].startswith(THIS_ACTION))

    def forget_action(self) -> None:
        """Let the cards forget what they remember of an action."""
        if self.memory:
            self.memory = tuple(each for each in self.memory if not each[0].startswith(THIS_ACTION))

    # --- what is to be done ---

    def push(self, *nodes: Node) -> None:
        """Put something before all that is still to be done; the first one comes first."""
        self.stack = (*self.stack, *reversed(nodes))
