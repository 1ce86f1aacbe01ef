"""Pages of the site: files of ``docs/`` and of other folders, with their generated parts."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from benchmarks import planner
from docs.generator.cards import cards
from docs.generator.commands import commands
from docs.generator.coverage import occupations, spaces, with_tests
from docs.generator.formats import formats
from docs.generator.glossary import glossary
from docs.generator.sessions import playing, puzzling, rulings

__all__ = ["BUILT", "OUTSIDE", "ROOT", "pictures", "renewed", "site_pages", "sources"]

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "docs"
"""Folder of the finished pages, from which Zensical builds."""

PLANNER_RESULTS = ROOT / "benchmarks" / "results" / "planner.json"

OUTSIDE = {
    "benchmarks.md": "benchmarks/README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
}
"""Pages whose files are not in ``docs/``."""

GENERATED: dict[str, Callable[[], str]] = {
    "cards": cards,
    "commands": commands,
    "formats": formats,
    "glossary": glossary,
    "occupations": occupations,
    "playing": playing,
    "planner": lambda: planner.page(planner.load(PLANNER_RESULTS)),
    "puzzling": puzzling,
    "rulings": rulings,
    "spaces": spaces,
}
"""Functions that make parts of pages, by the name in the marker."""

MARKER = re.compile(
    r"^(?P<begin><!-- generated: (?P<name>\w+) -->\n).*?(?P<end>^<!-- end -->)$",
    re.DOTALL | re.MULTILINE,
)
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def sources() -> dict[str, str]:
    """Return the file of each page, both as paths."""
    folder = ROOT / "docs"
    inside = [*folder.glob("*.md"), *folder.glob("reference/*.md")]
    pages = {path.relative_to(folder).as_posix(): path for path in inside}
    found = {page: path.relative_to(ROOT).as_posix() for page, path in pages.items()}
    return dict(sorted({**found, **OUTSIDE}.items()))


def site_pages() -> dict[str, str]:
    """Return the finished text of each page."""
    return {page: _finished(page, source) for page, source in sources().items()}


def pictures() -> Iterator[Path]:
    """Yield the pictures of the pages."""
    for ending in ("png", "svg"):
        yield from (ROOT / "docs").glob(f"*.{ending}")


def _finished(page: str, source: str) -> str:
    """Point links to pages of the site, and fill in what is generated.

    A link to a file that is not on the site becomes plain text.
    """
    pages = {file: name for name, file in sources().items()}
    pages["README.md"] = "index.md"

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        file = normpath(join(dirname(source), target))
        if file in pages:
            target = pages[file]
        elif file.startswith("docs/"):
            target = file.removeprefix("docs/")
        elif (ROOT / file).exists():
            return text
        return f"[{text}]({relpath(target, dirname(page) or '.')}{anchor})"

    text = LINK.sub(link, (ROOT / source).read_text(encoding="utf-8"))
    if page == "rules-coverage.md":
        text = with_tests(text)
    text = text.replace("(c)", "&#40;c)")  # else it becomes a copyright sign
    return renewed(text)


def renewed(text: str) -> str:
    """Return a page with its generated parts as they are now."""

    def part(found: re.Match[str]) -> str:
        return f"{found['begin']}\n{GENERATED[found['name']]().strip()}\n\n{found['end']}"

    return MARKER.sub(part, text)
