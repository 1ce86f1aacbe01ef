"""Hypothesis strategies for mutated copies of valid inputs."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

RAW = "\ue000"
"""Marks a string that is written into JSON without quotes."""

DEPTH = 20_000

KEYS = 100_000
MANY = f"{RAW}many"
"""Stands for an object with `KEYS` keys."""

NUMBERS = (
    *(0, 1, -1, 2, 3, 7, 12, 13, 26, 27, 1000, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63)),
    *(0.5, -0.0, 1e308, 1e-320, 10**30, float("nan"), float("inf")),
    *(f"{RAW}{'9' * 5000}", f"{RAW}1e999", f"{RAW}-1e-999", f"{RAW}00", f"{RAW}0x1F"),
)

STRINGS = (
    *("", " ", "0", "-1", "999999999999999999999", "9" * 5000, "1e400", "nan", "inf", "1/0", "1/3"),
    *(
        "\x1b[31mred\x1b[0m",
        "\x1b]0;title\x07",
        "\x00",
        "\x9b1m",
        "\u202eabc",
        "\u2028",
        "\r",
        "\n",
    ),
    *("\ud800", "\udc80", "é", "e\u0301", "İ", "ß", "\U0001f600", "\ufeff", "\u0661", "²", "\t"),
    *("x" * 300, "x" * 100_000, "ab " * 5000, "[bold]x[/]", "%s%n", "{0}", "$(id)", "../..", "-"),
    *("home", "HOME", "stone house", "silver", "oil", "robe", "wood", "a1", "a1:c3", "z26", "a0"),
    *("a1-c3", "c3:a1", "aa1", "a01", "A1", "a1 a1", "true", "null", "none", "/dev/zero", "--help"),
)

TREES: tuple[Any, ...] = (
    *(None, True, False, [], {}, [[]], [None], {"": None}, [0] * 2000, ["oil a1"] * 400),
    *({"x": {"y": {"z": []}}}, {"schema": 1}, f"{RAW}{'[' * DEPTH}", f"{RAW}[" + "1," * 9 + "1]"),
    *(f"{RAW}{'[' * DEPTH}{']' * DEPTH}", '{"a":' * 5000, {str(at): at for at in range(500)}, MANY),
)

NOISE = (
    *(text.encode("utf-8", "surrogatepass") for text in STRINGS[5:]),
    *(b'"', b"{", b"}", b",", b":", b"\\", b"\\ud800", b"\\u0000"),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xfe\xff", b"\x1f\x8b\x08"),
)


def trees(seeds: Sequence[Any], foreign: Sequence[Any] = ()) -> st.SearchStrategy[Any]:
    """Return a strategy for mutated copies of JSON documents; seldom an unchanged one.

    Parameters
    ----------
    seeds
        Documents to mutate.
    foreign
        Further documents whose parts may be inserted.
    """
    return _trees([json.dumps(each) for each in seeds], (*seeds, *foreign))


@st.composite
def _trees(draw: st.DrawFn, seeds: Sequence[str], donors: Sequence[Any]) -> Any:
    root = [json.loads(draw(st.sampled_from(seeds)))]
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 2, 3, 5, 0)))):
        if root:
            _change_tree(draw, root, donors)
    return root[0] if root else None


def _change_tree(draw: st.DrawFn, root: Any, donors: Sequence[Any]) -> None:
    """Change one part of a document."""
    parent, key = _place(draw, root)
    value = parent[key]
    kind = draw(st.sampled_from(("value", "value", "drop", "copy", "graft", "key", "wrap", "swap")))
    if kind == "drop":
        del parent[key]
    elif kind == "copy" and isinstance(parent, list):
        times = draw(st.sampled_from((1, 1, 2, 30)))
        parent[key:key] = [_copied(value)] * times
    elif kind == "graft":
        donor, at = _place(draw, [draw(st.sampled_from(donors))])
        parent[key] = _copied(donor[at])
    elif kind == "key" and isinstance(parent, dict):
        del parent[key]
        parent[_edited(draw, key)] = value
    elif kind == "wrap":
        parent[key] = draw(st.sampled_from(([value], {"value": value}, json.dumps(value))))
    elif kind == "swap" and isinstance(parent, list):
        other = draw(st.integers(0, len(parent) - 1))
        parent[key], parent[other] = parent[other], value
    else:
        parent[key] = _other_value(draw, value)


def _place(draw: st.DrawFn, root: Any) -> tuple[Any, Any]:
    """Return a container within a document, and a key or an index of it."""
    parent, key = root, 0
    while isinstance(parent[key], dict | list) and parent[key] and draw(st.integers(0, 7)):
        parent = parent[key]
        keys = list(parent) if isinstance(parent, dict) else range(len(parent))
        key = draw(st.sampled_from(keys))
    return parent, key


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _other_value(draw: st.DrawFn, value: Any) -> Any:
    """Return another value, often one of the same type."""
    kind = draw(st.sampled_from(("same", "same", "number", "string", "tree")))
    if kind == "same" and isinstance(value, str):
        return _edited(draw, value)
    if kind == "same" and isinstance(value, int):
        return value + draw(st.sampled_from((-1, 1, 1, 2, 10, -value, -2 * value, 1000)))
    if kind in ("same", "number"):
        return draw(st.sampled_from(NUMBERS))
    return _copied(draw(st.sampled_from(STRINGS if kind == "string" else TREES)))


def json_text(tree: Any) -> bytes:
    """Return a document as JSON, with what JSON does not allow where a mutation asked for it."""
    text = json.dumps(tree, indent=1)
    marker = json.dumps(RAW)[1:-1]
    while (begin := text.find(f'"{marker}')) >= 0:
        end = text.index('"', begin + 1)
        raw = text[begin + 1 + len(marker) : end]
        if f"{RAW}{raw}" == MANY:
            raw = f"{{{', '.join(f'{chr(34)}k{at}{chr(34)}: {at}' for at in range(KEYS))}}}"
        text = f"{text[:begin]}{raw}{text[end + 1 :]}"
    return text.encode()


@st.composite
def similar(draw: st.DrawFn, seeds: Sequence[Any]) -> Any:
    """Copies of documents with small changes, most of which leave them valid.

    A part is replaced by the one that another document has in the same place, numbers change by
    one, lists lose, double or exchange entries, objects lose entries.
    """
    root = [_copied(draw(st.sampled_from(seeds)))]
    donors = [[each] for each in seeds]
    for _ in range(draw(st.sampled_from((2, 3, 4, 6)))):
        if root:
            _change_a_little(draw, root, donors)
    return root[0] if root else None


def _change_a_little(draw: st.DrawFn, root: Any, donors: Sequence[Any]) -> None:
    parents, keys = _way(draw, root)
    parent, key = parents[-1], keys[-1]
    value = parent[key]
    kind = draw(st.sampled_from(("donor", "donor", "donor", "number", "list", "list", "drop")))
    if kind == "donor":
        others = _in_place(draw(st.sampled_from(donors)), keys)
        found = [each for each in others if each != value]
        if found:
            parent[key] = _copied(draw(st.sampled_from(found)))
    elif kind == "number" and isinstance(value, bool):
        parent[key] = not value
    elif kind == "number" and isinstance(value, int):
        parent[key] = max(0, value + draw(st.sampled_from((-1, 1, 2))))
    elif isinstance(parent, list) and kind == "list":
        other = draw(st.integers(0, len(parent) - 1))
        change = draw(st.sampled_from(("drop", "copy", "swap")))
        if change == "drop":
            del parent[key]
        elif change == "copy":
            parent.insert(other, _copied(value))
        else:
            parent[key], parent[other] = parent[other], value
    elif isinstance(parent, dict) and kind == "drop":
        del parent[key]


def _way(draw: st.DrawFn, root: Any) -> tuple[list[Any], list[Any]]:
    """Return containers from the root of a document to one of its parts, and the keys in them."""
    parents, keys = [root], [0]
    while isinstance(value := parents[-1][keys[-1]], dict | list) and value:
        if not draw(st.integers(0, 7)):
            break
        parents.append(value)
        choice = list(value) if isinstance(value, dict) else range(len(value))
        keys.append(draw(st.sampled_from(choice)))
    return parents, keys


def _in_place(root: Any, keys: Sequence[Any]) -> Iterator[Any]:
    """Yield the parts of a document in the same place; any entry of a list counts as the same."""
    if not keys:
        yield root
    elif isinstance(root, dict) and keys[0] in root:
        yield from _in_place(root[keys[0]], keys[1:])
    elif isinstance(root, list):
        for each in root:
            yield from _in_place(each, keys[1:])


@st.composite
def documents(draw: st.DrawFn, seeds: Sequence[Any], foreign: Sequence[Any] = ()) -> bytes:
    """JSON files: mutated trees, half of them nearly valid, now and then with mutated bytes."""
    if draw(st.booleans()):
        return json_text(draw(similar(seeds)))
    text = json_text(draw(trees(seeds, foreign)))
    return text if draw(st.integers(0, 11)) else draw(noisy([text]))


@st.composite
def noisy(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """Mutated bytes: cut, doubled, flipped, replaced, with noise between them."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.sampled_from((1, 1, 2, 3, 6)))):
        begin = draw(st.integers(0, len(data)))
        end = min(len(data), begin + draw(st.sampled_from((0, 1, 1, 2, 5, 40, 1000))))
        kind = draw(st.sampled_from(("noise", "noise", "cut", "rest", "copy", "flip", "wide")))
        if kind == "noise":
            data = data[:begin] + draw(st.sampled_from(NOISE)) + data[end:]
        elif kind == "cut":
            data = data[:begin] + data[end:]
        elif kind == "rest":
            data = data[:begin]
        elif kind == "copy":
            data = data[:end] + data[begin:end] * draw(st.sampled_from((1, 2, 50))) + data[end:]
        elif kind == "flip" and begin < len(data):
            flipped = data[begin] ^ (1 << draw(st.integers(0, 7)))
            data = data[:begin] + bytes([flipped]) + data[begin + 1 :]
        elif kind == "wide":
            data = data.decode("utf-8", "replace").encode("utf-16")
    return data


@st.composite
def lines(draw: st.DrawFn, seeds: Sequence[str], foreign: Sequence[str]) -> bytes:
    """Texts of lines: some dropped, doubled, swapped, edited or replaced by foreign ones."""
    rows = draw(st.sampled_from(seeds)).splitlines()
    for _ in range(draw(st.sampled_from((1, 1, 2, 3, 5)))):
        at = draw(st.integers(0, max(0, len(rows) - 1)))
        kind = draw(
            st.sampled_from(("edit", "edit", "edit", "drop", "copy", "insert", "cut", "swap"))
        )
        if kind == "insert" or not rows:
            rows.insert(at, draw(st.sampled_from(foreign)))
        elif kind == "drop":
            del rows[at]
        elif kind == "copy":
            rows[at:at] = [rows[at]] * draw(st.sampled_from((1, 2, 100)))
        elif kind == "cut":
            del rows[at:]
        elif kind == "swap":
            other = draw(st.integers(0, len(rows) - 1))
            rows[at], rows[other] = rows[other], rows[at]
        else:
            rows[at] = _edited(draw, rows[at])
    end = draw(st.sampled_from(("\n", "\n", "\n", "\r\n", "\r", "")))
    text = ("\n" if end == "" else end).join(rows) + end
    data = text.encode("utf-8", "surrogatepass")
    return data if draw(st.integers(0, 11)) else draw(noisy([data]))


@st.composite
def texts(draw: st.DrawFn, seeds: Sequence[str]) -> str:
    """A word or a line, edited."""
    text = draw(st.sampled_from(seeds))
    for _ in range(draw(st.sampled_from((1, 1, 2, 3, 0)))):
        text = _edited(draw, text)
    return text


def _edited(draw: st.DrawFn, text: str) -> str:
    """Change a word or a character of a line."""
    kind = draw(
        st.sampled_from(("word", "word", "letter", "case", "add", "drop", "whole", "twice"))
    )
    if kind == "whole":
        return draw(st.sampled_from(STRINGS))
    if kind == "case":
        return draw(st.sampled_from((text.upper(), text.title(), text.replace("_", " "))))
    if kind == "twice":
        # Thousands of commands in one session may take their time.
        one_line = len(text) < 100 and not {"\r", "\n"} & set(text)
        return " ".join([text] * draw(st.sampled_from((2, 2, 500 if one_line else 2))))
    if kind == "letter" and text:
        at = draw(st.integers(0, len(text) - 1))
        return (
            text[:at]
            + draw(st.sampled_from(("", "\x1b", "é", "9", ":", "=", " ")))
            + text[at + 1 :]
        )
    words = text.split(" ")
    at = draw(st.integers(0, len(words) - 1))
    if kind == "add":
        words.insert(at, draw(st.sampled_from(STRINGS)))
    elif kind == "drop":
        del words[at]
    else:
        words[at] = draw(st.sampled_from((*STRINGS, words[at][:2], words[at] * 3)))
    return " ".join(words)
