"""What to maximise: weighted sums, presets of them, and the value of a layout."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any, NamedTuple

from odin_solver.components import BOARDS, TILES
from odin_solver.components.loading import component_file
from odin_solver.errors import InputError
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.income import income
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import uncovered_points

BONUS_VALUES: Mapping[str, int] = MappingProxyType(component_file("bonus_values.toml"))
"""Points that one thing from a bonus is taken to be worth."""

BONUS_THINGS = frozenset(
    thing for board in BOARDS.values() for bonus in board.bonuses for thing, _ in bonus.gives
)
"""Everything that some bonus gives."""

MAX_WEIGHT = 1_000_000
MAX_DENOMINATOR = 1_000_000

_NUMBER = re.compile(
    r"[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20}|\d{1,20}/\d{1,20})(e[+-]?\d\d?)?", re.I
)

_NONE: Mapping[str, Fraction] = MappingProxyType({})


@dataclass(frozen=True)
class Weights:
    """A weighted sum to be maximised.

    Attributes
    ----------
    points
        Per negative point covered by a new piece; slots of buildings count too.
    income
        Per silver of income of the resulting layout, all boards together.
    bonus
        Per bonus won in the resulting layout that gives nothing named in `bonus_of`.
    bonus_of
        Per thing that a won bonus gives.
    silver, ore
        Per piece laid.
    cells
        Per cell covered by a new piece.
    keep
        Per tile of a kind that is left in the supply.
    """

    points: Fraction = Fraction(0)
    income: Fraction = Fraction(0)
    bonus: Fraction = Fraction(0)
    silver: Fraction = Fraction(0)
    ore: Fraction = Fraction(0)
    cells: Fraction = Fraction(0)
    bonus_of: Mapping[str, Fraction] = field(default_factory=dict)
    keep: Mapping[str, Fraction] = field(default_factory=dict)

    def bonus_value(self, gives: tuple[tuple[str, int], ...]) -> Fraction:
        """Worth of a won bonus: by what it gives, or the general weight if none of it has one."""
        named = [number * self.bonus_of[thing] for thing, number in gives if thing in self.bonus_of]
        return sum(named, Fraction(0)) if named else self.bonus

    def get(self, key: str) -> Fraction | None:
        """The weight of a key of the contract; None if it is not set."""
        head, _, tail = key.partition(".")
        if head == "bonus" and tail:
            return self.bonus_of.get(tail)
        if head == "keep":
            return self.keep.get(tail)
        weight: Fraction = getattr(self, head)
        return weight or None

    def with_weight(self, key: str, weight: Fraction) -> "Weights":
        """These weights with one key of the contract changed."""
        head, _, tail = key.partition(".")
        if head == "bonus" and tail:
            return replace(self, bonus_of={**self.bonus_of, tail: weight})
        if head == "keep":
            return replace(self, keep={**self.keep, tail: weight})
        plain: dict[str, Any] = {head: weight}
        return replace(self, **plain)

    def as_keys(self) -> dict[str, Fraction]:
        """All weights that matter, by key of the contract.

        Zeros are left out, but for a thing whose bonus is to be worth nothing while others count.
        """
        plain = {key: getattr(self, key) for key in PLAIN_KEYS}
        plain |= {f"keep.{name}": weight for name, weight in sorted(self.keep.items())}
        found = {key: weight for key, weight in plain.items() if weight}
        for thing, weight in sorted(self.bonus_of.items()):
            if weight or self.bonus:
                found[f"bonus.{thing}"] = weight
        return found


PLAIN_KEYS = ("points", "income", "bonus", "silver", "ore", "cells")


@dataclass(frozen=True)
class Objective:
    """Weighted sums in order of importance: a later one only decides among the best of all before.

    Attributes
    ----------
    name
        Name of the preset.
    levels
        The sums, the most important first.
    """

    name: str
    levels: tuple[Weights, ...]


_FINAL = Weights(points=Fraction(1), income=Fraction(1), silver=Fraction(-1))


def _bonus_weights(phases: int) -> Mapping[str, Fraction]:
    return {thing: Fraction(phases * BONUS_VALUES[thing]) for thing in sorted(BONUS_THINGS)}


def preset(name: str, rounds_left: int) -> Objective:
    """Build a preset.

    Parameters
    ----------
    name
        ``final``: what the score gains if the game ends now. ``income``: this round's silver,
        then ``final``. ``bonus``: goods of one bonus phase by `BONUS_VALUES`, then ``final``.
        ``engine``: silver of the income phases and goods of the bonus phases still to come, then
        ``final``. ``cover``: most cells. ``custom``: nothing until weights are set.
    rounds_left
        Rounds still to be played, this one included: as many income phases, and one bonus phase
        fewer, since the last round has none (rules, 3). Only ``engine`` looks at it.

    Raises
    ------
    InputError
        If there is no such preset.
    """
    levels: dict[str, tuple[Weights, ...]] = {
        "final": (_FINAL,),
        "income": (Weights(income=Fraction(1)), _FINAL),
        "bonus": (Weights(bonus_of=_bonus_weights(1)), _FINAL),
        "engine": (
            Weights(income=Fraction(rounds_left), bonus_of=_bonus_weights(rounds_left - 1)),
            _FINAL,
        ),
        "cover": (Weights(cells=Fraction(1)),),
        "custom": (Weights(),),
    }
    if name not in levels:
        raise InputError(f"objective: expected one of {', '.join(levels)}, got {name!r}")
    return Objective(name, levels[name])


PRESETS = ("final", "income", "bonus", "engine", "cover", "custom")


def parse_weight(key: str, text: object) -> Fraction:
    """Read the weight of a key.

    Raises
    ------
    InputError
        If the key is not one of the contract, or the weight is no number of reasonable size.
    """
    head, dot, tail = key.partition(".")
    if head not in (*PLAIN_KEYS, "keep") or (dot and head not in ("bonus", "keep")):
        keys = ", ".join((*PLAIN_KEYS, "bonus.GOOD", "keep.TILE"))
        raise InputError(f"objective: unknown key {key!r}, expected one of {keys}")
    if head == "bonus" and dot and tail not in BONUS_THINGS:
        known = ", ".join(sorted(BONUS_THINGS))
        raise InputError(f"objective: {key}: no bonus gives {tail!r}, expected one of {known}")
    if head == "keep" and tail not in TILES:
        raise InputError(f"objective: {key}: unknown tile {tail!r} (odin tiles lists them)")
    try:
        # Powers of ten and long texts could take for ever to be made a fraction.
        if isinstance(text, bool) or not _NUMBER.fullmatch(str(text).strip()):
            raise ValueError
        weight = Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        raise InputError(f"objective: {key}: expected a number, got {text!r}") from None
    if abs(weight) > MAX_WEIGHT or weight.denominator > MAX_DENOMINATOR:
        raise InputError(
            f"objective: {key}: expected a number up to {MAX_WEIGHT} with at most six decimals, "
            f"got {text}"
        )
    return weight


def choose_objective(
    position: Position,
    name: str | None = None,
    weights: Mapping[str, Fraction] = _NONE,
    rounds_left: int | None = None,
) -> Objective:
    """The objective to use: the caller's choice over the position's, and ``final`` by default.

    A weight that is given replaces the one in the first sum that has this key, else it goes into
    the last sum.

    Parameters
    ----------
    position
        Its own preset and weights hold where the caller says nothing; its weights are dropped if
        the caller names another preset than the position.
    name
        A preset.
    weights
        Weights by key of the contract.
    rounds_left
        Rounds still to be played; by default those of the position.
    """
    own = position.objective
    if rounds_left is None:
        rounds_left = position.rounds_left
    if rounds_left < 1:
        raise InputError(f"rounds left: expected at least 1, got {rounds_left}")
    chosen = preset(name or own.preset or "final", rounds_left)
    inherited = own.weights if name in (None, own.preset) or own.preset is None else _NONE
    levels = list(chosen.levels)
    for key, weight in (*inherited.items(), *weights.items()):
        at = next((i for i, level in enumerate(levels) if level.get(key) is not None), -1)
        levels[at] = levels[at].with_weight(key, weight)
    for level in levels:
        # The solvers count in whole numbers: one unit has to divide all weights of a sum.
        unit = lcm(*(weight.denominator for weight in level.as_keys().values()))
        if unit > MAX_DENOMINATOR:
            raise InputError(
                "objective: expected weights with a common denominator up to "
                f"{MAX_DENOMINATOR}, got {unit}"
            )
    return Objective(chosen.name, tuple(levels))


class Gains(NamedTuple):
    """What the objective looks at, counted on a layout."""

    points: int
    income: int
    bonuses: tuple[tuple[tuple[str, int], ...], ...]
    silver: int
    ore: int
    cells: int
    left: Mapping[str, int]


def gains(before: Position, after: Position) -> Gains:
    """Count what the new pieces of a layout achieve, by the plain rules.

    Parameters
    ----------
    before, after
        The same boards without and with the new pieces, and what is left of the supply.
    """
    laid: Counter[str] = Counter()
    for old, new in zip(before.boards, after.boards, strict=True):
        laid.update(piece.tile.id for piece in new.pieces[len(old.pieces) :])

    def over_boards(position: Position) -> tuple[int, int, int]:
        states = position.boards
        return (
            sum(uncovered_points(state) for state in states),
            sum(income(grid_of(state.board), _covered(state)) for state in states),
            sum(_covered(state).bit_count() for state in states),
        )

    open_before, _, cells_before = over_boards(before)
    open_after, silver_income, cells_after = over_boards(after)
    return Gains(
        points=open_before - open_after,
        income=silver_income,
        bonuses=tuple(
            bonus.gives
            for state in after.boards
            for bonus in bonuses_won(grid_of(state.board), _covered(state))
        ),
        silver=laid["silver"],
        ore=laid["ore"],
        cells=cells_after - cells_before,
        left=after.supply,
    )


def _covered(state: BoardState) -> int:
    return state.covered


def value(weights: Weights, found: Gains) -> Fraction:
    """The weighted sum of what a layout achieves."""
    return (
        weights.points * found.points
        + weights.income * found.income
        + weights.silver * found.silver
        + weights.ore * found.ore
        + weights.cells * found.cells
        + sum((weights.bonus_value(gives) for gives in found.bonuses), Fraction(0))
        + sum((each * found.left.get(name, 0) for name, each in weights.keep.items()), Fraction(0))
    )
