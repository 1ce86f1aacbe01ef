"""Whole games: invariants, logs, samples."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from odin_solver.errors import InputError
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.game.log import BOTS, VikingsGame, new_game, replay
from odin_solver.vikings.game.moves import TakePair, read_move
from odin_solver.vikings.game.players import greedy_ferries
from odin_solver.vikings.game.samples import (
    buying_advices,
    estimate,
    expected_scores,
    sampled_table,
)
from odin_solver.vikings.game.table import RefusedMove, Table, new_table
from odin_solver.vikings.parts import SETUP
from odin_solver.vikings.position import PRINTED_VALUES, Wheel
from odin_solver.vikings.rules.laying import violations
from odin_solver.vikings.rules.wheel import takeable
from tests.profiles import cases
from tests.vikings import reference
from tests.vikings.strategies import VALUES

GAMES = cases(60, 250)
"""Games of each of four tests."""


def play_game(seats: tuple[str, ...], seed: int) -> VikingsGame:
    return new_game(seats, seed, VALUES).played_on()


def tiles_of(table: Table) -> Counter[object]:
    """All tiles in the game but the start tiles."""
    tiles: Counter[object] = Counter(tile for stack in table.stacks for tile in stack)
    tiles.update(pair.tile for pair in table.wheel.pairs.values())
    tiles.update(table.discarded)
    for player in table.players:
        tiles.update(player.area.tiles.values())
        tiles.update(player.area.ships.values())
        tiles[IslandTile("S")] -= not player.start_tile
    return tiles


def figures_of(table: Table) -> int:
    """Figures in the game; boatsmen who rowed are in the box."""
    return (
        len(table.bag)
        + len(table.wheel.pairs)
        + sum(len(p.area.figures) + sum(p.mainland.values()) for p in table.players)
    )


def checked(table: Table, *, layouts: bool = True) -> None:
    for player in table.players:
        if layouts:
            assert violations(player) == []
            assert reference.is_legal_layout(player)
        assert player.gold >= 0
        assert all(count >= 0 for count in player.mainland.values())
        assert table.over or player.vp >= 0
    if table.wheel.pairs:
        now = table.players[table.player]
        assert takeable(table.wheel, now.gold, now.vp)


@pytest.mark.rule("V.1", "V.2", "V.7")
@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 250, 500, 750])
def test_games_keep_everything(first: int) -> None:
    for seed in range(first, first + GAMES):
        players = 2 + seed % 3
        table = new_table(players, seed, VALUES)
        rng = Random(seed)
        tiles, figures, boatsmen = tiles_of(table), figures_of(table), 0
        policy = BOTS["greedy" if seed % 125 == 0 else "random"]
        moves = 0
        while not table.over:
            before = sum(player.boatsmen for player in table.players)
            is_ferrying, number = table.phase == "ferry", table.round
            table = table.after(policy(table, rng))
            if is_ferrying:
                boatsmen += before - sum(player.boatsmen for player in table.players)
            moves += 1
            if table.round != number:
                checked(table, layouts=table.over)  # nothing that lies moves
                assert tiles_of(table) == tiles
                assert figures_of(table) == figures - boatsmen
        assert moves == 6 * SETUP.positions + 3 * players
        assert not table.stacks
        assert len(table.bag) == 6


@pytest.mark.rule("V.16", "V.4")
@pytest.mark.parametrize("policies", [("greedy", "random"), ("random", "random", "greedy")])
def test_logs_replay(policies: tuple[str, ...]) -> None:
    game = play_game(policies, 5)
    again = replay(game.text)
    assert [p.vp for p in again.table.players] == [p.vp for p in game.table.players]
    assert play_game(policies, 5).text == game.text
    assert play_game(policies, 6).text != game.text


def test_changed_logs_are_refused() -> None:
    lines = play_game(("greedy", "greedy"), 1).text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("round 1"))
    for changed, message in (
        (["x", *lines[1:]], "expected a log that begins with"),
        ([*lines[:first], *lines[first + 1 :]], f"x.log: line {first + 1}: "),
        ([*lines[:-3], *lines[-2:]], "expected more moves"),
        ([*lines[:-1], "score 1 2"], "x.log: line"),
        (lines[:-2], "expected options, moves and score"),
        ([line for line in lines if not line.startswith("seed")], "lines players and seed"),
        ([line for line in lines if "red" not in line], "expected the value of red ships"),
        ([lines[0], "players a b", *lines[2:]], "x.log: line 2: players: expected human or"),
    ):
        with pytest.raises(InputError, match=message.replace("(", r"\(")):
            replay("\n".join(changed), "x.log")
    with pytest.raises(InputError, match="expected a move such as"):
        read_move("jump")


@pytest.mark.rule("V.7", "V.8")
def test_illegal_moves_are_refused() -> None:
    table = new_table(2, 1, VALUES)
    at = takeable(table.wheel, 99, 0)[0]
    for move, message in (
        (TakePair(0), "not now: other pairs of its colour remain"),
        (TakePair(99), "there is no pair at position 99"),
        (TakePair(at, (0, 1)), "the start tile is laid with the first tile"),
        (TakePair(at, (0, 2), start=(1, 1)), "cannot lie on K2"),
        (greedy_ferries(replace(table.players[0], round=2))[0], "expected take"),
    ):
        with pytest.raises(RefusedMove, match=message):
            table.after(move)
    poor = replace(table, players=(replace(table.now, gold=1, vp=0), *table.players[1:]))
    with pytest.raises(RefusedMove, match="too dear: it costs 2"):
        poor.after(TakePair(2))
    with pytest.raises(InputError, match=r"ship_values\.red"):
        new_table(2, 1, PRINTED_VALUES)


def test_samples_agree_with_what_is_known() -> None:
    position = vikings_example("wheel")
    for seed in range(5):
        table = sampled_table(position, Random(seed))
        assert table.player == 0
        assert table.players[0] == position
        assert table.wheel == position.wheel
        # The example has one figure and one tile that no earlier round explains.
        assert figures_of(table) == 78
        checked(table)


@pytest.mark.slow
def test_advice_on_the_example() -> None:
    *_, last = buying_advices(vikings_example("wheel"), samples=10, seed=1)
    advice = last.pairs
    assert [pair.value for pair in advice] == sorted((p.value for p in advice), reverse=True)
    assert {pair.at for pair in advice} == set(takeable(vikings_example("wheel").wheel, 14, 10))
    for pair in advice:
        assert 0 <= pair.stays.mean <= 1
        assert pair.later_price is None or pair.later_price <= pair.price
        assert pair.waiting.error >= 0
    *_, again = buying_advices(vikings_example("wheel"), samples=10, seed=1)
    assert again.pairs == advice


@pytest.mark.slow
def test_expected_score() -> None:
    *_, scores = expected_scores(vikings_example("wheel"), games=6, seed=2)
    assert scores.low <= scores.score.mean <= scores.high
    assert 0 <= scores.wins.mean <= 1
    assert [*expected_scores(vikings_example("wheel"), games=6, seed=2)][-1] == scores


def test_estimates() -> None:
    assert estimate([1.0, 3.0]).mean == 2
    assert estimate([1.0, 3.0]).error == pytest.approx(1.0)


def test_games_need_parts_that_are_left() -> None:
    mainland = dict.fromkeys("KRGYBN", 6)
    crowded = replace(vikings_example("wheel"), mainland=mainland, round=1, wheel=Wheel())
    with pytest.raises(InputError, match="round: too few parts are left for 6 more rounds"):
        sampled_table(crowded, Random(0))


def test_games_need_players() -> None:
    with pytest.raises(InputError, match="players: expected the number of players"):
        sampled_table(replace(vikings_example("wheel"), players=None), Random(0))
    with pytest.raises(InputError, match=r"wheel\.pairs: expected"):
        next(buying_advices(vikings_example("ferry"), samples=1, seed=0))
