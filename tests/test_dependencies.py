"""Dependencies are listed in the documentation, and have licences that we accept."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

ACCEPTED = frozenset(
    (
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-CMU"),
        *("LGPL-3.0-only", "MPL-2.0", "PSF-2.0", "Zlib"),
    )
)

SPELLED = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Names of licences in older metadata."""

WITHOUT_METADATA = {"axe-playwright-python": "MIT", "resvg-py": "MIT"}
"""Packages that name their licence only in a file, which we read."""


def asked_for() -> dict[str, str]:
    """Return the packages that this project asks for, and the group that does."""
    project = PROJECT["project"]
    groups = {"run time": project["dependencies"], "build": PROJECT["build-system"]["requires"]}
    found: dict[str, str] = {}
    for group, lines in {**groups, **project["optional-dependencies"]}.items():
        for line in lines:
            found.setdefault(canonicalize_name(Requirement(line).name), group)
    del found["odin-solver"]  # its own extras
    return found


def listed() -> dict[str, str]:
    """Return the packages of the documentation with their licences."""
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([a-z][\w-]*) \| ([^|]+) \|", text, re.MULTILINE))


def licences_of(name: str) -> set[str]:
    """Return the licences that an installed package names, as SPDX writes them."""
    fields = distribution(name).metadata
    for expression in fields.get_all("License-Expression") or []:
        return set(re.split(" AND | OR ", expression.replace("(", "").replace(")", "")))
    classifiers = fields.get_all("Classifier") or []
    named = [each.rpartition(" :: ")[2] for each in classifiers if each.startswith("License ::")]
    named = named or fields.get_all("License") or [WITHOUT_METADATA.get(name, "")]
    return {SPELLED.get(each, each) for each in named}


def brought_along(name: str, seen: set[str]) -> Iterator[str]:
    """Yield a package and all that it needs on this machine."""
    if name in seen:
        return
    seen.add(name)
    yield name
    for line in distribution(name).requires or []:
        inner = Requirement(line)
        if inner.marker is None or inner.marker.evaluate({"extra": ""}):
            yield from brought_along(canonicalize_name(inner.name), seen)


def installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


ASKED_FOR = asked_for()
REQUIRED = sorted(name for name, group in ASKED_FOR.items() if group in ("run time", "test"))
HERE = sorted(name for name in ASKED_FOR if name in REQUIRED or installed(name))


def test_the_documentation_lists_what_pyproject_asks_for() -> None:
    assert sorted(listed()) == sorted(ASKED_FOR)


@pytest.mark.parametrize("name", HERE)
def test_licences(name: str) -> None:
    # Releases differ in what they say about code that they contain.
    assert listed()[name] in licences_of(name)
    for needed in brought_along(name, set()):
        assert licences_of(needed) <= ACCEPTED, needed


def test_the_fonts_come_with_their_licence() -> None:
    folder = ROOT / "odin_solver" / "render" / "fonts"
    named = PROJECT["project"]["license-files"]
    for name in ("OFL.txt", "OFL-Montserrat.txt"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (folder / name).read_text(encoding="utf-8")
        assert str((folder / name).relative_to(ROOT)) in named
