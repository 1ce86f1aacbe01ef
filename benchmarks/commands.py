"""Shared parts of the benchmark commands."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from odin_solver.errors import InputError


@contextmanager
def errors_in_a_line() -> Iterator[None]:
    """Report an error in one line; also a decorator.

    Bad input ends the command with exit code 2; a disk or a standard output that is full, with 1.
    """
    try:
        yield
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except BrokenPipeError:  # nobody reads on, and nobody wants to hear of it: click knows
        raise
    except OSError as error:
        where = error.filename or "standard output"
        raise click.ClickException(f"{where}: {error.strerror or error}") from None
