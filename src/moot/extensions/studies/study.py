"""What is a study? A TOML file: one corpus, arms that differ in what is studied, repeats, a baseline and one budget.

An arm seats a council of its own, or is made `of` another arm: its sessions are forks of that arm's from a stage on, so
that everything before it is the same. Every question, arm and repeat is one cell, and each cell is one session.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from moot.errors import BadSetting
from moot.library.public import checked_name, converted, literal, parsed, refuse_unknown_within
from moot.vocabulary.public import OptionValue

DOOR = "study"
"""The door lists know a study's sessions by."""
NO_CORPUS = ""
"""The corpus of a run: its questions stand in no folder."""
MOST_CELLS = 100_000
MOST_REPEATS = 100


class Arm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One condition."""

    name: str
    """What it is called."""
    council: str = ""
    """A council by name; empty for the one that sits by default."""
    members: tuple[str, ...] = ()
    """Models that sit instead."""
    chair: str = ""
    """Who writes the verdict."""
    protocol: str = ""
    """How the council deliberates."""
    rubric: str = ""
    """By which it judges; empty for the question's own."""
    adjudicators: tuple[str, ...] = ()
    """Models that judge."""
    offices: dict[str, str | list[str]] = {}
    """Who holds the protocol's other offices, by office."""
    stand_ins: tuple[str, ...] = ()
    """Who takes over the chair, in order."""
    system: str = ""
    """What every seat is told besides what the council tells it."""
    options: dict[str, OptionValue] = {}
    """The protocol's options."""
    of: str = ""
    """The arm whose sessions it forks; empty for an arm that asks from the beginning."""
    stage: str = field(name="from", default="")
    """The stage from which on a fork asks again."""
    repeats: int = 0
    """How often each question is asked; 0 for as often as the study says."""


class Study(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A study, as its file says it."""

    name: str
    """What it is called."""
    corpus: str
    """The questions."""
    arms: tuple[Arm, ...]
    """The conditions."""
    baseline: str = ""
    """The arm the others are held against; empty for the first."""
    repeats: int = 1
    """How often each question is asked under each condition."""
    questions: tuple[str, ...] = ()
    """Which of the corpus's questions; empty for all."""
    budget: float | None = None
    """Most the whole study may cost, in dollars."""
    primary: str = "score"
    """The measure that decides."""
    clusters: Literal["domain", ""] = "domain"
    """What makes questions alike; empty for nothing."""
    seed: str = ""
    """What lots are drawn from; empty draws them anew."""

    @property
    def base(self) -> str:
        """The arm the others are held against."""
        return self.baseline or self.arms[0].name

    def arm(self, name: str) -> Arm:
        """The arm of this name."""
        return next(each for each in self.arms if each.name == name)

    def repeats_of(self, arm: Arm) -> int:
        """How often each question is asked under it."""
        return arm.repeats or self.repeats


class StudyCell(NamedTuple):
    """One question under one condition, once."""

    arm: str
    item: str
    repeat: int

    @property
    def key(self) -> str:
        """What it is known by within a study."""
        return f"{self.arm}/{self.item}/{self.repeat}"


def study_from(text: str, where: str) -> Study:
    """A study read from TOML; refused where it is not one, or not one that can be run."""
    table = parsed(text, where)
    refuse_unknown_within(table, Study, where)
    study = converted(table, Study, where)
    if table.get("questions") == []:
        raise BadSetting(f"{where}: `questions` is empty.", "Name questions of the corpus, or leave it out for all.")
    for fault in _faults(study):
        raise BadSetting(f"{where}: {fault}.", "`moot study new NAME` writes one to begin with.")
    return study


def study_text(study: Study) -> str:
    """The study as TOML, defaults left out."""
    table = msgspec.to_builtins(study)
    arms = table.pop("arms")
    lines = [f"{name} = {literal(value)}" for name, value in table.items() if value is not None]
    for arm in arms:
        tables = {name: arm.pop(name, {}) for name in ("offices", "options")}
        lines += ["", "[[arms]]", *(f"{name} = {literal(value)}" for name, value in arm.items())]
        for table, values in tables.items():
            if values:
                lines += [f"[arms.{table}]", *(f"{literal(name)} = {literal(value)}" for name, value in values.items())]
    return "\n".join(lines) + "\n"


def without_budget(study: Study) -> Study:
    """What a study asks: all it says but its budget, which may be raised while it is asked."""
    return replace(study, budget=None)


def digest_of(study: Study, corpus: str) -> str:
    """SHA-256 of what is asked and of the corpus's own digest. Studies of earlier versions keep the digest they were
    opened with, which held their budget."""
    return hashlib.sha256(msgspec.json.encode([without_budget(study), corpus], order="deterministic")).hexdigest()


def cells_of(study: Study, items: Sequence[str], arms: Sequence[Arm] | None = None) -> Iterator[StudyCell]:
    """Every cell: question by question, those of arms that are forked before their forks."""
    chosen = study.arms if arms is None else arms
    for arm in sorted(chosen, key=lambda arm: depth_of(study, arm)):
        for repeat in range(1, study.repeats_of(arm) + 1):
            yield from (StudyCell(arm.name, item, repeat) for item in items)


def source_of(study: Study, arm: Arm, cell: StudyCell) -> StudyCell:
    """The cell a fork is made of: the same repeat of the other arm; where there are more of them than that arm has, its
    repeats are gone through again and again."""
    other = study.repeats_of(study.arm(arm.of))
    return StudyCell(arm.of, cell.item, (cell.repeat - 1) % other + 1)


def depth_of(study: Study, arm: Arm) -> int:
    """How many forks deep an arm is."""
    depth = 0
    while arm.of:
        arm, depth = study.arm(arm.of), depth + 1
    return depth


def faults_with(study: Study, arm: Arm) -> Iterator[str]:
    """What keeps an arm from being one more of a study."""
    names = [each.name for each in study.arms]
    try:
        checked_name(arm.name, "an arm")
    except BadSetting as error:
        yield error.message.rstrip(".")
    if names.count(arm.name) > 1:
        yield f"two arms are called {arm.name!r}"
    if arm.of and arm.of not in names:
        yield f"the arm {arm.name!r} is made of {arm.of!r}, and there is no such arm"
    if arm.of and not arm.stage:
        yield f"the arm {arm.name!r} needs `from`, the stage from which on it asks again"
    if arm.of and (arm.council or arm.members or arm.protocol or arm.stand_ins or arm.offices or arm.system):
        yield f"the arm {arm.name!r} is made of another one and cannot seat another council"
    if not arm.of and arm.stage:
        yield f"the arm {arm.name!r} says what it keeps and is made of no other arm (`of`)"
    if not 0 <= arm.repeats <= MOST_REPEATS:
        yield f"the arm {arm.name!r} cannot be repeated {arm.repeats} times"


def _faults(study: Study) -> Iterator[str]:
    if not study.arms:
        yield "there is no arm"
        return
    try:
        checked_name(study.name, "a study")
    except BadSetting as error:
        yield error.message.rstrip(".")
    if not 1 <= study.repeats <= MOST_REPEATS:
        yield f"`repeats` is {study.repeats}, not from 1 to {MOST_REPEATS}"
    if study.budget is not None and not 0 <= study.budget < 1e9:
        yield f"a budget of {study.budget} dollars makes no sense"
    if study.baseline and study.baseline not in [arm.name for arm in study.arms]:
        yield f"the baseline {study.baseline!r} is no arm"
    cells = sum(study.repeats_of(arm) for arm in study.arms) * len(study.questions)
    if cells > MOST_CELLS:
        yield f"it has {cells:,} cells, more than {MOST_CELLS:,}"
    for arm in study.arms:
        yield from faults_with(study, arm)
        met, each = {arm.name}, arm
        while each.of and (each := next((one for one in study.arms if one.name == each.of), Arm(name=""))).name:
            if each.name in met:
                yield f"the arm {arm.name!r} is made of itself"
                return
            met.add(each.name)
