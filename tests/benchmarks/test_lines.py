"""What counts as a line of code."""

import pytest
from click.testing import CliRunner

from benchmarks.lines import code_lines, main

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


def test_each_package_is_in_the_sum_and_what_is_generated_is_not() -> None:
    printed = CliRunner().invoke(main).output.splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:3]] for line in printed[2:]]
    lines = {name: int(count.replace(",", "")) for name, count in cells}
    whole = lines.pop("all")
    for name in ("data", "generated", "types", ".mjs"):
        assert lines.pop(name) > 0
    assert sum(lines.values()) == whole
    assert {"odin_solver/rollouts, c", "web/odin_web, js", "web/odin_web, css"} < lines.keys()
