"""Test a model: run after run, each in its own session, until the result is clear.

Runs are kept: those of the same voter on the same claims count again, interrupted ones resume, and no answer is paid
twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from moot.app import Application, Ask
from moot.exports.public import fitness
from moot.extensions.studies.asking.checks import Before
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.trials.asking import ClaimSessions
from moot.extensions.studies.trials.claims import PlacedFixture
from moot.extensions.studies.trials.results import VoterTrial
from moot.extensions.studies.trials.runs import NOT_ASKED, PROTOCOL, TrialRun, benched, trying_in
from moot.vocabulary.public import Council, Member, OptionValue, voter_in

OTHER_ORDER = (4, 5)
"""Positions, in every five runs, of the runs that show the claims in another order."""


class TrialResult(NamedTuple):
    """Results of testing several voters (models with their settings), and problems that occurred."""

    found: list[VoterTrial]
    """One result per tested voter."""
    troubles: list[str]
    """Why runs are missing, in words."""


class VoterTrialRunner:
    """Tests voters (models with their settings) one after another, until `stop` is set."""

    def __init__(
        self,
        app: Application,
        placed: PlacedFixture,
        *,
        runs: int,
        budget: float | None = None,
        anew: bool = False,
        ended: Callable[[TrialRun], None] = lambda run: None,
        stop: asyncio.Event | None = None,
    ) -> None:
        self._app, self._placed, self._runs, self._anew, self._ended = app, placed, runs, anew, ended
        self._stop = stop or asyncio.Event()
        self._sessions = ClaimSessions(app, budget, self._stop)
        self._troubles: list[str] = []

    async def ahead(self, members: Sequence[Member]) -> Before:
        """Estimate what the remaining test runs of these members cost, if none of the tests ends early with a clear
        result.
        """
        arms = []
        for member in members:
            council = council_of(member)
            there = [] if self._anew else await self.kept(member)
            done = [each for each in there if each.ended]
            left = 0 if clear(done) else max(0, self._runs - len(done))
            arms.append(await self._sessions.cost(member.model, council, self._item(1), left))
        return Before(arms=tuple(arms))

    async def tried(self, members: Sequence[Member]) -> TrialResult:
        """Test each member as a voter on this runner's claims, and return the results. If the tests are stopped, the
        results of the runs that have ended are returned.
        """
        found = []
        for member in members:
            done = await self._one(member)
            if done:
                found.append(benched(done, self._placed.name, self._placed.fixture, self._placed.digest))
            if self._stop.is_set():
                break
        return TrialResult(found, list(dict.fromkeys(self._troubles)))

    async def kept(self, member: Member) -> list[TrialRun]:
        """Read from the store the earlier runs of this member on these claims, finished or not."""
        progress = await studies_of(self._app).find((await self._study(member)).id)
        cells = progress.cells.values() if progress is not None else ()
        read = [trying_in(await self._app.transcript.read(each), self._placed.digest) for each in cells]
        return [each for each in read if each is not None]

    async def _study(self, member: Member) -> StudyProgress:
        estimate = await self._app.estimate(
            Ask(question="?", council=council_of(member), options=self._item(1).options)
        )
        seat = next(seat for seat in estimate.seats if seat.model == member.model)
        key = f"bench:{self._placed.digest}:{voter_in(seat).fingerprint}"
        return await self._sessions.study(key, council_of(member))

    async def _one(self, member: Member) -> list[TrialRun]:
        study, there = (await self._study(member)).id, await self.kept(member)
        number = max((each.run for each in there), default=0) if self._anew else 0
        done = [each for each in there if each.ended and each.run > number]
        ended = {each.run for each in done}
        while not (clear(done) or len(done) >= self._runs or self._stop.is_set()):
            number += 1
            if number in ended:
                continue
            run = await self._sessions.ask(study, [self._item(number)])
            ((cell, fate),) = run.fates.items()
            session = run.progress.cells.get(cell)
            new = trying_in(await self._app.transcript.read(session), self._placed.digest) if session else None
            if new is None or not new.ended:
                if not self._stop.is_set():
                    self._troubles.append(f"{member.model}, run {number}: {fate.why or fate.state}")
                break
            done.append(new)
            self._ended(new)
            if new.failed in NOT_ASKED:
                self._troubles.append(f"{member.model} could not be asked: {new.says}")
                break
        return done

    def _item(self, run: int) -> CorpusItem:
        fixture = self._placed.fixture
        options: dict[str, OptionValue] = {
            "fixture": self._placed.name,
            "digest": self._placed.digest,
            "brief": fixture.brief.strip(),
            "claims": [f"{claim.text}\n({claim.kind})" for claim in fixture.claims],
            "run": run,
            "order": int((run - 1) % 5 + 1 in OTHER_ORDER),
        }
        return CorpusItem(id=f"run-{run}", text=fixture.question, options=options)


def council_of(member: Member) -> Council:
    """Return the council used to test a member, in which that member is the only one."""
    return Council(members=(replace(member, count=1),), chair=member.model, protocol=PROTOCOL)


def clear(done: Sequence[TrialRun]) -> bool:
    """Return whether these runs are enough to tell if a model can be seated as a voter, so that the test can end."""
    asked = [each for each in done if each.failed not in NOT_ASKED]
    return fitness(sum(not each.failed for each in asked), len(asked)) != "unproven"
