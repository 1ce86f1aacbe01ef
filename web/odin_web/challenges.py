"""Requests about challenges: the included ones, the game of the day, results."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import Annotated, Literal

import msgspec
from starlette.routing import Route

from odin_solver.challenges import Challenge, ChallengePar, ChallengeResult, result_of
from odin_solver.challenges.challenge import MEDALS
from odin_solver.challenges.days import (
    DayResult,
    challenge_of,
    challenge_of_day,
    day_of,
    day_with_kept_par,
    day_with_par,
    keep_day,
    kept_days,
    streak,
)
from odin_solver.challenges.describing import rules_of, title_of
from odin_solver.challenges.kept import keep_best
from odin_solver.challenges.library import INCLUDED, included, is_par_game, par_log
from odin_solver.challenges.results import card_lines, card_picture
from odin_solver.errors import InputError, OdinError, within
from odin_solver.game.log import Game, check_chance, parse
from odin_solver.questions.challenges import comparison
from odin_solver.questions.report import PagePart, for_page
from odin_solver.rules.position import GameLength
from odin_solver.support.children import results_of
from odin_solver.support.language import say
from odin_web.games.index import GameIndex, GameRow
from odin_web.games.store import MAX_LOG, GameFolder, GameId, named
from odin_web.games.views import GameMade
from odin_web.replies import Endpoint, get_endpoint, post, post_endpoint
from odin_web.searches import Searches, Send, Work

TODAY = "today"
MOST_FRIENDS = 12

ChallengeMedal = Literal["gold", "silver", "bronze"]

PAR_GAMES: tuple[ChallengeMedal, ...] = ("gold", "silver", "bronze")

ChallengeName = Annotated[str, msgspec.Meta(max_length=60)]
"""An id of those that are included, or ``today``."""


class ChallengeAsked(msgspec.Struct, forbid_unknown_fields=True):
    challenge: ChallengeName


class ParGameAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The game that set the par of an included challenge."""

    challenge: ChallengeName
    medal: ChallengeMedal


class FriendLog(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(max_length=MAX_LOG)]


class ResultAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a finished game, beside those of friends."""

    game: GameId
    friends: Annotated[list[FriendLog], msgspec.Meta(max_length=MOST_FRIENDS)] = []


class ChallengePlayed(msgspec.Struct, kw_only=True):
    """A game of the player; score and medal are those of its present state."""

    game: str
    over: bool
    score: int
    medal: str | None


class ChallengeView(msgspec.Struct, kw_only=True):
    """A challenge.

    Attributes
    ----------
    rules
        Length, cards, what is not there and goals, a line each.
    par
        None if it is not computed yet.
    best
        The best finished game.
    begun
        The game that is not over and was changed last.
    """

    id: str
    title: str
    length: GameLength
    rules: list[str]
    par: ChallengePar | None
    best: ChallengePlayed | None
    begun: ChallengePlayed | None


class DayView(ChallengeView, kw_only=True):
    """The game of the day; `kept` is the first result, `streak` counts days in a row."""

    day: str
    streak: int
    kept: int | None


class ChallengesView(msgspec.Struct):
    day: DayView
    included: list[ChallengeView]


class ChallengeResults(msgspec.Struct, kw_only=True):
    """The result of a game, beside those of friends.

    Attributes
    ----------
    par_games
        Medals whose games can be looked at.
    card, picture
        Lines of the player's card, and the card as SVG.
    beside
        The results, the best first; nothing without friends.
    """

    challenge: ChallengeView
    par_games: list[ChallengeMedal]
    score: int
    medal: str | None
    card: list[str]
    picture: str
    beside: list[PagePart]


class ChallengeRequests:
    """The requests about challenges.

    Parameters
    ----------
    games
        The folder of the player's games.
    searches
        Those of the server.
    """

    def __init__(self, games: GameFolder, searches: Searches) -> None:
        self.games = games
        self.searches = searches
        self.index = GameIndex(games)
        self._played: dict[tuple[str, float], tuple[str, ChallengePlayed]] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/api/challenges", get_endpoint(self.view)),
            post("/api/challenges/start", post_endpoint(ChallengeAsked, self.start)),
            post("/api/challenges/par", self._par()),
            post("/api/challenges/game", post_endpoint(ParGameAsked, self.par_game)),
            post("/api/challenges/result", post_endpoint(ResultAsked, self.result)),
        ]

    def view(self) -> ChallengesView:
        today = date.today()
        games = self._games()
        days = kept_days()
        kept = days.get(today)
        shown = self._shown(today.isoformat(), day_with_kept_par(today), games)
        return ChallengesView(
            day=DayView(
                **msgspec.structs.asdict(shown),
                day=today.isoformat(),
                streak=streak(days, today),
                kept=kept.score if kept else None,
            ),
            included=[self._shown(name, included(name), games) for name in INCLUDED],
        )

    def start(self, wanted: ChallengeAsked) -> GameMade:
        name = wanted.challenge
        challenge = included(name) if name in INCLUDED else challenge_of_day(_day(name))
        return GameMade(self.games.new(challenge.begin(), title_of(challenge)))

    def par_game(self, wanted: ParGameAsked) -> GameMade:
        if wanted.challenge not in INCLUDED or not _has_par(
            included(wanted.challenge), wanted.medal
        ):
            raise InputError(say("there is no such game"))
        title = title_of(included(wanted.challenge))
        name = f"{title}: {say(MEDALS[wanted.medal])}"
        log = par_log(wanted.challenge, wanted.medal)
        return GameMade(self.games.add(named(log, name), name))

    def result(self, wanted: ResultAsked) -> ChallengeResults:
        """Return the result of a game; the first one of a day is kept when its par is known."""
        with self.games.opened(wanted.game) as opened:
            game = opened.game
            check_chance(game, opened.file.content, opened.name)
        name, challenge = _known(game)
        own = result_of(challenge, game)
        day = day_of(game)
        if day is not None and challenge.par is not None:
            keep_day(DayResult(day, own.score, challenge.par.bronze))
        title = title_of(challenge)
        results = [("", own)]
        results += [(each.name, _friend(challenge, each)) for each in wanted.friends]
        return ChallengeResults(
            challenge=self._shown(name, challenge, self._games()),
            par_games=[medal for medal in PAR_GAMES if day is None and _has_par(challenge, medal)],
            score=own.score,
            medal=own.medal,
            card=list(card_lines(own, title)),
            picture=card_picture(own, title, game),
            beside=for_page([comparison(results)] if wanted.friends else []),
        )

    def _par(self) -> Endpoint:
        def prepared(wanted: ChallengeAsked) -> Work[None, None, ChallengePar]:
            day = _day(wanted.challenge)

            def work(send: Send[None, None], cancel: threading.Event) -> ChallengePar:
                for par in results_of(par_of_day, day, what="the planner", cancel=cancel):
                    return par
                raise OdinError(say("the planner was stopped"))

            return work

        return self.searches.endpoint(ChallengeAsked, prepared)

    def _games(self) -> dict[str, list[ChallengePlayed]]:
        listed = self.index.listed()
        while listed.pending:
            listed = self.index.listed()
        seeds = {challenge.seed for challenge in map(included, INCLUDED)}
        seeds.add(challenge_of_day(date.today()).seed)
        found: dict[str, list[ChallengePlayed]] = {}
        for row in listed.games:
            if row.broken is None and row.seed in seeds and (played := self._of(row)):
                found.setdefault(played[0], []).append(played[1])
        return found

    def _of(self, row: GameRow) -> tuple[str, ChallengePlayed] | None:
        key = row.game, row.changed
        if key in self._played:
            return self._played[key]
        with suppress(OdinError), self.games.opened(row.game) as opened:
            name, challenge = _known(opened.game)
            is_included = name in INCLUDED
            if is_included and is_par_game(name, opened.file.content):
                return None
            result = result_of(challenge, opened.game) if row.over else None
            if result and is_included:
                with suppress(InputError):  # on a full disk the list is shown all the same
                    keep_best(name, result)
            medal = result.medal if result else None
            own = ChallengePlayed(game=row.game, over=row.over, score=row.score, medal=medal)
            if challenge.par is not None:
                self._played[key] = name, own
            return name, own
        return None

    def _shown(
        self, name: str, challenge: Challenge, games: dict[str, list[ChallengePlayed]]
    ) -> ChallengeView:
        played = games.get(name, [])
        finished = [each for each in played if each.over]
        best = max(finished, key=lambda each: (each.medal is not None, each.score), default=None)
        return ChallengeView(
            id=name,
            title=title_of(challenge),
            length=challenge.length,
            rules=list(rules_of(challenge)),
            par=challenge.par,
            best=best,
            begun=next((each for each in played if not each.over), None),
        )


def _known(game: Game) -> tuple[str, Challenge]:
    found = challenge_of(game)
    if found is None:
        raise InputError(say("expected a game of a challenge"))
    return found


def _has_par(challenge: Challenge, medal: ChallengeMedal) -> bool:
    return challenge.par is not None and getattr(challenge.par, medal) is not None


def par_of_day(day: date) -> Iterator[ChallengePar]:
    """Yield the par of a day, what the planner reaches; it is kept."""
    par = day_with_par(day).par
    assert par is not None
    yield par


def _day(name: str) -> date:
    with suppress(ValueError):
        return date.today() if name == TODAY else date.fromisoformat(name)
    raise InputError(say("challenge: expected today or a day, got {name!r}", name=name))


def _friend(challenge: Challenge, friend: FriendLog) -> ChallengeResult:
    game = parse(friend.text, friend.name)
    check_chance(game, friend.text, friend.name)
    with within(friend.name):
        return result_of(challenge, game)
