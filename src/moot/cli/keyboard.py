"""How is something typed at the keyboard while an event loop runs? On the main thread, so that Ctrl-C ends it at once.

Nothing else runs while Moot waits for a person's words, so the loop may stand still meanwhile; a thread that reads
could not be called off.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator

with contextlib.suppress(ImportError):  # Windows has none; elsewhere it lets `input` edit its line
    import readline  # noqa: F401

from moot.cli.terminal import safe


def typed_line(prompt: str) -> str | None:
    """A line; `None` at the end of input."""
    with _interruptible():
        try:
            return input(safe(prompt))
        except EOFError:
            return None


def typed_text() -> str:
    """Lines up to one that holds only a full stop, or to the end of input."""
    lines = []
    with _interruptible():
        for line in sys.stdin:
            if line.rstrip("\n") == ".":
                break
            lines.append(line)
    return "".join(lines)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Lets Ctrl-C raise KeyboardInterrupt here, whatever it means otherwise."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
