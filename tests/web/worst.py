"""Large requests: good ones in which a part has grown to the limits of the server."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from odin_solver.components import TILES
from odin_web.guard import MAX_BODY
from odin_web.replies import MAX_VALUES

Path = tuple[str | int, ...]

ROOM = 10_000


def nodes(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield all parts of a request; of a list only the first entry."""
    yield path, data
    if isinstance(data, dict):
        for key, part in data.items():
            yield from nodes(part, (*path, key))
    elif isinstance(data, list) and data:
        yield from nodes(data[0], (*path, 0))


def with_part(data: Any, path: Path, part: Any) -> Any:
    """Return a request with another part."""
    if not path:
        return part
    first, *rest = path
    copy: Any = data.copy()
    copy[first] = with_part(data[first], tuple(rest), part)
    return copy


def size(data: Any) -> int:
    """Return the number of values, as the server counts them."""
    if isinstance(data, dict):
        return 1 + sum(1 + size(part) for part in data.values())
    return 1 + sum(map(size, data)) if isinstance(data, list) else 1


def grown(data: Any) -> list[Callable[[], bytes]]:
    """Return what makes requests in which one part is as large as the server accepts.

    Some are larger than it accepts.
    """
    return [
        partial(_grown, data, path, larger)
        for path, part in nodes(data)
        for kind, ways in WAYS.items()
        if isinstance(part, kind)
        for larger in ways
    ]


def _grown(data: Any, path: Path, larger: Callable[[Any, int, int], Any]) -> bytes:
    values, length = MAX_VALUES - size(data) - 10, MAX_BODY - len(json.dumps(data)) - ROOM
    part = data
    for key in path:
        part = part[key]
    changed = with_part(data, path, larger(part, values, length))
    return json.dumps(changed, separators=(",", ":")).encode()


def _keys(part: dict[str, Any], values: int, _: int) -> dict[str, Any]:
    one = next(iter(part.values()), 1)
    return part | {f"key{n}": one for n in range(values // (1 + size(one)))}


def _entries(part: list[Any], values: int, _: int) -> list[Any]:
    one = part[0] if part else "oil"
    return part + [one] * (values // size(one))


def _text(part: str, _: int, length: int) -> str:
    return part + "x" * length


def _words(part: str, _: int, length: int) -> str:
    return f"{part} " * (length // (len(part.encode()) + 1))


def _lines(part: str, _: int, length: int) -> str:
    return f"{part}\n" * (length // (2 * len(part.encode()) + 2))


WAYS: dict[type, tuple[Callable[[Any, int, int], Any], ...]] = {
    dict: (_keys,),
    list: (_entries,),
    str: (_text, _words, _lines),
}
"""How parts grow: to so many values or, if they are texts, by so many bytes."""


def crafted(good: dict[str, dict[str, Any]], log: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, name and request: all at the limits of the formats.

    Parameters
    ----------
    good
        A good request by path.
    log
        The log of a finished game.
    """
    for name, position in large_positions():
        for path, request in good.items():
            if path.startswith("/api/position") and "position" in request:
                yield path, name, request | {"position": position}
        text = json.dumps(position)
        yield "/api/position/text", name, {"text": text, "name": "p.json"}
        puzzle = {"schema": 1, "kind": "fill", "position": position, "goal": {"cells": [[0, 0]]}}
        for path in ("/api/puzzles/open", "/api/puzzles/find"):
            yield path, name, {"text": json.dumps(puzzle), "name": "p.json"}
    for name, vikings in large_archipelagos():
        for path, request in good.items():
            if "/vikings" in path and "position" in request:
                yield path, name, request | {"position": vikings}
    for name, island in large_maps():
        for path, request in good.items():
            if "/graenaland" in path and "position" in request:
                yield path, name, request | {"position": island}
    comments = "# comment\n" * 40_000
    yield "/api/games/import", "comments", {"text": log + comments, "name": "a"}
    yield "/api/games/import", "many moves", {"text": log + log.partition("---\n")[2] * 20}
    moves = ["place " + "oil " * 400] * 200
    yield "/api/game/move", "moves", good["/api/game/move"] | {"moves": moves}
    pieces = ["robe " + "a1 " * 300] * 300
    for path in ("play", "hint", "check", "solution"):
        begun = {"puzzle": "home-stretch/1", "begun": {"pieces": pieces}}
        yield f"/api/puzzles/{path}", "pieces", begun
    yield "/api/puzzles/view", "pieces", {"puzzle": "first-steps/1", "pieces": pieces}
    days = [f"daily/2025-{month:02}-{day:02}" for month in (1, 2) for day in range(1, 29)]
    yield "/api/puzzles/booklet", "days", {"puzzles": days}
    yield "/api/puzzles/booklet", "puzzles", {"puzzles": ["home-stretch/1"] * 60}
    yield "/api/puzzles/new", "boards", {"kind": "fill", "board": "x" * 1_000_000}
    yield "/api/vikings/replay", "log", {"log": "# odin vikings, format 1\n" + "pass\n" * 15_000}
    yield "/api/vikings/play", "players", {"players": ["greedy"] * 4, "seed": 1}


def large_positions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield positions of A Feast for Odin."""
    supply = dict.fromkeys(TILES, 100_000)
    unknown = {f"oyl{n}": 1 for n in range(4000)}
    board = {"map": ["." * 26] * 38, "name": "B"}
    words = " ".join("abcdefghijkl") + " a1"
    cells = [[x, y] for y in range(38) for x in range(26)]
    silver = [{"tile": "silver", "cells": [cell]} for cell in cells]
    for name, more in (
        ("unknown tiles", {"supply": unknown}),
        ("unknown pieces", {"boards": [{"board": "home", "placed": [words] * 2000}]}),
        ("overlapping", {"boards": [{"board": "home", "placed": ["robe a1:c3"] * 2000}]}),
        ("outside", {"boards": [{"board": "home", "placed": ["robe x1:z3"] * 2000}]}),
        ("full", {"supply": supply, "boards": [{"board": board, "placed": silver}] * 2}),
        ("empty", {"supply": supply, "boards": [{"board": board}] * 2}),
        ("many boards", {"supply": supply, "boards": [{"board": "long_house"}] * 30}),
        ("bonuses", {"supply": supply, "boards": [{"board": bonus_board()}]}),
        ("weights", {"objective": {f"keep.oyl{n}": 1 for n in range(4000)}}),
    ):
        yield name, {"schema": 1, "boards": [{"board": "home"}], **more}


def bonus_board() -> dict[str, Any]:
    """Return a board with a bonus on every cell."""
    names = [f"{chr(97 + x)}{y}" for x in range(26) for y in range(1, 39)]
    bonuses = [{"cells": name, "gives": {"oil": 1000, "silver": 1000}} for name in names]
    return {"map": ["B" * 26] * 38, "bonuses": bonuses}


def large_archipelagos() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield positions of Vikings."""
    rows = dict.fromkeys("KRGYB", "M2 " * 40)
    free = {"tiles": {"S": 100, "M1": 100, "M2": 100, "M3": 100, "M4": 100, "E": 100}}
    free["ships"] = dict.fromkeys(("red", "blue", "green", "yellow"), 100)
    free["figures"] = dict.fromkeys("KRGYBN", 100)
    begin: dict[str, Any] = {"schema": 1, "game": "vikings"}
    yield "full", begin | {"islands": rows, "ships": "red " * 40}
    yield "free", begin | {"free": free, "islands": {"K": "S M2 " * 3}}
    yield "long", begin | {"islands": {"K": ". " * 39 + "S"}, "free": free}


def large_maps() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield positions of Graenaland."""
    tile = {"terrain": "plains", "coastal": False}
    names = [f"T{n}" for n in range(20)]
    players = [f"P{n}" for n in range(5)]
    profile = {"tiles": dict.fromkeys(names, tile), "name": "x"}
    tiles = [
        {"id": name, "villages": dict.fromkeys(players, 9), "stock": ["grain"] * 99}
        for name in names
    ]
    pairs = [[a, b] for a in names for b in names if a < b][:99]
    yield (
        "large",
        {
            "players": players,
            "me": "P0",
            "tiles": tiles,
            "profile": profile,
            "adjacent": pairs,
            "hand": {"grain": 99},
            "supply": [["grain", "ore"]] * 99,
        },
    )
