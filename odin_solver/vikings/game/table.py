"""The table: players, wheel, stacks and bag; what moves make of them (Vikings, 2 to 5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, get_args

from odin_solver.errors import InputError
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.game.moves import Bid, MoveColour, RowFerry, TakePair, VikingsMove
from odin_solver.vikings.parts import (
    BUILDINGS,
    FIGURES,
    ROUNDS,
    ROWS,
    SAILS,
    SCORING,
    SETUP,
    SPECIALS,
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
from odin_solver.vikings.rules.ferrying import ferried, plans
from odin_solver.vikings.rules.laying import legal_cells, ship_columns
from odin_solver.vikings.rules.scoring import ScoringPart, final_scoring, scored
from odin_solver.vikings.rules.wheel import (
    earns_special,
    filled,
    paid,
    price,
    special_choices,
    takeable,
    taken,
    with_building,
    with_colour,
)
from odin_solver.vikings.words import figure_name

START_TILE = IslandTile("S")

ExpertPart = Literal["auction", "colours", "ferry", "specials"]
EXPERT_PARTS: tuple[ExpertPart, ...] = get_args(ExpertPart)
"""Parts of the expert game, each of which may be played alone (Vikings, 5)."""

FACE_UP = 4
"""Special tiles that lie face up when a round begins."""

Phase = Literal["bid", "return", "place", "take", "ferry"]


class RefusedMove(InputError):
    """A move that the rules forbid."""


@dataclass(frozen=True)
class Auction:
    """The auction of the start player.

    Attributes
    ----------
    waiting
        Players who have not passed, the next to speak first.
    amount, bidder
        Highest bid, and whose it is.
    """

    waiting: tuple[int, ...]
    amount: int = 0
    bidder: int | None = None


@dataclass(frozen=True)
class Table:
    """A game at one moment.

    Attributes
    ----------
    round, start
        Round, and the player who begins it.
    turn
        Number of decisions so far, beginning with 0 at the colours and at the pairs.
    stacks
        Tiles of the rounds to come.
    bag
        Figures not drawn yet, in the order in which they will be.
    drawn
        Figures drawn that do not lie at the wheel yet.
    specials
        Special tiles that lie face down.
    discarded
        Tiles that could not be laid.
    scorings
        The last scorings of each player.
    seed
        Of what is left to chance: where in the bag a figure goes that is returned.
    """

    players: tuple[VikingsPosition, ...]
    round: int = 1
    start: int = 0
    wheel: Wheel = field(default_factory=Wheel)
    turn: int = 0
    stacks: tuple[tuple[IslandTile | Sail, ...], ...] = ()
    bag: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    auction: Auction | None = None
    specials: tuple[str, ...] = ()
    discarded: tuple[IslandTile, ...] = ()
    expert: frozenset[ExpertPart] = frozenset()
    scorings: tuple[tuple[ScoringPart, ...], ...] = ()
    seed: int = 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.round > ROUNDS

    @property
    def phase(self) -> Phase:
        """What is decided next."""
        if self.auction is not None:
            return "bid"
        if self.drawn:
            return "return" if len(self.drawn) > SETUP.positions else "place"
        return "take" if self.wheel.pairs else "ferry"

    @property
    def player(self) -> int:
        """Player who decides next."""
        if self.auction is not None:
            return self.auction.waiting[0]
        return (self.start + self.turn) % len(self.players)

    @property
    def now(self) -> VikingsPosition:
        """What the player has who decides next."""
        return self.players[self.player]

    def dealt(self) -> "Table":
        """Return the table at the beginning of its round (Vikings, 2 and 5)."""
        count = SETUP.positions + ("colours" in self.expert)
        open_ = self.wheel.specials
        new = FACE_UP - len(open_) if self.specials else 0
        table = replace(
            self,
            bag=self.bag[count:],
            drawn=self.bag[:count],
            wheel=Wheel(specials=(*open_, *self.specials[:new])),
            specials=self.specials[new:],
            turn=0,
        )
        if "auction" not in self.expert:
            return table._filled()
        players = len(self.players)
        order = tuple((self.start + n) % players for n in range(players))
        return replace(table, auction=Auction(order))

    def _filled(self) -> "Table":
        """Return the table with tiles at the wheel, unless a figure is to be returned before."""
        if len(self.drawn) > SETUP.positions:
            return self
        by_colours = "colours" in self.expert
        wheel = filled(self.stacks[0], [""] * SETUP.positions if by_colours else self.drawn)
        return replace(
            self,
            stacks=self.stacks[1:],
            wheel=replace(wheel, specials=self.wheel.specials),
            drawn=self.drawn if by_colours else (),
        )

    def after(self, move: VikingsMove) -> "Table":
        """Return the table after a move; after the last one of a round it is scored and dealt.

        Raises
        ------
        RefusedMove
            If the rules forbid it.
        """
        phase = self.phase
        match move:
            case TakePair() if phase == "take":
                return self._taken(move)
            case RowFerry() if phase == "ferry":
                return self._with_now(_rowed(self.now, move))._next()
            case Bid() if phase == "bid":
                return self._bid(move.amount)
            case MoveColour() if phase == ("return" if move.back else "place"):
                return self._moved(move)
        raise RefusedMove.said("expected {phase}, got {got!r}", phase=phase, got=f"{move}")

    def _with_now(self, now: VikingsPosition) -> "Table":
        at = self.player
        return replace(self, players=(*self.players[:at], now, *self.players[at + 1 :]))

    def _taken(self, move: TakePair) -> "Table":
        now, wheel = self.now, self.wheel
        if move.at not in takeable(wheel, now.gold, now.vp):
            if move.at not in wheel.pairs:
                raise RefusedMove.said("there is no pair at position {n}", n=move.at)
            if move.at == wheel.zero:
                raise RefusedMove.said("not now: other pairs of its colour remain")
            cost = price(wheel, move.at)
            raise RefusedMove.said("too dear: it costs {n}, more than you have", n=cost)
        pair = wheel.pairs[move.at]
        after = paid(now, price(wheel, move.at))
        if now.start_tile != (move.start is not None):
            raise RefusedMove.said("the start tile is laid with the first tile")
        after, laid = with_pair(after, pair.tile, pair.figure, move)
        discarded = self.discarded
        if not laid and isinstance(pair.tile, IslandTile):
            discarded = (*discarded, pair.tile)
        left = wheel.specials
        if move.special:
            choices = dict(specials_brought(wheel, move.at, after))
            if move.special not in choices:
                raise RefusedMove.said("no special tile {name} is taken there", name=move.special)
            after = choices[move.special]
            at = left.index(move.special.split()[0])
            left = left[:at] + left[at + 1 :]
        wheel = replace(taken(wheel, move.at), specials=left)
        return replace(self._with_now(after), wheel=wheel, discarded=discarded)._next()

    def _next(self) -> "Table":
        ferrying = len(self.players) if self.round in SCORING.large_rounds else 0
        table = replace(self, turn=self.turn + 1)
        return table._scored() if table.turn == SETUP.positions + ferrying else table

    def _bid(self, amount: int) -> "Table":
        auction = self.auction
        assert auction is not None
        speaker, *others = auction.waiting
        if amount:
            if not auction.amount < amount <= self.now.gold + max(0, self.now.vp):
                raise RefusedMove.said(
                    "expected a bid from {least} to {most}, or pass",
                    least=auction.amount + 1,
                    most=self.now.gold + max(0, self.now.vp),
                )
            auction = Auction((*others, speaker), amount, speaker)
        else:
            auction = replace(auction, waiting=tuple(others))
        table = replace(self, auction=auction)
        if auction.waiting and auction.waiting != (auction.bidder,):
            return table
        if auction.bidder is not None:
            table = table._with_now(paid(table.now, auction.amount))
            table = replace(table, start=auction.bidder)
        return replace(table, auction=None)._filled()

    def _moved(self, move: MoveColour) -> "Table":
        drawn = list(self.drawn)
        if move.figure not in drawn:
            raise RefusedMove.said(
                "no {figure} was drawn or is left", figure=figure_name(move.figure)
            )
        if move.back:
            drawn.remove(move.figure)
            at = Random(f"vikings {self.seed} {self.round}").randint(0, len(self.bag))
            bag = (*self.bag[:at], move.figure, *self.bag[at:])
            return replace(self, drawn=tuple(drawn), bag=bag)._filled()
        left = tuple(each for each in drawn if each != move.figure)
        wheel = with_colour(self.wheel, move.figure, len(drawn) - len(left))
        return replace(self, drawn=left, wheel=wheel, turn=self.turn + 1 if left else 0)

    def _scored(self) -> "Table":
        after = min(ROUNDS, self.round + 1)
        both = [scored(now) for now in self.players]
        players = tuple(replace(now, round=after) for _, now in both)
        # With an auction, the start player stays who it was until another one is found.
        start = (self.start + ("auction" not in self.expert)) % len(self.players)
        table = replace(
            self,
            players=players,
            round=self.round + 1,
            start=start,
            turn=0,
            scorings=tuple((part,) for part, _ in both),
        )
        return table._ended() if table.over else table.dealt()

    def _ended(self) -> "Table":
        ends = [final_scoring(with_rivals(at, self.players)) for at in range(len(self.players))]
        players = tuple(
            replace(now, gold=now.gold + end.gold, vp=now.vp + end.vp)
            for now, end in zip(self.players, ends, strict=True)
        )
        scorings = tuple((*parts, end) for parts, end in zip(self.scorings, ends, strict=True))
        return replace(self, players=players, scorings=scorings)

    def winners(self) -> list[int]:
        """Return the players with most points, then most gold."""
        best = max((player.vp, player.gold) for player in self.players)
        return [n for n, player in enumerate(self.players) if (player.vp, player.gold) == best]


def specials_brought(
    wheel: Wheel, at: int, after: VikingsPosition
) -> list[tuple[str, VikingsPosition]]:
    """Return the special tiles that a pair brings, and the position with each (Vikings, 5).

    Parameters
    ----------
    after
        The position after the pair was placed.
    """
    if not wheel.specials or not earns_special(wheel, at):
        return []
    return [
        (f"{name} {place}".strip(), chosen)
        for name in dict.fromkeys(wheel.specials)
        for place, chosen in special_choices(after, name)
    ]


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


def new_table(
    players: int,
    seed: int,
    ship_values: Mapping[Sail, ShipValue],
    expert: frozenset[ExpertPart] = frozenset(),
) -> Table:
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
        rules=VikingsRules(expert_ferry="ferry" in expert),
    )
    for sail in SAILS:
        begin.ship_value(sail)
    rng = Random(f"vikings {seed}")
    deck: list[IslandTile | Sail] = [*island_deck(TILES["S"].start_tiles).elements()]
    deck += [sail for sail in SAILS for _ in range(PRINTED_COUNTS[sail])]
    rng.shuffle(deck)
    bag = [code for code, figure in FIGURES.items() for _ in range(figure.count)]
    draws: list[str] = []
    for _ in range(ROUNDS):
        rng.shuffle(bag)
        draws += [bag.pop() for _ in range(SETUP.positions)]
    specials = [each.id for each in SPECIALS.values() for _ in range(each.count)]
    rng.shuffle(specials)
    return Table(
        players=(begin,) * players,
        stacks=tuple(
            tuple(deck[at : at + SETUP.positions]) for at in range(0, len(deck), SETUP.positions)
        ),
        bag=(*draws, *bag),
        specials=tuple(specials) if "specials" in expert else (),
        expert=expert,
        seed=seed,
    ).dealt()
