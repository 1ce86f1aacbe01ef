"""A run that has to try many tests again fails, and names them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MOST_RERUN

ROOT = Path(__file__).parents[1]

FLAKY = """
import pytest

seen = set()

@pytest.mark.parametrize("n", range({number}))
def test_of_a_race(n):
    first = n not in seen
    seen.add(n)
    assert not first
"""

HOOKS = "from tests.conftest import pytest_sessionfinish, pytest_terminal_summary"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "workers", "code"), [(MOST_RERUN, "0", 0), (MOST_RERUN + 1, "0", 1), (9, "1", 1)]
)
def test_few_tests_may_be_run_again(tmp_path: Path, number: int, workers: str, code: int) -> None:
    (tmp_path / "conftest.py").write_text(HOOKS)
    (tmp_path / "test_flaky.py").write_text(FLAKY.format(number=number))
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", workers, "--reruns", "1", "-rR", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert f"{number} passed" in done.stdout
    assert ("tests were run again" in done.stdout) == bool(code)
    for n in range(number):
        assert f"RERUN test_flaky.py::test_of_a_race[{n}]" in done.stdout
