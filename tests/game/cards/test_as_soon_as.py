"""Cards that take effect once, as soon as a condition holds: each by its text, and its limits."""

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.game import why_not
from odin_solver.rules.board_state import BoardState
from tests.game.building import change, play, rest, turn
from tests.game.cards.helping import Items, choices, effect, when_played, with_card


@pytest.mark.rule(178)
def test_178_four_large_ships() -> None:
    """2 whaling boats for the fourth large ship, once."""
    state = with_card(178, {"knarr": 2, "longship": 1, "silver": 8})
    assert effect(state, "ship longship") == {"silver": -8, "longship": 1, "whaling_boat": 2}


@pytest.mark.rule(178)
def test_178_as_many_boats_as_find_room() -> None:
    """There are 3 berths for boats."""
    state = with_card(178, {"knarr": 3, "whaling_boat": 2, "silver": 5})
    assert effect(state, "ship knarr") == {"silver": -5, "knarr": 1, "whaling_boat": 1}


@pytest.mark.rule(178)
def test_178_once_and_at_the_moment_of_playing() -> None:
    """A ship that emigrates and another one that comes do not bring more boats."""
    have = {"knarr": 4, "silver": 6}
    assert when_played(178, have) == {"whaling_boat": 2}
    state = play(turn(have=have, hand=(178,)), "use play_occupations_1_2", "play 178")
    assert effect(state, "use emigrate_2", "emigrate knarr", "ship knarr") == {
        "silver": -6,
        "emigrated knarr": 1,
    }


@pytest.mark.rule(179)
def test_179_next_knarr() -> None:
    """However it comes, once; not for those that are there when it is played."""
    assert when_played(179, {"knarr": 2}) == {}
    state = with_card(179, {"knarr": 1, "wood": 2, "silver": 5})
    first = play(state, "use build_knarr")
    assert change(state, first) == {"wood": -2, "knarr": 1, "stockfish": 2, "silver": 2}
    assert effect(first, "ship knarr") == {"silver": -5, "knarr": 1}


def income_of(**silver: int) -> tuple[BoardState, ...]:
    """Boards with so much income: just a few cells are covered."""
    boards = []
    for name, most in ({"home": 0} | silver).items():
        board = BoardState(BOARDS[name])
        ways = sorted(board.legal_placements(TILES["silver"]), reverse=True)
        while board.income < most:
            ways = ways or sorted(board.legal_placements(TILES["silver"]), reverse=True)
            board = board.laid(TILES["silver"], ways.pop(0))
        assert board.income == most
        boards.append(board)
    return tuple(boards)


THIRTY = {"home": 18, "greenland": 8, "iceland": 4}


@pytest.mark.rule(180, 181)
@pytest.mark.parametrize(
    ("number", "income", "given"),
    [
        (180, {}, {"silverware": 4}),
        (180, {"home": 5}, {"silverware": 4}),
        (180, {"home": 6}, {"silverware": 3}),
        (180, {"home": 9, "shetland": 2}, {"silverware": 3}),
        (180, {"home": 12}, {"silverware": 2}),
        (180, THIRTY, {"silverware": 2}),
        (180, THIRTY | {"iceland": 5}, {}),
        (181, {}, {"wool": 3}),
        (181, {"home": 4}, {"wool": 3}),
        (181, {"home": 5}, {"wool": 2}),
        (181, {"home": 9}, {"wool": 2}),
        (181, {"home": 9, "shetland": 1}, {"wool": 1}),
        (181, THIRTY, {"wool": 1}),
        (181, THIRTY | {"iceland": 5}, {}),
    ],
)
def test_180_181_three_ships(number: int, income: Items, given: Items) -> None:
    """The less income, the more; once."""
    have = {"longship": 2, "silver": 16}
    state = with_card(number, have, boards=income_of(**income))
    after = play(state, "ship longship")
    assert change(state, after) == {"silver": -8, "longship": 1, **given}
    assert effect(after, "ship longship") == {"silver": -8, "longship": 1}


@pytest.mark.rule(181)
def test_180_needs_longships() -> None:
    """Knarrs do not count; for the other card they do. Two are not enough."""
    assert when_played(180, {"longship": 2}) == {}
    assert when_played(181, {"longship": 1, "knarr": 1}) == {}
    assert when_played(180, {"longship": 3}) == {"silverware": 4}
    assert when_played(180, {"knarr": 3}) == {}
    assert when_played(181, {"knarr": 3}) == {"wool": 3}


@pytest.mark.rule(182)
def test_182_two_houses() -> None:
    """Either offer, once, at any time from then on; sheds do not count."""
    assert when_played(182, {"stone_house": 1, "shed": 1, "wood": 2}) == {}
    spices = "card 182 wood=5 for spices=2"
    one = with_card(182, {"stone_house": 1, "wood": 5})
    assert why_not(one, spices) == "it needs 2 houses"
    two = with_card(182, {"stone_house": 2, "wood": 1})
    assert why_not(two, spices) == "it costs 2 wood, there is 1; it costs 5 wood, there is 1"
    state = with_card(182, {"stone_house": 1, "stone": 4, "wood": 5})
    assert effect(state, "use build_long_house", spices) == {
        "stone": -2,
        "long_house": 1,
        "wood": -5,
        "spices": 2,
    }
    later = play(state, "use build_long_house", "use build_stone_house", "use mountain_2")
    assert spices in choices(later)
    later = play(later, "strip 2 take 2", "card 182 wood=2 for spices=1")
    assert (later.has("wood"), later.has("spices")) == (5, 1)
    assert why_not(later, spices) == "it has been used"


@pytest.mark.rule(189)
@pytest.mark.parametrize(("boards", "silver"), [(1, 0), (2, 4), (3, 9), (4, 16), (5, 16)])
def test_189_exploration_boards_at_the_end(boards: int, silver: int) -> None:
    """More than 4 count as 4; the home board and houses do not."""
    names = ("shetland", "iceland", "bear_island", "labrador", "orkney")
    mine = tuple(BoardState(BOARDS[name]) for name in ("home", "long_house", *names[:boards]))
    state = rest(turn(7, played=(189,), boards=mine))
    assert state.phase == "final placing"
    assert effect(state, "finish").get("silver", 0) == silver
