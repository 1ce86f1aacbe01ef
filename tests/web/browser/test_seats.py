"""A game of two on two phones, through ``odin web --lan``."""

import os
from copy import copy
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from odin_solver.game import legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.game.log import parse
from odin_solver.game.seats import alone
from odin_solver.rollouts.playing import greedy
from tests.web.browser.game import TOUCH, View, answered, move
from tests.web.browser.harness import Size, Visit, visit
from tests.web.browser.server import PageServer

NAMES = ("Anna", "Ben")
PICTURES = os.environ.get("SEATS_PICTURES", "")


class Phones:
    """Two phones at a table, and the page of its owner."""

    def __init__(self, browser: Browser, server: PageServer, visits: list[Visit]) -> None:
        self.server, self.browser, self.visits = server, browser, visits
        own, _, token = server.address.partition("?")
        self.owner = self._visitor(own, "laptop").page(f"/games?{token}")
        self.owner.get_by_role("button").click()
        self.game = self._begun()
        self.pages: list[Page] = []
        self.links = []
        for name in NAMES:
            self.owner.get_by_role("button", name="Seats").click()
            row = self.owner.locator(f'dialog fieldset:has(legend:text-is("{name}"))')
            row.get_by_role("button", name="Link for a phone").click()
            expect(row.locator(".qr svg")).to_be_visible()
            if PICTURES:
                self.owner.screenshot(path=f"{PICTURES}/owner-{name}.png")
            self.links.append(row.get_by_role("link").inner_text())
            self.owner.get_by_role("button", name="Close").click()
        expect(self.owner.locator("#prompt .question")).to_be_visible()  # and no cover
        for link in self.links:
            guest = self._visitor(link.partition("games")[0], "large phone")
            guest.tolerated = "ERR_INTERNET_DISCONNECTED|Cross-Origin-Opener-Policy"
            page = guest.context.new_page()
            page.goto(link)
            page.get_by_role("button").tap()
            expect(page.locator("#prompt .question")).to_be_visible()
            expect(page.get_by_text(f"You are {NAMES[len(self.pages)]}.")).to_be_visible()
            self.pages.append(page)

    def _visitor(self, address: str, size: Size) -> Visit:
        """Make a visitor who finds the server at an address."""
        at = copy(self.server)
        at.address = address
        self.visits.append(visit(self.browser, at, size=size))
        return self.visits[-1]

    def _begun(self) -> str:
        page = self.owner
        page.get_by_test_id("new-game").click()
        page.get_by_label("Players, if several play here").fill("Anna, Ben")
        page.locator("input[name=length][value=short]").check()
        page.get_by_label("Seed", exact=True).fill("4")
        view = answered(page, page.get_by_role("button", name="Begin").click, "/api/games/new")
        return str(view["game"])

    @property
    def state(self) -> State:
        log = self.server.folder / "data" / "games" / f"{self.game}.log"
        return parse(log.read_text("utf-8")).state

    def view(self, seat: int) -> View:
        page = self.pages[seat]
        view: View = page.request.get(f"{origin(page)}/api/games/{self.game}").json()
        return view

    def picture(self, name: str) -> None:
        for who, page in zip(NAMES, self.pages, strict=True):
            if PICTURES:
                page.screenshot(path=f"{PICTURES}/{name}-{who}.png")

    def move(self, wanted: str = "") -> None:
        """Make a move at the phone whose turn it is; both phones show what then is asked."""
        state = self.state
        page, view = self.pages[state.seat], self.view(state.seat)
        text = wanted or chosen(state)
        if text.startswith("serve"):
            answered(page, lambda: page.locator('[data-move="serve"]').tap())
        else:
            move(page, view, text, TOUCH)
        for seat, each in enumerate(self.pages):
            question = self.view(seat)["question"]
            expect(each.locator("#prompt .question")).to_have_text(question)


def origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def chosen(state: State) -> str:
    """Return two actions a round, and then the end of them; no tiles are laid."""
    move = str(greedy(alone(state), Random(1)))
    legal = [str(each) for each in legal_moves(state, placing=False)]
    if "pass" in legal:
        return move if len(state.placed) < 2 and move.startswith("use ") else "pass"
    if move.startswith("serve"):
        return move
    return move if move in legal and not move.startswith("place") else legal[0]


@pytest.mark.nightly
def test_two_phones_play_a_whole_game(
    browser: Browser, tmp_path: Path, visits: list[Visit]
) -> None:
    with PageServer(tmp_path, "--lan") as server:
        table = Phones(browser, server, visits)
        try:
            _play(table)
        finally:
            for each in visits:
                each.context.close()
        server.process.terminate()
        assert server.process.stdout is not None
        told = server.process.stdout.read()
    assert not [link for link in table.links if link.partition("token=")[2] in told]


def _play(table: Phones) -> None:
    hands = [[card["name"] for card in table.view(seat)["hand"]] for seat in (0, 1)]
    assert all(hands)
    for seat, page in enumerate(table.pages):
        assert page.get_by_text(hands[seat][0]).count()
        assert not page.get_by_text(hands[1 - seat][0]).count()
        expect(page.get_by_role("button", name="Coach")).to_have_count(0)
        page.locator(".tabs [data-tab=history]").tap()
        page.get_by_role("button", name="Seats").tap()
        expect(page.locator("dialog fieldset")).to_have_count(2)
        expect(page.get_by_role("button", name="Link for a phone")).to_have_count(0)
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/seats-{NAMES[seat]}.png")
        page.get_by_role("button", name="Close").last.tap()
        page.locator(".tabs [data-tab=actions]").tap()
    table.picture("begin")
    for _ in range(3):
        table.move()
    first = table.state.seat
    waits = table.pages[1 - first]
    waits.reload()
    second = waits.context.new_page()
    second.goto(f"{origin(waits)}/games")
    for each in (waits, second):
        expect(each.locator("#prompt .question")).to_have_text(table.view(0)["question"])
    second.close()
    sleeper = table.pages[1 - first].context
    sleeper.set_offline(True)
    while table.state.seat == first:
        view = table.view(first)
        move(table.pages[first], view, chosen(table.state), TOUCH)
    sleeper.set_offline(False)
    expect(waits.locator("#prompt .question")).to_have_text(table.view(0)["question"])
    table.picture("middle")

    table.pages[first].get_by_role("button", name="Undo").tap()
    expect(table.pages[first].locator(".seatbar")).to_contain_text("The others are asked")
    waits.get_by_role("button", name="No", exact=True).tap()
    expect(table.pages[first].locator(".notice")).to_contain_text("do not agree")

    table.pages[first].get_by_role("button", name="Undo").tap()
    expect(table.pages[first].locator(".seatbar")).to_contain_text("The others are asked")
    expect(waits.locator(".seatbar")).to_contain_text(f"Take this back? {NAMES[first]}: ")
    table.picture("undo")
    waits.get_by_role("button", name="Agree").tap()
    expect(waits.locator("#prompt .question")).to_contain_text(NAMES[first])
    assert table.state.seat == first

    while not table.state.is_over:
        table.move()
    table.picture("end")
    for page in table.pages:
        expect(page.locator(".end-columns thead th")).to_have_text([*NAMES])
        totals = [f"{each['score']}".replace("-", "−") for each in table.view(0)["seats"]]
        expect(page.locator(".end-columns .total td")).to_have_text(totals)
        assert not page.get_by_role("link", name="next challenge").count()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    scores = table.owner.request.get(f"{origin(table.owner)}/api/scores").json()["games"]
    assert [each["name"] for each in scores[0]["data"]["players"]] == [*NAMES]
