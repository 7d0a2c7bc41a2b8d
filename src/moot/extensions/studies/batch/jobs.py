"""Run jobs of the batch contract. A job is a study of one arm, stored so that it survives a restart.

Questions run several at once, each in a session under a key of the job, so that resuming a job asks nothing twice. At
the end the published files are written to `MOOT_HOME/results/MODE/` and its aggregates and report are rebuilt.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.app import Ask
from moot.errors import MootError
from moot.exports.public import JUDGING, artifacts_of, write_artifacts
from moot.extensions.studies.batch.requests import BatchQuestion, BatchRequest, asked_from
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.published.aggregate import aggregate
from moot.extensions.studies.published.aggregate_files import REPORT as AGGREGATE_REPORT
from moot.extensions.studies.published.aggregate_files import dashboard_in, write_aggregates
from moot.extensions.studies.published.report_page import report_page
from moot.extensions.studies.published.run_reading import run_files_in, runs_in
from moot.extensions.studies.published.scored_runs import by_mode
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import NO_CORPUS, Arm, StudyCell
from moot.server.public import Backend
from moot.transcripts.public import Once
from moot.vocabulary.public import Event, SessionState, outcome_of, state_of

ARM, DOOR, RESULTS = "run", "batch", "results"
AT_ONCE = 3
"""Questions of a job that run at once."""
FINISHED = ("verdict", "inconclusive")
Status = Literal["queued", "running", "completed", "failed"]


class Job(Struct, kw_only=True):
    """One job and its current state."""

    id: str
    """32 hexadecimal digits: the study's id."""
    asked: BatchRequest
    """The request."""
    sessions: dict[str, str]
    """The session of each question, if there is one."""
    troubles: list[str]
    """Why questions have no result, one line each."""

    @property
    def told(self) -> list[str]:
        """Return its `stderr`: notes on the request, then its errors."""
        return [*self.asked.notes, *self.troubles]


class Jobs:
    """Jobs of a server."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.folder = backend.app.home / RESULTS
        self._running: dict[str, tuple[Job, asyncio.Task[None]]] = {}
        self._troubles: dict[str, list[str]] = {}
        self._writing = asyncio.Lock()

    async def begin(self, body: bytes) -> Job:
        """Start a job; an invalid request raises before any call."""
        shelf = CorpusShelf(self.backend.app.home)
        asked = await asyncio.to_thread(asked_from, body, shelf)
        arm = Arm(name=ARM, protocol=JUDGING, rubric=asked.rubric, options=asked.options)
        kept = studies_of(self.backend.app)
        progress = await kept.open_run(asked.mode, arm, msgspec.json.encode(asked).decode())
        job = Job(id=progress.id, asked=asked, sessions={}, troubles=[])
        self._go_on(job)
        return job

    async def find(self, job_id: str) -> Job | None:
        """Return a job by id, and resume one that an earlier process left unfinished."""
        if job_id in self._running:
            return self._running[job_id][0]
        progress = await studies_of(self.backend.app).find(job_id)
        job = _job_of(progress) if progress is not None else None
        if job is None:
            return None
        job.troubles = self._troubles.get(job_id, [])
        if not job.troubles and await self._is_unfinished(job):
            if job_id in self._running:  # another request started it meanwhile
                return self._running[job_id][0]
            self._go_on(job)
        return job

    def runs(self, job: Job) -> bool:
        """Return whether it runs in this process."""
        return job.id in self._running

    async def ended(self, job: Job, seconds: float) -> bool:
        """Wait up to this many seconds, and return whether it has ended."""
        if job.id in self._running:
            await asyncio.wait([self._running[job.id][1]], timeout=seconds)
        return job.id not in self._running

    async def status(self, job: Job) -> Status:
        """Return its status."""
        if job.id in self._running:
            return "running" if job.sessions else "queued"
        states = await self.states(job)
        whole = len(states) == len(job.asked.questions) and all(outcome_of(each) in FINISHED for each in states)
        return "completed" if whole else "failed"

    async def events(self, job: Job) -> list[list[Event]]:
        """Return the events of each session, in the order of the questions."""
        return [await self.backend.events(job.sessions[q.id]) for q in job.asked.questions if q.id in job.sessions]

    async def states(self, job: Job) -> list[SessionState]:
        """Return the state of each session."""
        return [state_of(events) for events in await self.events(job)]

    async def data(self, job: Job) -> dict[str, Any] | None:
        """Return the contract's run data: its raw file, for questions with a result."""
        finished = [events for events in await self.events(job) if outcome_of(state_of(events)) in FINISHED]
        if not finished:
            return None
        files = await asyncio.to_thread(artifacts_of, job.id, finished, domain=job.asked.domain)
        raw: dict[str, Any] = msgspec.json.decode(files[0].text)
        raw["artifacts"] = {
            name: f"{RESULTS}/{job.asked.mode}/{file}" for name, file in raw.get("artifacts", {}).items()
        }
        return raw

    def dashboard(self, mode: str) -> dict[str, Any]:
        """Return the object that the contract's page shows; raises if there is none."""
        named = job_mode(mode) if mode else ""
        found = dashboard_in(self.folder, named)
        shown = replace(found, mode=mode or found.mode, report_path=f"{RESULTS}/{Path(found.report_path).name}")
        plain: dict[str, Any] = msgspec.to_builtins(shown)
        return plain

    def artifact(self, path: str) -> Path | None:
        """Return a file under the results folder; a path outside raises."""
        root = self.folder.resolve()
        given = Path(path.removeprefix(f"{RESULTS}/"))
        if "\0" in path or given.is_absolute():
            return None
        try:
            file = (root / given).resolve()
        except OSError:
            return None
        return file if file.is_relative_to(root) and file.is_file() else None

    def _go_on(self, job: Job) -> None:
        task = asyncio.create_task(self._run(job), name=f"job {job.id}")
        self._running[job.id] = job, task
        self.backend.beside(task)
        task.add_done_callback(lambda _: self._running.pop(job.id, None))

    async def _is_unfinished(self, job: Job) -> bool:
        if len(job.sessions) < len(job.asked.questions):
            return True
        return any(outcome_of(each) == "running" for each in await self.states(job))

    async def _run(self, job: Job) -> None:
        turn = asyncio.Semaphore(AT_ONCE)
        self._troubles[job.id] = job.troubles

        since = self.backend.app.runner.now()

        async def one(question: BatchQuestion) -> None:
            async with turn:
                try:
                    await self._asked(job, question, since)
                except MootError as error:
                    job.troubles.append(f"{question.id}: {error.message} {error.remedy}".strip())

        await asyncio.gather(*(one(question) for question in job.asked.questions))
        async with self._writing:
            await self._write(job)

    async def _asked(self, job: Job, question: BatchQuestion, since: float) -> None:
        app = self.backend.app
        session = job.sessions.get(question.id)
        if session is None:
            ask = Ask(
                question=question.text,
                protocol=JUDGING,
                rubric=job.asked.rubric,
                system_suffix=question.system,
                options=job.asked.options,
                history=tuple(question.history) or None,
                door=DOOR,
            )
            once = Once(key=f"job:{job.id}:{question.id}", digest=job.id)
            session = await app.convene(ask, once=once, since=since)
            item = CorpusItem(id=question.id, domain=job.asked.domain, text=question.text)
            await studies_of(app).put(job.id, ARM, item, session, 1)
            job.sessions[question.id] = session
        if session not in app.runner.running and not (await self.backend.state(session)).ended_at:
            await app.runner.resume(session, since=since)
        await app.runner.ended(session)
        state = await self.backend.state(session)
        if outcome_of(state) not in FINISHED:
            job.troubles.append(f"{question.id}: {state.message or outcome_of(state)}")

    async def _write(self, job: Job) -> None:
        """Write the files of this run, then the aggregates over all runs and their reports."""
        finished = [events for events in await self.events(job) if outcome_of(state_of(events)) in FINISHED]
        if finished:
            await asyncio.to_thread(self._write_files, job, finished)

    def _write_files(self, job: Job, finished: Sequence[Sequence[Event]]) -> None:
        write_artifacts(self.folder / job.asked.mode, artifacts_of(job.id, finished, domain=job.asked.domain))
        modes = by_mode(runs_in(run_files_in([self.folder])))
        told = {mode: aggregate(mode, found) for mode, found in modes.items() if _scored(found)}
        if told:
            write_aggregates(self.folder, told)
        ended = max(events[-1].at for events in finished)
        for mode, found in told.items():
            (self.folder / f"{AGGREGATE_REPORT}_{mode}.html").write_text(report_page(found, ended), encoding="utf-8")


def job_mode(mode: str) -> str:
    """Return the name of a judging mode in files; one of ours has another name there."""
    return "stress_test" if mode == "sistm_stress" else mode


def _job_of(progress: StudyProgress) -> Job | None:
    """Return the job of a study; `None` if the study is no job."""
    if progress.study.corpus != NO_CORPUS or not progress.opened.request:
        return None
    asked = msgspec.json.decode(progress.opened.request, type=BatchRequest)
    sessions = {
        question.id: progress.cells[StudyCell(ARM, question.id, 1)]
        for question in asked.questions
        if StudyCell(ARM, question.id, 1) in progress.cells
    }
    return Job(id=progress.id, asked=asked, sessions=sessions, troubles=[])


def _scored(runs: Sequence[Any]) -> bool:
    return any(question.replies for run in runs for question in run.questions)
