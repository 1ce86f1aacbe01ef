"""``odin vikings profile``: what the ships of your box are worth."""

from odin_cli.commands import argument, command, option
from odin_cli.forms import Form, ask_until
from odin_cli.options import JSON
from odin_cli.output import stdout_console
from odin_cli.profiles import show_or_enter
from odin_solver.errors import InputError
from odin_solver.support.language import mark, say
from odin_solver.vikings.files import all_values, ship_value_of
from odin_solver.vikings.profile import SHIP_PROFILES, UNPRINTED, ShipsFile
from odin_solver.vikings.words import ship_name, value_text


@command("odin vikings profile --new")
def profile(
    path: str | None = argument("[FILE]"),
    new: bool = option("Ask for what is not entered yet."),
    as_json: bool = JSON,
) -> None:
    """Show what the ships of your box are worth, or enter it once.

    No source gives the values of red and yellow ships. FILE is a profile file; by default the saved
    profile, by which games are played.
    """
    show_or_enter(SHIP_PROFILES, ShipsForm, _print, path=path, new=new, as_json=as_json)


def _print(file: ShipsFile, _: str) -> None:
    for sail, value in all_values(file.ship_values).items():
        stdout_console().print(f"{ship_name(sail)}: {value_text(value)}")


class ShipsForm(Form):
    begins = mark("Values such as: 3 gold, or 2 vp. Empty: not known yet.")

    def ask_all(self) -> None:
        values = self.data.setdefault("ship_values", {})
        expected = say('expected a value such as "3 gold" or "2 vp"')
        for sail in UNPRINTED:
            if sail not in values:
                self.keep(values, sail, ask_until(ship_name(sail), _value, expected))


def _value(answer: str) -> str | None:
    try:
        ship_value_of(answer)
    except InputError:
        return None
    return answer
