"""What is kept, in good files and in mutated ones: `STORES` and `SHAPES` of the tests name it."""

import functools
import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import msgspec
import tomli_w
from hypothesis import strategies as st

from benchmarks.fuzz import seeds
from benchmarks.fuzz.cases import LINK, WORK, FuzzCase
from benchmarks.fuzz.kinds import Cases
from benchmarks.fuzz.mutations import documents, json_text, noisy
from benchmarks.fuzz.other_games import profile
from odin_solver.game.scores import finished_game
from odin_solver.game.scores.template import score_template
from tests.cli.test_every_command import BOX
from tests.web.test_shapes import GOOD as SHAPES
from tests.web.test_stores import STORES, TODAY

SCORES = score_template("2026-11-27", "long", "A", ["Anna", "Ben"])

MADE_AGAIN = ("data/days/", "data/daily/")
"""Folders whose files are computed and may be replaced."""

PAGE = "data/page.json"


@functools.cache
def kept() -> Mapping[str, bytes]:
    """Return a good file for each of `STORES`, by name."""
    day, result = {"bronze": 90}, {"day": "2026-11-27", "score": 100, "par": 90}
    best = {"challenge": "first-voyage", "score": 60, "reached": True}
    good = {
        "data/page.json": json_text(texts()),
        "data/puzzles.json": json_text(seeds.progress()),
        "data/scores.jsonl": msgspec.json.encode(finished_game(SCORES, "score.toml")) + b"\n",
        "data/challenges.jsonl": json.dumps(best).encode() + b"\n",
        "data/days.jsonl": json.dumps(result).encode() + b"\n",
        "data/games/one.log": seeds.logs()[2].encode(),
        "data/games/one.undone": b"round 1, actions: pass\n",
        "config/odin/harvest.toml": BOX.read_bytes(),
        "config/odin/graenaland.toml": tomli_w.dumps(profile()).encode(),
    }
    made = {"data/days/": json_text(day), "data/daily/": json_text(seeds.puzzles()[0])}
    return {
        name: good.get(name) or next(made[each] for each in made if name.startswith(each))
        for name in STORES
    }


def texts() -> dict[str, str]:
    """Return what the page keeps: a good text for each shape."""
    return {"view": "games"} | {key: json.dumps(good[0]) for key, good in SHAPES.items()}


@st.composite
def mutated_store(draw: st.DrawFn, name: str = "") -> dict[str, bytes]:
    """One of the files, mutated, a dangling link or a link to a folder."""
    name = name or draw(st.sampled_from(sorted(kept())))
    how = draw(st.sampled_from(("bytes", "document", "document", "document", "link")))
    if how == "link":
        return {name: LINK + draw(st.sampled_from((b"nothing", b".", b"/dev/null", b"../..")))}
    if how == "document" and "json" in name:
        return {name: draw(documents([json.loads(kept()[name])]))}
    return {name: draw(noisy([kept()[name]]))}


HINT = {"puzzle": "nine-shapes/1", "begun": {"pieces": []}}

ADDING: Mapping[str, tuple[str, dict[str, Any]]] = {
    "data/page.json": ("/api/kept", {"changes": {"new": "1"}}),
    "data/puzzles.json": (
        "/api/puzzles/hint",
        {"puzzle": "nine-shapes/1", "begun": {"pieces": []}},
    ),
    "data/scores.jsonl": ("/api/scores/add", {"game": {"players": [{"name": "C", "total": 9}]}}),
    "data/games/one.log": ("/api/games/new", {"name": "one", "seed": 1, "length": "short"}),
}
"""Requests that add to a file of `STORES`, and take nothing away."""


@st.composite
def stores(draw: st.DrawFn, name: str) -> FuzzCase:
    """A mutated store, which pages read and some add to; what it held is not lost."""
    files = {**kept(), **draw(mutated_store(name))}
    return _visited(draw, f"store {name.replace(TODAY, 'DAY.json')}", files, name)


@st.composite
def shapes(draw: st.DrawFn, key: str) -> FuzzCase:
    """A mutated text of a shape among what the page keeps, which a new browser receives."""
    text = draw(documents(SHAPES[key])).decode("utf-8", "replace")
    text = text if draw(st.integers(0, 3)) else draw(st.sampled_from(("", "{", "null", "[1]")))
    files = {**kept(), PAGE: json.dumps(texts() | {key: text}).encode("utf-8", "replace")}
    return _visited(draw, f"kept {key}", files, PAGE)


def _visited(draw: st.DrawFn, surface: str, files: dict[str, bytes], name: str) -> FuzzCase:
    from tests.web.requests import ROUTES

    asked = [f"GET {path}" for method, path in ROUTES if method == "GET" and "{" not in path]
    requests = draw(st.lists(st.sampled_from(asked), min_size=1, max_size=3))
    requests.append(f"GET {STORES[name] or '/'}")
    if name in ADDING and draw(st.booleans()):
        path, added = ADDING[name]
        files["added.json"] = json_text(added)
        requests.insert(draw(st.integers(0, len(requests))), f"POST {path} added.json")
    runner = "page" if name.startswith(MADE_AGAIN) else "store"
    return FuzzCase(
        surface, (runner, *([name] if runner == "store" else []), *requests), files, b"", WORK
    )


@st.composite
def everything(draw: st.DrawFn) -> FuzzCase:
    """Exports of all that the page without a server keeps, loaded into one that has games."""
    here = {f"kept/{name.partition('/')[2]}": each for name, each in kept().items()}
    named = [
        {"name": name.partition("/")[2], "content": b64encode(each).decode()}
        for name, each in kept().items()
    ]
    odd = [{"name": name, "content": "YQ=="} for name in ("a", "a/b", "games", "x" * 300, "a\0b")]
    export = {"odin_browser": 1, "files": named, "page": texts()}
    content = draw(documents([export, {**export, "files": []}], [{"files": odd}, *odd]))
    ways = st.sampled_from(
        (
            "POST {}",
            "POST {}?how=add",
            "POST {}?how=replace",
            "GET {}",
            "DELETE {}",
            "POST {}?how=x",
        )
    )
    asked = draw(st.lists(ways, min_size=1, max_size=3))
    words = [each.format("/api/everything") for each in asked]
    return FuzzCase("page without a server", ("site", *words), here, content, WORK)


def surfaces() -> dict[str, Cases]:
    """Return a strategy for each store, each shape, and the exports."""
    return {
        **{f"store {name.replace(TODAY, 'DAY.json')}": stores(name) for name in STORES},
        **{f"kept {key}": shapes(key) for key in SHAPES},
        "page without a server": everything(),
    }
