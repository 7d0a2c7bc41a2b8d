"""Test that logs contain what was asked for, where it was asked for, and never a key."""

from __future__ import annotations

import base64
import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.egress import logs
from moot.egress.api_keys import Secret

KEY = "sk-or-v1-0123456789abcdef-not-a-real-key"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Nothing of it lasts."""
    names = ("", "moot", "httpx", "uvicorn", "asyncio", "moot.access")
    levels = {name: logging.getLogger(name).level for name in names}
    yield
    for handler in [
        each for each in logging.getLogger().handlers if isinstance(each.formatter, logs.ScrubbingFormatter)
    ]:
        logging.getLogger().removeHandler(handler)
        handler.close()
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_no_line_holds_a_key_whole_encoded_cut_or_in_a_trace(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    Secret(KEY)
    said = [KEY, KEY[:20], base64.b64encode(f"user:{KEY}".encode()).decode(), f"https://host/?key={KEY}&x=1"]
    for words in ("debug", f"debug:{tmp_path / 'log'}"):
        logs.start(words)
        for text in said:
            logging.getLogger("moot.calls").info("asked with %s", text)
            logging.getLogger("httpx").info('HTTP Request: POST %s "200 OK"', text)
            try:
                raise ValueError(text)
            except ValueError:
                logging.getLogger("moot.server").exception("It broke")
    for told in (capsys.readouterr().err, (tmp_path / "log").read_text(encoding="utf-8")):
        assert told.count("It broke") == len(said)
        assert "ValueError" in told
        assert KEY[:16] not in told
        assert base64.b64encode(KEY.encode()).decode()[4:20] not in told
    assert stat.S_IMODE((tmp_path / "log").stat().st_mode) == 0o600


def test_a_level_says_what_is_logged_and_a_second_start_doubles_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for words, seen in (("error", 1), ("", 2), ("info", 3), ("DEBUG", 4)):
        logs.start(words)
        logger = logging.getLogger("moot.calls")
        for level in ("debug", "info", "warning", "error"):
            getattr(logger, level)("a line")
        logging.getLogger("httpcore").info("never")
        assert len(capsys.readouterr().err.splitlines()) == seen, words


def test_a_line_is_one_line_and_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    logs.start("info")
    logging.getLogger("moot.calls").info("%s", "one\n2026-01-01 INFO forged\r\x1b[2Jtwo")
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "\x1b" not in told
    assert "one 2026-01-01 INFO forged" in told
