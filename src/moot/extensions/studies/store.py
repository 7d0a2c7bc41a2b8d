"""Store studies as facts, appended once by key, like the events of a session.

A fact is a kind and JSON, parsed by its reader. States of a study's sessions come from session records, all in one
query. Tested by `tests/extensions/studies/test_store.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs
from sqlalchemy import (
    Connection,
    RowMapping,
    bindparam,
    func,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from moot.errors import UnknownName
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import CellOf
from moot.extensions.studies.tables import study_facts
from moot.transcripts.public import Store, sessions, study_cells, wall_now

OPENED = "study"
"""Key of the event that opens a study."""


class StudyFact(Struct, frozen=True, kw_only=True):
    """A stored event of a study, such as its opening or an added arm."""

    study: str
    """The study's id."""
    seq: int
    """Position of the entry, from 0."""
    at: str
    """When the entry was written."""
    kind: str
    """Kind of event."""
    body: str
    """Contents of the entry as JSON."""


class StudyCost(Struct, frozen=True, kw_only=True):
    """Cost of all sessions of a study, including those that a retry replaced."""

    spent: int = 0
    """Cost in nano-dollars."""
    pending: int = 0
    """Amount that running or cut-off calls may still cost, in nano-dollars."""
    scripted: int = 0
    """Number of sessions answered by scripted models."""
    a_cell: dict[str, int] = {}
    """Average cost of a finished cell of each arm, including retries, in nano-dollars."""


class Studies:
    """Reads and writes the studies' events in the store, and the cached results of their sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def append(self, study: str, key: str, kind: str, body: str, cell: CellOf | None = None) -> bool:
        """Store an event of a study under a key, and return true. If the key exists already, store nothing and return
        false. `cell` links a session to the study in lists.
        """

        def work(connection: Connection) -> bool:
            found = select(func.max(study_facts.c.seq)).where(study_facts.c.study == study)
            last = connection.execute(found).scalar_one()
            row = {
                "study": study,
                "seq": 0 if last is None else last + 1,
                "key": key,
                "at": wall_now(),
                "kind": kind,
                "body": body,
            }
            done = connection.execute(insert(study_facts).on_conflict_do_nothing(), row)
            if done.rowcount and cell is not None:
                whose = {"study": study, **structs.asdict(cell)}
                connection.execute(insert(study_cells).on_conflict_do_nothing(), whose)
            return bool(done.rowcount)

        return await self._store.write(work, changes=())

    async def read(self, study: str) -> list[StudyFact]:
        """Return all stored events of a study, in order."""
        chosen = select(study_facts).where(study_facts.c.study == study).order_by(study_facts.c.seq)
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def opened(self) -> list[StudyFact]:
        """Return the opening event of every study, newest first."""
        chosen = select(study_facts).where(study_facts.c.key == OPENED).order_by(study_facts.c.at.desc())
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def costs(self, study: str = "") -> dict[str, StudyCost]:
        """Return the cost of every study by id, or only that of `study`, including sessions that a retry replaced."""
        own, cells = sessions.c, study_cells.c
        ended = own.state.in_(FINISHED)
        chosen = (
            select(
                cells.study,
                cells.arm,
                func.sum(own.spent - own.presumed).label("spent"),
                func.sum(own.presumed + own.reserved).label("pending"),
                func.count().filter(own.scripted).label("scripted"),
                func.count(cells.item.concat("/").concat(cells.repeat).distinct()).filter(ended).label("ended"),
                func.coalesce(func.sum(own.spent - own.presumed).filter(ended), 0).label("of_ended"),
            )
            .join(sessions, own.id == cells.session)
            .where(*((cells.study == study,) if study else ()))
            .group_by(cells.study, cells.arm)
        )
        found = dict[str, StudyCost]()
        for row in await self._store.read(lambda connection: list(connection.execute(chosen))):
            before = found.get(row.study, StudyCost())
            found[row.study] = StudyCost(
                spent=before.spent + row.spent,
                pending=before.pending + row.pending,
                scripted=before.scripted + row.scripted,
                a_cell=before.a_cell | ({row.arm: row.of_ended // row.ended} if row.ended else {}),
            )
        return found

    async def session_costs(self, study: str) -> dict[str, int]:
        """Return the cost of every session of a study, in nano-dollars, including what may still be charged."""
        own = sessions.c
        chosen = select(own.id, own.spent + own.reserved).join(study_cells, study_cells.c.session == own.id)
        chosen = chosen.where(study_cells.c.study == study)
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def resolve(self, given: str, called: Mapping[str, str] | None = None) -> str:
        """Return the full id of the study whose id begins with `given`; `last` means the newest study. `called` gives
        names by id, for the error message.
        """
        known = [fact.study for fact in await self.opened()]
        if given == "last" and known:
            return known[0]
        found = [study for study in known if study == given] or [study for study in known if study.startswith(given)]
        if given and len(found) > 1:
            raise UnknownName("study", given, remedy=f"Ids that begin so: {', '.join(found)}. Write more of one.")
        if not given or not found:
            raise UnknownName("study", given, (called or {}).values() or known)
        return found[0]

    async def results(self, reader: str, study: str) -> dict[str, str]:
        """Return the cached results of a study's sessions, by session. `reader` is the version of the code that
        computed them.
        """
        cells = study_cells.c
        chosen = select(cells.session, cells.result).where(cells.reader == reader, cells.study == study)
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def keep_results(self, reader: str, results: Mapping[str, str]) -> None:
        """Store results of sessions, so that their transcripts need not be read again. `reader` is the version of the
        code that computed them.
        """
        rows = [{"of": session, "reader": reader, "result": result} for session, result in results.items()]
        change = update(study_cells).where(study_cells.c.session == bindparam("of"))

        def work(connection: Connection) -> None:
            connection.execute(change.values(reader=bindparam("reader"), result=bindparam("result")), rows)

        if rows:
            await self._store.write(work, changes=())


def _fact(read: RowMapping) -> StudyFact:
    return StudyFact(study=read["study"], seq=read["seq"], at=read["at"], kind=read["kind"], body=read["body"])
