"""Every kind of puzzle speaks the reader's language in all that it says."""

import re
from collections.abc import Iterator

import pytest

from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import GAME_OF, KINDS, kind_of
from odin_puzzles.kinds.games import GameKind, GamePlay
from odin_puzzles.pack_list import PACKS
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack
from odin_solver.support.language import ENGLISH, languages, speaking
from tests.puzzles.samples import NAMES, sample

LATIN = re.compile(r"[A-Za-z]{3,}")

TYPED = re.compile(
    r"\b(blue|boatsmen|church|fort|hall|village|market|army|build|upgrade|solution)\b\S*"
)
"""What a player types in, and fields."""


def puzzles() -> Iterator[Puzzle]:
    """Yield two puzzles of each kind, or the sample."""
    included = [puzzle for each in PACKS if each.name in OTHERS for puzzle in pack(each.name)]
    for kind in GAME_OF:
        yield from [each for each in included if each.kind == kind][:2]
        if kind in NAMES:
            yield sample(kind)


OTHERS = ("vikings", "graenaland", "last-actions")
PUZZLES = list(puzzles())


def said(puzzle: Puzzle) -> Iterator[str]:
    """Yield what is said about a puzzle, its answers and its steps."""
    kind = kind_of(puzzle)
    play = kind.play(puzzle)
    yield from (kind.question(puzzle), kind.how(puzzle))
    yield from (*kind.help(puzzle).values(), kind.pieces_in_words(2))
    yield from play.hint()[:2]
    if isinstance(kind, GameKind):
        assert isinstance(play, GamePlay)
        steps = kind.steps(puzzle.solution)
        yield from (
            shown_title(puzzle),
            kind.grade(puzzle).reason,
            *map(kind.nudge, steps),
            *kind.facts(puzzle),
        )
        yield from (*kind.faults(puzzle, {}), *kind.faults(puzzle, kind.answer(puzzle, steps[:1])))
    else:
        yield from kind.faults(puzzle, ())


def test_all_kinds_are_there() -> None:
    assert {puzzle.kind for puzzle in PUZZLES} == set(GAME_OF)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.kind}-{puzzle.seed}")
def test_nothing_is_said_as_in_english(puzzle: Puzzle) -> None:
    with speaking(ENGLISH):
        english = set(said(puzzle))
    assert len(english) > 6
    for language in set(languages()) - {ENGLISH}:
        with speaking(language):
            texts = list(said(puzzle))
        assert not [text for text in texts if text in english and LATIN.search(text)], language
        if language == "uk" and puzzle.kind not in KINDS:  # other letters, and no names of tiles
            assert not [text for text in texts if LATIN.search(TYPED.sub("", text))]
