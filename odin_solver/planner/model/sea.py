"""Ships: buying, arming, exploration and emigration (rules, 2, 3.3 and 4)."""

from collections import defaultdict

from odin_solver.components import BOARDS
from odin_solver.components.round_tracks import FLIP_SILVER
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.game.phases import back_of
from odin_solver.planner.model.draft import Draft, Expr


class Ships:
    """Buying and arming.

    Ships bought and ore laid after the actions of a round are taken to come at the beginning of
    the next round: nothing looks at them in between, and after the last feast a ship is worth
    just what it costs.

    Attributes
    ----------
    counted
        By kind of ship: in a round, the ore laid on these ships that counts in an action.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.counted: dict[str, list[tuple[int, Expr]]] = defaultdict(list)

    def state_bay(self) -> None:
        """Ships are bought for silver, and each needs a berth."""
        draft = self._draft
        for r in draft.rounds:
            for size in ("small", "large"):
                kinds = [name for name, ship in SHIPS.items() if ship.size == size]
                lying = sum(draft.acted[name, r] for name in kinds)
                draft.require(lying <= BAY.berths(size))
            for name, ship in SHIPS.items():
                bought = draft.number(f"ship {name} {r}")
                draft.pay(r, "silver", ship.price * bought)
                draft.gain(r, name, bought)
                draft.detail(r, f"ship {name}", bought)

    def state_arming(self) -> None:
        """Ore is laid on ships once and is there from then on.

        What is armed is not told apart by ships: the boats that sail carry no more than was laid
        on boats in all, and the best armed longship no more than was laid on longships in all.
        """
        draft, state = self._draft, self._draft.state
        for kind, loads in (("whaling_boat", state.boats), ("longship", state.longships)):
            laid: Expr = sum(loads)
            for r in draft.rounds:
                armed = draft.number(f"arm {kind} {r}")
                draft.pay(r, "ore", armed)
                draft.detail(r, f"arm {kind}", armed)
                laid = laid + armed
                for when, ore in self.counted[kind]:
                    if when == r:
                        draft.require(ore <= laid)


class Voyages:
    """Exploration: which board is taken when.

    Attributes
    ----------
    taken
        Whether a board that nobody has is taken in a round; only rounds in which it can be.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.taken: dict[str, dict[int, Expr]] = defaultdict(dict)

    def state_exploration(self) -> None:
        """Boards turn and get silver round by round; each letter is taken at most once."""
        draft = self._draft
        present = {each.board: each.silver for each in draft.state.exploration}
        for r in draft.rounds:
            letters = draft.round(r).flips if r > draft.now else ()
            if letters:
                present = dict(
                    (back_of(board), 0)
                    if BOARDS[board].letter in letters
                    else (board, silver + FLIP_SILVER)
                    for board, silver in present.items()
                )
            by_space: dict[str, list[Expr]] = defaultdict(list)
            for board, silver in present.items():
                one = self.taken[board][r] = draft.flag(f"explore {board} {r}")
                by_space[BOARDS[board].action or ""].append(one)
                draft.gain(r, "silver", silver * one)
                draft.need(r, one, *BOARDS[board].ships)
                draft.detail(r, f"explore {board}", one)
            for (name, when), x in draft.use.items():
                if when == r and name.startswith("explore_"):
                    draft.require(sum(by_space[name]) == x)
        by_letter: dict[str, list[Expr]] = defaultdict(list)
        for board, rounds in self.taken.items():
            by_letter[BOARDS[board].letter or ""] += rounds.values()
        for flags in by_letter.values():
            draft.require(sum(flags) <= 1)

    def owned(self, board: str, r: int) -> Expr:
        """Whether a board that nobody has now is the player's by a round."""
        return sum(one for when, one in self.taken[board].items() if when <= r)


def state_emigration(draft: Draft, name: str, x: Expr, r: int) -> None:
    """A large ship leaves for silver of the round's number and covers part of the table."""
    draft.pay(r, "silver", r * x)
    leaving = []
    for kind, ship in SHIPS.items():
        if ship.emigration_points is not None:
            one = draft.flag(f"{name}: {kind} {r}")
            leaving.append(one)
            draft.pay(r, kind, one)
            draft.detail(r, f"{name}: {kind}", one)
            draft.emigrated[kind, r] = draft.emigrated.get((kind, r), 0) + one
    draft.require(sum(leaving) == x)
