"""A browser and a server for measurements and tests of the page."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
"""The browser: in ``CHROMIUM``, or on the path."""

FEATURES = [
    "WebUIOmniboxPopup",  # two more pages in each window, which cost more than most of ours
    "WebUIOmniboxAimPopup",
    # Chromium takes this list in place of Playwright's, of which these are.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
"""What a browser has that no test needs."""

ARGUMENTS = [
    f"--disable-features={','.join(FEATURES)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
]


def started(playwright: "Playwright") -> "Browser":
    """Start the browser of the tests: the one in ``FIREFOX``, or Chromium."""
    if path := os.environ.get("FIREFOX"):
        return playwright.firefox.launch(executable_path=path, channel="moz-firefox")
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)


class PageServer:
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
        command = [sys.executable, "-m", "odin_cli", "web", "--no-browser"]
        changes = {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "HOME": str(self.folder),
            "ODIN_DATA_DIR": str(self.folder / "data"),
            "ODIN_CACHE_DIR": str(self.folder / "cache"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
        }
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *self.arguments],
            cwd=self.folder,
            env=os.environ | changes,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().removesuffix("position")
        assert self.address, "the server did not start"
        self.port = urlsplit(self.address).port or 0

    def cpu_seconds(self) -> float:
        """Return the seconds of CPU that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __enter__(self) -> "PageServer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
