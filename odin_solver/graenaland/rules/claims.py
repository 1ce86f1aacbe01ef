"""Who wins by a claim of victory points (rulebook, p. 11)."""

from collections.abc import Mapping, Sequence

from odin_solver.graenaland.parts import POINTS_NEEDED


def winner_of(claims: Mapping[str, int], players: Sequence[str], main: str) -> str | None:
    """Return who wins: the highest claim of 6 or more, then who sits closest to the main player.

    Parameters
    ----------
    claims
        Claimed points by player.
    players, main
        All players clockwise, and the main player, who is the first.
    """
    first = players.index(main)
    order = [*players[first:], *players[:first]]
    valid = [player for player in order if claims.get(player, 0) >= POINTS_NEEDED]
    return max(valid, key=lambda player: claims[player], default=None)


def final_order(players: Sequence[str], winner: str) -> list[str]:
    """Return the order of the last building phases: clockwise, the winner already done."""
    first = players.index(winner)
    return [*players[first + 1 :], *players[:first]]
