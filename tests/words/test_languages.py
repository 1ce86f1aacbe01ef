import re
import shutil
from pathlib import Path

import pytest

import hatch_build
from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES
from odin_solver.support.language import say_as, speaking
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


def test_compiled_catalogues_do_not_tell_the_time(tmp_path: Path) -> None:
    source = Path("odin_solver/locales/cs/errors.po")
    (tmp_path / source).parent.mkdir(parents=True)
    shutil.copy(LOCALES / "cs" / source.name, tmp_path / source)
    hatch_build.compile_catalogues(tmp_path)
    assert b"Date: 1970-01-01 00:00" in (tmp_path / source).with_suffix(".mo").read_bytes()


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


@pytest.mark.parametrize("language", languages())
def test_cards_and_spaces_have_the_same_numbers_in_every_language(language: str) -> None:
    short = {space.short for space in SPACES.values()}  # these count in other ways
    assert not [
        (key, form)
        for key, forms in translated(language).items()
        for form in forms
        if key.context in ("card", "space")
        and key.id not in short
        and _numbers(form) != _numbers(key.id)
    ]


@pytest.mark.parametrize("language", languages())
def test_names_are_those_of_one_thing(language: str) -> None:
    with speaking(language):
        for context, names in (
            ("good", [tile.name for tile in TILES.values()]),
            ("board", [board.name for board in BOARDS.values()]),
            ("space", [space.name for space in SPACES.values()]),
            ("card", {card.name for card in OCCUPATIONS.values()}),
        ):
            assert len({say_as(context, name) for name in names}) == len(names)


@pytest.mark.parametrize("language", languages())
def test_menus_have_room_for_what_spaces_cost_and_give(language: str) -> None:
    with speaking(language):
        for space in SPACES.values():
            assert len(space.key) + len(say_as("space", space.short)) <= 22


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


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
