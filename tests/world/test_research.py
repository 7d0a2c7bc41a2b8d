"""Test that a question is researched at every door by setting, key, option and default, and only `none` disables it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases import slow_except
from extensions.compat.llm.conftest import plugged as plugged
from moot.egress.api_keys import KeyRing
from moot.protocols.claim_vote.ballots import SearchPlan
from moot.vocabulary.state import SessionState
from rig.services import Services
from world.accounts import settled
from world.doors import DOORS, ONLY_PEER_REVIEW
from world.homes import CHAIR, SEATS, gateway_at
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "Should a Rust scheduler keep its queue in PostgreSQL?"
WAYS = ("setting", "key", "none", "nobody")
CASES = [(door, way) for door in DOORS if door not in ONLY_PEER_REVIEW for way in WAYS]
SAMPLE = (("ask", "setting"), ("api", "key"), ("openai", "setting"), ("llm", "key"), ("ask", "none"))


def asked_at(door: str, home: Path, folder: Path, services: Services, *, setting: str, keyed: bool) -> SessionState:
    """A vote on claims put at a door of a home whose searchers lead to these services."""
    with gateway_at(home, says=agreed, council=SEATS[:3], chair=CHAIR, protocol="claim-vote") as up:
        if setting:
            with (home / "settings.toml").open("a", encoding="utf-8") as file:
                file.write(f'searchers = ["{setting}"]\n')
        (home / "searchers.toml").write_text(services.rows().replace("needs_key = false", ""), encoding="utf-8")
        if keyed:
            KeyRing(home / "keys.toml", {}).put("tavily", services.url, "tvly-0123456789abcdef")
        return settled(home, up, DOORS[door](QUESTION, folder))


@pytest.mark.fast(1)
@pytest.mark.parametrize("case", slow_except(CASES, *SAMPLE), ids="-".join)
@pytest.mark.usefixtures("plugged")
def test_it_is_looked_up_unless_somebody_said_none(home: Path, tmp_path: Path, case: tuple[str, str]) -> None:
    door, way = case
    setting = {"setting": "hacker-news", "none": "none"}.get(way, "")
    with hosted(Services()) as services:
        state = asked_at(door, home, tmp_path, services, setting=setting, keyed=way in ("key", "none"))
        asked = {each.service for each in services.asked}
    wanted = {"setting": {"hacker-news"}, "key": {"tavily"}}.get(way, set())
    assert asked == wanted
    assert bool(state.sources) == bool(wanted)
    if wanted:
        (found,) = state.sources.values()
        assert found.sources
        (plan,) = [read.ballot for read in state.ballots.values() if isinstance(read.ballot, SearchPlan)]
        assert found.query == plan.query
