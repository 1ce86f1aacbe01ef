"""A second device of the network: a browser in a namespace of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.timing import HANGING
from tests.web.browser.server import PageServer

PUZZLE = "first-steps/1"
HERE, THERE = "10.213.77.1", "10.213.77.2"


def ip(*words: str) -> None:
    """Run a command of iproute2."""
    subprocess.run(["ip", *words], check=True, capture_output=True, timeout=HANGING)


@pytest.fixture
def device() -> Iterator[str]:
    """The name of a namespace with a cable to this one; skips where there can be none."""
    if sys.platform != "linux" or os.geteuid() or not shutil.which("ip"):
        pytest.skip("needs Linux, root and iproute2")
    name = f"odin{os.getpid()}"
    near, far = f"{name[:12]}a", f"{name[:12]}b"
    try:
        ip("netns", "add", name)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces: {error.stderr.decode().strip()}")
    try:
        ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name)
        ip("address", "add", f"{HERE}/24", "dev", near)
        ip("link", "set", near, "up")
        ip("-n", name, "address", "add", f"{THERE}/24", "dev", far)
        ip("-n", name, "link", "set", far, "up")
        ip("-n", name, "link", "set", "lo", "up")
        ip("-n", name, "route", "add", "default", "via", HERE)
        yield name
    finally:
        subprocess.run(["ip", "link", "delete", near], check=False, capture_output=True)
        ip("netns", "delete", name)


def invitation(server: PageServer) -> str:
    """Return the address that a server prints for other devices."""
    assert server.process.stdout is not None
    for line in server.process.stdout:
        if line.startswith("http"):
            return line.strip()
    raise AssertionError("no address was printed")


@pytest.mark.nightly
def test_another_device_plays_a_puzzle(device: str, tmp_path: Path) -> None:
    with PageServer(tmp_path, "--lan") as server:
        command = [sys.executable, "-m", "tests.web.browser.guest", invitation(server), PUZZLE]
        guest = subprocess.run(
            ["ip", "netns", "exec", device, *command],
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            timeout=10 * HANGING,
            check=False,
        )
    assert guest.returncode == 0, guest.stderr[-3000:]
    seen = json.loads(guest.stdout)
    assert len(seen["strangers"]) > 80
    assert set(seen["strangers"]) == {401}
    assert seen["other_name"] == 421
    assert seen["solved"]
