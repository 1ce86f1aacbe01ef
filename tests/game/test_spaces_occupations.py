"""Occupations drawn and played by the action spaces and their columns (rules, 4)."""

from typing import Any

import pytest

from odin_solver.components.spaces import SPACES
from odin_solver.game import Options, apply, why_not
from tests.game.building import QUIET, change, luck, play, turn
from tests.game.texts import menu
from tests.game.uses import USES

WITH_CARDS = Options(cards=frozenset(QUIET))


@pytest.mark.rule("4.5")
@pytest.mark.parametrize("space", SPACES)
def test_the_third_column_draws_an_occupation_first(space: str) -> None:
    use = next(each for each in USES if each.space == space)
    before = turn(
        use.number,
        use.have,
        WITH_CARDS,
        hand=(),
        deck=QUIET[1:4],
        **({"exploration": use.boards} if use.boards else {}),
    )
    if space == "play_occupations_1_2":
        assert why_not(before, f"use {space}") == "there is no occupation in the hand"
        return
    after = apply(before, f"use {space}")
    if use.column == 3 or space == "draw_occupation":
        spent = {name: count for name, count in change(before, after).items() if count < 0}
        assert not spent, "the card comes before the action"
        assert after.hand == ()
        drawn = apply(after, str(QUIET[2]))
        assert drawn.hand == (QUIET[2],)
        assert drawn.deck == (QUIET[1], QUIET[3])
    else:
        assert after.deck == QUIET[1:4]
        assert luck(after).deck == QUIET[1:4]


@pytest.mark.rule("4.5", "play_occupations_1_4")
def test_a_drawn_occupation_can_be_played_at_once_only_in_the_third_column() -> None:
    before = turn(1, {}, WITH_CARDS, hand=(), deck=(QUIET[1],))
    after = play(before, "use play_occupations_1_4", str(QUIET[1]), f"play {QUIET[1]}")
    assert after.played == (QUIET[1],)
    before.deck = ()
    assert why_not(before, "use play_occupations_1_4") == "there is no occupation in the hand"


@pytest.mark.parametrize(
    ("space", "most"), [("play_occupations_1_2", 2), ("play_occupations_1_4", 4)]
)
def test_so_many_occupations_and_no_more(space: str, most: int) -> None:
    """One at least; then one after the other, as many as there are or as the space allows."""
    hand = (*QUIET, 11)
    asked = apply(turn(1, {}, hand=hand), f"use {space}")
    assert why_not(asked, "skip")
    state = asked
    for number in hand[:most]:
        assert state.space == space
        state = apply(state, f"play {number}")
    assert state.space == ""
    assert state.hand == hand[most:]
    assert play(asked, f"play {hand[0]}", "skip").hand == hand[1:]
    few = play(turn(1, {}, hand=hand[:1]), f"use {space}", f"play {hand[0]}")
    assert few.space == "", "there is none left to be played"


@pytest.mark.rule("4.5")
def test_an_empty_deck_draws_nothing() -> None:
    after = play(turn(1, {}, WITH_CARDS, hand=(), deck=()), "use sheep_or_cattle", "sheep")
    assert after.hand == ()


@pytest.mark.rule("4.6")
@pytest.mark.parametrize("space", [name for name, each in SPACES.items() if each.column == 4])
def test_the_fourth_column_plays_an_occupation_before_or_after(space: str) -> None:
    use = next(each for each in USES if each.space == space)
    before = turn(use.number, use.have, WITH_CARDS, hand=QUIET[:2], deck=())
    asked = apply(before, f"use {space}")
    offered = [f"play {QUIET[0]}", f"play {QUIET[1]}", "skip"]
    # Never None: a decision is asked for.
    assert menu(asked) == offered
    first = play(asked, f"play {QUIET[0]}", *use.moves)
    assert first.played == (QUIET[0],)
    assert first.space == ""
    assert why_not(first, f"play {QUIET[1]}")
    last = play(asked, "skip", *use.moves)
    assert last.space == space
    # Never None: a decision is asked for.
    assert menu(last) == offered
    assert play(last, f"play {QUIET[1]}").played == (QUIET[1],)
    assert play(last, "skip").played == ()
    assert play(last, "skip").space == ""


@pytest.mark.rule("4.6")
@pytest.mark.parametrize("space", [name for name, each in SPACES.items() if each.column < 4])
def test_other_columns_play_no_occupation(space: str) -> None:
    if space.startswith("play_occupation"):
        return
    use = next(each for each in USES if each.space == space)
    fields: dict[str, Any] = {"exploration": use.boards} if use.boards else {}
    before = turn(use.number, use.have, WITH_CARDS, hand=QUIET[:2], deck=(), **fields)
    after = play(before, f"use {space}", *use.moves)
    assert after.space == ""
    assert after.hand == QUIET[:2]
