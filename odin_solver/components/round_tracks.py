"""The round tracks of the long and the short game, and the banquet table."""

from typing import Annotated, Literal

import msgspec

from odin_solver.components.loading import component_file, keyed

TrackId = Literal["long", "short"]
Number = Annotated[int, msgspec.Meta(ge=1)]


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round of a game (rules, 3).

    Attributes
    ----------
    number
        Number of the round, from 1.
    vikings
        Vikings of a player in this round, the new one included (phase 1).
    harvest
        Harvest number; 0 for no harvest (phase 2).
    flips
        Letters of the exploration boards that are flipped to their back unless owned (phase 3);
        those of a mini expansion count only in games with it.
    """

    number: Number
    vikings: Number
    harvest: Annotated[int, msgspec.Meta(ge=0, le=4)]
    flips: tuple[str, ...] = ()

    @property
    def open_cells(self) -> int:
        """Cells of the banquet table to be filled: those that Vikings have left (phase 9)."""
        return self.vikings


class RoundTrack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rounds of the long or of the short game."""

    id: TrackId
    rounds: tuple[Round, ...]

    def __post_init__(self) -> None:
        """Refuse rounds not numbered 1, 2, 3 and so on."""
        numbers = [each.number for each in self.rounds]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"rounds of the {self.id} game: expected 1, 2, 3, ..., got {numbers}")


class BanquetTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The banquet table (rules, 3.9).

    Attributes
    ----------
    cells
        Cells along its edge.
    ship_covers
        Cells that an emigrated ship covers.
    """

    cells: Number
    ship_covers: Number


TRACKS = keyed("round_tracks.toml", "track", RoundTrack, lambda each: each.id)
"""The long and the short game by their id."""

_FILE = component_file("round_tracks.toml")

BANQUET_TABLE = msgspec.convert(_FILE["banquet_table"], BanquetTable)
"""The banquet table, the same in both games."""

FLIP_SILVER: int = _FILE["flip_silver"]
"""Silver put on every unowned exploration board in a round that flips another one (phase 3)."""
