"""Drawings: lines of styled text for the terminal."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Joints of lines upwards, right, down and left, each of them none, light or heavy (base 3)."""

_ASCII = str.maketrans(
    {
        **dict.fromkeys(JOINTS[1:], "+"),
        **dict.fromkeys("─╴╶╾╼", "-"),
        **dict.fromkeys("━╸╺", "="),
        **dict.fromkeys("│┃╵╷╹╻╽╿", "|"),
        "░": "#",
        "█": "#",
        "·": ".",
        "×": "x",
        "−": "-",
        "→": ">",
        **{power: f"/{digit}" for digit, power in enumerate("¹²³⁴⁵", 1)},
    }
)
"""Replacements for terminals that only show ASCII."""

Segments = tuple[Segment, ...]


@dataclass(frozen=True)
class Drawing:
    """Lines of styled text that rich prints without wrapping."""

    lines: tuple[Segments, ...]

    @property
    def width(self) -> int:
        """Length of the longest line."""
        return max((sum(len(part.text) for part in line) for line in self.lines), default=0)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Yield the lines, in ASCII if the terminal shows nothing else."""
        for line in self.lines:
            for part in line:
                text = part.text.translate(_ASCII) if options.ascii_only else part.text
                yield Segment(text, part.style)
            yield Segment.line()

    def __rich_measure__(self, console: "Console", options: "ConsoleOptions") -> Measurement:
        """Return the width as minimum and maximum."""
        return Measurement(self.width, self.width)


def text_line(text: str, bold: bool = False, dim: bool = False) -> Segments:
    """Return a line of text in one style."""
    return (Segment(text, Style(bold=bold or None, dim=dim or None)),)
