"""A data set of games of the planner: ``python -m benchmarks.games --seeds 1-100 FOLDER``.

Two tables in Apache Parquet (extra ``data``) and a card that says how they were made. Each game is
replayed by the rules and scored again before it counts; with ``--out`` the same command goes on.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

from benchmarks.harness import (
    carry_out,
    code_version,
    current_commit,
    errors_in_a_line,
    jobs_option,
    out_option,
    seeds_of,
    start,
    today,
)
from benchmarks.planner import Setting, checked, occupations_named
from odin_solver.game.kernel.play import decision
from odin_solver.game.log import Game, text
from odin_solver.game.playing import play
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner.advice import SEARCHED, SearchLimits
from odin_solver.planner.players import PLANNER, player
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file
from odin_solver.version import __version__

CARD = Path(__file__).with_name("games.md")
"""What goes with the tables."""


class Decided(msgspec.Struct, frozen=True):
    """A decision, and what the search found."""

    number: int
    round: int
    kind: str
    move: str
    moves: list[str]
    visits: list[int]
    values: list[float]
    errors: list[float]


class SearchedGame(msgspec.Struct, frozen=True):
    """A replayed game."""

    sheet: ScoreSheet
    log: str
    decisions: list[Decided]


def recorded(setting: Setting, seed: int) -> SearchedGame:
    """Play a game, keep what was searched, and check its log."""
    game, found = Game(setting.options, seed), list[Decided]()
    policy = player(PLANNER, SearchLimits(playouts=setting.playouts))
    searched: list[Any] = []
    SEARCHED.set(searched)

    def decide(state: Any, rng: Random) -> Any:
        searched.clear()
        move = policy(state, rng)
        for estimates in searched:
            best = sorted(estimates.items(), key=lambda each: -each[1].visits)
            number, kind = len(game.moves), type(decision(state)).__name__
            visits, values, errors = zip(*(each for _, each in best), strict=True)
            moves = [str(each) for each, _ in best]
            of_search = ([*visits], [round(v, 2) for v in values], [round(e, 2) for e in errors])
            found.append(Decided(number, state.round, kind, str(move), moves, *of_search))
        return move

    for move, state in play(game.state, decide, seed):
        game.moves.append(move)
        game.states.append(state)
    log = text(game)
    return SearchedGame(checked(log, setting, seed, 0).sheet, log, found)


def write_tables(folder: Path, rows: Mapping[int, SearchedGame]) -> None:
    """Write both tables."""
    import pyarrow
    from pyarrow import parquet

    games: list[dict[str, Any]] = [
        {
            "seed": seed,
            "score": each.sheet.total,
            **msgspec.structs.asdict(each.sheet),
            "log": each.log,
        }
        for seed, each in rows.items()
    ]
    decisions = [
        {"seed": seed, **msgspec.structs.asdict(decided)}
        for seed, each in rows.items()
        for decided in each.decisions
    ]
    small = {
        "number": pyarrow.int32(),
        "round": pyarrow.int8(),
        "visits": pyarrow.list_(pyarrow.int32()),
    }
    small |= dict.fromkeys(("values", "errors"), pyarrow.list_(pyarrow.float32()))
    for name, table in (("games", games), ("decisions", decisions)):
        made = pyarrow.Table.from_pylist(table)
        for at, column in enumerate(made.schema):
            kind = small.get(column.name, column.type)
            made = made.set_column(at, column.name, made[column.name].cast(kind))
        parquet.write_table(made, folder / f"{name}.parquet", compression="zstd")


def card(setting: Setting, seeds: Sequence[int], rows: Iterable[SearchedGame]) -> str:
    """Return the text that goes with the tables."""
    games = [*rows]
    return CARD.read_text("utf-8").format(
        games=len(games),
        length=setting.length,
        occupations=setting.occupations,
        seeds=f"{seeds[0]}-{seeds[-1]}",
        decisions=sum(len(each.decisions) for each in games),
        mean=sum(each.sheet.total for each in games) / len(games),
        date=today(),
        version=__version__,
        commit=current_commit() or "unknown",
        code=code_version(),
        playouts=setting.playouts,
        sheet=", ".join(f"`{name}`" for name in ScoreSheet.__struct_fields__),
    )


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seeds", default="1-100", show_default=True, help="A game for each.")
@click.option("--length", type=click.Choice([*ROUNDS]), default="short", show_default=True)
@click.option("--occupations", default="none", show_default=True, help="none, all, or decks.")
@click.option("--playouts", type=click.IntRange(1), default=200, show_default=True)
@jobs_option
@out_option
@errors_in_a_line()
def main(
    folder: Path,
    seeds: str,
    length: GameLength,
    occupations: str,
    playouts: int,
    jobs: int,
    out: Path | None,
) -> None:
    """Write games of the planner to FOLDER: decisions, values, final sheets, a card."""
    setting = Setting(PLANNER, length, occupations_named(occupations), playouts)
    tasks = [(setting, seed) for seed in seeds_of(seeds)]
    runs = carry_out(recorded, tasks, SearchedGame, jobs=jobs, out=out)
    for (_, seed), why in runs.failures.items():
        click.echo(f"seed {seed}: {why}", err=True)
    rows = {seed: runs.rows[setting, seed] for _, seed in tasks if (setting, seed) in runs.rows}
    if rows:
        folder.mkdir(parents=True, exist_ok=True)
        write_tables(folder, rows)
        write_file(folder / "README.md", card(setting, [*rows], rows.values()).encode())
    sys.exit(runs.exit_code)


if __name__ == "__main__":
    start("games")
