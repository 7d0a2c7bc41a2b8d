"""Track the voter tests of this process, with their progress and results.

The registry is lost when the process ends; the runs are sessions, and a restarted trial continues with them. Tested by
`tests/extensions/studies/routes/test_trials.py`.
"""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from moot.app import Application
from moot.errors import Conflict, MootError, UnknownName
from moot.exports.public import still_to_run
from moot.extensions.studies.trials.claims import TESTED, fixture_in
from moot.extensions.studies.trials.results import TrialAhead, TrialPlan, TrialRow, VoterTrial
from moot.extensions.studies.trials.running import VoterTrialRunner, clear
from moot.extensions.studies.trials.runs import NOT_ASKED, TrialRun
from moot.vocabulary.public import FORMS, Member, Seat, SessionOpened, dollars, voter_in

FIRST_RUNS = 5
"""Number of runs for a voter without a test, or tested anew."""
MORE_RUNS = 10
"""Maximum number of further runs for a voter whose result is unclear."""
GONE = "None of its sessions is here any more, so nobody knows how it is asked."


class _PlannedTrial(TrialPlan, frozen=True, kw_only=True):
    """A voter to test, and the seat to test it in."""

    member: Member


class Trials:
    """The voter tests that this process runs or has run, for pages and the API."""

    def __init__(self, app: Application) -> None:
        self.rows: dict[str, TrialRow] = {}
        """By fingerprint, in the order of their start."""
        self._app = app
        self._stops: dict[str, asyncio.Event] = {}

    async def ahead(self, voter: str) -> TrialAhead:
        """Return how many runs a further test of a voter takes and what they cost; raises if it cannot run."""
        put = await self._put(voter)
        before = await self._bench(put).ahead([put.member])
        return TrialAhead(
            voter=put.voter,
            model=put.member.model,
            runs=before.arms[0].sessions,
            earlier=put.earlier,
            anew=put.anew,
            calls=before.calls,
            typical=dollars(before.typical),
            most=dollars(before.most),
        )

    async def begin(self, voter: str, budget: float | None) -> asyncio.Task[None]:
        """Start testing a voter in the background and return the task; `budget` is for all its runs. Raises like
        `ahead`.
        """
        put = await self._put(voter)
        await self._bench(put).ahead([put.member])
        if put.voter in self._stops:
            raise Conflict(f"{put.member.model} is being tried out already.", "Wait until that ends, or stop it.")
        stop = self._stops[put.voter] = asyncio.Event()
        self.rows.pop(put.voter, None)
        of = put.runs - (0 if put.anew else put.earlier)
        self.rows[put.voter] = TrialRow(voter=put.voter, model=put.member.model, state="running", done=0, of=of)
        bench = self._bench(put, budget, stop)
        return asyncio.create_task(self._run(put, bench, stop), name=put.voter)

    def stop(self, voter: str) -> TrialRow:
        """Stop the test of a voter: its current run stops, and no other starts. Return its state."""
        if voter not in self.rows:
            raise UnknownName("trial", voter, self.rows)
        if voter in self._stops:
            self._stops[voter].set()
        return self.rows[voter]

    async def _run(self, put: _PlannedTrial, bench: VoterTrialRunner, stop: asyncio.Event) -> None:
        found, troubles = list[VoterTrial](), list[str]()
        try:
            found, troubles = await bench.tried([put.member])
        except MootError as error:
            troubles = [f"{error.message} {error.remedy}".strip()]
        finally:
            del self._stops[put.voter]
            row = replace(self.rows[put.voter], state="stopped" if stop.is_set() else "ended", troubles=troubles)
            self.rows[put.voter] = row
            for each in found:
                self.rows[put.voter] = replace(row, verdict=each.verdict, read=each.read, more=each.more)

    def _bench(
        self, put: _PlannedTrial, budget: float | None = None, stop: asyncio.Event | None = None
    ) -> VoterTrialRunner:
        def ended(run: TrialRun) -> None:
            self.rows[put.voter] = replace(self.rows[put.voter], done=self.rows[put.voter].done + 1)

        placed = fixture_in(self._app.home, TESTED)
        return VoterTrialRunner(self._app, placed, runs=put.runs, budget=budget, anew=put.anew, ended=ended, stop=stop)

    async def _put(self, voter: str) -> _PlannedTrial:
        found = await self._app.upkeep.voter(voter)
        name = found.voter.fingerprint
        seat = await self._seated(name, [each.session for each in found.sessions])
        plain = _PlannedTrial(voter=name, member=_member_of(seat), runs=FIRST_RUNS, earlier=0, anew=False)
        done = [each for each in await self._bench(plain).kept(plain.member) if each.ended]
        if clear(done):
            return replace(plain, earlier=len(done), anew=True)
        asked = [each for each in done if each.failed not in NOT_ASKED]
        more = still_to_run(sum(not each.failed for each in asked), len(asked))
        further = min(MORE_RUNS, more) if asked else FIRST_RUNS
        return replace(plain, runs=len(done) + further, earlier=len(done))

    async def _seated(self, voter: str, sessions: list[str]) -> Seat:
        """Return the seat in which a voter was last tested, with its complete system prompt."""
        for session in sessions:
            opened = (await self._app.transcript.read(session))[0].body
            assert isinstance(opened, SessionOpened)
            for seat in opened.roster.seats:
                if voter_in(seat, opened.system).fingerprint == voter:
                    persona = seat.persona.text if seat.persona is not None else ""
                    told = "\n\n".join(filter(None, (opened.system, seat.system, persona)))
                    return replace(seat, system=told, persona=None)
        raise Conflict(GONE, "Name its model: `moot study bench models -m MODEL`.")


def _member_of(seat: Seat) -> Member:
    """Return a council member whose calls have the same model, prompt and options as this seat's."""
    forms = {ability: form for form, ability in FORMS.items()}
    return Member(
        model=seat.model,
        system=seat.system,
        temperature=seat.temperature,
        max_output=seat.max_output,
        reasoning=seat.reasoning,
        ballot=forms.get(seat.abilities.schema),
    )
