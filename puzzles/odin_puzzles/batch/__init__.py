"""Many puzzles over many processes or machines, in runs that can be killed and go on."""

from odin_puzzles.batch.run import Order, State, finished, make, make_into
from odin_puzzles.batch.store import Folder, file_name, puzzle_text

__all__ = [
    "Folder",
    "Order",
    "State",
    "file_name",
    "finished",
    "make",
    "make_into",
    "puzzle_text",
]
