"""Read the planted faults from `faults.toml`; a row that fits no line any more is outdated."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

ROOT = Path(__file__).parents[2]


class Fault(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line as it is, and as somebody might have written it."""

    file: str
    line: str
    """Without its indentation."""
    planted: str
    breaks: str
    """What a user would meet."""
    tests: tuple[str, ...]
    """Files or folders of tests that should find it first."""


class Outdated(Exception):
    """The line does not stand exactly once in its file."""


def faults() -> list[Fault]:
    """All of them, in order."""
    read = (ROOT / "tests/mutations/faults.toml").read_bytes()
    return msgspec.toml.decode(read, type=dict[str, list[Fault]])["fault"]


def planted_in(text: str, fault: Fault) -> str:
    """The text of the fault's file with the fault in it."""
    lines = text.splitlines(keepends=True)
    found = [at for at, line in enumerate(lines) if line.strip() == fault.line]
    if len(found) != 1:
        raise Outdated(f"{fault.file}: the line stands there {len(found)} times, not once: {fault.line}")
    line = lines[found[0]]
    lines[found[0]] = line.replace(fault.line, fault.planted)
    return "".join(lines)
