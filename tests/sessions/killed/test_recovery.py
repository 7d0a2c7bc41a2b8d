"""Test that a session continues, once, after crashes, pauses, a full disk, or a person's stop."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from moot.errors import BadInput, CallFailed, Conflict, LeaseLost, SessionBusy
from moot.protocols.floor_interface import Floor
from moot.protocols.protocol import Options, protocol
from moot.providers.directory import Directory
from moot.providers.provider import Call
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.lease import LeaseHolder
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import SeatSpoke, SessionResumed, SessionStopped
from moot.vocabulary.verdicts import Verdict
from rig.killing import Life, go, lived
from rig.script import Plan
from rig.upstream import Upstream
from sessions import backend
from sessions.backend import app, until, until_settled
from sessions.small_protocols import two_stages

# --- leases and fences ---


async def test_a_process_that_was_paused_cannot_write_and_the_session_goes_on_once(tmp_path: Path) -> None:
    async with Upstream(default=Plan(delay=0.3, chunks=2)) as upstream:
        life = Life(home=str(tmp_path), session="s", members=3)
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                asyncio.events._set_running_loop(None)
                asyncio.run(go(life, upstream.url))
                code = 0
            finally:
                os._exit(code)
        try:
            while len(upstream.calls) < 3:
                await asyncio.sleep(0.01)
            os.kill(pid, signal.SIGSTOP)
            left = lived(tmp_path, "s")
            assert len(left.unsettled()) == 3
            # to this process the lease has run out: its clock is ahead, as if the other had slept for a minute
            transcript = SqlTranscript(Store(tmp_path / "moot.db", clock=lambda: time.time() + 60))
            early = Runner(SqlTranscript(Store(tmp_path / "moot.db")), Directory(tmp_path, {}), RunnerRules(door="cli"))
            with pytest.raises(SessionBusy, match=str(pid)):
                await early.resume("s")
            await early.transcript.close()
            directory = Directory(tmp_path, {})
            runner = Runner(transcript, directory, RunnerRules(door="server"))
            assert await transcript.sweep() == ["s"]
            await runner.resume("s", automatic=True)
            os.kill(pid, signal.SIGCONT)
            await runner.ended("s")
            status = await asyncio.to_thread(os.waitpid, pid, 0)
            assert os.WIFEXITED(status[1])
            events = await transcript.read("s")
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert events[-1].kind == "VerdictReached"
            resumed = [event for event in events if isinstance(event.body, SessionResumed)]
            assert len(resumed) == 1
            # everything after the handover was written by the new holder: the paused one's answers were refused
            after = [event for event in events if event.seq > resumed[0].seq and isinstance(event.body, SeatSpoke)]
            assert all(event.body.attempt == 2 for event in after if event.key.startswith("opinions/"))
            assert len(upstream.calls) == 3 + 3 + 3 + 1
            assert (await transcript.balance("s")).reserved == 0
            await runner.close()
            await directory.close()
            await transcript.close()
        finally:
            _end(pid)


def _end(pid: int) -> None:
    for sign in (signal.SIGCONT, signal.SIGKILL):
        try:
            os.kill(pid, sign)
            if sign == signal.SIGKILL:
                os.waitpid(pid, 0)
        except (ProcessLookupError, ChildProcessError):
            return


async def test_a_stale_append_is_refused_and_its_runner_lets_go(path: Path) -> None:
    gate = asyncio.Event()

    async def slow(call: Call) -> str:
        await gate.wait()
        return "from the old holder"

    async with app(path, slow) as old, app(path, clock=60.0) as new:
        new.runner._holder = LeaseHolder(host="another-host/0", pid=7, started=1, door="server")
        session = await old.convene(two_stages, until_over=False)
        await until(lambda: len(old.asked) == 4)
        lease = old.runner._attempts[session].lease
        await new.runner.resume(session)
        gate.set()
        await old.runner.ended(session)
        await new.runner.ended(session)
        with pytest.raises(LeaseLost):
            await old.transcript.append(lease, [])
        said = [body.text for body in (await new.bodies(session)).values() if isinstance(body, SeatSpoke)]
        assert "from the old holder" not in said
        assert (await new.state(session)).status == "verdict"
        assert old.runner.running == []


async def test_two_resumes_at_once_give_one_attempt(path: Path) -> None:
    async with app(path) as here:
        session = await here.convene(two_stages, until_over=False)
        await here.runner.stop(session)
        came = await asyncio.gather(here.runner.resume(session), here.runner.resume(session), return_exceptions=True)
        assert sorted(type(one).__name__ for one in came) == ["NoneType", "SessionBusy"]
        await here.runner.ended(session)
        assert (await here.state(session)).resumed == 1
        assert (await here.state(session)).status == "verdict"


async def test_a_resume_that_fails_leaves_the_session_to_others(path: Path) -> None:
    async with app(path) as here, app(path) as there:
        there.runner._holder = LeaseHolder(host="another-host/0", pid=7, started=1, door="server")
        session = await here.convene(two_stages, until_over=False)
        await here.runner.stop(session)
        protocol = backend.EXTRA.pop("two-stages")
        with pytest.raises(Conflict, match="not installed here any more"):
            await here.runner.resume(session)
        backend.enrolled(protocol)
        await there.resume(session)
        assert (await there.state(session)).status == "verdict"


# --- stopping, parking, deadlines ---


async def test_another_process_stops_a_session_through_a_wish(path: Path) -> None:
    async def never(call: Call) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    async with app(path, never) as holder, app(path) as other:
        other.runner._holder = LeaseHolder(host="another-host/0", pid=7, started=1, door="cli")
        session = await holder.convene(two_stages, until_over=False)
        await until(lambda: len(holder.asked) == 4)
        assert await other.runner.stop(session)
        await asyncio.wait_for(holder.runner.ended(session), 3)
        state = await other.state(session)
        assert (state.status, state.reason) == ("stopped", "asked")
        assert (await other.transcript.balance(session)).reserved == 0
        assert not await other.runner.stop(session)
        await other.resume(session)
        state = await other.state(session)
        assert state.status == "verdict"
        assert state.orphans


async def test_a_graceful_close_parks_and_nothing_settled_is_asked_again(path: Path) -> None:
    async def half(call: Call) -> str:
        if call.seat.id in ("seat-c", "seat-d"):
            await asyncio.Event().wait()
        return f"words of {call.seat.id}"

    async with app(path, half) as first:
        session = await first.convene(two_stages, until_over=False)
        await until_settled(first, session, 2)
    async with app(path) as second:
        before = await second.bodies(session)
        assert not any(isinstance(body, SessionStopped) for body in before.values())
        assert await second.transcript.sweep() == [session]
        assert (await second.transcript.balance(session)).reserved == 0
        await second.resume(session, automatic=True)
        assert second.asked == ["one/seat-c", "one/seat-d", "two/chair"]
        after = await second.bodies(session)
        resumed = after["resumed.1"]
        assert isinstance(resumed, SessionResumed)
        assert (resumed.after, sorted(resumed.orphans)) == ("shutdown", ["one/seat-c~1", "one/seat-d~1"])
        assert await second.transcript.crashes(session) == 0


@protocol(name="patient", title="t", stages=("one",))
async def patient(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        for turn in range(20):
            await floor.ask(floor.seats[0], f"turn {turn}", about=f"turn-{turn}")
        return await floor.withhold("done")


async def test_the_deadline_ends_it_and_a_later_one_takes_it_up(path: Path) -> None:
    async def say(call: Call) -> str:
        await asyncio.sleep(0.05)
        return "words"

    async with app(path, say) as here:
        session = await here.convene(patient, options={"deadline": 0.4})
        state = await here.state(session)
        assert (state.status, state.reason) == ("failed", "deadline")
        assert "0.4 s" in state.message
        assert 1 <= len(here.asked) < 10
        before = len(here.asked)
        for deadline in (None, 0.3):  # the time that has run is not given back, so nothing is begun
            with pytest.raises(Conflict, match="would change nothing"):
                await here.runner.resume(session, deadline=deadline)
        with pytest.raises(BadInput, match="only after too few"):
            await here.runner.resume(session, deadline=30.0, quorum=1)
        assert len(here.asked) == before
        assert (await here.state(session)).resumed == 0
        await here.resume(session, deadline=30.0)
        assert (await here.state(session)).status == "inconclusive"
        again = [key for key, times in Counter(here.asked).items() if times > 1]
        assert len(again) <= 1  # the one that was under way when the time was over


# --- attempts ---


async def test_attempts_that_died_with_their_process_are_no_failures_of_the_seat(path: Path) -> None:
    stuck, failures = True, 0

    async def say(call: Call) -> str | CallFailed:
        nonlocal failures
        if call.key == "one/seat-a":
            if stuck:
                await asyncio.Event().wait()
            failures += 1
            if failures == 1:
                return CallFailed("timeout", "It took too long.")
        return "words"

    async with app(path, say) as here:
        session = await here.convene(two_stages, until_over=False)
        for turn in range(1, 4):
            await until(lambda turn=turn: here.asked.count("one/seat-a") == turn)
            await here.runner.stop(session)
            if turn == 3:
                stuck = False
            await here.runner.resume(session)
        await here.runner.ended(session)
        state = await here.state(session)
        assert (state.status, state.missing) == ("verdict", ())
