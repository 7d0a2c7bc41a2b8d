"""Convene, list, watch and control sessions over HTTP: the native API under `/api/sessions`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Header, Path, Query
from msgspec import UNSET
from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.responses import Response

from moot.errors import BadInput, UnknownName
from moot.exports.reports import REPORT_TYPES, ReportForm
from moot.exports.session_files import file_name, form_of, sealed_lines
from moot.exports.writing_process import FileRequest
from moot.floor.calls.budget import nano_dollars
from moot.protocols.grading.findings import AnswerGrades
from moot.request import Ask
from moot.server.admission.path_rules import GUEST
from moot.server.dependencies import Backend, Depth, Given, InBackend, InBody, InChanges, Whole, depth_from, once_of
from moot.server.openapi import events_response, export_response, of, refusals_of, report_response
from moot.server.shapes.bodies import AnswerBody, GoOnBody, GradeBody, ListedBody, ResumeBody, VerdictBody, WriteUpBody
from moot.server.shapes.debate_replies import SessionResult
from moot.server.shapes.replies import PromptText, StopReply, WentOn, reply
from moot.server.watching.stream import EventStream, ViewerFrame, starting_point
from moot.sessions.fork import ForkChanges
from moot.sessions.write_up import writing_up
from moot.stats.evidence.person_verdicts import PersonVerdict
from moot.transcripts.followers import is_ending
from moot.transcripts.session_record import BROWSER
from moot.transcripts.sql.register import MOST, PAGE
from moot.transcripts.sql.search import Source
from moot.transcripts.stored_prompts import prompt_kept
from moot.views.comparison import SideBySide, compared
from moot.views.contract import StateWithResult, contract_of
from moot.views.estimates import AgainRow, EstimateRow, again_row, estimate_row
from moot.views.result import Result, result_of
from moot.views.sessions import SessionPage, SessionRow, TalkPage, ThreadView, session_row, talk_row
from moot.views.summary import gist_of
from moot.vocabulary.events import Event
from moot.vocabulary.state import state_of

router = APIRouter(prefix="/api/sessions", tags=["sessions"], responses=refusals_of(401, 403, 404, 409, 422))

MOST_WAIT = 600.0
Key = Annotated[str | None, Header(alias="Idempotency-Key", description="Repeating with it opens nothing anew.")]
Graded = Annotated[str, Path(max_length=64, description="Whose answer: a seat, or `verdict` for the council's.")]
Wait = Annotated[float, Query(ge=0, le=MOST_WAIT, allow_inf_nan=False, description="Seconds to wait for the end.")]
FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
State = Literal["running", "waiting", "interrupted", "verdict", "inconclusive", "failed", "stopped", "out_of_budget"]


@router.post("", status_code=201, responses=of(Result, 201) | refusals_of(413, 415, 429, 503))
async def convene(
    ask: InBody, backend: InBackend, request: Request, once: Key = None, depth: Depth = None, wait: Wait = 0
) -> Response:
    """Put a question to a council. The session continues whether anybody watches or not."""
    known = once_of(once, "native", ask)
    session = await backend.convene(replace(ask, depth=depth_from(depth), door=door_of(request)), known)
    return await _result(backend, session, wait, 201)


async def _filters(
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
    before: Annotated[int | None, Query(ge=0, le=2**53, description="The `next` of the page before.")] = None,
    state: Annotated[list[State] | None, Query(description="Only those in this state.")] = None,
    protocol: Annotated[str, Query(max_length=64, description="Only those with this protocol.")] = "",
    q: Annotated[str, Query(max_length=500, description="Words that were asked or said.")] = "",
    source: Annotated[Source | None, Query(description="Only those that were asked this way.")] = None,
    pinned: Annotated[bool | None, Query(description="Only those that are pinned, or only the others.")] = None,
) -> dict[str, Any]:
    found = {"limit": limit, "before": before, "states": state or (), "protocol": protocol, "query": q}
    return {**found, "source": source, "pinned": pinned}


Filters = Annotated[dict[str, Any], Depends(_filters)]
"""Filter for a list of sessions or conversations, from a request's query parameters."""


@router.get("", responses=of(SessionPage))
async def sessions(
    request: Request,
    backend: InBackend,
    filters: Filters,
    conversation: Annotated[str | None, Query(max_length=64)] = None,
    door: Annotated[
        str, Query(max_length=64, description="Only sessions of a door; `chore` and `bench` are in no other list.")
    ] = "",
    study: Annotated[str, Query(max_length=64, description="Only those of a study or run, by its whole id.")] = "",
    arm: Annotated[str, Query(max_length=64, description="Only those of an arm of studies.")] = "",
) -> Response:
    """List sessions, newest first."""
    door = request.scope.get(GUEST, door)
    page = await backend.app.register.list(**filters, thread=conversation, door=door, study=study, arm=arm)
    following = page[-1].number if len(page) == filters["limit"] else None
    rows = [session_row(listing) for listing in page]
    for contract in request.app.state.contracts:
        rows = await contract.rows(backend, filters["protocol"], rows)
    return reply(SessionPage(sessions=rows, next=following))


@router.get("/{session}", responses=of(SessionResult))
async def session(session: Whole, backend: InBackend, request: Request, wait: Wait = 0) -> Response:
    """Return a session's result so far; for a debate also its records."""
    if GUEST in request.scope and (await backend.app.register.get(session)).door != request.scope[GUEST]:
        raise UnknownName("session", session)
    result = await _reached(backend, session, wait)
    found = [await contract.records(backend, result) for contract in request.app.state.contracts]
    records = next((each for each in found if each is not UNSET), UNSET)
    return reply(SessionResult(**asdict(result), records=records), Moot_Session=session)


@router.get("/{session}/result", responses=of(Result))
async def result(session: Whole, backend: InBackend, wait: Wait = 0) -> Response:
    """Return a session's result so far: the document that `moot sessions show --json` prints."""
    return await _result(backend, session, wait, 200)


@router.get("/{session}/state", responses=of(StateWithResult))
async def state(session: Whole, backend: InBackend) -> Response:
    """Return everything a view draws: moves, sheets, ballots, findings, and the result so far."""
    made = await backend.state(session)
    return reply(StateWithResult(**asdict(made), result=contract_of(made)))


@router.get("/{session}/compare/{other}", responses=of(SideBySide))
async def compare(session: Whole, other: Given, backend: InBackend) -> Response:
    """Return what differs between a session and another: their figures, and their answers word by word."""
    states = [await backend.state(each) for each in (session, await backend.app.register.resolve(other))]
    return reply(await asyncio.to_thread(compared, *states))


@router.get("/{session}/events", responses=events_response() | refusals_of(409, 429))
async def events(
    request: Request,
    session: Whole,
    backend: InBackend,
    after: Annotated[int, Query(ge=0, le=2**53, description="The last event you have.")] = 0,
    limit: Annotated[int, Query(ge=1, le=5000)] = 1000,
    last_event_id: Annotated[str | None, Header(alias="Last-Event-ID", max_length=100)] = None,
) -> Response:
    """Return a session's events: live to the end, or, with `after`, `limit` or `Accept: application/json`, one page."""
    if _wants_stream(request):
        backend.places.check()
        start = await starting_point(backend.viewer_hub, session, after, last_event_id)
        return EventStream(backend.viewer_hub, backend.places, session, start)
    return await event_page(backend, session, after, limit)


def door_of(request: Request) -> str:
    """Return the interface that opens a session, judging by the request: `browser` for a page, empty for a program."""
    return BROWSER if request.headers.get("origin") else ""


def _wants_stream(request: Request) -> bool:
    """Return whether to stream the events: if the request asks for a stream, or asks neither for JSON nor for a
    page."""
    accepted = request.headers.get("accept", "")
    if "text/event-stream" in accepted or "last-event-id" in request.headers:
        return True
    return "application/json" not in accepted and not {"after", "limit"} & set(request.query_params)


@router.post("/{session}/stop", responses=of(StopReply))
async def stop(session: Whole, backend: InBackend) -> Response:
    """Ask a session to stop. Asking twice does no harm."""
    return reply(StopReply(session=session, stopped=await backend.app.runner.stop(session)))


@router.post("/{session}/go-on", responses=of(WentOn))
async def go_on(session: Whole, backend: InBackend, body: GoOnBody | None = None) -> Response:
    """Stop waiting for seats that have not answered, if the session can go on without them."""
    runner = backend.app.runner
    elsewhere = session not in runner.running
    gone = await runner.go_on(session, (body or GoOnBody()).without)
    return reply(WentOn(session=session, without=tuple(gone), elsewhere=elsewhere))


@router.post("/{session}/answer-now", responses=of(WentOn))
async def answer_now(session: Whole, backend: InBackend) -> Response:
    """Have the answer written at once, from what has arrived: open calls are given up, stages ahead are skipped."""
    gone = await backend.app.runner.answer_now(session)
    return reply(WentOn(session=session, without=tuple(gone), elsewhere=False))


@router.post("/{session}/resume", responses=of(Result) | refusals_of(429))
async def resume(session: Whole, backend: InBackend, body: ResumeBody | None = None) -> Response:
    """Resume an unfinished or stopped session; nothing settled is asked again."""
    changed = body or ResumeBody()
    cap = nano_dollars(changed.budget) if changed.budget is not None else None
    await backend.app.runner.resume(
        session,
        cap=cap,
        deadline=changed.deadline,
        accepts_drift=changed.accepts_drift,
        quorum=changed.at_least,
    )
    return await _result(backend, session, 0, 200)


@router.post("/{session}/fork", status_code=201, responses=of(Result, 201) | refusals_of(429))
async def fork(session: Whole, changes: InChanges, backend: InBackend, request: Request, once: Key = None) -> Response:
    """Open a session that shares this one's beginning and continues differently."""
    known = once_of(once, "fork", [session, changes])
    forked = await backend.app.fork(session, changes, once=known, door=door_of(request))
    return await _result(backend, forked, 0, 201)


@router.post("/{session}/ask-everyone", status_code=201, responses=of(Result, 201) | refusals_of(429))
async def ask_everyone(session: Whole, backend: InBackend, request: Request, once: Key = None) -> Response:
    """Ask the members that were not asked, in a new session that keeps the answers there are."""
    return await fork(session, ForkChanges(everyone=True), backend, request, once)


@router.post("/{session}/answers", responses=of(Result))
async def answer(session: Whole, body: AnswerBody, backend: InBackend) -> Response:
    """Send a person's answer to a session that waits for it."""
    if (body.text is None) == (body.ballot is None):
        raise BadInput("An answer holds either `text` or `ballot`.")
    text = body.text if body.text is not None else msgspec.json.encode(body.ballot).decode()
    await backend.app.runner.answer(session, body.key, text)
    return await _result(backend, session, 0, 200)


@router.get("/{session}/grades", responses=of(AnswerGrades) | refusals_of(409))
async def grades(session: Whole, backend: InBackend) -> Response:
    """Return the session's answers with their grades against the known right answer, and who graded each."""
    return reply(await backend.app.grades.of(session))


@router.put("/{session}/grades/{seat}", responses=of(AnswerGrades) | refusals_of(409))
async def overrule(session: Whole, seat: Graded, body: GradeBody, backend: InBackend) -> Response:
    """Set a person's grade of an answer; it applies wherever the same answer was given to the question."""
    return reply(await backend.app.grades.overrule(session, seat, body.right, body.why))


@router.get("/{session}/verdict", responses=of(PersonVerdict))
async def verdict(session: Whole, backend: InBackend) -> Response:
    """Return the person's verdict on the session's answer; its fields are empty if there is none."""
    return reply(await backend.app.verdicts.of(session))


@router.post("/{session}/verdict", responses=of(PersonVerdict) | refusals_of(409))
async def give_verdict(session: Whole, body: VerdictBody, backend: InBackend) -> Response:
    """Say whether the session's answer is right, or what the right answer is; the transcript does not change."""
    return reply(
        await backend.app.verdicts.give(
            session, body.right, right_answer=body.right_answer, note=body.note, members=body.members
        )
    )


@router.delete("/{session}/verdict", status_code=204)
async def withdraw_verdict(session: Whole, backend: InBackend) -> Response:
    """Remove the person's verdict on the session's answer."""
    await backend.app.verdicts.withdraw(session)
    return Response(status_code=204)


@router.get("/{session}/export", responses=export_response() | refusals_of(503))
async def exported(
    session: Whole,
    backend: InBackend,
    request: Request,
    form: Annotated[str, Query(alias="format", max_length=64, description="One of `GET /api/exports`.")] = "md",
) -> Response:
    """Return the session as a file, in one of the formats that `GET /api/exports` lists."""
    media_type = form_of(form).media_type
    signer = backend.app.signer() if form == "jsonl" else None
    if signer is not None:  # the process that writes files gets no key
        events = await backend.events(session)
        text = await asyncio.to_thread(sealed_lines, events, signer)
        headers = {"Content-Disposition": f'attachment; filename="{file_name(state_of(events), form)}"'}
        return Response(text, headers={**headers, "Content-Security-Policy": FILE_POLICY}, media_type=media_type)
    order = FileRequest(kind="export", form=form)
    # A transcript is exported unchanged; every other format shows people's grades of answers.
    read = partial(backend.events if form == "jsonl" else backend.app.grades.events, session)
    return await backend.files.answer(request, order, read, media_type, FILE_POLICY)


@router.get("/{session}/report", responses=report_response() | refusals_of(503))
async def reported(
    session: Whole,
    backend: InBackend,
    request: Request,
    form: Annotated[ReportForm, Query(description="The report, or the votes.")] = "md",
) -> Response:
    """Return the report of a vote on claims, or its votes as data, as a file."""
    order = FileRequest(kind="report", form=form)
    return await backend.files.answer(request, order, partial(backend.events, session), REPORT_TYPES[form])


@router.delete("/{session}", status_code=204)
async def delete(session: Given, backend: InBackend) -> Response:
    """Delete a session that is not running, with everything only it needs. Needs the whole id."""
    whole = await backend.app.register.resolve(session)
    if whole != session:
        raise BadInput("Deleting takes the whole id.", f"It is {whole}.")
    await backend.app.register.delete(whole)
    return Response(status_code=204)


async def _result(backend: Backend, session: str, wait: float, status: int) -> Response:
    return reply(await _reached(backend, session, wait), status, Moot_Session=session)


async def _reached(backend: Backend, session: str, wait: float) -> Result:
    if wait and backend.places.free:  # without a free slot the result so far is returned at once
        with backend.places.held():
            await backend.until_over(session, wait)
    state = await backend.state(session)
    if state.status == "running":  # it was running until now
        state = replace(state, t=max(state.t, (await backend.app.register.get(session)).t))
    return result_of(state)


async def event_page(
    backend: Backend, session: str, after: int, limit: int, shown: Callable[[Event], Event] | None = None
) -> Response:
    """Return the response with a page of a session's events after a sequence number.

    `shown` changes each event before it is sent, to leave out what the reader may not see.
    """
    page = await backend.app.transcript.read(session, after, limit)
    ended = len(page) < limit and (is_ending(page[-1]) if page else await _ended_at(backend, session, after))
    last = page[-1].seq if page else after
    gist = msgspec.json.encode(gist_of(await backend.state(session)) if ended else None)
    events = b",".join(ViewerFrame(shown(event) if shown is not None else event).json for event in page)
    more = len(page) == limit
    listing = await backend.app.register.get(session)
    unheld = not more and not ended and listing.state == "interrupted"
    head = b'{"session":%b,"conversation":%b,"events":[%b],"after":%d,"more":%b,"ended":%b,"interrupted":%b,"gist":%b}'
    conversation = msgspec.json.encode(listing.thread if shown is None else None)
    whole = msgspec.json.encode(session)
    body = head % (whole, conversation, events, last, _word(more), _word(ended), _word(unheld), gist)
    return Response(body, media_type="application/json")


async def _ended_at(backend: Backend, session: str, after: int) -> bool:
    last = await backend.app.transcript.read(session, max(0, after - 1), 1)
    return bool(last) and is_ending(last[-1])


def _word(truth: bool) -> bytes:
    return b"true" if truth else b"false"


@router.post("/{session}/fork/estimate", responses=of(AgainRow))
async def estimate_again(session: Whole, changes: InChanges, backend: InBackend) -> Response:
    """Estimate what a fork would keep, ask and cost. Refuses what forking would refuse, and opens nothing."""
    return reply(again_row(await backend.app.estimate_again(session, changes)))


@router.post("/{session}/write-up", status_code=201, responses=of(Result, 201) | refusals_of(413, 429))
async def write_up(session: Whole, body: WriteUpBody, backend: InBackend, once: Key = None) -> Response:
    """Open a session in which one model writes an answer to the same question from points picked by hand."""
    known = once_of(once, "write-up", [session, body.model_dump()])
    opened = await backend.app.convene(await _asked(backend, session, body), once=known)
    return reply(result_of(await backend.state(opened)), 201, Moot_Session=opened)


@router.post("/{session}/write-up/estimate", responses=of(EstimateRow) | refusals_of(413))
async def estimate_write_up(session: Whole, body: WriteUpBody, backend: InBackend) -> Response:
    """Estimate the cost of an answer from points picked by hand; nothing is opened."""
    ask = await _asked(backend, session, body)
    return reply(estimate_row(await backend.app.estimate(ask, strict=True), "", ask.notes[0]))


async def _asked(backend: Backend, session: str, body: WriteUpBody) -> Ask:
    return await writing_up(session, (await backend.state(session)).question.text, body.points, body.chair, body.budget)


@router.patch("/{session}", responses=of(SessionRow) | refusals_of(415))
async def change(session: Whole, body: ListedBody, backend: InBackend) -> Response:
    """Change a session's title, or pin it."""
    if body.title is not None:
        await backend.app.register.name(session, body.title)
    if body.pinned is not None:
        await backend.app.register.pin(session, body.pinned)
    return reply(session_row(await backend.app.register.get(session)))


@router.get("/{session}/prompt", responses=of(PromptText))
async def prompt(
    session: Whole,
    backend: InBackend,
    key: Annotated[str, Query(max_length=300, description="An intent, `KEY~1`, or a move for its latest one.")],
) -> Response:
    """Return the prompt sent under a key, word for word, if it is stored."""
    found = await prompt_kept(backend.app.transcript, session, key)
    system = "\n\n".join(message.text for message in found.messages if message.role == "system")
    messages = [message for message in found.messages if message.role != "system"]
    return reply(PromptText(key=found.key, messages=messages, schema=found.schema, system=system))


threads_router = APIRouter(prefix="/api/threads", tags=["conversations"], responses=router.responses)

ThreadId = Annotated[str, Path(max_length=64, description="A conversation's id.")]


@threads_router.get("", responses=of(TalkPage))
async def conversations(
    backend: InBackend,
    filters: Filters,
    studies: Annotated[bool, Query(description="Whether sessions that a study asked are among them.")] = True,
) -> Response:
    """List conversations by their latest question, newest first. A session outside any counts as a single turn."""
    page = await backend.app.threads.talks(**filters, studies=studies)
    following = page[-1].latest.number if len(page) == filters["limit"] else None
    left_out = not studies and await backend.app.register.has_studies()
    return reply(TalkPage(conversations=[talk_row(talk) for talk in page], next=following, left_out=left_out))


@threads_router.get("/{conversation}", responses=of(ThreadView))
async def thread(conversation: ThreadId, backend: InBackend) -> Response:
    """Return a conversation and its sessions."""
    return await _view(backend, conversation)


@threads_router.patch("/{conversation}", responses=of(ThreadView) | refusals_of(415))
async def change_conversation(conversation: ThreadId, body: ListedBody, backend: InBackend) -> Response:
    """Change a conversation's title, or pin it."""
    if body.title is not None:
        await backend.app.threads.rename(conversation, body.title)
    if body.pinned is not None:
        await backend.app.threads.pin(conversation, body.pinned)
    return await _view(backend, conversation)


@threads_router.delete("/{conversation}", status_code=204)
async def delete_conversation(conversation: ThreadId, backend: InBackend) -> Response:
    """Delete a conversation with all its sessions; refused while one of them runs."""
    await backend.app.threads.delete(conversation)
    return Response(status_code=204)


async def _view(backend: Backend, conversation: str) -> Response:
    found = await backend.app.threads.get(conversation)
    listings = await backend.app.threads.sessions(conversation)
    return reply(ThreadView(conversation=found, sessions=[session_row(listing) for listing in listings]))
