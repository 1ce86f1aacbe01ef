"""Icons: coins, lumps, logs, small tiles, and the gradients they share."""

from odin_solver.components import TILES, Color
from odin_solver.components.signs import sign_of_item
from odin_solver.render import palette
from odin_solver.render.palette import Paint
from odin_solver.render.svg.font import MIDDLE
from odin_solver.render.svg.markup import element, number
from odin_solver.render.svg.outline import rounded_path


def gradients() -> list[str]:
    """Return definitions of the gradients: one per tile colour, coin, sea and wood."""

    def linear(name: str, first: str, last: str) -> str:
        return element(
            "linearGradient",
            element("stop", offset=0, stop_color=first),
            element("stop", offset=1, stop_color=last),
            id=name,
            x1=0,
            y1=0,
            x2=0,
            y2=1,
        )

    def radial(name: str, paint: Paint) -> str:
        return element(
            "radialGradient",
            element("stop", offset=0, stop_color=paint.light),
            element("stop", offset=1, stop_color=paint.fill),
            id=name,
            cx=0.38,
            cy=0.32,
            r=0.75,
        )

    paints = {str(color): paint for color, paint in palette.COLOR_PAINTS.items()}
    paints["special"] = palette.SPECIAL
    flat = {name: paint for name, paint in paints.items() if name != Color.SILVER}
    return [
        *(
            linear(name, mix(paint.light, paint.fill, 0.6), paint.fill)
            for name, paint in flat.items()
        ),
        radial("coin", palette.COIN),
        radial("silver", palette.COLOR_PAINTS[Color.SILVER]),
        linear("sea", palette.SEA.fill, mix(palette.SEA.fill, palette.SEA.dark, 0.45)),
        linear("frame", palette.FRAME.light, palette.FRAME.fill),
    ]


def mix(first: str, second: str, share: float) -> str:
    """Return a colour between two others, as ``#rrggbb``."""
    channels = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def coin(
    x: float,
    y: float,
    radius: float,
    paint: Paint = palette.COIN,
    gradient: str = "coin",
    **more: str,
) -> str:
    """Draw a coin with a rim."""
    size = number(radius)
    around = f"M{number(x - radius)} {number(y)}a{size} {size} 0 1 1 {number(2 * radius)} 0"
    around += f"a{size} {size} 0 1 1 {number(-2 * radius)} 0z"
    return element(
        "path", d=around, fill=f"url(#{gradient})", stroke=paint.dark, stroke_width=1.5, **more
    ) + element(
        "circle",
        cx=x,
        cy=y,
        r=radius * 0.78,
        fill="none",
        stroke=paint.dark,
        stroke_width=radius / 18,
        opacity=0.55,
    )


def lump(x: float, y: float, radius: float, paint: Paint, **more: str) -> str:
    """Draw a lump of ore or stone with two facets."""

    def shape(*points: tuple[float, float]) -> str:
        return (
            "M"
            + "L".join(f"{number(x + a * radius)} {number(y + b * radius)}" for a, b in points)
            + "Z"
        )

    outline = shape(
        (-0.95, 0.25),
        (-0.72, -0.5),
        (-0.15, -0.86),
        (0.5, -0.72),
        (0.95, -0.1),
        (0.8, 0.62),
        (0.1, 0.9),
        (-0.65, 0.75),
    )
    facet = shape((-0.72, -0.5), (-0.15, -0.86), (0.5, -0.72), (0.22, -0.32), (-0.35, -0.22))
    shade = shape((0.95, -0.1), (0.8, 0.62), (0.1, 0.9), (0.35, 0.35), (0.22, -0.32), (0.5, -0.72))
    return (
        element(
            "path",
            d=outline,
            fill=paint.fill,
            stroke=paint.dark,
            stroke_width=1.5,
            stroke_linejoin="round",
            **more,
        )
        + element("path", d=facet, fill=paint.light, opacity=0.75)
        + element("path", d=shade, fill=paint.dark, opacity=0.28)
    )


def log(x: float, y: float, radius: float, paint: Paint, **more: str) -> str:
    """Draw a log with its cut end."""
    r = radius
    body = (
        f"M{number(x - 0.55 * r)} {number(y - 0.55 * r)}H{number(x + 0.75 * r)}"
        f"a{number(0.25 * r)} {number(0.55 * r)} 0 0 1 0 {number(1.1 * r)}"
        f"H{number(x - 0.55 * r)}Z"
    )
    end: dict[str, str | float] = {"cx": x - 0.55 * r, "cy": y, "stroke": paint.dark}
    return (
        element("path", d=body, fill=paint.fill, stroke=paint.dark, stroke_width=1.5, **more)
        + element("ellipse", **end, rx=0.36 * r, ry=0.55 * r, fill=paint.light, stroke_width=1.5)
        + element("ellipse", **end, rx=0.17 * r, ry=0.28 * r, fill="none")
    )


def item_icon(item: str, x: float, y: float, width: float, height: float) -> str:
    """Draw an item that a bonus gives, within a box around a point."""
    paint = palette.paint_of_item(item)
    radius = min(width, height) / 2
    if item == "silver":
        return coin(x, y, radius, paint, "silver")
    if item in ("ore", "stone"):
        return lump(x, y, radius, paint)
    if item == "wood":
        return log(x, y, radius, paint)
    tile = TILES.get("altar" if item == "altar_once" else item)
    if tile is None:
        return _other_icon(item, x, y, radius, paint)
    columns, rows = len(tile.shape[0]), len(tile.shape)
    cells = tile.cells
    if rows > columns:
        cells, columns, rows = tuple((b, a) for a, b in cells), rows, columns
    size = min(width / columns, height / rows, 11)
    at = (x - columns * size / 2, y - rows * size / 2)
    return element(
        "path",
        d=rounded_path(cells, size, radius=min(2.5, size / 3), at=at),
        fill=paint.fill,
        stroke=paint.dark,
        stroke_width=1,
    )


def _other_icon(item: str, x: float, y: float, radius: float, paint: Paint) -> str:
    """Draw a house, a sword or a card."""
    r = radius
    if item == "stone_house":
        stone = palette.COLOR_PAINTS[Color.STONE]
        walls = (
            f"M{number(x - 0.8 * r)} {number(y + r)}v{number(-r)}l{number(0.8 * r)} {number(-r)}"
        )
        walls += f"l{number(0.8 * r)} {number(r)}v{number(r)}z"
        return element("path", d=walls, fill=stone.fill, stroke=stone.dark, stroke_width=1.5)
    if item == "long_sword":
        steel = palette.COLOR_PAINTS[Color.SILVER]
        a, b, c = 0.9 * r, 0.75 * r, 0.7 * r
        blade = f"M{number(x - a)} {number(y + a)}L{number(x + a)} {number(y - a)}"
        guard = f"M{number(x - b)} {number(y + b - c)}l{number(c)} {number(c)}"
        return element("path", d=blade, stroke=steel.dark, stroke_width=3.4) + element(
            "path", d=guard, stroke=paint.dark, stroke_width=2.4
        )
    return element(
        "rect",
        x=x - 0.7 * r,
        y=y - r,
        width=1.4 * r,
        height=2 * r,
        rx=2,
        fill=paint.light,
        stroke=paint.dark,
        stroke_width=1.2,
    ) + element(
        "text",
        sign_of_item(item),
        x=x,
        y=y + MIDDLE * 0.8 * r,
        font_size=0.8 * r,
        font_weight=700,
        text_anchor="middle",
        fill=paint.ink,
    )
