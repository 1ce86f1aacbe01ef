"""At desk sizes every action space says its name, beside what the coach says of it."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visiting
from tests.web.browser.harness import LOCALES

DESKS = ((1366, 657), (1920, 1080), (2560, 1440))

CUT = """spaces => spaces.flatMap(space => {
    const box = space.getBoundingClientRect();
    const inside = part => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect();
        const across = left >= box.left && right <= box.right;
        return width && across && top >= box.top - 1 && bottom <= box.bottom + 1;
    };
    const name = space.querySelector(".title > span");
    const parts = [name, ...space.querySelectorAll(".icons .item, .badge")];
    return /\\p{L}{3}/u.test(name.textContent) && parts.every(inside) ? [] : [space.dataset.space];
})"""
"""Spaces without a name, or of which a part stands over the edge."""

ADVISE = """async spaces => {
    const urls = performance.getEntriesByType("resource").map(({ name }) => name);
    const { advice } = await import(urls.find(name => name.includes("/games/coach.js")));
    const signs = ["−12", "−5.9"];
    advice.set({ lines: [], others: spaces.map(({ dataset: { space: target } }, at) => ({
        group: "space", target, best: !at, sign: signs[at % 2],
    })) });
}"""
"""The coach gives every space a number."""


@pytest.mark.parametrize("language", LOCALES)
def test_every_space_shows_its_name(visiting: Visiting, language: str) -> None:
    visit = visiting(size="laptop", language=language)
    begun = visit.context.request.post(
        f"{visit.server.address}api/games/new",
        data={"name": "", "length": "long", "seed": 1, "decks": ["A"], "starting": "random"}
        | {"islands": False, "harvest": False, "rulings": []},
    )
    page = visit.page(f"/games#{begun.json()['game']}")
    spaces = page.locator(".space")
    expect(spaces).to_have_count(61)
    for advised in (False, True):
        if advised:
            spaces.evaluate_all(ADVISE)
            expect(page.locator(".space .badge")).to_have_count(61)
        for width, height in DESKS:
            page.set_viewport_size({"width": width, "height": height})
            assert spaces.evaluate_all(CUT) == [], (width, advised)
