"""Parse a study: a TOML file with one corpus, arms that differ in what is studied, repeats, a baseline and one budget.

An arm seats its own council, or is made `of` another arm: its sessions fork that arm's from a stage on, so everything
before it is the same. Every question, arm and repeat is one cell, and each cell is one session.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from moot.errors import BadSetting
from moot.library.public import checked_name, converted, literal, parsed, refuse_unknown_within
from moot.vocabulary.public import Name, OptionValue, Words

DOOR = "study"
"""Name of the interface recorded for a study's sessions."""
NO_CORPUS = ""
"""Name of the corpus of a run, whose questions are in no folder."""
MOST_CELLS = 100_000
MOST_REPEATS = 100


class Arm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One condition of a study: a council, or another arm whose sessions are forked with a change."""

    name: Name
    """Name of the arm."""
    council: Name = ""
    """Name of a council; empty for the default council."""
    members: Annotated[tuple[Name, ...], Meta(max_length=64)] = ()
    """Models to seat instead of a council."""
    chair: Name = ""
    """Model that writes the verdict."""
    protocol: Name = ""
    """Name of the protocol; empty for the council's, or adjudication."""
    rubric: Name = ""
    """Name of the rubric; empty for the question's own."""
    adjudicators: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    """Models that judge."""
    offices: Annotated[dict[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Models of the protocol's other offices, by office."""
    stand_ins: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    """Models that replace a failed chair, in order."""
    system: Words = ""
    """Additional system prompt of every seat."""
    options: Annotated[dict[Name, OptionValue], Meta(max_length=100)] = {}
    """Values of protocol options."""
    of: Name = ""
    """The arm whose sessions this arm forks; empty for an arm that starts from the beginning."""
    stage: Name = field(name="from", default="")
    """First stage that a fork asks again."""
    repeats: Annotated[int, Meta(ge=0, le=MOST_REPEATS)] = 0
    """Number of repeats of each question; 0 for the study's number."""
    judges: Name = ""
    """The arm whose answers this arm judges by the criteria of each question; empty for an arm that answers."""
    takes: Literal["verdict", "first"] = "verdict"
    """Answer that this arm judges: the verdict, or the answer that most reviewers rank first."""
    each: Annotated[float, Meta(gt=0, lt=1e9)] | None = None
    """Limit on the cost of one session of this arm, in dollars."""

    @property
    def source(self) -> str:
        """Return the arm whose sessions this arm needs, to fork or judge them; empty if it needs none."""
        return self.of or self.judges


class Study(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A study as its file defines it: questions, arms, repeats and budget."""

    name: str
    """Name of the study."""
    corpus: str
    """Name of the corpus."""
    arms: tuple[Arm, ...]
    """The conditions to compare."""
    baseline: str = ""
    """Name of the arm with which the others are compared; empty for the first."""
    repeats: Annotated[int, Meta(ge=1, le=MOST_REPEATS)] = 1
    """Number of repeats of each question under each arm."""
    questions: tuple[str, ...] = ()
    """Ids of questions from the corpus; empty for all."""
    budget: Annotated[float, Meta(ge=0, lt=1e9)] | None = None
    """Budget of the whole study, in dollars."""
    primary: str = "score"
    """Name of the primary measure."""
    clusters: Literal["domain", ""] = "domain"
    """Field by which questions are clustered; empty for none."""
    seed: str = ""
    """Seed of random choices; if empty, a new seed is drawn."""

    @property
    def base(self) -> str:
        """Return the name of the arm with which the others are compared."""
        return self.baseline or self.arms[0].name

    def arm(self, name: str) -> Arm:
        """Return the arm of this name."""
        return next(each for each in self.arms if each.name == name)

    def repeats_of(self, arm: Arm) -> int:
        """Return how often each question is asked under this arm."""
        return arm.repeats or self.repeats


class CellOf(Struct, frozen=True, kw_only=True):
    """The session that answered one question under one arm of a study, in one repeat. Base class of rows with these
    fields.
    """

    arm: str
    """Name of the arm."""
    item: str
    """Id of the question."""
    repeat: int
    """Number of the repeat."""
    session: str
    """Id of the session."""


class StudyCell(NamedTuple):
    """One cell of a study: one question asked once under one arm (condition), in its own session."""

    arm: str
    item: str
    repeat: int

    @property
    def key(self) -> str:
        """Return the cell's key within the study: arm, question and repeat."""
        return f"{self.arm}/{self.item}/{self.repeat}"


def study_from(text: str, where: str) -> Study:
    """Parse a study from the text of its TOML file; raises for an invalid one. `where` names the file in errors."""
    table = parsed(text, where)
    refuse_unknown_within(table, Study, where)
    study = converted(table, Study, where)
    if table.get("questions") == []:
        raise BadSetting(f"{where}: `questions` is empty.", "Name questions of the corpus, or leave it out for all.")
    for fault in _faults(study):
        raise BadSetting(f"{where}: {fault}.", "`moot study new NAME` writes one to begin with.")
    return study


def study_text(study: Study) -> str:
    """Format the study as TOML, leaving out fields that have their default."""
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
    """Return the study without its budget, for comparing two studies that may differ only in the budget."""
    return replace(study, budget=None)


def digest_of(study: Study, corpus: str) -> str:
    """Return the SHA-256 of a study without its budget, together with its corpus. It is equal for a study that
    continues an earlier one.
    """
    return hashlib.sha256(msgspec.json.encode([without_budget(study), corpus], order="deterministic")).hexdigest()


def cells_of(study: Study, items: Sequence[str], arms: Sequence[Arm] | None = None) -> Iterator[StudyCell]:
    """Yield every cell of a study: each question once per arm and repeat. An arm's cells come before those of its
    forks.
    """
    chosen = study.arms if arms is None else arms
    for arm in sorted(chosen, key=lambda arm: depth_of(study, arm)):
        for repeat in range(1, study.repeats_of(arm) + 1):
            yield from (StudyCell(arm.name, item, repeat) for item in items)


def source_of(study: Study, arm: Arm, cell: StudyCell) -> StudyCell:
    """Return the cell whose session a cell forks or judges: the same question and repeat under that arm. If that arm
    has fewer repeats, they are used in turn.
    """
    other = study.repeats_of(study.arm(arm.source))
    return StudyCell(arm.source, cell.item, (cell.repeat - 1) % other + 1)


def depth_of(study: Study, arm: Arm) -> int:
    """Return how many arms an arm depends on in sequence: 0 for an arm that neither forks nor judges, 1 for a fork of
    it, and so on.
    """
    depth = 0
    while arm.source:
        arm, depth = study.arm(arm.source), depth + 1
    return depth


def faults_with(study: Study, arm: Arm) -> Iterator[str]:
    """Yield the reasons why an arm cannot be added to a study; none if it can."""
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
    if arm.judges and arm.judges not in names:
        yield f"the arm {arm.name!r} judges {arm.judges!r}, and there is no such arm"
    if arm.judges and (arm.of or study.arm(arm.judges).judges if arm.judges in names else arm.of):
        yield f"the arm {arm.name!r} judges answers, so it can neither fork an arm nor judge one that judges"
    if arm.takes != "verdict" and not arm.judges:
        yield f"the arm {arm.name!r} says what it judges (`takes`) and judges no arm (`judges`)"
    if not arm.of and arm.stage:
        yield f"the arm {arm.name!r} says what it keeps and is made of no other arm (`of`)"


def _faults(study: Study) -> Iterator[str]:
    if not study.arms:
        yield "there is no arm"
        return
    try:
        checked_name(study.name, "a study")
    except BadSetting as error:
        yield error.message.rstrip(".")
    if study.baseline and study.baseline not in [arm.name for arm in study.arms]:
        yield f"the baseline {study.baseline!r} is no arm"
    cells = sum(study.repeats_of(arm) for arm in study.arms) * len(study.questions)
    if cells > MOST_CELLS:
        yield f"it has {cells:,} cells, more than {MOST_CELLS:,}"
    for arm in study.arms:
        yield from faults_with(study, arm)
        met, each = {arm.name}, arm
        while each.source and (each := next((one for one in study.arms if one.name == each.source), Arm(name=""))).name:
            if each.name in met:
                yield f"the arm {arm.name!r} is made of itself"
                return
            met.add(each.name)
