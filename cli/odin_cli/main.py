"""The command ``odin``: its subcommands, and how their errors end."""

import errno
import gettext
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

import click

import odin_puzzles  # noqa: F401  registers the kinds of files of puzzles
from odin_cli import interrupts
from odin_cli.commands import BAD_INPUT, LazyGroup, SpokenOption
from odin_solver.errors import InputError, OdinError
from odin_solver.support.language import (
    ENGLISH,
    LOCALES,
    VARIABLE,
    known_language,
    language,
    language_of_system,
    languages,
    mark,
    say,
    say_number,
    use_language,
)
from odin_solver.support.platform import use_utf8
from odin_solver.support.text import reason_of, shortened
from odin_solver.version import __version__

COMMANDS = {
    "solve": "odin_cli.questions:solve",
    "hint": "odin_cli.questions:hint",
    "analyse": "odin_cli.questions:analyse",
    "feast": "odin_cli.questions:feast",
    "count": "odin_cli.questions:count",
    "edit": "odin_cli.edit.command:edit",
    "check": "odin_cli.positions:check",
    "show": "odin_cli.positions:show",
    "import": "odin_cli.positions:import_drawing",
    "web": "odin_cli.web:web",
    "example": "odin_cli.shipped:example",
    "boards": "odin_cli.components:boards",
    "tiles": "odin_cli.components:tiles",
    "puzzle": "odin_cli.groups:puzzle",
    "game": "odin_cli.groups:game",
    "plan": "odin_cli.questions:plan",
    "challenge": "odin_cli.groups:challenge",
    "table": "odin_cli.groups:table",
    "score": "odin_cli.groups:score",
    "bench": "odin_cli.bench:bench",
    "vikings": "odin_cli.groups:vikings",
    "graenaland": "odin_cli.groups:graenaland",
    "help": "odin_cli.finding:help_",
}
"""Modules and functions of the commands; a module is loaded only for its command."""

HEADINGS = {
    "solve": mark("Boards"),
    "puzzle": mark("Puzzles"),
    "game": mark("The solo game"),
    "vikings": mark("Other games"),
    "help": mark("Help"),
}
"""Headings of the help, by the command that follows."""

SOLVING = frozenset({"solve", "hint", "analyse"})
"""Commands whose engines start before their input is read."""

MOST_PROBLEMS = 20
"""Most errors of a file that are printed."""

FAILED = 1

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a full disk."""


class Odin(LazyGroup):
    """All commands; those that solve have engines that start with them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Choose a language first: the help is answered before the options are read."""
        if "--language" not in args:
            choose_language(ctx, None, None)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        found = super().resolve_command(ctx, args)
        if args[0] in SOLVING and not {"-h", "--help"}.intersection(args):
            from odin_solver.placement import solve  # noqa: F401  they share its modules
            from odin_solver.placement.engines import Engines

            ctx.with_resource(Engines())
        return found


def choose_language(ctx: click.Context, param: click.Parameter | None, name: str | None) -> None:
    """Use the language that is asked for, else that of the environment, else the system's."""
    if param and not name:
        return
    wish = name or os.environ.get(VARIABLE)
    chosen = known_language([wish])
    if wish and not chosen:
        known = ", ".join(languages())
        click.echo(
            say(
                "no language {wish!r}: expected one of {known}; using English",
                wish=wish,
                known=known,
            ),
            err=True,
        )
    use_language(chosen or (ENGLISH if wish else language_of_system()))
    # The messages of click are those of the standard gettext, which has a variable of its own.
    gettext.bindtextdomain("click", LOCALES)
    gettext.textdomain("click")
    os.environ["LANGUAGE"] = language()


odin = click.version_option(
    __version__, prog_name="odin", message="%(prog)s %(version)s", cls=SpokenOption
)(
    Odin(
        "odin",
        COMMANDS,
        help="Provably best tile placements for the board game A Feast for Odin.",
        example="odin example late-home | odin solve -",
        headings=HEADINGS,
    )
)
odin.params.insert(
    0,
    SpokenOption(
        ["--language"],
        metavar="NAME",
        help="Language of what is printed: en, cs, pl, uk. By default that of ODIN_LANGUAGE, or "
        "the system's.",
        is_eager=True,
        expose_value=False,
        callback=choose_language,
        shell_complete=lambda ctx, param, begun: [
            name for name in languages() if name.startswith(begun)
        ],
    ),
)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of this process, and return the exit code.

    Errors end in a line on standard error, those in an input in one for each, `MOST_PROBLEMS` at
    most.
    """
    _open_missing_streams()
    _ignore_odd_sizes()
    try:
        code = odin.main(
            None if arguments is None else list(arguments), prog_name="odin", standalone_mode=False
        )
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return BAD_INPUT
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "odin"
        message = " ".join(error.format_message().split())
        return _fail(f"{message.rstrip('.')} ({command} --help)", BAD_INPUT)
    except click.ClickException as error:
        return _fail(error.format_message(), BAD_INPUT)
    except InputError as error:
        for problem in error.problems[:MOST_PROBLEMS]:
            _fail(problem, BAD_INPUT)
        more = max(0, len(error.problems) - MOST_PROBLEMS) + error.more
        if more:
            _fail(say_number("and {n} more error", "and {n} more errors", more), BAD_INPUT)
        return BAD_INPUT
    except OdinError as error:
        return _fail(str(error), FAILED)
    except (click.Abort, KeyboardInterrupt):
        return _interrupted()
    except BrokenPipeError:
        _give_up(sys.stdout)
        return FAILED
    except OSError as error:
        _give_up(sys.stdout)
        path, reason = error.filename, reason_of(error)
        if path is None and error.errno not in FULL:
            return _fail(reason, FAILED)
        nameless = say("cannot write {path}: {reason}", path=say("standard output"), reason=reason)
        return _fail(nameless if path is None else f"{path}: {reason}", BAD_INPUT)
    except Exception as error:
        if os.environ.get("ODIN_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _fail(say("internal error: {what} (ODIN_DEBUG=1 shows where)", what=what), FAILED)
    return code if isinstance(code, int) else 0


def main() -> NoReturn:
    # Worker processes of joblib would run a queue.py of the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    use_utf8()
    try:
        interrupts.raise_on_interrupt()
        code = run()
    except KeyboardInterrupt:  # the second, while the first was dealt with
        code = _interrupted()
    interrupts.leave_on_interrupt()
    if code == interrupts.INTERRUPTED:
        interrupts.exit_interrupted()
    sys.exit(code)


def _interrupted() -> int:
    try:
        sys.stdout.flush()
    except OSError:  # Ctrl-C ended the reader too
        _give_up(sys.stdout)
    return interrupts.INTERRUPTED


def _fail(message: str, code: int) -> int:
    try:
        click.echo(shortened(f"odin: {message}"), err=True)
    except OSError:
        _give_up(sys.stderr)
    return code


def _ignore_odd_sizes() -> None:
    """Remove sizes of the terminal that no terminal has: rich prints nothing, or fails."""
    for name in ("COLUMNS", "LINES"):
        if not re.fullmatch("[1-9][0-9]{0,3}", os.environ.get(name, "")):
            os.environ.pop(name, None)


def _open_missing_streams() -> None:
    """Replace closed standard streams, so that writing to them is harmless."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (it stays open)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (it stays open)


def _give_up(stream: TextIO) -> None:
    """Keep Python from complaining at exit about a broken output stream."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        return
