"""How everything that is built in a phase is paid, as a part of the linear model."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import product

from odin_solver.graenaland import parts
from odin_solver.graenaland.model.candidates import BuildCandidate
from odin_solver.graenaland.model.tree import PhaseTree
from odin_solver.graenaland.rules import building
from odin_solver.linear.model import Var

Pairing = tuple[int, BuildCandidate, str, str]
"""A supply card with both symbols spent on an item: its number, and what the symbols pay."""


class PhasePayments:
    """Variables and rules of how everything that is built in a phase is paid.

    Cards, single symbols, and markets that could be used before the phase pay any item, so they
    are not told apart by item. Only the rest is: both symbols of a supply card go to one item, a
    market pays only what is built after it, and gifts pay only the joint public work.

    Parameters
    ----------
    tree, at
        The phases, and the number of this one.
    supply
        Supply cards that may be spent.
    most
        Most resource cards at hand.

    Attributes
    ----------
    recipes
        Recipe by item.
    cards
        Needed resource and the own card that pays it.
    gifts
        The same, for cards of others.
    singles
        Supply card and what one of its symbols pays.
    pairs
        Supply cards with both symbols.
    whole
        Supply cards spent at a market.
    early, late, ordered
        Uses of markets: usable before the phase; for items that come after all markets; for one
        of the others.
    early_units, late_units, ordered_units
        What these uses pay.
    exchanged
        Resource cards spent at markets.
    tolls
        Resource cards for players behind palisades, by first village.
    needs
        Resources that items need.
    paid, bound
        What pays each resource: of any item, and only of one.
    """

    def __init__(
        self, tree: PhaseTree, at: int, supply: Sequence[parts.SupplyCard], most: int
    ) -> None:
        self._tree, self._at, self._supply = tree, at, supply
        self._position, self._linear, self._built = tree.position, tree.linear, tree.built[at]
        self.recipes: dict[BuildCandidate, dict[str, Var]] = {}
        self.cards: dict[tuple[str, str], Var] = {}
        self.gifts: dict[tuple[str, str], Var] = {}
        self.singles: dict[tuple[int, str], Var] = {}
        self.pairs: dict[Pairing, Var] = {}
        self.whole: dict[int, Var] = {}
        self.early: dict[str, Var] = {}
        self.late: dict[str, Var] = {}
        self.ordered: dict[tuple[str, BuildCandidate], Var] = {}
        self.early_units: dict[str, Var] = {}
        self.late_units: dict[str, Var] = {}
        self.ordered_units: dict[tuple[BuildCandidate, str], Var] = {}
        self.exchanged: dict[str, Var] = {}
        self.tolls: dict[tuple[BuildCandidate, str], Var] = {}
        add = self._linear.add_variable
        needs = self.needs = {item: self._needs(item) for item in self._tree.items}
        total: dict[str, Counter[Var]] = {unit: Counter() for unit in parts.RESOURCES}
        for need in needs.values():
            for unit, terms in need.items():
                total[unit].update(terms)
        units = [unit for unit in parts.RESOURCES if total[unit]]
        paid: dict[str, Counter[Var]] = {unit: Counter() for unit in units}
        for unit in units:
            for card in (unit, parts.WILD) if unit != parts.WILD else (parts.WILD,):
                self.cards[unit, card] = add(most)
                paid[unit][self.cards[unit, card]] = 1
        bound: dict[BuildCandidate, dict[str, Counter[Var]]] = {
            item: {unit: Counter() for unit in need} for item, need in needs.items()
        }
        self.paid, self.bound = paid, bound
        self._add_gifts()
        self._add_supply()
        if self._position.mode != "guest":
            self._add_markets()
        for unit in units:
            paid[unit].subtract(total[unit])
            self._tree.add(paid[unit], lower=0, upper=0)
        for item, need in needs.items():
            for unit, terms in need.items():
                if bound[item][unit]:
                    self._tree.at_most(bound[item][unit], terms, 0)
        for item in self._tree.items:
            self._add_toll(item)

    def spending(self, card: str) -> dict[Var, int]:
        """Return how many cards of a resource leave the hand."""
        terms = {var: 1 for (_, spent), var in self.cards.items() if spent == card}
        terms |= {var: 1 for (_, spent), var in self.tolls.items() if spent == card}
        if card in self.exchanged:
            terms[self.exchanged[card]] = 1
        return terms

    def spending_supply(self, number: int) -> dict[Var, int]:
        """Return whether a supply card is spent."""
        terms = {var: 1 for (of, _), var in self.singles.items() if of == number}
        terms |= {var: 1 for (of, *_), var in self.pairs.items() if of == number}
        if number in self.whole:
            terms[self.whole[number]] = 1
        return terms

    def costs(self, item: building.BuildItem) -> dict[str, parts.Cost]:
        """Return the costs of an item by recipe."""
        profile, state = self._position.profile, self._position.tiles.get(item.tile)
        if state is None:
            costs: dict[str, parts.Cost] = {"": parts.ARMY_WITHOUT_FORT}
            for terrain in {s.printed.terrain for s in self._position.tiles.values()}:
                extra = profile.fort_extra(terrain)
                if extra is not None and (self._forts(terrain) or self._own_forts(terrain)):
                    costs[terrain] = Counter([*parts.ARMY_WITH_FORT, extra])
            return costs
        if item.kind == parts.VILLAGE:
            return {"": state.printed.village or {}}
        if item.kind in parts.BUILDINGS:
            return {"": profile.buildings[item.kind]}
        own = state.printed.yield_cost if item.kind == parts.YIELD else None
        return {"": own or profile.works[item.kind]}

    def _forts(self, terrain: str) -> list[BuildCandidate]:
        tiles = self._position.tiles
        forts = self._tree.of_kinds(parts.FORT)
        return [each for each in forts if tiles[each.item.tile].printed.terrain == terrain]

    def _own_forts(self, terrain: str) -> int:
        return sum(
            state.buildings.get(parts.FORT) == self._position.me
            for state in self._position.tiles.values()
            if state.printed.terrain == terrain
        )

    def _needs(self, item: BuildCandidate) -> dict[str, dict[Var, int]]:
        built, costs = self._built[item], self.costs(item.item)
        recipes = self.recipes[item] = dict.fromkeys(costs, built)
        if len(costs) > 1:
            recipes.update({name: self._linear.add_variable() for name in costs})
            self._tree.add({**dict.fromkeys(recipes.values(), 1), built: -1}, lower=0, upper=0)
            self._need_forts(recipes)
        return {
            unit: {recipes[name]: cost[unit] for name, cost in costs.items() if cost.get(unit)}
            for unit in parts.RESOURCES
            if any(cost.get(unit) for cost in costs.values())
        }

    def _need_forts(self, recipes: Mapping[str, Var]) -> None:
        until = self._at if self._position.options.new_fort else self._tree.nodes[self._at].parent
        for terrain, recipe in recipes.items():
            if terrain and not self._own_forts(terrain):
                self._tree.at_most({recipe: 1}, self._tree.on_path(until, self._forts(terrain)), 0)

    def _add_gifts(self) -> None:
        """Cards that others promised pay only the joint public work, in the first phase."""
        joint, parent = self._position.joint, self._tree.nodes[self._at].parent
        if joint is None or self._position.mode != "main" or parent is not None:
            return
        item = BuildCandidate(building.BuildItem(joint.kind, joint.tile))
        given: defaultdict[str, list[Var]] = defaultdict(list)
        for unit, uses in self.bound.get(item, {}).items():
            for card in sorted({unit, parts.WILD} & set(joint.cards)):
                gift = self.gifts[unit, card] = self._linear.add_variable(joint.cards[card])
                self.paid[unit][gift] = uses[gift] = 1
                given[card].append(gift)
        for card, gifts in given.items():
            self._tree.add(dict.fromkeys(gifts, 1), upper=joint.cards[card])

    def _add_supply(self) -> None:
        """One symbol of a supply card pays any item; both pay resources of the same item."""
        paid = self.paid
        for number, card in enumerate(self._supply):
            sides = [sorted(self._payable(symbol) & paid.keys()) for symbol in card]
            for unit in sorted({*sides[0], *sides[1]}):
                single = self.singles[number, unit] = self._linear.add_variable()
                paid[unit][single] = 1
            both = {(min(pair), max(pair)) for pair in product(*sides)}
            for item, need in self.needs.items():
                for first, second in sorted(both):
                    twice = first == second and max(need.get(first, {0: 0}).values()) < 2
                    if twice or not {first, second} <= need.keys():
                        continue
                    pair = self.pairs[number, item, first, second] = self._linear.add_variable()
                    for unit in (first, second):
                        paid[unit][pair] += 1
                        self.bound[item][unit][pair] += 1

    def _payable(self, symbol: str) -> set[str]:
        """Return what a symbol of a supply card may pay."""
        wild = symbol == parts.WILD and self._position.options.wild_symbol
        return set(parts.RESOURCES) if wild else {symbol}

    def _add_markets(self) -> None:
        """At each market, once, another card or a whole supply card pays one resource."""
        add = self._linear.add_variable
        for tile in self._position.tiles:
            self._use_market(tile)
        uses = [*self.early.values(), *self.late.values(), *self.ordered.values()]
        if not uses:
            return
        most = len(self._position.tiles)
        self.exchanged = {card: add(most) for card in parts.RESOURCES}
        self.whole = {number: add() for number in range(len(self._supply))}
        spent = dict.fromkeys([*self.exchanged.values(), *self.whole.values()], 1)
        self._tree.add({**spent, **dict.fromkeys(uses, -1)}, lower=0, upper=0)
        paid = self.paid
        if self.early:
            self.early_units = {unit: add(most) for unit in paid}
            self._pay_by_markets(self.early.values(), self.early_units, paid)
        if self.late:
            self.late_units = {unit: add(most) for unit in paid}
            self._pay_by_markets(self.late.values(), self.late_units, paid)
            self._only_late(self._tree.order[self._at])
        for item in self._tree.order[self._at]:
            markets = [use for (_, of), use in self.ordered.items() if of == item]
            if not markets:
                continue
            units = {unit: add(len(markets)) for unit in self.needs[item]}
            self._pay_by_markets(markets, units, paid)
            for unit, var in units.items():
                self.ordered_units[item, unit] = var
                self.bound[item][unit][var] = 1

    def _pay_by_markets(
        self, uses: Iterable[Var], units: Mapping[str, Var], paid: Mapping[str, Counter[Var]]
    ) -> None:
        self._tree.add({**dict.fromkeys(units.values(), 1), **dict.fromkeys(uses, -1)}, 0, 0)
        for unit, var in units.items():
            paid[unit][var] = 1

    def _only_late(self, order: Container[BuildCandidate]) -> None:
        """Late uses of markets pay no item that has a place in the order."""
        for unit, var in self.late_units.items():
            needed: Counter[Var] = Counter()
            taken: Counter[Var] = Counter({var: 1})
            for item, need in self.needs.items():
                if item not in order and unit in need:
                    needed.update(need[unit])
                    taken.update(self.bound[item][unit])
            self._tree.at_most(taken, needed, 0)

    def _use_market(self, tile: str) -> None:
        """A market is used once, and only after it and an own settlement are there."""
        add = self._linear.add_variable
        market = BuildCandidate(building.BuildItem(parts.MARKET, tile))
        opening = self._tree.opening(tile)
        has_market = parts.MARKET in self._position.tiles[tile].works
        if not has_market and market not in self._built:
            return
        if not self._tree.settled(tile) and not opening:
            return
        needed = [*([] if has_market else [market]), *opening]
        parent = self._tree.nodes[self._at].parent
        uses = []
        if not needed or parent is not None:
            early = self.early[tile] = add()
            uses.append(early)
            for each in needed:
                self._tree.at_most({early: 1}, self._tree.on_path(parent, [each]), 0)
        if needed:
            late = self.late[tile] = add()
            uses.append(late)
            for each in needed:
                self._tree.at_most({late: 1}, self._tree.on_path(self._at, [each]), 0)
        for item in self._tree.order[self._at] if needed else ():
            if item in needed:
                continue
            use = self.ordered[tile, item] = add()
            uses.append(use)
            self._tree.at_most({use: 1}, {self._built[item]: 1}, 0)
            for each in needed:
                self._tree.at_most({use: 1}, self._tree.on_path(self._at, [each]), 0)
                self._tree.before(self._at, each, item, [use])
        self._linear.add_at_most_one(uses)

    def _add_toll(self, item: BuildCandidate) -> None:
        """The first village behind a palisade costs a card for everybody settled there."""
        if item.item.kind != parts.VILLAGE or item not in self._tree.opening(item.item.tile):
            return
        state = self._position.tiles[item.item.tile]
        count = sum(state.settlements(player) > 0 for player in self._position.players)
        if parts.PALISADE not in state.works or not count:
            return
        toll = {card: self._linear.add_variable(count) for card in parts.RESOURCES}
        self.tolls.update({(item, card): var for card, var in toll.items()})
        built = self._built[item]
        self._tree.add({**dict.fromkeys(toll.values(), 1), built: -count}, lower=0, upper=0)
