"""A table as it stands, on the server."""

from pathlib import Path
from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.game.harvest import HARVEST_PROFILES, harvest_data
from odin_solver.game.tables import parse_table, table_data, table_from
from odin_solver.game.tables.strips import strip_from
from odin_solver.notation.examples import TABLES, example_file
from tests.game.test_harvest import PROFILE
from tests.web.requests import LOG, client


def answered(path: str, **data: Any) -> dict[str, Any]:
    """Return the answer to a request about a table."""
    answer = client().post(f"/api/games/table/{path}", json=data)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", TABLES)
def test_a_file_is_opened(name: str) -> None:
    text = example_file(name).text
    opened = answered("open", text=text, name=name)
    table, strips = opened["table"], opened["strips"]
    state = table_from(table)
    assert state == parse_table(text)
    assert list(strips.values()) == [len(strip_from(each)) for each in table["strips"]]
    silver = {each.board: each.silver for each in state.exploration}
    found = {"others": state.others.vikings, "exploration": silver}
    assert answered("check", table=table) == {"faults": [], "defaults": found, "harvest": None}


def test_a_game_is_opened_as_it_stands() -> None:
    text = "\n".join(LOG.read_text(encoding="utf-8").splitlines()[:60])
    table = answered("open", text=text, name="game.log")["table"]
    assert table_data(table_from(table)) == table
    assert table["round"] > 1


def test_a_position_is_opened() -> None:
    opened = answered("open", text=example_file("mid-home").text, name="p.json")
    assert opened["strips"] == {}
    faults = answered("check", table=opened["table"])["faults"]
    assert any(each.startswith("strips: missing") for each in faults)


def test_all_faults_come_at_once() -> None:
    table = parse_table(example_file("table-round-2").text)
    data = table_data(table) | {"vikings": 40, "strips": ["9 ore"], "gone": ["nowhere"]}
    fields = {each.split(":")[0] for each in answered("check", table=data)["faults"]}
    assert fields == {"vikings, used", "strips[0]", "gone[0]"}


def test_only_readers_at_a_shell_hear_of_commands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    table = table_data(parse_table(example_file("table-round-2").text))
    table |= {"rulings": ["qqqq"], "harvest": True, "marker": 3, "hand": ["qqqqqq"]}
    faults = answered("check", table=table)["faults"]
    assert [each.split(":")[0] for each in faults] == ["rulings[0]", "marker", "hand[0]"]
    assert "odin" not in str(faults)
    with pytest.raises(InputError) as error:
        table_from(table)
    assert str(error.value.problems).count("odin game") == len(faults)


def test_harvest_says_what_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    table: dict[str, Any] = {"schema": 1, "round": 1, "strips": ["3 stone 2 silver"]}
    table["harvest"] = True
    without = answered("check", table=table)
    assert without["faults"] == []
    assert without["harvest"]["markers"] == []
    assert "printed on the round track" in without["harvest"]["note"]
    table |= {"harvest_profile": harvest_data(PROFILE), "marker": 2}
    found = answered("check", table=table)
    assert found["harvest"]["note"] == ""
    assert found["harvest"]["markers"][0] == "1: 2 peas; orange"
    assert found["harvest"]["tokens"][2] == "3: orange: 1 egg; back: 1 amber, 3 silver"
    HARVEST_PROFILES.make_folder()
    HARVEST_PROFILES.own_path().write_text("markers = 3", encoding="utf-8")
    del table["harvest_profile"]
    broken = answered("check", table=table)["harvest"]
    assert "harvest.toml: markers: expected" in broken["note"]


def test_it_is_played_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    state = parse_table(example_file("table-round-4").text)
    server = client()
    answer = server.post("/api/games/table/play", json={"table": table_data(state)})
    view = server.get(f"/api/games/{answer.json()['game']}").json()
    assert (view["round"], view["seed"], view["moves_made"]) == (4, None, 0)
    assert [each["number"] for each in view["hand"]] == list(state.hand)
