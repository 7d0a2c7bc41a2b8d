"""What did a session find, as people read it? Each finding under its title, in plain lines, without private labels.

The terminal, both exports, the page and the interface all tell findings from here. A line that begins with two spaces
belongs to the line above it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from moot.floor.label_names import named
from moot.protocols.words import alone_of, heading_of, in_words, standing_ones
from moot.reading.review_copy import printable
from moot.vocabulary import keys
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
    """What it is called."""
    lines: tuple[str, ...]
    """What there is to say; a line with two spaces in front belongs to the one above it."""
    first: bool
    """Whether it belongs beside the verdict."""


def found_in(state: SessionState, names: Mapping[str, str] | None = None) -> tuple[FindingInWords, ...]:
    """Everything found that no later finding replaces, in order."""
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
    """Whether the verdict is this finding in words, so that whoever reads it has read all of it."""
    if heading.alone is None or state.verdict is None or state.verdict.by is not None:
        return False
    return state.verdict.text == alone_of(finding, numbered(state.seats))


def _begun(line: str, names: Mapping[str, str]) -> str:
    """A line that begins with a seat's name begins with a capital."""
    return line[:1].upper() + line[1:] if any(line.startswith(name) for name in names.values() if name) else line


def labels_of(state: SessionState, key: str, names: Mapping[str, str]) -> dict[str, str]:
    """What private labels stand for: those on the sheets of a move before those of any other."""
    move = keys.move_of(key)
    sheets = sorted(state.sheets.items(), key=lambda dealt: keys.move_of(dealt[0]) == move)
    return {entry.label: names.get(entry.seat, entry.seat) for _, sheet in sheets for entry in sheet.entries}


def ruled(state: SessionState) -> tuple[str, ...]:
    """What class the verdict has, how sure it is and on which grounds, as far as its protocol says."""
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
    """The class of a verdict in a sentence."""
    kind = ruling.verdict_class.replace("_", " ")
    sure = f", {ruling.certainty} certainty" if ruling.certainty else ""
    by = f", by rule {ruling.rule} of its rubric" if ruling.rule else ""
    return f"{kind[:1].upper()}{kind[1:]}{sure}{by}."
