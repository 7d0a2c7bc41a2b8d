"""Define the MCP tools and resources through which agents ask councils."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from hashlib import sha256
from typing import Any, Literal

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field, create_model

from moot.app import Application, Ask, __version__, fields_of
from moot.errors import MootError
from moot.exports.public import Result, export, result_of
from moot.transcripts.public import Once, follow
from moot.vocabulary.public import Event, SeatSpoke, StageEntered, VerdictReached, state_of

INSTRUCTIONS = (
    "Moot puts a question to a council of several language models and returns an answer with its certainty, reasons "
    "and dissent. `consult` waits for the answer. If it returns `running`, call `result` with the session's id. A "
    "council costs several model calls: ask about decisions, not about facts that you can look up."
)
BUDGET = 1.0
"""Most that a question may cost in dollars if the client names no budget."""
MOST_BUDGET = 10.0
"""Most that a client may allow for a question, in dollars."""
WAIT = 240.0
"""Seconds that `consult`, `follow_up` and `result` wait for an answer by default."""
MOST_WAIT = 3600.0
"""Most seconds for which a client may wait."""
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
STOPS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
SPENDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)

Seconds = float
Convene = Callable[[Ask, "Once | None"], Awaitable[str]]


ANSWER_FIELDS = (
    "session", "outcome", "answer", "confidence", "disagreement", "reasons", "dissent", "would_change", "sources",
    "body", "degraded", "message", "remedy", "cost", "may_follow", "label",
)  # fmt: skip
"""Fields of a result that an agent gets."""
_DESCRIBED: dict[str, Any] = {
    field.name: (Any, Field(description=field.says)) for field in fields_of(Result) if field.name in ANSWER_FIELDS
}
SessionAnswer: Any = create_model("SessionAnswer", __doc__="A session's result so far.", **_DESCRIBED)


class SessionStatus(BaseModel):
    """How far a session is."""

    session: str
    outcome: str
    stage: str
    """The protocol's current stage."""
    spoken: int
    """How many replies have arrived."""
    cost: float | None = None


class CouncilTools:
    """The tools of one MCP server over one application."""

    def __init__(
        self, app: Application, convene: Convene, *, budget: float = BUDGET, most: float = MOST_BUDGET
    ) -> None:
        self._app, self._convene = app, convene
        self._budget, self._most = min(budget, most), most

    def server(self) -> MCPServer:
        """Return an MCP server with these tools."""
        spending: Sequence[Callable[..., Awaitable[Any]]] = (self.consult, self.convene, self.follow_up)
        reading: Sequence[Callable[..., Awaitable[Any]]] = (self.status, self.result, self.councils)
        groups = ((spending, SPENDS), (reading, READS), ((self.stop,), STOPS))
        server: MCPServer = MCPServer(
            "moot",
            title="Moot",
            instructions=INSTRUCTIONS,
            version=__version__,
            log_level="WARNING",
            tools=[_tool(call, hints) for calls, hints in groups for call in calls],
        )
        server.resource(
            "moot://sessions/{session}", name="session", mime_type="text/markdown",
            description="A session as a Markdown report: question, answer, votes and the members' texts.",
        )(self.report)  # fmt: skip
        return server

    async def consult(
        self,
        question: str,
        context: Context,
        council: str | None = None,
        members: list[str] | None = None,
        protocol: str | None = None,
        budget: float | None = None,
        when: Literal["auto", "always", "selective", "one"] = "auto",
        wait: Seconds = WAIT,
        key: str | None = None,
    ) -> SessionAnswer:
        """Ask a council and wait for its answer. Reports progress. If `wait` seconds pass first, the outcome is
        `running`: the session goes on, and `result` returns the answer later. Cancelling the call does not end the
        session either; `stop` does.

        Args:
            question: The question, with everything the members need to know: they see nothing else.
            council: A saved council, as `councils` lists it; without one the first of that list is asked.
            members: A list of models that sit instead of a council's, each as `endpoint/model`.
            protocol: How they deliberate: `peer-review`, `fusion`, `debate`, `consensus`, `adjudication` or
                `claim-vote`.
            budget: Most it may cost, in dollars; unset, $1 unless the server's owner chose another limit. The most
                that a council can cost must fit, which is several times what it usually costs.
            when: `always` asks all members; `selective` two, and the others only if those differ; `one` a single
                member. `auto` asks all of a council that you name, else decides by earlier results.
            wait: Seconds to wait for the answer. Set it below the time limit of your own tool calls.
            key: A key of your choice. A repeated call with the same key and question returns the same session.
        """
        ask = self._ask(question, council, members, protocol, budget, when)
        return await self._waited_for(await self._opened(ask, key), context, wait)

    async def convene(
        self,
        question: str,
        council: str | None = None,
        members: list[str] | None = None,
        protocol: str | None = None,
        budget: float | None = None,
        when: Literal["auto", "always", "selective", "one"] = "auto",
        key: str | None = None,
    ) -> SessionStatus:
        """Ask a council and return at once; `status` and `result` take the session's id. The arguments are those of
        `consult`.
        """
        return await self.status(await self._opened(self._ask(question, council, members, protocol, budget, when), key))

    async def follow_up(
        self, session: str, question: str, context: Context, budget: float | None = None, wait: Seconds = WAIT,
        key: str | None = None,
    ) -> SessionAnswer:  # fmt: skip
        """Ask a further question about a session. Its chair answers, with the session before it.

        Args:
            session: The session's id.
            question: The further question.
            budget: Most it may cost, in dollars.
            wait: Seconds to wait for the answer.
            key: A key of your choice, as for `consult`.
        """
        base = await self._app.register.resolve(session)
        ask = Ask(question=question, follows=base, protocol="reply", budget=self._allowed(budget), door="mcp")
        return await self._waited_for(await self._opened(ask, key), context, wait)

    async def status(self, session: str) -> SessionStatus:
        """Return how far a session is.

        Args:
            session: The session's id.
        """
        whole = await self._app.register.resolve(session)
        events = await self._app.grades.events(whole)
        found = result_of(state_of(events))
        stages = [event.body.stage for event in events if isinstance(event.body, StageEntered)]
        return SessionStatus(
            session=whole,
            outcome=found.outcome,
            stage=stages[-1] if stages else "",
            spoken=sum(isinstance(event.body, SeatSpoke) for event in events),
            cost=found.cost,
        )

    async def result(self, session: str, context: Context, wait: Seconds = 0) -> SessionAnswer:
        """Return a session's answer, or its state if it is still running.

        Args:
            session: The session's id.
            wait: Seconds to wait for the answer.
        """
        return await self._waited_for(await self._app.register.resolve(session), context, wait)

    async def stop(self, session: str) -> SessionAnswer:
        """Stop a running session. What has been paid for is kept, and the session can be resumed in Moot.

        Args:
            session: The session's id.
        """
        whole = await self._app.register.resolve(session)
        await self._app.runner.stop(whole)
        await self._app.runner.ended(whole)
        return await self._answer(whole)

    async def councils(self) -> list[dict[str, Any]]:
        """List the councils that can be asked: first the one that is asked if none is named, then the saved ones.
        A council without a name can be asked only by naming none."""
        usual = (await self._app.sits()).council
        saved = [row.council for row in self._app.shelf.councils().values()]
        return [
            {
                "name": each.name,
                "title": each.title,
                "protocol": each.protocol,
                "members": [row.model for row in each.lines()],
            }
            for each in (usual, *(each for each in saved if each.name != usual.name))
        ]

    async def report(self, session: str) -> str:
        """Return a session as Markdown."""
        try:
            whole = await self._app.register.resolve(session)
        except MootError as error:
            raise ResourceNotFoundError(str(error)) from error
        events = await self._app.grades.events(whole)
        text = await asyncio.to_thread(export, state_of(events), events, "md")
        return text if isinstance(text, str) else text.decode()

    def _ask(
        self,
        question: str,
        council: str | None,
        members: list[str] | None,
        protocol: str | None,
        budget: float | None,
        when: Literal["auto", "always", "selective", "one"],
    ) -> Ask:
        return Ask(
            question=question, council=council, members=members, protocol=protocol, when=when,
            budget=self._allowed(budget), door="mcp",
        )  # fmt: skip

    def _allowed(self, budget: float | None) -> float:
        if budget is None:
            return self._budget
        if not 0 <= budget <= self._most:
            raise ToolError(f"The budget of ${budget:g} is not allowed: this server allows up to ${self._most:g}.")
        return budget

    async def _opened(self, ask: Ask, key: str | None) -> str:
        once = None
        if key is not None:
            once = Once(key=f"mcp:{key[:200]}", digest=sha256(msgspec.json.encode(ask)).hexdigest())
        return await self._convene(ask, once)

    async def _waited_for(self, session: str, context: Context, wait: Seconds) -> SessionAnswer:
        """Report progress until the session has ended or `wait` seconds have passed, and return its result."""
        try:
            async with asyncio.timeout(min(max(0.0, wait), MOST_WAIT)):
                done = 0
                async for batch in follow(self._app.transcript, session):
                    for words in filter(None, map(_progress, batch)):
                        done += 1
                        await context.report_progress(done, message=words)
        except TimeoutError:
            pass
        return await self._answer(session)

    async def _answer(self, session: str) -> SessionAnswer:
        found = result_of(state_of(await self._app.grades.events(session)))
        plain = {name: msgspec.to_builtins(getattr(found, name)) for name in ANSWER_FIELDS}
        for reason in (*plain["reasons"], *plain["dissent"]):
            reason["by"] = [found.models.get(seat, seat) for seat in reason["by"]]
        if found.outcome == "running":
            plain["remedy"] = (
                "The council is still at work. Call `result` with this session; its `wait` waits for the end."
            )
        return SessionAnswer(**plain)


def _tool(call: Callable[..., Awaitable[Any]], hints: ToolAnnotations) -> Tool:
    """Return a method as a tool that refuses unknown arguments and returns Moot's errors as text."""

    @wraps(call)
    async def tool(*args: Any, **given: Any) -> Any:
        try:
            return await call(*args, **given)
        except MootError as error:
            raise ToolError(str(error)) from error

    made = Tool.from_function(tool, annotations=hints)
    arguments = made.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    return made.model_copy(update={"parameters": arguments.model_json_schema(by_alias=True)})


def _progress(event: object) -> str:
    """Return what an event means for somebody who waits; empty if nothing."""
    body = event.body if isinstance(event, Event) else None
    if isinstance(body, StageEntered):
        return f"Stage: {body.stage}"
    if isinstance(body, SeatSpoke):
        return f"{body.model} answered" if body.settled == "ok" else f"{body.model}: {body.settled}"
    return "The answer is there" if isinstance(body, VerdictReached) else ""
