"""Requests about *Vikings*: positions, direct changes, games, puzzles."""

from collections.abc import Mapping, Sequence

import msgspec
from starlette.routing import Route

from odin_solver.support.language import say, say_as
from odin_solver.vikings.examples import ORDER, vikings_example
from odin_solver.vikings.files import own_values
from odin_solver.vikings.game.table import EXPERT_PARTS
from odin_solver.vikings.parts import BOATSMAN, ROWS, SAILS, TILES
from odin_solver.vikings.pictures.svg import part_svg
from odin_solver.vikings.profile import own_ship_values
from odin_solver.vikings.words import EXPERT_NAMES, SEAT_NAMES
from odin_web.replies import get_endpoint, post, post_endpoint
from odin_web.vikings.changes import VikingsChange, changed
from odin_web.vikings.games import VikingsBegin, VikingsReplay, VikingsTurn, moved, played, replayed
from odin_web.vikings.positions import VikingsAsked, VikingsText, opened, viewed
from odin_web.vikings.puzzles import VikingsAnswer, VikingsPuzzleEntry, checked, entries


class VikingsBeginning(msgspec.Struct, kw_only=True):
    """Titles of examples by name, puzzles, players by program, pictures of the parts by name.

    Attributes
    ----------
    expert
        Parts of the expert game.
    ship_values
        Values of ships that are kept.
    """

    examples: dict[str, str]
    puzzles: Sequence[VikingsPuzzleEntry]
    players: dict[str, str]
    expert: dict[str, str]
    ship_values: Mapping[str, str]
    pictures: dict[str, str]


def routes() -> list[Route]:
    return [
        Route("/api/vikings", get_endpoint(beginning)),
        post("/api/vikings/open", post_endpoint(VikingsText, opened)),
        post("/api/vikings/view", post_endpoint(VikingsAsked, viewed)),
        post("/api/vikings/change", post_endpoint(VikingsChange, changed)),
        post("/api/vikings/play", post_endpoint(VikingsBegin, played)),
        post("/api/vikings/replay", post_endpoint(VikingsReplay, replayed)),
        post("/api/vikings/move", post_endpoint(VikingsTurn, moved)),
        post("/api/vikings/check", post_endpoint(VikingsAnswer, checked)),
    ]


def beginning() -> VikingsBeginning:
    return VikingsBeginning(
        examples={name: say_as("title", vikings_example(name).title) for name in ORDER},
        puzzles=entries(),
        players={name: say(text) for name, text in SEAT_NAMES.items()},
        expert={name: say(EXPERT_NAMES[name]) for name in EXPERT_PARTS},
        ship_values=own_values(own_ship_values()),
        pictures={name: part_svg(name) for name in (*TILES, *SAILS, *ROWS, BOATSMAN)},
    )
