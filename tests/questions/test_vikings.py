"""Answers about Vikings, as pages get them."""

from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.questions.question import Asker, Illegal, Question
from odin_solver.questions.report import BoardPicture, Line, PagePart, Table, for_page
from odin_solver.questions.vikings import (
    VikingsBuild,
    VikingsBuy,
    VikingsFerry,
    VikingsScore,
    VikingsSimulate,
)
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.files import vikings_data, vikings_from
from odin_solver.vikings.rules.laying import violations

FERRY = vikings_data(vikings_example("ferry"))
WHEEL = vikings_data(vikings_example("wheel"))


def answered(question: Question[Any, Any]) -> tuple[list[Any], Any, list[PagePart]]:
    """Return what is sent, the data of the answer and its report."""
    sent: list[Any] = []
    subject = question.subject("position")
    send = lambda now, found: sent.append((now, found))  # noqa: E731
    found = question.answer(subject, Asker(send))
    return sent, question.data(found), for_page(question.report(found))


@pytest.mark.slow
def test_ferry() -> None:
    sent, ferry, report = answered(VikingsFerry(position=FERRY, ways=2))
    assert ferry["status"] == "OPTIMAL"
    assert len(ferry["ways"]) == 2
    line, board, ways = report
    value = ferry["ways"][0]["value"]
    assert isinstance(line, Line)
    assert line.text.startswith(f"{value:g} VP at the end, ")
    assert isinstance(board, BoardPicture)
    assert board.picture.startswith("<svg")
    _, _, score = answered(VikingsScore(position=board.position))
    assert any(isinstance(e, Line) and e.text.startswith(f"{value:g} VP") for e in score)
    assert isinstance(ways, Table)
    assert [row[1] for row in ways.rows] == [f"{way['value']:g}" for way in ferry["ways"]]
    assert sent


@pytest.mark.slow
def test_build() -> None:
    late = vikings_data(vikings_example("last-round"))
    _, built, report = answered(VikingsBuild(position=late, hindsight=True, seconds=5))
    assert violations(vikings_from(built["position"])) == []
    assert isinstance(report[1], BoardPicture)
    assert report[1].position == built["position"]
    with pytest.raises(InputError, match="free: expected tiles, ships or figures"):
        answered(VikingsBuild(position=FERRY))


@pytest.mark.slow
def test_samples_are_ever_better_answers() -> None:
    sent, bought, report = answered(VikingsBuy(position=WHEEL, samples=3))
    assert (bought["samples"], bought["proven"]) == (3, False)
    assert sent[-1][1].samples == 3
    assert isinstance(report[0], Table)
    assert len(report[0].rows) == len(bought["pairs"])
    _, scores, _ = answered(VikingsSimulate(position=WHEEL, games=2))
    assert scores["games"] == 2


def test_illegal_positions_are_refused() -> None:
    with pytest.raises(Illegal, match="the position is not legal: ") as refused:
        VikingsFerry(position={**FERRY, "islands": {"K": "E"}}).subject("position")
    assert refused.value.problems
    assert list(VikingsScore(position=FERRY).doubts(vikings_example("ferry"))) == []
