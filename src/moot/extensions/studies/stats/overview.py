"""What is told of studies beside their figures? How far they are, and what each question came to under each arm."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.stats.standing import ArmCount

StudyState = Literal["running", "whole", "failed", "unfinished"]


class StudyRow(Struct, frozen=True, kw_only=True):
    """One study in a list."""

    id: str
    """Its id."""
    name: str
    """Its name."""
    corpus: str
    """The questions; empty for a run, whose questions came as they were put."""
    corpus_version: str
    """Their version."""
    created: str
    """When it was begun."""
    state: StudyState
    """`running` while a process asks its questions, `failed` where a session has no result, `unfinished` where
    something is left to ask, else `whole`."""
    asked_by: str
    """Which process asks its questions now, `this server` where it tells that of itself; else empty."""
    questions: int
    """How many questions."""
    arms: int
    """How many arms."""
    sessions: int
    """How many sessions it is to have."""
    done: int
    """Those with a result."""
    degraded: int
    """Those of them whose result is less than a full one."""
    running: int
    """Those that are being asked."""
    failed: int
    """Those that ended without a result."""
    left: int
    """Those that the next run asks."""
    spent: float
    """Dollars it has cost, sessions that were asked again among them."""
    pending: float
    """Dollars that may still be charged, for calls that run or whose end nobody knows."""
    scripted: int
    """Sessions that scripted voices answered, which say nothing of any model."""
    rest: float | None
    """Dollars that what is left may cost, by what sessions of the same arm with a result have cost; null before each
    arm of which something is left has one."""
    budget: float | None
    """Most it may cost, in dollars."""
    seconds_left: float | None
    """How long the rest may take, by the median pace of what ended; null while it does not run, and before three
    sessions have ended."""


class FailureCause(Struct, frozen=True, kw_only=True):
    """Why sessions have no result, or are left."""

    why: str
    """The cause, in words."""
    sessions: int
    """How many ended by it, of those that were looked at."""
    arms: tuple[str, ...] = ()
    """Of which arms they are; empty where nobody wrote it down."""


class AgainCount(Struct, frozen=True, kw_only=True):
    """What of sessions that failed, or whose result is less than a full one, can be asked again."""

    failed: int = 0
    """Of those that failed, how many; where there are many, those that were not looked at are taken to be able to."""
    degraded: int = 0
    """Of the others."""
    cannot: tuple[FailureCause, ...] = ()
    """Why the rest cannot, and what helps."""


class OlderCells(Struct, frozen=True, kw_only=True):
    """Sessions of an arm that keep answers of another one which were asked again since."""

    arm: str
    """The arm."""
    of: str
    """The arm whose answers are others now."""
    sessions: int
    """How many; going on with the study makes them anew."""


class StudyList(Struct, frozen=True, kw_only=True):
    """Studies, newest first."""

    studies: tuple[StudyRow, ...]
    """The studies."""


class ArmStanding(Struct, frozen=True, kw_only=True):
    """One arm: what it is made of, and how far it is."""

    name: str
    """The arm."""
    of: str
    """The arm whose sessions it forks; empty for one that asks from the beginning."""
    stage: str
    """The stage from which on a fork asks again."""
    repeats: int
    """How often each question is asked."""
    council: str
    """The council by name; empty for the one that sits by default, or for members."""
    members: tuple[str, ...]
    """Models that sit instead."""
    chair: str
    """Who writes the verdict, where it says so."""
    protocol: str
    """How it deliberates, where it says so."""
    rubric: str
    """By which it judges, where it says so."""
    adjudicators: tuple[str, ...]
    """Models that judge, where it says so."""
    options: dict[str, str]
    """The protocol's options, where it sets some, each value as JSON has it."""
    counts: ArmCount
    """How far it is."""


class StudyHead(Struct, frozen=True, kw_only=True):
    """One study, and how far it is."""

    study: StudyRow
    """The study."""
    digest: str
    """Of what is asked and known."""
    corpus_digest: str
    """Of the questions."""
    repeats: int
    """How often each question is asked under each arm."""
    baseline: str
    """The arm the others are held against."""
    primary: str
    """The measure that decides."""
    clusters: str
    """What makes questions alike; empty for nothing."""
    arms: tuple[ArmStanding, ...]
    """Each arm."""
    causes: tuple[FailureCause, ...]
    """Why sessions have no result, the most frequent first."""
    left: tuple[FailureCause, ...] = ()
    """Why the last run left sessions, the most frequent cause first; empty while it runs."""
    wants_budget: bool = False
    """Whether a larger budget of the whole would do for some of those."""
    wants_again: bool = False
    """Whether those are to be asked again under it, rather than gone on with."""
    left_now: str = ""
    """How much of the budget is left now, in words, where the causes tell of another amount; empty otherwise."""
    older: tuple[OlderCells, ...] = ()
    """Results that rest on answers which have been replaced; empty while it runs."""
    again: AgainCount = AgainCount()
    """What of its failed and degraded sessions can be asked again at all."""


class StudyFigures(Struct, frozen=True, kw_only=True):
    """What a study found so far."""

    counting: bool
    """Whether newer figures are being made: those that are told rest on fewer sessions than have ended."""
    sessions: int
    """Sessions with a result that the figures rest on."""
    report: StudyReport | None
    """The figures, without what is told of single questions and sessions; null until they were made once."""


class CellSeen(Struct, frozen=True, kw_only=True):
    """One session of a question under an arm."""

    session: str
    """The session."""
    repeat: int
    """Which repeat."""
    state: str
    """Its state."""
    degraded: int
    """In how many ways its result is less than a full one."""
    verdict_class: str
    """The class of its verdict; empty where none was ruled."""
    winner: str
    """The model whose answer led; empty where none did alone."""
    answer: str = ""
    """How its answer begins; empty where there is none."""
    why: str = ""
    """Why it has no result; empty where it has one, and where it was not looked at."""
    right: bool | None = None
    """Whether that is what is known to be right; null where it cannot be told, or nothing is known."""


class MatrixCell(Struct, frozen=True, kw_only=True):
    """One question under one arm."""

    arm: str
    """The arm."""
    share: float | None
    """The share of its repeats that are right, or of planted bugs that they found, on the mean; null where it is told
    by the class, and while none has a result."""
    usual: str
    """What its repeats came to most often: the class, or the leading answer's model where no session of the study has a
    class; empty while none has a result."""
    differs: bool
    """Whether the baseline came to something else, by what the question is told by."""
    cells: tuple[CellSeen, ...]
    """Its sessions, by repeat."""


class MatrixRow(Struct, frozen=True, kw_only=True):
    """One question under every arm."""

    question: str
    """The question, by id."""
    begins: str
    """How it begins; empty while it has no session."""
    known: str
    """The answer that is known to be right; empty where none is, and before a session has ended."""
    by: Literal["right", "recall", "class", "winner"]
    """By what arms are held against each other here: whether they are right where the answer is known, how many of the
    planted bugs they found, else the class of the verdict, or the model whose answer led where none has a class."""
    differs: bool
    """Whether an arm that changes something came to something else than the baseline."""
    degraded: bool
    """Whether one of its sessions has a result that is less than a full one."""
    cells: tuple[MatrixCell, ...]
    """A cell for each arm, in their order."""


class MatrixPage(Struct, frozen=True, kw_only=True):
    """Questions by arms, some at a time."""

    arms: tuple[str, ...]
    """The arms."""
    baseline: str
    """The arm the others are held against."""
    rows: tuple[MatrixRow, ...]
    """The questions."""
    total: int
    """Questions in all."""
    matching: int
    """Those that the filter lets through."""
    differing: int
    """Those that differ."""
    degraded: int
    """Those with a degraded result."""
    next: int | None
    """Send it as `after` for the next page; null on the last one."""


class QuestionRow(Struct, frozen=True, kw_only=True):
    """What one question tells."""

    question: str
    """The question, by id."""
    dominant: str
    """The class that repeats came to most often."""
    share: Figure
    """How often; `n` counts repeats."""
    classes: dict[str, int]
    """How often each class."""
    icc: Figure | None
    """Share of the variance of scores that lies between models; null without scores."""
    spread: float | None
    """Standard deviation of the models' means."""
    models: int
    """Models it was put to."""


class QuestionPage(Struct, frozen=True, kw_only=True):
    """Questions by what they tell, some at a time."""

    arm: str
    """Under which arm."""
    questions: tuple[QuestionRow, ...]
    """The questions: the least stable first, or those that tell models apart most."""
    total: int
    """Questions in all."""
    next: int | None
    """Send it as `after` for the next page; null on the last one."""
