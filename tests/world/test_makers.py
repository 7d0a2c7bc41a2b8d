"""Test that a council of the makers' own services reaches its verdict at the billed price, without a refusal.

Seven services, each refusing in its own words, and no cost in what they say: the price is known by published lists.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from cases import slow_except
from moot.protocols import registry
from world.accounts import sessions_in
from world.doors import at_terminal
from world.gateway import Gateway
from world.homes import furnished
from world.hosting import hosted
from world.offers.catalogue import PERSONAS
from world.offers.tokens import agreed

MAKERS = (
    "openai/gpt-5-mini", "anthropic/claude-haiku-4-5", "google/gemini-2.5-flash", "mistral/mistral-small-latest",
    "xai/grok-4-fast", "deepseek/deepseek-chat", "groq/openai/gpt-oss-120b",
)  # fmt: skip


@pytest.mark.parametrize("protocol", slow_except(registry.names(), "peer-review", "adjudication"))
def test_seven_makers_at_one_table(home: Path, protocol: str) -> None:
    with ExitStack() as stack:
        ups = [stack.enter_context(hosted(Gateway(each, says=agreed))) for each in PERSONAS if each != "openrouter"]
        furnished(home, *ups, council=MAKERS, chair="openai/gpt-5.1", protocol=protocol)
        at_terminal("ask", "--no-live", "How would one find out how much a stone bridge can bear?")
    refused = [(up.service, entry.model, entry.how) for up in ups for entry in up.books.refused]
    assert refused == []
    assert all(up.books.answered for up in ups)
    ((listing, state),) = sessions_in(home)
    assert (state.status, listing.reserved, listing.unknown) == ("verdict", 0, 0)
    assert listing.spent == sum(up.books.spent for up in ups) > 0
