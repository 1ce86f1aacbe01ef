"""Builds the wheels of all platforms with the compiler of `ziglang`, twice, and checks them.

``python .ci/wheels.py [PLATFORM ...]`` writes ``dist/`` and prints the size and SHA-256 of each.
"""

import hashlib
import os
import subprocess
import sys
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


def built(platform: str, folder: Path) -> Path:
    """Build a wheel from the source distribution."""
    run("build", "--no-isolation", "--outdir", str(folder), str(ROOT), ODIN_PLATFORM=platform)
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
    run("twine", "check", "--strict", str(wheel))
    if platform.startswith("manylinux"):
        shown = run("auditwheel", "show", str(wheel))
        assert f'"{platform}"' in shown.replace("\n", " "), shown


def main() -> None:
    """Build, check and list the wheels."""
    dist = ROOT / "dist"
    for platform in sys.argv[1:] or PLATFORMS:
        wheel = built(platform, dist)
        check(wheel, platform)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        with tempfile.TemporaryDirectory() as again:
            second = built(platform, Path(again)).read_bytes()
        assert hashlib.sha256(second).hexdigest() == digest, f"{wheel.name}: not the same twice"
        print(f"{wheel.stat().st_size / 1e6:.1f} MB  {digest}  {wheel.name}", flush=True)


if __name__ == "__main__":
    main()
