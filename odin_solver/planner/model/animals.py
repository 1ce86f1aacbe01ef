"""Sheep and cattle: breeding and points (rules, 3.8 and 6)."""

from odin_solver.components import TILES
from odin_solver.planner.model.builder import ANIMALS, Expr, ModelBuilder
from odin_solver.planner.model.variables import Var


def add_breeding(builder: ModelBuilder) -> dict[str, Expr]:
    """A pregnant animal bears a young one; if none is pregnant, one of two becomes pregnant.

    A pregnant animal may have been sold, upgraded or eaten; the plan may assume that it was not.
    Returns by kind whether an animal is pregnant at the end.
    """
    at_end: dict[str, Expr] = {}
    for kind in ANIMALS:
        pregnant: Expr = builder.state.has(f"pregnant_{kind}")
        for r in builder.rounds:
            bears = builder.boolean(Var.BEARS(r, kind))
            conceives = builder.boolean(Var.CONCEIVES(r, kind))
            builder.require(bears <= pregnant)
            builder.require(bears <= builder.stock[kind, r])
            builder.require(bears + conceives <= 1)
            builder.require(2 * conceives <= builder.stock[kind, r])
            builder.evening(r, kind, bears)
            pregnant = conceives
        at_end[kind] = pregnant
    return at_end


def add_animal_points(builder: ModelBuilder, pregnant: dict[str, Expr]) -> None:
    """Points for the animals left after the last feast."""
    points: list[Expr] = []
    for kind, expecting in pregnant.items():
        tile = TILES[kind]
        left = builder.at_end(kind, builder.last)
        kept = builder.boolean(Var.STAYS_PREGNANT(None, kind))
        builder.require(kept <= expecting)
        builder.require(kept <= left)
        points += [tile.points * left, (tile.pregnant_points - tile.points) * kept]
    builder.points["animals"] = sum(points)
