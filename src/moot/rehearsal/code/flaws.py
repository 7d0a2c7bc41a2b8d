"""What is wrong with a piece of code? Flaws that static signs give away, with their lines (`flaws.toml`).

Only habits that hold often are looked for, and every flaw names the line it stands on. Reading is linear in the code.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, convert

from moot.rehearsal.code.listing import Code, code_in
from moot.rehearsal.code.multi_line_flaws import span_flaws
from moot.rehearsal.code.python import python_flaws

Severity = Literal["critical", "high", "medium", "low", "style"]
SEVERITIES: tuple[Severity, ...] = ("critical", "high", "medium", "low", "style")


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of flaw, in words."""

    severity: Severity
    name: str
    why: str
    fix: str


class Sign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What gives a flaw away on one line."""

    kind: str
    languages: tuple[str, ...]
    match: str
    unless: str = ""


class Flaw(Struct, frozen=True, kw_only=True):
    """One flaw, where it stands."""

    line: int
    """The line's number, from 1."""
    kind: str
    """Which kind, by its name in the table."""
    snippet: str
    """The line, trimmed and shortened."""
    file: str = ""
    """The file's name, where there is one."""

    @property
    def told(self) -> Kind:
        """What is to be said of its kind."""
        return kinds()[self.kind]


def flaws_in(text: str) -> tuple[Flaw, ...]:
    """All flaws of all code in a text, the gravest first."""
    return gravest_first(code_in(text))


def gravest_first(codes: tuple[Code, ...]) -> tuple[Flaw, ...]:
    """All flaws of several pieces of code, the gravest first."""
    found = [flaw for code in codes for flaw in flaws_of(code)]
    return tuple(sorted(found, key=lambda flaw: SEVERITIES.index(flaw.told.severity)))


@lru_cache(maxsize=64)
def flaws_of(code: Code) -> tuple[Flaw, ...]:
    """The flaws of one file, by line."""
    seen: set[tuple[int, str]] = set()
    for pattern, unless, sign in signs():
        if "any" not in sign.languages and code.language not in sign.languages:
            continue
        for number, line in enumerate(code.lines, 1):
            if not comment(line) and pattern.search(line) and not (unless and unless.search(line)):
                seen.add((number, sign.kind))
    if code.language == "python":
        seen |= python_flaws(code.text)
    seen |= span_flaws(code.language, code.lines)
    return tuple(
        Flaw(line=line, kind=kind, snippet=snippet(code.lines[line - 1]), file=code.name) for line, kind in sorted(seen)
    )


def snippet(line: str) -> str:
    """A line of code short enough to quote."""
    line = line.strip().replace("`", "'")
    return line if len(line) <= 72 else line[:69] + "..."


def comment(line: str) -> bool:
    """Whether nothing on the line is code."""
    return line.lstrip().startswith(("#", "//", "--", "*", "/*"))


@cache
def table() -> dict[str, object]:
    """The table as it stands in the file."""
    return tomllib.loads(Path(__file__).with_name("flaws.toml").read_text(encoding="utf-8"))


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by name."""
    return convert(table()["kind"], dict[str, Kind])


@cache
def signs() -> tuple[tuple[re.Pattern[str], re.Pattern[str] | None, Sign], ...]:
    """All signs with their patterns made ready."""
    listed = convert(table()["sign"], list[Sign])
    return tuple((re.compile(s.match), re.compile(s.unless) if s.unless else None, s) for s in listed)
