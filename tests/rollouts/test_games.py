"""Games of the compiled engine, replayed by the Python engine."""

import pytest

from benchmarks.checking import DisagreementError, check_game, encoded
from odin_solver.game import Options, apply, new_game
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current
from odin_solver.game.playing import SeededChance, uniform
from odin_solver.rollouts.encoding import decode, moves_in
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.structs import FlatState
from odin_solver.rollouts.tables import MOVE_KINDS, NODE_KINDS
from odin_solver.rollouts.weights import flat_policy

WITHOUT = frozenset({"raiding", "build_shed", "beans", "upgrade_3", "shetland", "greenland"})

PROFILES = {
    "long": Options(),
    "short": Options("short"),
    "long, mini expansions": Options(islands=True, harvest=True),
    "short, Islands": Options("short", islands=True),
    "long, spaces closed": Options(without=WITHOUT),
}
NOISES = (0.0, 0.1, 0.3, 1.0)
"""Shares of random moves of the games."""


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("noise", NOISES)
def test_replay(engine: Library, profile: str, noise: float) -> None:
    check_games(engine, profile, noise, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("noise", NOISES)
def test_replay_of_many(engine: Library, profile: str, noise: float) -> None:
    check_games(engine, profile, noise, range(1, 9))


def check_games(engine: Library, profile: str, noise: float, seeds: range) -> None:
    options = PROFILES[profile]
    policy = flat_policy(GREEDY, options.length) if noise < 1 else None
    for seed in seeds:
        assert check_game(engine, options, policy, seed, noise=noise, placing=20).moves > 50


@pytest.mark.parametrize("length", ["long", "short"])
def test_dice_by_what_was_known_before(engine: Library, length: str) -> None:
    """A player keeps the values of stopping for all rolls of an action: as if found anew."""
    policy = flat_policy(GREEDY, length)
    start = encoded(engine, new_game(PROFILES[length]))
    rolls = 0
    for seed in range(20):
        state = FlatState.from_buffer_copy(start)
        for move in moves_in(engine.play(start, policy, seed).log):
            if NODE_KINDS[state.stack[state.n_nodes - 1].kind] == "dice_action":
                assert bytes(engine.ranked(state, policy, 2)[0]) == bytes(move)
                rolls += 1
            engine.apply(state, move)
    assert rolls > 100


def test_simulations_buy_ships_after_the_last_placement(engine: Library) -> None:
    """Where greedy does: so a simulation goes on as after the purchase."""

    def simulated(state: FlatState) -> float:
        tree = engine.begin_tree(state, [state], None, None, 0, policy, 1)
        tree.improve(1)
        return tree.read()[0][1]

    policy = flat_policy(GREEDY, "long")
    start = encoded(engine, new_game(PROFILES["long"]))
    bought = 0
    for seed in range(200):
        state = FlatState.from_buffer_copy(start)
        for move in moves_in(engine.play(start, policy, seed).log):
            before = FlatState.from_buffer_copy(state)
            engine.apply(state, move)
            if MOVE_KINDS[move.kind] == "buy_ship" and not before.vikings:
                assert simulated(before) == simulated(state)
                bought += 1
    assert bought > 3


def test_disagreements_are_found(engine: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that the Python engine changes alone."""
    monkeypatch.setattr("odin_solver.game.phases.FLIP_SILVER", 3)
    with pytest.raises(DisagreementError, match="exploration"):
        check_game(engine, Options(), None, 1)


def test_given_chance(engine: Library) -> None:
    """Random numbers from outside decide the dice, weapons and strips, in their order."""
    options = Options()
    seeded = SeededChance(5)
    state = new_game(options)
    given = [
        [uniform(5, kind, number) for number in range(100)] for kind in ("die", "weapon", "strip")
    ]
    policy = flat_policy(GREEDY, options.length)
    played = engine.play(encoded(engine, state), policy, 0, given=given)
    for move in map(decode, moves_in(played.log)):
        node = current(state)
        if isinstance(node, Chance):
            assert seeded(state, node) == move
        state = apply(state, move)
