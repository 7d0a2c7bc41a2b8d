"""`moot sessions fork`: a session is asked again with something changed, and what the change does not touch is kept."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from moot.analytics.asking_again import AgainEstimate
from moot.cli.asking.ask import is_watched
from moot.cli.asking.costs import DOLLARS
from moot.cli.asking.offices import offices_from, stand_in_flag, stand_ins_from, with_offices
from moot.cli.asking.question import options_from_words
from moot.cli.completion import model_names, protocol_names, protocol_options, rubric_names, session_ids
from moot.cli.screen.terminal import remark, say, show_json, table
from moot.cli.screen.watching import in_house, run
from moot.cli.sessions.runs import cap_from, run_flags, stayed
from moot.errors import BadInput
from moot.house import House
from moot.sessions.amounts import count
from moot.sessions.fork import Changes
from moot.sessions.money.estimate import in_words
from moot.vocabulary.words.headings import stage_in_words
from moot.vocabulary.words.sums import money


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--from", "stage", metavar="STAGE", help="The first stage that is made anew.")
@click.option("--chair", metavar="MODEL", shell_complete=model_names, help="Another chair.")
@stand_in_flag("Another stand-in for the chair; repeat it.")
@with_offices
@click.option("--member", "members", multiple=True, metavar="SEAT=MODEL",
              help="Another model in a seat; what the others answered first is kept.")  # fmt: skip
@click.option("--again", multiple=True, metavar="KEY", help="An answer that is asked again: `opinions/seat-b`.")
@click.option("--rubric", metavar="NAME", shell_complete=rubric_names, help="Another rubric to judge by.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", shell_complete=protocol_options,
              help="An option with another value.")  # fmt: skip
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="The fork's own budget.")
@click.option("--protocol", metavar="NAME", shell_complete=protocol_names,
              help="Another protocol; everybody is asked from the beginning.")  # fmt: skip
@click.option("--question", metavar="TEXT", help="Another question; everybody is asked from the beginning.")
@click.option("--estimate", is_flag=True, help="Say what is kept and what it may cost, and ask nothing.")
@click.option("--retry-failed", is_flag=True, help="Ask again only what failed, in the earliest stage where it did.")
@run_flags
def fork(
    session: str,
    stage: str | None,
    chair: str | None,
    members: tuple[str, ...],
    again: tuple[str, ...],
    rubric: str | None,
    options: tuple[str, ...],
    budget: float | None,
    protocol: str | None,
    question: str | None,
    estimate: bool,
    retry_failed: bool,
    **given: Any,
) -> int:
    """Ask a session again with something changed.

    What the change does not touch is copied, never asked or paid again. The source stays as it is. Without --from it
    begins with the first stage that the changes touch.
    """

    async def work(house: House) -> int:
        whole = await house.register.resolve(session)
        changes = Changes(
            stage=stage,
            chair=chair,
            stand_ins=stand_ins_from(given),
            offices=offices_from(given),
            members=_seats_from(members),
            again=again,
            protocol=protocol,
            question=question,
            rubric=house.rubrics.rubric(rubric) if rubric else None,
            options=options_from_words(options),
            cap=cap_from(budget),
            retry_failed=retry_failed,
        )
        if estimate:
            return _told(await house.estimate_again(whole, changes), as_json=given["as_json"])
        return await stayed(house, await house.runner.fork(whole, changes), given)

    return run(in_house(work, full_speed=not is_watched(given)))


def _seats_from(pairs: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for pair in pairs:
        seat, equals, model = (part.strip() for part in pair.partition("="))
        if not equals or not seat or not model:
            raise BadInput(f"{pair!r} is not SEAT=MODEL.", "Write e.g. `--member seat-b=ollama/qwen3`.")
        found[seat] = model
    return found


def _told(found: AgainEstimate, *, as_json: bool) -> int:
    """What is kept, and what the rest may cost."""
    if as_json:
        show_json(msgspec.to_builtins(found))
        return 0
    worth = f", which cost {money(found.worth)}" if found.worth else ""
    say(f"Kept: {count(found.kept, 'answer')}{worth}." if found.kept else "Nothing that was said is kept.")
    cost = found.estimate
    calls = f"{'at most ' if found.reuses else ''}{count(cost.calls, 'call')}"
    say(f"Asked from {stage_in_words(found.stage)} on: {calls}, {in_words(cost.typical, cost.bound)}.")
    if found.reuses:
        say("A call is made again only where it would be asked differently now.")
    table(["stage", ""], [[each.stage, each.says] for each in cost.stages])
    for note in filter(None, (cost.held_down, *cost.notes, cost.assumes, *cost.longer, *cost.unready)):
        remark(note, err=False)
    return 0
