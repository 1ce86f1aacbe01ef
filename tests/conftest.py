"""Settings of all tests.

The nightly profile multiplies the number of random cases where tests ask `tests.profiles` for it:
``HYPOTHESIS_PROFILE=nightly python -m pytest``.
"""

import gc
import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hatch_build import LIBRARIES, compile_catalogues
from odin_solver.rollouts.digest import digest
from odin_solver.rollouts.library import LIBRARY as ENGINE
from odin_solver.support.language import ENGLISH, VARIABLE, speaking
from tests import profiles
from tests.web.browser.server import CHROMIUM

os.environ[VARIABLE] = ENGLISH

settings.register_profile(
    "odin",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    max_examples=profiles.MOST_CASES,
)
settings.register_profile("nightly", settings.get_profile("odin"), max_examples=1000)
settings.load_profile(profiles.PROFILE)

# A background job ignores Ctrl-C, and so would the commands that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent


def build_libraries() -> None:
    """Build the libraries if one is missing or belongs to other sources, and all catalogues."""
    wanted = {
        ROOT / library: hashlib.sha256((ROOT / source).read_bytes()).hexdigest()
        for library, source in LIBRARIES.items()
    }
    for library, text in {**wanted, ENGINE: digest()}.items():
        if not library.exists() or text.encode() not in library.read_bytes():
            # Without a compiler the tests of the libraries say so.
            subprocess.run([sys.executable, "hatch_build.py"], cwd=ROOT, check=False)
            break
    compile_catalogues(ROOT)


NO_BROWSER = "tests/web/browser needs a browser: install chromium, or name one in CHROMIUM"

collect_ignore = [] if CHROMIUM else ["web/browser"]


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to leave out the tests in a browser where they are required; build the libraries."""
    if not CHROMIUM and os.environ.get("ODIN_BROWSER_TESTS") == "required":
        raise pytest.UsageError(NO_BROWSER)
    if not hasattr(config, "workerinput"):  # a process of pytest-xdist comes later
        build_libraries()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak English, whatever language the test before it chose."""
    monkeypatch.setenv(VARIABLE, ENGLISH)
    with speaking(ENGLISH):
        yield


def pytest_collection() -> None:
    """Look for no garbage while thousands of tests are made, none of which goes away."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage only among what the tests make."""
    gc.freeze()
    gc.enable()


MOST_RERUN = 3
"""Tests that may fail at first and pass when they are tried again; ``-rR`` names them."""


def rerun(config: pytest.Config) -> set[str]:
    """Return the tests that were run again; a process of pytest-xdist knows of none."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return {each.nodeid for each in reporter.stats.get("rerun", ())} if reporter else set()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if too many tests were run again."""
    if len(rerun(session.config)) > MOST_RERUN and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say that too many tests were run again, and that those in a browser are left out."""
    if (again := len(rerun(terminalreporter.config))) > MOST_RERUN:
        terminalreporter.write_line(f"{again} tests were run again: at most {MOST_RERUN} may be")
    if not CHROMIUM and "not slow" not in terminalreporter.config.option.markexpr:
        terminalreporter.write_line(f"left out: {NO_BROWSER}")
