"""The files of the page."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_solver.support.language import languages, page_texts, speaking
from odin_web.app import application
from odin_web.pagefiles import OWN_TEXTS, PAGES, STATIC, markup, page_files

KEYS = page_texts("en")

SCRIPTS = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("js/**/*.js"))

SITE = "".join(
    path.read_text(encoding="utf-8")
    for path in (Path(__file__).parents[2] / "web" / "browser").glob("*.js")
)

SOURCES = SCRIPTS + SITE
SOURCES += "".join(
    path.read_text(encoding="utf-8")
    for package in ("odin_web", "odin_solver", "odin_puzzles")
    for suffix in ("py", "toml")
    for path in Path(str(files(package))).rglob(f"*.{suffix}")
)
"""Everything that may make a key of a text."""


def test_every_key_in_the_code_has_a_text() -> None:
    used = set(re.findall(r'\bt\(\s*"([^"]+)"', SCRIPTS))
    assert len(used) > 300
    assert not used - set(KEYS)


@pytest.mark.parametrize("language", languages())
def test_no_text_quotes_a_command_of_a_shell(language: str) -> None:
    commands = r"odin (web|game|puzzle|plan|solve|score|table|hint|check|challenge)\b"
    assert not [key for key, text in page_texts(language).items() if re.search(commands, str(text))]


def test_every_text_has_a_use() -> None:
    quoted = set(re.findall(r'["`]([\w.-]+)["`]', SOURCES)) | {"needs_javascript"}
    quoted |= set(re.findall(r"\btexts\.(\w+)", SITE))
    made = set(re.findall(r"`((?:[a-z]+[_.])+)\$\{[^}]*\}([a-z_]*)", SCRIPTS))
    words = set(re.findall(r"\w+", re.sub("[ -]", "_", SOURCES))) | set(re.findall(r"\w+", SOURCES))
    unused = [
        key
        for key in set(KEYS) - quoted
        if not any(
            key.startswith(begin)
            and key.endswith(end)
            and key[len(begin) : len(key) - len(end)].replace("-", "_") in words
            for begin, end in made
        )
    ]
    assert not unused


@pytest.mark.parametrize("language", languages())
def test_a_page_speaks_the_language_of_its_request(language: str) -> None:
    client = TestClient(application(), base_url="http://127.0.0.1")
    texts = page_texts(language)
    asked = [{"accept-language": f"xx, {language}-XX;q=0.9"}, {"cookie": f"language={language}"}]
    for headers in ({"accept-language": "en"} | each for each in asked):
        page = client.get("/puzzles", headers=headers).text
        assert f'<html lang="{language}">' in page
        assert f"<noscript>{texts['needs_javascript']}</noscript>" in page
        own = {key: text for key, text in texts.items() if key.partition("_")[0] not in OTHERS}
        assert given(page)["texts"] == own
        assert given(page)["languages"] == list(languages())


def test_an_unknown_language_is_silently_english() -> None:
    client = TestClient(application(), base_url="http://127.0.0.1")
    for headers in ({"accept-language": "de, fr;q=0.5"}, {"cookie": "language=../cs"}, {}):
        assert '<html lang="en">' in client.get("/", headers=headers).text


OTHERS = {begin for begin, pages in OWN_TEXTS.items() if "puzzles" not in pages}
"""How keys begin that the page of puzzles does not say."""


@pytest.mark.parametrize("begin", OWN_TEXTS)
def test_texts_come_with_all_pages_that_say_them(begin: str) -> None:
    said = re.compile(rf"[\"`]{begin}_")
    for name in PAGES.values():
        modules = imported(STATIC / "js/main.js") | imported(STATIC / f"js/{name}/page.js")
        modules |= set((STATIC / f"js/{name}").glob("*.js"))
        says = any(said.search(path.read_text(encoding="utf-8")) for path in modules)
        assert says == (name in OWN_TEXTS[begin]), name


def given(page: str) -> Any:
    """Return what the markup holds for the scripts."""
    return json.loads(page.partition('id="given">')[2].partition("</script>")[0])


def test_the_page_is_small() -> None:
    """All pages together, with the texts of a language, without what is loaded when needed."""
    once = imported(STATIC / "js/main.js")
    for name in PAGES.values():
        once |= imported(STATIC / f"js/{name}/page.js")
    scripts_and_styles = sum(
        len(file.content)
        for name, file in page_files().items()
        if not name.startswith("js/") or (STATIC / name).resolve() in once
    )
    for language in languages():
        with speaking(language):
            page = markup("/", {})
        texts = json.dumps(
            {k: text for k, text in page_texts(language).items() if f'"{k}":' not in page},
            ensure_ascii=False,
        )
        assert scripts_and_styles + len(page.encode()) + len(texts.encode()) < 408_000


def imported(module: Path) -> set[Path]:
    """Return a module of the page and all that it imports at once."""
    found, left = set(), [module]
    while left:
        path = left.pop().resolve()
        if path not in found:
            found.add(path)
            text = path.read_text(encoding="utf-8")
            imports = re.findall(r'^(?:(?:import|export|}).* from|import) "(.*)";$', text, re.M)
            left += [path.parent / name for name in imports]
    return found


@pytest.mark.parametrize("path", PAGES)
def test_markup_names_all_modules_of_its_page(path: str) -> None:
    needed = imported(STATIC / "js/main.js") | imported(STATIC / f"js/{PAGES[path]}/page.js")
    links = re.findall(r'(?:href|src)="/static/(.*?\.js)"', markup(path, {}))
    assert {STATIC / name for name in links} == needed
    assert len(links) == len(needed)


def test_the_page_has_the_list_of_the_server_and_all_that_it_names() -> None:
    assert given(markup("/", {}))["pages"] == PAGES
    for name in PAGES.values():
        script = (STATIC / f"js/{name}/page.js").read_text(encoding="utf-8")
        assert "export function Page()" in script
        assert f"page_{name}" in given(markup("/", {}))["texts"]


def test_the_beginning_cannot_end_its_element() -> None:
    hostile = {"text": "</script><script>alert(1)</script><!--", "name": "<b>"}
    page = markup("/", {"beginning": hostile})
    assert given(page)["beginning"] == hostile
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
    assert "Apache License" in (STATIC / "vendor/LICENSES.txt").read_text(encoding="utf-8")
