"""What is different in the browser besides threads.

Searches run elsewhere, those for moves in several workers. HiGHS is called otherwise, and the
digest of the sources, which are not here, was made where the engine was compiled of them. Nobody
else sends requests: one may hold everything that is kept.
"""

import sys
from importlib.resources import files
from types import ModuleType

import js
from odin_browser.elsewhere import ThreadChild, WorkerChild
from odin_browser.highs import VERSION
from odin_browser.multicover import Multicover
from odin_browser.threads import breathe, stack, stacked

from odin_solver.linear import solvers
from odin_solver.planner import limits
from odin_solver.rollouts import digest
from odin_solver.support import children, libraries
from odin_web import guard

children.Child = WorkerChild if stacked() else ThreadChild  # type: ignore[misc, assignment]
libraries.ENGINE_CLASS = "odin_browser.engines:EngineLibrary"
limits.WORKERS = max(1, min(js.navigator.hardwareConcurrency - 1, 4))
solvers.SOLVERS = {**solvers.SOLVERS, "highs": "odin_browser.highs"}
solvers.versions = lambda: {"highs": VERSION}
digest.digest = (files("odin_browser") / "digest.txt").read_text  # type: ignore[assignment]
guard.MAX_BODY = 200_000_000

found = ModuleType("miniexact")
found.miniexacts_m = lambda: Multicover(breathe)  # type: ignore[attr-defined]
sys.modules["miniexact"] = found

if stacked():
    stack()
    # Imported with the children of above.
    from odin_solver.placement import lineup

    # One interpreter more takes 150 MB: a race has one engine, which follows the local searches.
    lineup.lineup = lambda *_, **__: [lineup.alone()]  # type: ignore[assignment]
