"""Building step by step: what may stand where, and how it is paid (rulebook, p. 6 to 9).

This module decides alone whether a plan is legal; the model for the solver states the same rules
again, on purpose.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from odin_solver.errors import OdinError
from odin_solver.graenaland import parts
from odin_solver.graenaland.position import GraenalandPosition, JointWork
from odin_solver.support.language import say

WITHOUT_FORT = ""
"""Recipe of an army step without a fort; other recipes are named by the fort's terrain."""


@dataclass(frozen=True, order=True)
class BuildItem:
    """Something to build: a settlement or public work on a tile, or an army step."""

    kind: str
    tile: str = ""

    def __str__(self) -> str:
        return f"{self.kind}@{self.tile}" if self.tile else self.kind


@dataclass(frozen=True)
class TakeStep:
    """Take one of the offered supply cards."""

    card: parts.SupplyCard


@dataclass(frozen=True)
class SupplyUse:
    """A supply card spent for one item, and the one or two resources that its symbols pay."""

    card: parts.SupplyCard
    units: tuple[str, ...]


@dataclass(frozen=True)
class MarketUse:
    """A needed resource paid at a market with another resource card or a whole supply card."""

    tile: str
    unit: str
    card: str | parts.SupplyCard


@dataclass(frozen=True)
class BuildStep:
    """Build an item and pay for it.

    Attributes
    ----------
    item, recipe
        What is built; for the army the terrain of the fort that makes it cheaper.
    cards
        Own resource cards, each after the needed resource that it pays.
    gifts
        Cards of other players for the joint public work, each after what it pays.
    toll
        Own resource cards for players behind a palisade.
    """

    item: BuildItem
    recipe: str = WITHOUT_FORT
    cards: tuple[tuple[str, str], ...] = ()
    supply: tuple[SupplyUse, ...] = ()
    markets: tuple[MarketUse, ...] = ()
    gifts: tuple[tuple[str, str], ...] = ()
    toll: tuple[tuple[str, str], ...] = ()

    def cards_spent(self) -> int:
        """Return how many own cards are spent; a supply card counts as one."""
        return len(self.cards) + len(self.supply) + len(self.markets) + len(self.toll)


Step = TakeStep | BuildStep


@dataclass(frozen=True)
class BuildingPhase:
    """A building phase under way.

    Attributes
    ----------
    position
        The position now; its hand has what is not spent yet.
    markets
        Tiles whose market is used.
    new_forts
        Terrains of forts built in this phase.
    built
        Number of items built in this phase.
    """

    position: GraenalandPosition
    taken: bool = False
    markets: frozenset[str] = frozenset()
    new_forts: Mapping[str, int] = field(default_factory=dict)
    built: int = 0


class PlanError(OdinError):
    """A step of a plan breaks a rule."""


def recipes(position: GraenalandPosition, item: BuildItem) -> dict[str, parts.Cost]:
    """Return the costs of an item by recipe, whether or not it may be built now.

    Raises
    ------
    PlanError
        If the profile lacks a cost.
    """
    profile = position.profile
    cost: parts.Cost | None
    if item.kind == parts.ARMY:
        found = {WITHOUT_FORT: parts.ARMY_WITHOUT_FORT}
        for terrain in forts(position):
            extra = profile.fort_extra(terrain)
            if extra is not None:
                found[terrain] = Counter(parts.ARMY_WITH_FORT) + Counter([extra])
        return found
    if item.kind == parts.VILLAGE:
        cost = position.tiles[item.tile].printed.village
    elif item.kind in parts.BUILDINGS:
        cost = profile.buildings.get(item.kind)
    else:
        cost = profile.works.get(item.kind)
        if item.kind == parts.YIELD:
            cost = position.tiles[item.tile].printed.yield_cost or cost
    if cost is None:
        raise PlanError(f"the profile lacks the cost of {item}")
    return {WITHOUT_FORT: cost}


def forts(position: GraenalandPosition) -> list[str]:
    """Return the terrains of own forts."""
    return [
        state.printed.terrain
        for state in position.tiles.values()
        if state.buildings.get(parts.FORT) == position.me
    ]


def why_no_place(phase: BuildingPhase, item: BuildItem) -> str | None:
    """Return why an item may not be built now, whatever is paid; None if it may."""
    position = phase.position
    if position.mode == "guest" and phase.built:
        return say("a guest builds one item")
    if item.kind == parts.ARMY:
        return say("the army is on no tile") if item.tile else None
    if item.tile not in position.tiles:
        return say("there is no tile {tile}", tile=item.tile)
    state = position.tiles[item.tile]
    settled = state.settlements(position.me) > 0
    if item.kind in parts.WORKS:
        if position.mode in ("claim", "final"):
            return say("no public works in final building")
        if not settled:
            return say("a public work needs an own settlement there")
        if item.kind in state.works:
            return say("there is a {kind} already", kind=item.kind)
        if position.options.limited_tokens and position.works(item.kind) >= parts.WORKS[item.kind]:
            return say("no token is left for a {kind}", kind=item.kind)
        return None
    if item.kind != parts.VILLAGE and item.kind not in parts.BUILDINGS:
        return say("nothing is called {name}", name=item.kind)
    if position.settlements(position.me) >= parts.HOUSES:
        return say("all {n} houses are on the map", n=parts.HOUSES)
    if item.kind == parts.VILLAGE:
        near = position.neighbours[item.tile]
        if not settled and not any(position.tiles[n].settlements(position.me) for n in near):
            return say("a village needs an own settlement there or on an adjacent tile")
        return None
    if state.printed.terrain in parts.WITHOUT_BUILDINGS or item.kind not in state.printed.buildings:
        return say("no {kind} may stand there", kind=item.kind)
    if not state.villages.get(position.me):
        return say("a building needs an own village there")
    if item.kind in state.buildings:
        return say("there is a {kind} already", kind=item.kind)
    return None


def toll_of(position: GraenalandPosition, item: BuildItem) -> list[str]:
    """Return the players who get a card: those behind the palisade that a first village enters."""
    if item.kind != parts.VILLAGE:
        return []
    state = position.tiles[item.tile]
    if parts.PALISADE not in state.works or state.settlements(position.me):
        return []
    return [p for p in position.players if p != position.me and state.settlements(p)]


def pays(position: GraenalandPosition, card: str, unit: str, *, symbol: bool = False) -> bool:
    """Whether a resource card, or a symbol of a supply card, pays a needed resource."""
    wild = card == parts.WILD and (not symbol or position.options.wild_symbol)
    return card == unit or wild


def why_not(phase: BuildingPhase, step: Step) -> str | None:
    """Return why a step breaks a rule; None if it is legal."""
    if isinstance(step, TakeStep):
        return _why_not_take(phase, step)
    reason = why_no_place(phase, step.item)
    if reason is not None:
        return reason
    return _why_not_pay(phase, step)


def _why_not_take(phase: BuildingPhase, step: TakeStep) -> str | None:
    if phase.position.mode != "main":
        return "only the main player takes a supply card"
    if phase.taken:
        return "a supply card is taken already"
    if step.card not in phase.position.offered:
        return f"no card {' / '.join(step.card)} is offered"
    return None


def _why_not_pay(phase: BuildingPhase, step: BuildStep) -> str | None:
    position, item = phase.position, step.item
    costs = recipes(position, item)
    if step.recipe not in costs:
        return f"there is no own fort on {step.recipe}"
    if not position.options.new_fort and step.recipe != WITHOUT_FORT:
        old = Counter(forts(position)) - Counter(phase.new_forts)
        if not old[step.recipe]:
            return "a new fort does not make the army cheaper yet"
    return (
        _why_wrong_units(step, costs[step.recipe])
        or _why_wrong_cards(position, step)
        or _why_wrong_supply(position, step)
        or _why_wrong_markets(phase, step)
        or _why_wrong_gifts(position, step)
        or _why_wrong_toll(position, step)
    )


def _why_wrong_units(step: BuildStep, cost: parts.Cost) -> str | None:
    paid = Counter(unit for unit, _ in (*step.cards, *step.gifts))
    paid.update(use.unit for use in step.markets)
    for use in step.supply:
        paid.update(use.units)
    wrong = {unit for unit in (*paid, *cost) if paid[unit] != cost.get(unit, 0)}
    if not wrong:
        return None
    unit = min(wrong)
    return f"{unit}: expected {cost.get(unit, 0)} paid, got {paid[unit]}"


def _why_wrong_cards(position: GraenalandPosition, step: BuildStep) -> str | None:
    for unit, card in (*step.cards, *step.gifts):
        if not pays(position, card, unit):
            return f"a card of {card} does not pay {unit}"
    spent = spent_cards(step)
    short = [card for card, count in spent.items() if count > position.hand.get(card, 0)]
    if short:
        return f"{short[0]}: the hand has {position.hand.get(short[0], 0)}"
    return None


def _why_wrong_supply(position: GraenalandPosition, step: BuildStep) -> str | None:
    for use in step.supply:
        if len(use.units) not in (1, 2):
            return "a supply card pays one or two resources"
        orders = (use.card, use.card[::-1])
        if not any(
            all(pays(position, s, u, symbol=True) for s, u in zip(order, use.units, strict=False))
            for order in orders
        ):
            return f"supply card {' / '.join(use.card)} does not pay {' and '.join(use.units)}"
    spent = spent_supply(step)
    if spent and position.mode in ("final", "claim", "guest") and not position.options.kept_supply:
        return "kept supply cards may not be spent in final building"
    if any(count > position.kept.count(card) for card, count in spent.items()):
        return "a supply card is spent that is not in hand"
    return None


def _why_wrong_markets(phase: BuildingPhase, step: BuildStep) -> str | None:
    position = phase.position
    if step.markets and position.mode == "guest":
        return "a guest uses no market"
    tiles = [use.tile for use in step.markets]
    for tile in tiles:
        state = position.tiles.get(tile)
        if state is None or parts.MARKET not in state.works or not state.settlements(position.me):
            return f"there is no market with an own settlement on {tile}"
        if tile in phase.markets or tiles.count(tile) > 1:
            return f"the market on {tile} is used already"
    return None


def _why_wrong_gifts(position: GraenalandPosition, step: BuildStep) -> str | None:
    if not step.gifts:
        return None
    joint = joint_for(position, step.item)
    if joint is None:
        return f"nobody promised cards for {step.item}"
    given = Counter(card for _, card in step.gifts)
    if any(count > joint.cards.get(card, 0) for card, count in given.items()):
        return "more cards are given than promised"
    return None


def _why_wrong_toll(position: GraenalandPosition, step: BuildStep) -> str | None:
    owed = toll_of(position, step.item)
    if sorted(player for player, _ in step.toll) != sorted(owed):
        return f"expected one card for each of: {', '.join(owed) or 'nobody'}"
    return None


def spent_cards(step: BuildStep) -> Counter[str]:
    """Return the own resource cards that a step spends."""
    spent = Counter(card for _, card in (*step.cards, *step.toll))
    spent.update(use.card for use in step.markets if isinstance(use.card, str))
    return spent


def spent_supply(step: BuildStep) -> Counter[parts.SupplyCard]:
    """Return the supply cards that a step spends."""
    spent = Counter(use.card for use in step.supply)
    spent.update(use.card for use in step.markets if not isinstance(use.card, str))
    return spent


def after(phase: BuildingPhase, step: Step) -> BuildingPhase:
    """Return the phase after a step.

    Raises
    ------
    PlanError
        If the step breaks a rule.
    """
    position = phase.position
    if (reason := why_not(phase, step)) is not None:
        raise PlanError(reason if isinstance(step, TakeStep) else f"{step.item}: {reason}")
    if isinstance(step, TakeStep):
        offered = list(position.offered)
        offered.remove(step.card)
        kept = (*position.kept, step.card)
        return replace(
            phase, taken=True, position=replace(position, kept=kept, offered=tuple(offered))
        )
    kept_left = list(position.kept)
    for card in spent_supply(step).elements():
        kept_left.remove(card)
    spent = spent_cards(step)
    hand = {card: count - spent[card] for card, count in position.hand.items()}
    paid = replace(position, hand=hand, kept=tuple(kept_left))
    if joint_for(position, step.item) is not None:
        paid = replace(paid, joint=None)
    new_forts = Counter(phase.new_forts)
    if step.item.kind == parts.FORT:
        new_forts[position.tiles[step.item.tile].printed.terrain] += 1
    return replace(
        phase,
        position=with_item(paid, step.item),
        markets=phase.markets | {use.tile for use in step.markets},
        new_forts=new_forts,
        built=phase.built + 1,
    )


def with_item(position: GraenalandPosition, item: BuildItem) -> GraenalandPosition:
    """Return the position with an item of the owner of the hand added."""
    me = position.me
    if item.kind == parts.ARMY:
        return replace(position, army={**position.army, me: position.army[me] + 1})
    state = position.tiles[item.tile]
    if item.kind == parts.VILLAGE:
        villages = {**state.villages, me: state.villages.get(me, 0) + 1}
        state = replace(state, villages=villages)
    elif item.kind in parts.BUILDINGS:
        state = replace(state, buildings={**state.buildings, item.kind: me})
    else:
        state = replace(state, works=state.works | {item.kind})
    return replace(position, tiles={**position.tiles, item.tile: state})


def replay(position: GraenalandPosition, steps: Iterable[Step]) -> BuildingPhase:
    """Return the phase after all steps; the main player must have taken a supply card.

    Raises
    ------
    PlanError
        If a step breaks a rule; the message names it.
    """
    phase = BuildingPhase(position)
    for number, step in enumerate(steps, 1):
        try:
            phase = after(phase, step)
        except PlanError as error:
            raise PlanError(f"step {number}: {error}") from None
    if position.mode == "main" and position.offered and not phase.taken:
        raise PlanError("the main player takes a supply card before the end of the phase")
    return phase


def joint_for(position: GraenalandPosition, item: BuildItem) -> JointWork | None:
    """Return the joint public work if it is this item."""
    joint = position.joint
    if joint is None or position.mode != "main":
        return None
    return joint if (joint.kind, joint.tile) == (item.kind, item.tile) else None
