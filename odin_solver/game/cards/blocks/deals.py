"""Exchanges through cards, once or at any time."""

import msgspec

from odin_solver.components import TILES
from odin_solver.game.actions.exchange import Pairs, remove_ship
from odin_solver.game.actions.spaces import usable_with
from odin_solver.game.kernel.events import AnytimeEffect, Card
from odin_solver.game.kernel.items import gain, items_text, missing, parse_items, pay, room_for
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.state import State

Deal = tuple[Pairs, Pairs]
"""What goes, and what comes for it."""


def deal(pays: str, takes: str) -> Deal:
    """A deal written as ``deal("flax=2 silver=1", "linen=2")``."""
    return tuple(parse_items(pays).items()), tuple(parse_items(takes).items())


def deal_words(each: Deal) -> str:
    """A deal as ``flax=2 silver=1 for linen=2``."""
    return " for ".join(items_text(dict(side)) for side in each)


def why_no_deal(state: State, each: Deal) -> str | None:
    """Why a deal is not possible; None if it is."""
    pays, takes = map(dict, each)
    return missing(state, pays) or room_for(state, takes)


def strike(state: State, each: Deal) -> None:
    """Make a deal."""
    pays, takes = map(dict, each)
    pay(state, pays, "card")
    gain(state, takes, "card")


class Deals(Decision, frozen=True, tag=True):
    """Exchange things through a card.

    Attributes
    ----------
    deals
        The deals to choose from.
    left
        How often.
    optional
        Whether the player may do without.
    space
        A space whose action is still to come: it has to stay possible.
    """

    deals: tuple[Deal, ...]
    left: int = 1
    optional: bool = True
    space: str = ""

    def question(self, state: State) -> str:
        offer = (
            f"{_deal_move(self.deals[0])}?" if len(self.deals) == 1 else "one of these exchanges"
        )
        return f"{offer} (up to {self.left} times)" if self.left > 1 else offer

    def moves(self, state: State) -> list[str]:
        found = [_deal_move(each) for each in self.deals if self._is_possible(state, each)]
        return [*found, "skip"] if self.optional else found

    def _is_possible(self, state: State, each: Deal) -> bool:
        if why_no_deal(state, each):
            return False
        pays, takes = map(dict, each)
        change = {name: -count for name, count in pays.items()} | takes
        return not self.space or usable_with(state, self.space, change)

    def do(self, state: State, move: str) -> None:
        if move == "skip":
            return
        if self.left > 1:
            state.push(msgspec.structs.replace(self, left=self.left - 1))
        strike(state, next(each for each in self.deals if _deal_move(each) == move))


def _deal_move(each: Deal) -> str:
    pays, takes = each
    return f"exchange {deal_words(each)}" if pays else f"take {items_text(dict(takes))}"


class Swap(GameStep, frozen=True, tag=True):
    """A deal as a step, for `Offer` and `Either`."""

    deal: Deal

    def blocked(self, state: State) -> str | None:
        return why_no_deal(state, self.deal)

    def run(self, state: State) -> None:
        if not self.blocked(state):
            strike(state, self.deal)


class ShipDeal(Decision, frozen=True, tag=True):
    """Give a ship away for something; ore on it is lost.

    Attributes
    ----------
    ship
        What kind of ship.
    pays, takes
        What else goes, and what comes.
    """

    ship: str
    pays: Pairs
    takes: Pairs

    def question(self, state: State) -> str:
        return f"give a {self.ship} away for {items_text(dict(self.takes))}? (ore on it is lost)"

    def moves(self, state: State) -> list[str]:
        loads = state.boats if self.ship == "whaling_boat" else state.longships
        if why_no_deal(state, (self.pays, self.takes)):
            return ["skip"]
        return [*(f"exchange {self.ship} ore={ore}" for ore in sorted(set(loads))), "skip"]

    def do(self, state: State, move: str) -> None:
        if move != "skip":
            remove_ship(state, self.ship, int(move.rpartition("=")[2]))
            strike(state, (self.pays, self.takes))


def exchanging(*deals: Deal) -> AnytimeEffect:
    """Deals that can be made at any time."""
    by_words = {deal_words(each): each for each in deals}

    def moves(state: State) -> list[str]:
        return [name for name, each in by_words.items() if why_no_deal(state, each) is None]

    def why_not(state: State) -> str:
        reasons = dict.fromkeys(filter(None, (why_no_deal(state, each) for each in deals)))
        return "; ".join([*reasons][:3])

    return AnytimeEffect(moves, lambda state, name: strike(state, by_words[name]), why_not)


def exchanges(number: int, title: str, *deals: Deal) -> Card:
    """A card with deals that can be made at any time, and no more."""
    return Card(number, title, anytime=exchanging(*deals))


GOODS = tuple(each.id for each in TILES.values() if each.kind == "good")


def one_for_one(gives: str, takes: str, count: int = 1) -> Deal:
    """A deal of so many of a thing for as many of another one."""
    return ((gives, count),), ((takes, count),)
