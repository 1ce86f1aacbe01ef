"""The page with puzzles.

=============  ================================================================
`sources`      puzzles by their names in requests
`days`         puzzles of days
`lists`        packs, the player's own puzzles, the puzzle of a day, pictures
`actions`      puzzles that are played as solo games
`playing`      laying, hints, checks, solutions; progress is saved at every step
`making`       new puzzles and their titles, puzzles from files and codes, booklets
=============  ================================================================
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Mount

from odin_web.ondemand import OnDemand
from odin_web.searches import Searches

if TYPE_CHECKING:
    from odin_web.games.store import GameFolder


def routes(searches: Searches, games: Callable[[], "GameFolder"]) -> list[BaseRoute]:
    """Return the routes of the page with puzzles; some are played as `games`."""

    def imported() -> list[BaseRoute]:
        from odin_web.puzzles import lists, making, playing

        played = playing.routes(searches, games())
        inner = [*lists.routes(searches), *played, *making.routes(searches)]
        return [Mount("/api/puzzles", routes=inner)]

    return [OnDemand(["/api/puzzles"], imported)]
