"""WebKitGTK by WebDriver, as far as the tests need it."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Any

BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
NEEDED = ("WebKitWebDriver", "xvfb-run")

MISSING = [name for name in NEEDED if shutil.which(name) is None]
MISSING += [] if BROWSERS else ["MiniBrowser"]
"""What of it is not installed (Debian: `apt install webkit2gtk-driver xvfb`)."""

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 180_000


class WebKit:
    """A window of WebKitGTK.

    Parameters
    ----------
    address
        Where the driver is.
    """

    def __init__(self, address: str) -> None:
        options = {"binary": str(BROWSERS[-1]), "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._address = f"{address}/session"
        self._address += "/" + self._call("POST", "", asked)["sessionId"]
        limits = {"script": PATIENCE, "pageLoad": PATIENCE}
        self._call("POST", "/timeouts", limits)

    def _call(self, method: str, path: str, data: Any = None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        asked = urllib.request.Request(self._address + path, body, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=2 * PATIENCE / 1000) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()[:500]) from None

    def go(self, url: str) -> None:
        self._call("POST", "/url", {"url": url})
        self.within()

    def reload(self) -> None:
        self._call("POST", "/refresh", {})
        self.within()

    def within(self) -> None:
        """Enter the view, again while its frame is made and loads."""
        until = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                self._call("POST", "/frame", {"id": None})
                self._call("POST", "/frame", {"id": self._found("#view")})
                self._found("nav.top")
            except AssertionError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)
            else:
                return

    def _found(self, selector: str) -> Any:
        return self._call("POST", "/element", {"using": "css selector", "value": selector})

    def evaluate(self, expression: str, arg: Any = None, /) -> Any:
        """Call a function of JavaScript in the view; return what it returns, when it has."""
        script = f"const told = arguments[1]; Promise.resolve(({expression})(arguments[0])).then("
        script += "(found) => told({ found }), (error) => told({ error: String(error) }))"
        answer = self._call("POST", "/execute/async", {"script": script, "args": [arg]})
        assert "error" not in answer, answer["error"]
        return answer.get("found")

    def tap(self, selector: str) -> None:
        self._call("POST", f"/element/{self._found(selector)[ELEMENT]}/click", {})

    def close(self) -> None:
        self._call("DELETE", "")


@contextmanager
def webkit() -> Iterator[WebKit]:
    """A window of WebKitGTK on a screen that nobody sees."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
        environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8"}
        driver = subprocess.Popen(command, env=environment, start_new_session=True)
        try:
            until = time.monotonic() + PATIENCE / 1000
            while time.monotonic() < until:
                with socket() as tried:
                    if tried.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            window = WebKit(f"http://127.0.0.1:{port}")
            yield window
            window.close()
        finally:
            os.killpg(driver.pid, signal.SIGTERM)
            driver.wait()
