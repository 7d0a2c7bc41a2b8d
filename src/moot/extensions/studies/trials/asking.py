"""Ask sessions on given claims, as studies of one arm that no list shows, for `moot study bench` and `calibrate`.

Sessions are kept: interrupted ones resume, and no answer is paid twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from hashlib import sha256

from msgspec.structs import replace

from moot.app import Application, Ask
from moot.exports.public import nano_dollars
from moot.extensions.studies.asking.checks import ArmCost
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import NO_CORPUS, Arm, Study, StudyCell
from moot.transcripts.public import BENCH
from moot.vocabulary.public import NANO, Council

ARM = "voters"
"""Name of the only arm of such a study."""


class ClaimSessions:
    """Runs sessions in which a council votes on given claims, one after another and under one budget, until `stop` is
    set.
    """

    def __init__(self, app: Application, budget: float | None, stop: asyncio.Event) -> None:
        self.app, self.stop = app, stop
        self._left = None if budget is None else nano_dollars(budget)

    async def study(self, key: str, council: Council) -> StudyProgress:
        """Return the study that contains the sessions of this key; if there is none, store one with this council."""
        digest = sha256(key.encode()).hexdigest()
        study = Study(name=f"claims-{digest[:8]}", corpus=NO_CORPUS, arms=(Arm(name=ARM),), seed=digest[:32])
        return await studies_of(self.app).open(study, digest[:32], door=BENCH, council=council)

    async def cost(self, name: str, council: Council, item: CorpusItem, sessions: int) -> ArmCost:
        """Estimate what a number of sessions would cost if each is like a session on the question `item`."""
        found = await self.app.estimate(Ask(question=item.text, council=council, options=item.options))
        return ArmCost.of(name, found, sessions)

    async def ask(
        self, study: str, items: Iterable[CorpusItem], told: Callable[[StudyCell], None] = lambda cell: None
    ) -> StudyRun:
        """Run the sessions of these questions until they end, within the unspent budget, and return the run. `told` is
        called with each cell that has ended.
        """
        kept = studies_of(self.app)
        before, progress = await kept.cost_of(study), await kept.put(study, items := list(items))
        gone = before.spent + before.pending
        budget = None if self._left is None else (self._left + gone) / NANO
        progress = replace(progress, study=replace(progress.study, budget=budget))
        run = StudyRun(
            self.app, progress, kept.corpus_of(progress), at_once=1, told=told, items=[item.id for item in items]
        )
        states = await self.app.register.fates(list(progress.cells.values()))
        failed = [
            cell for cell in run.cells if (s := progress.cells.get(cell)) in states and states[s].state == "failed"
        ]
        async with kept.run_of(progress, run.ended):
            await run.run(failed, self.stop, rest=True)
        after = await kept.cost_of(study)
        if self._left is not None:
            self._left = max(0, self._left - (after.spent + after.pending - gone))
        return run
