"""Visitors of the page who complain about every error."""

import re
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, Unpack, get_args

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.web.browser.server import PageServer

PATIENCE = 40.0
"""Seconds until a condition counts as failed: the machine may be busy."""

Hand = Literal["phone", "large phone"]
Lap = Literal["across", "tablet", "tablet across", "large tablet"]
Desk = Literal["laptop", "screen", "wide"]
Size = Literal["desktop", "zoomed", Hand, Lap, Desk]

WINDOWS: tuple[Size, ...] = (*get_args(Desk), *get_args(Lap), *get_args(Hand))
"""The windows in which everything has to be in its place."""

CELLS: dict[Size, int] = {
    **dict.fromkeys(get_args(Desk), 26),
    **dict.fromkeys(get_args(Lap), 30),
    "across": 22,
}
"""Fewest pixels of a cell where the board is whole beside the controls."""

FINGERS: dict[str, Any] = {"has_touch": True, "is_mobile": True}

SIZES: dict[Size, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1366, "height": 657}},
    "zoomed": {"viewport": {"width": 683, "height": 328}, "device_scale_factor": 2},
    "screen": {"viewport": {"width": 1920, "height": 1080}},
    "wide": {"viewport": {"width": 2560, "height": 1440}},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, **FINGERS},
    "large phone": {"viewport": {"width": 390, "height": 844}, **FINGERS},
    "across": {"viewport": {"width": 740, "height": 360}, **FINGERS},
    "tablet": {"viewport": {"width": 820, "height": 1180}, **FINGERS},
    "tablet across": {"viewport": {"width": 1024, "height": 768}, **FINGERS},
    "large tablet": {"viewport": {"width": 1180, "height": 820}, **FINGERS},
}

LOCALES = {"en": "en-GB", "cs": "cs-CZ", "pl": "pl-PL", "uk": "uk-UA"}
"""What the browser of a speaker of a language asks for."""

expect.set_options(timeout=1000 * PATIENCE)


@dataclass
class Visit:
    """A visitor's browser: its own storage, and all that went wrong.

    Attributes
    ----------
    wrong
        Errors on the console (violations of the policy among them), uncaught exceptions, requests
        to other servers. A test fails if any is left at its end.
    tolerated
        Regular expression of errors on the console that may or may not come.
    """

    context: BrowserContext
    server: PageServer
    wrong: list[str] = field(default_factory=list)
    tolerated: str = "(?!)"

    def __post_init__(self) -> None:
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.on("console", self._listen)
        self.context.on("weberror", lambda error: self.wrong.append(f"exception: {error.error}"))
        self.context.on("request", self._check)

    def page(self, path: str = "/position") -> Page:
        """Open a page in a new tab; by default the one with a position."""
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
        if said.type == "error" and not re.search(self.tolerated, said.text):
            self.wrong.append(f"console: {said.text}")

    def _check(self, request: Request) -> None:
        if not request.url.startswith((self.server.address, "blob:", "data:")):
            self.wrong.append(f"request to {request.url}")


class Options(TypedDict, total=False):
    """What a visitor has and prefers; by default English on a light desktop, no workers."""

    size: Size
    language: str
    dark: bool
    workers: bool


def visit(browser: Browser, server: PageServer, **options: Unpack[Options]) -> Visit:
    """Make a visitor, who does not like motion."""
    context = browser.new_context(
        **SIZES[options.get("size", "desktop")],
        locale=LOCALES[options.get("language", "en")],
        color_scheme="dark" if options.get("dark") else "light",
        reduced_motion="reduce",
        service_workers="allow" if options.get("workers") else "block",
    )
    return Visit(context, server)
