"""Changes that a move or an outcome brings, phase by phase."""

from collections.abc import Iterator

import msgspec

from odin_solver.components.heard import counted
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.kernel.moves import Move, Other, TradeGood, UpgradeGood
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import apply_legal, make, run_step
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import card_title, penalties_text, plain_list, plain_name, strip_text
from odin_solver.support.language import say, say_number


class PhaseChanges(msgspec.Struct, frozen=True):
    """What a move changes in a phase, in words."""

    phase: str
    text: str


def changes_by_phase(
    state: State, move: Move | Outcome, *, drawn: bool = True
) -> list[PhaseChanges]:
    """Return the changes of a legal move or outcome and of the automatic steps after it.

    The changes of one of several players begin with the name; cards drawn may be left out.
    """
    phases = [(at.phase, [*_changes_at(before, at, drawn)]) for before, at in _steps(state, move)]
    if isinstance(move, UpgradeGood | TradeGood):
        # The good is set aside until the action ends: its supply changes only then.
        better = plain_name(upgraded(move.good, 1 + getattr(move, "twice", False)))
        change = say("{good} becomes {better}", good=plain_name(move.good), better=better)
        phases[0][1].insert(0, change)
    elif isinstance(move, Other):
        phases[0][1].insert(0, _left_by_others(state, apply_legal(state, move)))
    return [PhaseChanges(phase, ", ".join(texts)) for phase, texts in phases if texts]


def _left_by_others(before: State, after: State) -> str:
    texts: list[str] = []
    if (after.weapons, after.discards) != (before.weapons, before.discards):
        texts.append(say("weapon deck: {items}", items=plain_list(after.weapons)))
        texts.append(say("discards: {items}", items=plain_list(after.discards)))
    if (after.deck, after.others.hidden) != (before.deck, before.others.hidden):
        texts.append(_unseen_text(after))
    vikings = after.others.vikings
    return ", ".join(texts) or say_number(
        "the others have {n} Viking left", "the others have {n} Vikings left", vikings
    )


def _unseen_text(state: State) -> str:
    return say(
        "dark occupations: {n} in the deck, {hidden} unseen with others",
        n=len(state.deck) - state.others.hidden,
        hidden=state.others.hidden,
    )


def _steps(state: State, move: Move | Outcome) -> Iterator[tuple[State, State]]:
    """Yield the first and the last state of each phase, and of each player in it."""
    at = state.copy()
    make(at, move)
    before = state
    while run_step(after := at.copy()):
        if (after.phase, after.seat) != (at.phase, at.seat):
            # The first step of a phase names it, and may do all of it; a turn changes nothing.
            yield before, at
            before = at if after.seat == at.seat else after
        at = after
    yield before, at


OF_TABLE = ("new Viking", "exploration boards", "mountains", "return")
"""Phases whose changes are the same for all players."""


def _changes_at(before: State, after: State, drawn: bool) -> Iterator[str]:
    texts = changes(before, after, drawn=drawn)
    if after.away and after.phase not in OF_TABLE and (first := next(texts, None)):
        yield f"{after.options.seats[after.seat]}: {first}"
    yield from texts


def changes(before: State, after: State, *, drawn: bool = True) -> Iterator[str]:
    """Yield the changes between two states, perhaps without the cards drawn."""
    if after.round != before.round:
        yield say_number(
            "round {round} begins with {n} Viking",
            "round {round} begins with {n} Vikings",
            after.vikings,
            round=after.round,
        )
    elif after.vikings > before.vikings:
        yield say_number(
            "{n} Viking back in the Thing square",
            "{n} Vikings back in the Thing square",
            after.vikings - before.vikings,
        )
    yield from _supply(before, after)
    yield from _ships(before, after)
    for board in after.boards[len(before.boards) :]:
        yield say("new: {item}", item=plain_name(board.id))
    if drawn:
        yield from _drawn(before, after)
    yield from _played(before, after)
    yield from _strips(before, after)
    yield from _exploration(before, after)
    penalties = after.penalties - before.penalties
    if penalties:
        yield penalties_text(penalties)
    if after.final_income != before.final_income:
        yield say_number(
            "{n} point noted as the last income",
            "{n} points noted as the last income",
            after.final_income,
        )


def _supply(before: State, after: State) -> Iterator[str]:
    for name in dict.fromkeys((*before.supply, *after.supply)):
        more = after.has(name) - before.has(name)
        if more:
            yield f"{more:+d} {counted(name, abs(more))}"


def _ships(before: State, after: State) -> Iterator[str]:
    for kind in ("whaling_boat", "knarr", "longship"):
        more = after.ships(kind) - before.ships(kind)
        if more:
            yield f"{more:+d} {counted(kind, abs(more))}"
    armed = sum((*after.boats, *after.longships)) - sum((*before.boats, *before.longships))
    if armed > 0:
        yield say("{n} ore on ships", n=armed)
    for ship in after.emigrated[len(before.emigrated) :]:
        yield say("emigrated: {ship}", ship=plain_name(ship))


def _drawn(before: State, after: State) -> Iterator[str]:
    for number in after.hand:
        if number not in before.hand:
            yield say("drawn: {card}", card=card_title(number))


def _played(before: State, after: State) -> Iterator[str]:
    for number in after.played:
        if number not in before.played:
            yield say("played: {card}", card=card_title(number))


def _strips(before: State, after: State) -> Iterator[str]:
    revealed = set(before.hidden_strips) - set(after.hidden_strips)
    for number in sorted(revealed):
        yield say("new mountain strip: {items}", items=strip_text(MOUNTAIN_STRIPS[number - 1]))
    if after.phase == "mountains" and not revealed and after.strips != before.strips:
        yield say("every mountain strip loses its first item")


def _exploration(before: State, after: State) -> Iterator[str]:
    if len(after.exploration) != len(before.exploration):
        return  # one was taken, which is reported as a new board
    for old, new in zip(before.exploration, after.exploration, strict=True):
        if new.board != old.board:
            yield say("{old} turns to {new}", old=plain_name(old.board), new=plain_name(new.board))
        elif new.silver != old.silver:
            yield say("{n} silver on {board}", n=new.silver, board=plain_name(new.board))
