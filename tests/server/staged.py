"""A session written by hand: as many events as a test needs, whenever it needs them."""

from __future__ import annotations

import uuid

from moot.request import Ask
from moot.server.dependencies import Backend
from moot.sessions.opening import SessionOpening, opened_from
from moot.transcripts.lease import Lease, LeaseHolder, holder_here
from moot.transcripts.transcript import Draft
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Body, SessionStopped, StageEntered

COUNCIL = Council(members=("rehearsal/ada", "rehearsal/bo"), chair="rehearsal/hana")


class Staged:
    """A session nobody runs but the test."""

    def __init__(self, backend: Backend, lease: Lease) -> None:
        self.backend, self.lease, self.number = backend, lease, 0

    @property
    def session(self) -> str:
        return self.lease.session

    @classmethod
    async def opened(
        cls, backend: Backend, question: str = "What is a moot?", holder: LeaseHolder | None = None
    ) -> Staged:
        app = backend.app
        opened = opened_from(
            SessionOpening(ask=Ask(question=question, council=COUNCIL)),
            app.directory,
            door="test",
            strict_prices=False,
        )
        first = Draft(key="opened", body=opened, at="2026-01-01T00:00:00.000Z", t=0)
        made = await app.transcript.open(str(uuid.uuid4()), [first], holder or holder_here("test"))
        assert made.lease is not None
        return cls(backend, made.lease)

    async def add(self, *, at: str = "2026-01-01T00:00:00.000Z", size: int = 0) -> None:
        """One more event; `at` may carry a time for the test, `size` makes it large."""
        self.number += 1
        await self._append(f"stage:s{self.number}", StageEntered(stage=f"s{self.number}" + "x" * size), at)

    def say(self, text: str, key: str = "opinions/seat-a", attempt: int = 1) -> None:
        self.backend.app.transcript.bell.speak(self.session, key, "seat-a", attempt, text, False)

    async def end(self) -> None:
        stopped = SessionStopped(outcome="stopped", reason="asked", message="The test is over.")
        await self._append("stopped.1", stopped, "2026-01-01T00:00:00.000Z")

    async def _append(self, key: str, body: Body, at: str) -> None:
        await self.backend.app.transcript.append(self.lease, [Draft(key=key, body=body, at=at, t=self.number)])
