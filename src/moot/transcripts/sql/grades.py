"""Store grades of answers, by graders and by people, so that no grader is paid twice for the same answer.

A grade is identified by the digest of question, reference and answer, and by its grader; a person's verdict on the
answer of a session by the session's id (`analytics/verdict_book.py`). Deleting a session deletes the grades made in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from moot.transcripts.sql.schema import grades, study_cells
from moot.transcripts.sql.store import Store

AT_ONCE = 500
"""Maximum number of answers looked up in one statement."""


def graded_by(connection: Connection, grader: str, digests: Sequence[str]) -> dict[str, str]:
    """Return a grader's stored grades of the answers with these SHA-256 digests, by digest. Call this within a
    transaction."""
    found = {}
    for at in range(0, len(digests), AT_ONCE):
        some = grades.c.digest.in_(digests[at : at + AT_ONCE])
        rows = connection.execute(select(grades.c.digest, grades.c.body).where(grades.c.grader == grader, some))
        found.update({row.digest: row.body for row in rows})
    return found


class GradeStore:
    """Reads and writes the stored grades of answers: one grader's judgement of whether an answer is right."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def by(self, grader: str, digests: Sequence[str]) -> dict[str, str]:
        """Return a grader's stored grades of the answers with these SHA-256 digests, by digest."""
        return await self._store.read(lambda connection: graded_by(connection, grader, digests)) if digests else {}

    async def keep(self, session: str, given: Mapping[tuple[str, str], str], *, anew: bool = False) -> None:
        """Store grades made in a session, each under the pair of the answer's SHA-256 and the grader. Existing grades
        are kept, or replaced if `anew` is set."""
        rows = [
            {"digest": digest, "grader": grader, "session": session, "body": body}
            for (digest, grader), body in given.items()
        ]
        put = insert(grades)
        put = (
            put.on_conflict_do_update(
                index_elements=["digest", "grader"], set_={"session": put.excluded.session, "body": put.excluded.body}
            )
            if anew
            else put.on_conflict_do_nothing()
        )
        if rows:
            await self._store.write(lambda connection: connection.execute(put, rows))

    async def forget_results(self, digest: str) -> None:
        """Delete the study results that depend on the answer with this SHA-256, because a person has corrected its
        grade."""
        change = update(study_cells).where(study_cells.c.result.contains(digest, autoescape=True))
        await self._store.write(lambda connection: connection.execute(change.values(reader="", result="")))

    async def mark(self, grader: str) -> str:
        """Return a digest of all grades by one grader. The digest changes whenever one of the grades does."""
        rows = select(grades.c.digest, grades.c.body).where(grades.c.grader == grader).order_by(grades.c.digest)
        said = await self._store.read(lambda connection: [tuple(row) for row in connection.execute(rows)])
        return sha256(repr(said).encode()).hexdigest()[:16]

    async def withdraw(self, grader: str, digest: str) -> None:
        """Delete a grader's grade of the answer with this SHA-256."""
        gone = delete(grades).where(grades.c.digest == digest, grades.c.grader == grader)
        await self._store.write(lambda connection: connection.execute(gone))
