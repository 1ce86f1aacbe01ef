"""Solve a shipped position from Python, with progress, and read the solution.

Run it with ``python examples/solve_with_progress.py``.
"""

from odin_solver import Limits, Progress, example, solve
from odin_solver.notation.pieces import piece_text


def report(progress: Progress) -> None:
    """Print how far the search is; level 1 would be the second sum, or the ties."""
    if progress.level == 0:
        print(f"{progress.seconds:5.1f} s: value {progress.value}, bound {progress.bound}")


solution = solve(
    example("opening"),
    objective="final",
    limits=Limits(seconds=20, workers=2, seed=0),
    on_progress=report,
)
print(f"{solution.status}: {solution.value}, score {solution.score_after}")
for number, step in enumerate(solution.steps, 1):
    for at, piece in step:
        board = solution.after.boards[at].board
        print(f"{number:3}. {piece_text(piece, board)} on {board.name}")
