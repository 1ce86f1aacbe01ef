"""Votes on a tile (rulebook, p. 5, 8 and 9)."""

from odin_solver.graenaland.parts import HERO_BONUS, PALISADE, PRIEST, SKALD, WARRIOR
from odin_solver.graenaland.position import GraenalandPosition


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
