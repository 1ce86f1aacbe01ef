"""Games of *Vikings* on its page, which holds the log; a request carries it whole."""

from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

import msgspec

from odin_solver.errors import InputError
from odin_solver.questions.report import PagePart, for_page
from odin_solver.questions.vikings_games import WHAT, scores_report, table_lines
from odin_solver.support.language import say, say_decimal
from odin_solver.vikings.files import pair_text, vikings_from
from odin_solver.vikings.game.log import HUMAN, VikingsGame, expert_parts, new_game, replay
from odin_solver.vikings.game.moves import MoveColour, TakePair, read_move
from odin_solver.vikings.game.offers import pair_offers
from odin_solver.vikings.game.players import legal_moves
from odin_solver.vikings.game.sampling import candidates
from odin_solver.vikings.game.table import Table, with_rivals
from odin_solver.vikings.parts import SAILS
from odin_solver.vikings.pictures.svg import position_svg
from odin_solver.vikings.profile import keep_ship_values, own_ship_values
from odin_solver.vikings.words import SEAT_NAMES, special_does
from odin_web.vikings.positions import VikingsView, view

Log = Annotated[str, msgspec.Meta(max_length=100_000)]


class VikingsBegin(msgspec.Struct, forbid_unknown_fields=True):
    """A new game; `keep` says whether the values of ships are kept for the next one."""

    players: Annotated[list[str], msgspec.Meta(min_length=2, max_length=4)]
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] = 0
    ship_values: dict[str, Any] = {}
    keep: bool = False
    expert: Annotated[list[str], msgspec.Meta(max_length=4)] = []


class VikingsReplay(msgspec.Struct, forbid_unknown_fields=True):
    """A game after some of its moves; after all of them by default."""

    log: Log
    step: Annotated[int, msgspec.Meta(ge=0)] = 10_000


class VikingsTurn(msgspec.Struct, forbid_unknown_fields=True):
    """A move of a person as logs have it; without one the last is taken back."""

    log: Log
    move: Annotated[str, msgspec.Meta(max_length=200)] = ""


class VikingsChoice(msgspec.Struct, kw_only=True):
    """A choice: a pair with its best place and all others, or another move.

    Attributes
    ----------
    moves
        All ways in words, as logs have them; none if it cannot be chosen now.
    """

    move: str
    text: str
    tile: str = ""
    figure: str = ""
    price: int = 0
    gain: int = 0
    value: str = ""
    moves: dict[str, str] = {}


class VikingsGameView(msgspec.Struct, kw_only=True):
    """A game at a step.

    Attributes
    ----------
    waits
        Whether a person is to move.
    asked
        What is decided; empty at the end.
    drawn, known
        Figures drawn; what else lies on the table, in words.
    since
        Moves since the last one of a person.
    mine, others
        The islands of the player who is shown, and pictures of the others.
    """

    log: str
    names: list[str]
    player: int
    waits: bool
    step: int
    steps: int
    asked: str
    phase: str
    drawn: str
    known: list[str]
    choices: list[VikingsChoice]
    since: list[str]
    mine: VikingsView
    others: list[str]
    report: list[PagePart]


def played(request: VikingsBegin) -> VikingsGameView:
    given = {"schema": 1, "game": "vikings", "ship_values": request.ship_values}
    start = vikings_from(given)
    start = replace(start, ship_values={**own_ship_values(), **start.ship_values})
    for sail in SAILS:
        start.ship_value(sail)
    game = new_game(request.players, request.seed, start.ship_values, expert_parts(request.expert))
    if request.keep:
        keep_ship_values(start.ship_values)
    return _view(game.played_on())


def replayed(request: VikingsReplay) -> VikingsGameView:
    return _view(_game(request.log), request.step)


def moved(request: VikingsTurn) -> VikingsGameView:
    game = _game(request.log)
    if not request.move:
        return _view(game.undone())
    if not game.waits:
        raise InputError(say("no person is to move"))
    return _view(game.after(read_move(request.move)).played_on())


@lru_cache(maxsize=4)
def _game(log: str) -> VikingsGame:
    return replay(log, "log", unfinished=True)


def _view(game: VikingsGame, step: int = 10_000) -> VikingsGameView:
    step = min(step, len(game.moves))
    table = game.tables[step]
    persons = [at for at, seat in enumerate(game.seats) if seat == HUMAN]
    here = game.waits and step == len(game.moves)
    shown = table.player if here or not persons else persons[0]
    names = [f"{at}. {say(SEAT_NAMES[seat])}" for at, seat in enumerate(game.seats, 1)]
    position = replace(with_rivals(shown, table.players), title=names[shown], wheel=table.wheel)
    return VikingsGameView(
        log=game.text,
        names=names,
        player=table.player,
        waits=here,
        step=step,
        steps=len(game.moves),
        asked="" if table.over else say(WHAT[table.phase]),
        phase="" if table.over else table.phase,
        drawn="".join(sorted(table.drawn)),
        known=table_lines(table, special_does)[bool(table.drawn) :],
        choices=_choices(table) if here else [],
        since=_since(game, step),
        mine=view(position),
        others=[
            position_svg(replace(player, title=names[at]))
            for at, player in enumerate(table.players)
            if at != shown
        ],
        report=for_page(scores_report([game])) if table.over else [],
    )


def _since(game: VikingsGame, step: int) -> list[str]:
    """Return the moves of programs before a step, after the last one of a person."""
    lines: list[str] = []
    for at in range(step - 1, -1, -1):
        table, move = game.tables[at], game.moves[at]
        player = table.player
        pair = f"{pair_text(table.wheel.pairs[move.at])}, " if isinstance(move, TakePair) else ""
        lines.insert(0, f"{player + 1}: {pair}{move.place}")
        if game.seats[player] == HUMAN or len(lines) > 9:
            break
    return lines


def _choices(table: Table) -> list[VikingsChoice]:
    if table.phase != "take":
        return [
            VikingsChoice(
                move=f"{move}",
                text=move.place,
                figure=move.figure if isinstance(move, MoveColour) else "",
                moves={f"{move}": move.place},
            )
            for move in candidates(table)
        ]
    ways = defaultdict[int, dict[str, str]](dict)
    for move in legal_moves(table):
        assert isinstance(move, TakePair)
        ways[move.at][f"{move}"] = move.place
    return [
        VikingsChoice(
            move=f"{offer.move or ''}",
            text=offer.move.place if offer.move else "",
            tile=f"{offer.pair.tile}",
            figure=offer.pair.figure,
            price=offer.price,
            gain=offer.gain,
            value=say_decimal(offer.value),
            moves=ways[offer.at],
        )
        for offer in pair_offers(table)
    ]
