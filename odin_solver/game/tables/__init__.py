"""Files for a table: a game as it stands, without its history."""

from odin_solver.game.tables.reading import parse_table, table_from
from odin_solver.game.tables.writing import table_data, table_text

__all__ = ["parse_table", "table_data", "table_from", "table_text"]
