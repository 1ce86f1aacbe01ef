"""``odin solve --batch``: many positions, one line of JSON each."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click

import odin_puzzles  # noqa: F401  workers import this module alone
from odin_cli.commands import BAD_INPUT, UNPROVEN
from odin_cli.output import tell_stopped
from odin_cli.progress import progress_bar
from odin_solver.errors import InputError, OdinError
from odin_solver.notation.kinds import position_in
from odin_solver.placement.solution import Status
from odin_solver.questions.placement import PositionSolve, Solved
from odin_solver.rules.layout import position_violations
from odin_solver.support.decoding import decode
from odin_solver.support.files import append, locked
from odin_solver.support.language import mark, say
from odin_solver.support.parallel import parallel_map
from odin_solver.support.reading import decoded, read_text
from odin_solver.support.text import reason_of

ENDINGS = (".json", ".toml", ".log")
"""Endings of the files that a batch solves."""


def solve_batch(
    folder: Path,
    asked: PositionSolve,
    *,
    out: str | None,
    jobs: int,
    cluster: str | None,
    quiet: bool,
) -> int:
    """Solve all files of a folder whose lines `out` lacks; return the exit code."""
    request = {
        "objective": asked.objective,
        "settings": asked.weights,
        "rounds_left": asked.rounds_left,
        "time_limit": asked.seconds,
        "workers": asked.workers,
        "seed": asked.seed,
    }
    files = _files(folder)
    target = None if out is None else Path(os.path.realpath(out))
    if target and target.suffix in ENDINGS and target.parent == Path(os.path.realpath(folder)):
        raise InputError.said(
            "--out {out}: expected a file that is not among the positions", out=out
        )
    lines: dict[str, dict[str, Any]] = {}
    stopped = False
    with _output(out) as (known, add):
        tasks = []
        for file in files:
            try:
                text = read_text(file)
            except InputError as error:
                line = {"file": file.name, "key": _key(request, str(error)), "error": str(error)}
            else:
                key = _key(request, text)
                line = known.get((file.name, key), {})
                if not line:
                    tasks.append((file.name, text, key, asked))
                    continue
            if (file.name, line["key"]) not in known:
                add(line)
            lines[file.name] = line
        if lines and not quiet:
            click.echo(
                say(
                    "{n} of {total} positions are in the output already",
                    n=len(lines),
                    total=len(files),
                ),
                err=True,
            )
        with progress_bar(say("positions"), len(files), quiet) as update:
            update(len(lines))
            try:
                for line in parallel_map(answer, tasks, jobs=jobs, cluster=cluster):
                    add(line)
                    lines[line["file"]] = line
                    update(len(lines))
            except KeyboardInterrupt:
                stopped = True
    if stopped:
        told = say("positions done: {n} of {total}", n=len(lines), total=len(files))
        return tell_stopped(
            say("{what}; the same command resumes the run", what=told) if out else told
        )
    if errors := sum("error" in line for line in lines.values()):
        click.echo(
            say("odin: files with errors: {n} of {total}", n=errors, total=len(files)), err=True
        )
        return BAD_INPUT
    proven = sum(line.get("status") == str(Status.OPTIMAL) for line in lines.values())
    return 0 if proven == len(files) else UNPROVEN


def _key(request: dict[str, Any], text: str) -> str:
    """Return a digest of a file's content and the options."""
    content = json.dumps([request, text])
    return hashlib.sha256(content.encode(errors="replace")).hexdigest()[:16]


def answer(name: str, text: str, key: str, asked: PositionSolve) -> dict[str, Any]:
    """Return the line of a file: its solution, or why there is none."""
    from odin_solver.placement.solve import solve

    line = {"file": name, "key": key}
    try:
        position = position_in(text, name)
        task = asked.task(position)
        for violation in position_violations(position):
            raise InputError.said(
                "{name}: the position is not legal: {message}", name=name, message=violation.message
            )
        solution = solve(position, task.objective, limits=asked.limits)
        return {**line, **asked.data(Solved(task, None, solution))}
    except OdinError as error:
        return {**line, "error": str(error)}
    except Exception as error:  # one file must not stop the others
        kind = type(error).__name__
        return {**line, "error": say("internal error: {kind}: {error}", kind=kind, error=error)}


def _files(folder: Path) -> Sequence[Path]:
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS)
    except OSError as error:
        raise InputError.said(
            "--batch {folder}: {reason}", folder=folder, reason=reason_of(error)
        ) from None
    files = [path for path in files if path.is_file() and not path.name.startswith(".")]
    if not files:
        raise InputError.said(
            "--batch {folder}: expected files ending in {names}",
            folder=folder,
            names=", ".join(ENDINGS),
        )
    return files


@contextmanager
def _output(
    out: str | None,
) -> Iterator[tuple[dict[tuple[str, str], dict[str, Any]], Callable[[dict[str, Any]], None]]]:
    """Open the output: yields its lines by file and key, and a function that adds one."""
    if out is None:
        yield {}, lambda line: click.echo(json.dumps(line, separators=(",", ":")))
        return
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(out, seconds=0))
            file = stack.enter_context(open(out, "a+b", buffering=0))
        except InputError as error:
            raise InputError.said("{field}: {problem}", field="--out", problem=error) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError.said(
                "--out: cannot write {out}: {reason}", out=out, reason=reason
            ) from None

        def add(line: dict[str, Any]) -> None:
            try:
                append(file, json.dumps(line, separators=(",", ":")).encode() + b"\n")
            except OSError as error:
                raise InputError.said(
                    "--out: cannot write {out}: {reason}", out=out, reason=reason_of(error)
                ) from None

        yield _known(file, out), add


def _known(file: Any, out: str) -> dict[tuple[str, str], dict[str, Any]]:
    file.seek(0)
    content: bytes = file.read()
    whole = content.rfind(b"\n") + 1
    known: dict[tuple[str, str], dict[str, Any]] = {}
    for number, raw in enumerate(content[:whole].splitlines(), 1):
        at = f"--out {out}: line {number}"
        line = decode(decoded(raw, at), at, mark("a line of a batch"))
        if not isinstance(line, dict) or not all(
            isinstance(line.get(field), str) for field in ("file", "key")
        ):
            raise InputError.said("{at}: expected a line of a batch, with file and key", at=at)
        known[line["file"], line["key"]] = line
    if whole < len(content):
        file.truncate(whole)
    return known
