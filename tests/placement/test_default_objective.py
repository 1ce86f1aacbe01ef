"""The objective where none is named: the round decides."""

from fractions import Fraction

import pytest

from odin_solver.notation.positions import parse_position, position_data, position_from
from odin_solver.placement.objective import choose_objective, preset
from odin_solver.rules.position import GameLength, ObjectiveChoice, Position


@pytest.mark.parametrize(
    ("game", "round_", "name", "left"),
    [
        ("long", 1, "score", 7),
        ("long", 6, "score", 2),
        ("long", 7, "score", 1),
        ("short", 5, "score", 2),
        ("short", 6, "score", 1),
        ("long", None, "final", None),
    ],
)
def test_the_round_decides(
    game: GameLength, round_: int | None, name: str, left: int | None
) -> None:
    chosen = choose_objective(Position(game=game, round=round_))
    assert chosen.name == name
    assert (chosen.rounds_left, chosen.chosen) == (left, False)


def test_words_of_the_question() -> None:
    def words(position: Position, name: str | None = None, left: int | None = None) -> str:
        chosen = choose_objective(position, name, rounds_left=left)
        return f"{chosen.question} {chosen.advice}".strip()

    assert words(Position(round=5)) == (
        "Best for the score at the end of the game, with 3 rounds left. "
        "Use --objective final for 'the game ends now'."
    )
    assert words(Position(round=5), "final").startswith("Best if the game ends now: ")
    assert words(Position(round=7)).startswith("Best for the last round: the final score.")
    assert words(Position(), left=2).startswith(
        "Best for the score at the end of the game, with 2 "
    )
    assert words(Position()).endswith("names no round; use --rounds-left N to look ahead.")
    assert words(Position(), "score") == words(Position())


def test_a_named_objective_stays() -> None:
    named = Position(round=3, objective=ObjectiveChoice("final", {}))
    assert choose_objective(named) == preset("final")
    assert choose_objective(Position(round=3), "income") == preset("income")
    other = choose_objective(named, weights={"silver": Fraction(-2)})
    assert other.question.endswith(", with other weights.")


def test_files_may_leave_the_round_out() -> None:
    position = parse_position('{"schema": 1}')
    assert position.round is None
    assert "round" not in position_data(position)
    assert position_from(position_data(position)) == position
    assert position.rounds_left == 7
