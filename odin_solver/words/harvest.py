"""What harvest markers and resource tokens give, in words."""

from odin_solver.game.harvest import HARVEST_PROFILES
from odin_solver.game.kernel.markers import HarvestMarker, ResourceToken
from odin_solver.game.kernel.state import Options, State
from odin_solver.names.printed import plain_list
from odin_solver.support.language import mark, say

WITHOUT_PROFILE = mark(
    "Harvest: the harvests printed on the round track are played; "
    "odin game harvest-profile --new asks for the markers and tokens of your box"
)


PRINTED = mark("The harvests printed on the round track are played.")

WITHOUT_MARKER = mark(
    "Harvest: the harvests printed on the round track are played; "
    "with the field marker those of the markers of your box"
)


def how_harvested(options: Options) -> str:
    """Return the line that says why the printed harvests are played at a table with Harvest.

    It is empty without Harvest, and where its markers are played.
    """
    if not options.harvest or options.profile is not None:
        return ""
    return say(WITHOUT_MARKER if HARVEST_PROFILES.own_path().is_file() else WITHOUT_PROFILE)


def printed_marker(marker: HarvestMarker) -> str:
    """Return what is printed on a marker: ``2 peas; orange``."""
    goods = plain_list(marker.goods)
    side = say("orange") if marker.side == "orange" else say("the other colour")
    if marker.harvest:
        return say("{goods}; {side}", goods=goods, side=side)
    if not marker.goods:
        return say("no harvest; {side}", side=side)
    return say("no harvest, {goods}; {side}", goods=goods, side=side)


def marker_text(state: State, number: int) -> str:
    """Return a marker with its number in the profile: ``1: 2 peas; orange``."""
    profile = state.options.profile
    assert profile is not None
    return numbered_marker(number, profile.markers[number - 1])


def numbered_marker(number: int, marker: HarvestMarker) -> str:
    """Return what is printed on a marker, with its number."""
    return say("{n}: {printed}", n=number, printed=printed_marker(marker))


def numbered_token(number: int, token: ResourceToken) -> str:
    """Return what the two sides of a token give, with its number."""
    return say("{n}: {printed}", n=number, printed=token_text(token))


def token_text(token: ResourceToken) -> str:
    """Return what the two sides of a token give."""
    orange, back = plain_list(token.orange), plain_list(token.back)
    return say("orange: {orange}; back: {back}", orange=orange, back=back)


def harvest_lines(state: State) -> list[str]:
    """Return the marker that is face up and the tokens of the player, or that there are none.

    After the harvest of a round the marker is that of the next one.
    """
    profile = state.options.profile
    if profile is None:
        return [say(PRINTED)] if state.options.harvest else []
    if not state.marker:
        return []
    lines: list[str] = [say("Harvest marker {marker}", marker=marker_text(state, state.marker))]
    for number in state.tokens:
        text = token_text(profile.tokens[number - 1])
        lines.append(say("Resource token {n}: {printed}", n=number, printed=text))
    return lines
