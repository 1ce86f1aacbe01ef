"""Puzzles that a player keeps."""

import os
from pathlib import Path

import pytest

from odin_puzzles.play import kept
from odin_puzzles.play.progress import key_of
from odin_solver.errors import InputError
from tests.puzzles.samples import sample


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    return tmp_path


def test_puzzles_are_kept_the_newest_first() -> None:
    assert kept.kept_puzzles() == {}
    fill, best = sample("fill"), sample("best")
    keys = [kept.keep(fill), kept.keep(best)]
    assert keys == [key_of(fill), key_of(best)]
    os.utime(kept.folder() / f"{keys[0]}.json", ns=(1, 1))
    assert list(kept.kept_puzzles()) == [keys[1], keys[0]]
    assert kept.kept_puzzle(keys[0]) == fill
    assert kept.keep(fill) == keys[0]
    kept.forget(keys[0])
    assert list(kept.kept_puzzles()) == [keys[1]]
    with pytest.raises(InputError, match="not kept"):
        kept.kept_puzzle(keys[0])


@pytest.mark.parametrize("key", ["../puzzles", "", "/etc/passwd", "0" * 15, "G" * 16])
def test_keys_are_no_paths(key: str, data_folder: Path) -> None:
    (data_folder / "puzzles.json").write_text("{}")
    with pytest.raises(InputError, match="not kept"):
        kept.kept_puzzle(key)
    kept.forget(key)
    assert (data_folder / "puzzles.json").exists()


def test_not_too_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 1)
    kept.keep(sample("fill"))
    kept.keep(sample("fill"))
    with pytest.raises(InputError, match="1 puzzles are kept"):
        kept.keep(sample("best"))
