"""Test that keys appear nowhere else. Twelve canary keys, in the environment and in `keys.toml`; sessions in which
providers fail in every way, and repeat the request's own headers in errors, in mid-stream and inside answers;
everything logged. No key may occur, whole, encoded or cut, in the database, an exported transcript, a log, the terminal
or a cause.
"""

from __future__ import annotations

import asyncio
import asyncio.constants
import base64
import json
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest

from cases import slow_except
from moot.egress.api_keys import MASK, Secret, scrub
from moot.errors import CallFailed
from moot.protocols import registry
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.provider import Call, CallLimits, CallReport, Piece, Provider, StreamEnd, Text, ThinkingText
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import SeatFailed
from providers.asking import call_of
from rig.backend import Backend, Sitting, seat_of
from rig.faults.broken import MODES
from rig.faults.idle_clock import held_by_idle_clock
from rig.script import Asked, Plan

STORED = {f"up{number}": f"sk-stored{number}/Qm7+{number}x%Zr={number}vNcPtKwYb" for number in range(6)}
VARIABLES = {
    "OPENAI_API_KEY": "sk-proj-EnvOpenAiCanaryAbCdEf0123456789",
    "ANTHROPIC_API_KEY": "sk-ant-api03-EnvAnthropicCanary-0123456789",
    "OPENROUTER_API_KEY": "sk-or-v1-EnvOpenRouterCanary0123456789abcdef",
    "MOOT_KEY_UP6": "EnvCanaryForUpSix/0123456789+abcdef==",
    "MOOT_KEY_UP7": "EnvCanaryForUpSeven.0123456789.abcdefgh",
    "MOOT_KEY_UP8": "EnvCanaryForUpEight_0123456789_abcdefgh",
}
CANARIES = (*STORED.values(), *VARIABLES.values())
AT_ONCE = 6
"""Sessions that run side by side: twenty open two hundred connections in one step, and none is answered in time."""
ECHOES = ("in an error", "in mid-stream", "in an answer", "in pieces", "in thinking", "encoded", "in an odd status")


def echoing(how: str, asked: Asked) -> Plan:
    """A reply that repeats the key it was sent."""
    sent = asked.headers.get("authorization", "")
    if how == "in an error":
        return Plan(mode="echo_key")
    if how == "in pieces":
        return Plan(text=f"Your header was {sent}, was it not? " * 3, chunks=300)
    if how == "in thinking":
        return Plan(thought=f"They sent {sent}.", text="An answer without it.")
    if how == "encoded":
        packed = base64.b64encode(f"x{sent}".encode()).decode()
        return Plan(text=f"{quote(sent)} and {quote(sent, safe='')} and {packed} and {sent[:25]} and that was it.")
    if how == "in an odd status":
        return Plan(mode="401", header={"WWW-Authenticate": sent, "x-generation-id": sent.split()[-1]})
    return Plan(mode="eof_midstream" if how == "in mid-stream" else "ok", text=f"Sent: {sent} " * 6, chunks=6)


def spellings(secret: str) -> Iterator[str]:
    """The ways in which a key could be written."""
    yield secret[:12]
    yield secret[-12:]
    yield quote(secret, safe="")[:14]
    for ahead in range(3):
        packed = base64.b64encode(b"x" * ahead + secret.encode()).decode()
        yield packed[4:20]


def leaks(where: str, data: bytes) -> list[str]:
    """Which canaries stand there."""
    return [
        f"{secret[:6]}… as {spelling!r} in {where}"
        for secret in CANARIES
        for spelling in spellings(secret)
        if spelling.encode() in data
    ]


def in_file(file: Path) -> list[str]:
    """Which canaries stand in a file, if there is one."""
    return leaks(file.name, file.read_bytes()) if file.exists() else []


@pytest.mark.parametrize(
    "case",
    slow_except(
        [(protocol, every) for protocol in registry.names() for every in (12, 1)],
        ("peer-review", 12),
    ),
    ids=lambda case: f"{case[0]}-{case[1]}",
)
def test_no_key_anywhere(
    case: tuple[str, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """By a clock that goes on while sessions are idle: on a busy machine no call is late that has a key to leak."""
    caplog.set_level(logging.DEBUG)
    # Of where each callback was made the logs tell the last place; ten of each took longer than all sessions.
    monkeypatch.setattr(asyncio.constants, "DEBUG_STACK_DEPTH", 1)
    held_by_idle_clock(no_key_anywhere(case, tmp_path, caplog, capfd))


async def no_key_anywhere(
    case: tuple[str, int], tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    protocol, every = case
    asyncio.get_running_loop().set_debug(True)
    plans: dict[int, str] = {}
    sent: set[str] = set()

    def script(asked: Asked, key: str) -> Plan | None:
        sent.add(asked.headers.get("authorization", ""))
        how = plans[int(asked.model.partition("-")[0][1:])]
        if how in ECHOES:
            return echoing(how, asked) if seat_of(asked.model) != "seat-a" else None
        return Plan(mode=how, text=None) if seat_of(asked.model) == "seat-b" else None

    store = Store(tmp_path / "moot.db")
    transcript, brief = (
        SqlTranscript(store),
        CallLimits(connect=10, first=0.4, between=0.3, total=0.8, most_bytes=1_000_000),
    )
    async with Backend(
        script, transcript=transcript, keys=STORED, environ=VARIABLES, at_once=20, limits=brief
    ) as backend:
        for number in (6, 7, 8):
            row = {"url": backend.upstream.url, "private": True, "price": "free", "key_env": [f"MOOT_KEY_UP{number}"]}
            backend.seat_at(f"up{number}", row)

        few = asyncio.Semaphore(AT_ONCE)

        async def one(how: str) -> Sitting:
            def note(number: int) -> None:
                plans[number] = how

            async with few:
                return await backend.sit(9 if how in ECHOES else 4, protocol=protocol, note=note, deadline=600)

        hows = [*ECHOES, *sorted(MODES)[::every]]
        sittings = await asyncio.gather(*(one(how) for how in hows))
        home = backend.home
        shown = [repr(backend.directory), repr(backend.directory.keys), repr(backend.directory.rows())]
        found = leaks("a representation", "".join(shown).encode())
        for file in filter(Path.is_file, home.rglob("*")):
            if file.name != "keys.toml":
                found += leaks(file.name, file.read_bytes())
        assert (home / "keys.toml").stat().st_mode & 0o077 == 0
        found += leaks("a listing of keys", repr(Directory(home, VARIABLES).keys.names()).encode())
    sending = {f"Bearer {secret}" for secret in CANARIES if not secret.startswith(("sk-proj", "sk-ant", "sk-or"))}
    known = registry.find(protocol)
    seated = max(each.calls for each in known.planned(9, known.options(), {}) if each.by == "members")
    assert len(sending - sent) <= max(0, 9 - seated), "a key that nobody sent can leak nowhere"
    for sitting in sittings:
        found += leaks(f"the transcript of {plans[sitting.number]!r}", msgspec.json.encode(sitting.events))
        found += leaks(f"the state of {plans[sitting.number]!r}", msgspec.json.encode(sitting.state))
        for event in sitting.events:
            if isinstance(event.body, SeatFailed):
                assert event.body.cause.strip()
                found += leaks(f"the cause of {event.key}", json.dumps([event.body.cause, event.body.partial]).encode())
    found += leaks("the logs", caplog.text.encode())
    output = capfd.readouterr()
    found += leaks("the terminal", (output.out + output.err).encode())
    found += [leak for name in ("moot.db", "moot.db-wal", "moot.db-shm") for leak in in_file(tmp_path / name)]
    assert (tmp_path / "moot.db").stat().st_size > 100_000
    print(
        f"{len(sittings)} sessions, {len(CANARIES)} keys, {len(caplog.text):,} characters of logs: {len(found)} finds"
    )
    assert found == [], f"{len(found)}: {found[:20]}"


class Parrot(Provider):
    """Repeats a key in every field it has."""

    def __init__(self, key: str, ends: bool) -> None:
        self.key, self.ends = key, ends

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Says the key wherever something can be said."""
        yield CallReport(model=self.key, generation=f"gen-{self.key}")
        for at in range(0, len(self.key), 3):
            yield Text(self.key[at : at + 3])
            yield ThinkingText(self.key[at : at + 3])
        if not self.ends:
            raise CallFailed("error", f"no more of {self.key}", error="server")
        yield StreamEnd("ok", self.key)


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("key", CANARIES)
async def test_no_field_of_a_reply_holds_a_key(key: str, ends: bool) -> None:
    others = [Secret(secret) for secret in CANARIES]  # keys of one service begin alike
    reply = await hear(Parrot(key, ends), call_of())
    assert leaks("a reply", msgspec.json.encode(reply)) == []
    assert len(others) == len(CANARIES)


def test_keys_that_begin_alike_are_all_taken_out() -> None:
    alike = [f"sk-ant-api03-{name * 9}+/{name * 5}=" for name in ("Abc", "Abd", "xyz")]
    held = [Secret(key) for key in alike]
    for key in alike:
        for said in (key, quote(key), quote(key, safe=""), f"{key}{key}"):
            assert scrub(f"before {said} after").replace(MASK, "").split() == ["before", "after"], said
    assert len(held) == 3
