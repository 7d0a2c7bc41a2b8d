"""Test how an answer ends, by each native API's stop reason."""

from __future__ import annotations

import pytest

from moot.errors import CallFailed
from moot.providers.pydantic_ai.wire import _done


@pytest.mark.parametrize(
    ("reason", "settled"), [("stop", "ok"), ("length", "truncated"), ("content_filter", "refused")]
)
def test_an_answer_that_was_cut_off_is_not_whole(reason: str, settled: str) -> None:
    assert _done(reason, "its own word").settled == settled


@pytest.mark.parametrize("reason", ["error", "tool_call", None, "another"])
def test_what_is_no_end_fails(reason: str | None) -> None:
    with pytest.raises(CallFailed):
        _done(reason, "its own word")
