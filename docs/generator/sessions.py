"""Tables from the program: what is typed in sessions, and the rulings of the solo game."""

from collections.abc import Mapping

from docs.generator.markdown import table
from odin_cli.game.play import Session
from odin_cli.game.telling import MOVES_HELP
from odin_cli.puzzle.session import PuzzleSession
from odin_cli.session import SessionCommand
from odin_solver.game.kernel.rulings import RULINGS
from odin_solver.names.printed import card_name
from odin_solver.support.language import say, speaking


def playing() -> str:
    """Return a table of what can be entered in ``odin game play``."""
    with speaking("en"):
        rows = [(f"`{example}`", say(text)) for example, text in MOVES_HELP]
        return table(["Enter", "To"], [*rows, *_rows(Session.commands)])


def puzzling() -> str:
    """Return a table of the commands of ``odin puzzle play``."""
    with speaking("en"):
        return table(["Enter", "To"], _rows(PuzzleSession.commands))


def _rows(commands: Mapping[str, SessionCommand]) -> list[tuple[str, str]]:
    return [
        (f"`{f'{name} {each.argument}'.strip()}`", say(each.help))
        for name, each in commands.items()
    ]


def rulings() -> str:
    """Return a table of the rulings."""
    with speaking("en"):
        rows = [
            (f"`{name}`", say(text), "; ".join([section, *map(card_name, cards)]))
            for name, (section, cards, text) in RULINGS.items()
        ]
    return table(["Ruling", "Other reading", "Section of the rules, cards"], rows)
