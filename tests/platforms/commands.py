"""Runs commands in processes from which something is hidden."""

import shlex
import subprocess
from pathlib import Path

from tests.cli.process import COMMAND, Result, environment
from tests.timing import HANGING

ROOT = Path(__file__).parents[2]


class HiddenFrom:
    """A folder in which commands run without what `tests.platforms.hiding` hides.

    Parameters
    ----------
    folder
        An empty folder.
    hidden
        Variables of the environment that say what is hidden.
    """

    def __init__(self, folder: Path, **hidden: str) -> None:
        site = folder / "site"
        site.mkdir()
        text = f"import sys; sys.path.append({str(ROOT)!r}); import tests.platforms.hiding"
        (site / "sitecustomize.py").write_text(text)
        self.work = folder / "work"
        self.work.mkdir()
        data = {"ODIN_DATA_DIR": str(folder / "data"), "ODIN_CACHE_DIR": str(folder / "cache")}
        self.environment = environment(ODIN_DEBUG="1", **data, **hidden)
        self.environment["PYTHONPATH"] = f"{site}:{self.environment['PYTHONPATH']}"

    def odin(self, line: str) -> Result:
        """Run a command line."""
        return self.run(*COMMAND, *shlex.split(line))

    def run(self, *command: str) -> Result:
        """Run a program."""
        done = subprocess.run(
            command,
            cwd=self.work,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=HANGING,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def odin_each(self, lines: str) -> None:
        """Run one command line after the other; all have to succeed, if without a proof."""
        for line in lines.strip().splitlines():
            done = self.odin(line)
            assert done.code in (0, 3), (line, done.out[-500:], done.err[-2000:])
