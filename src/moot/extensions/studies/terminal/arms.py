"""`moot study arm` and `rejudge`: add an arm to a study and run it."""

from __future__ import annotations

from collections.abc import Callable

import click
from msgspec.structs import replace

from moot.app import Application, AskFields
from moot.cli.public import (
    count,
    flags_of,
    model_names,
    money,
    offices_from,
    options_from_words,
    protocol_names,
    protocol_options,
    remark,
    rubric_names,
    safe,
    say,
    show_json,
)
from moot.exports.public import registry
from moot.extensions.studies.asking.additions import ArmAhead, arm_ahead, free_name
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import Arm, Study
from moot.extensions.studies.terminal.asking import in_studies
from moot.extensions.studies.terminal.running import ESTIMATE, Terms, cost_words, estimate_row, run_through, with_terms
from moot.vocabulary.public import dollars


@click.command("arm")
@click.argument("study")
@click.option("--of", default="", metavar="ARM", help="The arm whose sessions are forked; without it, all is asked.")
@click.option("--from", "stage", default="", metavar="STAGE", help="From which stage on a fork asks again.")
@click.option("--council", default="", metavar="NAME", help="Another council that is put the same questions.")
@click.option("--member", "members", multiple=True, metavar="MODEL", shell_complete=model_names,
              help="Models that sit instead; repeat.")  # fmt: skip
@click.option("--protocol", default="", metavar="NAME", shell_complete=protocol_names, help="How they deliberate.")
@click.option("--chair", default="", metavar="MODEL", shell_complete=model_names, help="Who writes the verdicts.")
@flags_of(AskFields, ("offices",))
@click.option("--rubric", default="", metavar="NAME", shell_complete=rubric_names, help="What is judged by.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", shell_complete=protocol_options,
              help="An option of the protocol; repeat.")  # fmt: skip
@click.option("--repeats", type=click.IntRange(0, 100), default=0, metavar="N",
              help="How often each question is asked; without it, as often as the study says.")  # fmt: skip
@click.option("--name", default="", metavar="NAME", help="What the arm is called.")
@ESTIMATE
@with_terms
def arm_command(
    study: str, of: str, stage: str, council: str, members: tuple[str, ...], protocol: str, chair: str, rubric: str,
    options: tuple[str, ...], repeats: int, name: str, estimate: bool, terms: Terms, **given: tuple[str, ...],
) -> int:  # fmt: skip
    """Add an arm: a fork of another one, or another council.

    With --of, the sessions of that arm are forked from a stage on with something changed; everything before it is
    reused for free. Without it, another council answers the same questions from the beginning.
    """
    offices = offices_from(given)
    judges = offices.pop("adjudicator", ()) if of else ()

    def arm_in(whole: Study) -> Arm:
        arm = Arm(
            name=name, of=of, stage=stage or (registry.JUDGING if of else ""), council=council, members=members,
            protocol=protocol, chair=chair, rubric=rubric, offices=offices, options=options_from_words(options),
            adjudicators=(judges,) if isinstance(judges, str) else tuple(judges), repeats=repeats,
        )  # fmt: skip
        return _named(whole, arm)

    return _added(study, arm_in, estimate=estimate, terms=terms)


@click.command()
@click.argument("study")
@click.option(
    "--adjudicator", "adjudicators", multiple=True, required=True, metavar="MODEL", help="Who judges; repeat."
)
@click.option("--from", "stage", default="", metavar="STAGE", help="From which stage on; without it, the judging.")
@click.option("--name", default="", metavar="NAME", help="What the arm is called.")
@ESTIMATE
@with_terms
def rejudge(study: str, adjudicators: tuple[str, ...], stage: str, name: str, estimate: bool, terms: Terms) -> int:
    """Have every session judged again by another model.

    The baseline's sessions are forked at the judging, so members are not asked again: any difference is due to the
    judge, or chance.
    """

    def arm_in(whole: Study) -> Arm:
        return _named(whole, Arm(name=name, of=whole.base, stage=stage or registry.JUDGING, adjudicators=adjudicators))

    return _added(study, arm_in, estimate=estimate, terms=terms)


def _named(study: Study, arm: Arm) -> Arm:
    return arm if arm.name else replace(arm, name=free_name(study, arm))


def _added(study: str, arm_in: Callable[[Study], Arm], *, estimate: bool, terms: Terms) -> int:
    """Add the arm and run the study's remaining sessions, or print only the estimate."""

    async def work(app: Application) -> int:
        progress = await studies_of(app).named(study)
        arm = arm_in(progress.study)
        if estimate:
            _tell(arm, await arm_ahead(app, progress, arm, terms.budget), as_json=terms.as_json)
            return 0
        return await run_through(app, progress, terms, arm=arm)

    return in_studies(work)


def _tell(arm: Arm, ahead: ArmAhead, *, as_json: bool) -> None:
    before = ahead.arm
    others = sum(each.sessions for each in ahead.rest.before.arms if each.arm != arm.name)
    if as_json:
        show_json({"arm": arm.name, **estimate_row(before, dollars(ahead.whole.budget)), "others": others})
        return
    say(f"{safe(arm.name)}: {cost_words(before)}")
    for each in before.arms:
        if each.seats:
            say(f"Who sits: {safe(each.seats)}.")
    if others:
        say(f"{count(others, 'session')} of other arms that are left would be asked along with it.")
    if ahead.whole.budget and before.budget is not None:
        say(f"A budget of {money(ahead.whole.budget)} for the whole study suffices as a rule.")
    for words in (*ahead.remarks, *filter(None, [before.lacking or before.short])):
        remark(words)
