"""The files of the page."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from odin_web.app import application
from odin_web.pagefiles import PAGES, SENTENCES, STATIC, markup, page_files

FILES = STATIC


def texts(language: str) -> dict[str, str]:
    """Return a catalogue; a key stands in one file only."""
    found: dict[str, str] = {}
    for file in sorted((FILES / "locales" / language).glob("*.json")):
        if file.name == SENTENCES:
            continue
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
    """All pages together, with English texts and those of another language."""
    client = TestClient(application(), base_url="http://127.0.0.1")
    languages = [folder.name for folder in (FILES / "locales").iterdir() if folder.name != "en"]
    texts = [len(client.get(f"/api/texts/{language}").content) for language in languages]
    scripts_and_styles = sum(len(file.content) for file in page_files().values())
    assert scripts_and_styles + len(markup("/", {"texts": ENGLISH}).encode()) + max(texts) < 450_000


def imported(module: Path) -> set[Path]:
    """Return a module of the page and all that it imports at once."""
    found, left = set(), [module]
    while left:
        path = left.pop().resolve()
        if path not in found:
            found.add(path)
            text = path.read_text(encoding="utf-8")
            imports = re.findall(r'^(?:import|export|}).* from "(.*)";$', text, re.M)
            left += [path.parent / name for name in imports]
    return found


@pytest.mark.parametrize("path", PAGES)
def test_markup_names_all_modules_of_its_page(path: str) -> None:
    needed = imported(FILES / "js/main.js") | imported(FILES / f"js/{PAGES[path]}/page.js")
    links = re.findall(r'(?:href|src)="/static/(.*?\.js)"', markup(path, {}))
    assert {FILES / name for name in links} == needed
    assert len(links) == len(needed)


def test_the_beginning_cannot_end_its_element() -> None:
    hostile = {"text": "</script><script>alert(1)</script><!--", "name": "<b>"}
    page = markup("/", {"beginning": hostile})
    given = page.partition('id="given">')[2].partition("</script>")[0]
    assert json.loads(given)["beginning"] == hostile
    assert page.count("</script>") == markup("/", {}).count("</script>")


def test_files_are_not_sent_again() -> None:
    client = TestClient(application(), base_url="http://127.0.0.1")
    first = client.get("/static/js/main.js")
    again = client.get("/static/js/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


@pytest.mark.parametrize("name", ["js/types.d.ts", "vendor/LICENSES.txt", "index.html", "js"])
def test_what_no_page_loads_is_not_served(name: str) -> None:
    client = TestClient(application(), base_url="http://127.0.0.1")
    assert client.get(f"/static/{name}").status_code == 404


def test_the_library_has_its_licence() -> None:
    assert "Apache License" in (FILES / "vendor/LICENSES.txt").read_text(encoding="utf-8")


def test_all_components_have_czech_names() -> None:
    from odin_solver.components import BOARDS, TILES
    from odin_solver.placement.objective import BONUS_ITEMS

    items = {*TILES, *BOARDS, *BONUS_ITEMS}
    assert {f"name.{item}" for item in items} <= set(CZECH)
