"""Test that a fork pays only for new calls, and is refused if it would change earlier ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from moot.errors import BadInput, BadSetting, UnknownName
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.endpoints import RowPrice
from moot.sessions.fork import ForkChanges
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council
from moot.vocabulary.events import (
    BallotRead,
    Event,
    SeatAsked,
    SeatSpoke,
    SessionOpened,
    StageEntered,
)
from moot.vocabulary.state import SessionState, state_of
from rig.openings import opening_of
from rig.records.ledger import ledger_lines
from rig.script import Asked, Plan
from rig.upstream import Upstream

MEMBERS = ("fake/alpha", "fake/beta", "fake/gamma", "fake/delta")


class Application:
    """A runner over a store, and an upstream whose ledger is on disk."""

    def __init__(self, folder: Path) -> None:
        self.ledger = folder / "ledger.jsonl"
        self.plan = Plan(chunks=2)
        self.modes: dict[str, Plan] = {}
        self.upstream = Upstream(self._script, ledger=self.ledger)
        self._folder = folder
        self._read = 0

    async def open(self) -> None:
        await self.upstream.__aenter__()
        self.directory = Directory(self._folder, {})
        price = {"input": 1.0, "output": 1.0}
        self.directory.endpoints.add("fake", {"url": self.upstream.url, "private": True, "price": price})
        self.directory.reload()
        assert isinstance(self.directory.row("fake").price, RowPrice)
        self.transcript = SqlTranscript(Store(self._folder / "moot.db"))
        self.runner = Runner(self.transcript, self.directory, RunnerRules(door="python"))

    async def close(self) -> None:
        await self.runner.close()
        await self.directory.close()
        await self.transcript.close()
        await self.upstream.__aexit__()

    def _script(self, asked: Asked) -> Plan:
        return self.modes.get(asked.model, self.plan)

    async def convene(self, protocol: str = "peer-review", **more: object) -> str:
        members = (*MEMBERS, "fake/epsilon", "fake/zeta", "fake/eta")[: max(4, registry.find(protocol).fewest)]
        council = Council(members=members, chair="fake/chair", protocol=protocol)
        asked = opening_of(question="Is it moot?", council=council, seed="x", **more)
        session = await self.runner.convene(asked)
        await self.runner.ended(session)
        return session

    async def fork(self, source: str, **changes: object) -> str:
        session = await self.runner.fork(source, ForkChanges(**changes))  # type: ignore[arg-type]
        await self.runner.ended(session)
        return session

    async def events(self, session: str) -> list[Event]:
        return await self.transcript.read(session)

    async def state(self, session: str) -> SessionState:
        return state_of(await self.events(session))

    def asked(self) -> Counter[str]:
        """Which models were asked since the last look, and how often, by the ledger on disk."""
        lines = [line for line in ledger_lines(self.ledger) if "model" in line]
        news, self._read = lines[self._read :], len(lines)
        return Counter(line["model"] for line in news)


def same_up_to(stage: str, source: list[Event], fork: list[Event]) -> None:
    """The fork begins with the source's settled events of earlier stages, word for word, each naming its origin."""
    opened = source[0].body
    assert isinstance(opened, SessionOpened)
    earlier = set(opened.stages[: opened.stages.index(stage)])
    by_seq = {event.seq: event for event in source}
    copies = [event for event in fork if event.origin is not None]
    assert [event.seq for event in fork] == list(range(1, len(fork) + 1))
    assert copies == fork[1 : 1 + len(copies)]
    for copy in copies:
        assert copy.origin is not None
        original = by_seq[copy.origin.seq]
        assert (copy.origin.session, copy.key, copy.body) == (original.session, original.key, original.body)
    settled = {
        event.key
        for event in source
        if not isinstance(event.body, (SeatAsked, SessionOpened))
        and (event.body.stage if isinstance(event.body, StageEntered) else event_keys.stage_of(event.key)) in earlier
        and not event.key.endswith((":late", "!"))
    }
    assert {event.key for event in copies} == settled


async def test_another_chair_from_review_asks_nothing_of_the_opinions_again(app: Application) -> None:
    source = await app.convene()
    assert app.asked() == {"alpha": 2, "beta": 2, "gamma": 2, "delta": 2, "chair": 1}
    fork = await app.fork(source, stage="review", chair="fake/other-chair")
    assert app.asked() == {"alpha": 1, "beta": 1, "gamma": 1, "delta": 1, "other-chair": 1}
    before, after = await app.events(source), await app.events(fork)
    same_up_to("review", before, after)
    opened = after[0].body
    assert isinstance(opened, SessionOpened)
    assert opened.fork is not None
    assert (opened.fork.session, opened.fork.stage, opened.fork.changed) == (
        source,
        "review",
        ("chair = fake/other-chair",),
    )
    # same seed, same opinions: the same sheets and, from an upstream of fixed words, the same ballots
    ballots = [{e.key: e.body for e in events if isinstance(e.body, BallotRead)} for events in (before, after)]
    assert ballots[0] == ballots[1] != {}
    assert (await app.state(source)).status == (await app.state(fork)).status == "verdict"
    assert (await app.runner.replay(fork)).digest == (await app.state(fork)).digest


@pytest.mark.fast(1)
@pytest.mark.parametrize("protocol", registry.names())
async def test_every_protocol_forks_from_every_stage_it_entered(app: Application, protocol: str) -> None:
    source = await app.convene(protocol)
    first = app.asked().total()
    events = await app.events(source)
    digest = (await app.state(source)).digest
    asked: list[int] = []
    for stage in [event.body.stage for event in events if isinstance(event.body, StageEntered)]:
        fork = await app.fork(source, stage=stage)
        same_up_to(stage, events, await app.events(fork))
        assert (await app.state(fork)).digest == digest
        assert (await app.runner.replay(fork)).digest == digest
        asked.append(app.asked().total())
    assert asked[0] == first
    assert asked == sorted(asked, reverse=True)


async def test_copies_count_in_no_budget(app: Application) -> None:
    source = await app.convene()
    spent = (await app.transcript.balance(source)).spent
    assert spent > 0
    fork = await app.fork(source, stage="synthesis")
    balance = await app.transcript.balance(fork)
    last = [event for event in await app.events(fork) if isinstance(event.body, SeatSpoke) and event.origin is None]
    assert [event.key for event in last] == ["synthesis/chair"]
    assert isinstance(last[0].body, SeatSpoke)
    assert balance.spent == last[0].body.cost
    assert 0 < balance.spent < spent
    assert balance.reserved == 0
    # a cap that the copies alone would break is kept by what the fork makes anew
    capped = await app.fork(source, stage="synthesis", cap=spent * 3)
    assert (await app.state(capped)).status == "verdict"


async def test_a_fork_of_a_fork_has_origins_in_the_fork_and_replays(app: Application) -> None:
    source = await app.convene()
    first = await app.fork(source, stage="review", chair="fake/second")
    app.asked()
    second = await app.fork(first, stage="synthesis", chair="fake/third")
    assert app.asked() == {"third": 1}
    events = await app.events(second)
    same_up_to("synthesis", await app.events(first), events)
    assert {event.origin.session for event in events if event.origin is not None} == {first}
    for session in (source, first, second):
        assert (await app.runner.replay(session)).digest == (await app.state(session)).digest


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"stage": "review", "options": {"language": "Welsh"}}, "option language = Welsh"),
        ({"stage": "synthesis", "options": {"allowance": 120}}, "option allowance = 120"),
        ({"stage": "synthesis", "wording": {"review": "Judge: $answers\n\n$ballot"}}, "wording review"),
    ],
)
async def test_a_change_to_what_was_asked_before_is_refused_by_name(
    app: Application, changes: dict[str, object], says: str
) -> None:
    source = await app.convene()
    app.asked()
    with pytest.raises(BadInput, match=says) as refusal:
        await app.runner.fork(source, ForkChanges(**changes))  # type: ignore[arg-type]
    assert "would change what was asked before" in refusal.value.message
    assert refusal.value.remedy == "Fork from an earlier stage."
    assert app.asked() == {}
    assert app.runner.running == []


async def test_a_session_that_stopped_before_a_stage_is_forked_from_there(app: Application) -> None:
    source = await app.convene(cap=1)
    state = await app.state(source)
    assert (state.status, state.entered) == ("out_of_budget", ())
    fork = await app.fork(source, stage="opinions", cap=10**9)
    assert (await app.state(fork)).status == "verdict"


async def test_what_cannot_be_forked_says_why(app: Application) -> None:
    source = await app.convene()
    with pytest.raises(UnknownName, match="nowhere"):
        await app.runner.fork(source, ForkChanges(stage="nowhere"))
    with pytest.raises(BadInput, match="needs a stage"):
        await app.runner.fork(source, ForkChanges())
    with pytest.raises(BadSetting, match="allowance"):
        await app.runner.fork(source, ForkChanges(stage="synthesis", options={"allowance": 60}))
    with pytest.raises(BadInput, match="No move of this session failed"):
        await app.runner.fork(source, ForkChanges(retry_failed=True))
    app.modes = {name: Plan(mode="filter_400") for name in ("alpha", "beta", "gamma")}
    broken = await app.convene()
    assert (await app.state(broken)).reason == "quorum"
    with pytest.raises(BadInput, match="never got past"):
        await app.runner.fork(broken, ForkChanges(stage="synthesis"))
