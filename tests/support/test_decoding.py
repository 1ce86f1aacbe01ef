"""JSON and TOML text: sensible data, or the place and the usual cause of the error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_solver.errors import InputError
from odin_solver.support.decoding import decode


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"a": 1,}', "invalid JSON: line 1 column [89]: a comma too many"),
        ('{"a": 1,, "b": 2}', "a comma too many"),
        ('{"a":\n [1, 2,]}', "line 2 column [78]: .*a comma too many"),
        ('{"a": 1\n "b": 2}', "line 2 column 2: a comma is missing before this"),
        ('{"a" 1}', "a colon"),
        ("{'a': 1}", "line 1 column 2: expected double quotes, got single ones"),
        ("{\"a\": 'b'}", "double quotes, got single ones"),
        ("{a: 1}", "expected a key in double quotes"),
        ('{"a": b}', "text needs double quotes"),
        ("{“a”: 1}", "straight quotes"),
        ('{"a": "b}', "line 1 column 7: the text that begins here lacks its end quote"),
        ('{"a": "b,\n "c": 1}', "line 1 column 10: the text on this line lacks its end quote"),
        ('{"a": "\\d"}', "for a backslash"),
        ('// note\n{"a": 1}', "no comments in JSON"),
        ('{"a": 1 // note\n}', "no comments in JSON"),
        ('{"a": # note\n1}', "no comments in JSON"),
        ('{"a": True}', "expected true, false or null"),
        ('{"a": .5}', "expected a number such as 0.5"),
        ('{"a": 01}', "without leading zeros"),
        ('{"a": 1', "a brace or bracket is missing"),
        ("{", "a brace is missing"),
        ('{"a": [1}', "the other kind of bracket"),
        ('{"a": 1}}', "expected nothing after the end"),
        ('{"a": 1, "a": 2}', "duplicate key 'a'"),
        ('{"a": NaN}', "expected a number, got NaN"),
        ('{"a": -Infinity}', "expected a number, got -Infinity"),
        ('{"a": ' + "9" * 5000 + "}", "numbers of at most 18 digits"),
        ('{"a": "\\ud800"}', "half of one"),
        ('{"\\udc00": 1}', "half of one"),
        ("[" * 100_000, "within each other"),
        ('{"a": ' + "[" * 50 + "]" * 50 + "}", "within each other"),
        ("hello", "neither valid JSON nor TOML: expected a position, got 'hello'"),
        ("a = 1\nb = ", "expected a value"),
        ('a = "b\nc = 1', "line 1 column 7: the text on this line lacks its end quote"),
        ("a = 1\na = 2", "duplicate key"),
        ("a = b", "line 1 column 5: expected a value; text needs quotes"),
        ("a = " + "9" * 5000, "invalid TOML: expected numbers of at most 18 digits"),
        ("a = " + "[" * 5000, "invalid TOML: .*within each other"),
    ],
)
def test_bad_text(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=f"^file: .*{problem}"):
        decode(text, "file")


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=10,
    )
)
def test_ordinary_data_is_decoded(data: object) -> None:
    assert decode(json.dumps({"data": data}), "file") == {"data": data}
