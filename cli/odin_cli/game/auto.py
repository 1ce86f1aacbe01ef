"""``odin game auto``: let a policy play many games."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from odin_cli.commands import choice, command, number, option, seconds
from odin_cli.game import new
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import QUIET
from odin_cli.output import check_writable, naming, print_json, stdout_console, tell_stopped
from odin_cli.progress import tracked
from odin_solver.errors import InputError
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Options
from odin_solver.game.setup import PLAYERS as TABLE
from odin_solver.game.setup import chosen_cards
from odin_solver.planner.limits import SECONDS
from odin_solver.planner.players import PLANNER, PLAYERS
from odin_solver.questions.games import MAX_PLAYOUTS, search_limits
from odin_solver.questions.question import MAX_SECONDS
from odin_solver.rules.position import GameLength
from odin_solver.support.files import write_file, writing
from odin_solver.support.language import say, say_number
from odin_solver.support.text import printable
from odin_solver.words.game import length_name

if TYPE_CHECKING:
    from odin_solver.game.scoring import ScoreSheet
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.series import GameResult, Summary

SCHEMA = 1
"""Version of what --json prints."""

MOST_GAMES = 1_000_000

SEATS = ("A", "B", "C", "D")
"""Names of the players of a game."""

_SEEDS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)


@command("odin game auto --policy greedy --seeds 1-50 --jobs 2")
def auto(
    policy: str = choice(
        "Random moves; the best move by a simple evaluation, one move ahead; or the planner, "
        "which tries moves in many scenarios.",
        default="greedy",
        among=list(PLAYERS),
    ),
    seeds: str = option(
        "One game per seed from A to B, or one seed.", default="1-50", metavar="A-B"
    ),
    length: GameLength = new.length_option(),
    occupations: str = new.occupations_option("none"),
    starting: str | int = new.STARTING,
    islands: bool = option("With the boards Lofoten and Orkney."),
    harvest: bool = new.HARVEST,
    rulings: frozenset[Ruling] = new.RULINGS_OPTION,
    players: int = number(
        "Players at the table, all of them by the policy.", TABLE[0], TABLE[-1], default=1
    ),
    jobs: int = number("Processes.", 1, 1024, default=1),
    limit: float | None = seconds(
        "Time limit of the planner per placement of Vikings in seconds; its games then depend on "
        f"the machine and cannot be repeated. [default: {SECONDS:g}]",
        "--time-per-move",
        most=MAX_SECONDS,
    ),
    playouts: int | None = number(
        "Playouts of the planner per placement instead of a time limit; its games can then be "
        "repeated.",
        1,
        MAX_PLAYOUTS,
    ),
    as_json: bool = option("Print a JSON object instead.", "--json"),
    logs: str | None = option(
        "Write the log of every game to this directory; each is replayed first.", metavar="DIR"
    ),
    quiet: bool = QUIET,
) -> int:
    """Let a policy play many games, and summarise their scores.

    A seed decides all chance of a game, so policies can be compared on the same luck. Ctrl-C
    summarises the finished games.
    """
    from odin_solver.planner.series import play_many, summary

    limits = _limits(policy, limit, playouts)
    numbers = _seeds(seeds)
    options = Options(
        length=length,
        islands=islands,
        harvest=harvest,
        profile=new.played_profile(harvest),
        cards=chosen_cards(occupations),
        starting=starting,
        rulings=rulings,
        players=players,
        seats=SEATS[:players] if players > 1 else (),
    )
    folder = _folder(logs)
    games: list[GameResult] = []
    playing = play_many(
        policy, options, numbers, jobs=jobs, with_logs=folder is not None, limits=limits
    )
    stopped = False
    try:
        for game in tracked(playing, len(numbers), f"{policy}, {length_name(length)}", quiet):
            games.append(game)
            if folder is not None and game.log is not None:
                write_file(folder / f"{policy}-{length}-{game.seed}.log", game.log)
    except KeyboardInterrupt:
        stopped = True
        tell_stopped(say("{n} of {of} games are over", n=len(games), of=len(numbers)))
        if not games:
            return INTERRUPTED
    found = summary([sheet.total for game in games for sheet in game.sheets])
    if as_json:
        print_json(_data(policy, options, occupations, limits, games, found))
    else:
        from odin_solver.render.terminal.sheet import seats_table, series_table, series_text

        console = stdout_console()
        console.print(series_text(policy, length, len(games), found))
        several = options.seats
        console.print(seats_table(several, games) if several else series_table(games))
    if folder is not None:
        written = say_number(
            "{folder}: {n} log, each replayed",
            "{folder}: {n} logs, each replayed",
            len(games),
            folder=printable(str(folder)),
        )
        click.echo(written, err=True)
    return INTERRUPTED if stopped else 0


def _limits(policy: str, seconds: float | None, playouts: int | None) -> "SearchLimits | None":
    if policy == PLANNER:
        return search_limits("--time-per-move", seconds, playouts)
    for name, given in (("--time-per-move", seconds), ("--playouts", playouts)):
        if given is not None:
            raise InputError.said(
                "{option}: only --policy {planner} thinks, not {policy}",
                option=name,
                planner=PLANNER,
                policy=policy,
            )
    return None


def _seeds(text: str) -> range:
    match = _SEEDS.fullmatch(text.strip())
    if not match:
        raise InputError.said(
            "--seeds: expected two numbers such as 1-50, or one, got {got!r}", got=text
        )
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise InputError.said("--seeds: expected the lower number first, got {got!r}", got=text)
    if last - first >= MOST_GAMES:
        raise InputError.said(
            "--seeds: expected at most {most} games, got {got}",
            most=MOST_GAMES,
            got=last - first + 1,
        )
    return range(first, last + 1)


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    with naming("--logs"), writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    check_writable(folder / "1.log")
    return folder


def _data(
    policy: str,
    options: Options,
    occupations: str,
    limits: "SearchLimits | None",
    games: Sequence["GameResult"],
    found: "Summary",
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "policy": policy,
        "length": options.length,
        "occupations": occupations,
        "starting_occupation": options.starting,
        "rulings": sorted(options.rulings),
        "time_per_move": limits and limits.seconds,
        "playouts": limits and limits.playouts,
        **({"players": options.players} if options.seats else {}),
        "games": [
            {
                "seed": game.seed,
                **(_of_seats(options.seats, game) if options.seats else _scored(game.sheet)),
            }
            for game in games
        ],
        **asdict(found),
    }


def _of_seats(names: Sequence[str], game: "GameResult") -> dict[str, Any]:
    scored = zip(names, map(_scored, game.sheets), strict=True)
    return {
        "seats": [{"name": name, **each} for name, each in scored],
        "winners": [names[seat] for seat in game.winners],
    }


def _scored(sheet: "ScoreSheet") -> dict[str, Any]:
    return {"score": sheet.total, "sheet": msgspec.structs.asdict(sheet)}
