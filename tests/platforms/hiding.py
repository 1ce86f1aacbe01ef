"""Hides what other systems lack from the project's own modules.

``ODIN_SYSTEM=win32 python -c "import tests.platforms.hiding"`` and the like, through a
``sitecustomize``, so that child processes are treated alike. Other packages keep all names.
``ODIN_WITHOUT=ortools,fpdf`` hides packages, from all.
"""

import builtins
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import Distribution, DistributionFinder
from types import ModuleType
from typing import Any

LINUX = {
    "os": {"sched_getaffinity", "memfd_create", "pidfd_open"},
    "signal": {"pidfd_send_signal"},
    "socket": {"SOCK_SEQPACKET"},
}
"""Names that Python has on Linux only."""

POSIX = {
    "os": LINUX["os"]
    | {"fork", "getppid", "getuid", "geteuid", "kill", "killpg", "setsid", "symlink", "fchmod"}
    | {"mkfifo", "uname", "WNOHANG", "WIFEXITED", "register_at_fork"},
    "signal": LINUX["signal"]
    | {"SIGHUP", "SIGKILL", "SIGCHLD", "SIGALRM", "alarm", "pthread_sigmask", "SIG_BLOCK"},
    "socket": LINUX["socket"] | {"AF_UNIX", "send_fds", "recv_fds", "socketpair"},
}
"""Names that Python lacks on Windows, or that do something else there."""

MISSING = {"fcntl", "termios", "tty", "pty", "pwd", "grp", "resource"}
"""Modules that Python lacks on Windows."""

HIDDEN = {"win32": POSIX, "darwin": LINUX}


class _Partial(ModuleType):
    """A module without some names, and with others."""

    def __init__(self, whole: ModuleType, hidden: set[str], **others: object) -> None:
        super().__init__(whole.__name__)
        self.__dict__.update(others, _whole=whole, _hidden=hidden)

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__["_hidden"]:
            raise AttributeError(f"module {self.__name__} has no {name} here")
        return getattr(self.__dict__["_whole"], name)


def hide(system: str) -> None:
    """Let the project's modules see what there is on another system."""
    whole = builtins.__import__
    partial = {name: _Partial(whole(name), names) for name, names in HIDDEN[system].items()}
    if system == "win32":
        partial["os"].__dict__["name"] = "nt"
    partial["sys"] = _Partial(sys, set(), platform=system)
    partial["subprocess"] = _Partial(subprocess, set(), CREATE_NEW_PROCESS_GROUP=0)

    def importing(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        ours = str((globals or {}).get("__package__", "")).startswith("odin_")
        if ours and system == "win32" and name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if ours and name in partial:
            return partial[name]
        return whole(name, globals, locals, fromlist, level)

    builtins.__import__ = importing


class _FinderWithout:
    """Finds packages in the path, but for some."""

    def __init__(self, missing: Sequence[str]) -> None:
        self._missing = missing

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self._missing:
            return None
        return PathFinder.find_spec(name, path, target)

    def find_distributions(self, context: DistributionFinder.Context) -> Iterable[Distribution]:
        if context.name in self._missing:
            return ()
        return PathFinder.find_distributions(context)

    def invalidate_caches(self) -> None:
        PathFinder.invalidate_caches()


def remove(packages: Sequence[str]) -> None:
    """Let packages be as if they were not installed."""
    finder: Any = _FinderWithout(packages)
    sys.meta_path[sys.meta_path.index(PathFinder)] = finder


if "ODIN_WITHOUT" in os.environ:
    remove(os.environ["ODIN_WITHOUT"].split(","))
if "ODIN_SYSTEM" in os.environ:
    hide(os.environ["ODIN_SYSTEM"])
