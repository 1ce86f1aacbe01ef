"""Exchanges through cards, once or at any time."""

import msgspec

from odin_solver.components import TILES
from odin_solver.game.actions.exchange import remove_ship
from odin_solver.game.actions.spaces import usable_with
from odin_solver.game.kernel.cards import AnytimeEffect, Deal, card
from odin_solver.game.kernel.items import gain, missing, pay, room_for
from odin_solver.game.kernel.moves import SKIP, GiveShip, MakeDeal, Move, Pairs, parse_items
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_list
from odin_solver.support.language import say, say_number


def deal(pays: str, takes: str) -> Deal:
    """Parse a deal such as ``deal("flax=2 silver=1", "linen=2")``."""
    return tuple(parse_items(pays).items()), tuple(parse_items(takes).items())


def at_price(item: str, silver: int = 0) -> Deal:
    """Return the deal of silver for an item."""
    return (("silver", silver),), ((item, 1),)


def why_no_deal(state: State, each: Deal) -> str | None:
    """Return why a deal is not possible; None if it is."""
    pays, takes = map(dict, each)
    return missing(state, pays) or room_for(state, takes)


def make_deal(state: State, each: Deal) -> None:
    """Make a deal."""
    pays, takes = map(dict, each)
    pay(state, pays, "card")
    gain(state, takes, "swap" if pays else "card")


class Deals(Decision, frozen=True, tag=True):
    """Exchange items through a card.

    Attributes
    ----------
    left
        Number of deals that may still be made.
    optional
        Whether the player may skip it.
    space
        Space whose action is still to come and has to stay possible.
    """

    deals: tuple[Deal, ...]
    left: int = 1
    optional: bool = True
    space: str = ""

    def question(self, state: State) -> str:
        offer = say("choose an exchange") if len(self.deals) > 1 else _offer(*self.deals[0])
        if self.left == 1:
            return offer
        return say_number(
            "{offer} (up to {n} time)", "{offer} (up to {n} times)", self.left, offer=offer
        )

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [
            MakeDeal(*each) for each in self.deals if self._is_possible(state, each)
        ]
        return [*found, SKIP] if self.optional else found

    def _is_possible(self, state: State, each: Deal) -> bool:
        if why_no_deal(state, each):
            return False
        pays, takes = map(dict, each)
        change = {name: -count for name, count in pays.items()} | takes
        return not self.space or usable_with(state, self.space, change)

    def do(self, state: State, move: Move) -> None:
        if not isinstance(move, MakeDeal):
            return
        if self.left > 1:
            state.push(msgspec.structs.replace(self, left=self.left - 1))
        make_deal(state, (move.pays, move.takes))


def _offer(pays: Pairs, takes: Pairs) -> str:
    if not pays:
        return say("take {takes}?", takes=plain_list(takes))
    return say("exchange {pays} for {takes}?", pays=plain_list(pays), takes=plain_list(takes))


class Swap(GameStep, frozen=True, tag=True):
    """A deal as a step, for `Offer` and `Either`."""

    deal: Deal

    def blocked(self, state: State) -> str | None:
        return why_no_deal(state, self.deal)

    def run(self, state: State) -> None:
        if not self.blocked(state):
            make_deal(state, self.deal)


class ShipDeal(Decision, frozen=True, tag=True):
    """Exchange a ship; ore on it is lost.

    Attributes
    ----------
    pays, takes
        Other items spent, and items gained.
    """

    ship: str
    pays: Pairs
    takes: Pairs

    def question(self, state: State) -> str:
        return say(
            "exchange {pays} for {takes}? (ore on it is lost)",
            pays=plain_list(((self.ship, 1), *self.pays)),
            takes=plain_list(self.takes),
        )

    def moves(self, state: State) -> list[Move]:
        loads = state.boats if self.ship == "whaling_boat" else state.longships
        if why_no_deal(state, (self.pays, self.takes)):
            return [SKIP]
        return [*(GiveShip(self.ship, ore) for ore in sorted(set(loads))), SKIP]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, GiveShip):
            remove_ship(state, self.ship, move.ore)
            make_deal(state, (self.pays, self.takes))


class FixedDeals(AnytimeEffect):
    """The anytime effect: make one of some deals."""


def exchanging(*deals: Deal) -> FixedDeals:
    """The anytime effect: make one of these deals."""

    def moves(state: State) -> list[Move]:
        return [MakeDeal(*each) for each in deals if why_no_deal(state, each) is None]

    def do(state: State, move: Move) -> None:
        assert isinstance(move, MakeDeal)
        make_deal(state, (move.pays, move.takes))

    def why_not(state: State) -> str:
        reasons = dict.fromkeys(filter(None, (why_no_deal(state, each) for each in deals)))
        return "; ".join([*reasons][:3])

    return FixedDeals(moves, do, why_not, deals)


def exchanges(number: int, *deals: Deal) -> None:
    """Add a card whose only effect is a choice of deals at any time."""
    card(number, anytime=exchanging(*deals))


GOODS = tuple(each.id for each in TILES.values() if each.kind == "good")


def one_for_one(gives: str, takes: str, count: int = 1) -> Deal:
    """Return the deal of `count` of an item for as many of another."""
    return ((gives, count),), ((takes, count),)
