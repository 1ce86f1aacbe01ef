"""The page without a server: built, and used in a browser."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from odin_solver import example, solve

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        which("npm") is None or find_spec("ziglang") is None, reason="needs npm and ziglang"
    ),
]

ROOT = Path(__file__).parents[3]

SOLVE = """async (name) => {
  const post = async (path, data) => (await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  })).json();
  const { position } = await post("/api/position/example", { name });
  const { search } = await post("/api/position/solve", { position, seconds: 120 });
  return new Promise((resolve) => {
    const events = new EventSource(`/api/searches/${search}/events`);
    for (const kind of ["result", "failed"])
      events.addEventListener(kind, ({ data }) => resolve(JSON.parse(data)));
  });
}"""


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    subprocess.run([sys.executable, ROOT / "web" / "browser" / "build.py"], check=True)
    files = partial(_Files, directory=ROOT / "dist" / "site")
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def site(browser: Browser, address: str) -> Iterator[Page]:
    """The first page, which reaches nothing but its host."""

    def only_host(route: Route) -> None:
        if route.request.url.startswith(address):
            route.continue_()
        else:
            route.abort()

    with browser.new_context() as context:
        context.route("**/*", only_host)
        page = context.new_page()
        page.set_default_timeout(180_000)
        page.goto(address)
        page.wait_for_selector("nav.top")
        yield page


def test_a_position_is_solved_and_proven_as_elsewhere(site: Page) -> None:
    found = site.evaluate(SOLVE, "opening")["solution"]
    expected = solve(example("opening"))
    assert found["status"] == "OPTIMAL"
    assert found["objective"]["value"] == expected.levels[0].value


def test_puzzles_are_listed(site: Page) -> None:
    lists = site.evaluate("async () => (await fetch('/api/puzzles/lists')).json()")
    assert "first-steps" in [pack["name"] for pack in lists["packs"]]
