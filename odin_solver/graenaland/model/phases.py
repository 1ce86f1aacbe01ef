"""Building phases as a linear model: candidates, orders, payments.

The phases form a tree: a phase is followed by one or several others, which differ in what is gained
in between. A single phase is a tree of one node. The rules of `odin_solver.graenaland.rules` are
stated here again, independently.

Only the first village on a tile and a new market have consequences for the order within a phase:
everything else can be built after them, and the army last. So only these have a variable for their
place in the order.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from odin_solver.graenaland import parts
from odin_solver.graenaland.model.candidates import BuildCandidate
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules import building
from odin_solver.linear.model import LinearModel, Var

Values = Callable[[Var], int]
"""A solution: the value of each variable."""

_SETTLEMENTS = (parts.VILLAGE, *parts.BUILDINGS)

LAYERS = {parts.VILLAGE: 0, parts.MARKET: 0, **dict.fromkeys(parts.BUILDINGS, 1), parts.ARMY: 3}
"""Order of kinds among items that have no variable for it; public works are in between."""


@dataclass(frozen=True)
class PhaseNode:
    """A building phase: the one before it, and what is gained in between."""

    parent: int | None = None
    income: Mapping[str, int] = field(default_factory=dict)


Pairing = tuple[int, BuildCandidate, str, str]
"""A supply card with both symbols spent on an item: its number, and what the symbols pay."""


@dataclass
class _Payments:
    """Variables of how everything that is built in a phase is paid.

    Cards, single symbols, and markets that could be used before the phase pay any item, so they
    are not told apart by item. Only the rest is: both symbols of a supply card go to one item, a
    market pays only what is built after it, and gifts pay only the joint public work.

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

    recipes: dict[BuildCandidate, dict[str, Var]] = field(default_factory=dict)
    cards: dict[tuple[str, str], Var] = field(default_factory=dict)
    gifts: dict[tuple[str, str], Var] = field(default_factory=dict)
    singles: dict[tuple[int, str], Var] = field(default_factory=dict)
    pairs: dict[Pairing, Var] = field(default_factory=dict)
    whole: dict[int, Var] = field(default_factory=dict)
    early: dict[str, Var] = field(default_factory=dict)
    late: dict[str, Var] = field(default_factory=dict)
    ordered: dict[tuple[str, BuildCandidate], Var] = field(default_factory=dict)
    early_units: dict[str, Var] = field(default_factory=dict)
    late_units: dict[str, Var] = field(default_factory=dict)
    ordered_units: dict[tuple[BuildCandidate, str], Var] = field(default_factory=dict)
    exchanged: dict[str, Var] = field(default_factory=dict)
    tolls: dict[tuple[BuildCandidate, str], Var] = field(default_factory=dict)
    needs: dict[BuildCandidate, dict[str, dict[Var, int]]] = field(default_factory=dict)
    paid: dict[str, Counter[Var]] = field(default_factory=dict)
    bound: dict[BuildCandidate, dict[str, Counter[Var]]] = field(default_factory=dict)

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


class PhaseModel:
    """The linear model of a tree of building phases.

    Parameters
    ----------
    position
        The position before the first phase.
    items
        The candidates.
    nodes
        The phases; parents come before children.
    shop
        Most cards of each resource that may be added to the hand, which asks what is missing.
    keep
        Cards that must stay in the hand.
    keep_supply
        Supply cards that must stay, the one that is taken included.
    """

    def __init__(
        self,
        position: GraenalandPosition,
        items: Sequence[BuildCandidate],
        nodes: Sequence[PhaseNode] = (PhaseNode(),),
        *,
        shop: int = 0,
        keep: Mapping[str, int] | None = None,
        keep_supply: int = 0,
    ) -> None:
        self.position = position
        self.nodes = nodes
        self.linear = LinearModel()
        self._items = list(items)
        self._keep = keep or {}
        self._offered = position.offered if position.mode == "main" else ()
        spendable = position.mode == "main" or position.options.kept_supply
        self._supply = (*(position.kept if spendable else ()), *self._offered)
        self._first_offered = len(self._supply) - len(self._offered)
        add = self.linear.add_variable
        self._taken = [add() for _ in self._offered]
        if self._taken:
            self._add(dict.fromkeys(self._taken, 1), lower=1, upper=1)
        self._shop_size = shop
        self.shop = {card: add(shop) for card in parts.RESOURCES} if shop else {}
        self.built = [{item: add() for item in self._items} for _ in nodes]
        self._order: list[dict[BuildCandidate, Var]] = []
        self._payments: list[_Payments] = []
        for at in range(len(nodes)):
            self._add_phase(at)
        self._limit_supply(keep_supply)

    # Phases

    def _add_phase(self, at: int) -> None:
        openings = self._openings(self.position.tiles)
        ordered = [e for e in self._items if e in openings or e.item.kind == parts.MARKET]
        self._order.append({item: self.linear.add_variable(len(ordered)) for item in ordered})
        self._payments.append(_Payments())
        self._build_once(at)
        self._only_on_settled_tiles(at)
        self._reach_by_neighbours(at)
        self._pay(at)
        self._limit_tokens(at)
        self._spend(at)

    def _path(self, at: int | None) -> Iterator[int]:
        while at is not None:
            yield at
            at = self.nodes[at].parent

    def on_path(self, at: int | None, items: Iterable[BuildCandidate]) -> dict[Var, int]:
        """Return how many of the items are built up to a phase, as a linear expression."""
        wanted = list(items)
        return {self.built[node][item]: 1 for node in self._path(at) for item in wanted}

    def _add(
        self, terms: Mapping[Var, int], lower: int | None = None, upper: int | None = None
    ) -> None:
        self.linear.add_constraint(terms, lower, upper)

    def _at_most(self, left: Mapping[Var, int], right: Mapping[Var, int], constant: int) -> None:
        terms: Counter[Var] = Counter(left)
        terms.subtract(right)
        self._add(terms, upper=constant)

    def _settled(self, tile: str) -> bool:
        return self.position.tiles[tile].settlements(self.position.me) > 0

    def _opening(self, tile: str) -> list[BuildCandidate]:
        first = BuildCandidate(building.BuildItem(parts.VILLAGE, tile))
        return [first] if not self._settled(tile) and first in self.built[0] else []

    def _build_once(self, at: int) -> None:
        for item in self._items:
            path = self.on_path(at, [item])
            if len(path) > 1:
                self.linear.add_at_most_one(path)
            if item.copy > 1:  # copies are interchangeable: each needs the one before it
                former = BuildCandidate(item.item, item.copy - 1)
                self._at_most(path, self.on_path(at, [former]), 0)
        if self.position.mode == "guest":
            self._add(dict.fromkeys(self.built[at].values(), 1), upper=1)

    def _only_on_settled_tiles(self, at: int) -> None:
        """Buildings and public works need an own settlement on the tile, markets before them."""
        for item in self._items:
            tile = item.item.tile
            if item.item.kind in (parts.VILLAGE, parts.ARMY) or self._settled(tile):
                continue
            opening = self._opening(tile)
            self._at_most(self.on_path(at, [item]), self.on_path(at, opening), 0)
            if item.item.kind == parts.MARKET and opening:
                self._before(at, opening[0], item, [self.built[at][item]])
        left = parts.HOUSES - self.position.settlements(self.position.me)
        self._add(self.on_path(at, self._of_kinds(*_SETTLEMENTS)), upper=left)

    def _of_kinds(self, *kinds: str) -> list[BuildCandidate]:
        return [item for item in self._items if item.item.kind in kinds]

    def _reach_by_neighbours(self, at: int) -> None:
        """A first village needs an own settlement on an adjacent tile before it."""
        built = self.built[at]
        for tile in self.position.tiles:
            near = self.position.neighbours[tile]
            opening = self._opening(tile)
            if not opening or any(self._settled(name) for name in near):
                continue
            enabling = dict(self.on_path(self.nodes[at].parent, self._openings(near)))
            for other in self._openings(near):
                enables = self.linear.add_variable()
                enabling[enables] = 1
                self._at_most({enables: 1}, {built[other]: 1}, 0)
                self._before(at, other, opening[0], [enables])
            self._at_most({built[opening[0]]: 1}, enabling, 0)

    def _openings(self, tiles: Iterable[str]) -> list[BuildCandidate]:
        return [item for tile in sorted(tiles) for item in self._opening(tile)]

    def _before(
        self, at: int, first: BuildCandidate, second: BuildCandidate, causes: Sequence[Var]
    ) -> None:
        """If all causes are 1 and `first` is built in this phase, it is built before `second`."""
        order = self._order[at]
        conditions = {*causes, self.built[at][first]}
        size = len(order) + 1
        terms: Counter[Var] = Counter(dict.fromkeys(conditions, size))
        terms[order[first]] += 1
        terms[order[second]] -= 1
        self._add(terms, upper=size * len(conditions) - 1)

    def _limit_tokens(self, at: int) -> None:
        if not self.position.options.limited_tokens:
            return
        for kind, tokens in parts.WORKS.items():
            items = self._of_kinds(kind)
            left = max(0, tokens - self.position.works(kind))
            if len(items) > left:
                self._add(self.on_path(at, items), upper=left)

    def _spend(self, at: int) -> None:
        for card in parts.RESOURCES:
            spent: Counter[Var] = Counter()
            gained = self.position.hand.get(card, 0) - self._keep.get(card, 0)
            for node in self._path(at):
                gained += self.nodes[node].income.get(card, 0)
                spent.update(self._payments[node].spending(card))
            if self.shop:
                spent[self.shop[card]] -= 1
            self._add(spent, upper=gained)

    def _limit_supply(self, keep: int) -> None:
        """A supply card is spent once; an offered one only if it is taken."""
        leaves = set(range(len(self.nodes))) - {node.parent for node in self.nodes}
        for leaf in leaves:
            spent: Counter[Var] = Counter()
            for number in range(len(self._supply)):
                uses: Counter[Var] = Counter()
                for node in self._path(leaf):
                    uses.update(self._payments[node].spending_supply(number))
                spent.update(uses)
                if number >= self._first_offered:
                    taken = self._taken[number - self._first_offered]
                    self._at_most(uses, {taken: 1}, 0)
                else:
                    self._add(uses, upper=1)
            if keep:
                owned = self._first_offered + bool(self._taken)
                self._add(spent, upper=owned - keep)

    # Payments

    def _recipes(self, item: building.BuildItem) -> dict[str, parts.Cost]:
        profile, state = self.position.profile, self.position.tiles.get(item.tile)
        if state is None:
            costs: dict[str, parts.Cost] = {"": parts.ARMY_WITHOUT_FORT}
            for terrain in {s.printed.terrain for s in self.position.tiles.values()}:
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
        tiles = self.position.tiles
        return [
            i for i in self._of_kinds(parts.FORT) if tiles[i.item.tile].printed.terrain == terrain
        ]

    def _own_forts(self, terrain: str) -> int:
        return sum(
            state.buildings.get(parts.FORT) == self.position.me
            for state in self.position.tiles.values()
            if state.printed.terrain == terrain
        )

    def _pay(self, at: int) -> None:
        add = self.linear.add_variable
        payments = self._payments[at]
        needs = payments.needs = {item: self._needs(at, item) for item in self._items}
        total: dict[str, Counter[Var]] = {unit: Counter() for unit in parts.RESOURCES}
        for need in needs.values():
            for unit, terms in need.items():
                total[unit].update(terms)
        units = [unit for unit in parts.RESOURCES if total[unit]]
        most = sum(self.position.hand.values()) + 2 * self._shop_size
        most += sum(sum(self.nodes[node].income.values()) for node in self._path(at))
        paid = payments.paid = {unit: Counter() for unit in units}
        for unit in units:
            for card in (unit, parts.WILD) if unit != parts.WILD else (parts.WILD,):
                payments.cards[unit, card] = add(most)
                paid[unit][payments.cards[unit, card]] = 1
        bound = payments.bound = {
            item: {unit: Counter() for unit in need} for item, need in needs.items()
        }
        self._add_gifts(at)
        self._add_supply(at)
        if self.position.mode != "guest":
            self._add_markets(at)
        for unit in units:
            paid[unit].subtract(total[unit])
            self._add(paid[unit], lower=0, upper=0)
        for item, need in needs.items():
            for unit, terms in need.items():
                if bound[item][unit]:
                    self._at_most(bound[item][unit], terms, 0)
        for item in self._items:
            self._add_toll(at, item)

    def _needs(self, at: int, item: BuildCandidate) -> dict[str, dict[Var, int]]:
        built, costs = self.built[at][item], self._recipes(item.item)
        recipes = self._payments[at].recipes[item] = dict.fromkeys(costs, built)
        if len(costs) > 1:
            recipes.update({name: self.linear.add_variable() for name in costs})
            self._add({**dict.fromkeys(recipes.values(), 1), built: -1}, lower=0, upper=0)
            self._need_forts(at, recipes)
        return {
            unit: {recipes[name]: cost[unit] for name, cost in costs.items() if cost.get(unit)}
            for unit in parts.RESOURCES
            if any(cost.get(unit) for cost in costs.values())
        }

    def _need_forts(self, at: int, recipes: Mapping[str, Var]) -> None:
        until = at if self.position.options.new_fort else self.nodes[at].parent
        for terrain, recipe in recipes.items():
            if terrain and not self._own_forts(terrain):
                self._at_most({recipe: 1}, self.on_path(until, self._forts(terrain)), 0)

    def _add_gifts(self, at: int) -> None:
        """Cards that others promised pay only the joint public work, in the first phase."""
        joint = self.position.joint
        if joint is None or self.position.mode != "main" or self.nodes[at].parent is not None:
            return
        item = BuildCandidate(building.BuildItem(joint.kind, joint.tile))
        given: defaultdict[str, list[Var]] = defaultdict(list)
        payments = self._payments[at]
        for unit, uses in payments.bound.get(item, {}).items():
            for card in sorted({unit, parts.WILD} & set(joint.cards)):
                gift = payments.gifts[unit, card] = self.linear.add_variable(joint.cards[card])
                payments.paid[unit][gift] = uses[gift] = 1
                given[card].append(gift)
        for card, gifts in given.items():
            self._add(dict.fromkeys(gifts, 1), upper=joint.cards[card])

    def _add_supply(self, at: int) -> None:
        """One symbol of a supply card pays any item; both pay resources of the same item."""
        payments = self._payments[at]
        paid = payments.paid
        for number, card in enumerate(self._supply):
            sides = [sorted(self._payable(symbol) & paid.keys()) for symbol in card]
            for unit in sorted({*sides[0], *sides[1]}):
                single = payments.singles[number, unit] = self.linear.add_variable()
                paid[unit][single] = 1
            both = {(min(pair), max(pair)) for pair in product(*sides)}
            for item, need in payments.needs.items():
                for first, second in sorted(both):
                    twice = first == second and max(need.get(first, {0: 0}).values()) < 2
                    if twice or not {first, second} <= need.keys():
                        continue
                    pair = payments.pairs[number, item, first, second] = self.linear.add_variable()
                    for unit in (first, second):
                        paid[unit][pair] += 1
                        payments.bound[item][unit][pair] += 1

    def _payable(self, symbol: str) -> set[str]:
        """Return what a symbol of a supply card may pay."""
        wild = symbol == parts.WILD and self.position.options.wild_symbol
        return set(parts.RESOURCES) if wild else {symbol}

    def _add_markets(self, at: int) -> None:
        """At each market, once, another card or a whole supply card pays one resource."""
        payments, add = self._payments[at], self.linear.add_variable
        for tile in self.position.tiles:
            self._use_market(at, tile)
        uses = [*payments.early.values(), *payments.late.values(), *payments.ordered.values()]
        if not uses:
            return
        most = len(self.position.tiles)
        payments.exchanged = {card: add(most) for card in parts.RESOURCES}
        payments.whole = {number: add() for number in range(len(self._supply))}
        spent = dict.fromkeys([*payments.exchanged.values(), *payments.whole.values()], 1)
        self._add({**spent, **dict.fromkeys(uses, -1)}, lower=0, upper=0)
        paid = payments.paid
        if payments.early:
            payments.early_units = {unit: add(most) for unit in paid}
            self._pay_by_markets(payments.early.values(), payments.early_units, paid)
        if payments.late:
            payments.late_units = {unit: add(most) for unit in paid}
            self._pay_by_markets(payments.late.values(), payments.late_units, paid)
            self._only_late(payments, self._order[at])
        for item in self._order[at]:
            markets = [use for (_, of), use in payments.ordered.items() if of == item]
            if not markets:
                continue
            units = {unit: add(len(markets)) for unit in payments.needs[item]}
            self._pay_by_markets(markets, units, paid)
            for unit, var in units.items():
                payments.ordered_units[item, unit] = var
                payments.bound[item][unit][var] = 1

    def _pay_by_markets(
        self, uses: Iterable[Var], units: Mapping[str, Var], paid: Mapping[str, Counter[Var]]
    ) -> None:
        self._add({**dict.fromkeys(units.values(), 1), **dict.fromkeys(uses, -1)}, 0, 0)
        for unit, var in units.items():
            paid[unit][var] = 1

    def _only_late(self, payments: _Payments, order: Container[BuildCandidate]) -> None:
        """Late uses of markets pay no item that has a place in the order."""
        for unit, var in payments.late_units.items():
            needed: Counter[Var] = Counter()
            taken: Counter[Var] = Counter({var: 1})
            for item, need in payments.needs.items():
                if item not in order and unit in need:
                    needed.update(need[unit])
                    taken.update(payments.bound[item][unit])
            self._at_most(taken, needed, 0)

    def _use_market(self, at: int, tile: str) -> None:
        """A market is used once, and only after it and an own settlement are there."""
        payments, add = self._payments[at], self.linear.add_variable
        market = BuildCandidate(building.BuildItem(parts.MARKET, tile))
        opening = self._opening(tile)
        has_market = parts.MARKET in self.position.tiles[tile].works
        if not has_market and market not in self.built[at]:
            return
        if not self._settled(tile) and not opening:
            return
        needed = [*([] if has_market else [market]), *opening]
        parent = self.nodes[at].parent
        uses = []
        if not needed or parent is not None:
            early = payments.early[tile] = add()
            uses.append(early)
            for each in needed:
                self._at_most({early: 1}, self.on_path(parent, [each]), 0)
        if needed:
            late = payments.late[tile] = add()
            uses.append(late)
            for each in needed:
                self._at_most({late: 1}, self.on_path(at, [each]), 0)
        for item in self._order[at] if needed else ():
            if item in needed:
                continue
            use = payments.ordered[tile, item] = add()
            uses.append(use)
            self._at_most({use: 1}, {self.built[at][item]: 1}, 0)
            for each in needed:
                self._at_most({use: 1}, self.on_path(at, [each]), 0)
                self._before(at, each, item, [use])
        self.linear.add_at_most_one(uses)

    def _add_toll(self, at: int, item: BuildCandidate) -> None:
        """The first village behind a palisade costs a card for everybody settled there."""
        if item.item.kind != parts.VILLAGE or item not in self._opening(item.item.tile):
            return
        state = self.position.tiles[item.item.tile]
        count = sum(state.settlements(player) > 0 for player in self.position.players)
        if parts.PALISADE not in state.works or not count:
            return
        toll = {card: self.linear.add_variable(count) for card in parts.RESOURCES}
        self._payments[at].tolls.update({(item, card): var for card, var in toll.items()})
        built = self.built[at][item]
        self._add({**dict.fromkeys(toll.values(), 1), built: -count}, lower=0, upper=0)

    # Measures and objectives

    def reaches(self, at: int, goal: parts.Goal, level: int) -> Var:
        """Return a variable that is 1 only if a measure reaches a level after a phase."""
        met = self.linear.add_variable()
        if goal == "largest_area":
            largest = [self._has(at, tile, level) for tile in self.position.tiles]
            self._at_most({met: 1}, dict.fromkeys(largest, 1), 0)
            return met
        me = self.position.me
        if goal == "areas":
            terms = {self._has(at, tile, parts.AREA_SETTLEMENTS): 1 for tile in self.position.tiles}
            constant = 0
        elif goal == "army":
            terms = self.on_path(at, self._of_kinds(parts.ARMY))
            constant = self.position.army[me]
        elif goal == "buildings":
            terms = self.on_path(at, self._of_kinds(*parts.BUILDINGS))
            constant = self.position.buildings(me)
            level += parts.BUILDINGS_IGNORED if self.position.is_small and level else 0
        else:
            terms = self.on_path(at, self._of_kinds(*_SETTLEMENTS))
            constant = self.position.settlements(me)
        self._at_most({met: level}, terms, constant)
        return met

    def _has(self, at: int, tile: str, count: int) -> Var:
        """Return a variable that is 1 only if a tile has so many own settlements."""
        enough = self.linear.add_variable()
        items = [item for item in self._of_kinds(*_SETTLEMENTS) if item.item.tile == tile]
        here = self.position.tiles[tile].settlements(self.position.me)
        self._at_most({enough: count}, self.on_path(at, items), here)
        return enough

    def score(self, at: int) -> dict[Var, int]:
        """Return the goals met, or the points, after a phase."""
        card = self.position.card
        levels = {
            goal: (parts.GOAL_LEVELS[goal],) if card is None else card[goal] for goal in parts.GOALS
        }
        return {self.reaches(at, goal, level): 1 for goal in parts.GOALS for level in levels[goal]}

    def spent(self, nodes: Iterable[int] | None = None) -> tuple[dict[Var, int], dict[Var, int]]:
        """Return the cards spent, and the gold and supply cards among them."""
        cards: dict[Var, int] = {}
        dear: dict[Var, int] = {}
        for at in range(len(self.nodes)) if nodes is None else nodes:
            payments = self._payments[at]
            for card in parts.RESOURCES:
                terms = payments.spending(card)
                cards.update(terms)
                if card == parts.WILD:
                    dear.update(terms)
            for number in range(len(self._supply)):
                terms = payments.spending_supply(number)
                cards.update(terms)
                dear.update(terms)
        return cards, dear

    # Plans

    def items_built(self, values: Values, at: int) -> list[BuildCandidate]:
        """Return what a solution builds in a phase."""
        return [item for item, var in self.built[at].items() if values(var)]

    def steps(self, values: Values, at: int) -> list[building.Step]:
        """Return the steps of a phase of a solution, in a legal order."""
        steps: list[building.Step] = []
        if self.nodes[at].parent is None:
            steps += [
                building.TakeStep(card)
                for card, taken in zip(self._offered, self._taken, strict=True)
                if values(taken)
            ]
        order = self._order[at]

        def place(item: BuildCandidate) -> tuple[int, int, str, int]:
            layer = -1 if item in order else LAYERS.get(item.item.kind, 2)
            at_time = values(order[item]) if item in order else 0
            return layer, at_time, item.item.tile, item.copy

        return [*steps, *self._paid(values, at, sorted(self.items_built(values, at), key=place))]

    def _paid(
        self, values: Values, at: int, items: Sequence[BuildCandidate]
    ) -> Iterator[building.BuildStep]:
        """Share out to the items what pays any of them."""
        payments = self._payments[at]

        def counted(table: Mapping[Any, Var]) -> list[Any]:
            return [key for key, var in table.items() for _ in range(values(var))]

        needs: dict[BuildCandidate, Counter[str]] = {}
        recipes = {}
        for item in items:
            named = payments.recipes[item]
            recipes[item] = next(name for name, var in named.items() if values(var))
            needs[item] = Counter(self._recipes(item.item)[recipes[item]])
        supply: defaultdict[BuildCandidate, list[building.SupplyUse]] = defaultdict(list)
        markets: defaultdict[BuildCandidate, list[building.MarketUse]] = defaultdict(list)
        cards: defaultdict[BuildCandidate, list[tuple[str, str]]] = defaultdict(list)
        gifts: dict[BuildCandidate, list[tuple[str, str]]] = {}
        for number, item, first, second in counted(payments.pairs):
            supply[item].append(building.SupplyUse(self._supply[number], (first, second)))
            needs[item].subtract((first, second))
        if given := counted(payments.gifts):
            joint = next(item for item in items if building.joint_for(self.position, item.item))
            gifts[joint] = given
            needs[joint].subtract(unit for unit, _ in given)
        spent: list[str | parts.SupplyCard] = counted(payments.exchanged)
        spent += [self._supply[number] for number in counted(payments.whole)]

        def exchange(item: BuildCandidate, tile: str, unit: str) -> None:
            markets[item].append(building.MarketUse(tile, unit, spent.pop()))
            needs[item][unit] -= 1

        ordered = counted(payments.ordered)
        for item, unit in counted(payments.ordered_units):
            tile = next(tile for tile, of in ordered if of == item)
            ordered.remove((tile, item))
            exchange(item, tile, unit)
        late = [item for item in items if item not in self._order[at]]
        for tile, unit in zip(counted(payments.late), counted(payments.late_units), strict=True):
            exchange(next(item for item in late if needs[item][unit]), tile, unit)
        for tile, unit in zip(counted(payments.early), counted(payments.early_units), strict=True):
            exchange(next(item for item in items if needs[item][unit]), tile, unit)
        for number, unit in counted(payments.singles):
            item = next(item for item in items if needs[item][unit])
            supply[item].append(building.SupplyUse(self._supply[number], (unit,)))
            needs[item][unit] -= 1
        pool = counted(payments.cards)
        for item in items:
            for unit in needs[item].elements():
                card = next(pair for pair in pool if pair[0] == unit)
                pool.remove(card)
                cards[item].append(card)
            yield building.BuildStep(
                item.item,
                recipes[item],
                tuple(cards[item]),
                tuple(supply[item]),
                tuple(markets[item]),
                tuple(gifts.get(item, ())),
                self._toll(values, at, item),
            )

    def _toll(self, values: Values, at: int, item: BuildCandidate) -> tuple[tuple[str, str], ...]:
        tolls = self._payments[at].tolls
        cards = [c for (of, c), var in tolls.items() if of == item for _ in range(values(var))]
        if not cards:
            return ()
        state = self.position.tiles[item.item.tile]
        players = [player for player in self.position.players if state.settlements(player)]
        return tuple(zip(players, cards, strict=True))
