"""Test that a person's verdict judges what was shown, leaves the transcript alone, and counts on its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from moot.analytics.member_record import record_of
from moot.analytics.verdict_book import VerdictBook
from moot.errors import BadInput, Conflict, UnknownName
from moot.stats.evidence.person_verdicts import PersonVerdict, VerdictRecord
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import AskPlan, Question
from sessions.drafts import asked, spoke, verdict

from .sittings import opening

SEATS = ("seat-a", "seat-b", "seat-c")
MODELS = ("up/a", "up/b", "up/c")
CITIES = ("Sydney", "Canberra", "Perth")


async def held(
    store: Store,
    name: str,
    said: Sequence[str],
    shown: str | None,
    *,
    choices: Sequence[str] = CITIES,
    scripted: bool = False,
    **fields: Any,
) -> str:
    """A session whose members answer this, and whose council answers as `shown`; without it, it is still running."""
    models = [f"rehearsal/{at}" for at in range(len(said))] if scripted else list(MODELS[: len(said)])
    first = opening(models, "peer-review")
    assert isinstance(first.body, SessionOpened)
    question = Question(text="Which is the capital?", **({"choices": tuple(choices)} if choices else {}))
    body = replace(first.body, question=question, stages=("opinions", "synthesis"), **fields)
    transcript = SqlTranscript(store)
    lease = (await transcript.open(name, [replace(first, body=body)], holder_here("python"))).lease
    assert lease is not None
    for seat, text in zip(SEATS, said, strict=False):
        call, told = asked(f"opinions/{seat}"), spoke(f"opinions/{seat}", text)
        await transcript.append(lease, [replace(each, body=replace(each.body, seat=seat)) for each in (call, told)])
    if shown is not None:
        await transcript.append(lease, [verdict(shown)])
    return name


@pytest.fixture
async def book(store: Store) -> AsyncIterator[VerdictBook]:
    return VerdictBook(store, SqlTranscript(store))


SAID = ("FINAL ANSWER: Sydney", "I think so.\nFINAL ANSWER: Canberra", "Nobody knows.")


async def test_members_of_a_closed_question_are_judged_by_code(store: Store, book: VerdictBook) -> None:
    session = await held(store, "s", SAID, "FINAL ANSWER: Sydney")
    before = await SqlTranscript(store).read(session)
    assert await book.of(session) == PersonVerdict()
    found = await book.give(session, right_answer="canberra", note="  It is not\nSydney. ")
    assert found == PersonVerdict(
        right=False,
        right_answer="Canberra",
        note="It is not Sydney.",
        members={"seat-a": False, "seat-b": True},
    )
    assert (await book.give(session, True)).members == {"seat-a": True, "seat-b": False}
    assert (await book.give(session, False)).members == {}, "two choices are left"
    assert (await book.give(session, False, members={"seat-c": True})).members == {"seat-c": True}
    assert await book.of(session) == PersonVerdict(right=False, members={"seat-c": True})
    await book.withdraw(session)
    assert await book.of(session) == PersonVerdict()
    assert await SqlTranscript(store).read(session) == before


async def test_the_other_of_two_choices_is_right(store: Store, book: VerdictBook) -> None:
    session = await held(
        store, "s", ("FINAL ANSWER: yes", "FINAL ANSWER: no"), "FINAL ANSWER: yes", choices=("yes", "no")
    )
    assert (await book.give(session, False)).members == {"seat-a": False, "seat-b": True}


async def test_members_of_an_open_question_are_judged_only_by_the_person(store: Store, book: VerdictBook) -> None:
    session = await held(store, "s", ("Canberra", "Sydney"), "It is Canberra.", choices=())
    stated = await book.give(session, right_answer="Canberra")
    assert (stated.right, stated.members) == (None, {}), "code cannot compare a sentence with a name"
    judged = await book.give(session, True, right_answer="Canberra", members={"seat-a": True, "seat-b": False})
    assert (judged.right, judged.members) == (True, {"seat-a": True, "seat-b": False})


async def test_what_cannot_be_judged_is_refused_and_stores_nothing(store: Store, book: VerdictBook) -> None:
    session = await held(store, "s", SAID, "FINAL ANSWER: Sydney")
    running = await held(store, "running", SAID, None)
    known = await held(store, "known", SAID, "FINAL ANSWER: Sydney", known="Canberra")
    for about, given, error in (
        (session, {}, BadInput),
        (session, {"note": "hm"}, BadInput),
        (session, {"right_answer": "Melbourne"}, BadInput),
        (session, {"right_answer": "x" * 2_001}, BadInput),
        (session, {"right": True, "right_answer": "Perth"}, BadInput),
        (session, {"right": False, "right_answer": "Sydney"}, BadInput),
        (session, {"members": {"seat-z": True}}, UnknownName),
        (running, {"right": True}, Conflict),
        (known, {"right": True}, Conflict),
    ):
        with pytest.raises(error):
            await book.give(about, **given)  # type: ignore[arg-type]
        assert await book.of(about) == PersonVerdict()


async def test_verdicts_make_a_record_of_their_own(store: Store, book: VerdictBook) -> None:
    assert await book.record() is None
    for number in range(21):
        name = await held(store, f"s{number}", SAID[:2], "FINAL ANSWER: Sydney")
        await book.give(name, right_answer="Sydney" if number < 14 else "Canberra")
    first = await held(store, "first", SAID, "FINAL ANSWER: Sydney", plan=AskPlan(when="selective", order=SEATS))
    await book.give(first, True)
    unread = await held(store, "unread", SAID, "FINAL ANSWER: Sydney")
    await book.give(unread, False)
    await book.give(await held(store, "demo", SAID, "FINAL ANSWER: Sydney", scripted=True), False)
    found = await book.record()
    assert isinstance(found, VerdictRecord)
    assert (found.council.good, found.council.of) == (15, 23), "every verdict on real models counts for the council"
    assert 0.42 < found.council.low < 15 / 23 < found.council.high < 0.82
    assert {name: (rate.good, rate.of) for name, rate in found.members.items()} == {"up/a": (14, 21), "up/b": (7, 21)}
    assert await record_of(store, MODELS[:2]) is None, "known answers alone choose whom to ask"
    await Register(store).delete("first")
    again = await book.record()
    assert again is not None
    assert again.council.of == 22, "a deleted session takes its verdict with it"
