"""Convert session transcripts to the progress events of the batch contract.

A client that connects later, or again after a restart, gets the same events from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from moot.exports.public import files_of
from moot.vocabulary.public import (
    Event,
    SeatAsked,
    SeatSpoke,
    SessionOpened,
    StageEntered,
    VerdictReached,
    event_keys,
    state_of,
)

Told = dict[str, Any]
ENTERED = {"rebuttal": "rebuttal_start", "refinement": "refine_start", "verdict": "verdict_start"}
"""Name of the event sent when each stage starts."""
PARTS = {"labels": "phase1_start", "replies": "phase2_start", "axis": "axis_scoring_start"}
"""Name of the event sent at the first call of each part of judging."""


class QuestionProgress(Struct, kw_only=True):
    """Records which progress events of one question have been sent to a client."""

    index: int
    """Position of the question, from 1."""
    seq: int = 0
    """Number of the last event processed."""
    parts: set[str] = set()
    """Names of the parts of judging that have started."""
    spoken: set[str] = set()
    """Seats of the members that have answered."""
    whole: bool = False
    """Whether the question's verdict was sent. Nothing follows the verdict."""


class JobProgress:
    """Turns what happens in a job's sessions into progress events for a client, each once."""

    def __init__(self, run_id: str, domain: str, questions: int) -> None:
        self._run_id, self._domain, self._questions = run_id, domain, questions
        self._begun: set[str] = set()
        self._answered: dict[str, int] = {}
        self._following: dict[str, QuestionProgress] = {}
        self._models: dict[str, str] = {}

    def start(self) -> Told:
        """Return the event that says that the job has started."""
        return self._event("run_start", domain=self._domain, questions=self._questions)

    def of(self, index: int, events: Sequence[Event]) -> Iterator[Told]:
        """Yield the progress events that follow from a session's events and were not sent yet. `index`: place of the
        session's question, from 1.
        """
        if not events:
            return
        follow = self._following.setdefault(events[0].session, QuestionProgress(index=index, parts=set(), spoken=set()))
        for event in events[follow.seq :]:
            follow.seq = event.seq
            follow.whole = follow.whole or isinstance(event.body, VerdictReached)
            yield from self._told(follow, event, events)

    def is_told(self, session: str) -> bool:
        """Return whether everything about a session has been sent, so that it need not be read again."""
        return session in self._following and self._following[session].whole

    def complete(self, questions: int, artifacts: dict[str, str]) -> Told:
        """Return the event that says that the job has ended, with the paths of its files."""
        return self._event("run_complete", questions=questions, artifacts=artifacts)

    def _told(self, follow: QuestionProgress, event: Event, events: Sequence[Event]) -> Iterator[Told]:
        body = event.body
        if isinstance(body, SessionOpened):
            self._models.update({seat.id: seat.model for seat in body.roster.seats})
            for seat in body.roster.seats:
                if seat.model not in self._begun:
                    self._begun.add(seat.model)
                    yield self._event("model_start", model=seat.model, questions=self._questions)
            yield self._event("question_start", question_index=follow.index, total_questions=self._questions)
        elif isinstance(body, StageEntered) and body.stage in ENTERED:
            yield self._event(ENTERED[body.stage], question_index=follow.index)
        elif isinstance(body, SeatAsked):
            part = event_keys.who_of(event.key).partition("#")[2].partition(".")[0].partition("-")[0]
            if part in PARTS and part not in follow.parts:
                follow.parts.add(part)
                more = {"replies": len(follow.spoken)} if part == "axis" else {}
                yield self._event(PARTS[part], question_index=follow.index, **more)
        elif isinstance(body, SeatSpoke) and body.seat in self._models and body.seat not in follow.spoken:
            follow.spoken.add(body.seat)
            model = self._models[body.seat]
            self._answered[model] = self._answered.get(model, 0) + 1
            if self._answered[model] == self._questions:
                yield self._event("model_complete", model=model, replies=self._questions)
        elif isinstance(body, VerdictReached):
            state = state_of(events[: event.seq])
            made = files_of(state.protocol).outcome
            scores = made(state).scores if made is not None else {}
            yield self._event(
                "question_complete",
                question_index=follow.index,
                strongest=max(scores, key=lambda model: scores[model]) if scores else None,
                weakest=min(scores, key=lambda model: scores[model]) if scores else None,
            )

    def _event(self, name: str, **more: Any) -> Told:
        return {"type": "progress", "event": name, "run_id": self._run_id, **more}
