"""Routes that are imported with their first request."""

import subprocess
import sys
import threading

import pytest
from starlette.routing import BaseRoute
from starlette.testclient import TestClient

from odin_web.app import application
from odin_web.ondemand import OnDemand
from tests.cli.process import environment

START = "import sys, odin_cli.web, odin_web.server, odin_web.app; print(*sys.modules)"
LATER = {
    "odin_puzzles.play",
    "odin_solver.analysis",
    "odin_solver.game.kernel",
    "odin_solver.placement",
    "odin_solver.rules",
    "ortools",
    "numpy",
}


@pytest.mark.slow
def test_the_server_starts_without_what_other_pages_need() -> None:
    command = [sys.executable, "-c", START]
    loaded = subprocess.run(command, capture_output=True, text=True, env=environment(), check=True)
    assert "odin_web.app" in loaded.stdout.split()
    assert not LATER & set(loaded.stdout.split())


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/puzzles/lists", 200),
        ("/api/games", 200),
        ("/api/questions/hint", 405),
        ("/api/x", 404),
    ],
)
def test_the_routes_are_there_when_they_are_asked_for(path: str, status: int) -> None:
    client = TestClient(application(), base_url="http://127.0.0.1")
    assert client.get(path).status_code == status


def test_routes_are_imported_one_after_the_other() -> None:
    """Two threads that import packages of each other from two sides end in a deadlock."""
    order: list[str] = []

    def first() -> list[BaseRoute]:
        thread = threading.Thread(target=other.router)
        thread.start()
        thread.join(0.2)
        order.append("first")
        return []

    def second() -> list[BaseRoute]:
        order.append("second")
        return []

    other = OnDemand(["/b"], second)
    OnDemand(["/a"], first).router()
    other.router()
    assert order == ["first", "second"]
