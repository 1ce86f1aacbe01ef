"""``odin puzzle``: the group of commands about puzzles."""

from collections.abc import Mapping

import click

from odin_cli.main import BAD_INPUT, LazyGroup

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


class PuzzleGroup(LazyGroup):
    """The commands about puzzles."""

    table = TABLE


@click.group(
    cls=PuzzleGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: odin puzzle play puzzle.json",
)
@click.pass_context
def puzzle(ctx: click.Context) -> None:
    """Tile puzzles with one solution: make, play, check, grade, print and share them.

    Wherever a command takes a puzzle, that is a JSON file, a share code, a puzzle of a pack such
    as first-steps/3, daily for the puzzle of today, or - for standard input.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(BAD_INPUT)
