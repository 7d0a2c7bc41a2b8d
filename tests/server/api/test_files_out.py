"""Test that a file written for one client delays no other, and ends with its client."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import psutil
import pytest

from cases import slow_except
from moot.errors import TooLarge
from moot.exports import writing_process as writing_apart
from moot.exports.pages.replay_page import PAGE
from moot.exports.session_files import FORMS, transcript_lines
from moot.exports.writing_process import FileRequest, WrittenFile, write, written_apart
from moot.server.api import files_out
from moot.vocabulary.events import Event
from server.running import Running
from sessions.sample_sessions import full, hostile

ROOM = files_out.AT_ONCE + files_out.MOST_WAITING


def children() -> list[psutil.Process]:
    """The processes that write files for this one."""
    found = []
    for child in psutil.Process(os.getpid()).children():
        try:
            if "moot.exports.writing_child" in child.cmdline():
                found.append(child)
        except psutil.Error:
            continue
    return found


async def until(so: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if so():
            return
        await asyncio.sleep(0.005)
    pytest.fail("It never came to that.")


async def ended(server: Running) -> str:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}?wait=30")
    return session


@pytest.mark.slow
@pytest.mark.parametrize("form", slow_except(FORMS, "html", "replay"))
async def test_a_child_writes_what_is_written_here(form: str) -> None:
    if form == "replay" and not PAGE.exists():
        pytest.skip("The page was not built (`make web`).")
    order = FileRequest(kind="export", form=form)
    for script in (full(), hostile()):
        assert await written_apart(order, transcript_lines(script.events)) == write(order, script.events)


async def test_a_child_is_killed_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[asyncio.subprocess.Process] = []
    begin = asyncio.create_subprocess_exec

    async def seen(*words: str, **more: Any) -> asyncio.subprocess.Process:
        begun.append(await begin(*words, **more))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", seen)
    monkeypatch.setattr(writing_apart, "MOST_SECONDS", 0.01)
    with pytest.raises(TooLarge, match="the session is untouched"):
        await written_apart(FileRequest(kind="export", form="html"), transcript_lines(full().events))
    assert [child.returncode for child in begun] == [-signal.SIGKILL]
    assert not children()


@pytest.mark.slow
async def test_a_client_that_leaves_takes_its_file_with_it(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_out, "SMALL", 0)
    made: list[WrittenFile] = []
    all_in = asyncio.Event()

    async def counted(order: FileRequest, lines: str) -> WrittenFile:
        await all_in.wait()
        made.append(await written_apart(order, lines))
        return made[-1]

    monkeypatch.setattr(files_out, "written_apart", counted)
    session = await ended(server)
    async with server.client() as client:
        asking = [
            asyncio.create_task(client.get(f"/api/sessions/{session}/export?format=html")) for _ in range(ROOM - 2)
        ]
        await until(lambda: server.backend.files.inside == ROOM - 2)
        all_in.set()
        await until(lambda: bool(children()))
        assert len(children()) <= files_out.AT_ONCE
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    await until(lambda: not server.backend.files.inside and not children())
    assert len(made) <= files_out.AT_ONCE
    async with server.client() as client:
        assert (await client.get(f"/api/sessions/{session}/export?format=html")).status_code == 200


async def test_more_than_can_wait_are_told_when_to_come_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await ended(server)
    open_now = asyncio.Event()
    read = server.backend.app.grades.events

    async def later(whole: str) -> Sequence[Event]:
        await open_now.wait()
        return await read(whole)

    monkeypatch.setattr(server.backend.app.grades, "events", later)

    async def asked(form: str) -> httpx.Response:
        async with server.client() as client:
            return await client.get(f"/api/sessions/{session}/export?format={form}")

    waiting = [asyncio.create_task(asked("md")) for _ in range(ROOM)]
    await until(lambda: server.backend.files.inside == ROOM)
    refused = await asked("html")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert refused.json()["error"]["code"] == "overloaded"
    assert "the session is untouched" in refused.json()["error"]["remedy"]
    open_now.set()
    assert {answer.status_code for answer in await asyncio.gather(*waiting)} == {200}
    assert (await asked("html")).status_code == 200
