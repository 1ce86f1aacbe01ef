"""States of games for ``--json``."""

from typing import Any

import msgspec

from odin_solver.game import score_sheet
from odin_solver.game.kernel.play import decides
from odin_solver.game.kernel.state import State
from odin_solver.game.serial import state_data
from odin_solver.words.menu import question

SCHEMA = 1
"""Version of the output of --json."""


def game_data(state: State, **more: Any) -> dict[str, Any]:
    sheet = score_sheet(state)
    if state.away:
        more["seats"] = [
            {"name": name, "score": each.total, "sheet": msgspec.structs.asdict(each)}
            for name, each in zip(state.options.seats, map(score_sheet, state.seats), strict=True)
        ]
    return {
        "schema": SCHEMA,
        **more,
        "round": state.round,
        "phase": state.phase,
        "over": state.is_over,
        "decides": decides(state),
        "question": question(state),
        "score": sheet.total,
        "sheet": msgspec.structs.asdict(sheet),
        "state": state_data(state),
    }
