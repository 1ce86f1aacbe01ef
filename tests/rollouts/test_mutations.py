"""Every effect of a card in the compiled engine is missed by a test if it is switched off."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.nightly
def test_every_effect_is_noticed() -> None:
    command = [sys.executable, "-m", "tests.rollouts.mutations"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
