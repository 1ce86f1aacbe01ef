"""Sentences that nobody translated: in what commands say, and in errors."""

import ast
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.cli.process import odin_typed
from tests.cli.test_every_command import COMMANDS, folders, runs_of
from tests.profiles import cases

__all__ = ["folders"]

GROUPS = ("feast", "game", "plan", "table", "score", "vikings", "graenaland")
"""Commands that are read here."""

FILES = re.compile(r"table new|score (new|remove)|game (table|position)|\w+ example \S+|.*--json")
"""Command lines that print a file, whose keys are English."""

LATIN = re.compile(r"[A-Za-z]{3,}")

TYPED = (
    "Anna Ben Ctrl Enter FILE Graenaland claim finish game greedy guest help hint long main "
    "odin pass quit review score short undo"
)

NAMES = re.compile(
    rf"odin( [a-z-]+)+|\b({'|'.join(TYPED.split())})\b|\b\w*\d\w*\b|([A-Z][a-z]){{2,}}"
    r"|\S*[./\\=@_-]\w\S*( [\w.]+:)*|round \d+, [a-z]+: .*|\[.*\]|'.*?'"
    r"|(place|use|arm|ship|take) .*|\b(red|blue) [A-Z]\b|^[a-z]+ {3,}(?=[^A-Za-z])"
)
"""Files, options, what is typed in, and names."""

ROOT = Path(__file__).parent.parent.parent
CODE = [
    *(
        ROOT / "odin_solver" / each
        for each in ("feast", "game", "graenaland", "planner", "questions", "vikings")
    ),
    *(ROOT / "cli" / "odin_cli" / each for each in ("game", "graenaland", "planner", "vikings")),
    *(ROOT / "cli" / "odin_cli" / each for each in ("questions.py", "scores.py", "tables.py")),
    ROOT / "web" / "odin_web" / "graenaland",
]
ERRORS = {"InputError", "RefusedMove", "UsageError"}


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("command", [name for name in COMMANDS if name.split()[0] in GROUPS])
def test_a_command_says_nothing_in_english(command: str) -> None:
    """Ukrainian has other letters: whatever else stands there is a name, or was forgotten."""
    lines = [words for words, _ in islice(runs_of(command), cases(1, None))]
    for words in lines:
        if FILES.match(" ".join([command, *words])):
            continue
        result = odin_typed("--language", "uk", *command.split(), *words, stdin="quit\n")
        said = (result.out + result.err).splitlines()
        assert not [line for line in said if LATIN.search(NAMES.sub("", line))], words


def unsaid(path: Path) -> Iterator[str]:
    """Yield the errors whose text is no message: one without `say` has words of its own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            for text in node.args if name in ERRORS else ():
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                written = [str(each.value) for each in parts if isinstance(each, ast.Constant)]
                if any(re.search(r"[a-z] [a-z]|: [a-z]", each) for each in written):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_errors_are_messages() -> None:
    files = [path for each in CODE for path in ([each] if each.is_file() else each.rglob("*.py"))]
    assert len(files) > 100
    assert not [place for path in files for place in unsaid(path)]
