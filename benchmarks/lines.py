"""Lines of the program by package: ``python -m benchmarks.lines``; see `benchmarks/README.md`."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

import click

from benchmarks.harness import ROOT, errors_in_a_line, table
from odin_solver.errors import InputError

LEFT_OUT = ("tests/", "benchmarks/", "docs/", "web/odin_web/static/vendor/")

KINDS = {
    **dict.fromkeys((".py", ".c", ".h", ".js", ".css"), "code"),
    **dict.fromkeys((".json", ".toml", ".po", ".txt", ".log", ".html", ".svg"), "data"),
    ".mjs": ".mjs",
    ".ts": "types",
}
GENERATED = re.compile(r"\.schema\.json$|^web/types/contract\.d\.ts$|^web/package-lock\.json$")

_BLANK = re.compile(r"^[ \t\r\f]*\n", re.MULTILINE)
_COMMENTS = re.compile(r"^\s*/\*.*?\*/[ \t]*$|^\s*//.*?$", re.MULTILINE | re.DOTALL)
_IMPORTS = re.compile(r"^(?:import\b|export\s*(?:\*|\{[^}]*\})\s*from\b)[^;]*;|^#include.*", re.M)


def code_lines(path: str, text: str) -> int:
    """Count lines without blank ones, comments, docstrings and imports."""
    if not path.endswith(".py"):
        return len(_BLANK.sub("", _IMPORTS.sub("", _COMMENTS.sub("", text)) + "\n").splitlines())
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant(str())):
                left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(map(str.strip, text.splitlines()), 1)
    return sum(bool(line) and line[0] != "#" and at not in left_out for at, line in lines)


def in_git() -> list[str]:
    """Return the names of the files that git knows."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise InputError(f"{ROOT}: expected a git checkout")
    return done.stdout.split("\0")


def counted(names: Iterable[str], root: Path = ROOT) -> Iterator[tuple[str, str, int, int]]:
    """Yield kind, package, lines and code lines of each file of the program."""
    for name in names:
        path = PurePath(name)
        kind = "generated" if GENERATED.search(name) else KINDS.get(path.suffix)
        if kind is None or name.startswith(LEFT_OUT) or not (root / path).is_file():
            continue
        text = (root / path).read_text(encoding="utf-8")
        package = "/".join(path.parts[:-1][:2]) or "top"
        code = code_lines(name, text) if kind == "code" else 0
        yield kind, f"{package}, {path.suffix[1:]}", len(text.splitlines()), code


@click.command()
@errors_in_a_line()
def main() -> None:
    """Print lines and code lines by package; data, generated and other files apart."""
    lines: Counter[str] = Counter()
    code: Counter[str] = Counter()
    for kind, package, both, its_code in counted(in_git()):
        for each in (package, "all") if kind == "code" else (kind,):
            lines[each] += both
            code[each] += its_code
    apart = {"data", "generated", ".mjs", "types"}
    order = sorted(lines, key=lambda each: (each in apart, each == "all", each))
    rows = [(each, f"{lines[each]:,}", f"{code[each]:,}") for each in order]
    click.echo(table(("package", "lines", "code lines"), rows))


if __name__ == "__main__":
    main()
