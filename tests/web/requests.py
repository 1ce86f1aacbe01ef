"""All routes of the server, and a good request for each."""

import json
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute, Mount, Route
from starlette.testclient import TestClient

from odin_solver.game.scores import game_from
from odin_solver.graenaland.examples import example_text
from odin_solver.graenaland.files import PROFILES, made_up_profile
from odin_solver.notation.examples import example, example_file
from odin_solver.notation.positions import position_data
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.files import vikings_data
from odin_web.app import application
from odin_web.ondemand import OnDemand

LOCAL = "http://127.0.0.1:8000"
LOG = Path(__file__).parent / "data" / "game.log"
BEGUN = "".join(LOG.read_text(encoding="utf-8").splitlines(keepends=True)[:30])


def client() -> TestClient:
    """Return a client of a new server."""
    return TestClient(application(), base_url=LOCAL)


def routes(of: Sequence[BaseRoute], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield method and path of all routes, those that are imported on demand too."""
    for route in of:
        if isinstance(route, OnDemand):
            yield from routes(route.router().routes, prefix)
        elif isinstance(route, Mount):
            yield from routes(route.routes, prefix + route.path)
        elif isinstance(route, Route):
            yield ("POST" if "POST" in (route.methods or ()) else "GET"), prefix + route.path


ROUTES = sorted(set(routes(application().routes)))

POSITION = position_data(example("opening"))
MAP = tomllib.loads(example_text("one-village"))
PROFILE = PROFILES.data(made_up_profile())
SCORES = {
    "players": [{"name": "Anna", "ships": 16, "home_board": -9}, {"name": "Ben", "total": 98}]
}
TABLE = tomllib.loads(example_file("table-round-2").text)
PUZZLE = {"puzzle": "first-steps/1", "begun": {"pieces": []}}


def requests(game: str) -> dict[str, dict[str, Any]]:
    """Return a good request by path; `game` is the id of a game that has begun."""
    about = {"position": POSITION, "seconds": 1, "workers": 1}
    seen = {"game": game, "seen": 4}
    vikings = vikings_data(vikings_example("wheel"))
    return {
        "/api/kept": {"changes": {"language": "en"}},
        "/api/position": {"position": POSITION},
        "/api/position/text": {"text": '{"schema": 1, "boards": ["home"]}', "name": "p.json"},
        "/api/position/example": {"name": "opening"},
        "/api/position/change": {
            "position": POSITION,
            "change": {"kind": "lay", "board": 0, "tile": "oil", "cells": [[0, 11], [0, 10]]},
        },
        "/api/position/places": {"position": POSITION, "board": 0, "tile": "oil"},
        "/api/games/new": {"name": "a", "length": "short", "seed": 1, "decks": ["A"]},
        "/api/games/import": {"text": LOG.read_text(encoding="utf-8")[:600], "name": "b"},
        "/api/games/table/open": {"text": example_file("table-round-2").text, "name": "t.toml"},
        "/api/games/table/check": {"table": TABLE},
        "/api/games/table/advice": {"table": TABLE, "playouts": 10},
        "/api/games/table/play": {"table": TABLE},
        "/api/games/again": {"game": game, "at": 4},
        "/api/games/rename": {"game": game, "name": "c"},
        "/api/games/delete": {"game": "nothing"},
        "/api/game/move": {**seen, "moves": ["use mead"]},
        "/api/game/undo": seen,
        "/api/game/redo": {**seen, "to": 1},
        "/api/game/places": {**seen, "board": 0, "tile": "oil"},
        "/api/game/feast": {**seen, "dishes": [{"item": "peas", "lengthwise": True}]},
        "/api/game/seat": {"game": game, "seat": 0, "want": "coach"},
        "/api/game/agree": {"game": game, "yes": True},
        "/api/game/coach": seen,
        "/api/game/fill": {**seen, "seconds": 1},
        "/api/game/review": {"game": game},
        "/api/challenges/start": {"challenge": "first-voyage"},
        "/api/challenges/par": {"challenge": "today"},
        "/api/challenges/game": {"challenge": "first-voyage", "medal": "gold"},
        "/api/challenges/result": {"game": game},
        "/api/scores/add": {"game": SCORES},
        "/api/scores/remove": {"id": game_from(SCORES, "game").id},
        "/api/scores/import": {"text": "name,total\nAnna,98", "name": "s.csv"},
        "/api/scores/open": {"text": json.dumps(SCORES), "name": "s.json"},
        "/api/graenaland/open": {"text": "players = []", "name": "p.toml"},
        "/api/graenaland/view": {"position": MAP},
        "/api/graenaland/profile": {"profile": {"name": "a"}},
        "/api/graenaland/profile/save": {"profile": PROFILE},
        "/api/vikings/open": {"example": "ferry"},
        "/api/vikings/view": {"position": vikings},
        "/api/vikings/change": {"position": vikings, "row": 1, "column": 1, "lay": "S"},
        "/api/questions/solve": {**about, "objective": "final"},
        "/api/questions/hint": {**about, "level": 1},
        "/api/questions/analyse": {**about, "move": "oil a1:a2"},
        "/api/questions/feast": {"cells": 9, "food": "2 peas"},
        "/api/questions/count": {"position": POSITION, "seconds": 1},
        "/api/questions/plan": {"file": BEGUN, "playouts": 10},
        "/api/questions/game/review": {"file": BEGUN, "playouts": 4},
        "/api/questions/game/place": {"file": BEGUN, "seconds": 1},
        "/api/questions/game/start": {"occupations": "A", "playouts": 1},
        "/api/questions/graenaland/win": {"position": MAP, "seconds": 1},
        "/api/questions/graenaland/build": {"position": MAP, "keep": {"wood": 1}, "seconds": 1},
        "/api/questions/graenaland/reach": {"position": MAP, "goals": ["army=2"], "seconds": 1},
        "/api/questions/graenaland/supply": {"position": MAP, "seconds": 1},
        "/api/questions/graenaland/plan": {"position": {**MAP, "shares": {"A": 1}}, "seconds": 1},
        "/api/questions/graenaland/move": {"position": MAP, "samples": 2},
        "/api/questions/graenaland/propose": {"position": MAP},
        "/api/questions/graenaland/keep": {"position": MAP, "dealt": ["1"], "seconds": 1},
        "/api/questions/graenaland/votes": {"position": MAP},
        "/api/questions/score/stats": {"length": "long", "cards": "A"},
        "/api/questions/vikings/score": {"position": vikings, "round": 4},
        "/api/questions/vikings/ferry": {"position": vikings, "ways": 2},
        "/api/questions/vikings/build": {
            "position": vikings,
            "hindsight": True,
            "objective": "income",
        },
        "/api/questions/vikings/buy": {"position": vikings, "samples": 2, "seed": 1},
        "/api/questions/vikings/simulate": {"position": vikings, "games": 2},
        "/api/questions/vikings/advise": {"log": "# odin vikings, format 1", "samples": 2},
        "/api/vikings/play": {
            "players": ["random", "random"],
            "ship_values": {"red": "3 gold", "yellow": "2 vp"},
        },
        "/api/vikings/replay": {"log": "# odin vikings, format 1", "step": 3},
        "/api/vikings/move": {"log": "# odin vikings, format 1", "move": "pass"},
        "/api/vikings/check": {"puzzle": "vikings/1", "position": vikings},
        "/api/questions/puzzle/solve": {"puzzle": "first-steps/1"},
        "/api/questions/puzzle/check": {"puzzle": "first-steps/1", "solution": {"solution": []}},
        "/api/questions/puzzle/grade": {"puzzle": "first-steps/1", "near": True},
        "/api/questions/puzzle/change": {"puzzle": "first-steps/1", "to": "harder"},
        "/api/questions/puzzle/family": {"position": POSITION, "free": ["a1"]},
        "/api/puzzles/summary": {"puzzle": "first-steps/1"},
        "/api/puzzles/forget": {"puzzle": "mine/1"},
        "/api/puzzles/view": {"puzzle": "first-steps/1", "pieces": []},
        "/api/puzzles/help": {"game": "puzzle-last-actions-1"},
        "/api/puzzles/play": {**PUZZLE, "change": {"kind": "take", "board": 0, "cell": [1, 2]}},
        "/api/puzzles/places": {"puzzle": "first-steps/1", "pieces": [], "board": 0, "tile": "oil"},
        "/api/puzzles/hint": PUZZLE,
        "/api/puzzles/check": PUZZLE,
        "/api/puzzles/solution": PUZZLE,
        "/api/puzzles/new": {"kind": "fill", "difficulty": 1},
        "/api/puzzles/title": {"puzzle": "mine/1", "title": "One"},
        "/api/puzzles/open": {"text": "ODIN-1", "name": "p"},
        "/api/puzzles/find": {"text": "ODIN-1", "name": "p"},
        "/api/puzzles/booklet": {"puzzles": ["first-steps/1"], "paper": "a4"},
    }
