"""``odin graenaland play``: rounds at a table, line by line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from rich.text import Text

from odin_cli.commands import command, option
from odin_cli.options import POSITION, PROFILE, output_option
from odin_cli.output import check_writable, stdout_console
from odin_cli.session import KeptSession, SessionCommand
from odin_solver.errors import InputError
from odin_solver.graenaland.files import read_profiled, round_from
from odin_solver.graenaland.rounds.options import building, choices
from odin_solver.graenaland.rounds.table import Round, RoundMove, line_of, move_of
from odin_solver.graenaland.words import part_name
from odin_solver.questions.graenaland import GraenalandBuild
from odin_solver.questions.graenaland_drawing import position_report
from odin_solver.questions.graenaland_rounds import (
    GraenalandMove,
    GraenalandPropose,
    choices_table,
    round_report,
)
from odin_solver.questions.question import Asker
from odin_solver.questions.terminal import report_drawing
from odin_solver.support.files import check_new, data_text
from odin_solver.support.language import mark, say
from odin_solver.support.text import whole_number

ADVICE = {"move": GraenalandMove, "propose": GraenalandPropose, "build": GraenalandBuild}


@command("odin graenaland play position.toml -o round.toml")
def play(
    path: str = POSITION,
    profile_path: str | None = PROFILE,
    output: str | None = output_option("Write the position and its round there after every move."),
    force: bool = option("Replace an existing file."),
) -> None:
    """Play rounds at a table: enter what happens, and hear what the rules allow and what is best.

    A position with a round goes on where it stopped, and its file is written; one without begins
    with production. `help` lists what can be typed.
    """
    check_writable(output)
    if output:
        check_new(output, force=force)
    data = read_profiled(path, profile_path)
    if "round" in data and path != "-":
        output = output or path
    session = RoundSession(stdout_console(), output, data)
    session.show()
    session.go_on(())
    session.run()


@dataclass
class RoundSession(KeptSession):
    """Rounds of a person, in the data of a position file."""

    goes_on = mark("Goodbye; `odin graenaland play {path}` goes on.")

    data: dict[str, Any]

    def __post_init__(self) -> None:
        self.moves: list[str] = self.data.pop("round", [])
        self.rng = Random()
        self.now = self._now()

    def _now(self) -> Round:
        now = round_from({**self.data, "round": self.moves}, self.path or "position")[1]
        assert now is not None
        return now

    def text(self) -> str:
        form = Path(self.path or "").suffix[1:] or "toml"
        return data_text({**self.data, "round": self.moves}, form)

    def show(self) -> None:
        self.write(report_drawing(position_report(self.now.position)))

    def prompt(self) -> str:
        return say("round {n}", n=self.now.number) + "> "

    def act(self, words: str) -> None:
        if not words or self.called(words) is not None:
            return
        chosen = whole_number(words)
        if chosen is not None and not 1 <= chosen <= len(self.listed):
            raise InputError.said("expected a number of the list, got {got}", got=chosen)
        self.go_on([move_of(words)] if chosen is None else self.listed[chosen - 1].moves)

    def go_on(self, moves: Sequence[RoundMove]) -> None:
        """Make moves, save, and show what may be done."""
        now = self.now
        for move in moves:
            now = now.after(move)
        self.moves += map(line_of, moves)
        joint = part_name("joint")  # one for each tile and public work: typed
        self.listed = [each for each in choices(now, self.rng) if each.group != joint]
        self.now = now
        self.plan: tuple[RoundMove, ...] = ()
        self.keep()
        self.write(report_drawing([*round_report(now), choices_table(self.listed)]))
        self.over = now.phase == "over"

    def undo(self) -> None:
        if not self.moves:
            raise InputError.said("there is nothing to undo")
        self.moves.pop()
        self.now = self._now()
        self.go_on(())

    def advice(self) -> None:
        """Show what is best by the questions about a position."""
        kind: Any = ADVICE.get(self.now.phase)
        if kind is None or (kind is GraenalandBuild and not self.now.mine):
            raise InputError.said("there is advice for moves, proposals and own building")
        asked = kind(position={**self.data, "round": self.moves})
        found = asked.answer(asked.subject("round"), Asker())
        self.write(report_drawing(asked.report(found)))
        if kind is GraenalandBuild and found.answer.plan:
            self.plan = building(found.answer.plan.steps)
            self.write(say("`use` builds that."))

    def use(self) -> None:
        if not self.plan:
            raise InputError.said("first ask for advice on building")
        self.go_on(self.plan)

    def log(self) -> None:
        self.write(Text("\n".join(self.moves)))

    def examples(self) -> Iterable[tuple[str, str]]:
        yield "3", say("the choice of this number")
        yield "send warrior left", say("a move as the file has it")
        yield "build church@A", say("built with the fewest cards")
        yield "joint road@A", part_name("joint")

    commands: ClassVar = {
        "show": SessionCommand(show, mark("map, hand and goals")),
        "advice": SessionCommand(advice, mark("what is best, and why")),
        "use": SessionCommand(use, mark("build as advised")),
        "undo": SessionCommand(undo, mark("take the last move back")),
        "log": SessionCommand(log, mark("all moves")),
        "save": KeptSession.saves,
        "help": SessionCommand(KeptSession.help, mark("show this list")),
        "quit": SessionCommand(KeptSession.leave, mark("leave")),
    }
