"""What environments show: text, and pictures as arrays."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from odin_solver.render.png import png_from

METADATA: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

FRAME = (1280, 960)
"""Width and height of each picture, so that they make a video."""

Shown = str | npt.NDArray[np.uint8] | None


def shown(mode: str | None, thing: object, draw: Callable[[], str]) -> Shown:
    """Return a thing as text, or its picture on white paper.

    Parameters
    ----------
    mode
        The render mode; None shows nothing.
    draw
        Returns the picture as SVG.
    """
    if mode == "ansi":
        return str(thing)
    if mode is None:
        return None
    from PIL import Image, ImageOps

    with Image.open(BytesIO(png_from(draw()))) as picture:
        return np.asarray(ImageOps.pad(picture.convert("RGB"), FRAME, color="white"))
