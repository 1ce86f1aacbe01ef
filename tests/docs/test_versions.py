"""The documentation of several versions beside each other."""

import json
from pathlib import Path

from docs.generator.__main__ import add_version


def test_the_newest_version_comes_first_and_none_twice(tmp_path: Path) -> None:
    site, published = tmp_path / "site", tmp_path / "published"
    site.mkdir()
    for version in ("1.0", "1.1", "1.1"):
        (site / "index.html").write_text(version, encoding="utf-8")
        add_version(site, published, version)
    listed = json.loads((published / "versions.json").read_text(encoding="utf-8"))
    assert [(each["version"], each["aliases"]) for each in listed] == [
        ("1.1", ["latest"]),
        ("1.0", []),
    ]
    assert (published / "1.0" / "index.html").read_text(encoding="utf-8") == "1.0"
    assert "url=1.1/" in (published / "index.html").read_text(encoding="utf-8")
