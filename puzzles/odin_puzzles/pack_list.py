"""Recipes of the shipped packs; ``python -m odin_puzzles.pack_list`` makes the same files again."""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import click

from odin_puzzles.files import puzzle_data, puzzle_text
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.kinds import kind_named
from odin_puzzles.kinds.base import ODIN
from odin_puzzles.puzzle import Spec
from odin_puzzles.shipped import folder
from odin_solver.notation.examples import example
from odin_solver.support.files import write_whole


@dataclass(frozen=True)
class PackPart:
    """Puzzles of a pack with one specification and seed."""

    spec: Spec
    count: int
    seed: int


@dataclass(frozen=True)
class Pack:
    """Puzzles with a theme.

    Attributes
    ----------
    theme
        A line about its puzzles.
    puzzles
        The recipe of a pack of another game: kind, difficulty and seed of each puzzle.
    """

    name: str
    theme: str
    game: str
    parts: tuple[PackPart, ...] = ()
    puzzles: tuple[tuple[str, int, int], ...] = ()


def _pack(entry: dict[str, Any]) -> Pack:
    own = example(entry["tiles"]) if "tiles" in entry else None
    parts = (
        PackPart(spec_of(kind, board, difficulty, own=own), count, entry["seed"] + number)
        for number, (kind, board, difficulty, count) in enumerate(entry.get("parts", ()))
    )
    puzzles = tuple(map(tuple, entry.get("puzzles", ())))
    return Pack(entry["name"], entry["theme"], entry.get("game", ODIN), tuple(parts), puzzles)


PACKS = tuple(
    map(
        _pack,
        tomllib.loads(files("odin_puzzles").joinpath("packs.toml").read_text("utf-8"))["packs"],
    )
)
"""All packs, from easy to hard; those of other games are the last."""


def files_of(pack: Pack, jobs: int) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files of a pack.

    Repeated titles are numbered from 2.
    """
    # The command that lists packs needs no generator.
    from odin_puzzles.batch.folder import file_name
    from odin_puzzles.batch.run import BatchProgress, BatchSpec, make

    for kind, difficulty, seed in pack.puzzles:
        made = kind_named(kind).attempt(spec_of(kind, None, difficulty), seed)
        assert made is not None
        yield f"{difficulty}-{kind}-{seed:05}.json", puzzle_text(puzzle_data(made))
    titles: Counter[str] = Counter()
    for part in pack.parts:
        batch, progress = BatchSpec(part.spec, part.seed, part.count), BatchProgress()
        for _ in make(batch, progress, jobs=jobs):
            pass
        for number, puzzle in progress.accepted.items():
            title = puzzle["title"]
            titles[title] += 1
            if titles[title] > 1:
                puzzle = puzzle | {"title": f"{title} ({titles[title]})"}
            yield file_name(part.spec, part.seed, number), puzzle_text(puzzle)


@click.command()
@click.argument("names", metavar="[PACK]...", nargs=-1, type=click.Choice([p.name for p in PACKS]))
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
def main(names: Sequence[str], jobs: int) -> None:
    """Make all packs or some of them; other files in their folders are removed."""
    for pack in PACKS:
        if names and pack.name not in names:
            continue
        target = folder("packs" if pack.game == ODIN else "game_packs") / pack.name
        target.mkdir(parents=True, exist_ok=True)
        names_made = set()
        for name, text in files_of(pack, jobs):
            write_whole(target / name, text)
            names_made.add(name)
        for path in target.glob("*.json"):
            if path.name not in names_made:
                path.unlink()
        click.echo(f"{pack.name}: {len(names_made)} puzzles")


if __name__ == "__main__":
    sys.exit(main())
