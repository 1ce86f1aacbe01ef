"""Sentences about positions, steps and plans of Graenaland."""

from collections import Counter
from collections.abc import Iterable, Mapping

from odin_solver.graenaland.parts import (
    ARMY,
    GOAL_LEVELS,
    GOALS,
    POINTS_NEEDED,
    RESOURCES,
    Cost,
    SupplyCard,
)
from odin_solver.graenaland.position import GraenalandPosition, TileState
from odin_solver.graenaland.rules.building import BuildItem, BuildStep, Step, TakeStep
from odin_solver.graenaland.rules.goals import measures, points_by_column

MEASURES: Mapping[str, str] = {
    "settlements": "settlements",
    "areas": "tiles with 2 or more",
    "largest_area": "most on one tile",
    "buildings": "buildings",
    "army": "army",
}


def cost_text(cost: Cost | None) -> str:
    """Return ``2 wood, 2 livestock``; ``?`` for a cost that the profile lacks."""
    if cost is None:
        return "?"
    return ", ".join(f"{cost[card]} {card}" for card in RESOURCES if cost.get(card)) or "none"


def supply_text(card: SupplyCard) -> str:
    """Return ``wood/ore``."""
    return "/".join(card)


def item_text(item: BuildItem) -> str:
    """Return ``village on A`` or ``army +1``."""
    return "army +1" if item.kind == ARMY else f"{item.kind} on {item.tile}"


def items_text(items: Mapping[BuildItem, int]) -> str:
    """Return ``2 x village on A, army +1``; ``nothing`` if it is nothing."""
    return (
        ", ".join(
            f"{count} x {item_text(item)}" if count > 1 else item_text(item)
            for item, count in items.items()
        )
        or "nothing"
    )


def payment_text(step: BuildStep) -> str:
    """Return how a step is paid."""
    plain = Counter(card for unit, card in step.cards if card == unit)
    parts = [cost_text(plain)] if plain else []
    parts += [f"{card} as {unit}" for unit, card in step.cards if card != unit]
    for use in step.supply:
        parts.append(f"supply {supply_text(use.card)} as {' and '.join(use.units)}")
    for exchange in step.markets:
        card = exchange.card
        given = card if isinstance(card, str) else f"supply {supply_text(card)}"
        parts.append(f"market on {exchange.tile}: {given} as {exchange.unit}")
    parts += [f"given by others: {card} as {unit}" for unit, card in step.gifts]
    parts += [f"toll: {card} to {player}" for player, card in step.toll]
    return ", ".join(parts)


def step_text(step: Step) -> tuple[str, str]:
    """Return what a step does and how it is paid."""
    if isinstance(step, TakeStep):
        return f"take supply card {supply_text(step.card)}", ""
    via = f" (fort: {step.recipe})" if step.recipe else ""
    return item_text(step.item) + via, payment_text(step)


def goals_lines(position: GraenalandPosition) -> list[tuple[str, str, str, str]]:
    """Return a row for every goal or column: name, value, levels, what is met."""
    measured = measures(position, position.me)
    rows = []
    for goal in GOALS:
        value = measured[goal]
        if position.card is None:
            level = GOAL_LEVELS[goal]
            rows.append((MEASURES[goal], str(value), str(level), "met" if value >= level else ""))
        else:
            points = points_by_column(position.card, measured)[goal]
            levels = " ".join(map(str, position.card[goal]))
            rows.append((MEASURES[goal], str(value), levels, f"{points} of 3"))
    return rows


def needed_text(position: GraenalandPosition) -> str:
    """Return what wins."""
    return "3 goals win" if position.card is None else f"{POINTS_NEEDED} points win"


def score_text(position: GraenalandPosition, score: int) -> str:
    """Return ``3 goals`` or ``6 points``."""
    noun = "goal" if position.card is None else "point"
    return f"{score} {noun}{'' if score == 1 else 's'}"


def cards_text(count: int) -> str:
    """Return ``1 card`` or ``3 cards``."""
    return f"{count} card{'' if count == 1 else 's'}"


def settlements_text(state: TileState, players: Iterable[str]) -> str:
    """Return the settlements on a tile: ``yellow 2, red 1 + fort``."""
    parts = []
    for player in players:
        if state.settlements(player):
            buildings = [kind for kind, owner in state.buildings.items() if owner == player]
            parts.append(" + ".join([f"{player} {state.villages.get(player, 0)}", *buildings]))
    return ", ".join(parts)


def profile_note(position: GraenalandPosition) -> str:
    """Return a note if the costs belong to no real copy."""
    profile = position.profile
    return f"costs: profile {profile.name}" if profile.made_up else ""
