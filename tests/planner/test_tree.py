"""The tree search: it does not look ahead, can be repeated, and plays better than its policy."""

from random import Random
from statistics import fmean
from threading import active_count

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Game, Options, new_game
from odin_solver.game.kernel.moves import PASS, Move, Place
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.play import apply_legal, decision, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import SearchLimits, advise, candidate_moves, tree_move
from odin_solver.planner.candidates import Advice
from odin_solver.planner.ending import Ending
from odin_solver.planner.playout import play_out
from odin_solver.planner.policy import Planner
from odin_solver.planner.tree import TreeLimits, search_tree
from odin_solver.rollouts.library import MOST_ROOT_MOVES
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.starting import starting_moves
from odin_solver.rollouts.policies.strategies import rollout_policy
from tests.planner import games

ENOUGH = SearchLimits(seconds=None, playouts=150)


def advice_on(state: State, seed: int = 1, limits: SearchLimits = ENOUGH) -> Advice:
    *_, last = advise(state, limits, seed=seed)
    return last


def first_turn(seed: int) -> State:
    game = Game(Options("short"), seed)
    game.let_chance_decide()
    return game.state


def test_the_seed_decides_the_search() -> None:
    state = games.turn(6, 3).state
    one, same, other = (advice_on(state, seed) for seed in (1, 1, 2))
    assert one.candidates == same.candidates
    assert one.best.estimate
    assert one.candidates != other.candidates


def test_workers_search_trees_of_their_own() -> None:
    state = games.turn(6, 3).state
    alone, found = (advice_on(state, limits=SearchLimits(None, 200, each)) for each in (1, 2))
    assert found.searched == alone.searched
    assert found.best.estimate != alone.best.estimate


def test_games_with_other_hidden_chance_get_the_same_advice() -> None:
    """As long as two games look alike, the planner plays them alike."""
    start = first_turn(7)
    pair = [Game(Options("short"), seed, states=[start]) for seed in (8, 9)]
    players, sources = (Planner(ENOUGH), Planner(ENOUGH)), (Random(1), Random(1))
    alike = 0
    while pair[0].state == pair[1].state and alike < 4:
        moves = [
            player(game.state, rng)
            for player, game, rng in zip(players, pair, sources, strict=True)
        ]
        assert moves[0] == moves[1]
        alike += 1
        for game in pair:
            game.do(moves[0])
            game.let_chance_decide()
    assert alike


@pytest.mark.slow
def test_the_search_plays_better_than_its_policy() -> None:
    """Games in which the search decides a round score more than those of the policy."""
    start = games.turn(5, 0).state
    policy = rollout_policy(start.options.length)
    gains = []
    for seed in range(4):
        game = Game(start.options, seed, states=[start])
        planner, rng = Planner(SearchLimits(None, 300)), Random(seed)
        game.let_chance_decide()
        while game.state.round == start.round:
            game.do(planner(game.state, rng))
            game.let_chance_decide()
        after = [play_out(game.state, policy, at).sheet.total for at in range(40)]
        before = [play_out(start, policy, at).sheet.total for at in range(40)]
        gains.append(fmean(after) - fmean(before))
    assert fmean(gains) > 0


def test_the_most_visited_move_is_the_best() -> None:
    found = advice_on(games.turn(6, 3).state)
    visits = [each.samples for each in found.candidates]
    assert visits == sorted(visits, reverse=True)
    assert found.raw_loss(found.best) == 0
    assert sum(visits) == found.searched


@pytest.mark.slow
def test_estimates_agree_with_the_games_that_follow() -> None:
    """In the last round hardly anything is left to estimate."""
    state = games.turn(6, 1).state
    found = advice_on(state, limits=SearchLimits(None, 600))
    assert found.best.estimate
    assert abs(found.best.raw_expected - found.best.mean) < 6


def test_the_last_round_is_played_out() -> None:
    """Values are scores there; without dice their sums are whole numbers."""
    state = games.turn(6, 1).state
    engine = compiled(rollout_policy(state.options.length))
    tree = engine.begin_tree(state, candidate_moves(state)[:8], 0, 1)
    tree.improve(60)
    assert all(total == round(total) for _, total, _ in tree.read())
    earlier = games.turn(5, 1).state
    tree = engine.begin_tree(earlier, candidate_moves(earlier)[:8], 0, 1)
    tree.improve(60)
    assert any(total != round(total) for _, total, _ in tree.read())


def test_the_search_decides_within_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """With half the simulations of a placement of Vikings."""
    state = games.turn(6, 8).state
    options: list[Move] = []
    for move in candidate_moves(state):
        within = apply_legal(state, move)
        if isinstance(decision(within), Decision) and not isinstance(decision(within), Turn):
            options = candidate_moves(within)
        if len(options) > 1:
            break
    expected = tree_move(within, SearchLimits(None, 150), Random(1).getrandbits(32))
    assert expected in options
    assert Planner(SearchLimits(None, 300))(within, Random(1)) == expected
    monkeypatch.setattr("odin_solver.planner.policy.tree_move", lambda *_: options[-1])
    assert Planner(ENOUGH)(within, Random(1)) == options[-1]


def test_tiles_are_laid_last_when_the_search_has_no_more_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where greedy would end its last turn with Vikings left, the search is asked before."""
    state = games.turn(6, 3).state
    tile = next(move for move in legal_moves(state) if isinstance(move, Place))
    use = candidate_moves(state)[0]
    monkeypatch.setattr("odin_solver.planner.policy.greedy_answer", lambda *_: tile)
    monkeypatch.setattr("odin_solver.planner.policy.tree_move", lambda *_: use)
    ways = [Ending((tile, PASS), None)]
    monkeypatch.setattr("odin_solver.planner.policy.endings", lambda *_, **__: ways)
    assert Planner(ENOUGH)(state, Random(1)) == use
    monkeypatch.setattr("odin_solver.planner.policy.tree_move", lambda *_: PASS)
    planner = Planner(ENOUGH)
    assert planner(state, Random(1)) == tile
    assert planner(apply_legal(state, tile), Random(1)) == PASS


def test_required_moves_get_their_share_of_the_visits() -> None:
    state = games.turn(6, 3).state
    engine = compiled(rollout_policy(state.options.length))
    moves = [candidate_moves(state)[-1], *candidate_moves(state)[:5]]
    limits = TreeLimits(None, 200, 1)
    *_, found = search_tree(state, engine, moves, limits, required=1, seed=1)
    assert found[moves[0]].visits >= 200 / 8
    *_, only = advise(state, ENOUGH, moves=(moves[0],), width=0)
    assert [each.move for each in only.candidates] == [moves[0]]


def test_no_threads_wait_between_estimates() -> None:
    """Joined by the garbage collector, such threads could stop a whole process."""
    state = games.turn(6, 3).state
    engine = compiled(rollout_policy(state.options.length))
    before = active_count()
    found = search_tree(state, engine, candidate_moves(state)[:5], TreeLimits(None, 200, 2), seed=1)
    next(found)
    assert active_count() == before
    assert next(found)


def test_passing_has_the_value_of_the_state_before_it() -> None:
    """The state after it, in another phase, seems better than it is and would have many visits."""
    state = games.turn(4, 4).state
    engine = compiled(rollout_policy(state.options.length))
    moves = [*candidate_moves(state)[:10], PASS]
    *_, visited = search_tree(state, engine, moves, TreeLimits(None, 60, 1), seed=1)
    assert PASS not in visited or visited[PASS].visits <= 2


def test_more_moves_than_a_search_compares() -> None:
    state = games.turn(6, 3).state
    engine = compiled(rollout_policy(state.options.length))
    tree = engine.begin_tree(state, candidate_moves(state)[:1] * 200, 200, 1)
    tree.improve(1000)
    visits = [each[0] for each in tree.read()]
    assert sum(visits[:MOST_ROOT_MOVES]) == 1000
    assert not any(visits[MOST_ROOT_MOVES:])


@pytest.mark.parametrize("limits", [SearchLimits(None, 1), SearchLimits(1e-6)])
def test_the_smallest_limits(limits: SearchLimits) -> None:
    """A move comes in any case; after a single simulation it is that of the rollout policy."""
    state = games.turn(6, 3).state
    found = advice_on(state, limits=limits)
    assert found.best.move in legal_moves(state)
    if limits.playouts:
        assert found.searched == 1
        assert found.best.move == candidate_moves(state, rollout_policy("short"))[0]


def test_within_actions_small_limits_have_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    state = games.turn(6, 8).state
    within = next(
        after
        for move in candidate_moves(state)
        if isinstance(decision(after := apply_legal(state, move)), Decision)
        and not isinstance(decision(after), Turn)
    )
    monkeypatch.setattr("odin_solver.planner.policy.tree_move", None)
    for limits in (SearchLimits(None, 90), SearchLimits(0.09)):
        found = Planner(limits)(within, Random(1))
        assert found == candidate_moves(within, rollout_policy("short"))[0]


def test_the_starting_occupation_is_chosen_without_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_game(Options(cards=frozenset(OCCUPATIONS), starting="choose"))
    monkeypatch.setattr("odin_solver.planner.policy.tree_move", None)
    assert Planner(ENOUGH)(state, Random(1)) == starting_moves(state)[0]
