"""Test that the smallest budget is near the typical cost, and that the suggested savings lower it.

Prices and rooms of four frontier models, and of four thrifty ones, as they were published in 2026.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.app import opened_app
from moot.protocols import registry
from moot.request import Ask
from moot.sessions.budget.estimate import Estimate
from moot.vocabulary.councils import Council

PRICES = {
    **{"oa": (1.25, 10.0), "an": (3.0, 15.0), "go": (1.25, 10.0), "xa": (3.0, 15.0), "op": (5.0, 25.0)},
    **{"mi": (0.25, 2.0), "fl": (0.3, 2.5), "ds": (0.27, 0.4), "ms": (0.1, 0.3), "ha": (1.0, 5.0)},
}
COUNCILS = {
    "frontier": Council(
        members=("oa/gpt-5.1", "an/claude-sonnet-4-5", "go/gemini-2.5-pro", "xa/grok-4"), chair="op/claude-opus-4-5"
    ),
    "thrifty": Council(
        members=("mi/gpt-5-mini", "fl/gemini-2.5-flash", "ds/deepseek-chat", "ms/mistral-small"),
        chair="ha/claude-haiku-4-5",
    ),
}
QUESTION = "Which of two databases should a shop of three people keep its orders in, and why?"
MOST = 1.9
"""Times its usual cost that a session takes at least. What it needs is room for calls at their worst that run at once:
prompts of a token a byte, thinking to its end."""


@pytest.fixture(autouse=True)
def priced(tmp_path: Path) -> None:
    rows = (
        f'[{name}]\nurl = "http://127.0.0.1:9999/{name}/v1"\nprivate = true\n'
        f"price = {{input = {read}, output = {written}}}\n"
        for name, (read, written) in PRICES.items()
    )
    (tmp_path / "endpoints.toml").write_text("".join(rows), encoding="utf-8")


async def estimates(home: Path, council: Council, question: str, **more: object) -> dict[str, Estimate]:
    async with opened_app(home) as app:
        return {
            name: await app.estimate(
                Ask(question=question, council=replace(council, protocol=name), budget=1000.0, **more)
            )  # type: ignore[arg-type]
            for name in registry.names()
        }


@pytest.mark.parametrize("size", [80, 10_000])
@pytest.mark.parametrize("which", COUNCILS)
async def test_no_session_takes_much_more_than_it_usually_costs(which: str, size: int, tmp_path: Path) -> None:
    found = await estimates(tmp_path, COUNCILS[which], (QUESTION * 200)[:size])
    far = {name: each.least / each.typical for name, each in found.items() if each.least and each.typical}
    assert len(far) == len(registry.names())
    assert {name: round(times, 2) for name, times in far.items() if times > MOST} == {}
