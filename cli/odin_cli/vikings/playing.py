"""``odin vikings play``: games of programs, and of persons line by line."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import click
from click.core import ParameterSource
from rich.text import Text

from odin_cli.commands import argument, command, number, option
from odin_cli.options import JSON, output_option, seed_option
from odin_cli.output import check_writable, naming, print_json, stdout_console
from odin_cli.profiles import show_or_enter
from odin_cli.session import KeptSession, SessionCommand
from odin_cli.vikings.profiles import ShipsForm
from odin_solver.errors import InputError
from odin_solver.questions.question import Asker
from odin_solver.questions.terminal import report_drawing
from odin_solver.questions.vikings_games import (
    VikingsAdvise,
    numbered_moves,
    options_report,
    scores_report,
)
from odin_solver.support.files import check_new, write_file
from odin_solver.support.language import mark, say
from odin_solver.support.reading import read_text, source_name
from odin_solver.support.text import whole_number
from odin_solver.vikings.files import sail_of, ship_value_of
from odin_solver.vikings.game.log import (
    HUMAN,
    SEATS,
    VikingsGame,
    checked_seats,
    expert_parts,
    game_data,
    new_game,
    replay,
)
from odin_solver.vikings.game.moves import TakePair, VikingsMove, read_move
from odin_solver.vikings.game.table import EXPERT_PARTS, ExpertPart, with_rivals
from odin_solver.vikings.parts import Sail, ShipValue
from odin_solver.vikings.pictures.terminal import position_drawing
from odin_solver.vikings.position import Wheel
from odin_solver.vikings.profile import SHIP_PROFILES, UNPRINTED, own_ship_values


def _expert(text: str) -> frozenset[ExpertPart]:
    names = [name for each in text.split(",") if (name := each.strip())]
    return expert_parts(EXPERT_PARTS if names == ["all"] else names)


@command("odin vikings play --players human,sampling -o game.log")
def play(
    file: str | None = argument("[LOG]"),
    players: str = option(
        f"Two to four of {', '.join(SEATS)}, with commas between them.",
        metavar="NAMES",
        default="greedy,greedy,greedy",
        among=SEATS,
    ),
    values: tuple[str, ...] = option(
        "Value of a ship that no source gives, red and yellow: compare with your box.",
        "--value",
        metavar='"SAIL VALUE"',
        multiple=True,
    ),
    expert: frozenset[ExpertPart] = option(
        f"Parts of the expert game: all, or some of {', '.join(EXPERT_PARTS)}.",
        metavar="PART,...",
        default="",
        parse=_expert,
        among=("all", *EXPERT_PARTS),
    ),
    games: int = number("Games, from successive seeds.", 1, 10_000, default=1),
    seed: int = seed_option(),
    output: str | None = output_option("Write the log of the game."),
    force: bool = option("Replace an existing file."),
    log: str | None = option("Play a log again and check it instead.", "--replay", metavar="LOG"),
    as_json: bool = JSON,
) -> None:
    """Play whole games from a seed; with the same moves, the same seed gives the same game.

    A person is asked move by move; `help` lists what can be typed. Every move is saved in the file
    of --output, and LOG is such a file to go on with.

    A log has a line for each move. --replay plays it again by the rules and checks the score.
    """
    if file is not None:
        _refuse_options()
        _session(replay(read_text(file), source_name(file), unfinished=True), file)
        return
    if log is not None:
        played = [replay(read_text(log), source_name(log))]
    else:
        if output and games > 1:
            raise click.UsageError(say("--output needs a single game"))
        check_writable(output)
        if output:
            check_new(output, force=force)
        seats = tuple(checked_seats([name.strip() for name in players.split(",")]))
        if HUMAN in seats and (games > 1 or as_json):
            raise click.UsageError(say("a person plays a single game, without --json"))
        ship_values = _values(values, may_ask=HUMAN in seats)
        begun = [new_game(seats, seed + n, ship_values, expert) for n in range(games)]
        if HUMAN in seats:
            _session(begun[0], output)
            return
        played = [game.played_on() for game in begun]
        if output:
            write_file(output, played[0].text)
    if as_json:
        print_json({"schema": 1, "games": [game_data(game) for game in played]})
        return
    stdout_console().print(report_drawing(scores_report(played)))


def _refuse_options() -> None:
    """Refuse the options of a new game: a log has its own."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name != "file" and context.get_parameter_source(each.name or "") is (
            ParameterSource.COMMANDLINE
        ):
            raise click.UsageError(say("{option}: not with a LOG", option=each.opts[-1]))


def _values(given: tuple[str, ...], *, may_ask: bool) -> dict[Sail, ShipValue]:
    values = own_ship_values()
    for text in given:
        sail, _, value = text.strip().partition(" ")
        with naming("--value"):
            values[sail_of(sail)] = ship_value_of(value)
    missing = [sail for sail in UNPRINTED if sail not in values]
    if missing and may_ask:
        show_or_enter(SHIP_PROFILES, ShipsForm, lambda *_: None, path=None, new=True, as_json=False)
        values = own_ship_values() | values
        missing = [sail for sail in UNPRINTED if sail not in values]
    if missing:
        raise InputError(
            say(
                '--value: expected the value of {sail} ships, for example --value "{sail} 3 gold"',
                sail=missing[0],
            )
        )
    return values


def _session(game: VikingsGame, path: str | None) -> None:
    session = VikingsSession(stdout_console(), path, game)
    session.go_on(game, 0)
    if not session.over:
        session.run()


@dataclass
class VikingsSession(KeptSession):
    """A game of a person."""

    goes_on = mark("Goodbye; `odin vikings play {path}` goes on.")

    game: VikingsGame

    def text(self) -> str:
        return self.game.text

    def go_on(self, game: VikingsGame, since: int) -> None:
        """Let programs move, save, and show what happened since a move."""
        self.game = game.played_on()
        self.keep()
        for table, move in zip(self.game.tables[since:], self.game.moves[since:], strict=False):
            at = say("round {round}, player {n}", round=table.round, n=table.player + 1)
            self.write(Text(f"{at}: {move}"), "dim")
        self.show()

    def show(self, player: str = "") -> None:
        """Show the player's islands, or another's, and what may be done."""
        table = self.game.table
        if self.game.table.over:
            self.over = True
            self.write(report_drawing(scores_report([self.game])))
            return
        at = table.player if not player else (whole_number(player) or 0) - 1
        if not 0 <= at < len(table.players):
            raise InputError.said("expected the number of a player, got {got!r}", got=player)
        position = replace(with_rivals(at, table.players), wheel=Wheel())
        self.write(position_drawing(position))
        if not player:
            self.write(report_drawing(options_report(table)))

    def prompt(self) -> str:
        table = self.game.table
        return say("round {round}, player {n}", round=table.round, n=table.player + 1) + "> "

    def act(self, words: str) -> None:
        if words and self.called(words) is None:
            self.go_on(self.game.after(self._move(words)), len(self.game.moves))

    def _move(self, words: str) -> VikingsMove:
        table = self.game.table
        first, _, rest = words.partition(" ")
        chosen = whole_number(first)
        if chosen is None:
            return read_move(words)
        if rest:
            return read_move(f"take {words}")
        moves = numbered_moves(table)
        if chosen not in moves:
            if chosen in table.wheel.pairs and table.phase == "take":
                return TakePair(chosen)  # the table says why not
            raise InputError.said("expected a number of the list, got {got}", got=chosen)
        return moves[chosen]

    def undo(self) -> None:
        self.go_on(self.game.undone(), 10**6)

    def advice(self) -> None:
        question = VikingsAdvise(log=self.game.text)
        self.write(report_drawing(question.report(question.answer(self.game, Asker()))))

    def log(self) -> None:
        self.write(Text(self.game.text))

    def examples(self) -> Iterable[tuple[str, str]]:
        yield "3", say("the move of this number: the pair at 3 in its best place")
        yield "3 tile G1 stand", say("the pair at 3, its tile on G1, with its figure on it")
        yield "3 ship 2", say("the pair at 3, its ship in column 2")
        yield "ferry all B each 1 to B1 B2 R3", say("a move as logs have it")

    commands: ClassVar = {
        "show": SessionCommand(show, mark("islands, yours or those of a player"), "[N]"),
        "advice": SessionCommand(advice, mark("what each move is worth and loses")),
        "undo": SessionCommand(undo, mark("take your last move back")),
        "log": SessionCommand(log, mark("print the log")),
        "save": SessionCommand(
            KeptSession.save, mark("keep the game in a file from now on"), mark("FILE")
        ),
        "help": SessionCommand(KeptSession.help, mark("show this list")),
        "quit": SessionCommand(KeptSession.leave, mark("leave")),
    }
