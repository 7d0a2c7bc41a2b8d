"""Test that long-prompt prices are reserved, estimated and charged, for models that have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.floor.prompts import MOST_ATTACHED
from world.accounts import bills_in, sessions_in
from world.doors import at_terminal, json_at_terminal
from world.gateway import Gateway
from world.homes import furnished, gateway_at
from world.hosting import hosted
from world.offers.catalogue import offered
from world.offers.tokens import agreed

QUESTION = "Which of these deliveries were late, and whose fault was it?"
LINE = "第四天的货物迟到了，司机说桥被关闭了。\n"
"""So written, the longest file that is read has 150,000 tokens by the gateway's count."""
TIERED = {
    "openrouter": ("openrouter/x-ai/grok-4-fast", "openrouter/anthropic/claude-haiku-5.5"),
    "anthropic": ("anthropic/claude-haiku-5-5", "anthropic/claude-haiku-5-5"),
}
"""Models whose long prompts cost more: a router bills by itself, of its maker nobody but a published list tells."""


@pytest.mark.slow
@pytest.mark.parametrize("service", TIERED)
def test_a_long_prompt_is_charged_by_its_tier_within_what_was_set_aside_and_under_the_cap(
    home: Path, tmp_path: Path, service: str
) -> None:
    file = tmp_path / "deliveries.txt"
    file.write_text(LINE * (MOST_ATTACHED // len(LINE)), encoding="utf-8")
    asked = ("--attach", str(file), QUESTION)
    members = TIERED[service]
    with hosted(Gateway(service, says=agreed)) as up:
        furnished(home, up, council=members, chair=members[0])
        (home / "traits.toml").write_text(f'["{members[1]}"]\ncontext = 1_000_000\n', encoding="utf-8")
        weighed = json_at_terminal("ask", "--estimate", *asked)["estimate"]
        cap = round((weighed["least"] + weighed["dollars"]) / 2, 4)
        at_terminal("ask", "--no-live", "--budget", f"{cap:.4f}", *asked)
    rows = offered(service)
    long = [each for each in up.books.answered if rows[each.model].long and each.sent > rows[each.model].long[0]]
    assert len(long) >= 2, "no prompt was long enough"
    bills = bills_in(home)
    assert len(bills) == len(up.books.answered)
    assert all(reserved is not None and cost is not None and 0 < cost <= reserved for reserved, cost in bills)
    ((listing, state),) = sessions_in(home)
    assert (state.status, listing.reserved, listing.unknown) == ("verdict", 0, 0)
    assert listing.spent == up.books.spent <= cap * 1e9
    typical, most = weighed["typical"] * 1e9, weighed["dollars"] * 1e9
    assert 0.8 * up.books.spent <= typical <= 1.5 * up.books.spent, "an estimate knows what long prompts cost"
    assert most >= up.books.spent
    assert f"{members[1]} costs more where a prompt has over 100,000 tokens" in " ".join(weighed["longer"])


def test_the_list_of_models_tells_what_long_prompts_cost(home: Path) -> None:
    with gateway_at(home):
        printed = at_terminal("models", "list", "x-ai/grok-4-fast")
        (told,) = json_at_terminal("models", "list", "x-ai/grok-4-fast")["models"]
    assert "0.2 in, 0.5 out; 0.4 in, 1 out above 128,000 tokens of prompt" in printed
    assert told["long_prompts"] == [{"above": 128_000, "input_price": 0.4, "output_price": 1.0}]
    assert (told["input_price"], told["output_price"], told["call_price"]) == (0.2, 0.5, 0.0)
