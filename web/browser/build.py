"""Builds the page as static files in ``dist/site``, all in the browser (``nox -s site``).

Python for WebAssembly and HiGHS come from npm, msgspec for it from PyPI; the other packages are
those of this environment. The C is compiled by the `ziglang` wheel. What was fetched is kept in
``build/site``.
"""

import datetime
import importlib.util
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in (".", "cli", "puzzles", "web")]

from hatch_build import DEFINED, ENGINE, LIBRARIES  # noqa: E402
from odin_puzzles import daily  # noqa: E402
from odin_solver.rollouts.digest import digest  # noqa: E402
from odin_solver.support.language import languages, page_texts, speaking  # noqa: E402
from odin_web import guard, installed, pagefiles  # noqa: E402
from odin_web.app import application  # noqa: E402

HERE = Path(__file__).parent
FETCHED = ROOT / "build" / "site"
TARGET = ROOT / "dist" / "site"

NPM = {"pyodide": "314.0.7", "highs": "1.15.3", "xz-decompress": "0.2.3"}
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
WHEEL = ["msgspec==0.22.0", "--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"]
WHEEL += ["--only-binary=:all:"]
PURE = (
    "anyio",
    "click",
    "filelock",
    "platformdirs",
    "rich",
    "starlette",
    "tomli_w",
    "typing_extensions",
)
"""Packages in plain Python that the page needs."""

SCRIPTS = ("start", "shell", "view", "python", "highs", "engine", "interpreter")

OWN = {
    "odin_solver": "odin_solver",
    "odin_puzzles": "puzzles/odin_puzzles",
    "odin_web": "web/odin_web",
}

POLICY = guard.HEADERS["content-security-policy"]
POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
POLICY = POLICY.replace("frame-ancestors 'none'", "frame-src 'self'; worker-src 'self'")
"""What pages may load."""

LISTS = ("/api/games", "/api/puzzles/lists", "/api/challenges", "/api/scores", "/api/graenaland")
LISTS += ("/api/vikings", "/api/questions")
"""Lists that pages begin with."""

PLAYED = tuple(f"first-steps/{number}" for number in range(1, 4))
DAYS = 7
"""Puzzles that a first visit plays without waiting: these, and those of the next days."""

EPOCH = datetime.date(1970, 1, 1).toordinal()

GIVEN = re.compile(r'(?<=id="given">)(.*?)(?=</script>)')
CHANGED = {
    "/static/js/main.js": "/start.js",
    '<link rel="modulepreload"': '<link rel="later"',
    '<html lang="en">': f'<html lang="en" data-languages="{" ".join(languages())}">',
    '    <link rel="preload" href="/api/components" as="fetch" crossorigin />\n': "",
    ' crossorigin="use-credentials"': "",
    '<meta charset="utf-8" />': f'''<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />''',
    "</head>": """  <link rel="modulepreload" href="/shell.js" />
    <link rel="later" href="/view.js" />
    <link rel="later" href="/static/js/main.js" />
  </head>""",
}
"""What is different in the markup: the script that comes first, and what the host does not say."""

COMPILE = ["-O3", "-std=c11", "-msimd128", "-fvisibility=hidden", "-ffp-contract=off"]
COMPILE += ["-D_Thread_local="]

SIDE = ["-target", "wasm32-emscripten", "-c", "-fPIC", f"-I{HERE / 'include'}"]
LINK = ["-shared", "--experimental-pic", "--allow-undefined", "--no-entry", "-s"]
"""What makes a library that Python loads by ctypes, as everywhere: a side module of Emscripten."""

XZ = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22}
"""A larger dictionary takes more memory to unpack, and hardly packs better."""

AS_MODULE = """const module = {{ exports: {{}} }}, exports = {{}}, require = () => globalThis;
{}
export const {{ XzReadableStream }} = module.exports;
"""
"""A script of node as one of the browser."""

ALONE = ["-target", "wasm32-wasi", "-mexec-model=reactor", "-s"]
ALONE += [f"-Wl,--export=tree_{name}" for name in ("begin", "adopt", "improve", "read", "end")]
ALONE += [f"-Wl,--export={name}" for name in ("malloc", "free", "engine_start")]
"""What makes an engine with a memory of its own, for `engine.js`."""


def main() -> None:
    FETCHED.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    pyodide = from_npm("pyodide")
    for name in PYODIDE:
        copy(pyodide / name, TARGET / "pyodide" / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    write("pyodide/pyodide-lock.json", json.dumps(lock | {"packages": {}}))
    with tempfile.TemporaryDirectory() as home:
        os.environ |= dict.fromkeys(("ODIN_DATA_DIR", "ODIN_CACHE_DIR", "XDG_CONFIG_HOME"), home)
        today = datetime.date.today()
        days = [today + datetime.timedelta(days=later) for later in range(DAYS)]
        for day in days:
            daily.kept_puzzle_of(day)
        compile_python(Path(home) / daily.FOLDER)
        pages(days)
    for name in ("highs.mjs", "highs.wasm"):
        copy(from_npm("highs") / "build" / name, TARGET / "highs" / name)
    for name in SCRIPTS:
        copy(HERE / f"{name}.js", TARGET / f"{name}.js")
    unpacking = from_npm("xz-decompress") / "dist" / "package" / "xz-decompress.min.js"
    write("xz.js", AS_MODULE.format(unpacking.read_text(encoding="utf-8")))
    copy(compiled(ROOT / LIBRARIES[ENGINE], alone=True), TARGET / "engine.wasm")
    offline()


def compile_python(made: Path) -> None:
    """Compile Python's library and our packages, and pack these, with the puzzles of days."""
    packages = FETCHED / "packages.zip"
    with zipfile.ZipFile(packages, "w") as archive:
        for path, name in python_files():
            archive.write(path, name)
        for path in made.iterdir():
            archive.write(path, f"odin_browser/{daily.FOLDER}/{path.name}")
        archive.writestr("odin_browser/digest.txt", digest())
    command = ["node", HERE / "compile.mjs", TARGET / "pyodide", packages]
    subprocess.run(command, check=True)
    write("python.xz", lzma.compress(packages.read_bytes(), check=lzma.CHECK_CRC32, filters=[XZ]))


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def from_npm(name: str) -> Path:
    folder = FETCHED / "npm" / f"{name}-{NPM[name]}"
    if not folder.exists():
        line = ["npm", "install", "--prefix", folder, f"{name}@{NPM[name]}"]
        subprocess.run(line, check=True, capture_output=True)
    return folder / "node_modules" / name


def msgspec() -> Path:
    folder = FETCHED / "wheels"
    if not folder.exists():
        line = [sys.executable, "-m", "pip", "install", "--no-compile", "--no-deps"]
        subprocess.run([*line, *WHEEL, "--target", folder], check=True, capture_output=True)
    return folder / "msgspec"


def python_files() -> Iterator[tuple[Path, str]]:
    """Yield what Python imports or reads, with its name in the archive."""
    packages = {name: ROOT / path for name, path in OWN.items()}
    packages |= {"msgspec": msgspec(), "odin_browser": HERE}
    for name in PURE:
        found = importlib.util.find_spec(name)
        assert found is not None, name
        assert found.origin is not None, name
        origin = Path(found.origin)
        if origin.name != "__init__.py":
            yield origin, origin.name
        else:
            packages[name] = origin.parent
    for name, folder in packages.items():
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(folder)
            if path.is_file() and not left_out(name, inner):
                yield path, f"{name}/{inner.as_posix()}"
    for packs in ("packs", "game_packs"):
        for path in sorted((ROOT / "puzzles" / packs).rglob("*")):
            if path.is_file():
                inner = path.relative_to(ROOT / "puzzles").as_posix()
                yield path, f"odin_puzzles/{inner}"
    for target, source in LIBRARIES.items():
        yield compiled(ROOT / source, DEFINED.get(target.name, ())), target.as_posix()


def left_out(package: str, inner: Path) -> bool:
    """Whether a file of a package is not needed in the browser."""
    if package == "msgspec":
        return inner.suffix == ".pyi"
    if package == "odin_browser":
        return inner.suffix != ".py" or inner.name in ("build.py", "compile.py")
    skipped = {"__pycache__", "static", "fonts", "_trio.py", "testclient.py", "testing.py"}
    # The sources of the engine are not read: `digest.txt` stands for them.
    skipped |= {"commands.mo", "click.mo", "source"}
    endings = (".po", ".so", ".pyi", ".d")
    return bool(skipped & {*inner.parts}) or inner.suffix in endings


def compiled(source: Path, defined: Sequence[str] = (), *, alone: bool = False) -> Path:
    """Compile a library for Python in WebAssembly, or for a worker with a memory of its own."""
    import ziglang

    zig = Path(ziglang.__file__).parent
    zig_command = str(zig / "zig")
    of_source = sha256(source.read_bytes()).hexdigest()
    flags = [*COMPILE, *(ALONE if alone else SIDE), *defined]
    made_of = f"{of_source} {digest()} {flags} {LINK} {version('ziglang')}"
    target = FETCHED / f"{source.stem}-{sha256(made_of.encode()).hexdigest()[:16]}.wasm"
    if target.exists():
        return target
    line = [zig_command, "cc", *flags, f'-DSOURCE_DIGEST="{of_source}"', str(source), "-o"]
    if alone:
        subprocess.run([*line, str(target)], check=True)
        return target
    headers = zig / "lib" / "libc" / "include"
    include = [f"-isystem{headers / name}" for name in ("wasm-wasi-musl", "generic-musl")]
    made = str(target.with_suffix(".o"))
    subprocess.run([*line, made, *include], check=True)
    subprocess.run([zig_command, "wasm-ld", *LINK, "-o", str(target), made], check=True)
    return target


def pages(days: Sequence[datetime.date]) -> None:
    """Write the pages, their files, and their texts in all languages."""
    for name, file in pagefiles.page_files().items():
        write(f"static/{name}", file.content)
    write("styles.css", pagefiles.styles())
    given: dict[str, object] = {"beginning": None, "kept": {}, "role": "alone"}
    for language in languages():
        with speaking(language):
            found = GIVEN.search(pagefiles.markup("/", {**given, "texts": page_texts(language)}))
        assert found is not None
        write(f"texts/{language}.json", found[1])
        answers(language, days)
    for path in pagefiles.PAGES:
        markup = GIVEN.sub("", pagefiles.markup(path, given))
        for old, new in CHANGED.items():
            assert old in markup, old
            markup = markup.replace(old, new)
        write(f"{path}/index.html".lstrip("/"), markup)
    write(installed.MANIFEST[1:], installed.manifest())
    for width in installed.WIDTHS:
        write(installed.icon_path(width)[1:], installed.drawn(width))


def answers(language: str, days: Sequence[datetime.date]) -> None:
    """Write what is answered before Python is ready; ``first`` only where nothing is kept."""
    from starlette.testclient import TestClient

    client = TestClient(application(), "http://localhost", cookies={"language": language})

    def answer(path: str, sent: object = None) -> bytes:
        found = client.get(path) if sent is None else client.post(path, json=sent)
        return found.raise_for_status().content

    write(f"texts/components-{language}.json", answer("/api/components"))
    opening = answer("/api/position/example", {"name": "opening"})
    write(f"texts/opening-{language}.json", opening)
    first = {path: json.loads(answer(path)) for path in LISTS}
    weeks = map(daily.spec_for, map(datetime.date.fromordinal, range(EPOCH, EPOCH + 14)))
    first["/api/puzzles/lists"]["days"] = [
        {"kind": spec.kind, "difficulty": spec.difficulty, "solved": False} for spec in weeks
    ]
    for name in (*PLAYED, *(f"daily/{day}" for day in days)):
        sent = {"puzzle": name}
        key = json.dumps(sent, separators=(",", ":"))
        for path in ("/api/puzzles/summary", "/api/puzzles/view"):
            first[path + key] = json.loads(answer(path, sent))
    write(f"texts/first-{language}.json", json.dumps(first, ensure_ascii=False))


def offline() -> None:
    """Write the service worker, which knows all files with hashes of what they hold."""
    script = (HERE / "sw.js").read_text(encoding="utf-8")
    write("sw.js", f"const FILES = {json.dumps(hashes())};\n{script}")


def hashes() -> dict[str, str]:
    """Return the hashes of all files by their names on the host."""
    found = {}
    for path in sorted(TARGET.rglob("*")):
        if path.is_file():
            name = "/" + path.relative_to(TARGET).as_posix()
            found[name.removesuffix("index.html")] = sha256(path.read_bytes()).hexdigest()[:16]
    return found


def write(name: str, content: bytes | str) -> None:
    path = TARGET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


if __name__ == "__main__":
    if importlib.util.find_spec("ziglang") is None:
        print("the site needs the package ziglang: pip install -e '.[release]'", file=sys.stderr)
        sys.exit(2)
    main()
    total = sum(path.stat().st_size for path in TARGET.rglob("*") if path.is_file())
    print(f"{TARGET}: {total / 1e6:.1f} MB")
