"""Settings of all tests.

The nightly profile multiplies the number of random cases where tests ask `tests.profiles` for it:
``HYPOTHESIS_PROFILE=nightly python -m pytest``.
"""

import signal

import pytest
from hypothesis import HealthCheck, settings

from tests import profiles
from tests.web.browser.chromium import CHROMIUM, MISSING, REQUIRED

settings.register_profile(
    "odin", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("nightly", settings.get_profile("odin"), max_examples=1000)
settings.load_profile(profiles.PROFILE)

# A background job ignores Ctrl-C, and so would the commands that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = [] if CHROMIUM else ["web/browser"]


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to leave out the tests in a browser where they are required."""
    if REQUIRED and not CHROMIUM:
        raise pytest.UsageError(MISSING)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say that the tests in a browser are left out, in a run that would have had them."""
    if not CHROMIUM and terminalreporter.config.option.markexpr in ("", "not alone"):
        terminalreporter.write_line(f"left out: {MISSING}")
