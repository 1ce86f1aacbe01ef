"""How well the planner plays: ``python -m benchmarks.planner``; see `benchmarks/README.md`.

Whole games of the players on the same seeds. Every log is replayed move by move by the rules and
draw by draw by its seed, and scored again, before the game counts.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean, median
from typing import Literal

import click
import msgspec

from benchmarks.harness import (
    RESULTS,
    BenchmarkRuns,
    Clock,
    carry_out,
    code_version,
    errors_in_a_line,
    jobs_option,
    paired,
    seeds_of,
    start,
    table,
)
from odin_solver.errors import InputError, OdinError
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Options
from odin_solver.game.log import check_chance, parse
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.game.setup import chosen_cards
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.players import PLANNER, PLAYERS
from odin_solver.planner.series import mean_sheet, play_one, summary
from odin_solver.questions.question import about_field
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

NONE, ALL = "none", "all"
"""Choices of decks: without occupations, and all decks."""

Starting = Literal["random", "choose"]
DRAWN: Starting = "random"


class Setting(msgspec.Struct, frozen=True):
    """A player and the options of a game; with a seed, one game.

    Attributes
    ----------
    occupations
        ``none``, ``all``, or decks such as ``A`` or ``A,B``.
    playouts
        Those of the planner for a placement.
    starting
        Whether the starting occupation is drawn or chosen (rules, 7).
    """

    player: str
    length: GameLength
    occupations: str = NONE
    playouts: int | None = None
    starting: Starting = DRAWN

    @property
    def options(self) -> Options:
        decks = "A,B,C" if self.occupations == ALL else self.occupations
        return Options(length=self.length, cards=chosen_cards(decks), starting=self.starting)

    @property
    def who(self) -> str:
        """Player, with its playouts."""
        return self.player if self.playouts is None else f"{self.player}, {self.playouts} playouts"

    @property
    def cards(self) -> str:
        """Decks, and whether the starting occupation is chosen."""
        return self.occupations + (", start chosen" if self.starting == "choose" else "")

    @property
    def order(self) -> tuple[object, ...]:
        """Place in tables, the stronger ones last."""
        decks = (self.occupations != NONE, self.occupations, self.starting == "choose")
        return self.length, *decks, PLAYERS.index(self.player), self.playouts or 0

    def __str__(self) -> str:
        cards = "no cards" if self.occupations == NONE else f"cards {self.cards}"
        return f"{self.who}, {self.length} game, {cards}"


class MeasuredGame(msgspec.Struct, frozen=True):
    """A replayed game: score sheet, seconds, placements of Vikings, occupations played."""

    sheet: ScoreSheet
    seconds: float
    placements: int
    played: int


class SettingResults(msgspec.Struct, frozen=True):
    """The published results of a setting.

    Attributes
    ----------
    scores
        By seed, as text.
    sheet
        Means of the score sheets' parts.
    seconds_per_placement
        Time of the whole game for each placement: the median over the games.
    played
        Occupations played in a game, on average.
    dates, codes
        When the games were played, and by which versions of the code.
    """

    setting: Setting
    scores: dict[str, int]
    sheet: dict[str, float]
    seconds_per_placement: float
    played: float
    dates: list[str]
    codes: list[str]


def play(setting: Setting, seed: int) -> MeasuredGame:
    """Play a game and check its log."""
    limits = SearchLimits(playouts=setting.playouts) if setting.player == PLANNER else None
    with Clock() as clock:
        played = play_one(setting.player, setting.options, seed, with_log=True, limits=limits)
    assert played.log is not None
    game = checked(played.log, setting, seed, clock.wall)
    if game.sheet.total != played.score:
        raise OdinError(f"the replay scores {game.sheet.total}, the game {played.score}")
    return game


def checked(log: str, setting: Setting, seed: int, seconds: float) -> MeasuredGame:
    """Replay a log and score it; only the time comes from the player.

    Raises
    ------
    OdinError
        If a move breaks a rule, an outcome is not that of the seed, or the log is incomplete or of
        another game.
    """
    game = parse(log, f"log of seed {seed}")
    check_chance(game, log, f"log of seed {seed}")
    if (game.options, game.seed) != (setting.options, seed):
        raise OdinError(f"seed {seed}: the log is of another game")
    if current(game.state) is not None:
        raise OdinError(f"seed {seed}: the log ends before the game")
    placements = sum(isinstance(move, Use) for move in game.moves)
    played = len(game.state.played)
    return MeasuredGame(score_sheet(game.state), round(seconds, 3), placements, played)


def results_of(found: BenchmarkRuns[tuple[Setting, int], MeasuredGame]) -> list[SettingResults]:
    """Sum up games by setting."""
    by_setting: dict[Setting, dict[int, MeasuredGame]] = defaultdict(dict)
    for (setting, seed), game in found.rows.items():
        by_setting[setting][seed] = game
    dates = sorted({each.date for each in found.sessions})
    return [
        SettingResults(
            setting=setting,
            scores={str(seed): game.sheet.total for seed, game in sorted(games.items())},
            sheet=mean_sheet(game.sheet for game in games.values()),
            seconds_per_placement=round(
                median(game.seconds / max(1, game.placements) for game in games.values()), 4
            ),
            played=round(fmean(game.played for game in games.values()), 2),
            dates=dates,
            codes=[code_version()],
        )
        for setting, games in sorted(by_setting.items(), key=lambda each: each[0].order)
    ]


def compared(results: Sequence[SettingResults]) -> Iterator[tuple[SettingResults, SettingResults]]:
    """Yield the pairs to compare.

    Each with the next weaker player, or the next lower limit, of the same games; a chosen start
    with a drawn one; all cards with none, for the same player and limit or else its strongest.
    """
    for at, one in enumerate(results):
        mine = one.setting
        weaker = [
            each
            for each in results[:at]
            if _game(each.setting) == _game(mine) and each.scores.keys() & one.scores.keys()
        ]
        if weaker:
            yield one, weaker[-1]
        alike = [each for each in results if _alike(each.setting, mine)]
        if mine.starting == "choose":
            yield from ((one, each) for each in alike if each.setting.starting == DRAWN)
        bare = [
            each
            for each in results
            if (each.setting.player, each.setting.length) == (mine.player, mine.length)
            and each.setting.occupations == NONE != mine.occupations
        ]
        same = [each for each in bare if each.setting.playouts == mine.playouts]
        for each in (same or bare)[-1:]:
            yield one, each


def _game(setting: Setting) -> tuple[object, ...]:
    return setting.length, setting.occupations, setting.starting


def _alike(one: Setting, other: Setting) -> bool:
    return one.occupations != NONE and one == msgspec.structs.replace(other, starting=one.starting)


def scores_table(results: Sequence[SettingResults]) -> str:
    """Return a table of the scores of each setting, with the first of its comparisons."""
    gaps: dict[Setting, str] = {}
    for one, other in compared(results):
        gap = paired(one.scores, other.scores)
        if gap is not None:
            gaps.setdefault(one.setting, gap.text(sign=True))
    rows = []
    for each in results:
        found = summary(list(each.scores.values()))
        error = "" if found.stderr is None else f" ± {found.stderr:.1f}"
        rows.append(
            [
                *(each.setting.who, each.setting.length, each.setting.cards),
                *(str(len(each.scores)), f"{found.mean:.1f}{error}"),
                *(f"{of:.0f}" for of in (found.p10, found.p90)),
                *(gaps.get(each.setting, ""), f"{each.seconds_per_placement:.2f}"),
            ]
        )
    numbers = ["games", "mean", "10 %", "90 %", "more", "s per placement"]
    return table(["player", "game", "cards", *numbers], rows, 3)


def differences_table(results: Sequence[SettingResults]) -> str:
    """Return a table of the differences of settings on their common seeds."""
    rows = []
    for one, other in compared(results):
        gap = paired(one.scores, other.scores)
        if gap is not None:
            names = [str(one.setting), str(other.setting)]
            rows.append([*names, str(gap.values), gap.text(sign=True)])
    return table(["", "minus", "seeds", "difference"], rows, 2)


def points_table(results: Sequence[SettingResults]) -> str:
    """Return a table of the parts of the scores: `greedy` and the strongest planner."""
    shown = []
    for length in ROUNDS:
        played = [
            each
            for each in results
            if each.setting.length == length
            and each.setting.occupations == NONE
            and len(each.scores) >= MANY
        ]
        shown += played[:1] + played[1:][-1:]
    parts = [*shown[0].sheet] if shown else []
    rows = [[part.replace("_", " "), *(f"{e.sheet[part]:.1f}" for e in shown)] for part in parts]
    return table(["", *(f"{each.setting.who}, {each.setting.length}" for each in shown)], rows)


def page(results: Sequence[SettingResults]) -> str:
    """Return the tables of the documentation: scores, and where the points come from."""
    shown = [each for each in results if each.setting.player != "random"]
    dates = sorted({date for each in shown for date in each.dates})
    return PAGE.format(
        when=f"{dates[0]} to {dates[-1]}" if dates else "no games",
        scores=scores_table(shown),
        points=points_table(shown),
    )


MANY = 100
"""Games of a setting whose points are shown by their parts."""

PAGE = """\
Written by `python -m benchmarks.planner --publish`, {when}; the table has the options (`--length`,
`--playouts`, `--occupations`, `--starting-occupation`, `--seeds`). All players meet the same seeds;
every log was replayed and scored again. ± is one standard error. *More* is the difference to the
row above, paired by seed; of `greedy`, to the same without cards or choice. The starting occupation
is drawn or, with *start chosen*, chosen by the player. `benchmarks/results/planner.json` has the
scores by seed and the versions of the code.

{scores}

Where the points come from, without occupations (means of at least 100 games):

{points}
"""


def load(path: Path) -> list[SettingResults]:
    """Read published results.

    Raises
    ------
    InputError
        If the file is invalid.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[SettingResults])
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from None


def published(old: Sequence[SettingResults], new: Sequence[SettingResults]) -> str:
    """Return the content of a file of results in which new settings replace old ones."""
    merged: Mapping[Setting, SettingResults] = {each.setting: each for each in (*old, *new)}
    ordered = sorted(merged.values(), key=lambda each: each.setting.order)
    return "[\n" + ",\n".join(msgspec.json.encode(each).decode() for each in ordered) + "\n]\n"


def occupations_named(text: str) -> str:
    """Return the canonical name of a choice of decks.

    Raises
    ------
    InputError
        If it is invalid.
    """
    wanted = text.strip().lower()
    with about_field("--occupations"):
        if chosen_cards(text) == chosen_cards("A,B,C"):
            return ALL
    return wanted if wanted == NONE else wanted.upper()


def settings_of(
    lengths: Sequence[GameLength],
    occupations: Sequence[str],
    players: Sequence[str],
    playouts: Sequence[int],
    starting: Sequence[Starting],
) -> Iterator[Setting]:
    """Yield the settings to be compared."""
    for length, decks, player in product(lengths, occupations, players):
        for way in starting if decks != NONE else [DRAWN]:
            for number in playouts if player == PLANNER else [None]:
                yield Setting(player, length, decks, number, way)


@click.command()
@click.option("--length", type=click.Choice([*ROUNDS, "both"]), default="both", show_default=True)
@click.option("--seeds", default="1-200", metavar="A-B", show_default=True)
@click.option(
    "--players", default=",".join(PLAYERS), show_default=True, help="Names, separated by commas."
)
@click.option(
    "--occupations",
    multiple=True,
    default=[NONE],
    metavar="none|all|A,B,C",
    show_default=True,
    help="Decks of occupations; repeat to compare.",
)
@click.option(
    "--starting-occupation",
    "starting",
    type=click.Choice(["random", "choose"]),
    multiple=True,
    default=[DRAWN],
    show_default=True,
    help="Drawn, or chosen by the player; repeat to compare.",
)
@click.option(
    "--playouts",
    type=click.IntRange(1),
    multiple=True,
    default=[200],
    show_default=True,
    help="Of the planner for each placement; repeat to compare.",
)
@jobs_option
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler whose workers play.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS / "planner.jsonl",
    help="File for the games: the same command goes on there.",
)
@click.option("--any-code", is_flag=True, help="Count games of other versions of the code, too.")
@click.option("--publish", is_flag=True, help="Then renew these settings in the results.")
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS / "planner.json",
    help="Published results.",
)
@errors_in_a_line()
def main(
    length: str,
    seeds: str,
    players: str,
    occupations: Sequence[str],
    starting: Sequence[Starting],
    playouts: Sequence[int],
    jobs: int,
    cluster: str | None,
    out: Path,
    any_code: bool,
    publish: bool,
    results: Path,
) -> None:
    """Measure the planner against the policies random and greedy.

    The exit code is 1 if a game failed, and 130 after Ctrl-C.

    Example: python -m benchmarks.planner --length short --seeds 1-20 --playouts 200
    """
    names = [each.strip() for each in players.split(",")]
    for name in names:
        if name not in PLAYERS:
            raise InputError(f"--players: expected {', '.join(PLAYERS)}; got {name!r}")
    lengths: list[GameLength] = [each for each in ROUNDS if length in (each, "both")]
    decks = list(dict.fromkeys(map(occupations_named, occupations)))
    settings = list(settings_of(lengths, decks, names, playouts, starting))
    # All settings of a seed before the next seed, so that a stopped run can be compared.
    tasks = [(setting, seed) for seed in seeds_of(seeds) for setting in settings]
    found = carry_out(
        play, tasks, MeasuredGame, out=out, jobs=jobs, cluster=cluster, any_code=any_code
    )
    measured = results_of(found)
    if measured:
        click.echo(f"{scores_table(measured)}\n\n{differences_table(measured)}")
    if publish and measured:
        old = load(results) if results.exists() else []
        write_file(results, published(old, measured))
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("planner")
