"""All surfaces: commands, routes, stores, shapes, exports, and what is typed in sessions."""

import functools
from collections.abc import Mapping

from benchmarks.fuzz import commands, kinds, other_games, page, stores
from benchmarks.fuzz.kinds import Cases


@functools.cache
def surfaces() -> Mapping[str, Cases]:
    """Return a strategy for each surface, by name."""
    typed = {**kinds.KINDS, **other_games.OTHER_GAMES}
    return {
        **commands.surfaces(),
        **{name: make() for name, make in typed.items()},
        **page.surfaces(),
        **stores.surfaces(),
    }
