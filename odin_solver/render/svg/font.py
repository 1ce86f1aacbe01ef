"""Widths of text, so that pictures can choose a size or a shorter word.

The widths are those of Red Hat Display Bold, the font of the PNG pictures.
"""

from functools import lru_cache
from itertools import accumulate
from unicodedata import normalize

FONT = "Red Hat Display"

_FIRST = 32
_WIDTHS = (
    *(205, 227, 398, 724, 590, 776, 674, 232, 405, 405, 466, 600, 250, 455, 250, 495),
    *(678, 330, 600, 600, 656, 600, 600, 600, 600, 628, 250, 250, 600, 600, 600, 520),
    *(784, 715, 681, 719, 732, 636, 629, 792, 731, 259, 628, 672, 620, 871, 741, 811),
    *(671, 811, 669, 622, 641, 718, 715, 925, 680, 685, 613, 379, 502, 379, 567, 490),
    *(600, 543, 618, 526, 618, 579, 413, 614, 579, 230, 230, 545, 230, 891, 579, 609),
    *(618, 618, 388, 477, 406, 579, 559, 750, 535, 556, 488, 414, 314, 414, 589),
)
"""Advance widths of the printable ASCII characters in thousandths of the font size."""
_OTHER = 700

LINE = 1.12
"""Line height, relative to the font size."""

MIDDLE = 0.35
"""Distance from the middle of a line of capitals to its baseline, relative to the font size."""


def text_width(text: str, size: float) -> float:
    """Return the width of a line of bold text."""
    return sum(_thousandths(char) for char in text) * size / 1000


def _thousandths(char: str) -> int:
    index = ord(normalize("NFKD", char)[0]) - _FIRST
    return _WIDTHS[index] if 0 <= index < len(_WIDTHS) else _OTHER


@lru_cache(maxsize=2000)
def fit(
    name: str, width: float, height: float, largest: float, smallest: float
) -> tuple[tuple[str, ...], float] | None:
    """Return lines and the largest font size that fit a name into a box; None if none fits.

    Fewer lines are preferred among equal sizes.
    """
    best: tuple[tuple[str, ...], float] | None = None
    for lines in _splits(name):
        widest = max(text_width(line, 1) for line in lines)
        tallest = 0.8 + LINE * (len(lines) - 1)
        size = min(largest, width / widest, height / tallest)
        if size >= smallest and (best is None or size > best[1] + 0.5):
            best = lines, size
    return best


def wrapped(words: list[str], width: float, size: float) -> list[str]:
    """Wrap words into lines."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _splits(name: str) -> list[tuple[str, ...]]:
    """Split a name into one line, the two most even lines, and one line per word."""
    words = name.split(" ")
    splits: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1:
        ends = list(accumulate(len(word) + 1 for word in words))[:-1]
        middle = min(ends, key=lambda end: (abs(2 * end - len(name)), -end))
        splits.append((name[: middle - 1], name[middle:]))
    if len(words) > 2:
        splits.append(tuple(words))
    return splits
