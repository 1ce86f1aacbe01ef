"""``odin game auto``."""

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from odin_cli.game.auto import auto
from odin_solver.errors import InputError
from odin_solver.game import score_sheet
from odin_solver.game.kernel.state import Options
from odin_solver.game.log import parse
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner import series
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.series import GameResult
from tests.cli.process import COMMAND, environment
from tests.timing import HANGING, wait_until


def run(*arguments: str) -> Result:
    environment = {"COLUMNS": "80", "NO_COLOR": "1"}
    return CliRunner().invoke(auto, ["--policy", "random", *arguments], env=environment)


def data(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.exception
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_json() -> None:
    found = data("--seeds", "3-7", "--length", "short")
    assert list(found) == [
        *("schema", "policy", "length", "occupations", "starting_occupation", "rulings"),
        *("time_per_move", "playouts", "games"),
        *("mean", "stderr", "p10", "median", "p90", "best", "worst"),
    ]
    assert (found["schema"], found["policy"], found["length"]) == (1, "random", "short")
    assert found["occupations"] == "none"
    assert [game["seed"] for game in found["games"]] == [3, 4, 5, 6, 7]
    scores = [game["score"] for game in found["games"]]
    for game in found["games"]:
        assert tuple(game["sheet"]) == ScoreSheet.__struct_fields__
        assert sum(game["sheet"].values()) == game["score"]
    assert found["mean"] == pytest.approx(sum(scores) / 5)
    assert (found["worst"], found["best"]) == (min(scores), max(scores))
    assert found["median"] == sorted(scores)[2]
    assert found["stderr"] > 0


@pytest.mark.slow
def test_the_starting_occupation_can_be_chosen(tmp_path: Path) -> None:
    words = ("--seeds", "2", "--length", "short", "--occupations", "A", "--logs", str(tmp_path))
    named = data_and_logs(*words, "--starting-occupation", "160a")
    assert named["starting_occupation"] == 160
    (log,) = tmp_path.glob("*.log")
    assert 160 in parse(log.read_text(), "log").state.played
    chosen = data_and_logs(*words, "--starting-occupation", "choose")
    assert chosen["starting_occupation"] == "choose"
    assert str(parse(log.read_text(), "log").moves[0]).startswith("keep ")
    assert data(*words[:-2])["starting_occupation"] == "random"


@pytest.mark.parametrize("text", ["1", "999", "sober", "", "-1"])
def test_a_starting_occupation_that_is_none(text: str) -> None:
    result = run("--occupations", "A", "--starting-occupation", text)
    assert isinstance(result.exception, InputError)
    assert "starting" in str(result.exception)


def data_and_logs(*arguments: str) -> dict[str, Any]:
    result = run("--policy", "greedy", *arguments, "--json")
    assert result.exit_code == 0, result.exception
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
def test_the_number_of_jobs_changes_nothing() -> None:
    assert data("--seeds", "1-4", "--jobs", "2") == data("--seeds", "1-4")


def test_table() -> None:
    result = run("--seeds", "1-3")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    games = data("--seeds", "1-3")
    assert lines[0] == (
        f"random, 3 long games: mean {games['mean']:.1f}, standard error {games['stderr']:.1f}"
    )
    assert f"best {games['best']}" in lines[1]
    assert max(map(len, lines)) <= 80
    rows = {line[:18].strip(): line[18:].split() for line in lines[3:]}
    assert rows["Total"][1:] == [str(games["best"]), str(games["worst"])]
    home = [game["sheet"]["home_board"] for game in games["games"]]
    assert rows["Home board"][0] == f"{sum(home) / 3:.1f}"
    assert len(rows) == len(ScoreSheet.__struct_fields__) + 1


def test_one_game() -> None:
    found = data("--seeds", "9")
    assert len(found["games"]) == 1
    assert found["stderr"] is None
    assert run("--seeds", "9").stdout.startswith(f"random, 1 long game: score {found['best']}\n")


@pytest.mark.slow
def test_logs_replay_to_the_scores(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "logs"
    result = run("--seeds", "1-2", "--islands", "--occupations", "a,B", "--logs", str(folder))
    assert result.exit_code == 0, result.exception
    assert result.stderr == f"{folder}: 2 logs, each replayed\n"
    found = data("--seeds", "1-2", "--islands", "--occupations", "a,B")
    assert sorted(path.name for path in folder.iterdir()) == [
        "random-long-1.log",
        "random-long-2.log",
    ]
    for game in found["games"]:
        log = (folder / f"random-long-{game['seed']}.log").read_text()
        state = parse(log).state
        assert state.is_over
        assert state.options.islands
        assert score_sheet(state).total == game["score"]


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--seeds", "5-1"], ["--seeds", "lower number first", "5-1"]),
        (["--seeds", "x"], ["--seeds", "1-50", "'x'"]),
        (["--seeds", ""], ["--seeds"]),
        (["--seeds", "-3"], ["--seeds"]),
        (["--seeds", "1-2-3"], ["--seeds"]),
        (["--seeds", "0-999999999"], ["--seeds", "at most"]),
        (["--seeds", "²-9"], ["--seeds"]),
        (["--occupations", "D"], ["--occupations", "'D'"]),
    ],
)
def test_bad_input(arguments: list[str], parts: list[str]) -> None:
    error = run(*arguments).exception
    assert isinstance(error, InputError)
    assert "\n" not in str(error)
    for part in parts:
        assert part in str(error)


def test_a_place_where_no_logs_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    error = run("--seeds", "1", "--logs", str(tmp_path / "file")).exception
    assert isinstance(error, InputError)
    assert str(tmp_path / "file") in str(error)


@pytest.mark.slow
def test_the_planner_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told how long it may think; its games would take minutes here."""
    asked = []

    def play_one(
        who: str, options: Options, seed: int, with_log: bool, limits: SearchLimits | None
    ) -> GameResult:
        asked.append((who, seed, limits))
        return really("random", options, seed, with_log)

    really = series.play_one
    monkeypatch.setattr(series, "play_one", play_one)
    found = data("--policy", "planner", "--playouts", "9", "--seeds", "2-3")
    assert asked == [("planner", seed, SearchLimits(None, 9)) for seed in (2, 3)]
    assert (found["policy"], found["playouts"], found["time_per_move"]) == ("planner", 9, None)
    asked.clear()
    assert data("--policy", "planner", "--seeds", "2")["time_per_move"] == 5
    assert data("--policy", "planner", "--time-per-move", "3", "--seeds", "2")["playouts"] is None
    assert [limits for _, _, limits in asked] == [SearchLimits(5.0), SearchLimits(3.0)]


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--playouts", "5"], ["--playouts", "planner", "random"]),
        (["--time-per-move", "5"], ["--time-per-move", "planner"]),
        (["--policy", "planner", "--time-per-move", "0"], ["--time-per-move", "more than 0"]),
        (["--policy", "planner", "--time-per-move", "1", "--playouts", "1"], ["either"]),
    ],
)
def test_who_thinks_how_much(arguments: list[str], parts: list[str]) -> None:
    error = run(*arguments).exception
    assert isinstance(error, InputError)
    for part in parts:
        assert part in str(error)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_sums_up_the_games_that_are_over(tmp_path: Path, jobs: str) -> None:
    logs = tmp_path / "logs"
    arguments = ("--policy", "random", "--seeds", "1-500000", "--jobs", jobs, "--logs", str(logs))
    process = subprocess.Popen(
        [*COMMAND, "game", "auto", *arguments, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    wait_until(lambda: any(logs.glob("random-*.log")))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    found = json.loads(out)
    assert 1 <= len(found["games"]) < 500_000
    assert f"odin: stopped; {len(found['games'])} of 500000 games are over" in err
    assert "Traceback" not in err


def test_an_interrupt_before_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_many(*_: object, **__: object) -> Iterator[GameResult]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(series, "play_many", play_many)
    result = run("--seeds", "1-3")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "odin: stopped; 0 of 3 games are over\n"
