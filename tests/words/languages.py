"""Messages in the sources and in the catalogues: ``python -m tests.words.languages``.

It prints what a language lacks, and what its catalogues have that nothing says.
"""

import string
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent.parent
LOCALES = ROOT / "odin_solver" / "locales"
PACKAGES = (
    ROOT / "odin_solver",
    ROOT / "cli" / "odin_cli",
    ROOT / "puzzles" / "odin_puzzles",
    ROOT / "web" / "odin_web",
)
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "say": None,
    "mark": None,
    "say_number": (1, 2),
    "say_as": ((1, "c"), 2),
}
PAGE = "page.po"
"""Catalogue of the page's own texts, whose ids are keys; English has one too."""


class Key(NamedTuple):
    """Id of a message, with its context and its plural, empty if it has none."""

    context: str
    id: str
    plural: str = ""


@cache
def said() -> Mapping[Key, str]:
    """Return all messages of the sources, with the first place of each."""
    found: dict[Key, str] = {}
    for package in PACKAGES:
        for file, line, ids, _, context in extract_from_dir(
            str(package), [("**.py", "python")], keywords=KEYWORDS
        ):
            one, many = (ids, "") if isinstance(ids, str) else ids[:2]
            found.setdefault(Key(context or "", one, many), f"{package.name}/{file}:{line}")
    return found


def translated(language: str) -> dict[Key, tuple[str, ...]]:
    """Return the messages of a language, with all their forms."""
    found = {}
    for path in sorted((LOCALES / language).glob("*.po")):
        if path.name != PAGE:
            for key, forms in entries(path, language):
                found[key] = forms
    return found


def page(language: str) -> dict[Key, tuple[str, ...]]:
    """Return the texts of the page in a language, with all their forms."""
    return dict(entries(LOCALES / language / PAGE, language))


def entries(path: Path, language: str) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Yield the messages of a catalogue."""
    with path.open("rb") as file:
        for message in read_po(file, locale=language, abort_invalid=True):
            if message.id:
                one, many = (message.id, "") if isinstance(message.id, str) else message.id
                forms = (
                    [message.string]
                    if isinstance(message.string, str)
                    else [*(message.string or ())]
                )
                yield Key(message.context or "", one, many), tuple(forms)


def arguments(text: str) -> set[str]:
    """Return the names of the arguments of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def languages() -> list[str]:
    """Return all languages but English."""
    return sorted(each.name for each in LOCALES.iterdir() if each.is_dir() and each.name != "en")


def main() -> None:
    """Print what is missing, and what is too much."""
    for language in sys.argv[1:] or languages():
        have = translated(language)
        for key, place in said().items():
            if key not in have or not all(have[key]):
                print(f"{language}: missing {key} ({place})")
        for key in have.keys() - said().keys():
            print(f"{language}: not said {key}")
        texts = page(language)
        for key in page("en"):
            if not all(texts.get(key, ("",))):
                print(f"{language}: missing {key.id} ({PAGE})")


if __name__ == "__main__":
    main()
