"""Import the names that a public module passes on only when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_exports(module: str) -> Callable[[str], Any]:
    """Return a `__getattr__` for a module that lists what it passes on under `if TYPE_CHECKING:`.

    Type checkers read the list as usual; at run time `from moot.library.public import checked_name` loads the one
    module that defines `checked_name`.

    Args:
        module: The `__name__` of the module that calls this.

    Returns:
        The function to assign to `__getattr__` of that module.
    """
    places: dict[str, tuple[str, str]] = {}

    def get(name: str) -> Any:
        if not places:
            places.update(_listed(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")))
        if name not in places:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        origin, attribute = places[name]
        found = import_module(origin)
        value = getattr(found, attribute) if hasattr(found, attribute) else import_module(f"{origin}.{attribute}")
        setattr(sys.modules[module], name, value)
        return value

    return get


def _listed(source: str) -> dict[str, tuple[str, str]]:
    import ast

    return {
        alias.asname or alias.name: (str(node.module), alias.name)
        for block in ast.parse(source).body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
