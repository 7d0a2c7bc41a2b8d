"""`/api/schedules`: councils that meet by themselves, and a feed of what came of them."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from moot.convening.schedules.shown import ScheduleList, shown_schedule
from moot.exports.delivery.feed import atom_of
from moot.server.schema import of, refusals_of
from moot.server.shapes.replies import reply
from moot.server.shared import InHall
from moot.transcripts.scheduled.outbox import FEED, Outbox
from moot.transcripts.scheduled.schedules import Schedules

router = APIRouter(prefix="/api/schedules", tags=["schedules"], responses=refusals_of(401, 403, 422))
MOST_ENTRIES = 50
"""Entries of the feed."""
ATOM = "application/atom+xml"


@router.get("", responses=of(ScheduleList))
async def schedules(hall: InHall) -> Response:
    """Councils that meet by themselves: when each is due, and what came of its last times."""
    known, now = Schedules(hall.house.store), int(hall.house.store.clock())
    found = [await shown_schedule(known, each, now) for each in await known.all()]
    return reply(ScheduleList(schedules=tuple(found)))


@router.get("/feed.atom", responses={200: {"content": {ATOM: {"schema": {"type": "string"}}}}})
async def feed(hall: InHall) -> Response:
    """What came of schedules, as an Atom feed."""
    found = await Outbox(hall.house.store).latest(MOST_ENTRIES, channel=FEED)
    return Response(atom_of(found), media_type=ATOM)
