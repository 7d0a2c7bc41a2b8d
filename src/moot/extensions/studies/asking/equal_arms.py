"""Detect an arm that makes the same requests as another one although its settings differ.

Example: a fork that names the adjudicators who already judge. The requests are compared after all changes on the way
from the root arm, with the seats of existing sessions. Tested by `tests/extensions/studies/asking/test_equal_arms.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from moot.app import Application
from moot.errors import MootError
from moot.exports.public import options_from, registry
from moot.extensions.studies.asking.checks import stages_of
from moot.extensions.studies.asking.seating import changed_by, line_of, options_under, root_of, seated_as, sitting_of
from moot.extensions.studies.corpora.corpus import Corpus, CorpusItem
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.study import NO_CORPUS, Arm


async def likeness_of(app: Application, progress: StudyProgress, arm: Arm, corpus: Corpus) -> tuple[str, ...]:
    """Return a remark if the arm equals another one, or if its judge judges nothing; empty if unknown."""
    study = progress.study
    if study.corpus == NO_CORPUS:  # the seats of a run are only in its sessions
        return ()
    items = {corpus.rubric_of(item): item for name in progress.questions if (item := corpus.item(name)) is not None}
    alike = _ArmQuestion(app, progress, corpus, tuple(items.values()))
    if await alike.late(arm):
        return (
            f"The arm {arm.name!r} keeps how {arm.of!r} was judged: who is named to judge is asked from {arm.stage!r} "
            f"on alone. To have it judged anew, fork it from {registry.JUDGING!r}.",
        )
    own = await alike.form(arm)
    others = [each for each in study.arms if each.name != arm.name]
    for other in sorted(others, key=lambda each: each.name != arm.of):  # first the arm it forks
        if own and own == await alike.form(other):
            return tuple(_told(arm, other))
    return ()


def _told(arm: Arm, other: Arm) -> Iterator[str]:
    if other.name == arm.of:
        yield f"The arm {arm.name!r} changes nothing of {arm.of!r}: what differs between them is chance."
    else:
        yield (
            f"The arms {other.name!r} and {arm.name!r} ask the same council the same: what differs between them is "
            "chance."
        )


class _ArmQuestion:
    """Requests of a study's arms in a canonical form."""

    def __init__(
        self, app: Application, progress: StudyProgress, corpus: Corpus, items: tuple[CorpusItem, ...]
    ) -> None:
        self._app, self._progress, self._corpus, self._items = app, progress, corpus, items

    async def form(self, arm: Arm) -> str:
        """Return a digest of an arm's requests; empty if unknown, for example because its council was deleted."""
        try:
            asked = [await self._asked(arm, item) for item in self._items]
            late = [each.name for each in line_of(self._progress.study, arm) if await self.late(each)]
        except MootError:
            return ""
        return sha256(msgspec.json.encode([asked, late], order="deterministic")).hexdigest()

    async def late(self, arm: Arm) -> bool:
        """Return whether the arm names adjudicators but starts after the judging."""
        if not (arm.of and arm.adjudicators and self._items):
            return False
        try:
            _, stages = await stages_of(self._app, self._progress.study, arm, self._corpus, self._items[0])
        except MootError:
            return False
        named = registry.JUDGING in stages and arm.stage in stages
        return named and stages.index(arm.stage) > stages.index(registry.JUDGING)

    async def _asked(self, arm: Arm, item: CorpusItem) -> list[object]:
        study, root = self._progress.study, root_of(self._progress.study, arm)
        council = (await sitting_of(self._app, root, self._corpus, item)).council
        if root.name in self._progress.seated:
            council = seated_as(council, self._progress.seated[root.name])
        judged = self._app.seats.judged(changed_by(study, arm, council))
        council = judged.council
        protocol = registry.find(council.protocol)
        options = options_from(protocol, {**council.options, **options_under(study, arm)}, "the arm")
        held = {office: [who] if isinstance(who, str) else list(who) for office, who in council.offices.items()}
        # If every office is filled, the chair of such a protocol gets no request.
        chair = None if protocol.chairless and all(map(held.get, protocol.offices)) else council.chair
        rubric = judged.rubric.name if judged.rubric is not None else ""
        same = replace(council, name="", offices=dict(held), rubric=rubric, chair=chair, options={})
        return [same, options]
