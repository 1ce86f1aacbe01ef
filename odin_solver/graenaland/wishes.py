"""Goals as text: ``army=3``, ``goals=3``, ``church@B``, ``village@A=2``."""

import re

from odin_solver.errors import InputError
from odin_solver.graenaland.model.solve import SCORE, Wish
from odin_solver.graenaland.parts import ARMY, BUILDINGS, GOAL_LEVELS, GOALS, VILLAGE, WORKS
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import BuildItem
from odin_solver.graenaland.rules.counts import score_needed
from odin_solver.graenaland.words import item_text, part_name

_GOAL = re.compile(r"([a-z_]+)(?:@([^=]+))?(?:=(\d{1,2}))?")
_KINDS = (VILLAGE, *BUILDINGS, *WORKS)


def wishes(position: GraenalandPosition) -> dict[str, str]:
    """Return what can be wished for, with its name: levels of goals, and items on tiles."""
    score = "goals" if position.card is None else "points"
    levels = [*GOAL_LEVELS.items(), (score, score_needed(position))]
    items = [BuildItem(kind, tile) for kind in _KINDS for tile in position.tiles]
    return {
        **{f"{goal}={level}": f"{part_name(goal)}: {level}" for goal, level in levels},
        **{f"{item.kind}@{item.tile}": item_text(item) for item in items},
    }


def wish_from(text: str, position: GraenalandPosition) -> Wish:
    """Read a goal."""
    match = _GOAL.fullmatch(text)
    if match is None:
        raise InputError.said("expected a goal such as army=3 or church@B, got {got!r}", got=text)
    name, tile, level = match.groups()
    count = int(level) if level else 1
    score = "goals" if position.card is None else "points"
    if tile is not None:
        if name not in _KINDS:
            raise InputError.said(
                "expected one of {names} before @, got {got!r}", names=", ".join(_KINDS), got=name
            )
        if tile not in position.tiles:
            tiles = ", ".join(position.tiles)
            raise InputError.said(
                "{name}@: expected a tile ({tiles}), got {got!r}", name=name, tiles=tiles, got=tile
            )
        return Wish(BuildItem(name, tile), count)
    if name == ARMY and level is None:
        return Wish(BuildItem(ARMY))
    if level is None or name not in (*GOALS, score):
        expected = ", ".join(f"{goal}=N" for goal in (*GOALS, score))
        raise InputError.said(
            "expected {goals}, or KIND@TILE, got {got!r}", goals=expected, got=text
        )
    return Wish(SCORE if name == score else name, count)
