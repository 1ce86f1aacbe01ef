"""The page as an app: its manifest, its icons, and the worker that keeps it without a server.

Browsers install a page, and run its worker, where they trust the connection: on this computer, but
not over the plain HTTP of a local network.
"""

import json
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.support.language import language, page_texts
from odin_web.pagefiles import PAGES, PRINT, STATIC, TYPES, page_files, version

MANIFEST = "/manifest.webmanifest"
ICON = "icon.svg"
WIDTHS = (192, 512)
"""Widths of the icons for systems that take no SVG."""

WORKER = "js/worker.js"


def routes() -> list[Route]:
    return [
        Route(MANIFEST, _manifest),
        Route("/worker.js", _worker),
        *(Route(icon_path(width), _icon) for width in WIDTHS),
    ]


def worker() -> str:
    """Return the script of the worker, which names the version and the files that it keeps."""
    pages = [*PAGES, "/styles.css", "/api/components", MANIFEST]
    endings = (".js", ".svg", PRINT)
    scripts = [f"/static/{name}" for name in page_files() if name.endswith(endings)]
    given = json.dumps({"version": version(language()), "files": [*pages, *scripts]})
    return f"self.given = {given};\n{page_files()[WORKER].content.decode()}"


async def _worker(request: Request) -> Response:
    return Response(worker(), media_type=TYPES[".js"])


async def _manifest(request: Request) -> Response:
    return Response(manifest(), media_type="application/manifest+json")


def manifest() -> bytes:
    pictures = [
        {"src": f"/static/{ICON}", "sizes": "any", "type": TYPES[".svg"]},
        *(
            {"src": icon_path(width), "sizes": f"{width}x{width}", "type": "image/png"}
            for width in WIDTHS
        ),
    ]
    described = {
        "name": "odin",
        "description": page_texts(language())["title"],
        "lang": language(),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#e9e1d3",
        "theme_color": "#6d4a2d",
        "icons": pictures,
    }
    return msgspec.json.encode(described)


def icon_path(width: int) -> str:
    return f"/icon-{width}.png"


async def _icon(request: Request) -> Response:
    width = next(each for each in WIDTHS if request.url.path == icon_path(each))
    return Response(drawn(width), media_type="image/png")


@cache
def drawn(width: int) -> bytes:
    from odin_solver.render.png import png_from

    return png_from((STATIC / ICON).read_text(encoding="utf-8"), width)
