"""Test a model: run after run, each in its own session, until the result is clear.

Runs are kept: those of the same voter on the same claims count again, interrupted ones resume, and no answer is paid
twice. `tests/extensions/studies/trials/test_bench.py` kills the process to test that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from moot.app import Application, Ask
from moot.errors import MootError, OutOfBudget
from moot.exports.public import Estimate, fitness, nano_dollars
from moot.extensions.studies.trials.fixtures import PlacedFixture
from moot.extensions.studies.trials.runs import NOT_ASKED, PROTOCOL, TrialRun, benched, trying_in
from moot.extensions.studies.trials.waiting import RemainingSessions, seen_to_end, taken_up
from moot.transcripts.public import BENCH, Once
from moot.vocabulary.public import NANO, Council, Member, OptionValue, Seat, VoterTrial, voter_in

OTHER_ORDER = (4, 5)
"""Runs of every five with the claims in another order."""


class Money:
    """Budget of all runs."""

    def __init__(self, budget: float | None) -> None:
        self._left = None if budget is None else nano_dollars(budget)
        self._gone = False

    @property
    def left(self) -> float | None:
        """Return the remaining dollars; `None` without a limit."""
        return None if self._left is None else self._left / NANO

    @property
    def gone(self) -> bool:
        """Return whether it is used up. A budget of 0 never is: free models may be asked."""
        return self._gone

    def spend(self, nano: int) -> None:
        """Subtract the cost of a run."""
        if self._left is not None and nano:
            self._left = max(0, self._left - nano)
            self._gone = not self._left

    def use_up(self) -> None:
        """Mark the rest as too little for a run."""
        self._gone = True


class TrialObserver:
    """Callbacks of a trial; the default ignores them."""

    def kept(self, model: str, runs: int) -> None:
        """Report the number of earlier runs of a model that count."""

    def begun(self, session: str) -> None:
        """Report that a run starts, or resumes, in this session."""

    def ended(self, run: TrialRun) -> None:
        """Report the end of a run."""


class TrialResult(NamedTuple):
    """Result of testing several voters."""

    found: list[VoterTrial]
    """One result per tested voter."""
    troubles: list[str]
    """Why runs are missing."""


class VoterTrialRunner:
    """Tests of voters, one after the other, until `stop` is set."""

    def __init__(
        self, app: Application, placed: PlacedFixture, *, runs: int, money: Money, anew: bool, heard: TrialObserver,
        stop: asyncio.Event,
    ) -> None:  # fmt: skip
        self._app, self._placed, self._runs, self._money = app, placed, runs, money
        self._anew, self._heard, self._stop, self._since = anew, heard, stop, app.runner.now()
        self._troubles: list[str] = []

    async def ahead(self, members: Sequence[Member]) -> list[RemainingSessions]:
        """List the remaining runs, unless a result is clear sooner."""
        found = []
        for member in members:
            estimate = await self._estimate(member)
            there = [] if self._anew else await self.kept(_seat_of(estimate, member))
            done = [each for each in there if each.ended]
            found.append(RemainingSessions(estimate, 0 if clear(done) else max(0, self._runs - len(done))))
        return found

    async def tried(self, members: Sequence[Member]) -> TrialResult:
        """Test each member and return the results; partial ones when stopped."""
        found = []
        for member in members:
            done = await self._one(member)
            if done:
                found.append(benched(done, self._placed.name, self._placed.fixture, self._placed.digest))
            if self._stop.is_set():
                break
        return TrialResult(found, list(dict.fromkeys(self._troubles)))

    async def kept(self, seat: Seat) -> list[TrialRun]:
        """Return earlier runs of this voter on these claims, ended or not."""
        found: list[TrialRun] = []
        before: int | None = None
        while page := await self._app.register.list(100, before=before, door=BENCH):
            before = page[-1].number
            for listing in page:
                if listing.members == (seat.model,):
                    one = trying_in(await self._app.transcript.read(listing.id), self._placed.digest)
                    if one is not None and voter_in(one.seat).fingerprint == voter_in(seat).fingerprint:
                        found.append(one)
        return found

    async def _one(self, member: Member) -> list[TrialRun]:
        seat = _seat_of(await self._estimate(member), member)
        there = await self.kept(seat)
        before = max((each.run for each in there), default=0) if self._anew else 0
        done = [each for each in there if each.ended and each.run > before]
        for cut in [each for each in there if not each.ended and each.run > before]:
            try:
                await taken_up(self._app, cut.session)
                done += await self._awaited(cut.session)
            except MootError as error:
                self._troubles.append(f"{seat.model}, run {cut.run}: {error.message} {error.remedy}".strip())
        if done:
            self._heard.kept(seat.model, len(done))
        first = before + 1
        while not (clear(done) or len(done) >= self._runs or self._stop.is_set()):
            if self._money.gone:
                self._troubles.append("The budget is used up.")
                break
            taken = {each.run for each in (*there, *done)}
            run = next(number for number in range(first, first + len(taken) + 1) if number not in taken)
            try:
                done += (new := await self._awaited(await self._begun(member, seat, run)))
            except MootError as error:
                self._troubles.append(f"{seat.model}, run {run}: {error.message} {error.remedy}".strip())
                if isinstance(error, OutOfBudget):
                    self._money.use_up()
                break
            if any(each.failed in NOT_ASKED for each in new):
                self._troubles.append(f"{seat.model} could not be asked: {new[0].says}")
                break
        return done

    async def _begun(self, member: Member, seat: Seat, run: int) -> str:
        key = f"bench:{self._placed.digest}:{voter_in(seat).fingerprint}:{run}"
        return await self._app.convene(
            Ask(
                question=self._placed.fixture.question,
                council=council_of(member),
                options=self._options(run),
                budget=self._money.left,
                seed=sha256(key.encode()).hexdigest()[:32],
                door=BENCH,
            ),
            once=Once(key=key, digest=self._placed.digest),
            since=self._since,
        )

    def _options(self, run: int) -> dict[str, OptionValue]:
        fixture = self._placed.fixture
        return {
            "fixture": self._placed.name,
            "digest": self._placed.digest,
            "brief": fixture.brief.strip(),
            "claims": [f"{claim.text}\n({claim.kind})" for claim in fixture.claims],
            "run": run,
            "order": int((run - 1) % 5 + 1 in OTHER_ORDER),
        }

    async def _awaited(self, session: str) -> list[TrialRun]:
        self._heard.begun(session)
        listing = await seen_to_end(self._app, session, self._stop)
        self._money.spend(listing.spent + listing.presumed)
        found = trying_in(await self._app.transcript.read(session), self._placed.digest)
        if found is None or not found.ended:
            if not self._stop.is_set():
                self._troubles.append(f"Session {session[:8]} did not end: {listing.state.replace('_', ' ')}.")
                if listing.state == "out_of_budget":
                    self._money.use_up()
            return []
        self._heard.ended(found)
        return [found]

    async def _estimate(self, member: Member) -> Estimate:
        question = self._placed.fixture.question
        return await self._app.estimate(Ask(question=question, council=council_of(member), options=self._options(1)))


def _seat_of(estimate: Estimate, member: Member) -> Seat:
    return next(seat for seat in estimate.seats if seat.model == member.model)


def council_of(member: Member) -> Council:
    """Return a council of this member alone."""
    return Council(members=(replace(member, count=1),), chair=member.model, protocol=PROTOCOL)


def clear(done: Sequence[TrialRun]) -> bool:
    """Return whether it is clear that a model is fit or unfit."""
    asked = [each for each in done if each.failed not in NOT_ASKED]
    return fitness(sum(not each.failed for each in asked), len(asked)) != "unproven"
