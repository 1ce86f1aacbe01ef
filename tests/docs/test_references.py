"""The documentation and the code refer to each other correctly."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("odin_solver", "cli", "puzzles", "benchmarks", "tests")
REFERENCE = re.compile(r"\brules,\s+(\d[\w., ]*)")
PATH = re.compile(r"`((?:odin_solver|puzzles|cli|tests|benchmarks|docs|examples)/[\w./-]*)`")
SECTION = re.compile(r"\d+(?:\.\d+[a-z]?)?")


def sections() -> set[str]:
    names: set[str] = set()
    for line in (ROOT / "docs/rules.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"##+ ([\d.]*\d)", line):
            names.add(heading[1])
            latest = heading[1]
        elif example := re.match(r"- \(([a-z])\)", line):
            names.add(latest + example[1])
    return names


def references() -> Iterator[tuple[Path, str]]:
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            for reference in REFERENCE.finditer(path.read_text(encoding="utf-8")):
                for section in SECTION.findall(reference[1]):
                    yield path, section


def test_every_reference_to_the_rules_names_a_section() -> None:
    known = sections()
    named = list(references())
    assert len(named) > 100
    assert [(str(path), section) for path, section in named if section not in known] == []


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "docs/map.md", "docs/how-it-works.md"]
)
def test_every_path_exists(page: str) -> None:
    paths = PATH.findall((ROOT / page).read_text(encoding="utf-8"))
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.slow
def test_code_of_the_pages_passes_mypy(tmp_path: Path) -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
        for number, block in enumerate(blocks):
            (tmp_path / f"{page.stem.replace('-', '_')}_{number}.py").write_text(block)
    files = sorted(map(str, tmp_path.iterdir()))
    assert len(files) > 5
    command = [sys.executable, "-m", "mypy", "--strict", "--untyped-calls-exclude=highspy", *files]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_names_of_the_python_page_exist() -> None:
    names = [
        f"{package}.{name}"
        for line in (ROOT / "docs/python.md").read_text(encoding="utf-8").splitlines()
        if (row := re.fullmatch(r"\| `(odin_\w+(?:\.\w+)?)` \| (.*) \|", line))
        for package in [row[1]]
        for name in re.findall(r"`([\w.]+)`", row[2])
    ]
    assert len(names) > 20
    for name in names:
        assert resolve_name(name) is not None
