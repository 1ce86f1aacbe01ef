"""Proposals of ``odin game``: a placement, a feast, the best placement."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import Console, Group, RenderableType
from rich.text import Text

from odin_cli.interrupts import stopped_by_interrupt
from odin_solver.components.heard import names_of
from odin_solver.errors import InputError
from odin_solver.feast.food import foods
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import IllegalMove, decision, make, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.positions import placed
from odin_solver.names.printed import penalties_text, plain_list
from odin_solver.questions.games import Filling
from odin_solver.questions.terminal import report_drawing
from odin_solver.render.terminal.game import banquet_text
from odin_solver.support.language import say, say_number
from odin_solver.support.text import whole_number


@dataclass(frozen=True)
class Proposal:
    """Moves to be made if the player confirms them, perhaps none, and a picture of the result."""

    moves: tuple[Move | Outcome, ...]
    picture: RenderableType
    question: str


def placement(state: State, moves: Sequence[Move | Outcome]) -> Proposal:
    from odin_solver.questions.advising import placed_report

    picture = report_drawing(placed_report(state, placed(state, moves)))
    return Proposal(tuple(moves), picture, place_question(moves))


def place_question(moves: Sequence[Move | Outcome]) -> str:
    return say_number("Place it?", "Place all {n}?", len(moves))


def best_feast_of(state: State, keep: Sequence[str] = ()) -> Proposal:
    node = decision(state)
    assert isinstance(node, ServeFeast)
    larder = state.copy()
    for name in foods().listed(" ".join(keep)):
        larder.supply.pop(name, None)
    best = served(state, node.moves(larder)[0])
    note = Text(say("Proven best for this food (docs/feast.md)."), style="dim")
    return replace(best, picture=Group(best.picture, note))


def served(state: State, move: Move | Outcome) -> Proposal:
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(f"{move}: {reason}")
    after = state.copy()
    make(after, move)
    penalties = after.penalties - state.penalties
    eaten = {name: state.has(name) - after.has(name) for name in state.supply}
    text = Text.assemble(
        say("Eaten"), ": ", plain_list({name: n for name, n in eaten.items() if n > 0})
    )
    if penalties:
        text.append(f"; {penalties_text(penalties)}", style="bold red")
    return Proposal((move,), Group(banquet_text(after), text), say("Serve it?"))


def best_filling(state: State, typed: str, console: Console) -> Proposal:
    """Return the optimal placement; Ctrl-C ends the search with the incumbent."""
    from odin_solver.questions.advising import laid_report

    filling = read_wishes(typed)
    console.print(
        Text(say("Searching for the best placement (Ctrl-C: the best so far) ..."), "dim")
    )
    with stopped_by_interrupt() as cancel:
        found = filling.laying(state, cancel)
    question = place_question(found.moves) if found.moves else ""
    return Proposal(found.moves, report_drawing(laid_report(state, found)), question)


def read_wishes(typed: str) -> Filling:
    """Read ``[OBJECTIVE] [silver=N] [ore=N] [keep=TILE,...]``."""
    from odin_solver.placement.objective import PRESETS

    objective = None
    most: dict[str, int] = {}
    keep: list[str] = []
    head, *settings = re.split(r"(?:^|\s+)(silver|ore|keep)=", typed.strip().lower())
    words = head.split()
    for key, value in zip(settings[::2], settings[1::2], strict=True):
        first, *others = value.split() or [""]
        if key == "keep":
            while others and others[-1] in PRESETS:
                words.append(others.pop())
            keep += names_of("tile").listed(" ".join((first, *others)))
        elif (number := whole_number(first)) is not None:
            most[key] = number
            words += others
        else:
            words.append(f"{key}={value}")
    for word in words:
        if word not in PRESETS or word == "custom":
            raise InputError.said(
                "fill: expected an objective ({names}), silver=N, ore=N or keep=TILE, got {got!r}",
                names=", ".join(PRESETS[:-1]),
                got=word,
            )
        objective = word
    return Filling(objective=objective, keep=",".join(keep), **most)
