"""Recipes of the shipped packs; ``python -m odin_puzzles.pack_list`` makes the same files again."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from odin_puzzles.files import puzzle_text
from odin_puzzles.generate.spec import Spec, spec_of
from odin_puzzles.shipped import folder
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
    name
        Name of its folder.
    theme
        A line about its puzzles.
    parts
        The recipe.
    """

    name: str
    theme: str
    parts: tuple[PackPart, ...]


def _parts(seed: int, *wanted: tuple[str, str | None, int, int]) -> tuple[PackPart, ...]:
    """Build parts from kinds, boards, difficulties and counts, with consecutive seeds."""
    return tuple(
        PackPart(spec_of(kind, board, difficulty), count, seed + number)
        for number, (kind, board, difficulty, count) in enumerate(wanted)
    )


PACKS: tuple[Pack, ...] = (
    Pack(
        "first-steps",
        "Small boards to learn how tiles lie",
        _parts(
            100,
            ("fill", "small", 1, 6),
            ("fill", "iceland", 1, 3),
            ("fill", "home-5", 1, 3),
            ("banquet", None, 1, 3),
        ),
    ),
    Pack(
        "green-and-blue",
        "Small boards on which green keeps off green",
        _parts(
            200,
            ("fill", "small", 2, 5),
            ("fill", "small", 3, 5),
            ("fill", "small", 4, 4),
        ),
    ),
    Pack(
        "the-longhouse",
        "Tiles and food for long houses and stone houses",
        _parts(
            300,
            ("fill", "long_house", 1, 2),
            ("fill", "long_house", 2, 4),
            ("fill", "long_house", 3, 4),
            ("best", "long_house", 2, 2),
            ("bonus", "long_house", 2, 3),
        ),
    ),
    Pack(
        "the-home-board",
        "The lower left of the home board, from five by five to eight by eight",
        _parts(
            400,
            ("fill", "home-5", 2, 3),
            ("fill", "home-6", 3, 4),
            ("fill", "home-7", 3, 5),
            ("fill", "home-7", 4, 5),
            ("fill", "home-8", 4, 3),
            ("fill", "home-8", 5, 2),
        ),
    ),
    Pack(
        "up-the-diagonal",
        "Incomes to be reached with every tile",
        _parts(
            500,
            ("income", "home", 2, 4),
            ("income", "iceland", 2, 3),
            ("income", "iceland", 3, 4),
            ("income", "small", 3, 3),
            ("income", "home", 3, 2),
            ("income", "iceland", 4, 2),
        ),
    ),
    Pack(
        "first-things-first",
        "The order in which tiles go down",
        _parts(
            600,
            ("order", "small", 2, 3),
            ("order", "iceland", 3, 3),
            ("order", "home-6", 3, 5),
            ("order", "home-7", 3, 2),
        ),
    ),
    Pack(
        "bonus-hunt",
        "Bonuses of all islands with few tiles",
        _parts(
            700,
            ("bonus", "small", 2, 2),
            ("bonus", "shetland", 2, 2),
            ("bonus", "iceland", 3, 3),
            ("bonus", "faroe_islands", 3, 2),
            ("bonus", "baffin_island", 3, 2),
            ("bonus", "newfoundland", 3, 2),
            ("bonus", "home", 2, 2),
            ("bonus", "home", 4, 1),
        ),
    ),
    Pack(
        "the-last-round",
        "The best that some tiles can do when the game ends",
        _parts(
            800,
            ("best", "small", 2, 4),
            ("best", "small", 3, 4),
            ("best", "labrador", 3, 2),
            ("best", "iceland", 4, 3),
            ("best", "greenland", 5, 3),
            ("best", "small", 5, 2),
        ),
    ),
    Pack(
        "the-feast",
        "Tables to be filled without a penalty",
        _parts(
            900,
            ("banquet", None, 1, 2),
            ("banquet", None, 2, 4),
            ("banquet", None, 3, 4),
            ("banquet", None, 4, 3),
            ("banquet", None, 5, 2),
        ),
    ),
    Pack(
        "islands",
        "Parts of the islands, some of them hard",
        _parts(
            1000,
            ("fill", "faroe_islands", 2, 2),
            ("fill", "greenland", 3, 3),
            ("fill", "bear_island", 3, 3),
            ("fill", "labrador", 4, 3),
            ("fill", "caithness", 3, 2),
        ),
    ),
)
"""All packs, from easy to hard."""


def files_of(pack: Pack, jobs: int) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files of a pack.

    Repeated titles are numbered from 2.
    """
    # The command that lists packs needs no generator.
    from odin_puzzles.batch.folder import file_name
    from odin_puzzles.batch.run import BatchProgress, BatchSpec, make

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
        target: Path = folder() / pack.name
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
