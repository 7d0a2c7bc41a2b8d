"""Types of a study's report; every command, route and page takes its figures from here."""

from __future__ import annotations

from msgspec import Struct

from moot.extensions.studies.stats.arms import ArmDifference, ClassDifference
from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.judges import ArmJudges
from moot.extensions.studies.stats.models import ModelFigures, PersuasionCount
from moot.extensions.studies.stats.order import OrderEffects
from moot.extensions.studies.stats.planted import PlantedScore
from moot.extensions.studies.stats.stability import Stability
from moot.extensions.studies.study import CellOf


class ArmReport(Struct, frozen=True, kw_only=True):
    """The part of a study's report about one arm (condition): results, cost, stability, and what is missing."""

    name: str
    """Name of the arm."""
    of: str
    """The arm from which this arm was forked; empty if none."""
    stage: str
    """First stage that this arm asks again."""
    planned: int
    """Number of cells planned."""
    finished: int
    """Number of cells with a result."""
    degraded: int
    """Number of cells with a degraded result."""
    missing: dict[str, int]
    """Number of cells without each missing part (as text), most frequent first."""
    measures: dict[str, Figure]
    """Mean of each measure over questions."""
    classes: dict[str, int]
    """Number of cells with each class of verdict."""
    cost: int
    """Cost of the arm's sessions in nano-dollars, retried sessions included."""
    cost_known: bool
    """Whether every price is known."""
    cost_again: int
    """Part of the cost spent on sessions replaced by another session of the same cell."""
    kept: int
    """Number of answers and ballots reused from the arm from which this arm was forked. That arm paid for them."""
    older: int
    """Number of results whose reused answers were replaced later."""
    stability: Stability
    """Stability of the arm's questions by class."""
    winners: Stability
    """Stability of the arm's questions by leading model."""
    planted: PlantedScore | None
    """Planted bugs found, if the questions have some."""


class DegradedCell(CellOf, frozen=True, kw_only=True):
    """A session of a study whose result is degraded, and in what ways."""

    why: tuple[str, ...]


class ComparedArms(Struct, frozen=True, kw_only=True):
    """Differences of a study's arms from the baseline."""

    id: str
    """The study's id."""
    name: str
    """Name of the study."""
    baseline: str
    """Name of the arm with which the other arms are compared."""
    primary: str
    """Name of the primary measure."""
    wanted: str
    """The study's primary measure if no session has it; else empty."""
    differences: dict[str, tuple[ArmDifference, ...]]
    """Differences of each arm from the baseline, by measure."""
    classes: tuple[ClassDifference, ...]
    """Differences of verdict classes from the baseline's."""


class StudyReport(ComparedArms, frozen=True, kw_only=True):
    """All figures of a study: each arm, their differences from the baseline, models, judges and degraded cells."""

    digest: str
    """Digest of the questions and known answers."""
    corpus: str
    """Name of the corpus."""
    corpus_version: str
    """Version of the corpus."""
    corpus_digest: str
    """Digest of the corpus."""
    questions: int
    """Number of questions."""
    repeats: int
    """Number of repeats of each question."""
    arms: tuple[ArmReport, ...]
    """Results of each arm."""
    shares: tuple[str, ...]
    """Names of measures that are shares. All others are scores."""
    models: tuple[ModelFigures, ...]
    """Figures of each model under each arm."""
    moves: tuple[PersuasionCount, ...]
    """How often each model's rebuttals changed another model's position."""
    judging: tuple[ArmJudges, ...]
    """Agreement of the judges of each arm."""
    order: tuple[OrderEffects, ...]
    """Arms with reversed rebuttals, compared with the normal order."""
    degraded: tuple[DegradedCell, ...]
    """All cells with a degraded result."""
