"""Python API: `await convene(...)`, `async for event in convene(...)`, or the blocking `ask(...)`.

Example:
    import moot
    result = moot.ask("Which of these two plans is safer?", members=["openai/gpt-5.1", "ollama/qwen3:8b"])
    print(result.body, result.standing.k_replaced)

The synchronous API is one function at the edge; everything behind it is async.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Generator, Sequence
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, cast, get_type_hints
from weakref import ReferenceType, ref

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields as struct_fields
from msgspec.structs import replace

from moot.app import Application, opened_app
from moot.attachments.documents import Document, document_at, document_from, is_address
from moot.errors import BadInput, UnknownName
from moot.request import Ask, AskFields
from moot.sessions.fork_changes import ForkRequest
from moot.settings.fields import fields_of
from moot.transcripts.followers import follow_until
from moot.views.result import Result, result_of
from moot.vocabulary.events import Event, SeatSpeaking
from moot.vocabulary.questions import Turn
from moot.vocabulary.state import state_of

Opening = Callable[[Application], Coroutine[Any, Any, str]]
"""Type of functions that open a session in an application and return the session's id."""


class Deliberation:
    """A question put to a council. Await this object for the result, or iterate the session's events as they are
    recorded.

    Nothing runs until the object is awaited or iterated. If you leave an iteration early, the session is interrupted.
    If the session has to wait for a person's answer, the iteration ends. To continue the session, await or iterate the
    object again; no call is repeated.

    Example:
        async for event in convene("Which plan is safer?"):
            print(event.key)
    """

    def __init__(self, opening: Opening, home: str | Path | None = None) -> None:
        self.session = ""
        """The session's id, once it is opened."""
        self.result: Result | None = None
        """The result, once the session no longer runs; the result so far if it waits for a person."""
        self._opening, self._home = opening, home
        self._seen = 0
        self._going: ReferenceType[AsyncGenerator[Event | SeatSpeaking]] | None = None
        self._alone = asyncio.Lock()

    def __await__(self) -> Generator[Any, None, Result]:
        return self._ended().__await__()

    def __aiter__(self) -> AsyncIterator[Event]:
        return cast(AsyncIterator[Event], self._begun(words=False))

    def with_words(self) -> AsyncIterator[Event | SeatSpeaking]:
        """Yield the session's events and, between them, pieces of text as models write them."""
        return self._begun(words=True)

    def _begun(self, *, words: bool) -> AsyncGenerator[Event | SeatSpeaking]:
        going = self._sitting(self._going, words)
        self._going = ref(going)
        return going

    def _over(self) -> bool:
        """Return whether the result is final. A session that waits for a person, or was taken over by another process,
        can still continue.
        """
        return self.result is not None and self.result.outcome not in ("waiting", "running")

    async def _ended(self) -> Result:
        if not self._over():
            async for _ in self:
                pass
        assert self.result is not None
        return self.result

    async def _sitting(
        self, before: ReferenceType[AsyncGenerator[Event | SeatSpeaking]] | None, words: bool
    ) -> AsyncGenerator[Event | SeatSpeaking]:
        left = before() if before is not None else None
        if left is not None:
            with suppress(RuntimeError):  # another task runs or closes it: then the lock waits for that
                await left.aclose()
        async with self._alone, opened_app(self._home) as app:
            if self._over():
                return
            if not self.session:
                self.session = await self._opening(app)
            elif not state_of(await app.transcript.read(self.session)).ended_at:
                await app.runner.resume(self.session)
            over = app.runner.ended(self.session)
            async for batch in follow_until(over, app.transcript, self.session, self._seen):
                for event in batch:
                    if isinstance(event, Event):
                        self._seen = event.seq
                    if isinstance(event, Event) or (words and isinstance(event, SeatSpeaking)):
                        yield event
            self.result = result_of(state_of(await app.transcript.read(self.session)))


P = ParamSpec("P")


def _takes(fields: Callable[P, object]) -> Callable[[Callable[..., Deliberation]], Callable[P, Deliberation]]:
    """Give a function the signature of the struct `fields`, and the docstrings of the struct's fields as `Args`.

    Type checkers read the signature from the annotation, `help()` from `__signature__`.
    """

    def signed(function: Callable[..., Deliberation]) -> Callable[P, Deliberation]:
        struct = cast("type[Struct]", fields)
        kinds, signature = get_type_hints(struct), inspect.signature(struct)
        made = {each.encode_name: each.default_factory for each in struct_fields(struct)}
        plain = [
            each.replace(annotation=kinds[name], default=each.default if made[name] is NODEFAULT else made[name]())
            for name, each in signature.parameters.items()
        ]
        says = {field.name: field.says for field in fields_of(struct)}
        before, returns, after = (inspect.getdoc(function) or "").partition("Returns:\n")
        args = "\n".join(f"    {name}: {says[name]}" for name in signature.parameters)
        function.__doc__ = f"{before}Args:\n{args}\n\n{returns}{after}"
        vars(function)["__signature__"] = signature.replace(parameters=plain)
        return function

    return signed


class QuestionInPython(AskFields, frozen=True):
    """The arguments of `convene`, checked as one record."""

    question: str
    """Text of the question."""
    attach: Sequence[str | Path] = ()
    """Paths of files and https addresses of web pages that go with the question; see `docs/attachments.md`."""
    history: Sequence[Turn] = ()
    """Earlier turns of a conversation held elsewhere, `moot.vocabulary.questions.Turn`."""
    home: str | Path | None = None
    """The folder of the store; by default `MOOT_HOME`."""


@_takes(QuestionInPython)
def convene(
    question: str,
    attach: Sequence[str | Path] = (),
    history: Sequence[Turn] = (),
    home: str | Path | None = None,
    **fields: Any,
) -> Deliberation:
    """Ask a council: `await` the session's result, whatever its outcome, or iterate its events.

    Name a council, pass one as an object, or list its members. If you do none of these, the default council of
    `moot ask` is used. The session is stored under `home` and can be resumed, forked and exported like any other. With
    `follows`, the question continues that session's conversation.


    Returns:
        A `Deliberation`: awaited it gives a `Result`, iterated the session's events.

    Raises:
        MootError: Nothing was started, e.g. for an unknown model (`UnknownName`) or a missing key (`NotReady`).

    Example:
        result = await convene("Which plan is safer?", council="thrifty", budget=0.50)
    """
    ask = Ask(question=question, history=tuple(history) or None, **fields)

    async def opening(app: Application) -> str:
        documents = [await _document(file) for file in attach]
        return await app.convene(replace(ask, documents=tuple(documents)))

    return Deliberation(opening, home)


class ForkInPython(ForkRequest, frozen=True):
    """The arguments of `ask_again`, checked as one record."""

    session: str
    """The session's id; `last` is the newest."""
    home: str | Path | None = None
    """The folder of the store; by default `MOOT_HOME`."""


@_takes(ForkInPython)
def ask_again(session: str, home: str | Path | None = None, **fields: Any) -> Deliberation:
    """Ask a stored session's question again, with changes, as a new session. Replies that the changes do not affect are
    kept and not paid again.

    Returns:
        A `Deliberation`: awaited it gives a `Result`, iterated the new session's events.

    Raises:
        MootError: Nothing was started, e.g. for a stage the session never entered (`BadInput`).

    Example:
        result = await ask_again("last", chair="openai/gpt-5.1")
    """
    ForkRequest(**fields)  # refuses what it has no field for

    async def opening(app: Application) -> str:
        return await app.fork(await app.register.resolve(session), app.changes(**fields))

    return Deliberation(opening, home)


def _blocking(start: Callable[P, Deliberation]) -> Callable[P, Result]:
    """Return a blocking version of a function that starts a deliberation."""

    @wraps(start)
    def ask(*args: P.args, **given: P.kwargs) -> Result:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            raise BadInput(
                "`ask` was called where an event loop runs, e.g. in a notebook or in async code.",
                "Write `await moot.convene(...)` there.",
            )

        async def whole() -> Result:
            return await start(*args, **given)

        return asyncio.run(whole())

    ask.__name__ = ask.__qualname__ = "ask"
    _, args, rest = (inspect.getdoc(start) or "").partition("Args:\n")
    ask.__doc__ = f"{BLOCKING}{args}{rest.partition('Returns:')[0]}{BLOCKING_RETURNS}"
    vars(ask)["__signature__"] = inspect.signature(start).replace(return_annotation=Result)
    return ask


BLOCKING = """Ask a council and wait for its result.

In a running event loop, use `await convene(...)`.

Example:
    result = moot.ask("Which plan is safer?", council="thrifty", budget=0.50)
    print(result.body)

"""
BLOCKING_RETURNS = """Returns:
    The `Result`, whatever its outcome; `result.raise_for_outcome()` raises if there is no answer."""
ask = _blocking(convene)


def follow_up(result: Result, question: str, **given: Any) -> Result:
    """Ask the council of a result a further question, in the same conversation.

    Args:
        result: A result of `ask` or of another follow-up.
        question: The next question.
        given: Any other argument of `ask`, by name. `home` must be repeated if it was given before. Without `council`
            and `members`, members, chair and protocol stay the same.

    Returns:
        The `Result` of the further question.

    Raises:
        MootError: As for `ask`.

    Example:
        second = follow_up(ask("Which plan is safer?"), "And if the budget is halved?")
    """
    if given.get("council") or given.get("members"):
        return ask(question, follows=result.session, **given)
    members = [seat.model for seat in result.seats if seat.id.startswith("seat-")]
    given = {"protocol": result.protocol, "chair": result.models.get("chair"), **given}
    if result.council:
        try:
            return ask(question, follows=result.session, council=result.council, **given)
        except UnknownName as error:
            if error.name != result.council:
                raise
    return ask(question, follows=result.session, members=members, **given)


async def _document(named: str | Path) -> Document:
    if isinstance(named, str) and is_address(named):
        return await document_at(named)
    file = Path(named)
    try:
        data = await asyncio.to_thread(file.read_bytes)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
    return await document_from(file.name, data, None)
