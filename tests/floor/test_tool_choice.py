"""Test which tools members get, what a request for them may cost, and what is kept of them when it is asked again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from floor.test_tool_calls import MEMBERS, QUESTION, Lookup, application, ask, events_of, looks_up
from moot.app import Application
from moot.request import Ask
from moot.sessions.replay import replayed
from moot.transcripts.append_rules import dollars
from moot.views.contract import contract_of
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SeatAsked, SeatSpoke, SessionOpened
from moot.vocabulary.state import state_of
from moot.vocabulary.tools import ToolAnswered, ToolAsked
from rig.line import Line
from rig.script import Asked, Plan
from rig.upstream import Upstream

PRICE = "price = {input = 3.0, output = 15.0}\n"


async def opened_of(app: Application, session: str) -> SessionOpened:
    await app.runner.ended(session)
    first = (await app.transcript.read(session))[0].body
    assert isinstance(first, SessionOpened)
    return first


@pytest.mark.parametrize(
    ("protocol", "services", "search", "own", "tools"),
    [
        ("fusion", ("hacker-news",), None, (), ("search", "fetch")),
        ("fusion", (), None, (), ()),
        ("fusion", ("hacker-news",), False, (), ()),
        ("fusion", ("hacker-news",), False, ("search", "lookup"), ("lookup",)),
        ("peer-review", ("hacker-news",), None, (), ()),
        ("peer-review", ("hacker-news",), True, (), ("search", "fetch")),
        ("peer-review", (), True, (), ("fetch",)),
        ("peer-review", (), None, ("lookup",), ("lookup",)),
    ],
)
async def test_members_search_where_it_is_asked_for_or_usual(
    tmp_path: Path,
    protocol: str,
    services: Sequence[str],
    search: bool | None,
    own: Sequence[str],
    tools: Sequence[str],
) -> None:
    async with application(tmp_path, lambda asked: None, Lookup()) as (app, _):
        app.searchers.setting = services or None
        council = Council(members=MEMBERS, chair="lab/delta", protocol=protocol, tools=tuple(own))
        opened = await opened_of(app, await app.convene(Ask(question=QUESTION, council=council, search=search)))
    assert tuple(opened.tools or ()) == tuple(tools)


def lasting(asked: Asked) -> Plan | None:
    """Members ask for one tool call after the other until they may not."""
    if not asked.body.get("tools") or asked.schema:
        return None
    if asked.body.get("tool_choice") == "none":
        return Plan(text="I have read enough.")
    return Plan(calls=(("lookup", {"word": f"word-{len(asked.body['messages'])}"}),))


def priced(home: Path) -> None:
    """Give the models of the test a price."""
    path = home / "endpoints.toml"
    path.write_text(path.read_text("utf-8") + PRICE, encoding="utf-8")


@pytest.mark.parametrize("protocol", ["peer-review", "fusion", "debate", "claim-vote", "adjudication", "consensus"])
async def test_the_most_of_an_estimate_covers_the_tool_calls(tmp_path: Path, protocol: str) -> None:
    tool = Lookup(cost=1_000_000)
    async with application(tmp_path, lasting, tool) as (app, _):
        priced(tmp_path)
        app.refresh()
        found = await app.estimate(ask(protocol=protocol))
        without = await app.estimate(replace(ask(protocol=protocol), tools=()))
        events = await events_of(app, await app.convene(ask(protocol=protocol)))
        assert events[-1].kind == "VerdictReached", events[-1].body
    asked = [event.body.reserved for event in events if isinstance(event.body, (SeatAsked, ToolAsked))]
    reserved = sum(each for each in asked if each is not None)
    assert None not in asked
    assert found.most is not None
    assert without.most is not None
    assert reserved <= found.most, f"{dollars(reserved)} was reserved of {dollars(found.most)}"
    assert without.most < found.most < 40 * without.most
    assert found.typical is not None
    assert without.typical is not None
    assert without.typical < found.typical < found.most


@pytest.mark.parametrize("share", [1.0, 1.5, 3.0, 6.0])
async def test_tools_end_while_there_is_money_for_the_answers(tmp_path: Path, share: float) -> None:
    async with application(tmp_path, lasting, Lookup()) as (app, _):
        priced(tmp_path)
        app.refresh()
        least = (await app.estimate(replace(ask(), budget=5.0))).least
        assert least is not None
        budget = share * least / 1e9 + 0.0001
        events = await events_of(app, await app.convene(replace(ask(), budget=budget)))
        assert events[-1].kind == "VerdictReached", events[-1].body
        assert state_of(events).cost <= budget * 1e9
    answered = sum(isinstance(event.body, ToolAnswered) for event in events)
    assert share > 1 or not answered
    assert share < 6 or answered == 3 * app.toolbox.limits.per_move


async def test_sources_are_listed_with_the_result_and_shown_to_readers(tmp_path: Path) -> None:
    async with application(tmp_path, looks_up("one", "two"), Lookup()) as (app, upstream):
        events = await events_of(app, await app.convene(ask()))
    state = state_of(events)
    addresses = ["https://example.org/one", "https://example.org/two"]
    assert [source.url for source in contract_of(state).sources] == addresses
    assert [source.number for source in contract_of(state).sources] == [1, 2]
    reviews = [asked.prompt for asked in upstream.calls if asked.schema]
    assert reviews
    assert all(prompt.count(f"About one {addresses[0]}") == 3 for prompt in reviews)


async def test_a_fork_keeps_tools_and_the_results_of_answers_it_keeps(tmp_path: Path) -> None:
    tool = Lookup()
    async with application(tmp_path, looks_up("one"), tool) as (app, _):
        session = await app.convene(ask())
        await events_of(app, session)
        assert len(tool.asked) == 3
        fork = await app.runner.fork(session, app.changes(stage="opinions", members={"seat-a": "lab/alpha"}))
        events = await events_of(app, fork)
        assert events[-1].kind == "VerdictReached", events[-1].body
        await replayed(events, app.transcript)
        assert len(tool.asked) == 4, "one opinion was asked for again"
        assert sum(isinstance(event.body, ToolAnswered) for event in events) == 3
        later = await app.runner.fork(session, app.changes(stage="review"))
        events = await events_of(app, later)
        assert events[-1].kind == "VerdictReached", events[-1].body
        await replayed(events, app.transcript)
        assert len(tool.asked) == 4, "the opinions were kept"
        assert sum(isinstance(event.body, ToolAnswered) for event in events) == 3
        assert len(contract_of(state_of(events)).sources) == 1
        anew = await app.runner.fork(session, app.changes(question="And which of three?"))
        assert (await opened_of(app, anew)).tools == ("lookup",)


async def test_a_fork_that_retries_copies_the_tool_calls_of_answers_that_it_reuses(tmp_path: Path) -> None:
    broken = True

    def script(asked: Asked) -> Plan | str | None:
        return "filter_400" if broken and asked.model == "gamma" else looks_up("one")(asked)

    tool = Lookup()
    async with application(tmp_path, script, tool) as (app, _):
        session = await app.convene(ask())
        await events_of(app, session)
        assert len(tool.asked) == 2
        broken = False
        fork = await app.runner.fork(session, app.changes(retry_failed=True))
        events = await events_of(app, fork)
        assert events[-1].kind == "VerdictReached", events[-1].body
        await replayed(events, app.transcript)
    assert len(tool.asked) == 3, "only the member that failed looked it up again"
    results = [event for event in events if isinstance(event.body, ToolAnswered)]
    assert sorted(event.origin is not None for event in results) == [False, True, True]


async def test_a_service_without_tools_is_asked_without_and_says_so(tmp_path: Path) -> None:
    async with application(tmp_path, lambda asked: None, Lookup()) as (app, _):
        council = Council(members=("rehearsal/ada", "rehearsal/bo", "lab/alpha"), chair="lab/delta")
        session = await app.convene(Ask(question=QUESTION, council=council, tools=("lookup",)))
        events = await events_of(app, session)
        assert events[-1].kind == "VerdictReached", events[-1].body
    first = events[0].body
    assert isinstance(first, SessionOpened)
    assert "rehearsal takes no tools: its members are asked without." in first.notes
    notes = {event.key: event.body.note for event in events if isinstance(event.body, SeatSpoke)}
    assert notes["opinions/seat-a"] == "Its service takes no tools: it was asked without."
    assert notes["opinions/seat-c"] == ""


class WithoutTools(Upstream):
    """A service that refuses requests with tools."""

    async def _speak(self, line: Line) -> None:
        if line.asked.body.get("tools"):
            body = json.dumps({"error": {"message": f"{line.asked.model} does not support tools"}}).encode()
            return await line.page(400, body, "application/json")
        return await super()._speak(line)


async def test_a_model_that_refuses_tools_is_asked_without(tmp_path: Path) -> None:
    async with WithoutTools() as upstream:
        (tmp_path / "endpoints.toml").write_text(f'[lab]\nurl = "{upstream.url}"\nprivate = true\n', encoding="utf-8")
        app = await Application.opened("python", tmp_path)
        app.toolbox.add("lookup", Lookup)
        try:
            events = await events_of(app, await app.convene(ask()))
        finally:
            await app.close()
    assert events[-1].kind == "VerdictReached", events[-1].body
    said = [event.body for event in events if isinstance(event.body, SeatSpoke) and event.key.startswith("opinions/")]
    assert [each.note for each in said] == ["Its service takes no tools: it was asked without."] * 3
