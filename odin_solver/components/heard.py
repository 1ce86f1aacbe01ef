"""The one reader of names: what people call components, in any language and spelling.

`names_of` returns the names of a kind of things: ids, keys, two letters, and what is printed in
all languages, singular and plural. A text is read whole or refused: longest names first, without
capitals, accents and hyphens; nothing is guessed in part.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from odin_solver.components.boards import BOARDS, Board
from odin_solver.components.signs import SIGNS, UNCOUNTED, sign_of_item
from odin_solver.components.tiles import TILES, Tile
from odin_solver.errors import InputError, UnknownName
from odin_solver.support.language import (
    ENGLISH,
    language,
    languages,
    mark,
    say,
    say_as,
    say_at_shell,
    say_number_as,
    speaking,
)
from odin_solver.support.text import did_you_mean, fold

LONGEST = 2_000
"""Most characters of a text; what is longer is no list of names."""

LEAST_LETTERS = 2
"""Fewest letters of an abbreviation."""

MOST_NAMES = 4
"""Most names that an error proposes."""

_JOINT = re.compile(r"(?<=\w)-(?=\w)|_|[()]")
_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+(?:['’ʼ][^\W\d_]+)*|[^\s'’ʼ]")
_ABROAD = 0.8
"""How alike a name of a language that is not in use has to be to be proposed."""

_COUNT = re.compile(r"^\d+\s*[x×]?\s+|(\s+|\s*[x×:=]\s*)\d+$")
_COMMAS = frozenset(",;+")
_ANDS = frozenset({"and", "a", "i", "oraz", "і", "и", "та", "&"})
"""Words before the last thing of a list, folded."""
_TIMES = frozenset({"x", "х", "×"})
_GIVES = frozenset({":", "="})
_MOST_DIGITS = 6

CODE = ""
"""The language of ids, keys and letters."""

Name = tuple[str, str]
"""A name, after its language."""

_Words = tuple[str, ...]


class Entry(NamedTuple):
    """A thing of a list, and the number that stands with it; None without one."""

    id: str
    number: int | None = None


class _Token(NamedTuple):
    """A word, number or sign, folded, and where it stands."""

    text: str
    begin: int
    end: int


def plain(text: str) -> str:
    """Return the letters and digits of a name, folded."""
    return "".join(filter(str.isalnum, fold(text)))


def _tokens(text: str) -> list[_Token]:
    spaced = _JOINT.sub(" ", text.replace("\n", ";"))
    return [_Token(fold(each[0]), *each.span()) for each in _TOKEN.finditer(spaced)]


class Names:
    """The names of things of a kind, by which texts are read.

    Parameters
    ----------
    called
        All names of each id, which is itself one.
    unknown
        Error with the argument ``name``, a marked message.
    shown
        The name of so many of a thing in the language in use.
    most
        How many of a thing there are at most, where that is known.
    where
        Advice in errors, a marked message with all ids as ``names``, or about a command.
    former
        Names that are no more read, for errors: each with its thing.
    """

    def __init__(
        self,
        called: Mapping[str, Iterable[Name]],
        unknown: str,
        shown: Callable[[str, int], str] = lambda thing, _: thing,
        most: Callable[[str], int | None] = lambda _: None,
        where: str = "",
        former: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.called = {each: ((CODE, each), *names) for each, names in called.items()}
        self._unknown, self._shown, self.most = unknown, shown, most
        self._where, self.former = where, former
        self._ids: dict[_Words, list[str]] = {}
        self._languages: dict[_Words, set[str]] = {}
        parts: dict[tuple[str, _Words], set[str]] = {}
        joined: dict[_Words, list[str]] = {}
        for each, names in self.called.items():
            for spoken, name in names:
                words = tuple(token.text for token in _tokens(name))
                bare = tuple(filter(str.isalnum, words))
                for known, key in (
                    (self._ids, words),
                    (self._ids, bare),
                    (joined, ("".join(bare),)),
                ):
                    known.setdefault(key, []).append(each)
                    self._languages.setdefault(key, set()).add(spoken)
                for begin in range(len(bare)):
                    for end in range(begin + 1, len(bare) + 1):
                        parts.setdefault((spoken, bare[begin:end]), set()).add(each)
        self._ids = {key: list(dict.fromkeys(ids)) for key, ids in {**joined, **self._ids}.items()}
        self._longest = max(map(len, self._ids), default=0)
        # What one language calls a thing, and another one uses in the names of other things only.
        self._also: dict[_Words, set[str]] = {}
        for (spoken, key), others in parts.items():
            known_in = self._languages.get(key, {CODE, spoken})
            if spoken and not known_in & {CODE, spoken}:
                self._also.setdefault(key, set()).update(others)

    def __contains__(self, thing: object) -> bool:
        return thing in self.called

    def only(
        self, things: Iterable[str], *more: tuple[str, str], unknown: str = "", where: str = ""
    ) -> "Names":
        """Return the names of some of the things.

        Parameters
        ----------
        more
            Further pairs of an id and a name.
        unknown, where
            Error and advice, as those of all.
        """
        wanted = set(things)
        called = {each: list(names) for each, names in self.called.items() if each in wanted}
        for each, name in more:
            called.setdefault(each, []).append((CODE, name))
        return Names(called, unknown or self._unknown, self._shown, self.most, where or self._where)

    def lettered(self) -> "Names":
        """Return the names with the two letters that are shown in the language in use."""
        called = {
            each: [name for name in names if name != (CODE, SIGNS.get(each))]
            for each, names in self.called.items()
        }
        letters = [(each, sign_of_item(each)) for each in called if each in SIGNS]
        return Names(called, self._unknown, self._shown, self.most).only(called, *letters)

    def meant(self, text: str) -> list[str]:
        """Return all things that a whole name may mean."""
        text = text.strip()
        if text in self.called:
            return [text]
        return self._meant(tuple(token.text for token in _tokens(text[:LONGEST])))

    def _meant(self, words: _Words) -> list[str]:
        meant = self._ids.get(words, [])
        if meant and words in self._also and language() not in self._languages[words]:
            return list(dict.fromkeys((*meant, *sorted(self._also[words]))))
        return meant

    def begun(self, text: str, letters: int = LEAST_LETTERS) -> list[str]:
        """Return all things of which a name, or else a later word of one, begins so."""
        key = plain(text)
        if len(key) < letters:
            return []
        for begins in (lambda name: [name], lambda name: name.split()[1:]):
            found = [
                each
                for each, names in self.called.items()
                if any(plain(word).startswith(key) for _, name in names for word in begins(name))
            ]
            if found:
                return found
        return []

    def first(self, text: str) -> tuple[str, str]:
        """Return the thing that a text names at its beginning, and the rest of the text.

        Raises
        ------
        UnknownName
            If it does not begin with a name, or its longest name means several things.
        """
        text = text.strip()
        tokens = _tokens(text)
        for end in range(min(len(tokens), self._longest), 0, -1):
            meant = self._meant(tuple(token.text for token in tokens[:end]))
            if len(meant) == 1:
                return meant[0], text[tokens[end - 1].end :].strip()
            if meant:
                break
        return self.one(text), ""

    def one(self, text: str) -> str:
        """Return the thing that a whole name means.

        Raises
        ------
        UnknownName
            If nothing is called so, or several things are; the message proposes names.
        """
        meant = self.meant(text)
        if len(meant) == 1:
            return meant[0]
        raise UnknownName(lambda: self._problem(text.strip(), meant))

    def listed(self, text: str) -> list[str]:
        """Return the things of a list without numbers: ``k2, Mountain 2; t3``."""
        return [each.id for each in self.entries(text, "")]

    def counts(self, text: str) -> dict[str, int]:
        """Return how many of each thing a list names: ``2 rune stones, peas x3 and wool``.

        Raises
        ------
        InputError
            As `entries`, and if a number is 0 or more than there are.
        """
        found: Counter[str] = Counter()
        for thing, number in self.entries(text):
            if number == 0:
                raise InputError.said("{text}: expected at least 1", text=self.shown(thing, 0))
            found[thing] += 1 if number is None else number
        for thing, number in found.items():
            most = self.most(thing)
            if most is not None and number > most:
                raise InputError.said(
                    "{text}: the box holds {most}", text=self.shown(thing, number), most=most
                )
        return dict(found)

    def entries(self, text: str, sides: str = "before after") -> list[Entry]:
        """Return the things of a list with their numbers, in its order.

        A number stands before or after its name: ``2 peas``, ``peas 2``, ``2x peas``, ``peas=2``.
        Without commas, all numbers have to stand on the same side, or to touch the name after them.

        Parameters
        ----------
        sides
            Where numbers may stand: ``before``, ``after``, both or nowhere.

        Raises
        ------
        InputError
            If the text is not understood entirely, or in several ways.
        """
        if len(text) > LONGEST:
            raise InputError.said("expected at most {n} characters", n=LONGEST)
        text = text.strip()
        tokens = _tokens(text)
        while tokens and tokens[-1].text in _COMMAS:
            tokens.pop()
        ways, reached, before = self._ways(tokens, sides)
        if len(ways) == 1:
            return list(ways[0])
        if ways:
            raise InputError.said(
                "{text!r} may be {names}",
                text=text.strip(),
                names=say(" or ").join(map(self.echo, ways)),
            )
        return self._refuse(text, tokens, reached, before)

    def _ways(
        self, tokens: Sequence[_Token], sides: str
    ) -> tuple[list[tuple[Entry, ...]], int, tuple[Entry, ...]]:
        """Return the shortest ways to read a text, how far one comes, and what is read until there.

        What has been read up to a token is kept by the side of the numbers since the last comma.
        """
        known: list[dict[str, dict[tuple[Entry, ...], None]]] = [{} for _ in range(len(tokens) + 1)]
        known[0][""] = {(): None}
        reached = 0
        before: tuple[Entry, ...] = ()
        for at, by_side in enumerate(known):
            for side, ways in by_side.items():
                least = min(map(len, ways))
                shortest = [each for each in ways if len(each) == least][:2]
                if shortest[0] and at > reached:
                    reached, before = at, shortest[0]
                for entry, end, then in self._entries_at(tokens, at, side, sides):
                    for way in shortest:
                        known[end].setdefault(then, {})[(*way, entry)] = None
                if at + 1 < len(tokens) and least and tokens[at].text in _COMMAS | _ANDS:
                    known[at + 1].setdefault("", {}).update(dict.fromkeys(shortest))
        whole = [way for ways in known[-1].values() for way in ways]
        least = min(map(len, whole), default=0)
        found = {tuple(sorted(map(str, way))): way for way in whole if len(way) == least}
        return [*found.values()], reached, before

    def _entries_at(
        self, tokens: Sequence[_Token], at: int, side: str, sides: str
    ) -> Iterator[tuple[Entry, int, str]]:
        """Yield the things that a text may name next: each with its end and the side of numbers."""
        names = [*self._names_at(tokens, at)]
        longest = max((end for _, end in names), default=0)
        for thing, end in names:
            yield Entry(thing), end, side
            bound = end < len(tokens) and tokens[end].text in _TIMES | _GIVES
            number = _number(tokens, end + bound) if "after" in sides else None
            if end + bound < longest:
                continue  # the number belongs to a longer name
            if (
                number is not None
                and not _touches(tokens, end + bound)
                and (bound or side != "before")
            ):
                yield Entry(thing, number), end + bound + 1, side if bound else "after"
        number = _number(tokens, at) if "before" in sides else None
        if number is not None:
            times = at + 1 < len(tokens) and tokens[at + 1].text in _TIMES
            bound = times or _touches(tokens, at)
            if bound or side != "after":
                for thing, end in self._names_at(tokens, at + 1 + times):
                    yield Entry(thing, number), end, side if bound else "before"

    def _names_at(self, tokens: Sequence[_Token], at: int) -> Iterator[tuple[str, int]]:
        words = tuple(token.text for token in tokens[at : at + self._longest])
        for length in range(len(words), 0, -1):
            for thing in self._meant(words[:length]):
                yield thing, at + length

    def _refuse(
        self, text: str, tokens: Sequence[_Token], reached: int, before: Sequence[Entry]
    ) -> NoReturn:
        is_number = reached < len(tokens) and tokens[reached].text in _TIMES | _GIVES
        while is_number and reached and tokens[reached - 1].text not in _COMMAS:
            reached -= 1
        rest = [*tokens[reached:]]
        while len(rest) > 1 and rest[0].text in _COMMAS | _ANDS:
            rest = rest[1:]
        end = next((at for at, each in enumerate(rest) if at and each.text in _COMMAS), len(rest))
        wrong = text[rest[0].begin : rest[end - 1].end] if rest else text.strip()
        name = _COUNT.sub("", wrong) or wrong
        if plain(name.partition(" ")[0]) in self.former:
            name = name.partition(" ")[0]

        def message() -> str:
            problem = self._problem(name, ())
            if is_number or self.meant(name) or self.meant(re.sub(r"[\d\W]+", " ", name)):
                problem = say("{text!r}: expected a number and a name", text=wrong)
            heard = before[: len(before) - is_number]
            if not heard:
                return problem
            return say(
                "{problem}; heard before it: {heard}", problem=problem, heard=self.echo(heard)
            )

        raise UnknownName(message)

    def _problem(self, name: str, meant: Sequence[str]) -> str:
        near = [*(meant or self.nearest(name))][:MOST_NAMES]
        unknown = say(self._unknown, name=name)
        if near:
            return f"{unknown}: {did_you_mean(self._shown(each, 1) for each in near)}"
        named = "{names}" in self._where
        said = say if named else say_at_shell
        advice = said(self._where, names=", ".join(self.called)) if self._where else ""
        return f"{unknown}{':' * named} {advice}".rstrip()

    def nearest(self, name: str) -> list[str]:
        """Return the things whose names contain a text or are spelled nearly so."""
        from difflib import SequenceMatcher, get_close_matches  # only errors need it

        key = plain(name)[:60]
        if not key:
            return []
        called = [
            (plain(each), thing, of in (CODE, ENGLISH, language()))
            for thing, names in self.called.items()
            for of, each in names
        ]
        found = [self.former[key]] if key in self.former else []
        found += [thing for each, thing, _ in called if each.startswith(key)]
        found += [thing for each, thing, _ in called if len(key) > 2 and key in each]
        if not found:
            by_name = {each: (thing, is_near) for each, thing, is_near in reversed(called)}
            for each in get_close_matches(key, by_name, 3 * MOST_NAMES):
                thing, is_near = by_name[each]
                if is_near or SequenceMatcher(None, key, each).ratio() > _ABROAD:
                    found.append(thing)
        return list(dict.fromkeys(found))

    def name(self, thing: str, number: int = 1) -> str:
        """Return what so many of a thing are called in the language in use."""
        return self._shown(thing, number)

    def shown(self, thing: str, number: int | None = None) -> str:
        """Return a thing with its number in the language in use: ``2 rune stones``."""
        name = self._shown(thing, 1 if number is None else number)
        return name if number is None else f"{number} {name}"

    def echo(self, heard: Mapping[str, int] | Iterable[str | tuple[str, int | None]]) -> str:
        """Return what was heard in the language in use: ``2 rune stones, 1 treasure chest``."""
        pairs = heard.items() if isinstance(heard, Mapping) else heard
        return ", ".join(
            self.shown(each) if isinstance(each, str) else self.shown(*each) for each in pairs
        )


def _touches(tokens: Sequence[_Token], at: int) -> bool:
    """Whether a number is written together with the name after it only, as in ``2peas``."""
    begins = at == 0 or tokens[at - 1].end < tokens[at].begin
    after = tokens[at + 1] if at + 1 < len(tokens) else tokens[at]
    return begins and after.begin == tokens[at].end and after.text.isalpha()


def _number(tokens: Sequence[_Token], at: int) -> int | None:
    text = tokens[at].text if at < len(tokens) else ""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def together(unknown: str, *several: Names) -> Names:
    """Return the names of several kinds of things; `unknown` is the error, as of `Names`."""
    owner = {thing: names for names in several for thing in names.called}
    called = {thing: names.called[thing] for thing, names in owner.items()}
    return Names(
        called,
        unknown,
        lambda thing, number: owner[thing].name(thing, number),
        lambda thing: owner[thing].most(thing),
    )


# --- the names of the components ---


def counted(thing: str, number: int) -> str:
    """Return the name of a tile, weapon, ship or building within a sentence: ``rune stones``."""
    one, many = one_and_several(thing)
    return say_number_as("counted", one, many, number)


def one_and_several(thing: str) -> tuple[str, str]:
    """Return the name of one and of several in English."""
    one = TILES[thing].name.lower() if thing in TILES else thing.replace("_", " ")
    if thing in UNCOUNTED:
        return one, one
    if one.endswith("y"):
        return one, f"{one[:-1]}ies"
    return one, one + ("es" if one.endswith(("s", "x", "ch", "sh")) else "s")


def _printed(context: str, name: str) -> Iterator[Name]:
    for each in languages():
        with speaking(each):
            yield each, say_as(context, name)


def _forms(thing: str) -> Iterator[Name]:
    for each in languages():
        with speaking(each):
            yield from ((each, counted(thing, number)) for number in (1, 2, 5))
    one, many = one_and_several(thing)
    if one == many and one.endswith("s"):
        yield ENGLISH, one[:-1]


@cache
def names_of(kind: str) -> Names:
    """Return the names of a kind of things.

    Parameters
    ----------
    kind
        ``tile``, ``item`` (what a supply holds: also weapons and pregnant animals), ``weapon``,
        ``ship``, ``board`` (buildings are boards), ``card``, ``space`` or ``filed_space`` (also by
        the keys that spaces had: files have these).
    """
    return _KINDS[kind]()


def _tiles() -> Names:
    called = {
        each: ((CODE, SIGNS[each]), *_printed("good", tile.name), *_forms(each))
        for each, tile in TILES.items()
    }
    return Names(
        called, mark("unknown tile {name!r}"), counted, _most_tiles, mark("(odin tiles lists them)")
    )


def _most_tiles(thing: str) -> int | None:
    return TILES[thing].copies or TILES[thing].box


def _items() -> Names:
    pregnant = [f"pregnant_{each.id}" for each in TILES.values() if each.kind == "animal"]
    animals = Names(
        {each: (*_forms(each),) for each in pregnant},
        "",
        counted,
        lambda thing: _most_tiles(thing.removeprefix("pregnant_")),
    )
    return together(mark("unknown item {name!r}"), names_of("tile"), names_of("weapon"), animals)


def _weapons() -> Names:
    from odin_solver.components.weapons import WEAPONS

    called = {
        each: (*_printed("weapon", weapon.name), *_forms(each)) for each, weapon in WEAPONS.items()
    }
    return Names(
        called, mark("unknown weapon {name!r}"), counted, lambda thing: WEAPONS[thing].copies
    )


def _ships() -> Names:
    from odin_solver.components.ships import SHIPS

    called = {each: (*_printed("ship", ship.name), *_forms(each)) for each, ship in SHIPS.items()}
    return Names(called, mark("unknown ship {name!r}"), counted)


def _boards() -> Names:
    called = {
        each: (*_printed("board", board.name), *(_forms(each) if board.is_building else ()))
        for each, board in BOARDS.items()
    }

    def shown(thing: str, number: int) -> str:
        board = BOARDS[thing]
        return counted(thing, number) if board.is_building else say_as("board", board.name)

    unknown, where = mark("unknown board {name!r}"), mark("(odin boards lists them)")
    return Names(called, unknown, shown, lambda thing: BOARDS[thing].copies, where)


def _cards() -> Names:
    from odin_solver.components.occupations import OCCUPATIONS

    cards = {str(number): card for number, card in OCCUPATIONS.items()}
    called = {each: ((CODE, card.id), *_printed("card", card.name)) for each, card in cards.items()}

    def shown(thing: str, _: int) -> str:
        return f"{cards[thing].id} {say_as('card', cards[thing].name)}"

    where = mark("(odin game cards lists them)")
    return Names(called, mark("unknown card {name!r}"), shown, where=where)


def _spaces() -> Names:
    from odin_solver.components.spaces import SPACES

    called = {
        each: ((CODE, space.key), *_printed("space", space.name), *_printed("space", space.title))
        for each, space in SPACES.items()
    }

    def shown(thing: str, _: int) -> str:
        return f"{SPACES[thing].key} {say_as('space', SPACES[thing].name)}"

    former = {space.was: each for each, space in SPACES.items() if space.was}
    return Names(called, mark("unknown action space {name!r}"), shown, former=former)


def tile(wanted: str, among: Iterable[str] = ()) -> Tile:
    """Return the tile that a name means.

    Parameters
    ----------
    wanted
        Its id, its name in any language or the two letters on pictures.
    among
        Ids of tiles that may be abbreviated, such as those of the supply.
    """
    named = tiles_named(wanted, among)
    return TILES[named[0] if len(named) == 1 else names_of("tile").one(wanted)]


def tiles_named(wanted: str, among: Iterable[str] = (), *, exactly: bool = False) -> list[str]:
    """Return the ids of the tiles that a name may mean.

    Those `among` come before all others: the letters shown are a name of theirs, and what no other
    name of theirs begins with is an abbreviation.
    """
    if wanted in TILES:
        return [wanted]
    near = _near(language(), tuple(each for each in among if each in TILES))
    meant = near.meant(wanted) or names_of("tile").meant(wanted)
    return meant if meant or exactly else near.begun(wanted, letters=1)


@lru_cache(maxsize=64)
def _near(_: str, tiles: tuple[str, ...]) -> Names:
    return names_of("tile").only(tiles).lettered()


def board(wanted: str) -> Board:
    """Return the board or building that a name means: its id or its name in any language."""
    return BOARDS[wanted if wanted in BOARDS else names_of("board").one(wanted)]


def _filed_spaces() -> Names:
    names = names_of("space")
    return names.only(names.called, *((thing, was) for was, thing in names.former.items()))


_KINDS: Mapping[str, Callable[[], Names]] = {
    "tile": _tiles,
    "item": _items,
    "weapon": _weapons,
    "ship": _ships,
    "board": _boards,
    "card": _cards,
    "space": _spaces,
    "filed_space": _filed_spaces,
}
