"""The profile of a box of the Harvest expansion, entered once: files, and the owner's own."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from odin_solver.components import TILES
from odin_solver.errors import InputError
from odin_solver.game.kernel.markers import (
    MARKERS_OF_A_KIND,
    MOST_OF_MARKER,
    MOST_OF_TOKEN,
    TOKENS,
    HarvestMarker,
    HarvestProfile,
    ResourceToken,
    Side,
)
from odin_solver.game.kernel.moves import Pairs
from odin_solver.support.language import mark, say
from odin_solver.support.profiles import Profiles
from odin_solver.support.validating import checked, nonzero, one_of

SCHEMA: Final = 1
MARKERS = 2 * MARKERS_OF_A_KIND

GOODS = tuple(each.id for each in TILES.values() if each.kind in ("good", "filler", "resource"))
"""What markers and tokens can give."""

Good = Annotated[str, one_of(GOODS)]
Few = Annotated[int, msgspec.Meta(ge=0, le=9)]
OfMarker = Annotated[Mapping[Good, Few], checked(nonzero, max_length=MOST_OF_MARKER)]
OfToken = Annotated[Mapping[Good, Few], checked(nonzero, max_length=MOST_OF_TOKEN)]


class PrintedMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A marker in a profile file."""

    harvest: bool
    side: Side
    goods: OfMarker = {}


class PrintedToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A resource token in a profile file."""

    orange: OfToken
    back: OfToken


class HarvestFile(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A profile file; what the owner has not entered yet is missing."""

    schema: Literal[1] = SCHEMA
    markers: Annotated[tuple[PrintedMarker, ...], msgspec.Meta(max_length=MARKERS)] = ()
    tokens: Annotated[tuple[PrintedToken, ...], msgspec.Meta(max_length=TOKENS)] = ()

    def missing(self) -> list[str]:
        """Return what is missing for a game."""
        found: list[str] = []
        for harvest in (True, False):
            count = sum(each.harvest == harvest for each in self.markers)
            if count != MARKERS_OF_A_KIND:
                what = (
                    mark("markers: expected {n} with a harvest, got {got}")
                    if harvest
                    else mark("markers: expected {n} without a harvest, got {got}")
                )
                found.append(say(what, n=MARKERS_OF_A_KIND, got=count))
        if len(self.tokens) != TOKENS:
            found.append(
                say("tokens: expected {n} tokens, got {got}", n=TOKENS, got=len(self.tokens))
            )
        return found


HARVEST_PROFILES: Final = Profiles("harvest", HarvestFile, "odin game harvest-profile", "schema")


def own_harvest_profile() -> HarvestProfile | None:
    """Return the profile of the user's box; None if it has not been entered.

    Raises
    ------
    InputError
        If it is wrong or not complete.
    """
    file = HARVEST_PROFILES.own()
    return harvest_profile_from(file, str(HARVEST_PROFILES.own_path())) if file else None


def harvest_profile_from(file: HarvestFile, name: str = "profile") -> HarvestProfile:
    """Return the profile of a complete file.

    Raises
    ------
    InputError
        If anything is missing; the message names what.
    """
    missing = file.missing()
    if missing:
        raise InputError(*(f"{name}: {each}" for each in missing))
    return HarvestProfile(
        tuple(HarvestMarker(each.harvest, each.side, _pairs(each.goods)) for each in file.markers),
        tuple(ResourceToken(_pairs(each.orange), _pairs(each.back)) for each in file.tokens),
    )


def harvest_data(profile: HarvestProfile) -> dict[str, Any]:
    """Return the data of the file of a profile; `HARVEST_PROFILES` reads it."""
    file = HarvestFile(
        markers=tuple(
            PrintedMarker(each.harvest, each.side, dict(each.goods)) for each in profile.markers
        ),
        tokens=tuple(PrintedToken(dict(each.orange), dict(each.back)) for each in profile.tokens),
    )
    return HARVEST_PROFILES.data(file)


def _pairs(goods: Mapping[str, int]) -> Pairs:
    return tuple(sorted(goods.items()))
