"""A new question is one module and one line: the worked example of `docs/map.md`."""

import json

import pytest
from click.testing import CliRunner

from docs.generator.commands import commands
from odin_cli.main import odin
from odin_cli.questions import command_of
from odin_solver.notation.positions import position_data
from odin_solver.questions import QUESTIONS, commands_of
from odin_solver.rules.position import Position
from odin_web.questions import forms
from tests.questions.worth import Worth
from tests.web.contract import contract
from tests.web.requests import client

POSITION = position_data(Position.build(round=7).board("shed").supply(oil=1).position())


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(QUESTIONS, "worth", "tests.questions.worth:Worth")
    for name, where in commands_of("").items():
        monkeypatch.setitem(odin.table, name, where)


def test_command_completion_and_reference() -> None:
    run = CliRunner()
    shown = run.invoke(odin, ["worth", "--help"]).output
    assert "Find the single tile that would add most" in shown
    assert "1<=x<=50" in shown
    completing = {
        "_ODIN_COMPLETE": "bash_complete",
        "COMP_WORDS": "odin worth --m",
        "COMP_CWORD": "2",
    }
    assert "--most" in run.invoke(odin, [], env=completing, prog_name="odin").output
    assert "### odin worth" in commands()


def test_form_route_and_contract() -> None:
    form = next(each for each in forms().questions if each.command == "worth")
    assert [each.name for each in form.fields] == ["most", "seconds", "workers"]
    assert '"/api/questions/worth": { asked: Worth;' in contract()
    with client() as page:
        bad = page.post("/api/questions/worth", json={"position": POSITION, "most": 51})
        assert (bad.status_code, "most" in bad.json()["error"]) == (422, True)
        assert page.post("/api/questions/worth", json={"position": POSITION}).status_code == 200


@pytest.mark.slow
def test_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    some = dict.fromkeys(("oil", "mead", "stone", "fish"))
    monkeypatch.setattr("tests.questions.worth.TILES", some)
    run = CliRunner()
    args = ["-", "--time-limit", "30", "--most", "3"]
    printed = run.invoke(command_of("worth"), [*args, "--json"], input=json.dumps(POSITION))
    data = json.loads(printed.stdout)
    assert len(data["tiles"]) == 3
    gains = [each["gain"] for each in data["tiles"]]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 0
    assert Worth(position=POSITION).most == 10
