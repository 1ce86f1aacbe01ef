"""Playing: what may be laid, why not, and hints that never lead astray."""

import random
from dataclasses import replace

import pytest

from odin_puzzles.files import puzzle_from
from odin_puzzles.grading.result import GradeStep
from odin_puzzles.kinds import faults
from odin_puzzles.kinds.answers import position_after
from odin_puzzles.kinds.boards import board_states, boards_of, command_text
from odin_puzzles.kinds.fill import RegionGoal
from odin_puzzles.play.session import Play, Refused, lay_piece, replayed, solution_for, why_not
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack, packs
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.components import TILES
from odin_solver.rules.board_state import Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement
from tests.puzzles.samples import NAMES, sample


def told(play: Play, *lines: str) -> Play:
    for line in lines:
        play = play.after(line)
    return play


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_can_be_played_as_it_is_said(name: str) -> None:
    puzzle = sample(name)
    play = Play(puzzle)
    for piece in puzzle.solution:
        assert not play.solved
        play = play.after(command_text(play.puzzle, piece))
        assert play.pieces[-1].tile == piece.tile
        assert sorted(play.pieces[-1].cells) == sorted(piece.cells)
    assert play.solved
    assert not faults(puzzle, play.pieces)


@pytest.mark.parametrize(
    ("name", "lines", "reason"),
    [
        ("fill", ["zebra a1"], "zebra is not a tile or command"),
        ("fill", ["robe a1:c3"], "robe is not among the tiles"),
        ("fill", ["hide"], "hide covers 3 cells"),
        ("fill", ["hide a1"], "expected 3 cells, got 1"),
        ("fill", ["hide a1 a2 b2"], "not the shape of hide"),
        ("fill", ["hide a1:z9"], "expected 3 cells"),
        ("fill", ["hide 5"], "expected a cell such as a1"),
        ("fill", ["hide k11:m11"], "nothing may cover k11 l11 m11"),
        ("fill", ["hide a1:a3", "hide a4:a6"], "no hide is left"),
        ("fill", ["hide a1:a3", "glass_beads a2 b1 b2 b3 c2"], "a2 is covered twice"),
        ("fill", ["2 hide a1:a3"], "only one board"),
        ("banquet", ["robe"], "robe is not among the tiles"),
        ("banquet", ["peas", "peas"], "no peas is left"),
        ("banquet", ["cab", "cab"], "no orange beside orange"),
        ("banquet", ["stockfish l", "stockfish l 5"], "at most 1 may lie lengthwise"),
        ("banquet", ["cabbage l 10"], "beyond the open cells"),
        ("banquet", ["cabbage 12"], "cells are 1 to 11"),
        ("banquet", ["3"], "serve what?"),
    ],
)
def test_refusals_say_why(name: str, lines: list[str], reason: str) -> None:
    play = told(Play(sample(name)), *lines[:-1])
    with pytest.raises(Refused) as caught:
        play.after(lines[-1])
    assert reason in str(caught.value)


def test_names_can_be_short() -> None:
    play = Play(sample("fill"))
    for line in ("hi a1:a3", "Hi a3:a1", "HIDE a1 a2 a3", "h", "hel g1:h2 g3", "glass beads"):
        if line == "h":
            with pytest.raises(Refused, match="may be"):
                play.after("h a1")
        elif line == "glass beads":
            with pytest.raises(Refused, match="glass_beads covers 5 cells"):
                play.after(line)
        else:
            assert play.after(line).pieces


def test_taking_back() -> None:
    play = told(Play(sample("fill")), "hide a1:a3")
    assert play.without("a2") == Play(sample("fill"))
    for place, reason in (("b1", "none of your pieces"), ("", "take what"), ("??", "take what")):
        with pytest.raises(Refused, match=reason):
            play.without(place)
    served = told(Play(sample("banquet")), "cabbage", "stockfish")
    assert [each.tile.id for each in served.without("2").pieces] == ["stockfish"]
    assert told(served.without("2"), "cabbage").pieces[-1].cells[0][0] == 0


def ordered() -> Puzzle:
    """A puzzle of the kind order whose tiles need each other."""
    return pack("first-things-first")[0]


def test_the_order_counts_where_it_is_asked_for() -> None:
    puzzle = ordered()
    play = Play(puzzle)
    with pytest.raises(Refused, match="to its lower left has to be covered first: still open b1"):
        play.after(command_text(play.puzzle, puzzle.solution[-1]))
    for piece in puzzle.solution:
        play = play.after(command_text(play.puzzle, piece))
    with pytest.raises(Refused, match="pieces that you laid later need it"):
        play.without(command_text(play.puzzle, play.pieces[0]).split()[1].partition(":")[0])


@pytest.mark.parametrize("kind", ["fill", "income", "bonus", "best"])
def test_otherwise_tiles_are_laid_and_taken_in_any_order(kind: str) -> None:
    puzzles = [each for name in packs() for each in pack(name) if each.kind == kind]
    against_the_order = 0
    for puzzle in puzzles:
        play = Play(puzzle)
        for piece in reversed(puzzle.solution):
            play = play.after(command_text(play.puzzle, piece))
            after = position_after(puzzle, play.pieces)
            against_the_order += bool(position_violations(after))
        assert play.solved, puzzle.title
        last = command_text(play.puzzle, play.pieces[-1]).split()
        cell = last[-2 if last[0].isdecimal() and len(last) == 2 else 1].partition(":")[0]
        assert len(play.without(cell).pieces) == len(puzzle.solution) - 1
    assert against_the_order > 0


def test_a_layout_that_no_order_reaches_is_no_solution() -> None:
    position = {
        "schema": 1,
        "supply": {"rune_stone": 1},
        "boards": [{"board": {"map": ["I.", ".."], "income": [{"cells": "a2", "values": [0, 1]}]}}],
    }
    goal = {"board": 0, "income": 1}
    puzzle = puzzle_from({"schema": 1, "kind": "income", "position": position, "goal": goal})
    play = Play(puzzle).after("rune_stone a2:b2")
    assert play.fault
    assert not play.solved
    assert "is covered" in faults(puzzle, play.pieces)[0]


def test_boards_are_numbered_where_there_are_several() -> None:
    position = {"schema": 1, "supply": {"oil": 1}, "boards": [{"board": "home"}, {"board": "mull"}]}
    goal = {"value": 1, "tiles": 1}
    play = Play(puzzle_from({"schema": 1, "kind": "best", "position": position, "goal": goal}))
    with pytest.raises(Refused, match="Begin with its number, such as: 1 oil b1:b2"):
        play.after("oil b1:b2")
    assert play.after("oil mull b1:b2").pieces[0].board == 1
    assert play.after("place oil h9:h10") == play.after("1 oil h9:h10")
    with pytest.raises(Refused, match="boards 1 to 2"):
        play.after("3 oil h9:h10")
    after = play.after("1 oil h9:h10")
    assert after.pieces == (Placement(0, Piece(TILES["oil"], ((7, 2), (7, 3)))),)
    assert command_text(after.puzzle, after.pieces[0]) == "1 oil h9:h10"
    assert not after.without("1 h10").pieces


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_hints_lead_to_the_solution(name: str) -> None:
    puzzle = sample(name)
    play = Play(puzzle)
    for _ in puzzle.solution:
        told_now = play.hint()
        assert told_now.nudge
        assert told_now.command not in told_now.nudge
        play = play.after(told_now.command)
        assert not play.misplaced
    assert play.solved


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_wrong_pieces_are_found_and_taken_back(name: str) -> None:
    puzzle = sample(name)
    choose = random.Random(3)
    for _ in range(20):
        play = Play(puzzle)
        for _ in range(4):
            play = _anything(play, choose)
        wrong = play.misplaced
        while wrong:
            command, _, place = play.hint().command.partition(" ")
            assert command == "take"
            try:
                play = play.without(place)
            except Refused:
                break
            assert len(play.misplaced) < len(wrong)
            wrong = play.misplaced


def _anything(play: Play, choose: random.Random) -> Play:
    """The play after some legal move, right or wrong."""
    for _ in range(30):
        if not play.left:
            break
        name = choose.choice(list(play.left))
        x, y = choose.randint(1, 8), choose.choice("abcdefgh")
        other = f"{chr(ord(y) + choose.randint(0, 2))}{x + choose.randint(0, 3)}"
        line = f"{name} {x}" if play.at_table else f"{name} {y}{x}:{other}"
        try:
            return play.after(line)
        except Refused:
            continue
    return play


def test_a_turned_solution_is_as_good() -> None:
    puzzle = sample("skerry")
    play = Play(puzzle)
    from odin_puzzles.kinds.layout_task import laid_from
    from tests.puzzles.samples import task_of

    task = task_of(puzzle)
    assert len(symmetries(task)) == 4
    for move in symmetries(task):
        first = move(laid_from(task.problem, puzzle.solution)[0])
        cells = task.problem.areas[0].grid.cells(first.cells)
        begun = replace(play, pieces=(Placement(0, Piece(puzzle.solution[0].tile, cells)),))
        assert not begun.misplaced
        assert not faults(puzzle, solution_for(begun))
        while not begun.solved:
            begun = begun.after(begun.hint().command)


def test_steps_of_a_grader_are_told_in_order() -> None:
    puzzle = sample("fill")
    last = puzzle.solution[-1]
    steps = [
        GradeStep("stranded", "this cannot be"),
        GradeStep("forced cell", "so it must be there", last),
    ]
    given = Play(puzzle).hint(steps)
    assert given.nudge == "This cannot be."
    assert given.answer == "So it must be there."
    assert given.command == command_text(puzzle, last)


def test_what_is_marked() -> None:
    marked = {name: [each.marked for each in boards_of(sample(name))] for name in NAMES}
    assert len(marked["fill"][0]) > 20
    assert marked["skerry"] == [()]
    assert len(marked["bonus"][0]) == 2
    assert marked["banquet"] == [()]


def test_of_a_region_only_its_surroundings_are_shown() -> None:
    puzzle = sample("fill")
    (board,) = boards_of(puzzle)
    shown = board.shown
    assert shown is not None
    clues = {cell for piece in puzzle.position.boards[0].pieces for cell in piece.cells}
    assert isinstance(puzzle.goal, RegionGoal)
    assert {*puzzle.goal.cells, *clues} <= set(shown)
    assert len(shown) < puzzle.position.boards[0].grid.coverable.bit_count()
    for name in ("skerry", "bonus", "banquet"):
        assert [each.shown for each in boards_of(sample(name))] == [None]


@pytest.mark.parametrize("name", NAMES)
def test_why_not_decides_like_laying(name: str) -> None:
    puzzle = sample(name)
    play = Play(puzzle)
    for piece in puzzle.solution[:-1]:
        play = lay_piece(play, piece)
    left, rng = next(iter(play.left)), random.Random(name)
    columns, rows = shown_size(play)
    for _ in range(60):
        x, y = rng.randrange(columns), rng.randrange(rows)
        cells = [(a + x, b + y) for a, b in TILES[left].cells]
        if rng.random() < 0.5:
            cells = [(b + x, a + y) for a, b in TILES[left].cells]
        piece = Placement(puzzle.solution[-1].board, Piece(TILES[left], tuple(cells)))
        if any(a >= columns or b >= rows for a, b in cells):
            continue
        if play.at_table and max(b for _, b in cells) != rows - 1:
            continue
        try:
            lay_piece(play, piece)
            accepted = True
        except Refused:
            accepted = False
        assert (why_not(play, piece) is None) is accepted
    last = puzzle.solution[-1]
    assert why_not(play, last) is None
    assert lay_piece(play, last).solved


def shown_size(play: Play) -> tuple[int, int]:
    state = board_states(play.puzzle)[play.puzzle.solution[-1].board]
    return state.board.width, state.board.height


def test_commands_are_replayed() -> None:
    puzzle = sample("fill")
    play = Play(puzzle)
    commands = [command_text(play.puzzle, piece) for piece in puzzle.solution]
    plays = replayed(puzzle, commands)
    assert plays[0] == play
    assert plays[-1].solved
    assert [len(each.pieces) for each in plays] == list(range(len(commands) + 1))
    with pytest.raises(Refused):
        replayed(puzzle, [commands[0], commands[0]])
