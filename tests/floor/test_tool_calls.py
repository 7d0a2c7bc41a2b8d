"""Test that tool calls are recorded once, limited, priced, and repeated after a crash only if they change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moot.app import Application
from moot.errors import BadInput, UnknownName
from moot.providers.tools.tool import Tool, ToolFailed, ToolLimits, ToolResult
from moot.providers.tools.toolbox import Toolbox
from moot.request import Ask
from moot.sessions.replay import replayed
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Event, SeatSpoke
from moot.vocabulary.state import state_of
from moot.vocabulary.statements import SearchHit
from moot.vocabulary.tools import ToolAnswered, ToolSpec, ToolsRequested
from rig.script import Asked, Plan, Script
from rig.upstream import Upstream

QUESTION = "Which of two databases should a shop keep its orders in?"
MEMBERS = ("lab/alpha", "lab/beta", "lab/gamma")


class Lookup(Tool):
    """Returns a fact and keeps a ledger of its calls."""

    def __init__(self, *, read_only: bool = True, cost: int = 0) -> None:
        self.spec = ToolSpec(
            name="lookup",
            description="Look a word up.",
            parameters={"type": "object", "properties": {"word": {"type": "string"}}},
            read_only=read_only,
        )
        self.most_cost = cost  # type: ignore[misc]
        self.asked: list[Any] = []

    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        word = arguments.get("word")
        self.asked.append(word)
        if word == "bad":
            raise ToolFailed("no such word")
        if word == "bug":
            raise ZeroDivisionError("division")
        if word == "slow":
            await asyncio.sleep(60)
        page = SearchHit(title=f"About {word}", url=f"https://example.org/{word}", excerpt="Seven.")
        return ToolResult(text=f"The meaning of {word} is seven.", sources=(page,), cost=self.most_cost)


def results_in(asked: Asked) -> list[str]:
    """Return the tool results that a request has, in order."""
    return [each["content"] for each in asked.body["messages"] if each["role"] == "tool"]


def looks_up(*words: str) -> Script:
    """Return a script whose members look these words up, one after the other, and then answer with what they read."""

    def script(asked: Asked) -> Plan | None:
        if not asked.body.get("tools"):
            return None
        there = results_in(asked)
        if len(there) < len(words) and asked.body.get("tool_choice") != "none":
            return Plan(calls=(("lookup", {"word": words[len(there)]}),))
        form = {} if asked.schema else {"text": f"I read {len(there)} results. {' '.join(there)}"}
        return Plan(**form)  # type: ignore[arg-type]

    return script


@asynccontextmanager
async def application(home: Path, script: Script, tool: Tool) -> AsyncIterator[tuple[Application, Upstream]]:
    async with Upstream(script=script) as upstream:
        (home / "endpoints.toml").write_text(f'[lab]\nurl = "{upstream.url}"\nprivate = true\n', encoding="utf-8")
        app = await Application.opened("python", home)
        app.toolbox.add("lookup", lambda: tool)
        try:
            yield app, upstream
        finally:
            await app.close()


async def events_of(app: Application, session: str) -> list[Event]:
    await app.runner.ended(session)
    return list(await app.transcript.read(session))


def ask(**fields: Any) -> Ask:
    protocol = fields.pop("protocol", "peer-review")
    return Ask(
        question=QUESTION, council=Council(members=MEMBERS, chair="lab/delta", protocol=protocol), tools=("lookup",),
        **fields,
    )  # fmt: skip


@pytest.mark.parametrize("protocol", ["peer-review", "fusion", "debate", "consensus", "adjudication", "claim-vote"])
async def test_members_call_tools_and_answer_with_the_results(tmp_path: Path, protocol: str) -> None:
    tool = Lookup()
    async with application(tmp_path, looks_up("one", "two"), tool) as (app, upstream):
        session = await app.convene(ask(protocol=protocol))
        events = await events_of(app, session)
        assert events[-1].kind == "VerdictReached", events[-1].body
        await replayed(events, app.transcript)
    first = [event.body for event in events if isinstance(event.body, SeatSpoke)][:3]
    if protocol != "consensus":  # whose answers are forms
        assert all("I read 2 results" in said.text and "The meaning of two is seven." in said.text for said in first)
    assert sorted(tool.asked[:6]) == ["one"] * 3 + ["two"] * 3
    results = [event for event in events if isinstance(event.body, ToolAnswered)]
    assert {event.key.partition(":")[2] for event in results} == {"tool-1:result", "tool-2:result"}
    assert [source.url for source in results[0].body.sources] == ["https://example.org/one"]
    ballots = [each for each in upstream.calls if each.body.get("response_format")]
    assert protocol == "consensus" or not any(each.body.get("tools") for each in ballots)


async def test_a_model_that_never_stops_is_told_to_answer(tmp_path: Path) -> None:
    tool = Lookup()

    def script(asked: Asked) -> Plan | None:
        if not asked.body.get("tools"):
            return None
        if asked.body.get("tool_choice") == "none":
            return Plan(text="So be it.")
        return Plan(calls=(("lookup", {"word": "one"}), ("lookup", {"word": "two"}), ("lookup", {"word": "three"})))

    async with application(tmp_path, script, tool) as (app, _):
        app.toolbox.limits = ToolLimits(per_move=4, per_session=10)
        events = await events_of(app, await app.convene(ask()))
        assert events[-1].kind == "VerdictReached", events[-1].body
    made = [event.body for event in events if isinstance(event.body, ToolAnswered)]
    assert len(tool.asked) == 10, "three members ask for six each, four of them are allowed, and ten in all"
    assert [each.error for each in made].count("limit") == 8
    assert sum(isinstance(event.body, ToolsRequested) for event in events) == 6


@pytest.mark.parametrize(
    ("word", "error", "says"),
    [
        ("bad", "failed", "It failed: no such word"),
        ("bug", "failed", "It broke: ZeroDivisionError: division"),
        ("slow", "timeout", "It did not answer within 0.2 s."),
    ],
)
async def test_a_tool_that_fails_costs_no_answer(tmp_path: Path, word: str, error: str, says: str) -> None:
    async with application(tmp_path, looks_up(word), Lookup()) as (app, _):
        app.toolbox.limits = ToolLimits(seconds=0.2)
        events = await events_of(app, await app.convene(ask()))
        assert events[-1].kind == "VerdictReached", events[-1].body
    made = [event.body for event in events if isinstance(event.body, ToolAnswered)]
    assert {(each.error, each.text) for each in made} == {(error, says)}


@pytest.mark.parametrize(
    ("call", "error"), [(("nothing", {"word": "one"}), "unknown_tool"), (("lookup", ["one"]), "arguments")]
)
async def test_a_call_that_cannot_be_made_is_told(tmp_path: Path, call: tuple[str, Any], error: str) -> None:
    def script(asked: Asked) -> Plan | None:
        if not asked.body.get("tools"):
            return None
        return Plan(text="Well.") if results_in(asked) else Plan(calls=(call,))

    tool = Lookup()
    async with application(tmp_path, script, tool) as (app, _):
        events = await events_of(app, await app.convene(ask()))
        assert events[-1].kind == "VerdictReached", events[-1].body
    assert {event.body.error for event in events if isinstance(event.body, ToolAnswered)} == {error}
    assert not tool.asked


async def test_an_unknown_tool_is_refused(tmp_path: Path) -> None:
    async with application(tmp_path, looks_up("one"), Lookup()) as (app, upstream):
        with pytest.raises(UnknownName, match="no tool called 'lokup'") as caught:
            await app.convene(replace(ask(), tools=("lokup",)))
        assert "Did you mean lookup?" in caught.value.remedy
        assert not upstream.calls


@pytest.mark.parametrize("read_only", [True, False])
async def test_a_call_that_was_interrupted_is_repeated_only_if_it_changes_nothing(
    tmp_path: Path, read_only: bool
) -> None:
    tool = Lookup(read_only=read_only)
    async with application(tmp_path, looks_up("one", "slow"), tool) as (app, upstream):
        session = await app.convene(ask())
        while tool.asked.count("slow") < 3:
            await asyncio.sleep(0.01)
    before = len(upstream.calls)
    again = Lookup(read_only=read_only)
    async with application(tmp_path, looks_up("one", "slow"), again) as (app, upstream):
        app.toolbox.limits = ToolLimits(seconds=0.2)
        await app.runner.resume(session)
        events = await events_of(app, session)
        assert events[-1].kind == "VerdictReached", events[-1].body
        await replayed(events, app.transcript)
    assert before == 6, "two calls of each member: one for each tool call"
    opinions = [each for each in upstream.calls if each.body.get("tools")]
    assert len(opinions) == 3, "settled calls to the models are not repeated"
    assert again.asked == (["slow"] * 3 if read_only else []), "the first look-ups were settled"
    errors = [event.body.error for event in events if isinstance(event.body, ToolAnswered)]
    assert errors.count("" if not read_only else "timeout") == 3
    assert errors.count("lost") == (0 if read_only else 3)


async def test_what_tools_cost_is_reserved_and_counted(tmp_path: Path) -> None:
    cent = 10_000_000
    async with application(tmp_path, looks_up("one", "two"), Lookup(cost=cent)) as (app, _):
        session = await app.convene(ask())
        events = await events_of(app, session)
        assert state_of(events).cost == 6 * cent
        assert (await app.transcript.balance(session)).spent == 6 * cent


async def test_a_tool_that_the_budget_does_not_allow_is_not_called(tmp_path: Path) -> None:
    tool = Lookup(cost=10_000_000)
    async with application(tmp_path, looks_up("one", "two"), tool) as (app, _):
        session = await app.convene(replace(ask(), budget=0.025))
        events = await events_of(app, session)
        assert events[-1].kind == "VerdictReached", events[-1].body
    assert len(tool.asked) == 2
    assert [event.body.error for event in events if isinstance(event.body, ToolAnswered)].count("budget") == 4


async def test_limits_are_settings(tmp_path: Path) -> None:
    limits = "tool_calls = 2\nsession_tool_calls = 5\ntool_timeout = 7.5\ntool_result_size = 500\n"
    (tmp_path / "settings.toml").write_text(limits, encoding="utf-8")
    tool = Lookup()
    async with application(tmp_path, looks_up(*["one"] * 9), tool) as (app, _):
        assert app.toolbox.limits == ToolLimits(per_move=2, per_session=5, seconds=7.5, size=500)
        assert app.toolbox.bound(["lookup"]).rounds == 2
        events = await events_of(app, await app.convene(ask()))
        assert events[-1].kind == "VerdictReached", events[-1].body
        assert len(tool.asked) == 5
        (tmp_path / "settings.toml").write_text("tool_calls = 3\n", encoding="utf-8")
        app.refresh()
        assert app.toolbox.limits == ToolLimits(per_move=3)


def test_name_with_argument() -> None:
    """Of `lookup:words`, the toolset `lookup` gets `words`; each argument makes its own tools."""
    made: list[tuple[str, ...]] = []

    def toolset(*arguments: str) -> Tool:
        made.append(arguments)
        return Lookup()

    toolbox = Toolbox({"lookup": toolset})
    for name in ("lookup:words", "lookup:/a:b"):
        toolbox.check([name, name])
    assert made == [("words",), ("/a:b",)]
    with pytest.raises(BadInput, match="both have a tool `lookup`"):
        toolbox.check(["lookup:words", "lookup:/a:b"])
    assert list(toolbox.tools(["lookup", "lookup:words"])) == ["lookup"]
    assert made[2:] == [()]
    with pytest.raises(UnknownName, match="'look:words'"):
        toolbox.check(["look:words"])
