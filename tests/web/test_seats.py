"""Tables of several phones: each seat sees its own hand, moves in its own turn, and stays."""

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Game, Options, decision, score_sheet
from odin_solver.game.files import GameFile
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.state import State
from odin_solver.game.log import parse, text
from odin_solver.game.scores import default_archive
from odin_solver.game.seats import alone, is_secret
from odin_solver.names.printed import card_name
from odin_solver.planner.bots import Bots
from odin_solver.rollouts.playing import greedy
from odin_solver.support.language import json_bytes
from odin_web.app import application
from odin_web.games.sharing import QUIET_SECONDS
from odin_web.games.store import OpenGame
from odin_web.games.table import Screen, game_view
from odin_web.lan import OF_SEAT, LocalNetwork
from tests.game.test_random_games import random_game
from tests.profiles import cases
from tests.web.requests import ROUTES

HOST = "192.168.7.5"
ADDRESS = f"http://{HOST}:8550/"
NAMES = ("Anna", "Ben", "Eva")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    return tmp_path / "games"


class Table:
    """A game on a server of the network, its owner, and phones at some seats."""

    def __init__(self, **options: Any) -> None:
        self.serve()
        self.owner = self.visitor(f"{ADDRESS}?token={self.network.token('owner')}")
        wanted = {"people": ["Anna", "Ben"], "length": "short", "decks": ["A"], "seed": 2}
        view = self.owner.post("/api/games/new", json=wanted | options).json()
        self.game = view["game"]
        self.read = GameFile("x.log", Game(Options()), "")
        self.phones: dict[int, TestClient] = {}
        self.links: dict[int, str] = {}

    def serve(self) -> None:
        """Begin the server, or begin it again."""
        self.network = LocalNetwork(ADDRESS)
        self.app = application(hosts=(HOST,), network=self.network)

    def visitor(self, link: str) -> TestClient:
        client = TestClient(self.app, base_url=ADDRESS)
        assert client.post(link).status_code == 200
        return client

    def seat(self, client: TestClient, seat: int, want: str) -> Any:
        return client.post("/api/game/seat", json={"game": self.game, "seat": seat, "want": want})

    def phone(self, seat: int) -> TestClient:
        """Give a seat to a phone."""
        self.links[seat] = self.seat(self.owner, seat, "phone").json()["link"]["address"]
        self.phones[seat] = self.visitor(self.links[seat])
        return self.phones[seat]

    def view(self, client: TestClient) -> Any:
        return client.get(f"/api/games/{self.game}").json()

    def seats(self, client: TestClient) -> Any:
        return client.get(f"/api/game/seats/{self.game}").json()

    @property
    def state(self) -> State:
        """The game, as the last line of its log left it."""
        content = (self.network.seats.folder / f"{self.game}.log").read_text("utf-8")
        if content != self.read.content:
            lines = content.removeprefix(self.read.content).splitlines()
            if content.startswith(self.read.content) and self.read.content:
                for line in lines:
                    self.read.game.do(line.rpartition(": ")[2])
            else:
                self.read.game = parse(content)
            self.read.content = content
        return self.read.game.state

    def move(self, client: TestClient, move: str = "") -> Any:
        view = self.view(client)
        moves = [move or str(greedy(alone(self.state), Random(1)))]
        known = {"game": self.game, "seen": view["seen"], "stamp": view["stamp"]}
        return client.post("/api/game/move", json=known | {"moves": moves})

    def undo(self, client: TestClient) -> Any:
        view = self.view(client)
        return client.post("/api/game/undo", json={"game": self.game, "seen": view["seen"]})


@pytest.fixture
def table() -> Table:
    """Two people at their phones."""
    table = Table()
    table.phone(0)
    table.phone(1)
    return table


def hidden(state: State, seat: int) -> list[str]:
    """Return the names of the cards that others hold."""
    others = [each for number, each in enumerate(state.seats) if number != seat]
    return [card_name(card) for each in others for card in each.hand]


@pytest.mark.slow
@pytest.mark.rule("7.10", "7.16")
def test_a_whole_game_on_two_phones_tells_no_seat_of_the_other_hand(table: Table) -> None:
    moves = 0
    while not (state := table.state).is_over:
        for seat, phone in table.phones.items():
            sent = phone.get(f"/api/games/{table.game}").text
            view = msgspec.json.decode(sent)
            assert view["seat"] == seat
            assert view["seed"] is None
            assert [each["number"] for each in view["hand"]] == [*state.seats[seat].hand]
            assert bool(view["moves"]) == (state.seat == seat)
            assert not [name for name in hidden(state, seat) if f'"{name}"' in sent]
        waits = table.phones[1 - state.seat]
        assert (refused := table.move(waits, "pass")).status_code == 403
        assert refused.json()["error"] == f"it is the turn of {NAMES[state.seat]}"
        made = table.move(table.phones[state.seat])
        assert made.status_code == 200, made.text
        assert not [name for name in hidden(table.state, state.seat) if f'"{name}"' in made.text]
        moves += 1
    assert moves > 60
    for phone in table.phones.values():
        view = table.view(phone)
        assert [len(each["sheet"]) > 10 for each in view["seats"]] == [True, True]
        assert view["seed"] == 2
    (kept,) = default_archive().read_all()
    assert [each.name for each in kept.players] == ["Anna", "Ben"]
    assert phone.get(f"/api/games/{table.game}/log").status_code == 403, "not a path of a seat"
    assert table.owner.get(f"/api/games/{table.game}/log").status_code == 200
    assert table.undo(table.phones[0]).status_code == 200
    answer = table.phones[1].post("/api/game/agree", json={"game": table.game, "yes": True})
    assert answer.status_code == 200
    assert default_archive().read_all() == (), "it is not over any more"


def twins(game: Game, one: int, other: int) -> Game:
    """Return a game in which two cards that nobody has shown are each other."""
    exchanged = {one: other, other: one}

    def cards(each: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(exchanged.get(card, card) for card in each)

    def state(each: State) -> State:
        twin = each.copy()
        twin.hand, twin.deck = cards(each.hand), tuple(sorted(cards(each.deck)))
        twin.starting_deck = tuple(sorted(cards(each.starting_deck)))
        twin.away = tuple(
            msgspec.structs.replace(seat, hand=cards(seat.hand)) for seat in each.away
        )
        return twin

    def move(before: State, made: Move | Outcome) -> Move | Outcome:
        if is_secret(before, made) and isinstance(made, str):
            return str(exchanged.get(int(made), int(made)))
        return made

    moves = list(map(move, game.states, game.moves))
    return Game(game.options, game.seed, moves, list(map(state, game.states)))


def opened(game: Game) -> OpenGame:
    return OpenGame("x", GameFile("x.log", game, text(game)))


@pytest.mark.slow
@pytest.mark.rule("7.16")
def test_what_is_sent_does_not_depend_on_cards_of_others() -> None:
    """Byte for byte, after every move of a game of random moves."""
    cards = frozenset(OCCUPATIONS)
    options = Options("short", players=3, seats=NAMES, cards=cards)
    game, compared = random_game(7, options), 0
    for at in range(20, len(game.moves), len(game.moves) // 25):
        part = Game(game.options, game.seed, game.moves[:at], game.states[: at + 1])
        seats = part.state.seats
        for holder, seat in enumerate(seats):
            dark = [card for card in seat.hand if not OCCUPATIONS[card].starting]
            if not dark or not part.state.deck or decision(part.state) is None:
                continue
            twin = twins(part, dark[-1], part.state.deck[0])
            for looker in range(3):
                screen = Screen(frozenset({looker}), shared=True)
                sent, other = (
                    json_bytes(game_view(opened(each), screen=screen)) for each in (part, twin)
                )
                same = sent == other
                assert same == (looker != holder), (at, holder, looker)
                compared += 1
            nobody = Screen(frozenset(), shared=True)
            assert json_bytes(game_view(opened(part), screen=nobody)) == json_bytes(
                game_view(opened(twin), screen=nobody)
            )
    assert compared > 60


def test_a_seat_may_ask_for_little(table: Table) -> None:
    other = table.owner.post("/api/games/new", json={"seed": 1}).json()["game"]
    phone = table.phones[0]
    for method, path in [*ROUTES, ("GET", "/api/games/{game}/log"), ("POST", "/api/guests/invite")]:
        for game in (table.game, other):
            address = re.sub(r"{.*?}", game, path)
            answer = phone.request(method, address, json={} if method == "POST" else None)
            if not OF_SEAT.fullmatch(address) and path != "/":
                assert answer.status_code == 403, path
    assert phone.get(f"/api/games/{other}").status_code == 404
    for path in ("move", "undo", "places", "feast", "coach", "fill", "seat", "agree"):
        known = {
            "game": other,
            "seen": 4,
            "moves": ["pass"],
            "board": 0,
            "tile": "peas",
            "seat": 0,
            "want": "bot",
            "yes": True,
        }
        wanted = {
            "move": ("game", "seen", "moves"),
            "places": ("game", "seen", "board", "tile"),
            "seat": ("game", "seat", "want"),
            "agree": ("game", "yes"),
        }.get(path, ("game", "seen"))
        answer = phone.post(f"/api/game/{path}", json={key: known[key] for key in wanted})
        assert answer.status_code == 404, path
    page = phone.get("/games").text
    assert '"role":"seat"' in page
    assert '"kept":{}' in page
    assert phone.get("/").url.path == "/games"
    assert phone.get("/position").status_code == 403


def test_the_owner_and_guests_see_no_hand_of_a_phone() -> None:
    table = Table()
    phone = table.phone(1)
    guest = table.visitor(table.network.invitation())
    for _ in range(6):
        state = table.state
        own = table.view(table.owner)
        assert own["seat"] == 0
        assert [each["here"] for each in own["seats"]] == [True, False]
        assert [each["number"] for each in own["hand"]] == [*state.seats[0].hand]
        assert table.view(guest)["hand"] == []
        assert not table.view(guest)["moves"]
        assert table.move(guest, "pass").status_code == 403
        for client in (table.owner, guest):
            known = {"game": table.game, "at": 0}
            assert client.get(f"/api/games/{table.game}/log").status_code == 403
            assert client.post("/api/games/again", json=known).status_code == 403
            (row,) = client.get("/api/games").json()["games"]
            assert (row["seed"], row["seats"]) == (None, ["Anna", "Ben"])
        assert table.move(table.owner if state.seat == 0 else phone).status_code == 200


def test_a_link_opens_its_seat_until_there_is_another_one(table: Table, folder: Path) -> None:
    second = table.visitor(table.links[0])
    assert table.view(second) == table.view(table.phones[0]), "a second tab, a second device"
    again = TestClient(table.app, base_url=ADDRESS, follow_redirects=False)
    entry = again.post(table.links[0])
    assert entry.headers["location"] == f"/games#{table.game}"
    assert "HttpOnly" in entry.headers["set-cookie"]
    assert "works once" not in again.get(table.links[0]).text
    for link in (table.links[0][:-1], table.links[0] + "x", f"{ADDRESS}?token="):
        assert TestClient(table.app, base_url=ADDRESS).post(link).status_code == 401
    owner = table.visitor(f"{ADDRESS}?token={table.network.token('owner')}")
    owner.post(table.links[1])
    assert table.view(owner)["hand"] == [], "the owner of the page stays who he is"
    first = table.links[0]
    table.phone(0)
    assert second.get(f"/api/games/{table.game}").status_code == 401
    assert TestClient(table.app, base_url=ADDRESS).post(first).status_code == 401
    table.serve()
    phone = TestClient(table.app, base_url=ADDRESS, cookies=table.phones[0].cookies)
    assert table.view(phone)["seat"] == 0, "the server has begun again"
    (kept,) = folder.glob("*.seats")
    assert kept.stat().st_mode & 0o077 == 0
    table.owner = table.visitor(f"{ADDRESS}?token={table.network.token('owner')}")
    table.owner.post("/api/games/delete", json={"game": table.game})
    assert not kept.exists()
    assert phone.get("/games").status_code == 401


def test_two_servers_on_one_folder_know_the_same_seats(table: Table) -> None:
    first, link = table.network, table.links[0]
    table.serve()
    table.owner = table.visitor(f"{ADDRESS}?token={table.network.token('owner')}")
    assert table.network.seats.whose(link.partition("token=")[2]) is not None
    table.phone(0)
    assert first.seats.whose(link.partition("token=")[2]) is None
    assert first.seats.of(table.game) == table.network.seats.of(table.game)


def test_only_the_owner_gives_links_and_the_coach(table: Table) -> None:
    phone = table.phones[0]
    for seat in (0, 1):
        for want in ("phone", "screen", "coach", "no coach"):
            assert table.seat(phone, seat, want).status_code == 403
    assert table.seat(phone, 1, "person").status_code == 403
    assert table.seat(table.owner, 2, "phone").status_code == 422
    on_turn = table.phones[table.state.seat]
    known = {"game": table.game, "seen": table.view(phone)["seen"], "playouts": 10}
    assert not table.view(on_turn)["coached"]
    for path in ("coach", "fill"):
        wanted = known if path == "coach" else {"game": table.game, "seen": known["seen"]}
        assert on_turn.post(f"/api/game/{path}", json=wanted).status_code == 403
    table.seat(table.owner, table.state.seat, "coach")
    assert table.view(on_turn)["coached"]
    waits = table.phones[1 - table.state.seat]
    assert not table.view(waits)["coached"]
    assert waits.post("/api/game/coach", json=known).status_code == 403


def test_a_bot_takes_over_a_seat_and_gives_it_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("odin_web.games.sharing.USUAL_STRENGTH", 2)
    now = [1000.0]
    monkeypatch.setattr("odin_web.seats.time.monotonic", lambda: now[0])
    on_turn = table.state.seat
    gone, stays = table.phones[on_turn], table.phones[1 - on_turn]
    table.seats(gone)
    assert [each["away"] for each in table.seats(stays)["seats"]] == [False, False]
    assert "still there" in table.seat(stays, on_turn, "bot").json()["error"]
    now[0] += QUIET_SECONDS + 1
    assert [each["away"] for each in table.seats(stays)["seats"]][on_turn]
    assert table.seat(stays, on_turn, "bot").json()["seats"][on_turn]["bot"]
    assert table.state.seat == 1 - on_turn, "it has moved"
    for _ in range(3):
        assert table.move(stays).status_code == 200
        while table.state.seat != 1 - on_turn:
            pytest.fail("the bot has not moved")
    assert table.seat(stays, 1 - on_turn, "bot").status_code == 422, "one person stays"
    before = table.view(stays)["seen"]
    assert table.undo(stays).json()["seen"] < before, "nobody else has to agree"
    assert not table.seats(stays)["undo"]
    assert not table.seat(gone, on_turn, "person").json()["seats"][on_turn]["bot"]
    while table.state.seat != on_turn:
        assert table.move(stays).status_code == 200
    assert table.view(gone)["moves"]
    assert table.seat(gone, on_turn, "bot").status_code == 200, "who goes leaves a bot"


def test_others_agree_before_a_move_is_taken_back(table: Table) -> None:
    first = table.state.seat
    mover, other = table.phones[first], table.phones[1 - first]
    assert table.undo(mover).status_code == 422
    while table.state.seat == first:
        table.move(mover)
    whole = table.view(mover)["seen"]

    def answer(client: TestClient, yes: bool) -> Any:
        return client.post("/api/game/agree", json={"game": table.game, "yes": yes})

    def ask() -> None:
        assert table.undo(mover).status_code == 200
        assert table.view(mover)["seen"] == whole, "not yet"
        assert table.seats(other)["undo"]["asked"]
        own = table.seats(mover)["undo"]
        assert (own["own"], own["asked"]) == (True, False)
        assert own["words"].startswith(f"{NAMES[first]}: ")

    assert answer(other, True).status_code == 422
    ask()
    assert answer(other, False).json()["undo"] is None
    assert table.view(mover)["seen"] == whole
    ask()
    assert answer(mover, True).json()["undo"], "who asks does not decide"
    assert answer(mover, False).json()["undo"] is None
    ask()
    table.move(other)
    assert table.seats(other)["undo"] is None, "the game has gone on"
    assert table.undo(mover).status_code == 200
    assert answer(other, True).json()["undo"] is None
    assert table.state.seat == first
    assert table.view(mover)["seen"] < whole
    assert (
        table.owner.post(
            "/api/game/redo", json={"game": table.game, "seen": table.view(mover)["seen"]}
        ).status_code
        == 403
    )


def test_searches_of_others_cannot_be_guessed(table: Table) -> None:
    assert table.phones[0].get("/api/searches/1/events").status_code == 404


def test_a_computer_alone_shares_nothing(folder: Path) -> None:
    client = TestClient(application(), base_url="http://127.0.0.1")
    game = client.post("/api/games/new", json={"people": ["A", "B"], "seed": 1}).json()["game"]
    wanted = {"game": game, "seat": 0, "want": "phone"}
    assert "odin web --lan" in client.post("/api/game/seat", json=wanted).json()["error"]
    assert not [*folder.glob("*.seats")]
    assert client.get(f"/api/game/seats/{game}").json()["undo"] is None


GAMES = cases(2, 300)


@pytest.mark.slow
def test_games_of_four_go_on_to_their_end_on_one_server() -> None:
    """A person and three bots; for the person too a policy chooses."""
    client = TestClient(application(), base_url="http://127.0.0.1")
    for seed in range(GAMES):
        bots, length = [[2, 2, 2], [1, 2, 1]][seed % 2], ["short", "long"][seed // 2 % 2]
        wanted = {"bots": bots, "seed": seed, "length": length, "harvest": False}
        view = client.post("/api/games/new", json=wanted).json()
        game = parse(client.get(f"/api/games/{view['game']}/log").text)
        while not view["over"]:
            assert view["moves"], (seed, view["question"])
            move = str(greedy(alone(game.state), Random(1)))
            known = {"game": view["game"], "seen": view["seen"], "stamp": view["stamp"]}
            answer = client.post("/api/game/move", json=known | {"moves": [move]})
            assert answer.status_code == 200, (seed, answer.text)
            view = answer.json()
            game.do(move)
            game.let_chance_decide()
            Bots(game).move()
            assert view["seen"] == len(game.moves)
        assert [each["score"] for each in view["seats"]] == [
            score_sheet(seat).total for seat in game.state.seats
        ]
