"""``odin game do``, ``undo`` and ``replay``: making moves and checking games."""

import click

from odin_cli.commands import argument, command, number, option
from odin_cli.game.show import game_data
from odin_cli.options import FILE, JSON
from odin_cli.output import print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.game import Game, IllegalMove, score_sheet
from odin_solver.game.files import changing
from odin_solver.game.kernel.play import decides
from odin_solver.game.log import check_chance, line, parse
from odin_solver.game.seats import is_secret
from odin_solver.game.typed import moves_of
from odin_solver.planner.bots import Bots
from odin_solver.support.language import say, say_as
from odin_solver.support.reading import read_text, source_name
from odin_solver.words.game import place_text, totals_text
from odin_solver.words.menu import question


@command('odin game do game.log "use beans" "place silver home a1"')
def do(
    file: str = FILE, typed: tuple[str, ...] = argument("MOVE...", nargs=-1), as_json: bool = JSON
) -> None:
    """Make moves; the seed decides chance after each of them, and bots move.

    Either all of them are made or, if one is not legal, none. In a game with --ask-chance, what
    chance has brought is given in the same way, such as 5 or spear.
    """
    with changing(file) as game:
        first = len(game.moves)
        for each in typed:
            make(game, each)
            Bots(game).move()
    if as_json:
        print_json(game_data(game.state, moves=list(map(str, game.moves[first:]))))
        return
    from odin_solver.words.changes import changes_by_phase

    console, seat = stdout_console(), game.states[first].seat
    for state, move in zip(game.states[first:], game.moves[first:], strict=False):
        hidden = is_secret(state, move) and state.seat != seat
        if not hidden:
            console.print(line(state, move), soft_wrap=True)
        for change in changes_by_phase(state, move, drawn=not hidden):
            console.print(f"    {say_as('phase', change.phase)}: {change.text}", soft_wrap=True)
    console.print(question(game.state), style="bold", soft_wrap=True)


def make(game: Game, typed: str) -> None:
    first = len(game.moves)
    try:
        wanted = moves_of(game.state, typed)
        if not wanted:
            raise InputError.said("expected a move, got nothing")
        for move in wanted:
            game.do(move)
            game.let_chance_decide()
    except (IllegalMove, InputError) as error:
        del game.moves[first:], game.states[first + 1 :]
        raise InputError(str(error)) from None


@command("odin game undo game.log --times 2")
def undo(
    file: str = FILE, times: int = number("Number of moves.", 1, default=1), as_json: bool = JSON
) -> None:
    """Take back the last move and the outcomes of chance since."""
    with changing(file) as game:
        taken = game.take_back(times)
    if as_json:
        print_json(game_data(game.state, undone=list(map(str, taken))))
        return
    console = stdout_console()
    for move in taken:
        console.print(say("taken back: {move}", move=move), soft_wrap=True)
    console.print(f"{place_text(game.state)}: {question(game.state)}", style="bold", soft_wrap=True)


@command("odin game replay game.log --check")
def replay(
    file: str = argument("LOG"),
    until: int | None = number("Stop after so many moves and outcomes.", 0),
    check: bool = option("Print one line: the result and the score."),
    as_json: bool = JSON,
) -> None:
    """Replay a game move by move and show where it leads.

    Every line is checked against the rules, and what chance has brought against the seed. A line
    that breaks a rule is named, with exit code 2.
    """
    content = read_text(file)
    game = parse(content, source_name(file), until)
    check_chance(game, content, source_name(file))
    if as_json:
        print_json(game_data(game.state, ok=True, moves=list(map(str, game.moves))))
    elif check:
        score = totals_text(game.state) or score_sheet(game.state).total
        if decides(game.state) is None:
            text = say(
                "OK: {n} moves, the game is over, score {score}", n=len(game.moves), score=score
            )
        else:
            text = say(
                "OK: {n} moves, the game is in {where}, score {score}",
                n=len(game.moves),
                where=place_text(game.state),
                score=score,
            )
        click.echo(text)
    else:
        from odin_solver.render.terminal.game import game_text

        stdout_console().print(game_text(game.state))
