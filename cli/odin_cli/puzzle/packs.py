"""``odin puzzle packs``: the shipped puzzles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from odin_cli.commands import argument, command
from odin_cli.options import JSON, output_option
from odin_cli.output import print_json, stdout_console
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.pack_list import PACKS, Pack
from odin_puzzles.play.drawing import clock_text, stars
from odin_puzzles.play.progress import PuzzleRecord, key_of, known_records
from odin_puzzles.shipped import all_packs, files_of_pack, heads, pack
from odin_solver.errors import InputError
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.support.files import write_file, writing
from odin_solver.support.language import say, say_as, say_number
from odin_solver.support.text import printable, shortened


@command("odin puzzle packs first-steps && odin puzzle play first-steps/1", "packs")
def list_packs(
    name: str | None = argument("[PACK]", among=lambda ctx: all_packs()),
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
    records, unread = known_records()
    if unread:
        click.echo(shortened(f"odin: {unread}"), err=True)
    if name is None:
        if output is not None:
            raise click.UsageError(say("--output needs the name of a pack"))
        rows = [_pack_data(listed, records) for listed in PACKS]
        if as_json:
            print_json({"schema": 1, "packs": rows})
        else:
            _print_packs(rows)
        return
    paths = files_of_pack(name)
    chosen = next(listed for listed in PACKS if listed.name == name)
    if output is not None:
        paths = _copied(paths, Path(output))
    if output is not None and not as_json:
        click.echo("\n".join(printable(str(path)) for path in paths))
        return
    progress = _progress(name, records)
    puzzles = [
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
        for number, (puzzle, path, record) in enumerate(
            zip(heads(paths), paths, progress, strict=True), 1
        )
    ]
    if as_json:
        print_json({"schema": 1, **_pack_data(chosen, records), "puzzles": puzzles})
    else:
        _print_puzzles(chosen, puzzles)


def _progress(name: str, records: Mapping[str, PuzzleRecord]) -> list[PuzzleRecord]:
    if not records:
        return [PuzzleRecord()] * len(files_of_pack(name))
    return [records.get(key_of(puzzle), PuzzleRecord()) for puzzle in pack(name)]


def _print_packs(packs: Sequence[Mapping[str, Any]]) -> None:
    rows: list[tuple[str, ...]] = []
    for pack_ in packs:
        levels = list(pack_["difficulties"])
        between: str = levels[0]
        if len(levels) > 1:
            between = say("{low} to {high}", low=levels[0], high=levels[-1])
        state = say("{n} solved", n=pack_["solved"]) if pack_["solved"] else ""
        count = say_number("{n} puzzle", "{n} puzzles", pack_["count"])
        level = say("difficulty {n}", n=between)
        rows.append((pack_["name"], count, level, say_as("theme", pack_["theme"]), state))
    stdout_console().print(_table(rows))


def _print_puzzles(listed: Pack, puzzles: Sequence[Mapping[str, Any]]) -> None:
    console = stdout_console()
    console.print(say_as("theme", listed.theme), style="bold")
    console.print()
    rows = []
    for puzzle, whole in zip(puzzles, pack(listed.name), strict=True):
        state = say("begun") if puzzle["begun"] else ""
        if puzzle["best_seconds"] is not None:
            state = say("solved in {time}", time=clock_text(puzzle["best_seconds"]))
        rating = stars(puzzle["difficulty"] or 0)
        rows.append((puzzle["puzzle"], rating, say(puzzle["kind"]), shown_title(whole), state))
    console.print(_table(rows))


def _table(rows: Sequence[tuple[str, ...]]) -> Table:
    """Return a table of packs or puzzles; the last column, progress, only if there is any."""
    begun = any(state for *_, state in rows)
    table = labelled_table("whole", "whole", "left", *["whole"] * begun)
    if begun:
        table.columns[-1].style = "green"
    for row in rows:
        table.add_row(*(row if begun else row[:-1]))
    return table


def _pack_data(listed: Pack, records: Mapping[str, PuzzleRecord]) -> dict[str, Any]:
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


def _copied(paths: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    targets = tuple(folder / path.name for path in paths)
    texts = [path.read_bytes() for path in paths]
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        missing = [
            (target, text)
            for target, text in zip(targets, texts, strict=True)
            if not target.exists() or target.read_bytes() != text
        ]
    for target, _ in missing:
        if target.exists():
            raise InputError.said(
                "{target} is another file already: choose another directory", target=target
            )
    for target, text in missing:
        write_file(target, text)
    return targets
