"""The table of a game in 80 columns and 24 lines."""

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES
from odin_solver.game import Options, new_game
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.game.turn import Turn
from odin_solver.render.terminal.small import small_board, turn_text
from odin_solver.render.terminal.tables import plain_text
from tests.planner import games


def usable(state: State) -> list[Use]:
    node = decision(state)
    assert node is not None
    return [move for move in node.moves(state) if isinstance(move, Use)]


def drawn(state: State, width: int = 80, height: int = 24) -> list[str]:
    return plain_text(turn_text(state, usable(state), width, height), width).splitlines()


def test_every_usable_space_is_shown_with_key_vikings_costs_and_gains() -> None:
    state = games.turn(1, 7).state
    shown = "\n".join(drawn(state))
    for move in usable(state):
        space = SPACES[move.space]
        assert f"{space.key}{' ¹²³⁴'[space.vikings]} " in shown
        assert space.short in shown


def test_names_are_shown_where_there_is_room() -> None:
    state = games.turn(1, 7).state.copy()
    assert "t5² Mountain 3, upgrade 1: 3 of a strip" in "\n".join(drawn(state, width=150))
    state.vikings = 1
    assert "t1¹ Mountain 1, upgrade 1: 1 of a strip" in "\n".join(drawn(state))


def test_nothing_is_cut_off_in_60_columns() -> None:
    state = games.turn(1, 7).state
    lines = drawn(state, width=60)
    assert max(map(len, lines)) <= 60
    for move in usable(state):
        assert SPACES[move.space].short in "\n".join(lines)


@pytest.mark.slow
def test_the_table_fits_through_whole_games() -> None:
    for seed in (1, 2):
        start = new_game(Options(cards=frozenset(OCCUPATIONS)))
        for _, state in play(start, random_policy, seed):
            if isinstance(decision(state), Turn):
                lines = drawn(state)
                assert len(lines) <= 23
                assert max(map(len, lines)) <= 80


def test_the_small_board_has_two_characters_for_a_cell() -> None:
    board = games.turn(6, 4).state.boards[0]
    lines = plain_text(small_board(board)).splitlines()
    assert len(lines) == board.grid.height + 1
    assert lines[0].startswith("12 ")
    assert max(map(len, lines)) <= 3 + 2 * board.grid.width
