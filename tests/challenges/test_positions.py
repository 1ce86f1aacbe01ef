"""Challenges that begin from a position."""

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from odin_cli import challenges as commands
from odin_solver.challenges import Challenge, challenge_from, par_games, with_par
from odin_solver.challenges.challenge import challenge_data, challenge_text
from odin_solver.challenges.days import challenge_of, challenge_of_day
from odin_solver.challenges.describing import rules_of
from odin_solver.challenges.library import INCLUDED, included, par_log
from odin_solver.errors import InputError
from odin_solver.game import Game, decision
from odin_solver.game.log import check_chance, parse, text
from odin_solver.game.scoring import score_sheet
from odin_solver.game.tables import table_data, table_text
from odin_solver.game.turn import Turn
from odin_solver.planner import clairvoyant
from tests.cli.process import odin, one_line

MUDDLE = "muddle"
POSITIONS = [name for name in INCLUDED if included(name).start is not None]


def last_turn() -> tuple[Game, int]:
    """A game, and the number of its moves before the last decision that is a turn."""
    game = parse(par_log(MUDDLE, "bronze"))
    turns = [at for at, state in enumerate(game.states) if isinstance(decision(state), Turn)]
    return game, turns[-1]


def table_of_last_turn() -> dict[str, Any]:
    game, at = last_turn()
    return table_data(game.states[at])


def test_several_are_included() -> None:
    assert len(POSITIONS) >= 2


@pytest.mark.parametrize("name", POSITIONS)
def test_a_game_begins_with_the_position_and_is_found_again(name: str) -> None:
    challenge = included(name)
    game = challenge.begin()
    assert isinstance(decision(game.state), Turn)
    assert game.state.round > 1
    again = parse(text(game))
    check_chance(again, text(game))
    assert challenge_of(again) == (name, challenge)
    assert challenge_from(tomllib.loads(challenge_text(challenge)), "x.toml") == challenge
    assert f"round {game.state.round} of {game.state.rounds}" in list(rules_of(challenge))[1]
    assert challenge_of(Game(game.options, game.seed)) is None
    other = replace(challenge, seed=challenge.seed + 1)
    assert challenge_of(other.begin()) is None


def test_the_table_says_length_cards_and_what_is_closed() -> None:
    table = table_of_last_turn() | {"without": ["raiding"]}
    found = challenge_from({"seed": 4, "table": table}, "x.toml")
    assert (found.length, found.cards, found.without) == ("short", "none", ("raiding",))
    assert found.options.without == {"raiding"}
    assert not {"length", "cards", "without"} & challenge_data(found).keys()
    assert next(iter(rules_of(found))) == "short game, no occupations"


@pytest.mark.parametrize(
    ("more", "table", "fault"),
    [
        ({"length": "short"}, {}, "x.toml: length: the table says it"),
        ({}, {"round": 9}, "x.toml: table: round"),
        ({}, {"players": 2, "blocked": []}, "x.toml: table: players: expected 1"),
        ({}, {"phase": "feast", "used": [], "vikings": 0}, "x.toml: table: expected a turn"),
        ({}, {"supply": {"peas": -1}}, "x.toml: table: supply"),
    ],
)
def test_what_is_wrong_with_a_position(
    more: dict[str, Any], table: dict[str, Any], fault: str
) -> None:
    data = {"seed": 4, "table": table_of_last_turn() | table, **more}
    with pytest.raises(InputError) as error:
        challenge_from(data, "x.toml")
    assert error.value.problems[0].startswith(fault)


def test_no_game_of_the_day_begins_from_a_position() -> None:
    day = challenge_of_day(date(2026, 11, 23))
    assert challenge_of(day.begin()) is not None
    game, at = last_turn()
    assert challenge_of(Game(day.options, day.seed, start=game.states[at])) is None


@pytest.mark.slow
def test_the_search_with_known_luck_begins_from_a_position() -> None:
    begun = included("three-rounds").begin()
    first, *_, best = clairvoyant.search(begun, seconds=60, changes=300)
    game = clairvoyant.replayed(begun, best)
    assert game.start == begun.start
    assert score_sheet(game.state).total == best.score >= first.score
    check_chance(game, text(game))


@pytest.mark.nightly
def test_par_of_a_position_is_what_is_stored() -> None:
    challenge = included(MUDDLE)
    assert with_par(challenge, list(par_games(challenge))) == challenge


@pytest.mark.slow
@pytest.mark.parametrize("source", ["table", "log"])
def test_a_challenge_is_made_of_a_position(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, at = last_turn()
    file, made = tmp_path / "source", tmp_path / "made.toml"
    if source == "table":
        file.write_text(table_text(game.states[at]))
        chosen = []
    else:
        file.write_text(text(game))
        chosen = ["--until", str(at)]
    logs = tmp_path / "par"
    options = ["--seed", "9", "--playouts", "1", "--quiet", "--logs", str(logs), "-o", str(made)]
    done = odin(capsys, "challenge", "make", "--from", str(file), *chosen, *options)
    assert done.code == 0, done.err
    challenge = challenge_from(tomllib.loads(made.read_text()), "made.toml")
    assert challenge.start == game.states[at]
    assert challenge.par is not None
    result = odin(capsys, "challenge", "result", f"{logs}-gold.log", "--of", str(made))
    assert f"{challenge.par.gold} points" in result.out
    assert "gold medal" in result.out
    begun = tmp_path / "begun.log"
    odin(capsys, "challenge", "start", str(made), "-o", str(begun))
    assert parse(begun.read_text()).state == challenge.begin().state


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--until", "3"), ["--until: expected --from"]),
        (("--from", "LOG"), ["expected a game that is under way"]),
        (("--from", "LOG", "--until", "4", "--length", "short"), ["length: the table says it"]),
    ],
)
def test_positions_that_are_refused(
    arguments: tuple[str, ...], words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.log"
    file.write_text(par_log(MUDDLE, "bronze"))
    given = [str(file) if each == "LOG" else each for each in arguments]
    done = odin(capsys, "challenge", "make", "--seed", "1", *given)
    assert (done.code, done.out) == (2, "")
    one_line(done.err, words)


def test_ctrl_c_keeps_the_par_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(challenge: Challenge, playouts: int) -> Iterator[Game]:
        if playouts > 1:
            yield parse(par_log(MUDDLE, "bronze"))
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "par_games", stopped)
    made, logs = tmp_path / "made.toml", tmp_path / "par"
    options = ["--seed", "1", "--quiet", "-o", str(made), "--logs", str(logs)]
    done = odin(capsys, "challenge", "make", *options, "--playouts", "1")
    assert (done.code, list(tmp_path.iterdir())) == (130, [])
    one_line(done.err, ["stopped", "nothing was known yet"])
    done = odin(capsys, "challenge", "make", *options)
    assert done.code == 130
    assert "stopped; this is the best so far" in done.err
    bronze = included(MUDDLE).par
    assert bronze is not None
    assert tomllib.loads(made.read_text())["par"] == {"bronze": bronze.bronze}
    assert [each.name for each in sorted(tmp_path.iterdir())] == ["made.toml", "par-bronze.log"]


def test_a_full_disk_costs_no_par(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [parse(par_log(MUDDLE, "bronze"))]
    monkeypatch.setattr(commands, "par_games", lambda *_: iter(games))
    done = odin(capsys, "challenge", "make", "--seed", "1", "--quiet", "-o", "/dev/full")
    assert done.code == 2
    par, failure = done.err.splitlines()
    assert par == f"bronze medal {score_sheet(games[0].state).total}"
    assert "cannot write /dev/full: No space left" in failure
