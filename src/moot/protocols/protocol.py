"""What is a protocol, and what is the floor it speaks through?

A protocol is a plain async function of a floor and its options. Every move it makes has a readable key, which the floor
looks up in the transcript first: resuming, replaying, forking run it again. It has no clock, chance or I/O of its own.
"""

from __future__ import annotations

import inspect
import sys
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, Literal, TypeVar, get_type_hints

from msgspec import Struct

from moot.errors import ProtocolWrong
from moot.protocols.kinds import BallotWords
from moot.protocols.planned import Planned, judging_room
from moot.protocols.wording import Wording
from moot.reading.ballot_kind import BallotKind
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import SheetDealt, SourcesFound
from moot.vocabulary.findings import Finding
from moot.vocabulary.headings import Heading
from moot.vocabulary.questions import Question, Turn
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.track_record import Past
from moot.vocabulary.vectors import Vectors
from moot.vocabulary.verdicts import Ruling, Verdict

T = TypeVar("T")
F = TypeVar("F", bound=Finding)
SOLE = "Only one member answered. Its answer stands as it was written: nobody judged it, and nothing is ranked."
"""What is said where a council comes down to one voice."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be set for every protocol. A protocol adds its own by deriving from this."""

    told: ClassVar[frozenset[str]] = frozenset()
    """Options whose words are put to seats as a prompt is: a share without prompts leaves them out."""
    earlier: ClassVar[Mapping[str, OptionValue]] = {}
    """What an option is in a session that was opened before it existed: it keeps the rule it was opened with."""
    quorum: int | None = None
    """Seats that must answer in a wave; without one: at least two, and more than half of those asked."""
    deadline: float = 1800.0
    """Seconds of running time after which the session ends as failed; waiting for a person does not count."""
    stage_deadline: float | None = None
    """Seconds after which a wave is closed with what has arrived, if that is a quorum."""
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

    def troubles(self) -> tuple[str, ...]:
        """What keeps these options from being taken, in words; a protocol checks its own here."""
        return ()

    def preset_values(self) -> Mapping[str, OptionValue]:
        """What stands for options that nobody set, where one of the others is a name for several values."""
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


class Sheet(Struct, frozen=True, kw_only=True):
    """What a reader is handed: the texts of others under private labels."""

    reader: str
    """The seat it is for."""
    dealt: SheetDealt
    """What the transcript says of it."""
    text: str
    """The fenced texts, ready for a prompt."""
    about: str | None = None
    """What the move it belongs to is about, when its reader is asked several times in a stage."""

    @property
    def labels(self) -> dict[str, str]:
        """Label and seat, in the order of the sheet."""
        return {entry.label: entry.seat for entry in self.dealt.entries}


class Ask(Struct, frozen=True, kw_only=True):
    """One question to one seat, among several different ones asked in parallel."""

    seat: Seat
    """Who is asked."""
    prompt: Wording | Question | str
    """What is asked."""
    about: str | None = None
    """What it is about, when a seat is asked twice in a stage: a seat id, a declared name or a position."""
    values: Mapping[str, str | Sheet | Finding] = {}
    """What fills the wording's holes."""
    sheet: Sheet | None = None
    """The sheet a ballot is cast on, which also fills `$answers`; without one, a ballot is about the seat itself."""
    turns: tuple[Turn, ...] = ()
    """What this seat was asked and said before, shown as a conversation."""
    manner: str = ""
    """What it is told in addition to its system prompt."""
    pictures: bool = False
    """Whether the question's pictures are shown beside a wording; a bare question always shows them."""


class Floor(ABC):
    """Where a protocol speaks. Its moves are looked up in the transcript, or made and written down."""

    question: Question
    """What the council is asked."""
    seats: tuple[Seat, ...]
    """The members, in roster order."""
    chair: Seat
    """Who concludes."""
    searchers: tuple[str, ...]
    """Searchers that may be used."""
    rubric: Rubric | None
    """How the council judges, where its protocol has rubrics."""
    past: Past
    """Numbers of earlier sessions."""

    @abstractmethod
    def office(self, name: str) -> tuple[Seat, ...]:
        """Those who hold an office, in order; the chair's model where nobody was named for it."""

    @abstractmethod
    def writers(self, seat: Seat) -> tuple[Seat, ...]:
        """A seat, and those who take over in turn when it cannot write."""

    @abstractmethod
    def stage(self, name: str, number: int | None = None) -> AbstractAsyncContextManager[None]:
        """Enters a declared stage, or round `number` of it."""

    @abstractmethod
    async def ask(
        self, seat: Seat, prompt: Wording | Question | str, *, about: str | None = None, **values: Any
    ) -> Statement | None:
        """One call. `None` when the seat failed for good; the fact is recorded."""

    @abstractmethod
    async def ask_all(self, seats: Sequence[Seat], prompt: Wording | Question | str, **values: Any) -> Answers:
        """The same question to several seats in parallel, with quorum, patience and deadline."""

    @abstractmethod
    async def ask_each(self, asks: Sequence[Ask], *, quorum: int | None = None) -> Answers:
        """Different questions in parallel: what arrived, in the order given, and who is missing. A quorum counts
        members only, and 0 asks for none."""

    @abstractmethod
    async def together(self, *branches: Awaitable[T]) -> list[T]:
        """Independent branches in parallel; no stage may be entered inside."""

    @abstractmethod
    def deal(
        self,
        statements: Answers,
        readers: Sequence[Seat] | None = None,
        *,
        about: str | None = None,
        name: str | None = None,
        order: Literal["balanced", "cyclic", "drawn", "given"] = "cyclic",
        own: bool = False,
    ) -> tuple[Sheet, ...]:
        """Anonymous sheets: own text left out, balanced order, fresh labels, fences absent from every text.

        `about` belongs to the move the sheets are for; `name` tells a second sheet of one move from the first. An order
        is balanced (`balanced` has neighbours balanced too), `drawn` for each reader, or as `given`. With `own` a
        reader's own text is on its sheet too, and nothing tells which it is.
        """

    @abstractmethod
    async def poll(
        self,
        to: Sequence[Sheet | Seat | Ask],
        prompt: Wording | None = None,
        *,
        read: type[Ballot],
        choices: Mapping[str, Sequence[str]] | None = None,
        about: str | None = None,
        quorum: int | None = None,
        **values: Any,
    ) -> Poll:
        """Asks for ballots; reads strictly, repairs once, else it is spoiled. `$ballot` says how to vote. An `Ask`
        brings its own prompt. `choices` are names a form learns only now."""

    @abstractmethod
    async def embed(self, statements: Iterable[Statement], *, about: str | None = None) -> Vectors | None:
        """The statements as vectors, measured by the holder of the office `embedder`; `None` when that failed.

        One move: it is paid, tried again and recorded like any answer. `about` tells a second one in a stage apart.
        """

    @abstractmethod
    async def look_up(self, query: str, searchers: Sequence[str] | None = None) -> SourcesFound:
        """Asks these searchers, or all in force, once a stage: numbered sources, and who failed, in words."""

    @abstractmethod
    def unlabelled(self, text: str) -> str:
        """A text with the private labels of every sheet so far replaced, fit for a reader of another sheet."""

    @abstractmethod
    def record(self, finding: F, *, name: str | None = None, rests_on: Sequence[str] = ()) -> F:
        """Writes a computed result down, with the keys it was computed from; returns what stands."""

    @abstractmethod
    def lot(self, name: str) -> Lot:
        """A source of chance for this session, stage and name; the same draws at every replay."""

    @abstractmethod
    async def conclude(
        self,
        seat: Seat,
        prompt: Wording,
        *,
        as_written: bool = False,
        ruling: Ruling | None = None,
        confidence: float | None = None,
        reason: str = "",
        degraded: Sequence[str] = (),
        **values: Any,
    ) -> Verdict:
        """The verdict in a seat's words: answers are dealt to it blind, stand-ins take over when it fails.

        What readers wrote of the first answers (`Remarks`) is shown under the same labels, without its writers.

        With `as_written` its text is the verdict as it streams. When nobody can write, the top-ranked answer stands
        verbatim and is marked so.
        """

    @abstractmethod
    async def adopt(
        self,
        text: str,
        *,
        by: Seat | None = None,
        key: str | None = None,
        verbatim: bool = False,
        ruling: Ruling | None = None,
        confidence: float | None = None,
        reason: str = "",
        degraded: Sequence[str] = (),
    ) -> Verdict:
        """The verdict in words that stand already: a recorded statement under `key`, or a text made by code."""

    async def adopt_sole(self, answers: Answers) -> Verdict:
        """One member's answer is all there is: it stands as it was written, and says that nobody judged it."""
        (only,) = answers
        (by,) = (seat for seat in self.seats if seat.id == only.seat)
        return await self.adopt(only.text, by=by, key=only.key, verbatim=True, reason=SOLE, degraded=[SOLE])

    @abstractmethod
    async def withhold(self, reason: str, *, ruling: Ruling | None = None, wanting: Sequence[str] = ()) -> Verdict:
        """No verdict by the protocol's own rule, and why; `wanting` are moves without which there is nothing to rule
        on: where one of them failed, no rule withholds anything, and the session fails by that cause."""


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
    plays: str = ""
    """Where it stands what scripted voices write in its forms, as `package.module:TABLE`; read when a voice speaks."""

    def wordings(self) -> dict[str, Wording]:
        """Its prompts by name: the `Wording` constants at the foot of its module. A council may replace them."""
        constants = vars(sys.modules[self.run.__module__]).values()
        return {constant.name: constant for constant in constants if isinstance(constant, Wording)}

    def planned(self, seats: int, options: Options, held: Mapping[str, int]) -> tuple[Planned, ...]:
        """The calls that lie ahead; without a plan of its own: members in every stage, the chair in the last."""
        if self.plan is not None:
            return tuple(self.plan(seats, options, held))
        *stages, last = self.stages_for(options)
        first = [Planned(stage=stage, calls=seats) for stage in stages[:1]]
        ahead = [Planned(stage=stage, calls=seats, reads=seats, **judging_room(seats)) for stage in stages[1:]]
        return (*first, *ahead, Planned(stage=last, calls=1, by="chair", reads=seats, room=8_192, least=1_024))

    def stages_for(self, options: Options) -> tuple[str, ...]:
        """The stages that lie ahead under these options."""
        ahead: list[str] = []
        for stage in self.stages:
            if stage.when is not None and not getattr(options, stage.when):
                continue
            if stage.repeats is None:
                ahead += [stage.name]
                continue
            ahead += [f"{stage.name}.{number + 1}" for number in range(int(getattr(options, stage.repeats)))]
        return tuple(ahead)


def protocol(
    *,
    name: str,
    title: str,
    stages: Sequence[str | Stage],
    fewest: int = 2,
    offices: Sequence[str] = (),
    plan: Plan | None = None,
    rubric: Rubric | None = None,
    writes_openly: bool = False,
    chairless: str = "",
    lone: bool = False,
    ballots: Sequence[BallotKind] = (),
    words: Mapping[type[Ballot], BallotWords] | None = None,
    findings: Mapping[type[Finding], Heading] | None = None,
    plays: str = "",
) -> Callable[[Callable[[Floor, Any], Awaitable[Verdict]]], Protocol]:
    """Declares the decorated function a protocol; its options are the type of its second parameter."""

    def declare(run: Run) -> Protocol:
        if len(parameters := list(inspect.signature(run).parameters)) != 2:
            raise ProtocolWrong(f"The protocol {name!r} must take a floor and its options.")
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
            writes_openly=writes_openly,
            chairless=chairless,
            lone=lone,
            ballots=tuple(ballots),
            words=words or {},
            findings=findings or {},
            plays=plays,
        )

    return declare
