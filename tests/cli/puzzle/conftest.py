"""Settings of the tests of puzzle commands."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the player's progress."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("ODIN_DATA_DIR", str(folder))
    return folder
