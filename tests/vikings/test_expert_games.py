"""Games with parts of the expert game (docs/vikings.md)."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.game.log import BOTS, VikingsGame, new_game, replay
from odin_solver.vikings.game.moves import Bid, MoveColour, TakePair, read_move
from odin_solver.vikings.game.players import legal_moves, random_move
from odin_solver.vikings.game.sampling import rated_moves, shuffled, standing
from odin_solver.vikings.game.table import (
    EXPERT_PARTS,
    FACE_UP,
    ExpertPart,
    RefusedMove,
    Table,
    new_table,
)
from odin_solver.vikings.parts import SETUP
from odin_solver.vikings.position import Wheel, WheelPair
from tests.profiles import cases
from tests.vikings.strategies import VALUES


def begun(*expert: ExpertPart, players: int = 3, seed: int = 1) -> Table:
    return new_table(players, seed, VALUES, frozenset(expert))


def after(table: Table, *moves: str) -> Table:
    for move in moves:
        table = table.after(read_move(move))
    return table


@pytest.mark.rule("V.25")
def test_the_last_bidder_pays_and_starts() -> None:
    table = begun("auction")
    assert (table.phase, table.player) == ("bid", 0)
    table = after(table, "pass", "bid 2")
    assert table.player == 2
    table = after(table, "bid 4")
    assert table.player == 1  # who passed stays out
    for refused in ("bid 4", "bid 3"):
        with pytest.raises(RefusedMove, match="expected a bid from 5"):
            after(table, refused)
    won = after(table, "pass")
    assert (won.phase, won.start, won.player) == ("take", 2, 2)
    assert [player.gold for player in won.players] == [25, 25, 21]
    again = after(table, "bid 5", "pass")
    assert (again.start, again.players[1].gold, again.players[2].gold) == (1, 20, 25)


@pytest.mark.rule("V.25")
def test_nobody_bids_and_the_start_player_stays() -> None:
    table = replace(begun("auction"), start=1).dealt()
    assert table.player == 1
    passed = after(table, "pass", "pass")
    assert (passed.phase, passed.player) == ("bid", 0)  # the last one may still bid
    assert after(passed, "bid 1").start == 0
    assert (after(passed, "pass").start, after(passed, "pass").phase) == (1, "take")
    rng = Random(3)
    while table.round == 1:
        table = table.after(Bid() if table.phase == "bid" else random_move(table, rng))
    assert (table.start, table.player) == (1, 1)  # it does not pass left
    assert begun().start == 0


@pytest.mark.rule("V.26")
def test_bids_may_be_paid_with_points_once_the_gold_is_gone() -> None:
    table = begun("auction")
    most = table.now.gold + table.now.vp
    assert [*legal_moves(table)][-1] == Bid(most)
    won = after(table, f"bid {most}", "pass", "pass")
    assert (won.players[0].gold, won.players[0].vp) == (0, 0)
    with pytest.raises(RefusedMove, match=f"to {most}"):
        after(table, f"bid {most + 1}")
    few = after(table, "bid 27", "pass", "pass").players[0]
    assert (few.gold, few.vp) == (0, 8)


@pytest.mark.rule("V.27")
def test_one_of_13_figures_goes_back() -> None:
    table = begun("colours")
    assert (table.phase, len(table.drawn), len(table.wheel.pairs)) == ("return", 13, 0)
    figure = table.drawn[4]
    back = after(table, f"return {figure}")
    assert (back.phase, len(back.drawn), len(back.wheel.pairs)) == ("place", 12, 12)
    assert Counter(back.bag) - Counter(table.bag) == Counter(figure)
    assert Counter(back.drawn) + Counter(figure) == Counter(table.drawn)
    missing = next(code for code in "KRGYBN" if code not in back.drawn)
    with pytest.raises(RefusedMove, match="was drawn"):
        after(back, f"place {missing}")
    with pytest.raises(RefusedMove, match="expected return"):
        after(table, f"place {figure}")


@pytest.mark.rule("V.28")
def test_figures_go_to_the_highest_free_positions() -> None:
    tiles = {at: WheelPair(IslandTile("S"), "") for at in range(SETUP.positions)}
    table = replace(begun("colours"), drawn=tuple("YYBBBBKKKRRG"), wheel=Wheel(tiles), start=1)
    table = after(table, "place Y")
    assert table.player == 2
    table = after(table, "place B")
    figures = "".join(table.wheel.pairs[at].figure or "." for at in range(SETUP.positions))
    assert figures == "......BBBBYY"
    table = after(table, "place K", "place G", "place R")
    assert (table.phase, table.player) == ("take", 1)
    assert "".join(pair.figure for _, pair in sorted(table.wheel.pairs.items())) == "RRGKKKBBBBYY"


@pytest.mark.rule("V.29", "V.30")
def test_special_tiles_of_a_round() -> None:
    table = begun("specials", players=2)
    assert len(table.wheel.specials) == FACE_UP
    name = table.wheel.specials[0]
    dearest = max(table.wheel.pairs)
    way = next(m for m in legal_moves(table) if isinstance(m, TakePair) and m.special == name)
    assert way.at == dearest
    with pytest.raises(RefusedMove, match="no special tile"):
        after(table, f"{next(iter(legal_moves(table)))} special {name}")
    with pytest.raises(RefusedMove, match="no special tile"):
        table.after(replace(way, special="nothing"))
    taken = table.after(way)
    assert Counter(taken.wheel.specials) + Counter([name]) == Counter(table.wheel.specials)
    assert len(table.after(replace(way, special="")).wheel.specials) == FACE_UP
    if name != "gold5":
        assert taken.players[0].special(name) == 1
    rng = Random(1)
    while len(taken.wheel.pairs) > 1:
        move = next(m for m in legal_moves(taken) if isinstance(m, TakePair))
        taken = taken.after(replace(move, special=""))
    assert len(taken.wheel.specials) == FACE_UP - 1
    assert all(not m.special for m in legal_moves(taken) if isinstance(m, TakePair))
    assert len(taken.after(random_move(taken, rng)).wheel.specials) == FACE_UP


@pytest.mark.rule("V.23", "V.24", "V.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_course_of_a_game(players: int) -> None:
    table, rng = begun(players=players), Random(players)
    taken, begins, names = Counter[tuple[int, int]](), {1: 0}, []
    while not table.over:
        if table.phase == "take":
            taken[table.round, table.player] += 1
        number, table = table.round, table.after(random_move(table, rng))
        if table.round != number:
            begins[table.round] = table.start
            names.append([part.name for part in table.scorings[0]])
    assert set(taken.values()) == {SETUP.positions // players}
    assert [begins[number] for number in range(1, 7)] == [n % players for n in range(6)]
    small, large = ["small scoring"], ["large scoring"]
    assert names == [small, large, small, large, small, [*large, "final scoring"]]


@pytest.mark.rule("V.31")
@pytest.mark.slow
@pytest.mark.parametrize("first", range(4))
def test_expert_games_replay_from_their_logs(first: int) -> None:
    for seed in range(first, cases(40, 1000), 4):
        count = 2 + seed % 3
        seats = [("random", "greedy")[(seed >> n) % 2] for n in range(count)]
        expert = frozenset(EXPERT_PARTS if seed % 2 else EXPERT_PARTS[seed // 2 % 4 :][:1])
        game = new_game(seats, seed, VALUES, expert).played_on()
        again = replay(game.text)
        assert again.table == game.table
        assert again.text == game.text
        assert (game.table.specials == ()) == ("specials" not in expert)


def test_a_person_takes_back_to_the_decision_before() -> None:
    game = new_game(("human", "greedy"), 1, VALUES, frozenset(EXPERT_PARTS)).played_on()
    assert game.waits
    with pytest.raises(Exception, match="nothing to undo"):
        game.undone()
    games: list[VikingsGame] = [game]
    rng = Random(2)
    for _ in range(8):
        games.append(games[-1].after(random_move(games[-1].table, rng)).played_on())
    while len(games) > 1:
        now = games.pop()
        assert now.undone() == games[-1]
        assert replay(now.text, unfinished=True) == now


def test_ratings_use_nothing_that_is_hidden() -> None:
    table = begun("auction", "specials", players=2)
    ratings = [
        [*rated_moves(each, samples=2, seed=1)][-1] for each in (table, shuffled(table, Random(9)))
    ]
    assert ratings[0] == ratings[1]
    assert ratings[0][0].loss.mean == 0
    assert all(each.loss.mean >= 0 for each in ratings[0])


def test_a_figure_that_stands_is_worth_more() -> None:
    table = begun(players=2)
    waits = after(table, f"{next(m for m in legal_moves(table) if getattr(m, 'stand', False))}")
    lifted = replace(waits.players[0], area=replace(waits.players[0].area, figures=frozenset()))
    assert standing(waits.players[0]) > standing(lifted)


@pytest.mark.slow
def test_sampling_beats_greedy() -> None:
    won = 0
    for seed in range(3):
        for seats in (("sampling", "greedy"), ("greedy", "sampling")):
            game = new_game(seats, seed, VALUES).played_on()
            won += game.seats[game.table.winners()[0]] == "sampling"
    assert won >= 4


def test_every_program_plays_every_phase() -> None:
    table = begun(*EXPERT_PARTS, players=2)
    for phase in ("bid", "bid", "return", "place"):
        assert table.phase == phase
        for name, policy in BOTS.items():
            assert policy(table, Random(name)) in set(legal_moves(table))
        table = table.after(next(iter(legal_moves(table))))
    assert isinstance(next(iter(legal_moves(begun("colours")))), MoveColour)
