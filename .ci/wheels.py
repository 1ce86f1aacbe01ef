"""Builds the wheels of all platforms with the compiler of `ziglang`, twice, and checks them.

``python .ci/wheels.py [PLATFORM ...]`` writes ``dist/`` and prints the size and SHA-256 of each.
They are made from the source distribution, which it writes too. Wheels for musl do not ask for
OR-Tools, which has none there: no marker of a dependency can say so.
"""

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from hatch_build import LIBRARIES, PLATFORMS  # noqa: E402  (it is in the root)

MAGIC = {
    "manylinux": b"\x7fELF",
    "musllinux": b"\x7fELF",
    "macosx": b"\xcf\xfa\xed\xfe",
    "win": b"MZ",
}
"""First bytes of a library by platform."""


def run(*arguments: str, **environment: str) -> str:
    """Run a module of this environment; return what it prints."""
    line = [sys.executable, "-m", *arguments]
    done = subprocess.run(
        line, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def packed(folder: Path) -> Path:
    """Build the source distribution."""
    run("build", "--no-isolation", "--sdist", "--outdir", str(folder), str(ROOT))
    return max(folder.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime)


def built(source: Path, platform: str, folder: Path) -> Path:
    """Build a wheel from the source distribution."""
    with tempfile.TemporaryDirectory() as unpacked:
        with tarfile.open(source) as archive:
            archive.extractall(unpacked, filter="data")
        (root,) = Path(unpacked).iterdir()
        if platform.startswith("musllinux"):
            project = root / "pyproject.toml"
            project.write_text(re.sub(r'^ +"ortools==.*\n', "", project.read_text(), flags=re.M))
        line = ("build", "--no-isolation", "--wheel", "--outdir", str(folder), str(root))
        run(*line, ODIN_PLATFORM=platform)
    (wheel,) = folder.glob(f"*-py3-none-{platform}.whl")
    return wheel


def check(wheel: Path, platform: str) -> None:
    """Make sure that a wheel says what it is, and holds the libraries of its platform."""
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/WHEEL"))
        assert f"Tag: py3-none-{platform}\n" in content.read(about).decode()
        (magic,) = (start for family, start in MAGIC.items() if platform.startswith(family))
        for library in LIBRARIES:
            assert content.read(library.as_posix()).startswith(magic), library
        assert not [name for name in names if name.endswith((".lib", ".pdb", ".pyc"))]
        metadata = content.read(about.replace("/WHEEL", "/METADATA")).decode()
        assert ("Requires-Dist: ortools" in metadata) is not platform.startswith("musllinux")
    if installed("twine"):
        run("twine", "check", "--strict", str(wheel))
    if installed("auditwheel") and platform.startswith("manylinux"):
        shown = run("auditwheel", "show", str(wheel))
        assert f'"{platform}"' in shown.replace("\n", " "), shown


def installed(tool: str) -> bool:
    """Whether a tool can check wheels; if not, say so."""
    found = importlib.util.find_spec(tool) is not None
    if not found:
        print(f"{tool} is not installed: a check is left out", file=sys.stderr)
    return found


def main() -> None:
    """Build, check and list the wheels."""
    dist = ROOT / "dist"
    source = packed(dist)
    for platform in sys.argv[1:] or PLATFORMS:
        wheel = built(source, platform, dist)
        check(wheel, platform)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        with tempfile.TemporaryDirectory() as again:
            second = built(source, platform, Path(again)).read_bytes()
        assert hashlib.sha256(second).hexdigest() == digest, f"{wheel.name}: not the same twice"
        print(f"{wheel.stat().st_size / 1e6:.1f} MB  {digest}  {wheel.name}", flush=True)


if __name__ == "__main__":
    main()
