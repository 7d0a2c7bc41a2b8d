"""Does a real engine measure texts? llama.cpp with random weights, over HTTP like any other endpoint."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from local.engines import engine
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.provider import Call, Limits, Message
from moot.tally.vectors.geometry import cosine
from moot.vocabulary.seats import Seat
from moot.vocabulary.vectors import unpacked

pytestmark = pytest.mark.local
TEXTS = ("A stone bridge bears a cart.", "A stone bridge bears a heavy cart.", "two", "A stone bridge bears a cart.")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with an engine that measures."""
    if importlib.util.find_spec("xllamacpp") is None:
        warnings.warn("xllamacpp is not installed: NO REAL ENGINE IS TESTED", pytest.PytestWarning, stacklevel=1)
        pytest.skip("there is no wheel of xllamacpp for this platform")
    folder = tmp_path_factory.mktemp("measuring")
    with engine(folder, 1, measuring=True) as url:
        Directory(folder, {}).endpoints.add("engine", {"url": url, "private": True, "price": "free"})
        yield folder


async def test_a_real_engine_measures(home: Path) -> None:
    directory = Directory(home, {})
    call = Call(
        id="1",
        key="one/embedder",
        seat=Seat(id="embedder", model="engine/random-1"),
        messages=tuple(Message(role="user", text=text) for text in TEXTS),
        texts=TEXTS,
        max_output=0,
        limits=Limits(connect=10, first=60, between=60, total=120),
    )
    for _ in range(2):  # the server closes each connection after its answer, whatever it promises
        reply = await hear(directory.provider_for("engine/random-1"), call)
        assert reply.settled == "ok", reply.cause
        assert reply.text == "4 texts measured in 128 dimensions"
        assert not reply.usage.estimated
        assert reply.usage.input > 10
    rows = unpacked(reply.vectors, 4)
    assert cosine(rows[0], rows[3]) == pytest.approx(1, abs=1e-5)
    assert cosine(rows[0], rows[1]) > cosine(rows[0], rows[2])
    await directory.close()


async def test_what_is_too_long_for_it_is_an_error_with_its_reason(home: Path) -> None:
    directory = Directory(home, {})
    text = "A stone bridge bears a cart. " * 8000
    call = Call(
        id="1",
        key="one/embedder",
        seat=Seat(id="embedder", model="engine/random-1"),
        messages=(Message(role="user", text=text),),
        texts=(text,),
        max_output=0,
        limits=Limits(connect=10, first=60, between=60, total=120),
    )
    reply = await hear(directory.provider_for("engine/random-1"), call)
    assert reply.settled == "error"
    assert reply.error in ("context", "server")
    assert "too large" in reply.cause or "context" in reply.cause
    await directory.close()
