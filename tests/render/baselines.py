"""Comparing pictures with those kept in tests/data/render.

To renew them after a wanted change: ``RENEW_PICTURES=1 python -m pytest tests/render``, then look
at the difference before committing it.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "render"


def check_against_baseline(name: str, content: str) -> None:
    path = FOLDER / name
    if os.environ.get("RENEW_PICTURES"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="\n")
    assert content == path.read_text(encoding="utf-8"), f"{path} differs (see {__file__})"
