"""Titles and names in share codes."""

from odin_puzzles.share.coder import MAX_RUN, Odds, Reader, Writer
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


class _TextOdds:
    """Odds of phrases, characters, and which of both comes next."""

    def __init__(self) -> None:
        self.next = {before: Odds(weights) for before, weights in NEXT_WEIGHTS.items()}
        self.phrases = Odds(PHRASE_WEIGHTS)
        self.characters = Odds(CHARACTER_WEIGHTS)


def write_text(code: Writer, text: str) -> None:
    """Write a text; common letters and phrases take fewer bits."""
    if len(text) > MAX_RUN:
        raise InputError.said(
            "share: expected a text of at most {most} characters, got {n}",
            most=MAX_RUN,
            n=len(text),
        )
    odds, before, at = _TextOdds(), PHRASE, 0
    while at < len(text):
        phrase = next((each for each in _LONGEST_FIRST if text.startswith(each, at)), None)
        what = CHARACTER if phrase is None else PHRASE
        code.symbol(what, odds.next[before])
        if phrase is None:
            _write_character(code, text[at], odds.characters)
        else:
            code.symbol(PHRASES.index(phrase), odds.phrases)
        before, at = what, at + len(phrase or text[at])
    code.symbol(END, odds.next[before])


def read_text(code: Reader) -> str:
    """Read a text."""
    odds, before, text = _TextOdds(), PHRASE, ""
    while (before := code.symbol(odds.next[before])) != END:
        if len(text) > MAX_RUN:
            raise ValueError("a text is too long")
        if before == PHRASE:
            text += PHRASES[code.symbol(odds.phrases)]
        else:
            text += _read_character(code, odds.characters)
    return text


def _write_character(code: Writer, character: str, odds: Odds) -> None:
    number = CHARACTERS.find(character)
    code.symbol(len(CHARACTERS) if number < 0 else number, odds)
    if number < 0:
        code.choice(ord(character), _CODE_POINTS)


def _read_character(code: Reader, odds: Odds) -> str:
    number = code.symbol(odds)
    return CHARACTERS[number] if number < len(CHARACTERS) else chr(code.choice(_CODE_POINTS))
