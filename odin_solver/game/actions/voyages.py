"""Exploring, emigrating, special sales, forging (rules, 3.3 and 4)."""

from typing import ClassVar

from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import BANQUET_TABLE, TRACKS
from odin_solver.game.actions.dice import longships
from odin_solver.game.actions.exchange import remove_ship
from odin_solver.game.kernel.cards import emit, modified
from odin_solver.game.kernel.events import BoardExplored, ShipEmigrated
from odin_solver.game.kernel.items import alternatives, can_pay, gain, missing, pay
from odin_solver.game.kernel.moves import (
    DONE,
    BuySpecial,
    EmigrateWith,
    ExploreBoard,
    ForgeTile,
    Move,
)
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.rules import EmigrationPrice, SalePrice
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_name
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import say, say_number


class Explore(Decision, frozen=True, tag=True):
    """Take an exploration board with the silver on it."""

    space: str

    def question(self, state: State) -> str:
        return say("which board?")

    def moves(self, state: State) -> list[Move]:
        return [
            ExploreBoard(each.board)
            for each in state.exploration
            if BOARDS[each.board].action == self.space and _reaches(state, each.board)
        ]

    def blocked(self, state: State) -> str | None:
        boards = [
            each.board for each in state.exploration if BOARDS[each.board].action == self.space
        ]
        if not boards:
            return say("no board is left to be explored from here")
        if self.moves(state):
            return None
        ships = {ship for each in boards for ship in BOARDS[each].ships}
        return say("it needs a {ships}", ships=alternatives(map(plain_name, sorted(ships))))

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, ExploreBoard)
        name = move.board
        taken = next(each for each in state.exploration if each.board == name)
        state.exploration = tuple(each for each in state.exploration if each is not taken)
        state.boards = (*state.boards, BoardState(BOARDS[name]))
        gain(state, {"silver": taken.silver} if taken.silver else {}, "exploration")
        emit(state, BoardExplored(name))


def _reaches(state: State, board: str) -> bool:
    ships = BOARDS[board].ships
    return any(state.ships(ship) for ship in ships) or (
        "longship" in ships and longships(state) > 0
    )


class Emigrate(Decision, frozen=True, tag=True):
    """Turn a large ship over onto the banquet table.

    Attributes
    ----------
    cheaper
        Reduction of the price, if a card allows the emigration.
    """

    cheaper: int = 0

    def question(self, state: State) -> str:
        return say("emigrate for {price} silver with", price=self._price(state))

    def moves(self, state: State) -> list[Move]:
        if self.blocked(state):
            return []
        return [
            *([EmigrateWith("knarr")] if state.knarrs else []),
            *(EmigrateWith("longship", ore) for ore in sorted(set(state.longships))),
        ]

    def blocked(self, state: State) -> str | None:
        if not state.knarrs and not state.longships:
            return say("it needs a knarr or a longship")
        if table_cells(state) < BANQUET_TABLE.ship_covers:
            return say("the banquet table has no room for another ship")
        return missing(state, {"silver": self._price(state)})

    def _price(self, state: State) -> int:
        space = "" if self.cheaper else state.space
        return max(0, price_of_emigration(state, space) - self.cheaper)

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, EmigrateWith)
        pay(state, {"silver": self._price(state)})
        remove_ship(state, move.ship, move.ore)
        state.emigrated = (*state.emigrated, move.ship)
        emit(state, ShipEmigrated(move.ship))


def price_of_emigration(state: State, space: str) -> int:
    """Silver: the number of the round (rules, 4); the space is empty if a card allows it."""
    return max(0, modified(state, EmigrationPrice(space), state.round))


def table_cells(state: State) -> int:
    """Return the open cells of the banquet table in this round (rules, 3.9)."""
    track = TRACKS[state.options.length].rounds[state.round - 1]
    return track.open_cells - BANQUET_TABLE.ship_covers * len(state.emigrated)


class SpecialSale(Decision, frozen=True, tag=True):
    """Buy special tiles at their price."""

    left: int
    bought: int = 0

    def question(self, state: State) -> str:
        return say_number("buy up to {n} special tile", "buy up to {n} special tiles", self.left)

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [
            BuySpecial(name)
            for name in TILES
            if name in state.specials
            and TILES[name].price is not None
            and can_pay(state, {"silver": sale_price(state, name)})
        ]
        return [*found, DONE] if self.bought else found

    def blocked(self, state: State) -> str | None:
        if not state.knarrs:
            return say("it needs a {ships}", ships=plain_name("knarr"))
        if not self.moves(state):
            return say("no special tile is affordable")
        return None

    def do(self, state: State, move: Move) -> None:
        if not isinstance(move, BuySpecial):
            return
        name = move.tile
        price = sale_price(state, name)
        if price:
            pay(state, {"silver": price})
        gain(state, {name: 1}, "sale")
        if self.left > 1:
            state.push(SpecialSale(self.left - 1, self.bought + 1))


def sale_price(state: State, name: str) -> int:
    """Return the price of a special tile in a special sale."""
    return modified(state, SalePrice(), TILES[name].price or 0)


class Forge(Decision, frozen=True, tag=True):
    """Pay ore for jewelry or a special tile with tongs."""

    compulsory: ClassVar[bool] = True

    def question(self, state: State) -> str:
        return say("forge")

    def moves(self, state: State) -> list[Move]:
        if self.blocked(state):
            return []
        return [
            ForgeTile(tile.id)
            for tile in TILES.values()
            if tile.tongs and (tile.kind == "good" or tile.id in state.specials)
        ]

    def blocked(self, state: State) -> str | None:
        return missing(state, {"ore": 1})

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, ForgeTile)
        pay(state, {"ore": 1})
        gain(state, {move.tile: 1}, "action")
