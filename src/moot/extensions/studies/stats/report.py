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
    """The arm."""
    of: str
    """The arm from which this arm was forked; empty if none."""
    stage: str
    """First stage that this arm asks again."""
    planned: int
    """Number of cells planned."""
    finished: int
    """Number of cells with a result."""
    degraded: int
    """Number with a degraded result."""
    missing: dict[str, int]
    """Missing parts, as text, and their number of cells, most frequent first."""
    measures: dict[str, Figure]
    """Each measure over questions."""
    classes: dict[str, int]
    """Count of each class of verdict, over cells."""
    cost: int
    """Cost of the arm's sessions in nano-dollars, retried sessions included."""
    cost_known: bool
    """Whether every price is known."""
    cost_again: int
    """Part of the cost spent on sessions that another one of the same cell replaced."""
    kept: int
    """Answers and ballots reused from the arm it was forked from, which paid for them."""
    older: int
    """Results whose reused answers were replaced later."""
    stability: Stability
    """Stability of the arm's questions by class."""
    winners: Stability
    """The same by leading model."""
    planted: PlantedScore | None
    """Planted bugs found, if there are some."""


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
    """The arm that the others are compared with."""
    primary: str
    """The primary measure."""
    wanted: str
    """The study's primary measure if no session has it; else empty."""
    differences: dict[str, tuple[ArmDifference, ...]]
    """Each measure's differences to the baseline."""
    classes: tuple[ClassDifference, ...]
    """Differences of verdict classes from the baseline's."""


class StudyReport(ComparedArms, frozen=True, kw_only=True):
    """All figures of a study: each arm, their differences from the baseline, models, judges and degraded cells."""

    digest: str
    """Digest of what is asked and known."""
    corpus: str
    """The questions."""
    corpus_version: str
    """Their version."""
    corpus_digest: str
    """Their digest."""
    questions: int
    """Number of questions."""
    repeats: int
    """Repeats of each question."""
    arms: tuple[ArmReport, ...]
    """Each arm."""
    shares: tuple[str, ...]
    """Measures that are shares; all others are scores."""
    models: tuple[ModelFigures, ...]
    """Each model under each arm."""
    moves: tuple[PersuasionCount, ...]
    """Who changed whose position."""
    judging: tuple[ArmJudges, ...]
    """The judges of each arm."""
    order: tuple[OrderEffects, ...]
    """Arms with reversed rebuttals, compared with the normal order."""
    degraded: tuple[DegradedCell, ...]
    """Every cell with a degraded result."""
