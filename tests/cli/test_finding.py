"""``odin help``: by the name of a command, and by a word of any language."""

import pytest

from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]


@pytest.mark.parametrize("words", [[], ["solve"], ["puzzle"], ["game", "place"], ["help"]])
def test_the_name_of_a_command_prints_its_help(capsys: Capsys, words: list[str]) -> None:
    assert odin(capsys, "help", *words).out == odin(capsys, *words, "--help").out


@pytest.mark.parametrize(
    ("language", "word", "lines"),
    [
        ("en", "booklet", ["odin puzzle print  Print puzzles as a booklet"]),
        ("en", "forge", ["odin tiles forge_hammer  forge hammer", "c5 Forge"]),
        ("en", "Hunter", ["odin game cards 4  4c Hunter"]),
        ("en", "iceland", ["odin boards iceland  Iceland"]),
        ("cs", "řemesl", ["odin game cards 113  113a Řemeslnický učeň"]),
        ("cs", "robe", ["odin tiles robe"]),
    ],
)
def test_a_word_finds_commands_and_components(
    capsys: Capsys, language: str, word: str, lines: list[str]
) -> None:
    out = odin(capsys, "--language", language, "help", word).out
    assert all(line in out for line in lines), out


def test_what_is_called_nothing_is_said(capsys: Capsys) -> None:
    done = odin(capsys, "help", "no", "such", "word")
    assert done.code == 2
    one_line(done.err, ["nothing is called 'no such word'"])
