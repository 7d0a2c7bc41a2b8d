"""Set up logging: warnings to stderr; with `moot --verbose` or `MOOT_LOG` also requests and their targets.

No line contains a question, an answer or a known key: texts are never logged, and every line passes `scrub`, with its
traceback.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from moot.egress.api_keys import scrub
from moot.errors import BadInput, BadSetting

VARIABLE = "MOOT_LOG"
LEVELS = ("debug", "info", "warning", "error")
FORM = "Write `info`, `debug`, `warning` or `error`, or with a file to log to, `debug:moot.log`."
_THEIRS = ("httpx", "uvicorn", "asyncio")
"""Names of other libraries whose log lines are shown at finer levels, too. All further libraries show only warnings."""


class OnScreen(logging.Handler):
    """Log handler that writes to the stream that is stderr at that moment, even if it was replaced."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a log line, and ignore errors of writing."""
        with suppress(OSError, ValueError):
            print(self.format(record), file=sys.stderr, flush=True)  # noqa: T201  # it is what stderr is for


class ScrubbingFormatter(logging.Formatter):
    """Formats log lines: the time in UTC, known API keys masked, no characters that move a cursor."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as a line, with its traceback below if there is one."""
        text = scrub(super().format(record))
        lines = text.split("\n") if record.exc_info else [" ".join(text.splitlines())]
        return "\n".join("".join(c if c.isprintable() else "\ufffd" for c in line) for line in lines)


def start(words: str = "", *, least: str = "warning") -> None:
    """Start logging to stderr or to a file.

    Args:
        words: Level and target, e.g. `debug:FILE`; if empty, those in the variable MOOT_LOG.
        least: Level if neither `words` nor MOOT_LOG names one.
    """
    named = f"the environment variable {VARIABLE}"
    level, _, file = (words or os.environ.get(VARIABLE, "")).strip().partition(":")
    level = level.lower() or least
    if level not in LEVELS:
        raise BadSetting(f"{named}: {level!r} is no level.", FORM)
    handler = _handler(file) if file else OnScreen()
    stop()
    logger = logging.getLogger()
    handler.setFormatter(ScrubbingFormatter())
    logger.addHandler(handler)
    ours = getattr(logging, level.upper())
    for name in ("moot", *_THEIRS):
        logging.getLogger(name).setLevel(ours if name == "moot" else max(ours, logging.INFO))


def started() -> bool:
    """Return whether this process writes logs: `start` was called, and `stop` was not called since."""
    return any(isinstance(each.formatter, ScrubbingFormatter) for each in logging.getLogger().handlers)


def stop() -> None:
    """Stop logging, so that a program that called a command as a function gets its own logging back."""
    logger = logging.getLogger()
    for handler in [each for each in logger.handlers if isinstance(each.formatter, ScrubbingFormatter)]:
        logger.removeHandler(handler)
        handler.close()
        for name in ("moot", *_THEIRS):
            logging.getLogger(name).setLevel(logging.NOTSET)


def wanted() -> bool:
    """Return whether the environment variable MOOT_LOG is set."""
    return bool(os.environ.get(VARIABLE, "").strip())


def on_screen() -> bool:
    """Return whether log lines other than warnings go to stderr, where they would disturb a live view in the
    terminal."""
    shown = any(isinstance(each, OnScreen) for each in logging.getLogger().handlers)
    return shown and logging.getLogger("moot").isEnabledFor(logging.INFO)


def _handler(named: str) -> logging.Handler:
    """Return a log handler that appends to this file, which only its owner can read."""
    try:
        path = Path(named).expanduser()
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return logging.FileHandler(path, encoding="utf-8", errors="replace")
    except (OSError, RuntimeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it has no such place"
        raise BadInput(f"Nothing can be logged to {named!r}: {why}.", "Name another file.") from None
