"""The types of requests and replies for the page's scripts.

``python -m tests.web.contract`` writes them to ``web/types/contract.d.ts``, with which `tsc` checks
the scripts.
"""

import functools
import inspect
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect as types
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from odin_web.app import application
from odin_web.lan import LocalNetwork
from odin_web.ondemand import OnDemand
from odin_web.replies import Done, Fault, NothingAsked
from odin_web.searches import PlaceInLine, SearchBegun

FILE = Path(__file__).parents[2] / "web" / "types" / "contract.d.ts"

PARAMETER = re.compile(r"\{\w+(?::path)?\}")

HEAD = """\
/** What the server takes and gives: made by `python -m tests.web.contract`. */
"""


class Exchange(NamedTuple):
    """What an endpoint takes and gives; a search has events.

    Attributes
    ----------
    asked
        Type of the request, None for GET.
    answered
        Type of the answer.
    events
        Types of incumbents, parts and the result of a search.
    """

    asked: Any
    answered: Any
    events: tuple[Any, Any, Any] | None = None


def exchanges(of: Sequence[BaseRoute], prefix: str = "") -> Iterator[tuple[str, Exchange]]:
    """Yield the paths of all endpoints that answer with JSON, and their types."""
    for route in of:
        if isinstance(route, OnDemand):
            yield from exchanges(route.router().routes, prefix)
        elif isinstance(route, Mount):
            yield from exchanges(route.routes, prefix + route.path)
        elif isinstance(route, Route):
            is_post = "POST" in (route.methods or ())
            found = exchange_of(route.endpoint, is_post)
            if found is not None:
                yield PARAMETER.sub("${string}", prefix + route.path), found


def exchange_of(endpoint: Any, is_post: bool) -> Exchange | None:
    """Return what the function takes and gives that an endpoint wraps.

    What wraps none is a file, or something that is only done.
    """
    work = inspect.unwrap(endpoint)
    if work is endpoint:
        return Exchange(NothingAsked, Done) if is_post else None
    hints = get_type_hints(
        work.func if isinstance(work, functools.partial) else work, include_extras=True
    )
    answered = hints.pop("return")
    if answered is Response:
        return None
    taken = list(inspect.signature(work).parameters)
    asked = hints[taken[-1]] if is_post else None
    if not _is_callable(answered):
        return Exchange(asked, answered)
    (send, _), result = get_args(answered)
    return Exchange(asked, SearchBegun, (*get_args(send), result))


def _is_callable(kind: Any) -> bool:
    return getattr(get_origin(kind), "__name__", "") == "Callable"


class Declarations:
    """Types in TypeScript, and the declarations that they need."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}
        self.documents: set[str] = set()

    def of(self, kind: Any, *, asked: bool = False) -> str:
        """Return a type; that of a request may lack what has a default."""
        if isinstance(kind, UnionType):  # msgspec tells structs in a union apart by tags only
            return " | ".join(self.of(each, asked=asked) for each in get_args(kind))
        return self._written(types.type_info(kind), asked)

    def _written(self, kind: types.Type, asked: bool) -> str:
        match kind:
            case types.Metadata(type=inner, extra_json_schema=extra):
                if extra and "title" in extra:
                    self.documents.add(extra["title"])
                    # A file may be silent about anything.
                    return f"Partial<{extra['title']}>" if asked else str(extra["title"])
                return self._written(inner, asked)
            case types.AnyType():
                return "any"
            case types.NoneType():
                return "null"
            case types.BoolType():
                return "boolean"
            case types.IntType() | types.FloatType():
                return "number"
            case types.StrType():
                return "string"
            case types.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case types.EnumType(cls=cls):
                return " | ".join(json.dumps(each.value) for each in cls)
            case types.TupleType(item_types=items):
                return f"[{', '.join(self._written(each, asked) for each in items)}]"
            case types.CollectionType(item_type=item):
                written = self._written(item, asked)
                return f"({written})[]" if " | " in written else f"{written}[]"
            case types.DictType(value_type=value):
                return f"Record<string, {self._written(value, asked)}>"
            case types.UnionType(types=kinds):
                return " | ".join(self._written(each, asked) for each in kinds)
            case types.StructType(cls=cls):
                self._declare(cls, kind, asked)
                return str(cls.__name__)
            case types.TypedDictType(cls=cls, fields=fields):
                lines = [f"  {each.name}: {self._written(each.type, asked)};" for each in fields]
                self._add(cls, lines)
                return str(cls.__name__)
        raise NotImplementedError(kind)

    def _declare(self, cls: type[msgspec.Struct], kind: types.StructType, asked: bool) -> None:
        if cls.__name__ in self.made:
            return
        self.made[cls.__name__] = ""  # it may contain itself
        lines = []
        if kind.tag_field is not None:
            lines.append(f"  {kind.tag_field}: {json.dumps(kind.tag)};")
        hints = get_type_hints(cls)
        omitted = asked or cls.__struct_config__.omit_defaults
        for field in kind.fields:
            unset = msgspec.UnsetType in get_args(hints[field.name])
            may_lack = not field.required and (omitted or unset)
            name = field.encode_name + ("?" if may_lack else "")
            lines.append(f"  {name}: {self._written(field.type, asked)};")
        self._add(cls, lines)

    def _add(self, cls: type, lines: Sequence[str]) -> None:
        summary = (cls.__doc__ or "").partition("\n")[0]
        body = "\n".join(lines)
        self.made[cls.__name__] = (
            f"/** {summary} */\n" * bool(summary)
            + f"export interface {cls.__name__} {{\n{body}\n}}\n"
        )


def contract() -> str:
    """Return the declarations of everything that the routes take and give."""
    routes = application(network=LocalNetwork("http://127.0.0.1:8550/")).routes
    found = dict(sorted(exchanges(routes)))
    declared = Declarations()
    # Replies first: they say everything, where a request may be silent.
    given = {
        path: [declared.of(kind) for kind in (each.answered, *(each.events or ()))]
        for path, each in found.items()
    }
    for kind in (Fault, PlaceInLine):
        declared.of(kind)
    maps: dict[str, dict[str, str]] = {"Gets": {}, "Posts": {}, "Searches": {}}
    for path, each in found.items():
        answered, *events = given[path]
        if each.asked is None:
            maps["Gets"][path] = answered
            continue
        asked = declared.of(each.asked, asked=True)
        maps["Posts"][path] = f"{{ asked: {asked}; answered: {answered} }}"
        if events:
            names = ("incumbent", "part", "result")
            sent = "; ".join(map(": ".join, zip(names, events, strict=True)))
            maps["Searches"][path] = f"{{ asked: {asked}; {sent} }}"
    documents = ", ".join(sorted(declared.documents))
    imports = f'import type {{ {documents} }} from "./documents";\n'
    written = [_map(name, entries) for name, entries in maps.items()]
    declarations = [declared.made[name] for name in sorted(declared.made)]
    return "\n".join([HEAD + imports, *written, *declarations])


def _map(name: str, entries: Mapping[str, str]) -> str:
    """Return the type of a path's entry; a path with parameters has a pattern."""
    plain = [f'  "{path}": {entry};' for path, entry in entries.items() if "$" not in path]
    patterns = [
        f"  : Path extends `{path}`\n  ? {entry}" for path, entry in entries.items() if "$" in path
    ]
    return "\n".join(
        [
            f"interface Plain{name} {{",
            *plain,
            "}",
            "",
            f"export type {name}<Path> = Path extends keyof Plain{name}",
            f"  ? Plain{name}[Path]",
            *patterns,
            "  : never;",
            "",
        ]
    )


if __name__ == "__main__":
    FILE.write_text(contract(), encoding="utf-8")
