"""How does the terminal find a study, its questions and its sessions?"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from moot import __version__
from moot.analytics.studies.cells import CellResult, result_of
from moot.errors import Conflict
from moot.house import House
from moot.library.corpora.corpus import Corpus
from moot.library.corpora.corpus_shelf import CorpusShelf
from moot.library.corpora.studies.progress import (
    Fact,
    Progress,
    RunBegan,
    RunEnded,
    StudyOpened,
    progress_from,
    read_fact,
)
from moot.library.corpora.studies.study import Study, digest_of
from moot.transcripts.lease import Holder, holder_here, is_dead, this_host
from moot.transcripts.sql.studies import OPENED, Studies
from moot.vocabulary.state import state_of


class Kept:
    """The studies of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.studies = Studies(house.store)
        self._shelf = CorpusShelf(house.home)

    async def open(self, study: Study) -> Progress:
        """Begins a study over its corpus as it is now."""
        corpus = self.corpus_named(study)
        items = study.questions or tuple(item.id for item in corpus.items)
        opened = StudyOpened(
            study=study,
            digest=digest_of(study, corpus.digest),
            corpus_digest=corpus.digest,
            corpus_version=corpus.head.version,
            questions=items,
            moot=__version__,
        )
        found = uuid.uuid4().hex
        await self.add(found, OPENED, opened)
        return await self.progress(found)

    def corpus_named(self, study: Study) -> Corpus:
        """The questions a study names, which must be there."""
        corpus = self._shelf.corpus(study.corpus)
        unknown = [item for item in study.questions if corpus.item(item) is None]
        if unknown:
            raise Conflict(f"{study.corpus} has no question {unknown[0]!r}.", f"See `moot corpus show {study.corpus}`.")
        return corpus

    async def add(self, study: str, key: str, fact: Fact) -> bool:
        """Writes a fact down once."""
        return await self.studies.append(study, key, fact.kind, msgspec.json.encode(fact).decode())

    async def progress(self, study: str) -> Progress:
        """A study as it stands."""
        facts = [read_fact(each.kind, each.body) for each in await self.studies.read(study)]
        return progress_from(study, facts)

    @asynccontextmanager
    async def run_of(self, progress: Progress) -> AsyncIterator[None]:
        """For as long as a process asks what is left of a study; refused while another one does."""
        await self.refuse_another(progress)
        here = holder_here(self.house.door)
        number = progress.runs + 1
        began = RunBegan(number=number, host=here.host, pid=here.pid, started=here.started, door=here.door)
        if not await self.add(progress.id, f"run/{number}", began):
            raise _taken((await self.progress(progress.id)).running or began)
        try:
            yield
        finally:
            await self.add(progress.id, f"run/{number}/ended", RunEnded(number=number))

    async def refuse_another(self, progress: Progress) -> None:
        """Refuses where another process asks the study's questions now."""
        if progress.running is not None and await self._lives(progress, progress.running):
            raise _taken(progress.running)

    async def asked_by(self, progress: Progress) -> str:
        """Which process asks the study's questions now, in words; empty where none does."""
        running = progress.running
        return _named(running) if running is not None and await self._lives(progress, running) else ""

    async def _lives(self, progress: Progress, running: RunBegan) -> bool:
        """Whether a run's process is there: known of this machine; of another one, while it holds a session."""
        if running.host == this_host():
            holder = Holder(host=running.host, pid=running.pid, started=running.started, door=running.door)
            return not is_dead(holder)
        fates = await self.studies.fates(list(progress.cells.values()))
        return any(fate.state == "running" for fate in fates.values())

    async def named(self, given: str) -> Progress:
        """The study of this id or the beginning of one, or the newest of this name."""
        known = await self.studies.opened()
        for fact in known:
            opened = read_fact(fact.kind, fact.body)
            if isinstance(opened, StudyOpened) and opened.study.name == given:
                return await self.progress(fact.study)
        return await self.progress(await self.studies.resolve(given))

    def corpus_of(self, progress: Progress) -> Corpus:
        """Its questions, if they are still what they were."""
        corpus = self._shelf.corpus(progress.study.corpus)
        if corpus.digest != progress.opened.corpus_digest:
            raise Conflict(
                f"The corpus {progress.study.corpus} was changed since this study began "
                f"(version {progress.opened.corpus_version}, digest {progress.opened.corpus_digest[:12]}).",
                "Put the questions back as they were, or begin another study.",
            )
        return corpus

    async def results(self, progress: Progress) -> list[CellResult]:
        """What every session of the study came to, in the order of its cells; deleted ones are left out."""
        corpus, found = self.corpus_of(progress), []
        there = await self.studies.fates(list(progress.cells.values()))
        for cell, session in progress.cells.items():
            item = corpus.item(cell.item)
            if session in there and item is not None:
                events = await self.house.transcript.read(session)
                found.append(await asyncio.to_thread(lambda c=cell, i=item, e=events: result_of(c, i, state_of(e))))  # type: ignore[misc]
        return found


def _taken(running: RunBegan) -> Conflict:
    return Conflict(
        f"This study is being asked by {_named(running)}.",
        "Wait until it ends, or stop it there; `moot study status` shows how far it is.",
    )


def _named(running: RunBegan) -> str:
    return f"process {running.pid} on {running.host.partition('/')[0]}"
