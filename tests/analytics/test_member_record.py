"""Test that a record has only questions that every compared model answered in sessions that asked everyone."""

from __future__ import annotations

from msgspec.structs import replace

from moot.analytics.grade_book import GRADES
from moot.analytics.member_record import record_of
from moot.protocols.grading.findings import VERDICT
from moot.protocols.grading.grader import all_grades, graded_by_code
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import FindingMade, SessionOpened
from moot.vocabulary.questions import AskPlan
from sessions.drafts import draft, verdict

from .sittings import opening

SEATS = ("seat-a", "seat-b", "seat-c")


async def held(store: Store, name: str, *said: str, plan: AskPlan | None = None) -> None:
    """A session with a known answer, 42, which the council gives."""
    first = opening(["up/a", "up/b", "up/c"][: len(said)], "peer-review", None)
    assert isinstance(first.body, SessionOpened)
    body = replace(first.body, known="42", **({"plan": plan} if plan else {}))
    given = dict(zip(SEATS, said, strict=False)) | {VERDICT: "42"}
    grades = all_grades("42", list(given), graded_by_code("?", "42", given))
    transcript = SqlTranscript(store)
    lease = (await transcript.open(name, [replace(first, body=body)], holder_here("python"))).lease
    assert lease is not None
    await transcript.append(lease, [draft(GRADES, FindingMade(name="answer-grades", finding=grades)), verdict("42")])


async def test_a_record_has_only_questions_that_were_put_to_every_compared_model(store: Store) -> None:
    for number in range(20):
        await held(store, f"whole-{number}", "42", "41", "42")
        await held(store, f"early-{number}", "41", "41", "41", plan=AskPlan(when="selective", order=SEATS))
        await held(store, f"other-{number}", "42", "41")
    found = await record_of(store, ["up/a", "up/b", "up/c"])
    assert found is not None
    assert (found.questions, found.right, found.council) == (20, {"up/a": 20, "up/b": 0, "up/c": 20}, (20, 20))
    assert found.leader == ""
