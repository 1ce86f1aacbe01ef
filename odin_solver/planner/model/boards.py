"""Boards and houses round by round: what is covered, and what that pays (rules, 1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from odin_solver.components import BOARDS, TILES
from odin_solver.game.kernel.state import State
from odin_solver.planner.model.draft import Draft, Expr, draw_weapons
from odin_solver.planner.model.land import Land
from odin_solver.planner.model.shapes import Shapes, shapes


@dataclass
class Plot:
    """A board or house in a model.

    Attributes
    ----------
    name
        A name of its own: the board's id, for houses with a number.
    board
        The board's id.
    land
        What is open of it now.
    at
        Its number among the player's boards; None if nobody has it yet.
    day, evening
        By round: cells covered in this round with the actions, and with silver after the income.
    covered
        By round: cells covered in all by its end.
    steps
        By round, diagonal and step: whether an income cell is covered when the income comes.
    won
        By round and bonus: whether it is won.
    """

    name: str
    board: str
    land: Land
    at: int | None = None
    day: dict[int, Expr] = field(default_factory=dict)
    evening: dict[int, Expr] = field(default_factory=dict)
    covered: dict[int, Expr] = field(default_factory=dict)
    steps: dict[tuple[int, int, int], Expr] = field(default_factory=dict)
    won: dict[tuple[int, int], Expr] = field(default_factory=dict)
    owned: dict[int, Expr] = field(default_factory=dict)
    points: Expr = 0

    def shapes(self, state: State) -> Shapes:
        """What may be laid here as things lie."""
        return shapes(self.board, 0 if self.at is None else state.boards[self.at].covered)


Laid = Mapping[tuple[str, str, int], Expr]
"""By tile, name of a plot and round: how many are laid in the round."""


def state_plot(draft: Draft, plot: Plot, laid: Laid) -> None:
    """How the cells of a board are covered, and its income, bonuses and points.

    Covered cells are counted by parts at the end of each round. The income of a round comes
    before the silver that is laid in its evening, so that an income cell counts only if as many
    cells as it needs were covered without that silver.
    """
    parts = plot.land.parts
    before: list[Expr] = [0] * len(parts)
    total: Expr = 0
    for r in draft.rounds:
        own = plot.owned[r]
        if isinstance(own, int) and not own:
            continue  # nobody can have it yet
        by_day = total + plot.day[r]
        total = by_day + plot.evening[r]
        plot.covered[r] = total
        filled = [draft.number(f"{plot.name} part {n} {r}", p.size) for n, p in enumerate(parts)]
        draft.require(sum(filled) == total)
        for n, part in enumerate(parts):
            if not isinstance(own, int):
                draft.require(filled[n] <= part.size * own)
            draft.require(filled[n] >= before[n])
        _state_income(draft, plot, filled, by_day, r)
        if r < draft.last:
            _state_bonuses(draft, plot, filled, r)
        before = filled
    plot.points = sum(part.points * n for part, n in zip(parts, before, strict=True))
    state_limits(draft, plot.name, plot.shapes(draft.state), laid, plot.points, plot.evening)


def state_limits(
    draft: Draft,
    name: str,
    fitting: Shapes,
    laid: Laid,
    points: Expr,
    evening: Mapping[int, Expr],
    copies: Expr = 1,
) -> None:
    """What shapes allow: see `odin_solver.planner.model.shapes`."""
    used: dict[str, Expr] = {"silver": sum(evening.values())}
    for (tile, where, _), count in laid.items():
        if where == name:
            used[tile] = used.get(tile, 0) + count
    draft.require(points <= sum(fitting.most_points(what) * n for what, n in used.items()))
    for color in fitting.apart:
        room = [
            fitting.room[tile] * n
            for tile, n in used.items()
            if tile in TILES and TILES[tile].color == color
        ]
        draft.require(sum(room) <= fitting.whole * copies)


def _state_income(draft: Draft, plot: Plot, filled: list[Expr], by_day: Expr, r: int) -> None:
    parts = plot.land.parts
    pays: Expr = plot.land.income * plot.owned[r]
    for which, diagonal in enumerate(plot.land.diagonals):
        below: Expr = None
        needed: set[int] = set()
        asked: list[Expr] = []
        for number, step in enumerate(diagonal):
            counts = draft.flag(f"{plot.name} income {which}.{number} {r}")
            plot.steps[r, which, number] = counts
            draft.require(counts <= filled[step.own])
            new = {*step.needs, step.own} - needed
            needed |= new
            for n in new - {step.own}:
                # The order of placing: no income cell before all that it needs.
                draft.require(filled[n] >= parts[n].size * filled[step.own])
            asked.append(sum(parts[n].size for n in new) * counts)
            if below is not None:
                draft.require(counts <= below)
                draft.require(filled[step.own] <= filled[diagonal[number - 1].own])
            below = counts
            pays = pays + step.adds * counts
        if asked:
            draft.require(by_day >= sum(asked))
    draft.income[r] = draft.income.get(r, 0) + pays


def _state_bonuses(draft: Draft, plot: Plot, filled: list[Expr], r: int) -> None:
    parts = plot.land.parts
    for number, bonus in enumerate(plot.land.bonuses):
        won = plot.won[r, number] = draft.flag(f"{plot.name} bonus {number} {r}")
        draft.require(won <= plot.owned[r])
        for n in bonus.needs:
            draft.require(filled[n] >= parts[n].size * won)
        for n in bonus.symbol:
            draft.require(filled[n] <= parts[n].size * (1 - won))
        for thing, amount in bonus.gives:
            state_gift(draft, f"{plot.name} bonus {number}", r, thing, amount, won)


def state_gift(draft: Draft, name: str, r: int, thing: str, amount: int, won: Expr) -> None:
    """What a bonus gives comes at night, unless there is none of it left (rules, 2)."""
    if thing == "weapon_card":
        draw_weapons(draft, r, amount, won, name, night=True)
    elif thing in BOARDS or thing in draft.special_tiles:
        got = draft.number(f"{name} gives {thing} {r}", amount)
        draft.require(got <= amount * won)
        draft.night(r, thing, got)
    else:
        draft.night(r, thing, amount * won)
