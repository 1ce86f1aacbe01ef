"""The 61 action spaces: what each takes, gives and needs, and who may not use it (rules, 4)."""

import pytest

from odin_solver.components.spaces import SPACES
from odin_solver.game import IllegalMove, apply, decision, why_not
from odin_solver.game.turn import Turn
from tests.game.building import change, play, turn
from tests.game.texts import legal_moves
from tests.game.uses import USES, Use, name_of, ready


def test_table_has_all_spaces_in_their_columns() -> None:
    assert {use.space: use.column for use in USES} == {
        name: space.column for name, space in SPACES.items()
    }
    assert len(SPACES) == 61


@pytest.mark.rule("4.1", "7.3")
@pytest.mark.parametrize("use", USES, ids=name_of)
def test_what_a_space_takes_and_gives(use: Use) -> None:
    before = ready(use)
    assert f"use {use.space}" in legal_moves(before, placing=False)
    moves = [f"use {use.space}", *use.moves]
    if use.column == 4 and use.hand:
        moves.insert(1, "skip")
    after = play(before, *moves)
    here = decision(after)
    assert here is not None
    assert isinstance(here, Turn), here
    assert change(before, after) == use.change
    returned = {
        "laying_a_snare": 1,
        "pillaging_2": 1,
        "pillaging_3": 1,
        "whaling_3": 2,
        "whaling_1": 2,
    }
    back = returned.get(use.space, 0) if use.moves[-1:] == ("fail",) else 0
    assert after.placed == ((use.space, use.column - back),)
    assert after.vikings == before.vikings - use.column + back
    after.vikings = 12
    assert why_not(after, f"use {use.space}") == "it has been used in this round"


@pytest.mark.rule("4.2", "4.20")
@pytest.mark.parametrize(
    ("use", "have"),
    [(use, have) for use in USES for have in use.lacking],
    ids=lambda value: value.space if isinstance(value, Use) else None,
)
def test_a_space_without_what_it_needs(use: Use, have: dict[str, int]) -> None:
    before = ready(use, have)
    move = f"use {use.space}"
    assert move not in legal_moves(before, placing=False)
    assert why_not(before, move)
    with pytest.raises(IllegalMove):
        apply(before, move)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("use", USES, ids=name_of)
def test_a_space_takes_all_of_its_vikings(use: Use) -> None:
    before = ready(use)
    before.vikings = use.column
    assert why_not(before, f"use {use.space}") is None
    before.vikings = use.column - 1
    assert why_not(before, f"use {use.space}") == (
        f"it takes {use.column} Viking{'s' * (use.column > 1)}, "
        f"and the Thing square has {use.column - 1}"
    )


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("space", SPACES)
def test_a_blocked_space(space: str) -> None:
    use = next(each for each in USES if each.space == space)
    before = ready(use)
    before.blocked = frozenset({space})
    assert f"use {space}" not in legal_moves(before, placing=False)
    assert why_not(before, f"use {space}") == "Vikings of the previous round still stand there"


@pytest.mark.parametrize(
    ("space", "strip"),
    [("mountain_1_upgrade_1", "strip 1 take 1"), ("mountain_3_upgrade_1", "strip 1 take 3")],
)
def test_one_good_is_upgraded_after_a_mountain(space: str, strip: str) -> None:
    state = play(turn(have={"peas": 2}), f"use {space}", strip)
    asked = decision(state)
    assert asked is not None
    assert asked.question(state) == "upgrade 1 good"
