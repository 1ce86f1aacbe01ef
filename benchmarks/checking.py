"""Games of the compiled engine replayed by the Python engine, which is the authority."""

from collections.abc import Callable, Sequence
from ctypes import Array, Structure, sizeof
from typing import Any, NamedTuple

import msgspec

from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.errors import OdinError
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.feast import servings_of
from odin_solver.game.kernel.chance import DrawStarting
from odin_solver.game.kernel.moves import Lay, Move, Other, Place, Serve, Use
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import advance, apply, current, legal_moves, read_move
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.game.setup import KeepOne, new_game
from odin_solver.game.turn import Turn
from odin_solver.rollouts.encoding import decode, encode, moves_in
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.structs import FlatGame, FlatMove, FlatPolicy, FlatState
from odin_solver.rollouts.tables import ITEMS, MOVE_KINDS, NODE_KINDS, NONE, SPACE_IDS
from odin_solver.rules.banquet import empty_cells

USED = {"boards": "n_boards", "stack": "n_nodes", "strips": "n_strips"}
USED |= {"exploration": "n_exploration", "boats": "n_boats", "longships": "n_longships"}
"""Arrays of a state of which only a part is used, and the field with its length."""


class DisagreementError(OdinError):
    """The engines do not agree."""


class Checked(NamedTuple):
    """A game that both engines played alike.

    Attributes
    ----------
    moves
        Number of moves and outcomes.
    complete
        Whether it was compared to its end. The player chooses the order of cards that react to the
        same event; the compiled engine takes them by their numbers, so the comparison ends there.
    state
        Where it ended.
    """

    moves: int
    complete: bool = True
    state: State | None = None


def with_cards(
    options: Options, hand: Sequence[int], played: Sequence[int], deck: Sequence[int]
) -> State:
    """Return the beginning of a game with these occupations, without a starting occupation."""
    state = new_game(options).copy()
    state.stack = tuple(
        node for node in state.stack if not isinstance(node, DrawStarting | KeepOne)
    )
    state.hand, state.played = tuple(sorted(hand)), tuple(sorted(played))
    state.deck, state.starting_deck = tuple(sorted(deck)), ()
    advance(state)
    return state


def encoded(engine: Library, state: State) -> FlatState:
    """Return a state as a flat struct with everything that follows from its tiles."""
    flat = encode(state)
    engine.refresh(flat)
    return flat


def check_game(
    engine: Library,
    start: Options | State,
    policy: FlatPolicy | None,
    seed: int,
    *,
    noise: float = 0.0,
    placing: int = 10,
) -> Checked:
    """Play a game with the compiled engine and replay it with the Python engine.

    At every decision and chance node the legal moves or outcomes have to be the same, and so must
    the states at every turn and the score sheets.

    Parameters
    ----------
    start
        Options of the game, or the state in which it begins.
    policy, seed, noise
        As for `Library.play`.
    placing
        Ways to place tiles are compared at every so many moves.

    Returns
    -------
    Checked
        How far the game was compared.
    """
    state = new_game(start) if isinstance(start, Options) else start
    flat = encoded(engine, state)
    played = engine.play(flat, policy, seed, noise=noise)
    moves = moves_in(played.log)
    for number, move in enumerate(moves):
        where = f"seed {seed}, move {number}"
        if isinstance(current(state), Turn):
            compare_states(where, encoded(engine, state), flat)
        compare_menus(where, engine, state, flat, placing=not number % placing)
        state = apply(state, decode(move))
        engine.apply(flat, move)
        if flat.cards.contested:
            return Checked(number, complete=False, state=state)
    if current(state) is not None:
        raise DisagreementError(f"seed {seed}: the game is not over")
    _compare(f"seed {seed}, score", score_sheet(state), played.sheet)
    return Checked(len(moves))


def check_moves(engine: Library, state: State, moves: Sequence[Move | str]) -> State:
    """Make moves in both engines, and compare the states and what may follow after each of them.

    Parameters
    ----------
    moves
        Moves and outcomes of chance, as values or texts.

    Raises
    ------
    NotCompiledError
        If the compiled engine does not have the state.
    """
    each = iter(moves)
    return check_play(engine, state, lambda _: next(each, None))


def check_play(
    engine: Library, state: State, choose: Callable[[State], Move | str | None]
) -> State:
    """Make the moves that a function chooses, until there is none, as `check_moves` does."""
    flat = encoded(engine, state)
    compare_menus("before the moves", engine, state, flat)
    while (text := choose(state)) is not None:
        move = read_move(state, text)
        after = apply(state, move)
        if not flat.cards.contested:
            engine.apply(flat, _flat_move(engine, state, flat, move))
            _compare_after(f"after {move}", engine, after, flat)
        state = after
    return state


def _compare_after(where: str, engine: Library, state: State, flat: FlatState) -> None:
    if flat.cards.contested:
        return
    if current(state) is None:
        _compare(where, score_sheet(state), engine.score(flat))
        return
    compare_states(where, encoded(engine, state), flat)
    compare_menus(where, engine, state, flat)


def compare_menus(
    where: str, engine: Library, state: State, flat: FlatGame, *, placing: bool = False
) -> None:
    """Compare the legal moves, with or without the ways to place tiles, or the outcomes."""
    node = current(state)
    if isinstance(node, Chance):
        theirs: set[object] = {outcome for outcome, _ in node.outcomes(state)}
        ours: set[object] = set(map(decode, engine.outcomes(flat)))
    else:
        theirs = set(legal_moves(state, placing=placing))
        ours = set(map(decode, engine.moves(flat, placing=placing)))
    _compare(where, theirs, ours)


def _flat_move(engine: Library, state: State, flat: FlatState, move: Move | str) -> FlatMove:
    """Return a move or outcome as the compiled engine lists it."""
    if isinstance(move, Serve):
        return _flat_serve(state, move)
    if isinstance(move, Place | Lay):
        move = msgspec.structs.replace(move, written="")
    if isinstance(move, Other):
        assert isinstance(move.move, Use)
        return FlatMove(MOVE_KINDS.index("other"), SPACE_IDS.index(move.move.space))
    here = engine.moves(flat, placing=isinstance(move, Place)) or engine.outcomes(flat)
    for each in here:
        if decode(each) == move:
            return each
    raise DisagreementError(f"the compiled engine does not list {move}")


def compare_states(where: str, theirs: FlatState, ours: FlatState) -> None:
    """Compare states of both engines, whatever the turns of others to come."""
    for their_node, our_node in zip(theirs.stack, ours.stack, strict=True):
        if our_node.kind == NODE_KINDS.index("turn"):
            their_node.a = our_node.a  # turns of others to come: the Python engine has none
    if _used(theirs) != _used(ours) or _strips(theirs) != _strips(ours):
        _compare(where, _plain(theirs), _plain(ours))


def _used(flat: FlatState) -> bytes:
    """Return the bytes of a state that are in use, strips aside."""
    raw = memoryview(flat).cast("B")
    return b"".join(
        raw[start : end if used is None else start + size * getattr(flat, used)]
        for start, end, size, used in _PARTS
    )


def _parts() -> list[tuple[int, int, int, str | None]]:
    """Return start and end of runs of fields; of arrays in use in part the size and the length."""
    parts: list[tuple[int, int, int, str | None]] = []
    start = 0
    empty = FlatState()
    for name, *_ in FlatState._fields_:
        field = getattr(FlatState, name)
        if name in USED:
            size = field.size // len(getattr(empty, name))
            parts.append((start, field.offset, 0, None))
            start = field.offset + field.size
            if name != "strips":
                parts.append((field.offset, start, size, USED[name]))
    return [*parts, (start, sizeof(FlatState), 0, None)]


_PARTS = _parts()


def _strips(flat: FlatState) -> list[tuple[str, ...]]:
    return [MOUNTAIN_STRIPS[each.strip][each.taken :] for each in flat.strips[: flat.n_strips]]


def _compare(where: str, theirs: object, ours: object) -> None:
    if theirs == ours:
        return
    if isinstance(theirs, set) and isinstance(ours, set):
        more, less = sorted(map(str, theirs - ours)), sorted(map(str, ours - theirs))
        theirs, ours = {"moves": more or "no other"}, {"moves": less or "no other"}
    if isinstance(theirs, ScoreSheet) and isinstance(ours, ScoreSheet):
        theirs, ours = msgspec.structs.asdict(theirs), msgspec.structs.asdict(ours)
    if not isinstance(theirs, dict) or not isinstance(ours, dict):
        theirs, ours = {"": theirs}, {"": ours}
    found = (
        f"{name} {theirs[name]} in Python, {ours[name]} in C"
        for name in theirs
        if theirs[name] != ours[name]
    )
    raise DisagreementError(f"{where}: {'; '.join(found)}")


def _plain(flat: FlatState) -> dict[str, Any]:
    fields = {}
    for name, *_ in FlatState._fields_:
        field = getattr(flat, name)
        many = getattr(flat, USED[name]) if name in USED else None
        if isinstance(field, Array):
            fields[name] = _values(field[:many])
        elif isinstance(field, Structure):
            parts = ((part, getattr(field, part)) for part, *_ in field._fields_)
            fields |= {part: _values([each])[0] for part, each in parts}
        else:
            fields[name] = field
    fields |= zip(ITEMS, fields.pop("supply"), strict=True)
    del fields["present"]  # which follows from the supply
    fields["strips"] = _strips(flat)
    fields["stack"] = [
        (NODE_KINDS[each.kind], each.a, each.b, each.c, each.n, *each.more)
        for each in flat.stack[: flat.n_nodes]
    ]
    return fields


def _values(entries: list[Any]) -> list[Any]:
    return [bytes(each) if isinstance(each, Structure | Array) else each for each in entries]


def _flat_serve(state: State, move: Serve) -> FlatMove:
    """Return the serving of a feast as a flat move, with all empty cells at the end."""
    served = [ITEMS.index(dish[0]) + 128 * dish[1] for dish in move.dishes if dish]
    served += [NONE] * empty_cells(table_cells(state), servings_of(move))
    return FlatMove(MOVE_KINDS.index("serve"), len(served), more=tuple(served))
