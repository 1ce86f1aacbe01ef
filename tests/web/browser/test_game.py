"""A solo game is played."""

from pathlib import Path

from playwright.sync_api import Page

from odin_solver.game.log import parse
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import begin, move

RECORDED = Path(__file__).parents[1] / "data" / "game.log"


def choices(text: str) -> list[str]:
    """Return the moves of a log without the outcomes of chance."""
    lines = [line.partition(": ")[2] for line in text.partition("---\n")[2].splitlines()]
    return [line for line in lines if not line.startswith("chance ")]


def test_a_whole_game_is_played_by_clicks(visiting: Visiting) -> None:
    page: Page = visiting().page("/games")
    recorded = RECORDED.read_text(encoding="utf-8")
    view = begin(page, seed=1)
    for wanted in choices(recorded):
        print(wanted)
        view = move(page, view, wanted)
    assert view["over"]
    assert view["score"] == parse(recorded).score
