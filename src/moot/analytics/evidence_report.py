"""Report of `moot evidence` for a store: reliability of its councils, with results of earlier sessions."""

from __future__ import annotations

import asyncio

from moot.analytics.vote_records import votes_cast
from moot.stats.evidence.figures import FEWEST, MOST
from moot.stats.evidence.known_answers import known_answers, ranked_answers
from moot.stats.evidence.model_ranking import ahead_from
from moot.stats.evidence.reader_agreement import measured_from
from moot.stats.evidence.report import EvidenceReport, report_from
from moot.transcripts.sql.store import Store


async def evidence_of(
    store: Store, seats: int | None, sits: int, council: str, *, agreement: float | None = None
) -> EvidenceReport:
    """Return the report for this many seats, by default those of the council."""
    cast = await votes_cast(store)
    size = seats if seats is not None else min(MOST, max(FEWEST, sits))
    if seats is not None:
        why = f"For a council of {seats}, as asked for."
    elif size != sits:
        why = f"For a council of {size}: {council} has {sits}, and there are figures for {FEWEST} to {MOST}."
    else:
        why = f"For a council of {size}, as {council} has."

    def made() -> EvidenceReport:
        known = known_answers(cast.asked, cast.families)
        measured = measured_from(cast.voted, ranked_answers(cast.asked))
        return report_from(size, measured, known, agreement=agreement, why=why, ahead=ahead_from(cast.voted))

    return await asyncio.to_thread(made)
