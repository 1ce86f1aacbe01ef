"""Games of several players in both engines, and the policy of the others in the search."""

from collections import Counter

import pytest

from benchmarks.checking import check_game, check_moves, encoded
from odin_solver.components.spaces import SPACES
from odin_solver.game import Game, Options, State
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import Other, Use
from odin_solver.planner.playout import play_out, retrace
from odin_solver.rollouts.encoding import decode, moves_in
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.policies.popularity import popularity
from odin_solver.rollouts.weights import flat_policy


def begun(players: int, seed: int = 5, **options: object) -> State:
    """Return a game at the first turn."""
    game = Game(Options(length="short", players=players, **options), seed)  # type: ignore[arg-type]
    game.let_chance_decide()
    return game.state


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("noise", [0.0, 0.3, 1.0])
def test_replay(engine: Library, players: int, noise: float) -> None:
    policy = flat_policy(GREEDY, "short") if noise < 1 else None
    assert check_game(engine, begun(players), policy, players, noise=noise).moves > 50


@pytest.mark.slow
def test_replay_with_occupations(engine: Library) -> None:
    state = begun(4, cards=frozenset(CARDS))
    assert check_game(engine, state, flat_policy(GREEDY, "short", True), 3).moves > 5


def test_spaces_of_others_and_copy_tiles(engine: Library) -> None:
    for seed in range(40):
        state = begun(4, seed)
        if state.others.copies == (1, 3):
            break
    after = check_moves(
        engine,
        state,
        [
            "other use beans",
            "other use mountain_2",
            "other use mead",
            "use beans",
            "other use forge",
        ],
    )
    assert after.others.copied == (1,)
    assert after.others.vikings == 21 - 1 - 1 - 2 - 3
    again = check_moves(engine, state, ["other use beans", "other use beans"])
    assert again.others.copied == (1,)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_wood_per_player(engine: Library, players: int) -> None:
    after = check_moves(engine, begun(players), ["use wood_per_player_and_ore"])
    assert after.has("wood") == players


def test_buildings_of_others_are_gone(engine: Library) -> None:
    state = begun(2).copy()
    state.add("wood", 4)
    for _ in range(3):
        state.others = Game(state.options, start=state).do("other take shed").others
    check_moves(engine, state, ["use wood_per_player_and_ore"])
    moves = {str(decode(each)) for each in engine.moves(encoded(engine, state))}
    assert "use build_knarr" in moves
    assert "use build_shed" not in moves


def test_mineworker_in_both_engines(engine: Library) -> None:
    state = begun(3, cards=frozenset({1, 188})).copy()
    state.hand, state.deck = (188,), ()
    state.add("stone", 1)
    after = check_moves(engine, state, ["use play_occupation_paid", "pay stone", "play 188"])
    assert after.played == (188,)
    assert after.has("silver") == 3


def test_others_use_what_their_vikings_allow(engine: Library) -> None:
    """In every round of playouts: no more Vikings than they have, and popular spaces more often."""
    used: Counter[str] = Counter()
    state = begun(3)
    for seed in range(20):
        vikings: Counter[int] = Counter()
        at = 1
        for move in map(decode, moves_in(engine.play(encoded(engine, state), None, seed).log)):
            match move:
                case Other(Use(space)):
                    vikings[at] += SPACES[space].vikings
                    used[space] += at == 1
            at += str(move).startswith("serve")
        assert set(vikings) == {1, 2, 3, 4, 5, 6}
        assert all(count <= 2 * (6 + number) for number, count in vikings.items())
    popular = max(popularity()["short"][0], key=lambda name: popularity()["short"][0][name])
    assert used[popular] > 2 * used.total() / len(SPACES)
    assert len(used) > 20


def test_alone_nobody_else_moves(engine: Library) -> None:
    log = engine.play(encoded(engine, begun(1)), None, 1).log
    assert not any(isinstance(decode(each), Other) for each in moves_in(log))


@pytest.mark.slow
def test_playouts_are_retraced() -> None:
    state = begun(3)
    playout = play_out(state, GREEDY, 4)
    moves = [move for _, move, _ in retrace(state, playout)]
    assert sum(isinstance(move, Other) for move in moves) > 20
