"""What may be worth building: the candidates of a model."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from odin_solver.graenaland import parts
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import BuildItem


@dataclass(frozen=True)
class BuildCandidate:
    """An item, and which copy of it: villages and army steps may be built several times."""

    item: BuildItem
    copy: int = 1


def highest_levels(position: GraenalandPosition) -> dict[parts.Goal, int]:
    """Return the highest level of every measure that goals or the point card ask for."""
    if position.card is None:
        return dict(parts.GOAL_LEVELS)
    return {goal: position.card[goal][-1] for goal in parts.GOALS}


def reachable(position: GraenalandPosition) -> set[str]:
    """Return the tiles that villages can spread to, those already settled included."""
    reached = {name for name, s in position.tiles.items() if s.settlements(position.me)}
    edge = list(reached)
    while edge:
        for near in position.neighbours[edge.pop()] - reached:
            reached.add(near)
            edge.append(near)
    return reached


def candidates(
    position: GraenalandPosition,
    useful: Mapping[parts.Goal, int],
    units: int,
    works: Collection[str],
) -> list[BuildCandidate]:
    """Return all candidates; copies beyond what is useful or can be paid are left out.

    Parameters
    ----------
    useful
        The highest level of every measure that counts.
    units
        Most resources that can be paid.
    works
        Kinds of public works that count besides markets.
    """
    tiles = sorted(reachable(position))
    found = [
        BuildCandidate(BuildItem(parts.VILLAGE, tile), copy)
        for tile in tiles
        for copy in range(1, _villages(position, tile, useful, units) + 1)
    ]
    for tile in tiles:
        state = position.tiles[tile]
        if state.printed.terrain not in parts.WITHOUT_BUILDINGS:
            kinds = [k for k in state.printed.buildings if k not in state.buildings]
            found += [
                BuildCandidate(BuildItem(kind, tile)) for kind in parts.BUILDINGS if kind in kinds
            ]
        if position.mode in ("main", "guest"):
            wanted = {*works, parts.MARKET} if position.mode == "main" else set(works)
            found += [
                BuildCandidate(BuildItem(kind, tile))
                for kind in parts.WORKS
                if kind in wanted and kind not in state.works
            ]
    step = sum(parts.ARMY_WITH_FORT.values()) + 1
    steps = min(units // step, useful["army"] - position.army[position.me])
    found += [BuildCandidate(BuildItem(parts.ARMY), copy) for copy in range(1, steps + 1)]
    return found


def _villages(
    position: GraenalandPosition, tile: str, useful: Mapping[parts.Goal, int], units: int
) -> int:
    me, state = position.me, position.tiles[tile]
    here, cost = state.settlements(me), state.printed.village
    payable = units // sum(cost.values()) if cost else 0
    wanted = max(
        useful["settlements"] - position.settlements(me),
        useful["largest_area"] - here,
        parts.AREA_SETTLEMENTS - here,
        1 - here,
    )
    return max(0, min(payable, wanted, parts.HOUSES - position.settlements(me)))
