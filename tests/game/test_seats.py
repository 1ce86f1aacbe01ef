"""Two to four seats: whose turn it is, what is common to all, and what each sees of the others."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.game import (
    Game,
    IllegalMove,
    Options,
    State,
    chance_outcomes,
    decision,
    legal_moves,
    new_game,
    score_sheet,
)
from odin_solver.game.kernel.chance import DrawFirst, DrawWeapon
from odin_solver.game.kernel.moves import PASS, Use
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.seats import sit
from odin_solver.game.log import parse, text
from odin_solver.game.scoring import winners
from odin_solver.game.seats import alone, is_secret, seated
from odin_solver.game.serial import state_data, state_from
from odin_solver.game.turn import Turn, free_spaces
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import GameLength
from tests.game import invariants
from tests.game.test_harvest import PROFILE
from tests.game.test_random_games import random_game
from tests.profiles import cases

NAMES = ("Anna", "Ben", "Eva", "Dan")


def options(players: int, length: GameLength = "short", **more: Any) -> Options:
    return Options(length, players=players, seats=NAMES[:players], **more)


def begun(players: int, *moves: str, first: str = "Anna", **more: Any) -> Game:
    """Return a game in which Anna begins, or `first`, after some moves."""
    for seed in range(100):
        game = Game(options(players, **more), seed)
        game.let_chance_decide()
        if game.state.first == NAMES.index(first):
            break
    make(game, *moves)
    return game


def make(game: Game, *moves: str) -> None:
    for move in moves:
        game.do(move)
        game.let_chance_decide()


def who(game: Game) -> str:
    return NAMES[game.state.seat]


def until(game: Game, phase: str) -> None:
    """Go on until a decision in a phase; every feast is an empty table."""
    while game.state.phase != phase and not game.state.is_over:
        make(game, str(legal_moves(game.state, placing=False)[-1]))


# --- turns ---


@pytest.mark.rule("7.10")
@pytest.mark.parametrize("first", ["Anna", "Eva"])
def test_turns_go_clockwise_and_have_one_action_each(first: str) -> None:
    game = begun(3, first=first)
    order = []
    for _ in range(5):
        order.append(who(game))
        make(game, f"use {free_spaces(game.state)[0]}")
        while not isinstance(decision(game.state), Turn):
            assert who(game) == order[-1], "the action is of the one who placed the Vikings"
            make(game, str(legal_moves(game.state, placing=False)[0]))
    clockwise = NAMES[:3] * 3
    at = clockwise.index(first)
    assert tuple(order) == clockwise[at : at + 5]


@pytest.mark.rule("7.10")
def test_who_passes_is_out_and_the_others_go_on() -> None:
    game = begun(3, "pass", "use beans", "use flax_stockfish")
    assert who(game) == "Ben"
    make(game, "use mead")
    assert who(game) == "Eva"
    make(game, "pass", "pass")
    assert game.state.phase != "actions"


@pytest.mark.rule("7.10")
def test_a_player_without_vikings_has_to_pass() -> None:
    game = begun(2)
    game.state.vikings = 0
    assert [str(move) for move in legal_moves(game.state, placing=False)] == ["pass"]


@pytest.mark.rule("3.7", "7.11")
@pytest.mark.parametrize(
    ("moves", "begins"),
    [
        (("use beans", "pass", "pass", "pass"), "Anna"),
        (("pass", "use beans", "pass", "pass"), "Ben"),
        (("use beans", "use mead", "pass", "pass", "pass"), "Ben"),
        (("pass", "pass", "use beans", "pass"), "Eva"),
        (("pass", "pass", "pass"), "Anna"),
    ],
)
def test_who_placed_vikings_last_begins_the_next_round(moves: tuple[str, ...], begins: str) -> None:
    game = begun(3, *moves)
    assert NAMES[game.state.first] == begins
    until(game, "actions")
    assert game.state.round == 2
    assert who(game) == begins


@pytest.mark.rule("7.10")
def test_anybody_may_be_the_first_player() -> None:
    start = new_game(options(4))
    assert isinstance(current(start), DrawFirst)
    odds = chance_outcomes(start)
    assert [name for name, _ in odds] == [*NAMES]
    assert {share for _, share in odds} == {odds[0][1]}


# --- what is common ---


@pytest.mark.rule("7.12")
def test_what_one_takes_is_gone_for_the_others() -> None:
    game = begun(3)
    state = game.state
    for kind in ("shed", "stone_house", "long_house"):
        for count in range(BOARDS[kind].copies):
            assert state.buildings_left(kind) == BOARDS[kind].copies - count
            state.boards = (*state.boards, BoardState(BOARDS[kind]))
            sit(state, (state.seat + 1) % 3)
        assert state.buildings_left(kind) == 0
    state.supply["wood"] = 9
    with pytest.raises(IllegalMove, match="no shed is left"):
        game.do("use build_shed")


@pytest.mark.rule("7.12")
def test_strips_are_common() -> None:
    game = begun(2)
    first, second = game.state.strips
    make(game, "use mountain_2", "strip 1 take 2")
    assert who(game) == "Ben"
    assert game.state.strips == (first[2:], second)


@pytest.mark.rule("7.12", "7.6")
def test_each_draws_from_the_same_piles() -> None:
    game = begun(4)
    weapons = [sum(seat.has(name) for name in WEAPONS) for seat in game.state.seats]
    assert weapons == [4] * 4, "three at the beginning, one drawn"
    assert sum(count for _, count in game.state.weapons) == 47 - 16


@pytest.mark.rule("7.12")
def test_each_has_another_occupation() -> None:
    game = begun(4, cards=frozenset(OCCUPATIONS))
    hands = [seat.hand for seat in game.state.seats]
    assert [len(hand) for hand in hands] == [1, 1, 1, 1]
    assert len({*hands}) == 4
    assert game.state.starting_deck == ()


@pytest.mark.rule("7.13")
def test_spaces_of_others_cannot_be_used() -> None:
    game = begun(2, "use beans")
    assert "beans" not in free_spaces(game.state)
    with pytest.raises(IllegalMove, match="another player has used it in this round"):
        game.do("use beans")
    make(game, "use mead")
    with pytest.raises(IllegalMove, match="it has been used in this round"):
        game.do("use beans")
    make(game, "pass", "pass")
    until(game, "actions")
    assert {"beans", "mead"} <= {*free_spaces(game.state)}, "no Vikings stay on the spaces"


@pytest.mark.rule("7.13")
def test_with_four_a_copy_tile_lets_a_space_of_another_be_used_once() -> None:
    game = begun(4)
    _turn_copy_tiles(game.state, 1, 4)
    make(game, "use beans")
    assert "beans" in free_spaces(game.state)
    make(game, "use beans")
    assert who(game) == "Eva"
    with pytest.raises(IllegalMove, match="another player has used it"):
        game.do("use beans")
    make(game, "pass", "pass", "pass", "pass")
    until(game, "return")
    assert game.state.others.copied == ()
    assert game.state.others.copies == (1, 4)


def _turn_copy_tiles(state: State, *columns: int) -> None:
    state.others = msgspec.structs.replace(state.others, copies=columns)


@pytest.mark.rule("7.13")
def test_the_own_space_is_not_copied() -> None:
    game = begun(4)
    _turn_copy_tiles(game.state, 1, 4)
    make(game, "use beans", "pass", "pass", "pass")
    assert who(game) == "Anna"
    with pytest.raises(IllegalMove, match="it has been used in this round"):
        game.do("use beans")


@pytest.mark.rule("7.14")
def test_every_player_has_every_phase() -> None:
    game = begun(3, length="long")
    assert [seat.vikings for seat in game.state.seats] == [6, 6, 6]
    assert [seat.has("peas") for seat in game.state.seats] == [1, 1, 1]
    make(game, "pass", "pass", "pass")
    served = []
    while game.state.phase == "feast":
        served.append(who(game))
        make(game, "serve")
    assert served == ["Anna", "Ben", "Eva"]
    assert [seat.penalties for seat in game.state.seats] == [6, 6, 6]
    assert game.state.round == 2
    assert [seat.vikings for seat in game.state.seats] == [7, 7, 7]
    assert len(game.state.strips) + len(game.state.hidden_strips) == 8
    assert 8 - len(game.state.hidden_strips) == 3, "one more strip a round, not one a player"


@pytest.mark.rule("7.14")
def test_exploration_boards_get_silver_once_a_round() -> None:
    game = begun(3)
    while game.state.round < 2:
        make(game, str(legal_moves(game.state, placing=False)[-1]))
    assert {each.board: each.silver for each in game.state.exploration} == {
        "bear_island": 0,
        "faroe_islands": 2,
        "iceland": 2,
        "greenland": 2,
    }


# --- Harvest ---


@pytest.mark.rule("7.15")
def test_the_last_player_chooses_a_token_first() -> None:
    game = begun(3, first="Ben", harvest=True, profile=PROFILE)
    chosen = []
    while game.state.phase == "setup":
        chosen.append(who(game))
        make(game, str(legal_moves(game.state, placing=False)[0]))
    assert chosen == ["Anna", "Eva", "Ben"] * 2
    tokens = [token for seat in game.state.seats for token in seat.tokens]
    assert sorted([*tokens, *game.state.free_tokens]) == list(range(1, 11))


@pytest.mark.rule("7.15")
def test_a_marker_is_turned_up_once_a_round() -> None:
    game = begun(3, harvest=True, profile=PROFILE)
    while game.state.phase == "setup":
        make(game, str(legal_moves(game.state, placing=False)[0]))
    assert sum("chance harvest marker" in each for each in text(game).splitlines()) == 2


# --- cards about others ---


@pytest.mark.rule("7.9", 70)
def test_70_takes_the_cloakpin_from_the_board_of_another_player() -> None:
    game = begun(3, cards=frozenset(OCCUPATIONS))
    state = game.state
    sit(state, 2)
    state.specials -= {"cloakpin"}
    state.lay(0, "cloakpin", state.boards[0].legal_placements(TILES["cloakpin"])[0])
    sit(state, 0)
    state.hand, state.supply["ore"] = (70,), 1
    make(game, "use play_occupation_paid", "pay ore", "play 70")
    if not isinstance(decision(game.state), Turn):
        make(game, str(legal_moves(game.state, placing=False)[0]))
    seats = game.state.seats
    assert seats[0].played == (70,)
    assert seats[0].has("cloakpin") == 1
    lying = Counter(piece.tile.id for piece in seats[2].boards[0].pieces)
    assert lying == {"silverware": 1, "rune_stone": 1}
    assert who(game) == "Ben", "the turn goes on as usual"


# --- what a seat sees ---


@pytest.mark.rule("7.16")
def test_a_seat_sees_what_lies_on_the_table_and_no_hand() -> None:
    game = begun(3, "use draw_occupation", cards=frozenset(OCCUPATIONS))
    drawn = game.state.seats[0].hand[-1]
    assert not OCCUPATIONS[drawn].starting
    seen = alone(game.state)
    assert who(game) == "Ben"
    assert seen.hand == game.state.hand
    assert (seen.away, seen.options.seats) == ((), ())
    assert drawn not in game.state.deck
    assert drawn in seen.deck, "for Ben it may still be drawn"
    assert seen.others.hidden == 1
    assert seen.blocked == {"draw_occupation"}
    assert seen.others.vikings == 13


@pytest.mark.rule("7.16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_has_the_moves_of_one_who_enters_what_others_do(players: int) -> None:
    """The whole game of all seats, against the game of one with others, at every decision."""
    game = random_game(players, options(players, cards=frozenset(OCCUPATIONS), islands=True))
    for state in game.states:
        if decision(state) is not None:
            seen = alone(state)
            assert legal_moves(seen, placing=False) == legal_moves(state, placing=False)
            assert score_sheet(seen) == score_sheet(state)


@pytest.mark.rule("7.16")
def test_cards_in_hands_are_secret() -> None:
    game = begun(2, "use draw_occupation", cards=frozenset(OCCUPATIONS))
    secret = [
        line
        for line, state, move in zip(
            text(game).split("---\n")[1].splitlines(), game.states, game.moves, strict=False
        )
        if is_secret(state, move)
    ]
    assert len(secret) == 3
    assert all("occupation:" in line for line in secret)


# --- logs, options ---


def test_the_log_names_the_seat_of_each_line_and_replays() -> None:
    game = begun(3, "use beans", "use mead")
    content = text(game)
    assert "players 3\nseats Anna, Ben, Eva\n" in content
    assert "\nsetup: chance starting player: Anna\n" in content
    assert "\nround 1, weapon, Eva: chance weapon: " in content
    assert "\nround 1, actions, Anna: use beans\nround 1, actions, Ben: use mead\n" in content
    again = parse(content)
    assert again.states == game.states
    with pytest.raises(InputError, match="the game is in round 1, actions, Ben, not in round 1, a"):
        parse(content.replace("Ben: use mead", "Eva: use mead"))


@pytest.mark.parametrize(
    ("seats", "players", "why"),
    [
        (("Anna",), 1, "a different name for each of 2 to 4 players, got Anna"),
        (("Anna", "Anna"), 2, "a different name for each of 2 to 4 players, got Anna, Anna"),
        (("Anna", "Ben"), 3, "the names of 3 players, got Anna, Ben"),
        (("Anna", ""), 2, "seats: expected names of 1 to 20 letters without a colon, got ''"),
        (("Anna", "B:n"), 2, "letters without a colon, got 'B:n'"),
        (("Anna", "B" * 21), 2, "letters without a colon"),
        (("Anna", "B\nn"), 2, "letters without a colon"),
    ],
)
def test_seats_that_are_none(seats: tuple[str, ...], players: int, why: str) -> None:
    with pytest.raises(InputError) as caught:
        new_game(Options(players=players, seats=seats))
    assert why in str(caught.value)


def test_options_that_do_not_fit_several_seats() -> None:
    with pytest.raises(InputError, match="several players draw theirs"):
        new_game(options(2, starting="choose", cards=frozenset(OCCUPATIONS)))
    with pytest.raises(InputError, match="too few for so many players"):
        new_game(options(4, cards=frozenset({1, 2, 3, 4, 60, 61, 62, 63, 64, 65, 66, 67, 68})))


def test_nobody_enters_the_moves_of_others() -> None:
    with pytest.raises(IllegalMove, match="all players move in turn here"):
        begun(2).do("other use beans")


def test_a_table_is_seen_from_every_seat() -> None:
    game = begun(4, "use beans", "use mead")
    sheets = [score_sheet(each) for each in game.state.seats]
    for seat in range(4):
        seen = seated(game.state, seat)
        assert [score_sheet(each) for each in seen.seats] == sheets
        assert seen.seat == seat
        assert seen.seats[seat] is seen
        others = {space for at in range(4) for space, _ in seen.seats[at].placed if at != seat}
        assert seen.blocked == others


@pytest.mark.rule("6.5")
def test_ties_share_the_victory() -> None:
    state = begun(3).state
    assert winners(state) == NAMES[:3]
    state.add("silver", 5)
    assert winners(state) == ("Anna",)
    sit(state, 1)
    state.add("silver", 5)
    assert winners(state) == ("Anna", "Ben")


# --- whole games ---

OPTIONS: list[dict[str, Any]] = [
    {"length": "long"},
    {"length": "short"},
    {"length": "long", "islands": True, "cards": frozenset(OCCUPATIONS)},
    {"length": "short", "harvest": True, "cards": frozenset(OCCUPATIONS)},
]


def check_game(players: int, seed: int) -> None:
    """Play a random game of all seats, and check every state, every turn and the log."""
    agreed = options(players, **OPTIONS[seed % len(OPTIONS)])
    luck = Random(seed)
    game = random_game(seed, agreed)
    acted: list[int] = []
    passed: set[int] = set()
    for state, move in zip(game.states, [*game.moves, None], strict=True):
        if luck.random() < 0.2:
            invariants.check(state)
        if state.phase != "actions":
            acted, passed = [], set()
        elif isinstance(decision(state), Turn) and (isinstance(move, Use) or move == PASS):
            assert state.seat not in passed
            going = [seat for seat in range(players) if seat not in passed]
            last = acted[-1] if acted else state.first - 1
            expected = min(going, key=lambda seat: (seat - last - 1) % players)
            assert state.seat == expected, "clockwise, one action a turn"
            acted.append(state.seat)
            passed |= {state.seat} if move == PASS else set()
    for before, after in pairwise(game.states):
        invariants.check_step(before, after)
    assert game.state.phase == "end"
    assert parse(text(game)).state == game.state
    assert state_from(state_data(game.state)) == game.state
    draws = [state.seat for state in game.states if isinstance(current(state), DrawWeapon)]
    assert {*draws} == {*range(players)}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int) -> None:
    for seed in range(cases(8, 8)):
        check_game(players, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_thousand_random_games(players: int, block: int) -> None:
    for seed in range(block, 1000, 10):
        check_game(players, seed)
