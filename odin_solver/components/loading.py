"""Loading of the component files shipped with the package."""

import tomllib
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

Part = TypeVar("Part")
Key = TypeVar("Key", bound=Hashable)


def component_file(name: str) -> dict[str, Any]:
    """Read a TOML file of ``odin_solver/components/data``."""
    return tomllib.loads((Path(__file__).parent / "data" / name).read_text(encoding="utf-8"))


def keyed(file: str, name: str, kind: type[Part], key: Callable[[Part], Key]) -> Mapping[Key, Part]:
    """Return the parts of a table of a component file by key, in their order."""
    entries: Any = component_file(file)[name]
    parts = msgspec.convert(entries, list[kind])  # type: ignore[valid-type]  # known when it runs
    table = {key(part): part for part in parts}
    if len(table) < len(parts):
        raise ValueError(f"{file}: a key is there twice")
    return MappingProxyType(table)
