"""Ships: buying, arming, exploration and emigration (rules, 2, 3.3 and 4)."""

from collections import defaultdict

from odin_solver.components import BOARDS
from odin_solver.components.round_tracks import FLIP_SILVER
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.game.phases import back_of
from odin_solver.planner.model.builder import Expr, ModelBuilder
from odin_solver.planner.model.variables import Var


class Ships:
    """Buying and arming.

    Ships bought and ore laid after the actions of a round count to the next round: nothing depends
    on them in between, and after the last feast a ship scores what it costs.

    Attributes
    ----------
    counted
        By kind of ship: rounds, and the ore on these ships that counts in an action.
    """

    def __init__(self, builder: ModelBuilder) -> None:
        self._builder = builder
        self.counted: dict[str, list[tuple[int, Expr]]] = defaultdict(list)

    def add_bay(self) -> None:
        """Ships cost silver and need a berth."""
        builder = self._builder
        for r in builder.rounds:
            for size in ("small", "large"):
                kinds = [name for name, ship in SHIPS.items() if ship.size == size]
                moored = sum(builder.stock[name, r] for name in kinds)
                builder.require(moored <= BAY.berths(size))
            for name, ship in SHIPS.items():
                bought = builder.integer(Var.SHIP(r, name))
                builder.spend(r, "silver", ship.price * bought)
                builder.gain(r, name, bought)
                builder.detail(Var.SHIP(r, name), bought)

    def add_arming(self) -> None:
        """Ore stays on ships.

        Ore is counted by kind of ship: the boats that sail carry at most the ore of all boats, the
        best armed longship at most the ore of all longships.
        """
        builder, state = self._builder, self._builder.state
        for kind, loads in (("whaling_boat", state.boats), ("longship", state.longships)):
            laid: Expr = sum(loads)
            for r in builder.rounds:
                armed = builder.integer(Var.ARMED(r, kind))
                builder.spend(r, "ore", armed)
                builder.detail(Var.ARMED(r, kind), armed)
                laid = laid + armed
                for when, ore in self.counted[kind]:
                    if when == r:
                        builder.require(ore <= laid)


class Voyages:
    """Exploration.

    Attributes
    ----------
    taken
        By board and round: whether the board is taken, for rounds in which it can be.
    """

    def __init__(self, builder: ModelBuilder) -> None:
        self._builder = builder
        self.taken: dict[str, dict[int, Expr]] = defaultdict(dict)

    def add_exploration(self) -> None:
        """Boards flip and gain silver each round; each letter is taken at most once."""
        builder = self._builder
        present = {each.board: each.silver for each in builder.state.exploration}
        for r in builder.rounds:
            letters = builder.round(r).flips if r > builder.now else ()
            if letters:
                present = dict(
                    (back_of(board), 0)
                    if BOARDS[board].letter in letters
                    else (board, silver + FLIP_SILVER)
                    for board, silver in present.items()
                )
            by_space: dict[str, list[Expr]] = defaultdict(list)
            for board, silver in present.items():
                one = self.taken[board][r] = builder.boolean(Var.EXPLORED(r, board))
                by_space[BOARDS[board].action or ""].append(one)
                builder.gain(r, "silver", silver * one)
                builder.need(r, one, *BOARDS[board].ships)
                builder.detail(Var.EXPLORED(r, board), one)
            for (name, when), x in builder.use.items():
                if when == r and name.startswith("explore_"):
                    builder.require(sum(by_space[name]) == x)
        by_letter: dict[str, list[Expr]] = defaultdict(list)
        for board, rounds in self.taken.items():
            by_letter[BOARDS[board].letter or ""] += rounds.values()
        for flags in by_letter.values():
            builder.require(sum(flags) <= 1)

    def owned(self, board: str, r: int) -> Expr:
        """Whether the player owns a board by a round that nobody owns now."""
        return sum(one for when, one in self.taken[board].items() if when <= r)


def add_emigration(builder: ModelBuilder, name: str, x: Expr, r: int) -> None:
    """A large ship leaves, for as much silver as the number of the round."""
    builder.spend(r, "silver", r * x)
    kinds = [kind for kind, ship in SHIPS.items() if ship.emigration_points is not None]
    for kind, one in builder.choose_one(r, name, kinds, x).items():
        builder.spend(r, kind, one)
        builder.emigrated[kind, r] = builder.emigrated.get((kind, r), 0) + one
