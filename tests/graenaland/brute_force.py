"""The model of a building phase against brute force, on random small hands."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from odin_solver.graenaland.model.solve import (
    CARD_WEIGHT,
    SCORE,
    PhasePlan,
    Wish,
    build_best,
    reach,
)
from odin_solver.graenaland.parts import (
    BUILDINGS,
    GOALS,
    NORMAL,
    RESOURCES,
    WILD,
    WORKS,
    Goal,
    SupplyCard,
)
from odin_solver.graenaland.position import (
    GraenalandOptions,
    GraenalandPosition,
    JointWork,
    Mode,
    TileState,
    default_neighbours,
)
from odin_solver.graenaland.profile import GraenalandProfile, PrintedTile
from odin_solver.graenaland.rules.building import (
    BuildingPhase,
    BuildItem,
    BuildStep,
    MarketUse,
    SupplyUse,
    TakeStep,
    after,
    joint_for,
    recipes,
    spent_cards,
    spent_supply,
    toll_of,
    why_no_place,
    why_not,
)
from odin_solver.graenaland.rules.counts import score_of

MOST_ENDS = 300
PLAYERS = ("yellow", "red", "white", "purple", "blue")

# Random small hands


def _cost(rng: random.Random, most: int) -> Counter[str]:
    return Counter(rng.choices(NORMAL, k=rng.randint(1, most)))


def _card(rng: random.Random) -> SupplyCard:
    first, second = rng.choices(RESOURCES, weights=(3, 3, 3, 3, 1), k=2)
    return first, second


def small_hand(seed: int) -> GraenalandPosition:
    """Return a random position with few cards and cheap items; its costs are on no real copy."""
    rng = random.Random(seed)
    terrains = rng.choices(("plains", "forest", "hills", "mountains"), k=3)
    printed = {
        name: PrintedTile(
            terrain, at < 2, _cost(rng, 3), "ore", rng.choice((BUILDINGS, ("fort", "hall")))
        )
        for at, (name, terrain) in enumerate(zip("ABC", terrains, strict=True))
    }
    profile = GraenalandProfile(
        name="random (no real copy)",
        made_up=True,
        tiles=printed,
        buildings={kind: _cost(rng, 3) for kind in BUILDINGS},
        works={kind: _cost(rng, 2) for kind in WORKS},
        hills_fort=rng.choice(NORMAL),
    )
    players = PLAYERS[: rng.randint(3, 5)]
    tiles = {}
    for at, (name, tile) in enumerate(printed.items()):
        own = rng.randint(1, 2) if at == 0 else rng.choice((0, 0, 1))
        others = {player: 1 for player in players[1:] if rng.random() < 0.4}
        villages = {**({"yellow": own} if own else {}), **others}
        works = frozenset(
            kind for kind in ("market", "palisade") if villages and rng.random() < 0.3
        )
        owner = rng.choice(list(villages)) if villages else ""
        kind = rng.choice(BUILDINGS)
        stands = tile.terrain != "mountains" and kind in tile.buildings and rng.random() < 0.3
        buildings = {kind: owner} if owner and stands else {}
        tiles[name] = TileState(tile, villages, buildings, works)
    mode: Mode = rng.choice(("main", "main", "main", "final", "guest"))
    hand = Counter(rng.choices(RESOURCES, weights=(3, 3, 3, 3, 1), k=rng.randint(1, 4)))
    joint = None
    if mode == "main" and rng.random() < 0.2:
        joint = JointWork("market", rng.choice("ABC"), Counter(rng.choices(RESOURCES, k=2)))
    levels: dict[Goal, tuple[int, int, int]] = {}
    for goal, now in zip(GOALS, (2, 0, 1, 0, 1), strict=True):
        first = now + rng.randint(0, 2)
        levels[goal] = (first, first + 1, first + rng.randint(2, 3))
    return GraenalandPosition(
        profile,
        players,
        "yellow",
        "yellow" if mode == "main" else "red",
        mode,
        levels if rng.random() < 0.8 else None,
        tiles,
        default_neighbours(tiles),
        {player: rng.randint(1, 2) for player in players},
        {card: hand[card] for card in RESOURCES},
        tuple(_card(rng) for _ in range(rng.randint(0, 1))),
        tuple(_card(rng) for _ in range(rng.randint(0, 2))) if mode == "main" else (),
        joint,
        options=GraenalandOptions(
            new_fort=rng.random() < 0.8,
            kept_supply=rng.random() < 0.8,
            wild_symbol=rng.random() < 0.8,
        ),
    )


# Brute force: all orders of building, all payments


class _Paying(NamedTuple):
    """A payment under way."""

    cards: tuple[tuple[str, str], ...] = ()
    supply: tuple[SupplyUse, ...] = ()
    markets: tuple[MarketUse, ...] = ()
    gifts: tuple[tuple[str, str], ...] = ()


def _payments(phase: BuildingPhase, item: BuildItem, recipe: str) -> Iterator[_Paying]:
    """Yield all ways to pay an item, resource by resource."""
    position = phase.position
    units = sorted(Counter(recipes(position, item)[recipe]).elements())
    markets = [
        tile
        for tile, state in position.tiles.items()
        if "market" in state.works and state.settlements("yellow") and tile not in phase.markets
    ]
    if position.mode == "guest":
        markets = []
    seen: set[object] = set()
    joint = joint_for(position, item)
    wild_symbol = position.options.wild_symbol
    kept = position.kept
    if position.mode != "main" and not position.options.kept_supply:
        kept = ()

    def further(
        at: int, hand: Counter[str], left: Counter[SupplyCard], given: Counter[str], paid: _Paying
    ) -> Iterator[_Paying]:
        state = (
            at,
            frozenset(hand.items()),
            frozenset(left.items()),
            frozenset(given.items()),
            frozenset(use.tile for use in paid.markets),
            frozenset((use.card, use.units) for use in paid.supply if len(use.units) == 1),
        )
        if state in seen:
            return
        seen.add(state)
        if at == len(units):
            yield paid
            return
        unit = units[at]
        for card in {unit, WILD}:
            if hand[card]:
                more = paid._replace(cards=(*paid.cards, (unit, card)))
                yield from further(at + 1, hand - Counter([card]), left, given, more)
            if given[card]:
                more = paid._replace(gifts=(*paid.gifts, (unit, card)))
                yield from further(at + 1, hand, left, given - Counter([card]), more)
        for symbols in left:
            fits = unit in symbols or (WILD in symbols and wild_symbol)
            if fits:
                use = SupplyUse(symbols, (unit,))
                more = paid._replace(supply=(*paid.supply, use))
                yield from further(at + 1, hand, left - Counter([symbols]), given, more)
        for index, use in enumerate(paid.supply):
            if len(use.units) == 1 and _both(use.card, (*use.units, unit), wild_symbol):
                grown = list(paid.supply)
                grown[index] = SupplyUse(use.card, (*use.units, unit))
                more = paid._replace(supply=tuple(grown))
                yield from further(at + 1, hand, left, given, more)
        used = {use.tile for use in paid.markets}
        for tile in markets:
            if tile in used:
                continue
            for card in hand:
                more = paid._replace(markets=(*paid.markets, MarketUse(tile, unit, card)))
                yield from further(at + 1, hand - Counter([card]), left, given, more)
            for symbols in left:
                more = paid._replace(markets=(*paid.markets, MarketUse(tile, unit, symbols)))
                yield from further(at + 1, hand, left - Counter([symbols]), given, more)

    yield from further(
        0,
        +Counter(position.hand),
        Counter(kept),
        Counter(joint.cards) if joint else Counter(),
        _Paying(),
    )


def _both(card: SupplyCard, units: tuple[str, ...], wild: bool) -> bool:
    return any(
        all(
            symbol == unit or (symbol == WILD and wild)
            for symbol, unit in zip(order, units, strict=True)
        )
        for order in (card, card[::-1])
    )


def _tolls(hand: Counter[str], count: int) -> Iterator[tuple[str, ...]]:
    if count == 0:
        yield ()
        return
    for card in +hand:
        for rest in _tolls(hand - Counter([card]), count - 1):
            if not rest or card <= rest[0]:
                yield (card, *rest)


def _next(phase: BuildingPhase, works: tuple[str, ...]) -> Iterator[BuildingPhase]:
    """Yield the phase after every legal step, once for what it leaves over."""
    position = phase.position
    for card in set(position.offered):
        if why_not(phase, TakeStep(card)) is None:
            yield after(phase, TakeStep(card))
    items = [BuildItem(kind, tile) for tile in position.tiles for kind in ("village", *BUILDINGS)]
    items += [BuildItem(kind, tile) for tile in position.tiles for kind in works]
    for item in (*items, BuildItem("army")):
        if why_no_place(phase, item) is not None:
            continue
        seen = set()
        players = toll_of(position, item)
        for recipe in recipes(position, item):
            for paying in _payments(phase, item, recipe):
                step = BuildStep(item, recipe, *paying)
                spent = spent_cards(step)
                for cards in _tolls(Counter(position.hand) - spent, len(players)):
                    step = BuildStep(
                        item, recipe, *paying, toll=tuple(zip(players, cards, strict=True))
                    )
                    left = (
                        tuple(sorted(spent_cards(step).items())),
                        tuple(sorted(spent_supply(step).items())),
                        frozenset(use.tile for use in step.markets),
                    )
                    if left not in seen and why_not(phase, step) is None:
                        seen.add(left)
                        yield after(phase, step)


def _key(phase: BuildingPhase) -> tuple[object, ...]:
    position = phase.position
    return (
        tuple(sorted(position.hand.items())),
        tuple(sorted(position.kept)),
        phase.taken,
        phase.markets,
        position.army["yellow"],
        tuple(sorted(phase.new_forts.items())),
        position.joint is None,
        tuple(
            (state.villages.get("yellow", 0), tuple(sorted(state.buildings)), state.works)
            for state in position.tiles.values()
        ),
    )


def all_ends(
    position: GraenalandPosition, works: tuple[str, ...] = ("market",), most: int = MOST_ENDS
) -> list[BuildingPhase] | None:
    """Return the ends of all building phases, by brute force; None if there are too many."""
    begun = BuildingPhase(position)
    seen = {_key(begun)}
    ends, queue = [], [begun]
    while queue:
        phase = queue.pop()
        if phase.taken or position.mode != "main" or not position.offered:
            ends.append(phase)
        for further in _next(phase, works if position.mode == "main" else ()):
            key = _key(further)
            if key not in seen:
                seen.add(key)
                queue.append(further)
        if len(seen) > most:
            return None
    return ends


def _cost_of(begun: GraenalandPosition, phase: BuildingPhase) -> int:
    """Return what the end of a phase has spent, weighted as by the model."""
    spent = sum(begun.hand.values()) - sum(phase.position.hand.values())
    gold = begun.hand[WILD] - phase.position.hand[WILD]
    supply = len(begun.kept) + phase.taken - len(phase.position.kept)
    return CARD_WEIGHT * (spent + supply) + gold + supply


def _plan_cost(begun: GraenalandPosition, plan: PhasePlan) -> int:
    taken = any(isinstance(step, TakeStep) for step in plan.steps)
    return _cost_of(begun, BuildingPhase(plan.after, taken))


def disagreement(
    position: GraenalandPosition, *, most: int = MOST_ENDS, missing: bool = True
) -> str | None:
    """Return how the model and brute force differ on a small hand; empty if they agree.

    None stands for a hand that has too many ends for brute force.

    Parameters
    ----------
    position
        The hand.
    most
        Most ends.
    missing
        Whether to compare also what reaches a score, and what is missing for the next one.
    """
    ends = all_ends(position, most=most)
    if ends is None:
        return None
    best = max(score_of(end.position) for end in ends)
    cheapest = min(_cost_of(position, end) for end in ends if score_of(end.position) == best)
    answer = build_best(position)
    if answer.plan is None or not answer.proven:
        return "build: the model has no proven plan"
    if (answer.plan.score, _plan_cost(position, answer.plan)) != (best, cheapest):
        got = f"{answer.plan.score} for {_plan_cost(position, answer.plan)}"
        return f"build: expected {best} for {cheapest}, got {got}"
    for level in (best, best + 1) if missing else ():
        reached = reach(position, [Wish(SCORE, level)])
        if reached.possible is not (level <= best):
            return f"reach {level}: expected {level <= best}, got {reached.possible}"
        if reached.plan is not None and _plan_cost(position, reached.plan) > cheapest:
            return f"reach {level}: {_plan_cost(position, reached.plan)} instead of {cheapest}"
        if reached.missing and sum(reached.missing.values()) == 1:
            fault = _wrong_missing(position, reached.missing, level)
            if fault:
                return fault
    return ""


def _wrong_missing(
    position: GraenalandPosition, missing: Mapping[str, int], level: int
) -> str | None:
    hand = {card: count + missing.get(card, 0) for card, count in position.hand.items()}
    ends = all_ends(replace(position, hand=hand))
    if ends is not None and max(score_of(end.position) for end in ends) < level:
        return f"missing {missing}: it does not reach {level}"
    return None
