"""Spaces and Vikings (rules, 3, 4 and 7).

The effects of a space are those of the engine (`odin_solver.game.actions.spaces.EFFECTS`); each
type of effect has a method here that adds its constraints.
"""

from collections.abc import Callable, Mapping

from odin_solver.components import TILES
from odin_solver.components.spaces import SPACES
from odin_solver.game.actions import dice, exchange, mountains, spaces, voyages
from odin_solver.game.actions.occupations import PlayOccupations
from odin_solver.game.kernel.chance import DrawOccupations, DrawWeapons
from odin_solver.game.kernel.state import Node
from odin_solver.planner.model import rolls
from odin_solver.planner.model.builder import Expr, ModelBuilder, draw_weapons
from odin_solver.planner.model.mountains import MountainConstraints
from odin_solver.planner.model.ships import Ships, add_emigration
from odin_solver.planner.model.variables import Var


class SpaceConstraints:
    """Constraints of all spaces in all rounds.

    Parameters
    ----------
    builder
        The model.
    strips
        Collects picks from mountain strips, upgrades and trades.
    ships
        Collects the ore that counts in whaling and pillaging.
    """

    def __init__(self, builder: ModelBuilder, strips: MountainConstraints, ships: Ships) -> None:
        self._builder = builder
        self._strips = strips
        self._ships = ships

    def add_spaces(self) -> None:
        """A space is used at most once a round, and not in two successive rounds."""
        builder, state = self._builder, self._builder.state
        standing = {name for name, vikings in state.placed if vikings}
        for r in builder.rounds:
            needed: list[Expr] = []
            for name, space in SPACES.items():
                x = builder.use[name, r] = builder.boolean(Var.USED(r, name))
                needed.append(space.vikings * x)
                blocked = state.blocked | standing if r == builder.now else standing
                if (r <= builder.now + 1 and name in blocked) or self._is_idle(name):
                    builder.require(x == 0)
                if r > builder.now:
                    builder.require(x + builder.use[name, r - 1] <= 1)
                for node in spaces.EFFECTS[name]:
                    self.effect(name, node, x, r)
            vikings = state.vikings if r == builder.now else builder.round(r).vikings
            returned = [
                dice.ACTIONS[action].returned * builder.failed[name, r]
                for name, action in rolls.DICE_SPACES.items()
            ]
            builder.require(sum(needed) - sum(returned) <= vikings)

    def _is_idle(self, name: str) -> bool:
        """Whether a space has no effect without occupations."""
        cards = self._builder.state.hand or self._builder.state.deck
        return not cards and any(
            isinstance(node, PlayOccupations) and not node.optional for node in spaces.EFFECTS[name]
        )

    def effect(self, name: str, node: Node, x: Expr, r: int) -> None:
        """Add an effect of a space, which applies if x is 1."""
        add = self._EFFECTS.get(type(node))
        if add is None:
            raise NotImplementedError(f"{name}: {node}")
        add(self, name, node, x, r)

    def _exchange(self, name: str, node: exchange.Exchange, x: Expr, r: int) -> None:
        for item, count in node.pays:
            self._builder.spend(r, item, count * x)
        for item, count in node.takes:
            self._builder.gain(r, item, count * x)
        for effect in node.then:
            self.effect(name, effect, x, r)

    def _either(self, name: str, node: exchange.Either, x: Expr, r: int) -> None:
        chosen = []
        for label, nodes in node.options:
            key = Var.CHOSEN(r, name, label)
            one = self._builder.boolean(key)
            chosen.append(one)
            self._builder.detail(key, one)
            for effect in nodes:
                self.effect(name, effect, one, r)
        self._builder.require(sum(chosen) == x)

    def _offer(self, name: str, node: exchange.Offer, x: Expr, r: int) -> None:
        key = Var.CHOSEN(r, name, node.label)
        one = self._builder.boolean(key)
        self._builder.require(one <= x)
        self._builder.detail(key, one)
        for effect in node.nodes:
            self.effect(name, effect, one, r)

    def _per_animal(self, name: str, node: exchange.PerAnimal, x: Expr, r: int) -> None:
        count = self._builder.integer(Var.CHOSEN(r, name, node.product), node.most)
        self._builder.require(count <= node.most * x)
        self._builder.need(r, count, node.animal)
        self._builder.gain(r, node.product, count)

    def _if_animal(self, name: str, node: exchange.IfAnimal, x: Expr, r: int) -> None:
        one = self._builder.boolean(Var.CHOSEN(r, name, node.animal))
        self._builder.require(one <= x)
        self._builder.need(r, one, node.animal)
        for item, count in node.takes:
            self._builder.gain(r, item, count * one)

    def _mountain(self, name: str, node: mountains.Mountain, x: Expr, r: int) -> None:
        self._strips.picks[r].append((node.counts, x))

    def _upgrade(self, name: str, node: mountains.Upgrade, x: Expr, r: int) -> None:
        self._strips.upgrades[r, node.times].append(node.goods * x)

    def _trade(self, name: str, node: mountains.Trade, x: Expr, r: int) -> None:
        self._strips.trades[r].append(x)

    def _needs_knarr(self, name: str, node: spaces.NeedsKnarr, x: Expr, r: int) -> None:
        self._builder.need(r, x, "knarr")

    def _needs_longships(self, name: str, node: spaces.NeedsLongships, x: Expr, r: int) -> None:
        self._builder.need(r, node.count * x, "longship")

    def _dice(self, name: str, node: dice.Dice, x: Expr, r: int) -> None:
        if dice.ACTIONS[node.action].high:
            rolls.add_high(self._builder, self._ships, name, x, r)
        else:
            rolls.add_low(self._builder, name, x, r)

    def _sail(self, name: str, node: dice.Sail, x: Expr, r: int) -> None:
        rolls.add_whaling(self._builder, self._ships, name, node.most, x, r)

    def _special_sale(self, name: str, node: voyages.SpecialSale, x: Expr, r: int) -> None:
        self._builder.need(r, x, "knarr")
        bought = []
        for tile in self._builder.specials:
            price = TILES[tile].price
            if price is not None:
                key = Var.CHOSEN(r, name, tile)
                one = self._builder.boolean(key)
                bought.append(one)
                self._builder.spend(r, "silver", price * one)
                self._builder.gain(r, tile, one)
                self._builder.detail(key, one)
        self._builder.require(sum(bought) <= node.left * x)

    def _forge(self, name: str, node: voyages.Forge, x: Expr, r: int) -> None:
        self._builder.spend(r, "ore", x)
        tiles = [tile for tile in rolls.lootable(self._builder) if TILES[tile].tongs]
        rolls.gain_one(self._builder, name, tiles, x, r)

    def _explore(self, name: str, node: voyages.Explore, x: Expr, r: int) -> None:
        """Added for all spaces together: see `Voyages`."""

    def _emigrate(self, name: str, node: Node, x: Expr, r: int) -> None:
        add_emigration(self._builder, name, x, r)
        if isinstance(node, spaces.EmigrateAfterExchange):
            one = self._builder.boolean(Var.CHOSEN(r, name, "exchange"))
            self._builder.require(one <= x)
            self._builder.spend(r, "whaling_boat", one)
            self._builder.gain(r, "knarr", one)
            self._builder.detail(Var.CHOSEN(r, name, "exchange whaling_boat"), one)

    def _occupations(self, name: str, node: Node, x: Expr, r: int) -> None:
        """Occupations are not part of the model."""

    def _draw_weapons(self, name: str, node: DrawWeapons, x: Expr, r: int) -> None:
        draw_weapons(self._builder, r, node.count, x, name)

    _EFFECTS: Mapping[type[Node], Callable[..., None]] = {
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
