import pytest

from odin_cli.main import COMMANDS
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
        ("pl", ["showw"], "odin: nie ma polecenia 'showw': czy chodziło o show? (odin --help)\n"),
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
