"""Build a session's verdict: text from a seat, everything else from the record by code.

Missing seats, degradations and sources of the verdict are computed from the transcript; a chair cannot change them. The
digest covers verdict and findings in canonical form, without ids, times, usage and cost, so that two equal
deliberations can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter

import msgspec
from msgspec import UNSET

from moot.errors import QuorumLost
from moot.floor.embedded_texts import MEASURER
from moot.floor.prompts import file_name
from moot.floor.summaries import KEY as HISTORY
from moot.floor.summaries import STAGE as HISTORY_STAGE
from moot.floor.titles import STAGE as TITLE_STAGE
from moot.protocols.floor_interface import UNRANKED, Sheet
from moot.protocols.planned import BESIDE as MAPS
from moot.reading.answer_first import split_answer
from moot.transcripts.log import Log
from moot.transcripts.session_record import IMPORTED
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import abstained
from moot.vocabulary.events import (
    AnswerRequested,
    BallotRead,
    BallotSpoiled,
    Body,
    Event,
    FindingMade,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SheetDealt,
    SheetEntry,
    VerdictReached,
    unseated,
)
from moot.vocabulary.findings import Finding, Standing
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import MissingSeat, Ruling, Verdict
from moot.vocabulary.words.endings import bare_cause, losses_in_words

BESIDE = (TITLE_STAGE, *MAPS)
"""Stages (title, agreement maps) on which the verdict does not depend. Their failures are shown with their own
results.
"""
CONCLUDING = ("chair", "stand-in-")
"""Prefixes of the ids of seats that write the verdict. A note that their text was cut off appears only with the
verdict itself.
"""
SPARE = "stand-in-"
AT_ONCE = "Somebody asked for the answer at once, so it was written from what had arrived."
JUDGES = ("adjudicator", "arbiter")
"""Names of offices that judge the members' answers."""


def conclusion(
    log: Log,
    text: str,
    *,
    by: str | None,
    key: str | None,
    answer: str | None = None,
    verbatim: bool = False,
    ruling: Ruling | None = None,
    confidence: float | None = None,
    reason: str = "",
    degraded: Sequence[str] = (),
) -> VerdictReached:
    """Return the event that records the session's verdict with this text, which is a synthesis or one member's answer.

    Args:
        by: The seat that wrote the text.
        key: The key of the recorded statement that the text is from.
        answer: One to three sentences that answer the question, if the text does not begin with them.
        verbatim: Whether the text is an answer repeated word for word because no seat could write the verdict.
        ruling: The verdict's class and certainty, by the protocol's rules; `None` if it has none.
        confidence: Confidence from 0 to 1, if the protocol computes one.
        reason: Why the verdict came about in this way; empty in the usual case.
        degraded: Further sentences on how the verdict is incomplete.
    """
    said = log.body(key) if key is not None else None
    cut = isinstance(said, SeatSpoke) and said.settled == "truncated"
    first, text = split_answer(text)
    lines = [*degradations(log), *degraded, *(["The verdict was cut at its writer's output limit."] if cut else [])]
    return reached(
        log,
        Verdict(
            outcome="verdict",
            text=text,
            answer=answer or first or UNSET,
            by=by,
            verbatim=verbatim,
            truncated=cut,
            reason=reason,
            confidence=confidence,
            ruling=ruling,
            winner=_winner(log),
            degraded=tuple(dict.fromkeys(lines)),
            missing=tuple(missing(log)),
            rests_on=rests_on(log, *([key] if key is not None else [])),
        ),
    )


def last_resort(
    log: Log,
    answers: Sequence[Answers],
    first: str,
    ruling: Ruling | None = None,
    confidence: float | None = None,
    degraded: Sequence[str] = (),
) -> VerdictReached:
    """Return the event for a verdict that repeats the best-ranked answer word for word, with a note that the seats that
    should have written one failed.

    Args:
        answers: Lists of statements; only the first list, with the answers to the question, is used.
        first: The seat that should have written the verdict, for the note.
        ruling: The verdict's class and certainty, by the protocol's rules; `None` if it has none.
        confidence: Confidence from 0 to 1, if the protocol computes one.
    """
    # The first of several lists answers the council's question; the others rank remarks on it.
    statements: dict[str, Statement] = {said.seat: said for several in answers[:1] for said in several}
    if not statements:
        raise QuorumLost(f"The {first} could not conclude, and there is no answer that could stand instead.")
    order = _best_first(log)
    seat = next((seat for seat in order if seat in statements), next(iter(statements)))
    best = statements[seat]
    why = "the answer ranked first" if seat in order[:1] else "one of the answers, none of which could be ranked first"
    note = f"Neither the {first} nor a stand-in could conclude; {why} stands verbatim."
    return conclusion(
        log,
        best.text,
        by=seat,
        key=best.key,
        verbatim=True,
        ruling=ruling,
        confidence=confidence,
        reason=note,
        degraded=[*degraded, note],
    )


def withheld(log: Log, reason: str, ruling: Ruling | None = None) -> VerdictReached:
    """Return the event for an inconclusive verdict without an answer, which the protocol's own rules demand for the
    given reason."""
    return reached(
        log,
        Verdict(
            outcome="inconclusive",
            text=None,
            reason=reason,
            ruling=ruling,
            winner=_winner(log),
            degraded=tuple(degradations(log)),
            missing=tuple(missing(log)),
            rests_on=rests_on(log),
        ),
    )


def reached(log: Log, verdict: Verdict) -> VerdictReached:
    """Wrap a session's verdict in the event that records it, with a digest of the verdict and of the findings (results
    that the protocol computed).
    """
    return VerdictReached(verdict=verdict, digest=verdict_digest(verdict, log.events()))


def verdict_digest(verdict: Verdict, events: Sequence[Event]) -> str:
    """Return the SHA-256, in hex, of a verdict together with the findings (results computed by the protocol) among
    these events."""
    findings = {event.key: event.body.finding.digested() for event in events if isinstance(event.body, FindingMade)}
    plain = msgspec.to_builtins(verdict)
    if verdict.ruling is None:
        del plain["ruling"]  # verdicts of protocols without classes keep the digest they had before there were any
    try:
        return sha256(msgspec.json.encode([plain, findings], order="deterministic")).hexdigest()
    except UnicodeEncodeError:  # half a surrogate pair was stored nowhere, so no recorded digest covers it
        return ""


def is_taken_over(events: Sequence[Event]) -> bool:
    """Return whether the session was imported from another program. The record of such a session contains no prompts to
    compare."""
    opened = events[0].body if events else None
    if isinstance(opened, SessionOpened) and opened.door == IMPORTED:
        return True
    said = [event.body for event in events if isinstance(event.body, (SeatAsked, SeatSpoke))]
    return bool(said) and not any(body.prompt for body in said)


def late_beside(log: Log) -> list[tuple[str, Body]]:
    """Return the events, each as key and content, that record calls as late which are unanswered when the verdict is
    ready.

    The verdict does not depend on these calls, e.g. for the title or the agreement map.
    """
    entries: list[tuple[str, Body]] = []
    for event in log.events():
        move, body = event_keys.call_of(event.key), event.body
        if isinstance(body, SeatAsked) and log.body(move) is None and move not in dict(entries):
            late = SeatFailed(
                seat=body.seat,
                failed="late",
                cause="The verdict was ready first.",
                prompt=body.prompt,
                attempt=body.attempt,
                final=True,
                spent=True,
            )
            entries.append((move, late))
    return entries


def missing(log: Log) -> list[MissingSeat]:
    """Return each contribution that the result lacks, with its stage and seat: requests that failed, ballots that could
    not be read, and abstentions."""
    return _missing(_told(log))


def _missing(told: Sequence[Event]) -> list[MissingSeat]:
    gone = []
    for event in told:
        body, stage = event.body, event_keys.stage_of(event.key)
        if isinstance(body, SeatFailed) and body.final and not event.key.endswith("+repair"):
            gone.append(MissingSeat(seat=body.seat, stage=stage, failed=body.failed, cause=body.cause))
        elif isinstance(body, BallotSpoiled):
            gone.append(MissingSeat(seat=body.reader, stage=stage, failed="spoiled", cause=body.why))
        elif isinstance(body, BallotRead) and abstained(body.ballot):
            gone.append(MissingSeat(seat=body.reader, stage=stage, failed="abstained", cause="It declined to judge."))
    return gone


def degradations(log: Log) -> list[str]:
    """Return one sentence for each way in which the result is incomplete."""
    told = _told(log)
    lines = [*_unseen(log, told), *_losses(log, told)]
    for event in told:
        body, stage = event.body, event_keys.stage_of(event.key)
        if event.key == HISTORY and isinstance(body, SeatSpoke) and body.settled == "truncated":
            lines.append("The summary of earlier turns was cut at the chair's output limit.")
        elif isinstance(body, SeatSpoke) and body.settled == "truncated" and not body.seat.startswith(CONCLUDING):
            lines.append(f"{body.seat}'s words in {stage} were cut at its output limit.")
        elif isinstance(body, SeatSpoke) and body.note:
            lines.append(f"{body.seat}: {body.note}")
        elif isinstance(body, SheetDealt) and any(entry.cut for entry in body.entries):
            lines.append(f"{body.reader} was shown answers cut to the allowance.")
        elif isinstance(body, BallotRead) and body.ballot.surplus:
            cut = "; ".join(each.says for each in body.ballot.surplus)
            lines.append(f"{body.reader}'s ballot in {stage} is not whole: {cut}.")
        elif isinstance(body, AnswerRequested):
            lines.append(AT_ONCE)
        elif isinstance(body, SessionResumed) and body.accepts_drift:
            lines.append("The session was resumed with drift accepted: recorded parts may answer other prompts.")
        elif isinstance(body, SessionResumed) and body.quorum is not None:
            number = "one member" if body.quorum == 1 else f"{body.quorum} members"
            lines.append(f"Too few answered for the council's quorum; it went on with {number}, as somebody chose.")
        elif isinstance(body, FindingMade) and isinstance(body.finding, Standing) and not body.finding.counted:
            lines.append(UNRANKED)
    return list(dict.fromkeys(lines))


def _unseen(log: Log, told: Sequence[Event]) -> list[str]:
    """Return a sentence for each seat that was asked but could not be shown the question's pictures."""
    opened = log.body(event_keys.OPENED)
    assert isinstance(opened, SessionOpened)
    question = opened.question
    files = [file for turn in question.history for file in turn.attachments] + list(question.attachments)
    names = ", ".join(file_name(file) for file in files if file.is_picture)
    if not names:
        return []
    asked = {event.body.seat for event in told if isinstance(event.body, SeatAsked)}
    return [
        f"{seat.id} could not be shown the attached picture: {names}."
        for seat in (*opened.roster.seats, *opened.roster.offices)
        if seat.id in asked and not seat.abilities.vision and not seat.id.startswith(MEASURER)
    ]


def _losses(log: Log, told: Sequence[Event]) -> list[str]:
    """Return a sentence for each failure of a seat and each replacement by a stand-in."""
    gone = _missing(told)
    lines = [
        f"No summary of earlier turns could be written, and their beginnings stood in: {lost.cause}"
        for lost in gone
        if lost.stage == HISTORY_STAGE
    ]
    names = {seat: f"the {seat} ({model})" for seat, model in _office_models(log).items()}
    heirs = _heirs(told)
    return [*lines, *_reseated(log), *losses_in_words(gone, names, heirs), *_own_judges(log, heirs)]


def _own_judges(log: Log, heirs: Mapping[str, str]) -> list[str]:
    """Return a sentence for each stand-in of a judge whose model is also a member's: it judged its own answer."""
    opened, models = log.body(event_keys.OPENED), _office_models(log)
    members = {seat.model for seat in opened.roster.seats} if isinstance(opened, SessionOpened) else set()
    return [
        f"{heir} is a member, too: it judged its own answer as well."
        for heir in dict.fromkeys(heir for seat, heir in heirs.items() if seat.startswith(JUDGES))
        if models.get(heir) in members
    ]


def _reseated(log: Log) -> list[str]:
    """Return a sentence for each member whose model was replaced by another, and why."""
    opened = log.body(event_keys.OPENED)
    others = unseated(opened.roster) if isinstance(opened, SessionOpened) else ()
    lines = []
    for event in log.events() if others else ():
        asked, key = event.body, event_keys.call_of(event.key)
        if not isinstance(asked, SeatAsked):
            continue
        before = log.body(event_keys.intent(key, asked.attempt - 1))
        failed = log.body(event_keys.failure(key, asked.attempt - 1))
        if isinstance(before, SeatAsked) and isinstance(failed, SeatFailed) and before.model != asked.model:
            cause = bare_cause(failed.cause)
            lines.append(
                f"{asked.seat}: {asked.model} took the seat of {before.model} in {event_keys.stage_of(key)}: {cause}"
            )
    return lines


def _office_models(log: Log) -> dict[str, str]:
    opened = log.body(event_keys.OPENED)
    return {seat.id: seat.model for seat in opened.roster.offices} if isinstance(opened, SessionOpened) else {}


def _heirs(told: Sequence[Event]) -> dict[str, str]:
    """Return, for each seat that failed, the stand-in that answered in its place."""
    spoke: dict[str, str] = {}
    for event in told:
        if isinstance(event.body, SeatSpoke) and event.body.seat.startswith(SPARE):
            spoke[_place(event.key)] = event.body.seat
    asked = Counter(
        _place(event.key)
        for event in told
        if isinstance(event.body, (SeatSpoke, SeatFailed)) and event.body.seat.startswith("seat-")
    )
    return {
        seat: spoke[_place(key)]
        for key, seat in _left_open(told)
        if _place(key) in spoke
        and not seat.startswith(SPARE)
        # A member has a stand-in only where it alone was asked, as it concludes; stand-ins of an office may answer
        # beside many.
        and (not seat.startswith("seat-") or asked[_place(key)] == 1)
    }


def _left_open(told: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yield the key and seat of each request that failed for good, and of each spoiled ballot."""
    for event in told:
        if isinstance(event.body, SeatFailed) and event.body.final:
            yield event.key, event.body.seat
        elif isinstance(event.body, BallotSpoiled):
            yield event.key, event.body.reader


def _place(key: str) -> str:
    """Return the stage and subject of a key, without the seat."""
    return f"{event_keys.stage_of(key)}#{event_keys.move_of(key).partition('#')[2]}"


def silent_office(log: Log) -> QuorumLost | None:
    """Return the error that ends a session if an office (e.g. the chair) and all its stand-ins gave no answer;
    otherwise `None`."""
    told = [event for event in _told(log) if event_keys.stage_of(event.key) != HISTORY_STAGE]
    models = _office_models(log)
    heard = {_place(event.key) for event in told if isinstance(event.body, SeatSpoke) and event.body.seat in models}
    heard |= {event.body.seat for event in told if isinstance(event.body, SeatSpoke)}
    failed = [
        (event.key, event.body)
        for event in told
        if isinstance(event.body, SeatFailed) and event.body.final and event.body.seat in models
    ]
    lost = [body for key, body in failed if body.seat not in heard and _place(key) not in heard]
    first = next((body.seat for body in lost if not body.seat.startswith(SPARE)), None)
    if first is None:
        return None
    causes = dict.fromkeys(f"{models[body.seat]}: {bare_cause(body.cause)}" for body in lost)
    return QuorumLost(
        f"The {first} could not be heard, and no stand-in took over. {' '.join(causes)}",
        "Mend that, then ask it again in a fork (`--retry-failed`), or name another model there; what the members said "
        "is kept and not paid again.",
    )


def _told(log: Log) -> list[Event]:
    """Return the events that a verdict covers, sorted by stage and key.

    They are sorted because the order of arrival is random. Late answers are left out.
    """
    opened = log.body(event_keys.OPENED)
    stages = opened.stages if isinstance(opened, SessionOpened) else ()
    order = {stage: number for number, stage in enumerate(stages)}
    told = []
    for event in log.events():
        stage = event_keys.stage_of(event.key)
        if stage not in BESIDE and not event.key.endswith(":late"):
            told.append((order.get(stage, len(order)), event.key, event))
    return [event for _, _, event in sorted(told, key=itemgetter(0, 1))]


def rests_on(log: Log, *more: str) -> tuple[str, ...]:
    """Return the keys of the statements, ballots and findings on which the result is based, and the keys in `more`."""
    made = [
        event.key
        for event in log.events()
        if event_keys.stage_of(event.key) not in BESIDE
        and (
            (isinstance(event.body, SeatSpoke) and event.key == event_keys.move_of(event.key))
            or isinstance(event.body, (BallotRead, FindingMade))
        )
    ]
    return tuple(sorted({*made, *more}))


def names_on(sheets: Sequence[Sheet], order: Mapping[str, int]) -> dict[str, str]:
    """Return, for each anonymous label on these sheets, the name that readers of the verdict see instead, e.g. `answer
    2`. `order` has the number of each seat's answer."""
    return {
        entry.label: f"answer {order.get(entry.seat) or order.get(_speaker(entry), number)}"
        for sheet in sheets
        for number, entry in enumerate(sheet.dealt.entries, start=1)
    }


def _speaker(entry: SheetEntry) -> str:
    """Return the seat that wrote the text of this entry of a sheet."""
    return event_keys.who_of(entry.statement).partition("#")[0]


def _winner(log: Log) -> str | None:
    """Return the seat of the winner in the latest finding that has one; `None` if none has."""
    winners = [finding.winner for finding in _findings(log) if hasattr(finding, "winner")]
    return winners[-1] if winners else None


def _best_first(log: Log) -> list[str]:
    """Return the seats in the order of the latest finding that ranks them; empty if none does."""
    placed = [finding for finding in _findings(log) if hasattr(finding, "places")]
    if not placed or not getattr(placed[-1], "rankable", True):
        return []
    return [place.seat for place in placed[-1].places]


def _findings(log: Log) -> list[Finding]:
    return [event.body.finding for event in log.events() if isinstance(event.body, FindingMade)]
