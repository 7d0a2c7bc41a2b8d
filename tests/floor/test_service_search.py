"""Test the web search that a member's service makes itself: its request, its sources, and what it costs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from moot.app import Application
from moot.request import Ask
from moot.sessions.replay import replayed
from moot.views.result import result_of
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Event, SeatAsked, SeatSpoke, SessionOpened
from moot.vocabulary.state import state_of
from moot.vocabulary.tools import ToolsRequested
from rig.script import Asked, Plan, Script
from rig.upstream import Upstream

QUESTION = "How much can a stone bridge bear?"
PAGES = (
    ("https://example.org/arch", "Arches", "An arch bears forty tons."),
    ("https://example.org/river", "River", ""),
)
PRICES = "price = { input = 1.0, output = 2.0 }"
PLUGIN = 'search = [{ form = "plugins", results = 3, result_tokens = 1000, price = 20.0 }]'
OPTIONS = 'search = [{ form = "web_search_options", results = 3, result_tokens = 1000, price = 20.0 }]'
CENT = 10_000_000


def row(url: str, search: str, *more: str) -> str:
    return "\n".join(["[lab]", f'url = "{url}"', "private = true", PRICES, search, *more]) + "\n"


def searches(asked: Asked) -> Plan | None:
    """Answer with citations if the request asks for a search, as the services do."""
    asks = {"plugins", "web_search_options"} & set(asked.body)
    return Plan(text="Forty tons.", citations=PAGES) if asks and not asked.schema else None


@asynccontextmanager
async def application(
    home: Path, search: str, script: Script = searches
) -> AsyncIterator[tuple[Application, Upstream]]:
    async with Upstream(script=script) as upstream:
        (home / "endpoints.toml").write_text(row(upstream.url, search), encoding="utf-8")
        app = await Application.opened("python", home)
        try:
            yield app, upstream
        finally:
            await app.close()


async def events_of(app: Application, session: str) -> list[Event]:
    await app.runner.ended(session)
    return list(await app.transcript.read(session))


def ask(**fields: Any) -> Ask:
    protocol = fields.pop("protocol", "peer-review")
    council = Council(members=("lab/alpha", "lab/beta", "lab/gamma"), chair="lab/delta", protocol=protocol)
    return Ask(**{"question": QUESTION, "council": council, "search": True, **fields})


@pytest.mark.parametrize(
    ("search", "field", "told"),
    [
        (PLUGIN, "plugins", [{"id": "web", "engine": "exa", "max_results": 3}]),
        (OPTIONS, "web_search_options", {}),
    ],
)
async def test_members_answer_with_what_their_service_found(
    tmp_path: Path, search: str, field: str, told: object
) -> None:
    async with application(tmp_path, search) as (app, upstream):
        estimate = await app.estimate(ask())
        session = await app.convene(ask())
        events = await events_of(app, session)
        assert events[-1].kind == "VerdictReached", events[-1].body
        await replayed(events, app.transcript)
        assert estimate.most is not None
        spent = (await app.transcript.balance(session)).spent
        assert 6 * CENT <= spent <= estimate.most, "three searches at two cents each"
    asked = [each.body.get(field) for each in upstream.calls]
    assert asked.count(told) == 3, "each member searches for its answer, and for nothing else"
    assert asked.count(None) == len(asked) - 3
    result = result_of(state_of(events))
    assert [(each.url, each.excerpt) for each in result.sources] == [(url, passage) for url, _, passage in PAGES]
    assert {each.searcher for each in result.sources} == {"lab"}


async def test_without_search_the_request_is_what_it_was(tmp_path: Path) -> None:
    """The trait of the service changes no byte of a request unless the session searches."""
    bodies: list[list[str]] = []
    for search, wish in ((PLUGIN, None), ("", None), (PLUGIN, False)):
        async with application(tmp_path, search) as (app, upstream):
            await events_of(app, await app.convene(ask(search=wish, seed="0" * 32)))
            bodies.append(sorted(each.sha for each in upstream.calls))
    assert bodies[0] == bodies[1] == bodies[2]
    assert len(bodies[0]) > 3


async def test_a_search_service_of_moots_own_comes_first(tmp_path: Path) -> None:
    async with application(tmp_path, PLUGIN) as (app, upstream):
        app.searchers.keys.put("tavily", app.searchers.row("tavily").origin, "k")
        opened = (await events_of(app, await app.convene(ask())))[0].body
        assert isinstance(opened, SessionOpened)
        assert not any(seat.search for seat in opened.roster.seats)
        assert opened.tools == ("search", "fetch")
        assert not any("plugins" in each.body for each in upstream.calls)


async def test_what_a_search_found_stays_when_a_tool_is_called(tmp_path: Path) -> None:
    """Only the first request of an answer searches; the next one names what was found, and the answer lists it."""

    def script(asked: Asked) -> Plan | None:
        if "plugins" in asked.body:
            return Plan(text="Let me read.", calls=(("fetch", {"url": "http://127.0.0.1:1/"}),), citations=PAGES)
        return Plan(text="So be it.") if asked.body.get("tools") else None

    async with application(tmp_path, PLUGIN, script) as (app, upstream):
        estimate = await app.estimate(ask())
        session = await app.convene(ask())
        events = await events_of(app, session)
        assert events[-1].kind == "VerdictReached", events[-1].body
        assert estimate.most is not None
        assert (await app.transcript.balance(session)).spent <= estimate.most
    assert sum(isinstance(event.body, ToolsRequested) for event in events) == 3
    again = [each for each in upstream.calls if any(m["role"] == "tool" for m in each.body["messages"])]
    assert len(again) == 3
    assert all("https://example.org/arch" in json.dumps(each.body) and "plugins" not in each.body for each in again)
    spoke = [event.body for event in events if isinstance(event.body, SeatSpoke)][:3]
    assert all([each.url for each in body.sources or ()] == [url for url, _, _ in PAGES] for body in spoke)


async def test_a_search_that_the_budget_does_not_allow_is_left_out(tmp_path: Path) -> None:
    async with application(tmp_path, PLUGIN.replace("20.0", "900.0")) as (app, upstream):
        events = await events_of(app, await app.convene(ask(budget=0.5)))
        assert events[-1].kind == "VerdictReached", events[-1].body
    assert not any("plugins" in each.body for each in upstream.calls)
    spoke = [event.body for event in events if isinstance(event.body, SeatSpoke)]
    assert [body.note for body in spoke[:3]] == ["The budget did not allow its service's search."] * 3


async def test_a_service_that_refuses_the_field_is_asked_without(tmp_path: Path) -> None:
    def script(asked: Asked) -> Plan | str | None:
        if "plugins" in asked.body:
            return "plugins_400"
        return None

    async with application(tmp_path, PLUGIN, script) as (app, _):
        session = await app.convene(ask())
        events = await events_of(app, session)
        assert events[-1].kind == "VerdictReached", events[-1].body
        assert (await app.transcript.balance(session)).spent < CENT, "no search is paid for"
    spoke = [event.body for event in events if isinstance(event.body, SeatSpoke)]
    assert {body.note for body in spoke[:3]} == {"Its service takes no search of its own: it was asked without."}


async def test_the_reservation_covers_the_search(tmp_path: Path) -> None:
    async with application(tmp_path, PLUGIN) as (app, _):
        events = await events_of(app, await app.convene(ask()))
        plain = await events_of(app, await app.convene(ask(search=False)))
    searched, bare = (
        next(event.body.reserved or 0 for event in each if isinstance(event.body, SeatAsked))
        for each in (events, plain)
    )
    assert searched - bare >= 2 * CENT + 3 * 1000 * 1000, "two cents, and three results of 1,000 tokens"
