"""`/api/schedules`: councils that meet by themselves, a feed of what came of them, and who is told."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from moot.convening.schedules.shown import ScheduleList, ShownSchedule, shown_schedule, unwritten_in_words
from moot.convening.schedules.timetable import Timetable
from moot.exports.delivery.channels import Channels
from moot.exports.delivery.feed import atom_of
from moot.exports.delivery.trying import ChannelList, ChannelTest, shown_channels, tried
from moot.server.schema import of, refusals_of
from moot.server.shapes.bodies import PausedBody
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
    unwritten = await hall.house.reports.unwritten()
    found = [await shown_schedule(known, each, now, unwritten) for each in await known.all()]
    return reply(ScheduleList(schedules=tuple(found), reports=unwritten_in_words(unwritten)))


@router.get("/feed.atom", responses={200: {"content": {ATOM: {"schema": {"type": "string"}}}}})
async def feed(hall: InHall) -> Response:
    """What came of schedules, as an Atom feed."""
    found = await Outbox(hall.house.store).latest(MOST_ENTRIES, channel=FEED)
    return Response(atom_of(found), media_type=ATOM)


@router.get("/channels", responses=of(ChannelList))
async def channels(hall: InHall) -> Response:
    """Who is told what came of schedules and of alarms, and what came of the latest messages."""
    return reply(await shown_channels(Channels(hall.house.home), Outbox(hall.house.store)))


@router.post("/channels/{name}/test", responses=of(ChannelTest) | refusals_of(404, 502))
async def test_channel(hall: InHall, name: str) -> Response:
    """Sends a message to a channel now. Once it was taken, what was given up for the channel is sent again."""
    house = hall.house
    return reply(await tried(Channels(house.home), Outbox(house.store), name, house.store.clock()))


@router.put("/{name}", responses=of(ShownSchedule) | refusals_of(404, 415))
async def pause(hall: InHall, name: str, body: PausedBody) -> Response:
    """Lets a schedule rest, or has it go on."""
    known, now = Schedules(hall.house.store), int(hall.house.store.clock())
    kept = await known.named(name)
    await known.pause(kept.id, body.paused, now)
    return reply(await shown_schedule(known, await known.named(kept.id), now, await hall.house.reports.unwritten()))


@router.post("/{name}/run", responses=of(ShownSchedule) | refusals_of(404, 409))
async def run_now(hall: InHall, name: str) -> Response:
    """Holds a schedule's session now. It counts as one of its times, and who is told is told."""
    timetable, now = Timetable(hall.house), hall.house.store.clock()
    kept = await timetable.schedules.named(name)
    await timetable.firing.see_to([await timetable.firing.now(kept, now)], {kept.id: kept}, now)
    return reply(await shown_schedule(timetable.schedules, kept, int(now), await hall.house.reports.unwritten()))


@router.delete("/{name}", responses=of(ScheduleList) | refusals_of(404))
async def remove(hall: InHall, name: str) -> Response:
    """Removes a schedule. Its sessions stay."""
    known = Schedules(hall.house.store)
    await known.remove((await known.named(name)).id)
    return await schedules(hall)
