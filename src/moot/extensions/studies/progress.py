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
from moot.extensions.studies.study import Arm, Study, StudyCell
from moot.vocabulary.public import Member


class StudyOpened(Struct, frozen=True, kw_only=True):
    """A study was opened."""

    kind: ClassVar[str] = "StudyOpened"
    study: Study
    """Contents of its file."""
    digest: str
    """Digest of what is asked and known."""
    corpus_digest: str
    """Digest of the questions."""
    corpus_version: str
    """Their version."""
    questions: tuple[str, ...]
    """Ids of its questions."""
    moot: str
    """Version of Moot that opened it."""
    request: str = ""
    """The request of a program as JSON, to resume it unchanged; empty for other studies."""


class ItemPut(Struct, frozen=True, kw_only=True):
    """A question outside any corpus was added, as in a run."""

    kind: ClassVar[str] = "ItemPut"
    item: CorpusItem
    """The question."""


class ArmAdded(Struct, frozen=True, kw_only=True):
    """An arm was added."""

    kind: ClassVar[str] = "ArmAdded"
    arm: Arm
    """The arm."""


class ArmSeated(Struct, frozen=True, kw_only=True):
    """The seats of an arm's sessions were fixed, so that later sessions have the same."""

    kind: ClassVar[str] = "ArmSeated"
    arm: str
    """The arm."""
    members: tuple[Member | str, ...]
    """Its members."""
    chair: str | None
    """The chair, who writes the verdict."""
    stand_ins: tuple[str, ...]
    """Stand-ins for the chair."""
    offices: dict[str, str | list[str]]
    """Seats of the other offices."""


class CellPut(Struct, frozen=True, kw_only=True):
    """A cell got a session: its first, or a retry."""

    kind: ClassVar[str] = "CellPut"
    arm: str
    """The arm."""
    item: str
    """The question."""
    repeat: int
    """The repeat."""
    session: str
    """The session."""


class BudgetSet(Struct, frozen=True, kw_only=True):
    """The budget of the study changed."""

    kind: ClassVar[str] = "BudgetSet"
    budget: float | None
    """Budget of the study, in dollars."""
    filed: bool = False
    """Whether it comes from the study's file, not from the command line."""


class RunBegan(Struct, frozen=True, kw_only=True):
    """A process started to run the study."""

    kind: ClassVar[str] = "RunBegan"
    number: int
    """Number of the run, from 1."""
    host: str
    """The machine and its boot."""
    pid: int
    """Process id."""
    started: int
    """Start time of the process, to detect a reused process id."""
    door: str
    """Where it was started: a command or the server."""


class LeftCause(Struct, frozen=True, kw_only=True):
    """A reason why cells were left at the end of a run."""

    why: str
    """The reason."""
    sessions: int
    """Number of sessions left."""
    budget: bool = False
    """Whether a larger budget of the study would help."""
    stands: bool = False
    """Whether they have an earlier result that a retry was to replace."""
    arms: tuple[str, ...] = ()
    """Their arms; empty for runs of earlier versions."""
    again: bool = False
    """Whether they were to be asked again, so that the next retry continues them."""


class RunEnded(Struct, frozen=True, kw_only=True):
    """The process ended its run, complete or not."""

    kind: ClassVar[str] = "RunEnded"
    number: int
    """Number of the run."""
    left: tuple[LeftCause, ...] = ()
    """Why its cells are unfinished; empty for runs of earlier versions."""
    budget: float | None = None
    """Budget of the run, in dollars."""
    gone: int | None = None
    """Part of it used at the end, in nano-dollars: spent, or reserved for calls that may still be charged; `None` for
    runs of earlier versions."""


Fact = StudyOpened | ArmAdded | ArmSeated | CellPut | BudgetSet | RunBegan | RunEnded | ItemPut
KINDS: dict[str, type[Fact]] = {
    each.kind: each for each in (StudyOpened, ArmAdded, ArmSeated, CellPut, BudgetSet, RunBegan, RunEnded, ItemPut)
}


class StudyProgress(Struct, frozen=True, kw_only=True):
    """A study and its state."""

    id: str
    """The study's id."""
    opened: StudyOpened
    """The opening fact."""
    study: Study
    """The study with later arms and the current budget."""
    filed_budget: float | None
    """The budget last read from its file."""
    cells: dict[StudyCell, str]
    """The session of each cell that has one: the last, or an earlier one whose result is better."""
    had: dict[StudyCell, tuple[str, ...]]
    """All its sessions, in order."""
    seated: dict[str, ArmSeated] = {}
    """Fixed seats of each arm."""
    items: tuple[CorpusItem, ...] = ()
    """Questions outside any corpus."""
    runs: int = 0
    """Number of runs started."""
    running: RunBegan | None = None
    """The last run, if it has not ended; its process may be dead."""
    left: tuple[LeftCause, ...] = ()
    """Why the last finished run left cells."""
    ended: RunEnded | None = None
    """The last finished run."""

    @property
    def questions(self) -> tuple[str, ...]:
        """List the ids of its questions."""
        return (*self.opened.questions, *(item.id for item in self.items))


def read_fact(kind: str, body: bytes | str) -> Fact:
    """Parse a stored fact."""
    return msgspec.json.decode(body, type=KINDS[kind])


def progress_from(study: str, facts: Sequence[Fact]) -> StudyProgress:
    """Fold facts to a study's progress; the first opened it. Whether an earlier session still represents its cell
    depends on session records, not on facts."""
    opened = facts[0]
    assert isinstance(opened, StudyOpened)
    now, filed = opened.study, opened.study.budget
    cells: dict[StudyCell, str] = {}
    had: dict[StudyCell, tuple[str, ...]] = {}
    runs, running, items, seated = 0, None, list[CorpusItem](), dict[str, ArmSeated]()
    left: tuple[LeftCause, ...] = ()
    ended: RunEnded | None = None
    for fact in facts[1:]:
        if isinstance(fact, ArmAdded):
            now = replace(now, arms=(*now.arms, fact.arm))
        elif isinstance(fact, ArmSeated):
            seated[fact.arm] = fact
        elif isinstance(fact, BudgetSet):
            now = replace(now, budget=fact.budget)
            filed = fact.budget if fact.filed else filed
        elif isinstance(fact, CellPut):
            cell = StudyCell(fact.arm, fact.item, fact.repeat)
            cells[cell] = fact.session
            had[cell] = (*had.get(cell, ()), fact.session)
        elif isinstance(fact, ItemPut):
            items.append(fact.item)
        elif isinstance(fact, RunBegan):
            runs, running, left = fact.number, fact, ()  # a killed run stored no causes
        elif isinstance(fact, RunEnded) and running is not None and running.number == fact.number:
            running, left, ended = None, fact.left, fact
    return StudyProgress(
        id=study,
        opened=opened,
        study=now,
        filed_budget=filed,
        cells=cells,
        had=had,
        seated=seated,
        items=tuple(items),
        runs=runs,
        running=running,
        left=left,
        ended=ended,
    )
