"""Positions of Vikings from files."""

import click

from odin_cli.output import refuse_illegal
from odin_solver.support.language import say
from odin_solver.support.reading import source_name
from odin_solver.support.text import shortened
from odin_solver.vikings.files import read_vikings
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.laying import doubts, violations


def tell_doubts(path: str, position: VikingsPosition) -> None:
    """Warn on standard error of what may be wrong about a position."""
    for doubt in doubts(position):
        warning = say("{name}: warning: {doubt}", name=source_name(path), doubt=doubt)
        click.echo(shortened(f"odin: {warning}"), err=True)


def legal_position(path: str) -> VikingsPosition:
    """Read a position; end with a list of violations if it is illegal."""
    position = read_vikings(path)
    tell_doubts(path, position)
    refuse_illegal(path, violations(position))
    return position
