"""Test that every mode of an upstream settles correctly, in time, with a cause and no key in it."""

from __future__ import annotations

import pytest

from moot.providers.call_outcome import hear
from moot.providers.provider import CallLimits
from providers.asking import KEY, QUICK, call_of, wire_to
from rig.faults.broken import MODES
from rig.script import Plan
from rig.upstream import Upstream

WHOLE = Plan(text="Two and two is four. " * 10, chunks=8)


AS_SENT = {
    "ok",
    "whole",
    "crlf",
    "parts",
    "gzip",
    "deflate",
    "raw_deflate",
    "two_usage",
    "length",
    "bom",
    "cr",
    "bom_crlf",
    "error_after_finish",
    "text_after_finish",
    "nan_usage",
    "nan_with_finish",
    "whole_nan",
    "repeated_by_line",
    "repeated_by_id",
    "repeated_nothing",
}
"""Modes in which the text arrives as it was sent."""


@pytest.mark.fast(30)
@pytest.mark.parametrize("name", sorted(MODES))
async def test_every_mode(name: str) -> None:
    mode = MODES[name]
    plan = Plan(mode=name, text=WHOLE.text, chunks=8)
    limits = QUICK if mode.stalls else CallLimits(connect=60, first=120, between=60, total=240)
    heard: list[str] = []
    async with Upstream(default=plan) as up:
        wire = wire_to(up.url)
        reply = await hear(wire, call_of(limits=limits), lambda text, thought: None if thought else heard.append(text))
        await wire.close()
        stolen = [asked for asked in up.calls if asked.path.startswith("/stolen")]
    assert (reply.settled, reply.error) == (mode.settles, mode.error), reply.cause
    if reply.settled in ("ok", "truncated"):
        assert reply.text.strip()
        assert "THIS CAME AFTER" not in reply.text
        assert not reply.cause
    else:
        assert len(reply.cause.strip()) > 8
    assert KEY[:12] not in reply.cause + reply.text + reply.reasoning
    assert "<think>" not in reply.text + "".join(heard)
    assert "I thought about it" not in "".join(heard)
    assert reply.usage.input >= 0
    assert reply.usage.output >= 0
    assert reply.cost is None or reply.cost >= 0
    assert stolen == []
    if name in ("500", "429", "503", "529", "500_page", "502", "504"):
        assert not reply.spent, "no money is held for an error in place of an answer"
    if name in AS_SENT:
        assert reply.text == WHOLE.text
