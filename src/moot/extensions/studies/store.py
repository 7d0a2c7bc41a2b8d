"""Store studies as facts, appended once by key, like the events of a session.

A fact is a kind and JSON, parsed by its reader. States of a study's sessions come from session records, all in one
query. Tested by `tests/extensions/studies/test_store.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs
from sqlalchemy import (
    Connection,
    Integer,
    Label,
    RowMapping,
    Select,
    bindparam,
    case,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from moot.errors import UnknownName
from moot.extensions.studies.tables import study_facts
from moot.transcripts.public import Store, held, seated_in, sessions, study_cells, wall_now

OPENED = "study"
"""Key of the fact that opens a study."""
OF_CELLS = ("CellPut", "ItemPut")
"""Kinds of facts of which a study has one per session or question."""
RUNNING, ENDED = "running", ("verdict", "inconclusive")  # states of sessions: the second group has a result
MOST_DEGRADED, ROWS = 1_000_000, 1 << 40
"""More than the possible degradations, and more than the rows: a rank by both fits in 63 bits."""


class StudyFact(Struct, frozen=True, kw_only=True):
    """One fact of a study."""

    study: str
    """The study's id."""
    seq: int
    """Its place, from 0."""
    at: str
    """When it was written."""
    kind: str
    """What kind of fact."""
    body: str
    """Its contents as JSON."""


class CellOf(Struct, frozen=True, kw_only=True):
    """The cell of a session."""

    session: str
    """The session."""
    arm: str
    """The arm."""
    item: str
    """The question."""
    repeat: int
    """Number of the repeat."""


class CellStanding(CellOf, frozen=True, kw_only=True):
    """State of one cell, by its session."""

    state: str
    """The session's state; empty if it was deleted."""
    degraded: int
    """Number of ways in which its result is degraded."""
    verdict_class: str
    """Class of its verdict; empty if none was ruled."""
    winner: str
    """Model of the leading answer; empty in a tie."""


class CellCount(Struct, frozen=True, kw_only=True):
    """Number of an arm's cells in one state."""

    study: str
    """The study."""
    arm: str
    """The arm."""
    state: str
    """The state; `interrupted` if they should run and no process runs them."""
    cells: int
    """Number of cells."""
    degraded: int
    """Number with a degraded result."""
    events: int
    """Number of events in their sessions; it grows with any change."""


class StudyCost(Struct, frozen=True, kw_only=True):
    """Cost of every session of a study, including replaced ones."""

    spent: int = 0
    """Cost in nano-dollars."""
    pending: int = 0
    """Amount that running or cut-off calls may still cost."""
    sessions: int = 0
    """Number of sessions."""
    scripted: int = 0
    """Number answered by scripted models."""
    a_cell: dict[str, int] = {}
    """Average cost of a finished cell of each arm, including retries."""


class Studies:
    """Studies of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def append(self, study: str, key: str, kind: str, body: str, cell: CellOf | None = None) -> bool:
        """Store a fact, and return whether it is new. An existing key keeps its first fact. `cell` links a session to
        the study in lists."""

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
        """Return every fact of a study, in order."""
        chosen = select(study_facts).where(study_facts.c.study == study).order_by(study_facts.c.seq)
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def opened(self) -> list[StudyFact]:
        """Return the opening fact of each study, newest first."""
        chosen = select(study_facts).where(study_facts.c.key == OPENED).order_by(study_facts.c.at.desc())
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def heads(self, study: str = "") -> list[StudyFact]:
        """Return the facts of every study as a whole, or of one: all but those of single cells and questions."""
        chosen = select(study_facts).where(study_facts.c.kind.notin_(OF_CELLS))
        chosen = chosen.where(*((study_facts.c.study == study,) if study else ()))
        chosen = chosen.order_by(study_facts.c.study, study_facts.c.seq)
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def facts(self, study: str) -> int:
        """Count the facts of a study."""
        chosen = select(func.max(study_facts.c.seq)).where(study_facts.c.study == study)
        return await self._store.read(lambda connection: int(connection.execute(chosen).scalar_one() or 0) + 1)

    async def put_questions(self, study: str = "") -> dict[str, int]:
        """Count each study's questions outside any corpus."""
        chosen = select(study_facts.c.study, func.count()).where(study_facts.c.kind == "ItemPut")
        chosen = chosen.where(*((study_facts.c.study == study,) if study else ())).group_by(study_facts.c.study)
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def counts(self, study: str = "") -> list[CellCount]:
        """Count cells by state, of every study or of one."""
        latest, own = _latest(study).subquery(), sessions.c
        running = own.state == RUNNING
        alike = (
            latest.c.study,
            latest.c.arm,
            own.state,
            case((running, own.holder)).label("holder"),
            case((running, own.expires), else_=0.0).label("expires"),
        )
        sums = (
            func.count().label("cells"),
            func.count().filter(own.degraded > 0).label("degraded"),
            func.sum(own.head).label("events"),
        )
        chosen = select(*alike, *sums).join(sessions, own.id == latest.c.session).group_by(*alike)

        def work(connection: Connection) -> list[CellCount]:
            now, found = self._store.clock(), list[CellCount]()
            for row in connection.execute(chosen):
                dead = row.state == RUNNING and not held(row.holder, row.expires, now)
                found.append(
                    CellCount(
                        study=row.study,
                        arm=row.arm,
                        state="interrupted" if dead else row.state,
                        cells=row.cells,
                        degraded=row.degraded,
                        events=row.events,
                    )
                )
            return found

        return await self._store.read(work)

    async def costs(self, study: str = "") -> dict[str, StudyCost]:
        """Return the cost of every study, or of one, including retried sessions."""
        own, cells = sessions.c, study_cells.c
        ended = own.state.in_(ENDED)
        chosen = (
            select(
                cells.study,
                cells.arm,
                func.sum(own.spent - own.presumed).label("spent"),
                func.sum(own.presumed + own.reserved).label("pending"),
                func.count().label("sessions"),
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
                sessions=before.sessions + row.sessions,
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

    async def failed(self, study: str, most: int) -> dict[str, str]:
        """Return up to `most` sessions of cells without a result, each with its arm."""
        latest = _latest(study).subquery()
        chosen = select(sessions.c.id, latest.c.arm).join(latest, latest.c.session == sessions.c.id)
        chosen = chosen.where(sessions.c.state == "failed").order_by(latest.c.place).limit(most)
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def lacking(self, study: str, most: int) -> list[CellOf]:
        """Return the last session of up to `most` failed or degraded cells."""
        held, own, cells = _latest(study).subquery(), sessions.c, study_cells.c
        short = select(held.c.arm, held.c.item, held.c.repeat).join(sessions, own.id == held.c.session)
        failed = own.state == "failed"
        short = short.where(failed | (own.degraded > 0)).order_by(failed.desc(), held.c.place).limit(most)
        of = short.subquery().c
        newest = func.max(literal_column("study_cells.rowid", Integer))  # the other columns are of its row
        same = (cells.arm == of.arm) & (cells.item == of.item) & (cells.repeat == of.repeat)
        chosen = select(cells.session, cells.arm, cells.item, cells.repeat, newest).join(of.arm.table, same)
        chosen = chosen.where(cells.study == study).group_by(cells.arm, cells.item, cells.repeat)
        read = await self._store.read(lambda connection: list(map(tuple, connection.execute(chosen))))
        return [CellOf(session=own, arm=arm, item=item, repeat=repeat) for own, arm, item, repeat, _ in read]

    async def ended_since(self, study: str, at: str, most: int) -> list[str]:
        """Return when the latest ended sessions of a study were last written, of those ended since; the latest last."""
        chosen = (
            select(sessions.c.updated)
            .join(study_cells, study_cells.c.session == sessions.c.id)
            .where(study_cells.c.study == study, sessions.c.updated >= at, sessions.c.state != RUNNING)
            .order_by(sessions.c.updated.desc())
            .limit(most)
        )
        return await self._store.read(lambda connection: list(connection.execute(chosen).scalars())[::-1])

    async def standing(self, study: str) -> list[CellStanding]:
        """Return the state of every cell with a session, in order of creation."""
        latest, own = _latest(study).subquery(), sessions.c
        running = own.state == RUNNING
        chosen = select(
            latest.c.place,
            latest.c.arm,
            latest.c.item,
            latest.c.repeat,
            latest.c.session,
            own.state,
            own.degraded,
            own.verdict_class,
            own.winner,
            case((own.winner != "", own.members)),
            case((running, own.holder)),
            own.expires,
        ).outerjoin(sessions, own.id == latest.c.session)

        def work(connection: Connection) -> list[CellStanding]:
            found, now, seated = list[CellStanding](), self._store.clock(), dict[str, dict[str, str]]()
            rows = sorted(map(tuple, connection.execute(chosen)))  # by rank, which no two rows share
            for _, arm, item, repeat, session, state, degraded, ruled, winner, members, holder, expires in rows:
                if state == RUNNING and not held(holder, expires, now):
                    state = "interrupted"
                if winner and members not in seated:
                    seated[members] = seated_in(members)
                found.append(
                    CellStanding(
                        arm=arm,
                        item=item,
                        repeat=repeat,
                        session=session,
                        state=state or "",
                        degraded=degraded or 0,
                        verdict_class=ruled or "",
                        winner=seated[members].get(winner, "") if winner else "",
                    )
                )
            return found

        return await self._store.read(work)

    async def beginnings(self, given: Sequence[str]) -> dict[str, str]:
        """Return the beginnings of these sessions' questions."""
        chosen = select(sessions.c.id, sessions.c.question).where(sessions.c.id.in_(given))
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def resolve(self, given: str, called: Mapping[str, str] | None = None) -> str:
        """Return the full id of a study from its prefix; `last` is the newest. `called` gives names by id for the
        error of an unknown prefix."""
        known = [fact.study for fact in await self.opened()]
        if given == "last" and known:
            return known[0]
        found = [study for study in known if study == given] or [study for study in known if study.startswith(given)]
        if given and len(found) > 1:
            raise UnknownName("study", given, remedy=f"Ids that begin so: {', '.join(found)}. Write more of one.")
        if not given or not found:
            raise UnknownName("study", given, (called or {}).values() or known)
        return found[0]

    async def results(self, reader: str, *, study: str = "", given: Sequence[str] = ()) -> dict[str, str]:
        """Return the cached results of a reader version, by session, for a study or for these sessions."""
        cells = study_cells.c
        chosen = select(cells.session, cells.result).where(cells.reader == reader)
        chosen = chosen.where(cells.study == study if study else cells.session.in_(given))
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def keep_results(self, reader: str, results: Mapping[str, str]) -> None:
        """Cache the results of a reader version, so that no transcript is read twice for it."""
        rows = [{"of": session, "reader": reader, "result": result} for session, result in results.items()]
        change = update(study_cells).where(study_cells.c.session == bindparam("of"))

        def work(connection: Connection) -> None:
            connection.execute(change.values(reader=bindparam("reader"), result=bindparam("result")), rows)

        if rows:
            await self._store.write(work, changes=())


def _latest(study: str) -> Select[tuple[str, str, str, int, str, int, int]]:
    """Query the session of each cell by the rule of `reports/holders.py`; columns are of the first row by `best`."""
    cells, own = study_cells.c, sessions.c
    rowid = literal_column("study_cells.rowid", Integer)
    place: Label[int] = rowid.label("place")
    worth = case((own.id.is_(None), 0), (own.state.in_(ENDED), MOST_DEGRADED + 1 - own.degraded), else_=1)
    best: Label[int] = func.max(worth * ROWS + rowid).label("best")
    chosen = select(cells.study, cells.arm, cells.item, cells.repeat, cells.session, place, best)
    chosen = chosen.outerjoin(sessions, own.id == cells.session).where(*((cells.study == study,) if study else ()))
    return chosen.group_by(cells.study, cells.arm, cells.item, cells.repeat)


def _fact(read: RowMapping) -> StudyFact:
    return StudyFact(study=read["study"], seq=read["seq"], at=read["at"], kind=read["kind"], body=read["body"])
