"""Perft of the compiled engine: against the table, and against the Python engine."""

import pytest

from benchmarks.checking import encoded
from odin_solver.game import Options, apply, new_game
from odin_solver.rollouts.encoding import NotCompiledError, decode, moves_in
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.weights import flat_policy
from tests.game.perft import perft
from tests.game.test_perft import POSITIONS, STATES, scripted

OTHER_STRIPS = {"four strips", "three and two from strips"}
"""States with strips that do not exist."""


@pytest.mark.parametrize("name", sorted(POSITIONS.keys() - OTHER_STRIPS))
def test_table(engine: Library, name: str) -> None:
    entry = POSITIONS[name]
    state = scripted(entry) if "moves" in entry else STATES[name]()
    flat = encoded(engine, state)
    for depth, expected in enumerate(entry["counts"], 1):
        assert engine.perft(flat, depth) == expected, f"{depth} steps"
    for depth, expected in enumerate(entry.get("placing", []), 1):
        assert engine.perft(flat, depth, placing=True) == expected, f"{depth} steps with placing"


@pytest.mark.parametrize("name", sorted(OTHER_STRIPS))
def test_not_compiled(engine: Library, name: str) -> None:
    with pytest.raises(NotCompiledError):
        encoded(engine, STATES[name]())


@pytest.mark.parametrize("seed", range(3))
def test_within_games(engine: Library, seed: int) -> None:
    """Two steps from every twelfth state of a game with some random moves."""
    options = Options("short", islands=True)
    policy = flat_policy(GREEDY, "short")
    state = new_game(options)
    flat = encoded(engine, state)
    for number, move in enumerate(moves_in(engine.play(flat, policy, seed, noise=0.3).log)):
        if number % 12 == seed:
            assert engine.perft(flat, 2) == perft(state, 2)
        state = apply(state, decode(move))
        engine.apply(flat, move)
