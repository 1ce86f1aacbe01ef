"""XML elements with escaped content."""

from functools import cache
from xml.sax.saxutils import escape, quoteattr


def number(value: float) -> str:
    """Format a coordinate with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: str | float) -> str:
    """Return an element with its children, which must be XML already (see `text`).

    Parameters
    ----------
    attributes
        Attributes in the given order. Underscores become hyphens, a trailing one is dropped
        (``class_``), and numbers are rounded.
    """
    written = "".join(
        [
            f"{_start(name)}{quoteattr(value)}"
            if isinstance(value, str)
            else f'{_start(name)}"{number(value)}"'
            for name, value in attributes.items()
        ]
    )
    if not children:
        return f"<{tag}{written}/>"
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def line_of_text(
    x: float,
    y: float,
    content: str,
    size: float,
    fill: str,
    anchor: str = "start",
    bold: bool = True,
    **more: str | float,
) -> str:
    """Draw a line of text on its baseline."""
    return element(
        "text",
        text(content),
        x=x,
        y=y,
        font_size=size,
        font_weight=700 if bold else 500,
        fill=fill,
        **({"text_anchor": anchor} if anchor != "start" else {}),
        **more,
    )


def picture(content: str, width: float, height: float, family: str) -> str:
    """Return a whole picture of some elements."""
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=family,
    )


@cache
def _start(name: str) -> str:
    return f" {name.rstrip('_').replace('_', '-')}="


def text(content: str) -> str:
    """Escape plain text; characters that XML cannot hold are dropped."""
    return escape("".join(char for char in content if char >= " " or char in "\t\n"))
