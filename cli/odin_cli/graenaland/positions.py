"""``odin graenaland show``, ``check`` and ``example``: positions without solving them."""

import click

from odin_cli.commands import argument, command
from odin_cli.options import JSON, PICTURES, POSITION, PROFILE, Pictures, output_option
from odin_cli.output import print_json, print_text, stdout_console, verdict_text
from odin_cli.shipped import lists_examples
from odin_solver.graenaland.examples import ORDER, example_text, graenaland_example
from odin_solver.graenaland.files import graenaland_data, graenaland_from, read_profiled
from odin_solver.graenaland.parts import INLAND_FEWER
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.counts import goals_met, measures, score_needed, score_of
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.questions.graenaland_drawing import goals_table, position_report
from odin_solver.questions.terminal import report_drawing
from odin_solver.support.files import data_text
from odin_solver.support.language import say, say_as


def _read(path: str, profile_path: str | None) -> GraenalandPosition:
    return graenaland_from(read_profiled(path, profile_path))


@command("odin graenaland example points | odin graenaland show -")
def show(
    path: str = POSITION,
    profile_path: str | None = PROFILE,
    pictures: Pictures = PICTURES,
    as_json: bool = JSON,
) -> None:
    """Draw the map, the hand and what counts."""
    pictures.check(path)
    position = _read(path, profile_path)
    if pictures:
        from odin_solver.graenaland.pictures.svg import graenaland_svg

        pictures.write(graenaland_svg(position))
    if as_json:
        print_json(graenaland_data(position))
    elif not pictures:
        stdout_console().print(report_drawing(position_report(position)))


@command("odin graenaland check position.toml")
def check(path: str = POSITION, profile_path: str | None = PROFILE, as_json: bool = JSON) -> int:
    """Check whether a position is possible, and which goals it meets.

    The exit code is 0 if it is possible, 1 if not, and 2 if it cannot be read.
    """
    position = _read(path, profile_path)
    violations = position_violations(position)
    measured = measures(position, position.me)
    if as_json:
        print_json(
            {
                "schema": 1,
                "legal": not violations,
                "violations": violations,
                "measures": measured,
                "score": score_of(position),
                "needed": score_needed(position),
                "goals": goals_met(measured) if position.card is None else None,
            }
        )
    else:
        stdout_console().print(verdict_text(violations))
        stdout_console().print(report_drawing([goals_table(position)]))
        _note_layout(position)
    return 1 if violations else 0


def _note_layout(position: GraenalandPosition) -> None:
    """Tell on standard error if the map has another size than in a game."""
    coastal = sum(state.printed.coastal for state in position.tiles.values())
    inland = len(position.tiles) - coastal
    players = len(position.players)
    if (coastal, inland) != (players, players - INLAND_FEWER):
        click.echo(
            "odin: "
            + say(
                "the map has {coastal} coastal and {inland} inland tiles; "
                "{players} players have {players} and {fewer}",
                coastal=coastal,
                inland=inland,
                players=players,
                fewer=players - INLAND_FEWER,
            ),
            err=True,
        )


@command("odin graenaland example late-game | odin graenaland win -")
def example(
    name: str | None = argument("[NAME]", among=ORDER),
    output: str | None = output_option(),
    as_json: bool = JSON,
) -> None:
    """List the example positions, or print one; their costs are made up."""
    titles = {each: say_as("title", graenaland_example(each).title) for each in ORDER}
    if name is None and as_json:
        print_json({"schema": 1, "examples": titles})
    elif not lists_examples(name, output, titles.items()):
        assert name is not None
        text = example_text(name)
        if as_json:
            text = data_text(graenaland_data(graenaland_example(name)), "json")
        print_text(text, output)
