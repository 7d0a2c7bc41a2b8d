"""Parse votes from tables, YAML and lines when a reply contains no JSON object.

Strict: a vote is a label, a separator, and a level that fills its part of the line; or a line with a label, followed by
lines such as `level: approve`. A sentence about a claim is none. `reading.py` decides which are votes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from moot.protocols.claim_vote.votes.broken_json import Pairs

LONGEST = 65_536
MOST_LINES = 2_000
LONGEST_LINE = 1_000

Label = Callable[[object], str | None]
"""Returns the claim that a word names."""


def votes_by_line(text: str, label: Label, level: Callable[[object], bool]) -> list[tuple[str, object]]:
    """Return every claim with its values, in order; `level` returns whether a word is a level."""
    found: list[tuple[str, object]] = []
    under: tuple[str, Pairs] | None = None
    for line in text[-LONGEST:].splitlines()[-MOST_LINES:]:
        parts = _parts(line[:LONGEST_LINE])
        if not parts:
            continue
        name = _named(parts, label)
        if name is not None and len(parts) == 1:
            under = (name, Pairs())
            found.append(under)
        elif name is not None and level(parts[1]):
            found.append((name, _row(parts[1:])))
            under = None
        elif name is None and under is not None and len(parts) > 1 and parts[0].lower() in FIELDS:
            under[1].append((parts[0].lower(), line.partition(":")[2].strip(" \"'*`")))
        else:
            under = None
    return [(name, value) for name, value in found if value]


def _parts(line: str) -> list[str]:
    """Split a line at the separators of lists and tables."""
    bare = _BULLET.sub("", line.replace("*", "").replace("`", "").strip().strip("|").strip())
    named = _NAMED.sub("", bare)
    return [part for each in _PARTING.split(named) if (part := each.strip().strip("\"'").strip())]


def _named(parts: Sequence[str], label: Label) -> str | None:
    return label(parts[0])


def _row(parts: Sequence[str]) -> Pairs:
    """Assign level, confidence and reason by their position, if that is clear."""
    row = Pairs([("level", parts[0])])
    rest = [part for part in parts[1:] if part.lower() not in FIELDS]
    if rest and (sure := _SURE.fullmatch(rest[0])):
        row.append(("confidence", sure[1]))
        rest = rest[1:]
    if rest:
        row.append(("reason", ", ".join(rest)))
    return row


FIELDS = frozenset({"level", "vote", "confidence", "certainty", "reason", "rationale", "why"})
_BULLET = re.compile(r"^(?:[-+•]\s+|\d{1,3}[.)]\s+)?")
_NAMED = re.compile(r"^(?:claim|label|id)\s*[:=]\s*", re.I)
# Linear: the space before a dash is bounded; longer space is stripped from its part.
_PARTING = re.compile(r"[|:=;,()\t]\s*|\s{1,9}[-–—>]+\s+|(?<=\w)\.\s+")
_SURE = re.compile(r"(?:confidence\s*)?(\d{1,3}(?:/100?|%)?)", re.I)
