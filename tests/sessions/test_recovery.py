"""Does a session go on, once, whatever happened to those who ran it: crashes, pauses, a full disk, a person?"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from moot.errors import BadInput, CallFailed, LeaseLost, SessionBusy, SessionOver, StorageFailed
from moot.protocols import registry
from moot.protocols.protocol import Floor, Options, protocol
from moot.protocols.wording import Wording
from moot.providers.directory import Directory
from moot.providers.provider import Call
from moot.sessions import attempt as attempts
from moot.sessions import dealing, sql_store
from moot.sessions.lease import Holder, this_host
from moot.sessions.runner import HouseRules, Runner
from moot.sessions.sql_store import Store
from moot.sessions.sql_transcript import SqlTranscript
from moot.vocabulary.events import SeatSpoke, SessionResumed, SessionStopped
from moot.vocabulary.verdicts import Verdict
from rig.killing import Life, go, lived
from rig.script import Plan
from rig.upstream import Upstream

from . import hall
from .hall import Hall, ranked

DEAD = Holder(host=this_host(), pid=os.getpid(), started=1, door="server")
"""A holder of this host that no longer runs: its pid was given anew."""


@pytest.fixture(autouse=True)
def enrolling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "find", hall.find)
    yield
    hall.EXTRA.clear()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "moot.db"


def house(path: Path, say: hall.Say | None = None, *, clock: float = 0.0, **rules: object) -> Hall:
    """One process's way to the store at `path`; `clock` seconds ahead of the others'."""
    store = Store(path, clock=lambda: time.time() + clock)
    return Hall(say, transcript=SqlTranscript(store), rules=HouseRules(door="server", **rules))  # type: ignore[arg-type]


SUM = Wording("sum", "Sum up: $answers", uses="answers")


@protocol(name="two-stages", title="t", stages=("one", "two"))
async def two_stages(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        first = await floor.ask_all(floor.seats, floor.question)
    async with floor.stage("two"):
        return await floor.conclude(floor.chair, SUM, answers=first)


# --- crash loops ---


@protocol(name="poison", title="t", stages=("one", "two"))
async def poison(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        await floor.ask_all(floor.seats, floor.question)
    if not os.environ.get("ANTIDOTE"):
        os.kill(os.getpid(), signal.SIGKILL)
    return await floor.withhold("it is over")


async def test_a_session_that_kills_every_process_ends_and_others_run_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.enrolled(two_stages)
    hall.enrolled(poison)
    monkeypatch.delenv("ANTIDOTE", raising=False)

    async def serve() -> None:
        """What a server does at its start: takes up what was left, then goes on."""
        async with house(path, crash_limit=3) as here:
            for session in await here.transcript.sweep():
                await here.runner.resume(session, automatic=True)
                await here.runner.ended(session)

    async def begin() -> None:
        async with house(path, crash_limit=3) as here:
            good = await here.convene(two_stages, until_over=False)
            bad = await here.convene(poison, until_over=False)
            for session in (good, bad):
                await here.runner.ended(session)

    deaths = 0
    while _dies(begin if not deaths else serve):
        deaths += 1
        assert deaths < 10
    async with house(path, crash_limit=3) as here:
        with closing(sqlite3.connect(path)) as bare:
            ids = dict(bare.execute("SELECT protocol, id FROM sessions"))
        assert (await here.state(ids["two-stages"])).status == "verdict"
        state = await here.state(ids["poison"])
        assert (state.status, state.reason) == ("failed", "crash_loop")
        # the first life settled its moves, so its death was the first without progress
        assert deaths == 4
        assert f"died {deaths} times" in state.message
        assert await here.transcript.sweep() == []
        monkeypatch.setenv("ANTIDOTE", "yes")
        await here.resume(ids["poison"])
        assert (await here.state(ids["poison"])).status == "inconclusive"
        assert here.asked == []  # everything had been settled before the first crash


def _dies(work: object) -> bool:
    """Runs it in a process of its own; whether that was killed."""
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.events._set_running_loop(None)
            asyncio.run(work())  # type: ignore[operator]
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(7)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


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
            deadline = time.monotonic() + 20
            while len(upstream.calls) < 3:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.01)
            os.kill(pid, signal.SIGSTOP)
            left = lived(tmp_path, "s")
            assert len(left.unsettled()) == 3
            # to this process the lease has run out: its clock is ahead, as if the other had slept for a minute
            transcript = SqlTranscript(Store(tmp_path / "moot.db", clock=lambda: time.time() + 60))
            early = Runner(SqlTranscript(Store(tmp_path / "moot.db")), Directory(tmp_path, {}), HouseRules(door="cli"))
            with pytest.raises(SessionBusy, match=str(pid)):
                await early.resume("s")
            await early.transcript.close()
            directory = Directory(tmp_path, {})
            runner = Runner(transcript, directory, HouseRules(door="server"))
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

    async with house(path, slow) as old, house(path, clock=60.0) as new:
        new.runner._holder = Holder(host="another-host/0", pid=7, started=1, door="server")
        session = await old.convene(two_stages, until_over=False)
        await _until(lambda: len(old.asked) == 4)
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
    async with house(path) as here:
        session = await here.convene(two_stages, until_over=False)
        await here.runner.stop(session)
        came = await asyncio.gather(here.runner.resume(session), here.runner.resume(session), return_exceptions=True)
        assert sorted(type(one).__name__ for one in came) == ["NoneType", "SessionBusy"]
        await here.runner.ended(session)
        assert (await here.state(session)).resumed == 1
        assert (await here.state(session)).status == "verdict"


async def test_a_resume_that_fails_leaves_the_session_to_others(path: Path) -> None:
    async with house(path) as here, house(path) as there:
        there.runner._holder = Holder(host="another-host/0", pid=7, started=1, door="server")
        session = await here.convene(two_stages, until_over=False)
        await here.runner.stop(session)
        protocol = hall.EXTRA.pop("two-stages")
        with pytest.raises(BadInput):
            await here.runner.resume(session)
        hall.enrolled(protocol)
        await there.resume(session)
        assert (await there.state(session)).status == "verdict"


# --- stopping, parking, deadlines ---


async def test_another_process_stops_a_session_through_a_wish(path: Path) -> None:
    async def never(call: Call) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    async with house(path, never) as holder, house(path) as other:
        other.runner._holder = Holder(host="another-host/0", pid=7, started=1, door="cli")
        session = await holder.convene(two_stages, until_over=False)
        await _until(lambda: len(holder.asked) == 4)
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


async def test_a_stop_that_comes_while_it_ends_does_not_keep_it_from_being_written_down(path: Path) -> None:
    async with house(path) as here:
        leave = attempts.WorkingFloor.leave

        async def slow_leave(floor: attempts.WorkingFloor) -> None:
            await asyncio.sleep(0.1)
            await leave(floor)

        hall.enrolled(two_stages)

        @protocol(name="lost", title="t", stages=("one",))
        async def lost(floor: Floor, options: Options) -> Verdict:
            raise ValueError("lost")

        attempts.WorkingFloor.leave = slow_leave  # type: ignore[method-assign]
        try:
            session = await here.convene(lost, until_over=False)
            await asyncio.sleep(0.05)
            await here.runner.stop(session)
        finally:
            attempts.WorkingFloor.leave = leave  # type: ignore[method-assign]
        state = await here.state(session)
        assert (state.status, state.reason) == ("failed", "error")
        assert await here.transcript.crashes(session) == 0
        await here.resume(session)


async def test_a_graceful_close_parks_and_nothing_settled_is_asked_again(path: Path) -> None:
    async def half(call: Call) -> str:
        if call.seat.id in ("seat-c", "seat-d"):
            await asyncio.Event().wait()
        return f"words of {call.seat.id}"

    async with house(path, half) as first:
        session = await first.convene(two_stages, until_over=False)
        await _until_settled(first, session, 2)
    async with house(path) as second:
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


async def test_the_deadline_ends_it_and_a_later_one_takes_it_up(path: Path) -> None:
    slow = True

    async def say(call: Call) -> str:
        if slow and call.seat.id == "seat-b":
            await asyncio.Event().wait()
        return "words"

    async with house(path, say) as here:
        session = await here.convene(two_stages, options={"deadline": 0.4})
        state = await here.state(session)
        assert (state.status, state.reason) == ("failed", "deadline")
        assert "0.4 s" in state.message
        slow = False
        await here.resume(session)
        assert (await here.state(session)).reason == "deadline"  # the time that has run is not given back
        await here.resume(session, deadline=30.0)
        assert (await here.state(session)).status == "verdict"
        assert here.asked.count("one/seat-b") == 2
        assert here.asked.count("one/seat-a") == 1


# --- people ---


async def test_a_person_is_waited_for_without_a_task_and_answers_across_a_restart(path: Path) -> None:
    async with house(path) as first:
        session = await first.convene(two_stages, people=1)
        assert first.runner.running == []
        assert sorted(first.asked) == ["one/seat-a", "one/seat-b", "one/seat-c"]
    async with house(path) as second:
        assert await second.transcript.sweep() == []  # it waits; nothing is to be taken up
        asks = [key for key in await second.bodies(session) if key.startswith("one/seat-d~")]
        assert asks == ["one/seat-d~1"]
        with pytest.raises(BadInput, match="one/seat-d"):
            await second.runner.answer(session, "one/seat-z", "mine")
        with pytest.raises(BadInput, match="empty"):
            await second.runner.answer(session, "one/seat-d", "  ")
        await second.runner.answer(session, "one/seat-d", "words of a person")
        await second.runner.ended(session)
        bodies = await second.bodies(session)
        said = bodies["one/seat-d"]
        assert isinstance(said, SeatSpoke)
        assert (said.text, said.model, said.cost) == ("words of a person", "person", 0)
        assert "one/seat-d~2" not in bodies
        assert second.asked == ["two/chair"]
        assert (await second.state(session)).status == "verdict"
        assert "words of a person" in await second.prompt(session, "two/chair")
        assert (await second.runner.replay(session)).digest == (await second.state(session)).digest
        with pytest.raises(SessionOver):
            await second.runner.answer(session, "one/seat-d", "changed my mind")


@pytest.mark.parametrize("where", ["here", "elsewhere"])
async def test_an_answer_that_crosses_the_goodbye_is_found(path: Path, where: str) -> None:
    """It is stored after the session's last look for answers and before it has let go of its lease."""
    async with house(path) as here, house(path) as there:
        there.runner._holder = Holder(host="another-host/0", pid=7, started=1, door="cli")
        release = here.transcript.release
        crossed = []

        async def crossing(lease, state=None):  # type: ignore[no-untyped-def]
            if state == "waiting" and not crossed:
                crossed.append(lease.session)
                await (here if where == "here" else there).runner.answer(lease.session, "one/seat-d", "just in time")
            await release(lease, state)

        here.transcript.release = crossing  # type: ignore[method-assign]
        session = await here.convene(two_stages, people=1)
        for _ in range(100):
            await asyncio.sleep(0.02)
            if (await here.state(session)).status == "verdict":
                break
        assert crossed == [session]
        assert (await here.state(session)).status == "verdict"
        assert (await here.state(session)).resumed == 1


async def test_a_person_answers_while_others_still_write(path: Path) -> None:
    gate = asyncio.Event()

    async def say(call: Call) -> str:
        await gate.wait()
        return "words"

    async with house(path, say) as here:
        session = await here.convene(two_stages, people=1, until_over=False)
        await _until(lambda: len(here.asked) == 3)
        await here.runner.answer(session, "one/seat-d", "quick")
        gate.set()
        await here.runner.ended(session)
        assert (await here.state(session)).status == "verdict"
        assert (await here.state(session)).resumed == 0
        assert await here.transcript.wishes([session]) == []


# --- storage ---


@pytest.mark.parametrize("number", [2, 3, 4, 6])
async def test_no_call_starts_when_nothing_can_be_stored_and_it_goes_on_once_there_is_space(
    path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "STORAGE_PATIENCE", (0.05,) * 40)
    connect, full = sql_store._connection, False

    def connection(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
        made = connect(path, pragmas)
        if full:
            _fill(made)
        return made

    monkeypatch.setattr(sql_store, "_connection", connection)
    async with house(path, lambda call: f"words on {call.key} " * 1000) as here:
        store = here.transcript._store  # type: ignore[attr-defined]
        append, count, sent = here.transcript._append, 0, -1

        async def filling(lease, drafts, texts):  # type: ignore[no-untyped-def]
            nonlocal count, full, sent
            count += 1
            if count == number:
                full = True
                await store.write(lambda used: _fill(used.connection.driver_connection))
            try:
                return await append(lease, drafts, texts)
            except StorageFailed:
                sent = len(here.asked) if sent < 0 else sent
                raise

        here.transcript._append = filling  # type: ignore[method-assign]
        session = await here.convene(two_stages, question="long " * 4000, until_over=False)
        await asyncio.sleep(0.4)
        # either it waits for space to write down how it ended, or that little still fitted in
        assert here.runner.running == [session] or (await here.state(session)).reason == "storage"
        assert len(here.asked) == sent
        before = lived(path.parent, session)
        full = False
        await store.write(lambda used: used.exec_driver_sql("PRAGMA max_page_count = 1000000"))
        await asyncio.wait_for(here.runner.ended(session), 5)
        state = await here.state(session)
        assert (state.status, state.reason) == ("failed", "storage")
        assert "disk is full" in state.message
        assert set(before.events) <= set(lived(path.parent, session).events)
        settled = {key for key, body in (await here.bodies(session)).items() if isinstance(body, SeatSpoke)}
        await here.resume(session)
        assert (await here.state(session)).status == "verdict"
        assert not settled & set(here.asked[sent:])
        assert (await here.transcript.balance(session)).reserved == 0
    with closing(sqlite3.connect(path)) as bare:
        assert bare.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _fill(used: sqlite3.Connection) -> None:
    pages = used.execute("PRAGMA page_count").fetchone()[0]
    used.execute(f"PRAGMA max_page_count = {pages}")


def test_a_file_that_may_not_grow_stops_the_session_and_not_the_store(tmp_path: Path) -> None:
    """RLIMIT_FSIZE in a process of its own: the kernel refuses, and nothing is half written."""
    sizes = [0]

    def say(call: Call) -> str:
        if call.key == "one/seat-a":
            most = max(sizes) + 4096
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        return f"words on {call.key} " * 1000

    async def work() -> None:
        attempts.STORAGE_PATIENCE = (0.01,)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        async with house(tmp_path / "moot.db") as here:
            assert (await here.state(await here.convene(two_stages))).status == "verdict"
            sizes.extend(os.stat(tmp_path / f"moot.db{end}").st_size for end in ("", "-wal"))
            here.voice.say = say
            session = await here.convene(two_stages)
            assert (await here.state(session)).status == "running"
            assert here.asked[-4:] == [f"one/seat-{letter}" for letter in "abcd"]
            here.voice.say = lambda call: "words"
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await here.resume(session)
            assert (await here.state(session)).status == "verdict"

    assert not _dies(work)
    with closing(sqlite3.connect(tmp_path / "moot.db")) as bare:
        assert bare.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# --- drift ---


async def test_another_wording_diverges_and_accepted_drift_is_said(path: Path) -> None:
    async def stuck(call: Call) -> str:
        if call.key == "two/chair":
            await asyncio.Event().wait()
        return "words"

    async with house(path, stuck) as first:
        session = await first.convene(two_stages, until_over=False)
        await _until(lambda: "two/chair" in first.asked)

    @protocol(name="two-stages", title="t", stages=("one", "two"))
    async def changed(floor: Floor, options: Options) -> Verdict:
        async with floor.stage("one"):
            first = await floor.ask_all(floor.seats, "Another question altogether.")
        async with floor.stage("two"):
            return await floor.conclude(floor.chair, SUM, answers=first)

    hall.enrolled(changed)
    async with house(path) as second:
        await second.resume(session, automatic=True)
        state = await second.state(session)
        assert (state.status, state.reason) == ("failed", "diverged")
        assert "'one/seat-a'" in state.message
        assert second.asked == []
        await second.resume(session, accepts_drift=True)
        state = await second.state(session)
        assert state.status == "verdict"
        assert state.verdict is not None
        assert any("drift accepted" in line for line in state.verdict.degraded)
        assert second.asked == ["two/chair"]  # what was recorded steers
        assert (await second.runner.replay(session)).digest == state.digest


async def test_ballots_are_read_under_the_labels_they_were_cast_under(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another release draws other labels; with drift accepted the recorded sheets stand, for reader and ballot."""

    async def half(call: Call) -> str:
        if call.key == "review/seat-d":
            await asyncio.Event().wait()
        return ranked(call)

    async with house(path, half) as first:
        session = await first.convene("peer-review", until_over=False)
        await _until_settled(first, session, 7)
    monkeypatch.setattr(dealing, "labels_for", lambda number, texts, lot: ("WXYZ", "QRST", "MNPK", "GHJB")[:number])
    async with house(path, ranked) as second:
        await second.resume(session, automatic=True)
        assert (await second.state(session)).reason == "diverged"
        await second.resume(session, accepts_drift=True)
        state = await second.state(session)
        assert state.status == "verdict"
        assert [view.spoiled for view in state.ballots.values()] == [""] * 4
        assert "WXYZ" not in await second.prompt(session, "review/seat-d")
        assert not [key for key in second.asked if key.endswith("+repair")]
        assert (await second.runner.replay(session)).digest == state.digest


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

    async with house(path, say) as here:
        session = await here.convene(two_stages, until_over=False)
        for turn in range(1, 4):
            await _until(lambda turn=turn: here.asked.count("one/seat-a") == turn)
            await here.runner.stop(session)
            if turn == 3:
                stuck = False
            await here.runner.resume(session)
        await here.runner.ended(session)
        state = await here.state(session)
        assert (state.status, state.missing) == ("verdict", ())


async def _until(true) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + 5
    while not true():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)


async def _until_settled(here: Hall, session: str, count: int) -> None:
    deadline = time.monotonic() + 5
    while sum(isinstance(body, SeatSpoke) for body in (await here.bodies(session)).values()) < count:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)
