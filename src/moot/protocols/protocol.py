"""What is a protocol, and what is the floor it speaks through?

A protocol is a plain async function of a floor and its options. Every move it makes has a readable key, which the floor
looks up in the transcript first: resuming, replaying, forking run it again. It has no clock, chance or I/O of its own.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, get_type_hints

from msgspec import Struct

from moot.errors import MootError, ProtocolWrong
from moot.protocols.agreement.planning import BESIDE, MOST_ITEMS, comparing, own_stages
from moot.protocols.agreement.planning import STAGE as AGREEMENT
from moot.protocols.floor import Floor
from moot.protocols.grading.planning import GRADER, grading
from moot.protocols.grading.planning import STAGE as GRADING
from moot.protocols.installed import is_own_fault
from moot.protocols.kinds import BallotWords
from moot.protocols.planned import Planned, judging_room
from moot.protocols.wording import Wording
from moot.reading.ballot_kind import BallotKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.findings import Finding
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Roster
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import Heading

LEAST_QUORUM = 2
"""Members that must answer the question where nobody names a quorum."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be set for every protocol. A protocol adds its own by deriving from this."""

    told: ClassVar[frozenset[str]] = frozenset()
    """Options whose words are put to seats as a prompt is: a share without prompts leaves them out."""
    watched: ClassVar[Mapping[str, OptionValue]] = {}
    """What an option is where somebody watches the session, at a terminal or in a browser, and nobody sets it."""
    also: ClassVar[Mapping[str, str]] = {}
    """Other names an option may be given by; it is stored, and spoken of, by its own."""
    quorum: int | None = None
    """Members that must answer whenever several are asked; unset: two for the question, none for ballots."""
    deadline: float = 1800.0
    """Seconds of running time after which the session ends as failed; waiting for a person does not count."""
    stage_deadline: float | None = None
    """Seconds after which nothing more is waited for, if a quorum has answered."""
    patience: float | None = None
    """Once the quorum has answered, wait at most this many median answer times for the rest; unset waits for all."""
    temperature: float | None = None
    """Sampling temperature for seats that set none."""
    max_output: int | None = None
    """Most tokens in one answer for seats that set none."""
    verdict_output: int | None = None
    """Most tokens of the verdict, where it is written in the open; what its writer thinks comes on top."""
    reasoning: str | None = None
    """How hard seats that set nothing should think: `low`, `medium` or `high`."""
    language: str | None = None
    """The language everyone is asked to answer in."""
    show_names: bool = False
    """Whether prompts show the seats' models instead of private labels. Off: judging stays blind."""
    allowance: int = 24_000
    """Most characters of each answer that a reader is shown; every answer gets the same."""

    agreement: bool = False
    """Whether the members' last answers are compared once the answer stands: what most say, where they differ and who
    stands where, what only one says, what nobody deals with. One more call; left out where the money does not
    suffice."""

    def troubles(self) -> tuple[str, ...]:
        """What keeps these options from being taken, in words; a protocol checks its own here."""
        return ()

    def preset_values(self) -> Mapping[str, OptionValue]:
        """What stands for options that nobody set, where one of the others is a name for several values."""
        return {}

    @classmethod
    def shown(cls) -> Mapping[str, Mapping[str, Any]]:
        """What a form should know of an option beside its type and words, as JSON Schema says it: bounds, examples.
        With `x-in-sight` it stands beside the protocol, not among the others."""
        return {}

    def idle(self) -> dict[str, str]:
        """Options that change nothing as the others stand, each with the reason; setting one is refused."""
        return {}


class Stage(Struct, frozen=True):
    """A stage declared up front, when it may repeat or be left out."""

    name: str
    """Its name."""
    repeats: str | None = None
    """The option that says how many rounds it may have."""
    when: str | None = None
    """The option that must be true for it to take place."""


Run = Callable[[Floor, Any], Awaitable[Verdict]]
Plan = Callable[[int, Any, Mapping[str, int]], Sequence[Planned]]
"""What a session with so many seats, these options and so many holders of each office will ask."""


class Protocol(Struct, frozen=True, kw_only=True):
    """A way to deliberate, as the registry knows it."""

    name: str
    """Its name, e.g. `peer-review`."""
    title: str
    """What it does, in one line."""
    stages: tuple[Stage, ...]
    """Its stages, in order."""
    options: type[Options]
    """What can be set."""
    fewest: int
    """The fewest seats it works with."""
    run: Run
    """The function itself."""
    offices: tuple[str, ...] = ()
    """Offices it needs beside the chair."""
    plan: Plan | None = None
    """What it will ask, for an estimate."""
    rubric: Rubric | None = None
    """By what it judges when nobody names a rubric; without one, it has no use for any."""
    answers: tuple[str, ...] = ()
    """Stages in which members answer the question, without a round: their last words there are what an agreement map
    compares. Without any, it is the stage in which members speak first."""
    writes_openly: bool = False
    """Whether the verdict's words can be read while they are written."""
    chairless: str = ""
    """Why another chair changes nothing once everybody sits; empty where the chair is asked."""
    lone: bool = False
    """Whether a council of it may seat no other council of it."""
    ballots: tuple[BallotKind, ...] = ()
    """Its own kinds of ballots: how each is asked for and read."""
    words: Mapping[type[Ballot], BallotWords] = {}
    """How each of them is said."""
    findings: Mapping[type[Finding], Heading] = {}
    """Its own kinds of findings: how each is headed and said."""
    leaves: tuple[str, ...] = ()
    """Keys of findings that are gathered as the `Past` of later sessions, of all protocols that leave some."""
    past: str = ""
    """Where it stands what those findings add up to: a function of what each session left, the models, and the past so
    far, which returns the past with more in it."""
    standing: str = ""
    """The key of its standing, where members may judge their own answers (its option `own`): later sessions of it learn
    how they did."""
    files: str = ""
    """Where its `Files` stand (reports, the files of a run, what is compared); read when one of them is asked for."""
    counting: str = ""
    """Where its `Counting` stands: what a finished session comes to in figures; read when one ends."""
    voting: str = ""
    """Where its `Voting` stands: what a finished session shows of its voters; read when one ends."""

    @property
    def roles(self) -> tuple[str, ...]:
        """Return every office a council may name somebody for: its own, and the grader's."""
        return (*self.offices, GRADER)

    @property
    def grades(self) -> str:
        """Return the office that grades where no grader is named: the chair's, or the first where no chair is asked."""
        return self.offices[0] if self.chairless and self.offices else "chair"

    def held(self, roster: Roster) -> dict[str, int]:
        """Return how many hold each office of a roster."""
        return {office: len(roster.office(office)) for office in self.roles}

    def wordings(self) -> dict[str, Wording]:
        """Its prompts by name: the `Wording` constants at the foot of its module. A council may replace them."""
        constants = vars(sys.modules[self.run.__module__]).values()
        return {constant.name: constant for constant in constants if isinstance(constant, Wording)}

    def planned(self, seats: int, options: Options, held: Mapping[str, int], *, known: str = "") -> tuple[Planned, ...]:
        """The calls that lie ahead; without a plan of its own: members in every stage, the chair in the last. Where
        the right answer is `known`, what was answered is compared with it."""
        mapped: tuple[Planned, ...] = ()
        if self.maps(options):
            mapped += (comparing(AGREEMENT, "chair", seats, MOST_ITEMS, spare=True),)
        if known:
            grader = GRADER if held.get(GRADER) else self.grades
            mapped += (grading(GRADING, grader, seats + 1, spare=True),)
        if self.plan is not None:
            with faults_of(self):
                named = tuple(self.plan(seats, options, held))
                if wrong := next((each for each in named if not _can_be_asked(each)), None):
                    raise ValueError(f"its plan names {wrong!r}, which is no `Planned` with figures of 0 and more")
                return (*named, *mapped)
        *stages, last = own_stages(self.stages_for(options))
        first = [Planned(stage=stage, calls=seats) for stage in stages[:1]]
        ahead = [Planned(stage=stage, calls=seats, reads=seats, **judging_room(seats)) for stage in stages[1:]]
        concluding = Planned(stage=last, calls=1, by="chair", reads=seats, room=8_192, least=1_024)
        return (*first, *ahead, concluding, *mapped)

    def maps(self, options: Options) -> bool:
        """Whether the answers are compared beside what the protocol does."""
        with faults_of(self):
            return options.agreement and "agreement" not in options.idle()

    def stages_for(self, options: Options, *, known: str = "") -> tuple[str, ...]:
        """The stages that lie ahead under these options, and where the right answer is `known`."""
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
    """Whether an estimate can count this."""
    if not isinstance(planned, Planned):
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
    """What a protocol's own code gets wrong is told as its fault, not as one of Moot."""
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
    *,
    name: str,
    title: str,
    stages: Sequence[str | Stage],
    fewest: int = 2,
    offices: Sequence[str] = (),
    plan: Plan | None = None,
    rubric: Rubric | None = None,
    answers: Sequence[str] = (),
    writes_openly: bool = False,
    chairless: str = "",
    lone: bool = False,
    ballots: Sequence[BallotKind] = (),
    words: Mapping[type[Ballot], BallotWords] | None = None,
    findings: Mapping[type[Finding], Heading] | None = None,
    leaves: Sequence[str] = (),
    past: str = "",
    standing: str = "",
    files: str = "",
    counting: str = "",
    voting: str = "",
) -> Callable[[Callable[[Floor, Any], Awaitable[Verdict]]], Protocol]:
    """Declares the decorated function a protocol; its options are the type of its second parameter."""

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
            offices=tuple(offices),
            plan=plan,
            rubric=rubric,
            answers=tuple(answers),
            writes_openly=writes_openly,
            chairless=chairless,
            lone=lone,
            ballots=tuple(ballots),
            words=words or {},
            findings=findings or {},
            leaves=tuple(leaves),
            past=past,
            standing=standing,
            files=files,
            counting=counting,
            voting=voting,
        )

    return declare
