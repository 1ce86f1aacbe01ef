"""Puzzles are solved by mouse, by touch and by keys, shared, made, printed, and never lost."""

import datetime
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from odin_puzzles import daily
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.share.codes import share_code
from odin_puzzles.shipped import pack
from odin_puzzles.sources import DAILY
from odin_solver.rules.position import Placement
from odin_web.puzzles.days import keep_solved, solved_days
from tests.profiles import cases
from tests.puzzles.samples import path, sample
from tests.web.browser.conftest import Visiting
from tests.web.browser.harness import Size
from tests.web.browser.server import PageServer
from tests.web.browser.site import hosted
from tests.web.browser.table import Placed, at_cells, cell, ghost_cells, place, touch_drag, until
from tests.web.test_puzzles import KINDS

Cells = set[tuple[int, int]]


def solution_of(name: str) -> tuple[Placement, ...]:
    puzzle_pack, _, number = name.partition("/")
    solution: tuple[Placement, ...] = pack(puzzle_pack)[int(number) - 1].solution
    return solution


def opened(page: Page, name: str) -> None:
    page.goto(urljoin(page.url, f"/puzzles#{name}"))
    expect(page.locator("main.puzzle svg.overlay").first).to_be_visible()


def tile(page: Page, name: str) -> str:
    return f"button[data-tile={name}]"


def ghost(page: Page) -> Cells:
    """Return the cells under the tile in hand."""
    return set(ghost_cells(page))


def at_corner(cells: Cells) -> Cells:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


def turned(page: Page, cells: Cells, turn: Callable[[], None], flip: Callable[[], None]) -> None:
    """Turn and flip the tile in hand until it has the shape of the cells."""
    expect(page.locator(".ghost rect")).to_have_count(len(cells))
    for tries in range(9):
        before = ghost(page)
        if at_corner(before) == at_corner(cells):
            return
        (flip if tries == 4 else turn)()
        until(page, lambda before=before: ghost(page) != before)  # type: ignore[misc]
    raise AssertionError(f"no orientation has the shape of {cells}")


def left_of(page: Page, name: str) -> str:
    return page.locator(tile(page, name)).get_attribute("aria-label") or ""


def solved_by_mouse(page: Page, name: str) -> None:
    laid_by_mouse(page, solution_of(name))


def laid_by_mouse(page: Page, solution: tuple[Placement, ...]) -> None:
    for board, piece in solution:
        with page.expect_response("**/api/puzzles/play"):
            place(
                page,
                page.locator(tile(page, piece.tile.id)),
                Placed(piece.tile.id, board, piece.cells),
            )
        page.keyboard.press("Escape")


@pytest.mark.parametrize(
    "kind", ["fill", "order", "banquet", "income", "bonus", "best"][: cases(3, 6)]
)
def test_by_mouse(page: Page, kind: str) -> None:
    opened(page, KINDS[kind])
    solved_by_mouse(page, KINDS[kind])
    expect(page.get_by_test_id("solved")).to_contain_text("without hints")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the result").click()
    expect(page.get_by_role("status").last).to_contain_text("Copied: odin:")
    assert "★★★ in " in page.evaluate("navigator.clipboard.readText()")
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("solved")).to_be_hidden()
    expect(page.locator("main.puzzle svg.overlay").first).to_be_visible()
    folder, _, number = KINDS[kind].partition("/")
    assert page.evaluate("location.hash") == f"#{folder}/{int(number) + 1}"


@pytest.mark.parametrize("kind", ["fill", "banquet"])
def test_by_touch(phone: Page, kind: str) -> None:
    name = KINDS[kind]
    opened(phone, name)
    for piece in solution_of(name):
        cells = set(piece.cells)
        before = left_of(phone, piece.tile.id)
        phone.locator(tile(phone, piece.tile.id)).tap()
        phone.locator("svg.overlay").first.scroll_into_view_if_needed()
        phone.touchscreen.tap(*at_cells(phone, sorted(cells)))
        turned(
            phone,
            cells,
            lambda: phone.get_by_role("button", name="Turn").tap(),
            lambda: phone.get_by_role("button", name="Flip").tap(),
        )
        if ghost(phone) != cells:
            phone.touchscreen.tap(*at_cells(phone, sorted(cells)))
        expect(phone.locator(".ghost.legal")).to_be_visible()
        phone.touchscreen.tap(*cell(phone, *min(cells)))
        until(phone, lambda piece=piece, before=before: left_of(phone, piece.tile.id) != before)  # type: ignore[misc]
    expect(phone.get_by_test_id("solved")).to_be_visible()


def test_buttons_stay_under_the_finger(phone: Page) -> None:
    """However many lines the reason takes that a tile may not lie where it is held."""
    opened(phone, KINDS["fill"])
    phone.locator(tile(phone, "cloakpin")).tap()
    phone.touchscreen.tap(*cell(phone, 1, 1))
    button = phone.get_by_role("button", name="Turn")
    places, heights = [], set()
    for _ in range(4):
        before = ghost(phone)
        button.tap()
        until(phone, lambda before=before: ghost(phone) != before)  # type: ignore[misc]
        places.append(button.bounding_box())
        box = phone.locator(".handbar .reason").bounding_box()
        assert box is not None
        heights.add(box["height"])
    assert len(heights) > 1
    assert places == places[:1] * 4


def test_tiles_are_dragged_by_touch(phone: Page) -> None:
    opened(phone, KINDS["banquet"])
    # Upwards: a finger that goes sideways scrolls the list.
    touch_drag(phone, phone.locator(tile(phone, "whale_meat")), (4, 3))
    count = phone.locator("dl.standing dd")
    expect(count).to_have_text("3 of 6")
    phone.get_by_role("button", name="Undo").tap()
    expect(count).to_have_text("0 of 6")


@pytest.mark.parametrize("kind", ["order", "banquet"])
def test_by_keys_alone(page: Page, kind: str) -> None:
    name = KINDS[kind]
    opened(page, name)
    names = page.locator("button[data-tile]").evaluate_all(
        "all => all.map(each => each.dataset.tile)"
    )
    for piece in solution_of(name):
        cells = set(piece.cells)
        before = left_of(page, piece.tile.id)
        page.keyboard.press(str(names.index(piece.tile.id) + 1))
        page.keyboard.press("ArrowUp")
        turned(page, cells, lambda: page.keyboard.press("r"), lambda: page.keyboard.press("f"))
        for _ in range(30):
            now = ghost(page)
            (x, y), (goal_x, goal_y) = min(now), min(cells)
            if now == cells:
                break
            key = (
                ("ArrowRight" if x < goal_x else "ArrowLeft")
                if x != goal_x
                else ("ArrowDown" if y < goal_y else "ArrowUp")
            )
            page.keyboard.press(key)
            until(page, lambda now=now: ghost(page) != now)  # type: ignore[misc]
        expect(page.locator('[aria-live="polite"]')).to_contain_text("may lie here")
        page.keyboard.press("Enter")
        until(page, lambda piece=piece, before=before: left_of(page, piece.tile.id) != before)  # type: ignore[misc]
        page.keyboard.press("Escape")
    expect(page.get_by_test_id("solved")).to_be_visible()


def test_undo_reaches_back_after_the_server_was_killed(
    visiting: Visiting, own_server: PageServer
) -> None:
    visitor = visiting(own_server)
    visitor.tolerated = "net::ERR_"
    page = visitor.page("/puzzles")
    name = KINDS["fill"]
    opened(page, name)
    first = solution_of(name)[0]
    taken = page.locator(tile(page, first.tile.id))
    place(page, taken, Placed(first.tile.id, first.board, first.cells))
    expect(page.get_by_text("Cells")).to_be_visible()
    until(page, lambda: left_of(page, first.tile.id).endswith("back"))
    own_server.kill()
    own_server.start()
    page.reload()
    expect(page.locator(tile(page, first.tile.id))).to_have_attribute(
        "aria-label", re.compile("back$")
    )
    page.get_by_role("button", name="Undo").click()
    until(page, lambda: not left_of(page, first.tile.id).endswith("back"))
    page.get_by_role("button", name="Redo").click()
    until(page, lambda: left_of(page, first.tile.id).endswith("back"))


def test_the_solution_is_shown_step_by_step(page: Page) -> None:
    opened(page, KINDS["income"])
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Nothing is laid yet.").first).to_be_visible()
    page.get_by_role("button", name="Give up").click()
    page.get_by_test_id("give-up").click()
    expect(page.get_by_text("This is the solution.")).to_be_visible()
    expect(page.locator("output")).to_have_text("2 of 2")
    page.get_by_role("slider").fill("1")
    expect(page.locator("output")).to_have_text("1 of 2")


def test_shared_puzzles_and_files_are_opened(page: Page, visiting: Visiting) -> None:
    page.goto(urljoin(page.url, "/puzzles"))
    page.get_by_test_id("code").fill(share_code(pack("islands")[2]))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("main.puzzle svg.overlay").first).to_be_visible()
    assert page.evaluate("location.hash") == "#islands/3"
    page.goto(page.url.partition("#")[0])
    page.locator("input[type=file]").set_input_files(path("best"))
    expect(page.get_by_role("heading", name=shown_title(sample("best")))).to_be_visible()
    code = share_code(sample("best"))
    friend = visiting().page(f"/puzzles#{code}")
    expect(friend.get_by_role("heading", name=shown_title(sample("best")))).to_be_visible()


def test_puzzles_are_made_and_printed(
    visiting: Visiting, own_server: PageServer, tmp_path: Path
) -> None:
    page = visiting(own_server).page("/puzzles")
    for name, value in {"kind": "banquet", "difficulty": "1", "count": "1"}.items():
        page.locator(f"select[name={name}]").select_option(value)
    page.get_by_test_id("make").click()
    expect(page.get_by_text("One puzzle made.")).to_be_visible()
    page.locator("a[href='#mine']").click()
    with page.expect_download() as download:
        page.get_by_test_id("print").click()
    file = tmp_path / "booklet.pdf"
    download.value.save_as(file)
    assert file.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.nightly)])
def test_nothing_is_wider_than_the_screen(visiting: Visiting, size: Size) -> None:
    page = visiting(size=size).page("/puzzles")
    for name in ("", "the-home-board", KINDS["fill"], KINDS["income"]):
        page.goto(f"{page.url.partition('#')[0]}#{name}")
        page.reload()
        expect(page.locator("main.puzzle, main.puzzles")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_copied_link_plays_the_puzzle(page: Page) -> None:
    opened(page, KINDS["fill"])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").last).to_contain_text("ODIN-")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "/puzzles#p=ODIN" in link
    assert "-" not in link.partition("#")[2]
    page.goto("about:blank")
    page.goto(link.replace("/puzzles#", "/#"))
    expect(page.locator("main.puzzle svg.overlay").first).to_be_visible()
    assert page.evaluate("location.hash") == f"#{KINDS['fill']}"


@pytest.mark.parametrize(("ago", "row"), [((1, 2), 3), ((2, 3), 1), (range(1, 20), 20)])
def test_days_in_a_row_are_counted_and_the_result_is_shared(
    visiting: Visiting,
    own_server: PageServer,
    monkeypatch: pytest.MonkeyPatch,
    ago: Sequence[int],
    row: int,
) -> None:
    """Today's puzzle is solved after others of days before; one missed day begins anew."""
    monkeypatch.setenv("ODIN_DATA_DIR", str(own_server.folder / "data"))
    monkeypatch.setattr(daily, "puzzle_of", lambda day: sample("fill"))
    today = datetime.date.today()
    puzzle = daily.kept_puzzle_of(today)
    for each in ago:
        keep_solved(f"{DAILY}/{today - datetime.timedelta(each)}")
    page = visiting(own_server).page("/")
    heading = page.locator("#daily")
    before = row - 1
    expect(heading).to_have_text(
        "Puzzle of the day" + (f" {before} days in a row" if before else "")
    )
    page.get_by_test_id("daily").click()
    laid_by_mouse(page, puzzle.solution)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the result").click()
    line, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert re.fullmatch(rf"odin: {re.escape(shown_title(puzzle))} ★★★ in \d+:\d\d", line)
    page.get_by_role("link", name="All puzzles").last.click()
    days = "1 day" if row == 1 else f"{row} days"
    expect(heading).to_have_text(f"Puzzle of the day {days} in a row")
    assert today in solved_days(), "it counts when its puzzle is no longer kept"
    friend = visiting().page(link.replace(own_server.address.rstrip("/"), ""))
    expect(friend.get_by_role("heading", name=shown_title(puzzle))).to_be_visible()


def test_an_unexpected_error_blocks_nothing(visiting: Visiting) -> None:
    visit = visiting()
    done = visit.page("/puzzles").evaluate(
        """async () => {
            const { inTurn } = await import("/static/js/shared/page.js");
            const { inOrder, busy } = inTurn();
            const wrong = inOrder(async () => { throw new Error("provoked"); });
            return [await wrong, await inOrder(async () => {}), busy.value];
        }"""
    )
    assert done == [False, True, False]
    visit.forgive("provoked")


def test_a_frame_of_another_site_plays_a_puzzle(
    visiting: Visiting, own_server: PageServer, tmp_path: Path
) -> None:
    address = f"{own_server.address}puzzles?framed#p={share_code(sample('fill'))}"
    (tmp_path / "index.html").write_text(f"<iframe src='{address}' width=900 height=650></iframe>")
    with hosted(tmp_path) as host:
        visit = visiting(own_server)
        page = visit.page()
        page.goto(host.replace("127.0.0.1", "localhost"))
        view = page.frame_locator("iframe")
        tiles = view.locator(".take")
        tiles.first.focus()
        tiles.first.press("Enter")
        expect(tiles.first).to_have_attribute("aria-pressed", "true")
        expect(view.get_by_role("button", name="Undo")).to_be_visible()
        for gone in ("Give up", "Check"):
            expect(view.get_by_role("button", name=gone)).to_have_count(0)
        expect(view.locator("header.head, a.back")).to_have_count(0)
        visit.forgive("request to http://localhost")
