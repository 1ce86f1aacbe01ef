"""``odin bench``: how well agents play."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from rich.table import Table

from odin_cli.commands import argument, choice, command, number
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import JSON, QUIET, output_option
from odin_cli.output import check_writable, print_json, stdout_console, tell_stopped
from odin_cli.progress import tracked
from odin_solver.bench import (
    GREEDY,
    KINDS,
    Agent,
    Kind,
    Result,
    Series,
    agent_from,
    mean_error,
    references,
    result,
    result_from,
    series,
)
from odin_solver.errors import InputError
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.files import write_file
from odin_solver.support.language import json_bytes, mark, say, say_decimal

if TYPE_CHECKING:
    from odin_solver.bench import Reference

PLAYERS = {
    "planner": mark("planner"),
    "all luck known": mark("all luck known"),
    "solver": mark("solver"),
}


@command("odin bench agent.py --games 20")
def bench(
    sources: tuple[str, ...] = argument("FILE...", nargs=-1, required=True),
    games: int = number("Games of each kind; their seeds begin with 1.", 1, 100_000, default=20),
    kind: Kind | None = choice("Only games of this kind.", among=KINDS),
    output: str | None = output_option("Write the result of the agent to a JSON file."),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> int:
    """Let agents play fixed seeds, and compare their scores.

    FILE is an agent, a Python file with a function act(observation) that returns the number of a
    move, or lay(observation) for placing, or a result that -o wrote. The greedy policy plays the
    same seeds; Gymnasium is needed. Ctrl-C compares what is played.
    """
    agents = [agent_from(each) for each in sources if each.endswith(".py")]
    results = [result_from(each) for each in sources if not each.endswith(".py")]
    if output and len(agents) != 1:
        raise InputError.said("--output: expected one agent, got {n}", n=len(agents))
    check_writable(output, inputs=sources)
    kinds = [kind] if kind else list(KINDS)
    stopped = False
    played: list[Series] = []
    for agent in agents:
        played, stopped = _played(agent, [kind] if kind else agent.kinds, games, quiet)
        results.append(result(agent, played))
        if stopped:
            break
    needed = {k: max(_lengths(results, k), default=0) for k in kinds}
    greedy: list[Series] = []
    for each, most in needed.items():
        if most and not stopped:
            found, stopped = _played(GREEDY, [each], most, quiet)
            greedy += found
    if stopped:
        tell_stopped(say("the games so far are compared"))
    if as_json:
        print_json({"schema": 1, "greedy": greedy, "results": results, "others": references()})
    else:
        stdout_console().print(_table(kinds, results, greedy, references()))
    if output:  # last: a full disk loses no scores
        write_file(output, json_bytes(msgspec.to_builtins(result(agents[0], played))) + b"\n")
    return INTERRUPTED if stopped else 0


def _lengths(results: Iterable[Result], kind: str) -> list[int]:
    return [len(each.scores) for found in results for each in found.series if each.kind == kind]


def _played(
    agent: Agent, kinds: Sequence[Kind], games: int, quiet: bool
) -> tuple[list[Series], bool]:
    """Return the games of an agent, and whether Ctrl-C ended them."""
    found: dict[Kind, Series] = {}
    try:
        for kind in kinds:
            for so_far in tracked(
                series(agent, kind, games), games, f"{agent.name}, {kind}", quiet
            ):
                found[kind] = so_far
    except KeyboardInterrupt:
        return list(found.values()), True
    return list(found.values()), False


def _table(
    kinds: Sequence[Kind],
    results: Sequence[Result],
    greedy: Sequence[Series],
    others: "Sequence[Reference]",
) -> Table:
    table = titled_table(
        ("whole", say("player")),
        ("right", say("games")),
        ("right", say("score")),
        ("right", say("to greedy")),
        ("right", say("illegal")),
        ("right", say("ms a move")),
    )
    for kind in kinds:
        rows = [
            (found.agent, each) for found in results for each in found.series if each.kind == kind
        ]
        if not rows:
            continue
        table.add_row(kind, style="bold")
        base = next((each for each in greedy if each.kind == kind), None)
        for player, each in [*([(say("greedy"), base)] if base else []), *rows]:
            table.add_row(
                f"  {player}",
                str(len(each.scores)),
                _measured(each.scores),
                "" if each is base or base is None else _more(each, base),
                str(each.illegal),
                say_decimal(1000 * each.seconds / each.moves, ".2f"),
            )
        for other in others:
            if other.kind == kind:
                error = "" if other.error is None else f" ± {say_decimal(other.error)}"
                score = say_decimal(other.mean) + error
                table.add_row(f"  {say(PLAYERS[other.player])}", str(other.games), score)
    return table


def _more(each: Series, base: Series) -> str:
    both = zip(each.scores, base.scores, strict=False)
    return _measured([ours - theirs for ours, theirs in both], sign="+")


def _measured(values: Sequence[float], sign: str = "") -> str:
    mean = sum(values) / len(values)
    begun = sign if mean >= 0 else ""
    return f"{begun}{say_decimal(mean)} ± {say_decimal(mean_error(values))}"
