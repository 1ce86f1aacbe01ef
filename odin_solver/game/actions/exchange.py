"""Paying and taking: production, building, crafting, markets (rules, 4)."""

from typing import ClassVar

from odin_solver.components import BOARDS
from odin_solver.components.ships import SHIPS
from odin_solver.game.kernel.cards import emit, modified
from odin_solver.game.kernel.events import ItemBuilt
from odin_solver.game.kernel.items import gain, missing, pay, room_for
from odin_solver.game.kernel.moves import SKIP, GiveShip, Move, Pairs, parse
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.rules import ActionCost
from odin_solver.game.kernel.state import Node, State
from odin_solver.names.printed import plain_name
from odin_solver.support.language import say


def pairs(**counts: int) -> Pairs:
    """Return items as pairs."""
    return tuple(counts.items())


class Exchange(GameStep, frozen=True, tag=True):
    """Pay items and take others."""

    compulsory: ClassVar[bool] = True

    pays: Pairs = ()
    takes: Pairs = ()
    then: tuple[Node, ...] = ()

    def blocked(self, state: State) -> str | None:
        return missing(state, self.cost(state)) or room_for(state, dict(self.takes))

    def cost(self, state: State) -> dict[str, int]:
        """Return the price as the cards modify it."""
        return modified(state, ActionCost(state.space), dict(self.pays))

    def run(self, state: State) -> None:
        if self.blocked(state):
            return  # something done in between has made it impossible
        pay(state, self.cost(state))
        gain(state, dict(self.takes), "action")
        for name, _ in self.takes:
            if name in SHIPS or name in BOARDS:
                emit(state, ItemBuilt(name))
        state.push(*self.then)


class Offer(Decision, frozen=True, tag=True):
    """An offer that the player may take or leave.

    Attributes
    ----------
    label
        Text of the move that takes it; ``skip`` leaves it.
    nodes
        What it does.
    """

    label: str
    nodes: tuple[Node, ...]

    def question(self, state: State) -> str:
        return f"{self.label}?"

    def moves(self, state: State) -> list[Move]:
        possible = all(each.blocked(state) is None for each in self.nodes)
        return [parse(self.label), SKIP] if possible else [SKIP]

    def do(self, state: State, move: Move) -> None:
        if move != SKIP:
            state.push(*self.nodes)


class Either(Decision, frozen=True, tag=True):
    """A choice of exactly one option."""

    options: tuple[tuple[str, tuple[Node, ...]], ...]

    def question(self, state: State) -> str:
        return say("one of these")

    def moves(self, state: State) -> list[Move]:
        return [
            parse(label)
            for label, nodes in self.options
            if all(each.blocked(state) is None for each in nodes)
        ]

    def blocked(self, state: State) -> str | None:
        if self.moves(state):
            return None
        reasons = (each.blocked(state) for _, nodes in self.options for each in nodes)
        return next(reason for reason in reasons if reason)

    def do(self, state: State, move: Move) -> None:
        state.push(*dict(self.options)[str(move)])


class PerAnimal(GameStep, frozen=True, tag=True):
    """Gain a product for every animal of a kind, up to a number."""

    product: str
    animal: str
    most: int = 3

    def blocked(self, state: State) -> str | None:
        if state.animals(self.animal):
            return None
        return say("there is no {animal} in the stables", animal=plain_name(self.animal))

    def run(self, state: State) -> None:
        gain(state, {self.product: min(self.most, state.animals(self.animal))}, "action")


class IfAnimal(GameStep, frozen=True, tag=True):
    """Gain items if there is an animal of a kind."""

    animal: str
    takes: Pairs

    def run(self, state: State) -> None:
        if state.animals(self.animal):
            gain(state, dict(self.takes), "action")


class TakeShip(GameStep, frozen=True, tag=True):
    """Exchange a ship for another one; ore on it is lost (rules, 4)."""

    gives: str
    takes: str
    ore: int = 0

    def blocked(self, state: State) -> str | None:
        if not state.ships(self.gives):
            return say("there is no {item}", item=plain_name(self.gives))
        return room_for(state, {self.takes: 1})

    def run(self, state: State) -> None:
        if self.blocked(state):
            return
        remove_ship(state, self.gives, self.ore)
        gain(state, {self.takes: 1}, "action")


class BoatToKnarr(Decision, frozen=True, tag=True):
    """Exchange a whaling boat for a knarr, or leave it."""

    def question(self, state: State) -> str:
        return say("exchange a whaling boat for a knarr? (ore on it is lost)")

    def moves(self, state: State) -> list[Move]:
        *_, emigrate, _ = state.stack
        found: list[Move] = []
        with_knarr = state.copy()
        with_knarr.knarrs += 1
        if not room_for(state, {"knarr": 1}) and not emigrate.blocked(with_knarr):
            found += [GiveShip("whaling_boat", ore) for ore in sorted(set(state.boats))]
        return found if emigrate.blocked(state) else [*found, SKIP]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, GiveShip):
            TakeShip("whaling_boat", "knarr", move.ore).run(state)


def remove_ship(state: State, kind: str, ore: int = 0) -> None:
    """Remove a ship with so much ore, printed ore aside, from the bay."""
    if kind == "knarr":
        state.knarrs -= 1
    elif kind == "longship":
        state.longships = _without(state.longships, ore)
    else:
        state.boats = _without(state.boats, ore)


def _without(loads: tuple[int, ...], ore: int) -> tuple[int, ...]:
    at = loads.index(ore)
    return loads[:at] + loads[at + 1 :]
