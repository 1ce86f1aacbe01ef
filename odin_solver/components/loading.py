"""Loading of the component files shipped with the package."""

import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

Part = TypeVar("Part")
Key = TypeVar("Key", bound=Hashable)


def component_file(name: str) -> dict[str, Any]:
    """Read a TOML file of ``odin_solver/components/data``."""
    return tomllib.loads((Path(__file__).parent / "data" / name).read_text(encoding="utf-8"))


def keyed(parts: Iterable[Part], key: Callable[[Part], Key]) -> Mapping[Key, Part]:
    """Return a read-only mapping of the parts by key, in their order."""
    table: dict[Key, Part] = {}
    for part in parts:
        if key(part) in table:
            raise ValueError(f"duplicate key {key(part)!r}")
        table[key(part)] = part
    return MappingProxyType(table)
