"""Setup of a game (rules, 2 and 7)."""

from collections.abc import Container, Iterable, Sized
from functools import cache
from typing import NamedTuple

from odin_solver.components import BOARDS, TILES
from odin_solver.components.heard import Names, names_of, together
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.game.actions.occupations import is_dark
from odin_solver.game.kernel import chance
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import ChooseToken, Keep, Move
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.play import advance, decision
from odin_solver.game.kernel.rulings import RULINGS, Ruling
from odin_solver.game.kernel.seats import EachSeat, each_seat
from odin_solver.game.kernel.state import Exploration, Node, Options, Seat, State
from odin_solver.game.phases import NewRound
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import mark, say
from odin_solver.support.text import whole_number


def chooses_starting(state: State) -> bool:
    """Whether a game waits for the choice of the starting occupation."""
    node = decision(state)
    return isinstance(node, ChooseStarting) or (isinstance(node, KeepOne) and node.starting)


def open_strips(options: Options) -> int:
    """Return the number of mountain strips that are face up at the beginning (rules, 2)."""
    return 3 if options.players == 4 else 2


PLAYERS = range(1, 5)

COPY_TILES = ((1, 2), (3, 4))
"""The columns on the two sides of each copy tile (rules, 4)."""


def copy_tiles(options: Options) -> tuple[tuple[int, int], ...]:
    """Return the copy tiles of a game."""
    return COPY_TILES if options.players == 4 else ()


def new_game(options: Options | None = None) -> State:
    """Return a game before the first decision or chance node.

    Raises
    ------
    InputError
        If an option is invalid.
    """
    options = options or Options()
    InputError.unless_among("length", options.length, TRACKS)
    _check_seats(options)
    InputError.unless_within("players", options.players, PLAYERS[0], PLAYERS[-1])
    cards = _cards(options)
    _check_rulings(options, cards)
    _check_without(options)
    if options.profile is not None and not options.harvest:
        raise InputError.said("a profile of harvest markers: expected a game with Harvest")
    starting = tuple(number for number, is_starting in cards.items() if is_starting)
    if cards and min(len(starting), len(cards) - len(starting)) < 2 * len(options.seats):
        raise InputError.said("occupations: too few for so many players")
    expansions = {
        None,
        *(["islands"] if options.islands else []),
        *(["harvest"] if options.harvest else []),
    }
    supply = {"mead": 1} | {each.id: each.start for each in WEAPONS.values() if each.start}
    boards = (BoardState(BOARDS["home"]),)
    state = State(
        options=options,
        supply=supply,
        boards=boards,
        away=(Seat(supply=supply, boards=boards),) * (len(options.seats) - 1),
        hidden_strips=tuple(range(1, len(MOUNTAIN_STRIPS) + 1)),
        exploration=tuple(
            Exploration(board.id)
            for board in BOARDS.values()
            if board.side == "front" and board.expansion in expansions
            if board.id not in options.without
        ),
        specials=frozenset(
            tile.id
            for tile in TILES.values()
            if tile.kind == "special" and tile.expansion in expansions
        ),
        weapons=tuple(
            sorted(
                (each.id, each.copies - each.start * options.players) for each in WEAPONS.values()
            )
        ),
        deck=tuple(number for number, is_starting in cards.items() if not is_starting),
        starting_deck=starting,
        blocked=options.closed,
        phase="setup",
    )
    tiles = map(chance.TurnCopyTile, copy_tiles(options))
    if options.profile is not None:
        state.markers = _numbers(options.profile.markers)
        state.free_tokens = _numbers(options.profile.tokens)
    state.push(*tiles, chance.RevealStrips(open_strips(options)), *_of_harvest(state), NewRound())
    if options.starting in ("choose", "random"):
        if starting:
            state.push(*each_seat(state, *_starting(state)))
    elif options.starting in starting:
        state.hand, state.starting_deck = (int(options.starting),), ()
    else:
        raise InputError.said(
            "starting occupation: {card} is not among the starting cards of this game, and not "
            "choose or random either",
            card=options.starting,
        )
    if options.seats:
        state.push(chance.DrawFirst())
    if options.profile is not None:
        state.push(chance.RevealMarker())
    advance(state)
    return state


SHORT_SILVER = 3
"""Silver at the beginning of a short game with Harvest (rules, 8)."""


def _starting(state: State) -> list[Node]:
    """Return what brings the starting occupation: with Harvest one of two is kept (rules, 8)."""
    if state.options.starting == "choose":
        return [ChooseStarting()]
    if state.options.harvest and len(state.starting_deck) > 1:
        return [chance.DrawStarting(1), chance.DrawStarting(), KeepOne(starting=True)]
    return [chance.DrawStarting()]


def _of_harvest(state: State) -> list[Node]:
    if not state.options.harvest:
        return []
    short = state.options.length == "short"
    taking: Node = FromTheLast() if state.away else TakeToken()
    tokens = [taking] * (1 + short) if state.options.profile is not None else []
    if not short:
        return tokens
    dark: list[Node] = [chance.DrawOccupation()] * min(2, len(state.deck))
    if len(dark) > 1:
        dark.append(KeepOne(starting=False))
    return [*tokens, *each_seat(state, chance.DrawWeapons(1), *dark, GiveSilver())]


def _numbers(printed: Sized) -> tuple[int, ...]:
    return tuple(range(1, len(printed) + 1))


class TakeToken(Decision, frozen=True, tag=True):
    """Choose a resource token; others choose before and after, from the last player on (rules, 8).

    In the short game each takes a second one in the same order.
    """

    def question(self, state: State) -> str:
        return say("choose a resource token")

    def moves(self, state: State) -> list[Move]:
        return [*map(ChooseToken, state.free_tokens)]

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, ChooseToken)
        state.tokens = tuple(sorted((*state.tokens, move.token)))
        state.free_tokens = tuple(each for each in state.free_tokens if each != move.token)


class FromTheLast(GameStep, frozen=True, tag=True):
    """Each of several players chooses a resource token, the last player first (rules, 8)."""

    def run(self, state: State) -> None:
        state.push(EachSeat((TakeToken(),), state.clockwise[::-1]))


class GiveSilver(GameStep, frozen=True, tag=True):
    """The silver of a short game with Harvest; nothing can be bought before the first round."""

    def run(self, state: State) -> None:
        state.add("silver", SHORT_SILVER)


class KeepOne(Decision, frozen=True, tag=True):
    """Keep one of two occupations that have been drawn; the other leaves the game (rules, 8)."""

    starting: bool

    def question(self, state: State) -> str:
        if self.starting:
            return say("keep one of the two starting occupations")
        return say("keep one of the two dark occupations")

    def moves(self, state: State) -> list[Move]:
        drawn = [each for each in state.hand if is_dark(each) != self.starting]
        return [*map(Keep, drawn)] if len(drawn) > 1 else []

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, Keep)
        others = set(self.moves(state)) - {move}
        state.hand = tuple(each for each in state.hand if Keep(each) not in others)


class ChooseStarting(Decision, frozen=True, tag=True):
    """Choose the starting occupation (rules, 7)."""

    def question(self, state: State) -> str:
        return say("choose the starting occupation")

    def moves(self, state: State) -> list[Move]:
        return [Keep(number) for number in state.starting_deck]

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, Keep)
        state.hand = (move.card,)
        state.starting_deck = ()


def chosen_cards(text: str) -> frozenset[int]:
    """Return the numbers of the cards for ``none``, ``all`` or decks such as ``A,C``."""
    wanted = text.strip().lower()
    if wanted == "none":
        return frozenset()
    if wanted == "all":
        return frozenset(CARDS)
    decks = {each.strip().upper() for each in text.split(",")}
    if not decks <= {"A", "B", "C"}:
        raise InputError.said("expected none, all, or decks such as A,B, got {got!r}", got=text)
    return frozenset(number for number, card in OCCUPATIONS.items() if card.deck in decks)


def without(names: Iterable[str]) -> frozenset[str]:
    """Return the ids of spaces and exploration boards that are named as in files of tables."""
    return frozenset(_closable().one(name) for name in names)


@cache
def _closable() -> Names:
    unknown = mark("unknown action space or exploration board {name!r}")
    fronts = {each.id for each in BOARDS.values() if each.side == "front"}
    return together(unknown, names_of("filed_space"), names_of("board").only(fronts))


def _check_without(options: Options) -> None:
    without(options.without)
    if options.without and options.players > 1:
        raise InputError.said("without: expected a game of one player")


def seat_names(text: str) -> tuple[str, ...]:
    """Return the names of the players in a text such as ``Anna, Ben``."""
    return tuple(" ".join(each.split()) for each in text.split(","))


HUMAN, BOT = "human", "bot"

STRENGTHS = range(1, 5)
"""Strengths of bots, from a beginner to the best."""

USUAL_STRENGTH = 3


class Seating(NamedTuple):
    """Who sits at a table: `Options.seats` and `Options.bots`."""

    names: tuple[str, ...] = ()
    bots: tuple[int, ...] = ()


def seating(text: str) -> Seating:
    """Return who sits at a table, from names, ``human`` and ``bot`` or ``bot:2``, in turn order.

    Raises
    ------
    InputError
        If a bot has no such strength.
    """
    names, bots = [], []
    for number, each in enumerate(seat_names(text), 1):
        kind, _, strength = each.lower().partition(":")
        is_bot = kind.strip() == BOT
        usual = say("Player {n}", n=number) if kind == HUMAN else each
        names.append(f"{BOT.capitalize()} {number}" if is_bot else usual)
        bots.append(_strength(strength.strip() or str(USUAL_STRENGTH)) if is_bot else 0)
    return Seating(tuple(names), tuple(bots) if any(bots) else ())


def strengths(text: str) -> tuple[int, ...]:
    """Return the strengths of bots in a text such as ``0 3 3``; 0 stands for a person."""
    return tuple(_strength(each) if each != "0" else 0 for each in text.split())


def _strength(text: str) -> int:
    found = whole_number(text)
    if found is None or found not in STRENGTHS:
        raise InputError.said(
            "expected the strength of a bot, {first} to {last}, got {got!r}",
            first=STRENGTHS[0],
            last=STRENGTHS[-1],
            got=text,
        )
    return found


MOST_LETTERS = 20
"""Letters of a name at most."""


def _check_seats(options: Options) -> None:
    if options.bots and (len(options.bots) != len(options.seats) or all(options.bots)):
        raise InputError.said("bots: expected a number for each player, and a person among them")
    if not options.seats:
        return
    for name in options.seats:
        if (
            not 0 < len(name) <= MOST_LETTERS
            or ":" in name
            or "," in name
            or not name.isprintable()
        ):
            raise InputError.said(
                "seats: expected names of 1 to {most} letters without a colon, got {got!r}",
                most=MOST_LETTERS,
                got=name,
            )
    if options.players > 1 and len(options.seats) != options.players:
        raise InputError.said(
            "seats: expected the names of {n} players, got {names}",
            n=options.players,
            names=", ".join(options.seats),
        )
    if len(set(options.seats)) != options.players or options.players not in PLAYERS[1:]:
        raise InputError.said(
            "seats: expected a different name for each of 2 to {most} players, got {names}",
            most=PLAYERS[-1],
            names=", ".join(options.seats),
        )
    if options.starting != "random":
        raise InputError.said("starting occupation: several players draw theirs")


def _check_rulings(options: Options, cards: Container[int]) -> None:
    for ruling in sorted(options.rulings):
        concerned = RULINGS[ruling].cards
        if concerned and not any(number in cards for number in concerned):
            numbers = say(" or ").join(map(str, concerned))
            raise InputError.said(
                "ruling {ruling}: expected a game with card {cards}", ruling=ruling, cards=numbers
            )
        if ruling == Ruling.HARVEST_FEWER_CARDS and not (options.harvest and options.cards):
            raise InputError.said(
                "ruling {ruling}: expected a game with Harvest and occupations", ruling=ruling
            )
        if ruling == Ruling.CARD_BEFORE_ONLY and not options.cards:
            raise InputError.said(
                "ruling {ruling}: expected a game with occupations", ruling=ruling
            )


def _cards(options: Options) -> dict[int, bool]:
    if not options.cards:
        return {}
    from odin_solver.components.occupations import OCCUPATIONS, Occupation

    def left_out(card: Occupation) -> bool:
        """Whether the Harvest expansion takes a card out of the game (rules, 8)."""
        fewer = Ruling.HARVEST_FEWER_CARDS in options.rulings
        out = (*card.not_with, *(card.better_without if fewer else ()))
        return options.harvest and "harvest" in out

    unknown = sorted(options.cards - OCCUPATIONS.keys())
    if unknown:
        raise InputError.said("occupations: there is no card {n}", n=unknown[0])
    return {
        number: OCCUPATIONS[number].starting
        for number in sorted(options.cards)
        if not left_out(OCCUPATIONS[number])
    }
