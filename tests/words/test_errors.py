"""Errors and lines of commands are messages: checked statically."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.words.languages import PACKAGES, ROOT

SAYING = {"say", "said", "say_as", "say_number", "mark"}

WORDS = re.compile(r"^(?!odin: $).*[A-Za-z]{2}")

ALLOWED = re.compile(
    r"graenaland/(model|rules)|vikings/(build|ferry|solution)"  # faults of the program
)

FAULTS = {"SolverDisagreement", "DisagreementError", "NotCompiledError"}
"""Faults of the program, told to those who mend it."""


@cache
def places() -> list[tuple[Path, ast.Module]]:
    paths = [path for package in PACKAGES for path in sorted(package.rglob("*.py"))]
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def our_errors() -> set[str]:
    """Return the names of `OdinError` and of all classes below it."""
    bases = {
        node.name: {name_of(base) for base in node.bases}
        for _, tree in places()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"OdinError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def literals(node: ast.AST) -> Iterator[str]:
    """Yield the literal texts of an argument, but not those that are said."""
    if isinstance(node, ast.Call | ast.Subscript):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FormattedValue):
            yield from literals(child)


def unsaid(tree: ast.Module, callers: set[str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) in callers:
            for argument in node.args:
                yield from ((node.lineno, text) for text in literals(argument))


def test_errors_and_lines_of_commands_are_said() -> None:
    callers = our_errors() - {"UnknownName", "NotBuiltError"} - FAULTS | {"echo", "UsageError"}
    assert {"InputError", "ChangeRefused", "TooMuch"} <= callers
    assert not [
        f"{place}:{line}: {text}"
        for path, tree in places()
        if not ALLOWED.search(place := path.relative_to(ROOT).as_posix())
        for line, text in unsaid(tree, callers)
        if WORDS.search(text)
    ]


def test_a_sentence_that_is_not_said_is_found() -> None:
    tree = ast.parse('raise InputError(f"round: expected {most}" if most else say("fine"))')
    assert [text for _, text in unsaid(tree, {"InputError"})] == ["round: expected "]


def test_nothing_is_said_within_an_f_string() -> None:
    """Babel does not find such messages."""
    assert not [
        f"{path.relative_to(ROOT)}:{part.lineno}"
        for path, tree in places()
        if not ALLOWED.search(path.as_posix())
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if isinstance(part, ast.Call)
        and name_of(part.func) in SAYING
        and part.args
        and isinstance(part.args[-1 if name_of(part.func) == "say_as" else 0], ast.Constant)
    ]
