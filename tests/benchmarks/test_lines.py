"""What counts as a line of code."""

from pathlib import Path

import pytest

from benchmarks.lines import code_lines, counted

PYTHON = '''"""Module."""

import os
from pathlib import (
    Path,
)

SIZE = 3  # counts
"""About the size."""


def size(text: str = """
not a docstring""") -> int:
    """Return it.

    In two lines.
    """
    # A comment.
    return SIZE
'''

SCRIPT = """/** A module.
 * @module
 */
import { one,
  two } from "./other.js";

// A comment.
export const size = 3; // counts
const url = "http://host";
export { three } from "./other.js";
"""

SOURCE = """#include <stdint.h>
/* Size. */
#define SIZE 3

int size(void) { /* counts */
    return SIZE;
}
"""

STYLE = """/* Keys. */
.key {
  color: red;

  /* A
     comment. */
  margin: 0;
}
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [("a.py", PYTHON, 4), ("a.js", SCRIPT, 2), ("a.c", SOURCE, 4), ("a.css", STYLE, 4)],
)
def test_blanks_comments_docstrings_and_imports_do_not_count(
    name: str, text: str, expected: int
) -> None:
    assert code_lines(name, text) == expected


FILES = {
    "odin_solver/rollouts/engine.c": SOURCE,
    "odin_solver/errors.py": PYTHON,
    "odin_solver/components/data/boards.toml": "a = 1\n",
    "web/odin_web/static/js/app.js": SCRIPT,
    "web/odin_web/static/vendor/other.js": SCRIPT,
    "web/types/contract.d.ts": "type A = 1;\n",
    "tests/test_it.py": PYTHON,
    "README.md": "Read me.\n",
}


def test_what_counts_by_kind_and_package(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert list(counted([*FILES, "removed.py"], tmp_path)) == [
        ("code", "odin_solver/rollouts, c", 7, 4),
        ("code", "odin_solver, py", 19, 4),
        ("data", "odin_solver/components, toml", 1, 0),
        ("code", "web/odin_web, js", 10, 2),
        ("generated", "web/types, ts", 1, 0),
    ]
