"""Answer as a model of `llm`: yield the verdict's text, and report the rest in the response and on stderr.

The response always has the notes (`llm logs --json`, `response.json()`). At a command line stderr shows what the
verdict lacks, or nothing. There the text is also made safe for a terminal.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

import click
import llm

from moot.app import Ask, Upload
from moot.cli.public import is_terminal, remark, safe, say
from moot.errors import MootError
from moot.exports.public import Result, by_models, summary_of
from moot.extensions.compat.llm.memory import remembered
from moot.extensions.compat.llm.options import DEPTH, DoorOptions
from moot.extensions.compat.llm.session import Heard, SessionStart, deliberated
from moot.vocabulary.public import Council, SessionState

T = TypeVar("T")
TRIES = 200
PAUSE = 0.05
"""Number of seconds between two tries of writing a row of `llm`'s log."""


def spoken(
    council: Council, prompt: llm.Prompt, response: llm.Response, conversation: llm.Conversation | None
) -> Iterator[str]:
    """Yield the council's answer to the prompt piece by piece, for programs without an event loop. Inside an event
    loop, use `spoken_async`.
    """
    telling = ResponseWriter(response)
    logged_in_spite_of_others(response)
    try:
        ask, files = ask_from(council, prompt, conversation)
        for item in heard_in_thread(lambda: deliberated(ask, files)):
            if words := telling.taken(item):
                yield words
    except MootError as error:
        raise model_error(error) from None
    except KeyboardInterrupt:
        telling.left()
        raise


async def spoken_async(
    council: Council, prompt: llm.Prompt, response: llm.AsyncResponse, conversation: llm.AsyncConversation | None
) -> AsyncIterator[str]:
    """Yield the council's answer to the prompt piece by piece, in the running event loop."""
    telling = ResponseWriter(response)
    logged_in_spite_of_others(response)
    try:
        ask, files = await asyncio.to_thread(ask_from, council, prompt, conversation)
        async for item in deliberated(ask, files):
            if words := telling.taken(item):
                yield words
    except MootError as error:
        raise model_error(error) from None


def ask_from(
    council: Council, prompt: llm.Prompt, conversation: llm.Conversation | llm.AsyncConversation | None
) -> tuple[Ask, Sequence[Upload]]:
    """Convert a prompt of `llm` to a question for this council. Return the question, and the prompt's attachments as
    uploads."""
    options = prompt.options
    assert isinstance(options, DoorOptions)
    asked = remembered(prompt, conversation)
    ask = Ask(
        council=council.name,
        question=asked.question,
        system=asked.system or None,
        history=tuple(asked.history),
        options=options.of_protocol(),
        budget=options.budget,
        seed=options.seed,
        depth=options.moot_depth or 0,
    )
    return ask, asked.files


class ResponseWriter:
    """Handles what a session streams for one response of `llm`.

    Text is passed on. The session's id, result and usage are stored in the response.
    """

    def __init__(self, response: llm.Response | llm.AsyncResponse) -> None:
        self._response = response
        # a council that sits in another one, in the same process, prints nothing
        inside = bool(getattr(response.prompt.options, DEPTH, None))
        self._at_command_line = not inside and click.get_current_context(silent=True) is not None
        self._session = ""
        self._begun = False

    def taken(self, item: Heard) -> str:
        """Handle one item of the session's stream. If the item is text to print, return that text. Otherwise, store the
        item in the response and return an empty text."""
        if isinstance(item, SessionState):
            return ""
        if isinstance(item, SessionStart):
            self._session = item.session
            self._response.response_json = {"session": item.session}
            return ""
        if isinstance(item, Result):
            self._over(item)
            return ""
        self._begun = True
        return safe(item) if self._at_command_line else item

    def left(self) -> None:
        """Print how to resume the session, when the program has stopped reading before the end."""
        if self._session:
            self._remark(f"! It is kept as far as it went; go on with: moot sessions resume {self._session[:8]}")

    def _over(self, result: Result) -> None:
        self._response.response_json = summary_of(result)
        usage = result.usage
        details = {"calls": usage.calls, "cached": usage.cached, "reasoning": usage.reasoning}
        self._response.set_usage(
            input=usage.input, output=usage.output, details={name: count for name, count in details.items() if count}
        )
        # A full verdict prints only its text; `llm logs --json` has the notes.
        self._remark(*(f"! {line}" for line in (result.label, *by_models(result.degraded, result)) if line))

    def _remark(self, *lines: str) -> None:
        if not self._at_command_line or not lines:
            return
        if self._begun and is_terminal(sys.stdout):
            say(err=True)  # end the verdict's last line
        for line in lines:
            remark(line)


def model_error(error: MootError) -> llm.ModelError:
    """Convert an error to an exception that `llm` prints: what happened and what to do."""
    return llm.ModelError(f"{error.message}{'' if error.message.endswith(chr(10)) else ' '}{error.remedy}".strip())


class _Over(Generic[T]):
    """Item that marks the end of a stream, with the error that ended it, if any."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def heard_in_thread(source: Callable[[], AsyncIterator[T]]) -> Iterator[T]:
    """Run an asynchronous source in a thread and yield its items, for a program without an event loop. An error of the
    source is raised.

    A separate thread also works where a loop already runs, as in a notebook. If the reader stops, the source is
    stopped.
    """
    items: queue.SimpleQueue[T | _Over[T]] = queue.SimpleQueue()
    loop = asyncio.new_event_loop()

    async def hear() -> None:
        async for item in source():
            items.put(item)

    def work() -> None:
        error: BaseException | None = None
        try:
            loop.run_until_complete(hearing)
        except BaseException as raised:
            error = raised
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()
            items.put(_Over(error))

    hearing = loop.create_task(hear())
    thread = threading.Thread(target=work, name="council", daemon=True)
    thread.start()
    try:
        while not isinstance(item := items.get(), _Over):
            yield item
        if item.error is not None:
            raise item.error
    finally:
        if thread.is_alive() and not loop.is_closed():
            with suppress(RuntimeError):  # it closes meanwhile
                loop.call_soon_threadsafe(hearing.cancel)
        thread.join()


def logged_in_spite_of_others(response: llm.Response | llm.AsyncResponse) -> None:
    """Make `llm` retry if its log is locked when it writes this response (or the copy that `llm --async` writes).

    In one transaction, `llm` (0.32 to 0.36) first reads and then writes. If two processes do that at once, SQLite
    refuses the second transaction without waiting, and the paid answer would be lost. SQLite rolls back the whole
    refused transaction, so it can be retried. Remove this when `llm` begins its transaction with the intent to write.
    """
    _waits_for_others(response)
    if isinstance(response, llm.AsyncResponse):
        converted: Callable[[], Awaitable[llm.Response]] = response.to_sync_response

        async def to_sync_response() -> llm.Response:
            made = await converted()
            _waits_for_others(made)
            return made

        setattr(response, "to_sync_response", to_sync_response)  # noqa: B010


def _waits_for_others(response: llm.Response | llm.AsyncResponse) -> None:
    once: Callable[[Any], None] = response.log_to_db

    def log_to_db(db: Any) -> None:
        for tried in range(1, TRIES + 1):
            try:
                once(db)
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or tried == TRIES:
                    raise
                time.sleep(PAUSE)

    setattr(response, "log_to_db", log_to_db)  # noqa: B010  # types do not allow a method to be replaced
