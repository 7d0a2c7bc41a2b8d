"""What is sent to ask many questions at once, and what is told of them before anything is spent?"""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from moot.extensions.studies.asking.additions import Forkable
from moot.extensions.studies.routes.questions_read import QuestionsRead
from moot.server.public import Body, Dollars, Name, Offices, Options, Words

MOST_PICKED = 10_000


class StudyBody(Body):
    """Many questions to one council: a set's, some of them, or those that are sent along."""

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
    """What of a study is asked again."""

    degraded: bool = Field(default=False, description="Also what is missing from degraded results.")
    budget: Dollars | None = Field(default=None, description="A new budget of the whole study, in dollars.")


class ArmBody(Body):
    """An arm that a study is given: a fork of another one with something changed, or another council that is
    asked the same questions."""

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
    """A field that some of a set's questions are from."""

    name: str
    """The domain."""
    title: str
    """How it is written for people to read."""
    questions: int
    """How many are from it."""


class CorpusRow(msgspec.Struct, frozen=True, kw_only=True):
    """One set of questions."""

    name: str
    """Its name."""
    layer: str
    """`packaged` or `user`."""
    title: str
    """What it is called."""
    about: str
    """What it holds."""
    version: str
    """Its version."""
    licence: str
    """Under which it may be used."""
    rubric: str
    """By which its questions are judged."""
    questions: int
    """How many questions it has."""
    domains: list[CorpusDomain]
    """Which fields they are from, in order."""
    trouble: str
    """Why it cannot be used; empty where it can."""


class CorpusList(msgspec.Struct, frozen=True, kw_only=True):
    """The sets of questions."""

    corpora: list[CorpusRow]
    """Each by name."""


class SessionPrices(msgspec.Struct, frozen=True, kw_only=True):
    """What the calls of sessions would cost."""

    calls: int
    """Calls of all of them, if nothing fails; of sessions asked again, what would be asked as before is not asked."""
    typical: float | None
    """What they usually cost together, in dollars, whatever the budget is; `None` where some price is unknown."""
    most: float | None
    """What they cost at the worst."""
    unknown: list[str]
    """Models whose price nobody knows."""
    basis: str
    """Where the typical price comes from: sessions here, or a table; empty where nothing costs anything."""


class StudyEstimate(SessionPrices, frozen=True, kw_only=True):
    """What many questions would take, and what they could show."""

    questions: int
    """How many questions would be asked."""
    most_questions: int
    """How many may be sent along at once."""
    sessions: int
    """How many sessions that makes."""
    measured: bool
    """Whether sessions come to figures by which arms are compared; otherwise each question has its answer alone."""
    lacking: str
    """What is to be said of a budget under which no session is begun; empty where it is not so small."""
    reaches: int | None
    """About how many of the sessions a budget finishes that is less than all of them usually cost; `None` where the
    budget is enough, or none."""
    suffices: float | None
    """A budget that all of them usually fit into, in dollars, with what has to be free before the last asks anybody;
    `None` where some price is unknown."""
    shown: float | None
    """The least difference to another arm of this size that four of five such studies find, in multiples of how
    differences vary from domain to domain, or from question to question where each counts by itself; `None` where none
    would be found, and where it is not computed."""
    domains: int
    """Domains that the questions go together by, each of which counts as one; 0 where each counts by itself."""
    least_p: float
    """The smallest p that so many questions, or domains, can come to."""
    tells: bool
    """Whether they can tell a difference from chance, however large it is."""
    computed: bool
    """Whether what such a study can show is computed here."""
    fewest: int
    """Questions below which no figure is told."""
    read: QuestionsRead
    """What the questions that were sent along were taken for, and what of them was not taken."""
    why: str
    """Where the council comes from."""
    name: str
    """What the study would be called: as somebody named it, with a number where another study is called so."""


class NotAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Sessions that cannot be asked again for one reason."""

    why: str
    """Why."""
    sessions: int
    """How many."""


class RetryEstimate(SessionPrices, frozen=True, kw_only=True):
    """What asking again what failed in a study would take at the most."""

    sessions: int
    """How many sessions are gone on with, each in a fork."""
    looked: int
    """How many of them were looked at; each of the others counts as the dearest of those, and may cost more."""
    untold: str = ""
    """Why nothing can be told of what it costs; empty where it can."""
    refused: list[NotAsked] = []
    """Sessions that cannot be asked again, of those that were looked at, by cause."""


class RestEstimate(SessionPrices, frozen=True, kw_only=True):
    """What going on with a study would take."""

    sessions: int
    """Sessions that are not over."""
    budget: float | None
    """A budget of the whole study, in dollars, that what is left usually fits into; `None` where a price is unknown."""
    most_budget: float | None
    """One that it fits into at the worst."""
    untold: str = ""
    """Why something of it cannot be asked; empty where it can."""
    least_budget: float | None = None
    """The smallest budget of the whole study, in dollars, under which anything of it is asked; `None` where it costs
    nothing, and where nothing is left."""


class ArmsToFork(msgspec.Struct, frozen=True, kw_only=True):
    """The arms of a study that others can be made of."""

    arms: tuple[Forkable, ...]
    """Each, in the study's order."""


class ArmEstimate(SessionPrices, frozen=True, kw_only=True):
    """What an arm more would cost, and what would be asked along with it."""

    arm: str
    """What it would be called."""
    sessions: int
    """Its sessions."""
    seats: str
    """Who sits in it, in words; empty for a fork of sessions that are there."""
    others: int
    """Sessions of other arms that are left, and asked along with it."""
    others_typical: float | None
    """What those usually cost together, in dollars; `None` where some price is unknown."""
    others_most: float | None
    """What those cost at the worst."""
    budget: float | None
    """A budget of the whole study, in dollars, that all of it usually fits into; `None` where a price is unknown."""
    most_budget: float | None
    """One that it fits into at the worst."""
    lacking: str
    """What is to be said of a budget under which no session is begun; empty where it is not so small."""
    short: str
    """What is to be said of a budget that is less than the arm usually costs; empty where it is not."""
    remarks: list[str]
    """What else is to be known before it is asked."""


class StudyBegun(msgspec.Struct, frozen=True, kw_only=True):
    """A study that is being asked."""

    study: str
    """Its id."""
    name: str
    """Its name."""
    corpus: str
    """Its set of questions."""
    sessions: int
    """How many sessions it has in all."""


class StudyStopped(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a study was stopped here."""

    study: str
    """Its id."""
    stopped: bool
    """Whether it was being asked by this server, and is not begun further."""
