"""Tasks of daily work: ``nox`` runs the quick ones, ``nox -l`` lists all.

They run in the environment in which nox is installed (``pip install -e '.[dev]'``).
"""

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "quick"]


def python(session: nox.Session, *arguments: str, nightly: bool = False) -> None:
    """Run a module with the interpreter of this environment."""
    session.run(
        "python", "-m", *arguments, env={"HYPOTHESIS_PROFILE": "nightly"} if nightly else None
    )


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    python(session, "ruff", "check", ".")
    python(session, "ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check types."""
    python(session, "mypy")
    python(session, "mypy", "examples", "noxfile.py", "docs/hooks.py")


@nox.session
def quick(session: nox.Session) -> None:
    """Run the fast tests: under a minute. Arguments after ``--`` go to pytest."""
    python(session, "pytest", "-n", "auto", "-m", "not slow", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests."""
    python(session, "pytest", "-n", "auto", *session.posargs)


@nox.session
def nightly(session: nox.Session) -> None:
    """Run all tests with many more random cases."""
    python(session, "pytest", "-n", "auto", *session.posargs, nightly=True)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation site into ``site/``; every warning is an error."""
    python(session, "mkdocs", "build", "--strict", *session.posargs)
