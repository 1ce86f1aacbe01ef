"""Reading tables: the markers and resource tokens of Harvest."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any

from odin_solver.game.harvest import (
    HARVEST_PROFILES,
    MARKERS,
    HarvestFile,
    harvest_profile_from,
    own_harvest_profile,
)
from odin_solver.game.kernel.markers import TOKENS, HarvestProfile
from odin_solver.game.kernel.state import State
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.language import say, say_at_shell
from odin_solver.support.validating import faults

_OF_MARKERS = ("harvest_profile", "marker", "markers_gone", "tokens", "tokens_gone")


def profile(fields: TableFields) -> HarvestProfile | None:
    """Return the profile of a table with markers: its own, else that of the user's box."""
    named = [key for key in _OF_MARKERS if key in fields.data]
    if not named:
        return None
    if not fields.file.harvest:
        fields.faults.said("{key}: expected a table with harvest = true", key=named[0])
        return None
    if "harvest_profile" in fields.data:
        if faults(fields.data["harvest_profile"], HarvestFile):
            return None
        file = fields.part("harvest_profile", HarvestFile())
        missing = file.missing()
        fields.faults.add(f"harvest_profile.{each}" for each in missing)
        return None if missing else harvest_profile_from(file)
    own = fields.faults.attempt(named[0], own_harvest_profile)
    if own is None and not HARVEST_PROFILES.own_path().is_file():
        fields.faults.said(
            "{key}: no profile of your box is saved{advice}",
            key=named[0],
            advice=say_at_shell(": odin game harvest-profile --new asks for it"),
        )
    return own


def profile_of(table: Mapping[str, Any]) -> HarvestProfile | None:
    """Return what is printed on the markers of a table, or else of the user's box, if it is known.

    Raises
    ------
    InputError
        If it is wrong or not complete.
    """
    if "harvest_profile" in table:
        name = "harvest_profile"
        return harvest_profile_from(HARVEST_PROFILES.from_data(table[name], name), name)
    return own_harvest_profile()


def read_markers(fields: TableFields, state: State) -> None:
    """Read the marker that lies on the table, and the tokens of the player."""
    if state.options.profile is None:
        return
    fields.missing("marker", say("the harvest marker that is face up"), "marker = 3")
    state.marker = fields.part("marker", 1)
    gone = fields.file.markers_gone
    before = min(state.round, state.rounds - 1)
    fields.at_most("markers_gone", len(gone), before, of=say("harvest markers of earlier rounds"))
    seen = [state.marker, *gone]
    _check_once(fields, "marker, markers_gone", seen)
    state.markers = _without(MARKERS, seen)
    tokens, others = fields.part("tokens", []), fields.file.tokens_gone
    most = 2 if state.options.length == "short" else 1
    fields.at_most("tokens", len(tokens), most, of=say("resource tokens of a player"))
    most *= state.options.players - 1
    fields.at_most("tokens_gone", len(others), most, of=say("resource tokens of the others"))
    _check_once(fields, "tokens, tokens_gone", [*tokens, *others])
    state.tokens = tuple(sorted(set(tokens)))
    state.free_tokens = _without(TOKENS, [*tokens, *others])


def _check_once(fields: TableFields, where: str, numbers: Iterable[int]) -> None:
    for number, count in Counter(numbers).items():
        if count > 1:
            fields.faults.said("{where}: {name} is named twice", where=where, name=number)


def _without(most: int, gone: Container[int]) -> tuple[int, ...]:
    return tuple(number for number in range(1, most + 1) if number not in gone)
