"""The command that shows occupation cards."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from odin_cli.game.cards import cards
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game.kernel.cards import CARDS


def run(*arguments: str, columns: int = 80) -> Result:
    environment = {"COLUMNS": str(columns), "NO_COLOR": "1"}
    return CliRunner().invoke(cards, arguments, env=environment)


def found(*arguments: str) -> list[str]:
    """Ids of the cards that the command finds."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    return [each["id"] for each in json.loads(result.stdout)["cards"]]


@pytest.mark.slow
def test_all_cards_are_listed_with_their_whole_text() -> None:
    result = run(columns=1000)
    assert result.exit_code == 0
    for card in OCCUPATIONS.values():
        assert card.id in result.stdout
        assert card.text in result.stdout
        assert card.note is None or card.note in result.stdout
    assert result.stderr == f"{len(OCCUPATIONS)} of {len(OCCUPATIONS)} cards\n"
    assert "…" not in run().stdout
    assert max(map(len, run().stdout.splitlines())) <= 80


@pytest.mark.parametrize("wanted", ["36", "36A", "36a", " 36 ", "Ship's Cook", "ships-cook"])
def test_one_card(wanted: str) -> None:
    result = run(wanted)
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert words.startswith("36A Ship's Cook (each time, 2 points)")
    assert OCCUPATIONS[36].text in words
    assert words.endswith("Deck A, dark card.")
    assert result.stderr == ""


def test_a_card_says_what_is_particular_about_it() -> None:
    words = " ".join(run("189").stdout.split())
    assert "189B Seafarer (as soon as, 1 point)" in words
    assert "Our reading: More than 4 boards count as 4." in words
    assert "Not in a game with the mini expansion harvest." in words
    assert "Deck B, starting card." in run("21").stdout


def test_filters() -> None:
    deck = [each.id for each in OCCUPATIONS.values() if each.deck == "B"]
    assert found("--deck", "B") == deck
    light = [each.id for each in OCCUPATIONS.values() if each.starting]
    assert found("--deck", "b", "--starting") == [each for each in light if each in deck]
    assert found("--dark") == [each.id for each in OCCUPATIONS.values() if not each.starting]
    assert found("--kind", "anytime", "--starting") == ["47a", "52a", "53b", "57b"]
    assert found("--search", "rune_stone", "--kind", "anytime") == ["50A", "51B"]
    assert found("--search", "fisherMAN") == ["27A"]
    assert found("--search", "best-armed dragon") == []


def test_nothing_found_is_said_on_standard_error() -> None:
    result = run("5", "--deck", "B")
    assert (result.exit_code, result.stdout, result.stderr) == (
        0,
        "",
        f"0 of {len(OCCUPATIONS)} cards\n",
    )


def test_json_has_all_fields() -> None:
    data: dict[str, Any] = json.loads(run("115", "--json").stdout)
    (card,) = data["cards"]
    assert card == {
        "id": "115b",
        "number": 115,
        "deck": "B",
        "starting": True,
        "name": "Princess",
        "points": 1,
        "kind": "each_time",
        "text": OCCUPATIONS[115].text,
        "note": None,
        "not_with": ["harvest"],
        "better_without": [],
        "implemented": 115 in CARDS,
    }


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("tutr", "unknown card 'tutr': did you mean 52a Tutor.*"),
        ("princes", r"unknown card 'princes': did you mean 115b Princess\?"),
        ("xyz", r"unknown card 'xyz' \(odin game cards lists them\)"),
        ("", r"unknown card '' \(odin game cards lists them\)"),
        ("999", f"unknown card 999: expected a number from 1 to {len(OCCUPATIONS)}"),
        ("52b", r"unknown card 52b: did you mean 52a \(Tutor\)\?"),
    ],
)
def test_an_unknown_card_gets_a_suggestion(wanted: str, message: str) -> None:
    error = run(wanted).exception
    assert isinstance(error, InputError)
    with pytest.raises(InputError, match=f"^{message}$"):
        raise error


@pytest.mark.parametrize("arguments", [["--kind", "sometimes"], ["--deck", "D"], ["1", "2"]])
def test_bad_options_are_usage_errors(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_help_has_an_example() -> None:
    assert "Example: odin game cards" in run("--help").stdout
