"""The process of a contender: solves one task and writes a line per message.

Started by `benchmarks.measure`: ``python -m benchmarks.child JOB``.
"""

import os
import sys
import time
from fractions import Fraction
from typing import Any

import msgspec


class ChildJob(msgspec.Struct):
    """What to solve; `until` by `time.monotonic`, a clock that all processes share."""

    contender: str
    instance: str
    until: float
    threads: int
    seed: int


class ProgressMessage(msgspec.Struct, tag="news"):
    """Value and bound of a level at a time."""

    at: float
    level: int
    value: str | None
    bound: str | None


class Last(msgspec.Struct, tag="answer"):
    """The answer: a layout as in position files, and value and bound of every level."""

    at: float
    after: dict[str, Any]
    levels: list[tuple[str, str | None]]
    solver: str
    version: str


class NoAnswer(msgspec.Struct, tag="nothing"):
    """There was no answer in time."""

    at: float


Message = ProgressMessage | Last | NoAnswer


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def main() -> None:
    """Do the job given as the only argument."""
    job = msgspec.json.decode(sys.argv[1], type=ChildJob)
    # Solvers sometimes print to standard output: keep the stream of messages to ourselves.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def write(message: Message) -> None:
        sink.write(msgspec.json.encode(message) + b"\n")
        sink.flush()

    def tell(level: int, value: Fraction | None, bound: Fraction | None) -> None:
        write(ProgressMessage(time.monotonic(), level, _text(value), _text(bound)))

    engines = None
    if job.contender == "ours":  # they start first, as in `odin solve`
        from odin_solver.placement.engines import Engines

        engines = Engines().__enter__()

    from benchmarks.contender import ContenderTask
    from benchmarks.contenders import CONTENDERS
    from odin_solver.notation.positions import position_data, read_position
    from odin_solver.placement.objective import choose_objective

    position = read_position(job.instance)
    chosen = choose_objective(position)
    task = ContenderTask(position, chosen, job.until, job.threads, job.seed, engines)
    answer = CONTENDERS[job.contender](task, tell)
    at = time.monotonic()
    if answer is None:
        write(NoAnswer(at))
    else:
        levels = [(str(level.value), _text(level.bound)) for level in answer.levels]
        after = position_data(answer.after)
        write(Last(at, after, levels, answer.solver, answer.version))
    sink.flush()
    # Hanging solver threads must not keep the process alive. Engines end with it.
    os._exit(0)


if __name__ == "__main__":
    main()
