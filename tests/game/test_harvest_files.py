"""Profiles of harvest markers in files, logs and tables."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from odin_solver.errors import InputError
from odin_solver.game import Game, Options, apply, legal_moves, new_game
from odin_solver.game.harvest import (
    HARVEST_PROFILES,
    harvest_data,
    harvest_profile_from,
    own_harvest_profile,
)
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.play import current
from odin_solver.game.log import parse, text
from odin_solver.game.playing import play as play_out
from odin_solver.game.policies import random_policy
from odin_solver.game.serial import state_data, state_from
from odin_solver.game.tables import table_data, table_from
from odin_solver.game.turn import Turn
from odin_solver.rules.position import GameLength
from tests.game.building import luck, play, rest
from tests.game.test_harvest import PROFILE
from tests.schemas import table_schema, validator

DATA = harvest_data(PROFILE)
SCHEMA = Draft202012Validator(table_schema())
OPTIONS = Options("short", harvest=True, profile=PROFILE)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def changed(at: str, number: int, **fields: Any) -> dict[str, Any]:
    """The data of the profile with another marker or token."""
    entries = list(DATA[at])
    entries[number] = entries[number] | fields
    return DATA | {at: entries}


def test_a_profile_is_written_and_read() -> None:
    assert harvest_profile_from(HARVEST_PROFILES.from_data(DATA)) == PROFILE


def test_a_profile_fits_the_schema() -> None:
    validator("odin_solver/game/harvest/profile.schema.json").validate(DATA)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"markers": 3}, "box.toml: markers: expected a list"),
        ({"schema": 2}, "box.toml: schema: expected 1"),
        ({"cards": []}, "box.toml: unknown key 'cards'"),
        (changed("markers", 0, goods={"gold": 1}), r"box.toml: markers\[0\].goods.*'gold'"),
        (changed("markers", 2, side="red"), r"box.toml: markers\[2\].side: expected"),
        (changed("markers", 1, harvest="no"), r"box.toml: markers\[1\].harvest: expected"),
        (changed("tokens", 9, back={"silver": 10}), r"box.toml: tokens\[9\].back.silver"),
    ],
)
def test_bad_profiles_name_file_and_field(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        HARVEST_PROFILES.from_data(data, "box.toml")


def test_an_incomplete_profile_names_what_is_missing() -> None:
    file = HARVEST_PROFILES.from_data(DATA | {"markers": DATA["markers"][:5], "tokens": []})
    with pytest.raises(InputError) as refused:
        harvest_profile_from(file, "box.toml")
    assert refused.value.problems == (
        "box.toml: markers: expected 4 without a harvest, got 1",
        "box.toml: tokens: expected 10 tokens, got 0",
    )


def test_the_own_profile() -> None:
    assert own_harvest_profile() is None
    path = HARVEST_PROFILES.own_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("markers = 3\n")
    with pytest.raises(InputError, match=r"harvest.toml: markers: expected"):
        own_harvest_profile()


def test_a_log_keeps_the_profile() -> None:
    game = Game(OPTIONS, 5)
    for move in ("token 3", "token 1"):
        game.let_chance_decide()
        game.do(move)
    again = parse(text(game))
    assert again.options == OPTIONS
    assert again.state == game.state


def test_a_log_with_a_bad_profile() -> None:
    lines = text(Game(OPTIONS, 5)).replace('"side": "orange"', '"side": "red"')
    with pytest.raises(InputError, match=r"line \d+: profile: markers\[0\].side: expected"):
        parse(lines)


def test_states_are_written_and_read() -> None:
    state = play(luck(new_game(OPTIONS)), "token 3")
    assert state_from(json.loads(json.dumps(state_data(state)))) == state


def test_older_states_have_no_markers() -> None:
    data = state_data(luck(new_game()))
    for name in ("marker", "markers", "tokens", "free_tokens"):
        del data[name]
    assert state_from(data) == luck(new_game())


# --- tables ---


@pytest.mark.slow
@pytest.mark.parametrize(("length", "cards"), [("long", frozenset()), ("short", frozenset(CARDS))])
def test_a_table_holds_the_whole_state_in_every_round(
    length: GameLength, cards: frozenset[int]
) -> None:
    game = new_game(Options(length, harvest=True, profile=PROFILE, cards=cards))
    rounds = set()
    for number, (_, state) in enumerate(play_out(game, random_policy, 1)):
        is_turn = isinstance(current(state), Turn)
        if not state.round or not ((is_turn and number % 3 == 0) or number % 20 == 0):
            continue
        if not isinstance(current(state), Decision):
            continue
        data = json.loads(json.dumps(table_data(state)))
        assert table_from(data) == state
        assert not [*SCHEMA.iter_errors(data)]
        if is_turn:
            skipped = state.round == 1 and not state.placed  # the question before it
            assert skipped or "under_way" not in data  # nothing that a person could not write
            assert {"marker", "tokens"} <= data.keys()
            rounds.add(state.round)
    assert rounds == {*range(1, game.rounds + 1)}


def test_a_table_is_written_and_read() -> None:
    state = rest(luck(play(luck(play(luck(new_game(OPTIONS)), "token 3")), "token 7")))
    assert state.tokens == (3, 7)
    assert table_from(table_data(state)) == state
    others = apply(
        luck(new_game(Options(harvest=True, players=2, profile=PROFILE))), "other token 4"
    )
    state = luck(apply(others, "token 2"))
    assert table_from(table_data(state)) == state


TABLE: dict[str, Any] = {
    "schema": 1,
    "game": "long",
    "round": 3,
    "harvest": True,
    "harvest_profile": DATA,
    "marker": 5,
    "markers_gone": [1, 2],
    "tokens": [7],
    "blocked": [],
    "strips": ["2 wood stone 2 ore 4 silver"],
}


def test_a_table_names_the_marker_and_the_tokens() -> None:
    state = table_from(TABLE)
    assert (state.marker, state.markers, state.tokens) == (5, (3, 4, 6, 7, 8), (7,))
    assert state.options.profile == PROFILE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"harvest": False}, "harvest_profile: expected a table with harvest = true"),
        ({"marker": 9}, "marker: expected"),
        ({"markers_gone": [1, 2, 3, 4]}, "markers_gone: expected at most 3"),
        ({"markers_gone": [1, 5]}, "marker, markers_gone: 5 is named twice"),
        ({"markers_gone": [2, 2]}, "marker, markers_gone: 2 is named twice"),
        ({"tokens": [1, 2]}, "tokens: expected at most 1"),
        ({"tokens_gone": [1]}, "tokens_gone: expected at most 0"),
        ({"players": 2, "tokens_gone": [7]}, "tokens, tokens_gone: 7 is named twice"),
        ({"game": "short", "tokens": [4, 4]}, "tokens, tokens_gone: 4 is named twice"),
        ({"tokens": [11]}, r"tokens\[0\]: expected"),
        ({"harvest_profile": {}}, "harvest_profile.markers: expected 4 with a harvest, got 0"),
        ({"harvest_profile": 3}, "harvest_profile: expected"),
    ],
)
def test_bad_tables(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        table_from(TABLE | change)


def test_a_table_asks_for_the_marker() -> None:
    data = {key: each for key, each in TABLE.items() if key != "marker"}
    with pytest.raises(InputError, match="marker: missing: the harvest marker"):
        table_from(data)


def test_a_table_takes_the_profile_of_the_own_box() -> None:
    data = {key: each for key, each in TABLE.items() if key != "harvest_profile"}
    with pytest.raises(InputError, match="marker: no profile of your box is saved"):
        table_from(data)
    path = HARVEST_PROFILES.own_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        (Path(__file__).parent / "data" / "harvest-profile.toml").read_text(), encoding="utf-8"
    )
    assert table_from(data).options.profile == PROFILE


def test_a_table_without_markers_plays_the_printed_harvests() -> None:
    data = {key: TABLE[key] for key in ("schema", "game", "round", "harvest", "blocked", "strips")}
    assert table_from(data).options.profile is None


def test_a_table_in_the_middle_of_the_first_round_asks_for_no_free_card() -> None:
    table = {
        "schema": 1,
        "game": "short",
        "round": 1,
        "harvest": True,
        "hand": [4, 6],
        "cards_gone": [9],
        "strips": ["2 wood stone 2 ore 4 silver"],
    }
    begins = table_from(table)
    assert set(map(str, legal_moves(begins))) == {"play 6", "skip"}
    assert 9 not in begins.deck
    assert isinstance(current(table_from(table | {"used": ["w2"]})), Turn)
