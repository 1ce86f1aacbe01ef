"""Tables entered in a form: what is read, refused, kept and typed again."""

import statistics
from random import Random
from typing import Any

import pytest

from odin_solver.challenges.library import par_log
from odin_solver.components.spaces import SPACES
from odin_solver.errors import InputError
from odin_solver.game.harvest import harvest_data
from odin_solver.game.kernel.state import State
from odin_solver.game.log import parse
from odin_solver.game.tables import table_data, table_from
from odin_solver.game.tables.entry import TableForm
from odin_solver.notation.examples import example_file
from odin_solver.planner.reading import read_state
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import speaking
from tests.game.test_harvest import PROFILE
from tests.game.typist import keys, table_typed
from tests.planner.games import until_turn

GAMES = (
    *("first-voyage-silver", "two-emigrants-silver", "iceland-gold", "muddle-gold", "bear-gold"),
    *(
        "home-two-silver",
        "two-emigrants-gold",
        "three-emigrants-gold",
        "bays-gold",
        "all-cards-silver",
    ),
)
"""Recorded games, short and long, with and without cards."""


def answer(form: TableForm, name: str, text: str, **options: Any) -> list[tuple[str, str]]:
    """Answer the row with a name."""
    return form.answer(next(row for row in form.rows if row.name == name), text, **options)


def filled(*lines: tuple[str, str]) -> TableForm:
    """Return the form of a new table with the answers of some rows."""
    form = TableForm({"schema": 1})
    for name, text in lines:
        answer(form, name, text)
    return form


def seen(state: State) -> State:
    """Return what can be seen of a table, in a certain order."""
    seen = table_from(table_data(state))
    seen.hidden_strips, seen.deck = (), ()
    seen.emigrated = tuple(sorted(seen.emigrated))
    ordered = (
        BoardState(
            each.board, tuple(sorted(each.pieces, key=lambda each: (each.tile.id, each.cells)))
        )
        for each in seen.boards
    )
    seen.boards = tuple(sorted(ordered, key=lambda each: (each.id, len(each.pieces))))
    return seen


def typed_in(state: State) -> TableForm:
    """Return the form of a new table after the lines for a state."""
    form = TableForm({"schema": 1})
    for at, line in enumerate(table_typed(state)):
        if line:
            form.answer(form.rows[at], line)
    return form


@pytest.mark.slow
@pytest.mark.parametrize(
    "language",
    ["en", "cs", *(pytest.param(each, marks=pytest.mark.nightly) for each in ("pl", "uk"))],
)
def test_tables_of_round_4_are_typed_exactly(language: str) -> None:
    """Half of those with two boards take at most 190 keys, each at most 220."""
    wanted = [
        until_turn(parse(par_log(*name.rsplit("-", 1))), 4, vikings).state
        for name in GAMES
        for vikings in (20, 3)
    ]
    with speaking(language):
        numbers = []
        for state in wanted:
            assert seen(table_from(typed_in(state).table)) == seen(state)
            if sum(not each.board.is_building for each in state.boards) == 2:
                numbers.append(keys(table_typed(state)))
    assert len(numbers) >= 15
    assert statistics.median(numbers) <= 190
    assert max(numbers) <= 220


@pytest.mark.parametrize("language", ["en", "cs", "pl", "uk"])
def test_what_is_shown_can_be_typed(language: str) -> None:
    """A row that is gone back to shows what is typed for it, in full."""
    wanted = read_state(example_file("table-round-4").text, "example")
    with speaking(language):
        form = typed_in(wanted)
        answer(form, form.rows[-4].name, "-")  # home
        before = form.table
        for row in form.rows[:-1]:
            form.answer(row, form.typed(row), whole=True)
        assert form.table == before
        again = TableForm(before)
        assert again.table == before
        assert [again.typed(row) for row in again.rows] == [form.typed(row) for row in form.rows]


def test_what_was_heard_is_told_in_full() -> None:
    form = filled(("game", "4"), ("spaces", "b4;g1 k3, Mountain 2"))
    assert answer(form, "spaces", ";;3") == [("your Vikings left", "3")]
    (heard,) = answer(form, "supply", "2 rune stone, treasure chest, 2 long sword")[:1]
    assert heard == ("goods, animals", "2 rune stones, 1 treasure chest, 2 long swords")
    assert form.table["supply"] == {"rune_stone": 2, "treasure_chest": 1, "long_sword": 2}
    assert form.table["used"] == ["build_house_and_ship"]
    assert "mountain_2" in form.table["blocked"]
    assert answer(form, "strips", "0302, 2 wood 3 stone ore 2 silver") == [
        ("strips", "stone stone stone 2 silver, wood wood stone stone stone ore 2 silver")
    ]
    assert answer(form, "next board", "Islandia: 2 ore c1d1")[0][1] == "Iceland: Ore c1 d1"


@pytest.mark.parametrize(
    ("name", "typed", "message"),
    [
        ("game", "x", "round: expected a number, got 'x'"),
        ("game", "9", "round"),
        ("game", ";medium", "long or short: expected one of long, short, got 'medium'"),
        ("game", ";;;maybe", "with Harvest: expected one of yes, no, got 'maybe'"),
        ("spaces", "zz", "used in this round: unknown action space 'zz'"),
        ("spaces", "k2 k2", "named twice"),
        ("spaces", "b4;c1;2;1", "expected at most 2 answers, got 4"),
        ("strips", "3 s", "expected wood, stone, ore and silver"),
        ("strips", "302", "expected 4 numbers .wood, stone, ore, silver., got '302'"),
        ("strips", "0301", "even number of silver"),
        ("strips", "9 wood", "no strip ends with"),
        ("cards", "Iron", "unknown card 'Iron'"),
        ("ships", "canoe", "unknown ship 'canoe'"),
        ("ships", "1001", "expected 3 numbers .whaling boat, knarr, longship., got '1001'"),
        ("ships", "100;12", "expected the ore of 1 ships, got that of 2"),
        ("ships", "100;5", "at most 1 .ore., got 5"),
        ("ships", "400", "small berths"),
        ("supply", "2 gold", "unknown item 'gold'"),
        (
            "supply",
            "peas, 2 rune",
            "unknown item 'rune': did you mean rune stone.; heard before it",
        ),
        ("supply", "99 wool", "the box holds 30"),
        ("rest", ";;iceland", "expected a number after each board"),
        ("rest", ";;moon 2", "unknown exploration board"),
        ("home", "wo a1:b9", "wool"),
        ("home", "a1 b1", "expected a tile and its cells"),
        ("home", "2 silver a1 b1 c1", "expected cells of 2 silver, got 3"),
        ("home", "wo a1, wo b2", "overlap"),
        ("next board", "attic", "unknown board 'attic'"),
        ("next board", "Iceland wool h8", "area"),
    ],
)
def test_wrong_answers_change_nothing(name: str, typed: str, message: str) -> None:
    form = filled(("supply", "2 peas"), ("home", "si a1"))
    before = form.table
    with pytest.raises(InputError, match=message):
        answer(form, name, typed)
    assert form.table == before


def test_lists_are_read_exactly_or_refused() -> None:
    random, form = Random(5), TableForm({"schema": 1})
    names = ["rune stone", "treasure chest", "chest", "skin and bones", "fur", "wool", "zz"]
    for _ in range(200):
        wanted = {name: random.randint(1, 4) for name in random.sample(names, 4)}
        text = ", ".join(f"{count} {name}" for name, count in wanted.items())
        try:
            answer(form, "supply", text)
        except InputError:
            assert "zz" in wanted
        else:
            found = form.table["supply"]
            assert {each.replace("_", " "): n for each, n in found.items()} == wanted


def test_an_answer_empties_or_keeps() -> None:
    form = filled(("ships", "102;1 0 2;01"), ("rest", "1001;;Faroe Islands 4;2"))
    assert form.table["ships"] == {
        "whaling_boats": [1],
        "knarrs": 0,
        "longships": [0, 2],
        "emigrated": ["longship"],
    }
    with pytest.raises(InputError, match="expected the ore of 4 ships, got that of 3"):
        answer(form, "ships", "202")
    answer(form, "ships", ";;-")
    answer(form, "rest", "-;;-")
    assert form.table["ships"]["emigrated"] == []
    assert form.table["ships"]["longships"] == [0, 2]
    assert (form.table["discards"], form.table["exploration"]) == ({}, {})
    assert form.table["penalties"] == 2
    answer(form, "rest", "0100", whole=True)
    assert "penalties" not in form.table


def test_boards_are_added_changed_and_taken_away() -> None:
    form = filled(("game", "4"), ("next board", "011"))
    answer(form, "next board", "stone house: wood, stone")
    names = ["home", "stone_house", "long_house", "stone_house"]
    assert [each["board"] for each in form.table["boards"]] == names
    assert form.table["boards"][-1]["placed"] == ["wood", "stone"]
    last = len(form.rows) - 1
    assert form.row_named("Dlouhý dům", last - 1) == last - 2
    assert form.row_named("long house", last) is None  # another one
    assert form.row_named("stone house", 0) is None  # there are two
    form.answer(form.rows[last - 1], "-")
    assert [each["board"] for each in form.table["boards"]] == names[:-1]


def test_what_matters_and_was_not_said_is_asked() -> None:
    form = filled(("game", "3"), ("cards", "-"))
    faults, at = form.wrong()
    assert [each.partition(":")[0] for each in faults] == ["ships", "blocked", "strips"]
    assert at is not None
    assert form.rows[at].name == "ships"
    for name, text in (("ships", "-"), ("spaces", ";-"), ("strips", "0302")):
        answer(form, name, text)
    assert form.wrong() == ([], None)
    assert table_from(form.table).blocked == frozenset()


def test_another_round_begins_as_the_rules_have_it() -> None:
    saved = table_data(read_state(example_file("table-round-4").text, "example"))
    saved |= {
        "vikings": 3,
        "phase": "feast",
        "exploration": {"bear_island": 0},
        "used": ["b4", "g4 0"],
    }
    form = TableForm(saved)
    used = ["build_house_and_ship", "laying_a_snare"]
    answer(form, "game", "5")
    assert (form.table["phase"], form.table["blocked"]) == ("actions", used)
    assert not {"used", "vikings", "exploration"} & form.table.keys()
    assert form.table["supply"] == saved["supply"]
    form = TableForm(saved)
    answer(form, "spaces", "b7")
    answer(form, "game", "5")
    assert form.table["used"] == [SPACES["build_longship"].id]  # was said for this round


def test_several_players_are_asked_for_what_others_do() -> None:
    form = filled(("game", ";;4"), ("others", ";1 4"), ("spaces", ";t1 c1"), ("others", "11;;4"))
    answer(form, "cards", ";;99 136")
    answer(form, "rest", ";Shetland, helmet, 2 sheds;Iceland 4, Greenland 2;1")
    answer(form, "strips", "2122 0202")
    state = table_from(form.table)
    assert (state.others.copies, state.others.copied) == ((1, 4), (4,))
    assert (state.others.vikings, state.penalties) == (11, 1)
    assert {99, 136}.isdisjoint(state.deck)
    assert {each.board: each.silver for each in state.exploration}["iceland"] == 4
    assert len(state.blocked) == 2
    assert dict(state.others.built) == {"shed": 2}


def test_harvest_markers_are_asked_for_if_they_are_known() -> None:
    form = filled(("game", ";;;yes"))
    assert "markers" not in [row.name for row in form.rows]
    form = TableForm({**form.table, "harvest_profile": harvest_data(PROFILE)})
    answer(form, "markers", "5;1;7")
    with pytest.raises(InputError, match="marker, markers_gone: 5 is named twice"):
        answer(form, "markers", ";5")
    answer(form, "strips", "0302")
    state = table_from(form.table)
    assert (state.marker, state.tokens) == (5, (7,))
    assert 1 not in state.markers


def test_the_dark_card_that_was_not_kept_is_asked_for() -> None:
    form = filled(("game", ";short;;yes"), ("cards", ";;99"), ("strips", "0302"))
    assert 99 not in table_from(form.table).deck
    answer(form, "game", ";long")
    (cards,) = (row for row in form.rows if row.name == "cards")
    assert len(cards.fields) == 2


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("used", ["zz"], "unknown action space 'zz'"),
        ("supply", {"gold": 1}, "gold"),
        ("boards", [{"board": "attic"}], "attic"),
        ("hand", ["Nobody"], "unknown card 'Nobody'"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(field: str, value: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        TableForm({"schema": 1, "round": 2, field: value})
