"""Games of several people who have screens of their own: who sees and may do what."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Literal

import msgspec
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.scores import default_archive
from odin_solver.game.scores.reading import finished
from odin_solver.game.seats import persons
from odin_solver.game.setup import USUAL_STRENGTH
from odin_solver.planner.bots import Bots
from odin_web.games.store import GameFolder, GameId, OpenGame, UnknownGame
from odin_web.games.table import Screen
from odin_web.lan import TOKEN, LocalNetwork, expect_owner, qr_svg
from odin_web.replies import Refusal, get_endpoint, post, post_endpoint
from odin_web.seats import ASKER, SharedSeat, SharedTable, UndoAsked

QUIET_SECONDS = 15.0
"""How long nothing comes from a phone before another player may let a bot play for it."""


CHANGES: Mapping[str, Mapping[str, str | bool]] = MappingProxyType(
    {
        "screen": {"token": ""},
        "bot": {"bot": True},
        "person": {"bot": False},
        "coach": {"coach": True},
        "no coach": {"coach": False},
    }
)
"""What becomes of a seat; a phone gets a new token."""


class NotThisSeat(Refusal):
    """A player asks for what is another one's, or covered."""

    status = 403


class SeatWanted(msgspec.Struct, forbid_unknown_fields=True):
    """What becomes of a seat: a phone gets a link, the owner's screen gets it back; a bot or its
    player plays; the coach may be asked or not."""

    game: GameId
    seat: int
    want: Literal["phone", "screen", "bot", "person", "coach", "no coach"]


class UndoAnswer(msgspec.Struct, forbid_unknown_fields=True):
    game: GameId
    yes: bool


class SharedSeatView(msgspec.Struct, kw_only=True):
    """A player's seat.

    Attributes
    ----------
    phone
        Whether it is at a phone; else it is at the owner's screen.
    away
        Whether nothing comes from its phone.
    here
        Whether it is at the screen that asks.
    """

    seat: int
    name: str
    phone: bool
    away: bool
    here: bool
    bot: bool
    coach: bool


class UndoView(msgspec.Struct):
    """A move to be taken back, and whether this screen is asked or has asked."""

    words: str
    asked: bool
    own: bool


class SeatLink(msgspec.Struct):
    seat: int
    address: str
    picture: str


class SeatsView(msgspec.Struct, kw_only=True):
    """The people at a table; `stamp` tells whether the game has gone on."""

    stamp: str
    seats: list[SharedSeatView]
    undo: UndoView | None
    link: SeatLink | None = None


class Sharing:
    def __init__(self, games: GameFolder, network: LocalNetwork | None) -> None:
        self._games = games
        self._network = network

    def routes(self) -> list[Route]:
        return [
            Route("/api/game/seats/{game}", get_endpoint(self.seen)),
            post("/api/game/seat", post_endpoint(SeatWanted, self.seat)),
            post("/api/game/agree", post_endpoint(UndoAnswer, self.agree)),
        ]

    def screen(self, opened: OpenGame) -> Screen:
        """Return who looks at the screen from which a request comes."""
        asker, table = ASKER.get(), self._table(opened.id)
        if asker.game not in ("", opened.id):
            raise UnknownGame.said("there is no such game")
        people = persons(opened.state)
        if table is None:
            return Screen(frozenset(people))
        seats: list[int] = []
        if asker.role == "seat":
            seats = [asker.seat]
        elif asker.role == "owner":
            seats = [each for each in people if not table.seats[each].token]
        coached = any(table.seats[each].coach for each in seats)
        return Screen(frozenset(seats), shared=True, coached=coached)

    def expect_here(self, opened: OpenGame, state: State, *, coached: bool = False) -> None:
        """Expect that a player asks whose turn it is, perhaps one who may ask the coach."""
        screen = self.screen(opened)
        if screen.shared and state.seat not in screen.looking and not state.is_over:
            name = opened.game.options.seats[state.seat]
            raise NotThisSeat.said("it is the turn of {name}", name=name)
        if coached and not screen.coached:
            raise NotThisSeat.said("nobody asks the coach at this table")

    def expect_uncovered(self, opened: OpenGame) -> None:
        if self.screen(opened).shared and not opened.state.is_over:
            raise NotThisSeat.said("hands and what comes are covered until the game is over")

    def moved(self, opened: OpenGame) -> None:
        """Let bots play for those who have left; keep the score sheet at the end."""
        table = self._table(opened.id)
        if table is not None:
            _let_bots_move(opened.game, table)
            if table.undo:
                self._keep(opened, msgspec.structs.replace(table, undo=None))
        if opened.state.is_over and len(persons(opened.state)) > 1:
            with suppress(InputError):  # the page of scores tells what is wrong with them
                default_archive().add([finished(opened.state, opened.name)])

    def undo(self, opened: OpenGame, to: int | None) -> None:
        """Take moves back; if others are at screens of their own, ask them first."""
        table, game, looking = self._table(opened.id), opened.game, self.screen(opened).looking
        if table is None:
            self._take_back(opened, to)
            return
        own = [at for at, state in enumerate(game.states[:-1]) if _decided(state, looking)]
        if not own:
            raise InputError.said("there is no move to take back")
        at = own[-1] if to is None else min(to, own[-1])
        others = [each for each in persons(opened.state) if each not in looking]
        left = [each for each in others if not table.seats[each].bot]
        if not left:
            self._take_back(opened, at)
            return
        words = opened.lines(frozenset())[at].view.words
        asked = UndoAsked(game.states[own[-1]].seat, at, words, left)
        self._keep(opened, msgspec.structs.replace(table, undo=asked))

    def _take_back(self, opened: OpenGame, to: int | None) -> None:
        end = opened.state
        self._games.undo(opened, to)
        if end.is_over and len(persons(end)) > 1:
            with suppress(InputError):
                default_archive().remove(finished(end, opened.name).id)

    def agree(self, wanted: UndoAnswer) -> SeatsView:
        with self._games.opened(wanted.game) as opened:
            looking, table = self.screen(opened).looking, self._table(opened.id)
            undo = table.undo if table else None
            if table is None or undo is None or not looking & {undo.seat, *undo.left}:
                raise InputError.said("nobody asks whether a move is taken back")
            left = [each for each in undo.left if each not in looking]
            if wanted.yes and left != undo.left and left:
                undo = msgspec.structs.replace(undo, left=left)
            elif left != undo.left or not wanted.yes:
                if wanted.yes:
                    to = undo.to
                    self._changed(opened, lambda opened: self._take_back(opened, to))
                undo = None
            self._keep(opened, msgspec.structs.replace(table, undo=undo))
            return self.view(opened)

    def seat(self, wanted: SeatWanted) -> SeatsView:
        with self._games.opened(wanted.game) as opened:
            here = wanted.seat in self.screen(opened).looking
            people, table = persons(opened.state), self._table(opened.id)
            if wanted.seat not in people or len(people) < 2 or opened.game.seed is None:
                raise InputError.said(
                    "expected the seat of a person in a game of several people with a seed"
                )
            if wanted.want == "bot" and not here and ASKER.get().role == "seat":
                if not self._is_away(opened.id, wanted.seat):
                    raise NotThisSeat.said("this player is still there")
            elif wanted.want not in ("bot", "person") or not here:
                expect_owner()
            seats = table.seats if table else [SharedSeat() for _ in opened.game.options.seats]
            changes = CHANGES.get(wanted.want, {"token": secrets.token_urlsafe(32)})
            seat = msgspec.structs.replace(seats[wanted.seat], **changes)
            seats = [*seats[: wanted.seat], seat, *seats[wanted.seat + 1 :]]
            if all(seats[each].bot for each in people):
                raise InputError.said("one person has to stay at the table")
            self._keep(opened, SharedTable(seats))
            if wanted.want == "bot":
                self._changed(opened, self.moved)
            link = self._link(wanted.seat, seat.token) if wanted.want == "phone" else None
            return msgspec.structs.replace(self.view(opened), link=link)

    def view(self, opened: OpenGame) -> SeatsView:
        table, looking = self._table(opened.id), self.screen(opened).looking
        names = opened.game.options.seats or ("",)
        seats = table.seats if table else [SharedSeat() for _ in names]
        undo = table.undo if table else None
        return SeatsView(
            stamp=opened.stamp,
            seats=[
                SharedSeatView(
                    seat=each,
                    name=names[each],
                    phone=bool(seats[each].token),
                    away=self._is_away(opened.id, each),
                    here=each in looking,
                    bot=seats[each].bot,
                    coach=seats[each].coach,
                )
                for each in persons(opened.state)
            ],
            undo=UndoView(undo.words, asked=bool(looking & {*undo.left}), own=undo.seat in looking)
            if undo
            else None,
        )

    def forget(self, game: str) -> None:
        if self._network is not None:
            self._network.seats.forget(game)

    def _table(self, game: str) -> SharedTable | None:
        return self._network.seats.of(game) if self._network else None

    def _keep(self, opened: OpenGame, table: SharedTable) -> None:
        if self._network is None:
            raise InputError.said("expected a server of this network: odin web --lan")
        self._network.seats.keep(opened.id, table)

    def _is_away(self, game: str, seat: int) -> bool:
        table = self._table(game)
        if self._network is None or table is None or not table.seats[seat].token:
            return False
        silence = self._network.seats.silence(game, seat)
        return silence is None or silence > QUIET_SECONDS

    def _link(self, seat: int, token: str) -> SeatLink:
        assert self._network is not None
        address = f"{self._network.address}games?{TOKEN}={token}"
        return SeatLink(seat, address, qr_svg(address))

    def _changed(self, opened: OpenGame, change: Callable[[OpenGame], None]) -> None:
        self._games.changed(opened.id, len(opened.game.moves), None, change, lambda _: None)

    def seen(self, game: str) -> SeatsView:
        """Return the people at a table, one of whom looks there."""
        if self._network is not None and ASKER.get().role == "seat":
            self._network.seats.hear(ASKER.get())
        with self._games.opened(game) as opened:
            return self.view(opened)


def _decided(state: State, seats: frozenset[int]) -> bool:
    return state.seat in seats and decision(state) is not None


def _let_bots_move(game: Game, table: SharedTable) -> None:
    """Let bots play for people who have left, up to the next decision of one who has not."""
    options = game.options
    bots = tuple(
        own or USUAL_STRENGTH * seat.bot
        for own, seat in zip(options.bots or (0,) * len(table.seats), table.seats, strict=True)
    )
    while decision(game.state) is not None and table.seats[game.state.seat].bot:
        state = game.state.copy()
        state.options = msgspec.structs.replace(options, bots=bots)
        move = Bots(Game(state.options, game.seed, game.moves, [state])).next_move()
        assert move is not None
        game.do(move)
        game.let_chance_decide()
        Bots(game).move()
