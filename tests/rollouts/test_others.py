"""Games of several players in both engines, and the policy of the others in the search."""

from collections import Counter
from random import Random

import pytest

from benchmarks.checking import check_game, check_moves, encoded
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import Game, Options, State, apply, chance_outcomes, legal_moves
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import Other, Use
from odin_solver.game.kernel.play import current
from odin_solver.game.turn import Turn
from odin_solver.planner.playout import play_out, retrace
from odin_solver.rollouts.encoding import decode, moves_in
from odin_solver.rollouts.library import CHANCES, Library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.policies.popularity import popularity
from odin_solver.rollouts.weights import flat_policy
from tests.game.test_several_players import others_can
from tests.profiles import cases


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


@pytest.mark.slow
@pytest.mark.rule("7.7")
@pytest.mark.parametrize(
    ("moves", "bows", "total"),
    [((), 9, 40), (("other draw bow",), 8, 39), (("other draw snare",), 9, 39)],
)
def test_a_sword_is_drawn_as_often_as_the_deck_says(
    engine: Library, moves: tuple[str, ...], bows: int, total: int
) -> None:
    """In the order of the engine 11 long swords follow the bows."""
    game = next(
        each for each in (_game(2, seed) for seed in range(99)) if each.state.has("bow") == 2
    )
    for move in moves:
        game.do(move)
    flat = encoded(engine, game.state)
    below, above = bows / total, (bows + 11) / total
    drawn = []
    for number in (below - 0.001, below + 0.001, above - 0.001, above + 0.001):
        given = [[number if kind == "weapon" else 0.5] * 400 for kind in CHANCES]
        log = map(decode, moves_in(engine.play(flat, None, 1, given=given).log))
        drawn.append(next(each for each in log if isinstance(each, str) and each in WEAPONS))
    assert drawn == ["bow", "long_sword", "long_sword", "snare"]


def _game(players: int, seed: int) -> Game:
    game = Game(Options(length="short", players=players), seed)
    game.let_chance_decide()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(cases(6, 300)))
def test_games_with_all_that_others_do(engine: Library, seed: int) -> None:
    """Random lines of others between random moves, then what both engines do is the same."""
    rng = Random(seed)
    players = 2 + seed % 3
    game = Game(Options(players=players, cards=frozenset(CARDS)), seed)
    game.let_chance_decide()
    state, lines, kinds = game.state, 0, Counter[str]()
    while current(state) is not None:
        if isinstance(current(state), Turn) and rng.random() < 0.7:
            move = rng.choice(others_can(state))
            state = apply(state, move)
            kinds[str(move).split()[1]] += 1
            lines += 1
            check_moves(engine, state, [])
        else:
            luck = chance_outcomes(state)
            moves = [name for name, _ in luck] or [*map(str, legal_moves(state, placing=False))]
            state = check_moves(engine, state, [rng.choice(moves)])
    assert lines > 20
    assert {"draw", "weapon", "play"} <= kinds.keys()
