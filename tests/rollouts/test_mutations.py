"""Every effect of a card in the compiled engine is missed by a test if it is switched off."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.profiles import PROFILE

ROOT = Path(__file__).parents[2]


SAMPLE = (12, 81, 169)
"""Cards of which a normal run switches off the effects; a nightly one does so of all."""


@pytest.mark.slow
def test_every_effect_is_noticed() -> None:
    cards = () if PROFILE == "nightly" else map(str, SAMPLE)
    command = [sys.executable, "-m", "tests.rollouts.mutations", *cards]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
