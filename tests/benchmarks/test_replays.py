"""Replays of compiled games: results in a file, continued."""

import sys
from pathlib import Path
from subprocess import run

import pytest
from click.testing import CliRunner

from benchmarks import replays, rollouts
from odin_solver.rollouts.checking import Checked


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Seeds that were replayed; the third chunk is interrupted."""
    seeds: list[int] = []

    def check_game(*asked: object, **_: object) -> Checked:
        seeds.append(int(str(asked[3])))
        if len(seeds) == 2 * replays.CHUNK + 1:
            raise KeyboardInterrupt
        return Checked(7)

    monkeypatch.setattr(replays, "check_game", check_game)
    monkeypatch.setattr(rollouts, "games_per_second", lambda *_: 1.0)
    return seeds


def test_replays_continue(replayed: list[int], tmp_path: Path) -> None:
    out = tmp_path / "replays.jsonl"
    asked = ["--games", "170", "--seed", "5", "--out", str(out)]
    stopped = CliRunner().invoke(rollouts.main, asked)
    assert "100 games, 700 moves" in stopped.stdout
    assert "the same command continues" in stopped.stderr
    with out.open("ab") as file:
        file.write(b'{"length":"lo')  # the computer went down
    replayed.clear()
    replayed.extend([0] * (2 * replays.CHUNK + 1))
    ended = CliRunner().invoke(rollouts.main, asked)
    assert ended.exit_code == 0
    assert "170 games, 1190 moves" in ended.stdout
    assert replayed[2 * replays.CHUNK + 1 :] == list(range(105, 175))
    assert len(rollouts.chunks_in(out)) == 4


def test_other_files(replayed: list[int], tmp_path: Path) -> None:
    out = tmp_path / "other.jsonl"
    out.write_text('{"score": 1}\n')
    refused = CliRunner().invoke(rollouts.main, ["--games", "50", "--out", str(out)])
    assert refused.exit_code == 2
    assert "no results of replays" in refused.stderr
    assert out.read_text() == '{"score": 1}\n'


@pytest.mark.slow
def test_replays_in_processes(capfd: pytest.CaptureFixture[str]) -> None:
    run([sys.executable, "-m", "benchmarks.rollouts", "--games", "51", "--jobs", "2"], check=True)
    assert "51 games" in capfd.readouterr().out
