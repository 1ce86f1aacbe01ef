"""Reading tables: the state of a game from what lies on the table."""

from functools import partial

from odin_solver.errors import InputError
from odin_solver.game.kernel.play import advance
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import phases_from
from odin_solver.game.serial import state_data, state_from
from odin_solver.game.setup import new_game
from odin_solver.game.tables import boards, cards, harvest, offers, options, ships, strips, vikings
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.decoding import decode
from odin_solver.support.language import mark
from odin_solver.support.validating import Faults

UNDER_WAY = ("stack", "space", "gained", "spent", "table", "phase")
"""Fields of a state that say what is under way, as `odin_solver.game.serial` writes them."""


def parse_table(text: str, name: str = "table") -> State:
    """Read a table from JSON or TOML text; `name` is for error messages.

    Raises
    ------
    InputError
        If the text is not a table; it holds all that is wrong and all that is missing.
    """
    return table_from(decode(text, name, mark("a table")), name)


def table_from(data: object, name: str = "table") -> State:
    """Build the state of a game from the plain data of a table.

    Raises
    ------
    InputError
        If the data are not a table; it holds all that is wrong and all that is missing.
    """
    if not isinstance(data, dict):
        raise InputError.said("{file}: expected an object with the keys of a table", file=name)
    for key in ("game", "phase"):
        if isinstance(data.get(key), str):
            data = {**data, key: data[key].lower()}
    collected = Faults(name)
    state = _state(TableFields(data, collected))
    collected.raise_any()
    assert state is not None
    return state


def _state(fields: TableFields) -> State | None:
    game, lying = options.options(fields), boards.boards(fields)
    number = options.round_number(fields, game)
    try:
        state = new_game(game)
    except InputError as error:
        fields.faults.add(error.problems)
        number = None
    if number is None:
        strips.ask_for_strips(fields)
        return None
    state.round, state.phase = number, ""
    phase = options.phase(fields, state)
    state.boards, state.supply = lying, boards.supply(fields)
    ships.read_ships(fields, state)
    offers.take_away(fields, state, phase)
    vikings.read_vikings(fields, state)
    strips.read_strips(fields, state, phase)
    harvest.read_markers(fields, state)
    cards.read_weapons(fields, state)
    cards.read_occupations(fields, state)
    state.penalties = fields.file.penalties
    state.final_income = fields.file.final_income
    state.memory = tuple(sorted((key, each) for key, each in fields.file.memory.items() if each))
    boards.check_layout(fields, state)
    _begin(fields, state, phase)
    return state


def _begin(fields: TableFields, state: State, phase: str) -> None:
    state.stack = ()
    written = fields.file.under_way
    if not written:
        state.phase = phase
        state.push(*phases_from(state, phase))
        advance(state)
        return
    read = partial(_under_way, state, written, fields.faults.name)
    begun = fields.faults.attempt("under_way", read)
    if begun is not None:
        for field in UNDER_WAY:
            setattr(state, field, getattr(begun, field))


def _under_way(state: State, written: str, name: str) -> State:
    fields = decode(written, f"{name}: under_way")
    if not isinstance(fields, dict) or set(fields) != set(UNDER_WAY):
        raise InputError.said(
            "expected an object with the keys {names}", names=", ".join(UNDER_WAY)
        )
    return state_from({**state_data(state), **fields})
