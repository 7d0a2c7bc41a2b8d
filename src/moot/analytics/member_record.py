"""Read how often models were right on questions with known answers that were put to all of them.

The latest `MOST` finished sessions with real models count; forks, imported sessions and sessions that asked only some
members first do not.
"""

from __future__ import annotations

from collections.abc import Collection

from moot.analytics.grade_book import graded_questions
from moot.stats.evidence.known_answers import CommonRecord, common_record
from moot.transcripts.sql.store import Store


async def record_of(store: Store, members: Collection[str]) -> CommonRecord | None:
    """Return how often each of these models was right on the questions that all of them answered; `None` if there are
    too few such questions.
    """
    return common_record(await store.read(graded_questions), members)
