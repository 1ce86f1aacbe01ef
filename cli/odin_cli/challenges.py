"""``odin challenge``: seeds with closed spaces and goals, the game of the day, and their par."""

from collections.abc import Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.table import Table

from odin_cli.commands import argument, command, number, option
from odin_cli.game.new import WITHOUT_OPTION, length_option
from odin_cli.options import JSON, MORE_PICTURES, QUIET, Pictures, output_option, seed_option
from odin_cli.output import check_writable, print_json, print_text, stdout_console, tell_if_stopped
from odin_cli.progress import shown_if_slow, tracked
from odin_cli.scores import DECKS
from odin_solver.challenges.challenge import (
    MEDALS,
    OF_TABLE,
    Challenge,
    challenge_data,
    challenge_from,
    challenge_text,
)
from odin_solver.challenges.days import (
    DayResult,
    challenge_of_day,
    day_of,
    day_with_par,
    keep_day,
    kept_days,
    streak,
)
from odin_solver.challenges.describing import about_challenge, par_in_words, rules_of, title_of
from odin_solver.challenges.goals import EXAMPLES, goal
from odin_solver.challenges.kept import BestResult, keep_best, kept_bests
from odin_solver.challenges.library import INCLUDED, included, included_of, is_par_game, par_log
from odin_solver.challenges.luck import luck_to_come
from odin_solver.challenges.par import PLAYOUTS, par_games, with_par
from odin_solver.challenges.results import ChallengeResult, card_lines, card_picture, result_of
from odin_solver.errors import InputError, within
from odin_solver.game.files import GameFile
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game, check_chance, parse, text
from odin_solver.game.scores.file import NO_CARDS
from odin_solver.game.tables import table_data
from odin_solver.planner.reading import read_state
from odin_solver.questions.challenges import comparison
from odin_solver.questions.terminal import report_drawing
from odin_solver.render.terminal.tables import titled_table
from odin_solver.rules.position import GameLength
from odin_solver.support.decoding import decode
from odin_solver.support.files import write_file
from odin_solver.support.language import mark, say, say_number
from odin_solver.support.reading import STANDARD_INPUT, read_text, source_name
from odin_solver.support.text import did_you_mean, printable
from odin_solver.words.game import length_name

TODAY = "today"
CHALLENGE = argument("CHALLENGE", among=(TODAY, *INCLUDED))


def _challenge(name: str) -> Challenge:
    if name == TODAY:
        with shown_if_slow(say("Ctrl-C stops it")) as tell:
            tell(say("the planner plays the game of the day"))
            return day_with_par(date.today())
    if name in INCLUDED:
        return included(name)
    if name != STANDARD_INPUT and not Path(name).exists():
        what = say("no challenge {name!r}: expected today, a file, or an id", name=name)
        near = get_close_matches(name, INCLUDED, 1)
        raise InputError("; ".join([what, *([did_you_mean(near)] if near else [])]))
    return challenge_from(decode(read_text(name), source_name(name), mark("a challenge")), name)


def _data(challenge: Challenge) -> dict[str, Any]:
    goals = [{"goal": each, "words": goal(each).words} for each in challenge.goals]
    of_table = {name: getattr(challenge, name) for name in OF_TABLE}
    return {**challenge_data(challenge), **of_table, "goals": goals}


@command("odin challenge list", "list")
def list_(as_json: bool = JSON) -> None:
    """List the challenges that are included, short games first, with your best results."""
    found = {name: included(name) for name in INCLUDED}
    if as_json:
        bests = kept_bests()
        rows = [
            {
                "id": name,
                **_data(each),
                "best": (best := bests.get(name)) and {"score": best.score, "medal": best.medal},
            }
            for name, each in found.items()
        ]
        print_json({"challenges": rows})
        return
    stdout_console().print(_listed(found))


def _listed(challenges: Mapping[str, Challenge]) -> Table:
    """Draw challenges by their ids, a row for each; par is bronze, silver and gold."""
    bests = kept_bests()
    table = titled_table(
        ("whole", "id"),
        ("left", say("game")),
        ("whole", say("par")),
        *([("left", say("your best"))] if bests else []),
        ("left", ""),
    )
    for name, each in challenges.items():
        cards = "" if each.cards == NO_CARDS else f" {each.cards}"
        _, *special = rules_of(each)
        scores = [getattr(each.par, medal) for medal in reversed(MEDALS)]
        par = "/".join("-" if score is None else str(score) for score in scores)
        about = "\n".join([title_of(each), *special])
        best = [_best(bests.get(name))] if bests else []
        table.add_row(name, length_name(each.length) + cards, par, *best, about)
    return table


def _best(best: BestResult | None) -> str:
    if best is None:
        return ""
    return f"{best.score} {say(MEDALS[best.medal])}" if best.medal else str(best.score)


@command("odin challenge show today")
def show(name: str = CHALLENGE, as_json: bool = JSON) -> None:
    """Print a challenge: its rules, goals and par; of the game of the day also your streak."""
    wanted = _challenge(name)
    days = kept_days()
    in_a_row = streak(days, date.today())
    if as_json:
        kept = days.get(date.today()) if name == TODAY else None
        print_json({**_data(wanted), "streak": in_a_row, "score": kept.score if kept else None})
        return
    click.echo(printable(title_of(wanted)))
    for line in about_challenge(wanted):
        click.echo(f"  {line}")
    for line in luck_to_come(wanted.begin()) if wanted.open_luck else ():
        click.echo(f"  {printable(line)}")
    if name == TODAY and in_a_row:
        click.echo(say_number("{n} day in a row", "{n} days in a row", in_a_row))


@command("odin challenge start today -o today.log")
def start(
    name: str = CHALLENGE,
    output: str = output_option("File of the game.", required=True),
    force: bool = option("Replace an existing file."),
) -> None:
    """Begin a game of a challenge: `odin game play` goes on."""
    wanted = challenge_of_day(date.today()) if name == TODAY else _challenge(name)
    GameFile.create(output, wanted.begin(), force=force)
    click.echo(say("go on with: odin game play {file}", file=printable(output)), err=True)


@command("odin challenge result today.log --png card.png")
def result(
    logs: Sequence[str] = argument("LOG...", nargs=-1),
    of: str | None = option(
        "The challenge; by default the game of the day or the included one with this seed.",
        "--of",
        metavar="CHALLENGE",
        among=(TODAY, *INCLUDED),
    ),
    as_json: bool = JSON,
    pictures: Pictures = MORE_PICTURES,
) -> None:
    """Print the result card of finished games: score, par, medal.

    The first result of a day is kept for your streak, the best one of an included challenge for
    odin challenge list. Several files, such as those of friends, are compared, the best first, and
    none is kept.
    """
    pictures.check()
    results = ((path, *_result(path, of)) for path in logs)
    found = sorted(results, key=lambda each: each[1].worth, reverse=True)
    cards = [list(card_lines(each, _title(each))) for _, each, _ in found]
    if as_json:
        rows = [
            {
                "title": _title(each),
                "score": each.score,
                "sheet": each.sheet,
                "par": each.challenge.par,
                "medal": each.medal,
                "missed": each.missed,
                "card": card,
                "moves": len(game.moves),
            }
            for (_, each, game), card in zip(found, cards, strict=True)
        ]
        print_json({"results": rows})
    else:
        click.echo("\n\n".join("\n".join(card) for card in cards))
        if len(found) > 1:
            beside = comparison((Path(path).stem, each) for path, each, _ in found)
            click.echo()
            stdout_console().print(report_drawing([beside]))
    _, best, game = found[0]
    if pictures:
        pictures.write(card_picture(best, _title(best), game))
    if len(found) > 1:
        return
    day, name = day_of(game), included_of(game)
    if day:
        par = day_with_par(day).par
        assert par is not None
        keep_day(DayResult(day, best.score, par.bronze))
    elif name and not is_par_game(name, text(game)):
        keep_best(name, result_of(included(name), game))


def _title(result: ChallengeResult) -> str:
    return printable(title_of(result.challenge))


def _result(path: str, of: str | None) -> tuple[ChallengeResult, Game]:
    content, name = read_text(path), source_name(path)
    game = parse(content, name)
    check_chance(game, content, name)
    day = None if of else day_of(game)
    with within(name):
        wanted = day_with_par(day) if day else _challenge(of) if of else _of(game)
        return result_of(wanted, game), game


def _of(game: Game) -> Challenge:
    name = included_of(game)
    if name is None:
        raise InputError(say("expected a game of a challenge that is included, or --of FILE"))
    return included(name)


@command("odin challenge par first-voyage --medal gold -o gold.log")
def par(
    name: str = argument("CHALLENGE", among=INCLUDED),
    medal: str = option(
        "Which game: gold, silver or bronze.",
        type=click.Choice(list(MEDALS)),
        default="gold",
        show_default=True,
    ),
    output: str | None = output_option(),
) -> None:
    """Print the log of the game that set the par of an included challenge."""
    if name not in INCLUDED:
        raise InputError(
            say("expected the id of a challenge that is included, got {name!r}", name=name)
        )
    print_text(par_log(name, medal), output)


@command('odin challenge make --seed 7 --length short --goal "emigrate 2" -o seven.toml')
def make(
    seed: int = seed_option("Seed of the game; with --from, of what comes from there on.", None),
    source: str | None = option(
        "Begin with this table, or with the game of this log as it stands.",
        "--from",
        metavar="FILE",
    ),
    until: int | None = number("Stop after so many moves and outcomes.", 0),
    title: str = option("What it is called.", default="", metavar="TEXT"),
    length: GameLength = length_option(),
    cards: str = DECKS,
    without: frozenset[str] = WITHOUT_OPTION,
    goals: Sequence[str] = option(
        f"A goal, such as {EXAMPLES}; several are possible.",
        "--goal",
        metavar="GOAL",
        multiple=True,
    ),
    open_luck: bool = option("The player is told what chance will bring."),
    playouts: int = number(
        "Playouts of the planner for each placement of Vikings, for bronze.", 1, default=PLAYOUTS
    ),
    logs: str | None = option("Also write the par games to files that begin so.", metavar="PREFIX"),
    output: str | None = output_option(),
    quiet: bool = QUIET,
) -> int:
    """Make a challenge of a seed or a position: three games are played for its par.

    That takes a minute or two. Ctrl-C keeps the par so far, with exit code 130.
    """
    names = [f"{logs}-{medal}.log" for medal in reversed(MEDALS)] if logs else []
    check_writable(output, *names, inputs=[source] if source else [])
    data = {"seed": seed, "title": title, "goals": list(goals), "open_luck": open_luck}
    given = click.get_current_context().get_parameter_source
    of_table = {"length": length, "cards": cards, "without": sorted(without)}
    for name, value in of_table.items():
        if given(name) is not ParameterSource.DEFAULT:
            data[name] = value
    if source is not None:
        data["table"] = table_data(_position(source, until))
    elif until is not None:
        raise InputError(say("--until: expected --from with a game log"))
    begun = challenge_from(data, "odin challenge make")
    count, games, stopped = 2 if begun.options.cards else 3, list[Game](), False
    ending = say("(Ctrl-C to stop)")
    try:
        found = par_games(begun, playouts)
        for game in tracked(found, count, say("games for par"), quiet, ending):
            games.append(game)
    except KeyboardInterrupt:
        stopped = True
    code = tell_if_stopped(stopped, games)
    if games:
        made = with_par(begun, games)
        click.echo(par_in_words(made), err=True)
        print_text(challenge_text(made), output)
        for path, game in zip(names, games, strict=False):
            write_file(path, text(game))
    return code


def _position(source: str, until: int | None) -> State:
    """Return the state of a table, or of a game log after so many moves and outcomes."""
    content, name = read_text(source), source_name(source)
    state = read_state(content, name) if until is None else parse(content, name, until).state
    if not state.round or state.is_over:
        raise InputError(say("{file}: expected a game that is under way", file=name))
    return state
