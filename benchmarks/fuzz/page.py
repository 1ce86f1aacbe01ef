"""Inputs of the page and the editor: requests, keys, folders."""

import functools
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from hypothesis import strategies as st

from benchmarks.fuzz import seeds
from benchmarks.fuzz.cases import LINK, WORK, FuzzCase
from benchmarks.fuzz.kinds import SHORT, Cases
from benchmarks.fuzz.mutations import STRINGS, documents, json_text, noisy
from odin_solver.components import TILES

KEYS = (
    *("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "ctrl+s", "ctrl+z", "ctrl+y", "ctrl+q"),
    *("up", "down", "left", "right", "enter", "escape", "tab", "shift+tab", "space", "delete"),
    *("backspace", "home", "end", "pageup", "pagedown", "plus", "minus", "colon", "question_mark"),
    *"abcdefghijklmnoprstuwxyz0123456789.[",
)
"""Keys of the editor; no slash, so that it saves in the folder of the case only."""

GAME = "mine"

NAMED = (
    *(GAME, "first-steps/1", "js/main.js", "iceland", "home", "1", "x" * 300, "../x", "%", "a\0b"),
    *("\ud800", "é", "..", "", "daily/2026-11-22", "vikings/1", "daily/x", "today"),
)
"""Names within addresses."""


@functools.cache
def bodies() -> Mapping[str, Any]:
    """Return a good body for each route that reads one, by path."""
    from tests.web.requests import requests

    found = requests(GAME)
    return {
        path: body | ({"seconds": SHORT} if "seconds" in body else {})
        for path, body in found.items()
    }


@st.composite
def requests(draw: st.DrawFn, method: str, path: str) -> FuzzCase:
    """Requests of a route: names in its address, what follows it, its body; a game is there."""
    address = re.sub("{[^}]*}", lambda _: quoted(draw(st.sampled_from(NAMED))), path)
    if draw(st.booleans()):
        values = st.sampled_from((*STRINGS[:30], "5"))
        pairs = draw(st.lists(st.tuples(st.sampled_from(("at", "how", "x")), values), max_size=3))
        address += "?" + "&".join(f"{name}={quoted(value)}" for name, value in pairs)
    files = {f"data/games/{GAME}.log": seeds.logs()[2].encode()}
    if method == "GET":
        return FuzzCase(f"{method} {path}", ("page", f"GET {address}"), files, b"", WORK)
    alike = [body for each, body in bodies().items() if each.split("/")[2] == path.split("/")[2]]
    files["body.json"] = draw(documents([bodies().get(path, {})], alike))
    return FuzzCase(f"{method} {path}", ("page", f"POST {address} body.json"), files, b"", WORK)


def quoted(text: str) -> str:
    """Return a part of an address."""
    return quote(text.encode("utf-8", "surrogatepass")[:2000])


@st.composite
def keys(draw: st.DrawFn) -> FuzzCase:
    """Keys pressed in the editor of an example."""
    position = draw(st.sampled_from(seeds.positions()))
    tiles = [" ".join(tile[:2]).split() for tile in sorted(TILES)]
    pressed: list[str] = []
    for _ in range(draw(st.integers(1, 5))):
        pressed += draw(st.sampled_from(tiles)) if draw(st.booleans()) else []
        pressed += draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=4))
    files = {"in.json": json_text(position)}
    return FuzzCase("keys of the editor", ("keys", "in.json", *pressed), files, b"", WORK)


@st.composite
def batches(draw: st.DrawFn) -> FuzzCase:
    """Folders of positions, and the output of an earlier run."""
    files = {f"batch/{at}.json": draw(documents(seeds.small_positions())) for at in range(2)}
    if draw(st.booleans()):
        files["batch/2.toml"] = draw(noisy(seeds.tomls()))
    if draw(st.booleans()):
        files["batch/3.log"] = draw(noisy([seeds.logs()[1].encode()]))
    if draw(st.integers(0, 3)) == 0:
        files["batch/4.json"] = LINK + draw(st.sampled_from((b"nothing", b".", b"0.json")))
    if draw(st.booleans()):
        files["out.jsonl"] = draw(noisy([_earlier()]))
    words = f"solve --batch batch --out out.jsonl --jobs 1 --time-limit {SHORT} --quiet"
    return FuzzCase("batch", tuple(words.split()), files, b"", WORK)


@functools.cache
def _earlier() -> bytes:
    """Return the output of a batch."""
    from benchmarks.fuzz.runner import produced

    words = f"solve --batch batch --out made/out.jsonl --jobs 1 --time-limit {SHORT} --quiet"
    files = {f"batch/{at}.json": json_text(seeds.small_positions()[at]) for at in range(2)}
    case = FuzzCase("batch", tuple(words.split()), {**files, "made/x": b""}, b"", WORK)
    return produced(case, "made")["made/out.jsonl"]


def surfaces() -> dict[str, Cases]:
    """Return a strategy for each route of the server, for the editor, and for folders."""
    from tests.web.requests import ROUTES

    routes = {f"{method} {path}": requests(method, path) for method, path in ROUTES}
    return {**routes, "keys of the editor": keys(), "batch": batches()}
