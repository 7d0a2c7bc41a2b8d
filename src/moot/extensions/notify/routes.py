"""Serve `/api/schedules`: schedules, a feed of their results, and channels."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from moot.extensions.notify import delivery
from moot.extensions.notify.channels import Channels
from moot.extensions.notify.digest import atom_feed
from moot.extensions.notify.outbox import FEED, Outbox
from moot.extensions.notify.schedule import ScheduleList, ShownSchedule, list_schedules, show_schedule
from moot.extensions.notify.schedule_store import Schedules
from moot.extensions.notify.timetable import Timetable
from moot.server.public import Body, InBackend, of, refusals_of, reply

router = APIRouter(prefix="/api/schedules", tags=["schedules"], responses=refusals_of(401, 403, 422))
MOST_ENTRIES = 50
"""Maximum number of entries in the feed."""
ATOM = "application/atom+xml"


class PausedBody(Body):
    """Whether to pause a schedule."""

    paused: bool = Field(description="Whether it rests.")


@router.get("", responses=of(ScheduleList))
async def schedules(backend: InBackend) -> Response:
    """List schedules: when each is due, and the results of its latest runs."""
    return reply(await list_schedules(backend.app))


@router.get("/feed.atom", responses={200: {"content": {ATOM: {"schema": {"type": "string"}}}}})
async def feed(backend: InBackend) -> Response:
    """Return the results of schedules as an Atom feed."""
    found = await Outbox(backend.app.store).latest(MOST_ENTRIES, channel=FEED)
    return Response(atom_feed(found), media_type=ATOM)


@router.get("/channels", responses=of(delivery.ChannelList))
async def channels(backend: InBackend) -> Response:
    """List channels, and the results of the latest messages to each."""
    return reply(await delivery.list_channels(Channels(backend.app.home), Outbox(backend.app.store)))


@router.post("/channels/{name}/test", responses=of(delivery.ChannelTest) | refusals_of(404, 502))
async def test_channel(backend: InBackend, name: str) -> Response:
    """Send a test message to a channel now. If it succeeds, messages that were given up are sent again."""
    app = backend.app
    return reply(await delivery.test_channel(Channels(app.home), Outbox(app.store), name, app.store.clock()))


@router.put("/{name}", responses=of(ShownSchedule) | refusals_of(404, 415))
async def pause(backend: InBackend, name: str, body: PausedBody) -> Response:
    """Pause or resume a schedule."""
    known = Schedules(backend.app.store)
    row = await known.named(name)
    await known.pause(row.id, body.paused, backend.app.store.clock())
    return reply(await show_schedule(backend.app, await known.named(row.id)))


@router.post("/{name}/run", responses=of(ShownSchedule) | refusals_of(404, 409))
async def run_now(backend: InBackend, name: str) -> Response:
    """Run a schedule now. It counts as a regular run, and its channels are notified."""
    timetable, now = Timetable(backend.app), backend.app.store.clock()
    row = await timetable.schedules.named(name)
    await timetable.runner.see_to([await timetable.runner.now(row, now)], {row.id: row}, now)
    return reply(await show_schedule(backend.app, row))


@router.delete("/{name}", responses=of(ScheduleList) | refusals_of(404))
async def remove(backend: InBackend, name: str) -> Response:
    """Remove a schedule. Its sessions stay."""
    known = Schedules(backend.app.store)
    await known.remove((await known.named(name)).id)
    return await schedules(backend)
