"""Tables: files for a game as it stands."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import tomli_w
from jsonschema import Draft202012Validator

from odin_solver.errors import InputError
from odin_solver.game import Options, legal_moves, new_game
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game, extends, parse, text
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.game.tables import parse_table, table_data, table_from, table_text
from odin_solver.game.tables.strips import strip_from
from odin_solver.game.tables.template import template
from odin_solver.game.turn import Turn
from odin_solver.notation.examples import TABLES, example_file
from odin_solver.rules.position import Position
from tests.planner import games
from tests.profiles import cases
from tests.schemas import shipped

SCHEMA = shipped("odin_solver/game/tables/table.schema.json")
STATE = games.turn(4, 5).state
BARE: dict[str, Any] = {
    "schema": 1,
    "game": "short",
    "round": 2,
    "blocked": ["w2"],
    "strips": ["stone 2 ore 2 silver"],
}


def decisions(seed: int) -> Iterator[State]:
    """Some decisions of a random game."""
    rng = Random(seed)
    options = Options(
        length="short" if seed % 2 else "long",
        islands=seed % 3 == 0,
        harvest=seed % 4 == 0,
        cards=frozenset(CARDS) if seed % 5 else frozenset(),
        without=frozenset({"forge", "shetland"}) if seed % 3 == 1 else frozenset(),
    )
    for _, state in play(new_game(options), random_policy, seed):
        if state.round and isinstance(current(state), Decision) and rng.random() < 0.1:
            yield state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(cases(4)))
def test_a_table_holds_the_whole_state(seed: int) -> None:
    for state in decisions(seed):
        data = json.loads(json.dumps(table_data(state)))
        assert table_from(data) == state
        assert parse_table(tomli_w.dumps(data), "x.toml") == state
        if isinstance(current(state), Turn):
            assert "under_way" not in data  # nothing that a person could not write
        assert not list(Draft202012Validator(SCHEMA).iter_errors(data))


def test_fields_can_be_changed_without_harm_to_others() -> None:
    """States are values: what `apply` does to a copy leaves the table as it is."""
    state = table_from(BARE)
    assert isinstance(state.specials, frozenset)
    assert isinstance(state.blocked, frozenset)


def test_defaults_are_those_of_a_new_game() -> None:
    for seed in range(3):
        game = new_game(Options(length="short"))
        for _, state in play(game, random_policy, seed):
            if state.round == 1 and isinstance(current(state), Turn):
                break
        data = {key: table_data(state)[key] for key in ("schema", "game", "round", "strips")}
        read = table_from({**data, "supply": state.supply})
        assert read == state
        assert set(legal_moves(read)) == set(legal_moves(state))


def test_what_the_rules_give_in_later_rounds() -> None:
    state = table_from({**BARE, "round": 4, "used": ["Mountain 2", "hunting_game_1"]})
    assert {each.board: each.silver for each in state.exploration} == {
        "bear_island": 4,
        "baffin_island": 2,
        "labrador": 0,
        "greenland": 6,
    }
    assert state.vikings == 8
    assert [name for name, _ in state.placed] == ["mountain_2", "hunting_game_1"]
    assert len(state.hidden_strips) == 3
    assert len(state.specials) == 15


def test_names_are_loose() -> None:
    written = {
        **BARE,
        "game": "Long",
        "phase": "Actions",
        "used": ["M1", "Kladení pastí 0"],
        "supply": {"Peas": 2, "Pregnant sheep": 1, "miecz": 1, "Rune stones": 1},
        "ships": {"emigrated": ["Knarr"]},
        "hand": ["ironsmith"],
        "gone": ["Shetlandy", "Шолом"],
    }
    state = table_from(written)
    assert state.supply == {"peas": 2, "pregnant_sheep": 1, "long_sword": 1, "rune_stone": 1}
    assert state.emigrated == ("knarr",)
    assert state.hand == (108,)
    assert state.deck
    assert 108 not in (*state.deck, *state.starting_deck)
    assert "helmet" not in state.specials
    assert "shetland" not in [each.board for each in state.exploration]
    assert dict(state.placed) == {"mountain_2": 1, "laying_a_snare": 0}


def test_all_that_is_missing_is_asked_for() -> None:
    with pytest.raises(InputError) as found:
        table_from({"schema": 1, "boards": [{"board": "home"}]}, "p")
    asked = [each.split(": ")[1] for each in found.value.problems if "missing" in each]
    assert asked == ["round", "strips"]
    with pytest.raises(InputError) as found:
        table_from({"schema": 1, "round": 2}, "p")
    asked = [each.split(": ")[1] for each in found.value.problems if "missing" in each]
    assert sorted(asked) == ["blocked", "strips"]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"vikings": 8, "used": ["w2 0", "m1"], "blocked": []}, "vikings, used: expected at most 8"),
    ({"used": ["m1", "m1"]}, "used[1]: mountain_2 is named twice"),
    ({"used": ["w2"]}, "used, blocked"),
    ({"used": ["m1 3"]}, "used[0]: mountain_2 takes 1 Viking, not 3"),
    ({"used": ["zz"]}, "used[0]: unknown action space"),
    ({"used": ["b4", "w3", "m5"]}, "vikings, used: expected at most 8"),
    ({"blocked": ["b4", "w4"]}, "blocked: expected at most 7 (Vikings of round 1)"),
    ({"ships": {"whaling_boats": [0, 0, 0, 0]}}, "ships.whaling_boats: expected at most 3"),
    ({"ships": {"whaling_boats": [2]}}, "ships.whaling_boats[0]: expected at most 1 (ore)"),
    ({"ships": {"knarrs": 2, "longships": [0, 0, 0]}}, "expected at most 4 (large berths)"),
    ({"ships": {"emigrated": ["whaling boat"]}}, "ships.emigrated[0]: unknown ship"),
    ({"supply": {"helmet": 1}, "gone": ["helmet"]}, "helmet: it exists once, and is seen 2 times"),
    ({"supply": {"helmet": 2}}, "helmet: it exists once, and is seen 2 times"),
    ({"strips": ["2 wood 6 silver"]}, "strips[0]: no strip has more than 4 silver"),
    ({"strips": ["ore stone wood"]}, "strips[0]: no strip ends with"),
    ({"strips": ["3 silver"]}, "strips[0]: expected an even number of silver"),
    ({"strips": ["4 silver", "ore 4 silver"]}, "strips: no different strips have these rests"),
    ({"strips": ["2 silver"] * 4}, "strips: expected at most 3 (strips face up in round 2)"),
    ({"boards": [{"board": "shetland"}], "gone": ["bear_island"]}, "are one board"),
    ({"gone": ["labrador"]}, "Labrador is not turned before round 4"),
    ({"gone": ["lofoten"]}, "Lofoten is not in this game"),
    ({"boards": [{"board": "shed"}] * 4}, "boards: expected at most 3 (shed), got 4"),
    ({"boards": [{"board": "home", "placed": ["wool a1:b2", "robe a1:c3"]}]}, "boards: "),
    ({"hand": [108], "played": [108]}, "card 108 is seen twice"),
    ({"hand": [108], "occupations": "none"}, "hand: card 108 is not in this game"),
    ({"phase": "final placing"}, "only the last round has it"),
    ({"under_way": "{}"}, "under_way: expected an object with the keys"),
    ({"discards": {"cannon": 1}}, "discards: unknown weapon"),
    ({"exploration": {"bear_island": 1, "moon": 2}}, "exploration: unknown"),
    ({"players": 5}, "players"),
    ({"without": ["zz"]}, "without: unknown action space or exploration board 'zz'"),
    ({"without": ["forge"], "players": 2}, "without: expected a game of one player"),
    ({"crew": 5}, "unknown key 'crew'"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_what_cannot_be(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as found:
        table_from({**BARE, **change}, "t")
    assert any(message in each for each in found.value.problems), found.value.problems
    assert all(each.startswith("t: ") for each in found.value.problems)


def test_all_errors_come_at_once() -> None:
    data = {
        **BARE,
        "used": ["b4", "w3", "m5"],
        "ships": {"whaling_boats": [0, 0, 0, 0]},
        "supply": {"helmet": 2},
        "strips": ["2 wood 6 silver"],
    }
    with pytest.raises(InputError) as found:
        table_from(data, "t")
    for word in ("vikings", "whaling_boats", "helmet", "strips[0]"):
        assert any(word in each for each in found.value.problems)


def test_a_wrong_entry_hides_no_other_one() -> None:
    data = {
        **BARE,
        "schema": 2,
        "supply": {"peas": -1, "moon": 1},
        "ships": {"knarrs": "two", "whaling_boats": [9]},
        "boards": [{"board": "nowhere"}, {"board": "home", "placed": [{"tile": 3}]}],
    }
    with pytest.raises(InputError) as found:
        table_from(data, "t")
    asked = sorted(each.split(": ")[1] for each in found.value.problems)
    assert asked == [
        "boards[0].board",
        "boards[1].placed[0].tile",
        "schema",
        "ships.knarrs",
        "ships.whaling_boats[0]",
        "supply",
        "supply.peas",
    ]


def test_strips_in_words() -> None:
    assert strip_from("2 wood, stone 2 ore 4 silver") == (
        *("wood",) * 2,
        "stone",
        *("ore",) * 2,
        *("silver2",) * 2,
    )
    assert strip_from("silver2") == ("silver2",)


@pytest.mark.parametrize("name", TABLES)
def test_examples(name: str) -> None:
    file = example_file(name)
    state = parse_table(file.text, file.file_name)
    assert isinstance(current(state), Turn)
    assert parse_table(table_text(state, "json")) == state
    assert legal_moves(state)


def test_a_template_is_a_table_once_the_strips_are_filled_in() -> None:
    for players in (1, 3, 4):
        written = template(Position(), "short", 3, players)
        filled = written.replace("strips = []", 'strips = ["2 wood stone 2 ore 4 silver"]')
        assert filled != written
        state = parse_table(filled, "x.toml")
        assert (state.round, state.options.players) == (3, players)
    own = template(Position(boards=STATE.boards, supply={"robe": 2}), "long", 5, 1)
    assert parse_table(own, "x.toml").boards == STATE.boards


def test_a_game_goes_on_from_a_table() -> None:
    game = Game(STATE.options, 3, start=STATE)
    game.do("pass")
    game.let_chance_decide()
    read = parse(text(game))
    assert read.start == STATE
    assert read.state == game.state
    assert text(read) == text(game)
    other = Game(STATE.options, 3, start=games.turn(5, 4).state)
    assert not extends(other, Game(STATE.options, 3, start=STATE))


def test_logs_with_tables_that_have_former_keys_replay() -> None:
    start = table_from({**BARE, "used": ["mountain_2"], "blocked": ["milk", "fish"]})
    game = Game(start.options, 3, start=start)
    game.do("pass")
    log = text(game)
    assert '"used": ["mountain_2"], "blocked": ["take_stockfish", "milk"]' in log
    old = log.replace('"mountain_2"', '"m1"').replace('"take_stockfish", "milk"', '"h2", "p1"')
    assert parse(old).state == game.state


def test_players_change_the_rules() -> None:
    """Nobody's Vikings stay for the next round if there are several players."""
    data = {**BARE, "players": 3, "blocked": ["w2", "m1"], "phase": "return", "used": ["h1"]}
    assert not table_from(data).blocked
    assert table_from({**data, "players": 1}).blocked == {"hunting_game_1"}
    for players in (1, 2, 4):
        tiles = {"copy_tiles": [1, 4]} if players == 4 else {}
        game = Game(STATE.options, start=table_from({**BARE, "players": players, **tiles}))
        assert game.do("use wood_per_player_and_ore").supply == {"wood": players, "ore": 1}
    four = table_from({**BARE, "players": 4, "copy_tiles": [1, 4], "strips": []})
    assert len(four.hidden_strips) == 4
    assert len(table_from({**BARE, "players": 3, "strips": []}).hidden_strips) == 5
