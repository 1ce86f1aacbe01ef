"""``odin puzzle packs``: the shipped puzzles."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from odin_cli.output import print_json, stdout_console, write_file
from odin_puzzles.shipped import files_of_pack, pack, packs
from odin_solver.errors import InputError

if TYPE_CHECKING:
    from odin_puzzles.pack_list import Pack


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in packs() if name.startswith(incomplete)]


@click.command(
    name="packs", epilog="Example: odin puzzle packs first-steps && odin puzzle play first-steps/1"
)
@click.argument("name", metavar="[PACK]", required=False, shell_complete=_complete)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    help="Copy the files of the pack to a directory; different files there are not overwritten.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
def list_packs(name: str | None, output: str | None, as_json: bool) -> None:
    """List the packs of puzzles, or the puzzles of one of them.

    Every command accepts a puzzle of a pack by its number: first-steps/3 is the third of
    first-steps.
    """
    from odin_puzzles.pack_list import PACKS

    if name is None:
        if output is not None:
            raise click.UsageError("--output needs the name of a pack")
        if as_json:
            print_json({"schema": 1, "packs": [_pack_data(listed) for listed in PACKS]})
        else:
            _print_packs(PACKS)
        return
    paths = files_of_pack(name)
    chosen = next(listed for listed in PACKS if listed.name == name)
    if output is not None:
        paths = _copied(paths, Path(output))
    if as_json:
        print_json({"schema": 1, **_pack_data(chosen), "puzzles": _puzzles_data(name, paths)})
    elif output is not None:
        for path in paths:
            click.echo(path)
    else:
        _print_pack(chosen)


def _print_packs(all_packs: "Sequence[Pack]") -> None:
    table = _table()
    for listed in all_packs:
        puzzles = pack(listed.name)
        levels = sorted({puzzle.difficulty or 0 for puzzle in puzzles})
        between = f"{levels[0]}" if len(levels) == 1 else f"{levels[0]} to {levels[-1]}"
        table.add_row(listed.name, f"{len(puzzles)} puzzles", f"difficulty {between}", listed.theme)
    stdout_console().print(table)


def _print_pack(listed: "Pack") -> None:
    from odin_cli.puzzle.pictures import stars

    console = stdout_console()
    console.print(listed.theme, style="bold")
    console.print()
    table = _table()
    for number, puzzle in enumerate(pack(listed.name), 1):
        name, rating = f"{listed.name}/{number}", stars(puzzle.difficulty or 0)
        table.add_row(name, rating, puzzle.kind, puzzle.title)
    console.print(table)


def _table() -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _pack_data(listed: "Pack") -> dict[str, object]:
    puzzles = pack(listed.name)
    levels = Counter(str(puzzle.difficulty) for puzzle in puzzles)
    return {
        "name": listed.name,
        "theme": listed.theme,
        "count": len(puzzles),
        "difficulties": dict(sorted(levels.items())),
        "kinds": dict(Counter(puzzle.kind for puzzle in puzzles)),
    }


def _puzzles_data(name: str, paths: Sequence[Path]) -> list[dict[str, object]]:
    return [
        {
            "puzzle": f"{name}/{number}",
            "title": puzzle.title,
            "kind": puzzle.kind,
            "difficulty": puzzle.difficulty,
            "file": str(path),
        }
        for number, (puzzle, path) in enumerate(zip(pack(name), paths, strict=True), 1)
    ]


def _copied(paths: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    """Copy files to a folder atomically; copy nothing if a different file has one of the names.

    Raises
    ------
    InputError
        If the folder cannot be written, or a different file has one of the names.
    """
    targets = tuple(folder / path.name for path in paths)
    texts = [path.read_bytes() for path in paths]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        missing = [
            (target, text)
            for target, text in zip(targets, texts, strict=True)
            if not target.exists() or target.read_bytes() != text
        ]
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror or error}") from None
    for target, _ in missing:
        if target.exists():
            raise InputError(f"{target} is another file already: choose another directory")
    for target, text in missing:
        write_file(target, text)
    return targets
