"""``odin game show``, ``moves`` and ``position``: look at a game; states for ``--json``."""

from typing import Any

import click
import msgspec

from odin_cli.commands import command, option
from odin_cli.options import FILE, JSON, output_option
from odin_cli.output import check_writable, print_json, print_text, stdout_console
from odin_solver.errors import InputError
from odin_solver.game import chance_outcomes, decision, legal_moves, score_sheet
from odin_solver.game.files import load
from odin_solver.game.kernel.anytime import placeable
from odin_solver.game.kernel.play import decides
from odin_solver.game.kernel.state import State
from odin_solver.game.seats import seated
from odin_solver.game.serial import state_data
from odin_solver.support.language import say
from odin_solver.words.menu import menu, question

SCHEMA = 1
"""Version of the output of --json."""


def game_data(state: State, **more: Any) -> dict[str, Any]:
    sheet = score_sheet(state)
    if state.away:
        more["seats"] = [
            {"name": name, "score": each.total, "sheet": msgspec.structs.asdict(each)}
            for name, each in zip(state.options.seats, map(score_sheet, state.seats), strict=True)
        ]
    return {
        "schema": SCHEMA,
        **more,
        "round": state.round,
        "phase": state.phase,
        "over": state.is_over,
        "decides": decides(state),
        "question": question(state),
        "score": sheet.total,
        "sheet": msgspec.structs.asdict(sheet),
        "state": state_data(state),
    }


@command("odin game show game.log")
def show(
    file: str = FILE,
    seat: str | None = option(
        "A player of several: the table from that seat; by default from where the turn is.",
        metavar="NAME",
    ),
    as_json: bool = JSON,
) -> None:
    """Show the whole table and the present question.

    Boards, supply, ships, mountains, cards, and the score sheet if the game ended now. FILE is
    a game, or - for standard input.
    """
    state = load(file).state
    names = state.options.seats
    if seat is not None and (as_json or not names):
        raise InputError.said("--seat: expected a game of several players, and no --json")
    if seat is not None and seat not in names:
        raise InputError.said(
            "--seat: expected one of {names}, got {got!r}", names=", ".join(names), got=seat
        )
    if as_json:
        print_json(game_data(state))
        return
    from odin_solver.render.terminal.game import game_text, seen_from

    console = stdout_console()
    if seat is None or names[state.seat] == seat:
        console.print(game_text(state))
    else:
        console.print(seen_from(seated(state, names.index(seat))))


@command("odin game moves game.log --placing")
def moves(
    file: str = FILE,
    placing: bool = option("Also list all placements of tiles."),
    as_json: bool = JSON,
) -> None:
    """List the legal moves, by action group, with what they do.

    FILE is a game, or - for standard input. Where chance decides, its outcomes are listed.
    """
    state = load(file).state
    if as_json:
        print_json(_moves_data(state, placing))
        return
    from odin_solver.render.terminal.game import menu_text

    console = stdout_console()
    console.print(question(state), style="bold")
    console.print(menu_text(state, menu(state, placing=placing)))
    node = decision(state)
    if node is not None and not node.lists_all:
        click.echo(
            say("These are some of the legal moves; see docs/game.md for the others."), err=True
        )
    if node is not None and not placing and placeable(state):
        click.echo(say("Tiles can be placed as well: --placing lists all placements."), err=True)


def _moves_data(state: State, placing: bool) -> dict[str, object]:
    node = decision(state)
    return {
        "schema": SCHEMA,
        "decides": decides(state),
        "question": question(state),
        "complete": node is None or node.lists_all,
        "moves": [str(move) for move in legal_moves(state, placing=placing)],
        "chance": [
            {"outcome": outcome, "probability": float(probability)}
            for outcome, probability in chance_outcomes(state)
        ],
    }


@command("odin game position game.log -o position.json")
def position(
    file: str = FILE, output: str | None = output_option("Write to a file.", metavar="POSITION")
) -> None:
    """Write boards and supply as a position, with the cells of tiles as text.

    odin solve, hint, analyse and feast read positions. FILE is a game, or - for standard input. A
    POSITION that ends in .toml is written as TOML.
    """
    from odin_solver.game.positions import position_of
    from odin_solver.notation.writing import position_text

    check_writable(None if output == "-" else output, inputs=[file])
    reached = position_of(load(file).state)
    is_toml = output is not None and output.endswith(".toml")
    print_text(position_text(reached, "toml" if is_toml else "json"), output)
