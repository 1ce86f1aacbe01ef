"""Estimates in words."""

import pytest

from odin_solver.words.estimates import loss_in_words, rounded


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
        (4.4, 2.0, 16, "4 ± 2"),
        (0.4, 0.0, 16, "about equal"),
        (-9.0, 2.0, 16, "none"),
    ],
)
def test_losses(loss: float, stderr: float | None, scenarios: int, words: str) -> None:
    assert loss_in_words(loss, stderr, scenarios) == words
