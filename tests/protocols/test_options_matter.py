"""Test that every option of every protocol changes calls or the session, or is refused by name.

A session runs with scripted voices for each option set to another value, and its calls are compared with those of the
session without it. Options with an effect elsewhere are listed with the place of the effect.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cases import slow_except
from moot.app import Application
from moot.errors import BadInput, BadSetting
from moot.protocols import registry
from moot.request import Ask
from moot.sessions.fork import ForkChanges
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.events import FindingMade, SeatAsked, SessionOpened, StageEntered, VerdictReached

MEMBERS = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn", "rehearsal/dov")
LONG = "Should we move our API from REST to GraphQL, and what would have to be true for that?"

OTHER: dict[str, OptionValue] = {
    "temperature": 0.3, "max_output": 4000, "reasoning": "high", "language": "German", "show_names": True,
    "allowance": 4000, "searchers": ["arxiv"], "least_words": 300, "most_words": 900, "least_claims": 4,
    "most_claims": 9, "high_mean": 1.6, "high_sd": 0.3, "contested_sd": 0.9,
    "rejected_mean": 0.9, "confidence_threshold": 0.99, "max_iterations": 2, "min_iterations": 3, "strategy": "voting",
    "judging": "rank", "context": "manual", "rebuttal": False, "refine": False, "reverse_rebuttals": True,
    "axes_apart": False, "propose": True, "personalities": False, "own": "out",
    "preset": "budget", "panel": 3, "most_items": 2, "analysis_only": True,
    "agreement": True, "check": True, "contested_split": 0.25, "sees": "conclusions",
}  # fmt: skip
"""A value that is not the usual one."""
WITH: dict[str, dict[str, OptionValue]] = {
    "rebuttal": {"refine": False},
    "context": {"min_iterations": 2},
    "max_iterations": {"confidence_threshold": 1.0},
    "contested_sd": {"high_sd": 0.3},
}
"""What has to be set beside it for it to be taken or to matter."""
ELSEWHERE = {
    "topic": "decides whom a question is looked up with, and nobody is set up: "
    "tests/protocols/claim_vote/test_deliberation.py",
    "query": "decides what is looked up, and nobody is set up: tests/protocols/claim_vote/test_deliberation.py",
    "min_iterations": "`consensus/stop_rule.py` ends the rounds by it: tests/protocols/consensus/test_deliberation.py",
    "quorum": "`floor/seat_calls.py` closes a wave by it: tests/floor/calls/test_waves.py",
    "deadline": "`sessions/runner.py` ends the session by it",
    "stage_deadline": "`floor/seat_calls.py` closes a wave by it",
    "patience": "`floor/seat_calls.py` closes a wave by it",
    "verdict_output": "`floor/floor.py` gives the verdict's writer this room",
    "allowance": "what a reader is shown is cut by it, and these answers are shorter",
    "personalities": "reminds members of earlier debates, and there are none: "
    "tests/protocols/debate/test_deliberation.py",
    "votes": "`protocols/consensus/strategies/voting.py` reads votes by it: "
    "tests/protocols/consensus/test_strategies.py",
    "least_votes": "`protocols/claim_vote/tiers.py` gives a tier on so many votes, and all vote: "
    "tests/protocols/claim_vote/test_tiers.py",
    "controls": "puts claims to the vote that count for nothing, where English claims can be denied or retold: "
    "tests/protocols/claim_vote/test_controls.py",
    "audit": "has voters judge an editor's sentences, and a rehearsed editor writes none that code lets through: "
    "tests/protocols/claim_vote/test_prose.py",
    "weighted": "weighs votes by what each voter did before, and nobody has voted yet: "
    "tests/protocols/claim_vote/test_claim_tally.py",
    "calibrated": "says where the borders come from: tests/extensions/studies/trials/test_calibrate.py",
    "show_names": "`floor/judging.py` deals sheets by it; a vote's readers know claims alone",
}
"""Options that leave the calls of such a session as they are, and what they do."""


@pytest.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Application]:
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    app = await Application.opened("python", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield app
    await app.close()


async def held(app: Application, protocol: str, options: dict[str, OptionValue]) -> tuple[object, ...]:
    """All that was asked of whom and with what, and what came of it, without ids and times."""
    council = Council(members=MEMBERS, chair="rehearsal/hana", protocol=protocol)
    session = await app.convene(Ask(question=LONG, council=council, options=options, seed="s"))
    await app.runner.ended(session)
    told: list[object] = []
    for event in await app.transcript.read(session):
        body = event.body
        if isinstance(body, SessionOpened):
            told += [(seat.temperature, seat.max_output, seat.reasoning) for seat in body.roster.seats]
            told.append(body.stages)
        elif isinstance(body, SeatAsked):
            told.append((event.key, body.prompt))
        elif isinstance(body, (StageEntered, FindingMade, VerdictReached)):
            told.append((event.key, repr(body.finding) if isinstance(body, FindingMade) else ""))
    return tuple(told)


def cases() -> list[str]:
    return [
        f"{name}: {option}"
        for name in registry.names()
        for option in registry.find(name).options.__struct_fields__
        if option in OTHER
    ]


@pytest.mark.parametrize("case", slow_except(cases(), "debate: propose", "claim-vote: high_mean", "consensus: judging"))
async def test_each_option_matters_or_is_refused(app: Application, case: str) -> None:
    protocol, _, option = case.partition(": ")
    beside = {name: value for name, value in WITH.get(option, {}).items() if protocol in cases_of(name)}
    options = {**beside, option: OTHER[option]}
    if option in registry.find(protocol).options().idle():
        with pytest.raises(BadSetting, match=option):
            await held(app, protocol, options)
    elif option not in ELSEWHERE:
        assert await held(app, protocol, options) != await held(app, protocol, beside)


def cases_of(option: str) -> set[str]:
    return {name for name in registry.names() if option in registry.find(name).options.__struct_fields__}


def test_every_option_of_every_protocol_is_tried_listed_or_refused() -> None:
    """A new option has to be put into one of the tables, or be idle where it stands."""
    for name in registry.names():
        usual = registry.find(name).options()
        untold = set(usual.__struct_fields__) - OTHER.keys() - ELSEWHERE.keys() - usual.idle().keys()
        assert not untold, (name, untold)


@pytest.mark.parametrize("name", registry.names())
async def test_what_is_idle_is_refused_by_name_with_the_reason(app: Application, name: str) -> None:
    protocol = registry.find(name)
    council = Council(members=MEMBERS, protocol=name)
    for option, why in protocol.options().idle().items():
        usual = getattr(protocol.options(), option)
        value: OptionValue = 99
        if isinstance(usual, bool):
            value = not usual
        elif isinstance(usual, str):
            value = {"clustering_algorithm": "hdbscan", "context": "manual", "votes": "opening"}.get(option, "rank")
        elif isinstance(usual, (tuple, list)):
            value = ["x=1"]
        with pytest.raises(BadSetting) as refused:
            await app.convene(Ask(question="Which?", council=council, options={option: value}))
        assert f"'{option}' changes nothing here: {why}" in str(refused.value)


@pytest.mark.parametrize("name", registry.names())
async def test_another_chair_in_a_fork_is_asked_or_refused(app: Application, name: str) -> None:
    council = Council(members=MEMBERS, chair="rehearsal/hana", protocol=name)
    session = await app.convene(Ask(question=LONG, council=council, seed="s"))
    await app.runner.ended(session)
    events = await app.transcript.read(session)
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    changes = ForkChanges(stage=opened.stages[-1], chair="rehearsal/gus")
    if registry.find(name).chairless:
        with pytest.raises(BadInput, match="Another chair changes nothing"):
            await app.runner.fork(session, changes)
        return
    fork = await app.runner.fork(session, changes)
    await app.runner.ended(fork)
    spoke = [event for event in await app.transcript.read(fork) if isinstance(event.body, SeatAsked)]
    assert [event.key.partition("~")[0] for event in spoke] == [f"{opened.stages[-1]}/chair"]
