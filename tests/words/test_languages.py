from pathlib import Path

import pytest

from tests.words.languages import (
    LOCALES,
    PAGE,
    Key,
    arguments,
    entries,
    languages,
    page,
    said,
    translated,
)


def test_there_are_four_languages() -> None:
    assert set(languages()) >= {"cs", "pl", "uk"}


@pytest.mark.parametrize("language", languages())
def test_every_message_has_a_text_in_every_language(language: str) -> None:
    have = translated(language)
    missing = [f"{key} ({place})" for key, place in said().items() if not all(have.get(key, ("",)))]
    assert not missing


@pytest.mark.parametrize("language", languages())
def test_catalogues_have_nothing_that_is_not_said(language: str) -> None:
    assert not translated(language).keys() - said().keys()


@pytest.mark.parametrize(
    "path", sorted(LOCALES.glob("*/*.po")), ids=lambda path: "/".join(path.parts[-2:])
)
def test_translations_have_the_arguments_of_the_message(path: Path) -> None:
    if path.name == PAGE:
        return  # its ids are keys
    wrong = [
        (key, form)
        for key, forms in entries(path, path.parent.name)
        for form in forms
        if not _allowed(key, form)
    ]
    assert not wrong


def _allowed(key: Key, form: str) -> bool:
    """Tell whether a form has all arguments; that for one may leave out the number."""
    wanted = arguments(key.id) | arguments(key.plural)
    return wanted - {"n"} <= arguments(form) <= wanted if key.plural else arguments(form) == wanted


@pytest.mark.parametrize("language", languages())
def test_the_page_has_the_same_texts_in_every_language(language: str) -> None:
    english, texts = page("en"), page(language)
    assert texts.keys() == english.keys()
    assert not [key.id for key, forms in texts.items() if not all(forms)]
    # English has no number where there is one word for all, such as "one tile".
    wrong = [
        key.id
        for key, forms in texts.items()
        if set.union(*map(arguments, forms)) != set.union(*map(arguments, english[key]))
    ]
    assert not wrong
