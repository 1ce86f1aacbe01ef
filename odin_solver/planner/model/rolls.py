"""Hunting, snares, whaling, raids and pillages, with dice as `Luck` has them (rules, 4)."""

from odin_solver.components import TILES, Color
from odin_solver.components.ships import SHIPS
from odin_solver.game.actions.dice import ACTIONS, LEAST_TO_WIN, Dice, Sail
from odin_solver.game.actions.spaces import EFFECTS
from odin_solver.planner.model.draft import GOODS, MOST, Draft, Expr
from odin_solver.planner.model.sea import Ships

DICE_SPACES = {
    name: "whaling" if isinstance(node, Sail) else node.action
    for name, nodes in EFFECTS.items()
    for node in nodes
    if isinstance(node, Dice | Sail)
}
"""The dice action of every space that has one."""


def lootable(draft: Draft) -> list[str]:
    """Blue goods, and the special tiles that nobody has."""
    return [*(name for name in GOODS if TILES[name].color == Color.BLUE), *draft.specials]


def state_choice(draft: Draft, name: str, tiles: list[str], x: Expr, r: int) -> dict[str, Expr]:
    """Exactly one of some tiles is taken if x is 1."""
    chosen = {tile: draft.flag(f"{name}: {tile} {r}") for tile in tiles}
    draft.require(sum(chosen.values()) == x)
    for tile, one in chosen.items():
        draft.gain(r, tile, one)
        draft.detail(r, f"{name}: {tile}", one)
    return chosen


def state_low(draft: Draft, name: str, x: Expr, r: int) -> None:
    """Hunting and snares: pay what the die shows."""
    paid, won = _payment(draft, name, x, r)
    draft.require(sum(paid.values()) >= draft.luck.low(ACTIONS[DICE_SPACES[name]].die) * won)
    for thing, count in ACTIONS[DICE_SPACES[name]].reward.items():
        if thing in paid:
            # The reward comes after the payment and does not pay for itself.
            draft.need(r, paid[thing] + count * won, thing)
    _reward(draft, name, won, r)


def state_whaling(draft: Draft, ships: Ships, name: str, most: int, x: Expr, r: int) -> None:
    """Whaling: the ore on the boats that sail, the printed one included, counts towards it."""
    paid, won = _payment(draft, name, x, r)
    boats = draft.number(f"{name}: boats {r}", most)
    ore = draft.number(f"{name}: ore on boats {r}", most)
    draft.require(boats <= most * x)
    draft.require(boats >= x)
    draft.need(r, boats, "whaling_boat")
    draft.require(ore <= boats)
    ships.counted["whaling_boat"].append((r, ore))
    printed = SHIPS["whaling_boat"].printed_ore * boats
    draft.require(
        sum(paid.values()) + printed + ore >= draft.luck.low(ACTIONS["whaling"].die) * won
    )
    draft.detail(r, f"{name}: boats", boats)
    _reward(draft, name, won, r)


def state_high(draft: Draft, ships: Ships, name: str, x: Expr, r: int) -> None:
    """Raids and pillages: every step above what the die shows is paid for."""
    rules = ACTIONS[DICE_SPACES[name]]
    draft.need(r, x, "longship")
    paid, won = _payment(draft, name, x, r)
    chosen = state_choice(draft, name, lootable(draft), won, r)
    ore: Expr = 0
    if DICE_SPACES[name] == "pillaging":
        ore = draft.number(f"{name}: ore on a longship {r}", SHIPS["longship"].ore_slots)
        draft.require(ore <= SHIPS["longship"].ore_slots * won)
        ships.counted["longship"].append((r, ore))
    high = draft.luck.high(rules.die)
    short = sum(
        max(0, max(LEAST_TO_WIN, TILES[tile].sword or 0) - high) * one
        for tile, one in chosen.items()
    )
    draft.require(sum(paid.values()) + ore >= short)


def _payment(draft: Draft, name: str, x: Expr, r: int) -> tuple[dict[str, Expr], Expr]:
    """What is paid for a success, and whether there is one; a failure is compensated."""
    rules = ACTIONS[DICE_SPACES[name]]
    failed = draft.failed[name, r] = draft.flag(f"{name}: fail {r}")
    draft.require(failed <= x)
    draft.detail(r, f"{name}: fail", failed)
    for thing in (rules.weapon, rules.resource):
        draft.gain(r, thing, failed)
    paid = {}
    for thing in (rules.weapon, rules.resource):
        count = draft.number(f"{name}: pay {thing} {r}")
        draft.require(count <= MOST * (x - failed))
        draft.pay(r, thing, count)
        draft.detail(r, f"{name}: pay {thing}", count)
        paid[thing] = count
    return paid, x - failed


def _reward(draft: Draft, name: str, won: Expr, r: int) -> None:
    for thing, count in ACTIONS[DICE_SPACES[name]].reward.items():
        draft.gain(r, thing, count * won)
