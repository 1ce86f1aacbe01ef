"""Feasts as plain data, for JSON."""

from typing import Any

from odin_solver.feast.best import Feast
from odin_solver.notation.positions import SCHEMA, number


def feast_data(feast: Feast) -> dict[str, Any]:
    """Return a feast as ``odin feast --json`` prints it; cells are counted from 0 at the left."""
    return {
        "schema": SCHEMA,
        "cells": feast.cells,
        "servings": [
            {
                "tile": each.tile.id,
                "start": each.start,
                "width": each.width,
                "lengthwise": each.lengthwise,
            }
            for each in feast.servings
        ],
        "empty": feast.empty,
        "loss": number(feast.loss),
        "eaten": dict(feast.eaten),
        "proven": feast.proven,
    }
