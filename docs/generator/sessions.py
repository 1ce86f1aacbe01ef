"""Tables from the program: what is typed in sessions, and the rulings of the solo game."""

from docs.generator.markdown import table
from odin_cli.game.play import COMMANDS, MOVES_HELP
from odin_cli.puzzle.session import COMMANDS as PUZZLE_COMMANDS
from odin_solver.game.kernel.rulings import RULINGS
from odin_solver.support.language import say, speaking
from odin_solver.words.names import card_name


def playing() -> str:
    """Return a table of what can be entered in ``odin game play``."""
    with speaking("en"):
        rows = [(f"`{example}`", say(text)) for example, text in MOVES_HELP]
        rows += [
            (f"`{f'{name} {each.argument}'.strip()}`", say(each.help))
            for name, each in COMMANDS.items()
        ]
    return table(["Enter", "To"], rows)


def puzzling() -> str:
    """Return a table of the commands of ``odin puzzle play``."""
    with speaking("en"):
        rows = [
            (f"`{f'{name} {each.argument}'.strip()}`", say(each.help))
            for name, each in PUZZLE_COMMANDS.items()
        ]
    return table(["Enter", "To"], rows)


def rulings() -> str:
    """Return a table of the rulings."""
    with speaking("en"):
        rows = [
            (f"`{name}`", say(text), "; ".join([section, *map(card_name, cards)]))
            for name, (section, cards, text) in RULINGS.items()
        ]
    return table(["Ruling", "Other reading", "Section of the rules, cards"], rows)
