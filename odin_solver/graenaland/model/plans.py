"""Plans in solutions of the linear model of building phases: steps in a legal order, all paid."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from odin_solver.graenaland import parts
from odin_solver.graenaland.model.candidates import BuildCandidate
from odin_solver.graenaland.model.phases import PhaseModel
from odin_solver.graenaland.rules import building
from odin_solver.linear.model import Var

Values = Callable[[Var], int]
"""A solution: the value of each variable."""

LAYERS = {parts.VILLAGE: 0, parts.MARKET: 0, **dict.fromkeys(parts.BUILDINGS, 1), parts.ARMY: 3}
"""Order of kinds among items that have no variable for it; public works are in between."""


def items_built(model: PhaseModel, values: Values, at: int) -> list[BuildCandidate]:
    """Return what a solution builds in a phase."""
    return [item for item, var in model.built[at].items() if values(var)]


def steps(model: PhaseModel, values: Values, at: int) -> list[building.Step]:
    """Return the steps of a phase of a solution, in a legal order."""
    steps: list[building.Step] = []
    if model.nodes[at].parent is None:
        steps += [
            building.TakeStep(card)
            for card, taken in zip(model.offered, model.taken, strict=True)
            if values(taken)
        ]
    order = model.order[at]

    def place(item: BuildCandidate) -> tuple[int, int, str, int]:
        layer = -1 if item in order else LAYERS.get(item.item.kind, 2)
        at_time = values(order[item]) if item in order else 0
        return layer, at_time, item.item.tile, item.copy

    return [*steps, *_paid(model, values, at, sorted(items_built(model, values, at), key=place))]


def _paid(
    model: PhaseModel, values: Values, at: int, items: Sequence[BuildCandidate]
) -> Iterator[building.BuildStep]:
    """Share out to the items what pays any of them."""
    payments = model.payments[at]

    def counted(table: Mapping[Any, Var]) -> list[Any]:
        return [key for key, var in table.items() for _ in range(values(var))]

    needs: dict[BuildCandidate, Counter[str]] = {}
    recipes = {}
    for item in items:
        named = payments.recipes[item]
        recipes[item] = next(name for name, var in named.items() if values(var))
        needs[item] = Counter(payments.costs(item.item)[recipes[item]])
    supply: defaultdict[BuildCandidate, list[building.SupplyUse]] = defaultdict(list)
    markets: defaultdict[BuildCandidate, list[building.MarketUse]] = defaultdict(list)
    cards: defaultdict[BuildCandidate, list[tuple[str, str]]] = defaultdict(list)
    gifts: dict[BuildCandidate, list[tuple[str, str]]] = {}
    for number, item, first, second in counted(payments.pairs):
        supply[item].append(building.SupplyUse(model.supply[number], (first, second)))
        needs[item].subtract((first, second))
    if given := counted(payments.gifts):
        joint = next(item for item in items if building.joint_for(model.position, item.item))
        gifts[joint] = given
        needs[joint].subtract(unit for unit, _ in given)
    spent: list[str | parts.SupplyCard] = counted(payments.exchanged)
    spent += [model.supply[number] for number in counted(payments.whole)]

    def exchange(item: BuildCandidate, tile: str, unit: str) -> None:
        markets[item].append(building.MarketUse(tile, unit, spent.pop()))
        needs[item][unit] -= 1

    ordered = counted(payments.ordered)
    for item, unit in counted(payments.ordered_units):
        tile = next(tile for tile, of in ordered if of == item)
        ordered.remove((tile, item))
        exchange(item, tile, unit)
    late = [item for item in items if item not in model.order[at]]
    for tile, unit in zip(counted(payments.late), counted(payments.late_units), strict=True):
        exchange(next(item for item in late if needs[item][unit]), tile, unit)
    for tile, unit in zip(counted(payments.early), counted(payments.early_units), strict=True):
        exchange(next(item for item in items if needs[item][unit]), tile, unit)
    for number, unit in counted(payments.singles):
        item = next(item for item in items if needs[item][unit])
        supply[item].append(building.SupplyUse(model.supply[number], (unit,)))
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
            _toll(model, values, at, item),
        )


def _toll(
    model: PhaseModel, values: Values, at: int, item: BuildCandidate
) -> tuple[tuple[str, str], ...]:
    tolls = model.payments[at].tolls
    cards = [c for (of, c), var in tolls.items() if of == item for _ in range(values(var))]
    if not cards:
        return ()
    state = model.position.tiles[item.item.tile]
    players = [player for player in model.position.players if state.settlements(player)]
    return tuple(zip(players, cards, strict=True))
