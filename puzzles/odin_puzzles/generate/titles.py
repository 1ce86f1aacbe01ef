"""Titles of generated puzzles: what they ask for, and the names by which they are shown."""

from zlib import crc32

from odin_puzzles.kinds import feast_kind, kind_of
from odin_puzzles.kinds.games import GameKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.names.printed import plain_name
from odin_solver.support.language import ENGLISH, language, mark, say, say_as, speaking

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Small numbers in words."""

NAMES = (
    *(mark("Raven"), mark("Wolf"), mark("Bear"), mark("Seal")),
    *(mark("Walrus"), mark("Eagle"), mark("Fox"), mark("Elk")),
    *(mark("Salmon"), mark("Herring"), mark("Gull"), mark("Owl")),
    *(mark("Otter"), mark("Lynx"), mark("Hawk"), mark("Swan")),
    *(mark("Storm"), mark("Fjord"), mark("Anchor"), mark("Sail")),
    *(mark("Oar"), mark("Rudder"), mark("Shield"), mark("Axe")),
    *(mark("Horn"), mark("Skald"), mark("Smith"), mark("Saga")),
    *(mark("Aurora"), mark("Glacier"), mark("Geyser"), mark("Frost")),
)
"""Who or what meets a tile in the name of a puzzle."""

SALT = 8
"""With it no two puzzles of an included pack are named alike."""


def title_of(puzzle: Puzzle) -> str:
    """Return an English title: what a puzzle asks for, in a few words."""
    kind = feast_kind(puzzle)
    with speaking(ENGLISH):
        return str(kind.title(puzzle, "" if kind.at_table else _where(puzzle)))


def shown_title(puzzle: Puzzle) -> str:
    """Return the title of a puzzle, for a generated one a name such as ``Raven and horseshoe``."""
    title: str = puzzle.title.strip()
    kind = kind_of(puzzle)
    if isinstance(kind, GameKind):
        same = title == kind.english_title(puzzle.position)
        return kind.title(puzzle.position) if same else title
    if len(puzzle.position.boards) > 1:
        return title
    return _name(puzzle) if title.partition(" (")[0] == title_of(puzzle) else title


def _name(puzzle: Puzzle) -> str:
    """Return a name made of a word and a tile of the solution; a solution has always the same."""
    pieces = sorted((at, piece.tile.id, piece.cells) for at, piece in puzzle.solution)
    number = crc32(f"{SALT} {pieces}".encode())
    tiles = sorted({tile for _, tile, _ in pieces})
    tile = plain_name(tiles[number // len(NAMES) % len(tiles)])
    return say("{word} and {tile}", word=say(NAMES[number % len(NAMES)]), tile=tile)


def _where(puzzle: Puzzle) -> str:
    (state,) = puzzle.position.boards
    name: str = say_as("board", state.board.name)
    if state.board.id == "home":
        return say("the home board")
    if state.board.is_building or state.board.id == "custom":
        return say("a {board}", board=name.lower())
    return name


def number_word(number: int) -> str:
    """Return a number; in English a small one in words."""
    words = NUMBERS if language() == ENGLISH else ()
    return words[number] if number < len(words) else str(number)
