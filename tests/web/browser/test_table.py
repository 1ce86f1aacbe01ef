"""A real table is entered by taps, and gets the same advice as its file."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from odin_solver.components import BOARDS
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.kernel.state import State
from odin_solver.game.tables import parse_table, table_data, table_from
from odin_solver.game.tables.strips import strip_numbers
from odin_solver.names.printed import printed_name
from odin_solver.notation.examples import example_file
from tests.cli.process import odin
from tests.web.browser.conftest import Visiting
from tests.web.browser.table import Placed, add_board, overlay, place, ready, saved, until

Capsys = pytest.CaptureFixture[str]
PLAIN = ("--lines", "2", "--quiet", "--json")
"""As many finalists as the page has."""

GAME, ROUND, PLAYERS = (f".part-facts label:nth-child({number}) select" for number in (2, 1, 4))


class Taps:
    """A visitor who enters a table by taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, target: Locator, times: int = 1) -> None:
        """Tap something."""
        for _ in range(times):
            target.click()
        self.count += times

    def choose(self, target: Locator, value: str) -> None:
        """Choose from a list, which takes two taps."""
        target.select_option(value)
        self.count += 2

    def more(self, name: str, times: int = 1) -> None:
        """Tap the plus of an item."""
        name = name.replace("_", " ")
        one = re.compile(f"^{name}: one more$", re.I)
        plus = self.page.get_by_role("button", name=one)
        self.tap(plus, times)

    def enter(self, state: State) -> None:
        """Enter a table from nothing."""
        page = self.page
        self.tap(page.get_by_role("button", name="New", exact=True))
        until(page, lambda: not saved(page).get("supply"))
        self.choose(page.locator(GAME), state.options.length)
        self.choose(page.locator(ROUND), str(state.round))
        self.boards(state)
        self.around(state)

    def boards(self, state: State) -> None:
        """Enter boards, tiles and supply."""
        page = self.page
        for number, board in enumerate(state.boards):
            if number:
                add_board(page, board.id)
                self.count += 2
                expect(overlay(page, number)).to_be_visible()
            for piece in sorted(board.pieces, key=lambda piece: piece.tile.id):
                name = printed_name(piece.tile.id)
                self.more(name)
                expect(page.locator(f'.take[aria-label="Take {name} (1 left)"]')).to_be_visible()
                taken = page.locator(f'.take[title="{name}"]')
                place(page, taken, Placed(piece.tile.id, number, tuple(piece.cells)))
                self.count += 2
                expect(page.locator(f'.take[aria-label="Take {name} (0 left)"]')).to_be_visible()
        for item, count in state.supply.items():
            self.more(printed_name(item), count)

    def around(self, state: State) -> None:
        """Enter what lies around the boards."""
        page = self.page
        if state.options.players > 1:
            self.others(state)
        for space, _ in state.placed:
            self.tap(page.locator(f'[data-space="{space}"]'))
        self.tap(page.locator("input[name=list]").nth(1))
        for space in sorted(state.blocked):
            self.tap(page.locator(f'[data-space="{space}"]'))
        numbers = strip_numbers(state.strips) or []
        for number, left in zip(numbers, map(len, state.strips), strict=True):
            row = page.locator(".strips li").nth(number - 1)
            self.tap(row.locator("button").nth(len(MOUNTAIN_STRIPS[number - 1]) - left))
        for number, ore in enumerate(state.boats, 1):
            self.more("Whaling boat")
            self.more(f"ore laid on Whaling boat {number}", ore)
        self.more("Knarr", state.knarrs)
        self.more("Longship", len(state.longships))
        for ship in state.emigrated:
            self.more(f"{ship.capitalize()}, emigrated")
        for name in ("hand", "played"):
            self.cards(name, getattr(state, name))
        for weapon, count in state.discards:
            self.more(f"{printed_name(weapon)}, discarded", count)
        self.counted(state)

    def cards(self, name: str, numbers: Iterable[int]) -> None:
        """Enter cards into a list."""
        for card in numbers:
            self.page.get_by_label("Find a card by number or name").fill(OCCUPATIONS[card].id)
            self.count += 1 + len(OCCUPATIONS[card].id)
            self.tap(self.page.locator(f'[data-card="{name} {card}"]'))

    def others(self, state: State) -> None:
        """Enter what others have, and the copy tiles."""
        data = table_data(state)
        self.choose(self.page.locator(PLAYERS), str(state.options.players))
        for column in data.get("copy_tiles", []):
            self.tap(self.page.get_by_role("button", name=f"Copy tile, column {column}"))
        for column in data.get("copied", []):
            self.tap(self.page.get_by_role("button", name=f"Column {column}: copied"))
        for name in data.get("gone", []):
            printed = BOARDS[name].name if name in BOARDS else printed_name(name)
            if name in BOARDS and BOARDS[name].is_building:
                self.more(f"{printed}, built by others")
            else:
                chips = self.page.locator(".part-gone .chips")
                self.tap(chips.get_by_role("button", name=printed, exact=True))
        self.cards("cards_gone", data.get("cards_gone", []))

    def counted(self, state: State) -> None:
        """Enter what the page counts by itself and the table has otherwise."""
        page = self.page
        expect(page.get_by_test_id("what-now")).to_be_enabled()
        shown = page.locator(".part-others output")
        while shown.count() and int(shown.inner_text()) > state.others.vikings:
            self.tap(page.get_by_role("button", name="Vikings that they have left: one fewer"))
        for each in state.exploration:
            name = f"Silver on {BOARDS[each.board].name}"
            shown = page.locator(".part-gone .stepper", has_text=name).locator("output")
            self.more(name, (each.silver - int(shown.inner_text())) // 2)


def table_of(name: str, **more: object) -> State:
    """Return an example with further fields, in the order of the page."""
    state = parse_table(example_file(name).text)
    data = table_data(state) | more
    numbers = strip_numbers(state.strips) or []
    data["strips"] = [text for _, text in sorted(zip(numbers, data["strips"], strict=True))]
    for board in data["boards"]:
        board["placed"] = sorted(board.get("placed", []))
    return table_from(data)


def entered(page: Page, wanted: State) -> tuple[State, int]:
    """Enter a table; returns that of the file that the page saves, and the number of taps."""
    ready(page)
    taps = Taps(page)
    taps.enter(wanted)
    expect(page.get_by_test_id("what-now")).to_be_enabled()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    file = download.value.path().read_text(encoding="utf-8")
    return table_from(json.loads(file)), taps.count


def test_entered_by_taps(capsys: Capsys, visiting: Visiting, tmp_path: Path) -> None:
    wanted = table_of("table-round-2")
    page = visiting().page("/table")
    state, taps = entered(page, wanted)
    assert table_data(state) == table_data(wanted)
    assert taps < 60

    page.get_by_label("Thinking time").select_option(label="2000 playouts, repeatable")
    with page.expect_request("**/table/advice") as asked:
        page.get_by_test_id("what-now").click()
    expect(page.locator(".lines li").first).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    playouts = str(json.loads(asked.value.post_data or "")["playouts"])
    file = tmp_path / "table.json"
    file.write_text(json.dumps(table_data(wanted)), encoding="utf-8")
    plan = json.loads(odin(capsys, "plan", str(file), "--playouts", playouts, *PLAIN).out)
    lines = page.locator(".lines li > *")
    # Below the words of a line stands what it aims at.
    title = 'line.title.split("\\n")[0]'
    shown = lines.evaluate_all(f"lines => lines.map(line => [{title}, line.innerText])")
    best, *others = plan["lines"]
    assert len(others) == 2
    assert shown[0][0] == best["words"]
    final = {name: f"{points:.0f}" for name, points in plan["final"].items()}
    expects = "expected {expected} (80 %: {low} to {high})\n"
    assert expects.format_map(final) in shown[0][1]
    # The others tell what they cost, unless that is small or within the noise.
    for line in others:
        loss, error = line["loss"], line["loss_stderr"]
        noise = loss <= max(0.5, 2 * error)
        tenths = 1 if loss < 10 or error <= 0.5 else 0
        told = "about equal" if noise else f"−{loss:.{tenths}f} ± {error:.{tenths}f}"
        assert told in dict(shown)[line["words"]].splitlines()
    losses = [float(loss) for _, text in shown for loss in re.findall(r"^−([\d.]+) ±", text, re.M)]
    assert losses == sorted(losses)
    assert losses
    expect(page.get_by_text("simulations, 1 thread, seed 0")).to_be_visible()


OTHERS: dict[int, dict[str, object]] = {
    3: {
        "gone": ["shetland", "helmet", "shed", "shed", "long_house"],
        "others": 7,
        "cards_gone": [1, 2],
        "occupations": "implemented",
        "discards": {"bow": 1, "spear": 2},
        "exploration": {"iceland": 6, "greenland": 4},
    },
    4: {"players": 4, "copy_tiles": [1, 4], "copied": [1], "used": ["w2", "m1"]},
}


@pytest.mark.parametrize("players", OTHERS)
def test_what_others_do_is_entered_by_taps(visiting: Visiting, players: int) -> None:
    """With four players, a space can be used twice: by its copy tile."""
    wanted = table_of("table-three-players", **OTHERS[players])
    page = visiting().page("/table")
    state, taps = entered(page, wanted)
    assert table_data(state) == table_data(wanted)
    assert taps < 80


def test_faults_stand_at_their_fields(visiting: Visiting) -> None:
    page = visiting().page("/table")
    ready(page)
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator(".part-facts .violations")).to_contain_text("round: missing")
    expect(page.get_by_test_id("what-now")).to_be_disabled()
    page.locator(ROUND).select_option("1")
    expect(page.locator(".violations")).to_have_count(0)
    for number in (1, 2, 3):
        page.locator(".strips li").nth(number).locator("button").first.click()
    page.get_by_role("button", name="Vikings left: one more").click()
    expect(page.locator(".part-strips .violations")).to_contain_text("at most 2")
    expect(page.locator(".part-spaces .violations")).to_contain_text("at most 6")
    expect(page.get_by_test_id("what-now")).to_be_disabled()


def test_a_file_is_opened_and_played_on(visiting: Visiting, tmp_path: Path) -> None:
    page = visiting().page("/table")
    ready(page)
    file = tmp_path / "t.toml"
    file.write_text(example_file("table-round-4").text, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".strips .open")).to_have_count(4)
    expect(page.locator('[data-space="build_house_and_ship"].taken')).to_be_visible()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#prompt .question")).to_be_visible()
    expect(page.locator(".space.taken")).to_have_count(1)
    expect(page.locator(".status .round")).to_contain_text("4")


def test_closed_spaces_cannot_be_tapped(visiting: Visiting, tmp_path: Path) -> None:
    page = visiting(size="phone").page("/table")
    ready(page)
    file = tmp_path / "t.toml"
    text = example_file("table-round-4").text
    file.write_text(f'without = ["e1", "o4"]\n{text}', encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".strips .open")).to_have_count(4)
    closed = page.locator(".space.closed")
    expect(closed).to_have_count(2)
    closed.first.scroll_into_view_if_needed()
    for _ in range(2):  # scrolling ends what is said, when it is drawn
        page.evaluate("new Promise(requestAnimationFrame)")
    closed.first.click(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text("closed in this game")
    expect(closed).to_have_count(2)
    expect(page.locator(".space.taken")).to_have_count(1)
