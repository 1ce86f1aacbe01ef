"""Lines that a person may type into a puzzle by mistake: wrong places, twice the same, nonsense."""

from random import Random

from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.boards import command_text
from odin_puzzles.kinds.games import GamePlay
from odin_puzzles.play.session import Play
from odin_puzzles.puzzle import Puzzle
from odin_solver.components.spaces import SPACES
from odin_solver.graenaland.parts import ARMY, BUILDINGS, VILLAGE, WORKS
from odin_solver.vikings.parts import ROWS, SAILS, TILES

JUNK = (
    "",
    "@",
    "-1",
    "0",
    "9" * 400,
    "²",
    "١ boatsmen",
    "\x00",
    "💥 a1",
    "=1+1",
    "[bold]a1",
    "take",
    "take zz",
    "take 99 a1",
    "undo",
    "hint",
    "check",
    "show",
    "help",
    "a1:",
    ":a1",
    "a1:zz99",
    "1 1 1 1",
)


def right_steps(puzzle: Puzzle) -> list[str]:
    """Return the steps of the solution, as a player enters them."""
    play = kind_of(puzzle).play(puzzle)
    if isinstance(play, GamePlay):
        return play.nearest
    assert isinstance(play, Play)
    return [command_text(play.puzzle, piece) for piece in puzzle.solution]


def words_of(puzzle: Puzzle) -> list[str]:
    """Return names of things and places of the puzzle's game."""
    position = puzzle.position
    if puzzle.kind == "win":
        return [ARMY, VILLAGE, *BUILDINGS, *WORKS, *position.tiles, *position.tiles, "Z"]
    if puzzle.kind in ("archipelago", "boatsmen"):
        cells = [f"{row}{number}" for row in ROWS for number in range(8)]
        return [*cells, *SAILS, *map(str, TILES), *(f"{n} boatsmen" for n in range(5))]
    if puzzle.kind == "actions":
        return [*SPACES, *(space.key for space in SPACES.values())]
    cells = [f"{column}{row}" for column in "abcdefghz" for row in (0, 1, 2, 5, 9, 30)]
    return [*position.supply, *position.supply, "silver", "lengthwise", "1", "2", "9", *cells]


def illegal_lines(puzzle: Puzzle, rng: Random, count: int) -> list[str]:
    """Return lines of which hardly one is right."""
    right, words = right_steps(puzzle), words_of(puzzle)
    lines = []
    for _ in range(count):
        step = rng.choice(right)
        pair = " ".join(rng.choices(words, k=2))
        lines.append(
            rng.choice(
                (
                    step,  # and once more, sooner or later
                    f"{step} {rng.choice(words)}",
                    f"{step.split()[0].split('@')[0]} {rng.choice(words)}",
                    pair,
                    pair,
                    pair.replace(" ", "@"),
                    rng.choice(words),
                    " ".join(rng.choices(words, k=4)),
                    f"take {rng.choice((step, rng.choice(words)))}",
                    rng.choice(JUNK),
                )
            )
        )
    return lines
