"""Settings of all tests.

The nightly profile multiplies the number of random cases where tests ask `tests.profiles` for it:
``HYPOTHESIS_PROFILE=nightly python -m pytest``.
"""

import signal

from hypothesis import HealthCheck, settings

from tests import profiles

settings.register_profile(
    "odin", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("nightly", settings.get_profile("odin"), max_examples=1000)
settings.load_profile(profiles.PROFILE)

# A background job ignores Ctrl-C, and so would the commands that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
