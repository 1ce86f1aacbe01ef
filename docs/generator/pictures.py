"""Pictures of the documentation, from the running program: ``nox -s pictures``.

Those of the page are made by ``tests/web/browser/test_pictures.py``, which also compares them.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.text import Text

from benchmarks.planner import SettingResults, load

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RESULTS = ROOT / "benchmarks" / "results" / "planner.json"
WIDTH = 80
TERMINAL = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; \
line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">\
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" \
clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Frame of a terminal without fonts from the network."""


def main() -> None:
    """Write the pictures."""
    odin("example", "late-home", "-o", str(ROOT / "build" / "late-home.json"))
    picture = ["--png", str(DOCS / "late-home.png"), "--time-limit", "120", "--quiet"]
    odin("solve", str(ROOT / "build" / "late-home.json"), *picture)
    played = odin("puzzle", "play", "first-steps/1", typed="hint\nsilverware d1:d3\nquit\n")
    write("terminal-puzzle.svg", terminal("odin puzzle play first-steps/1", played))
    write("strength.svg", strength(load(RESULTS)))


def odin(*arguments: str, typed: str = "") -> str:
    """Run a command in colour, at home in `build`; return what it prints."""
    home = ROOT / "build" / "pictures"
    home.mkdir(parents=True, exist_ok=True)
    changes = {"FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "ODIN_DATA_DIR": str(home)}
    line = [sys.executable, "-m", "odin_cli", "--language", "en", *arguments]
    done = subprocess.run(
        line, env=os.environ | changes, input=typed, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 3):
        sys.exit(f"odin {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def terminal(command: str, printed: str) -> str:
    """Return a picture of a terminal."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(printed))
        return console.export_svg(title=command, code_format=TERMINAL, unique_id="odin")


def strength(results: list[SettingResults]) -> str:
    """Return a chart of the mean scores without occupations, by playouts."""
    width, height, left, bottom = 640, 320, 50, 270
    parts = []
    for score in range(60, 161, 20):
        y = _height(score)
        parts.append(f'<path d="M{left} {y:.0f}H{width - 60}" stroke="#8884"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.0f}" text-anchor="end">{score}</text>')
    for length, colour in (("long", "#2a6fb0"), ("short", "#c0622d")):
        points = dict(_means(results, length))
        steps = sorted(points)
        spots = [(left + 40 + at * 90, _height(points[step])) for at, step in enumerate(steps)]
        line = " ".join(f"{x} {y:.1f}" for x, y in spots)
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), step in zip(spots, steps, strict=True):
            label = str(step) if step else "greedy"
            parts.append(f'<circle cx="{x}" cy="{y:.1f}" r="4" fill="{colour}"/>')
            parts.append(
                f'<text x="{x}" y="{y - 9:.1f}" text-anchor="middle">{points[step]:.0f}</text>'
            )
            if length == "long":
                parts.append(f'<text x="{x}" y="{bottom + 20}" text-anchor="middle">{label}</text>')
        x, y = spots[-1]
        parts.append(f'<text x="{x + 14}" y="{y + 4:.1f}" fill="{colour}">{length}</text>')
    parts.append(
        f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle">playouts for each '
        "placement of Vikings</text>"
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="13" fill="#777">\n{body}\n</svg>\n'
    )


def _means(results: list[SettingResults], length: str) -> Iterator[tuple[int, float]]:
    """Yield playouts and mean scores; greedy has no playouts."""
    for each in results:
        of = each.setting
        if of.length != length or of.occupations != "none" or of.player == "random":
            continue
        playouts = of.playouts or 0
        if playouts <= 3200:
            yield playouts, fmean(each.scores.values())


def _height(score: float) -> float:
    return 270 - (score - 60) * 2.3


def write(name: str, text: str) -> None:
    """Write a picture of the documentation."""
    (DOCS / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
