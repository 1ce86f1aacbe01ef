"""Several players, of whom one is advised: what others do is entered and checked."""

from fractions import Fraction
from random import Random

import pytest

from benchmarks.checking import check_moves
from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.game import (
    Game,
    IllegalMove,
    Options,
    State,
    apply,
    chance_outcomes,
    legal_moves,
    new_game,
)
from odin_solver.game.kernel.chance import DrawWeapon
from odin_solver.game.kernel.moves import Move, Other, TakeItems, Use
from odin_solver.game.kernel.others import others_weapons
from odin_solver.game.kernel.play import current, why_not
from odin_solver.game.log import parse, text
from odin_solver.game.serial import state_data, state_from
from odin_solver.game.tables import table_data, table_from
from odin_solver.game.turn import Turn, free_spaces
from odin_solver.names.printed import plain_name
from odin_solver.rollouts.library import library
from odin_solver.rules.board_state import BoardState


def begun(players: int, *moves: str, seed: int = 5, **options: object) -> Game:
    """Return a game at a turn of its first round, after some moves."""
    game = Game(Options(length="short", players=players, **options), seed)  # type: ignore[arg-type]
    game.let_chance_decide()
    for move in moves:
        game.do(move)
        game.let_chance_decide()
    return game


def next_turn(game: Game) -> None:
    """Go on to the next turn."""
    while not isinstance(current(game.state), Turn):
        game.do(legal_moves(game.state, placing=False)[0])
        game.let_chance_decide()


def others_can(state: State) -> list[Other]:
    """Return what others can do with spaces, boards, tiles and strips."""
    made = [
        *(f"use {space}" for space in SPACES),
        *(f"take {name}" for name in (*sorted(state.specials), "shed", "long_house")),
        *(f"explore {each.board}" for each in state.exploration),
        *(f"strip {at} take 1" for at in range(1, len(state.strips) + 1)),
        *(f"{verb} {name}" for verb in ("draw", "weapon") for name in WEAPONS),
        *(f"pay {name}=1" for name in WEAPONS),
        *(f"lays {tile}" for tile in ("cloakpin", "drinking_horn")),
        *(f"{verb} {card}" for verb in ("draw", "play") for card in (*OCCUPATIONS, "occupation")),
    ]
    moves = [Other(Use(each.split()[1])) if each.startswith("use") else each for each in made]
    return [
        move if isinstance(move, Other) else Other(_parsed(move))
        for move in moves
        if why_not(state, move if isinstance(move, Other) else f"other {move}") is None
    ]


def _parsed(words: str) -> Move:
    from odin_solver.game.kernel.moves import parse as parse_move

    return parse_move(words)


@pytest.mark.rule("7.4")
def test_spaces_of_others_cannot_be_used_until_the_round_ends() -> None:
    game = begun(3, "other use mountain_2", "use craft_linen", "other use forge")
    assert "mountain_2" not in free_spaces(game.state)
    with pytest.raises(IllegalMove, match="another player has used it in this round"):
        game.do("use mountain_2")
    with pytest.raises(IllegalMove, match="it has been used in this round"):
        game.do("other use craft_linen")
    with pytest.raises(IllegalMove, match="it has been used in this round"):
        game.do("other use mountain_2")
    game.do("pass")
    next_turn(game)
    assert game.state.round == 2
    assert not game.state.blocked
    assert {"mountain_2", "beans"} <= {*free_spaces(game.state)}


def test_others_have_as_many_vikings_as_the_rules_give_them() -> None:
    game = begun(2)
    assert game.state.others.vikings == 7
    game.do("other use build_house_and_ship")
    assert game.state.others.vikings == 3
    with pytest.raises(IllegalMove, match="it takes 4 Vikings, and the others have 3 left"):
        game.do("other use whaling_boat_to_knarr_emigrate")
    game.do("other vikings 0")
    with pytest.raises(IllegalMove, match="the others have 0 left"):
        game.do("other use beans")
    with pytest.raises(IllegalMove, match="the others have 7 Vikings in this round"):
        game.do("other vikings 8")
    game.do("pass")
    next_turn(game)
    assert game.state.others.vikings == 8


def test_others_take_from_the_table() -> None:
    game = begun(4, "other take helmet", "other explore shetland", "other strip 2 take 2")
    assert "helmet" not in game.state.specials
    assert "shetland" not in {each.board for each in game.state.exploration}
    before = begun(4).state.strips
    assert game.state.strips == (before[0], before[1][2:], before[2])
    for _ in range(BOARDS["shed"].copies):
        game.do("other take shed")
    assert why_not(game.state, "use build_shed") is not None
    for move, why in (
        ("other take helmet", "a special tile that nobody has, got helmet"),
        ("other take robe", "expected a building, or a special tile that nobody has, got robe"),
        ("other take shed", "no shed is left"),
        ("other explore shetland", "shetland is not on offer: expected one of faroe_islands"),
        ("other strip 4 take 1", "there is no strip 4"),
        ("other strip 1 take 9", "strip 1 has"),
        ("other use fort", "there is no action space 'fort'"),
        ("other dance", "expected other and use SPACE"),
    ):
        with pytest.raises(IllegalMove, match=why):
            game.do(move)


def test_a_strip_that_others_empty_leaves_the_game() -> None:
    game = begun(2)
    first, second = game.state.strips
    game.do(Other(TakeItems(1, len(first))))
    assert game.state.strips == (second,)


def test_others_move_after_you_passed_but_not_during_an_action() -> None:
    game = begun(3, "pass")
    assert game.state.phase == "feast"
    game.do("other use beans")
    assert "beans" in game.state.blocked
    game = begun(3, "use mountain_2")
    with pytest.raises(IllegalMove, match="others move between your actions"):
        game.do("other use beans")


def test_alone_there_are_no_others() -> None:
    with pytest.raises(IllegalMove, match="there are no other players in this game"):
        begun(1).do("other use beans")


def test_the_log_has_the_players_and_replays_what_others_did() -> None:
    game = begun(3, "other use mountain_2", "other take helmet", "use beans", "other vikings 3")
    again = parse(text(game))
    assert again.state == game.state
    assert again.options.players == 3
    assert "players 3\n" in text(game)
    assert "players" not in text(begun(1))
    wrong = text(game).replace("other use mountain_2", "other use mountain_3_and_2")
    parse(wrong)
    with pytest.raises(InputError, match=r"log: line 14: other use mountain_2: it has been used"):
        parse(text(game).replace("other take helmet", "other use mountain_2"))
    with pytest.raises(InputError, match="players: expected 1 to 4, got 7"):
        parse(text(game).replace("players 3", "players 7"))
    with pytest.raises(InputError, match="line 8: players: expected the number of players"):
        parse(text(game).replace("players 3", "players three"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_several_players(players: int) -> None:
    """Whole games with random moves of all; state, log and table hold all of them."""
    rng = Random(players)
    game = begun(players, seed=players)
    while not game.state.is_over:
        state = game.state
        others = others_can(state)
        if others and state.phase == "actions" and rng.random() < 0.6:
            game.do(rng.choice(others))
        else:
            game.do(rng.choice(legal_moves(state, placing=False)))
        game.let_chance_decide()
        assert state_from(state_data(state)) == state
        most = state.options.players - 1
        assert 0 <= state.others.vikings <= 13 * most
        if isinstance(current(state), Turn) and rng.random() < 0.2:
            assert _without_strips(table_from(table_data(state))) == _without_strips(state)
    assert parse(text(game)).state == game.state


def _without_strips(state: State) -> State:
    """Return a state without what a table leaves open: which hidden strip is which."""
    other = state.copy()
    other.stack = ()
    return other


# --- by number of players (rules, 2 and 4) ---


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("players", "strips"), [(1, 2), (2, 2), (3, 2), (4, 3)])
def test_strips_that_are_face_up(players: int, strips: int) -> None:
    assert len(begun(players).state.strips) == strips


def test_in_round_7_of_four_players_no_strip_is_left() -> None:
    game = Game(Options(length="long", players=4), 1)
    game.let_chance_decide()
    revealed = {}
    while not game.state.is_over:
        revealed[game.state.round] = 8 - len(game.state.hidden_strips)
        game.do(legal_moves(game.state, placing=False)[-1])
        game.let_chance_decide()
    assert revealed == {1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8, 7: 8}


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_wood_per_player(players: int) -> None:
    game = begun(players, "use wood_per_player_and_ore")
    assert (game.state.has("wood"), game.state.has("ore")) == (players, 1)


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(("players", "left"), [(1, 11), (2, 10), (3, 9), (4, 8)])
def test_every_player_takes_three_weapons_before_the_first_is_drawn(
    players: int, left: int
) -> None:
    start = new_game(Options(players=players))
    pile = {"bow": left, "snare": left, "spear": left, "long_sword": 11}
    assert dict(start.weapons) == pile
    while dict(chance_outcomes(start)).keys() != pile.keys():
        start = apply(start, chance_outcomes(start)[0][0])
    odds = dict(chance_outcomes(start))
    assert odds["long_sword"] == Fraction(11, 3 * left + 11)
    after = check_moves(library(), start, ["spear"])
    assert dict(after.weapons)["spear"] == left - 1


@pytest.mark.rule(188)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_mineworker_brings_silver_for_each_other_player(players: int) -> None:
    game = Game(Options(length="short", players=players, cards=frozenset({1, 188})), 5)
    game.let_chance_decide()
    state = game.state.copy()
    state.hand = (188,)
    state.add("stone", 1)
    before = state.has("silver")
    for move in ("use play_occupation_paid", "pay stone", "play 188"):
        if why_not(state, move) is None:
            state = apply(state, move)
    assert state.played == (188,)
    assert state.has("silver") == before + 1 + players - 1


# --- copy tiles of four players (rules, 4) ---


def copying(*columns: int) -> Game:
    """Return a game of four in which the copy tiles show some columns."""
    for seed in range(50):
        game = begun(4, seed=seed)
        if game.state.others.copies == columns:
            return game
    raise AssertionError(columns)


def test_copy_tiles_show_a_column_of_each_pair() -> None:
    shown = {begun(4, seed=seed).state.others.copies for seed in range(40)}
    assert shown == {(1, 3), (1, 4), (2, 3), (2, 4)}
    assert not new_game(Options(players=3)).others.copies
    assert "setup: chance copy tile: " in text(begun(4))


@pytest.mark.rule("7.4")
def test_a_copy_tile_lets_a_space_of_others_be_used_once() -> None:
    game = copying(1, 4)
    with_all = {*free_spaces(game.state)}
    for move in ("other use beans", "other use craft_linen", "other use mountain_2"):
        game.do(move)
    assert {"beans", "craft_linen"} <= {*free_spaces(game.state)}
    game.do("use beans")
    assert game.state.vikings == 6
    assert game.state.has("beans") == 2
    assert game.state.others.copied == (1,)
    assert "craft_linen" in with_all
    assert "craft_linen" not in free_spaces(game.state)
    with pytest.raises(IllegalMove, match="another player has used it in this round"):
        game.do("use craft_linen")
    with pytest.raises(IllegalMove, match="it has been used in this round"):
        game.do("use beans")
    game.do("pass")
    next_turn(game)
    after = game.state
    assert after.others.copied == ()


def test_you_cannot_copy_your_own_space_and_others_can() -> None:
    game = copying(2, 4)
    game.do("use wood_per_player_and_ore")
    with pytest.raises(IllegalMove, match="it has been used in this round"):
        game.do("use wood_per_player_and_ore")
    game.do("other use wood_per_player_and_ore")
    assert game.state.others.copied == (2,)
    assert game.state.others.vikings == 21 - 2
    with pytest.raises(IllegalMove, match="it has been used in this round"):
        game.do("other use wood_per_player_and_ore")


# --- tables ---

TABLE = {
    "schema": 1,
    "game": "short",
    "round": 2,
    "players": 4,
    "copy_tiles": [1, 4],
    "strips": ["3 stone 2 silver", "2 silver", "2 silver", "2 silver"],
}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"copy_tiles": None}, "copy_tiles: missing: the columns of the two copy tiles"),
        ({"copy_tiles": [1, 2]}, "copy_tiles: expected column 1 or 2 and column 3 or 4"),
        ({"players": 3}, "copy_tiles: expected none but with 4 players"),
        ({"copied": [2]}, "copied: expected different columns of copy_tiles"),
        ({"used": ["w2"], "blocked": ["w2"]}, "used, blocked: flax_stockfish is in both"),
        ({"others": 25}, "others: expected at most 24 (Vikings of the others), got 25"),
        ({"gone": ["shed"] * 4}, "gone, boards: expected at most 3 (shed), got 4"),
        ({"gone": ["helmet", "helmet"]}, "gone: helmet is named twice"),
        (
            {"players": 1, "copy_tiles": None, "blocked": [], "gone": ["shed"]},
            "gone: there are no other players who could have buildings",
        ),
    ],
)
def test_impossible_tables(changed: dict[str, object], message: str) -> None:
    data = {key: each for key, each in (TABLE | changed).items() if each is not None}
    with pytest.raises(InputError) as error:
        table_from(data)
    assert message in str(error.value)


def test_cards_of_others_are_not_in_the_deck() -> None:
    table = {key: each for key, each in TABLE.items() if key != "copy_tiles"}
    state = table_from(table | {"players": 3, "strips": [], "cards_gone": [1, 2]})
    assert {1, 2}.isdisjoint(state.deck)
    assert table_from(table_data(state)) == state


def test_more_spaces_of_others_than_they_have_vikings() -> None:
    keys = [each.key for each in SPACES.values() if each.vikings == 4][:3]
    table = {"schema": 1, "game": "short", "round": 2, "players": 2, "blocked": keys, "strips": []}
    with pytest.raises(InputError, match="expected at most 8 \\(Vikings of"):
        table_from(table)


def test_a_table_of_several_goes_on_as_a_game() -> None:
    table = TABLE | {"blocked": ["w1"], "used": ["m1"], "gone": ["shed", "shed"], "copied": [1]}
    state = table_from(table)
    assert state.others.vikings == 24 - 1
    assert state.buildings_left("shed") == 1
    game = Game(state.options, start=state)
    game.do("other use forge")
    assert parse(text(game)).state == game.state


# --- cards of others ---


def sword(state: State) -> Fraction:
    """Return the probability that the next weapon is a long sword."""
    asking = state.copy()
    asking.push(DrawWeapon())
    return dict(chance_outcomes(asking))["long_sword"]


def drawn_first(players: int, weapon: str, *moves: str) -> State:
    """Return a state of a game with all cards, in which you drew a weapon first."""
    options = Options(length="short", players=players, cards=frozenset(OCCUPATIONS))
    for seed in range(200):
        game = Game(options, seed)
        game.let_chance_decide()
        if game.state.has(weapon) == WEAPONS[weapon].start + 1:
            for move in moves:
                game.do(move)
            assert parse(text(game)).state == game.state
            return game.state
    raise AssertionError(weapon)


@pytest.mark.rule("7.7")
@pytest.mark.parametrize(
    ("moves", "odds", "discards"),
    [
        ([], Fraction(11, 40), {}),  # 41 cards less your bow
        (["other draw bow"], Fraction(11, 39), {}),
        (["other draw long_sword long_sword"], Fraction(9, 38), {}),
        (["other weapon snare"], Fraction(11, 39), {}),
        (["other pay bow=1 spear=1"], Fraction(11, 40), {"bow": 1, "spear": 1}),
        (["other pay bow=1", "other weapon bow"], Fraction(11, 40), {}),
        (["other pay bow=1", "other weapon bow bow"], Fraction(11, 39), {}),
    ],
)
def test_odds_follow_what_others_draw_take_and_pay(
    moves: list[str], odds: Fraction, discards: dict[str, int]
) -> None:
    state = drawn_first(2, "bow", *moves)
    assert sword(state) == odds
    assert dict(state.discards) == discards


@pytest.mark.rule("7.7")
def test_another_who_empties_the_deck_draws_on_from_the_discards() -> None:
    whole = " ".join(["bow"] * 9 + ["snare"] * 10 + ["spear"] * 10 + ["long_sword"] * 11)
    state = drawn_first(2, "bow", "other pay snare=1 spear=1", f"other draw {whole} spear")
    assert state.weapons == (("snare", 1),)
    assert state.discards == ()
    assert others_weapons(state) == {"bow": 10, "snare": 10, "spear": 11, "long_sword": 11}
    assert why_not(state, "other draw bow") == "the deck has no bow"


@pytest.mark.rule("7.7")
@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("other draw " + "bow " * 10, "the deck has no bow"),
        ("other draw horn", "expected weapons, numbers of cards, or occupation"),
        ("other draw 999", "expected weapons, numbers of cards, or occupation"),
        ("other weapon horn", "expected weapons: bow, snare, spear, long_sword, got horn"),
        ("other pay bow=2", "the others have 1 of this weapon: bow"),
        ("other pay bow=1 bow=1", "expected other and use SPACE"),
        ("other pay long_sword=1", "the others have 0 of this weapon"),
        ("other pay bow=0", "the others have 1 of this weapon: bow"),
        ("other pay wood=1", "expected weapons: bow, snare, spear, long_sword, got wood"),
        ("other pay", "expected other and use SPACE"),
        ("other draw", "expected other and use SPACE"),
        ("other play 999", "card 999 is not in this game"),
    ],
)
def test_what_others_cannot_do_with_cards(move: str, why: str) -> None:
    state = drawn_first(2, "bow")
    assert why in str(why_not(state, move.rstrip()))


@pytest.mark.rule("7.8")
def test_occupations_that_others_have_are_not_drawn() -> None:
    start = drawn_first(3, "bow")
    state = drawn_first(3, "bow", "other play 45", "other draw 46 occupation occupation")
    assert {*start.deck} - {*state.deck} == {45, 46}
    assert (state.others.played, state.others.hidden) == ((45,), 2)
    assert len(state.deck) == 145 - 2
    mine = state.hand[0]
    for move, why in (
        ("other play 45", "45C Pirate has been played"),
        ("other draw 45", "45C Pirate is not in the deck"),
        (f"other play {mine}", "you have "),
        (f"other draw {mine}", "you have "),
    ):
        assert why in str(why_not(state, move))
    state = apply(state, "other play 51")  # one of the two that were unseen
    assert (state.others.played, state.others.hidden) == ((45, 51), 1)
    state = apply(state, "other play 46")
    assert (state.others.played, state.others.hidden) == ((45, 51, 46), 1)
    assert why_not(begun(2).state, "other play 45") == "card 45 is not in this game"


@pytest.mark.rule("7.8")
def test_no_occupation_is_drawn_if_others_hold_all_that_are_unseen() -> None:
    state = drawn_first(2, "bow").copy()
    state.deck, state.hand, state.vikings = (8, 57), (), 7
    space = next(
        each.space
        for each in legal_moves(state)
        if isinstance(each, Use) and SPACES[each.space].column == 3
    )
    with_one = check_moves(library(), apply(state, "other draw occupation"), [f"use {space}"])
    assert dict(chance_outcomes(with_one)) == {"8": Fraction(1, 2), "57": Fraction(1, 2)}
    none_left = apply(state, "other draw occupation occupation")
    assert why_not(none_left, "other draw occupation") == "no occupation is left in the deck"
    assert why_not(none_left, "use play_occupations_1_4") is not None
    assert why_not(state, "use play_occupations_1_4") is None
    assert not chance_outcomes(check_moves(library(), none_left, [f"use {space}"]))


# --- cards 70 and 71: a tile from any player's board ---


def holding(card: int, **fields: object) -> State:
    """Return a turn of a game of three in which you hold a card."""
    state = drawn_first(3, "bow").copy()
    state.hand, state.vikings = (card,), 7
    state.add("stone", 1)
    for name, each in fields.items():
        setattr(state, name, each)
    return state


@pytest.mark.rule(70, 71)
@pytest.mark.rule("7.9")
@pytest.mark.parametrize(("card", "tile"), [(70, "cloakpin"), (71, "drinking_horn")])
def test_a_tile_is_taken_from_the_board_of_another_player(card: int, tile: str) -> None:
    state = holding(card)
    assert why_not(state, f"other lays {tile}") == f"no other player has the {plain_name(tile)}"
    state = apply(state, f"other take {tile}")
    playing = ["use play_occupation_paid", "pay stone", f"play {card}"]
    in_supply = check_moves(library(), state, playing)
    assert not in_supply.has(tile)
    state = apply(state, f"other lays {tile}")
    assert "lies on a board" in str(why_not(state, f"other lays {tile}"))
    assert table_from(table_data(state)).others == state.others
    after = check_moves(library(), state, [*playing, f"take {tile}"])
    assert after.has(tile) == 1
    assert after.boards == state.boards
    assert not after.others.laid


@pytest.mark.rule(70, 71)
@pytest.mark.rule("7.9")
@pytest.mark.parametrize(
    ("card", "tile", "instead"),
    [
        (70, "cloakpin", ["rune_stone", "silverware"]),
        (71, "drinking_horn", ["chest", "rune_stone"]),
    ],
)
def test_others_take_a_tile_from_your_board(card: int, tile: str, instead: list[str]) -> None:
    house = BoardState(BOARDS["long_house"])
    cells = house.legal_placements(TILES[tile])[0]
    state = holding(1, boards=(BoardState(BOARDS["home"]), house.laid(TILES[tile], cells)))
    state.specials -= {tile}
    assert "takes it from your board: other play it first" in str(
        why_not(state, f"other take {tile}")
    )
    state = apply(state, f"other play {card}")
    after = apply(state, f"other take {tile}")
    assert sorted(piece.tile.id for piece in after.boards[1].pieces) == instead
    assert after.boards[1].covered == cells
    assert not after.has(tile)
    assert tile not in after.specials
    assert why_not(after, f"other take {tile}") is not None
    assert apply(after, f"other lays {tile}").others.laid == {tile}
    check_moves(library(), after, ["pass"])


@pytest.mark.rule("7.9")
def test_only_tiles_that_cards_take_are_laid_by_others() -> None:
    state = apply(holding(70), "other take helmet")
    why = "expected a tile that a card takes: cloakpin, drinking_horn"
    assert why_not(state, "other lays helmet") == why


# --- tables: what lies before others has been seen ---

OF_THREE = {"schema": 1, "game": "short", "round": 2, "players": 3, "strips": []}


@pytest.mark.rule("7.7")
def test_the_pile_of_a_table_lacks_the_weapons_of_others() -> None:
    mine = {"supply": {"bow": 1, "snare": 2, "spear": 1}, "discards": {"spear": 1}}
    # Of 12, 12, 12 and 11: less yours, the discards, and what each of two has from the beginning.
    by_rule = table_from(OF_THREE | mine)
    assert dict(by_rule.weapons) == {"bow": 9, "snare": 8, "spear": 8, "long_sword": 11}
    seen = table_from(OF_THREE | mine | {"others_weapons": {"bow": 3, "long_sword": 2}})
    assert dict(seen.weapons) == {"bow": 8, "snare": 10, "spear": 10, "long_sword": 9}
    assert sword(seen) == Fraction(9, 37)
    assert others_weapons(seen) == {"bow": 3, "long_sword": 2}
    alone = table_from({"schema": 1, "game": "short", "round": 1, "strips": []} | mine)
    assert dict(alone.weapons) == {"bow": 11, "snare": 10, "spear": 10, "long_sword": 11}


@pytest.mark.rule("7.8")
def test_cards_that_others_have_played_are_not_in_the_deck_of_a_table() -> None:
    state = table_from(OF_THREE | {"others_played": ["Courier", 45], "others_unseen": 4})
    assert {45, 70}.isdisjoint(state.deck)
    assert (state.others.played, state.others.hidden) == ((70, 45), 4)
    assert table_from(table_data(state)) == state


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"others_played": [45], "hand": [45]}, "card 45 is seen twice"),
        ({"others_unseen": 146, "hand": [45]}, "others_unseen: expected at most 144"),
        ({"others_laid": ["helmet"]}, "others_laid[0]: unknown"),
        ({"others_laid": ["cloakpin"]}, "others_laid: no other player has the cloakpin"),
        ({"players": 1, "blocked": [], "others_weapons": {"bow": 1}}, "there are no other players"),
    ],
)
def test_impossible_cards_of_others_in_tables(changed: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        table_from(OF_THREE | changed)
    assert message in str(error.value)
