"""Reading the component files that are shipped inside the package."""

import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar

Part = TypeVar("Part")
Key = TypeVar("Key", bound=Hashable)


def component_file(name: str) -> dict[str, Any]:
    """Read one TOML file of ``odin_solver/components/data``."""
    text = (files("odin_solver.components") / "data" / name).read_text(encoding="utf-8")
    return tomllib.loads(text)


def keyed(parts: Iterable[Part], key: Callable[[Part], Key]) -> Mapping[Key, Part]:
    """Put the parts of a component file into a read-only table, in their order.

    Raises
    ------
    ValueError
        If two parts have the same key.
    """
    table: dict[Key, Part] = {}
    for part in parts:
        if key(part) in table:
            raise ValueError(f"{key(part)!r} is there twice")
        table[key(part)] = part
    return MappingProxyType(table)
