"""Follow a session's transcript at the terminal until it ends, and stop it on Ctrl-C.

The first Ctrl-C stops the session cleanly: `SessionStopped` is written and everything settled is kept. A second one
exits at once; the session is then interrupted and can be resumed. A person in a seat is prompted here, if stdin is a
terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from functools import wraps
from typing import Any, TypeVar

from moot.app import Application
from moot.cli.asking.continue_session import chosen_quorum
from moot.cli.asking.human_seat import asked_here
from moot.cli.screen.keyboard import keys_heard
from moot.cli.screen.screens import Screen
from moot.cli.screen.streamed_words import SpeechScreen
from moot.cli.screen.terminal import is_terminal, remark, say
from moot.errors import Conflict, MootError
from moot.exit_codes import EXIT_CODES
from moot.settings import home_folder, origin_of
from moot.transcripts.followers import follow
from moot.vocabulary.events import Event, SeatSpeaking, SeatWaiting, SessionOpened, Signal
from moot.vocabulary.state import SessionState, fold
from moot.vocabulary.words.remedies import at_terminal

T = TypeVar("T")

GO_ON = "g"
"""Key that ends the wait for missing seats, if the session can continue without them."""


class Interrupt:
    """Handles Ctrl-C while a session runs: the first press stops the session, the second ends the program."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.screen: Screen | None = None
        self.session = ""

    def press(self) -> None:
        """Handle one press of Ctrl-C: stop the session at the first, end the program at the second."""
        if not self.asked.is_set():
            self.asked.set()
            return
        if self.screen is not None:
            self.screen.close()
        if self.session:
            say(f"\nAbandoned. Resume it with: moot sessions resume {self.session[:8]}", err=True)
        sys.stdout.flush()
        os._exit(EXIT_CODES["stopped"])

    @contextlib.contextmanager
    def listening(self) -> Iterator[Interrupt]:
        """While the context lasts, call `press` for Ctrl-C in place of Python's own handler."""
        loop = asyncio.get_running_loop()
        try:
            loop.add_signal_handler(signal.SIGINT, self.press)
        except (RuntimeError, ValueError):  # Windows, or not in the main thread
            yield self
            return
        try:
            yield self
        finally:
            loop.remove_signal_handler(signal.SIGINT)


async def watched(app: Application, session: str, screen: Screen, *, asks_people: bool = True) -> SessionState:
    """Show a session while it runs in this process, and return its state at the end.

    With `asks_people`, people in seats answer at this terminal, and a smaller quorum is offered if too few members
    answered.
    """
    speaking = SpeechScreen()
    with Interrupt().listening() as interrupt:
        interrupt.screen, interrupt.session = screen, session
        try:
            while True:
                state = await _attempt(app, session, screen, speaking, interrupt)
                if not asks_people or interrupt.asked.is_set():
                    return state
                if state.ended_at:
                    screen.hold()
                    quorum = chosen_quorum(state)
                    if quorum is None:
                        return state
                    await app.runner.resume(session, quorum=quorum)
                    continue
                handed_in = await app.runner.handed_in(session)
                waiting = [key for key in awaited(state) if key not in handed_in]
                if not waiting or not is_terminal(sys.stdin) or not is_terminal(sys.stderr):
                    return state
                screen.hold()
                text = await asked_here(app, state, waiting[0], left=interrupt.asked.is_set)
                if not text:
                    return state
                await app.runner.answer(session, waiting[0], text)
        finally:
            screen.close()


def awaited(state: SessionState) -> list[str]:
    """Return the transcript keys of requests that people in seats have not answered yet. The session waits for these
    answers."""
    people = {seat.id for seat in (*state.seats, *state.offices) if seat.person}
    return [key for key, move in state.moves.items() if move.state == "asked" and move.seat in people]


def taken(state: SessionState, batch: list[Event | Signal], speaking: SpeechScreen) -> SessionState:
    """Apply a batch of new events to a session's state, and return the new state.

    The batch's streamed text and the reasons why seats wait are added to `speaking`.
    """
    for item in batch:
        if isinstance(item, SeatSpeaking):
            speaking.hear(item)
        elif isinstance(item, SeatWaiting):
            speaking.waits(item)
        elif item.seq > state.seq:
            state = fold(state, item)
    speaking.settle(state)
    return state


async def _attempt(
    app: Application, session: str, screen: Screen, speaking: SpeechScreen, interrupt: Interrupt
) -> SessionState:
    """Show a session until its run in this process has ended or Ctrl-C has stopped it. Return the session's state."""
    last = SessionState()

    async def stay() -> None:
        nonlocal last
        async for batch in follow(app.transcript, session):
            last = taken(last, batch, speaking)
            opened = (item.body for item in batch if isinstance(item, Event) and isinstance(item.body, SessionOpened))
            screen.asks = next((body.asks for body in opened), screen.asks)
            screen.show(last, speaking)

    def pressed_key(key: str) -> None:
        if key == GO_ON and speaking.optional():
            going.append(asyncio.ensure_future(_go_on(app, session)))

    going: list[asyncio.Future[None]] = []

    async def look() -> None:
        """Tell the user when events cannot be stored, and when they can be stored again."""
        said = app.store.trouble
        while True:
            await asyncio.sleep(0.3)
            trouble = app.store.trouble
            if bool(trouble) != bool(said):
                screen.hold()
                again = "What was said meanwhile is kept and written now." if not trouble else ""
                told = f"! {trouble}. Nothing new is begun; free some space, and it goes on by itself."
                say(again or told, err=True)
                said = trouble

    looking = asyncio.create_task(look())
    staying = asyncio.create_task(stay())
    ended = asyncio.create_task(app.runner.ended(session))
    pressed = asyncio.create_task(interrupt.asked.wait())
    try:
        with keys_heard(pressed_key) if screen.takes_keys else contextlib.nullcontext(False) as heard:
            speaking.key = GO_ON if heard else ""
            await asyncio.wait([ended, pressed], return_when=asyncio.FIRST_COMPLETED)
        if pressed.done() and not ended.done():
            screen.hold()
            say("Stopping; press Ctrl-C again to leave at once.", err=True)
            await app.runner.stop(session)
            await ended
    finally:
        speaking.key = ""
        tasks: list[asyncio.Future[Any]] = [staying, ended, pressed, looking, *going]
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results[:2]:
        if isinstance(result, Exception):
            raise result
    rest = await app.transcript.read(session, last.seq)
    if rest:  # the session ended before its last events were shown
        last = taken(last, [*rest], speaking)
        if not interrupt.asked.is_set():
            screen.show(last, speaking)
    return last


async def _go_on(app: Application, session: str) -> None:
    """Stop waiting for seats without which the session can continue."""
    with contextlib.suppress(Conflict):  # they have answered meanwhile
        await app.runner.go_on(session)


async def in_app(work: Callable[[Application], Awaitable[T]], *, full_speed: bool = False) -> T:
    """Open the application, call `work` with it, close it, and return what `work` returned.

    At full speed scripted voices do not pause, unless their speed is set.
    """
    fast = full_speed and origin_of("demo_speed", home_folder()) == "default"
    app = await Application.opened("cli", demo_speed=0.0 if fast else None)
    app.directory.lists.on_wait = remark
    try:
        if app.store.trouble:
            say(f"! Nothing can be written: {app.store.trouble}. What is stored can be read.", err=True)
        return await work(app)
    finally:
        await app.close()


def is_watched(given: Mapping[str, Any]) -> bool:
    """Return whether somebody watches the session while it runs, judging by the command's flags and by where stdout
    goes."""
    return is_terminal(sys.stdout) and not (given.get("as_json") or given.get("quiet"))


def with_app(work: Callable[..., Awaitable[T]]) -> Callable[..., T]:
    """Turn an async function into the body of a command. The function's first argument becomes an open `Application`.

    An argument `session` is replaced by the whole id of the session that it names. In a command that runs a session,
    scripted voices speak at full speed unless somebody watches.

    Example:
        @click.command()
        @with_app
        async def greet(app: Application) -> None:
            say(f"{len(await app.register.list(100))} sessions")
    """

    @wraps(work)
    def command(*args: Any, **given: Any) -> T:
        async def done(app: Application) -> T:
            if given.get("session") is not None:
                from moot.app.examples import resolve  # scripts of the examples, which asking never needs

                given["session"] = await resolve(app, given["session"])
            return await work(app, *args, **given)

        return run(in_app(done, full_speed="no_live" in given and not is_watched(given)))

    return command


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's coroutine in an event loop and return its result.

    Ctrl-C becomes click's `Abort`. If the command was given a session and fails, the error's remedy names that session.
    """
    import click

    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise click.Abort from None
    except MootError as error:
        context = click.get_current_context(silent=True)
        error.remedy = at_terminal(error.remedy, str(context.params.get("session") or "") if context else "")
        raise
