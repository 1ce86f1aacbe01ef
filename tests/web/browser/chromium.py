"""The browser of the tests: in ``CHROMIUM``, or on the path."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")

CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)

REQUIRED = os.environ.get("ODIN_BROWSER_TESTS") == "required"
"""Whether the tests may not be left out."""

MISSING = "tests/web/browser needs a browser: install chromium, or name one in CHROMIUM"
