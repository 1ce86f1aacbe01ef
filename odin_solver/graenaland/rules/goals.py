"""Goals and victory points (rulebook, p. 9 to 11)."""

from collections.abc import Mapping

from odin_solver.graenaland.parts import (
    AREA_SETTLEMENTS,
    BUILDINGS_IGNORED,
    GOAL_LEVELS,
    GOALS,
    GOALS_NEEDED,
    POINTS_NEEDED,
    Goal,
    PointCard,
)
from odin_solver.graenaland.position import GraenalandPosition


def measures(position: GraenalandPosition, player: str) -> dict[Goal, int]:
    """Return what goals measure; with three players the first building is not counted as one."""
    counts = [state.settlements(player) for state in position.tiles.values()]
    ignored = BUILDINGS_IGNORED if position.is_small else 0
    return {
        "settlements": sum(counts),
        "areas": sum(count >= AREA_SETTLEMENTS for count in counts),
        "largest_area": max(counts, default=0),
        "buildings": max(0, position.buildings(player) - ignored),
        "army": position.army[player],
    }


def goals_met(measured: Mapping[Goal, int]) -> list[Goal]:
    """Return the goals of the victory condition card that are met."""
    return [goal for goal in GOALS if measured[goal] >= GOAL_LEVELS[goal]]


def points_by_column(card: PointCard, measured: Mapping[Goal, int]) -> dict[Goal, int]:
    """Return the points of each column: one for every threshold that is met."""
    return {goal: sum(measured[goal] >= level for level in card[goal]) for goal in GOALS}


def score_of(position: GraenalandPosition) -> int:
    """Return what decides for the owner of the hand: victory points, or the number of goals."""
    measured = measures(position, position.me)
    if position.card is None:
        return len(goals_met(measured))
    return sum(points_by_column(position.card, measured).values())


def score_needed(position: GraenalandPosition) -> int:
    """Return how many goals or points win."""
    return GOALS_NEEDED if position.card is None else POINTS_NEEDED
