"""The files of the page."""

import json
import re
from pathlib import Path

from odin_web.app import STATIC

FILES = Path(str(STATIC))


def texts(language: str) -> dict[str, str]:
    """Return a catalogue; a key stands in one file only."""
    found: dict[str, str] = {}
    for file in sorted((FILES / "locales" / language).glob("*.json")):
        more = json.loads(file.read_text(encoding="utf-8"))
        assert not set(found) & set(more), file
        found |= more
    return found


ENGLISH, CZECH = texts("en"), texts("cs")


def bare(key: str) -> str:
    """Return a key without its plural form."""
    return re.sub(r"\.(one|few|many|other)$", "", key)


def test_every_text_is_translated() -> None:
    names = {key for key in CZECH if key.startswith("name.")}
    untranslated = set(map(bare, ENGLISH)) - set(map(bare, CZECH))
    assert untranslated <= {"language_en", "language_cs"}
    assert not set(map(bare, CZECH)) - set(map(bare, ENGLISH)) - names


def test_parameters_are_the_same_in_all_languages() -> None:
    for key, text in CZECH.items():
        if key.startswith("name."):
            continue
        wanted = ENGLISH.get(key) or ENGLISH[f"{bare(key)}.other"]
        assert set(re.findall(r"{\w+}", text)) <= set(re.findall(r"{\w+}", wanted)), key


def test_every_key_in_the_code_has_a_text() -> None:
    known = set(map(bare, ENGLISH))
    used: set[str] = set()
    for path in FILES.glob("js/**/*.js"):
        used |= set(re.findall(r'\bt\("([a-z_]+)"', path.read_text(encoding="utf-8")))
    assert used
    assert used <= known


def test_the_page_is_small() -> None:
    size = sum(path.stat().st_size for path in FILES.rglob("*") if path.is_file())
    assert size < 400_000


def test_the_library_has_its_licence() -> None:
    assert "Apache License" in (FILES / "vendor/LICENSES.txt").read_text(encoding="utf-8")


def test_all_components_have_czech_names() -> None:
    from odin_solver.components import BOARDS, TILES
    from odin_solver.placement.objective import BONUS_ITEMS

    items = {*TILES, *BOARDS, *BONUS_ITEMS}
    assert {f"name.{item}" for item in items} <= set(CZECH)


def test_reasons_of_the_rules_have_translations() -> None:
    from odin_solver.components import board, tile
    from odin_solver.rules.board_state import BoardState, Obstacle

    patterns = [
        re.sub(r"{\w+}", ".+", text) for key, text in ENGLISH.items() if key.startswith("said_")
    ]
    shed, home = BoardState(board("shed")), BoardState(board("home"))
    reasons: list[str | None] = [each.value.format(color="green") for each in Obstacle]
    reasons += [
        home.why_not(tile("peas"), 1),
        home.why_not(tile("oil"), 1),
        home.why_not(tile("wood"), 0),
        shed.why_not(tile("oil"), 0),
    ]
    for reason in reasons:
        assert any(re.fullmatch(pattern, reason or "") for pattern in patterns), reason
