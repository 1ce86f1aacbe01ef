"""How much of the banquet table is free."""

import pytest

from odin_solver.errors import InputError
from odin_solver.feast import beside_ships, free_cells


def test_vikings_leave_one_cell_more_each_round() -> None:
    assert [free_cells("long", number) for number in range(1, 8)] == [6, 7, 8, 9, 10, 11, 12]
    assert [free_cells("short", number) for number in range(1, 7)] == [7, 8, 9, 10, 11, 12]


def test_examples_of_the_rulebooks() -> None:
    # Three Vikings are still on the table: nine cells are open (phase 9).
    assert free_cells("long", 4) == 9
    # A second ship has emigrated: only five cells are to be covered (emigration).
    assert free_cells("long", 4, emigrated=2) == 5


def test_ships_need_two_cells_each() -> None:
    assert [beside_ships(7, ships) for ships in range(4)] == [7, 5, 3, 1]
    with pytest.raises(InputError, match="expected 0 to 3 ships on 7 open cells, got 4"):
        beside_ships(7, 4)
    with pytest.raises(InputError, match="got -1"):
        beside_ships(7, -1)


def test_rounds_that_there_are_not() -> None:
    with pytest.raises(InputError, match="round: expected 1 to 6 in a short game, got 7"):
        free_cells("short", 7)
    with pytest.raises(InputError, match="got 0"):
        free_cells("long", 0)
