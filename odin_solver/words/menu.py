"""Questions of the game, and the moves that answer them in sections."""

from typing import NamedTuple

from odin_solver.components.spaces import SPACES, Group
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.actions.exchange import Offer
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.chance import DIE_SIDES, Roll
from odin_solver.game.kernel.moves import Move, Use, parse
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.order import asked_by
from odin_solver.game.kernel.play import chance_outcomes, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.scoring import score_sheet, winners
from odin_solver.game.seats import seat_name
from odin_solver.names.printed import card_name, card_title, plain_name, strip_text
from odin_solver.support.language import mark, say, say_as, say_number
from odin_solver.words.game import totals_text, winners_text
from odin_solver.words.harvest import marker_text
from odin_solver.words.moves import capitalised, label, meaning


class Section(NamedTuple):
    """Moves with a common title, such as those of an action group."""

    title: str
    moves: tuple[Move | Outcome, ...]


ANY_TIME = mark("At any time")
PLACING = mark("Placing")


def question(state: State) -> str:
    """Return the question that the game waits for; of several players, the name comes first."""
    name = seat_name(state) if current(state) else ""
    return f"{name}: {_question(state)}" if name else _question(state)


def _question(state: State) -> str:
    node = current(state)
    if node is None and state.away:
        over = say("The game is over: {points}.", points=totals_text(state))
        return f"{over} {winners_text(winners(state))}."
    if node is None:
        return say_number(
            "The game is over: {n} point.",
            "The game is over: {n} points.",
            score_sheet(state).total,
        )
    if isinstance(node, Chance):
        return _of_chance(node)
    chosen = decision(state)
    assert chosen is not None
    if isinstance(chosen, Offer):
        option = label(parse(chosen.label))
        text: str = say("{option}?", option=option[:1].lower() + option[1:])
    else:
        text = chosen.question(state)
    card = asked_by(state)
    if card is not None:
        return say("Card {card}: {question}", card=card_name(card), question=text)
    where = say_as("space", SPACES[state.space].name) if state.space else ""
    if where and not text.startswith(where.partition(" (")[0].lower()):
        return f"{where}: {text}"
    return capitalised(text)


def _of_chance(node: Chance) -> str:
    if isinstance(node, Roll):
        return say(
            "What does the {die} show? (1 to {sides})", die=node.die, sides=DIE_SIDES[node.die]
        )
    return say(_QUESTIONS[node.kind])


_QUESTIONS = {
    "starting player": mark("Who begins?"),
    "weapon": mark("Which weapon card was drawn?"),
    "copy tile": mark("Which column does the copy tile show?"),
    "strip": mark("Which mountain strip was revealed? (its items, from the left)"),
    "occupation": mark("Which dark occupation was drawn? (its number)"),
    "starting occupation": mark("Which starting occupation was drawn? (its number)"),
    "harvest marker": mark("Which harvest marker was turned up? (its number in the profile)"),
}


def menu(state: State, *, placing: bool = False) -> list[Section]:
    """Return the legal moves in sections: spaces by action group, then anytime effects.

    Parameters
    ----------
    placing
        Whether to list all ways to place a tile, which can be thousands.
    """
    if isinstance(current(state), Chance):
        return [Section("", tuple(outcome for outcome, _ in chance_outcomes(state)))]
    node = decision(state)
    if node is None:
        return []
    moves = node.moves(state)
    sections = [
        Section(group.label, tuple(move for move in moves if _group(move) is group))
        for group in Group
    ]
    sections.append(Section("", tuple(move for move in moves if _group(move) is None)))
    sections.append(Section(say(ANY_TIME), tuple(anytime.listed(state, node))))
    if placing:
        sections.append(Section(say(PLACING), tuple(anytime.placing_moves(state))))
    return [section for section in sections if section.moves]


def _group(move: Move) -> Group | None:
    return SPACES[move.space].group if isinstance(move, Use) else None


def chance_in_words(state: State, outcome: Outcome) -> str:
    """Return what chance brought: ``die: 4``."""
    node = current(state)
    assert isinstance(node, Chance)
    return say(_CHANCES[node.kind], outcome=meaning_of(state, outcome) or plain_name(outcome))


_CHANCES = {
    "starting player": mark("starting player: {outcome}"),
    "die": mark("die: {outcome}"),
    "weapon": mark("weapon: {outcome}"),
    "copy tile": mark("copy tile: {outcome}"),
    "strip": mark("strip: {outcome}"),
    "occupation": mark("occupation: {outcome}"),
    "starting occupation": mark("starting occupation: {outcome}"),
    "harvest marker": mark("harvest marker: {outcome}"),
}


def meaning_of(state: State, move: Move | Outcome) -> str:
    """Return the meaning of a move or an outcome."""
    node = current(state)
    if isinstance(move, Move):
        return meaning(state, move)
    assert isinstance(node, Chance)
    if node.kind == "strip":
        return strip_text(MOUNTAIN_STRIPS[int(move) - 1])
    if node.kind == "harvest marker":
        return marker_text(state, int(move))
    return card_title(int(move)) if node.kind.endswith("occupation") else ""
