import re
from pathlib import Path

import pytest

from odin_cli.main import COMMANDS
from odin_solver.notation.examples import example_file
from tests.cli.process import odin

Capsys = pytest.CaptureFixture[str]

HEADINGS = {
    "en": ("Usage:", "Options:", "Example:", "Show this message and exit."),
    "cs": ("Použití:", "Volby:", "Příklad:", "Vypsat tuto nápovědu a skončit."),
    "pl": ("Użycie:", "Opcje:", "Przykład:", "Pokaż tę pomoc i zakończ."),
    "uk": ("Використання:", "Параметри:", "Приклад:", "Показати цю довідку і вийти."),
}


@pytest.mark.parametrize("language", HEADINGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_headings_of_its_language_alone(
    capsys: Capsys, language: str, command: str
) -> None:
    out = odin(capsys, "--language", language, command, "-h").out
    for other, headings in HEADINGS.items():
        for heading in headings[:3]:
            assert (f"\n{heading}" in f"\n{out}" or f"\n  {heading}" in out) == (other == language)


def test_help_of_an_option_is_in_the_language_with_its_default(capsys: Capsys) -> None:
    out = " ".join(odin(capsys, "--language", "pl", "solve", "--help").out.split())
    assert "Limit czasu w sekundach; potem wypisywany jest najlepszy dotąd wynik." in out
    assert "[domyślnie: 60.0]" in out
    out = " ".join(odin(capsys, "--language", "pl", "web", "--help").out.split())
    assert "[domyślnie: (8550 albo następny wolny);" in out


def test_commands_are_described_in_the_language(capsys: Capsys) -> None:
    out = odin(capsys, "--language", "uk", "puzzle", "--help").out
    assert "Команди:" in out
    assert "Показує головоломку дня, однакову для всіх\n" in out


@pytest.mark.parametrize(
    ("language", "arguments", "message"),
    [
        ("cs", ["show"], "odin: Chybí argument 'POSITION' (odin show --help)\n"),
        ("pl", ["showw"], "odin: nie ma polecenia 'showw': czy chodziło o: show? (odin --help)\n"),
        (
            "uk",
            ["solve", "--bach"],
            "odin: Немає параметра '--bach'. Можливо, йшлося про '--batch'? (odin solve --help)\n",
        ),
        (
            "cs",
            ["solve", "--workers", "x", "-"],
            "odin: Chybná hodnota '--workers': 'x' není platné číslo (odin solve --help)\n",
        ),
        ("pl", ["tiles", "a", "b", "c"], "odin: Zbędne argumenty (b c) (odin tiles --help)\n"),
    ],
)
def test_wrong_command_lines_are_told_in_the_language(
    capsys: Capsys, language: str, arguments: list[str], message: str
) -> None:
    assert odin(capsys, "--language", language, *arguments) == (2, "", message)


ENGLISH = (
    *("the", "and", "of", "with", "not", "is", "are", "for", "has", "tiles", "tile", "board"),
    *("boards", "points", "point", "open", "solved", "puzzle", "puzzles", "difficulty", "none"),
    *("layouts", "layout", "cells", "cell", "expected", "got", "unknown", "legal", "income"),
    *("best", "placed", "score", "supply", "step", "steps", "wrong", "right", "unique", "only"),
    *("solution", "solutions", "kind", "side", "price", "color", "size", "game", "round", "bonus"),
)
"""Words that are none in Polish."""

LINES = (
    "boards",
    "boards iceland",
    "boards long_house",
    "tiles",
    "tiles cattle",
    "example",
    "count POSITION --time-limit 0.1",
    "check POSITION",
    "check POSITION --fix",
    "show POSITION",
    "solve POSITION --time-limit 0.2 --seed 1 --verbose",
    "solve POSITION --check-solution nowhere.sol",
    "solve POSITION --set bonus.oil=x",
    "solve POSITION --out x",
    "solve --batch . --svg x.svg",
    "solve nowhere.json",
    "puzzle packs",
    "puzzle packs first-steps",
    "puzzle packs vikings -o /dev/null/x",
    "puzzle check first-steps/1",
    "puzzle check first-steps/1 POSITION",
    "puzzle check first-steps/99",
    "puzzle grade the-home-board/9 --steps",
    "puzzle grade islands/3 --steps",
    "puzzle grade the-feast/5 --steps",
    "puzzle solve first-steps/2",
    "puzzle new --count 2",
    "puzzle new --kind order --board labrador",
    "puzzle share ODIN-XXXXX-XXXXX",
    "puzzle print first-steps/1 - - -o x.pdf",
    "puzzle daily --date x",
    "edit",
)


@pytest.mark.parametrize("line", LINES)
def test_no_english_word_is_in_polish_lines(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x.json"
    path.write_text(example_file("buildings").text, encoding="utf-8")
    done = odin(capsys, "--language", "pl", *line.replace("POSITION", str(path)).split())
    text = (done.out + done.err).replace(str(tmp_path), "")
    words = re.findall(r"(?<![\w.:/\[_=-])[A-Za-z]+(?![\w/_=-]|\[|\.\w|:)", text)
    assert not {word.lower() for word in words} & {*ENGLISH}, text
    assert text
