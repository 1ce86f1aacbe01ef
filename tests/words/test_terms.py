"""Translations keep to the terms of the rulebooks, as the table of the glossary has them."""

import re
from collections.abc import Iterator

import pytest

from tests.words.languages import LOCALES, ROOT, entries, languages

NOT = "; not "


def terms(language: str, table: int = 0) -> Iterator[tuple[str, list[str]]]:
    """Yield each term of the glossary with the words that it replaces; - is any ending.

    The first table is that of all texts, the second that of the game Vikings.
    """
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    section = text.split("## Terms in all languages")[1]
    heads, _, *rows = re.findall(r"(?:^\|.*\|\n)+", section, re.M)[table].splitlines()
    names = [cell.strip() for cell in heads.split("|")]
    for row in rows if language in names else []:
        cells = dict(zip(names, (cell.strip() for cell in row.split("|")), strict=True))
        assert cells.get("section") or 1 <= int(cells["page"]) <= 24
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
    tables = [
        [(t, pattern(word)) for t, words in terms(language, n) for word in words] for n in (0, 1)
    ]
    assert len(tables[0]) >= 8
    wrong = [
        (place, term)
        for place, text in texts
        for term, word in tables[0] + tables[1] * place.startswith("vikings")
        if word.search(text)
    ]
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
        ("pl", "płytki do położenia", "żeton"),
        ("uk", "вільних плиток", "жетон"),
    ],
)
def test_a_word_of_no_rulebook_is_noticed(language: str, sentence: str, refused: str) -> None:
    found = [
        term
        for term, words in terms(language)
        if any(pattern(each).search(sentence) for each in words)
    ]
    assert found == [refused]
