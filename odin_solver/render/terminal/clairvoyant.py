"""Best game of a seed with all chance known, in a terminal."""

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from odin_solver.game import Game
from odin_solver.game.setup import new_game
from odin_solver.render.terminal.plan import rounds_text
from odin_solver.render.terminal.sheet import mean_sheet_text
from odin_solver.support.language import say, say_number
from odin_solver.words.game import length_name
from odin_solver.words.plan import game_in_words

if TYPE_CHECKING:
    from odin_solver.planner.clairvoyant import ClairvoyantGame


def clairvoyant_text(game: Game, best: "ClairvoyantGame") -> RenderableType:
    """Draw the best game: round by round, and its score."""
    title = say(
        "{game} of seed {seed}, all chance known in advance",
        game=length_name(game.options.length),
        seed=game.seed,
    )
    points = say_number("{n} point", "{n} points", best.score)
    tried = say_number(
        "{n} game tried in {seconds:.1f} s",
        "{n} games tried in {seconds:.1f} s",
        best.games,
        seconds=best.seconds,
    )
    return Group(
        Text(title[:1].upper() + title[1:], style="bold"),
        Text(say("Best game found: {points}", points=points)),
        Text(),
        rounds_text(game_in_words(new_game(game.options), best.playout)),
        Text(say("Score sheet"), style="bold"),
        mean_sheet_text([best.playout.sheet]),
        Text(tried, style="dim"),
    )
