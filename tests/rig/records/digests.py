"""A transcript that was changed by hand, with the digest its verdict then has: as somebody would make it who can."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moot.exports.session_files import events_from_jsonl, transcript_lines
from moot.floor.verdicts import verdict_digest
from moot.vocabulary.events import Event, VerdictReached


def truly(events: Sequence[Event]) -> list[Event]:
    """The same events, the verdict with the digest that is made of it."""
    last = events[-1]
    if not isinstance(last.body, VerdictReached):
        return list(events)
    digest = verdict_digest(last.body.verdict, events)
    return [*events[:-1], replace(last, body=replace(last.body, digest=digest))]


def true_text(text: str) -> str:
    """The same of a transcript's lines."""
    return transcript_lines(truly(events_from_jsonl(text)))
