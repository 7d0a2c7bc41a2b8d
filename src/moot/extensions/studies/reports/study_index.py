"""Find a study with its questions and sessions, and store what happens to it."""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from moot.app import Application, __version__
from moot.errors import BadInput, Conflict
from moot.exports.public import REFUSED_BEFORE
from moot.extensions.studies.corpora.corpus import Corpus, CorpusItem, Head
from moot.extensions.studies.corpora.corpus_check import unusable
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.progress import (
    ArmSeated,
    CellPut,
    Fact,
    ItemPut,
    RunBegan,
    RunEnded,
    StudyOpened,
    StudyProgress,
    progress_from,
    read_fact,
)
from moot.extensions.studies.reports.cells import CellResult, kept_in, result_of
from moot.extensions.studies.reports.holders import ArmSpending, Askable, askable, follows, holder_of, spent_by_arm
from moot.extensions.studies.stats.overview import AgainCount
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.store import OPENED, Studies, StudyCost
from moot.extensions.studies.study import DOOR, NO_CORPUS, Study, StudyCell, digest_of, source_of
from moot.transcripts.public import holder_here, is_dead, stages_lost, this_host
from moot.vocabulary.public import Council, in_a_line, state_of

READER = "6"
"""Version of the cached readings of transcripts; change it when `result_of` changes."""


class StudyIndex:
    """Finds the studies of a home folder; stores new studies, changes to studies, and results."""

    def __init__(self, app: Application) -> None:
        self.store, self.studies, self._grades = app.store, Studies(app.store), app.grades
        self._register = app.register
        self._transcript, self._door = app.transcript, app.door
        self._followed = dict[tuple[str, str], bool]()
        self._shelf = CorpusShelf(app.home)

    async def open(
        self, study: Study, id_: str = "", *, door: str = DOOR, request: str = "", council: Council | None = None
    ) -> StudyProgress:
        """Store a new study with the present version of its corpus, and return it. If a study has the id `id_`, return
        that study.

        Args:
            door: Where its sessions come from, as lists of sessions show it.
            request: The request of a program, to resume it unchanged.
            council: The council of its first arm; without it, the one that the arm describes.
        """
        planned = self.planned(study, id_, door=door, request=request)
        await self.begin(planned)
        if council is not None:
            seated = ArmSeated(arm=study.arms[0].name, council=council)
            await self.add(planned.id, f"seated/{seated.arm}", seated)
        return await self.progress(planned.id)

    async def begin(self, planned: StudyProgress) -> None:
        """Store a new study, as returned by `planned`. If the study is stored already, nothing changes."""
        await self.add(planned.id, OPENED, planned.opened)

    def planned(self, study: Study, id_: str = "", *, door: str = DOOR, request: str = "") -> StudyProgress:
        """Return a new study with the present version of its corpus, without storing it. `id_` is its id; by default it
        gets a random one.
        """
        corpus = self.corpus_named(study) if study.corpus != NO_CORPUS else None
        digest = corpus.digest if corpus is not None else ""
        opened = StudyOpened(
            study=study,
            digest=digest_of(study, digest),
            corpus_digest=digest,
            corpus_version=corpus.head.version if corpus is not None else "",
            questions=self.questions_of(study, corpus) if corpus is not None else (),
            moot=__version__,
            request=request,
            door=door,
        )
        return progress_from(id_ or uuid.uuid4().hex, [opened])

    async def put(self, study: str, items: Iterable[CorpusItem]) -> StudyProgress:
        """Add questions to a study that has no corpus, skipping those it already has, and return its progress."""
        for item in items:
            await self.add(study, f"item/{item.id}", ItemPut(item=item))
        return await self.progress(study)

    def corpus_named(self, study: Study) -> Corpus:
        """Return the corpus that a study names. Raises if the corpus does not exist, is unusable, or lacks a question
        that the study names.
        """
        corpus = self._shelf.corpus(study.corpus)
        for fault in unusable(corpus):
            raise BadInput(f"{study.corpus}: {fault}.", "Mend its `items.jsonl` first.")
        unknown = [item for item in study.questions if corpus.item(item) is None]
        if unknown:
            raise Conflict(f"{study.corpus} has no question {unknown[0]!r}.", "Name questions that it has.")
        return corpus

    def questions_of(self, study: Study, corpus: Corpus) -> tuple[str, ...]:
        """Return the ids of the questions that a study asks: those it names, or else all questions of its corpus."""
        return study.questions or tuple(item.id for item in corpus.items)

    async def add(self, study: str, key: str, fact: Fact) -> bool:
        """Store a fact (an event of a study, e.g. an added arm) under a key; return false if the key exists already."""
        cell = fact if isinstance(fact, CellPut) else None
        return await self.studies.append(study, key, fact.kind, msgspec.json.encode(fact).decode(), cell)

    async def progress(self, study: str) -> StudyProgress:
        """Return a study's progress."""
        found = await self.find(study)
        assert found is not None, study
        return found

    async def find(self, study: str) -> StudyProgress | None:
        """Return a study's progress by its full id; `None` if there is none."""
        read = await self.studies.read(study)
        facts = [read_fact(each.kind, each.body) for each in read]
        return await self._held(progress_from(study, facts, read[0].at)) if facts else None

    async def _held(self, progress: StudyProgress) -> StudyProgress:
        """Return the progress with, for each cell, the session that counts; this matters only for cells with several
        sessions.
        """
        more = {cell: had for cell, had in progress.had.items() if len(had) > 1}
        fates = await self._register.fates([session for had in more.values() for session in had]) if more else {}
        return replace(
            progress, cells={**progress.cells, **{cell: holder_of(had, fates) for cell, had in more.items()}}
        )

    @asynccontextmanager
    async def run_of(
        self, progress: StudyProgress, ended: Callable[[int], RunEnded] = lambda number: RunEnded(number=number)
    ) -> AsyncIterator[None]:
        """Mark the study as run by this process while the context is open; raises if another process runs it. When the
        context ends, the record that `ended` returns is stored.
        """
        await self.refuse_another(progress)
        number = progress.runs + 1
        began = RunBegan(number=number, holder=holder_here(self._door))
        if not await self.add(progress.id, f"run/{number}", began):
            await self.refuse_another(await self.progress(progress.id))
            raise Conflict(
                "Another process asked this study just now.", "It is done: do it again, to go on from there."
            )
        try:
            yield
        finally:
            await self.add(progress.id, f"run/{number}/ended", ended(number))

    async def refuse_another(self, progress: StudyProgress) -> None:
        """Raise if another process runs the study at present."""
        if progress.running is not None and await self._lives(progress, progress.running):
            raise _taken(progress.running)

    async def asked_by(self, progress: StudyProgress, *, lives: bool | None = None) -> str:
        """Return the name of the process that runs the study; empty if none does. `lives` says whether one of the
        study's sessions is locked; by default that is looked up.
        """
        running = progress.running
        return _named(running) if running is not None and await self._lives(progress, running, lives=lives) else ""

    async def _lives(self, progress: StudyProgress, running: RunBegan, *, lives: bool | None = None) -> bool:
        """Return whether the process of a run is alive. For a process on another machine, return whether it locks one
        of the study's sessions.
        """
        if running.holder.host == this_host():
            return not is_dead(running.holder)
        if lives is not None:
            return lives
        fates = await self._register.fates(list(progress.cells.values()))
        return any(fate.state == "running" for fate in fates.values())

    async def named(self, given: str) -> StudyProgress:
        """Return the study with this id or beginning of an id, or the newest one with this name."""
        return await self.progress(await self.id_of(given))

    async def id_of(self, given: str) -> str:
        """Return the full id of the study with this name, id or beginning of an id."""
        names = dict[str, str]()
        for fact in await self.studies.opened():  # newest first
            opened = read_fact(fact.kind, fact.body)
            assert isinstance(opened, StudyOpened)
            names[fact.study] = opened.study.name
            if opened.study.name == given:
                return fact.study
        often = Counter(names.values())
        return await self.studies.resolve(
            given, {id_: name if often[name] == 1 else f"{name} ({id_[:8]})" for id_, name in names.items()}
        )

    def corpus_of(self, progress: StudyProgress) -> Corpus:
        """Return the questions of a study; raises if its corpus has changed since it began."""
        if progress.study.corpus == NO_CORPUS:
            head = Head(title=progress.study.name, version="", licence="")
            return Corpus(name=progress.study.name, head=head, items=progress.items, texts={}, folder=Path())
        corpus = self._shelf.corpus(progress.study.corpus)
        if corpus.digest != progress.opened.corpus_digest:
            raise Conflict(
                f"The corpus {progress.study.corpus} was changed since this study began "
                f"(version {progress.opened.corpus_version}, digest {progress.opened.corpus_digest[:12]}).",
                "Put the questions back as they were, or begin another study.",
            )
        return corpus

    async def results(self, progress: StudyProgress) -> list[CellResult]:
        """Return the result of every session of a study, in the order of its cells, without deleted sessions."""
        corpus = self.corpus_of(progress)
        reader = reader_of(progress)
        known = await self.studies.results(reader, progress.id)
        there = await self._register.fates(list(progress.cells.values()))
        found, new = list[CellResult](), dict[str, str]()
        items = {item.id: item for item in corpus.items}
        for cell, session in progress.cells.items():
            item = items.get(cell.item)
            if session not in there or item is None:
                continue
            if session in known:
                found.append(read_result(known[session]))
                continue
            result = await self._result(progress, cell, item, session)
            found.append(result)
            if result.finished:
                new[session] = msgspec.json.encode(result).decode()
        await self.studies.keep_results(reader, new)
        return found

    async def to_ask_again(self, progress: StudyProgress, *, degraded: bool) -> list[StudyCell]:
        """Return the cells (questions under an arm) in whose sessions something failed; with `degraded`, also those
        with a degraded result.
        """
        fates = await self._register.fates([session for had in progress.had.values() for session in had])
        found = []
        for cell, session in progress.cells.items():
            fate, last = fates.get(session), fates.get(progress.had[cell][-1])
            if (last is not None and last.state == "failed") or (
                fate and (fate.state == "failed" or (degraded and fate.degraded and fate.state in FINISHED))
            ):
                found.append(cell)
        return found

    async def askable(self, progress: StudyProgress, cells: Sequence[StudyCell]) -> Askable:
        """Return which of these cells can be asked again, and why the others cannot."""
        last = {cell: progress.had[cell][-1] for cell in cells}
        every = list(last.values())
        lost = await stages_lost(self.store, every)
        return askable(progress.study, last, await self._register.fates(every), lost)

    async def to_be_asked(self, study: str) -> AgainCount:
        """Return how many of a study's failed and degraded sessions can be asked again."""
        progress = await self.progress(study)
        every = {degraded: await self.to_ask_again(progress, degraded=degraded) for degraded in (False, True)}
        found = {degraded: await self.askable(progress, cells) for degraded, cells in every.items()}
        failed = len(found[False].cells)
        return AgainCount(failed=failed, degraded=len(found[True].cells) - failed, cannot=found[True].others)

    async def older(self, progress: StudyProgress) -> dict[StudyCell, str]:
        """Return the outdated forks of a study: finished forks that reuse answers that were asked again later. Each
        fork's cell is returned with the session that it should be forked from now.
        """
        study, found = progress.study, dict[StudyCell, str]()
        fates = await self._register.fates(list(progress.cells.values()))
        for cell, session in progress.cells.items():
            arm = study.arm(cell.arm)
            source = source_of(study, arm, cell) if arm.of else cell
            several = max(len(progress.had[cell]), len(progress.had.get(source, ()))) > 1
            base = progress.cells.get(source, "")
            over = all(each in fates and fates[each].state in FINISHED for each in (session, base))
            if not (arm.of and several and over):
                continue
            if (session, base) not in self._followed:  # neither of them changes any more
                self._followed[session, base] = await follows(self._transcript, session, base, arm.stage)
            if source in found or not self._followed[session, base]:
                found[cell] = base
        return found

    async def cost_of(self, study: str) -> StudyCost:
        """Return the cost of all sessions of a study."""
        return (await self.studies.costs(study)).get(study, StudyCost())

    async def spent_by_arm(self, progress: StudyProgress) -> dict[str, ArmSpending]:
        """Return the total cost of each arm's sessions, including sessions that a retry replaced."""
        fates = await self._register.fates([session for had in progress.had.values() for session in had])
        return spent_by_arm(progress.cells, progress.had, fates)

    async def why_failed(self, session: str) -> str:
        """Return why a session has no result: its outcome and the most frequent failure."""
        state = state_of(await self._transcript.read(session))
        causes = Counter(each.cause.removeprefix(REFUSED_BEFORE) for each in state.missing if each.cause)
        most = [cause for cause, _ in causes.most_common(1) if cause not in state.message]  # it names an office's
        said = {each.cause for each in state.missing}
        return in_a_line((state.message, *(cause if cause in said else f"{REFUSED_BEFORE}{cause}" for cause in most)))

    async def keep_result(self, progress: StudyProgress, cell: StudyCell, item: CorpusItem, session: str) -> None:
        """Store the result of a session when it ends, so that a report need not read thousands of transcripts."""
        result = await self._result(progress, cell, item, session)
        if result.finished:
            await self.studies.keep_results(reader_of(progress), {session: msgspec.json.encode(result).decode()})

    async def _result(self, progress: StudyProgress, cell: StudyCell, item: CorpusItem, session: str) -> CellResult:
        events = await self._transcript.read(session)
        kept = kept_in(events, progress.study.arm(cell.arm).stage)
        said = await self._grades.overruled(events)
        return await asyncio.to_thread(lambda: replace(result_of(cell, item, state_of(events), said), kept=kept))


read_result = msgspec.json.Decoder(CellResult).decode


def reader_of(progress: StudyProgress) -> str:
    """Return the version under which the results of a study's sessions are cached; it changes with the study's corpus
    and with the code.
    """
    return f"{READER}:{progress.opened.corpus_digest[:16]}"


def _taken(running: RunBegan) -> Conflict:
    return Conflict(
        f"This study is being asked by {_named(running)}.",
        "Wait until it ends, or stop it there.",
    )


def _named(running: RunBegan) -> str:
    return f"process {running.holder.pid} on {running.holder.host.partition('/')[0]}"
