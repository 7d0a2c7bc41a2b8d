"""Write the digest of a scheduled session, as a message and as an Atom feed (RFC 4287).

A digest contains only what changed since the previous session. The protocol defines what that is (`Files.since`);
otherwise it is the answer and the outcome. A session that failed, or had no money, is always reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple
from xml.etree import ElementTree

import msgspec

from moot.errors import BadInput
from moot.exports.public import Since, files_of, report, report_name
from moot.extensions.notify.cron import date_of, local_time
from moot.extensions.notify.due_runner import FireOutcome
from moot.extensions.notify.outbox import ChannelMessage, Delivery, MailAttachment
from moot.extensions.notify.schedule import decode_schedule
from moot.vocabulary.public import SessionState, outcome_of

MOST_LINES = 40
"""Maximum number of lines of changes in a message. Further lines are only counted."""
MOST_ANSWER = 4_000
"""Maximum number of characters of an answer in a message."""


class Digest(NamedTuple):
    """The message to send about a scheduled session, and whether its result differs from that of the schedule's
    previous session.
    """

    message: ChannelMessage
    changed: bool


def write_digest(came: FireOutcome, now: SessionState | None, before: SessionState | None, link: str) -> Digest:
    """Write the message about one run of a schedule, and find out whether the result has changed. Return both.

    Args:
        came: The result of the run.
        now: The session of the run; None if it has none.
        before: The previous session of the schedule; None if there is none.
        link: Where the session can be read.
    """
    schedule, (row, fire) = decode_schedule(came.kept), came[:2]
    date, when = date_of(schedule.zone, fire.at), local_time(schedule.zone, fire.at)
    message = partial(
        ChannelMessage,
        about=f"session:{came.session}" if came.session else f"schedule:{row.id}:{fire.at}",
        link=link,
        session=came.session,
        schedule=row.id,
    )
    if now is None or now.verdict is None:
        why = came.why or (outcome_of(now) if now is not None else "Its session is gone.")
        asked = now.question.text.strip() if now is not None else schedule.question
        text = f"{asked}\n{when}\n\nThere is no answer. {why}"
        return Digest(message(subject=f"{row.name}: no answer ({date})", text=text, urgent=True), changed=True)
    since = changes(now, before)
    counted = ", ".join(since.counts) or ("nothing changed" if before is not None else "the first session")
    parts = [now.question.text.strip(), when, "", counted[:1].upper() + counted[1:] + "."]
    parts += [f"- {line}" for line in since.lines[:MOST_LINES]]
    if len(since.lines) > MOST_LINES:
        parts.append(f"- and {len(since.lines) - MOST_LINES} more")
    answer = (now.verdict.text or "").strip()
    parts += ["", answer if len(answer) <= MOST_ANSWER else answer[:MOST_ANSWER].rstrip() + " …"]
    subject = f"{row.name}: {counted} ({date})"
    return Digest(message(subject=subject, text="\n".join(parts)), changed=before is None or bool(since.lines))


def changes(now: SessionState, before: SessionState | None) -> Since:
    """Return how a session's result differs from that of the schedule's previous session; empty if there is no previous
    one.
    """
    if before is None:
        return Since()
    own = files_of(now.protocol).since if now.protocol == before.protocol else None
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


def attachments_of(state: SessionState) -> tuple[MailAttachment, ...]:
    """Return the session's report as a file to attach to a mail; empty if its protocol makes none."""
    found = []
    for each in files_of(state.protocol).reports:
        try:
            found.append(MailAttachment(name=report_name(state, each.form), text=report(state, each.form)))
        except BadInput:
            continue  # it ended before there was anything to report
    return tuple(found)


def _words(state: SessionState) -> list[str]:
    return ((state.verdict and state.verdict.text) or "").casefold().split()


ATOM = "http://www.w3.org/2005/Atom"
FEED_ID = "urn:moot:schedules"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Pattern of characters that XML does not allow."""


def atom_feed(deliveries: Sequence[Delivery]) -> str:
    """Format messages about schedules and alarms as an Atom feed document (XML), and return it."""
    ElementTree.register_namespace("", ATOM)
    feed = ElementTree.Element(f"{{{ATOM}}}feed")
    _add(feed, "id", FEED_ID)
    _add(feed, "title", "Moot")
    _add(feed, "updated", _moment(max((each.made for each in deliveries), default=0.0)))
    author = ElementTree.SubElement(feed, f"{{{ATOM}}}author")
    _add(author, "name", "Moot")
    for each in deliveries:
        message = msgspec.json.decode(each.message, type=ChannelMessage)
        entry = ElementTree.SubElement(feed, f"{{{ATOM}}}entry")
        _add(entry, "id", f"urn:moot:{each.about}")
        _add(entry, "title", message.subject, type="text")
        _add(entry, "updated", _moment(each.made))
        if message.link:
            _add(entry, "link", None, href=message.link)
        _add(entry, "content", message.text, type="text")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, encoding="unicode") + "\n"


def _add(parent: ElementTree.Element, name: str, text: str | None, **attributes: str) -> None:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = None if text is None else _NOT_XML.sub("\ufffd", text)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
