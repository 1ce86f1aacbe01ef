"""The last actions of a game whose luck is known: all ways through them, and what each may score.

The compiled engine walks through every choice of every action. Where the actions end, a linear
model bounds what can still be scored by the last layouts, the income and the feast. The Python
engine replays the way that is best: its score is reached.

Without occupations a ship is worth what it costs, and ore on a ship nothing. So ships are bought
and armed only right before an action that needs them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from heapq import heapify, heappop, heappush
from math import floor
from operator import or_
from random import Random
from typing import NamedTuple

from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import OdinError
from odin_solver.feast import FOODS, best_feast
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.feast import ServeFeast, food, serve_move
from odin_solver.game.filling import FINAL_WEIGHTS, layout_moves
from odin_solver.game.kernel.chance import DrawWeapon, Roll
from odin_solver.game.kernel.moves import FINISH, PASS, TAKE_SILVER, Move
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import apply, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing, LastIncome, breed
from odin_solver.game.playing import SeededChance
from odin_solver.game.positions import position_of
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.linear.levels import LevelsJob, search_levels
from odin_solver.linear.objective import LinearObjective
from odin_solver.placement.model.build import build_model, laid_pieces
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.objective import Banquet, Weights
from odin_solver.placement.problem import Laid, compile_problem, in_placing_order
from odin_solver.rollouts.encoding import SHIP_IDS, WEAPON_IDS, decode, encode, moves_in
from odin_solver.rollouts.library import library
from odin_solver.rollouts.structs import FlatMove, FlatState
from odin_solver.rollouts.tables import BOARD_IDS, ITEMS, MOVE_KINDS, NODE_KINDS, SPACE_IDS
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.support.language import say

SHIP_COVERS = BANQUET_TABLE.ship_covers

Spaces = tuple[str, ...]
"""Action spaces that are used, in the order of `SPACES`."""

MOST_STATES = 150_000
"""States after which a walk gives up."""

SECONDS = 600.0
"""Time limit of a layout, which takes some hundredths of a second of an idle processor."""

MOST_WEIGHT = 1000
"""Above the weights of the objective that chooses among equally good layouts."""

KEPT: Mapping[str, int] = {
    "silver": 1,
    **{name: TILES[name].points for name in ("sheep", "cattle")},
    **{
        f"pregnant_{name}": TILES[name].points + TILES[name].pregnant_points
        for name in ("sheep", "cattle")
    },
}
"""Points of what is left after the last feast."""

_WHALING = {"whaling_1", "whaling_3"}
_PILLAGING = {"pillaging_2", "pillaging_3"}
_EXCHANGING = {"whaling_boat_to_knarr_emigrate"}
_EMIGRATING = {"emigrate_2", "emigrate_3", *_EXCHANGING}
_EXPLORING = {"explore_1", "explore_2", "explore_3"}
_KNARR = {"overseas_trading_1", "overseas_trading_2", *_EXPLORING, *_EMIGRATING}
_LONGSHIP = {"raiding", *_PILLAGING, "plundering", *_EXPLORING, *_EMIGRATING}
_ARMED = {"whaling_boat": _WHALING, "longship": _PILLAGING}
"""Spaces for which ships are armed."""

_STREAMS = {"roll": "die", "draw_weapon": "weapon"}
"""Kinds of chance, by their nodes."""

assert all(ship.price == ship.points for ship in SHIPS.values()), "ships are bought late"


class NoProofError(OdinError):
    """The actions branch too much for an exhaustive walk, or a layout is not proven in time."""


class LineEnd(NamedTuple):
    """What counts for the score where the actions end.

    Attributes
    ----------
    fixed
        Points that no longer change: ships, boards, and open cells as if nothing more was laid.
    new_boards
        Boards and buildings that the actions added.
    supply
        What the supply holds, after breeding.
    cells
        Open cells of the banquet table.
    """

    fixed: int
    new_boards: tuple[str, ...]
    supply: tuple[tuple[str, int], ...]
    cells: int


class ActionLine(NamedTuple):
    """A game from the last actions to its end, replayed by the rules."""

    steps: tuple[tuple[State, Move], ...]
    sheet: ScoreSheet


@dataclass(frozen=True)
class LastActions:
    """A state of the last round at a turn, and the seed of all luck that comes.

    The game has no occupations and no other players.
    """

    state: State
    seed: int

    def rolls(self, die: str, many: int) -> tuple[str, ...]:
        """Return what a die would show, if it was rolled so often."""
        node, chance = Roll(die), SeededChance(self.seed)
        return tuple(chance(self.state, node) for _ in range(many))

    def weapons(self, many: int) -> tuple[str, ...]:
        """Return the weapons that are drawn next."""
        state, chance, drawn = self.state.copy(), SeededChance(self.seed), []
        for _ in range(many):
            node = DrawWeapon()
            drawn.append(chance(state, node))
            state.stack = (*state.stack, node)
            state = apply(state, drawn[-1])
        return tuple(drawn)


@lru_cache(maxsize=8)
def ways_of(begin: LastActions, only: Spaces | None = None) -> "Ways":
    """Return all ways through the actions, or those that use exactly these spaces.

    Raises
    ------
    NoProofError
        If there are too many.
    """
    walk = _Walk(begin, None if only is None else Counter(only))
    walk.go()
    ends = walk.ends if only is None else {k: v for k, v in walk.ends.items() if k == only}
    return Ways(begin, ends)


@dataclass(frozen=True)
class Ways:
    """Ways through the last actions.

    Attributes
    ----------
    ends
        By the spaces used: where the actions may end, and the moves that lead there, as `FlatMove`.
    """

    begin: LastActions
    ends: Mapping[Spaces, Mapping[LineEnd, bytes]]

    def best(self, least: int | None = None) -> Iterator[tuple[int, Spaces, LineEnd]]:
        """Yield the end with the highest bound for each selection of spaces, the best first.

        Parameters
        ----------
        least
            Where all bounds are lower it ends; None for never.
        """
        queue = [
            self._branch(spaces, like)
            for spaces, ends in self.ends.items()
            for like in _different(ends)
        ]
        heapify(queue)
        told: set[Spaces] = set()
        while queue:
            minus_bound, spaces, ends = heappop(queue)
            if least is not None and -minus_bound < least:
                return
            if spaces in told:
                continue
            if len(ends) == 1:
                told.add(spaces)
                yield -minus_bound, spaces, ends[0]
                continue
            middle = len(ends) // 2
            heappush(queue, self._branch(spaces, ends[:middle]))
            heappush(queue, self._branch(spaces, ends[middle:]))

    def _branch(
        self, spaces: Spaces, ends: tuple[LineEnd, ...]
    ) -> tuple[int, Spaces, tuple[LineEnd, ...]]:
        """Return ends that differ in the supply, after the negated bound of all their scores.

        All income may come before the layouts, and be laid as well: so it is a bound.
        """
        most = reduce(or_, (Counter(dict(end.supply)) for end in ends))
        merged = ends[0]._replace(fixed=0, supply=tuple(sorted(most.items())))
        bound = max(end.fixed for end in ends) + _worth(self.begin.state, merged)
        return -bound, spaces, ends

    def line(self, spaces: Spaces, end: LineEnd) -> ActionLine:
        """Replay the way to an end, and the game to its end as well as it can be played.

        Raises
        ------
        IllegalMove
            If the engines disagree.
        """
        state, chance = self.begin.state, SeededChance(self.begin.seed)
        made: list[tuple[State, Move]] = []

        def make(move: Move) -> None:
            nonlocal state
            made.append((state, move))
            state = apply(state, move)
            while isinstance(node := current(state), Chance):
                state = apply(state, chance(state, node))

        for flat in moves_in(self.ends[spaces][end]):
            move = decode(flat)
            assert isinstance(move, Move)
            make(move)
        for move in _layout(state, dict(end.supply), _weights(end.cells)):
            make(move)
        make(PASS)
        while (node := decision(state)) is not None:
            if isinstance(node, LastIncome):
                make(TAKE_SILVER)
            elif isinstance(node, ServeFeast):
                make(serve_move(best_feast(table_cells(state), food(state), _FOOD_VALUES)))
            else:
                assert isinstance(node, FinalPlacing)
                for move in _layout(state, state.supply, FINAL_WEIGHTS):
                    make(move)
                make(FINISH)
        return ActionLine(tuple(made), score_sheet(state))


def _different(ends: Iterable[LineEnd]) -> list[tuple[LineEnd, ...]]:
    """Return ends by their boards and tables, without those that have no more than another one."""
    groups: dict[object, list[LineEnd]] = {}
    for end in sorted(ends, key=lambda end: -end.fixed - sum(n for _, n in end.supply)):
        group = groups.setdefault((end.new_boards, end.cells), [])
        has = Counter(dict(end.supply))
        if not any(each.fixed >= end.fixed and Counter(dict(each.supply)) >= has for each in group):
            group.append(end)
    return [tuple(sorted(group)) for group in groups.values()]


_FOOD_VALUES = {name: Fraction(KEPT.get(name, 0)) for name in FOODS}


def _weights(cells: int) -> Weights:
    keep = {name: (Fraction(points),) for name, points in KEPT.items()}
    return Weights(points=Fraction(1), keep=keep, banquet=Banquet(cells))


@lru_cache(maxsize=4096)
def _worth(begin: State, end: LineEnd) -> int:
    boards = (*begin.boards, *(BoardState(BOARDS[name]) for name in end.new_boards))
    supply = dict(end.supply)
    position = Position(boards, supply, begin.options.length, begin.round, end.cells)
    later = _most_income(position)
    extra = {**supply, "ore": supply.get("ore", 0) + later}
    weights = _weights(end.cells)
    keep = {**weights.keep, "ore": (*(Fraction(1),) * later, Fraction(0))}
    best, _ = _best_layout(replace(position, supply=extra), replace(weights, keep=keep))
    return floor(best) - later


def _best_layout(
    position: Position, weights: Weights, *, same: bool = False
) -> tuple[Fraction, tuple[Laid, ...]]:
    """Return the best layout of a position, proven, and its value.

    With `same` it is always the same one of those that are equally good: it maximises a second
    objective with random weights from a fixed seed.
    """
    problem = compile_problem(position)
    model = build_model(problem, (weights,), tied=True)
    objective = weighted_sum(problem, model.variables, weights)
    objectives = [objective]
    if same:
        rng = Random(0)
        terms = {var: rng.randrange(1, MOST_WEIGHT) for var in range(len(model.linear.upper))}
        objectives.append(LinearObjective(terms, 0, 1))
    job = LevelsJob(model.linear, tuple(objectives), "highs", seconds=SECONDS, threads=1)
    result = search_levels(job, lambda message: None)
    if result.values is None or not result.proven:
        raise NoProofError(say("a layout is not proven best in time"))
    laid = laid_pieces(model, result.values.__getitem__)
    return objective.value(result.values.__getitem__), in_placing_order(problem, laid)


def best_layout(state: State) -> tuple[Move, ...]:
    """Return what is best laid now if no action follows, in a legal order; always the same."""
    return _layout(state, _bred(state, state.supply), _weights(table_cells(state)), same=True)


def _layout(
    state: State, supply: Mapping[str, int], weights: Weights, *, same: bool = False
) -> tuple[Move, ...]:
    """Return the best layout as moves; the end of the game lays wood and stone by itself."""
    position = replace(position_of(state), supply=supply, banquet=None)
    laid = _best_layout(position, weights, same=same)[1]
    return layout_moves(state, compile_problem(position), [each for each in laid if each.cells])


def _most_income(position: Position) -> int:
    """Return the most income that the supply could bring, by the number of cells."""
    supply = position.supply
    cells = supply.get("silver", 0) + supply.get("ore", 0)
    cells += sum(
        TILES[name].area * count
        for name, count in supply.items()
        if name in TILES and TILES[name].kind in ("good", "special")
    )
    return sum(_income_with(board, cells) for board in position.boards)


def _income_with(board: BoardState, cells: int) -> int:
    total = 0
    for diagonal in board.grid.diagonals:
        reached = board.covered
        for each in diagonal.cells:
            wider = reached | each.needs | each.cell
            if (wider & ~board.covered).bit_count() <= cells:
                reached = wider
        open_values = [each.value for each in diagonal.cells if not each.cell & reached]
        total += min(open_values, default=diagonal.last_value)
    return total


class _Walk:
    """An exhaustive walk through the last actions."""

    def __init__(self, begin: LastActions, only: Counter[str] | None) -> None:
        self._only = only
        self._chance = SeededChance(begin.seed)
        self._engine = library()
        self._seen: set[tuple[object, ...]] = set()
        self._old_boards = len(begin.state.boards)
        self._cells = table_cells(begin.state) + SHIP_COVERS * len(begin.state.emigrated)
        self._slots = Counter[str]()
        for board in begin.state.boards:
            self._slots.update(board.open_slots)
        self._state = begin.state
        self.ends: dict[Spaces, dict[LineEnd, bytes]] = {}

    def go(self) -> None:
        """Walk."""
        flat = encode(self._state)
        self._engine.refresh(flat)
        self._visit(_Point(flat, b"", (), (), None))

    def _visit(self, point: "_Point") -> None:
        key = (bytes(point.flat), point.used, point.decided, point.needed_by)
        if key in self._seen:
            return
        if len(self._seen) >= MOST_STATES:
            raise NoProofError(say("there are too many ways through these actions"))
        self._seen.add(key)
        flat = point.flat
        kind = NODE_KINDS[flat.stack[flat.n_nodes - 1].kind]
        if kind in _STREAMS:
            self._visit(self._after_chance(point, _STREAMS[kind]))
            return
        for move in self._engine.moves(flat):
            following = self._after(point, move, kind == "turn")
            if following is not None:
                self._visit(following)

    def _after_chance(self, point: "_Point", stream: str) -> "_Point":
        pile = point.flat.weapons if any(point.flat.weapons) else point.flat.discards
        left = dict(zip(WEAPON_IDS, pile, strict=True))  # the sides of a die are equally likely
        outcomes = {str(decode(each)): each for each in self._engine.outcomes(point.flat)}
        total = sum(left.get(name, 1) for name in outcomes)
        shares = [(name, Fraction(left.get(name, 1), total)) for name in outcomes]
        came = self._chance.outcome(stream, point.decided.count(stream), shares)
        decided = tuple(sorted((*point.decided, stream)))
        return self._made(point, outcomes[came])._replace(decided=decided)

    def _after(self, point: "_Point", flat: FlatMove, at_turn: bool) -> "_Point | None":
        kind = MOVE_KINDS[flat.kind]
        if kind == "pass":
            if point.needed_by is None:
                ends = self.ends.setdefault(point.used, {})
                ends.setdefault(self._end(point.flat), point.path)
            return None
        if kind in ("buy_ship", "arm"):
            needed_by = self._needed_by(point, flat) if at_turn else None
            return self._made(point, flat)._replace(needed_by=needed_by) if needed_by else None
        if kind != "use":
            return self._made(point, flat)
        space = SPACE_IDS[flat.a]
        used = Counter((*point.used, space))
        if self._only is not None and used[space] > self._only[space]:
            return None
        if point.needed_by is not None and space not in point.needed_by:
            return None
        in_order = tuple(sorted(used.elements(), key=SPACE_IDS.index))
        return self._made(point, flat)._replace(used=in_order, needed_by=None)

    def _needed_by(self, point: "_Point", move: FlatMove) -> frozenset[str]:
        """Return the spaces that may need a ship to be bought, or armed, right before them."""
        flat, ship = point.flat, SHIP_IDS[move.a]
        if MOVE_KINDS[move.kind] == "arm":
            spaces = _ARMED[ship]
        elif ship == "knarr":
            spaces = set() if flat.knarrs else _KNARR
        elif ship == "longship":
            spaces = {*_EMIGRATING, "plundering"} if flat.n_longships else _LONGSHIP
        else:
            spaces = {*_WHALING, *_EXCHANGING, *_EXPLORING}
        return frozenset(spaces if point.needed_by is None else spaces & point.needed_by)

    def _made(self, point: "_Point", move: FlatMove) -> "_Point":
        flat = FlatState.from_buffer_copy(point.flat)
        self._engine.apply(flat, move)
        made = b"" if MOVE_KINDS[move.kind] == "outcome" else bytes(move)
        return point._replace(flat=flat, path=point.path + made)

    def _end(self, flat: FlatState) -> LineEnd:
        sheet = self._engine.score(flat)
        new = [BOARD_IDS[board.id] for board in flat.boards[self._old_boards : flat.n_boards]]
        slots = sum((Counter(dict(BOARDS[name].slots)) for name in new), self._slots)
        supply = {name: n for name, n in zip(ITEMS, flat.supply, strict=False) if n}
        supply |= {name: min(supply.get(name, 0), slots[name]) for name in ("wood", "stone")}
        bred = Counter(
            {name: n for name, n in _bred(self._state, supply).items() if name not in WEAPONS}
        )
        return LineEnd(
            sheet.total - sheet.silver - sheet.animals,
            tuple(sorted(new)),
            tuple(sorted((+bred).items())),
            self._cells - SHIP_COVERS * sum(flat.emigrated),
        )


class _Point(NamedTuple):
    """A point of a walk.

    Attributes
    ----------
    decided
        The kind of each chance that came.
    needed_by
        Spaces of which one has to be next, because a ship was bought or armed for it.
    """

    flat: FlatState
    path: bytes
    used: Spaces
    decided: tuple[str, ...]
    needed_by: frozenset[str] | None


def _bred(state: State, supply: Mapping[str, int]) -> dict[str, int]:
    after = state.copy()
    after.supply = dict(supply)
    breed(after)
    return after.supply
