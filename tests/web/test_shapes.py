"""What the page reads of its stores has the shape that is written, or is set aside."""

import json
import re
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.web.junk import JUNK

SHAPES = Path(__file__).parents[2] / "web" / "odin_web" / "static" / "js" / "shared" / "shapes.js"
SCRIPTS = SHAPES.parents[1]

PLAYER = {"name": "", "total": "", "points": {"ships": "5"}}
POSITION = {"schema": 1, "boards": [{"board": "home"}]}

GOOD: dict[str, list[Any]] = {
    "scores": [{"date": "", "game": "long", "cards": "A", "note": "", "players": [PLAYER] * 4}],
    "graenaland": [{"name": "a"}],
    "graenaland-profile": [{"data": {}, "seen": None}],
    "vikings": [
        {"position": {}, "puzzle": None},
        {
            "position": {},
            "puzzle": {"puzzle": "vikings/1", "title": "", "question": "", "difficulty": None},
        },
    ],
    "vikings-game": [{"log": "x"}],
    "puzzle": [{"name": "a/1", "steps": [[], ["lay"]], "at": 1, "seconds": 0.5}],
    "booklet": [["first-steps/1", "mine/a"]],
    "position": [{"at": 1795000000000, "position": POSITION}],
    "work": [{"past": [], "present": POSITION, "future": [], "locks": [], "file": ""}],
    "table": [{}, {"used": ["w3 1"], "hand": [5, "6"], "supply": {"ore": 2}, "left": {"1": 3}}],
}
"""What is written."""

PLAYERS: list[Any] = [[], [None], [PLAYER] * 5, [{**PLAYER, "points": {"a": 1}}], [{}]]

ODD: dict[str, list[Any]] = {
    "scores": [{**GOOD["scores"][0], "players": each} for each in PLAYERS],
    "puzzle": [{**GOOD["puzzle"][0], "at": at} for at in (2, -1, 0.5, None, "length")],
    "position": [{"at": 1e300, "position": {}}, {"at": 1, "position": {"title": {}}}],
    "vikings": [{"position": {}, "puzzle": {"puzzle": "a", "title": "", "question": ""}}],
    "table": [{"used": None}, {"used": [1]}, {"left": {"1": "x"}}, {"hand": [None]}],
}
ODD["vikings"][0]["puzzle"]["difficulty"] = -1

NODE = """
let all = "";
for await (const part of process.stdin) all += part;
const asked = JSON.parse(all);
const keys = asked.map(([key, text]) => fits(key, text));
process.stdout.write(JSON.stringify({ keys: Object.keys(SHAPES), found: keys }));
"""


def in_node(asked: list[tuple[str, str]]) -> tuple[list[str], list[bool]]:
    """Return the keys of all shapes, and which texts fit."""
    script = SHAPES.read_text(encoding="utf-8") + NODE
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    return answer["keys"], answer["found"]


@pytest.mark.slow
@pytest.mark.skipif(which("node") is None, reason="needs node")
def test_only_what_is_written_fits() -> None:
    written = [(key, json.dumps(each)) for key, all_ in GOOD.items() for each in all_]
    odd = [(key, json.dumps(each)) for key, all_ in ODD.items() for each in all_]
    junk = [(key, text) for key in GOOD for text in JUNK]
    keys, found = in_node([*written, *odd, *junk])
    assert sorted(keys) == sorted(GOOD)
    fitting = [each for each, fits in zip([*written, *odd, *junk], found, strict=True) if fits]
    objects = {text for text in JUNK if text.startswith("{") and is_json(text)}
    also = (
        {("booklet", "[]")}
        | {("graenaland", text) for text in objects}
        | {("table", text) for text in objects - {'{"used":null}'}}
    )
    assert set(fitting) == {*written, *also}


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def test_every_kept_document_has_a_shape() -> None:
    """Whatever a script reads as JSON of the browser's stores."""
    read = set()
    for path in SCRIPTS.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        names = dict(re.findall(r'^const (\w+) = "([\w.-]+)";$', text, re.MULTILINE))
        read |= {
            names[each]
            for each in re.findall(r"(?:JSON.parse\(\w+Storage.getItem|\bstored)\((\w+)", text)
            if each != "key"
        }
        if "[KEPT, KEPT_DRAFT]" in text:
            read |= {names["KEPT"], names["KEPT_DRAFT"]}
    assert read | {"position"} == set(GOOD)
