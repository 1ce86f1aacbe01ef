"""Writing tables: what the rules do not give by default."""

import json
from typing import Any, Literal

from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import StripItem, strip_gain
from odin_solver.game.harvest import MARKERS, harvest_data
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.markers import TOKENS
from odin_solver.game.kernel.state import State
from odin_solver.game.seats import alone
from odin_solver.game.serial import state_data
from odin_solver.game.setup import new_game
from odin_solver.game.tables.reading import UNDER_WAY, table_from
from odin_solver.notation.writing import position_text
from odin_solver.rules.position import Position
from odin_solver.support.files import data_text


def table_data(state: State, title: str = "") -> dict[str, Any]:
    """Return a state as the data of a table; `table_from` gives the same state.

    What the rules give by default is left out. Of a game of several seats it is the table of the
    one whose turn it is.
    """
    state = alone(state)
    data = _plain_data(state, title)
    offered = table_from(data)
    here = {each.board for each in state.exploration}
    gone = [each.board for each in offered.exploration if each.board not in here]
    gone += sorted(offered.specials - state.specials)
    gone += [name for name, count in state.others.built for _ in range(count)]
    if gone:
        data["gone"] = gone
    if state.others.laid:
        data["others_laid"] = sorted(state.others.laid)
    for field, written in _exceptions(state):
        if getattr(table_from(data), field) != getattr(state, field):
            data |= written
    read = table_from(data)
    if any(getattr(read, name) != getattr(state, name) for name in UNDER_WAY):
        whole = state_data(state)
        data["under_way"] = json.dumps({name: whole[name] for name in UNDER_WAY})
    return data


def table_text(state: State, form: Literal["json", "toml"] = "toml") -> str:
    """Return the text of a table file."""
    return data_text(table_data(state), form)


def _plain_data(state: State, title: str) -> dict[str, Any]:
    options = state.options
    position = Position(boards=state.boards, game=options.length, round=state.round, title=title)
    data: dict[str, Any] = json.loads(position_text(position))
    data["supply"] = dict(state.supply)
    data["phase"] = state.phase
    if options.cards:
        every = options.cards == frozenset(CARDS)
        data["occupations"] = "implemented" if every else sorted(options.cards)
    data |= {name: True for name in ("islands", "harvest") if getattr(options, name)}
    if options.profile is not None:
        data["harvest_profile"] = harvest_data(options.profile)
        data["marker"], data["tokens"] = state.marker, list(state.tokens)
    if options.players > 1:
        data["players"] = options.players
    if options.rulings:
        data["rulings"] = sorted(options.rulings)
    if options.without:
        data["without"] = sorted(options.without)
    data["used"] = [_used(name, vikings) for name, vikings in state.placed]
    others = state.blocked - options.closed
    data["blocked"] = [name for name in SPACES if name in others]
    if state.others.copies:
        data["copy_tiles"], data["copied"] = list(state.others.copies), list(state.others.copied)
    data["others_played"], data["others_unseen"] = list(state.others.played), state.others.hidden
    ships = {
        "whaling_boats": list(state.boats),
        "knarrs": state.knarrs,
        "longships": list(state.longships),
        "emigrated": list(state.emigrated),
    }
    data["ships"] = {name: each for name, each in ships.items() if each}
    data["strips"] = [strip_in_words(each) for each in state.strips]
    data["hand"], data["played"] = list(state.hand), list(state.played)
    data["discards"] = dict(state.discards)
    for name in ("penalties", "final_income"):
        data[name] = getattr(state, name)
    data["memory"] = dict(state.memory)
    of_cards = ("hand", "played", "discards", "others_played", "others_unseen")
    left_out = ("ships", *of_cards, "penalties", "final_income", "memory")
    return {name: each for name, each in data.items() if each or name not in left_out}


def _exceptions(state: State) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("vikings", {"vikings": state.vikings}),
        ("others", {"others": state.others.vikings}),
        ("hidden_strips", {"hidden_strips": list(state.hidden_strips)}),
        ("exploration", {"exploration": {each.board: each.silver for each in state.exploration}}),
        ("weapons", {"weapon_pile": dict(state.weapons)}),
        ("deck", {"cards_gone": _gone(state)}),
        ("markers", {"markers_gone": _others(MARKERS, (state.marker, *state.markers))}),
        ("free_tokens", {"tokens_gone": _others(TOKENS, (*state.tokens, *state.free_tokens))}),
    ]


def _gone(state: State) -> list[int]:
    known = {*state.deck, *state.hand, *state.played, *state.others.played}
    return [number for number in new_game(state.options).deck if number not in known]


def _others(most: int, known: tuple[int, ...]) -> list[int]:
    return [number for number in range(1, most + 1) if number not in known]


def _used(name: str, vikings: int) -> str:
    return name if vikings == SPACES[name].vikings else f"{name} {vikings}"


def strip_in_words(items: tuple[StripItem, ...]) -> str:
    """Return the rest of a strip as files have it: ``2 wood stone 2 silver``."""
    words: list[str] = []
    for item in dict.fromkeys(items):
        name, each = strip_gain(item)
        count = each * items.count(item)
        words.append(name if count == 1 else f"{count} {name}")
    return " ".join(words)
