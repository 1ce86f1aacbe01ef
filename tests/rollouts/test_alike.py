"""Every card by itself in generated states, in both engines."""

import pytest

from odin_solver.game.kernel.cards import CARDS
from tests.profiles import cases
from tests.rollouts.alike import STATES, first_disagreement


@pytest.mark.slow
@pytest.mark.parametrize("block", range(6))
def test_every_card(block: int) -> None:
    """Some states of each here, as many as of the command in a nightly run."""
    states = cases(4, STATES)
    found = [first_disagreement(number, states) for number in sorted(CARDS)[block::6]]
    assert [line for line in found if line] == []
