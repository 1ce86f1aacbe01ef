"""A browser, a server, and pages that complain about every error."""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypedDict, Unpack
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.cli.process import COMMAND, environment

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
]

PATIENCE = 30.0
"""Seconds until a condition counts as failed: the machine may be busy."""

Size = Literal["desktop", "phone"]

SIZES: dict[Size, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}

expect.set_options(timeout=1000 * PATIENCE)


class Server:
    """``odin web`` in a process of its own.

    Parameters
    ----------
    folder
        Home of the user whose server it is: data, cache, current directory.
    arguments
        Further arguments of the command.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.arguments = arguments
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, at the same port as before."""
        self.process = subprocess.Popen(
            [*COMMAND, "web", "--no-browser", "--port", str(self.port), *self.arguments],
            cwd=self.folder,
            env=environment(
                HOME=str(self.folder),
                ODIN_DATA_DIR=str(self.folder / "data"),
                ODIN_CACHE_DIR=str(self.folder / "cache"),
            ),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the server did not start"
        self.port = urlsplit(self.address).port or 0

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()


@dataclass
class Visit:
    """A visitor's browser: its own storage, and all that went wrong.

    Attributes
    ----------
    wrong
        Errors on the console (violations of the policy among them), uncaught exceptions, requests
        to other servers. A test fails if any is left at its end.
    """

    context: BrowserContext
    server: Server
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.on("console", self._listen)
        self.context.on("weberror", lambda error: self.wrong.append(f"exception: {error.error}"))
        self.context.on("request", self._check)

    def page(self, path: str = "/") -> Page:
        """Open a page in a new tab."""
        page = self.context.new_page()
        page.goto(self.server.address.rstrip("/") + path)
        return page

    def forgive(self, pattern: str) -> None:
        """Forget errors that a test provokes.

        Parameters
        ----------
        pattern
            Regular expression; at least one error has to match it.
        """
        left = [error for error in self.wrong if not re.search(pattern, error)]
        assert len(left) < len(self.wrong), f"no error has {pattern}: {self.wrong}"
        self.wrong = left

    def _listen(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.wrong.append(f"console: {said.text}")

    def _check(self, request: Request) -> None:
        if not request.url.startswith((self.server.address, "blob:", "data:")):
            self.wrong.append(f"request to {request.url}")


class Options(TypedDict, total=False):
    """What a visitor has and prefers; by default English on a light desktop."""

    size: Size
    language: Literal["en", "cs"]
    dark: bool


def visit(browser: Browser, server: Server, **options: Unpack[Options]) -> Visit:
    """Make a visitor, who does not like motion."""
    context = browser.new_context(
        **SIZES[options.get("size", "desktop")],
        locale={"en": "en-GB", "cs": "cs-CZ"}[options.get("language", "en")],
        color_scheme="dark" if options.get("dark") else "light",
        reduced_motion="reduce",
    )
    return Visit(context, server)
