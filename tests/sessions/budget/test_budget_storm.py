"""Test that a budget is never exceeded: hundreds of sessions at once on money for a fifth of them, and processes killed
with money reserved.

The upstream bills exactly and keeps the sum; a bill is never above what was reserved for its call. `make test` kills
twenty times, the heavy part two hundred.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from moot.errors import CallFailed
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.provider import Call
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SeatAsked, SeatSpoke, SessionStopped, Shortfall, StageEntered
from moot.vocabulary.state import state_of
from moot.vocabulary.words.sums import money
from rig.killing import Killing, Life, lived
from rig.openings import opening_of
from rig.script import Asked, Plan
from rig.upstream import Upstream
from sessions.backend import Backend, ranked

PRICE = {"input": 1.0, "output": 1.0}
"""Dollars a million tokens: a thousand nano-dollars a token."""
WRITTEN = 150
"""Tokens billed for every answer."""
ROOM = 400


class Biller:
    """An upstream's script that bills every call exactly, the moment it is asked."""

    def __init__(self, cap: int | None = None) -> None:
        self.cap = cap
        self.billed = 0
        self.over = 0
        self.calls: Counter[str] = Counter()
        self.bills: dict[str, int] = defaultdict(int)

    def __call__(self, asked: Asked) -> Plan:
        read = len(asked.prompt.encode()) // 4
        nano = (read + WRITTEN) * 1000
        self.billed += nano
        if self.cap is not None:
            self.over = max(self.over, self.billed - self.cap)
        found = re.search(r"Question number (\d+)", asked.prompt)
        name = found.group(1) if found else ""
        self.calls[name] += 1
        self.bills[name] += nano
        usage = {"prompt_tokens": read, "completion_tokens": WRITTEN, "cost": nano / 1e9}
        return Plan(chunks=2, words=40, usage={**usage, "total_tokens": read + WRITTEN}, delay=0.002)


def a_question(number: int, protocol: str = "peer-review", **more: object) -> SessionOpening:
    council = Council(members=("fake/alpha", "fake/beta", "fake/gamma"), chair="fake/chair", protocol=protocol)
    return opening_of(
        question=f"Question number {number:03d}?", council=council, seed="x", options={"max_output": ROOM}, **more
    )


async def run_all(
    folder: Path, biller: Biller, count: int, cap: int | None, protocol: str = "peer-review"
) -> tuple[Runner, Directory, list[str]]:
    directory = Directory(folder, {})
    directory.reload()
    transcript = SqlTranscript(Store(folder / f"{protocol}-{count}.db", day_cap=cap))
    runner = Runner(transcript, directory, RunnerRules(door="python"))
    sessions = await asyncio.gather(*(runner.convene(a_question(number, protocol)) for number in range(count)))
    await asyncio.gather(*(runner.ended(session) for session in sessions))
    return runner, directory, list(sessions)


async def let_go(runner: Runner, directory: Directory) -> None:
    await runner.close()
    await directory.close()
    await runner.transcript.close()


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_no_protocol_passes_a_cap(tmp_path: Path, protocol: str) -> None:
    single = Biller()
    async with Upstream(single) as upstream:
        Directory(tmp_path, {}).endpoints.add("fake", {"url": upstream.url, "private": True, "price": PRICE})
        runner, directory, _ = await run_all(tmp_path, single, 1, None, protocol)
        await let_go(runner, directory)
        cap = 10 * single.billed
        biller = upstream.script = Biller(cap)
        runner, directory, sessions = await run_all(tmp_path, biller, 40, cap, protocol)
        outcomes: Counter[str] = Counter()
        spent, asked = 0, 0
        for session in sessions:
            events = await runner.transcript.read(session)
            outcomes[state_of(events).status] += 1
            intents = [event.body for event in events if isinstance(event.body, SeatAsked)]
            asked += sum(intent.model.startswith("fake/") for intent in intents)
            balance = await runner.transcript.balance(session)
            spent += balance.spent
            assert balance.reserved == 0
        print(f"{protocol}: {dict(outcomes)}, {biller.billed / cap:.3f} of the cap")  # shown by `pytest -rP`
        assert set(outcomes) <= {"verdict", "inconclusive", "out_of_budget"}
        assert outcomes["out_of_budget"] >= 25
        assert biller.over == 0
        assert asked == biller.calls.total(), "a call was sent that no intent stands for"
        assert spent == biller.billed
        await let_go(runner, directory)


@pytest.mark.parametrize("count", [200, pytest.param(500, marks=pytest.mark.slow)])
async def test_hundreds_of_sessions_on_money_for_a_fifth_of_them_never_pass_the_cap(tmp_path: Path, count: int) -> None:
    single = Biller()
    async with Upstream(single) as upstream:
        Directory(tmp_path, {}).endpoints.add("fake", {"url": upstream.url, "private": True, "price": PRICE})
        runner, directory, _ = await run_all(tmp_path, single, 1, None)
        await let_go(runner, directory)
        cap = count // 5 * single.billed
        biller = upstream.script = Biller(cap)
        runner, directory, sessions = await run_all(tmp_path, biller, count, cap)
        outcomes: Counter[str] = Counter()
        for number, session in enumerate(sessions):
            events = await runner.transcript.read(session)
            state = state_of(events)
            outcomes[state.status] += 1
            name = f"{number:03d}"
            intents = [event for event in events if isinstance(event.body, SeatAsked)]
            assert biller.calls[name] == len(intents), "a call was sent that no intent stands for"
            balance = await runner.transcript.balance(session)
            assert (balance.spent, balance.reserved) == (biller.bills[name], 0)
            if state.status == "out_of_budget":
                # a wave is refused as a whole: of the stage that could not be paid nobody was asked
                entered = [event.body.stage for event in events if isinstance(event.body, StageEntered)]
                asked_in = {event_keys.stage_of(event.key) for event in intents}
                assert asked_in == set(entered)
                assert len(intents) in (0, 3, 6)
                assert "day" in state.message
        print(f"{dict(outcomes)}, {biller.billed / cap:.3f} of the cap")  # shown by `pytest -rP`
        assert set(outcomes) == {"verdict", "out_of_budget"}
        assert (
            outcomes["verdict"] >= count // 100
        )  # money set aside at the worst price keeps most of it from being spent at once
        assert outcomes["out_of_budget"] >= count * 4 // 5
        assert biller.over == 0
        with closing(sqlite3.connect(tmp_path / f"peer-review-{count}.db")) as bare:
            assert bare.execute("SELECT sum(spent), sum(reserved) FROM days").fetchone() == (biller.billed, 0)
        assert biller.billed <= cap
        await let_go(runner, directory)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 30))])
async def test_no_price_list_however_tiered_passes_a_cap(tmp_path: Path, seed: int) -> None:
    """Prices that rise, or fall, with the length of a prompt; every byte a token, and answers up to their limit."""
    draw = random.Random(seed)
    prices = {f"m{number}": drawn_prices(draw) for number in range(4)}
    listing = [{"id": name, "context_length": 1_000_000, "pricing": row} for name, row in prices.items()]
    billed: list[int] = []
    tells = seed % 2 == 0

    def bill(asked: Asked) -> Plan:
        dense = draw.choice((0.25, 1.0))
        read = int(dense * sum(16 + len(each["content"].encode()) for each in asked.body["messages"]))
        written = asked.body["max_tokens"] if draw.random() < 0.5 else WRITTEN
        row = dict(prices[asked.model])
        a_call = row["request"]
        for longer in row["overrides"]:  # of those that apply the last one counts
            row |= longer if read >= longer["min_prompt_tokens"] else {}
        nano = read * Decimal(row["prompt"]) + written * Decimal(row["completion"]) + Decimal(a_call)
        billed.append(int(nano * 10**9))
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        return Plan(chunks=2, words=40, usage=usage | ({"cost": float(nano)} if tells else {}))

    async with Upstream(bill, listing=listing) as upstream:
        Directory(tmp_path, {}).endpoints.add("fake", {"url": upstream.url, "private": True, "price": "unknown"})
        directory = Directory(tmp_path, {})
        await directory.models("fake")
        runner = Runner(SqlTranscript(Store(tmp_path / "moot.db")), directory, RunnerRules(door="python"))
        council = Council(members=("fake/m0", "fake/m1", "fake/m2"), chair="fake/m3", protocol="peer-review")
        ended: Counter[str] = Counter()

        question = "Why? " * draw.randint(1, 800)

        async def held(cap: int | None) -> Shortfall | None:
            billed.clear()
            asked = SessionOpening(
                ask=Ask(question=question, council=council, seed="x", options={"max_output": ROOM}), cap=cap
            )
            session = await runner.convene(asked)
            await runner.ended(session)
            events = await runner.transcript.read(session)
            state = state_of(events)
            ended[state.status] += 1
            bodies = {event.key: event.body for event in events}
            for key, body in bodies.items():
                if isinstance(body, SeatSpoke):
                    intent = bodies[event_keys.intent(key, body.attempt)]
                    assert isinstance(intent, SeatAsked)
                    assert body.cost is not None
                    assert body.cost <= (intent.reserved or 0)
            balance = await runner.transcript.balance(session)
            assert (balance.spent, balance.reserved) == (sum(billed), 0)
            assert cap is None or balance.spent <= cap
            return state.shortfall

        await held(None)
        short = await held(1)
        assert short is not None
        await held(short.needs)
        for _ in range(4):
            await held(int(short.needs * draw.uniform(0.5, 2)))
        assert ended["verdict"] > 1, ended
        await let_go(runner, directory)


def drawn_prices(draw: random.Random) -> dict[str, Any]:
    """A model's prices as a router lists them: a short prompt's, those of some longer ones, and perhaps of a call."""

    def priced() -> dict[str, str]:
        return {"prompt": f"0.00000{draw.randint(10, 99)}", "completion": f"0.0000{draw.randint(10, 99)}"}

    starts = sorted(draw.sample(range(50, 6000), draw.randint(1, 3)))
    longer = [{"min_prompt_tokens": start, **priced()} for start in starts]
    return {**priced(), "request": draw.choice(("0", "0.005")), "overrides": longer}


@pytest.mark.parametrize("kills", [20, pytest.param(200, marks=pytest.mark.slow)])
async def test_no_reservation_outlives_the_start_after_a_kill(tmp_path: Path, kills: int) -> None:
    draw = random.Random(kills)
    biller = Biller()
    async with Upstream(biller) as upstream, Killing(upstream.url) as lives:
        biller.billed = 0
        with_money = 0
        for number in range(kills):
            place = f"commit:{draw.choice(('before', 'after', 'inside'))}:{draw.randint(1, 9)}"
            life = Life(home=str(tmp_path), session=f"s{number}", kill_at=place, options={"max_output": ROOM})
            if number % 4 == 3:  # a process of its own starts in between, as a server would
                transcript = SqlTranscript(Store(tmp_path / "moot.db"))
                await transcript.sweep()
                await transcript.close()
                assert not any(lived(tmp_path, f"s{one}").open_money for one in range(number))
            assert await lives.live(life), place
            with_money += bool(lived(tmp_path, life.session).open_money)
        assert with_money >= kills / 4
        transcript = SqlTranscript(Store(tmp_path / "moot.db"))
        left = await transcript.sweep()
        spent = 0
        with closing(sqlite3.connect(tmp_path / "moot.db")) as bare:
            assert bare.execute("SELECT count(*) FROM money WHERE state = 'open'").fetchone() == (0,)
            rows = bare.execute("SELECT session, sum(spent) FROM money GROUP BY session")
            for session, parts in rows.fetchall():
                balance = await transcript.balance(session)
                assert (balance.spent, balance.reserved) == (parts, 0)
                events = await transcript.read(session)
                settled = sum(event.body.cost or 0 for event in events if isinstance(event.body, SeatSpoke))
                lost = {event.key: event.body for event in events if isinstance(event.body, SeatAsked)}
                for event in events:
                    if isinstance(event.body, SeatSpoke):
                        lost.pop(event_keys.intent(event.key, event.body.attempt))
                presumed = sum(asked.reserved or 0 for asked in lost.values())
                assert balance.spent == settled + presumed
                spent += balance.spent
            assert bare.execute("SELECT sum(spent), sum(reserved) FROM days").fetchone() == (spent, 0)
        assert biller.billed <= spent, "a call was paid for and not counted"
        assert set(left) <= {f"s{number}" for number in range(kills)}
        await transcript.close()


@pytest.mark.parametrize("waves", [0, 1, 2])
async def test_a_session_stops_before_the_wave_that_does_not_fit_and_goes_on_with_more(waves: int) -> None:
    async with Backend(ranked) as here:
        whole = await here.convene("peer-review", options={"max_output": ROOM, "quorum": 1})
        reserved: dict[str, int] = defaultdict(int)
        costs: dict[str, int] = defaultdict(int)
        for event in await here.events(whole):
            if isinstance(event.body, SeatAsked):
                reserved[event_keys.stage_of(event.key)] += event.body.reserved or 0
            elif isinstance(event.body, SeatSpoke):
                costs[event_keys.stage_of(event.key)] += event.body.cost or 0
        stages = ("opinions", "review", "synthesis")
        # whatever the earlier stages cost, and one nano-dollar less than the next wave may come to
        cap = sum(costs[stage] for stage in stages[:waves]) + reserved[stages[waves]] - 1
        here.voice.calls.clear()
        session = await here.convene("peer-review", options={"max_output": ROOM, "quorum": 1}, cap=cap)
        state = await here.state(session)
        assert state.status == "out_of_budget"
        last = (await here.events(session))[-1].body
        assert isinstance(last, SessionStopped)
        assert "budget" in last.message
        assert not any(key.startswith(stages[waves]) for key in here.asked)
        before = list(here.asked)
        await here.resume(session)
        assert (await here.state(session)).status == "out_of_budget"  # the same cap still stands
        assert here.asked == before
        assert last.shortfall is not None
        await here.resume(session, cap=last.shortfall.needs)  # the figure that is named is enough
        state = await here.state(session)
        assert state.status == "verdict"
        assert max(Counter(here.asked).values()) == 1
        assert (await here.transcript.balance(session)).cap == last.shortfall.needs
        assert state.digest == (await here.state(whole)).digest


async def test_a_call_above_the_cap_for_one_call_is_not_sent() -> None:
    async with Backend() as here:
        session = await here.convene("peer-review", options={"max_output": ROOM}, cap_per_call=100)
        state = await here.state(session)
        assert state.status == "out_of_budget"
        assert "The budget for one call is too small" in state.message
        assert here.asked == []
        assert not any(isinstance(event.body, SeatAsked) for event in await here.events(session))


async def test_output_limits_fit_the_narrower_of_two_budgets() -> None:
    async def reserved(cap: int, day_cap: int | None) -> list[int | None]:
        async with Backend(ranked, transcript=MemoryTranscript(day_cap=day_cap)) as here:
            events = await here.events(await here.convene("peer-review", cap=cap))
            return [event.body.reserved for event in events if isinstance(event.body, SeatAsked)]

    async with Backend() as here:
        poor = (await here.state(await here.convene("peer-review", cap=1))).shortfall
    assert poor is not None
    alone = await reserved(poor.needs, None)
    assert len(alone) == 9
    assert await reserved(100 * poor.needs, poor.needs) == await reserved(poor.needs, 100 * poor.needs) == alone


async def test_what_a_failed_attempt_may_still_cost_is_not_told_as_charged() -> None:
    """One member failed after it was sent: its bound counts against the budget, and nobody calls it charged."""

    def say(call: Call) -> str | CallFailed:
        failed = call.seat.id == "seat-b" and call.key.startswith("opinions")
        return CallFailed("malformed", "Not an answer.", spent=True) if failed else ranked(call)

    async with Backend(say) as here:
        options = {"max_output": ROOM, "quorum": 1}
        poor = (await here.state(await here.convene("peer-review", options=options, cap=1))).shortfall
        assert poor is not None
        here.voice.cost = lambda call: poor.needs // 4  # three answers leave too little for the next stage
        session = await here.convene("peer-review", options=options, cap=poor.needs)
        state = await here.state(session)
        assert state.status == "out_of_budget"
        charged, lost = 3 * (poor.needs // 4), state.presumed
        assert (state.cost, lost > 0) == (charged, True)
        short = state.shortfall
        assert short is not None
        assert (short.charged, short.spent) == (charged, charged + lost)
        assert f"{money(charged)} was charged, up to {money(lost)} more may still be charged" in state.message
        assert "spent" not in state.message + state.remedy
