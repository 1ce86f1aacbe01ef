"""Estimates in words."""

import pytest

from odin_solver.support.language import say, speaking
from odin_solver.words.estimates import legend, loss_in_words, loss_sign, rounded


@pytest.mark.parametrize(
    ("value", "stderr", "words"),
    [
        (116.6, 3.4, "117 ± 3"),
        (116.6, 0.6, "117 ± 1"),
        (4.26, 0.31, "4.3 ± 0.3"),
        (70.0, 0.0, "70"),
        (-0.2, 0.0, "0"),
    ],
)
def test_numbers_are_rounded_to_their_doubt(value: float, stderr: float, words: str) -> None:
    assert rounded(value, stderr) == words


@pytest.mark.parametrize(
    ("loss", "stderr", "scenarios", "words"),
    [
        (9.0, None, 1, "unclear"),
        (9.0, 1.0, 4, "unclear"),
        (3.9, 2.0, 16, "about equal"),
        (-3.9, 2.0, 16, "about equal"),
        (0.0, 0.0, 16, "about equal"),
        (4.4, 2.0, 16, "4.4 ± 2.0"),
        (1.2, 0.55, 16, "1.2 ± 0.6"),
        (12.4, 2.0, 16, "12 ± 2"),
        (3.0, 0.0, 5, "3"),
        (0.4, 0.0, 16, "about equal"),
        (-9.0, 2.0, 16, "about equal"),
    ],
)
def test_losses(loss: float, stderr: float | None, scenarios: int, words: str) -> None:
    assert loss_in_words(loss, stderr, scenarios) == words


@pytest.mark.parametrize(
    ("loss", "stderr", "sign"),
    [(9.0, None, "?"), (0.2, 0.1, "≈"), (4.36, 1.0, "−4.4"), (12.4, 3.0, "−12"), (3.0, 0.0, "−3")],
)
def test_losses_where_there_is_little_room(loss: float, stderr: float | None, sign: str) -> None:
    assert loss_sign(loss, stderr, 16) == sign


def test_the_legend_is_of_the_words_that_are_there() -> None:
    equal = "about equal: less than half a point, or within twice the ±"
    unclear = "unclear: too few simulations"
    assert legend(["4.4 ± 2.0"]) == ""
    assert legend(["about equal", "4.4 ± 2.0", "about equal"]) == equal
    assert legend(["unclear", "about equal"]) == f"{equal}; {unclear}"


@pytest.mark.parametrize("language", ["cs", "pl", "uk"])
def test_numbers_have_the_decimal_sign_of_the_language(language: str) -> None:
    with speaking(language):
        assert rounded(4.26, 0.31) == "4,3 ± 0,3"
        assert "2,5" in say("{counts} in {seconds:.1f} s", counts="", seconds=2.5)
    with speaking("en"):
        assert say("{counts} in {seconds:.1f} s", counts="9", seconds=2.5) == "9 in 2.5 s"
