"""What strong games do: ``python -m benchmarks.strong``; see `benchmarks/README.md`.

Games of the planner, and what they do in each round, for players: it writes a page with pictures.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import click
import msgspec

from benchmarks.harness import (
    ROOT,
    carry_out,
    errors_in_a_line,
    jobs_option,
    out_option,
    rows_in,
    seeds_of,
    start,
    table,
)
from benchmarks.planner import Setting
from odin_solver.challenges.challenge import MEDALS
from odin_solver.challenges.library import INCLUDED, included, par_log
from odin_solver.components import BOARDS
from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.kernel.moves import Use
from odin_solver.game.log import Game, parse
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.players import PLANNER
from odin_solver.planner.series import play_one
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

DOCS = ROOT / "docs"

LENGTH: GameLength = "long"

SHIPS = ("whaling_boat", "knarr", "longship")


class StrongGame(msgspec.Struct, frozen=True):
    """What a game did.

    Attributes
    ----------
    sheet
        Score sheet.
    spaces
        Spaces used, by round from the first one on.
    boards
        Exploration boards and buildings with the rounds in which they were taken.
    ships
        Whaling boats, knarrs and longships at the end of each round, emigrated ones left out.
    emigrated
        Ships that have emigrated by the end of each round.
    silver
        The least silver during the actions of each round.
    """

    sheet: ScoreSheet
    spaces: list[list[str]]
    boards: list[tuple[str, int]]
    ships: list[tuple[int, int, int]]
    emigrated: list[int]
    silver: list[int]


def played(setting: Setting, seed: int) -> StrongGame:
    """Play a game and tell what it did."""
    limits = SearchLimits(playouts=setting.playouts)
    log = play_one(setting.player, setting.options, seed, with_log=True, limits=limits).log
    assert log is not None
    return told(parse(log))


def par_games() -> Iterator[StrongGame]:
    """Yield the games that set the par of the included long challenges, each once."""
    seen = set()
    for name in INCLUDED:
        challenge = included(name)
        whole = challenge.length == LENGTH and challenge.start is None
        for medal in MEDALS if whole else ():
            if challenge.par is None or getattr(challenge.par, medal) is None:
                continue
            log = par_log(name, medal)
            if log not in seen:
                seen.add(log)
                yield told(parse(log))


def told(game: Game) -> StrongGame:
    """Return what a game did."""
    rounds = game.state.rounds
    spaces: list[list[str]] = [[] for _ in range(rounds)]
    boards: list[tuple[str, int]] = []
    ships, emigrated, silver = [(0, 0, 0)] * rounds, [0] * rounds, [999] * rounds
    for move, (before, after) in zip(game.moves, pairwise(game.states), strict=True):
        at = max(before.round, 1) - 1
        if isinstance(move, Use):
            spaces[at].append(move.space)
        boards += [(each.board.id, at + 1) for each in after.boards[len(before.boards) :]]
        ships[at] = len(after.boats), after.knarrs, len(after.longships)
        emigrated[at] = len(after.emigrated)
        if after.phase == "actions":
            silver[at] = min(silver[at], after.supply.get("silver", 0))
    return StrongGame(score_sheet(game.state), spaces, boards, ships, emigrated, silver)


def page(games: Sequence[StrongGame], of_planner: int) -> str:
    """Return the page of the documentation."""
    scores = [game.sheet.total for game in games]
    return PAGE.format(
        games=len(games),
        of_planner=of_planner,
        of_par=len(games) - of_planner,
        mean=f"{fmean(scores):.0f}",
        best=max(scores),
        worst=min(scores),
        groups=table(
            ["", *(f"round {at + 1}" for at in range(ROUNDS[LENGTH]))],
            _group_rows(games, ROUNDS[LENGTH]),
        ),
        spaces=table(["space", "uses in a game"], _space_rows(games)),
        boards=table(["", "games with it", "mean round"], _board_rows(games)),
        silver=table(
            ["", *(f"round {at + 1}" for at in range(ROUNDS[LENGTH]))],
            _silver_rows(games, ROUNDS[LENGTH]),
        ),
    )


def _uses(games: Sequence[StrongGame], rounds: int) -> Mapping[Group, list[float]]:
    """Return how often a game uses a space of each group, by round."""
    found: dict[Group, list[float]] = {}
    for group in Group:
        found[group] = [
            fmean(sum(SPACES[name].group == group for name in game.spaces[at]) for game in games)
            for at in range(rounds)
        ]
    return found


def _group_rows(games: Sequence[StrongGame], rounds: int) -> Iterator[list[str]]:
    for group, means in _uses(games, rounds).items():
        yield [str(group.label), *(f"{mean:.1f}" for mean in means)]


def _space_rows(games: Sequence[StrongGame]) -> Iterator[list[str]]:
    counts = Counter(name for game in games for each in game.spaces for name in each)
    for name, count in counts.most_common(MOST_SPACES):
        yield [SPACES[name].name, f"{count / len(games):.1f}"]


def _board_rows(games: Sequence[StrongGame]) -> Iterator[list[str]]:
    rounds: dict[str, list[list[int]]] = defaultdict(list)
    for game in games:
        taken: dict[str, list[int]] = defaultdict(list)
        for name, number in game.boards:
            taken[name].append(number)
        for name, numbers in taken.items():
            rounds[name].append(numbers)
    for name, several in sorted(rounds.items(), key=lambda each: -len(each[1])):
        share = f"{100 * len(several) / len(games):.0f} %"
        yield [BOARDS[name].name, share, f"{fmean(min(each) for each in several):.1f}"]


def _silver_rows(games: Sequence[StrongGame], rounds: int) -> Iterator[list[str]]:
    yield [
        "least silver of the round",
        *(f"{fmean(game.silver[at] for game in games):.1f}" for at in range(rounds)),
    ]
    yield [
        "games down to 0 or 1",
        *(f"{100 * fmean(game.silver[at] <= 1 for game in games):.0f} %" for at in range(rounds)),
    ]


def chart(title: str, groups: Mapping[str, Sequence[float]], unit: str) -> str:
    """Return a picture: for each name a row, for each round a square as large as its number."""
    rounds = len(next(iter(groups.values())))
    most = max(max(each) for each in groups.values()) or 1.0
    width, height = LEFT + rounds * STEP + 10, TOP + len(groups) * STEP + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="13" role="img" aria-label="{escape(title)}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="10" y="20" font-weight="bold" fill="#222">{escape(title)}</text>',
    ]
    for at in range(rounds):
        x = LEFT + (at + 0.5) * STEP
        parts.append(
            f'<text x="{x}" y="{TOP - 6}" text-anchor="middle" fill="#444">{at + 1}</text>'
        )
    for row, (name, numbers) in enumerate(groups.items()):
        y = TOP + (row + 0.5) * STEP
        parts.append(f'<text x="10" y="{y + 4:.0f}" fill="#222">{escape(name)}</text>')
        for at, number in enumerate(numbers):
            side = (STEP - 4) * (number / most) ** 0.5
            x = LEFT + (at + 0.5) * STEP
            parts.append(
                f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" '
                f'height="{side:.1f}" fill="#2f6f9f"><title>{number:.2f}</title></rect>'
            )
    below = f"rounds from left to right; the largest square is {most:.1f} {unit}"
    parts.append(f'<text x="10" y="{height - 8}" fill="#666">{escape(below)}</text></svg>\n')
    return "".join(parts)


def pictures(games: Sequence[StrongGame], rounds: int) -> Mapping[str, str]:
    """Return the pictures of the page by the names of their files."""
    groups = {str(group.label): each for group, each in _uses(games, rounds).items()}
    fleets = {
        f"{ship.replace('_', ' ').capitalize()}s": [
            fmean(game.ships[each][at] for game in games) for each in range(rounds)
        ]
        for at, ship in enumerate(SHIPS)
    }
    fleets["Emigrated"] = [fmean(game.emigrated[each] for game in games) for each in range(rounds)]
    taken = {
        board.name: [
            fmean((name, each + 1) in game.boards for game in games) for each in range(rounds)
        ]
        for name, board in BOARDS.items()
        if any(name == each for game in games for each, _ in game.boards)
    }
    return {
        "strong-spaces.svg": chart("Placements by round", groups, "placements in a game"),
        "strong-ships.svg": chart("Ships at the end of each round", fleets, "ships"),
        "strong-boards.svg": chart("When boards and houses come", taken, "of the games"),
    }


LEFT, TOP, STEP = 240, 52, 34
"""Where squares begin, and how far they are apart."""

MOST_SPACES = 20

PAGE = """\
# What strong games do

Written by `python -m benchmarks.strong --publish`. It counts what is done in {games} long
solo games:
{of_par} that set the par of the [challenges](challenges.md), by the planner or with all luck known,
and {of_planner} more of the planner without occupations. They scored {mean} points on average,
{worst} at worst and {best} at best. So few games show habits; they prove nothing, and some
challenges close spaces or ask for a goal. What each occupation is worth, also those at the start,
has
[a page of its own](cards.md).

## In words

Written by hand after the tables of 34 games.

- They begin with a ship and the mountains. Iceland comes in the first rounds, Bear Island in the
  middle, Newfoundland near the end.
- They raid and pillage all game long, in turns: what is used in one round is blocked in the next.
- A house and a ship are built together around round 4; a stone house is in every game.
- They emigrate in rounds 3, 5 and 7, and keep no animals.
- Silver is spent down to 0 or 1 in nearly every game up to round 4. From round 5 on less of it is
  needed.

## Spaces by round

![Placements by round](strong-spaces.svg)

{groups}

The spaces used most:

{spaces}

## Boards and houses

![When boards and houses come](strong-boards.svg)

{boards}

## Ships

![Ships at the end of each round](strong-ships.svg)

## When silver runs low

{silver}
"""


@click.command()
@click.option("--playouts", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seeds", default="1-1000", show_default=True, help="Seeds of the games.")
@click.option("--publish", is_flag=True, help="Play nothing: write the page of the games in --out.")
@jobs_option
@out_option
@errors_in_a_line()
def main(playouts: int, seeds: str, publish: bool, jobs: int, out: Path | None) -> None:
    """Play games of the planner, and tell what they and the games of challenges do."""
    if not publish:
        tasks = [(Setting(PLANNER, LENGTH, playouts=playouts), seed) for seed in seeds_of(seeds)]
        raise SystemExit(carry_out(played, tasks, StrongGame, out=out, jobs=jobs).exit_code)
    own = rows_in(out, tuple[Setting, int], StrongGame) if out else {}
    games = [*par_games(), *own.values()]
    write_file(str(DOCS / "strong-games.md"), page(games, len(own)))
    for name, picture in pictures(games, ROUNDS[LENGTH]).items():
        write_file(str(DOCS / name), picture)


if __name__ == "__main__":
    start("strong")
