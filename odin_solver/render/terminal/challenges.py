"""A list of challenges in a terminal."""

from collections.abc import Mapping

from rich.table import Table

from odin_solver.challenges.challenge import MEDALS, Challenge
from odin_solver.challenges.describing import rules_of, title_of
from odin_solver.game.scores.file import NO_CARDS
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.language import say
from odin_solver.words.game import length_name


def challenges_text(challenges: Mapping[str, Challenge]) -> Table:
    """Draw challenges by their ids, a row for each; par is bronze, silver and gold."""
    table = titled_table(
        ("whole", "id"), ("left", say("game")), ("whole", say("par")), ("left", "")
    )
    for name, each in challenges.items():
        cards = "" if each.cards == NO_CARDS else f" {each.cards}"
        _, *special = rules_of(each)
        scores = [getattr(each.par, medal) for medal in reversed(MEDALS)]
        par = "/".join("-" if score is None else str(score) for score in scores)
        about = "\n".join([title_of(each), *special])
        table.add_row(name, length_name(each.length) + cards, par, about)
    return table
