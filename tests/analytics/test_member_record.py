"""Test that a record has only questions that every compared model answered in sessions that asked everyone."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from moot.analytics.grade_book import GRADES, graded_questions
from moot.analytics.member_record import record_of
from moot.protocols.grading.findings import VERDICT
from moot.protocols.grading.grader import all_grades, graded_by_code
from moot.stats.evidence.shared_errors import shared_errors
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import FindingMade, SessionOpened
from moot.vocabulary.questions import AskPlan, When
from sessions.drafts import draft, verdict

from .sittings import opening

SEATS = ("seat-a", "seat-b", "seat-c")
MODELS = ("up/a", "up/b", "up/c")


@pytest.fixture
async def whole_store(tmp_path: Path) -> AsyncIterator[Store]:
    """A second store."""
    store = Store(tmp_path / "whole.db", durable="normal")
    yield store
    await SqlTranscript(store).close()


async def held(store: Store, name: str, *said: str, plan: AskPlan | None = None, question: str = "") -> None:
    """A session with a known answer, 42, which the council gives."""
    first = opening(["up/a", "up/b", "up/c"][: len(said)], "peer-review", question=question or name)
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


class Drawn(NamedTuple):
    """A drawn session: its plan, and the grade of each member that was asked."""

    plan: When
    right: dict[str, bool]


def drawn_sessions(number: int, share: float, seed: int) -> list[Drawn]:
    """Draw sessions of three equal members, of which the third is asked only if the first two differ; on hard questions
    all are often wrong. In a `share` of them everyone is asked from the start."""
    draw, found = random.Random(seed), []
    for _ in range(number):
        skill = draw.choice((0.95, 0.35))
        right = {model: draw.random() < skill for model in MODELS}
        if draw.random() < share:
            found.append(Drawn("always", right))
        elif right["up/a"] != right["up/b"]:
            found.append(Drawn("selective", right))
        else:
            found.append(Drawn("selective", {model: right[model] for model in MODELS[:2]}))
    return found


async def test_sessions_that_went_on_after_a_difference_bias_no_record(store: Store, whole_store: Store) -> None:
    drawn = drawn_sessions(280, 0.4, seed=7)
    for number, each in enumerate(drawn):
        said = ["42" if each.right.get(model) else "41" for model in MODELS if model in each.right]
        plan = AskPlan(when=each.plan, order=SEATS) if each.plan == "selective" else None
        await held(store, f"s{number}", *said, plan=plan)
        if plan is None:
            await held(whole_store, f"s{number}", *said)
    whole = [each.right for each in drawn if each.plan == "always"]
    found = await record_of(store, MODELS)
    assert found is not None
    assert found.questions == len(whole)
    assert found.right == {model: sum(each[model] for each in whole) for model in MODELS}
    third = [each.right["up/c"] for each in drawn if "up/c" in each.right and each.plan == "selective"]
    assert found.right["up/c"] / len(whole) - fmean(third) > 0.08, "the third is asked what is hard"
    common = [
        await each.read(lambda connection: shared_errors(graded_questions(connection))) for each in (store, whole_store)
    ]
    assert common[0] == common[1], "errors in common are those of whole sessions"


async def test_a_question_that_was_asked_again_counts_once_with_its_latest_answers(store: Store) -> None:
    for number in range(20):
        await held(store, f"first-{number}", "41", "41", question=f"What is it? {number}")
        await held(store, f"again-{number}", "42", "41", question=f"What is it? {number}")
    found = await record_of(store, ["up/a", "up/b"])
    assert found is not None
    assert (found.questions, found.right) == (20, {"up/a": 20, "up/b": 0})
