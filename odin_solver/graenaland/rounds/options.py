"""Rounds in words: what is decided, and choices of one or more moves."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

import msgspec

from odin_solver.graenaland.parts import DECKS, UNKNOWN
from odin_solver.graenaland.rounds.bargains import Bargaining, Expected
from odin_solver.graenaland.rounds.paying import cheapest_payment
from odin_solver.graenaland.rounds.table import Phase, Proposal, Round, RoundMove, phase_of
from odin_solver.graenaland.rules.building import BuildItem, BuildStep, Step
from odin_solver.graenaland.words import names_text, part_name, payment_text
from odin_solver.support.language import mark, say

_ASKED: Mapping[Phase, str] = MappingProxyType(
    {
        "move": mark("{player} sends a hero, or none; moves are shown together"),
        "propose": mark("{player} may make a proposal"),
        "share": mark("{player} shares out {tile}: {shares}: who gets the next card, {card}?"),
        "vote": mark("{player} votes on {tile}: {shares}"),
        "look": mark("Which card did you find?"),
        "claim": mark("Who can win by building now?"),
        "build": mark("{player} builds"),
        "supply": mark("Turn up a supply card"),
        "over": mark("{winner} has won"),
    }
)


@dataclass(frozen=True)
class RoundChoice:
    """What may be done: one or more moves; those of a group are many."""

    text: str
    moves: tuple[RoundMove, ...]
    group: str = ""


def asked_text(now: Round) -> str:
    """Return what is decided."""
    if now.phase == "draw":
        tile, kind = now.draws[0]
        symbol = part_name(now.position.tiles[tile].printed.symbol or UNKNOWN)
        yields = mark("Turn up a card for {tile}: it stays if it is {resource}")
        plain = mark("Turn up a card for {tile}")
        asked = plain if kind == "up" else yields
        return say(asked, tile=tile, resource=symbol)
    words: dict[str, str] = {"player": part_name(now.player), "winner": part_name(now.winner)}
    if now.proposal is not None:
        stock = now.position.tiles[now.proposal.tile].stock
        card = (*stock, None)[len(now.proposal.owners)] or UNKNOWN
        shares = proposal_text(now, now.proposal)
        words |= {"tile": now.proposal.tile, "shares": shares, "card": part_name(card)}
    return say(_ASKED[now.phase], **words)


def shares_of(now: Round, proposal: Proposal) -> dict[str, list[str]]:
    """Return the cards of each player by a proposal."""
    shares: dict[str, list[str]] = {}
    stock = now.position.tiles[proposal.tile].stock
    for card, owner in zip(stock, proposal.owners, strict=False):
        shares.setdefault(owner, []).append(card or UNKNOWN)
    return shares


def proposal_text(now: Round, proposal: Proposal) -> str:
    """Return ``red: wood, ore; white: grain``."""
    shares = shares_of(now, proposal).items()
    return "; ".join(f"{part_name(player)}: {names_text(cards)}" for player, cards in shares)


def proposing(proposal: Proposal) -> tuple[RoundMove, ...]:
    """Return the moves that make a proposal."""
    return ("propose", proposal.tile), *(("give", owner) for owner in proposal.owners)


def building(steps: Sequence[Step]) -> tuple[RoundMove, ...]:
    """Return the moves of a plan."""
    return tuple(
        _built(each) if isinstance(each, BuildStep) else ("take", *each.card) for each in steps
    )


def _built(step: BuildStep) -> RoundMove:
    paid = {name: value for name, value in msgspec.to_builtins(step).items() if value}
    return "build", str(step.item), json.dumps(paid)


def proposals(now: Round) -> list[Expected]:
    """Return the best proposals that pass of the player who speaks, the best first."""
    talks = Bargaining(now.position, now.queue)
    return sorted(talks.best(0, talks.start), key=lambda each: -each.gets[now.player])


def after_silence(now: Round) -> list[tuple[str, Proposal]]:
    """Return the proposals that follow if the player who speaks makes none."""
    talks = Bargaining(now.position, now.queue)
    left, found = talks.start, []
    for at in range(1, len(now.queue)):
        if (each := talks.follows(at, left)[1]) is not None:
            found.append((now.queue[at], each.proposal))
            left -= {each.proposal.tile}
    return found


def expected_vote(now: Round) -> Expected:
    """Return what the search expects of the proposal that is voted on."""
    assert now.proposal is not None
    talks = Bargaining(now.position, now.queue)
    return talks.expected(0, talks.start, now.proposal)


def choices(now: Round, rng: Random) -> list[RoundChoice]:
    """Return what may be done, shortcuts first; chance is drawn from `rng`."""
    return [*_shortcuts(now, rng), *_singly(now)]


def _shortcuts(now: Round, rng: Random) -> Iterator[RoundChoice]:
    if now.phase == "draw":
        decks = (
            now.position.tiles[tile].printed.terrain for tile, kind in now.draws if kind != "down"
        )
        drawn = tuple(("draw", _drawn(now, deck, rng)) for deck in decks)
        yield RoundChoice(say("all by chance"), drawn)
    elif now.phase == "look":
        yield RoundChoice(say("by chance"), (("look", _drawn(now, now.looks[0], rng)),))
    elif now.phase == "supply":
        listed = [each.move for each in now.legal() if each.listed]
        yield RoundChoice(say("by chance"), (rng.choice(listed),))
    elif now.phase == "move" and not now.mine:
        yield RoundChoice(say("nobody else moves"), (("stay",),) * len(now.queue))
    elif now.phase == "propose":
        for each in proposals(now):
            shares = proposal_text(now, each.proposal)
            text = say("propose on {tile}: {shares}", tile=each.proposal.tile, shares=shares)
            yield RoundChoice(text, proposing(each.proposal))
    elif now.phase == "vote":
        likely = expected_vote(now).yes
        votes = tuple(("yes",) if voter in likely else ("no",) for voter in now.voters)
        yield RoundChoice(say("all as expected"), votes)


def _drawn(now: Round, terrain: str, rng: Random) -> str:
    deck = Counter(DECKS[terrain]) - Counter(now.position.discards.get(terrain, {}))
    return rng.choice(sorted((deck or Counter(DECKS[terrain])).elements()))


def _singly(now: Round) -> Iterator[RoundChoice]:
    for each in now.legal():
        if each.listed and each.move[0] == "build" and now.mine:
            item = BuildItem(*each.move[1].split("@", 1))
            if (step := cheapest_payment(phase_of(now), item)) is not None:
                text = f"{each.text} ({payment_text(step)})"
                yield RoundChoice(text, (_built(step),), each.group)
        elif each.listed:
            yield RoundChoice(each.text, (each.move,), each.group)
