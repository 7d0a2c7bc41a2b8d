"""Smallest drafts for the tests of transcripts to commit."""

from __future__ import annotations

import os

from moot.transcripts.lease import Lease, LeaseHolder, holder_here, this_host
from moot.transcripts.transcript import Draft, Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import (
    Body,
    CopyOrigin,
    Fork,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    StageEntered,
    VerdictReached,
)
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.statements import Usage
from moot.vocabulary.verdicts import Verdict

AT = "2031-05-04T10:00:00.000Z"
HERE = holder_here("python")
"""This process."""
ELSEWHERE = LeaseHolder(host="another-host/0", pid=7, started=1, door="server")
"""A holder whose life cannot be checked from here."""
DEAD = LeaseHolder(host=this_host(), pid=os.getpid(), started=1, door="server")
"""A holder of this host that no longer runs: its pid was given anew."""


def draft(key: str, body: Body, t: int = 0, at: str = AT, origin: CopyOrigin | None = None) -> Draft:
    return Draft(key=key, body=body, at=at, t=t, origin=origin)


def opened(
    *,
    question: str = "Is it moot?",
    cap: int | None = None,
    cap_per_call: int | None = None,
    thread: str | None = None,
    door: str = "python",
    fork: Fork | None = None,
    at: str = AT,
) -> Draft:
    body = SessionOpened(
        question=Question(text=question),
        protocol="peer-review",
        stages=("opinions", "review", "synthesis"),
        roster=Roster(seats=(Seat(id="seat-a", model="rehearsal/ada", scripted=True),)),
        seed="seed",
        cap=cap,
        cap_per_call=cap_per_call,
        thread=thread,
        door=door,
        fork=fork,
    )
    return draft(event_keys.OPENED, body, at=at)


def stage(name: str, t: int = 0) -> Draft:
    return draft(event_keys.stage(name), StageEntered(stage=name), t=t)


def asked(key: str, attempt: int = 1, reserved: int | None = None, prompt: str = "p") -> Draft:
    body = SeatAsked(
        seat="seat-a", model="m", prompt=prompt, call=f"{key}-{attempt}", attempt=attempt, reserved=reserved
    )
    return draft(event_keys.intent(key, attempt), body)


def spoke(
    key: str, text: str = "words", attempt: int = 1, cost: int | None = None, late: bool = False, t: int = 0
) -> Draft:
    body = SeatSpoke(
        seat="seat-a",
        model="m",
        prompt="p",
        text=text,
        settled="ok",
        attempt=attempt,
        cost=cost,
        usage=Usage(input=10, output=5, calls=1),
    )
    return draft(event_keys.late(key) if late else key, body, t=t)


def failed(
    key: str,
    attempt: int = 1,
    *,
    final: bool = False,
    how: str = "error",
    spent: bool = False,
    cost: int | None = None,
) -> Draft:
    body = SeatFailed(
        seat="seat-a",
        failed=how,  # type: ignore[arg-type]
        cause="it broke",
        attempt=attempt,
        final=final,
        spent=spent,
        cost=cost,
    )
    return draft(key if final else event_keys.failure(key, attempt), body)


def verdict(text: str = "Yes.", outcome: str = "verdict") -> Draft:
    body = VerdictReached(verdict=Verdict(outcome=outcome, text=text), digest="d")  # type: ignore[arg-type]
    return draft(event_keys.VERDICT, body)


def stopped(number: int = 1, outcome: str = "stopped", reason: str = "asked") -> Draft:
    body = SessionStopped(outcome=outcome, reason=reason, message="it stopped")  # type: ignore[arg-type]
    return draft(event_keys.stopped(number), body)


def resumed(number: int = 1, cap: int | None = None) -> Draft:
    return draft(event_keys.resumed(number), SessionResumed(door="python", after="crash", cap=cap))


def copied(original: Draft, session: str, seq: int) -> Draft:
    return draft(original.key, original.body, origin=CopyOrigin(session=session, seq=seq))


async def start(transcript: Transcript, session: str = "s1", holder: LeaseHolder = HERE, **more: object) -> Lease:
    came = await transcript.open(session, [opened(**more)], holder)  # type: ignore[arg-type]
    assert came.lease is not None
    return came.lease
