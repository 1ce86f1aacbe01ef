"""The format of table files, and its schema."""

from typing import Annotated

import msgspec

from odin_solver.game.harvest import MARKERS, HarvestFile
from odin_solver.game.kernel.markers import TOKENS
from odin_solver.notation.positions import PositionFile

Small = Annotated[int, msgspec.Meta(ge=0, le=999)]
Names = Annotated[list[str], msgspec.Meta(max_length=200)]
Cards = Annotated[list[int | str], msgspec.Meta(max_length=400)]
Counts = dict[str, Small]
MarkerNumber = Annotated[int, msgspec.Meta(ge=1, le=MARKERS)]
TokenNumber = Annotated[int, msgspec.Meta(ge=1, le=TOKENS)]


class ShipsEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Ships: the ore laid on each boat and longship, the printed one not counted."""

    whaling_boats: Annotated[list[Small], msgspec.Meta(max_length=12)] = []
    knarrs: Small = 0
    longships: Annotated[list[Small], msgspec.Meta(max_length=12)] = []
    emigrated: Names = []


class TableFile(PositionFile, msgspec.Struct, forbid_unknown_fields=True):
    """A table as a file holds it: a position and what lies around the boards.

    The supply also holds weapon cards and pregnant animals. What is left out is as the rules make
    it.
    """

    phase: str = "actions"
    players: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    occupations: str | Cards = "none"
    islands: bool = False
    harvest: bool = False
    rulings: Names = []
    without: Names = []
    vikings: Small | msgspec.UnsetType = msgspec.UNSET
    used: Names = []
    blocked: Names | msgspec.UnsetType = msgspec.UNSET
    others: Small | msgspec.UnsetType = msgspec.UNSET
    others_weapons: Counts | msgspec.UnsetType = msgspec.UNSET
    others_played: Cards = []
    others_unseen: Small = 0
    others_laid: Names = []
    copy_tiles: Annotated[list[int], msgspec.Meta(max_length=2)] | msgspec.UnsetType = msgspec.UNSET
    copied: Annotated[list[int], msgspec.Meta(max_length=2)] = []
    ships: ShipsEntry = msgspec.field(default_factory=ShipsEntry)
    penalties: Small = 0
    final_income: Small = 0
    strips: Names | msgspec.UnsetType = msgspec.UNSET
    hidden_strips: Annotated[list[int], msgspec.Meta(max_length=8)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    exploration: Counts = {}
    gone: Names = []
    discards: Counts = {}
    weapon_pile: Counts | msgspec.UnsetType = msgspec.UNSET
    harvest_profile: HarvestFile | msgspec.UnsetType = msgspec.UNSET
    marker: MarkerNumber | msgspec.UnsetType = msgspec.UNSET
    markers_gone: Annotated[list[MarkerNumber], msgspec.Meta(max_length=MARKERS)] = []
    tokens: Annotated[list[TokenNumber], msgspec.Meta(max_length=2)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    tokens_gone: Annotated[list[TokenNumber], msgspec.Meta(max_length=TOKENS)] = []
    hand: Cards = []
    played: Cards = []
    cards_gone: Cards = []
    memory: dict[str, int] = {}
    under_way: str = ""
