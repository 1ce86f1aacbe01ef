"""What is counted: goals, points, production and votes of a tile (rulebook, p. 4 to 11)."""

from collections.abc import Mapping
from typing import Literal

from odin_solver.graenaland import parts
from odin_solver.graenaland.parts import HERO_BONUS, PALISADE, PRIEST, ROAD, SKALD, WARRIOR, YIELD
from odin_solver.graenaland.position import GraenalandPosition, TileState


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


Draw = Literal["up", "down", "yield"]
"""A card face up; one face down; one that is kept only if it shows the tile's symbol."""


def stock_limit(state: TileState) -> int:
    """Return the most cards that lie on a tile: its settlements and one more."""
    return state.all_settlements + 1


def draws(state: TileState) -> list[Draw]:
    """Return the cards that a tile with settlements draws, in this order.

    A card of the yield improvement is drawn only while there is room for it.
    """
    if not state.all_settlements:
        return []
    wanted: list[Draw] = ["up"]
    if ROAD in state.works:
        wanted.append("down")
    if YIELD in state.works:
        wanted.append("yield")
    return wanted[: max(0, stock_limit(state) - len(state.stock))]


def votes_of(position: GraenalandPosition, player: str, tile: str) -> int:
    """Return a player's votes on a tile: settlements and the hero there.

    A warrior has as many votes as the army is strong, none beside a priest. A skald has one for
    each other hero. A palisade takes one vote from warriors of players without a settlement there.
    With three players every hero has one vote more, and the palisade takes one from each.
    """
    state = position.tiles[tile]
    settlements = state.settlements(player)
    hero = state.heroes.get(player)
    if hero is None:
        return settlements
    votes = 0
    if hero == WARRIOR and PRIEST not in state.heroes.values():
        votes = position.army[player]
    elif hero == SKALD:
        votes = len(state.heroes) - 1
    small = position.is_small
    if small:
        votes += HERO_BONUS
    outsider = settlements == 0 or (small and position.options.strict_palisade)
    if PALISADE in state.works and outsider and (small or hero == WARRIOR):
        votes -= 1
    return settlements + max(votes, 0)


def votes_on(position: GraenalandPosition, tile: str) -> dict[str, int]:
    """Return the votes of all players on a tile."""
    return {player: votes_of(position, player, tile) for player in position.players}


def passes(votes: dict[str, int], yes: frozenset[str] | set[str]) -> bool:
    """Whether a proposal passes: more than half of all votes; who abstains is against it."""
    return 2 * sum(votes[player] for player in yes) > sum(votes.values())
