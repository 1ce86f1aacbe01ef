"""Requests about Graenaland: profiles, positions, questions.

The page holds the data of a position file and of a profile file; a request carries them whole.
"""

import os
import tomllib
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any, Literal

import msgspec
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.graenaland.examples import ORDER, example_text, graenaland_example
from odin_solver.graenaland.files import PROFILES, GraenalandFile, graenaland_data, unprinted
from odin_solver.graenaland.parts import (
    BUILDINGS,
    HEROES,
    MARKET,
    RESOURCES,
    UNKNOWN,
    VILLAGE,
    WORKS,
)
from odin_solver.graenaland.pictures.signs import sign_svg
from odin_solver.graenaland.pictures.svg import tiles_svg
from odin_solver.graenaland.profile import MADE_UP, GraenalandProfile, to_copy
from odin_solver.graenaland.rounds.options import choices
from odin_solver.graenaland.rounds.table import Round, line_of
from odin_solver.graenaland.rules.counts import score_of
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.graenaland.wishes import wishes
from odin_solver.graenaland.words import needed_text, part_name, profile_note, score_text
from odin_solver.questions.fields import FormField, fields_of, spoken
from odin_solver.questions.graenaland import AboutGraenaland
from odin_solver.questions.graenaland_drawing import goals_table
from odin_solver.questions.graenaland_rounds import round_report
from odin_solver.questions.report import Line, PagePart, for_page
from odin_solver.support.decoding import decode
from odin_solver.support.files import data_text, write_file
from odin_solver.support.language import say, say_as, say_number
from odin_solver.support.profiles import A_PROFILE
from odin_solver.support.reading import read_text
from odin_solver.support.text import shortened
from odin_web.replies import get_endpoint, post, post_endpoint

Table = dict[str, Any]

COLOURS = ("yellow", "red", "white", "purple", "blue")

MOST_LETTERS = 500
"""Letters of a problem at most; those that say what to copy from the box are the longest."""

POSITION = "position"


class AboutMap(msgspec.Struct, forbid_unknown_fields=True):
    position: Table


class AboutProfile(msgspec.Struct, forbid_unknown_fields=True):
    profile: Table


class KeepProfile(AboutProfile):
    """A profile to be saved, and the digest of the one that it replaces."""

    seen: str | None = None


class FileText(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a file, or the name of an example."""

    text: str = ""
    name: str = POSITION
    example: str = ""


class MapBeginning(msgspec.Struct, kw_only=True):
    """Titles of examples by name; the profile that is saved, or why it cannot be read.

    Attributes
    ----------
    form, profile_form
        Fields of a position and of a profile.
    names, pictures
        Of resources, buildings, public works and heroes; names also of players.
    colours
        Usual names of players.
    seen
        Digest of the saved profile.
    """

    examples: dict[str, str]
    form: list[FormField]
    profile_form: list[FormField]
    names: dict[str, str]
    pictures: dict[str, str]
    colours: Sequence[str]
    profile: Any
    seen: str | None
    file: str
    error: str | None


class FileData(msgspec.Struct):
    """The data of a file, which need not be right, and what they are."""

    kind: Literal["position", "profile"]
    data: Table


class RoundOption(msgspec.Struct):
    """A choice; those of a group are listed below its name."""

    text: str
    group: str
    moves: list[str]


class RoundView(msgspec.Struct):
    """What is decided in a round, what may be done, and the position now without the round."""

    report: list[PagePart]
    choices: list[RoundOption]
    position: Table


class MapView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is wrong with a position; its map and goals if it can be read.

    Attributes
    ----------
    lacking
        What its profile does not say.
    names
        Names of goals, and of what its profile has.
    made_up
        A note if the costs are not those of a copy.
    """

    problems: Sequence[str]
    lacking: Sequence[str] = ()
    picture: str = ""
    score: list[PagePart] = []
    names: dict[str, dict[str, str]] = {}
    made_up: str = ""
    title: str = ""
    round: RoundView | None = None


class ProfileView(msgspec.Struct, kw_only=True):
    """What is wrong with a profile, and what is still to be copied."""

    problems: list[str]
    items: int
    entered: int
    left: list[str]


class ProfileKept(msgspec.Struct):
    """Digest and file of the profile that was saved."""

    seen: str | None
    file: str


def routes() -> list[Route]:
    return [
        Route("/api/graenaland", get_endpoint(beginning)),
        post("/api/graenaland/open", post_endpoint(FileText, opened)),
        post("/api/graenaland/view", post_endpoint(AboutMap, view)),
        post("/api/graenaland/profile", post_endpoint(AboutProfile, profile_view)),
        post("/api/graenaland/profile/save", post_endpoint(KeepProfile, save_profile)),
    ]


def beginning() -> MapBeginning:
    text, profile, error = None, None, None
    try:
        text = _saved()
        if text is not None:
            profile = decode(text, str(PROFILES.own_path()), A_PROFILE)
    except InputError as wrong:
        error = str(wrong)
    drawn = (*RESOURCES, UNKNOWN, VILLAGE, *BUILDINGS, *WORKS, *HEROES)
    return MapBeginning(
        examples={name: say_as("title", graenaland_example(name).title) for name in ORDER},
        form=[spoken(each, part_name) for each in fields_of(GraenalandFile)],
        profile_form=[spoken(each, part_name) for each in fields_of(GraenalandProfile)],
        names={each: part_name(each) for each in (*drawn, *COLOURS)},
        pictures={each: sign_svg(each) for each in drawn},
        colours=COLOURS,
        profile=profile,
        seen=_digest(text),
        file=str(PROFILES.own_path()),
        error=error,
    )


def opened(request: FileText) -> FileData:
    if request.example:
        return FileData("position", tomllib.loads(example_text(request.example)))
    data = decode(request.text, request.name, "a position or profile")
    if not isinstance(data, dict):
        raise InputError(say("{name}: expected a position or profile", name=request.name))
    return FileData("position" if "players" in data or "hand" in data else "profile", data)


def view(request: AboutMap) -> MapView:
    try:
        position, now = AboutGraenaland(position=request.position).read_round(POSITION)
        turn = None if now is None else _round_view(now)
    except InputError as error:
        return MapView(problems=_bare(error))
    profile = position.profile
    score = f"{score_text(position, score_of(position))}; {needed_text(position)}"
    return MapView(
        problems=position_violations(position),
        lacking=unprinted(position, [MARKET]),
        picture=tiles_svg(position),
        score=[Line(score, "strong"), goals_table(position)],
        names={
            "goals": wishes(position),
            "printed": {name: name for name in profile.tiles},
            "cards": {str(n): str(n) for n in range(1, len(profile.point_cards) + 1)},
            "profiles": {"": say("my copy"), MADE_UP: part_name(MADE_UP)},
        },
        made_up=profile_note(position),
        title=say_as("title", position.title) if position.title else "",
        round=turn,
    )


def _round_view(now: Round) -> RoundView:
    listed = [
        RoundOption(each.text, each.group, [*map(line_of, each.moves)])
        for each in choices(now, Random())
    ]
    return RoundView(for_page(round_report(now)), listed, graenaland_data(now.position))


def profile_view(request: AboutProfile) -> ProfileView:
    problems: list[str] = []
    try:
        PROFILES.from_data(request.profile)
    except InputError as error:
        problems = _bare(error, "profile")
    items = list(to_copy(request.profile))
    left = Counter(item.where for item in items if not item.entered)
    return ProfileView(
        problems=problems,
        items=len(items),
        entered=len(items) - left.total(),
        left=[f"{part_name(part)}: {n}" for part, n in left.items()],
    )


def save_profile(request: KeepProfile) -> ProfileKept:
    """Save a profile where every command finds it, unless another was saved meanwhile."""
    profile = PROFILES.from_data(request.profile)
    if _digest(_saved()) != request.seen:
        raise InputError(
            say("the saved profile was changed elsewhere: download yours, then reload")
        )
    path = PROFILES.own_path()
    text = data_text(PROFILES.data(profile), "toml")
    PROFILES.make_folder()
    write_file(path, text)
    return ProfileKept(_digest(text), str(path))


def _saved() -> str | None:
    path = PROFILES.own_path()
    if os.path.lexists(path) and not path.is_file():
        raise InputError(say("{path}: expected a file that can be read", path=path))
    return read_text(path) if path.is_file() else None


def _digest(text: str | None) -> str | None:
    return None if text is None else sha256(text.encode()).hexdigest()


def _bare(error: InputError, name: str = POSITION) -> list[str]:
    begin = f"{name}: "
    more = (
        [say_number("and {n} more error", "and {n} more errors", error.more)] if error.more else []
    )
    bare = [problem.removeprefix(begin).removeprefix(begin) for problem in error.problems]
    return [*(shortened(problem, MOST_LETTERS) for problem in bare), *more]
