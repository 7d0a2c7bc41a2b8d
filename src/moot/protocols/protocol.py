"""Definition of a protocol: its options, stages, and the `@protocol` decorator.

A protocol is a plain async function of a floor and its options. Every move it makes has a readable key, which the floor
looks up in the transcript first: to resume, replay or fork is to run it again. It has no clock, chance or I/O.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, get_type_hints

from msgspec import Struct

from moot.errors import MootError, ProtocolWrong
from moot.protocols.floor_interface import Floor
from moot.protocols.installed import is_own_fault
from moot.protocols.kinds import BallotWords
from moot.protocols.planned import (
    AGREEMENT,
    BESIDE,
    GRADER,
    GRADING,
    MOST_ITEMS,
    PlannedCalls,
    comparing,
    comparing_pair,
    grading,
    judging_room,
    own_stages,
)
from moot.protocols.prompt_template import PromptTemplate
from moot.reading.ballot_kind import BallotKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.findings import Finding
from moot.vocabulary.questions import When
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Roster
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import Heading

LEAST_QUORUM = 2
"""Number of members that must answer the question if no quorum is set."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of every protocol. A protocol adds its own in a subclass.

    Example:
        class JuryOptions(Options, frozen=True, kw_only=True):
            rounds: int = 2
    """

    told: ClassVar[frozenset[str]] = frozenset()
    """Names of options whose text is part of prompts. A shared copy without prompts leaves them out."""
    watched: ClassVar[Mapping[str, OptionValue]] = {}
    """Default values in a session that a person watches, at a terminal or in a browser."""
    also: ClassVar[Mapping[str, str]] = {}
    """Alternative names of an option. It is stored and shown under its own name."""
    quorum: int | None = None
    """Number of members that must answer whenever several are asked; unset: two for the question, none for ballots."""
    deadline: float = 1800.0
    """Seconds of running time after which the session fails; waiting for a person does not count."""
    stage_deadline: float | None = None
    """Seconds after which a stage stops waiting, if a quorum has answered."""
    patience: float | None = None
    """Once the quorum has answered, wait at most this many median answer times for the other members; unset waits for
    all.
    """
    temperature: float | None = None
    """Sampling temperature for seats that set none."""
    max_output: int | None = None
    """Maximum number of tokens in one answer, for seats that set none."""
    verdict_output: int | None = None
    """Maximum number of tokens of a streamed verdict, without its writer's thinking."""
    reasoning: str | None = None
    """Reasoning effort of seats that set none: `low`, `medium` or `high`."""
    language: str | None = None
    """Language in which all members are asked to answer."""
    show_names: bool = False
    """Whether prompts show the seats' models instead of anonymous labels. Off: judging is blind."""
    allowance: int = 24_000
    """Maximum number of characters of each answer that a reader is shown; the same for every answer."""

    agreement: bool = False
    """Whether the members' last answers are compared after the verdict: what most claim, where they differ and who
    holds which position, what only one claims, what none covers. Takes one more call; left out if the budget is too
    small.
    """

    def troubles(self) -> tuple[str, ...]:
        """Return errors in these options, as sentences. A protocol overrides this to check its own options."""
        return ()

    def preset_values(self) -> Mapping[str, OptionValue]:
        """Return the values that the chosen preset gives to options that are not set, by option.

        A preset is one name for the values of several options.
        """
        return {}

    @classmethod
    def shown(cls) -> Mapping[str, Mapping[str, Any]]:
        """Return JSON Schema keywords for each option, such as bounds and examples, to build a form from.

        An option with the keyword `x-in-sight` is shown beside the choice of protocol, not among the other options.
        """
        return {}

    def idle(self) -> dict[str, str]:
        """Return the options that are set but have no effect because of other options, each with the reason.

        A request with such an option is refused.
        """
        return {}


class Stage(Struct, frozen=True):
    """A stage of a protocol that may repeat or be left out. Any other stage is declared as a text, its name.

    Example:
        Stage("vote", repeats="rounds")
    """

    name: str
    """The stage's name."""
    repeats: str | None = None
    """Name of the option that gives the stage's number of rounds."""
    when: str | None = None
    """Name of the option that must be true for the stage to take place."""


Run = Callable[[Floor, Any], Awaitable[Verdict]]
Plan = Callable[[int, Any, Mapping[str, int]], Sequence[PlannedCalls]]
"""Type of functions that return a session's planned calls from its number of members, its options, and the number of
seats in each office.
"""


class ProtocolSummary(Struct, frozen=True, kw_only=True):
    """Description of a protocol, for a person who chooses one."""

    title: str
    """The protocol's description in one line."""
    fewest: int
    """Minimum number of members."""
    offices: tuple[str, ...] = ()
    """Offices that the protocol needs besides the chair."""
    chairless: str = ""
    """Why replacing the chair later has no effect; empty if the chair is asked."""
    writes_openly: bool = False
    """Whether the verdict's text can be read while it is written."""
    looks_up: bool = False
    """Whether members may search the web unless the request says otherwise, if a search service has a key."""


class Protocol(ProtocolSummary, frozen=True, kw_only=True):
    """A registered protocol (the rules by which a council deliberates): its stages, options, function, and what it
    adds."""

    name: str
    """The protocol's name, e.g. `peer-review`."""
    stages: tuple[Stage, ...]
    """The protocol's stages, in order."""
    options: type[Options]
    """The class of the protocol's options."""
    run: Run
    """The function that runs the protocol."""
    plan: Plan | None = None
    """Returns a session's planned calls, for an estimate."""
    rubric: Rubric | None = None
    """Rubric used if none is named; without one, the protocol does not use rubrics."""
    answers: tuple[str, ...] = ()
    """Stages in which members answer the question, without round numbers. An agreement map compares the members' last
    texts in them. If empty, the stage in which members speak first is used.
    """
    answers_now: bool = False
    """Whether the answer can be written at any time from the answers that have arrived."""
    stops_early: Callable[[Any, bool], bool] | None = None
    """Returns whether the protocol may ask only two members first under these options, and whether the question is
    closed; unset if the protocol always asks all members.
    """
    by_record: bool = False
    """Whether members get different tasks depending on their record on questions with a known answer."""
    lone: bool = False
    """Whether a council with this protocol may not contain another council with this protocol."""
    ballots: tuple[BallotKind, ...] = ()
    """Forms of the protocol's own ballots."""
    words: Mapping[type[Ballot], BallotWords] = {}
    """Formatter of each of the protocol's ballots."""
    findings: Mapping[type[Finding], Heading] = {}
    """Heading and formatter of each class of the protocol's own findings."""
    leaves: tuple[str, ...] = ()
    """Keys of findings that are collected as the `Past` of later sessions, across protocols."""
    past: str = ""
    """Import path of the function that sums up the findings in `leaves`: it takes each session's findings, the models,
    and the past so far, and returns an extended past."""
    standing: str = ""
    """Key of the finding with the protocol's ranking, for later sessions, if members may judge their own answers
    (option `own`).
    """
    files: str = ""
    """Import path of the protocol's `Files` (reports, the files of a run, comparisons); loaded on first use."""
    counting: str = ""
    """Import path of the protocol's `Counting`, which computes the figures of a finished session; loaded when a
    session ends.
    """
    voting: str = ""
    """Import path of the protocol's `Voting`, which returns the voters of a finished session; loaded when a session
    ends.
    """

    @property
    def roles(self) -> tuple[str, ...]:
        """Return every office (role) for which a council may name a seat: the protocol's own, and the grader's."""
        return (*self.offices, GRADER)

    @property
    def grades(self) -> str:
        """Return the office whose seat grades answers if the council names no grader: `chair`, or, in a protocol whose
        chair is not asked, the protocol's first office."""
        return self.offices[0] if self.chairless and self.offices else "chair"

    def held(self, roster: Roster) -> dict[str, int]:
        """Return how many of a session's seats hold each office (a role beside the chair, e.g. `adjudicator`), by
        office."""
        return {office: len(roster.office(office)) for office in self.roles}

    def wordings(self) -> dict[str, PromptTemplate]:
        """Return the protocol's prompts by name: the `PromptTemplate` constants of its module. A council may replace
        them."""
        constants = vars(sys.modules[self.run.__module__]).values()
        return {constant.name: constant for constant in constants if isinstance(constant, PromptTemplate)}

    def planned(
        self,
        seats: int,
        options: Options,
        held: Mapping[str, int],
        *,
        known: str = "",
        when: When = "always",
        closed: bool = False,
    ) -> tuple[PlannedCalls, ...]:
        """Return the planned calls of a session, for its estimate.

        If the protocol has no plan of its own, these are a call to each member in every stage, and one to the chair in
        the last.

        Args:
            known: The right answer, if known; comparing the answers with it is then included.
            when: Unless it is `always`, fewer members may be asked.
            closed: Whether the question lists its answers; otherwise, comparing two answers takes two calls.
        """
        if when == "one":
            return (PlannedCalls(stage=self.stages_for(options)[0], calls=1, tools=True),)
        if when == "selective":
            whole = self.planned(seats, options, held, known=known)
            return whole if closed else (whole[0], comparing_pair(whole[0].stage), *whole[1:])
        mapped: tuple[PlannedCalls, ...] = ()
        if self.maps(options):
            mapped += (comparing(AGREEMENT, "chair", seats, MOST_ITEMS, spare=True),)
        if known:
            grader = GRADER if held.get(GRADER) else self.grades
            mapped += (grading(GRADING, grader, seats + 1, spare=True),)
        if self.plan is not None:
            with faults_of(self):
                named = tuple(self.plan(seats, options, held))
                if wrong := next((each for each in named if not _can_be_asked(each)), None):
                    raise ValueError(f"its plan names {wrong!r}, which is no `PlannedCalls` with figures of 0 and more")
                return (*named, *mapped)
        *stages, last = own_stages(self.stages_for(options))
        first = [PlannedCalls(stage=stage, calls=seats, tools=True) for stage in stages[:1]]
        ahead = [PlannedCalls(stage=stage, calls=seats, reads=seats, **judging_room(seats)) for stage in stages[1:]]
        concluding = PlannedCalls(stage=last, calls=1, by="chair", reads=seats, room=8_192, least=1_024)
        return (*first, *ahead, concluding, *mapped)

    def planned_for(self, opened: SessionOpened, options: Options) -> tuple[PlannedCalls, ...]:
        """Return the planned calls of an opened session, for its estimate."""
        return self.planned(
            len(opened.roster.seats),
            options,
            self.held(opened.roster),
            known=opened.graded,
            when=opened.asks.when,
            closed=bool(opened.question.options),
        )

    def maps(self, options: Options) -> bool:
        """Return whether these options ask for an agreement map, i.e. a comparison of the members' answers in addition
        to the protocol's stages."""
        with faults_of(self):
            return options.agreement and "agreement" not in options.idle()

    def stages_for(self, options: Options, *, known: str = "") -> tuple[str, ...]:
        """Return the stages of a session with these options, those that Moot adds included.

        `known` is the right answer, if known.
        """
        ahead: list[str] = []
        with faults_of(self):
            for stage in self.stages:
                if stage.when is not None and not getattr(options, stage.when):
                    continue
                if stage.repeats is None:
                    ahead += [stage.name]
                    continue
                ahead += [f"{stage.name}.{number + 1}" for number in range(int(getattr(options, stage.repeats)))]
        return (*ahead, *([AGREEMENT] if self.maps(options) else []), *([GRADING] if known else []))


def _can_be_asked(planned: object) -> bool:
    """Return whether an entry of a protocol's plan is valid, so that an estimate can include it."""
    if not isinstance(planned, PlannedCalls):
        return False
    figures = (
        planned.calls,
        planned.reads,
        planned.room,
        planned.least,
        planned.said,
        planned.thought,
        planned.at_once,
    )
    return all(isinstance(figure, int) and figure >= 0 for figure in figures) and isinstance(planned.stage, str)


@contextmanager
def faults_of(protocol: Protocol) -> Iterator[None]:
    """Raise an exception from a protocol's own code as `ProtocolWrong`, inside this `with` block."""
    try:
        yield
    except MootError:
        raise
    except BaseException as error:
        if not is_own_fault(error):
            raise
        raise ProtocolWrong(
            f"The protocol {protocol.name!r} has a fault: {type(error).__name__}: {error}".rstrip(": "),
            "Repair or upgrade the package that brings it, or name another protocol.",
        ) from error


def protocol(
    *, name: str, title: str, stages: Sequence[str | Stage], fewest: int = 2, **fields: Any
) -> Callable[[Callable[[Floor, Any], Awaitable[Verdict]]], Protocol]:
    """Declare the decorated function a protocol. The class of its options is the type of the function's second
    parameter.

    The arguments are the fields of `Protocol`.

    Example:
        @protocol(name="drafts", title="Independent drafts, one answer", stages=("drafts", "answer"))
        async def drafts(floor: Floor, options: Options) -> Verdict:
            async with floor.stage("drafts"):
                answers = await floor.ask_all(floor.seats, floor.question)
            async with floor.stage("answer"):
                return await floor.conclude(floor.chair, COMBINE, as_written=True, answers=answers)

    Raises:
        ProtocolWrong: The function does not take two parameters, or a stage has a reserved name.
    """

    def declare(run: Run) -> Protocol:
        if len(parameters := list(inspect.signature(run).parameters)) != 2:
            raise ProtocolWrong(f"The protocol {name!r} must take `floor` and its options.")
        for stage in (stage.name if isinstance(stage, Stage) else stage for stage in stages):
            if stage in BESIDE:
                raise ProtocolWrong(f"The stage {stage!r} is every protocol's; give that of {name!r} another name.")
        return Protocol(
            name=name,
            title=title,
            stages=tuple(stage if isinstance(stage, Stage) else Stage(stage) for stage in stages),
            options=get_type_hints(run)[parameters[1]],
            fewest=fewest,
            run=run,
            **fields,
        )

    return declare
