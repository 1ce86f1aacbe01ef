"""The page without a server: built, and used in a browser."""

import datetime
import itertools
import json
import re
import shutil
import time
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, Route, Worker

from benchmarks.site import timeless
from odin_puzzles.daily import puzzle_of
from odin_puzzles.files import puzzle_data
from odin_puzzles.loading import checked_solution, puzzle_from_text
from odin_solver import example, solve
from odin_solver.challenges.library import INCLUDED
from odin_solver.game.log import parse
from odin_solver.notation.examples import TABLES, example_file
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.reading import read_state
from odin_solver.support.language import json_bytes, languages, page_texts
from odin_web.games.coach import advice_events
from odin_web.puzzles.sources import puzzle_named
from tests.web.browser.game import touch
from tests.web.browser.harness import LOCALES, SIZES
from tests.web.browser.server import PageServer
from tests.web.browser.site import (
    ALL_KEPT,
    BUILT,
    END,
    LISTENED,
    PATIENCE,
    POST,
    build,
    hosted,
    view,
)
from tests.web.browser.table import Placed, place
from tests.web.requests import LOG, requests
from tests.web.test_everything import export, mutated
from tests.web.test_one_number import KINDS, PLAYOUTS, coached, logs

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        which("npm") is None or find_spec("ziglang") is None, reason="needs npm and ziglang"
    ),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    build()
    with hosted(BUILT) as address:
        yield address


@pytest.fixture
def site(browser: Browser, address: str) -> Iterator[Page]:
    """The first page, which reaches nothing but its host."""

    def only_host(route: Route) -> None:
        if route.request.url.startswith(address):
            route.continue_()
        else:
            route.abort()

    with browser.new_context() as context:
        context.route("**/*", only_host)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/position")
        page.frame_locator("#view").locator("nav.top").wait_for()
        yield page


def post(page: Page, path: str, data: dict[str, Any]) -> Any:
    """Post a request that is answered."""
    status, text = view(page).evaluate(POST, [path, data])
    assert status == 200, text
    return json.loads(text)


def searched(page: Page, path: str, data: dict[str, Any]) -> Any:
    """Return the result of a search."""
    found = answered(page, path, data)
    assert "error" not in found
    return found


def test_all_pages_have_their_texts(address: str) -> None:
    for language in languages():
        kept = json.loads((BUILT / "texts" / f"{language}.json").read_text(encoding="utf-8"))
        assert kept["texts"] == page_texts(language)


def test_a_position_is_solved_and_proven_as_elsewhere(site: Page) -> None:
    position = post(site, "/api/position/example", {"name": "opening"})["position"]
    asked = {"position": position, "seconds": 120}
    found = searched(site, "/api/questions/solve", asked)["data"]
    expected = solve(example("opening"))
    assert found["status"] == "OPTIMAL"
    assert found["objective"]["value"] == expected.levels[0].value


def test_views_change_while_python_goes_on(site: Page) -> None:
    site.evaluate("() => (odin.worker.same = true)")
    for name in ("puzzles", "games", "scores", "table", "graenaland", "vikings"):
        view(site).click(f"nav.top a[href='/{name}']")
        site.wait_for_url(f"**/{name}")
        # Every view has content of its own below the navigation.
        view(site).wait_for_selector("main")
    assert site.evaluate("() => odin.worker.same")
    site.go_back()
    site.wait_for_url("**/graenaland")


def test_the_puzzle_of_the_day_is_the_same(site: Page) -> None:
    lists = view(site).evaluate("async () => (await fetch('/api/puzzles/lists')).json()")
    assert "first-steps" in [pack["name"] for pack in lists["packs"]]
    day = lists["days"][-1]
    post(site, "/api/puzzles/summary", {"puzzle": day["puzzle"]})
    found = view(site).evaluate(
        "async (name) => (await fetch(`/api/puzzles/file/${name}`)).text()", day["puzzle"]
    )
    expected = puzzle_of(datetime.date.fromisoformat(day["date"]))
    assert json.loads(found)["position"] == puzzle_data(expected)["position"]


def test_new_puzzles_are_made_and_no_booklet_is_offered(site: Page) -> None:
    wanted = {"kind": "fill", "board": "shetland", "difficulty": 1, "seed": 3, "count": 2}
    made = searched(site, "/api/puzzles/new", wanted)["made"]
    assert len(made) == 2
    text = view(site).evaluate(
        "async (name) => (await fetch(`/api/puzzles/file/${name}`)).text()", made[0]
    )
    checked_solution(puzzle_from_text(text, None))
    view(site).click("nav.top a[href='/puzzles']")
    site.wait_for_url("**/puzzles")
    view(site).evaluate("() => (location.hash = 'first-steps')")
    view(site).get_by_text("install odin_solver on a computer").wait_for(timeout=PATIENCE)
    assert view(site).get_by_test_id("print").count() == 0


def test_a_challenge_is_played_and_its_par_is_known(site: Page) -> None:
    view(site).click("nav.top a[href='/challenges']")
    site.wait_for_url("**/challenges")
    shown = view(site).evaluate("async () => (await fetch('/api/challenges')).json()")
    assert len(shown["included"]) == len(INCLUDED)
    gold = post(site, "/api/challenges/game", {"challenge": "first-voyage", "medal": "gold"})
    assert post(site, "/api/challenges/result", {"game": gold["game"]})["medal"] == "gold"


def test_answers_are_those_of_the_server(site: Page, tmp_path: Path) -> None:
    """Every request that is no search, and tells of nothing that is kept."""
    with PageServer(tmp_path) as server:
        native = site.context.new_page()
        native.route("**/*", lambda route: route.continue_())
        native.goto(f"http://127.0.0.1:{server.port}/")
        compared = 0
        for path, body in requests("none").items():
            expected = native.evaluate(POST, [path, body])
            found = json.loads(expected[1])
            if expected[0] == 200 and not {"search", "game", "games", "file"} & set(found):
                assert view(site).evaluate(POST, [path, body]) == expected, path
                compared += 1
    assert compared > 20


def test_a_solo_game_is_coached_and_goes_on_after_a_reload(site: Page) -> None:
    game = post(site, "/api/games/import", {"text": LOG.read_text(encoding="utf-8"), "name": "a"})
    log = "async (game) => (await fetch(`/api/games/${game}/log`)).text()"
    before = view(site).evaluate(log, game["game"])
    new = post(site, "/api/games/new", {"name": "b", "length": "short", "seed": 1, "decks": ["A"]})
    assert searched(site, "/api/game/coach", {"game": new["game"], "seen": new["seen"]})
    site.reload()
    assert view(site).evaluate(log, game["game"]) == before
    assert "odin" in before


def planned(page: Page, workers: int | None, playouts: int = 400) -> Any:
    """Return the advice at the first table."""
    asked = {"table": opened_table(page), "playouts": playouts}
    more = {} if workers is None else {"workers": workers}
    return timeless(searched(page, "/api/games/table/advice", asked | more))


def opened_table(page: Page) -> Any:
    asked = {"text": example_file(TABLES[0]).text, "name": "table.toml"}
    return post(page, "/api/games/table/open", asked)["table"]


def natively(workers: int, playouts: int = 400) -> Any:
    """Return the same advice of this Python."""
    state = read_state(example_file(TABLES[0]).text, "table.toml")
    *_, (_, found) = advice_events(state, SearchLimits(None, playouts, workers))
    return timeless(json.loads(json_bytes(found)))


def engines(page: Page) -> list[Worker]:
    return [each for each in page.workers if each.url.endswith("engine.js")]


def test_a_search_in_workers_finds_what_so_many_threads_find(site: Page) -> None:
    one, two = natively(1), natively(2)
    assert one != two
    assert planned(site, 2) == two
    assert len(engines(site)) == 2
    assert planned(site, 1) == one
    assert len(engines(site)) == 2


def test_the_coach_says_the_same_as_elsewhere(site: Page) -> None:
    """At the decisions at which the other faces are compared (`test_one_number`)."""
    for log in itertools.chain.from_iterable(map(logs, KINDS)):
        found = timeless(coached(lambda path, data: answered(site, path, data), log))
        state = parse(log).state
        *_, (_, expected) = advice_events(state, SearchLimits(None, PLAYOUTS, 1))
        assert rounded(found) == rounded(timeless(json.loads(json_bytes(expected))))


def rounded(found: Any) -> Any:
    """Return an answer without the last digits, which depend on the library of mathematics."""
    return json.loads(json.dumps(found), parse_float=lambda text: round(float(text), 9))


def answered(page: Page, path: str, data: dict[str, Any]) -> Any:
    """Return the answer to a request, or the result of the search that it begins."""
    answer = post(page, path, data)
    return view(page).evaluate(END, answer["search"]) if "search" in answer else answer


def test_there_are_as_many_workers_as_cores_but_one(browser: Browser, address: str) -> None:
    """The browser says that it has three cores."""
    cores = "Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 });\n"
    script = cores + (BUILT / "python.js").read_text(encoding="utf-8")
    with browser.new_context(service_workers="block") as context:
        context.route(
            "**/python.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/position")
        assert planned(page, None) == natively(2)
        assert len(engines(page)) == 2


COUNTED = """() => {
  self.many = 0;
  const former = onmessage;
  onmessage = (event) => {
    if (event.data.call === "tree_improve") many++;
    return former(event);
  };
}"""


def test_a_search_that_is_stopped_leaves_its_workers_free(site: Page) -> None:
    planned(site, 2)
    for each in engines(site):
        each.evaluate(COUNTED)

    def calls() -> list[int]:
        return [each.evaluate("() => many") for each in engines(site)]

    asked = {"table": opened_table(site), "playouts": 1_000_000, "workers": 2}
    search = post(site, "/api/games/table/advice", asked)["search"]
    # Without a listener it would soon end by itself.
    view(site).evaluate(LISTENED, search)
    deadline = time.monotonic() + PATIENCE / 1000
    while not all(calls()):
        assert time.monotonic() < deadline
        site.wait_for_timeout(100)
    post(site, f"/api/searches/{search}/stop", {})
    view(site).evaluate(END, search)
    # Another search waits for what the workers may still do.
    assert planned(site, 2) == natively(2)
    done = calls()
    site.wait_for_timeout(1000)
    assert calls() == done


def test_a_worker_that_fails_is_no_end_of_the_page(browser: Browser, address: str) -> None:
    """A search says so, and the next one has another worker."""
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/position")
        context.route("**/engine.wasm", lambda route: route.fulfill(status=404))
        asked = {"table": opened_table(page), "playouts": 10}
        begun = post(page, "/api/games/table/advice", asked)
        assert "the planner failed" in view(page).evaluate(END, begun["search"])["error"]
        context.unroute("**/engine.wasm")
        assert planned(page, 1) == natively(1)


SIZE = """async () => {
  let total = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys())
      total += (await (await cache.match(key)).arrayBuffer()).byteLength;
  }
  return total;
}"""


def test_a_first_visit_says_how_much_it_keeps(browser: Browser, address: str) -> None:
    texts = json.loads((BUILT / "texts" / "en.json").read_text(encoding="utf-8"))["texts"]
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/position")
        told = page.get_by_text(texts["site_keeps"])
        told.wait_for()
        view(page)
        page.evaluate(ALL_KEPT)
        said = re.search(r"(\d+) MB", texts["site_keeps"])
        assert said is not None
        assert page.evaluate(SIZE) / 1e6 == pytest.approx(int(said[1]), rel=0.1)
        told.wait_for(state="hidden")
        page.reload()
        view(page).wait_for_selector("svg.overlay")
        assert told.count() == 0


NOTES = """async () => {
  const { files } = await (await fetch("/api/everything")).json();
  const page = files.find(({ name }) => name === "page.json");
  const kept = Object.entries(JSON.parse(atob(page.content)));
  return Object.fromEntries(kept.filter(([key]) => key.startsWith("note")));
}"""


def test_everything_outlives_a_reload_and_a_browser(site: Page, tmp_path: Path) -> None:
    """What a file would bring is told; it replaces all, or is added."""

    def read() -> Any:
        return view(site).evaluate(NOTES)

    def offered() -> Frame:
        view(site).get_by_role("button", name="My data").click()
        view(site).set_input_files("dialog input[type=file]", file)
        view(site).get_by_text("Kept here: 1 game. The newest is of").wait_for()
        view(site).get_by_text("In the file: 0 games.").wait_for()
        return view(site)

    post(site, "/api/kept", {"changes": {"note": "one", "note2": "file"}})
    site.reload()
    assert read() == {"note": "one", "note2": "file"}
    view(site).get_by_role("button", name="My data").click()
    with site.expect_download() as download:
        view(site).get_by_role("button", name="Save all in a file").click()
    file = tmp_path / "all.json"
    download.value.save_as(file)
    post(site, "/api/kept", {"changes": {"note": "two", "note2": None}})
    post(site, "/api/games/new", {"name": "b", "length": "short", "seed": 1, "decks": ["A"]})
    site.evaluate("localStorage.setItem('other', '1')")
    site.reload()
    with site.expect_event("load"):
        offered().get_by_role("button", name="Add to what is here").click()
    assert read() == {"note": "two", "note2": "file"}
    assert site.evaluate("localStorage.getItem('other')") == "1"
    frame = offered()
    with site.expect_event("load"), site.expect_download() as download:
        frame.get_by_role("button", name="Replace all").click()
    assert read() == {"note": "one", "note2": "file"}
    assert site.evaluate("localStorage.getItem('other')") is None
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved["page"]["other"] == "1"
    assert sum(each["name"].endswith(".log") for each in saved["files"]) == 1


LOADED = """async (all) => {
  const found = [];
  for (const [how, body] of all) {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`/api/everything${how}`, { method: "POST", headers, body });
    found.push([answer.status, await answer.text()]);
    if (answer.ok) await fetch("/api/everything", { method: "DELETE", headers });
  }
  return found;
}"""


def test_whatever_is_loaded_nothing_is_lost(site: Page) -> None:
    """Files that no folder holds, and others that are damaged."""
    post(site, "/api/kept", {"changes": {"note": "one"}})
    post(site, "/api/games/new", {"name": "b", "length": "short", "seed": 1, "decks": ["A"]})
    all_ = "async () => (await fetch('/api/everything')).json()"
    before = view(site).evaluate(all_)
    content = json.dumps(before).encode()
    names = (("a", "a/b"), ("games", "games/x.log"), ("x" * 300,), ("a\0b",))
    refused = [json.dumps(export(dict.fromkeys(each, b""))) for each in names]
    found = view(site).evaluate(LOADED, [["?how=replace", each] for each in refused])
    assert [status for status, _ in found] == [422] * 4
    choose = Random(63)
    damaged = [mutated(choose, content).decode("utf-8", "replace") for _ in range(200)]
    asked = [[choose.choice(["?how=add", "?how=replace"]), each] for each in damaged]
    found = view(site).evaluate(LOADED, asked)
    assert {status for status, _ in found} == {200, 422}
    site.reload()
    assert view(site).evaluate(NOTES) == {"note": "one"}
    after = view(site).evaluate(all_)
    assert others(after) == others(before)


def others(everything: Any) -> dict[str, str]:
    """Return all files but that of the page, which notes the time."""
    files = {each["name"]: each["content"] for each in everything["files"]}
    assert files.pop("page.json")
    return files


def test_a_cookie_of_the_host_is_no_end_of_the_page(site: Page) -> None:
    """One whose bytes are no UTF-8 is read as a sign that no header has."""
    site.evaluate("document.cookie = 'host=\ufffd'")
    site.reload()
    post(site, "/api/kept", {"changes": {"note": "one"}})


def test_a_search_that_nobody_hears_throws_nothing(site: Page) -> None:
    wrong: list[str] = []
    site.on("pageerror", lambda error: wrong.append(str(error)))
    position = post(site, "/api/position/example", {"name": "opening"})["position"]
    for _ in range(3):
        asked = {"position": position, "seconds": 60}
        search = post(site, "/api/questions/solve", asked)["search"]
        view(site).evaluate(LEFT, search)
        post(site, f"/api/searches/{search}/stop", {})
    site.wait_for_timeout(1000)
    assert wrong == []


LEFT = """async (search) => {
  const { follow } = await import("/static/js/shared/api.js");
  await new Promise((incumbent) => {
    const leave = follow(search, { incumbent: () => (leave(), incumbent()) });
  });
}"""
"""Hears the first solution of a search, and no more."""


def test_a_second_visit_needs_no_network(site: Page, address: str) -> None:
    view(site).evaluate("async () => (await fetch('/api/puzzles/lists')).json()")
    site.evaluate(ALL_KEPT)
    site.context.set_offline(True)
    site.goto(f"{address}/puzzles")
    lists = view(site).evaluate("async () => (await fetch('/api/puzzles/lists')).json()")
    assert lists["packs"]
    assert planned(site, 2)["lines"]


LACKS = {
    "SIMD": ("WebAssembly.validate = () => false", "site_needs_browser"),
    "IndexedDB": (
        "delete Window.prototype.indexedDB; delete window.indexedDB",
        "site_needs_storage",
    ),
    "IndexedDB that opens": (
        "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }",
        "site_needs_storage",
    ),
}


@pytest.mark.parametrize("lack", LACKS)
def test_a_browser_that_lacks_something_says_so(browser: Browser, address: str, lack: str) -> None:
    script, says = LACKS[lack]
    for language, locale in LOCALES.items():
        texts = json.loads((BUILT / "texts" / f"{language}.json").read_text(encoding="utf-8"))
        with browser.new_context(locale=locale) as context:
            page = context.new_page()
            page.add_init_script(script)
            page.goto(f"{address}/position")
            page.get_by_text(texts["texts"][says], exact=True).wait_for(timeout=PATIENCE)


WITHOUT = "delete WebAssembly.Suspending;\n"
"""What a browser lacks that cannot suspend stacks, such as Safari before 27."""


@pytest.fixture
def unsuspended(browser: Browser, address: str) -> Iterator[Page]:
    """The page where stacks cannot be suspended, and where little is said of storage."""

    def without(route: Route) -> None:
        script = (BUILT / "python.js").read_text(encoding="utf-8")
        route.fulfill(body=WITHOUT + script, content_type="text/javascript")

    # The scripts of a worker are in reach where no service worker sends them.
    with browser.new_context(service_workers="block") as context:
        context.add_init_script(f"{WITHOUT}delete Navigator.prototype.storage;")
        context.route("**/python.js", without)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/position")
        yield page


def test_without_suspended_stacks_all_but_searches_works(unsuspended: Page) -> None:
    texts = json.loads((BUILT / "texts" / "en.json").read_text(encoding="utf-8"))["texts"]
    told = unsuspended.get_by_role("alert").filter(has_text=texts["site_no_searches"])
    told.wait_for()
    position = post(unsuspended, "/api/position/example", {"name": "late-home"})["position"]
    asked = {"position": position, "seconds": 5}
    # What did not work once does not work again, and nothing else stops.
    for question in ("solve", "hint", "solve"):
        found = answered(unsuspended, f"/api/questions/{question}", asked)
        assert "this browser cannot search" in found["error"]
    assert searched(unsuspended, "/api/questions/feast", {"position": position})["report"]
    game = post(unsuspended, "/api/games/new", {"name": "one", "length": "short", "decks": ["A"]})
    coached = answered(unsuspended, "/api/game/coach", {"game": game["game"], "seen": game["seen"]})
    assert "this browser cannot search" in coached["error"]
    games = view(unsuspended).evaluate("async () => (await fetch('/api/games')).json()")
    assert [each["name"] for each in games["games"]] == ["one"]


FULL = """() => {
  self.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
"""What the page meets when the browser has no room; Chromium's own limit spares IndexedDB."""


def test_without_room_a_change_is_refused_and_nothing_is_lost(site: Page) -> None:
    """It is kept with the next change, when there is room again."""
    read = """async () => {
      const { files } = await (await fetch("/api/everything")).json();
      return Object.keys(JSON.parse(atob(files.find(({ name }) => name === "page.json").content)));
    }"""
    post(site, "/api/kept", {"changes": {"before": "1"}})
    site.evaluate(FULL)
    status, text = view(site).evaluate(POST, ["/api/kept", {"changes": {"full": "x" * 100_000}}])
    assert status == 507
    assert "no room left" in text
    assert {"before", "full"} <= set(view(site).evaluate(read))
    site.evaluate("() => void (IDBObjectStore.prototype.put = put)")
    post(site, "/api/kept", {"changes": {"after": "1"}})
    site.reload()
    assert {"before", "full", "after"} <= set(view(site).evaluate(read))


SHOWN = "async (game) => (await fetch(`/api/games/${game}`)).json()"


def tapped(page: Page, shown: dict[str, Any]) -> dict[str, Any]:
    """Make a move by touch, and return the state of the game after it."""
    frame = view(page)
    moves = [each for each in shown["moves"] if not each["anytime"]]
    plain = [each for each in moves if not each["text"].startswith(("place ", "serve ", "ship "))]
    if any(each["text"].startswith("serve ") for each in moves):
        frame.locator('[data-move="serve"]').tap()
    else:
        touch(frame, shown, plain[0], Locator.tap)
    deadline = time.monotonic() + PATIENCE / 1000
    while (found := frame.evaluate(SHOWN, shown["game"]))["seen"] == shown["seen"]:
        assert time.monotonic() < deadline, shown["moves"]
        page.wait_for_timeout(100)
    frame.locator('#prompt:not([aria-busy="true"])').wait_for()
    after: dict[str, Any] = found
    return after


def test_a_whole_game_is_played_by_touch_without_a_network(browser: Browser, address: str) -> None:
    """On a phone; a reload in the middle loses nothing."""
    with browser.new_context(**SIZES["phone"], reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/position")
        view(page).evaluate("async () => (await fetch('/api/puzzles/lists')).json()")
        page.evaluate(ALL_KEPT)
        context.set_offline(True)
        view(page).locator(".head .pages").tap()
        view(page).locator("nav.top a[href='/games']").tap()
        page.wait_for_url("**/games")
        frame = view(page)
        frame.get_by_test_id("new-game").tap()
        frame.get_by_label("Seed", exact=True).fill("1")
        frame.get_by_role("radio", name="short, 6").check()
        frame.get_by_role("button", name="Begin").tap()
        frame.locator("#prompt .question").wait_for()
        shown = frame.evaluate(SHOWN, frame.evaluate("location.hash.slice(1)"))
        for taps in itertools.count():
            if shown["over"]:
                break
            if taps == 20:
                page.reload()
                assert view(page).evaluate(SHOWN, shown["game"]) == shown
                view(page).locator("#prompt .question").wait_for()
            shown = tapped(page, shown)
        assert taps > 20
        assert re.search(r"[-−]?\d+", view(page).locator(".end").inner_text())


def test_a_reload_in_the_middle_of_a_puzzle_loses_nothing(site: Page) -> None:
    board, piece = puzzle_named("first-steps/1").solution[0]
    view(site).click("nav.top a[href='/puzzles']")
    site.wait_for_url("**/puzzles")
    view(site).get_by_role("link", name="First steps").click()
    view(site).locator('[data-puzzle="first-steps/1"]').click()
    taken = view(site).locator(f'[data-tile="{piece.tile.id}"]')
    place(view(site), taken, Placed(piece.tile.id, board, piece.cells))
    back = re.compile("^Take .* back$")
    view(site).get_by_role("button", name=back).wait_for()
    # The page shows a step before it is kept; requests are answered in their order.
    post(site, "/api/kept", {"changes": {"after": "1"}})
    site.reload()
    view(site).get_by_role("button", name=back).wait_for()


@pytest.mark.usefixtures("address")
def test_an_update_is_offered_and_used_when_wanted(browser: Browser, tmp_path: Path) -> None:
    """The service worker of a new build; what it changes is seen only after the offer is taken."""
    folder = tmp_path / "site"
    shutil.copytree(BUILT, folder)
    with hosted(folder) as address, browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/position")
        view(page)
        page.evaluate(ALL_KEPT)
        page.evaluate("async () => void (await caches.open('memory-old'))")
        texts = folder / "texts" / "en.json"
        given = json.loads(texts.read_text(encoding="utf-8"))
        given["texts"]["site_all"] = "Everything"
        texts.write_text(json.dumps(given), encoding="utf-8")
        script = folder / "sw.js"
        files = re.search(r"const FILES = (.*);", script.read_text(encoding="utf-8"))
        assert files is not None
        hashes = json.loads(files[1])
        hashes["/texts/en.json"] = sha256(texts.read_bytes()).hexdigest()[:16]
        script.write_text(
            script.read_text(encoding="utf-8").replace(files[1], json.dumps(hashes)),
            encoding="utf-8",
        )
        page.reload()
        view(page).get_by_role("button", name="My data").wait_for()
        with page.expect_navigation():
            page.get_by_role("button", name="Use it now").click()
        view(page).get_by_role("button", name="Everything", exact=True).wait_for(timeout=PATIENCE)
        assert "memory-old" not in page.evaluate("() => caches.keys()")
