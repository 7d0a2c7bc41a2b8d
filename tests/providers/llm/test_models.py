"""Test that models of the `llm` program work like any other, async ones and those in a thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import llm
import pytest

from moot.egress.api_keys import Secret
from moot.providers.call_outcome import hear
from moot.providers.endpoints import Endpoint
from moot.providers.llm.models import LlmModels, open_llm
from moot.providers.llm.plugins import PLUGINS, InstalledPlugins
from moot.providers.provider import Call, CallLimits
from moot.vocabulary.seats import Seat
from moot.vocabulary.vectors import unpacked
from providers.asking import KEY, call_of

pytestmark = pytest.mark.filterwarnings("ignore")

LONG = CallLimits(first=120, between=120, total=240)
stopped = threading.Event()


class Sync(llm.Model):
    model_id = "sync"
    can_stream = True

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        if "fail" in prompt.prompt:
            raise ValueError(f"no good, key {KEY}")
        if "hang" in prompt.prompt:
            time.sleep(1.0)
            stopped.set()
        yield from ["Two and ", "two is ", f"{prompt.system or 'four'}."]
        response.set_usage(input=5, output=6)


class Async(llm.AsyncModel):
    model_id = "async"
    can_stream = True

    async def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> AsyncIterator[str]:
        if "fail" in prompt.prompt:
            raise llm.NeedsKeyException("No key found for async")
        for piece in ["Two and ", "two."]:
            await asyncio.sleep(0)
            yield piece


class Measurer(llm.EmbeddingModel):
    model_id = "measurer"
    batch_size = 2

    def embed_batch(self, items: Any) -> Iterator[list[float]]:
        for text in items:
            if "fail" in text:
                raise ValueError(f"no good, key {KEY}")
            if "hang" in text:
                time.sleep(1.0)
                stopped.set()
            yield [float(len(text)), 1.0, 0.5]


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken, measurer = Sync(), Measurer()
    found = InstalledPlugins(
        spoken={"sync": spoken},
        awaited={"async": Async()},
        measuring={"measurer": measurer},
        names=("async", "sync"),
    )
    monkeypatch.setattr(PLUGINS, "look", lambda **_: found)
    monkeypatch.setattr(PLUGINS, "having", lambda *_: found)


def opened() -> LlmModels:
    return open_llm(Endpoint(name="llm", wire="llm"), None)


async def test_a_synchronous_model_in_a_thread() -> None:
    told: list[str] = []
    reply = await hear(opened(), call_of(model="llm/sync", limits=LONG), lambda text, thought: told.append(text))
    assert (reply.settled, reply.text) == ("ok", "Two and two is four.")
    assert told == ["Two and ", "two is ", "four."]
    assert (reply.usage.input, reply.usage.output, reply.usage.estimated) == (5, 6, False)


async def test_an_async_model() -> None:
    reply = await hear(opened(), call_of(model="llm/async", limits=LONG))
    assert (reply.settled, reply.text, reply.usage.estimated) == ("ok", "Two and two.", True)


async def test_a_model_without_its_key_and_a_council_are_listed_as_what_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`llm` names every model of its plugins, whether or not it has a key for it."""

    class Keyed(Sync):
        needs_key = "lab"
        key_env_var = "MOOT_TEST_LAB_KEY"

    class Council(Sync):
        __module__ = "moot.extensions.compat.llm.model"

    found = InstalledPlugins(
        spoken={"keyed": Keyed(), "sync": Sync(), "panel": Council()}, names=("keyed", "panel", "sync")
    )
    monkeypatch.setattr(PLUGINS, "look", lambda **_: found)
    monkeypatch.delenv("MOOT_TEST_LAB_KEY", raising=False)
    keyed, panel, plain = await opened().listed()
    assert keyed.lacks == "The `llm` program has no key for it: run `llm keys set lab`, or set MOOT_TEST_LAB_KEY."
    assert (panel.council, panel.lacks, plain.council, plain.lacks) == (True, "", False, "")
    monkeypatch.setenv("MOOT_TEST_LAB_KEY", KEY)
    assert (await opened().listed())[0].lacks == ""


@pytest.mark.parametrize(("model", "kind"), [("llm/none", "not_found"), ("llm/sync", "server"), ("llm/async", "auth")])
async def test_failures(model: str, kind: str) -> None:
    secret = Secret(KEY)
    reply = await hear(opened(), call_of("please fail", model=model, limits=LONG))
    assert (reply.settled, reply.error) == ("error", kind), reply.cause
    assert secret.reveal()[:12] not in reply.cause


async def test_a_model_that_hangs_is_left_to_itself() -> None:
    reply = await hear(opened(), call_of("please hang", model="llm/sync", limits=CallLimits(first=0.2, total=1)))
    assert reply.settled == "timeout"
    await asyncio.to_thread(stopped.wait, 3)


def measuring(*texts: str, model: str = "llm/measurer", limits: CallLimits = LONG) -> Call:
    seat = Seat(id="embedder", model=model)
    return Call(id="1", key="one/embedder", seat=seat, messages=(), texts=texts, max_output=0, limits=limits)


async def test_a_model_that_measures() -> None:
    reply = await hear(opened(), measuring("a", "bb", "ccc"))
    assert (reply.settled, reply.text) == ("ok", "3 texts measured in 3 dimensions")
    assert unpacked(reply.vectors, 3) == ((1.0, 1.0, 0.5), (2.0, 1.0, 0.5), (3.0, 1.0, 0.5))
