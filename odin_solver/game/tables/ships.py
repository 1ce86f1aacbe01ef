"""Reading tables: ships, their ore, and those that emigrated."""

from odin_solver.components.heard import names_of
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.game.kernel.state import State
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.language import say

_EMIGRANTS = [name for name, ship in SHIPS.items() if ship.emigration_points is not None]


def read_ships(fields: TableFields, state: State) -> None:
    """Put the ships into the bay."""
    ships = fields.file.ships
    for key, kind in (("whaling_boats", "whaling_boat"), ("longships", "longship")):
        for at, load in enumerate(getattr(ships, key)):
            fields.at_most(f"ships.{key}[{at}]", load, SHIPS[kind].ore_slots, say("ore"))
    state.boats = tuple(sorted(ships.whaling_boats))
    state.longships = tuple(sorted(ships.longships))
    state.knarrs = ships.knarrs
    large = state.knarrs + len(state.longships)
    small = say("small berths")
    fields.at_most("ships.whaling_boats", len(state.boats), BAY.small_berths, small)
    fields.at_most("ships.knarrs, longships", large, BAY.large_berths, say("large berths"))
    names = names_of("ship").only(_EMIGRANTS)
    found = (
        fields.meant(f"ships.emigrated[{at}]", each, names)
        for at, each in enumerate(ships.emigrated)
    )
    state.emigrated = tuple(each for each in found if each is not None)
