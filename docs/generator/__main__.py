"""Writes the finished pages into ``build/docs`` and builds ``site/`` from them."""

import shutil
import subprocess
import sys

from docs.generator.pages import BUILT, ROOT, pictures, site_pages


def main() -> None:
    """Write the pages and build the site; arguments go to `zensical build`."""
    shutil.rmtree(BUILT, ignore_errors=True)
    for name, text in site_pages().items():
        file = BUILT / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for path in pictures():
        shutil.copy(path, BUILT / path.name)
    shutil.copytree(ROOT / "docs" / "generator" / "assets", BUILT / "assets")
    line = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", *sys.argv[1:]]
    sys.exit(subprocess.run(line, cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
