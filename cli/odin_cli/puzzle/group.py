"""``odin puzzle``: the group of commands about puzzles."""

from collections.abc import Mapping

from odin_cli.commands import LazyGroup

TABLE: Mapping[str, str] = {
    "packs": "odin_cli.puzzle.packs:list_packs",
    "new": "odin_cli.puzzle.making:new",
    "daily": "odin_cli.puzzle.making:daily",
    "play": "odin_cli.puzzle.play:play",
    "solve": "odin_cli.puzzle.checking:solve",
    "check": "odin_cli.puzzle.checking:check",
    "grade": "odin_cli.puzzle.grading:grade",
    "print": "odin_cli.puzzle.printing:print_booklet",
    "share": "odin_cli.puzzle.sharing:share",
}

puzzle = LazyGroup(
    "puzzle",
    TABLE,
    help="""Tile puzzles with one solution: make, play, check, grade, print and share them.

    Wherever a command takes a puzzle, that is a JSON file, a share code, a puzzle of a pack such
    as first-steps/3, daily for the puzzle of today, or - for standard input.
""",
    example="odin puzzle play puzzle.json",
)
