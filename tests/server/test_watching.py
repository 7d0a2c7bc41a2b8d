"""Test that a watcher gets every event once and in order, whichever clients connect, leave, freeze or misbehave."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from pathlib import Path
from typing import Any

import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from moot.server.watching import stream as viewer_hub
from moot.transcripts.lease import holder_here
from server.running import Running, heard, running
from server.staged import Staged

STREAM = {"Accept": "text/event-stream"}


async def watched(server: Running, session: str, *, last: str | None = None, **params: int) -> list[Any]:
    """What a stream tells until it ends."""
    told = []
    headers = {**STREAM, **({"Last-Event-ID": last} if last is not None else {})}
    async with (
        server.client() as client,
        client.stream("GET", f"/api/sessions/{session}/events", headers=headers, params=params) as stream,
    ):
        assert stream.status_code == 200, await stream.aread()
        async for item in heard(stream.aiter_lines()):
            told.append(item)
    return told


async def test_any_last_event_id_goes_on_exactly_or_is_refused(server: Running) -> None:
    staged = await Staged.opened(server.backend)
    for _ in range(9):
        await staged.add()
    await staged.end()
    other = await Staged.opened(server.backend)
    for after in range(12):
        told = await watched(server, staged.session, last=str(after))
        assert [int(item.id) for item in told if item.id] == list(range(after + 1, 12))
        assert told[-1].event == "end"
        assert told[-1].data == {"session": staged.session, "seq": 11}
    assert [int(item.id) for item in await watched(server, staged.session, after=4) if item.id] == list(range(5, 12))
    async with server.client() as client:
        for last, status in (
            ("12", 409),
            ("99999", 409),
            ("-1", 422),
            ("1.5", 422),
            ("x", 422),
            ("٣", 422),
            ("9" * 40, 422),
        ):
            address = f"/api/sessions/{staged.session}/events"
            answer = await client.get(address, headers={**STREAM, "Last-Event-ID": last.encode()})
            assert answer.status_code == status, last
            assert answer.json()["error"]["message"]
        foreign = await client.get(f"/api/sessions/{other.session}/events", headers={**STREAM, "Last-Event-ID": "9"})
        assert foreign.status_code == 409
        nobody = await client.get("/api/sessions/00000000-0000-4000-8000-000000000000/events", headers=STREAM)
        assert nobody.status_code == 404


@pytest.mark.fast(2)
@pytest.mark.parametrize(
    ("headers", "query", "kind"),
    [
        ({}, "", "text/event-stream"),  # `curl -N` with nothing else
        ({"Last-Event-ID": "1"}, "", "text/event-stream"),
        ({"Accept": "text/event-stream"}, "?after=1", "text/event-stream"),
        ({}, "?after=1", "application/json"),
        ({}, "?limit=5", "application/json"),
        ({"Accept": "application/json"}, "", "application/json"),
    ],
)
async def test_events_are_watched_unless_a_page_is_asked_for(
    headers: dict[str, str], query: str, kind: str, server: Running
) -> None:
    staged = await Staged.opened(server.backend)
    await staged.end()
    async with server.client() as client:
        answer = await client.get(f"/api/sessions/{staged.session}/events{query}", headers=headers)
        assert answer.headers["content-type"].startswith(kind)


async def test_a_newcomer_gets_one_snapshot_of_what_is_being_said(server: Running) -> None:
    staged = await Staged.opened(server.backend)
    early = asyncio.create_task(watched(server, staged.session))
    await asyncio.sleep(0.2)
    for word in ("A moot ", "is a ", "meeting"):
        staged.say(word)
        await asyncio.sleep(0.1)
    late = asyncio.create_task(watched(server, staged.session))
    await asyncio.sleep(0.2)
    staged.say(".")
    await asyncio.sleep(0.2)
    await staged.end()
    for told, pieces in ((await early, 4), (await late, 2)):
        spoken = [item.data for item in told if item.event == "message" and item.data["kind"] == "SeatSpeaking"]
        text = ""
        for piece in spoken:
            assert piece["offset"] == len(text)
            text += piece["text"]
        assert text == "A moot is a meeting."
        assert len(spoken) == pieces


@pytest.mark.slow
async def test_frozen_viewers_are_put_out_and_harm_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert viewer_hub.SEND_WITHIN <= 5
    monkeypatch.setattr(viewer_hub, "SEND_WITHIN", 5.0)
    async with running(tmp_path) as server:
        staged = await Staged.opened(server.backend)
        frozen = []
        for _ in range(20):
            line = sockets.socket()
            line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            line.setblocking(False)
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
            request = (
                f"GET /api/sessions/{staged.session}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                f"Authorization: Bearer {server.token}\r\nAccept: text/event-stream\r\n\r\n"
            )
            await asyncio.get_running_loop().sock_sendall(line, request.encode())
            frozen.append(line)
        readers = [asyncio.create_task(watched(server, staged.session)) for _ in range(20)]
        while server.backend.viewer_hub.viewers < 40:  # nothing tells a test that somebody came
            await asyncio.sleep(0.05)
        for _ in range(100):
            await staged.add(size=100_000)
            await asyncio.sleep(0.01)
        while server.backend.viewer_hub.viewers > 20:  # nor that somebody was put out
            await asyncio.sleep(0.1)
        assert server.backend.viewer_hub.put_out == 20
        await staged.end()
        for told in await asyncio.wait_for(asyncio.gather(*readers), 120):
            assert [int(item.id) for item in told if item.id] == list(range(1, 103))
        for line in frozen:
            line.close()


async def test_a_server_that_stops_says_when_to_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as client:
        staged = await Staged.opened(server.backend)
        text = ""
        async with client.stream("GET", f"/api/sessions/{staged.session}/events", headers=STREAM) as stream:
            async for piece in stream.aiter_text():
                text += piece
                server.server.should_exit = True
        assert text.rstrip().rpartition("retry: 1000")[2].startswith("\n:")
        assert "event: end" not in text


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(0, 30), max_size=4), size=st.integers(0, 30))
def test_cut_anywhere_the_stream_is_the_log(
    tmp_path_factory: pytest.TempPathFactory, cuts: list[int], size: int
) -> None:
    async def trial() -> None:
        async with running(tmp_path_factory.mktemp("home")) as server, server.client() as client:
            staged = await Staged.opened(server.backend)
            for _ in range(size):
                await staged.add()
            seqs: list[int] = []
            for cut in cuts:
                last = {"Last-Event-ID": str(seqs[-1])} if seqs else {}
                address = f"/api/sessions/{staged.session}/events"
                if len(seqs) >= size + 1 or not cut:
                    continue
                async with client.stream("GET", address, headers={**STREAM, **last}) as stream:
                    async for item in heard(stream.aiter_lines()):
                        seqs.append(int(item.id))
                        cut -= 1
                        if not cut or len(seqs) == size + 1:
                            break
            await staged.end()
            told = await watched(server, staged.session, last=str(seqs[-1]) if seqs else None)
            seqs += [int(item.id) for item in told if item.id]
            assert seqs == list(range(1, size + 3))

    asyncio.run(trial())


async def test_one_socket_watches_many_sessions(server: Running) -> None:
    first, second = await Staged.opened(server.backend), await Staged.opened(server.backend)
    await first.add()
    address = f"ws://127.0.0.1:{server.port}/ws"
    async with websockets.connect(address, additional_headers=server.bearer, proxy=None) as socket:
        for staged, after in ((first, 1), (second, 0)):
            await socket.send(json.dumps({"do": "subscribe", "session": staged.session, "after": after}))
        await asyncio.sleep(0.2)
        for _ in range(5):
            await first.add()
            await second.add()
        second.say("Yes")
        await asyncio.sleep(0.3)
        await first.end()
        await second.end()
        seqs: dict[str, list[int]] = {first.session: [], second.session: []}
        ended, spoken, changed = set(), "", set()
        while len(ended) < 2 or not changed:
            told = json.loads(await asyncio.wait_for(socket.recv(), 120))
            changed |= set(told.get("changed", ()))
            if told.get("ended"):
                ended.add(told["session"])
            for event in told.get("events", ()):
                assert event["session"] == told["session"]
                if event["kind"] == "SeatSpeaking":
                    spoken += event["text"]
                else:
                    seqs[told["session"]].append(event["seq"])
        assert seqs == {first.session: list(range(2, 9)), second.session: list(range(1, 8))}
        assert spoken == "Yes"
        assert first.session in changed


async def test_a_socket_says_what_it_does_not_understand(server: Running) -> None:
    address = f"ws://127.0.0.1:{server.port}/ws"
    staged = await Staged.opened(server.backend)
    async with websockets.connect(address, additional_headers=server.bearer, proxy=None) as socket:
        for wrong in ("", "x", "[]", '{"do": "dance"}', '{"do": "ping", "x": 1}', '{"do": "subscribe"', "x" * 5000):
            await socket.send(wrong)
            assert "error" in json.loads(await socket.recv()), wrong
        await socket.send('{"do": "subscribe", "sesion": "abc"}')
        assert "sesion" in json.loads(await socket.recv())["error"]["message"], "the field that is wrong is named"
        for session, after in (("nobody-at-all", 0), (staged.session, 99), (staged.session, -1)):
            await socket.send(json.dumps({"do": "subscribe", "session": session, "after": after}))
            told = json.loads(await socket.recv())
            assert told["session"] == session
            assert told["error"]["message"]
        await socket.send(json.dumps({"do": "subscribe", "session": staged.session}))
        assert json.loads(await socket.recv())["events"][0]["seq"] == 1
        await socket.send(json.dumps({"do": "unsubscribe", "session": staged.session}))
        await socket.send('{"do": "ping"}')
        assert await socket.recv() == '{"pong":true}'
        await asyncio.sleep(0.1)
        assert server.backend.viewer_hub.viewers == 0


async def test_a_page_says_where_nobody_runs_the_session_any_more(server: Running) -> None:
    """What was run elsewhere, by a process that was killed: it is neither over nor running."""
    here = holder_here("cli")
    for dead in (True, False):
        staged = await Staged.opened(server.backend, holder=replace(here, started=here.started - 1) if dead else here)
        async with server.client() as client:
            page = (await client.get(f"/api/sessions/{staged.session}/events", params={"after": 0})).json()
        assert (page["ended"], page["interrupted"]) == (False, dead)
