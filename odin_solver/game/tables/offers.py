"""Reading tables: the exploration boards, special tiles and buildings that are still to be had."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from odin_solver.components import BOARDS, TILES
from odin_solver.components.heard import Names, names_of, together
from odin_solver.components.round_tracks import TRACKS
from odin_solver.game.kernel.state import Exploration, Others, State
from odin_solver.game.phases import PHASES, ExplorationPhase, specials_of
from odin_solver.game.setup import new_game
from odin_solver.game.tables.fields import TableFields
from odin_solver.names.printed import plain_name
from odin_solver.support.language import mark

_SPECIALS = {name for name, each in TILES.items() if each.kind == "special"}
_BUILDINGS = {name for name, each in BOARDS.items() if each.is_building}
_BOARDS = {name for name, each in BOARDS.items() if each.kind == "exploration"}
_NOT_GONE = mark("unknown exploration board, special tile or building {name!r}")


@cache
def what_goes() -> Names:
    """Return the names of what others may have taken."""
    specials = names_of("tile").only(_SPECIALS)
    return together(_NOT_GONE, names_of("board").only(_BOARDS | _BUILDINGS), specials)


@cache
def silver_names() -> Names:
    """Return the names of the boards on which silver may lie."""
    return names_of("board").only(_BOARDS, unknown=mark("unknown exploration board {name!r}"))


def take_away(fields: TableFields, state: State, phase: str) -> None:
    """Take what somebody has from what is on offer."""
    gone = fields.listed("gone", fields.file.gone, what_goes(), several=_BUILDINGS)
    _built(fields, state, Counter(name for name in gone if name in _BUILDINGS))
    mine = [each.id for each in state.boards if each.board.kind == "exploration"]
    boards = (*mine, *(name for name in gone if name in _BOARDS))
    taken: dict[str, str] = {}
    for name in boards:
        letter = BOARDS[name].letter or name
        if letter in taken:
            first, second = plain_name(taken[letter]), plain_name(name)
            fields.faults.said("boards, gone: {a} and {b} are one board", a=first, b=second)
        taken[letter] = name
    fronts = [each.board for each in state.exploration]
    state.exploration = tuple(
        each for each in state.exploration if BOARDS[each.board].letter not in taken
    )
    phases = list(PHASES)
    now = state.round
    for number in range(1, now + (phases.index(phase) > phases.index("exploration boards"))):
        state.round = number
        ExplorationPhase().run(state)
    state.round = now
    for name in boards:
        _check_side(fields, state, name, fronts)
    silver = {each.board: each.silver for each in state.exploration}
    silver |= fields.counts("exploration", silver_names().only(silver))
    state.exploration = tuple(Exploration(name, count) for name, count in silver.items())
    _specials(fields, state, [name for name in gone if name in _SPECIALS], {*boards, *silver})


def _built(fields: TableFields, state: State, built: Counter[str]) -> None:
    if built and state.options.players == 1:
        fields.faults.said("gone: there are no other players who could have buildings")
        return
    state.others = Others(built=tuple(sorted(built.items())))
    for name, count in built.items():
        most = BOARDS[name].copies
        fields.at_most("gone, boards", count + state.buildings(name), most, plain_name(name))


def _check_side(fields: TableFields, state: State, name: str, fronts: Iterable[str]) -> None:
    board, letter = plain_name(name), BOARDS[name].letter
    rounds = TRACKS[state.options.length].rounds
    turned = next((each.number for each in rounds if letter in each.flips), 0)
    if letter not in {BOARDS[front].letter for front in fronts}:
        fields.faults.said("boards, gone: {board} is not in this game", board=board)
    elif BOARDS[name].side == "back" and turned > state.round:
        words = {"board": board, "n": turned}
        fields.faults.said("boards, gone: {board} is not turned before round {n}", **words)


def _specials(
    fields: TableFields, state: State, gone: Sequence[str], boards: Iterable[str]
) -> None:
    """Leave the special tiles that nobody has, and that no lost board took away."""
    seen = Counter({name: state.has(name) for name in _SPECIALS if name in state.supply})
    pieces = (piece.tile for each in state.boards for piece in each.pieces)
    seen.update(each.id for each in pieces if each.kind == "special")
    seen.update(gone)
    start = new_game(state.options)
    for name, count in seen.items():
        said = plain_name(name)
        if count > 1:
            fields.faults.said("{name}: it exists once, and is seen {n} times", name=said, n=count)
        if name not in start.specials:
            fields.faults.said("{name}: it is not in this game", name=said)
    # What a board gives goes with it, unless the board is still to be had or somebody's.
    lost = (specials_of(each.board) for each in start.exploration if each.board not in boards)
    state.specials = start.specials.difference(seen, *lost)
