"""Everything that the page without a server keeps, as one file."""

import asyncio
import json
import os
import sys
from base64 import b64decode, b64encode
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from odin_solver.errors import OdinError
from odin_web.replies import refusal_of
from tests.web.alone import BROWSER, answering

SOURCE = BROWSER / "everything.py"
ADDRESS = "/api/everything"

KEPT = {
    "games/one.log": b"log of one\n",
    "games/one.undone": b"moves\n",
    "games/puzzle-3.log": b"a puzzle\n",
    "games/trash/old-1.log": b"\xff\x00old\n",
    "page.json": b'{"view":"games"}',
    "puzzles.json": b'{"puzzles":{"a":{"solved":1}},"schema":1}',
    "scores.jsonl": b'{"total":1}\n{"total":2}\n',
}

Files = dict[str, bytes]


def loaded_module() -> Any:
    spec = spec_from_file_location("everything", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["everything"] = module
    spec.loader.exec_module(module)
    return module


everything = loaded_module()


class Site:
    """A visit of the page without a server; the folder outlives it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.store = everything.KeptStore(root)
        self.store.begin()
        handlers: Any = {OdinError: refusal_of}
        app = Starlette(routes=everything.routes(self.store), exception_handlers=handlers)
        self.client = TestClient(app)

    def next(self) -> "Site":
        return Site(self.root)

    def files(self) -> Files:
        found = self.client.get(ADDRESS).json()["files"]
        return {each["name"]: b64decode(each["content"]) for each in found}

    def load(self, content: Any, how: str = "replace") -> Any:
        sent = content if isinstance(content, bytes) else json.dumps(content).encode()
        return self.client.post(f"{ADDRESS}?how={how}", content=sent)

    def refuses(self, content: Any) -> str:
        """Try all ways to load; return what is said."""
        before = self.files()
        answers = [self.load(content, how) for how in ("add", "replace")]
        answers.append(self.client.post(ADDRESS, content=json.dumps(content).encode()))
        assert {each.status_code for each in answers} == {422}
        assert len({each.json()["error"] for each in answers}) == 1
        assert self.files() == before
        assert not [*self.root.glob("loaded-*")]
        return str(answers[0].json()["error"])


@pytest.fixture
def site(tmp_path: Path) -> Site:
    for name, content in KEPT.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return Site(tmp_path)


def export(files: Files) -> dict[str, Any]:
    named = [{"name": name, "content": b64encode(each).decode()} for name, each in files.items()]
    return {"odin_browser": 1, "files": named}


def test_a_file_brings_all_back(site: Site) -> None:
    """From the next visit on; then nothing else is left."""
    saved = site.client.get(ADDRESS).json()
    log = site.root / "games" / "one.log"
    log.write_bytes(b"changed")
    os.utime(log, (5, 5))
    (site.root / "games" / "two.log").write_bytes(b"new")
    (site.root / "games" / "games.json").write_bytes(b"made again")
    changed = site.files()
    assert site.load({**saved, "page": {"view": "games"}}).status_code == 200
    assert site.files() == changed
    site = site.next()
    assert site.files() == KEPT
    assert log.stat().st_mtime > 5
    assert {path.name for path in site.root.iterdir()} == {name.split("/")[0] for name in KEPT}
    assert site.load(export({"a": b"b"})).status_code == 200
    site = site.next().next()
    assert site.files() == {"a": b"b"}
    assert len([*site.root.iterdir()]) == 1


def test_what_an_earlier_version_loaded_is_found(site: Site) -> None:
    """It kept such a folder, and another file named it."""
    (site.root / "loaded-2").mkdir()
    (site.root / "loaded-2" / "a").write_bytes(b"b")
    (site.root / "loaded.json").write_text('{"folder":"loaded-2","former":"","digest":""}')
    assert site.next().files() == {"a": b"b"}


@pytest.mark.parametrize(
    "name",
    [
        ".",
        "../out",
        "/out",
        "a/../../out",
        "folder/",
        "a/..",
        "a//b",
        "./a",
        "a\0b",
        "loaded-1/a",
        "",
    ],
)
def test_names_that_lead_elsewhere_change_nothing(site: Site, name: str) -> None:
    assert "names within the folder" in site.refuses(export({name: b"other"}))


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["a", "a/b"], "'a/b' is within a file, not a folder"),
        (["games/x.log", "games"], "'games/x.log' is within a file, not a folder"),
        (["x" * 300], "names of 255 bytes at most"),
        (["é" * 128], "names of 255 bytes at most"),
        (["/".join(["x" * 200] * 6)], "names of 255 bytes at most"),
    ],
)
def test_files_that_no_folder_holds_change_nothing(
    site: Site, names: list[str], problem: str
) -> None:
    assert problem in site.refuses(export(dict.fromkeys(names, b"other")))


def test_a_name_that_is_there_twice_changes_nothing(site: Site) -> None:
    double = export({"a": b"1"})
    double["files"] *= 2
    assert "twice" in site.refuses(double)


def test_texts_of_the_page_are_texts(site: Site) -> None:
    assert "page" in site.refuses({**export({}), "page": {"view": 5}})


@pytest.mark.parametrize("content", [b"[1]", b"\x00", b"{}", b'{"odin_browser": 2, "files": []}'])
def test_files_of_another_kind_are_refused(site: Site, content: bytes) -> None:
    for how in ("add", "replace"):
        refused = site.load(content, how)
        assert refused.status_code == 422
        assert refused.json()["error"].startswith("request")
        assert "\n" not in refused.json()["error"]
    assert site.next().files() == KEPT


def test_what_would_come_is_told_first(site: Site) -> None:
    os.utime(site.root / "games" / "one.log", (1000, 1000))
    other = export({"games/a.log": b"", "games/b.log": b"", "page.json": KEPT["page.json"]})
    other["files"][0]["changed"] = 3
    found = site.client.post(ADDRESS, json=other).json()
    assert found == {
        "here": {"games": 1, "newest": 1000},
        "file": {"games": 2, "newest": 3},
        "only_here": len(KEPT) - 1,
    }
    assert site.next().files() == KEPT
    nothing = site.client.post(ADDRESS, json=export({})).json()
    assert nothing["file"] == {"games": 0, "newest": None}
    assert nothing["only_here"] == len(KEPT)


def test_what_is_added_takes_nothing_away(site: Site) -> None:
    other = {
        "games/one.log": b"another one\n",
        "games/one.undone": b"other moves\n",
        "games/copy.log": KEPT["games/one.log"],
        "games/two.log": b"two\n",
        "page.json": b'{"view":"scores","language":"cs"}',
        "puzzles.json": b'{"puzzles":{"a":{"solved":5},"b":{"solved":2}},"schema":1}',
        "scores.jsonl": b'{"total":2}\n{"total":3}\n',
        "games/trash": b"a file where a folder is",
    }
    for _ in range(2):  # twice is no more than once
        assert site.load(export(other), "add").status_code == 200
        site = site.next()
        found = site.files()
        assert found.pop("games/one-2.log") == other["games/one.log"]
        assert found.pop("games/one-2.undone") == other["games/one.undone"]
        assert found.pop("games/two.log") == other["games/two.log"]
        merged = {name: json.loads(found.pop(name)) for name in ("page.json", "puzzles.json")}
        assert merged["page.json"] == {"view": "games", "language": "cs"}
        assert merged["puzzles.json"]["puzzles"] == {"a": {"solved": 1}, "b": {"solved": 2}}
        assert found.pop("scores.jsonl") == KEPT["scores.jsonl"] + b'{"total":3}\n'
        assert found == {name: KEPT[name] for name in found}
        assert {"games/one.log", "games/one.undone"} <= set(found)


@pytest.mark.parametrize("damaged", [b"broken", b'{"\xff": "1"}', b'{"a":' + b"[" * 100_000])
def test_what_cannot_be_merged_stays(damaged: bytes) -> None:
    for mine, other in ((damaged, b'{"a": "1"}'), (b'{"a": "1"}', damaged)):
        assert everything._merged("page.json", mine, other) == mine


@pytest.mark.slow
def test_twelve_thousand_files_are_loaded(site: Site) -> None:
    many = {f"games/trash/{n}.log": b"" for n in range(12_000)}
    assert site.client.post(ADDRESS, json=export(many)).json()["only_here"] == len(KEPT)
    assert site.load(export(many)).status_code == 200
    assert len(site.next().files()) == len(many)


def test_what_is_withdrawn_is_never_used(site: Site) -> None:
    """The page does so if the browser has no room."""
    assert site.load(export({"a": b"b"})).status_code == 200
    assert site.client.delete(ADDRESS).status_code == 200
    assert site.next().files() == KEPT
    assert not [*site.root.glob("loaded-*")]


def test_a_full_disk_changes_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        if path.name == "b":
            raise OSError(28, "No space left on device")
        path.open("wb").write(content)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        refused = site.load(export({"a": b"1", "b": b"2"}))
    assert refused.status_code == 422
    assert "No space left" in refused.json()["error"]
    assert site.next().files() == KEPT


def mutated(choose: Random, content: bytes) -> bytes:
    """Change an export in one of many ways."""
    data = json.loads(content)
    way = choose.randrange(6)
    at = choose.randrange(len(data["files"]))
    if way == 0:  # bytes
        changed = bytearray(content)
        for _ in range(choose.randint(1, 4)):
            changed[choose.randrange(len(changed))] = choose.randrange(256)
        return bytes(changed)
    if way == 1:
        return content[: choose.randrange(len(content))]
    if way == 2:
        del data["files"][at]
    elif way == 3:
        names = ["a", "a/b", "games", "games/x.log", "x" * 300, "\0", "", "é", "loaded.json"]
        data["files"][at]["name"] = choose.choice(
            [*names, "loaded-1/x", "page.json/x", "..", "con"]
        )
    elif way == 4:
        junk: list[Any] = [None, 5, "\ud800", [], {}, "====", "AA==", -1.0, 1e300, True]
        data["files"][at][choose.choice(["name", "content", "changed"])] = choose.choice(junk)
    else:
        data[choose.choice([*data, "more"])] = choose.choice([None, 1, [], {}, "", {"a": 1}])
    return json.dumps(data).encode()


@pytest.mark.slow
def test_mutated_files_lose_nothing(site: Site) -> None:
    """What was there stays until it is replaced by just what a file has."""
    choose = Random(63)
    content = site.client.get(ADDRESS).content
    taken = 0
    for number in range(200):
        how = choose.choice(["add", "replace"])
        before = site.files()
        found = site.load(mutated(choose, content), how)
        assert found.status_code in (200, 422), number
        assert "\n" not in found.json().get("error", "")
        assert site.files() == before
        site = site.next()
        if found.status_code == 422:
            assert site.files() == before
            continue
        taken += 1
        after = site.files()
        if how == "add":
            assert before.items() - after.items() <= {
                (name, before[name])
                for name in ("page.json", "puzzles.json", "scores.jsonl")
                if name in before
            }
        # The next one begins as the first did.
        assert site.load(content).status_code == 200
        site = site.next()
        assert site.files() == KEPT
    assert 20 < taken < 180


def test_a_cookie_that_no_header_can_have_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers read bytes of a host's cookie that are no UTF-8 as U+FFFD."""
    headers = [("cookie", "host=\ufffd; language=cs")]
    status, _ = asyncio.run(answering(monkeypatch)("GET", "/api/vikings", headers, b""))
    assert status == 200
