"""A static host of the page without a server, and requests inside it."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page

ROOT = Path(__file__).parents[3]
GIVEN = os.environ.get("BUILT")
BUILT = Path(GIVEN) if GIVEN else ROOT / "dist" / "site"
"""Where the page is, as it was built before (``BUILT``) or is built by `build`."""


def build() -> None:
    """Build the page unless that is done."""
    if not GIVEN:
        subprocess.run([sys.executable, ROOT / "web" / "browser" / "build.py"], check=True)


POST = """async ([path, data]) => {
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  });
  return [answer.status, await answer.text()];
}"""

END = """async (search) => {
  const { follow } = await import("/static/js/shared/api.js");
  return new Promise((resolve) => follow(search, { result: resolve, failed: resolve }));
}"""

LISTENED = """async (search) => {
  const { follow } = await import("/static/js/shared/api.js");
  follow(search, {});
}"""

ALL_KEPT = """async () => {
  const files = (await (await fetch("/sw.js")).text()).match(/^const FILES = (.*);$/m)[1];
  const wanted = Object.keys(JSON.parse(files)).length;
  const cache = await caches.open("odin");
  while ((await cache.keys()).length < wanted) await new Promise((done) => setTimeout(done, 200));
}"""
"""Waits in the page: its policy refuses what Playwright's own waiting evaluates."""

PATIENCE = 180_000
"""Milliseconds: Python starts slowly on a busy machine."""


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """A static host of a folder."""
    files = partial(_Files, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def view(page: Page) -> Frame:
    """Return the view inside a page."""
    frame = page.locator("#view").element_handle().content_frame()
    assert frame is not None
    frame.wait_for_selector("header.head", timeout=PATIENCE)
    return frame
