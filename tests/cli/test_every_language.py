"""Commands in Ukrainian: a word in Latin letters is one that nobody translated."""

import re

import pytest

from tests.cli.process import odin_typed
from tests.cli.test_every_command import COMMANDS, folders, runs_of

__all__ = ["folders"]

LATIN = re.compile(r"[A-Za-z]{3,}")

NAMES = re.compile(r"odin|Odin|\S*[/\\.=@_-]\w\S*|Ctrl-C|Graenaland|JSON")
"""Names, files, options, what is typed in."""


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("command", [name for name in COMMANDS if COMMANDS[name]])
def test_a_command_says_nothing_in_english(command: str) -> None:
    for words, _ in runs_of(command):
        if "--json" in words:
            continue
        result = odin_typed("--language", "uk", *command.split(), *words, stdin="quit\n")
        foreign = [
            line
            for line in (result.out + result.err).splitlines()
            if LATIN.search(NAMES.sub("", line))
        ]
        for line in foreign:
            print("   >>", line)
