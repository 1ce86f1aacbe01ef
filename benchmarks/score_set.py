"""Positions of games under the objective `score`: `benchmarks.placement --set score`.

A policy whose weights are varied at random, so that games have other boards and goods, plays until
it has nothing left to do but to lay tiles, in one of the rounds 3 to 7, before the income.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import msgspec

from odin_solver.game import apply_legal, new_game
from odin_solver.game.filling import position_to_fill
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.playing import SeededChance
from odin_solver.placement.problem import compile_problem
from odin_solver.planner.layouts import ends_turn
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rollouts.policies.strategies import learned_strategies
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import ObjectiveChoice, Position

ROUNDS = {"game": range(3, 8), "full": range(5, 8)}
LEAST_PLACEMENTS = {"game": 1500, "full": 3500}
GAMES = 8
"""The first positions of a seed; those behind are of large tables."""

MOST_BOARDS = 6


def score_position(seed: int, number: int) -> Position:
    """Return a position of the set of a seed, from the first game that gives one with enough to do.

    Every fourth has the tiles laid in the last two rounds in the supply again, the others all.
    """
    half = "full" if number >= GAMES else "game"
    last = ROUNDS[half][number % len(ROUNDS[half])]
    choose = Random(f"score {seed} {number}")
    while True:
        ends = _turns_to_lay(choose.getrandbits(30), last)
        made = _taken_up(ends[-1], ends[-3] if number % 4 == 3 else None)
        if (
            len(made.boards) <= MOST_BOARDS
            and compile_problem(made).n_placements >= LEAST_PLACEMENTS[half]
        ):
            title = f"Score {seed}-{number}: round {last} of a game"
            return replace(made, title=title, objective=ObjectiveChoice("score"))


def _taken_up(state: State, before: State | None) -> Position:
    """Return the position of a state; tiles that were not laid before are in the supply."""
    laid = position_to_fill(state)
    stay = [len(each.pieces) for each in before.boards] if before else []
    stay += [0] * (len(laid.boards) - len(stay))
    supply = Counter(laid.supply)
    boards = []
    for board, count in zip(laid.boards, stay, strict=True):
        supply.update(piece.tile.id for piece in board.pieces[count:])
        boards.append(BoardState(board.board, board.pieces[:count]))
    return replace(laid, boards=tuple(boards), supply=dict(supply))


def _turns_to_lay(seed: int, last: int) -> list[State]:
    """Return for each round up to the last the state in which only laying tiles is left."""
    choose = Random(seed)
    (taught,) = (each for each in learned_strategies() if each.length == "long")
    varied = {
        name: weight * choose.uniform(0.2, 2)
        for name, weight in msgspec.structs.asdict(taught.weights).items()
    }
    policy = RolloutPolicy(
        msgspec.structs.replace(taught.weights, **varied), {"long": taught.corrections}
    )
    chance = SeededChance(seed)
    state = new_game(Options(length="long"))
    ends: dict[int, State] = {}
    while (node := current(state)) is not None:
        if isinstance(node, Chance):
            state = apply_legal(state, chance(state, node))
            continue
        move = greedy_move(state, policy)
        if ends_turn(state, move):
            ends.setdefault(state.round, state)
            if state.round == last:
                break
        state = apply_legal(state, move)
    return list(ends.values())
