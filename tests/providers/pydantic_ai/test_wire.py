"""Test that Anthropic's, Google's and Mistral's native APIs work like any other, and are never called twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moot.egress.api_keys import Secret
from moot.providers.call_outcome import hear
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, CallLimits, CallMessage, CallReply, Picture
from moot.providers.pydantic_ai.wire import NativeWire
from moot.providers.rate_headers import Quota
from moot.vocabulary.seats import Abilities, Price, Seat, ServiceSearch
from moot.vocabulary.tools import ToolSpec
from providers.asking import KEY, call_of
from rig.script import Plan
from rig.upstream import Upstream

pytestmark = pytest.mark.filterwarnings("ignore")  # the libraries' own deprecations are not ours to mend

MODELS = {"anthropic": "claude-sonnet-4-5", "google": "gemini-2.5-flash", "mistral": "mistral-large-latest"}
LIMITS = CallLimits(first=5, between=0.6, total=8)
TEXT = "Two and two is four. " * 3


async def heard(wire: str, plan: Plan, call: Call | None = None) -> tuple[CallReply, Upstream]:
    async with Upstream(default=plan) as up:
        native = NativeWire(Endpoint(name="up", url=up.origin, wire=wire, private=True), Secret(KEY))
        reply = await hear(native, call or call_of(model=f"up/{MODELS[wire]}", limits=LIMITS))
        await native.close()
        return reply, up


QUOTA = {
    "anthropic-ratelimit-requests-limit": "50",
    "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": "3s",
}


@pytest.mark.slow
@pytest.mark.parametrize("wire", MODELS)
@pytest.mark.parametrize(
    ("mode", "settled", "error"),
    [
        ("ok", "ok", ""),
        ("eof_midstream", "incomplete", ""),
        ("stall_midstream", "timeout", ""),
        ("429", "error", "rate"),
        ("500", "error", "server"),
        ("401", "error", "auth"),
        ("402", "error", "credit"),
        ("404", "error", "not_found"),
        ("context_400_3", "error", "context"),
        ("redirect", "error", "redirect"),
        ("reset_before_headers", "error", "network"),
        ("silent", "timeout", ""),
        ("gzip_bomb", "malformed", ""),
        ("html", "malformed", ""),
        ("echo_key", "error", "bad_request"),
    ],
)
async def test_each_wire(wire: str, mode: str, settled: str, error: str) -> None:
    plan = Plan(mode=mode, text=TEXT, chunks=4, header=QUOTA)
    limits = CallLimits(first=0.6, between=0.6, total=2) if mode == "silent" else LIMITS
    reply, up = await heard(wire, plan, call_of(model=f"up/{MODELS[wire]}", limits=limits))
    assert (reply.settled, reply.error) == (settled, error), reply.cause
    assert len(up.calls) == 1
    assert KEY[:12] not in repr(reply)
    assert bool(reply.cause.strip()) == (settled != "ok")
    if mode == "ok":
        assert reply.text == TEXT
        assert reply.generation == "gen-1"
        assert reply.model == MODELS[wire]
        assert reply.quotas == (Quota(remaining=0, reset=3.0, limit=50),)
    if mode == "429":
        assert reply.retry_after == 3


async def test_an_error_after_the_end_of_an_answer_takes_nothing_from_it() -> None:
    reply, _ = await heard("anthropic", Plan(mode="error_after_finish", text=TEXT, chunks=4))
    assert (reply.settled, reply.text) == ("ok", TEXT), reply.cause
    assert reply.usage.output > 0


async def test_what_anthropic_is_sent_and_tells() -> None:
    seat = Seat(id="seat-a", model="up/claude-sonnet-4-5", temperature=0.3, abilities=Abilities())
    messages = (CallMessage(role="system", text="Be brief."), CallMessage(role="user", text="What is two and two?"))
    call = Call(id="c", key="k", seat=seat, messages=messages, max_output=321, limits=LIMITS)
    reply, up = await heard("anthropic", Plan(text=TEXT, thought="Let me see.", chunks=4), call)
    body = up.calls[0].body
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("claude-sonnet-4-5", 321, 0.3)
    assert "Be brief." in str(body["system"])
    assert KEY in {up.calls[0].headers.get("x-api-key"), up.calls[0].headers.get("authorization", "")[7:]}
    assert (reply.text, reply.reasoning) == (TEXT, "Let me see.")
    assert not reply.usage.estimated


async def test_what_a_seat_s_prompts_share_is_cached_at_anthropic_after_its_pictures() -> None:
    seat = Seat(id="seat-a", model="up/claude-sonnet-4-5", abilities=Abilities(vision=True))
    picture = Picture(media_type="image/png", data=b"\x89PNG")
    message = CallMessage(role="user", text="What is this? Be brief.", pictures=(picture,), shared=13)
    call = Call(id="c", key="k", seat=seat, messages=(message,), max_output=321, limits=LIMITS)
    _, up = await heard("anthropic", Plan(text=TEXT), call)
    asked, shown, task = up.calls[0].body["messages"][0]["content"]
    assert (asked["text"], shown["type"], task["text"]) == ("What is this?", "image", " Be brief.")
    assert shown["cache_control"]["type"] == "ephemeral"
    assert not {"cache_control"} & {*asked, *task}


WEATHER = ToolSpec(
    name="weather",
    description="Return the weather of a town.",
    parameters={"type": "object", "properties": {"town": {"type": "string"}}, "required": ["town"]},
)


@pytest.mark.parametrize("wire", MODELS)
async def test_a_tool_is_offered_called_and_answered(wire: str) -> None:
    """Each API is offered the tool in its own form, and reads the result beside the call that it belongs to."""
    model = f"up/{MODELS[wire]}"
    asked = call_of(model=model, limits=CallLimits(), tools=(WEATHER,))
    calls = (("weather", {"town": "Ulm"}), ("weather", {"town": "Köln"}))
    reply, up = await heard(wire, Plan(calls=calls, calls_whole=True), asked)
    assert reply.settled == "ok", reply.cause
    assert [(each.name, json.loads(each.arguments)) for each in reply.calls] == [
        ("weather", {"town": "Ulm"}),
        ("weather", {"town": "Köln"}),
    ]
    assert "Return the weather of a town." in json.dumps(up.calls[0].body["tools"])
    assert len({each.id for each in reply.calls}) == 2
    results = ("Rain.", "Sun.")
    exchange = (
        CallMessage(role="assistant", text="", calls=reply.calls),
        *(
            CallMessage(role="tool", text=text, answers=each.id)
            for each, text in zip(reply.calls, results, strict=True)
        ),
    )
    asked = call_of(model=model, limits=CallLimits(), tools=(WEATHER,), tools_spent=True, then=exchange)
    reply, up = await heard(wire, Plan(text="It rains in Ulm."), asked)
    assert (reply.settled, reply.text, reply.calls) == ("ok", "It rains in Ulm.", ()), reply.cause
    assert TOLD[wire](up.calls[0].body) == (["Ulm", "Köln"], ["Rain.", "Sun."], True)


def told_anthropic(body: dict[str, Any]) -> tuple[list[str], list[str], bool]:
    _, calls, results = body["messages"]
    ids = [each["id"] for each in calls["content"]]
    assert [each["tool_use_id"] for each in results["content"]] == ids, "both results are in one message"
    texts = [each["content"] for each in results["content"]]
    towns = [each["input"]["town"] for each in calls["content"]]
    return (
        towns,
        [each if isinstance(each, str) else each[0]["text"] for each in texts],
        body["tool_choice"] == {"type": "none"},
    )


def told_google(body: dict[str, Any]) -> tuple[list[str], list[str], bool]:
    _, calls, results = body["contents"]
    towns = [each["functionCall"]["args"]["town"] for each in calls["parts"]]
    texts = [each["functionResponse"]["response"]["return_value"] for each in results["parts"]]
    return towns, texts, body["toolConfig"]["functionCallingConfig"]["mode"] == "NONE"


def told_mistral(body: dict[str, Any]) -> tuple[list[str], list[str], bool]:
    calls = body["messages"][1]["tool_calls"]
    results = [each for each in body["messages"] if each["role"] == "tool"]
    assert [each["tool_call_id"] for each in results] == [each["id"] for each in calls]
    arguments = [each["function"]["arguments"] for each in calls]
    towns = [(json.loads(each) if isinstance(each, str) else each)["town"] for each in arguments]
    return towns, [each["content"] for each in results], "tools" not in body


TOLD = {"anthropic": told_anthropic, "google": told_google, "mistral": told_mistral}


async def test_anthropic_searches_itself() -> None:
    """The tool is sent with its limit; cited passages come back as sources, and each search is paid."""
    search = ServiceSearch(form="web_search", uses=2, results=10, result_tokens=2000, price=10.0)
    seat = Seat(id="seat-a", model="up/claude-sonnet-4-5", price=Price(input=3_000, output=15_000))
    pages = (("https://example.org/arch", "Arches", "Forty tons."), ("https://example.org/river", "River", "A river."))
    asked = call_of(seat=seat, limits=CallLimits(), tools=(WEATHER,), search=search)
    reply, up = await heard("anthropic", Plan(text=TEXT, citations=pages), asked)
    assert (reply.settled, reply.text) == ("ok", TEXT), reply.cause
    tools = {each["name"]: each for each in up.calls[0].body["tools"]}
    assert (tools["web_search"]["type"], tools["web_search"]["max_uses"]) == ("web_search_20250305", 2)
    assert tools.keys() == {"weather", "web_search"}
    assert [(each.url, each.title, each.excerpt) for each in reply.sources] == list(pages)
    tokens = reply.usage.input * 3_000 + reply.usage.output * 15_000
    assert reply.cost == tokens + 10_000_000, "one search was made"
    reply, _ = await heard("anthropic", Plan(text=TEXT), asked)
    assert (reply.cost, reply.sources) == (reply.usage.input * 3_000 + reply.usage.output * 15_000, ())


async def test_a_call_without_tools_has_no_field_of_tools() -> None:
    for wire in MODELS:
        _, up = await heard(wire, Plan(text=TEXT))
        assert not {"tools", "tool_choice", "toolConfig"} & set(up.calls[0].body)


async def test_an_address_that_may_not_be_reached() -> None:
    async def lookup(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    async with Upstream() as up:
        url = f"https://api.example.com:{up.origin.rpartition(':')[2]}"
        native = NativeWire(Endpoint(name="up", url=url, wire="anthropic"), Secret(KEY), lookup=lookup)
        reply = await hear(native, call_of(model="up/claude-sonnet-4-5", limits=LIMITS))
        await native.close()
        assert (reply.settled, reply.error) == ("error", "egress"), reply.cause
        assert up.connections == 0
