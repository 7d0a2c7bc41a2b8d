"""Calibrate a council: sessions on parts of the claims until each claim was voted on twice.

Sessions are kept: interrupted ones resume, and no answer is paid twice. Human seats are not asked. Tested by
`tests/extensions/studies/trials/test_calibrate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from moot.app import Application, Ask
from moot.cli.public import Interrupt
from moot.errors import BadInput
from moot.exports.public import Options
from moot.extensions.studies.asking.checks import Before
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.trials.asking import ClaimSessions
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
from moot.extensions.studies.trials.results import Calibration
from moot.vocabulary.public import CalibrationStatement, Council, Roster

QUESTION = "How far do you go along with each of these claims?"
"""Question of the calibration sessions."""
VOTE = "vote"
"""Name of the prompt that is kept from the council: the one for voting."""


class CalibrationPart(NamedTuple):
    """A planned session of a calibration: the statements it votes on, and the order in which they are shown."""

    part: int
    order: int
    statements: Sequence[CalibrationStatement]


class CalibrationRunResult(NamedTuple):
    """Result of one run of a calibration."""

    found: Calibration | None
    """The calibration; `None` without votes."""
    troubles: list[str]
    """Why sessions are missing, in words."""


class Calibrator:
    """Calibrates the tier borders of one council. The council votes on claims known to be settled, contested or open,
    in parts, with each part in two orders.
    """

    def __init__(
        self, app: Application, corpus: PlacedCorpus, council: Council, way: Way, *, budget: float | None, anew: bool
    ) -> None:
        self._app, self._corpus, self._way, self._anew = app, corpus, way, anew
        self._council, self._trial = council, trial_of(council, way)
        self.interrupt = Interrupt()
        self._sessions = ClaimSessions(app, budget, self.interrupt.asked)

    async def ahead(self) -> Before:
        """Estimate what the remaining sessions of the calibration will cost."""
        number, there = await self._there()
        parts = Counter(part.part for part in self._missing(there))
        first = {part.part: self._item(part, number) for part in self._missing(there)}
        arms = [await self._sessions.cost(f"{at}", self._trial, item, parts[at]) for at, item in first.items()]
        return Before(arms=tuple(arms))

    async def done(self, tell: Callable[[str], None]) -> CalibrationRunResult:
        """Run the remaining sessions, and return the calibration computed from all of them. `tell` is called with the
        name of each session's question when that session ends.
        """
        number, there = await self._there()
        fingerprints = ":".join((await self._whose())[1])
        study = await self._sessions.study(f"calibration:{self._corpus.digest}:{fingerprints}:{number}", self._trial)
        items = [self._item(part, number) for part in self._missing(there)]
        troubles = list[str]()
        if items:
            with self.interrupt.listening():
                run = await self._sessions.ask(study.id, items, lambda cell: tell(cell.item))
            lost = {cell: fate for cell, fate in run.fates.items() if fate.state not in FINISHED}
            troubles = [f"{cell.item}: {fate.why or fate.state}" for cell, fate in lost.items()]
        if self.interrupt.asked.is_set():
            troubles = ["It was interrupted; the same command goes on where it stopped."]
        together = await self._asked()
        options = self._council.options if self._council.protocol == self._way.protocol else {}
        found = calibrated(latest_round(together), self._way, options) if together else None
        return CalibrationRunResult(found, troubles)

    async def _there(self) -> tuple[int, list[CalibrationSession]]:
        """Return the number of the calibration's current round, and the round's sessions so far."""
        there = await self._asked()
        number = max((each.round for each in there), default=0) + 1 if self._anew or not there else there[0].round
        return number, [each for each in there if each.round == number]

    def _missing(self, there: Sequence[CalibrationSession]) -> Iterator[CalibrationPart]:
        """Yield the planned sessions that have not ended, alternating between the two orders."""
        ended = {(each.part, each.order) for each in there if each.ended}
        for number, statements in enumerate(self._corpus.parts(self._way.how.most), start=1):
            for order in range(ORDERS):
                if (number, order) not in ended:
                    yield CalibrationPart(number, order, statements)

    def _item(self, part: CalibrationPart, number: int) -> CorpusItem:
        parts = len(self._corpus.parts(self._way.how.most))
        place = {"part": part.part, "parts": parts, "order": part.order, "round": number}
        options = self._way.how.opened_with(self._corpus.name, self._corpus.digest, part.statements, place)
        return CorpusItem(id=f"part-{part.part}-order-{part.order + 1}", text=QUESTION, options=options)

    async def _asked(self) -> list[CalibrationSession]:
        whose = await self._whose()
        return [each for each in await asked_in(self._app.store, self._way) if each.whose == whose]

    async def _whose(self) -> tuple[str, tuple[str, ...]]:
        options = self._item(next(self._missing(())), 1).options
        estimate = await self._app.estimate(Ask(question=QUESTION, council=self._trial, options=options))
        number = sum(each.count for each in self._trial.lines())
        voters = voters_of(Roster(seats=estimate.seats[:number]), self._trial.system)
        return self._corpus.digest, tuple(voter.fingerprint for voter in voters)


def trial_of(council: Council, way: Way) -> Council:
    """Return a council that only votes on given claims, with the members, prompts and call options of `council`."""
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
"""Names of options of a council that affect how its members are asked."""
