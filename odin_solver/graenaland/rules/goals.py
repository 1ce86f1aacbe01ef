"""Goals and victory points (rulebook, p. 9 to 11)."""

from collections.abc import Mapping

from odin_solver.graenaland import parts
from odin_solver.graenaland.position import GraenalandPosition


def measures(position: GraenalandPosition, player: str) -> dict[parts.Goal, int]:
    """Return what goals measure; with three players the first building is not counted as one."""
    counts = [state.settlements(player) for state in position.tiles.values()]
    ignored = parts.BUILDINGS_IGNORED if position.is_small else 0
    return {
        "settlements": sum(counts),
        "areas": sum(count >= parts.AREA_SETTLEMENTS for count in counts),
        "largest_area": max(counts, default=0),
        "buildings": max(0, position.buildings(player) - ignored),
        "army": position.army[player],
    }


def goals_met(measured: Mapping[parts.Goal, int]) -> list[parts.Goal]:
    """Return the goals of the victory condition card that are met."""
    return [goal for goal in parts.GOALS if measured[goal] >= parts.GOAL_LEVELS[goal]]


def points_by_column(
    card: parts.PointCard, measured: Mapping[parts.Goal, int]
) -> dict[parts.Goal, int]:
    """Return the points of each column: one for every threshold that is met."""
    return {goal: sum(measured[goal] >= level for level in card[goal]) for goal in parts.GOALS}


def score_of(position: GraenalandPosition) -> int:
    """Return what decides for the owner of the hand: victory points, or the number of goals."""
    measured = measures(position, position.me)
    if position.card is None:
        return len(goals_met(measured))
    return sum(points_by_column(position.card, measured).values())


def score_needed(position: GraenalandPosition) -> int:
    """Return how many goals or points win."""
    return parts.GOALS_NEEDED if position.card is None else parts.POINTS_NEEDED
