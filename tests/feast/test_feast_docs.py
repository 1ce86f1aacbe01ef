"""What docs/feast.md shows is what happens."""

import doctest
import re
from pathlib import Path

import pytest

from tests.cli.process import odin

GUIDE = Path(__file__).parents[2] / "docs" / "feast.md"


def test_the_python_example() -> None:
    result = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert result.attempted > 2
    assert result.failed == 0


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```console\n\$ odin (.*)\n((?:.*\n)*?)```", GUIDE.read_text("utf-8"))
    assert block
    arguments, shown = block.groups()
    assert arguments == 'feast --cells 9 --food "peas=2,salt_meat=1,silver=3"'
    out = odin(capsys, *arguments.replace('"', "").split()).out
    assert [line.rstrip() for line in out.splitlines()] == shown.splitlines()
