"""The editor without a screen: its commands, undo, and what it can save."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, TILES, board, tile
from odin_solver.editing.changes import ChangeRefused, with_facts
from odin_solver.editing.editor import Editor
from odin_solver.editing.ghost import ghost_of
from odin_solver.errors import InputError
from odin_solver.notation.positions import parse_position
from odin_solver.notation.writing import position_text
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from tests import reference
from tests.profiles import cases
from tests.reference import put

HOME = Position(boards=(BoardState(board("home")),))


def entered(*lines: str, start: Position = HOME) -> Editor:
    editor = Editor.of(start)
    for line in lines:
        editor = editor.enter(line)
    return editor


def pieces(editor: Editor) -> list[str]:
    assert editor.state is not None
    return [piece.tile.id for piece in editor.state.pieces]


# --- random commands -----------------------------------------------------------------------------

Command = tuple[str, tuple[Any, ...]]

few_tiles = st.sampled_from(["oil", "rune_stone", "silver", "belt", "wood", "peas", "cattle"])
few_boards = st.sampled_from(["home", "iceland", "labrador", "shed", "stone_house", "mull"])
cells = st.tuples(st.integers(0, 12), st.integers(0, 11))
commands: st.SearchStrategy[Command] = st.one_of(
    st.tuples(
        st.sampled_from(["turn", "flip", "drop", "lay", "lift", "undo", "redo", "next_place"]),
        st.just(()),
    ),
    st.tuples(st.just("take"), st.tuples(few_tiles.map(tile))),
    st.tuples(st.just("point"), st.tuples(cells)),
    st.tuples(st.just("point"), st.tuples(st.tuples(st.integers(0, 3), st.integers(8, 11)))),
    st.tuples(st.just("move"), st.tuples(st.integers(-1, 1), st.integers(-1, 1))),
    st.tuples(st.just("show"), st.tuples(st.integers(0, 3))),
    st.tuples(st.just("add_count"), st.tuples(few_tiles.map(tile), st.integers(-2, 3))),
    st.tuples(st.just("set_count"), st.tuples(few_tiles.map(tile), st.integers(-1, 3))),
    st.tuples(st.just("add_board"), st.tuples(few_boards.map(board))),
    st.tuples(st.just("remove_board"), st.tuples(st.integers(0, 1))),
    st.tuples(st.just("toggle_box"), st.just(())),
    st.tuples(
        st.just("enter"),
        st.tuples(st.sampled_from(["oil a1:b1", "silver a1 a2", "ru 2", "wool c1:d2", "zzz"])),
    ),
)


def carried_out(editor: Editor, command: Command) -> Editor:
    name, arguments = command
    if name == "remove_board" and len(editor.position.boards) <= arguments[0]:
        return editor
    try:
        after = getattr(editor, name)(*arguments)
    except (ChangeRefused, InputError) as error:
        refusal = str(error)
    else:
        assert isinstance(after, Editor)
        return after
    assert 0 < len(refusal) < 200
    return editor


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(st.lists(commands, max_size=40), st.sampled_from([Position(), HOME]))
def test_random_commands(chosen: list[Command], start: Position) -> None:
    editor = Editor.of(start)
    for command in chosen:
        before = editor
        editor = carried_out(editor, command)
        # Only the income order may be open, and only where no order of the pieces is legal.
        assert {each.rule for each in editor.violations} <= {"income order"}
        for state in editor.position.boards:
            together = Counter(cell for piece in state.pieces for cell in piece.cells)
            assert set(together.values()) <= {1}
        for form in ("json", "toml"):
            assert parse_position(position_text(editor.position, form)) == editor.position
        if editor.verdict is not None and editor.ghost is not None:
            check_verdict(editor)
        if editor.position != before.position and command[0] not in ("undo", "redo"):
            assert editor.undo().position == before.position
            assert editor.undo().redo().position == editor.position
    last = editor.position
    undone = 0
    while editor.history.done:
        editor, undone = editor.undo(), undone + 1
    assert editor.position == start
    assert not editor.history.changed
    for _ in range(undone):
        editor = editor.redo()
    assert editor.position == last


def check_verdict(editor: Editor) -> None:
    """The verdict agrees with laying, and with the oracle of the tests."""
    assert editor.verdict is not None
    assert editor.ghost is not None
    assert editor.state is not None
    if editor.verdict.refused:
        with pytest.raises(ChangeRefused) as refusal:
            editor.lay()
        assert str(refusal.value) in editor.verdict.text
        return
    after = editor.lay()
    assert after.ghost is None
    if not editor.verdict.waits and not editor.violations:
        assert not after.violations
    state = replace(editor.state, pieces=(*editor.state.pieces, editor.ghost.piece))
    if reference.board_is_legal(state):
        assert not editor.verdict.waits


# --- commands one by one -------------------------------------------------------------------------


def test_pieces_in_any_order_end_in_a_legal_one() -> None:
    editor = entered("wool a2:b3", "silver b1")
    assert editor.violations
    editor = editor.enter("silver a1")
    assert not position_violations(editor.position)
    assert pieces(editor)[0] == "silver"


def test_why_a_tile_may_not_lie() -> None:
    editor = entered("oil a1:b1", "hide")
    verdict = editor.point((0, 11)).verdict
    assert verdict is not None
    assert verdict.refused
    assert verdict.text == "hide a1:c1: a cell is covered already: a1 b1"
    above = editor.point((1, 10)).verdict
    assert above is not None
    assert "no two green tiles may share an edge here" in above.text
    food = editor.take(tile("peas")).verdict
    assert food is not None
    assert food.text.endswith("Home board takes no orange")
    far = editor.take(tile("silver")).point((2, 9)).verdict
    assert far is not None
    assert (far.refused, far.waits) == (False, True)
    assert "income" in far.text


def test_tiles_come_from_the_supply_then_from_the_box() -> None:
    editor = entered("oil 1")
    assert editor.source(tile("oil")) == "from the supply (1)"
    editor = editor.enter("oil a1:b1")
    assert editor.position.supply == {}
    assert editor.source(tile("oil")) == "from the box"
    boxed = entered("oil 1").toggle_box().enter("oil a1:b1")
    assert boxed.position.supply == {"oil": 1}


def test_lifted_pieces_go_to_the_supply_or_the_hand() -> None:
    editor = entered("belt a1:a5").point((0, 9))
    lifted = editor.lift()
    assert lifted.position.supply == {"belt": 1}
    taken = editor.lift(take=True)
    assert taken.ghost is not None
    assert taken.ghost.piece == put(board("home"), "belt", "a1:a5")
    assert taken.lay().position == editor.position
    with pytest.raises(ChangeRefused, match="no piece lies here"):
        lifted.lift()


def test_what_exists_once_is_refused_twice() -> None:
    for lines in (["belt 2"], ["belt 1", "belt a1:a5", "belt b1:b5"]):
        with pytest.raises(ChangeRefused, match="only 1 exists"):
            entered(*lines)
    editor = Editor.of(HOME).add_board(board("iceland"))
    with pytest.raises(ChangeRefused, match="two sides of one board"):
        editor.add_board(board("labrador"))
    with pytest.raises(ChangeRefused, match="2 times home: only 1 exist"):
        editor.add_board(board("home"))


def test_boards_are_shown_when_added_and_removed() -> None:
    editor = Editor.of(Position()).add_board(board("home")).add_board(board("shed"))
    assert editor.board == 1
    editor = editor.enter("wood").lay(keep=True).lay()
    assert pieces(editor) == ["wood", "wood"]
    editor = editor.remove_board(1)
    assert (editor.board, len(editor.position.boards)) == (0, 1)
    back = editor.undo()
    assert back.board == 1
    assert pieces(back) == ["wood", "wood"]


def test_turning_four_times_and_flipping_twice_is_nothing() -> None:
    for each in TILES.values():
        ghost = ghost_of(each)
        assert ghost.turned().turned().turned().turned() == ghost
        assert ghost.flipped().flipped() == ghost
    editor = entered("fibula").point((6, 6))
    before = editor.ghost
    for _ in range(4):
        editor = editor.turn()
    assert editor.ghost == before


def test_the_hand_stays_on_the_board() -> None:
    editor = Editor.of(HOME).take(tile("cattle"))
    for dx, dy in ((-40, 0), (0, -40), (40, 0), (0, 40)):
        editor = editor.move(dx, dy)
        assert editor.ghost is not None
        assert all(0 <= x < 13 and 0 <= y < 12 for x, y in editor.ghost.cells)


@pytest.mark.slow
def test_next_places_are_all_legal_placements() -> None:
    editor = entered("oil a1:b1", "wool")
    assert editor.state is not None
    seen = set()
    legal = editor.state.legal_placements(tile("wool"))
    for _ in legal:
        editor = editor.next_place()
        assert editor.verdict is not None
        assert not editor.verdict.refused
        assert not editor.verdict.waits
        assert editor.ghost is not None
        seen.add(editor.ghost.cells)
    assert len(seen) == len(legal)
    forwards = editor
    assert editor.next_place().next_place(-1).ghost == forwards.ghost
    with pytest.raises(ChangeRefused, match="no place on this board is legal for peas"):
        editor.take(tile("peas")).next_place()


def test_facts() -> None:
    position = with_facts(HOME, title="A", round=7, objective="score", simultaneous=True)
    assert with_facts(position, game="short").round == 6
    assert with_facts(position, round=0).round is None
    for change in (
        lambda: with_facts(HOME, round=8),
        lambda: with_facts(HOME, game="short", round=7),
        lambda: with_facts(HOME, title="a\nb"),
    ):
        refused(change)
    editor = Editor.of(HOME).set_facts(position)
    assert editor.history.done[-1].description == "title, round, rules, objective changed"
    assert editor.set_facts(position) == editor


def refused(change: Callable[[], object]) -> None:
    with pytest.raises(ChangeRefused):
        change()


def test_accepted_pieces_come_from_the_supply() -> None:
    placement = Placement(0, put(board("home"), "oil", "a1:b1"))
    editor = entered("oil 1")
    after = editor.accept([placement])
    assert after.position.supply == {}
    assert pieces(after) == ["oil"]
    with pytest.raises(ChangeRefused, match="no oil is left in the supply"):
        after.accept([placement])


def test_saved_positions_are_not_changed() -> None:
    editor = entered("oil 1")
    assert editor.history.changed
    editor = editor.marked_saved()
    assert not editor.history.changed
    assert editor.undo().history.changed
    assert not editor.undo().redo().history.changed


def test_every_board_can_be_added_to_nothing() -> None:
    for name in BOARDS:
        assert Editor.of(Position()).add_board(board(name)).state is not None


def test_without_boards_nothing_can_be_laid() -> None:
    editor = Editor.of(Position())
    with pytest.raises(ChangeRefused, match="no board"):
        editor.take(tile("oil"))
    with pytest.raises(InputError, match="no board"):
        editor.enter("oil a1:b1")
    assert editor.enter("oil 2").position.supply == {"oil": 2}
