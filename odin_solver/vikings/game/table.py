"""The table: players, wheel, stacks and bag; the moves that change them (Vikings, 2 to 4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.parts import (
    BUILDINGS,
    FIGURES,
    ROUNDS,
    ROWS,
    SAILS,
    SCORING,
    SETUP,
    TILES,
    Cell,
    Sail,
    ShipValue,
    cell_name,
)
from odin_solver.vikings.position import (
    PRINTED_COUNTS,
    Rivals,
    VikingsPosition,
    VikingsRules,
    Wheel,
)
from odin_solver.vikings.rules.ferrying import FerryPlan, ferried, plans
from odin_solver.vikings.rules.laying import legal_cells, ship_columns
from odin_solver.vikings.rules.scoring import final_scoring, scored
from odin_solver.vikings.rules.wheel import filled, paid, price, takeable, taken, with_building
from odin_solver.vikings.words import figure_name

START_TILE = IslandTile("S")


@dataclass(frozen=True)
class TakePair:
    """Take a pair and place it.

    Attributes
    ----------
    at
        Position on the wheel.
    cell
        Cell of an island tile; None for a ship, or if no cell is legal.
    column
        Column of a ship.
    stand
        Whether the figure stands on the tile.
    start
        Cell of the start tile, with the first tile.
    """

    at: int
    cell: Cell | None = None
    column: int | None = None
    stand: bool = False
    start: Cell | None = None

    def __str__(self) -> str:
        words = [f"take {self.at}"]
        if self.cell is not None:
            words.append(f"tile {cell_name(self.cell)}")
        if self.column is not None:
            words.append(f"ship {self.column}")
        if self.start is not None:
            words.append(f"start {cell_name(self.start)}")
        if self.stand:
            words.append("stand")
        return " ".join(words)

    @property
    def place(self) -> str:
        """Where the tile or ship lies in words, and whether the figure stands there."""
        parts = []
        if self.cell is not None:
            parts.append(say("tile {cell}", cell=cell_name(self.cell)))
        if self.column is not None:
            parts.append(say("ship in column {n}", n=self.column))
        if self.start is not None:
            parts.append(say("start tile {cell}", cell=cell_name(self.start)))
        if self.stand:
            parts.append(say("figure stands"))
        return ", ".join(parts) or say("mainland, tile discarded")


@dataclass(frozen=True)
class RowFerry:
    """Use boatsmen before a large scoring."""

    plan: FerryPlan
    cells: frozenset[Cell]

    def __str__(self) -> str:
        words = ["ferry"]
        if self.plan.whole:
            words.append(f"all {''.join(ROWS[row] for row in self.plan.whole)}")
        if self.plan.rounds_of_one:
            words.append(f"each {self.plan.rounds_of_one}")
        if any(self.plan.singles):
            words.append(f"single {''.join(map(str, self.plan.singles))}")
        if self.cells:
            words.append(f"to {' '.join(map(cell_name, sorted(self.cells)))}")
        return " ".join(words)


VikingsMove = TakePair | RowFerry


class RefusedMove(InputError):
    """A move that the rules forbid."""


@dataclass
class Table:
    """A game at one moment.

    Attributes
    ----------
    round, start
        Round, and the player who began it.
    turn
        Number of decisions of the round so far: first the pairs, then the ferrying.
    stacks
        Tiles of the rounds to come.
    bag
        Figures not drawn yet.
    discarded
        Tiles that could not be laid.
    """

    players: list[VikingsPosition]
    round: int = 1
    start: int = 0
    wheel: Wheel = field(default_factory=Wheel)
    turn: int = 0
    stacks: list[list[IslandTile | Sail]] = field(default_factory=list)
    bag: list[str] = field(default_factory=list)
    discarded: list[IslandTile] = field(default_factory=list)
    rng: Random = field(default_factory=lambda: Random(0))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.round > ROUNDS

    @property
    def player(self) -> int:
        """Player who decides next."""
        return (self.start + self.turn) % len(self.players)

    @property
    def is_ferrying(self) -> bool:
        """Whether the next decision is about boatsmen."""
        return not self.wheel.pairs

    def deal(self) -> None:
        """Fill the wheel for the round (Vikings, 2)."""
        self.rng.shuffle(self.bag)
        figures = [self.bag.pop() for _ in range(SETUP.positions)]
        self.wheel = filled(self.stacks.pop(0), "".join(figures))
        self.turn = 0

    def apply(self, move: VikingsMove) -> None:
        """Make a move; after the last one of a round, score it and deal the next."""
        now = self.players[self.player]
        if isinstance(move, TakePair):
            if self.is_ferrying:
                raise RefusedMove.said("expected a ferrying, got a pair")
            self.players[self.player] = self._bought(now, move)
            self.wheel = taken(self.wheel, move.at)
        else:
            if not self.is_ferrying:
                raise RefusedMove.said("expected a pair, got a ferrying")
            self.players[self.player] = _rowed(now, move)
        self.turn += 1
        ferrying = len(self.players) if self.round in SCORING.large_rounds else 0
        if self.turn == SETUP.positions + ferrying:
            self._score()

    def _bought(self, now: VikingsPosition, move: TakePair) -> VikingsPosition:
        if move.at not in takeable(self.wheel, now.gold, now.vp):
            raise RefusedMove.said("the pair at position {n} cannot be taken", n=move.at)
        pair = self.wheel.pairs[move.at]
        after = paid(now, price(self.wheel, move.at))
        if now.start_tile != (move.start is not None):
            raise RefusedMove.said("the start tile is laid with the first tile")
        after, laid = with_pair(after, pair.tile, pair.figure, move)
        if not laid and isinstance(pair.tile, IslandTile):
            self.discarded.append(pair.tile)
        return after

    def _score(self) -> None:
        after = min(ROUNDS, self.round + 1)
        self.players = [replace(scored(now)[1], round=after) for now in self.players]
        self.round += 1
        self.start = (self.start + 1) % len(self.players)
        self.turn = 0
        if self.over:
            self._end()
        else:
            self.deal()

    def _end(self) -> None:
        ends = [final_scoring(with_rivals(at, self.players)) for at in range(len(self.players))]
        self.players = [
            replace(now, gold=now.gold + end.gold, vp=now.vp + end.vp)
            for now, end in zip(self.players, ends, strict=True)
        ]

    def winners(self) -> list[int]:
        """Return the players with most points, then most gold."""
        best = max((player.vp, player.gold) for player in self.players)
        return [n for n, player in enumerate(self.players) if (player.vp, player.gold) == best]


def with_rivals(number: int, players: Sequence[VikingsPosition]) -> VikingsPosition:
    """Return a player's position with the best values of the others."""
    others = [player for at, player in enumerate(players) if at != number]
    islands = [[len(island) for island in other.area.closed_islands()] for other in others]
    return replace(
        players[number],
        rivals=Rivals(
            max(other.boatsmen + other.special("boatsman_final") for other in others),
            max(map(len, islands)),
            max(max(lengths, default=0) for lengths in islands),
        ),
    )


def with_pair(
    now: VikingsPosition, tile: IslandTile | Sail, figure: str, move: TakePair
) -> tuple[VikingsPosition, bool]:
    """Return a position after placing a pair, and whether its tile was laid (Vikings, 3)."""
    area, rules = now.area, now.rules
    if move.start is not None:
        area = _laid(area, START_TILE, move.start, rules)
    laid = True
    if not isinstance(tile, IslandTile):
        if move.column not in ship_columns(area.ships) or move.cell is not None:
            raise RefusedMove.said("the ship cannot lie in column {n}", n=move.column)
        area = replace(area, ships={**area.ships, move.column: tile})
    elif move.cell is not None:
        area = _laid(area, tile, move.cell, rules)
    else:
        laid = False
        if legal_cells(area, tile, rules):
            raise RefusedMove.said("the tile can be laid")
    mainland = now.mainland
    if move.stand:
        if not isinstance(tile, IslandTile) or move.cell is None or ROWS[move.cell[0]] != figure:
            raise RefusedMove.said("the {figure} cannot stand there", figure=figure_name(figure))
        area = replace(area, figures=area.figures | {move.cell})
    else:
        mainland = {**mainland, figure: mainland.get(figure, 0) + 1}
    now = replace(now, area=area, mainland=mainland, start_tile=False)
    return (now if move.cell is None else with_building(now, move.cell)), laid


def _laid(area: Archipelago, tile: IslandTile, cell: Cell, rules: VikingsRules) -> Archipelago:
    if cell not in legal_cells(area, tile, rules):
        raise RefusedMove.said("{tile} cannot lie on {cell}", tile=tile, cell=cell_name(cell))
    return replace(area, tiles={**area.tiles, cell: tile})


def _rowed(now: VikingsPosition, move: RowFerry) -> VikingsPosition:
    counts = tuple(sum(cell[0] == row for cell in move.cells) for row in range(len(ROWS)))
    free = {cell for row in range(len(ROWS)) for cell in now.area.free_cells(row)}
    if not move.cells <= free or (move.plan, counts) not in set(plans(now)):
        raise RefusedMove.said("the boatsmen cannot do that")
    return ferried(now, move.plan, move.cells)


def island_deck(start_tiles: int) -> Counter[IslandTile]:
    """Count the island tiles apart from some start tiles."""
    deck = Counter({IslandTile("S"): TILES["S"].count - start_tiles})
    deck[IslandTile("E")] = TILES["E"].count
    for building in BUILDINGS:
        deck[IslandTile("M", building)] = TILES["M"].count // len(BUILDINGS)
    return deck


def new_table(players: int, seed: int, ship_values: Mapping[Sail, ShipValue]) -> Table:
    """Set up a game (Vikings, 1).

    Raises
    ------
    InputError
        If the value of a ship is missing.
    """
    begin = VikingsPosition(
        vp=SETUP.vp,
        gold=SETUP.gold[str(players)],
        round=1,
        players=players,
        start_tile=True,
        ship_values=ship_values,
    )
    for sail in SAILS:
        begin.ship_value(sail)
    rng = Random(f"vikings {seed}")
    deck: list[IslandTile | Sail] = [*island_deck(TILES["S"].start_tiles).elements()]
    deck += [sail for sail in SAILS for _ in range(PRINTED_COUNTS[sail])]
    rng.shuffle(deck)
    table = Table(
        players=[begin] * players,
        stacks=[deck[at : at + SETUP.positions] for at in range(0, len(deck), SETUP.positions)],
        bag=[code for code, figure in FIGURES.items() for _ in range(figure.count)],
        rng=rng,
    )
    table.deal()
    return table
