"""What the server says in English is Czech on a Czech page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from odin_solver.components import board, tile
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES
from odin_solver.game.log import parse
from odin_solver.rules.board_state import BoardState, Obstacle
from odin_web.games.chance import dice_view
from odin_web.games.moves import made
from odin_web.games.table import state_view
from tests.web.browser.conftest import Visiting

RECORDED = Path(__file__).parents[1] / "data" / "game.log"

FIELDS = ("question", "label", "meaning", "reason", "title", "group_name", "now", "penalties")
"""Fields of an answer about a game that hold sentences."""

ENGLISH = re.compile(r"\b(the|of|with|and|take|pay|is|are|from|it|for|on|place|not)\b", re.I)

CARDS = re.compile("|".join(re.escape(f"{card.id} {card.name}") for card in OCCUPATIONS.values()))
"""Cards have English names and texts."""


def sentences(data: Any) -> Iterator[str]:
    """Yield the sentences of an answer."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in FIELDS and isinstance(value, str):
                yield value
            else:
                yield from sentences(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from sentences(value)


def said_of_games() -> set[str]:
    """Return what a recorded game says, and all spaces."""
    game = parse(RECORDED.read_text(encoding="utf-8"))
    said = {text for space in SPACES.values() for text in (space.name, space.title, space.text)}
    for at, (state, move) in enumerate(zip(game.states, game.moves, strict=False)):
        done = made(state, move, at).view
        said |= {done["words"], *(change["text"] for change in done["changes"])}
        said |= {each["text"] for each in (dice_view(state, None) or {"meanings": []})["meanings"]}
        if at % 3 == 0:
            said |= set(sentences(state_view(state)))
    texts = {card.text for card in OCCUPATIONS.values()}
    return {text for text in said if text and not any(each in text for each in texts)}


def said_of_rules() -> set[str]:
    """Return why tiles may not lie somewhere."""
    shed, home = BoardState(board("shed")), BoardState(board("home"))
    reasons = [each.value.format(color="green") for each in Obstacle]
    reasons += [
        home.why_not(tile("peas"), 1) or "",
        home.why_not(tile("oil"), 1) or "",
        home.why_not(tile("wood"), 0) or "",
        shed.why_not(tile("oil"), 0) or "",
        "oil does not fit there: not its shape, or outside of the area: m6",
    ]
    return {*reasons, *HINTS}


HINTS = (
    "The bonus Oil at c3 of Bear Island is within reach. 3 cells around it are still open: b2 b3 "
    "c2. Every best placement gets it: without Oil from bonuses, points is at most 12 instead of "
    "14. Best possible: points = 14 (now 3).",
    "Place Chest: every best placement has it. Without Chest, points is at most 9 instead of 11. "
    "No other tile is worth more.",
    "Place Skin and bones at a1:c3 on Home board. A best placement has it there. Of the 12 free "
    "places for it, 2 touch another green tile (green ban) and 3 cover an income before its lower "
    "left is full (income order). Its lower left must be covered first (income order), here by "
    "oil a1:b1, wool a2:b3.",
    "Nothing can be gained: the supply is empty.",
    "Best so far: points = 14 (now 3). This is not proven optimal (upper bound 20). The placement:",
    "feast: 2 peas, 1 mead; 1 Thing penalty",
    "Round 3: m1 Mountain 2 instead of c1 Weave linen: about 2 points",
    "best found in 1.2 s; at most 3 points from the best possible",
    "place on home: 2 oil, 1 wool; place on iceland: 1 silver",
)


def test_everything_is_said_in_czech(visiting: Visiting) -> None:
    page = visiting(language="cs").page("/games")
    page.get_by_test_id("new-game").wait_for()
    texts = sorted(said_of_games() | said_of_rules())
    found = page.evaluate(
        """async texts => {
            const { said } = await import("/static/js/shared/said.js");
            return texts.map(said);
        }""",
        texts,
    )
    english = {
        text: czech
        for text, czech in zip(texts, found, strict=True)
        if ENGLISH.search(CARDS.sub("", czech))
    }
    assert not english, json.dumps(english, indent=1, ensure_ascii=False)
