"""Format a session's findings for people: each with title and plain lines, without private labels.

Terminal, exports, page and API all use this. A line that begins with two spaces belongs to the line above it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from moot.floor.label_replacer import named
from moot.protocols.words import alone_of, heading_of, in_words, standing_ones
from moot.reading.review_copy import printable
from moot.vocabulary import event_keys
from moot.vocabulary.findings import Finding
from moot.vocabulary.state import SessionState
from moot.vocabulary.verdicts import Ruling
from moot.vocabulary.words.headings import Heading, numbered


class FindingInWords(Struct, frozen=True, kw_only=True):
    """One finding in words."""

    key: str
    """Its key in the transcript."""
    kind: str
    """Its kind, e.g. `scoreboard`."""
    title: str
    """Its title."""
    lines: tuple[str, ...]
    """Its text; a line with two leading spaces belongs to the one above it."""
    first: bool
    """Whether it is shown beside the verdict."""


def found_in(state: SessionState, names: Mapping[str, str] | None = None) -> tuple[FindingInWords, ...]:
    """Return all findings that no later one replaces, in order."""
    names = names if names is not None else state.names()
    stands = standing_ones([view.finding for view in state.findings])
    found = []
    for view, last in zip(state.findings, stands, strict=True):
        if not last:
            continue
        heading = heading_of(view.finding)
        words = printable(named(in_words(view.finding, names), labels_of(state, view.key, names)))
        found.append(
            FindingInWords(
                key=view.key,
                kind=str(view.finding.__struct_config__.tag),
                title=heading.title,
                lines=tuple(_begun(line, names) for line in words.splitlines() if line.strip()),
                first=heading.first and not _is_the_verdict(state, view.finding, heading),
            )
        )
    return tuple(found)


def _is_the_verdict(state: SessionState, finding: Finding, heading: Heading) -> bool:
    """Return whether the verdict is this finding's text, so that it need not be repeated."""
    if heading.alone is None or state.verdict is None or state.verdict.by is not None:
        return False
    return state.verdict.text == alone_of(finding, numbered(state.seats))


def _begun(line: str, names: Mapping[str, str]) -> str:
    """Return a line with a capital letter if it begins with a seat's name."""
    return line[:1].upper() + line[1:] if any(line.startswith(name) for name in names.values() if name) else line


def labels_of(state: SessionState, key: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the meaning of private labels: those on a move's own sheets first."""
    move = event_keys.move_of(key)
    sheets = sorted(state.sheets.items(), key=lambda dealt: event_keys.move_of(dealt[0]) == move)
    return {entry.label: names.get(entry.seat, entry.seat) for _, sheet in sheets for entry in sheet.entries}


def ruled(state: SessionState) -> tuple[str, ...]:
    """Return the verdict's class, certainty and reason, if its protocol has them."""
    verdict = state.verdict
    if verdict is None:
        return ()
    lines = [class_in_words(verdict.ruling)] if verdict.ruling is not None else []
    if verdict.confidence is not None:
        lines.append(f"Confidence {100 * verdict.confidence:.0f} %.")
    if verdict.reason and verdict.text is not None and verdict.reason not in verdict.degraded:
        lines.append(printable(verdict.reason))
    return tuple(lines)


def class_in_words(ruling: Ruling) -> str:
    """Return the class of a verdict in a sentence."""
    kind = ruling.verdict_class.replace("_", " ")
    sure = f", {ruling.certainty} certainty" if ruling.certainty else ""
    by = f", by rule {ruling.rule} of its rubric" if ruling.rule else ""
    return f"{kind[:1].upper()}{kind[1:]}{sure}{by}."
