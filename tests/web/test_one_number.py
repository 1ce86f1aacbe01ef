"""The same question has the same answer in the terminal, JSON, Python and both pages."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Game, decision
from odin_solver.game.log import parse, text
from odin_solver.planner import SearchLimits, advise
from odin_solver.planner.advice import forced_move, makes_no_difference
from odin_solver.planner.candidates import Advice
from odin_web.app import application
from tests.cli.process import odin
from tests.planner import games
from tests.web.alone import answering
from tests.web.requests import LOCAL

Ask = Callable[[str, dict[str, Any]], Any]
"""Posts a request to a page and returns its answer, or the result of the search that it begins."""

PLAYOUTS = 40
KINDS = {
    "long": ("long", frozenset[int]()),
    "short": ("short", frozenset[int]()),
    "long, all cards": ("long", frozenset(OCCUPATIONS)),
    "short, all cards": ("short", frozenset(OCCUPATIONS)),
}
EACH = 5

EXPECTED, SURE = "expected {expected} (80 %: {low} to {high})", "final score {expected}"

ROW = re.compile(r"^ +(about equal|unclear|[\d.]+(?: ± [\d.]+)?) +(\d+|-)  \S", re.MULTILINE)
"""A line of an alternative: what is lost, and what is expected."""


def logs(kind: str) -> Iterator[str]:
    """Logs that end at decisions of all sorts, from the first round to the last."""
    whole = parse(games.log(*KINDS[kind]))
    asked = [
        at
        for at, state in enumerate(whole.states)
        if state.round
        and decision(state) is not None
        and forced_move(state) is None
        and not makes_no_difference(state)
    ]
    for at in asked[:: len(asked) // EACH][:EACH]:
        yield text(Game(whole.options, whole.seed, whole.moves[:at], whole.states[: at + 1]))


def by_python(log: str) -> Advice:
    *_, advice = advise(parse(log).state, SearchLimits(seconds=None, playouts=PLAYOUTS))
    return advice


def coached(ask: Ask, log: str) -> Any:
    """Return what the coach of a page says."""
    game = ask("/api/games/import", {"text": log, "name": "one number"})["game"]
    seen = len(parse(log).moves)
    asked = {"game": game, "seen": seen, "playouts": PLAYOUTS, "workers": 1}
    return ask("/api/game/coach", asked)


def agree(shown: str, data: Mapping[str, Any], advice: Advice, page: Mapping[str, Any]) -> None:
    """Check that the terminal, JSON, Python and a page print the same numbers."""
    first, *others = data["lines"]
    best = advice.ranking(len(others))[0]
    final = data["final"]
    assert data["expected"] == first["expected"] == final["expected"] == best.expected
    assert (final["low"], final["high"]) == (best.low, best.high)
    expects = page["lines"][0]["expects"]
    numbers = {name: f"{number:.0f}" for name, number in final.items()}
    words = SURE if best.candidate.certain else EXPECTED
    assert expects == words.format_map(numbers)
    told = {tuple(line["moves"]): line["loses"] for line in page["lines"]}
    for text_ in (shown, str(advice)):
        assert expects in " ".join(text_.split())
        rows = ROW.findall(text_)
        assert len(rows) == len(others)
        for line, (loss, expected) in zip(others, rows, strict=True):
            assert loss == told.get(tuple(line["moves"]), loss)
            assert loss == "unclear" or expected == f"{line['expected']:.0f}"
            if loss[0].isdigit():
                number, _, error = loss.partition(" ± ")
                assert float(number) == pytest.approx(line["loss"], abs=0.51)
                assert not error or float(error) == pytest.approx(line["loss_stderr"], abs=0.51)
            assert line["loss"] >= 0
    ranking = [each.candidate for each in advice.ranking(len(others))]
    assert [line["moves"] for line in data["lines"]] == [
        list(map(str, each.moves)) for each in ranking
    ]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")


def by_server(client: TestClient) -> Ask:
    """The page of the server."""

    def ask(path: str, data: dict[str, Any]) -> Any:
        answer = client.post(path, json=data).json()
        if "search" not in answer:
            return answer
        return result_of(client.get(f"/api/searches/{answer['search']}/events").text)

    return ask


def result_of(events: str) -> Any:
    """Return the result among the events of a search."""
    (found,) = re.findall(r"^event: result\ndata: (.*)$", events, re.MULTILINE)
    return json.loads(found)


def by_itself(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The page without a server: what answers its requests, in this Python."""
    send = answering(monkeypatch)

    async def sent(method: str, path: str, body: bytes) -> str:
        headers = [("content-type", "application/json")]
        status, found = await send(method, path, headers, body)
        assert status == 200, found
        return found.decode()

    async def asked(path: str, data: dict[str, Any]) -> Any:
        answer = json.loads(await sent("POST", path, json.dumps(data).encode()))
        if "search" not in answer:
            return answer
        return result_of(await sent("GET", f"/api/searches/{answer['search']}/events", b""))

    return lambda path, data: asyncio.run(asked(path, data))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_faces_print_the_same_numbers(
    kind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.log"
    options = ("plan", str(file), "--playouts", str(PLAYOUTS), "--seed", "0", "--quiet")
    checked = 0
    with TestClient(application(), base_url=LOCAL) as client:
        pages = [by_server(client), by_itself(monkeypatch)]
        for log in logs(kind):
            file.write_text(log, encoding="utf-8")
            shown = odin(capsys, *options).out
            data = json.loads(odin(capsys, *options, "--json").out)
            more = odin(capsys, *options, "--details").out
            advice = by_python(log)
            for ask in pages:
                page = coached(ask, log)
                agree(shown, data, advice, page)
                assert page["effort"] in more
            checked += 1
    assert checked == EACH
