"""Tables of the solo game, from the program: what is typed in a session, and the rulings."""

from docs.generator.markdown import table
from odin_cli.game.play import COMMANDS, MOVES_HELP
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


def rulings() -> str:
    """Return a table of the rulings."""
    with speaking("en"):
        rows = [
            (f"`{name}`", say(text), "; ".join([section, *map(card_name, cards)]))
            for name, (section, cards, text) in RULINGS.items()
        ]
    return table(["Ruling", "Other reading", "Section of the rules, cards"], rows)
