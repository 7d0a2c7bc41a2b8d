"""What is the floor a protocol speaks through? Its moves, and what they are made with: asks and sheets.

Every move has a readable key, which the floor looks up in the transcript first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal, TypeVar

from msgspec import Struct

from moot.protocols.wording import Wording
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.earlier.track_record import Past
from moot.vocabulary.events import SheetDealt, SourcesFound
from moot.vocabulary.findings import Finding
from moot.vocabulary.questions import Question, Turn
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.vectors import Vectors
from moot.vocabulary.verdicts import Ruling, Verdict

T = TypeVar("T")
F = TypeVar("F", bound=Finding)
SOLE = "Only one member answered. Its answer stands as it was written: nobody judged it, and nothing is ranked."
"""What is said where a council comes down to one voice."""

UNRANKED = "No ballot could be counted, so the answers are not ranked."
"""What is said where members answered and nobody judged."""


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


class SeatPrompt(Struct, frozen=True, kw_only=True):
    """One question to one seat, among several different ones asked in parallel."""

    seat: Seat
    """Who is asked."""
    prompt: Wording | Question | str
    """What is asked about the question, which every prompt begins with; the question asks just that."""
    about: str | None = None
    """What it is about, when a seat is asked twice in a stage: a seat id, a declared name or a position."""
    values: Mapping[str, str | Sheet | Finding] = {}
    """What fills the wording's holes."""
    sheet: Sheet | None = None
    """The sheet a ballot is cast on, which also fills `$answers`; without one, a ballot is about the seat itself."""
    turns: tuple[Turn, ...] = ()
    """What this seat was asked about the question and replied before, shown as a conversation."""
    manner: str = ""
    """How to answer: added before the prompt."""


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
        """A seat, and its stand-ins. The floor asks them by itself where the holder of an office fails."""

    @abstractmethod
    def stage(
        self, name: str, number: int | None = None, *, then: Sequence[Seat] = ()
    ) -> AbstractAsyncContextManager[None]:
        """Enters a declared stage, or round `number` of it. `then` are those who are asked after its members, the
        likeliest first, where not all are: a machine that cannot hold all models keeps theirs."""

    @abstractmethod
    async def ask(
        self, seat: Seat, prompt: Wording | Question | str, *, about: str | None = None, **values: Any
    ) -> Statement | None:
        """One call. `None` when the seat failed for good; the fact is recorded."""

    @abstractmethod
    async def ask_all(self, seats: Sequence[Seat], prompt: Wording | Question | str, **values: Any) -> Answers:
        """The same question to several seats in parallel, with quorum, patience and deadline."""

    @abstractmethod
    async def ask_each(self, asks: Sequence[SeatPrompt], *, quorum: int | None = None) -> Answers:
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
        to: Sequence[Sheet | Seat | SeatPrompt],
        prompt: Wording | None = None,
        *,
        read: type[Ballot],
        choices: Mapping[str, Sequence[str]] | None = None,
        about: str | None = None,
        quorum: int | None = None,
        foretold: Callable[[Poll], Sequence[Seat]] | None = None,
        until_read: bool = False,
        **values: Any,
    ) -> Poll:
        """Asks for ballots; reads strictly, repairs once, else it is spoiled. `$ballot` says how to vote. A
        `SeatPrompt` brings its own prompt. `choices` are names a form learns only now.

        `foretold` says, of the ballots that are there so far, whom the next stage is likely to ask, the likeliest
        first: a machine that cannot hold all models keeps theirs. It changes nothing but the order of calls.

        Where the holder of an office fails, a stand-in is asked the same; with `until_read` also where its ballot
        cannot be read. Ballots are found under who was asked, and `said` tells which seat cast each."""

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
    async def withhold(self, reason: str, *, ruling: Ruling | None = None) -> Verdict:
        """No verdict by the protocol's own rule, and why. Where an office was never heard the session fails instead,
        by that cause."""
