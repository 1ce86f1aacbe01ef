"""The page with puzzles.

=============  ================================================================
`sources`      puzzles by their names in requests
`days`         puzzles of days
`lists`        packs, the player's own puzzles, the puzzle of a day, pictures
`playing`      laying, hints, checks, solutions; progress is saved at every step
`making`       new puzzles, puzzles from files and codes, booklets
=============  ================================================================
"""

from starlette.routing import BaseRoute, Mount

from odin_web.ondemand import OnDemand
from odin_web.searches import Searches


def routes(searches: Searches) -> list[BaseRoute]:
    """Return the routes of the page with puzzles."""

    def imported() -> list[BaseRoute]:
        from odin_web.puzzles import lists, making, playing

        inner = [*lists.routes(searches), *playing.routes(searches), *making.routes(searches)]
        return [Mount("/api/puzzles", routes=inner)]

    return [OnDemand(["/api/puzzles"], imported)]
