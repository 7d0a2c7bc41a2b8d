"""Test the OpenAI-compatible API client: requests, responses and memory use."""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
from pathlib import Path
from typing import Any

import psutil
import pytest
from msgspec import UNSET

from moot.egress.api_keys import Secret
from moot.providers.call_outcome import hear
from moot.providers.endpoints import Endpoint
from moot.providers.models.traits import Quirks
from moot.providers.openai.wire import OpenAIWire
from moot.providers.provider import Call, CallLimits, CallMessage, CallReply, Picture
from moot.providers.rate_headers import Quota
from moot.vocabulary.seats import Abilities, Price, Seat
from providers.asking import KEY, QUICK, call_of, wire_to
from rig.faults.broken import MODES
from rig.faults.idle_clock import held_by_idle_clock
from rig.script import Asked, Plan
from rig.upstream import Upstream

LONG = CallLimits(connect=60, first=120, between=120, total=240)


async def asked_with(call: Call, **row: Any) -> Asked:
    quirks = row.pop("quirks", Quirks())
    async with Upstream() as up:
        wire = OpenAIWire(
            Endpoint(name="up", url=up.url, private=True, **row), Secret(KEY), quirks=lambda model: quirks
        )
        reply = await hear(wire, call)
        await wire.close()
        assert reply.settled == "ok", reply.cause
        return up.calls[0]


async def heard(mode: str, limits: CallLimits = LONG, **plan: Any) -> CallReply:
    async with Upstream(default=Plan(mode=mode, **plan)) as up:
        wire = wire_to(up.url)
        reply = await hear(wire, call_of(limits=limits))
        await wire.close()
        return reply


async def test_a_redirect_is_followed_nowhere() -> None:
    """The question would go along, and with it whatever is attached."""
    async with Upstream(default=Plan(mode="redirect")) as up:
        wire = wire_to(up.url)
        reply = await hear(wire, call_of(limits=LONG))
        await wire.close()
        assert (reply.settled, reply.error, reply.spent) == ("error", "redirect", False)
        assert [asked.path for asked in up.calls] == ["/v1/chat/completions"]


async def test_what_is_sent() -> None:
    asked = await asked_with(call_of(model="up/maker/alpha:free", max_output=77), headers={"X-Title": "Moot"})
    assert asked.path == "/v1/chat/completions"
    assert asked.body == {
        "model": "maker/alpha:free",
        "messages": [{"role": "user", "content": "What is two and two?"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 77,
    }
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.headers["accept-encoding"] == "identity"
    assert asked.headers["x-title"] == "Moot"
    assert "moot-depth" not in asked.headers


async def test_depth_is_told_to_a_moot_only() -> None:
    assert (await asked_with(call_of(depth=1), moot=True)).headers["moot-depth"] == "1"


async def test_a_schema_is_sent_without_the_lengths_that_strict_services_refuse() -> None:
    """OpenAI: "Invalid schema for response_format 'ballot': … 'maxLength' is not permitted." The reader holds them."""
    text = {"type": "string", "minLength": 1, "maxLength": 300}
    wanted = {
        "type": "object",
        "properties": {"maxLength": text, "said": {"type": "array", "items": text, "minItems": 1}},
        "required": ["maxLength", "said"],
        "additionalProperties": False,
        "$defs": {"one": {"anyOf": [text, {"type": "null"}]}},
    }
    asked = await asked_with(call_of(abilities=Abilities(schema="json_schema"), schema=wanted))
    sent = asked.body["response_format"]["json_schema"]["schema"]
    plain = {"type": "string"}
    assert sent["properties"] == {"maxLength": plain, "said": {"type": "array", "items": plain, "minItems": 1}}
    assert sent["$defs"] == {"one": {"anyOf": [plain, {"type": "null"}]}}
    assert {**sent, "properties": 0, "$defs": 0} == {**wanted, "properties": 0, "$defs": 0}
    assert wanted["properties"]["maxLength"] == text, "what is read and recorded keeps them"  # type: ignore[index]


@pytest.mark.parametrize(
    ("abilities", "sent"),
    [
        (Abilities(schema="json_schema"), {"type": "json_schema"}),
        (Abilities(schema="json_object"), {"type": "json_object"}),
        (Abilities(schema="none"), None),
    ],
)
async def test_a_schema_is_sent_as_the_model_takes_it(abilities: Abilities, sent: dict[str, str] | None) -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    asked = await asked_with(call_of(abilities=abilities, schema=schema))
    form = asked.body.get("response_format")
    assert (form and {"type": form["type"]}) == sent
    if abilities.schema == "json_schema":
        assert form["json_schema"] == {"name": "ballot", "strict": True, "schema": schema}


@pytest.mark.parametrize(
    ("temperature", "abilities", "sent"),
    [
        (0.0, Abilities(lowest_temperature=0.6), 0.6),
        (0.9, Abilities(lowest_temperature=0.6), 0.9),
        (0.9, Abilities(temperature=False), None),
        (None, Abilities(), None),
    ],
)
async def test_temperature(temperature: float | None, abilities: Abilities, sent: float | None) -> None:
    seat = Seat(id="seat-a", model="up/alpha", temperature=temperature, abilities=abilities)
    assert (await asked_with(call_of(seat=seat))).body.get("temperature") == sent


async def test_quirks() -> None:
    seat = Seat(id="seat-a", model="up/alpha", reasoning="high")
    quirks = Quirks(max_tokens="max_completion_tokens", effort=True, stream_options=False)
    body = (await asked_with(call_of(seat=seat), quirks=quirks)).body
    assert (body["max_completion_tokens"], body["reasoning_effort"]) == (500, "high")
    assert not {"max_tokens", "stream_options"} & set(body)
    assert "reasoning_effort" not in (await asked_with(call_of(seat=seat))).body


@pytest.mark.parametrize("vision", [True, False])
async def test_pictures_go_only_to_seats_that_see(vision: bool) -> None:
    picture = Picture(media_type="image/png", data=b"\x89PNG")
    message = CallMessage(role="user", text="What is this? Be brief.", pictures=(picture,), shared=13)
    seat = Seat(id="seat-a", model="up/alpha", abilities=Abilities(vision=vision))
    call = Call(id="c", key="k", seat=seat, messages=(message,), max_output=9, limits=LONG)
    content = (await asked_with(call)).body["messages"][0]["content"]
    if vision:
        assert [part.get("text") for part in content] == ["What is this?", None, " Be brief."]
        assert content[1]["image_url"]["url"] == "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()
    else:
        assert content == "What is this? Be brief."


@pytest.mark.parametrize(
    ("size", "stored", "marked"),
    [(5_000, 4, True), (5_000, None, False), (500, 4, False)],
    ids=["long", "the price of writing to the cache is unknown", "short"],
)
async def test_what_a_seat_s_prompts_share_is_marked_for_the_cache(size: int, stored: int | None, marked: bool) -> None:
    price = Price(input=3, output=15, stored=UNSET if stored is None else stored)
    seat = Seat(id="seat-a", model="up/alpha", price=price)
    messages = (
        CallMessage(role="system", text="Be brief."),
        CallMessage(role="user", text="x" * size + " Judge it.", shared=size),
    )
    call = Call(id="c", key="k", seat=seat, messages=messages, max_output=9, limits=LONG)
    sent = (await asked_with(call, quirks=Quirks(cache_control=True))).body["messages"]
    shared = {"type": "text", "text": "x" * size, "cache_control": {"type": "ephemeral"}}
    whole = "x" * size + " Judge it."
    assert sent[1]["content"] == ([shared, {"type": "text", "text": " Judge it."}] if marked else whole)
    assert (await asked_with(call)).body["messages"][1]["content"] == whole


async def test_what_is_reported() -> None:
    reply = await heard("cost")
    assert (reply.cost, reply.cost_source) == (1_234_500, "provider")
    assert (reply.usage.input, reply.usage.output, reply.usage.estimated) == (11, 7, False)
    assert (reply.generation, reply.model, reply.finish) == ("gen-1", "alpha", "stop")
    switched = await heard("model_switched")
    assert switched.model == "another/model"


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        ({"prompt_tokens_details": {"cached_tokens": 5}}, (11, 7, 5, 0)),
        ({"prompt_cache_hit_tokens": 6}, (11, 7, 6, 0)),
        ({"prompt_tokens_details": {"cached_tokens": 500}}, (11, 7, 11, 0)),
        ({"completion_tokens_details": {"reasoning_tokens": 4}}, (11, 7, 0, 4)),
        ({"completion_tokens_details": {"reasoning_tokens": 4}, "total_tokens": 22}, (11, 11, 0, 4)),
        ({"completion_tokens_details": None, "prompt_tokens_details": []}, (11, 7, 0, 0)),
    ],
)
async def test_usage_details(told: dict[str, Any], usage: tuple[int, ...]) -> None:
    plan = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18, **told}
    found = (await heard("ok", usage=plan)).usage
    assert (found.input, found.output, found.cached, found.reasoning) == usage


async def test_rate_limit_headers_are_read_from_answers_and_refusals() -> None:
    headers = {"X-RateLimit-Limit-Requests": "60", "X-RateLimit-Remaining-Requests": "0"}
    headers["X-RateLimit-Reset-Requests"] = "1m2s"
    assert (await heard("ok", header=headers)).quotas == (Quota(remaining=0, reset=62.0, limit=60),)
    assert (await heard("429", header=headers)).retry_after == 62.0


def test_a_finished_answer_does_not_wait_for_ever_for_its_bill() -> None:
    reply = held_by_idle_clock(heard("lingers", CallLimits(first=8, between=8, total=20)))
    assert reply.settled == "ok"
    assert reply.total_ms < 5_000


async def test_connections_are_used_again_and_cancelled_ones_are_closed() -> None:
    async with Upstream() as up:
        wire = wire_to(up.url)
        for _ in range(5):
            assert (await hear(wire, call_of())).settled == "ok"
        assert up.connections == 1
        up.default = Plan(mode="slow_after_cancel")
        task = asyncio.ensure_future(hear(wire, call_of(limits=LONG)))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.4)
        assert len(up.late) == 1
        await wire.close()


@pytest.mark.parametrize("mode", ["gzip_bomb", "deflate_bomb", "huge", "endless", "endless_line", "deep"])
async def test_bombs_take_little_memory(mode: str) -> None:
    await heard(mode)
    process, most = psutil.Process(), 0
    before = process.memory_info().rss
    done = asyncio.Event()

    async def watch() -> None:
        nonlocal most
        while not done.is_set():
            most = max(most, process.memory_info().rss)
            await asyncio.sleep(0.002)

    watching = asyncio.ensure_future(watch())
    reply = await heard(mode)
    done.set()
    await watching
    assert (reply.settled, reply.error) == (MODES[mode].settles, MODES[mode].error)
    assert most - before <= 32 * 2**20


async def test_refused_and_unresolved() -> None:
    async def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    async with Upstream() as up:
        row = Endpoint(name="up", url="https://no-such-name.example.com/v1")
        for wire, words in (
            (wire_to(up.refused_url), "connection refused"),
            (OpenAIWire(row, Secret(KEY), lookup=unknown), "could not be resolved"),
        ):
            reply = await hear(wire, call_of(limits=LONG))
            await wire.close()
            assert (reply.settled, reply.error) == ("error", "network"), reply.cause
            assert words in reply.cause
            assert not reply.spent


async def test_a_provider_that_echoes_the_key_leaks_nothing() -> None:
    async def echo(line: Any) -> None:
        await line.page(int(line.plan.text), str(line.asked.headers).encode(), "text/plain")

    MODES["echo_text"] = type(MODES["ok"])(echo)
    try:
        for status in (200, 204, 400, 401, 429, 500, 302):
            reply = await heard("echo_text", QUICK, text=str(status))
            shown = f"{reply!r}"
            assert KEY[:12] not in shown
            assert base64.b64encode(KEY.encode()).decode()[:12] not in shown
    finally:
        del MODES["echo_text"]


async def test_a_certificate_nobody_vouches_for(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server = await asyncio.start_server(lambda r, w: w.close(), "127.0.0.1", 0, ssl=context)
    wire = wire_to(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
    reply = await hear(wire, call_of())
    await wire.close()
    server.close()
    assert (reply.settled, reply.error) == ("error", "network")
    assert reply.cause.strip()
