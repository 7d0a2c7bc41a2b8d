"""Find clocks, randomness and I/O in the sources of a protocol, which would make two runs differ.

It reads syntax trees, so it sees what is imported and called by name: not the inside of other libraries, nor an order
of sets.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

BANNED = frozenset(
    {
        "aiohttp",
        "asyncio",
        "http",
        "httpx",
        "multiprocessing",
        "os",
        "random",
        "requests",
        "secrets",
        "socket",
        "ssl",
        "subprocess",
        "tempfile",
        "threading",
        "time",
        "urllib",
        "uuid",
    }
)
"""Modules with input or effects that the floor does not record."""
NOW = frozenset({"now", "today", "utcnow"})
"""Methods that read a clock where `datetime` is imported."""
BUILT_IN = frozenset({"input", "open"})
"""Functions that need no import."""


def sources_of(module: str, apart: Collection[str] = ()) -> list[Path]:
    """Return the files of the package that contains a module, without those whose name is in `apart`; the module's own
    file if it is not in a package, or among others of Moot."""
    found = sys.modules[module]
    file = Path(str(found.__file__))
    package = found.__package__ or ""
    if not package or package == "moot.protocols":
        return [file]
    return sorted(each for each in file.parent.rglob("*.py") if each.name not in apart)


def impurities(file: Path) -> list[str]:
    """Return each line of a file that reads a clock, uses randomness or does I/O, with what it does."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imported = {name.split(".")[0] for _, name in _imports(tree)}
    found = [f"{file.name}:{line} imports {name}" for line, name in _imports(tree) if name.split(".")[0] in BANNED]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in BUILT_IN:
            found.append(f"{file.name}:{node.lineno} calls {node.func.id}()")
        if isinstance(node.func, ast.Attribute) and node.func.attr in NOW and "datetime" in imported:
            found.append(f"{file.name}:{node.lineno} asks for the time with {node.func.attr}()")
    return found


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, node.module or ""
