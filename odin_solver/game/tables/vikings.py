"""Reading tables: Vikings on spaces and beside them, and the copy tiles."""

from functools import partial

import msgspec

from odin_solver.components.heard import names_of
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.others import others_vikings
from odin_solver.game.kernel.state import State
from odin_solver.game.setup import copy_tiles
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.language import say, say_number
from odin_solver.support.text import whole_number


def read_vikings(fields: TableFields, state: State) -> None:
    """Put Vikings on their spaces; the others of the round are left."""
    placed = _placed(fields)
    state.blocked = _blocked(fields, state)
    _others(fields, state, {name for name, count in placed.items() if count})
    state.placed = tuple(placed.items())
    total = TRACKS[state.options.length].rounds[state.round - 1].vikings
    on_spaces = sum(placed.values())
    state.vikings = fields.part("vikings", max(0, total - on_spaces))
    if not state.options.cards:
        of = say("Vikings of round {round}", round=state.round)
        fields.at_most("vikings, used", state.vikings + on_spaces, total, of)


def _placed(fields: TableFields) -> dict[str, int]:
    placed: dict[str, int] = {}
    for at, written in enumerate(fields.file.used):
        read = partial(names_of("filed_space").first, str(written))
        name, rest = fields.faults.attempt(f"used[{at}]", read) or ("", "")
        if not name:
            continue
        left = whole_number(rest) if rest else None
        if rest and left is None:
            wrong = say("expected the number of Vikings, got {got!r}", got=rest)
            fields.fault(f"used[{at}]: {wrong}")
        most = SPACES[name].vikings
        if name in placed:
            fields.faults.said("{where}: {name} is named twice", where=f"used[{at}]", name=name)
        if left is not None and left > most:
            fields.fault(
                say_number(
                    "used[{at}]: {name} takes {n} Viking, not {left}",
                    "used[{at}]: {name} takes {n} Vikings, not {left}",
                    most,
                    at=at,
                    name=name,
                    left=left,
                )
            )
        placed[name] = most if left is None else left
    return placed


def _blocked(fields: TableFields, state: State) -> frozenset[str]:
    alone = state.options.players == 1
    if alone and state.round > 1:
        what = say("the spaces that you used in the round before")
        fields.missing("blocked", what, 'blocked = ["k2", "t1"], or []')
    names = fields.named("blocked", names_of("filed_space"))
    if alone and state.round == 1:
        if names:
            fields.faults.said("blocked: expected none in the first round")
    elif not (alone and state.options.cards):
        before = TRACKS[state.options.length].rounds[state.round - 2].vikings
        most = before if alone else others_vikings(state)
        of_mine = say("Vikings of round {round}", round=state.round - 1)
        of = of_mine if alone else say("Vikings of the others")
        # Vikings that came back from dice were used again.
        total = sum(1 if SPACES[name].dice else SPACES[name].vikings for name in names)
        fields.at_most("blocked", total, most, of)
    return state.options.closed.union(names)


def _others(fields: TableFields, state: State, mine: set[str]) -> None:
    sides = copy_tiles(state.options)
    if sides:
        what = say("the columns of the two copy tiles")
        fields.missing("copy_tiles", what, "copy_tiles = [1, 4]")
    copies = tuple(sorted(fields.part("copy_tiles", ())))
    fitting = len(copies) == len(sides) and all(map(lambda each, side: each in side, copies, sides))
    if "copy_tiles" in fields.data and not fitting:
        one_each = say("column 1 or 2 and column 3 or 4")
        expected = one_each if sides else say("none but with 4 players")
        fields.faults.said("copy_tiles: expected {expected}", expected=expected)
    copied = tuple(sorted(fields.file.copied))
    if len(set(copied)) != len(copied) or not set(copied) <= set(copies):
        fields.faults.said("copied: expected different columns of copy_tiles")
    for name in sorted(state.blocked & mine):
        if SPACES[name].column not in copied:
            fields.faults.said("used, blocked: {name} is in both", name=name)
    most = others_vikings(state)
    standing = sum(SPACES[name].vikings for name in state.blocked)
    left = fields.part("others", max(0, most - standing))
    fields.at_most("others", left, most, say("Vikings of the others"))
    state.others = msgspec.structs.replace(state.others, vikings=left, copies=copies, copied=copied)
