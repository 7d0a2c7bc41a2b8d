"""What is told of a session that a schedule held? What changed since the session before; nothing where nothing did.

What changed is for the protocol to say (`Files.since`); where it does not, it is the answer and the verdict's class. A
time that failed, or for which there was no money, is always told.
Held by `tests/convening/schedules/test_timetable.py`.
"""

from __future__ import annotations

from msgspec import Struct

from moot.errors import BadInput
from moot.exports.delivery.message import Attached, Message
from moot.exports.reports import report, report_name
from moot.protocols import registry
from moot.protocols.files import Since
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import outcome_of

MOST_LINES = 40
"""Lines of changes that are told; the rest is counted."""
MOST_ANSWER = 4_000
"""Characters of an answer that are told; the rest is to be read."""


class Held(Struct, frozen=True, kw_only=True):
    """A time at which a schedule was due."""

    schedule: str
    """The schedule's id."""
    name: str
    """What it is called."""
    question: str
    """What it asks."""
    at: int
    """The time, in seconds since 1970."""
    date: str
    """Its date, where the schedule is."""
    when: str
    """The time in words."""
    session: str
    """Its session, where it has one."""
    why: str
    """Why it has none, in words."""


class Told(Struct, frozen=True, kw_only=True):
    """A message, and whether it is worth sending when nothing but change is."""

    message: Message
    """The message."""
    changed: bool
    """Whether anything changed."""


def told_of(held: Held, now: SessionState | None, before: SessionState | None, link: str, unwritten: str = "") -> Told:
    """What there is to tell of a time of a schedule; `unwritten` is why its report is not in its folder yet."""
    about = f"session:{held.session}" if held.session else f"schedule:{held.schedule}:{held.at}"
    if now is None or now.verdict is None:
        why = held.why or (outcome_of(now) if now is not None else "Its session is gone.")
        asked = now.question.text.strip() if now is not None else held.question
        message = Message(
            about=about,
            subject=f"{held.name}: no answer ({held.date})",
            text=f"{asked}\n{held.when}\n\nThere is no answer. {why}",
            link=link,
            session=held.session,
            schedule=held.schedule,
            urgent=True,
        )
        return Told(message=message, changed=True)
    since = changes(now, before)
    counted = ", ".join(since.counts) or ("nothing changed" if before is not None else "the first session")
    parts = [now.question.text.strip(), held.when, "", counted[:1].upper() + counted[1:] + "."]
    parts += [f"- {line}" for line in since.lines[:MOST_LINES]]
    if len(since.lines) > MOST_LINES:
        parts.append(f"- and {len(since.lines) - MOST_LINES} more")
    parts += ["", not_written(unwritten)] if unwritten else []
    answer = (now.verdict.text or "").strip()
    parts += ["", answer if len(answer) <= MOST_ANSWER else answer[:MOST_ANSWER].rstrip() + " …"]
    message = Message(
        about=about,
        subject=f"{held.name}: {counted} ({held.date})",
        text="\n".join(parts),
        link=link,
        session=held.session,
        schedule=held.schedule,
    )
    return Told(message=message, changed=before is None or bool(since.lines))


def not_written(why: str) -> str:
    """What is said of a report that is not in its folder yet."""
    return f"The report is not written yet, and is kept until it can be: {why}"


def changes(now: SessionState, before: SessionState | None) -> Since:
    """What is different from the session before; nothing to compare with is no difference."""
    if before is None:
        return Since()
    own = registry.files_of(now.protocol).since if now.protocol == before.protocol else None
    if own is not None:
        return own(now, before)
    counts, lines = [], []
    classes = [each.verdict.outcome if each.verdict else "" for each in (before, now)]
    if classes[0] != classes[1]:
        counts.append("another outcome")
        lines.append(f"The outcome was {classes[0]} and is {classes[1]}.")
    if _words(before) != _words(now):
        counts.append("another answer")
        lines.append("The answer is worded differently.")
    return Since(counts=tuple(counts), lines=tuple(lines))


def files_of(state: SessionState) -> tuple[Attached, ...]:
    """The report of a session, where its protocol makes one."""
    found = []
    for each in registry.files_of(state.protocol).reports:
        try:
            found.append(Attached(name=report_name(state, each.form), text=report(state, each.form)))
        except BadInput:
            continue  # it ended before there was anything to report
    return tuple(found)


def _words(state: SessionState) -> list[str]:
    return ((state.verdict and state.verdict.text) or "").casefold().split()
