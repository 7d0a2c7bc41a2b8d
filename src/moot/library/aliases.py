"""Store further names of councils, e.g. names that cannot be file names, in `MOOT_HOME/aliases.toml`.

A council whose own name is equal to an alias goes first.
"""

from __future__ import annotations

from pathlib import Path

from moot.errors import BadSetting
from moot.library.strict_toml import text_of
from moot.settings.tomlfile import literal, parsed, write_private

FILE = "aliases.toml"


def aliases_in(home: Path) -> dict[str, str]:
    """Return the council's name for each alias."""
    file = home / FILE
    if not file.exists():
        return {}
    table = parsed(text_of(file), str(file))
    if not all(isinstance(name, str) for name in table.values()):
        raise BadSetting(f'{file}: an alias is a text, e.g. `"my council" = "my-council"`.')
    return {alias: str(name) for alias, name in table.items()}


def keep_alias(home: Path, alias: str, name: str) -> None:
    """Add an alias or change it."""
    known = {**aliases_in(home), alias: name}
    write_private(home / FILE, "".join(f"{literal(each)} = {literal(known[each])}\n" for each in sorted(known)))


def drop_aliases(home: Path, name: str) -> None:
    """Remove the aliases of a deleted council."""
    known = aliases_in(home)
    left = {alias: held for alias, held in known.items() if held != name}
    if left != known:
        write_private(home / FILE, "".join(f"{literal(each)} = {literal(left[each])}\n" for each in sorted(left)))
