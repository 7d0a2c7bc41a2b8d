"""Interface of the floor through which a protocol acts, with its prompts and sheets.

Every move has a readable key, which the floor looks up in the transcript first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal, TypeVar

from msgspec import Struct

from moot.protocols.prompt_template import PromptTemplate
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.events import SheetDealt, SourcesFound
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.track_record import Past
from moot.vocabulary.questions import AskPlan, Question, Turn
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.tools import ToolAnswered
from moot.vocabulary.vectors import Vectors
from moot.vocabulary.verdicts import Ruling, Verdict

T = TypeVar("T")
F = TypeVar("F", bound=Finding)
SOLE = "Only one member answered. Its answer stands as it was written: nobody judged it, and nothing is ranked."
"""Note on a result for which only one member answered."""

UNRANKED = "No ballot could be counted, so the answers are not ranked."
"""Note on a result for which members answered, but no ballot could be counted."""


class Sheet(Struct, frozen=True, kw_only=True):
    """The texts of other seats as one reader is shown them, each under an anonymous label instead of its author's
    name."""

    reader: str
    """The seat that the sheet is for."""
    dealt: SheetDealt
    """The record of the sheet in the transcript."""
    text: str
    """The fenced texts, ready for a prompt."""
    about: str | None = None
    """Subject of the request, if its reader is asked several times in a stage."""

    @property
    def labels(self) -> dict[str, str]:
        """Return the seat that each label stands for, in the order in which the texts are shown."""
        return {entry.label: entry.seat for entry in self.dealt.entries}


class SeatPrompt(Struct, frozen=True, kw_only=True):
    """A prompt for one seat, for sending different prompts to several seats in parallel.

    Example:
        asks = [SeatPrompt(seat=seat, prompt=REBUTTAL, sheet=sheet) for seat, sheet in zip(seats, sheets)]
        answers = await floor.ask_each(asks)
    """

    seat: Seat
    """The seat to ask."""
    prompt: PromptTemplate | Question | str
    """Request that follows the question in the prompt. If this is the question itself, the prompt has only the
    question.
    """
    about: str | None = None
    """What the prompt is about, if a seat is asked twice in a stage: a seat id, a declared name or a position."""
    values: Mapping[str, str | Sheet | Finding] = {}
    """Values of the template's placeholders."""
    sheet: Sheet | None = None
    """Sheet on which a ballot is cast, which also fills `$answers`. Without a sheet, a ballot is about the seat
    itself.
    """
    turns: tuple[Turn, ...] = ()
    """Earlier requests to this seat and its replies, shown as a conversation."""
    manner: str = ""
    """Instructions on how to answer, added before the prompt."""
    tools: bool = False
    """Whether the seat may call the session's tools. They are always allowed for the question itself."""


class Floor(ABC):
    """What a protocol uses to run a session: methods that ask seats, record results and make the verdict.

    Each step is recorded in the transcript. When a session is resumed, its recorded steps are not repeated.

    Example:
        async with floor.stage("opinions"):
            opinions = await floor.ask_all(floor.seats, floor.question)
        async with floor.stage("synthesis"):
            return await floor.conclude(floor.chair, SYNTHESIS, as_written=True, answers=opinions)
    """

    question: Question
    """Question of the session."""
    seats: tuple[Seat, ...]
    """The members, in roster order."""
    chair: Seat
    """Seat that writes the conclusion."""
    searchers: tuple[str, ...]
    """Names of the searchers that may be used."""
    tool_names: tuple[str, ...] = ()
    """Names of the tools that the session may use."""
    rubric: Rubric | None
    """The rubric of the council, if its protocol uses rubrics."""
    past: Past
    """Statistics of earlier sessions."""
    plan: AskPlan = AskPlan()
    """Plan of the session: which members are asked first."""

    @property
    @abstractmethod
    def at_once(self) -> bool:
        """Return whether somebody wants the answer at once. Every call except that of the concluding seat is then
        skipped."""

    @abstractmethod
    def office(self, name: str) -> tuple[Seat, ...]:
        """Return the seats of an office (a role beside the chair, e.g. `adjudicator`), in order.

        If the council names no seats for the office, return the chair's seat.
        """

    @abstractmethod
    def writers(self, seat: Seat) -> tuple[Seat, ...]:
        """Return a seat, then the seats that may stand in for it, in order.

        If an office's seat fails, the floor asks these stand-ins by itself.
        """

    @abstractmethod
    def stage(
        self, name: str, number: int | None = None, *, then: Sequence[Seat] = ()
    ) -> AbstractAsyncContextManager[None]:
        """Enter a declared stage, or round `number` of it.

        Args:
            name: The stage.
            number: The round, from 1.
            then: Seats asked after the stage, likeliest first, if not all are: a local engine keeps their models
                loaded.

        Example:
            async with floor.stage("vote", 1):
                poll = await floor.poll(floor.seats, CHARGE, read=JuryVote)
        """

    @abstractmethod
    async def ask(
        self, seat: Seat, prompt: PromptTemplate | Question | str, *, about: str | None = None, **values: Any
    ) -> Statement | None:
        """Ask one seat, and return its answer as recorded.

        Returns:
            Its answer; `None` if the seat failed permanently, which is recorded.
        """

    @abstractmethod
    async def ask_all(self, seats: Sequence[Seat], prompt: PromptTemplate | Question | str, **values: Any) -> Answers:
        """Ask several seats the same question in parallel. Return their answers, with the seats that failed.

        The session's quorum, patience and deadline apply.

        Example:
            opinions = await floor.ask_all(floor.seats, floor.question)
        """

    @abstractmethod
    async def ask_each(self, asks: Sequence[SeatPrompt], *, quorum: int | None = None) -> Answers:
        """Ask several seats in parallel, each with a prompt of its own.

        Args:
            quorum: Members that must answer; 0 asks for none.

        Returns:
            The answers, in the order given, and the missing seats.
        """

    @abstractmethod
    async def together(self, *branches: Awaitable[T]) -> list[T]:
        """Run independent coroutines in parallel, and return their results in the order given. None of them may enter a
        stage."""

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
        """Return an anonymous sheet of these texts for each reader.

        A sheet has a balanced order, fresh labels, and marks between texts that occur in none of them. The reader's own
        text is left out.

        Args:
            about: Subject of the request that the sheets are for, if a reader is asked several times in a stage.
            name: Distinguishes a second sheet for one request from the first.
            order: `cyclic` balances positions, `balanced` also neighbours; `drawn` for each reader; or as `given`.
            own: Whether a reader's own text is on its sheet too, unmarked.

        Example:
            sheets = floor.deal(opinions, order="balanced")
        """

    @abstractmethod
    async def poll(
        self,
        to: Sequence[Sheet | Seat | SeatPrompt],
        prompt: PromptTemplate | None = None,
        *,
        read: type[Ballot],
        choices: Mapping[str, Sequence[str]] | None = None,
        about: str | None = None,
        quorum: int | None = None,
        foretold: Callable[[Poll], Sequence[Seat]] | None = None,
        until_read: bool = False,
        dispensable: bool = False,
        **values: Any,
    ) -> Poll:
        """Ask seats for ballots and return those that can be read.

        If a ballot cannot be read, the seat is asked once more. If the second ballot cannot be read either, it is
        spoiled. `$ballot` in a prompt becomes the instructions for the ballot. A `SeatPrompt` has its own prompt.

        If an office's seat fails, a stand-in is asked the same. Ballots are listed by the seat that was asked. `said`
        names the seat that cast each ballot.

        Args:
            choices: Names that the form can only get at run time.
            quorum: Members that must answer; 0 asks for none. Without it, a poll on dealt texts goes on without any
                ballot unless a person set a quorum, and any other poll needs as many as `ask_all`.
            foretold: Returns, from the ballots so far, the seats of the next stage, likeliest first: a local engine
                keeps their models loaded. It changes only the order of calls.
            until_read: Whether a stand-in is asked for an unreadable ballot too.
            dispensable: Whether the session goes on without ballots that its budget does not cover.

        Example:
            ballots = await floor.poll(sheets, REVIEW, read=Ranking)
        """

    @abstractmethod
    async def embed(self, statements: Iterable[Statement], *, about: str | None = None) -> Vectors | None:
        """Return the statements' vectors, computed by the seat of the office `embedder`; `None` if that failed.

        The call is paid, retried and recorded like any other. `about` distinguishes a second one in the same stage.
        """

    @abstractmethod
    async def look_up(self, query: str, searchers: Sequence[str] | None = None) -> SourcesFound:
        """Query these searchers, or all that the session may use. Return numbered sources, and the searchers that
        failed.

        This can be called only once in a stage.
        """

    @abstractmethod
    async def call_tool(self, name: str, arguments: Mapping[str, Any], on: Statement) -> ToolAnswered:
        """Call a tool that the session may use, and return the recorded result or error.

        Args:
            on: The reply that asks for the call; only one call can be made for it.

        Example:
            ran = await floor.call_tool("run", {"code": ballot.code}, poll.said[seat.id])
        """

    @property
    @abstractmethod
    def attached(self) -> tuple[str, ...]:
        """Return the texts of the question's attached files, in order; empty for a picture."""

    @abstractmethod
    def unlabelled(self, text: str) -> str:
        """Return a text with the anonymous labels of all sheets so far replaced, for a reader of another sheet."""

    @abstractmethod
    def record(self, finding: F, *, name: str | None = None, rests_on: Sequence[str] = ()) -> F:
        """Record a computed result in the transcript, and return it.

        Args:
            finding: The result.
            name: Its key in the stage; by default, the tag of its class.
            rests_on: The keys it was computed from.

        Returns:
            The recorded finding: in a resumed session, that of the first run.

        Example:
            standing = floor.record(standing_by(ballots, opinions, floor), rests_on=ballots.rests_on)
        """

    @abstractmethod
    def lot(self, name: str) -> Lot:
        """Return a source of random draws for this session, stage and name, which draws the same at every replay.

        Example:
            first = floor.lot("order").pick(floor.seats)
        """

    @abstractmethod
    async def conclude(
        self,
        seat: Seat,
        prompt: PromptTemplate,
        *,
        as_written: bool = False,
        ruling: Ruling | None = None,
        confidence: float | None = None,
        reason: str = "",
        degraded: Sequence[str] = (),
        **values: Any,
    ) -> Verdict:
        """Have a seat write the verdict, and return the verdict. If the seat fails, stand-ins replace it.

        The writer is shown the answers, and remarks on the first answers (`Remarks`), under labels without their
        authors. If all writers fail, the top-ranked answer is used unchanged, and the verdict says so.

        Args:
            as_written: Whether the seat's text is the verdict, streamed while it is written.
            ruling: The class of verdict by the protocol's rules, if it has classes.
            confidence: Confidence from 0 to 1, if the protocol computes one.
            reason: Why the verdict is less than a full result, in one sentence.
            degraded: Each way in which it is less than a full result, in words.

        Example:
            return await floor.conclude(floor.chair, SYNTHESIS, as_written=True, answers=opinions, standing=standing)
        """

    @abstractmethod
    async def adopt(
        self,
        text: str,
        *,
        answer: str | None = None,
        by: Seat | None = None,
        key: str | None = None,
        verbatim: bool = False,
        ruling: Ruling | None = None,
        confidence: float | None = None,
        reason: str = "",
        degraded: Sequence[str] = (),
    ) -> Verdict:
        """Make an existing text the verdict, and return the verdict.

        Args:
            text: The text.
            answer: One to three sentences that answer the question, if the text does not begin with them.
            by: The seat that wrote the text.
            key: Key of the recorded statement that the text is from; without one, it was made by code.
            verbatim: Whether the text is a member's statement, unchanged.
            ruling: The class of verdict by the protocol's rules, if it has classes.
            confidence: Confidence from 0 to 1, if the protocol computes one.
            reason: Why the verdict is less than a full result, in one sentence.
            degraded: Each way in which it is less than a full result, in words.
        """

    async def adopt_sole(self, answers: Answers) -> Verdict:
        """Use the only answer as the verdict, as it was written, with a note that it was not judged."""
        (only,) = answers
        (by,) = (seat for seat in self.seats if seat.id == only.seat)
        return await self.adopt(only.text, by=by, key=only.key, verbatim=True, reason=SOLE, degraded=[SOLE])

    @abstractmethod
    async def withhold(self, reason: str, *, ruling: Ruling | None = None) -> Verdict:
        """End the session without a verdict text because a rule of the protocol says so. Return that outcome.

        If a required office never gave an answer, the session fails for that reason instead.
        """
