"""The structs of the compiled engine; ``source/engine.h`` describes their fields."""

from ctypes import Structure, c_double, c_float, c_int16, c_int32, c_uint8, c_uint16, c_uint64
from typing import ClassVar

from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.markers import MARKERS_OF_A_KIND, MOST_OF_MARKER, MOST_OF_TOKEN, TOKENS
from odin_solver.game.scoring import ScoreSheet
from odin_solver.rollouts.tables import (
    BOARD_IDS,
    INPUTS,
    ITEMS,
    MOST_BOARDS,
    MOST_EXPLORATION,
    WORDS,
)

MOST_NODES = 48
MOST_FORECASTS = 8
MOST_HAND = 12
LONGEST_LOG = 2048
MOST_PAUSES = 2
HIDDEN = 64

WATCHED = ("silver", "wood", "stone", "stockfish", "other")
"""Items whose gains by an action cards watch, in the order of their numbers."""

_Mask = c_uint64 * WORDS


class FlatNode(Structure):
    """A node of the stack."""

    _fields_: ClassVar = [(name, c_uint8) for name in ["kind", "a", "b", "c", "n"]]
    _fields_ += [("more", c_uint8 * 11)]


class FlatMove(Structure):
    """A move or an outcome of chance."""

    _fields_: ClassVar = [(name, c_uint8) for name in ("kind", "a", "b", "c")]
    _fields_ += [("more", c_uint8 * 12)]


class FlatBoard(Structure):
    """A board with its tiles."""

    _fields_: ClassVar = [
        *((name, c_uint8) for name in ("id", "income", "missing", "crown")),
        ("open_slots", c_uint8 * 2),
        ("touched", c_uint8),
        ("won", c_uint8),
        ("gives", c_uint8),
        ("n_specials", c_uint8),
        ("pins", c_uint8),
        ("covered", _Mask),
        ("apart", _Mask * 2),
    ]


class FlatStrip(Structure):
    """A face-up mountain strip."""

    _fields_: ClassVar = [("strip", c_uint8), ("taken", c_uint8)]


class FlatExploration(Structure):
    """An exploration board that is not taken."""

    _fields_: ClassVar = [("board", c_uint8), ("silver", c_uint8)]


class FlatAction(Structure):
    """What cards know about the action under way."""

    _fields_: ClassVar = [
        ("gave", c_uint8 * len(WATCHED)),
        *((name, c_uint8) for name in ("spent", "kinds", "without_vikings", "more_by_ore")),
    ]


class FlatCards(Structure):
    """Occupations, and what they depend on."""

    _fields_: ClassVar = [
        *((name, _Mask) for name in ("hand", "played", "deck", "starting")),
        ("points", c_int16),
        ("n_hand", c_uint8),
        ("n_played", c_uint8),
        ("on", c_uint8 * len(SPACES)),
        *((name, c_uint8) for name in ("done", "warden_round")),
        ("on_table", c_uint8 * 2),
        ("contested", c_uint8),
        ("action", FlatAction),
        ("got", c_uint8 * (len(WATCHED) + 5)),
        ("before", c_uint8 * len(TILES) * MOST_PAUSES),
    ]


class FlatPair(Structure):
    """An item and its number."""

    _fields_: ClassVar = [("item", c_uint8), ("count", c_uint8)]


class FlatMarkers(Structure):
    """Markers and tokens of Harvest."""

    _fields_: ClassVar = [
        *((name, c_uint8) for name in ("marker", "pile", "with_harvest", "with_orange")),
        *((name, c_uint16) for name in ("tokens", "free_tokens")),
        ("goods", FlatPair * MOST_OF_MARKER * (2 * MARKERS_OF_A_KIND)),
        ("sides", FlatPair * MOST_OF_TOKEN * TOKENS * 2),
    ]


class FlatState(Structure):
    """The state of a game."""

    _fields_: ClassVar = [
        *((name, c_uint8) for name in ("length", "rounds", "round", "after_income")),
        *((name, c_uint8) for name in ("after_feast", "space", "vikings", "knarrs")),
        ("n_boats", c_uint8),
        ("n_longships", c_uint8),
        ("emigrated", c_uint8 * len(SHIPS)),
        ("boats", c_uint8 * BAY.berths("small")),
        ("longships", c_uint8 * BAY.berths("large")),
        *((name, c_uint8) for name in ("n_strips", "hidden_strips")),
        *((name, c_uint8) for name in ("n_exploration", "final_placing")),
        ("strips", FlatStrip * len(MOUNTAIN_STRIPS)),
        ("exploration", FlatExploration * MOST_EXPLORATION),
        ("weapons", c_uint8 * len(WEAPONS)),
        ("discards", c_uint8 * len(WEAPONS)),
        ("penalties", c_uint16),
        ("final_income", c_uint16),
        *((name, c_uint64) for name in ("placed", "blocked", "closed", "specials", "present")),
        ("supply", c_uint16 * len(ITEMS)),
        ("n_nodes", c_uint8),
        ("n_boards", c_uint8),
        ("later_vikings", c_uint8),
        ("with_cards", c_uint8),
        ("rulings", c_uint16),
        *((name, c_uint8) for name in ("players", "others", "copy_tiles", "copies")),
        *((name, c_uint8) for name in ("with_harvest", "with_markers")),
        ("built", c_uint8 * len(BOARD_IDS)),
        ("stack", FlatNode * MOST_NODES),
        ("boards", FlatBoard * MOST_BOARDS),
        ("cards", FlatCards),
        ("markers", FlatMarkers),
    ]


class FlatPrices(Structure):
    """Weights of a round."""

    _fields_: ClassVar = [
        *((name, c_double * len(ITEMS)) for name in ("own", "cells", "by_itself")),
        *((name, c_double) for name in ("viking", "boat", "knarr", "longship", "ore_aboard")),
        ("emigrated", c_double * len(SHIPS)),
        *((name, c_double) for name in ("home_income", "home_open")),
        *((name, c_double) for name in ("other_income", "other_open")),
        ("boards", c_double * len(BOARDS)),
        ("hand", c_double * (MOST_HAND + 1)),
        ("played", c_double),
    ]


class FlatPolicy(Structure):
    """Weights of a greedy policy."""

    _fields_: ClassVar = [
        *((name, c_double) for name in ("pass_viking", "sword", "cells_of_a_viking", "bend")),
        *((name, c_double) for name in ("income_of_a_cell", "later_food", "young")),
        *((name, c_double) for name in ("next_income", "partial_bonus", "hole", "slack")),
        *((name, c_double * len(TILES)) for name in ("keep", "keep_finally")),
        ("rounds", FlatPrices * len(TRACKS["long"].rounds)),
        ("network_address", c_uint64),
    ]


class FlatPlayout(Structure):
    """What a playout brings."""

    _fields_: ClassVar = [
        *((name, c_int32) for name in ("status", "n_forecasts", "n_logged")),
        ("sheet", c_int32 * len(ScoreSheet.__struct_fields__)),
        ("forecasts", c_double * MOST_FORECASTS),
    ]


class FlatLog(Structure):
    """Moves and outcomes of chance in order."""

    _fields_: ClassVar = [("count", c_int32), ("moves", FlatMove * LONGEST_LOG)]


class FlatNetwork(Structure):
    """A learned correction of the evaluation (``source/learned.c``)."""

    _fields_: ClassVar = [
        ("linear", len(TRACKS["long"].rounds) * (len(INPUTS) * c_float)),
        ("constant", len(TRACKS["long"].rounds) * c_float),
        ("first", len(INPUTS) * (HIDDEN * c_float)),
        ("bias", len(TRACKS["long"].rounds) * (HIDDEN * c_float)),
        ("last", len(TRACKS["long"].rounds) * (HIDDEN * c_float)),
    ]
