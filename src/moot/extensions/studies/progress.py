"""How far has a study come? Folded from its own facts: it was opened, arms came, cells were given their sessions.

A session's fate stands in its own transcript; a study only says which session a cell has.
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
    """A study was begun."""

    kind: ClassVar[str] = "StudyOpened"
    study: Study
    """What its file said."""
    digest: str
    """Of what is asked and known."""
    corpus_digest: str
    """Of the questions."""
    corpus_version: str
    """Their version."""
    questions: tuple[str, ...]
    """Which questions, by id."""
    moot: str
    """The version of Moot that opened it."""
    request: str = ""
    """What a program asked for, as JSON, so that whoever takes it up again asks the same; empty for other studies."""


class ItemPut(Struct, frozen=True, kw_only=True):
    """A question came that no corpus holds, as those of a run do."""

    kind: ClassVar[str] = "ItemPut"
    item: CorpusItem
    """The question."""


class ArmAdded(Struct, frozen=True, kw_only=True):
    """Another condition came."""

    kind: ClassVar[str] = "ArmAdded"
    arm: Arm
    """The arm."""


class ArmSeated(Struct, frozen=True, kw_only=True):
    """It was settled who sits in every session of an arm, so that no later one seats somebody else."""

    kind: ClassVar[str] = "ArmSeated"
    arm: str
    """The arm."""
    members: tuple[Member | str, ...]
    """Its members."""
    chair: str | None
    """Who writes the verdict."""
    stand_ins: tuple[str, ...]
    """Who takes over the chair."""
    offices: dict[str, str | list[str]]
    """Who holds the other offices."""


class CellPut(Struct, frozen=True, kw_only=True):
    """A cell was given a session: its first, or one that asks again what failed."""

    kind: ClassVar[str] = "CellPut"
    arm: str
    """The arm."""
    item: str
    """The question."""
    repeat: int
    """Which repeat."""
    session: str
    """The session."""


class BudgetSet(Struct, frozen=True, kw_only=True):
    """The budget of the whole was changed."""

    kind: ClassVar[str] = "BudgetSet"
    budget: float | None
    """Most the study may cost, in dollars."""
    filed: bool = False
    """Whether its file says so, and nobody gave it by hand."""


class RunBegan(Struct, frozen=True, kw_only=True):
    """A process began to ask what is left."""

    kind: ClassVar[str] = "RunBegan"
    number: int
    """The how-manieth run, from 1."""
    host: str
    """The machine, told apart from itself before a reboot."""
    pid: int
    """The process."""
    started: int
    """When the process started, which tells a number that was given anew."""
    door: str
    """Which door it is."""


class LeftCause(Struct, frozen=True, kw_only=True):
    """Why cells were left when a run ended."""

    why: str
    """The cause, in words."""
    sessions: int
    """How many it left."""
    budget: bool = False
    """Whether a larger budget of the study would do."""
    stands: bool = False
    """Whether they have an earlier result, and were to be asked again."""
    arms: tuple[str, ...] = ()
    """Of which arms they are; runs of earlier versions do not say."""
    again: bool = False
    """Whether they were to be asked again, so that asking again goes on with them."""


class RunEnded(Struct, frozen=True, kw_only=True):
    """That process left the study, whatever was finished."""

    kind: ClassVar[str] = "RunEnded"
    number: int
    """Which run."""
    left: tuple[LeftCause, ...] = ()
    """Why what it was to ask is not finished; runs of earlier versions do not say."""
    budget: float | None = None
    """The budget it was run under, in dollars."""
    gone: int | None = None
    """What of it was gone when it ended, in nano-dollars: spent, or held for calls that may still be charged; runs of
    earlier versions do not say."""


Fact = StudyOpened | ArmAdded | ArmSeated | CellPut | BudgetSet | RunBegan | RunEnded | ItemPut
KINDS: dict[str, type[Fact]] = {
    each.kind: each for each in (StudyOpened, ArmAdded, ArmSeated, CellPut, BudgetSet, RunBegan, RunEnded, ItemPut)
}


class StudyProgress(Struct, frozen=True, kw_only=True):
    """A study and what became of it."""

    id: str
    """The study's id."""
    opened: StudyOpened
    """Its opening."""
    study: Study
    """With the arms that came later, and the budget in force."""
    filed_budget: float | None
    """The budget its file said last."""
    cells: dict[StudyCell, str]
    """The session of each cell that has one: the last, or an earlier one whose result nothing as good has replaced."""
    had: dict[StudyCell, tuple[str, ...]]
    """Every session it was given, in order."""
    seated: dict[str, ArmSeated] = {}
    """Who sits in the sessions of each arm, once that was settled."""
    items: tuple[CorpusItem, ...] = ()
    """Questions that no corpus holds."""
    runs: int = 0
    """How many runs were begun."""
    running: RunBegan | None = None
    """The last of them, if it has not ended; its process may be dead."""
    left: tuple[LeftCause, ...] = ()
    """Why the last run that ended left what it did."""
    ended: RunEnded | None = None
    """That run."""

    @property
    def questions(self) -> tuple[str, ...]:
        """Which questions are asked, by id."""
        return (*self.opened.questions, *(item.id for item in self.items))


def read_fact(kind: str, body: bytes | str) -> Fact:
    """A fact, as the store holds it."""
    return msgspec.json.decode(body, type=KINDS[kind])


def progress_from(study: str, facts: Sequence[Fact]) -> StudyProgress:
    """The study after these facts; the first of them opened it. That an earlier session still has its cell stands in
    the records of sessions alone."""
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
            runs, running, left = fact.number, fact, ()  # a run that is killed has told no cause of its own
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
