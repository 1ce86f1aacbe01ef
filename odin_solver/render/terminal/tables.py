"""Tables without lines, for reports in a terminal."""

from rich.table import Table


def plain_table(*justify: str) -> Table:
    """Return a table without titles: columns ``left``, which may be folded, or ``right``."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    for side in justify:
        right = side == "right"
        table.add_column(justify="right" if right else "left", overflow="fold", no_wrap=right)
    return table


def labelled_table() -> Table:
    """Return a table of bold labels with texts."""
    table = plain_table("left", "left")
    table.columns[0].style = "bold"
    table.columns[0].no_wrap = True
    return table
