"""`moot schedule run` and `run-due`: sessions of schedules, held in this process until they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click

from moot.cli.schedules.looking import CAME
from moot.cli.screen.terminal import STOPPED, one_line, safe, say, show_json
from moot.cli.screen.watching import Interrupt, in_house, run
from moot.cli.screen.words import EXIT_CODES, OUTCOMES
from moot.convening.schedules.schedule import schedule_of
from moot.convening.schedules.shown import unwritten_in_words
from moot.convening.schedules.times import shown
from moot.convening.schedules.timetable import Timetable
from moot.errors import BadInput
from moot.house import House
from moot.transcripts.scheduled.schedules import Fire, Kept

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.command("run")
@click.argument("name")
@JSON
def run_command(name: str, as_json: bool) -> int:
    """Hold a schedule's session now.

    It counts as one of its times, and who is told is told. Where one of its sessions is under way, this waits for that
    one and says what came of it.
    """

    async def work(house: House) -> int:
        timetable = Timetable(house)
        kept = await timetable.schedules.named(name)
        fire = await timetable.firing.now(kept, house.store.clock())
        return await _held(timetable, [fire], as_json)

    return run(in_house(work))


@click.command("run-due")
@JSON
def run_due(as_json: bool) -> int:
    """Hold what is due now, once; for crontab or systemd.

    \b
      */5 * * * * moot schedule run-due

    Several may be called at once, and beside a server: every time of a schedule has one session, and each call waits
    for its end. What a process that died left behind goes on. Every time that was due is told with what came of it.
    Exit codes: 0 all was held, or nothing was due, 1 something failed, could not be held because a month's budget
    is used up, or a report could not be written.
    """

    async def work(house: House) -> int:
        timetable = Timetable(house)
        return await _held(timetable, await timetable.firing.due(house.store.clock()), as_json)

    return run(in_house(work))


async def _held(timetable: Timetable, fires: Sequence[Fire], as_json: bool) -> int:
    """Stays until these sessions end, and says what came of them."""
    troubles = dict(timetable.firing.troubles)
    with Interrupt().listening() as interrupt:
        left = await timetable.until_done(fires, interrupt.asked)
    troubles |= timetable.firing.troubles
    known = {each.id: each for each in await timetable.schedules.all()}
    reports = unwritten_in_words(await timetable.reports.unwritten())
    rows, code = [], int(bool(troubles or reports))
    for fire in fires:
        now = await timetable.schedules.at(fire)
        if now is None or fire.schedule not in known:
            continue
        kept = known[fire.schedule]
        came = await _state(timetable, now)
        at = _when(kept, now)
        rows.append({"schedule": kept.name, "at": at, "session": now.session, "state": came.state, "why": now.why})
        code = max(code, came.code)
        if not as_json:
            say(f"{safe(kept.name)}, {at}: {came.word}" + (f" ({now.session[:8]})" if now.session else ""))
            if now.why:
                say(f"  {one_line(now.why)}")
    if as_json:
        show_json({"held": rows, "troubles": troubles, "reports": list(reports)})
    elif not rows and not troubles:
        say("Nothing is due.")
    for name, why in troubles.items():
        say(f"! {safe(name)}: {one_line(why)}", err=True)
    for line in () if as_json else reports:
        say(f"! {one_line(line, 400)}", err=True)
    return STOPPED if interrupt.asked.is_set() and left else code


class _Came(NamedTuple):
    state: str
    word: str
    code: int


async def _state(timetable: Timetable, fire: Fire) -> _Came:
    """What came of a time: of its session, or why it has none."""
    if not fire.session:
        if fire.state == "due":
            return _Came("running", "due; it is looked at again", 0)
        return _Came(fire.state, CAME[fire.state], int(fire.state != "missed"))
    state = (await timetable.register.get(fire.session)).state if fire.state != "failed" else "failed"
    return _Came(state, OUTCOMES.get(state, state), 0 if state == "running" else EXIT_CODES.get(state, 1))


def _when(kept: Kept, fire: Fire) -> str:
    try:
        return shown(schedule_of(kept).zone, fire.at)
    except BadInput:  # a time zone that is gone
        return shown("UTC", fire.at)
