"""Replays of compiled games by the Python engine."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import rollouts
from benchmarks.checking import Checked
from benchmarks.rollouts import CHUNK, check, tasks


def test_tasks_are_chunks_of_all_kinds() -> None:
    found = list(tasks(170, 5, cards=False))
    assert [task[-1] for task in found] == [CHUNK, CHUNK, CHUNK, 20]
    assert [task[-2] for task in found] == [5, 55, 105, 155]
    assert len({task[4] for task in found}) == 4


@pytest.mark.slow
@pytest.mark.parametrize("cards", [False, True])
def test_games_are_alike(cards: bool) -> None:
    found = check("short", False, False, cards, 0.1, 0, 2)
    assert found.moves > 100
    assert found.complete <= 2


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "check_game", lambda *_, **__: Checked(7))
    monkeypatch.setattr(rollouts, "games_per_second", lambda *_: 1.0)
    words = ["--games", "170", "--jobs", "1", "--out", str(tmp_path / "replays.jsonl")]
    done = CliRunner().invoke(rollouts.main, words)
    assert done.exit_code == 0, done.output
    assert "170 games, 1190 moves" in done.stdout
