"""Spaces and Vikings: what may be used in which round, and what it gives (rules, 3, 4 and 7).

What a space does is read from the engine's own list (`odin_solver.game.actions.spaces.EFFECTS`);
every kind of effect has a function here that states it.
"""

from collections.abc import Callable, Mapping

from odin_solver.components import TILES
from odin_solver.components.spaces import SPACES
from odin_solver.game.actions import dice, exchange, mountains, spaces, voyages
from odin_solver.game.actions.occupations import PlayOccupations
from odin_solver.game.kernel.chance import DrawOccupations, DrawWeapons
from odin_solver.game.kernel.state import Node
from odin_solver.planner.model import rolls, sea
from odin_solver.planner.model.draft import Draft, Expr, draw_weapons
from odin_solver.planner.model.hills import Hills


class Actions:
    """States what all spaces do in all rounds.

    Parameters
    ----------
    draft
        The model.
    hills
        Takes the picks from mountain strips, the upgrades and the trades.
    ships
        Takes the ore that counts in whaling and pillaging.
    """

    def __init__(self, draft: Draft, hills: Hills, ships: sea.Ships) -> None:
        self._draft = draft
        self._hills = hills
        self._ships = ships

    def state_spaces(self) -> None:
        """Which spaces are used: each once a round, and not in two rounds running."""
        draft, state = self._draft, self._draft.state
        used_now = {name for name, _ in state.placed}
        standing = {name for name, vikings in state.placed if vikings}
        for r in draft.rounds:
            needed: list[Expr] = []
            for name, space in SPACES.items():
                x = draft.use[name, r] = draft.flag(f"use {name} {r}")
                needed.append(space.vikings * x)
                blocked = state.blocked | used_now if r == draft.now else standing
                if (r <= draft.now + 1 and name in blocked) or self._is_idle(name):
                    draft.require(x == 0)
                if r > draft.now:
                    draft.require(x + draft.use[name, r - 1] <= 1)
                for node in spaces.EFFECTS[name]:
                    self.effect(name, node, x, r)
            vikings = state.vikings if r == draft.now else draft.round(r).vikings
            returned = [
                dice.ACTIONS[action].returned * draft.failed[name, r]
                for name, action in rolls.DICE_SPACES.items()
            ]
            draft.require(sum(needed) - sum(returned) <= vikings)

    def _is_idle(self, name: str) -> bool:
        """Whether a space is of no use because there are no occupations."""
        cards = self._draft.state.hand or self._draft.state.deck
        return not cards and any(
            isinstance(node, PlayOccupations) and not node.optional for node in spaces.EFFECTS[name]
        )

    def effect(self, name: str, node: Node, x: Expr, r: int) -> None:
        """One effect of a space, which happens if x is 1."""
        stated = self._STATED.get(type(node))
        if stated is None:
            raise NotImplementedError(f"{name}: {node}")
        stated(self, name, node, x, r)

    def _exchange(self, name: str, node: exchange.Exchange, x: Expr, r: int) -> None:
        for thing, count in node.pays:
            self._draft.pay(r, thing, count * x)
        for thing, count in node.takes:
            self._draft.gain(r, thing, count * x)
        for each in node.then:
            self.effect(name, each, x, r)

    def _either(self, name: str, node: exchange.Either, x: Expr, r: int) -> None:
        chosen = []
        for label, nodes in node.options:
            one = self._draft.flag(f"{name}: {label} {r}")
            chosen.append(one)
            self._draft.detail(r, f"{name}: {label}", one)
            for each in nodes:
                self.effect(name, each, one, r)
        self._draft.require(sum(chosen) == x)

    def _offer(self, name: str, node: exchange.Offer, x: Expr, r: int) -> None:
        one = self._draft.flag(f"{name}: {node.label} {r}")
        self._draft.require(one <= x)
        self._draft.detail(r, f"{name}: {node.label}", one)
        for each in node.nodes:
            self.effect(name, each, one, r)

    def _per_animal(self, name: str, node: exchange.PerAnimal, x: Expr, r: int) -> None:
        count = self._draft.number(f"{name}: {node.product} {r}", node.most)
        self._draft.require(count <= node.most * x)
        self._draft.need(r, count, node.animal)
        self._draft.gain(r, node.product, count)

    def _if_animal(self, name: str, node: exchange.IfAnimal, x: Expr, r: int) -> None:
        one = self._draft.flag(f"{name}: {node.animal} {r}")
        self._draft.require(one <= x)
        self._draft.need(r, one, node.animal)
        for thing, count in node.takes:
            self._draft.gain(r, thing, count * one)

    def _mountain(self, name: str, node: mountains.Mountain, x: Expr, r: int) -> None:
        self._hills.picks[r].append((node.counts, x))

    def _upgrade(self, name: str, node: mountains.Upgrade, x: Expr, r: int) -> None:
        self._hills.upgrades[r, node.times].append(node.goods * x)

    def _trade(self, name: str, node: mountains.Trade, x: Expr, r: int) -> None:
        self._hills.trades[r].append(x)

    def _needs_knarr(self, name: str, node: spaces.NeedsKnarr, x: Expr, r: int) -> None:
        self._draft.need(r, x, "knarr")

    def _needs_longships(self, name: str, node: spaces.NeedsLongships, x: Expr, r: int) -> None:
        self._draft.need(r, node.count * x, "longship")

    def _dice(self, name: str, node: dice.Dice, x: Expr, r: int) -> None:
        if dice.ACTIONS[node.action].high:
            rolls.state_high(self._draft, self._ships, name, x, r)
        else:
            rolls.state_low(self._draft, name, x, r)

    def _sail(self, name: str, node: dice.Sail, x: Expr, r: int) -> None:
        rolls.state_whaling(self._draft, self._ships, name, node.most, x, r)

    def _special_sale(self, name: str, node: voyages.SpecialSale, x: Expr, r: int) -> None:
        self._draft.need(r, x, "knarr")
        bought = []
        for tile in self._draft.specials:
            price = TILES[tile].price
            if price is not None:
                one = self._draft.flag(f"{name}: {tile} {r}")
                bought.append(one)
                self._draft.pay(r, "silver", price * one)
                self._draft.gain(r, tile, one)
                self._draft.detail(r, f"{name}: {tile}", one)
        self._draft.require(sum(bought) <= node.left * x)

    def _forge(self, name: str, node: voyages.Forge, x: Expr, r: int) -> None:
        self._draft.pay(r, "ore", x)
        tiles = [tile for tile in rolls.lootable(self._draft) if TILES[tile].tongs]
        rolls.state_choice(self._draft, name, tiles, x, r)

    def _explore(self, name: str, node: voyages.Explore, x: Expr, r: int) -> None:
        """Stated for all spaces together: see `odin_solver.planner.model.sea`."""

    def _emigrate(self, name: str, node: Node, x: Expr, r: int) -> None:
        sea.state_emigration(self._draft, name, x, r)
        if isinstance(node, spaces.EmigrateAfterExchange):
            one = self._draft.flag(f"{name}: exchange {r}")
            self._draft.require(one <= x)
            self._draft.pay(r, "whaling_boat", one)
            self._draft.gain(r, "knarr", one)
            self._draft.detail(r, f"{name}: exchange whaling_boat", one)

    def _occupations(self, name: str, node: Node, x: Expr, r: int) -> None:
        """What occupations do is no part of the model."""

    def _draw_weapons(self, name: str, node: DrawWeapons, x: Expr, r: int) -> None:
        draw_weapons(self._draft, r, node.count, x, name)

    _STATED: Mapping[type[Node], Callable[..., None]] = {
        exchange.Exchange: _exchange,
        exchange.Either: _either,
        exchange.Offer: _offer,
        exchange.PerAnimal: _per_animal,
        exchange.IfAnimal: _if_animal,
        mountains.Mountain: _mountain,
        mountains.Upgrade: _upgrade,
        mountains.Trade: _trade,
        spaces.NeedsKnarr: _needs_knarr,
        spaces.NeedsLongships: _needs_longships,
        dice.Dice: _dice,
        dice.Sail: _sail,
        voyages.SpecialSale: _special_sale,
        voyages.Forge: _forge,
        voyages.Explore: _explore,
        voyages.Emigrate: _emigrate,
        spaces.EmigrateAfterExchange: _emigrate,
        PlayOccupations: _occupations,
        DrawOccupations: _occupations,
        DrawWeapons: _draw_weapons,
    }
