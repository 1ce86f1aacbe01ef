"""After a game: training with its mistakes, and playing on from them."""

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from odin_solver.challenges.library import par_log
from odin_solver.game.log import parse
from odin_solver.planner.review import past_decisions
from tests.web.browser.conftest import Visiting
from tests.web.browser.game import import_log

DECISIONS = 20
"""The game is cut after so many."""


def found(page: Page, decisions: list[int], mistakes: dict[int, float]) -> None:
    """Let the search for mistakes find these: number of the move, and its loss."""
    costliest = [
        {"number": number, "text": f"Move {number} was a mistake, better: Best {number}"}
        for number in sorted(mistakes, key=lambda number: -mistakes[number])
    ]
    moves: list[dict[str, Any]] = [
        {
            "number": number,
            "round": 1 + at // 8,
            "kind": "vikings",
            "moves": ["pass"],
            "move_label": f"Made {number}",
            "best_label": f"Best {number}" if number in mistakes else f"Made {number}",
            "other_labels": [f"Other {number}"],
            "expected": 100.0 + at,
            "loss": mistakes.get(number, 0.0),
            "loss_stderr": 1.0 if number in mistakes else None,
            "mistake": number in mistakes,
            "done": at + 1,
            "of": len(decisions),
            "costliest": costliest,
            "total": "",
        }
        for at, number in enumerate(decisions)
    ]
    result = {"moves": moves, "costliest": costliest, "total": "Lost 12 points."}
    stream = f"event: result\ndata: {json.dumps(result)}\n\n"

    def begin(route: Route) -> None:
        route.fulfill(json={"search": "made-up"})

    def tell(route: Route) -> None:
        route.fulfill(body=stream, content_type="text/event-stream")

    page.route("**/api/game/review", begin)
    page.route("**/api/searches/made-up/events", tell)


def test_mistakes_are_asked_and_played_on_from(visiting: Visiting) -> None:
    page = visiting(size="laptop").page("/games")
    whole = par_log("first-voyage", "gold")
    past = past_decisions(parse(whole))[:DECISIONS]
    lines = whole.partition("---\n")
    log = "".join([*lines[:2], *lines[2].splitlines(keepends=True)[: past[-1].at]])
    import_log(page, log)
    numbers = [each.at + 1 for each in past[:-1]]
    first, second = numbers[6], numbers[12]
    found(page, numbers, {first: 4.0, second: 8.0})
    page.get_by_role("button", name="Review").click()
    panel = page.get_by_role("region", name="Review")
    panel.get_by_role("button", name="Begin").click()
    expect(panel.locator(".mistake")).to_have_count(2)
    expect(panel.locator(".lines li")).to_have_count(2)
    panel.get_by_role("button", name="Train with these mistakes").click()
    asked = panel.get_by_role("region", name="Train with these mistakes")
    expect(asked).to_contain_text("1 of 2")
    expect(panel).not_to_contain_text("was a mistake")
    asked.get_by_role("button", name=f"Best {first}").click()
    expect(asked.get_by_role("status")).to_contain_text("Right.")
    expect(asked.get_by_role("button", name=f"Made {first}")).to_be_disabled()
    asked.get_by_role("button", name="Next").click()
    expect(asked).to_contain_text("2 of 2")
    asked.get_by_role("button", name=f"Made {second}").click()
    expect(asked.get_by_role("status")).to_contain_text(f"Best found: Best {second}.")
    asked.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text("Right answers: 1 of 2.")
    before = page.evaluate("location.hash")
    panel.locator(".lines li").first.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("heading", name="again from round").first).to_be_visible()
    assert page.evaluate("location.hash") != before
    game = page.evaluate("location.hash.slice(1)")
    view = page.request.get(f"{page.url.partition('/games')[0]}/api/games/{game}").json()
    assert (view["seen"], view["past"]) == (second - 1, False)
