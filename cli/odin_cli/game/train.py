"""``odin game train``: the decisions with the largest losses are asked again."""

import click
import msgspec

from odin_cli.commands import argument, command
from odin_cli.options import QUIET
from odin_cli.output import naming, stdout_console, tell_stopped
from odin_cli.questions import asked as asked_fields
from odin_cli.questions import option_of, searched
from odin_solver.errors import InputError
from odin_solver.questions.games import GameReview, Reviewing
from odin_solver.support.language import say
from odin_solver.support.reading import STANDARD_INPUT, read_text, source_name

MOST = 5
"""Decisions that are asked."""


@command("odin game train game.log --time-per-move 5")
def train(
    file: str = argument("LOG"),
    reviewing: Reviewing = asked_fields(Reviewing),
    seed: int = option_of(GameReview, "seed"),
    quiet: bool = QUIET,
) -> int:
    """Train with the mistakes of a game: the decisions with the largest losses are asked again.

    The game is reviewed first, as by `odin game review`. Then each table is shown with some moves,
    the best one among them: answer with a number, or with nothing to see the answer. Ctrl-C ends
    it.
    """
    if file == STANDARD_INPUT:
        raise InputError.said("expected a file: standard input is for the answers")
    from odin_solver.planner.review import costliest
    from odin_solver.render.terminal.game import game_text
    from odin_solver.words.plan import decision_named, mistake_in_words

    wanted = msgspec.structs.asdict(reviewing)
    review = GameReview(file=read_text(file), seed=seed, **wanted)
    with naming(file):
        game = review.subject(source_name(file))
    found, stopped = searched(review, game, quiet=quiet)
    if found is None or stopped:
        return tell_stopped(say("nothing was known yet"))
    mistakes = costliest(found.moves, MOST)
    if not mistakes:
        click.echo(say("No certain mistake."))
        return 0
    right = asked = 0
    for each in mistakes:
        stdout_console().print(game_text(game.states[each.number - 1]))
        best = decision_named(each.best)
        moves = sorted({best, *map(decision_named, (each.moves, *each.others))})
        for at, move in enumerate(moves, 1):
            click.echo(f"{at}. {move}")
        try:
            answer = click.prompt(
                say("What is best?"), default="", show_default=False, prompt_suffix=" "
            ).strip()
        except click.Abort:
            click.echo()
            click.echo(say("Right answers: {n} of {of}.", n=right, of=asked))
            return tell_stopped(say("results so far"))
        asked += 1
        is_right = answer.isdecimal() and moves[int(answer) - 1 : int(answer)] == [best]
        right += is_right
        click.echo(say("Right.") if is_right else say("Best found: {best}.", best=best))
        click.echo(mistake_in_words(each))
    click.echo(say("Right answers: {n} of {of}.", n=right, of=asked))
    return 0
