"""``odin vikings show``, ``check`` and ``example``."""

from odin_cli.commands import argument, command
from odin_cli.options import JSON, PICTURES, POSITION, Pictures, output_option
from odin_cli.output import (
    print_json,
    print_text,
    stdout_console,
    tell_doubts,
    tell_if_illegal,
    verdict_text,
)
from odin_cli.shipped import lists_examples
from odin_solver.support.language import say, say_as
from odin_solver.vikings.examples import ORDER, vikings_example, vikings_example_text
from odin_solver.vikings.files import read_vikings, vikings_data
from odin_solver.vikings.rules.laying import doubts, violations


@command("odin vikings show position.toml --png position.png")
def show(path: str = POSITION, pictures: Pictures = PICTURES, as_json: bool = JSON) -> None:
    """Draw the islands and ships of a position; illegal ones too.

    A figure is a letter: K warrior, R noble, G scout, Y goldsmith, B fisherman, N boatsman. An
    exclamation mark follows those that a ship threatens.
    """
    pictures.check(path)
    position = read_vikings(path)
    if pictures:
        from odin_solver.vikings.pictures.svg import position_svg

        pictures.write(position_svg(position))
    if as_json:
        print_json(vikings_data(position))
    elif not pictures:
        from odin_solver.vikings.pictures.terminal import position_drawing

        if position.title:
            stdout_console().print(say_as("title", position.title), style="bold")
        stdout_console().print(position_drawing(position))
    tell_if_illegal(len(violations(position)), "odin vikings check")


@command("odin vikings check position.toml")
def check(path: str = POSITION, as_json: bool = JSON) -> int:
    """Check whether a position is legal.

    The exit code is 0 if it is legal, 1 if not, and 2 if it cannot be read.
    """
    position = read_vikings(path)
    tell_doubts(path, doubts(position))
    broken = violations(position)
    islands = list(position.area.closed_islands())
    if as_json:
        print_json(
            {
                "schema": 1,
                "legal": not broken,
                "violations": broken,
                "people": position.n_figures,
                "closed_islands": [len(island) for island in islands],
                "threats": {str(at): sail for at, sail in position.area.threats().items()},
            }
        )
    else:
        stdout_console().print(verdict_text(broken))
        if not broken:
            summary = say(
                "{n} figures; lengths of closed islands: {lengths}",
                n=position.n_figures,
                lengths=", ".join(str(len(island)) for island in islands) or say("none"),
            )
            stdout_console().print(summary)
    return 1 if broken else 0


@command("odin vikings example ferry | odin vikings ferry -")
def example(
    name: str | None = argument("[NAME]", among=ORDER), output: str | None = output_option()
) -> None:
    """List the example positions, or print one."""
    if lists_examples(
        name, output, ((each, say_as("title", vikings_example(each).title)) for each in ORDER)
    ):
        return
    assert name is not None
    print_text(vikings_example_text(name), output)
