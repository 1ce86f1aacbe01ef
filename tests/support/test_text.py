from hypothesis import given
from hypothesis import strategies as st

from odin_solver.support.text import printable, shortened


def test_ordinary_text_stays_as_it_is() -> None:
    assert printable("Größe: 3 × 4, 'ok'") == "Größe: 3 × 4, 'ok'"
    assert shortened("short") == "short"


def test_control_characters_become_escapes() -> None:
    assert printable("a\x1b[2Jb\x9b\u202ec\ud800") == r"a\x1b[2Jb\x9b\u202ec\ud800"
    assert printable("one\n two\t\x85three") == "one two three"


@given(text=st.text(), most=st.integers(20, 300))
def test_any_text_is_one_short_printable_line(text: str, most: int) -> None:
    line = shortened(text, most)
    assert len(line) <= most
    assert line.isprintable()
    line.encode()  # no surrogates


def test_long_text_keeps_its_ends() -> None:
    line = shortened(f"game.log: {'9' * 5000}: expected a number")
    assert line.startswith("game.log: 999")
    assert line.endswith(": expected a number")
