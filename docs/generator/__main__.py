"""Writes the finished pages into ``build/docs`` and builds ``site/`` from them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import click

from docs.generator.pages import BUILT, ROOT, pictures, renewed, site_pages, sources
from odin_solver.version import __version__

PUBLISHED = ROOT / "dist" / "docs"


@click.command
@click.option("--publish", is_flag=True, help="Also copy it into dist/docs, beside other versions.")
@click.option("--renew", is_flag=True, help="Only renew what is generated in the pages of docs/.")
def main(*, publish: bool, renew: bool) -> None:
    """Write the pages and build the site."""
    if renew:
        for path in (ROOT / source for source in sources().values()):
            path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
        return
    shutil.rmtree(BUILT, ignore_errors=True)
    for name, text in site_pages().items():
        file = BUILT / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for path in pictures():
        shutil.copy(path, BUILT / path.name)
    shutil.copytree(ROOT / "docs" / "generator" / "assets", BUILT / "assets")
    line = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    code = subprocess.run(line, cwd=ROOT, check=False).returncode
    if publish and not code:
        add_version(ROOT / "site", PUBLISHED, __version__)
    sys.exit(code)


def add_version(site: Path, published: Path, version: str) -> None:
    """Add a site as the latest version to a folder for a host; a reader chooses among them."""
    shutil.rmtree(published / version, ignore_errors=True)
    shutil.copytree(site, published / version)
    file = published / "versions.json"
    known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    older = [each["version"] for each in known if each["version"] != version]
    listed = [
        {"version": each, "title": each, "aliases": ["latest"] if each == version else []}
        for each in (version, *older)
    ]
    file.write_text(json.dumps(listed), encoding="utf-8")
    beginning = f'<meta http-equiv="refresh" content="0; url={version}/">\n'
    (published / "index.html").write_text(beginning, encoding="utf-8")


if __name__ == "__main__":
    main()
