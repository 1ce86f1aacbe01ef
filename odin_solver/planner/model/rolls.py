"""Hunting, snares, whaling, raids and pillages; dice as `ChanceModel` assumes (rules, 4)."""

from odin_solver.components import TILES, Color
from odin_solver.components.ships import SHIPS
from odin_solver.game.actions.dice import ACTIONS, LEAST_TO_WIN, Dice, Sail
from odin_solver.game.actions.spaces import EFFECTS
from odin_solver.planner.model.builder import GOODS, MOST, Expr, ModelBuilder
from odin_solver.planner.model.ships import Ships
from odin_solver.planner.model.variables import Var

DICE_SPACES = {
    name: "whaling" if isinstance(node, Sail) else node.action
    for name, nodes in EFFECTS.items()
    for node in nodes
    if isinstance(node, Dice | Sail)
}
"""Dice action of each space that has one."""


def lootable(builder: ModelBuilder) -> list[str]:
    """Return the blue goods and the special tiles that nobody owns."""
    return [*(name for name in GOODS if TILES[name].color == Color.BLUE), *builder.specials]


def gain_one(
    builder: ModelBuilder, name: str, tiles: list[str], x: Expr, r: int
) -> dict[str, Expr]:
    """Gain exactly one of some tiles if x is 1."""
    chosen = builder.choose_one(r, name, tiles, x)
    for tile, one in chosen.items():
        builder.gain(r, tile, one)
    return chosen


def add_low(builder: ModelBuilder, name: str, x: Expr, r: int) -> None:
    """Hunting and snares: pay the roll."""
    paid, won = _payment(builder, name, x, r)
    builder.require(sum(paid.values()) >= builder.chance.low(ACTIONS[DICE_SPACES[name]].die) * won)
    for item, count in ACTIONS[DICE_SPACES[name]].reward.items():
        if item in paid:
            # The reward does not pay for itself.
            builder.need(r, paid[item] + count * won, item)
    _reward(builder, name, won, r)


def add_whaling(builder: ModelBuilder, ships: Ships, name: str, most: int, x: Expr, r: int) -> None:
    """Whaling: the ore on the boats that sail counts, the printed ore included."""
    paid, won = _payment(builder, name, x, r)
    boats = builder.integer(Var.BOATS(r, name), most)
    ore = builder.integer(Var.LOADED(r, name, "boats"), most)
    builder.require(boats <= most * x)
    builder.require(boats >= x)
    builder.need(r, boats, "whaling_boat")
    builder.require(ore <= boats)
    ships.counted["whaling_boat"].append((r, ore))
    printed = SHIPS["whaling_boat"].printed_ore * boats
    builder.require(
        sum(paid.values()) + printed + ore >= builder.chance.low(ACTIONS["whaling"].die) * won
    )
    builder.detail(Var.BOATS(r, name), boats)
    _reward(builder, name, won, r)


def add_high(builder: ModelBuilder, ships: Ships, name: str, x: Expr, r: int) -> None:
    """Raids and pillages: pay the difference between the sword value and the roll."""
    rules = ACTIONS[DICE_SPACES[name]]
    builder.need(r, x, "longship")
    paid, won = _payment(builder, name, x, r)
    chosen = gain_one(builder, name, lootable(builder), won, r)
    ore: Expr = 0
    if DICE_SPACES[name] == "pillaging":
        ore = builder.integer(Var.LOADED(r, name, "a longship"), SHIPS["longship"].ore_slots)
        builder.require(ore <= SHIPS["longship"].ore_slots * won)
        ships.counted["longship"].append((r, ore))
    high = builder.chance.high(rules.die)
    short = sum(
        max(0, max(LEAST_TO_WIN, TILES[tile].sword or 0) - high) * one
        for tile, one in chosen.items()
    )
    builder.require(sum(paid.values()) + ore >= short)


def _payment(builder: ModelBuilder, name: str, x: Expr, r: int) -> tuple[dict[str, Expr], Expr]:
    """Return the payment for a success, and whether there is one; a failure is compensated."""
    rules = ACTIONS[DICE_SPACES[name]]
    failure = Var.CHOSEN(r, name, "fail")
    failed = builder.failed[name, r] = builder.boolean(failure)
    builder.require(failed <= x)
    builder.detail(failure, failed)
    for item in (rules.weapon, rules.resource):
        builder.gain(r, item, failed)
    paid = {}
    for item in (rules.weapon, rules.resource):
        key = Var.PAID(r, name, item)
        count = builder.integer(key)
        builder.require(count <= MOST * (x - failed))
        builder.spend(r, item, count)
        builder.detail(key, count)
        paid[item] = count
    return paid, x - failed


def _reward(builder: ModelBuilder, name: str, won: Expr, r: int) -> None:
    for item, count in ACTIONS[DICE_SPACES[name]].reward.items():
        builder.gain(r, item, count * won)
