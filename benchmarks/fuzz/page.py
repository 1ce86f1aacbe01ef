"""Kinds of inputs of the page and the editor: bodies of requests, files on disk, keys."""

import functools
import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from benchmarks.fuzz import seeds
from benchmarks.fuzz.cases import LINK, FuzzCase
from benchmarks.fuzz.kinds import SHORT, WORK, Cases
from benchmarks.fuzz.mutations import documents, json_text, noisy
from benchmarks.fuzz.other_games import profile
from odin_puzzles.files import puzzle_from
from odin_puzzles.play.progress import key_of
from odin_solver.components import TILES

KEYS = (
    *("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "ctrl+s", "ctrl+z", "ctrl+y", "ctrl+q"),
    *("up", "down", "left", "right", "enter", "escape", "tab", "shift+tab", "space", "delete"),
    *("backspace", "home", "end", "pageup", "pagedown", "plus", "minus", "colon", "question_mark"),
    *"abcdefghijklmnoprstuwxyz0123456789.[",
)
"""Keys of the editor; no slash, so that it saves in the folder of the case only."""

GAME = "mine"
PAGES = (
    *("GET /api/puzzles/lists", "GET /api/games", f"GET /api/games/{GAME}", "GET /api/graenaland"),
    *("GET /api/vikings", f"GET /api/games/{GAME}/log", "GET /api/components"),
    *("GET /api/scores", "GET /api/scores/csv"),
)
STORES = {
    "progress": "data/puzzles.json",
    "puzzle": "data/puzzles/{key}.json",
    "game": f"data/games/{GAME}.log",
    "undone": f"data/games/{GAME}.undone",
    "scores": "data/scores.jsonl",
    "profile": "home/config/odin/graenaland.toml",
}
"""Files behind the page, relative to the folder of a case."""


@functools.cache
def bodies() -> Mapping[str, Any]:
    """Return a good body for each route, by path; each route has to be among them."""
    from tests.web.requests import ROUTES, requests

    known = requests(GAME)
    posts = {path for method, path in ROUTES if method == "POST" and "{" not in path}
    missing = posts - known.keys()
    if missing:
        raise RuntimeError(f"no body for {', '.join(sorted(missing))}")
    return known


@st.composite
def requests(draw: st.DrawFn) -> FuzzCase:
    """Bodies of requests; a game is there."""
    path = draw(st.sampled_from(sorted(bodies())))
    alike = [body for each, body in bodies().items() if each.split("/")[2] == path.split("/")[2]]
    body = draw(documents([bodies()[path]], alike))
    files = {STORES["game"]: seeds.logs()[2].encode()}
    return FuzzCase("request", ("page", f"POST {path}"), files, body, 2 * WORK)


@functools.cache
def stored() -> Mapping[str, bytes]:
    """Return good files behind the page, by name."""
    puzzle = seeds.puzzles()[0]
    own = STORES["puzzle"].format(key=key_of(puzzle_from(puzzle, "puzzle")))
    import tomli_w

    return {
        STORES["progress"]: json_text(seeds.progress()),
        own: json_text(puzzle),
        STORES["game"]: seeds.logs()[2].encode(),
        STORES["undone"]: b"round 1, actions: pass\n",
        STORES["scores"]: b'{"date": "2026-11-27", "players": [{"name": "a", "silver": 9}]}\n',
        STORES["profile"]: tomli_w.dumps(profile()).encode(),
    }


@st.composite
def stores(draw: st.DrawFn) -> FuzzCase:
    """Files behind the page: mutated, dangling links, links to folders."""
    files = dict(stored())
    for name in draw(st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=2, unique=True)):
        how = draw(st.sampled_from(("bytes", "bytes", "document", "link", "gone")))
        if how == "gone":
            files.pop(name, None)
        elif how == "link":
            files[name] = LINK + draw(st.sampled_from((b"nothing", b".", b"/dev/null", b"../..")))
        elif how == "document" and name.endswith("json") and not files[name].startswith(LINK):
            files[name] = draw(documents([json.loads(files[name])]))
        elif not files.get(name, LINK).startswith(LINK):
            files[name] = draw(noisy([files[name]]))
    return FuzzCase("store", ("page", *PAGES), files, b"", WORK)


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
    return FuzzCase("keys", ("keys", "in.json", *pressed), files, b"", 2 * WORK)


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


PAGE: Mapping[str, Callable[[], Cases]] = MappingProxyType(
    {"request": requests, "store": stores, "keys": keys, "batch": batches}
)
"""Strategies by name of the kind."""
