"""Test that models of the `llm` program work like any other."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import llm
import pytest

from moot.egress.api_keys import Secret
from moot.providers.call_outcome import hear
from moot.providers.endpoints import Endpoint
from moot.providers.llm import LlmModels
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
        if "exit" in prompt.prompt:
            raise SystemExit(3)
        if "no key" in prompt.prompt:
            raise llm.NeedsKeyException("No key found for sync")
        if "hang" in prompt.prompt:
            time.sleep(1.0)
            stopped.set()
        yield from ["Two and ", "two is ", f"{prompt.system or 'four'}."]
        response.set_usage(input=5, output=6)


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
    monkeypatch.setattr(llm, "get_model_aliases", lambda: {"sync": Sync()})
    monkeypatch.setattr(llm, "get_embedding_model_aliases", lambda: {"measurer": Measurer()})


def opened() -> LlmModels:
    return LlmModels(Endpoint(name="llm", wire="llm"), None)


async def test_a_synchronous_model_in_a_thread() -> None:
    told: list[str] = []
    reply = await hear(opened(), call_of(model="llm/sync", limits=LONG), lambda text, thought: told.append(text))
    assert (reply.settled, reply.text) == ("ok", "Two and two is four.")
    assert told == ["Two and ", "two is ", "four."]
    assert (reply.usage.input, reply.usage.output, reply.usage.estimated) == (5, 6, False)


async def test_a_model_without_its_key_and_a_council_are_listed_as_what_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`llm` names every model of its plugins, whether or not it has a key for it."""

    class Keyed(Sync):
        needs_key = "lab"
        key_env_var = "MOOT_TEST_LAB_KEY"

    class Council(Sync):
        __module__ = "moot.extensions.compat.llm.model"

    keyed_one, council = Keyed(), Council()
    keyed_one.model_id, council.model_id = "keyed", "panel"
    found = {"keyed": keyed_one, "alias": keyed_one, "sync": Sync(), "panel": council}
    monkeypatch.setattr(llm, "get_model_aliases", lambda: found)
    monkeypatch.delenv("MOOT_TEST_LAB_KEY", raising=False)
    keyed, panel, plain = await opened().listed()
    assert keyed.lacks == "The `llm` program has no key for it: run `llm keys set lab`, or set MOOT_TEST_LAB_KEY."
    assert (panel.council, panel.lacks, plain.council, plain.lacks) == (True, "", False, "")
    monkeypatch.setenv("MOOT_TEST_LAB_KEY", KEY)
    assert (await opened().listed())[0].lacks == ""


@pytest.mark.parametrize(
    ("model", "asked", "kind"),
    [
        ("llm/none", "fail", "not_found"),
        ("llm/sync", "fail", "server"),
        ("llm/sync", "exit", "server"),
        ("llm/sync", "no key", "auth"),
    ],
)
async def test_failures(model: str, asked: str, kind: str) -> None:
    secret = Secret(KEY)
    reply = await hear(opened(), call_of(asked, model=model, limits=LONG))
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
