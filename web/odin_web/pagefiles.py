"""Files of the pages: markup with texts, scripts, styles."""

import asyncio
import json
import posixpath
import re
from collections.abc import Collection, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.support.language import language, languages, page_texts, say
from odin_solver.version import __version__
from odin_web.guard import HEADERS, POLICY
from odin_web.kept import KeptTexts
from odin_web.lan import LocalNetwork
from odin_web.replies import refused
from odin_web.seats import ASKER

STATIC = Path(str(files("odin_web") / "static"))

PAGES = {
    "/": "home",
    "/puzzles": "puzzles",
    "/games": "games",
    "/challenges": "challenges",
    "/table": "table",
    "/position": "position",
    "/scores": "scores",
    "/graenaland": "graenaland",
    "/vikings": "vikings",
}
"""Pages by their addresses, in the order of the navigation.

A page has a folder of scripts, whose ``page.js`` exports it as ``Page``, and a text for its title:
``page_`` and its name.
"""

OWN_TEXTS = {
    "ch": {"challenges", "games", "home", "puzzles"},
    "gr": {"graenaland"},
    "puzzle": {"games", "home", "puzzles"},
    "sc": {"scores"},
    "seats": {"games"},
    "v": {"graenaland", "vikings"},
}
"""Pages that say texts whose keys begin so; all others come with every page."""

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Types of the files that a page loads, by their endings."""

COMMENTS = re.compile(rb"/\*.*?\*/|^ *//[^\n]*", re.DOTALL | re.MULTILINE)
"""Comments, an eighth of all bytes; ``//`` behind code stays."""

INDENTATION = re.compile(rb"^ +", re.MULTILINE)

SPACES = re.compile(rb"(?<=:) (?=[^\n]*;$)| (?={$)|(?<=\n)\n+", re.MULTILINE)
"""Of styles: behind the name of a property, and before a block; and empty lines."""

LAYOUT = re.compile(rb"^@custom-media (--\w+) ([^;]+);\n", re.MULTILINE)
"""A condition of media with a name, which no browser knows yet: it may refer to those before it."""

IMPORT = re.compile(r'^(?:(?:import|export|\}) .*from|import) "(\..*)";$', re.MULTILINE)
BOTH, PRINT = "css/both.css", "css/print.css"
LIBRARY = "vendor/htm-preact.js"

NOT_FOUND, UNCHANGED = 404, 304

MODULES, GIVEN = "<!-- modules -->", "<!-- given -->"
LANGUAGE, NO_SCRIPT = "<!-- language -->", "<!-- needs_javascript -->"
"""Places in the markup."""


def routes(beginning: object = None, network: LocalNetwork | None = None) -> list[Route]:
    """Return the routes of pages, their files and texts; the position page has a beginning.

    ``/puzzles?framed#p=CODE`` may stand in a frame of another site: it plays a puzzle, and neither
    searches nor keeps anything.
    """

    async def page(request: Request) -> Response:
        asker = ASKER.get()
        at_seat, policy = asker.role == "seat", HEADERS[POLICY]
        framed = request.url.path == "/puzzles" and "framed" in request.query_params
        given = {
            "beginning": None if at_seat else beginning,
            "kept": {} if at_seat else await asyncio.to_thread(KeptTexts().read),
            "role": network and network.shown_to(asker.role),
            "game": asker.game,
            **({"pages": {"/games": "games"}} if at_seat else {}),
            **({"role": "framed", "kept": {}} if framed else {}),
        }
        if framed:
            policy = policy.replace("frame-ancestors 'none'", "frame-ancestors *")
        text = markup(request.url.path, given)
        return Response(text, media_type="text/html", headers={POLICY: policy})

    return [
        *(Route(path, page) for path in PAGES),
        Route("/styles.css", _styles),
        Route("/static/{name:path}", _file),
    ]


class PageFile(NamedTuple):
    """A file that a page may load, and its tag in HTTP."""

    content: bytes
    media_type: str
    tag: str


@cache
def page_files() -> Mapping[str, PageFile]:
    """Return all files that a page may load, by their names; they are read once.

    Scripts and styles are without comments and indentation, but each line of a script keeps its
    number.
    """
    read = {}
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in TYPES:
            content = path.read_bytes()
            if path.suffix in (".js", ".css") and path.parent.name != "vendor":
                content = COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), content)
                content = INDENTATION.sub(b"", content)
                if path.suffix == ".css":
                    content = SPACES.sub(b"", content)
            tag = f'"{sha256(content).hexdigest()[:16]}"'
            name = path.relative_to(STATIC).as_posix()
            read[name] = PageFile(content, TYPES[path.suffix], tag)
    return read


def markup(path: str, given: Mapping[str, object]) -> str:
    """Return the markup of a page, with data that it is given.

    Requests cost the browser more than bytes do. Therefore the markup holds the texts in the
    language of the request and what the page begins with, and names all modules, so that they are
    loaded at once.
    """
    page, all_texts = PAGES[path], page_texts(language())
    modules = _imported("js/main.js", f"js/{page}/page.js") - {"js/main.js", LIBRARY}
    links = [f'<link rel="modulepreload" href="/static/{name}" />' for name in sorted(modules)]
    texts = {key: text for key, text in all_texts.items() if page in _sayers(key)}
    given = {
        "texts": texts,
        "languages": languages(),
        "pages": PAGES,
        "version": version(language()),
        **given,
    }
    data = json.dumps(given, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
    text = _template()
    text = text.replace(LANGUAGE, language()).replace(NO_SCRIPT, str(texts["needs_javascript"]))
    return text.replace(MODULES, "\n    ".join(links)).replace(GIVEN, data)


def _sayers(key: str) -> Collection[str]:
    return OWN_TEXTS.get(key.partition("_")[0], PAGES.values())


@cache
def version(name: str) -> str:
    """Return what stands for all that the pages consist of in a language."""
    parts = [__version__, name, _template(), json.dumps([dict(page_texts(name)), PAGES])]
    parts += [file.tag for file in page_files().values()]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _template() -> str:
    return (STATIC / "index.html").read_text(encoding="utf-8")


@cache
def _imported(*names: str) -> frozenset[str]:
    """Return scripts and all that they import at once."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            folder = posixpath.dirname(name)
            script = page_files()[name].content.decode()
            left += [posixpath.normpath(f"{folder}/{path}") for path in IMPORT.findall(script)]
    return frozenset(found)


@cache
def styles() -> bytes:
    """Return all styles: those that hold in prints too, then for screens those of all pages."""
    named = {name: file.content for name, file in page_files().items() if name.endswith(".css")}
    both, _ = named.pop(BOTH), named.pop(PRINT)
    order = sorted(named, key=lambda name: (not name.startswith("css/shared/"), name))
    text = b"%s@media screen{%s}" % (both, b"".join(named[name] for name in order))
    while layout := LAYOUT.search(text):
        text = text.replace(layout[0], b"").replace(b"(%s)" % layout[1], b"(%s)" % layout[2])
    return text


async def _styles(request: Request) -> Response:
    return Response(styles(), media_type=TYPES[".css"])


async def _file(request: Request) -> Response:
    file = page_files().get(request.path_params["name"])
    if file is None:
        return refused(say("there is no file of this name"), NOT_FOUND)
    headers = {"etag": file.tag}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=UNCHANGED, headers=headers)
    return Response(file.content, headers=headers, media_type=file.media_type)
