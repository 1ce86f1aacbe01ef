"""Builds libraries and catalogues: as hook of the wheel, or in place by ``python hatch_build.py``.

The libraries are plain C without dependencies, loaded by ctypes, so that they serve every Python.
The compiler is the system's, or else that of the `ziglang` wheel. With ``ODIN_PLATFORM`` set to
one of `PLATFORMS`, that wheel's compiler builds for another system (``nox -s wheels``).
"""

import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # built in place, without hatchling
    BuildHookInterface = object

PACKAGE = Path("odin_solver")
ENGINE = PACKAGE / "rollouts" / "engine.so"
LIBRARIES = {
    ENGINE: PACKAGE / "rollouts" / "source" / "all.c",
    PACKAGE / "placement" / "local" / "compiled.so": PACKAGE / "placement" / "local" / "search.c",
    PACKAGE / "placement" / "local" / "wide.so": PACKAGE / "placement" / "local" / "search.c",
    PACKAGE / "placement" / "cover" / "compiled.so": PACKAGE / "placement" / "cover" / "search.c",
}
"""Libraries and their sources."""

DEFINED = {"wide.so": ["-DWORDS=32"]}
"""What the compiler is told beside the source, by name of the library."""

GENERATOR = "odin_solver.rollouts.generate"
CATALOGUES = PACKAGE / "locales"
"""A folder for each language."""

EPOCH = datetime.fromtimestamp(0, UTC)

ZIG = "ziglang>=0.13"
FLAGS = ["-O3", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-s"]
POPCNT = {"x86_64", "AMD64"}
"""Machines on which counting bits is an instruction that has to be asked for."""


PLATFORMS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "macosx_10_13_x86_64": "x86_64-macos.10.13",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
    "win_arm64": "aarch64-windows-gnu",
}
"""Tags of wheels, and what zig calls the platform."""

PLATFORM = os.environ.get("ODIN_PLATFORM", "")
"""The platform to build for; this one by default."""


def system_compiler() -> list[str] | None:
    """Return the command of the system's C compiler, if there is one."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        words = shlex.split(name)
        if words and shutil.which(words[0]):
            return words
    return None


def compilers() -> list[list[str]]:
    """Return the commands to try, the system's compiler first."""
    if PLATFORM:
        return [[sys.executable, "-m", "ziglang", "cc", "-target", PLATFORMS[PLATFORM]]]
    found = [system_compiler()]
    if importlib.util.find_spec("ziglang") is not None:
        found.append([sys.executable, "-m", "ziglang", "cc"])
    return [command for command in found if command]


def build(root: Path) -> str | None:
    """Build all in place; return what went wrong with the libraries, None if nothing did."""
    reasons = [generate(root)] + [
        compile_library(root / target, root / source) for target, source in LIBRARIES.items()
    ]
    compile_catalogues(root)
    return next(filter(None, reasons), None)


def compile_catalogues(root: Path) -> None:
    """Write each catalogue of a language as gettext reads it, beside its source, unless it is."""
    sources = [path for path in (root / CATALOGUES).glob("*/**/*.po") if not _is_compiled(path)]
    if not sources:
        return
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in sources:
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.relative_to(root / CATALOGUES).parts[0])
        catalogue.creation_date = EPOCH  # the same wheel at any time
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


def _is_compiled(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime >= source.stat().st_mtime


def generate(root: Path) -> str | None:
    """Write what the engine is compiled from besides its C; return what went wrong, if anything."""
    path = [str(root), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    line = [sys.executable, "-m", GENERATOR]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    if not done.returncode:
        return None
    (root / ENGINE).unlink(missing_ok=True)
    return f"{shlex.join(line)} failed:\n{done.stderr.strip()}"


def compile_library(target: Path, source: Path) -> str | None:
    """Build one library; return what went wrong, None if nothing did."""
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    # What a search says of itself; the engine is made of more than one file.
    flags = [*FLAGS, f'-DSOURCE_DIGEST="{digest}"', *DEFINED.get(target.name, [])]
    popcnt = PLATFORM.endswith(("x86_64", "amd64")) if PLATFORM else platform.machine() in POPCNT
    reason = "no C compiler was found"
    for command in compilers():
        if "ziglang" in command:
            machine = ["-mcpu=x86_64_v2" if popcnt else "-mcpu=baseline"]
        else:
            machine = ["-mpopcnt"] if popcnt else []
        line = [*command, *flags, *machine, str(source.resolve()), "-o", target.name, "-lm"]
        # A library for macOS holds the path that it is written to.
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            try:
                done = subprocess.run(
                    line, cwd=folder, capture_output=True, text=True, timeout=600, check=False
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                reason = f"{command[0]}: {error}"
                continue
            built = Path(folder) / target.name
            if done.returncode == 0 and built.exists():
                built.replace(target)
                return None
        reason = f"{shlex.join(command)} failed:\n{done.stderr.strip()}"
    target.unlink(missing_ok=True)  # one of other sources would be worse than none
    return reason


# In the environment that checks types there is no hatchling: the base class is unknown there.
class EngineHook(BuildHookInterface):  # type: ignore[misc, valid-type, unused-ignore]
    """Adds what is built to the wheel; without a compiler it has no libraries."""

    def dependencies(self) -> list[str]:
        """Return the wheel of a compiler if the system has none."""
        return [] if system_compiler() and not PLATFORM else [ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build everything before the wheel, also for an editable installation."""
        reason = build(Path(self.root))
        build_data["artifacts"].append(f"/{CATALOGUES.as_posix()}/*/**/*.mo")
        if reason is not None:
            self.app.display_warning(f"built without the compiled engine: {reason}")
            return
        build_data["artifacts"] += [f"/{path.as_posix()}" for path in LIBRARIES]
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform_tag()}"


def _platform_tag() -> str:
    return PLATFORM or sysconfig.get_platform().replace("-", "_").replace(".", "_")


if __name__ == "__main__":
    problem = build(Path(__file__).parent)
    if problem is not None:
        sys.exit(f"the compiled engine was not built: {problem}")
    print("built", *LIBRARIES, CATALOGUES)
