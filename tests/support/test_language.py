import pickle

import msgspec
import pytest

from odin_solver.support.language import (
    Message,
    json_bytes,
    kept_by_language,
    known_language,
    language,
    say,
    say_number,
    speaking,
    with_message,
)


def test_english_needs_no_catalogue() -> None:
    assert say("Lay the {tile} at {cells}", tile="robe", cells="a1") == "Lay the robe at a1"
    assert say_number("{n} test cut", "{n} test cuts", 1) == "1 test cut"
    assert say_number("{n} test cut", "{n} test cuts", 5) == "5 test cuts"


def test_what_no_catalogue_has_stays_english() -> None:
    with speaking("cs"):
        assert language() == "cs"
        assert say("only in this test: {n}", n=2) == "only in this test: 2"
    assert language() == "en"


def test_a_message_keeps_its_id_and_arguments() -> None:
    inner = say("inner")
    message = say("outer {a} {b}", a=inner, b=3)
    again = pickle.loads(pickle.dumps(message))
    assert isinstance(again, Message)
    assert (again, again.id, again.arguments) == (message, message.id, message.arguments)
    assert pickle.loads(pickle.dumps(inner)) == inner
    assert msgspec.json.decode(json_bytes(with_message("text", message))) == {
        "text": "outer inner 3",
        "text_message": {
            "id": "outer {a} {b}",
            "arguments": {"a": {"id": "inner", "arguments": {}}, "b": 3},
        },
    }


@pytest.mark.parametrize(
    ("wish", "found"), [("pl_PL.UTF-8", "pl"), ("cs", "cs"), ("UK", "uk"), ("xx", None), ("", None)]
)
def test_languages_are_known_by_their_first_letters(wish: str, found: str | None) -> None:
    assert known_language([wish]) == found


def test_what_is_kept_is_kept_for_each_language() -> None:
    calls: list[tuple[str, int]] = []

    @kept_by_language
    def work(number: int) -> str:
        calls.append((language(), number))
        return f"{language()} {number}"

    for name in ("pl", "cs", "pl"):
        with speaking(name):
            assert work(3) == f"{name} 3"
    assert calls == [("pl", 3), ("cs", 3)]
