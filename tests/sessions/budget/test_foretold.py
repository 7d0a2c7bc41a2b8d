"""Test that prompts cost what was estimated, in every stage of every protocol, with short and long answers.

Only what is read has a price here: a judge whose answers are a word or two is paid for what it reads.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from extensions.studies.terminal.conftest import configured
from moot.app import opened_app
from moot.protocols import registry
from moot.request import Ask
from moot.sessions.budget.typical_cost import stage_named
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SeatSpoke
from rig.script import Plan
from rig.upstream import Upstream

QUESTION = "Should a small town spend its surplus on a public pool or on its two oldest bridges, and why? " * 3
CASES = [(protocol, words) for protocol in registry.names() for words in (15, 120)]


@pytest.mark.fast(4)
@pytest.mark.parametrize(("protocol", "words"), CASES)
async def test_prompts_cost_what_was_foretold(protocol: str, words: int, tmp_path: Path) -> None:
    offices = {"adjudicator": "lab/delta"} if "adjudicator" in registry.find(protocol).offices else {}
    members = ("lab/alpha", "lab/beta", "lab/gamma")
    council = Council(name="x", protocol=protocol, members=members, chair="lab/epsilon", offices=dict(offices))
    async with Upstream(default=Plan(words=words), models=("alpha", "beta", "gamma", "delta", "epsilon")) as up:
        configured(tmp_path, f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 0 }}\n')
        async with opened_app(tmp_path) as app:
            for _ in range(3):
                told = await app.estimate(Ask(question=QUESTION, council=council))
                session = await app.convene(Ask(question=QUESTION, council=council))
                await app.runner.ended(session)
            events = await app.transcript.read(session)
    cost, calls = Counter[str](), Counter[str]()
    for event in events:
        if isinstance(event.body, SeatSpoke) and not event.key.endswith("+repair"):
            stage = stage_named(event_keys.stage_of(event.key))
            cost[stage] += event.body.cost or 0
            calls[stage] += 1
    foretold, times = Counter[str](), Counter[str]()
    for row in told.stages:
        foretold[stage_named(row.stage)] += row.typical or 0
        times[stage_named(row.stage)] += row.calls
    ratios = {stage: foretold[stage] / times[stage] / (cost[stage] / calls[stage]) for stage in calls if times[stage]}
    assert ratios
    assert all(0.5 <= ratio <= 2 for ratio in ratios.values()), ratios
    asked = {stage: times[stage] * cost[stage] / calls[stage] for stage in ratios}
    whole = sum(foretold[stage] for stage in ratios) / sum(asked.values())
    assert 0.75 <= whole <= 1.3, (whole, ratios)
