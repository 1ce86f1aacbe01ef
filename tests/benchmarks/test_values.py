"""Learned networks: the compiled engine computes what NumPy does, and learning lowers the error."""

from ctypes import addressof
from pathlib import Path

import msgspec
import numpy as np
import pytest

from benchmarks.checking import encoded
from benchmarks.values import (
    Games,
    Learner,
    NetworkWeights,
    content_of,
    gradient,
    learn,
    regression,
    weights_of,
    without_unseen,
)
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, new_game
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rollouts.policies.strategies import learned_strategies
from odin_solver.rollouts.tables import INPUTS, NODE_KINDS
from odin_solver.rollouts.weights import CARDS, flat_policy, network, network_of
from odin_solver.rules.position import GameLength
from tests.rollouts.conftest import engine

__all__ = ["engine"]

RNG = np.random.default_rng(1)


@pytest.fixture
def games(engine: Library) -> Games:
    return Learner("boards", "short", 1).record(None, 5, 30)


def found(weights: NetworkWeights, games: Games) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return what a network adds to the evaluation of each row."""
    hidden = np.maximum(games.inputs @ weights.first + weights.bias[games.rounds], 0)
    linear = (games.inputs * weights.linear[games.rounds]).sum(1) + weights.constant[games.rounds]
    return np.asarray(linear + (hidden * weights.last[games.rounds]).sum(1), "f8")


@pytest.mark.parametrize("length", ["long", "short"])
def test_the_engine_computes_the_network(engine: Library, length: GameLength) -> None:
    """It adds to the evaluation of the first turn what NumPy computes."""
    learner = Learner("boards", length, 1)
    game = Game(Options(length), 3)
    game.let_chance_decide()
    state = encoded(engine, game.state)
    flat = network(length)
    without = learner.policy(None)
    rows = engine.record(state, without, 1, 1, simulations=0, turns=0, noise=0.0, most=1, trace=1)
    inputs = np.ctypeslib.as_array(rows.inputs).reshape(1, len(INPUTS))
    row = Games(inputs, np.ctypeslib.as_array(rows.rounds), np.zeros(1, "f4"))
    assert rows.values[0] == pytest.approx(engine.evaluate(state, without), abs=1e-3)
    gap = engine.evaluate(state, learner.policy(flat)) - engine.evaluate(state, without)
    assert gap == pytest.approx(found(weights_of(flat), row)[0], abs=1e-3)
    assert abs(gap) > 1


def test_rows(games: Games) -> None:
    assert len(games.inputs) == len(games.rounds) == len(games.target)
    assert 30 < len(games.inputs) < 30 * 40
    assert set(games.rounds) <= set(range(6))


@pytest.mark.parametrize("simulations", [0, 20])
def test_targets(engine: Library, simulations: int) -> None:
    """They go from the values of the turns to the score."""
    learner, flat = Learner("boards", "short", 1), network("short")
    start = encoded(engine, new_game(Options("short")))

    def targets(trace: float) -> tuple[list[float], float]:
        rows = engine.record(
            start,
            learner.policy(flat),
            4,
            1,
            simulations=simulations,
            turns=0,
            noise=0.0,
            most=60,
            trace=trace,
        )
        return rows.targets[: rows.many], rows.scores[0]

    values, score = targets(0)
    assert len(values) > 20
    assert set(targets(1)[0]) == {score}
    expected = [score]
    for value in values[::-1]:
        expected.append((value + 3 * expected[-1]) / 4)
    assert targets(0.75)[0] == pytest.approx(expected[:0:-1], abs=1e-3)
    if not simulations:
        assert values[-1] == score
    assert max(abs(value - score) for value in values) > 1


def test_a_network_is_a_struct() -> None:
    flat = network("long")
    assert bytes(weights_of(flat).flat()) == bytes(flat)


@pytest.mark.slow
def test_gradient(games: Games) -> None:
    weights = regression(games, RNG)
    weights.last[:] = 0.3 * RNG.standard_normal(weights.last.shape)
    slope, squares = gradient(weights, games)
    assert squares == pytest.approx(((found(weights, games) - games.target) ** 2).sum(), rel=1e-3)
    step = 1e-2
    for array, by in zip(weights, slope, strict=True):
        at = np.unravel_index(np.abs(by).argmax(), by.shape)
        before = array[at]
        errors = []
        for change in (step, -step):
            array[at] = before + change
            errors.append(((found(weights, games) - games.target) ** 2).mean() / 2)
        array[at] = before
        assert (errors[0] - errors[1]) / (2 * step) == pytest.approx(by[at], rel=0.05)


@pytest.mark.slow
def test_learning_lowers_the_error(games: Games) -> None:
    whole = Games(*(np.concatenate([each] * 8) for each in games))
    weights = regression(whole, RNG)
    before = ((found(weights, whole) - whole.target) ** 2).mean()
    learn(weights, [whole], 3, RNG)
    assert ((found(weights, whole) - whole.target) ** 2).mean() < before


@pytest.mark.slow
def test_inputs_never_seen_add_nothing(games: Games) -> None:
    weights = without_unseen(regression(games, RNG), [games])
    unseen = ~(games.inputs != 0).any(axis=0)
    assert unseen.any()
    assert not weights.first[unseen].any()
    assert weights.first[~unseen].any()


@pytest.mark.slow
def test_games_of_a_tree_search(engine: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """They score more than the greedy games, and repeat themselves."""
    monkeypatch.setattr("benchmarks.values.TRACE", {"greedy": 1.0, "search": 1.0})
    learner, flat = Learner("boards", "short", 1), network("short")
    greedy, searched, again = (
        learner.record(flat, 5, 12, simulations) for simulations in (0, 24, 24)
    )
    assert searched.target.mean() > greedy.target.mean()
    assert (searched.target == again.target).all()


def test_games_with_occupations_are_learned_from(engine: Library) -> None:
    rows = Learner("boards", "short", 1, cards=True).record(None, 5, 8)
    plain = Learner("boards", "short", 1).record(None, 5, 8)
    assert len(rows.target) > 8
    assert rows.inputs.shape != plain.inputs.shape or (rows.inputs != plain.inputs).any()


@pytest.mark.parametrize("worth", [0, -50])
def test_drawing_is_worth_what_most_cards_are(engine: Library, worth: int) -> None:
    """Where all cards but the first of the deck do harm, it does not pay to draw."""
    learner = Learner("boards", "short", 1, cards=True)
    game = Game(Options("short", cards=frozenset(OCCUPATIONS)), 3)
    game.let_chance_decide()
    state = encoded(engine, game.state)
    weights = weights_of(network("short" + CARDS))
    in_hand = weights.linear[:, -2 * len(OCCUPATIONS) : -len(OCCUPATIONS)]
    deck = [
        card for card in range(len(OCCUPATIONS)) if state.cards.deck[card // 64] >> card % 64 & 1
    ]
    in_hand[:, deck[1:]] += worth
    flat = weights.flat()
    engine.apply(state, engine.ranked(state, learner.policy(flat), 2)[0])
    assert (NODE_KINDS[state.stack[state.n_nodes - 1].kind] == "draw_occupation") == (worth == 0)


def test_a_file_of_another_size(tmp_path: Path) -> None:
    file = tmp_path / "some.bin"
    for content, message in (
        (b"1234", r"some.bin: last line, names of the inputs: "),
        (b'1234\n["items: ore"]', r"some.bin: expected \d+ bytes of weights, got 4"),
    ):
        file.write_bytes(content)
        with pytest.raises(InputError, match=message):
            network_of(file)


def test_inputs_have_names(tmp_path: Path) -> None:
    """They may come in another order; those that only one side knows count nothing."""
    known = network("long")
    file = tmp_path / "some.bin"
    file.write_bytes(content_of(known))
    assert bytes(network_of(file)) == bytes(known)
    old = weights_of(known)
    order = [*reversed(range(1, len(INPUTS))), 1]
    changed = NetworkWeights(
        old.linear[:, order], old.constant, old.first[order], old.bias, old.last
    )
    names = [*(INPUTS[at] for at in order[:-1]), "items: of another game"]
    file.write_bytes(
        b"".join(each.tobytes() for each in changed) + b"\n" + msgspec.json.encode(names)
    )
    found = weights_of(network_of(file))
    assert not found.first[0].any()
    assert not found.linear[:, 0].any()
    assert np.array_equal(found.first[1:], old.first[1:])
    assert np.array_equal(found.linear[:, 1:], old.linear[:, 1:])
    for of_rounds in ("constant", "bias", "last"):
        assert np.array_equal(getattr(found, of_rounds), getattr(old, of_rounds))


@pytest.mark.parametrize("occupations", [False, True])
def test_games_with_occupations_have_their_own_network(occupations: bool) -> None:
    for each in learned_strategies():
        if each.network:
            evaluator = RolloutPolicy(each.weights, {each.length: each.corrections}, each.network)
            policy = flat_policy(evaluator, each.length, occupations)
            name = each.network + CARDS * occupations
            assert policy.network_address == addressof(network(name))


def test_an_unknown_strategy() -> None:
    with pytest.raises(InputError, match=r"expected one of .*boards.*, got bords"):
        Learner("bords", "long", 1)


def test_the_strategies_name_their_networks() -> None:
    for each in learned_strategies():
        if each.network:
            weights = [bytes(network(each.network + end)) for end in ("", CARDS)]
            assert weights[0] != weights[1]
    assert {each.length for each in learned_strategies() if each.network} == {"long", "short"}
