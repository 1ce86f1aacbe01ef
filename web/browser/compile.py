"""Compiles the Python of the page, within Pyodide (`compile.mjs`).

``/site`` holds our packages and those that they need, ``/library`` Python's library. What the
application never imports is left out. What Pyodide needs itself stays in the library; the rest is
written to ``/packed``: names and sizes as JSON in a line, then the files, as one stream that xz
packs well.
"""

import ast
import json
import marshal
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

SITE, LIBRARY = Path("/site"), Path("/library")

ROOTS = ("odin_browser", "odin_web.app", "anyio._backends._asyncio", "_sysconfigdata")
ROOTS += ("encodings.ascii", "encodings.idna", "encodings.latin", "encodings.utf")
ROOTS += ("ctypes._layout",)
"""What is imported by the page's worker, in C or by a computed name; all that begins so."""

NEVER = (
    "_pydatetime _pyrepl argparse asyncio.proactor_events asyncio.windows_events bdb bz2 cmd code "
    "configparser ctypes.macholib ctypes.wintypes curses doctest email.generator email.policy "
    "ftplib getpass html.parser http.cookiejar http.server multiprocessing nturl2path optparse pdb "
    "platformdirs.android platformdirs.ios platformdirs.macos platformdirs.windows plistlib "
    "profile pstats pydoc rich.__main__ rich._win32_console rich._windows rich.live rich.status "
    "rich.syntax rich.traceback smtplib tarfile tkinter tracemalloc unittest uvicorn webbrowser "
    "xmlrpc"
)
"""What only other places import of the modules that the page needs."""

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""What says that no source is newer."""


def modules() -> dict[str, Path]:
    found = {}
    for folder in LIBRARY, SITE:
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a module may import; in ours also those that a string names.

    Behind a module may stand a name in it: ``module:name``.
    """
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    ours = name.startswith("odin_")
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                left += node.orelse
                continue
            case ast.Import():
                yield from (each.name for each in node.names)
            case ast.ImportFrom():
                above = package.split(".")[: len(package.split(".")) + 1 - node.level]
                base = ".".join([*(above if node.level else []), *filter(None, [node.module])])
                yield base
                yield from (f"{base}.{each.name}" for each in node.names)
            case ast.Constant(value=str(text)) if ours:
                module = text.partition(":")[0]
                yield from (module, f"{package}.{module}")
        left += ast.iter_child_nodes(node)


def reached(known: dict[str, Path], trees: dict[str, ast.Module], first: list[str]) -> set[str]:
    """Return what is imported, directly or not, by Pyodide and by the page."""
    never = NEVER.split()
    wanted = [*first, *(name for name in known if name.startswith(ROOTS))]
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name in found or (name not in first and within(name, never)):
            continue
        wanted += [name.rpartition(".")[0]] * ("." in name)
        if name in known:
            found.add(name)
            wanted += imports(name, known[name], trees[name])
    return found


def within(name: str, packages: list[str]) -> bool:
    """Whether a module is one of some, or in one."""
    return any(name == each or name.startswith(f"{each}.") for each in packages)


def bare(code: CodeType) -> CodeType:
    """Return code that knows only its first line; those of all take a quarter of it."""
    inner = tuple(bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    units = len(code.co_code) // 2
    # An entry of the table covers at most 8 units of code; 0 is how many lines it goes on.
    table = b"\xef\0" * (units // 8) + bytes([0xE8 + units % 8 - 1, 0]) * (units % 8 > 0)
    return code.replace(co_linetable=table, co_consts=inner)


first_modules = Path("/first").read_text().split()
known = modules()
trees = {name: ast.parse(path.read_bytes()) for name, path in known.items()}
used = reached(known, trees, first_modules)
first = {name.partition(".")[0] for name in first_modules} | {"encodings"}
rest: dict[str, bytes] = {}
with zipfile.ZipFile("/library.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as library:
    for name in sorted(used):
        path = known[name]
        folder = LIBRARY if LIBRARY in path.parents else SITE
        inner = path.relative_to(folder).as_posix()
        code = compile(trees[name], inner, "exec", optimize=2, dont_inherit=True)
        content = MAGIC_NUMBER + UNCHECKED + marshal.dumps(bare(code))
        if folder is LIBRARY and name.partition(".")[0] in first:
            library.writestr(f"{inner}c", content)
        else:
            rest[f"{inner}c"] = content
for path in SITE.rglob("*"):
    inner = path.relative_to(SITE).as_posix()
    # anyio reads its own source.
    if path.is_file() and (path.suffix != ".py" or inner == "anyio/__init__.py"):
        rest[inner] = path.read_bytes()
# Files of a kind, one after the other, are packed better.
names = sorted(rest, key=lambda name: (name.rpartition(".")[2], name))
index = json.dumps([[name, len(rest[name])] for name in names])
Path("/packed").write_bytes(b"".join([index.encode(), b"\n", *(rest[name] for name in names)]))
