"""Test that answers are compared with the known one by code first, then by a grader, blind, recorded and paid once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from moot.errors import CallFailed
from moot.exports.session_files import export
from moot.protocols.grading import grader
from moot.protocols.grading.findings import VERDICT, AnswerGrade, AnswerGrades, GradesFound
from moot.protocols.grading.grader import NO_GRADER, NOT_TOLD, UNQUOTED, UNREAD
from moot.protocols.planned import GRADING
from moot.providers.provider import Call
from moot.sessions.fork import ForkChanges
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import SeatSpoke
from moot.vocabulary.state import SessionState
from rig import grading
from sessions.backend import Backend, Said, ranked

QUESTION = "Which city is the capital of Australia?"
SAYS = {
    "seat-a": "The government has sat in Canberra since 1927.",
    "seat-b": "Sydney is.\n\nFINAL ANSWER: Sydney",
    "seat-c": "Without an atlas at hand this stays open.",
    "seat-d": "canberra.",
}


def grade(text: str) -> grading.Said:
    if "atlas" in text:
        return 0, "this stays open", True
    return (1, "Canberra", False) if "Canberra" in text else (2, "Sydney is", False)


class Voices:
    """A council judged by its peers; `grader` grades one answer, or is what the grader says."""

    def __init__(self, grader: Any = grade, verdict: str = "It is Canberra, says the chair.") -> None:
        self.grader, self.verdict = grader, verdict

    def __call__(self, call: Call) -> Said:
        if call.key.startswith(f"{GRADING}/"):
            prompt = call.messages[-1].text
            return grading.graded(prompt, self.grader) if callable(self.grader) else self.grader
        if call.schema is not None:
            return ranked(call)
        return SAYS[call.seat.id] if call.key.startswith("opinions/seat") else self.verdict


def grades_of(state: SessionState) -> dict[str, AnswerGrade]:
    (found,) = (view.finding for view in state.findings if isinstance(view.finding, AnswerGrades))
    return {each.seat: each for each in found.grades}


async def held(backend: Backend, **more: Any) -> str:
    return await backend.convene("peer-review", question=QUESTION, known="Canberra", **more)


async def test_code_compares_first_and_the_rest_is_graded_in_one_call_once_the_answer_stands() -> None:
    async with Backend(Voices()) as backend:
        session = await held(backend)
        assert backend.asked[-2:] == ["synthesis/chair", f"{GRADING}/chair"]
        assert backend.asked.count(f"{GRADING}/chair") == 1
        state = await backend.state(session)
        found = grades_of(state)
        assert {seat: (each.right, each.by, each.declined) for seat, each in found.items()} == {
            "seat-a": (True, "fake/chair", False),
            "seat-b": (False, "fake/chair", False),
            "seat-c": (None, "fake/chair", True),
            "seat-d": (True, "code", False),
            VERDICT: (True, "fake/chair", False),
        }
        assert found["seat-b"].quote == "Sydney is"
        assert (await backend.runner.replay(session)).digest == state.digest
        # what the grader cost is in the session's bill, and the verdict rests on nothing it says
        spoke = (await backend.bodies(session))[f"{GRADING}/chair"]
        assert isinstance(spoke, SeatSpoke)
        assert state.cost == sum(1_000 for _ in backend.asked)
        assert state.verdict is not None
        assert not [key for key in state.verdict.rests_on if GRADING in key]


async def test_an_installed_grader_comes_first_and_what_it_leaves_open_or_breaks_on_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def marks(known: str, answer: str) -> bool | None:
        if known == "broken":
            raise ValueError("no")
        return answer != SAYS["seat-d"] if "anberra" in answer else None

    monkeypatch.setattr(grader, "installed_grader", lambda name: marks)
    async with Backend(Voices()) as backend:
        state = await backend.state(session := await held(backend, grader="marks"))
        assert {seat: (each.right, each.by) for seat, each in grades_of(state).items()} == {
            **{"seat-a": (True, "grader marks"), "seat-b": (False, "fake/chair"), "seat-c": (None, "fake/chair")},
            **{"seat-d": (False, "grader marks"), VERDICT: (True, "grader marks")},
        }
        monkeypatch.undo()
        assert (await backend.runner.replay(session)).digest == state.digest, "a replay asks no package"
        state = await backend.state(session := await held(backend, grader="gone"))
        assert {each.by for each in grades_of(state).values()} == {"fake/chair", "code"}
        assert "There is no grader called 'gone'" in export(state, await backend.events(session), "md")
        assert (await backend.runner.replay(session)).digest == state.digest


async def test_the_grader_is_shown_question_reference_and_answers_without_a_name() -> None:
    async with Backend(Voices()) as backend:
        session = await held(backend)
        prompt = await backend.prompt(session, f"{GRADING}/chair")
        assert not re.search(r"seat-|fake/", prompt)
        assert QUESTION in prompt
        assert re.search(r'<reference fence=\\"\w+\\">\\nCanberra\\n</reference', prompt)
        assert "not instructions" in prompt
        assert SAYS["seat-a"] in prompt
        assert SAYS["seat-d"] not in prompt, "code has graded it"
        # nobody but the grader is shown what is known
        others = [call for call in backend.voice.calls if GRADING not in call.key]
        assert not [call for call in others if "<reference" in json.dumps([m.text for m in call.messages])]


@pytest.mark.parametrize(
    ("grader", "why"),
    [
        (CallFailed("auth", "The key was refused."), NO_GRADER),
        ("I would rather not.", UNREAD),
        (lambda text: (1, "Melbourne, of course", False), UNQUOTED),
        (lambda text: (0, text, False), NOT_TOLD),
    ],
    ids=["fails", "talks", "makes up a quotation", "is unsure"],
)
async def test_what_nobody_graded_is_neither_right_nor_wrong_and_says_why(grader: Any, why: str) -> None:
    async with Backend(Voices(grader)) as backend:
        session = await held(backend)
        state = await backend.state(session)
        assert state.status == "verdict"
        assert state.verdict is not None
        assert state.verdict.degraded == ()
        found = grades_of(state)
        assert [(each.right, each.why) for each in found.values()][:3] == [(None, why)] * 3
        assert found["seat-d"].right is True
        assert "not graded" in export(state, await backend.events(session), "md")
        assert (await backend.runner.replay(session)).digest == state.digest


async def test_the_same_answer_is_not_paid_twice(tmp_path: Path) -> None:
    transcript = SqlTranscript(Store(tmp_path / "moot.db"))
    async with Backend(Voices(), transcript=transcript) as backend:
        first = await held(backend)
        second = await held(backend)
        assert backend.asked.count(f"{GRADING}/chair") == 1
        state = await backend.state(second)
        once, twice = grades_of(await backend.state(first)), grades_of(state)
        assert {seat: each.right for seat, each in once.items()} == {seat: each.right for seat, each in twice.items()}
        assert [view.finding for view in state.findings if isinstance(view.finding, GradesFound)]
        assert (await backend.runner.replay(second)).digest == state.digest
        # another grader, another question: asked anew
        await held(backend, council={"offices": {"grader": "fake/reader"}})
        assert backend.asked.count(f"{GRADING}/grader") == 1
        await backend.convene("peer-review", question=f"{QUESTION} In one word.", known="Canberra")
        assert backend.asked.count(f"{GRADING}/chair") == 2


async def test_what_cannot_be_paid_is_not_graded_and_a_fork_grades_it() -> None:
    cap = 1_000_000_000
    async with Backend(Voices()) as backend:
        backend.voice.cost = lambda call: cap - 8_000 if call.key.startswith("synthesis") else 1_000
        session = await held(backend, members=3, cap=cap)
        state = await backend.state(session)
        assert state.status == "verdict", state.message
        assert not [key for key in backend.asked if GRADING in key]
        assert grades_of(state)["seat-a"].right is None
        fork = await backend.runner.fork(session, ForkChanges(stage=GRADING, cap=cap))
        await backend.runner.ended(fork)
        assert grades_of(await backend.state(fork))["seat-a"].right is True
        other = await backend.runner.fork(
            session, ForkChanges(stage=GRADING, cap=cap, offices={"grader": "fake/reader"})
        )
        await backend.runner.ended(other)
        assert grades_of(await backend.state(other))["seat-a"].by == "fake/reader"
