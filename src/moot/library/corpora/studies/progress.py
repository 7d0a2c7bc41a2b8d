"""How far has a study come? Folded from its own facts: it was opened, arms came, cells were given their sessions.

A session's fate stands in its own transcript; a study only says which session a cell has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.library.corpora.studies.study import Arm, Cell, Study


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


class ArmAdded(Struct, frozen=True, kw_only=True):
    """Another condition came."""

    kind: ClassVar[str] = "ArmAdded"
    arm: Arm
    """The arm."""


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


Fact = StudyOpened | ArmAdded | CellPut | BudgetSet
KINDS: dict[str, type[Fact]] = {each.kind: each for each in (StudyOpened, ArmAdded, CellPut, BudgetSet)}


class Progress(Struct, frozen=True, kw_only=True):
    """A study and what became of it."""

    id: str
    """The study's id."""
    opened: StudyOpened
    """Its opening."""
    study: Study
    """With the arms that came later, and the budget in force."""
    cells: dict[Cell, str]
    """The session of each cell that has one."""
    attempts: dict[Cell, int]
    """How many sessions it has had."""


def read_fact(kind: str, body: bytes | str) -> Fact:
    """A fact, as the store holds it."""
    return msgspec.json.decode(body, type=KINDS[kind])


def progress_from(study: str, facts: Sequence[Fact]) -> Progress:
    """The study after these facts; the first of them opened it."""
    opened = facts[0]
    assert isinstance(opened, StudyOpened)
    now = opened.study
    cells: dict[Cell, str] = {}
    attempts: dict[Cell, int] = {}
    for fact in facts[1:]:
        if isinstance(fact, ArmAdded):
            now = replace(now, arms=(*now.arms, fact.arm))
        elif isinstance(fact, BudgetSet):
            now = replace(now, budget=fact.budget)
        elif isinstance(fact, CellPut):
            cell = Cell(fact.arm, fact.item, fact.repeat)
            cells[cell] = fact.session
            attempts[cell] = attempts.get(cell, 0) + 1
    return Progress(id=study, opened=opened, study=now, cells=cells, attempts=attempts)
