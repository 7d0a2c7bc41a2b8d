"""Which studies are there, and what happened in each? Facts appended once by key, as events of a session are.

What a fact says is for the reader to know: here it is a kind and JSON. How sessions of a study stand is read from their
records, all at once. Held by `tests/extensions/studies/test_store.py`.
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
"""The key of the fact that opens a study."""
OF_CELLS = ("CellPut", "ItemPut")
"""Kinds of facts of which a study has one for each of its sessions, or of its questions."""
RUNNING, ENDED = "running", ("verdict", "inconclusive")  # states of sessions: the latter have a result
MOST_DEGRADED, ROWS = 1_000_000, 1 << 40
"""More than the ways in which a result lacks something, and more than rows: a place among both fits in 63 bits."""


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
    """What it says, as JSON."""


class CellOf(Struct, frozen=True, kw_only=True):
    """Whose session it is."""

    session: str
    """The session."""
    arm: str
    """The arm."""
    item: str
    """The question."""
    repeat: int
    """Which repeat."""


class CellStanding(CellOf, frozen=True, kw_only=True):
    """How one cell stands, by the session it has."""

    state: str
    """The session's state; empty where it was deleted."""
    degraded: int
    """In how many ways its result is less than a full one."""
    verdict_class: str
    """The class of its verdict; empty where none was ruled."""
    winner: str
    """The model whose answer led; empty where none did alone."""


class CellCount(Struct, frozen=True, kw_only=True):
    """How many cells of an arm stand alike."""

    study: str
    """The study."""
    arm: str
    """The arm."""
    state: str
    """Their state; `interrupted` where they should run and nobody runs them."""
    cells: int
    """How many."""
    degraded: int
    """Those whose result is less than a full one."""
    events: int
    """What happened in their sessions, counted: it grows with everything that does."""


class StudyCost(Struct, frozen=True, kw_only=True):
    """What every session a study ever had comes to, those that others came in place of among them."""

    spent: int = 0
    """What they cost, in nano-dollars."""
    pending: int = 0
    """What may still be charged for calls that run or whose end nobody knows."""
    sessions: int = 0
    """How many there are."""
    scripted: int = 0
    """Those that scripted voices answered."""
    a_cell: dict[str, int] = {}
    """What a cell of each arm with a result has cost on average, its sessions that were asked again among them."""


class Studies:
    """The studies of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def append(self, study: str, key: str, kind: str, body: str, cell: CellOf | None = None) -> bool:
        """Writes a fact down; whether it is new. One with this key stays as it was written first. Lists know a session
        by the `cell` it was given to."""

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
        """Every fact of a study, in order."""
        chosen = select(study_facts).where(study_facts.c.study == study).order_by(study_facts.c.seq)
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def opened(self) -> list[StudyFact]:
        """The fact that opened each study, newest first."""
        chosen = select(study_facts).where(study_facts.c.key == OPENED).order_by(study_facts.c.at.desc())
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def heads(self, study: str = "") -> list[StudyFact]:
        """What was said of every study as a whole, or of one: all facts but those of single cells and questions."""
        chosen = select(study_facts).where(study_facts.c.kind.notin_(OF_CELLS))
        chosen = chosen.where(*((study_facts.c.study == study,) if study else ()))
        chosen = chosen.order_by(study_facts.c.study, study_facts.c.seq)
        return await self._store.read(lambda connection: [_fact(row._mapping) for row in connection.execute(chosen)])

    async def facts(self, study: str) -> int:
        """How many facts a study has."""
        chosen = select(func.max(study_facts.c.seq)).where(study_facts.c.study == study)
        return await self._store.read(lambda connection: int(connection.execute(chosen).scalar_one() or 0) + 1)

    async def put_questions(self, study: str = "") -> dict[str, int]:
        """How many questions came to each study that no corpus holds."""
        chosen = select(study_facts.c.study, func.count()).where(study_facts.c.kind == "ItemPut")
        chosen = chosen.where(*((study_facts.c.study == study,) if study else ())).group_by(study_facts.c.study)
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def counts(self, study: str = "") -> list[CellCount]:
        """How cells stand, of every study or of one: those that stand alike are counted together."""
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
        """What every study, or one, has cost: a session that was asked again is paid for as well."""
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
        """What each session the study ever had cost, in nano-dollars, with what may still be charged."""
        own = sessions.c
        chosen = select(own.id, own.spent + own.reserved).join(study_cells, study_cells.c.session == own.id)
        chosen = chosen.where(study_cells.c.study == study)
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def failed(self, study: str, most: int) -> dict[str, str]:
        """Sessions of a study that have no result and whose cells have none, `most` of them, each with its arm."""
        latest = _latest(study).subquery()
        chosen = select(sessions.c.id, latest.c.arm).join(latest, latest.c.session == sessions.c.id)
        chosen = chosen.where(sessions.c.state == "failed").order_by(latest.c.place).limit(most)
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def lacking(self, study: str, most: int) -> list[CellOf]:
        """The last session of cells that failed, and of those with less than a full result, `most` of them."""
        held, own, cells = _latest(study).subquery(), sessions.c, study_cells.c
        short = select(held.c.arm, held.c.item, held.c.repeat).join(sessions, own.id == held.c.session)
        failed = own.state == "failed"
        short = short.where(failed | (own.degraded > 0)).order_by(failed.desc(), held.c.place).limit(most)
        of = short.subquery().c
        newest = func.max(literal_column("study_cells.rowid", Integer))  # whose row the other columns are of
        same = (cells.arm == of.arm) & (cells.item == of.item) & (cells.repeat == of.repeat)
        chosen = select(cells.session, cells.arm, cells.item, cells.repeat, newest).join(of.arm.table, same)
        chosen = chosen.where(cells.study == study).group_by(cells.arm, cells.item, cells.repeat)
        read = await self._store.read(lambda connection: list(map(tuple, connection.execute(chosen))))
        return [CellOf(session=own, arm=arm, item=item, repeat=repeat) for own, arm, item, repeat, _ in read]

    async def ended_since(self, study: str, at: str, most: int) -> list[str]:
        """When the latest sessions of a study were last written to, of those that have ended since; the latest last."""
        chosen = (
            select(sessions.c.updated)
            .join(study_cells, study_cells.c.session == sessions.c.id)
            .where(study_cells.c.study == study, sessions.c.updated >= at, sessions.c.state != RUNNING)
            .order_by(sessions.c.updated.desc())
            .limit(most)
        )
        return await self._store.read(lambda connection: list(connection.execute(chosen).scalars())[::-1])

    async def standing(self, study: str) -> list[CellStanding]:
        """How every cell that has a session stands, in the order in which they were put."""
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
            rows = sorted(map(tuple, connection.execute(chosen)))  # by place, which no two rows share
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
        """How the questions of these sessions begin."""
        chosen = select(sessions.c.id, sessions.c.question).where(sessions.c.id.in_(given))
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def resolve(self, given: str, called: Mapping[str, str] | None = None) -> str:
        """The whole id of a study, from its beginning; `last` is the newest. Who names none is told what each is
        `called`, by id."""
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
        """What this `reader` made of a study's sessions, or of those given, as it wrote it down, by session."""
        cells = study_cells.c
        chosen = select(cells.session, cells.result).where(cells.reader == reader)
        chosen = chosen.where(cells.study == study if study else cells.session.in_(given))
        return await self._store.read(lambda connection: dict(map(tuple, connection.execute(chosen))))

    async def keep_results(self, reader: str, results: Mapping[str, str]) -> None:
        """Writes down what a reader made of finished sessions, so that no transcript is read twice for it."""
        rows = [{"of": session, "reader": reader, "result": result} for session, result in results.items()]
        change = update(study_cells).where(study_cells.c.session == bindparam("of"))

        def work(connection: Connection) -> None:
            connection.execute(change.values(reader=bindparam("reader"), result=bindparam("result")), rows)

        if rows:
            await self._store.write(work, changes=())


def _latest(study: str) -> Select[tuple[str, str, str, int, str, int, int]]:
    """The session each cell has, as `reports/holders.py` tells it; columns are of the row first by `best`."""
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
