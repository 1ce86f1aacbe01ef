"""The best game of a seed for somebody who knows all chance, in a terminal."""

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from odin_solver.game.setup import new_game
from odin_solver.render.terminal.plan import rounds_text, sheet_text
from odin_solver.words.plan import game_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from odin_solver.game import Game
    from odin_solver.planner.clairvoyant import ClairvoyantGame


def ceiling_text(game: "Game", found: "ClairvoyantGame", bound: int | None) -> "RenderableType":
    """The game that was found, round by round, its score, and the bound.

    Parameters
    ----------
    game
        The game, with its seed.
    found
        What was found.
    bound
        What nobody can exceed; None if that is not known.
    """
    length = game.options.length.capitalize()
    proven = "" if bound is None else f"; proven: no way to play scores more than {bound}"
    return Group(
        Text(f"{length} game of seed {game.seed}, all chance known in advance", style="bold"),
        Text(f"Best game found: {found.score} points{proven}"),
        Text(),
        rounds_text(game_in_words(new_game(game.options), found.playout)),
        Text("Score sheet", style="bold"),
        sheet_text([found.playout.sheet]),
        Text(f"{found.games} games tried in {found.seconds:.1f} s", style="dim"),
    )
