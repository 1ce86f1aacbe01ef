"""Commands about Vikings."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from odin_solver.questions.vikings_games import numbered_moves
from odin_solver.vikings.examples import ORDER, vikings_example_text
from odin_solver.vikings.game.log import new_game, replay
from odin_solver.vikings.game.samples import Estimate, FinalScores
from odin_solver.vikings.game.table import EXPERT_PARTS
from tests.cli.process import odin, odin_typed
from tests.vikings.strategies import VALUES

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ORDER:
        (tmp_path / f"{name}.toml").write_text(vikings_example_text(name), encoding="utf-8")
    return tmp_path


def test_examples_are_listed_and_printed(capsys: Capsys) -> None:
    listed = odin(capsys, "vikings", "example")
    assert [line.split()[0] for line in listed.out.splitlines()] == list(ORDER)
    assert odin(capsys, "vikings", "example", "ferry").out == vikings_example_text("ferry")
    unknown = odin(capsys, "vikings", "example", "x")
    assert (unknown.code, unknown.out) == (2, "")
    assert unknown.err.startswith("odin: unknown example 'x': expected one of rulebook")


def test_show_draws_islands_ships_and_threats(capsys: Capsys, folder: Path) -> None:
    out = odin(capsys, "vikings", "show", str(folder / "rulebook.toml")).out
    assert "blue" in out
    assert " R |  (=R========)  (=R!" in out
    assert "Round 4   0 gold, 0 VP" in out


def test_show_writes_pictures(capsys: Capsys, folder: Path) -> None:
    svg, png = folder / "x.svg", folder / "x.png"
    path = str(folder / "expert.toml")
    result = odin(capsys, "vikings", "show", path, "--svg", str(svg), "--png", str(png))
    assert (result.code, result.out) == (0, "")
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_check_lists_violations(capsys: Capsys, folder: Path) -> None:
    assert odin(capsys, "vikings", "check", str(folder / "ferry.toml")).out.startswith("legal\n")
    broken = folder / "broken.json"
    broken.write_text('{"schema": 1, "game": "vikings", "islands": {"K": "S S . E", "R": "E"}}')
    result = odin(capsys, "vikings", "check", str(broken))
    assert result.code == 1
    assert result.out.splitlines() == [
        "not legal: 3 violations",
        "  K2: S right of S: land meets sea",
        "  R1: E in column 1: expected sea on its left edge",
        "  K4: E is not connected with the mainland",
    ]
    data = json.loads(odin(capsys, "vikings", "check", str(broken), "--json").out)
    assert (data["legal"], len(data["violations"])) == (False, 3)
    refused = odin(capsys, "vikings", "score", str(broken))
    assert refused.code == 2
    assert "the position is not legal, 3 violations" in refused.err


def test_more_ships_of_a_colour_than_supposed_are_a_warning(capsys: Capsys, folder: Path) -> None:
    """The counts by colour are in no source; those of the file and of all ships hold."""
    path = folder / "ships.json"

    def check(**more: object) -> tuple[int, list[str], str]:
        position = {"schema": 1, "game": "vikings", "islands": {}} | more
        path.write_text(json.dumps(position))
        result = odin(capsys, "vikings", "check", str(path))
        return result.code, result.out.splitlines(), result.err

    assert check(ships="blue blue blue")[2] == ""
    code, _, err = check(ships="blue blue blue blue")
    assert (code, err) == (
        0,
        f"odin: {path}: warning: 4 blue ships: there may be only 3; no source gives the counts by "
        "colour (ship_counts)\n",
    )
    assert "warning: 4 blue ships" in odin(capsys, "vikings", "score", str(path)).err
    code, out, err = check(ships="blue blue blue blue", ship_counts={"blue": 2})
    assert (code, out[1:], err) == (1, ["  4 blue ships: expected at most 2"], "")
    code, out, _ = check(ships="blue " * 15)
    assert (code, out[1:]) == (1, ["  15 ships: expected at most 14"])


def test_score_lists_items_and_threats(capsys: Capsys, folder: Path) -> None:
    path = str(folder / "rulebook.toml")
    data = json.loads(odin(capsys, "vikings", "score", path, "--json").out)
    first = data["scorings"][0]
    assert (first["name"], first["vp"], first["gold"]) == ("round 4, large scoring", 8, 9)
    threatened = [item["where"] for item in first["items"] if item["threat"]]
    assert threatened == ["R3", "G3"]
    assert (data["final_vp"], data["final_gold"]) == (26, 4)
    out = odin(capsys, "vikings", "score", path, "--round", "3").out
    assert out.startswith("Round 3, small scoring\n  Y1  goldsmith")


@pytest.mark.rule("V.22")
def test_missing_values_name_file_and_field(capsys: Capsys, folder: Path) -> None:
    path = folder / "x.json"
    path.write_text('{"schema": 1, "game": "vikings", "ships": "red"}')
    for command in ("score", "ferry"):
        result = odin(capsys, "vikings", command, str(path))
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"odin: {path}: ship_values.red: no source gives the value")
        assert result.err.count("\n") == 1


def test_bad_options(capsys: Capsys, folder: Path) -> None:
    path = str(folder / "ferry.toml")
    assert odin(capsys, "vikings", "ferry", path, "--time-limit", "0").code == 2
    assert odin(capsys, "vikings", "ferry", path, "--objective", "x").code == 2
    nothing = odin(capsys, "vikings", "build", path)
    assert nothing.code == 2
    assert nothing.err.startswith(f"odin: {path}: free: expected tiles, ships or figures")


@pytest.mark.slow
def test_ferry(capsys: Capsys, folder: Path) -> None:
    path = str(folder / "ferry.toml")
    data = json.loads(odin(capsys, "vikings", "ferry", path, "--json").out)
    assert data["status"] == "OPTIMAL"
    assert [way["value"] for way in data["ways"]] == [69, 67, 61]
    assert [way["loss"] for way in data["ways"]] == [0, 2, 8]
    out = odin(capsys, "vikings", "ferry", path, "--ways", "1").out
    assert out.startswith("69 VP at the end, 3 gold left (proven best)\n")
    assert "2: 2 × one of each colour" in out


@pytest.mark.slow
def test_build(capsys: Capsys, folder: Path) -> None:
    target, picture = folder / "built.toml", folder / "built.svg"
    path = str(folder / "empty-sea.toml")
    result = odin(capsys, "vikings", "build", path, "-o", str(target), "--svg", str(picture))
    assert result.code == 0
    assert result.out.startswith("20 VP at the end, 1 gold left (proven best)\n")
    assert picture.exists()
    data = json.loads(odin(capsys, "vikings", "score", str(target), "--json").out)
    assert (data["final_vp"], data["final_gold"]) == (20, 1)


@pytest.mark.slow
def test_buy_and_simulate_are_estimates(capsys: Capsys, folder: Path) -> None:
    path = str(folder / "wheel.toml")
    result = odin(capsys, "vikings", "buy", path, "--samples", "5", "--json")
    data = json.loads(result.out)
    assert data["proven"] is False
    assert {pair["price"] for pair in data["pairs"]} >= {1, 2, 10}
    assert "nothing is proven" in odin(capsys, "vikings", "buy", path, "--samples", "5").out
    scores = json.loads(odin(capsys, "vikings", "simulate", path, "--games", "3", "--json").out)
    assert scores["score"]["error"] > 0
    missing = odin(capsys, "vikings", "buy", str(folder / "ferry.toml"))
    assert missing.code == 2
    assert f"{folder / 'ferry.toml'}: wheel.pairs: expected the pairs" in missing.err


def test_games_are_played_and_replayed(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    log = tmp_path / "x.log"
    values = ("--value", "red 3 gold", "--value", "yellow 2 vp")
    game = ("vikings", "play", "--players", "random,random", "--seed", "4", *values, "--json")
    played = json.loads(odin(capsys, *game, "-o", str(log)).out)
    again = json.loads(odin(capsys, "vikings", "play", "--replay", str(log), "--json").out)
    assert played == again
    sheets = odin(capsys, "vikings", "play", "--replay", str(log)).out
    assert all(f"{seat} random: final scoring" in sheets for seat in (1, 2))
    log.write_text(log.read_text().replace("score", "scored"))
    refused = odin(capsys, "vikings", "play", "--replay", str(log))
    assert refused.code == 2
    assert f"{log}: line" in refused.err
    missing = odin(capsys, "vikings", "play", "--value", "red 3 gold")
    assert missing.err.startswith("odin: --value: expected the value of yellow ships")
    assert odin(capsys, "vikings", "play", "--players", "x,y", *values).code == 2


def test_values_of_ships_are_asked_for_once(tmp_path: Path) -> None:
    log, play = str(tmp_path / "game.log"), ("vikings", "play", "--players", "human,greedy")
    own = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert odin_typed("vikings", "profile", **own).code == 2
    first = odin_typed(*play, "-o", log, stdin="5 gold\nnothing\n2 vp\nquit\n", **own)
    assert (first.code, first.out.count("Take a pair")) == (0, 1)
    assert "expected a value such as" in first.err
    again = odin_typed(*play, "-o", log, "--force", stdin="quit\n", **own)
    assert "ship" not in again.err
    assert "value red 5 gold\n" in Path(log).read_text(encoding="utf-8")
    assert "yellow ship: 2 VP" in odin_typed("vikings", "profile", **own).out
    ended = odin_typed(*play, stdin="5 gold\n", XDG_CONFIG_HOME=str(tmp_path / "other"))
    assert (ended.code, ended.out) == (2, "")


def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    log, other, new = tmp_path / "game.log", tmp_path / "other.log", tmp_path / "new.log"
    log.write_text("kept\n", encoding="utf-8")
    other.write_text("kept\n", encoding="utf-8")
    values = ("--value", "red 3 gold", "--value", "yellow 2 vp")
    for seats in ("human,random", "random,random"):
        play = ("vikings", "play", "--players", seats, *values, "-o", str(log))
        refused = odin_typed(*play, stdin="quit\n")
        message = f"odin: {log}: the file exists; expected another one, or --force\n"
        assert (refused.code, refused.out, refused.err) == (2, "", message)
        assert log.read_text(encoding="utf-8") == "kept\n"
    begin = ("vikings", "play", "--players", "human,random", *values, "-o", str(log), "--force")
    typed = f"save {other}\nsave {log}\nsave {new}\nsave {new}\nquit\n"
    saved = odin_typed(*begin, stdin=typed, COLUMNS="300").out
    assert f"No: {other}: the file exists; expected another one." in saved
    assert saved.count(f"The game is saved in {log}.") == 1
    assert saved.count(f"The game is saved in {new}.") == 2
    assert other.read_text(encoding="utf-8") == "kept\n"
    assert log.read_text(encoding="utf-8") == new.read_text(encoding="utf-8") != "kept\n"


def test_why_a_pair_cannot_be_taken(tmp_path: Path) -> None:
    values = ("--value", "red 3 gold", "--value", "yellow 2 vp")
    play = ("vikings", "play", "--players", "human,random", "--seed", "3", *values)
    told = odin_typed(*play, stdin="0\n99\nquit\n").out
    assert "No: not now: other pairs of its colour remain." in told
    assert "No: expected a number of the list, got 99." in told


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "human,foo"], "players: expected human or"),
        (["--players", "human"], "players: expected 2 to 4, got 1"),
        (["--players", "human,greedy", "--games", "3"], "a person plays a single game"),
        (["--players", "human,greedy", "--json"], "a person plays a single game"),
        (["game.log", "--players", "human,greedy"], "--players: not with a LOG"),
        (["game.log", "--seed", "0"], "--seed: not with a LOG"),
    ],
)
def test_options_are_checked_before_anything_is_asked(
    tmp_path: Path, options: list[str], message: str
) -> None:
    refused = odin_typed("vikings", "play", *options, stdin="", XDG_CONFIG_HOME=str(tmp_path))
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"odin: {message}")


@pytest.mark.slow
@pytest.mark.parametrize("expert", ["", "all"])
def test_a_person_plays_to_the_end(tmp_path: Path, expert: str) -> None:
    log, seats = tmp_path / "game.log", ("human", "random")
    game = new_game(seats, 3, VALUES, frozenset(EXPERT_PARTS if expert else ())).played_on()
    lines: list[str] = []
    while not game.table.over:
        number, move = next(iter(numbered_moves(game.table).items()))
        lines.append(f"{number}" if len(lines) % 2 else f"{move}")
        game = game.after(move).played_on()
    values = ("--value", "red 3 gold", "--value", "yellow 2 vp")
    begin = ["vikings", "play", "--players", ",".join(seats), "--seed", "3", *values]
    begin += ["--expert", expert, "-o", str(log)]
    typed = [*lines[:5], "undo", "nonsense", "99", "show 2", "advice", lines[4], lines[5], "quit"]
    first = odin_typed(*begin, stdin="\n".join(typed) + "\n")
    assert first.code == 0
    assert "No: expected a move such as 'take 3 tile G1 stand', got 'nonsense'." in first.out
    assert "Estimates from 20 samples" in first.out
    assert f"Goodbye; `odin vikings play {log}` goes on." in first.out.replace("\n", "")
    advised = odin_typed("vikings", "advise", str(log), "--samples", "2", "--json")
    assert json.loads(advised.out)["moves"][0]["loss"]["mean"] == 0
    last = odin_typed("vikings", "play", str(log), stdin="\n".join(lines[6:]) + "\n")
    assert "won by" in last.out
    assert "1 human: final scoring" in last.out
    assert replay(log.read_text(encoding="utf-8")) == game
    over = odin_typed("vikings", "advise", str(log))
    assert (over.code, over.err) == (2, f"odin: {log}: the game has ended\n")


def test_ctrl_c_keeps_the_samples_so_far(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[FinalScores]:
        yield FinalScores(3, Estimate(40.0, 1.0), Estimate(0.5, 0.1), 35, 45)
        signal.raise_signal(signal.SIGINT)
        yield FinalScores(7, Estimate(41.0, 1.0), Estimate(0.5, 0.1), 35, 45)
        raise AssertionError("not stopped")

    monkeypatch.setattr("odin_solver.vikings.game.samples.expected_scores", interrupted)
    stopped = odin(capsys, "vikings", "simulate", str(folder / "wheel.toml"), "--games", "90")
    assert stopped.code == 130
    assert "Estimates from 7 sampled games" in stopped.out
    assert stopped.err == "odin: stopped; these are the samples so far\n"


@pytest.mark.slow
def test_progress_is_shown_after_a_second(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr("odin_cli.progress.FIRST_PAUSE", 0.0)
    path = str(folder / "wheel.toml")
    shown = odin(capsys, "vikings", "simulate", path, "--games", "2")
    assert "2 of 2 games" in shown.err
    assert "turns" in odin(capsys, "vikings", "buy", path, "--samples", "2").err
    assert "best so far" in odin(capsys, "vikings", "ferry", str(folder / "ferry.toml")).err


@pytest.mark.rule("V.19")
@pytest.mark.slow
def test_the_dearest_pair_brings_the_best_special_tile(capsys: Capsys, folder: Path) -> None:
    path = folder / "expert.toml"
    special = '[wheel]\nspecials = ["food3", "gold5"]\n[wheel.pairs]'
    text = vikings_example_text("wheel").replace("[wheel.pairs]", special)
    assert "specials" in text
    path.write_text(text, encoding="utf-8")
    bought = odin(capsys, "vikings", "buy", str(path), "--samples", "2", "--json")
    specials = [pair for pair in json.loads(bought.out)["pairs"] if pair["special"]]
    assert [(pair["special"], pair["special_gain"]) for pair in specials] == [("gold5", 1)]
    shown = odin(capsys, "vikings", "buy", str(path), "--samples", "2").out
    assert "brings a special tile: gold5, 1 VP at the end" in shown
    prices = {pair["at"] for pair in json.loads(bought.out)["pairs"]}
    bid = odin(capsys, "vikings", "buy", str(path), "--samples", "2", "--bid", "22", "--json")
    assert {pair["at"] for pair in json.loads(bid.out)["pairs"]} < prices
    refused = odin(capsys, "vikings", "buy", str(path), "--bid", "99")
    assert (refused.code, refused.err) == (
        2,
        "odin: --bid: expected at most 24, all gold and VP, got 99\n",
    )
