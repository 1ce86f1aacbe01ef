"""Titles and names in share codes."""

from odin_puzzles.share.coder import MAX_RUN, Coder, Odds
from odin_puzzles.share.tables import (
    CHARACTER,
    CHARACTER_WEIGHTS,
    CHARACTERS,
    END,
    NEXT_WEIGHTS,
    PHRASE,
    PHRASE_WEIGHTS,
    PHRASES,
)
from odin_solver.errors import InputError

_CODE_POINTS = 1 << 21
_LONGEST_FIRST = sorted(PHRASES, key=len, reverse=True)


def text_code(code: Coder, text: str = "") -> str:
    """Code a text; common letters and phrases take fewer bits."""
    if len(text) > MAX_RUN:
        raise InputError.said(
            "share: expected a text of at most {most} characters, got {n}",
            most=MAX_RUN,
            n=len(text),
        )
    following = {before: Odds(weights) for before, weights in NEXT_WEIGHTS.items()}
    phrases, characters = Odds(PHRASE_WEIGHTS), Odds(CHARACTER_WEIGHTS)
    before, done = PHRASE, ""
    while True:
        phrase = next((each for each in _LONGEST_FIRST if text.startswith(each, len(done))), None)
        what = CHARACTER if phrase is None else PHRASE
        before = code.symbol(following[before], END if len(done) >= len(text) else what)
        if before == END:
            return done
        if len(done) > MAX_RUN:
            raise ValueError("a text is too long")
        if before == PHRASE:
            done += PHRASES[code.symbol(phrases, PHRASES.index(phrase) if phrase else 0)]
        else:
            done += _character_code(code, characters, text[len(done) :][:1] or CHARACTERS[0])


def _character_code(code: Coder, odds: Odds, character: str) -> str:
    escape = len(CHARACTERS)
    number = code.symbol(odds, CHARACTERS.find(character) if character in CHARACTERS else escape)
    return CHARACTERS[number] if number < escape else chr(code.choice(_CODE_POINTS, ord(character)))
