"""Request and response types for asking many questions, with estimates."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from moot.extensions.studies.asking.additions import Forkable
from moot.extensions.studies.routes.questions_read import QuestionsRead
from moot.server.public import Body, Dollars, Name, Offices, Options, Words

MOST_PICKED = 10_000


class StudyBody(Body):
    """Many questions for one council: a corpus, some of its questions, or questions in the request."""

    name: Name = Field(default="", description="What the study is called; without one it is named after its questions.")
    corpus: Name = Field(default="", description="The set of questions; see `/api/corpora`.")
    domains: Annotated[list[Name], Field(max_length=1000)] = Field(
        default=[], description="Only its questions of these domains; with none, all of them."
    )
    questions: Annotated[list[Name], Field(max_length=MOST_PICKED)] = Field(
        default=[], description="Only these of its questions, by id."
    )
    lines: Words = Field(
        default="",
        description="Or the questions: one a line, JSON, or a table whose first line names its columns; kept as a set.",
    )
    plain: bool = Field(default=False, description="Whether every line is a question, whatever it looks like.")
    repeats: Annotated[int, Field(ge=1, le=100)] = Field(default=1, description="How often each question is asked.")
    budget: Dollars | None = Field(default=None, description="Most the whole may cost, in dollars.")
    council: Name | None = Field(default=None, description="A council by name; without one the default council sits.")
    members: list[Name] | None = Field(default=None, max_length=64, description="Models that sit instead.")
    chair: Name | None = Field(default=None, description="The model that writes the verdicts.")
    stand_ins: list[Name] | None = Field(default=None, max_length=16, description="Who takes over the chair, in order.")
    offices: Offices = Field(default={}, description="Who holds the protocol's other offices, by office.")
    protocol: Name | None = Field(default=None, description="How they deliberate; see `/api/protocols`.")
    rubric: Name | None = Field(default=None, description="What is judged by; without one, each question's own.")
    options: Options = Field(default={}, description="The protocol's options.")
    seed: Name | None = Field(default=None, description="A seed that makes lots and orders repeat.")
    system: Words | None = Field(default=None, description="What every seat is told besides.")


class RetryBody(Body):
    """Retry of a study."""

    degraded: bool = Field(default=False, description="Also what is missing from degraded results.")
    budget: Dollars | None = Field(default=None, description="A new budget of the whole study, in dollars.")


class ArmBody(Body):
    """A new arm for a study: a changed fork of another arm, or another council with the same questions."""

    name: Name = Field(default="", description="What it is called; without one it is named after what it does.")
    of: Name = Field(default="", description="The arm whose sessions are forked; without one all is asked anew.")
    stage: Name = Field(default="", description="From which stage on a fork asks again; else from the judging.")
    repeats: Annotated[int, Field(ge=0, le=100)] = Field(
        default=0, description="How often each question is asked; 0 for as often as the study says."
    )
    adjudicators: list[Name] = Field(default=[], max_length=16, description="Models that judge instead.")
    chair: Name = Field(default="", description="The model that writes the verdicts instead.")
    rubric: Name = Field(default="", description="What is judged by instead.")
    options: Options = Field(default={}, description="The protocol's options that differ.")
    council: Name = Field(default="", description="Another council, by name, for an arm that is no fork.")
    members: list[Name] = Field(default=[], max_length=64, description="Models that sit instead, where it is no fork.")
    stand_ins: list[Name] = Field(default=[], max_length=16, description="Who takes over the chair, in order.")
    offices: Offices = Field(default={}, description="Who holds the protocol's other offices, by office.")
    protocol: Name = Field(default="", description="How another council deliberates; see `/api/protocols`.")
    system: Words | None = Field(default=None, description="What every seat of another council is told besides.")
    budget: Dollars | None = Field(default=None, description="A new budget of the whole study, in dollars.")


class CorpusDomain(msgspec.Struct, frozen=True, kw_only=True):
    """A domain of a corpus's questions."""

    name: str
    """The domain."""
    title: str
    """Its display title."""
    questions: int
    """Number of its questions."""


class CorpusRow(msgspec.Struct, frozen=True, kw_only=True):
    """One set of questions."""

    name: str
    """Its name."""
    layer: str
    """`packaged` or `user`."""
    title: str
    """Its title."""
    about: str
    """Its description."""
    version: str
    """Its version."""
    licence: str
    """Its licence."""
    rubric: str
    """Its rubric."""
    questions: int
    """Number of questions."""
    domains: list[CorpusDomain]
    """Domains of its questions, in order."""
    trouble: str
    """Why it cannot be used; empty if it can."""


class CorpusList(msgspec.Struct, frozen=True, kw_only=True):
    """Sets of questions."""

    corpora: list[CorpusRow]
    """Each set, by name."""


class SessionPrices(msgspec.Struct, frozen=True, kw_only=True):
    """Calls and cost of sessions."""

    calls: int
    """Calls of all sessions if nothing fails; for a retry, without unchanged calls."""
    typical: float | None
    """Typical cost of all sessions, in dollars, whatever the budget; `None` if a price is unknown."""
    most: float | None
    """Highest cost, in dollars."""
    unknown: list[str]
    """Models with an unknown price."""
    basis: str
    """Source of the typical cost: sessions here, or a table; empty if everything is free."""


class StudyEstimate(SessionPrices, frozen=True, kw_only=True):
    """Estimate for many questions, and what they could show."""

    questions: int
    """Number of questions."""
    most_questions: int
    """Most questions in one request."""
    sessions: int
    """Number of sessions."""
    measured: bool
    """Whether sessions give measures by which arms are compared; otherwise each question only has its answer."""
    lacking: str
    """Warning if the budget starts no session; empty otherwise."""
    reaches: int | None
    """Estimated number of sessions that a budget below the typical cost finishes; `None` if the budget is enough, or
    there is none."""
    suffices: float | None
    """Budget that usually pays for all sessions, in dollars, including what must be free before the last one; `None`
    if a price is unknown."""
    shown: float | None
    """Smallest difference to another arm that four of five such studies find, in multiples of the standard deviation
    of differences between domains, or between independent questions; `None` if none would be found, or it is not
    computed."""
    domains: int
    """Number of domains, each of which counts as one; 0 if questions are independent."""
    least_p: float
    """Smallest p that so many questions, or domains, can give."""
    tells: bool
    """Whether they can distinguish any difference from chance."""
    computed: bool
    """Whether this installation computes what such a study can show."""
    fewest: int
    """Fewest questions for a figure."""
    read: QuestionsRead
    """Detected format of the questions in the request, and what was ignored."""
    why: str
    """Where the council comes from."""
    name: str
    """Name that the study would have: the given one, with a number if it is taken."""


class NotAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Sessions that cannot be asked again for one reason."""

    why: str
    """The reason."""
    sessions: int
    """Number of sessions."""


class RetryEstimate(SessionPrices, frozen=True, kw_only=True):
    """Highest cost of asking again what failed in a study."""

    sessions: int
    """Sessions to continue, each in a fork."""
    looked: int
    """Sessions inspected; each other one counts as the most expensive of them, and may cost more."""
    untold: str = ""
    """Why the cost is unknown; empty if it is known."""
    refused: list[NotAsked] = []
    """Inspected sessions that cannot be asked again, by reason."""


class RestEstimate(SessionPrices, frozen=True, kw_only=True):
    """Estimate for continuing a study."""

    sessions: int
    """Unfinished sessions."""
    budget: float | None
    """Budget of the study, in dollars, that usually pays for the rest; `None` if a price is unknown."""
    most_budget: float | None
    """Budget that pays for the rest at the highest cost."""
    untold: str = ""
    """Why some of it cannot run; empty if all can."""
    least_budget: float | None = None
    """Smallest budget of the study, in dollars, that starts any of it; `None` if it is free or nothing is left."""


class ArmsToFork(msgspec.Struct, frozen=True, kw_only=True):
    """Arms of a study that can be forked."""

    arms: tuple[Forkable, ...]
    """Each arm, in the study's order."""


class ArmEstimate(SessionPrices, frozen=True, kw_only=True):
    """Estimate for another arm and for what would run along with it."""

    arm: str
    """Name of the arm."""
    sessions: int
    """Number of its sessions."""
    seats: str
    """Its seats, as text; empty for a fork of existing sessions."""
    others: int
    """Remaining sessions of other arms, which run along with it."""
    others_typical: float | None
    """Their typical cost, in dollars; `None` if a price is unknown."""
    others_most: float | None
    """Their highest cost, in dollars."""
    budget: float | None
    """Budget of the study, in dollars, that usually pays for everything; `None` if a price is unknown."""
    most_budget: float | None
    """Budget that pays for everything at the highest cost."""
    lacking: str
    """Warning if the budget starts no session; empty otherwise."""
    short: str
    """Warning if the budget is less than the arm's typical cost; empty otherwise."""
    remarks: list[str]
    """Other remarks on the arm."""


class StudyBegun(msgspec.Struct, frozen=True, kw_only=True):
    """A study that was started."""

    study: str
    """Its id."""
    name: str
    """Its name."""
    corpus: str
    """Its set of questions."""
    sessions: int
    """Number of its sessions."""


class StudyStopped(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a stop request."""

    study: str
    """Its id."""
    stopped: bool
    """Whether this server was running it and starts no more of it."""
