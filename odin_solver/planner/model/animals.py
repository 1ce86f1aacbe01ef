"""Sheep and cattle: breeding, and what they score (rules, 3.8 and 6)."""

from odin_solver.components import TILES
from odin_solver.planner.model.draft import ANIMALS, Draft, Expr


def state_breeding(draft: Draft) -> dict[str, Expr]:
    """A pregnant animal brings a young one; if none is pregnant, one of two becomes so.

    A pregnant animal may be sold, upgraded or eaten like any other, so that it need not be there
    any more; the plan may choose that it is. Returns by kind whether one is pregnant at the end.
    """
    at_last: dict[str, Expr] = {}
    for kind in ANIMALS:
        pregnant: Expr = draft.state.has(f"pregnant_{kind}")
        for r in draft.rounds:
            bears = draft.flag(f"{kind} bears {r}")
            becomes = draft.flag(f"{kind} becomes pregnant {r}")
            draft.require(bears <= pregnant)
            draft.require(bears <= draft.acted[kind, r])
            draft.require(bears + becomes <= 1)
            draft.require(2 * becomes <= draft.acted[kind, r])
            draft.evening(r, kind, bears)
            pregnant = becomes
        at_last[kind] = pregnant
    return at_last


def state_animal_points(draft: Draft, pregnant: dict[str, Expr]) -> None:
    """Points for the animals that are left after the last feast."""
    points: list[Expr] = []
    for kind, expecting in pregnant.items():
        tile = TILES[kind]
        left = draft.at_end(kind, draft.last)
        kept = draft.flag(f"{kind} stays pregnant")
        draft.require(kept <= expecting)
        draft.require(kept <= left)
        points += [tile.points * left, (tile.pregnant_points - tile.points) * kept]
    draft.points["animals"] = sum(points)
