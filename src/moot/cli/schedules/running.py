"""`moot schedule run` and `run-due`: sessions of schedules, held in this process until they end."""

from __future__ import annotations

from collections.abc import Sequence

import click

from moot.cli.screen.terminal import STOPPED, one_line, safe, say, show_json
from moot.cli.screen.watching import Interrupt, in_house, run
from moot.cli.screen.words import EXIT_CODES, OUTCOMES
from moot.convening.schedules.schedule import schedule_of
from moot.convening.schedules.times import shown
from moot.convening.schedules.timetable import Timetable
from moot.house import House
from moot.transcripts.scheduled.schedules import Fire, Kept

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.command("run")
@click.argument("name")
@JSON
def run_command(name: str, as_json: bool) -> int:
    """Hold a schedule's session now.

    It counts as one of its times, and who is told is told.
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

    Several may be called at once, and beside a server: every time of a schedule has one session. What a process that
    died left behind goes on. Exit codes: 0 all was held, or nothing was due, 1 something failed.
    """

    async def work(house: House) -> int:
        timetable = Timetable(house)
        return await _held(timetable, await timetable.firing.look(house.store.clock()), as_json)

    return run(in_house(work))


async def _held(timetable: Timetable, fires: Sequence[Fire], as_json: bool) -> int:
    """Stays until these sessions end, and says what came of them."""
    with Interrupt().listening() as interrupt:
        left = await timetable.until_done(fires, interrupt.asked)
    known = {each.id: each for each in await timetable.schedules.all()}
    rows, code = [], 0
    for fire in fires:
        now = await timetable.schedules.at(fire)
        if now is None or fire.schedule not in known:
            continue
        kept = known[fire.schedule]
        state, word = await _state(timetable, now)
        rows.append(
            {"schedule": kept.name, "at": _when(kept, now), "session": now.session, "state": state, "why": now.why}
        )
        if state != "running":
            code = max(code, EXIT_CODES.get(state, 1))
        if not as_json:
            say(f"{safe(kept.name)}, {_when(kept, now)}: {word}" + (f" ({now.session[:8]})" if now.session else ""))
            if now.why:
                say(f"  {one_line(now.why)}")
    if as_json:
        show_json({"held": rows})
    elif not rows:
        say("Nothing is due.")
    return STOPPED if interrupt.asked.is_set() and left else code


async def _state(timetable: Timetable, fire: Fire) -> tuple[str, str]:
    if not fire.session:
        return ("failed", "failed") if fire.state != "due" else ("running", "due; it is looked at again")
    state = (await timetable.register.get(fire.session)).state
    return state, OUTCOMES.get(state, state)


def _when(kept: Kept, fire: Fire) -> str:
    return shown(schedule_of(kept).zone, fire.at)
