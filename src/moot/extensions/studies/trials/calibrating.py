"""Calibrate a council: sessions on parts of the claims until each claim was voted on twice.

Sessions are kept: interrupted ones resume, and no answer is paid twice. Human seats are not asked. Tested by
`tests/extensions/studies/trials/test_calibrate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from moot.app import Application, Ask
from moot.cli.public import Interrupt
from moot.errors import BadInput, MootError, OutOfBudget
from moot.exports.public import Options
from moot.extensions.studies.trials.calibrations import (
    ORDERS,
    CalibrationSession,
    Way,
    asked_in,
    calibrated,
    latest_round,
    voters_of,
)
from moot.extensions.studies.trials.claims import PlacedCorpus
from moot.extensions.studies.trials.running import Money
from moot.extensions.studies.trials.waiting import RemainingSessions, seen_to_end, taken_up
from moot.transcripts.public import BENCH, Once
from moot.vocabulary.public import Calibration, CalibrationStatement, CalibrationVoter, Council, OptionValue, Roster

QUESTION = "How far do you go along with each of these claims?"
"""Question of the sessions."""
VOTE = "vote"
"""The prompt kept from the council: the one for voting."""


class CalibrationPart(NamedTuple):
    """A planned session."""

    part: int
    order: int
    statements: Sequence[CalibrationStatement]


class CalibrationRunResult(NamedTuple):
    """Result of a calibration run."""

    found: Calibration | None
    """The calibration; `None` without votes."""
    troubles: list[str]
    """Why sessions are missing."""


class Calibrator:
    """Calibration of one council on one corpus."""

    def __init__(
        self,
        app: Application,
        corpus: PlacedCorpus,
        council: Council,
        way: Way,
        *,
        money: Money,
        anew: bool,
        tell: Callable[[str], None],
    ) -> None:
        self._app, self._corpus, self._way = app, corpus, way
        self._council, self._trial = council, trial_of(council, way)
        self._money, self._anew, self._tell, self._since = money, anew, tell, app.runner.now()
        self._troubles: list[str] = []

    async def ahead(self) -> list[RemainingSessions]:
        """List the remaining sessions."""
        number, there = await self._there(await self._voters())
        missing = {part.part: part for part in self._missing(there)}
        counts = Counter(part.part for part in self._missing(there))
        return [
            RemainingSessions(await self._app.estimate(self._ask(part, number)), counts[at])
            for at, part in missing.items()
        ]

    async def done(self) -> CalibrationRunResult:
        """Run the remaining sessions and return the calibration."""
        voters = await self._voters()
        number, there = await self._there(voters)
        with Interrupt().listening() as interrupt:
            for part in self._missing(there):
                if interrupt.asked.is_set():
                    self._troubles.append("It was interrupted; the same command goes on where it stopped.")
                    break
                if self._money.gone:
                    self._troubles.append("The budget is used up.")
                    break
                try:
                    await self._see_to(part, there, number, voters, interrupt)
                except MootError as error:
                    where = f"Part {part.part}, order {part.order + 1}"
                    self._troubles.append(f"{where}: {error.message} {error.remedy}".strip())
                    if isinstance(error, OutOfBudget):
                        self._money.use_up()
                    break
        together = [each for each in await self._asked() if each.whose == self._whose(voters)]
        options = self._council.options if self._council.protocol == self._way.protocol else {}
        found = calibrated(latest_round(together), self._way, options) if together else None
        return CalibrationRunResult(found, list(dict.fromkeys(self._troubles)))

    async def _there(self, voters: Sequence[CalibrationVoter]) -> tuple[int, list[CalibrationSession]]:
        """Return the number of the current round, and its sessions so far."""
        there = [each for each in await self._asked() if each.whose == self._whose(voters)]
        number = max((each.round for each in there), default=0) + 1 if self._anew or not there else there[0].round
        return number, [each for each in there if each.round == number]

    def _missing(self, there: Sequence[CalibrationSession]) -> Iterator[CalibrationPart]:
        """List the parts that have not ended, alternating the orders."""
        ended = {(each.part, each.order) for each in there if each.ended}
        for number, statements in enumerate(self._corpus.parts(self._way.how.most), start=1):
            for order in range(ORDERS):
                if (number, order) not in ended:
                    yield CalibrationPart(number, order, statements)

    async def _see_to(
        self,
        part: CalibrationPart,
        there: Sequence[CalibrationSession],
        number: int,
        voters: Sequence[CalibrationVoter],
        interrupt: Interrupt,
    ) -> None:
        cut = next((each for each in there if (each.part, each.order) == (part.part, part.order)), None)
        if cut is not None:
            await taken_up(self._app, cut.session)
            session = cut.session
        else:
            session = await self._begun(part, number, voters)
        interrupt.session = session
        listing = await seen_to_end(self._app, session, interrupt.asked)
        self._money.spend(listing.spent + listing.presumed)
        where = f"part {part.part} of {len(self._corpus.parts(self._way.how.most))}, order {part.order + 1}"
        if listing.state in ("verdict", "inconclusive"):
            self._tell(f"{where}: {listing.answer or 'no vote could be read'}")
        elif not interrupt.asked.is_set():
            self._troubles.append(f"Session {session[:8]} did not end: {listing.state.replace('_', ' ')}.")
            if listing.state == "out_of_budget":
                self._money.use_up()

    async def _begun(self, part: CalibrationPart, number: int, voters: Sequence[CalibrationVoter]) -> str:
        whose = sha256("\x1f".join(voter.fingerprint for voter in voters).encode()).hexdigest()[:16]
        key = f"calibration:{self._corpus.digest}:{whose}:{number}:{part.part}:{part.order}"
        seed = sha256(key.encode()).hexdigest()[:32]
        ask = replace(self._ask(part, number), budget=self._money.left, seed=seed, door=BENCH)
        return await self._app.convene(ask, once=Once(key=key, digest=self._corpus.digest), since=self._since)

    def _ask(self, part: CalibrationPart, number: int) -> Ask:
        return Ask(question=QUESTION, council=self._trial, options=self._options(part, number))

    def _options(self, part: CalibrationPart, number: int) -> dict[str, OptionValue]:
        parts = len(self._corpus.parts(self._way.how.most))
        place = {"part": part.part, "parts": parts, "order": part.order, "round": number}
        return self._way.how.opened_with(self._corpus.name, self._corpus.digest, part.statements, place)

    async def _voters(self) -> tuple[CalibrationVoter, ...]:
        first = next(self._missing(()))
        estimate = await self._app.estimate(self._ask(first, 1))
        number = sum(each.count for each in self._trial.lines())
        return voters_of(Roster(seats=estimate.seats[:number]), self._trial.system)

    async def _asked(self) -> list[CalibrationSession]:
        return await asked_in(self._app.store, self._way)

    def _whose(self, voters: Sequence[CalibrationVoter]) -> tuple[str, tuple[str, ...]]:
        return self._corpus.digest, tuple(voter.fingerprint for voter in voters)


def trial_of(council: Council, way: Way) -> Council:
    """Return the council for voting on given claims: its members, prompts and ask options."""
    members = tuple(each for each in council.lines() if each.model != "person")
    if sum(each.count for each in members) < 2:
        raise BadInput(
            "This council has fewer than two members that are models; a vote of one is no agreement.",
            "Name another one with `--council`.",
        )
    return replace(
        council,
        protocol=way.how.protocol,
        members=members,
        chair=members[0].model,
        stand_ins=(),
        offices={},
        rubric="",
        options={name: value for name, value in council.options.items() if name in SEATED},
        wording={name: words for name, words in council.wording.items() if name == VOTE},
    )


SEATED = frozenset(Options.__struct_fields__) & {"temperature", "max_output", "reasoning", "language"}
"""Options of a council that affect how its members are asked."""
