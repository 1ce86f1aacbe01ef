"""The pages are whole in a clone: a file viewer shows what the site shows."""

import os
import re
from pathlib import Path

import pytest

from docs.generator.pages import MARKER, ROOT, renewed, sources

PAGES = sorted(sources().values())
FOLDERS = ("benchmarks", "binder", "cli", "docs", "examples", "findings", "puzzles", "tests", "web")
LEAST_WORDS = 12


def texts() -> dict[Path, str]:
    """Return all Markdown files of the project."""
    found = [*ROOT.glob("*.md")]
    for folder in FOLDERS:
        for at, folders, files in os.walk(ROOT / folder):
            folders[:] = [each for each in folders if each != "node_modules"]
            found += [Path(at, file) for file in files if file.endswith(".md")]
    return {path: path.read_text(encoding="utf-8") for path in found}


def prose(text: str) -> str:
    """Return a page without code and comments."""
    return re.sub(r"^( *)```.*?^\1```$|<!--.*?-->|`[^`\n]*`", "", text, flags=re.DOTALL | re.M)


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as file viewers and the site make it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(
        " ", "-"
    )


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_what_is_generated_is_current(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text.count("<!-- generated: ") == len(MARKER.findall(text))
    assert text == renewed(text), "python -m docs.generator --renew"


def test_no_page_is_empty() -> None:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert len(re.sub(r"<!--.*?-->|^:::.*$|^#.*$", "", text, flags=re.M).split()) >= LEAST_WORDS


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    wrong = []
    pages = texts()
    for path, text in pages.items():
        for target, heading in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", prose(text)):
            file = (path.parent / target).resolve() if target else path
            if not file.exists():
                wrong.append((path.name, target))
            elif heading and file.suffix == ".md":
                known = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.M)
                if heading not in map(anchor, known):
                    wrong.append((path.name, f"{target}#{heading}"))
    assert not wrong
    assert len(pages) >= len(PAGES) > 40
