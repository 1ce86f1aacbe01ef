"""Translations keep to the terms of the rulebooks, as the table of the glossary has them."""

import re
from collections.abc import Iterator

import pytest

from tests.words.languages import LOCALES, ROOT, entries, languages

NOT = "; not "


def terms(language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each term of the glossary with the words that it replaces; - is any ending."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    heads, _, *rows = re.findall(r"^\|.*\|$", text.split("## Terms in all languages")[1], re.M)
    names = [cell.strip() for cell in heads.split("|")]
    for row in rows[: next((n for n, each in enumerate(rows) if "---" in each), len(rows)) - 1]:
        cells = dict(zip(names, (cell.strip() for cell in row.split("|")), strict=True))
        assert 1 <= int(cells["page"]) <= 24
        term, _, replaced = cells[language].partition(NOT)
        yield term, replaced.split(", ") if replaced else []


def pattern(word: str) -> re.Pattern[str]:
    ending = r"\w*" if word.endswith("-") else r"\b"
    return re.compile(rf"\b{re.escape(word.rstrip('-'))}{ending}", re.IGNORECASE)


@pytest.mark.parametrize("language", languages())
def test_no_translation_has_a_word_that_a_term_replaces(language: str) -> None:
    texts = [
        (f"{path.name}: {form}", re.sub(r"\{[^}]*\}", "", form))
        for path in sorted((LOCALES / language).rglob("*.po"))
        for _, forms in entries(path, language)
        for form in forms
    ]
    replaced = [(term, pattern(word)) for term, words in terms(language) for word in words]
    assert len(replaced) >= 8
    wrong = [(place, term) for term, word in replaced for place, text in texts if word.search(text)]
    assert not wrong


@pytest.mark.parametrize(
    ("language", "sentence", "refused"),
    [
        ("cs", "Stáje", "chlév"),
        ("cs", "{n} Viking na náměstí Thingu", "pole Thingu"),
        ("pl", "bez zawodów", "pomocnik"),
        ("pl", "Stajnie", "obora"),
        ("uk", "3 очки", "бал"),
        ("uk", "еміграція: 2 кораблі", "переселитися"),
    ],
)
def test_a_word_of_no_rulebook_is_noticed(language: str, sentence: str, refused: str) -> None:
    found = [
        term
        for term, words in terms(language)
        if any(pattern(each).search(sentence) for each in words)
    ]
    assert found == [refused]
