"""What does a study's report hold? Every door that tells of a study takes its figures from here."""

from __future__ import annotations

from msgspec import Struct

from moot.extensions.studies.stats.arms import ArmDifference, ClassDifference
from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.judges import ArmJudges
from moot.extensions.studies.stats.models import ModelFigures, PersuasionCount
from moot.extensions.studies.stats.order import OrderEffects
from moot.extensions.studies.stats.planted import PlantedScore
from moot.extensions.studies.stats.questions_told_apart import Discrimination, Stability


class ArmReport(Struct, frozen=True, kw_only=True):
    """One arm."""

    name: str
    """The arm."""
    of: str
    """The arm it was forked from."""
    stage: str
    """The stage it asks again from."""
    planned: int
    """Cells it is to have."""
    finished: int
    """Cells with a result."""
    degraded: int
    """Those whose result is less than a full one."""
    missing: dict[str, int]
    """What those lack, in words, and of how many, most often first."""
    measures: dict[str, Figure]
    """Each measure over questions."""
    classes: dict[str, int]
    """How often each class of verdict, over cells."""
    cost: int
    """What its sessions cost, in nano-dollars, those that were asked again among them."""
    cost_known: bool
    """Whether every price was told."""
    cost_again: int
    """How much of that is of sessions in whose place another one of the same cell stands."""
    kept: int
    """Answers and ballots of the arm it was forked from that its results rest on; they were paid for where they were
    asked."""
    older: int
    """Results among these that rest on answers which were asked again there since, and are others now."""
    stability: Stability
    """Whether questions come to the same class when they are asked again."""
    winners: Stability
    """The same by the model whose answer led."""
    planted: PlantedScore | None
    """What was found of planted bugs, where there are some."""


class DegradedCell(Struct, frozen=True, kw_only=True):
    """A cell whose result is less than a full one."""

    arm: str
    item: str
    repeat: int
    session: str
    why: tuple[str, ...]


class StudyReport(Struct, frozen=True, kw_only=True):
    """The whole."""

    id: str
    """The study's id."""
    name: str
    """Its name."""
    digest: str
    """Of what is asked and known."""
    corpus: str
    """The questions."""
    corpus_version: str
    """Their version."""
    corpus_digest: str
    """Their digest."""
    questions: int
    """How many questions."""
    repeats: int
    """How often each is asked."""
    baseline: str
    """The arm the others are held against."""
    primary: str
    """The measure that decides."""
    wanted: str
    """The measure that was to decide and that no session has; empty where it has one."""
    arms: tuple[ArmReport, ...]
    """Each arm."""
    shares: tuple[str, ...]
    """Measures that are shares of one; all others are scores."""
    differences: dict[str, tuple[ArmDifference, ...]]
    """Each measure's differences to the baseline."""
    classes: tuple[ClassDifference, ...]
    """How classes of verdicts differ from the baseline's."""
    discrimination: dict[str, Discrimination]
    """How well each question tells the baseline's models apart."""
    models: tuple[ModelFigures, ...]
    """Each model under each arm."""
    moves: tuple[PersuasionCount, ...]
    """Who changed whose position."""
    judging: tuple[ArmJudges, ...]
    """Those who judged, under each arm."""
    order: tuple[OrderEffects, ...]
    """Arms with the order of rebuttals reversed, against the other order."""
    degraded: tuple[DegradedCell, ...]
    """Every cell whose result is less than a full one."""
