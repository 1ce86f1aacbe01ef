import sys

import pytest

from odin_solver.components.heard import tile
from odin_solver.errors import InputError, NotBuiltError
from odin_solver.notation.positions import parse_position
from odin_solver.support.language import speaking
from odin_solver.support.reading import read_text
from odin_solver.support.validating import MOST_ADVISED


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "p: round: expected a whole number, got text"),
        ("cs", "p: round: má tu být celé číslo, ale je tu text"),
        ("pl", "p: round: powinno być: liczba całkowita, a jest: tekst"),
        ("uk", "p: round: має бути: ціле число, а є: текст"),
    ],
)
def test_a_field_of_the_wrong_type(language: str, message: str) -> None:
    with speaking(language), pytest.raises(InputError) as raised:
        parse_position('{"schema": 1, "round": "x"}', "p")
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("cs", ("ještě 1 neznámý klíč", "ještě 2 neznámé klíče", "ještě 5 neznámých klíčů")),
        (
            "pl",
            (
                "jeszcze 1 nieznany klucz",
                "jeszcze 2 nieznane klucze",
                "jeszcze 5 nieznanych kluczy",
            ),
        ),
        ("uk", ("ще 1 невідомий ключ", "ще 2 невідомі ключі", "ще 5 невідомих ключів")),
    ],
)
def test_numbers_of_unknown_keys(language: str, messages: tuple[str, ...]) -> None:
    for more, message in zip((1, 2, 5), messages, strict=True):
        keys = "".join(f', "strange{at}": 1' for at in range(MOST_ADVISED + more))
        with speaking(language), pytest.raises(InputError) as raised:
            parse_position('{"schema": 1' + keys + "}", "p")
        assert raised.value.problems[-1] == f"p: {message}"


def test_what_may_be_meant() -> None:
    with speaking("pl"), pytest.raises(InputError) as raised:
        tile("robx")
    message = "nieznany żeton 'robx': czy chodziło o: tunika?"
    with speaking("pl"):
        assert str(raised.value) == message


def test_syntax_of_json() -> None:
    with speaking("uk"), pytest.raises(InputError) as raised:
        parse_position('{"schema": 1,}', "p")
    column = 13 if sys.version_info >= (3, 13) else 14  # of the comma, or after it
    said = f"p: неправильний JSON: рядок 1, стовпець {column}: тут зайва кома"
    assert str(raised.value) == said


def test_a_file_that_is_not_there() -> None:
    with speaking("cs"), pytest.raises(InputError) as raised:
        read_text("/no such file")
    assert str(raised.value) == "/no such file: soubor nebo složka neexistuje"


def test_a_library_that_was_not_built() -> None:
    with speaking("pl"):
        error = NotBuiltError("the compiled engine", "x")
        assert str(error).startswith("Nie można użyć: skompilowany silnik (x). Uruchom python")
