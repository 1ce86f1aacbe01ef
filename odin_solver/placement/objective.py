"""What to maximise: weighted sums and presets of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any

from odin_solver.components import BOARDS, TILES
from odin_solver.components.loading import component_file
from odin_solver.components.round_tracks import TRACKS
from odin_solver.errors import InputError
from odin_solver.placement.prices import PriceList, Worth, price_list
from odin_solver.rules.position import ROUNDS, Position
from odin_solver.rules.scoring import THING_PENALTY_POINTS
from odin_solver.support.language import mark, say

BONUS_VALUES: Mapping[str, int] = MappingProxyType(component_file("bonus_values.toml"))
"""Value in points of one item from a bonus."""

BONUS_ITEMS = frozenset(
    item for board in BOARDS.values() for bonus in board.bonuses for item, _ in bonus.gives
)

MAX_DENOMINATOR = 1_000_000

_NONE: Mapping[str, Fraction] = MappingProxyType({})


@dataclass(frozen=True)
class Banquet:
    """The feast of this round, which what is left feeds (rules, 3.9).

    Attributes
    ----------
    cells
        Free cells of the table.
    penalty
        What an empty cell costs.
    paid
        Whether this round's income is in the supply already; otherwise it comes before the feast.
    """

    cells: int
    penalty: Fraction = Fraction(-THING_PENALTY_POINTS)
    paid: bool = False


@dataclass(frozen=True)
class Weights:
    """A weighted sum: one level of an objective.

    Attributes
    ----------
    points
        Per negative point covered by a new piece; slots of buildings count too.
    income
        Per silver of income of the resulting layout, over all boards.
    bonus
        Per bonus won in the resulting layout that gives no item of `bonus_of`.
    bonus_of
        Per item that a won bonus gives.
    silver, ore
        Per piece laid.
    cells
        Per cell covered by a new piece.
    keep
        Per tile of a kind left in the supply, after the feast if there is one.
    banquet
        The feast that is part of the sum; None if none is.
    """

    points: Fraction = Fraction(0)
    income: Fraction = Fraction(0)
    bonus: Fraction = Fraction(0)
    silver: Fraction = Fraction(0)
    ore: Fraction = Fraction(0)
    cells: Fraction = Fraction(0)
    bonus_of: Mapping[str, Fraction] = field(default_factory=dict)
    keep: Mapping[str, Worth] = field(default_factory=dict)
    banquet: Banquet | None = None

    def kept(self, name: str, count: int = 1) -> Fraction:
        """Return the worth of so many tiles of a kind left in the supply."""
        steps = self.keep.get(name, _WORTHLESS)
        further = max(0, count - len(steps)) * steps[-1]
        return sum(steps[:count], further)

    @property
    def counts_income(self) -> bool:
        """Whether income makes a difference: by itself, or as silver at the feast."""
        return bool(self.income) or (self.banquet is not None and not self.banquet.paid)

    def bonus_value(self, gives: tuple[tuple[str, int], ...]) -> Fraction:
        """Return the value of a won bonus: of its items, or `bonus` if none has a weight."""
        named = [number * self.bonus_of[item] for item, number in gives if item in self.bonus_of]
        return sum(named, Fraction(0)) if named else self.bonus

    def get(self, key: str) -> Fraction | None:
        """Return the weight of a key such as ``keep.robe``; None if it is not set."""
        head, _, tail = key.partition(".")
        if head == "bonus" and tail:
            return self.bonus_of.get(tail)
        if head == "keep":
            return self.kept(tail) if tail in self.keep else None
        weight: Fraction = getattr(self, head)
        return weight or None

    def with_weight(self, key: str, weight: Fraction) -> "Weights":
        """Return the weights with one key changed."""
        head, _, tail = key.partition(".")
        if head == "bonus" and tail:
            return replace(self, bonus_of={**self.bonus_of, tail: weight})
        if head == "keep":
            return replace(self, keep={**self.keep, tail: (weight,)})
        plain: dict[str, Any] = {head: weight}
        return replace(self, **plain)

    def as_keys(self) -> dict[str, Fraction]:
        """Return all weights that matter, by key.

        Zeros are dropped, except those of items that override a general weight of bonuses. The
        worth of a second tile left has the key ``keep.TILE.2``; ``feast`` is an empty cell.
        """
        plain = {key: getattr(self, key) for key in PLAIN_KEYS}
        for name, steps in sorted(self.keep.items()):
            for number, weight in enumerate(steps, 1):
                plain[f"keep.{name}" + (f".{number}" if number > 1 else "")] = weight
        if self.banquet is not None:
            plain["feast"] = self.banquet.penalty
        weights = {key: weight for key, weight in plain.items() if weight}
        for item, weight in sorted(self.bonus_of.items()):
            if weight or self.bonus:
                weights[f"bonus.{item}"] = weight
        return weights


_WORTHLESS: Worth = (Fraction(0),)

PLAIN_KEYS = (
    mark("points"),
    mark("income"),
    mark("bonus"),
    mark("silver"),
    mark("ore"),
    mark("cells"),
)


@dataclass(frozen=True)
class Objective:
    """Weighted sums in order of importance: a later level only decides between ties.

    Attributes
    ----------
    levels
        The levels, the most important first.
    rounds_left
        Rounds still to be played; None if unknown.
    chosen
        Whether the caller or the position named it; otherwise the round decided.
    reweighted
        Whether weights of its own replace those of the preset.
    """

    name: str
    levels: tuple[Weights, ...]
    rounds_left: int | None = field(default=None, compare=False)
    chosen: bool = field(default=True, compare=False)
    reweighted: bool = field(default=False, compare=False)

    @property
    def question(self) -> str:
        """What the objective asks for, in a sentence."""
        aims = {
            "final": say("if the game ends now: points and income, less the silver placed"),
            "income": say("for this round's income, then points"),
            "bonus": say("for the goods of one bonus phase, then points"),
            "score": say(
                "for the score at the end of the game, with {n} rounds left", n=self.rounds_left
            ),
            "cover": say("for the number of cells covered"),
            "custom": say("for the weights given"),
        }
        if self.rounds_left == 1:
            aims["score"] = say("for the last round: the final score")
            aims["final"] = say("for the last round: points and income, less the silver placed")
        aim = aims.get(self.name) or say("for {name}", name=self.name)
        if self.reweighted and self.name != "custom":
            return say("Best {aim}, with other weights.", aim=aim)
        return say("Best {aim}.", aim=aim)

    @property
    def advice(self) -> str:
        """How to ask something else, if the objective was not chosen; else empty."""
        if self.chosen:
            return ""
        if self.name == "score":
            return say("Use --objective final for 'the game ends now'.")
        if self.rounds_left is None:
            return say("The position names no round; use --rounds-left N to look ahead.")
        return ""


_FINAL = Weights(points=Fraction(1), income=Fraction(1), silver=Fraction(-1))


_BONUS_WEIGHTS = {item: Fraction(BONUS_VALUES[item]) for item in sorted(BONUS_ITEMS)}


def preset(name: str) -> Objective:
    """Build a preset that does not depend on the round.

    Parameters
    ----------
    name
        ``final``: the gain in score if the game ends now. ``income``: this round's silver, then
        ``final``. ``bonus``: items of one bonus phase by `BONUS_VALUES`, then ``final``.
        ``cover``: most cells. ``custom``: nothing until weights are set.

    Raises
    ------
    InputError
        If the preset is unknown.
    """
    levels: dict[str, tuple[Weights, ...]] = {
        "final": (_FINAL,),
        "income": (Weights(income=Fraction(1)), _FINAL),
        "bonus": (Weights(bonus_of=_BONUS_WEIGHTS), _FINAL),
        "cover": (Weights(cells=Fraction(1)),),
        "custom": (Weights(),),
    }
    if name not in levels:
        raise InputError.said(
            "{field}: expected one of {names}, got {got!r}",
            field="objective",
            names=", ".join(PRESETS),
            got=name,
        )
    return Objective(name, levels[name])


def score_weights(prices: PriceList, round_: int, rounds: int, banquet: Banquet | None) -> Weights:
    """Return the points that a layout is worth at the end of the game.

    Covered points count by themselves; this round's income as silver before the feast. Later
    income, bonuses and what is left in the supply count at the prices of the rounds in which they
    come. In the last round all of this is the final score.

    Parameters
    ----------
    prices
        What items are worth.
    round_, rounds
        The present round and the last one, from 1.
    banquet
        The feast of this round; None if it is over.
    """

    def worth(item: str, at: int) -> Worth:
        return prices[item][at - 1]

    if round_ >= rounds:
        return Weights(points=Fraction(1), keep={"silver": (Fraction(1),)}, banquet=banquet)
    phases = range(round_ + 1, rounds + 1)
    return Weights(
        points=Fraction(1),
        income=sum((worth("silver", at)[0] for at in phases), Fraction(0)),
        bonus_of={
            item: sum((worth(item, at)[0] for at in phases), Fraction(0))
            for item in sorted(BONUS_ITEMS)
        },
        keep={item: worth(item, round_ + 1) for item in prices if item in TILES},
        banquet=banquet,
    )


def _score_of(position: Position, rounds_left: int) -> Weights:
    rounds = ROUNDS[position.game]
    number = rounds + 1 - rounds_left
    if number < 1:
        raise InputError.said(
            "rounds left: expected 1 to {rounds} in a {game} game, got {rounds_left}",
            rounds=rounds,
            game=position.game,
            rounds_left=rounds_left,
        )
    cells = position.banquet
    if cells is None:
        cells = TRACKS[position.game].rounds[number - 1].open_cells
    return score_weights(price_list(position.game), number, rounds, Banquet(cells))


PRESETS = (mark("score"), mark("final"), "income", "bonus", mark("cover"), mark("custom"))


def choose_objective(
    position: Position,
    name: str | None = None,
    weights: Mapping[str, Fraction] = _NONE,
    rounds_left: int | None = None,
    *,
    score: Weights | None = None,
) -> Objective:
    """Return the objective to use: the caller's, else the position's, else by the round.

    If the round is known that is ``score``, else ``final``, even where ``score`` is asked for. A
    weight replaces the one of the first level that has its key, else it joins the last level.

    Parameters
    ----------
    position
        Its own preset and weights are the default; its weights are dropped if the caller names
        another preset.
    name
        A preset.
    weights
        Weights by key.
    rounds_left
        Rounds still to be played; by default those of the position.
    score
        The weights of ``score``, where more is known than the position says.
    """
    own = position.objective
    if rounds_left is None and position.round is not None:
        rounds_left = position.rounds_left
    if rounds_left is not None and rounds_left < 1:
        raise InputError.said(
            "{field}: expected at least {least}, got {got}",
            field="rounds left",
            least=1,
            got=rounds_left,
        )
    named = (name or own.preset or ("final" if rounds_left is None else "score")).lower()
    if named == "score" and rounds_left is not None:
        chosen = Objective(named, (score or _score_of(position, rounds_left),))
    else:
        chosen = preset("final" if named == "score" else named)
    inherited = own.weights if name in (None, own.preset) or own.preset is None else _NONE
    levels = list(chosen.levels)
    for key, weight in (*inherited.items(), *weights.items()):
        at = next((i for i, level in enumerate(levels) if level.get(key) is not None), -1)
        levels[at] = levels[at].with_weight(key, weight)
    for level in levels:
        # Solvers need integers: one unit must divide all weights of a level.
        if level.banquet is not None:
            for key_, weight in level.as_keys().items():
                if key_.startswith("keep.") and weight < 0:
                    raise InputError.said(
                        "objective: {key}: expected 0 or more, got {weight}",
                        key=key_,
                        weight=weight,
                    )
        unit = lcm(*(weight.denominator for weight in level.as_keys().values()))
        if unit > MAX_DENOMINATOR:
            raise InputError.said(
                "objective: expected weights with a common denominator up to {most}, got {unit}",
                most=MAX_DENOMINATOR,
                unit=unit,
            )
    return Objective(
        chosen.name,
        tuple(levels),
        rounds_left,
        chosen=chosen.name == (name or own.preset),
        reweighted=tuple(levels) != chosen.levels,
    )
