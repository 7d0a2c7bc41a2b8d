"""Serve the published batch contract of the adjudicated council under `/api`.

`/api/run`, `/api/run_async`, `/api/run_stream/ID`, `/api/run_result/ID`, `/api/artifact`, `/api/dashboard`, with its
error codes. The key is this server's token, as `X-API-Key` or `?api_key=`; it is always required.
`tests/extensions/studies/batch/test_contract.py` tests every route and code.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import Annotated, Any

from fastapi import Path, Query, Request
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from moot.errors import MootError, UnknownName
from moot.extensions.studies.batch.jobs import Job, Jobs
from moot.extensions.studies.batch.progress import JobProgress
from moot.extensions.studies.batch.requests import BatchRefusal
from moot.server.public import (
    HEARTBEAT,
    Contract,
    ContractRouter,
    InBackend,
    ViewerConnection,
    foreign,
    json_reply,
    object_schema,
)

CONTRACT = "As the adjudicated council's own batch server answers."
TIMEOUT = 600.0
"""Number of seconds until a blocking run returns 504. The run continues, and its result is available by id."""
POLL = 0.25
"""Number of seconds between two polls of a stream."""

_PATHS = re.compile(r"/api/(?:run|run_async|run_(?:stream|result)/[^/]+|artifact|dashboard)")


class BatchContract(Contract):
    """Rules of the batch API on errors and tokens: an error has a code and `detail`, and the token may be sent as an
    API key.
    """

    ignores_parameters = "Its programs add what their own server ignores, such as a time against caches."
    token_header, token_parameter = b"x-api-key", "api_key"
    schemas = {
        "BatchError": object_schema(
            "An error at the adjudicated council's batch door; `/api/run` has it under `data`.",
            error={"type": "string"},
            detail={"type": "string"},
        )
    }

    def covers(self, path: str) -> bool:
        return _PATHS.fullmatch(path) is not None

    def refusal(self, path: str, status: int, code: str, text: str) -> dict[str, Any]:
        no = {"error": "unauthorized" if status == 401 else code, "detail": text}
        return {"returncode": 1, "data": no, "stderr": ""} if path == "/api/run" else no


router = ContractRouter(
    BatchContract(),
    prefix="/api",
    tags=["adjudicated council"],
    responses=foreign(CONTRACT, "BatchError", 400, 401, 403, 404, 409, 422),
)
Given = Annotated[str, Path(max_length=64)]
Key = Annotated[str, Query(max_length=200, description="This server's token, where no header can be sent.")]


@router.post("/run")
async def run(request: Request, backend: InBackend, api_key: Key = "") -> Response:
    """Ask the questions and return when all have ended."""
    jobs = backend.part(Jobs)
    backend.places.check()  # before anything is spent, because it waits for the result
    try:
        job = await jobs.begin(await request.body())
    except BatchRefusal as error:
        return _blocking(1, {"error": error.error, "detail": error.detail}, error.detail, error.status)
    except MootError as error:
        return _blocking(1, {"error": error.code, "detail": f"{error}"}, f"{error}", error.status)
    with backend.places.held():
        ended = await jobs.ended(job, TIMEOUT)
    if not ended:
        return _blocking(1, {"error": "timeout", "job_id": job.id}, f"It runs on as job {job.id}.", 504)
    status = await jobs.status(job)
    code = 0 if status == "completed" else 1
    return _blocking(code, await jobs.data(job), "\n".join(job.troubles), 200 if code == 0 else 500)


@router.post("/run_async")
async def run_async(request: Request, backend: InBackend, api_key: Key = "") -> Response:
    """Start the questions and return the job's id at once."""
    try:
        job = await backend.part(Jobs).begin(await request.body())
    except BatchRefusal as error:
        return json_reply({"error": error.error, "detail": error.detail}, error.status)
    except MootError as error:
        return json_reply({"error": error.code, "detail": f"{error}"}, error.status)
    return json_reply({"job_id": job.id, "status": "queued"})


@router.get("/run_result/{job}")
async def run_result(job: Given, backend: InBackend, api_key: Key = "") -> Response:
    """Return the result of a job."""
    jobs = backend.part(Jobs)
    found = await jobs.find(job)
    if found is None:
        return json_reply({"error": "not_found"}, 404)
    status = await jobs.status(found)
    done = status in ("completed", "failed")
    return json_reply(
        {
            "job_id": found.id,
            "status": status,
            "done": done,
            "returncode": (0 if status == "completed" else 1) if done else None,
            "stderr": "\n".join(found.troubles),
            "data": await jobs.data(found) if done else None,
        }
    )


@router.get("/run_stream/{job}")
async def run_stream(job: Given, backend: InBackend, api_key: Key = "") -> Response:
    """Stream a job's progress from its first event to its end."""
    backend.places.check()
    return JobStream(backend.part(Jobs), job)


@router.get("/artifact")
async def artifact(
    backend: InBackend, path: Annotated[str, Query(max_length=1000)] = "", api_key: Key = ""
) -> Response:
    """Return a file that a run has written."""
    file = await asyncio.to_thread(backend.part(Jobs).artifact, path)
    if file is None:
        return json_reply({"error": "not_found"}, 404)
    return FileResponse(file, filename=file.name, content_disposition_type="attachment")


@router.get("/dashboard")
async def dashboard(backend: InBackend, mode: Annotated[str, Query(max_length=64)] = "", api_key: Key = "") -> Response:
    """Return the aggregate of all runs of a mode."""
    if not mode.replace("_", "").replace("-", "").isalnum() and mode:
        return json_reply({"error": "aggregate_missing", "detail": "There is none of that name."}, 404)
    try:
        return json_reply(await asyncio.to_thread(backend.part(Jobs).dashboard, mode))
    except UnknownName as error:
        return json_reply({"error": "aggregate_missing", "detail": error.message}, 404)


class JobStream(Response):
    """Response that streams the progress events of a job."""

    def __init__(self, jobs: Jobs, job: str) -> None:
        super().__init__()
        self._jobs, self._job = jobs, job

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send each event in one write."""
        line = ViewerConnection(scope, send)
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        try:
            with self._jobs.backend.places.held():
                await self._told(line)
        except MootError as error:
            await _put(line, "error", {"error": error.code, "message": f"{error}"})
        if not line.gone:
            await send({"type": "http.response.body", "body": b""})

    async def _told(self, line: ViewerConnection) -> None:
        job = await self._jobs.find(self._job)
        if job is None:
            await _put(line, "error", {"error": "not_found"})
            return
        asked, said, status = job.asked, 0, await self._jobs.status(job)
        telling = JobProgress(job.id, asked.domain, len(asked.questions))
        await _put(line, "status", {"status": status})
        going = await _put(line, "progress", telling.start())
        while going:
            runs = self._jobs.runs(job)
            for index, question in enumerate(asked.questions, start=1):
                if question.id in job.sessions and not telling.is_told(job.sessions[question.id]):
                    for told in telling.of(index, await self._jobs.backend.events(job.sessions[question.id])):
                        going = going and await _put(line, "progress", told)
            for trouble in job.troubles[said:]:
                going = going and await _put(line, "stderr", {"line": trouble})
            said = len(job.troubles)
            now = await self._jobs.status(job)
            if now != status:
                status = now
                going = going and await _put(line, "status", {"status": status})
            if not runs:
                await self._end(line, job, telling, status)
                return
            if self._jobs.backend.closing:
                await _put(line, "error", {"message": "The server is stopping; the job goes on when it is back."})
                return
            going = going and await line.write(HEARTBEAT)
            await asyncio.sleep(POLL)

    async def _end(self, line: ViewerConnection, job: Job, telling: JobProgress, status: str) -> None:
        data = await self._jobs.data(job)
        if data is not None:
            await _put(line, "progress", telling.complete(len(data["questions"]), data["artifacts"]))
        if status == "failed":
            await _put(line, "error", {"message": "\n".join(job.troubles) or "Not every question has a result."})
        code = 0 if status == "completed" else 1
        await _put(line, "complete", {"status": status, "returncode": code, "run_id": job.id})
        await _put(line, "end", {"status": status})


async def _put(line: ViewerConnection, name: str, data: dict[str, Any]) -> bool:
    return await line.write(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())


def _blocking(code: int, data: dict[str, Any] | None, stderr: str, status: int) -> Response:
    return json_reply({"returncode": code, "data": data, "stderr": stderr}, status)
