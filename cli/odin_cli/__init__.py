"""The ``odin`` command: thin click commands over the library ``odin_solver``."""

import odin_puzzles  # noqa: F401  registers the kinds of files of puzzles
