"""Requests about Graenaland: profiles, positions, questions.

The page holds the data of a position file and of a profile file; a request carries them whole.
"""

import os
import re
import threading
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec
import tomli_w
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.graenaland.copying import to_copy
from odin_solver.graenaland.examples import ORDER, example_text, graenaland_example
from odin_solver.graenaland.files import PROFILES, graenaland_from, unprinted
from odin_solver.graenaland.horizon import MOST_SCENARIOS, plan_ahead
from odin_solver.graenaland.model.solve import (
    Limits,
    PhaseAnswer,
    PhasePlan,
    best_offers,
    build_best,
    reach,
    win,
)
from odin_solver.graenaland.parts import (
    BUILDINGS,
    HEROES,
    MARKET,
    PLAYERS,
    RESOURCES,
    UNKNOWN,
    VILLAGE,
    WORKS,
    Goal,
)
from odin_solver.graenaland.pictures.signs import sign_svg
from odin_solver.graenaland.pictures.svg import tiles_svg
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.profile import MADE_UP
from odin_solver.graenaland.rules.goals import score_of
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.graenaland.searching import searching
from odin_solver.graenaland.voting import tile_votes
from odin_solver.graenaland.wishes import wish_from
from odin_solver.graenaland.words import needed_text, part_name, profile_note, score_text
from odin_solver.support.decoding import decode
from odin_solver.support.files import write_file
from odin_solver.support.language import say, say_as, say_number
from odin_solver.support.profiles import A_PROFILE
from odin_solver.support.reading import read_text
from odin_solver.support.text import shortened
from odin_solver.support.validating import expect_one
from odin_web.graenaland.answers import (
    AnswerPart,
    answer_parts,
    goals_part,
    horizon_parts,
    line,
    offer_parts,
    votes_parts,
)
from odin_web.graenaland.forms import (
    MAX_ROUNDS,
    MAX_SECONDS,
    SUPPLY,
    FormField,
    FormPart,
    Table,
    WishChoice,
    ask_forms,
    position_form,
    profile_form,
    wish_choices,
    with_players,
)
from odin_web.replies import get_endpoint, post, post_endpoint
from odin_web.searches import Searches, SearchTopic, Send, Work

MAX_GOALS = 20
MOST_LETTERS = 500
"""Letters of a problem at most; those that say what to copy from the box are the longest."""

POSITION = "position"

Few = Annotated[int, msgspec.Meta(ge=0, le=99)]


class AboutMap(msgspec.Struct, forbid_unknown_fields=True):
    """The data of a position file."""

    position: Table


class AboutProfile(msgspec.Struct, forbid_unknown_fields=True):
    """The data of a profile file."""

    profile: Table


class KeepProfile(AboutProfile):
    """A profile to be saved, and the digest of the one that it replaces."""

    seen: str | None = None


class FileText(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a file."""

    text: str
    name: str = POSITION


class ExampleNamed(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an example."""

    name: str


class BuildingRequest(AboutMap):
    """A question about building phases."""

    ask: Literal["win", "build", "reach", "supply", "plan"] = "win"
    seconds: Annotated[float, msgspec.Meta(gt=0, le=MAX_SECONDS)] = 20.0
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] = 0
    most: Goal | None = None
    keep: dict[str, Few] = {}
    goals: Annotated[list[str], msgspec.Meta(max_length=MAX_GOALS)] = []
    from_nothing: bool = False
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUNDS)] = 6
    scenarios: Annotated[int, msgspec.Meta(ge=1, le=MOST_SCENARIOS)] = 4


class PlayersRequest(AboutMap):
    """A position, and how many players it should have."""

    count: Annotated[int, msgspec.Meta(ge=PLAYERS[0], le=PLAYERS[1])]


class VotesRequest(AboutMap):
    """A question about votes: who proposes, what the others want, what cards are worth."""

    proposer: str | None = None
    reserves: dict[str, Few] = {}
    values: dict[str, Few] = {}


class MapBeginning(msgspec.Struct, kw_only=True):
    """Titles of examples by name; the profile that is saved, or why it cannot be read.

    Attributes
    ----------
    names, pictures
        Of resources, buildings, public works and heroes.
    seen
        Digest of the saved profile.
    file
        Where it is.
    """

    examples: dict[str, str]
    names: dict[str, str]
    pictures: dict[str, str]
    profile: Any
    seen: str | None
    file: str
    error: str | None


class FileData(msgspec.Struct):
    """The data of a file, which need not be right, and what they are."""

    kind: Literal["position", "profile"]
    data: Table


class MapForm(msgspec.Struct, kw_only=True):
    """What is wrong with a position, and its form."""

    problems: Sequence[str]
    form: list[FormPart]


class MapView(MapForm, kw_only=True):
    """A position that can be read.

    Attributes
    ----------
    lacking
        What its profile does not say.
    parts
        Score and goals.
    asks, wishes
        Fields of the questions, and what can be wished for.
    made_up
        A note if the costs are not those of a copy.
    """

    lacking: Sequence[str]
    picture: str
    parts: list[AnswerPart]
    asks: dict[str, list[FormField]]
    wishes: list[WishChoice]
    made_up: str
    title: str


class MapAnswer(msgspec.Struct):
    """An answer, and the map after what it proposes."""

    parts: list[AnswerPart]
    picture: str | None = None


class ProfileForm(msgspec.Struct, kw_only=True):
    """What is wrong with a profile, its form, and what is still to be copied."""

    problems: list[str]
    form: list[FormPart]
    items: int
    entered: int
    left: list[str]


class ProfileKept(msgspec.Struct):
    """Digest and file of the profile that was saved."""

    seen: str | None
    file: str


def routes(searches: Searches) -> list[Route]:
    """Return the routes of the page."""
    return [
        Route("/api/graenaland", get_endpoint(beginning)),
        post("/api/graenaland/text", post_endpoint(FileText, data_of_text)),
        post("/api/graenaland/example", post_endpoint(ExampleNamed, data_of_example)),
        post("/api/graenaland/view", post_endpoint(AboutMap, view)),
        post("/api/graenaland/players", post_endpoint(PlayersRequest, players)),
        post("/api/graenaland/votes", post_endpoint(VotesRequest, votes)),
        post("/api/graenaland/answer", searches.endpoint(BuildingRequest, answering)),
        post("/api/graenaland/profile", post_endpoint(AboutProfile, profile_view)),
        post("/api/graenaland/profile/save", post_endpoint(KeepProfile, save_profile)),
    ]


def beginning() -> MapBeginning:
    """Return the examples, and the profile that is saved or why it cannot be read."""
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
        names={each: part_name(each) for each in drawn},
        pictures={each: sign_svg(each) for each in drawn},
        profile=profile,
        seen=_digest(text),
        file=str(PROFILES.own_path()),
        error=error,
    )


def data_of_text(request: FileText) -> FileData:
    """Return the data in a file's text, which need not be right, and what they are."""
    data = decode(request.text, request.name, "a position or profile")
    if not isinstance(data, dict):
        raise InputError(say("{name}: expected a position or profile", name=request.name))
    return FileData("position" if "players" in data or "hand" in data else "profile", data)


def data_of_example(request: ExampleNamed) -> Table:
    """Return the data of an example."""
    return tomllib.loads(example_text(request.name))


def view(request: AboutMap) -> MapForm | MapView:
    """Return the form of a position, and its map and goals if it can be read."""
    try:
        position = _read(request.position)
    except InputError as error:
        return MapForm(problems=_bare(error), form=position_form(request.position, [], 0))
    profile = position.profile
    score = f"{score_text(position, score_of(position))}; {needed_text(position)}"
    return MapView(
        problems=position_violations(position),
        form=position_form(request.position, list(profile.tiles), len(profile.point_cards)),
        lacking=unprinted(position, [MARKET]),
        picture=tiles_svg(position),
        parts=[line(score, level="h2"), goals_part(position)],
        asks=ask_forms(position),
        wishes=wish_choices(position),
        made_up=profile_note(position),
        title=say_as("title", position.title) if position.title else "",
    )


def players(request: PlayersRequest) -> Table:
    """Return the data of a position with another number of players."""
    return with_players(request.position, request.count)


def votes(request: VotesRequest) -> MapAnswer:
    """Return votes, power and proposals on every tile where somebody has a vote."""
    position = _legal(request.position)
    speaker = request.proposer or position.me
    expect_one("proposer", speaker, position.players)
    for player in request.reserves:
        expect_one("reserves", player, position.players)
    for card in request.values:
        expect_one("values", card, (*RESOURCES, UNKNOWN))
    reserves = dict.fromkeys(position.players, 1) | request.reserves
    shown = [found for name in position.tiles if (found := tile_votes(position, name)).votes]
    return MapAnswer(votes_parts(position, shown, speaker, reserves, request.values))


def answering(request: BuildingRequest) -> Work[SearchTopic, None, MapAnswer]:
    """Return the search for an answer; an ``incumbent`` says what it looks for."""
    position = _legal(request.position)
    wishes = [wish_from(goal, position) for goal in request.goals]
    for card in request.keep:
        expect_one("keep", card, (*RESOURCES, SUPPLY))
    if request.ask == "reach" and not wishes:
        raise InputError(say("goals: expected at least one"))

    def found(limits: Limits) -> MapAnswer:
        match request.ask:
            case "win":
                return _answer(position, win(position, limits), winning=True)
            case "reach":
                nothing = request.from_nothing
                return _answer(position, reach(position, wishes, limits, from_nothing=nothing))
            case "build":
                keep = {card: n for card, n in request.keep.items() if card != SUPPLY}
                supply = request.keep.get(SUPPLY, 0)
                best = build_best(
                    position, limits, most=request.most, keep=keep, keep_supply=supply
                )
                return _answer(position, best)
            case "supply":
                return MapAnswer(offer_parts(position, best_offers(position, limits)))
            case "plan":
                ahead = plan_ahead(position, request.rounds, limits, scenarios=request.scenarios)
                return MapAnswer(horizon_parts(position, ahead), _drawn(ahead.first))

    def work(send: Send[SearchTopic, None], cancel: threading.Event) -> MapAnswer:
        given = Limits(request.seconds, seed=request.seed)
        with searching(given, cancel.is_set, _reporting(send)) as limits:
            return found(limits)

    return work


def profile_view(request: AboutProfile) -> ProfileForm:
    """Return the form of a profile, what is wrong with it, and what is still to be copied."""
    problems: list[str] = []
    try:
        PROFILES.from_data(request.profile)
    except InputError as error:
        problems = _bare(error, "profile")
    items = list(to_copy(request.profile))
    left = Counter(item.where for item in items if not item.entered)
    return ProfileForm(
        problems=problems,
        form=profile_form(request.profile),
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
    text = tomli_w.dumps(PROFILES.data(profile))
    PROFILES.make_folder()
    write_file(path, text)
    return ProfileKept(_digest(text), str(path))


def _saved() -> str | None:
    """Return the text of the saved profile; None if there is none."""
    path = PROFILES.own_path()
    if os.path.lexists(path) and not path.is_file():
        raise InputError(say("{path}: expected a file that can be read", path=path))
    return read_text(path) if path.is_file() else None


def _digest(text: str | None) -> str | None:
    return None if text is None else sha256(text.encode()).hexdigest()


def _read(data: Table) -> GraenalandPosition:
    """Read a position; its profile is in it, made up, or the saved one: never another file."""
    named = data.get("profile")
    if isinstance(named, str) and named != MADE_UP:
        raise InputError(
            say(
                "{where}: profile: files are not read here: import {file!r} first",
                where=POSITION,
                file=named,
            )
        )
    return graenaland_from(data, POSITION)


def _legal(data: Table) -> GraenalandPosition:
    position = _read(data)
    violations = position_violations(position)
    if violations:
        raise InputError(*violations)
    return position


def _bare(error: InputError, name: str = POSITION) -> list[str]:
    """Return all that is wrong, each with its field first."""
    begin = f"{name}: "
    more = (
        [say_number("and {n} more error", "and {n} more errors", error.more)] if error.more else []
    )
    bare = [problem.removeprefix(begin).removeprefix(begin) for problem in error.problems]
    return [*(shortened(_missing_in_short(problem), MOST_LETTERS) for problem in bare), *more]


def _missing_in_short(problem: str) -> str:
    """Name a field that is missing first, as the form looks for it."""
    pattern = re.escape(say("object missing required field {name!r}"))
    field = pattern.replace(r"\{name!r\}", r"'(\w+)'")
    found = re.fullmatch(rf"(?:(\S+): )?{field}", problem)
    if found is None:
        return problem
    return say("{field}: missing", field=".".join(filter(None, found.groups())))


def _reporting(send: Send[SearchTopic, None]) -> Callable[[str], None]:
    """Return a function that sends what is looked for, when that changes."""
    last = ""

    def report(what: str) -> None:
        nonlocal last
        if what != last:
            last = what
            send("incumbent", SearchTopic(what))

    return report


def _answer(
    position: GraenalandPosition, found: PhaseAnswer, *, winning: bool = False
) -> MapAnswer:
    plan = found.plan or found.missing_plan
    return MapAnswer(
        answer_parts(position, found, winning=winning), None if plan is None else _drawn(plan)
    )


def _drawn(plan: PhasePlan) -> str:
    """Draw the map after a plan."""
    return tiles_svg(plan.after, plan.items)
