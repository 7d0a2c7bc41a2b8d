"""What is logged, and where to? Warnings to stderr; with `moot --verbose` or `MOOT_LOG` what is asked of whom as well.

No line holds a question, an answer or a known key: texts are never logged, and every line passes `scrub`, with its
trace. Held by `tests/egress/test_logs.py`.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from moot.egress.keys import scrub
from moot.errors import BadInput, BadSetting

VARIABLE = "MOOT_LOG"
LEVELS = ("debug", "info", "warning", "error")
FORM = "Write `info`, `debug`, `warning` or `error`, or with a file to log to, `debug:moot.log`."
_THEIRS = ("httpx", "uvicorn", "asyncio")
"""Libraries whose lines are of use where more is asked for; what others say stays at warnings."""


class OnScreen(logging.Handler):
    """Writes to whatever stderr is at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line; nobody is stopped by one that cannot be written."""
        with suppress(OSError, ValueError):
            print(self.format(record), file=sys.stderr, flush=True)  # noqa: T201  # it is what stderr is for


class Scrubbed(logging.Formatter):
    """A line with its time in UTC, without any known key and without characters that move a cursor."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """The line, and below it the trace there may be."""
        text = scrub(super().format(record))
        lines = text.split("\n") if record.exc_info else [" ".join(text.splitlines())]
        return "\n".join("".join(c if c.isprintable() else "\ufffd" for c in line) for line in lines)


def start(words: str = "", *, least: str = "warning") -> None:
    """Begins to log: `words` say what and where to as MOOT_LOG does, and are read from it where there are none."""
    named = f"the environment variable {VARIABLE}"
    level, _, file = (words or os.environ.get(VARIABLE, "")).strip().partition(":")
    level = level.lower() or least
    if level not in LEVELS:
        raise BadSetting(f"{named}: {level!r} is no level.", FORM)
    handler = _handler(file) if file else OnScreen()
    stop()
    logger = logging.getLogger()
    handler.setFormatter(Scrubbed())
    logger.addHandler(handler)
    ours = getattr(logging, level.upper())
    for name in ("moot", *_THEIRS):
        logging.getLogger(name).setLevel(ours if name == "moot" else max(ours, logging.INFO))


def started() -> bool:
    """Whether it is logged already."""
    return any(isinstance(each.formatter, Scrubbed) for each in logging.getLogger().handlers)


def stop() -> None:
    """Logs no more: whoever called a command inside a program of their own has their logging back."""
    logger = logging.getLogger()
    for handler in [each for each in logger.handlers if isinstance(each.formatter, Scrubbed)]:
        logger.removeHandler(handler)
        handler.close()
        for name in ("moot", *_THEIRS):
            logging.getLogger(name).setLevel(logging.NOTSET)


def wanted() -> bool:
    """Whether somebody asked for a log by the variable."""
    return bool(os.environ.get(VARIABLE, "").strip())


def on_screen() -> bool:
    """Whether more than warnings go to stderr, where a drawn view would be in their way."""
    shown = any(isinstance(each, OnScreen) for each in logging.getLogger().handlers)
    return shown and logging.getLogger("moot").isEnabledFor(logging.INFO)


def _handler(named: str) -> logging.Handler:
    """Appends to a file that only its owner reads."""
    try:
        path = Path(named).expanduser()
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return logging.FileHandler(path, encoding="utf-8", errors="replace")
    except (OSError, RuntimeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it has no such place"
        raise BadInput(f"Nothing can be logged to {named!r}: {why}.", "Name another file.") from None
