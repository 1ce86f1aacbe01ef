"""Searches in a process of their own, which can be ended at any moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from odin_solver.graenaland.model.solve import Limits
from odin_solver.linear.levels import LevelsJob, LevelsProcess, LevelsResult
from odin_solver.support.language import say


@contextmanager
def searching(
    limits: Limits,
    cancelled: Callable[[], bool],
    on_progress: Callable[[str], None] = lambda what: None,
) -> Iterator[Limits]:
    """Give limits whose searches run in another process.

    Parameters
    ----------
    cancelled
        Whether to end the search under way.
    on_progress
        Called with what is looked for, whenever a search begins or gets further.
    """
    with LevelsProcess() as process:  # it imports the solver while the model is built

        def search(job: LevelsJob, what: str) -> LevelsResult:
            on_progress(say(what))
            return process.maximise(
                job, on_progress=lambda state: on_progress(say(what)), cancelled=cancelled
            )

        yield replace(limits, search=search)
