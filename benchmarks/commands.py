"""Errors of the benchmark commands."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from odin_solver.errors import InputError


@contextmanager
def errors_in_a_line() -> Iterator[None]:
    """Report errors in one line; also a decorator.

    The exit code is 2 for bad input, and 1 for a full disk or a closed standard output.
    """
    try:
        yield
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except BrokenPipeError:  # click handles it silently
        raise
    except OSError as error:
        where = error.filename or "standard output"
        raise click.ClickException(f"{where}: {error.strerror or error}") from None
