"""Questions of the game, and the moves that answer them in sections."""

from typing import NamedTuple

from odin_solver.components.spaces import SPACES, Group
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.chance import DIE_SIDES, Roll
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.order import asked_by
from odin_solver.game.kernel.play import chance_outcomes, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.scoring import score_sheet
from odin_solver.words.game import strip_text
from odin_solver.words.moves import meaning
from odin_solver.words.names import card_name, card_title


class Section(NamedTuple):
    """Moves with a common title, such as those of an action group."""

    title: str
    moves: tuple[Move | Outcome, ...]


ANY_TIME = "At any time"
PLACING = "Placing"


def question(state: State) -> str:
    """Return the question that the game waits for."""
    node = current(state)
    if node is None:
        return f"The game is over: {score_sheet(state).total} points."
    if isinstance(node, Chance):
        return _of_chance(node)
    chosen = decision(state)
    assert chosen is not None
    text = chosen.question(state)
    card = asked_by(state)
    if card is not None:
        return f"Card {card_name(card)}: {text}"
    where = SPACES[state.space].name if state.space else ""
    if where and not text.startswith(where.partition(" (")[0].lower()):
        return f"{where}: {text}"
    return text[:1].upper() + text[1:]


def _of_chance(node: Chance) -> str:
    if isinstance(node, Roll):
        return f"What does the {node.die} show? (1 to {DIE_SIDES[node.die]})"
    return {
        "weapon": "Which weapon card was drawn?",
        "copy tile": "Which column does the copy tile show?",
        "strip": "Which mountain strip was revealed? (its items, from the left)",
        "occupation": "Which dark occupation was drawn? (its number)",
        "starting occupation": "Which starting occupation was drawn? (its number)",
    }[node.kind]


def menu(state: State, *, placing: bool = False) -> list[Section]:
    """Return the legal moves in sections: spaces by action group, then anytime effects.

    Parameters
    ----------
    state
        State of the game.
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
    sections.append(Section(ANY_TIME, tuple(anytime.listed(state, node))))
    if placing:
        sections.append(Section(PLACING, tuple(anytime.placing_moves(state))))
    return [section for section in sections if section.moves]


def _group(move: Move) -> Group | None:
    return SPACES[move.space].group if isinstance(move, Use) else None


def meaning_of(state: State, move: Move | Outcome) -> str:
    """Return the meaning of a move or an outcome."""
    node = current(state)
    if isinstance(move, Move):
        return meaning(state, move)
    assert isinstance(node, Chance)
    if node.kind == "strip":
        return strip_text(MOUNTAIN_STRIPS[int(move) - 1])
    return card_title(int(move)) if node.kind.endswith("occupation") else ""
