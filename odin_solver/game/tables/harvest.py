"""Reading tables: the markers and resource tokens of Harvest."""

from collections.abc import Iterable

from odin_solver.game.harvest import (
    HARVEST_PROFILES,
    MARKERS,
    harvest_profile_from,
    own_harvest_profile,
)
from odin_solver.game.kernel.markers import TOKENS, HarvestProfile
from odin_solver.game.kernel.state import State
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.language import say

_OF_MARKERS = ("harvest_profile", "marker", "markers_gone", "tokens", "tokens_gone")


def profile(fields: TableFields) -> HarvestProfile | None:
    """Return the profile of a table with markers: its own, else that of the user's box."""
    named = [key for key in _OF_MARKERS if key in fields.data]
    if not named:
        return None
    if not fields.part("harvest", False):
        fields.fault(say("{key}: expected a table with harvest = true", key=named[0]))
        return None
    written = fields.part("harvest_profile", None)
    if written is not None:
        file = HARVEST_PROFILES.from_data(written)
        missing = file.missing()
        fields.faults.add(f"harvest_profile.{each}" for each in missing)
        return None if missing else harvest_profile_from(file)
    if "harvest_profile" in fields.data:
        return None
    own = fields.faults.attempt(named[0], own_harvest_profile)
    if own is None and not HARVEST_PROFILES.own_path().is_file():
        fields.fault(
            say(
                "{key}: no profile of your box is saved: "
                "odin game harvest-profile --new asks for it",
                key=named[0],
            )
        )
    return own


def read_markers(fields: TableFields, state: State) -> None:
    """Read the marker that lies on the table, and the tokens of the player."""
    if state.options.profile is None:
        return
    fields.missing("marker", say("the harvest marker that is face up"), "marker = 3")
    state.marker = fields.part("marker", 1)
    gone = {state.marker, *fields.part("markers_gone", [])}
    state.markers = _without(MARKERS, gone)
    tokens = fields.part("tokens", [])
    most = 2 if state.options.length == "short" else 1
    fields.at_most("tokens", len(tokens), most, of=say("resource tokens of a player"))
    state.tokens = tuple(sorted(set(tokens)))
    state.free_tokens = _without(TOKENS, {*tokens, *fields.part("tokens_gone", [])})


def _without(most: int, gone: Iterable[int]) -> tuple[int, ...]:
    return tuple(number for number in range(1, most + 1) if number not in gone)
