"""Read lines and single keys from the keyboard while an event loop runs.

Lines are read on the main thread, so that Ctrl-C ends the wait at once; a thread that reads cannot be cancelled. The
loop may block meanwhile, because Moot does nothing else while it waits for a person's words.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator

with contextlib.suppress(ImportError):  # not on Windows; elsewhere it lets `input` edit its line
    import readline  # noqa: F401

from moot.cli.screen.terminal import safe


def typed_line(prompt: str) -> str | None:
    """Read one line from the keyboard. At the end of input, return `None`."""
    with _interruptible():
        try:
            return input(safe(prompt))
        except EOFError:
            return None


def typed_text() -> str:
    """Read a text from the keyboard: all lines up to one with only a full stop, or to the end of input."""
    lines = []
    with _interruptible():
        for line in sys.stdin:
            if line.rstrip("\n") == ".":
                break
            lines.append(line)
    return "".join(lines)


@contextlib.contextmanager
def keys_heard(pressed: Callable[[str], None]) -> Iterator[bool]:
    """While the context lasts, call `pressed` with each key the user presses.

    It yields whether keys can be read: not without a terminal, nor on Windows.

    Keys are not echoed meanwhile. Ctrl-C keeps its meaning.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield False
        return
    try:
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        if (
            os.tcgetpgrp(descriptor) != os.getpgrp()
        ):  # in the background a change of the terminal would stop the process
            raise OSError
        tty.setcbreak(descriptor, termios.TCSANOW)
    except (OSError, ValueError, termios.error):
        yield False
        return
    loop = asyncio.get_running_loop()

    def ready() -> None:
        typed = os.read(descriptor, 32)
        if not typed:
            loop.remove_reader(descriptor)
        for key in typed.decode("utf-8", "replace"):
            pressed(key)

    try:
        loop.add_reader(descriptor, ready)
        yield True
    finally:
        loop.remove_reader(descriptor)
        termios.tcsetattr(descriptor, termios.TCSANOW, before)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """While the context lasts, let Ctrl-C raise KeyboardInterrupt. Another signal handler is replaced for that time."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
