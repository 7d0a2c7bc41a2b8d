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

from moot.exports.public import JUDGING, artifacts_of, write_artifacts
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.batch.requests import BatchRequest, asked_from
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.published.aggregate import aggregates_of
from moot.extensions.studies.published.aggregate_files import REPORT as AGGREGATE_REPORT
from moot.extensions.studies.published.aggregate_files import dashboard_in, write_aggregates
from moot.extensions.studies.published.report_page import report_page
from moot.extensions.studies.published.run_reading import run_files_in, runs_in
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import NO_CORPUS, Arm, Study
from moot.server.public import Backend
from moot.vocabulary.public import Event, SessionState, outcome_of, state_of

ARM, DOOR, RESULTS = "run", "batch", "results"
AT_ONCE = 3
"""Maximum number of questions of a job that run at once."""

Status = Literal["queued", "running", "completed", "failed"]


class Job(Struct, kw_only=True):
    """One request to the batch API: its questions, and the study (a session for each question) that runs it."""

    id: str
    """Id of the job, 32 hexadecimal digits. It is the study's id."""
    asked: BatchRequest
    """The request."""
    progress: StudyProgress
    """State of the job's study when the job was found."""
    run: StudyRun | None = None
    """The study's run in this process, if there is one."""

    @property
    def sessions(self) -> dict[str, str]:
        """Return the session id of each question that has a session, by question id."""
        now = self.run.progress if self.run is not None else self.progress
        return {cell.item: session for cell, session in now.cells.items()}

    @property
    def troubles(self) -> list[str]:
        """Return a line for each question without a result, which says why there is none."""
        fates = self.run.fates if self.run is not None else {}
        return [f"{cell.item}: {fate.why}" for cell, fate in fates.items() if fate.why and fate.state not in FINISHED]


class Jobs:
    """Starts and finds the jobs of the batch API on this server, and reports on them."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.folder = backend.app.home / RESULTS
        self._jobs: dict[str, Job] = {}
        """Jobs that ran in this process."""
        self._running: dict[str, asyncio.Task[None]] = {}
        self._writing = asyncio.Lock()

    async def begin(self, body: bytes) -> Job:
        """Start a job; an invalid request raises before any call."""
        shelf = CorpusShelf(self.backend.app.home)
        asked = await asyncio.to_thread(asked_from, body, shelf)
        arm = Arm(name=ARM, protocol=JUDGING, rubric=asked.rubric, options=asked.options)
        kept = studies_of(self.backend.app)
        study = Study(name=asked.mode, corpus=NO_CORPUS, arms=(arm,))
        opened = await kept.open(study, door=DOOR, request=msgspec.json.encode(asked).decode())
        return self._go_on(Job(id=opened.id, asked=asked, progress=await kept.put(opened.id, asked.questions)))

    async def find(self, job_id: str) -> Job | None:
        """Return a job by id, and resume one that an earlier process left unfinished."""
        if job_id in self._jobs:
            return self._jobs[job_id]
        progress = await studies_of(self.backend.app).find(job_id)
        if progress is None or not progress.opened.request:
            return None
        asked = msgspec.json.decode(progress.opened.request, type=BatchRequest)
        job = Job(id=job_id, asked=asked, progress=await studies_of(self.backend.app).put(job_id, asked.questions))
        states = await self.states(job)
        unfinished = len(states) < len(asked.questions) or any(outcome_of(each) == "running" for each in states)
        return self._jobs.get(job_id) or (self._go_on(job) if unfinished else job)

    def runs(self, job: Job) -> bool:
        """Return whether a job runs in this process."""
        return job.id in self._running

    async def ended(self, job: Job, seconds: float) -> bool:
        """Wait until a job ends, for `seconds` at most, and return whether it has ended."""
        if job.id in self._running:
            await asyncio.wait([self._running[job.id]], timeout=seconds)
        return job.id not in self._running

    async def status(self, job: Job) -> Status:
        """Return a job's status as the batch contract names it."""
        if job.id in self._running:
            return "running" if job.sessions else "queued"
        states = await self.states(job)
        whole = len(states) == len(job.asked.questions) and all(outcome_of(each) in FINISHED for each in states)
        return "completed" if whole else "failed"

    async def events(self, job: Job) -> list[list[Event]]:
        """Return the events of each question's session, in the order of the questions; questions without a session are
        left out.
        """
        sessions = job.sessions
        return [await self.backend.events(sessions[q.id]) for q in job.asked.questions if q.id in sessions]

    async def states(self, job: Job) -> list[SessionState]:
        """Return the state of each question's session, in the order of the questions."""
        return [state_of(events) for events in await self.events(job)]

    async def data(self, job: Job) -> dict[str, Any] | None:
        """Return a job's result in the contract's format, with every question that has a result; `None` if no question
        has one.
        """
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
        """Return the figures of all runs of a judging mode, as the contract's dashboard shows them; raises if there are
        none.
        """
        named = job_mode(mode) if mode else ""
        found = dashboard_in(self.folder, named)
        shown = replace(found, mode=mode or found.mode, report_path=f"{RESULTS}/{Path(found.report_path).name}")
        plain: dict[str, Any] = msgspec.to_builtins(shown)
        return plain

    def artifact(self, path: str) -> Path | None:
        """Return the path of a file in the results folder; `None` if it does not exist. A path outside raises."""
        root = self.folder.resolve()
        given = Path(path.removeprefix(f"{RESULTS}/"))
        if "\0" in path or given.is_absolute():
            return None
        try:
            file = (root / given).resolve()
        except OSError:
            return None
        return file if file.is_relative_to(root) and file.is_file() else None

    def _go_on(self, job: Job) -> Job:
        app = self.backend.app
        job.run = StudyRun(app, job.progress, studies_of(app).corpus_of(job.progress), at_once=AT_ONCE)
        task = asyncio.create_task(self._run(job, job.run), name=f"job {job.id}")
        self._jobs[job.id], self._running[job.id] = job, task
        self.backend.beside(task)
        task.add_done_callback(lambda _: self._running.pop(job.id, None))
        return job

    async def _run(self, job: Job, run: StudyRun) -> None:
        async with studies_of(self.backend.app).run_of(job.progress, run.ended):
            await run.run()
        finished = [events for events in await self.events(job) if outcome_of(state_of(events)) in FINISHED]
        if finished:
            async with self._writing:
                await asyncio.to_thread(self._write_files, job, finished)

    def _write_files(self, job: Job, finished: Sequence[Sequence[Event]]) -> None:
        """Write the files of this run, then the aggregates over all runs and their reports."""
        write_artifacts(self.folder / job.asked.mode, artifacts_of(job.id, finished, domain=job.asked.domain))
        told = aggregates_of(runs_in(run_files_in([self.folder])))
        if told:
            write_aggregates(self.folder, told)
        ended = max(events[-1].at for events in finished)
        for mode, found in told.items():
            (self.folder / f"{AGGREGATE_REPORT}_{mode}.html").write_text(report_page(found, ended), encoding="utf-8")


def job_mode(mode: str) -> str:
    """Return the name that a judging mode has in file names."""
    return "stress_test" if mode == "sistm_stress" else mode
