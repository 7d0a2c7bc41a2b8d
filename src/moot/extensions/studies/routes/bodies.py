"""Request and response types for asking many questions, with estimates."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from pydantic import Field

from moot.extensions.studies.asking.additions import Forkable
from moot.extensions.studies.asking.checks import Before
from moot.extensions.studies.corpora.corpus import Head
from moot.extensions.studies.corpora.pasted import PastedItems, PastedText
from moot.extensions.studies.stats.reach import Reach
from moot.extensions.studies.stats.standing import FailureCause
from moot.extensions.studies.study import MOST_REPEATS, Arm
from moot.server.public import Body, Dollars, Name, Words, body_of
from moot.vocabulary.public import PricedCalls, dollars

MOST_PICKED = 10_000


NAMED = (Name, Field(default="", description="What it is called; without one it is named after what it does."))
BUDGET = (Dollars | None, Field(default=None, description="Budget of the whole study, in dollars."))

FILES_ONLY = ("judges", "takes", "each")
"""Names of fields of an arm that only a study's file can set."""
ARM_BODY: Any = body_of("ArmBody", Arm, FILES_ONLY, name=NAMED, budget=BUDGET)

STUDY_BODY: Any = body_of(
    "StudyBody",
    Arm,
    ("of", "stage", "adjudicators", *FILES_ONLY),
    name=NAMED,
    budget=BUDGET,
    corpus=(Name, Field(default="", description="The set of questions; see `/api/corpora`.")),
    domains=(
        Annotated[list[Name], Field(max_length=1000)],
        Field(default=[], description="Only its questions of these domains; with none, all of them."),
    ),
    questions=(
        Annotated[list[Name], Field(max_length=MOST_PICKED)],
        Field(default=[], description="Only these of its questions, by id."),
    ),
    lines=(
        Words,
        Field(
            default="",
            description="Or the questions: one a line, JSON, or a table that names its columns; kept as a set.",
        ),
    ),
    plain=(bool, Field(default=False, description="Whether every line is a question, whatever it looks like.")),
    repeats=(
        Annotated[int, Field(ge=1, le=MOST_REPEATS)],
        Field(default=1, description="How often each question is asked."),
    ),
    seed=(Name, Field(default="", description="A seed that makes random draws repeat.")),
)


def arm_in(body: Any, **more: Any) -> Arm:
    """Convert a request's body to an arm; `more` replaces fields of it."""
    told = body.model_dump(include=set(Arm.__struct_fields__)) | more
    told["from"] = told.pop("stage", "")
    return msgspec.convert(told, Arm)


class RetryBody(Body):
    """Request body for asking again what failed in the sessions of a study."""

    degraded: bool = Field(default=False, description="Also what is missing from degraded results.")
    budget: Dollars | None = Field(default=None, description="A new budget of the whole study, in dollars.")


class CorpusDomain(msgspec.Struct, frozen=True, kw_only=True):
    """A domain of a corpus's questions."""

    name: str
    """Name of the domain."""
    title: str
    """Display title of the domain."""
    questions: int
    """Number of questions in the domain."""


class CorpusRow(Head, frozen=True, kw_only=True):
    """One set of questions (a corpus) in a list."""

    name: str
    """Name of the corpus."""
    layer: str
    """Where the set is stored: `packaged` or `user`."""
    questions: int
    """Number of questions."""
    domains: list[CorpusDomain]
    """Subject areas of the questions, in order."""
    trouble: str
    """Why the corpus cannot be used; empty if it can."""


class CorpusList(msgspec.Struct, frozen=True, kw_only=True):
    """Sets of questions."""

    corpora: list[CorpusRow]
    """The sets of questions, sorted by name."""


class AskingEstimate(PricedCalls[float], frozen=True, kw_only=True):
    """Estimate for sessions of a study that were not asked yet, or are asked again."""

    sessions: int
    """Number of sessions."""
    lacking: str
    """Warning if the budget is too small for any session; empty otherwise."""
    short: str
    """Warning if the budget is less than the typical cost; empty otherwise."""
    budget: float | None = None
    """Budget of the study, in dollars, that usually pays for everything; `None` if a price is unknown."""
    most_budget: float | None = None
    """Budget that suffices for everything at the highest cost, in dollars."""
    arm: str = ""
    """Name of a new arm."""
    seats: str = ""
    """Seats of the council, as text; empty for a fork of existing sessions."""
    others: int = 0
    """Number of remaining sessions of other arms, which run along with the new arm."""
    others_typical: float | None = None
    """Typical cost of the sessions of other arms, in dollars; `None` if a price is unknown."""
    others_most: float | None = None
    """Highest cost of the sessions of other arms, in dollars."""
    remarks: list[str] = []
    """Other remarks."""
    looked: int = 0
    """For a retry: number of sessions inspected. Each other session counts as the most expensive of these, and may
    cost more.
    """
    untold: str = ""
    """Why part of the plan cannot run or has an unknown cost; empty if everything can run."""
    refused: list[FailureCause] = []
    """Sessions that cannot be asked again, by reason."""


def estimate_from(before: Before, **more: Any) -> AskingEstimate:
    """Convert an estimate to the form of the API; `more` sets further fields."""
    return AskingEstimate(
        sessions=sum(each.sessions for each in before.arms),
        calls=before.calls,
        typical=dollars(before.typical),
        most=dollars(before.bound),
        unknown=tuple(before.unknown),
        basis=before.basis,
        lacking=before.lacking,
        short=before.short,
        **more,
    )


FIRST = 100
"""Maximum number of questions returned."""
BEGINS = 240
"""Maximum number of characters of a question or an answer returned."""


class QuestionRead(msgspec.Struct, frozen=True, kw_only=True):
    """A question as it was read from the request."""

    text: str
    """Beginning of the question."""
    answer: str
    """Beginning of the known correct answer; empty if there is none."""


class QuestionsRead(PastedText, frozen=True, kw_only=True):
    """Description of how the questions in a request's text were understood, with the first questions."""

    first: list[QuestionRead]
    """First questions of the text."""
    answered: int
    """Number of questions with a known correct answer."""


def questions_read(told: PastedItems) -> QuestionsRead:
    """Convert parsed questions to the API's description of how they were understood, with the first of them."""
    return QuestionsRead(
        taken=told.taken,
        first=[QuestionRead(text=each.text[:BEGINS], answer=each.answer[:BEGINS]) for each in told.items[:FIRST]],
        answered=sum(bool(each.answer) for each in told.items),
        unknown=told.unknown,
        faults=told.faults,
        wrong=told.wrong,
    )


class StudyEstimate(AskingEstimate, frozen=True, kw_only=True):
    """Estimate of the cost of many questions, and of the differences they could show."""

    most_questions: int
    """Maximum number of questions in one request."""
    measured: bool
    """Whether sessions give measures by which arms are compared; otherwise each question only has its answer."""
    reaches: int | None
    """Estimated number of sessions that a budget below the typical cost finishes; `None` if the budget is enough, or
    there is none."""
    suffices: float | None
    """Budget that usually suffices for all sessions, in dollars, including the amount that must be free before the
    last session; `None` if a price is unknown.
    """
    reach: Reach
    """Size of the differences that the study could show."""
    computed: bool
    """Whether this installation can compute `reach`."""
    fewest: int
    """Minimum number of questions for a figure."""
    read: QuestionsRead
    """Detected format of the questions in the request, and what was ignored."""
    why: str
    """Why this council was chosen."""
    name: str
    """Name that the study would have: the given one, with a number if it is taken."""


class ArmsToFork(msgspec.Struct, frozen=True, kw_only=True):
    """The arms (conditions) of a study whose sessions a new arm can fork, with the stages to fork from."""

    arms: tuple[Forkable, ...]
    """The arms, in the study's order."""


class StudyBegun(msgspec.Struct, frozen=True, kw_only=True):
    """Response to a request that started a study: the study's id, name and size."""

    study: str
    """Id of the study."""
    name: str
    """Name of the study."""
    sessions: int
    """Number of sessions in the study."""


class StudyStopped(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a stop request."""

    study: str
    """Id of the study."""
    stopped: bool
    """Whether this server was running the study and starts no more of its sessions."""
