"""Rounds at a table, move by move (rulebook, p. 4 to 11): all that the rules allow, in words.

Hands of others are hidden: what they pay is not checked. In files a move is a line of words.
"""

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Literal, NamedTuple

import msgspec

from odin_solver.errors import InputError
from odin_solver.graenaland import parts
from odin_solver.graenaland.parts import BUILDINGS, PRIEST, RESOURCES, SKALD, VILLAGE, WORKS
from odin_solver.graenaland.position import GraenalandPosition, JointWork, Mode
from odin_solver.graenaland.rounds.heroes import COMPASS, home_of, moved, placed, reached
from odin_solver.graenaland.rounds.paying import cheapest_payment
from odin_solver.graenaland.rules import building
from odin_solver.graenaland.rules.building import BuildingPhase, BuildItem, BuildStep, TakeStep
from odin_solver.graenaland.rules.counts import (
    Draw,
    draws,
    goals_met,
    measures,
    passes,
    votes_of,
    votes_on,
)
from odin_solver.graenaland.words import item_text, part_name, supply_text
from odin_solver.support.language import say, say_as

Phase = Literal[
    "draw", "move", "propose", "share", "vote", "look", "claim", "build", "supply", "over"
]
RoundMove = tuple[str, ...]

MANY = 10
"""Legal moves that an error does not name one by one."""

ENTERS: Final = {"church": PRIEST, "hall": SKALD}
"""The hero whom a building brings in."""


class Proposal(NamedTuple):
    """Who gets the cards of a tile, in their order."""

    tile: str
    owners: tuple[str, ...]


class Legal(NamedTuple):
    """A move, and what comes of it; those of a group are many, and not all are listed."""

    move: RoundMove
    text: str
    then: "Callable[..., Round]"
    group: str = ""
    listed: bool = True


@dataclass(frozen=True)
class Round:
    """A round under way, as the owner of the hand sees it; the first of the queue acts.

    Attributes
    ----------
    draws, looks
        Cards still to be drawn, by tile; decks of cards face down that the owner of the hand got.
    waiting, relocated
        Heroes who enter a tile as soon as no other of the player's is there; one who may come now.
    builds, guest, helped, joint
        The building phase, whether a guest builds, whether the main player has asked others.
    """

    position: GraenalandPosition
    phase: Phase = "draw"
    number: int = 1
    queue: tuple[str, ...] = ()
    draws: tuple[tuple[str, Draw], ...] = ()
    sent: tuple[tuple[str, str, str], ...] = ()
    waiting: Mapping[tuple[str, str], str] = field(default_factory=dict)
    proposal: Proposal | None = None
    voters: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    claims: Mapping[str, int] = field(default_factory=dict)
    builds: BuildingPhase | None = None
    guest: bool = False
    helped: bool = False
    joint: JointWork | None = None
    relocated: tuple[str, str] | None = None
    winner: str = ""

    @property
    def player(self) -> str:
        """Who acts; nobody if it is chance."""
        if self.phase == "vote":
            return self.voters[0]
        acts = self.queue and self.phase in ("move", "propose", "share", "build")
        return self.queue[0] if acts else ""

    @property
    def mine(self) -> bool:
        """Whether the owner of the hand acts."""
        return self.player == self.position.me

    def legal(self) -> Iterator[Legal]:
        """Yield what the rules allow."""
        return _LEGAL[self.phase](self)

    def after(self, move: RoundMove) -> "Round":
        """Return the round after a move; one that builds may end with JSON of how it is paid.

        Raises
        ------
        InputError
            If the rules do not allow it.
        """
        for each in self.legal():
            size = len(each.move)
            if each.move == move or (move[0] == "build" and each.move == move[:size]):
                return _seen(each.then(*move[size:]))
        lines = [line_of(each.move) for each in self.legal()]
        words = lines if len(lines) < MANY else dict.fromkeys(line.split()[0] for line in lines)
        names = say(" or ").join(words)
        raise InputError.said(
            "expected a legal {names}, got {got!r}", names=names, got=line_of(move)[:80]
        )


def line_of(move: RoundMove) -> str:
    """Return a move as a line of a file; words with blanks are quoted."""
    return shlex.join(move)


def move_of(line: str) -> RoundMove:
    """Read a move."""
    try:
        return tuple(shlex.split(line)) or ("",)
    except ValueError:
        raise InputError.said("expected a move, got {got!r}", got=line[:40]) from None


def begun(position: GraenalandPosition) -> Round:
    """Return a round of which production comes first."""
    waiting: dict[tuple[str, str], str] = {}
    for tile, state in position.tiles.items():
        for kind, owner in state.buildings.items():
            hero = ENTERS.get(kind)
            if hero and home_of(position, owner, hero) is None:
                waiting.setdefault((owner, hero), tile)
    return _seen(_producing(Round(position, waiting=waiting)))


def at_moves(position: GraenalandPosition) -> Round:
    """Return the round of a position at the moves of heroes."""
    return _seen(_moving(replace(begun(position), draws=())))


def at_proposals(position: GraenalandPosition) -> Round:
    """Return the round of a position whose owner is the next to make a proposal."""
    queue = _clockwise(position, position.main)[1:]
    if position.me in queue:
        queue = queue[queue.index(position.me) :]
    return replace(begun(position), phase="propose", draws=(), queue=queue)


def replayed(position: GraenalandPosition, moves: Iterable[str]) -> Round:
    """Return the round after all moves; an error names the first that is wrong."""
    now = begun(position)
    for at, line in enumerate(moves):
        try:
            now = now.after(move_of(line))
        except InputError as error:
            raise error.within(f"round[{at}]") from None
    return now


def _clockwise(position: GraenalandPosition, first: str) -> tuple[str, ...]:
    at = position.players.index(first)
    return (*position.players[at:], *position.players[:at])


def _seen(now: Round) -> Round:
    """Return the round with the rules under which the owner of the hand would build."""
    position = now.position
    builds = now.mine and now.phase == "build"
    mode: Mode = "final" if position.card is None or now.winner else "claim"
    if builds or (position.me == position.main and not now.winner):
        mode = _mode(now) if builds else "main"
    joint = now.joint if builds and mode == "main" else None
    return replace(now, position=replace(position, mode=mode, joint=joint))


def _mode(now: Round) -> Mode:
    return "final" if now.winner else "guest" if now.guest else "main"


def _with_stock(position: GraenalandPosition, tile: str, *stock: str | None) -> GraenalandPosition:
    state = replace(position.tiles[tile], stock=stock)
    return replace(position, tiles={**position.tiles, tile: state})


def _with_cards(
    position: GraenalandPosition, more: Counter[str], less: Mapping[str, int]
) -> GraenalandPosition:
    hand = Counter(position.hand) + more - Counter(less)
    return replace(position, hand={card: hand[card] for card in RESOURCES})


# Production.


def _producing(now: Round) -> Round:
    tiles = now.position.tiles.items()
    wanted = tuple((name, draw) for name, state in tiles for draw in draws(state))
    return _face_down(replace(now, phase="draw", draws=wanted, queue=()))


def _face_down(now: Round) -> Round:
    """Lay cards face down, until one is turned up."""
    while now.draws and now.draws[0][1] == "down":
        tile, position = now.draws[0][0], now.position
        laid = _with_stock(position, tile, *position.tiles[tile].stock, None)
        now = replace(now, draws=now.draws[1:], position=laid)
    return now if now.draws else _moving(now)


def _draws(now: Round) -> Iterator[Legal]:
    for card in parts.DECKS[now.position.tiles[now.draws[0][0]].printed.terrain]:
        yield Legal(("draw", card), part_name(card), partial(_drawn, now, card))


def _drawn(now: Round, card: str) -> Round:
    (tile, kind), *left = now.draws
    position, state = now.position, now.position.tiles[tile]
    terrain = state.printed.terrain
    if kind == "up" or card == state.printed.symbol:
        position = _with_stock(position, tile, *state.stock, card)
    else:
        used = Counter(position.discards.get(terrain, {})) + Counter([card])
        position = replace(position, discards={**position.discards, terrain: used})
    return _face_down(replace(now, draws=tuple(left), position=position))


# Heroes.


def _moving(now: Round) -> Round:
    """The owner of the hand chooses first: moves are secret."""
    position = now.position
    order = sorted(_clockwise(position, position.main)[1:], key=lambda each: each != position.me)
    able = tuple(p for p in order if any(p in s.heroes for s in position.tiles.values()))
    return _sent(replace(now, phase="move", queue=able, sent=()))


def _sends(now: Round) -> Iterator[Legal]:
    player, left = now.queue[0], replace(now, queue=now.queue[1:])
    yield Legal(("stay",), say("all stay"), partial(_sent, left))
    for tile, state in now.position.tiles.items():
        if (hero := state.heroes.get(player)) is not None:
            for direction, (_, _, way) in COMPASS.items():
                to = reached(now.position, tile, direction)
                text = say("{hero} {way}, to {tile}", hero=part_name(hero), way=say(way), tile=to)
                then = replace(left, sent=(*now.sent, (player, hero, direction)))
                move = ("send", hero, direction)
                yield Legal(move, text, partial(_sent, then), listed=to is not None)


def _sent(now: Round) -> Round:
    """Move all heroes at once when all have chosen; then priests and skalds enter."""
    if now.queue:
        return now
    position, waiting = now.position, dict(now.waiting)
    for player, hero, direction in now.sent:
        position = moved(position, player, hero, direction)
    for (player, hero), tile in now.waiting.items():
        if player not in position.tiles[tile].heroes:
            position = placed(position, player, hero, tile)
            del waiting[player, hero]
    queue = _clockwise(position, position.main)[1:]
    return _asked(replace(now, position=position, waiting=waiting, sent=(), queue=queue))


# Proposals.


def _asked(now: Round) -> Round:
    """Ask the next who may propose; after all, victory is claimed with point cards."""
    queue = now.queue
    while queue and not _tiles_for(now.position, queue[0]):
        queue = queue[1:]
    now = replace(now, proposal=None, yes=(), voters=())
    if queue:
        return replace(now, phase="propose", queue=queue)
    if now.position.card is not None:
        return replace(now, phase="claim", queue=(), claims={})
    return _building(now, (now.position.main,))


def _tiles_for(position: GraenalandPosition, player: str) -> list[str]:
    tiles = position.tiles.items()
    return [name for name, state in tiles if state.stock and votes_of(position, player, name)]


def _proposes(now: Round) -> Iterator[Legal]:
    yield Legal(("pass",), say("no proposal"), partial(_asked, replace(now, queue=now.queue[1:])))
    for tile in _tiles_for(now.position, now.queue[0]):
        then = replace(now, phase="share", proposal=Proposal(tile, ()))
        text = say("propose how to share {tile}", tile=tile)
        yield Legal(("propose", tile), text, partial(replace, then))


def _shares(now: Round) -> Iterator[Legal]:
    """All cards are shared out, to players with votes there."""
    assert now.proposal is not None
    tile, owners = now.proposal
    able = tuple(player for player, votes in votes_on(now.position, tile).items() if votes)
    for player in able:
        then = replace(now, proposal=Proposal(tile, (*owners, player)))
        if len(owners) + 1 == len(now.position.tiles[tile].stock):
            then = replace(then, phase="vote", voters=able)
        yield Legal(("give", player), part_name(player), partial(replace, then))


def _votes(now: Round) -> Iterator[Legal]:
    voter, *voters = now.voters
    for word, yes, text in (("yes", (voter,), say("yes")), ("no", (), say("no"))):
        then = replace(now, voters=tuple(voters), yes=(*now.yes, *yes))
        yield Legal((word,), text, partial(_voted, then))


def _voted(now: Round) -> Round:
    if now.voters:
        return now
    assert now.proposal is not None
    tile, owners = now.proposal
    spoken = replace(now, queue=now.queue[1:], proposal=None)
    if not passes(votes_on(now.position, tile), set(now.yes)):
        return _asked(spoken)
    state, me = now.position.tiles[tile], now.position.me
    mine = [card for card, owner in zip(state.stock, owners, strict=True) if owner == me]
    gained = _with_cards(now.position, Counter(card for card in mine if card), {})
    looks = (state.printed.terrain,) * mine.count(None)
    return _looked(replace(spoken, position=_with_stock(gained, tile), looks=looks))


def _looked(now: Round) -> Round:
    return replace(now, phase="look") if now.looks else _asked(now)


def _looks(now: Round) -> Iterator[Legal]:
    for card in parts.DECKS[now.looks[0]]:
        position = _with_cards(now.position, Counter([card]), {})
        then = replace(now, position=position, looks=now.looks[1:])
        yield Legal(("look", card), part_name(card), partial(_looked, then))


# Building.


def _claims(now: Round) -> Iterator[Legal]:
    """The highest claim wins; of equals that of the player closest to the main player."""
    order = _clockwise(now.position, now.position.main)
    if now.claims:
        winner = max(now.claims, key=lambda each: (now.claims[each], -order.index(each)))
        won = replace(now, winner=winner)
        queue = _clockwise(now.position, winner)
        yield Legal(("go",), say("no more claims"), partial(_building, won, queue))
    else:
        yield Legal(("go",), say("nobody claims victory"), partial(_building, now, order[:1]))
    for player in order:
        for points in range(parts.POINTS_NEEDED, parts.THRESHOLDS * len(parts.GOALS) + 1):
            text = say("{player}: {n} points", player=part_name(player), n=points)
            then = replace(now, claims={**now.claims, player: points})
            move = ("claim", player, f"{points}")
            yield Legal(move, text, partial(replace, then), say("claim"))


def _building(now: Round, queue: tuple[str, ...]) -> Round:
    begun = BuildingPhase(now.position)
    return replace(now, phase="build", queue=queue, builds=begun, guest=False, relocated=None)


def phase_of(now: Round) -> BuildingPhase:
    """Return the building phase of whoever builds."""
    assert now.builds is not None
    mode = _mode(now)
    joint = now.joint if mode == "main" else None
    seen = replace(now.position, me=now.queue[0], mode=mode, joint=joint)
    return replace(now.builds, position=seen)


def _builds(now: Round) -> Iterator[Legal]:
    position, phase, player = now.position, phase_of(now), now.queue[0]
    is_main = _mode(now) == "main"
    must_take = is_main and position.offered and not phase.taken
    if must_take:
        for card in dict.fromkeys(position.offered):
            text = say("take supply card {card}", card=supply_text(card))
            yield Legal(("take", *card), text, partial(_took, now, card))
    else:
        if is_main and position.card is None and _has_won(position):
            won, others = replace(now, winner=player), _clockwise(position, player)[1:]
            yield Legal(("win",), say("announce victory"), partial(_building, won, others))
        yield Legal(("done",), say("end of building"), partial(_done, now))
    if now.relocated:
        hero, tile = now.relocated
        there = replace(now, position=placed(position, player, hero, tile), relocated=None)
        text = say("{hero} to {tile}", hero=part_name(hero), tile=tile)
        yield Legal(("relocate", hero), text, partial(replace, there))
    kinds = (VILLAGE, *BUILDINGS, *WORKS)
    items = [BuildItem(kind, tile) for tile in position.tiles for kind in kinds]
    items.append(BuildItem(parts.ARMY))
    able = [item for item in items if building.why_no_place(phase, item) is None]
    for item in able:
        then = partial(_built, now, item)
        yield Legal(("build", f"{item}"), item_text(item), then, say_as("graenaland", "build"))
    if is_main:
        yield from _helped(now, [item for item in able if item.kind in WORKS])


def _has_won(position: GraenalandPosition) -> bool:
    return len(goals_met(measures(position, position.main))) >= parts.GOALS_NEEDED


def _helped(now: Round, works: list[BuildItem]) -> Iterator[Legal]:
    """Once a round a joint work is announced or, with five players, a guest invited."""
    players = now.position.players
    if (joint := now.joint) is not None:
        for card in RESOURCES:
            cards = Counter(joint.cards) + Counter([card])
            if now.mine or not cards - Counter(now.position.hand):
                more = replace(now, joint=JointWork(joint.kind, joint.tile, cards))
                then = partial(replace, more)
                yield Legal(("promise", card), part_name(card), then, part_name("cards"))
    if now.helped:
        return
    for item in works:
        asked = replace(now, helped=True, joint=JointWork(item.kind, item.tile))
        move = ("joint", f"{item}")
        yield Legal(move, item_text(item), partial(replace, asked), part_name("joint"))
    for player in players[: len(players) if len(players) == parts.PLAYERS[1] else 0]:
        if player != now.position.main:
            guest = replace(now, helped=True, guest=True, queue=(player, *now.queue))
            text = part_name(player)
            yield Legal(("guest", player), text, partial(replace, guest), say("invite a guest"))


def _took(now: Round, card: parts.SupplyCard) -> Round:
    phase = building.after(phase_of(now), TakeStep(card))
    kept = phase.position.kept if now.mine else now.position.kept
    left = replace(now.position, offered=phase.position.offered, kept=kept)
    return replace(now, builds=phase, position=left)


def _built(now: Round, item: BuildItem, paid: str = "") -> Round:
    phase, before, player = phase_of(now), now.position, now.queue[0]
    if now.mine:
        try:
            step = msgspec.json.decode(paid, type=BuildStep) if paid else None
            step = step or cheapest_payment(phase, item)
            if step is None or step.item != item:
                raise building.PlanError(say("the hand does not pay for that"))
            phase = building.after(phase, step)
        except (building.PlanError, msgspec.DecodeError) as error:
            raise InputError(str(error)) from None
    else:
        added = building.with_item(phase.position, item)
        phase = replace(phase, position=added, built=phase.built + 1)
    position, joint = replace(phase.position, me=before.me), now.joint
    if joint is not None and (joint.kind, joint.tile) == (item.kind, item.tile):
        position = position if now.mine else _with_cards(position, Counter(), joint.cards)
        joint = None
    done = replace(now, builds=phase, position=position, relocated=None, joint=joint)
    done = _entered(done, player, item)
    return _done(done) if now.guest else done


def _entered(now: Round, player: str, item: BuildItem) -> Round:
    """Let the hero of a church or hall enter, wait, or be free to come."""
    hero, position = ENTERS.get(item.kind), now.position
    if hero is None or (player, hero) in now.waiting:
        return now
    is_free = player not in position.tiles[item.tile].heroes
    if home_of(position, player, hero) is not None:
        return replace(now, relocated=(hero, item.tile) if is_free else None)
    if is_free:
        return replace(now, position=placed(position, player, hero, item.tile))
    return replace(now, waiting={**now.waiting, (player, hero): item.tile})


def _done(now: Round) -> Round:
    queue = now.queue[1:]
    assert now.builds is not None
    if now.guest:
        return replace(now, guest=False, queue=queue, builds=replace(now.builds, built=0))
    if now.winner:
        return _building(now, queue) if queue else replace(now, phase="over", queue=())
    return replace(now, phase="supply", queue=()) if now.builds.taken else _next(now)


# The end.


def _supplies(now: Round) -> Iterator[Legal]:
    position = now.position
    left = set(position.profile.supply_cards) - {*position.offered, *position.kept}
    for first in RESOURCES:
        for card in ((first, second) for second in RESOURCES):
            more = replace(now, position=replace(position, offered=(*position.offered, card)))
            then, group = partial(_next, more), part_name("supply_card")
            yield Legal(("supply", *card), supply_text(card), then, group, card in left or not left)


def _next(now: Round) -> Round:
    """The ship goes to the left, and the next round begins."""
    main = _clockwise(now.position, now.position.main)[1]
    position = replace(now.position, main=main)
    return _producing(Round(position, number=now.number + 1, waiting=now.waiting))


_LEGAL: Final[Mapping[Phase, Callable[[Round], Iterator[Legal]]]] = {
    "draw": _draws,
    "move": _sends,
    "propose": _proposes,
    "share": _shares,
    "vote": _votes,
    "look": _looks,
    "claim": _claims,
    "build": _builds,
    "supply": _supplies,
    "over": lambda now: iter(()),
}
