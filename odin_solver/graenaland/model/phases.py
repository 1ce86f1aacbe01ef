"""Building phases as a linear model: what is built, what it costs, and what it is good for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from odin_solver.graenaland import parts
from odin_solver.graenaland.model.candidates import BuildCandidate
from odin_solver.graenaland.model.payments import PhasePayments
from odin_solver.graenaland.model.tree import SETTLEMENTS, PhaseNode, PhaseTree
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.linear.model import Var


class PhaseModel(PhaseTree):
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
        super().__init__(position, items, nodes)
        self._keep = keep or {}
        self.offered = position.offered if position.mode == "main" else ()
        spendable = position.mode == "main" or position.options.kept_supply
        self.supply = (*(position.kept if spendable else ()), *self.offered)
        self._first_offered = len(self.supply) - len(self.offered)
        add = self.linear.add_variable
        self.taken = [add() for _ in self.offered]
        if self.taken:
            self.add(dict.fromkeys(self.taken, 1), lower=1, upper=1)
        self.shop = {card: add(shop) for card in parts.RESOURCES} if shop else {}
        self.built = [{item: add() for item in self.items} for _ in nodes]
        self.payments: list[PhasePayments] = []
        for at in range(len(nodes)):
            self.add_phase(at)
            most = sum(position.hand.values()) + 2 * shop
            most += sum(sum(nodes[node].income.values()) for node in self.path(at))
            self.payments.append(PhasePayments(self, at, self.supply, most))
            self._spend(at)
        self._limit_supply(keep_supply)

    def _spend(self, at: int) -> None:
        for card in parts.RESOURCES:
            spent: Counter[Var] = Counter()
            gained = self.position.hand.get(card, 0) - self._keep.get(card, 0)
            for node in self.path(at):
                gained += self.nodes[node].income.get(card, 0)
                spent.update(self.payments[node].spending(card))
            if self.shop:
                spent[self.shop[card]] -= 1
            self.add(spent, upper=gained)

    def _limit_supply(self, keep: int) -> None:
        """A supply card is spent once; an offered one only if it is taken."""
        leaves = set(range(len(self.nodes))) - {node.parent for node in self.nodes}
        for leaf in leaves:
            spent: Counter[Var] = Counter()
            for number in range(len(self.supply)):
                uses: Counter[Var] = Counter()
                for node in self.path(leaf):
                    uses.update(self.payments[node].spending_supply(number))
                spent.update(uses)
                if number >= self._first_offered:
                    taken = self.taken[number - self._first_offered]
                    self.at_most(uses, {taken: 1}, 0)
                else:
                    self.add(uses, upper=1)
            if keep:
                owned = self._first_offered + bool(self.taken)
                self.add(spent, upper=owned - keep)

    def reaches(self, at: int, goal: parts.Goal, level: int) -> Var:
        """Return a variable that is 1 only if a measure reaches a level after a phase."""
        met = self.linear.add_variable()
        if goal == "largest_area":
            largest = [self._has(at, tile, level) for tile in self.position.tiles]
            self.at_most({met: 1}, dict.fromkeys(largest, 1), 0)
            return met
        me = self.position.me
        if goal == "areas":
            terms = {self._has(at, tile, parts.AREA_SETTLEMENTS): 1 for tile in self.position.tiles}
            constant = 0
        elif goal == "army":
            terms = self.on_path(at, self.of_kinds(parts.ARMY))
            constant = self.position.army[me]
        elif goal == "buildings":
            terms = self.on_path(at, self.of_kinds(*parts.BUILDINGS))
            constant = self.position.buildings(me)
            level += parts.BUILDINGS_IGNORED if self.position.is_small and level else 0
        else:
            terms = self.on_path(at, self.of_kinds(*SETTLEMENTS))
            constant = self.position.settlements(me)
        self.at_most({met: level}, terms, constant)
        return met

    def _has(self, at: int, tile: str, count: int) -> Var:
        """Return a variable that is 1 only if a tile has so many own settlements."""
        enough = self.linear.add_variable()
        items = [item for item in self.of_kinds(*SETTLEMENTS) if item.item.tile == tile]
        here = self.position.tiles[tile].settlements(self.position.me)
        self.at_most({enough: count}, self.on_path(at, items), here)
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
            payments = self.payments[at]
            for card in parts.RESOURCES:
                terms = payments.spending(card)
                cards.update(terms)
                if card == parts.WILD:
                    dear.update(terms)
            for number in range(len(self.supply)):
                terms = payments.spending_supply(number)
                cards.update(terms)
                dear.update(terms)
        return cards, dear
