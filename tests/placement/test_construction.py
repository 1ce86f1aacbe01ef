"""The local searches at the beginning."""

import threading

from odin_solver.components import board
from odin_solver.placement.construction import Construction
from odin_solver.placement.objective import preset
from odin_solver.placement.search import SearchContext
from odin_solver.placement.solution import Limits, Request
from odin_solver.placement.tuning import LOCAL_PATIENCE
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position


def test_local_searches_end_when_they_gain_nothing() -> None:
    position = Position((BoardState(board("home")),), {"robe": 1, "oil": 1, "silver": 1})
    search = SearchContext(Request(position, preset("final"), Limits(60)), threading.Event())
    found = list(Construction(search).layouts(0))
    gained = [at for at, each in enumerate(found) if each is not None]
    assert len(found) <= gained[-1] * 3 // 2 + LOCAL_PATIENCE + 2
