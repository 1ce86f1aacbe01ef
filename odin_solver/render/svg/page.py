"""Arrangement of boxes of different sizes on a page."""

from collections.abc import Sequence

Size = tuple[float, float]


def arrange(
    sizes: Sequence[Size], page_width: float, gap: float
) -> tuple[list[tuple[float, float]], float, float]:
    """Arrange boxes in reading order: shelves from the top, columns of boxes on a shelf.

    A box goes below the previous one if the shelf is high enough for both, otherwise beside it,
    otherwise on a new shelf.

    Returns
    -------
    places, width, height
        Upper left corner of each box, and the size of the whole.
    """
    places: list[tuple[float, float]] = []
    shelf_top = shelf_height = 0.0
    column_left = column_width = column_bottom = 0.0
    for width, height in sizes:
        below = column_bottom + gap
        beside = column_left + column_width + gap
        if not places:
            x = y = 0.0
            shelf_height = column_bottom = height
            column_width = width
        elif below + height <= shelf_top + shelf_height and column_left + width <= page_width:
            x, y = column_left, below
            column_width, column_bottom = max(column_width, width), y + height
        elif beside + width <= page_width:
            x, y = beside, shelf_top
            column_left, column_width, column_bottom = x, width, y + height
            shelf_height = max(shelf_height, height)
        else:
            x, y = 0.0, shelf_top + shelf_height + gap
            shelf_top, shelf_height = y, height
            column_left, column_width, column_bottom = x, width, y + height
        places.append((x, y))
    right = max((x + w for (x, _), (w, _) in zip(places, sizes, strict=True)), default=0.0)
    bottom = max((y + h for (_, y), (_, h) in zip(places, sizes, strict=True)), default=0.0)
    return places, right, bottom
