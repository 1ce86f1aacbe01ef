"""``odin puzzle packs``: the shipped puzzles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table

from odin_cli.commands import argument, command
from odin_cli.options import JSON, output_option
from odin_cli.output import print_json, stdout_console
from odin_puzzles.games.packs import THEMES
from odin_puzzles.play.progress import PuzzleRecord, key_of, load_records
from odin_puzzles.shipped import files_of_pack, heads, pack, packs
from odin_solver.errors import InputError
from odin_solver.support.files import write_file
from odin_solver.support.text import shortened

if TYPE_CHECKING:
    from odin_puzzles.pack_list import Pack


@command("odin puzzle packs first-steps && odin puzzle play first-steps/1", "packs")
def list_packs(
    name: str | None = argument("[PACK]", among=lambda ctx: (*packs(), *THEMES)),
    output: str | None = output_option(
        "Copy the files of the pack to a directory; different files there are not overwritten.",
        metavar="DIR",
    ),
    as_json: bool = JSON,
) -> None:
    """List the packs of puzzles, or the puzzles of one of them.

    Every command accepts a puzzle of a pack by its number: first-steps/3 is the third of
    first-steps.
    """
    from odin_cli.puzzle.games import game_pack_data, packs_of_games
    from odin_puzzles.games.packs import game_packs
    from odin_puzzles.pack_list import PACKS

    records = _records()
    if name in THEMES:
        paths = game_packs()[name]
        if output is not None:
            paths = _copied(paths, Path(output))
        if as_json:
            print_json(game_pack_data(name, paths, records))
        elif output is not None:
            click.echo("\n".join(map(str, paths)))
        else:
            _print_puzzles(game_pack_data(name, paths, records))
        return
    if name is None:
        if output is not None:
            raise click.UsageError("--output needs the name of a pack")
        if as_json:
            own = [_pack_data(listed, records) for listed in PACKS]
            print_json({"schema": 1, "packs": [*own, *packs_of_games(records)]})
        else:
            _print_packs(PACKS, records)
        return
    paths = files_of_pack(name)
    chosen = next(listed for listed in PACKS if listed.name == name)
    if output is not None:
        paths = _copied(paths, Path(output))
    if as_json:
        data = _puzzles_data(name, paths, records)
        print_json({"schema": 1, **_pack_data(chosen, records), "puzzles": data})
    elif output is not None:
        for path in paths:
            click.echo(path)
    else:
        data = _puzzles_data(name, paths, records)
        _print_puzzles({"theme": chosen.theme, "puzzles": data})


def _records() -> Mapping[str, PuzzleRecord]:
    """Return the player's progress; none, with a note, if it cannot be read."""
    try:
        return load_records()
    except InputError as error:
        click.echo(shortened(f"odin: {error}"), err=True)
        return {}


def _progress(name: str, records: Mapping[str, PuzzleRecord]) -> list[PuzzleRecord]:
    """Return the player's progress with each puzzle of a pack."""
    if not records:
        return [PuzzleRecord()] * len(files_of_pack(name))
    return [records.get(key_of(puzzle), PuzzleRecord()) for puzzle in pack(name)]


def _print_packs(all_packs: "Sequence[Pack]", records: Mapping[str, PuzzleRecord]) -> None:
    from odin_cli.puzzle.games import packs_of_games
    from odin_solver.words.names import number_of

    rows = []
    for listed in all_packs:
        puzzles = heads(files_of_pack(listed.name))
        levels = sorted({puzzle.difficulty or 0 for puzzle in puzzles})
        between = f"{levels[0]}" if len(levels) == 1 else f"{levels[0]} to {levels[-1]}"
        solved = sum(record.solved > 0 for record in _progress(listed.name, records))
        count = number_of(len(puzzles), "puzzle")
        state = f"{solved} solved" if solved else ""
        rows.append((listed.name, count, f"difficulty {between}", listed.theme, state))
    for pack_of_game in packs_of_games(records):
        levels_of_game = list(pack_of_game["difficulties"])
        between = f"difficulty {levels_of_game[0]} to {levels_of_game[-1]}"
        count = number_of(pack_of_game["count"], "puzzle")
        solved = pack_of_game["solved"]
        state = f"{solved} solved" if solved else ""
        rows.append((pack_of_game["name"], count, between, pack_of_game["theme"], state))
    stdout_console().print(_table(rows))


def _print_puzzles(listed: Mapping[str, Any]) -> None:
    from odin_cli.puzzle.pictures import clock_text, stars

    console = stdout_console()
    console.print(listed["theme"], style="bold")
    console.print()
    rows = []
    for puzzle in listed["puzzles"]:
        state = "begun" if puzzle["begun"] else ""
        if puzzle["best_seconds"] is not None:
            state = f"solved in {clock_text(puzzle['best_seconds'])}"
        rating = stars(puzzle["difficulty"] or 0)
        rows.append((puzzle["puzzle"], rating, puzzle["kind"], puzzle["title"], state))
    console.print(_table(rows))


def _table(rows: Sequence[tuple[str, ...]]) -> Table:
    """Return a table of packs or puzzles; the last column, progress, only if there is any."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    begun = any(state for *_, state in rows)
    if begun:
        table.add_column(no_wrap=True, style="green")
    for row in rows:
        table.add_row(*(row if begun else row[:-1]))
    return table


def _pack_data(listed: "Pack", records: Mapping[str, PuzzleRecord]) -> dict[str, object]:
    puzzles = heads(files_of_pack(listed.name))
    levels = Counter(str(puzzle.difficulty) for puzzle in puzzles)
    return {
        "name": listed.name,
        "theme": listed.theme,
        "count": len(puzzles),
        "difficulties": dict(sorted(levels.items())),
        "kinds": dict(Counter(puzzle.kind for puzzle in puzzles)),
        "solved": sum(record.solved > 0 for record in _progress(listed.name, records)),
    }


def _puzzles_data(
    name: str, paths: Sequence[Path], records: Mapping[str, PuzzleRecord]
) -> list[dict[str, object]]:
    listed = zip(heads(paths), paths, _progress(name, records), strict=True)
    return [
        {
            "puzzle": f"{name}/{number}",
            "title": puzzle.title,
            "kind": puzzle.kind,
            "difficulty": puzzle.difficulty,
            "file": str(path),
            "solved": record.solved > 0,
            "best_seconds": record.best,
            "stars": record.stars,
            "begun": record.begun is not None,
        }
        for number, (puzzle, path, record) in enumerate(listed, 1)
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
