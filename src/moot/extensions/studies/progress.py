"""Fold a study's facts to its progress: opening, added arms, and the sessions of its cells.

A session's outcome is in its own transcript; a study only stores which session a cell has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.stats.standing import FailureCause
from moot.extensions.studies.study import DOOR, Arm, CellOf, Study, StudyCell
from moot.transcripts.public import LeaseHolder
from moot.vocabulary.public import Council


class StudyOpened(Struct, frozen=True, kw_only=True):
    """Record that a study was opened, with what it asks."""

    kind: ClassVar[str] = "StudyOpened"
    study: Study
    """Contents of the study file."""
    digest: str
    """Digest of the questions and known answers."""
    corpus_digest: str
    """Digest of the corpus."""
    corpus_version: str
    """Version of the corpus."""
    questions: tuple[str, ...]
    """Ids of the study's questions."""
    moot: str
    """Version of Moot that opened the study."""
    request: str = ""
    """The request of a program as JSON, to resume it unchanged; empty for other studies."""
    door: str = DOOR
    """Origin of the study's sessions, as shown in lists."""


class ItemPut(Struct, frozen=True, kw_only=True):
    """Record that a question that is in no corpus was added to a study, as `moot run` does."""

    kind: ClassVar[str] = "ItemPut"
    item: CorpusItem
    """The question."""


class ArmAdded(Struct, frozen=True, kw_only=True):
    """Record that an arm (a condition to compare) was added to a study."""

    kind: ClassVar[str] = "ArmAdded"
    arm: Arm
    """The arm."""


class ArmSeated(Struct, frozen=True, kw_only=True):
    """Record of the council in an arm's first session, so that the arm's later sessions have the same."""

    kind: ClassVar[str] = "ArmSeated"

    arm: str
    """Name of the arm."""
    council: Council
    """Council of the arm."""


class CellPut(CellOf, frozen=True, kw_only=True):
    """Record that a question under an arm got a session: its first, or a retry."""

    kind: ClassVar[str] = "CellPut"


class BudgetSet(Struct, frozen=True, kw_only=True):
    """Record that the budget of a study changed."""

    kind: ClassVar[str] = "BudgetSet"
    budget: float | None
    """Budget of the study, in dollars."""


class RunBegan(Struct, frozen=True, kw_only=True):
    """Record that a process started to run a study."""

    kind: ClassVar[str] = "RunBegan"
    number: int
    """Number of the run, from 1."""
    holder: LeaseHolder
    """The process that runs the study."""


class LeftCause(FailureCause, frozen=True, kw_only=True):
    """A reason why questions of a study still have no result at the end of a run."""

    budget: bool = False
    """Whether a larger budget of the study would help."""


class RunEnded(Struct, frozen=True, kw_only=True):
    """Record that a process stopped running a study, whether or not the study is complete."""

    kind: ClassVar[str] = "RunEnded"
    number: int
    """Number of the run."""
    left: tuple[LeftCause, ...] = ()
    """Why cells of the study are unfinished."""
    failed: tuple[LeftCause, ...] = ()
    """Why sessions failed."""


Fact = StudyOpened | ArmAdded | ArmSeated | CellPut | BudgetSet | RunBegan | RunEnded | ItemPut
KINDS: dict[str, type[Fact]] = {
    each.kind: each for each in (StudyOpened, ArmAdded, ArmSeated, CellPut, BudgetSet, RunBegan, RunEnded, ItemPut)
}


class StudyProgress(Struct, frozen=True, kw_only=True):
    """A study and the sessions it has so far, computed from its stored events."""

    id: str
    """The study's id."""
    opened: StudyOpened
    """The event that opened the study."""
    created: str
    """When the study was opened."""
    study: Study
    """The study with later arms and the current budget."""

    cells: dict[StudyCell, str]
    """The session of each cell that has one: the last, or an earlier one whose result is better."""
    had: dict[StudyCell, tuple[str, ...]]
    """All sessions of the study, in order."""
    seated: dict[str, ArmSeated] = {}
    """Fixed seats of each arm."""
    items: tuple[CorpusItem, ...] = ()
    """Questions outside any corpus."""
    runs: int = 0
    """Number of runs started."""
    running: RunBegan | None = None
    """The study's last run, if it has not ended. Its process may be dead."""
    ended: RunEnded | None = None
    """The study's last run, if it has ended."""

    @property
    def questions(self) -> tuple[str, ...]:
        """Return the ids of the study's questions."""
        return (*self.opened.questions, *(item.id for item in self.items))


def read_fact(kind: str, body: bytes | str) -> Fact:
    """Parse a stored event of a study, given its kind and JSON, and return it."""
    return msgspec.json.decode(body, type=KINDS[kind])


def progress_from(study: str, facts: Sequence[Fact], created: str = "") -> StudyProgress:
    """Compute a study's progress from its recorded facts, the first of which opened the study. Each cell is given its
    latest session, even if an earlier one has a better result, as the facts do not contain results.
    """
    opened = facts[0]
    assert isinstance(opened, StudyOpened)
    now = opened.study
    cells: dict[StudyCell, str] = {}
    had: dict[StudyCell, tuple[str, ...]] = {}
    runs, running, items, seated = 0, None, list[CorpusItem](), dict[str, ArmSeated]()
    ended: RunEnded | None = None
    for fact in facts[1:]:
        if isinstance(fact, ArmAdded):
            now = replace(now, arms=(*now.arms, fact.arm))
        elif isinstance(fact, ArmSeated):
            seated[fact.arm] = fact
        elif isinstance(fact, BudgetSet):
            now = replace(now, budget=fact.budget)

        elif isinstance(fact, CellPut):
            cell = StudyCell(fact.arm, fact.item, fact.repeat)
            cells[cell] = fact.session
            had[cell] = (*had.get(cell, ()), fact.session)
        elif isinstance(fact, ItemPut):
            items.append(fact.item)
        elif isinstance(fact, RunBegan):
            runs, running, ended = fact.number, fact, None  # a killed run stored no causes
        elif isinstance(fact, RunEnded) and running is not None and running.number == fact.number:
            running, ended = None, fact
    return StudyProgress(
        id=study,
        opened=opened,
        created=created,
        study=now,
        cells=cells,
        had=had,
        seated=seated,
        items=tuple(items),
        runs=runs,
        running=running,
        ended=ended,
    )
