"""What is different in the browser besides threads.

Searches run elsewhere, HiGHS is called otherwise, and the digest of the sources, which are not
here, was made where the engine was compiled of them. Nobody else sends requests: one may hold
everything that is kept.
"""

import sys
from importlib.resources import files
from types import ModuleType
from typing import NoReturn

from odin_browser.elsewhere import ThreadChild
from odin_browser.highs import VERSION

from odin_solver.errors import OdinError
from odin_solver.linear import solvers
from odin_solver.rollouts import digest
from odin_solver.support import children
from odin_solver.support.language import say
from odin_web import guard

children.Child = ThreadChild  # type: ignore[misc]
solvers.SOLVERS = {**solvers.SOLVERS, "highs": "odin_browser.highs"}
solvers.versions = lambda: {"highs": VERSION}
digest.digest = (files("odin_browser") / "digest.txt").read_text  # type: ignore[assignment]
guard.MAX_BODY = 200_000_000


class Miniexact(ModuleType):
    """In the place of a library that is not built for the browser."""

    def miniexacts_m(self) -> NoReturn:
        """Refuse."""
        raise OdinError(say("searching all solutions of this puzzle needs the installed odin"))


sys.modules["miniexact"] = Miniexact("miniexact")
