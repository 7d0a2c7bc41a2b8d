"""`moot study bench models`: test whether models give readable ballots and vote consistently on fixed claims."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application, Ask
from moot.cli.public import (
    DOLLARS,
    EXIT_CODES,
    Interrupt,
    council_names,
    in_app,
    money,
    remark,
    run,
    safe,
    say,
    seconds,
    show_json,
    table,
)
from moot.errors import BadInput
from moot.exports.public import nano_dollars
from moot.extensions.studies.terminal.running import agreed
from moot.extensions.studies.trials.claims import TESTED, fixture_in
from moot.extensions.studies.trials.results import VoterTrial
from moot.extensions.studies.trials.running import VoterTrialRunner
from moot.extensions.studies.trials.runs import TrialRun
from moot.vocabulary.public import SCRIPTED_LABEL, Member, Wilson

HOW = (
    "Intervals are Wilson's, at 95 %. Fit: at least 80 % of ballots are readable; this takes 16 runs without a fault. "
    "Steady: agreement of two runs. Known: claims whose truth is known; guessing gives half."
)
INTERRUPTED = "It was interrupted; the same command goes on where it stopped."


@click.command()
@click.option("-m", "--model", "models", multiple=True, metavar="MODEL", help="A model to try out; may be repeated.")
@click.option("--council", metavar="NAME", shell_complete=council_names, help="The members of this council.")
@click.option(
    "--runs",
    type=click.IntRange(1, 200),
    default=5,
    show_default=True,
    help="Runs of each at most, earlier ones counted; it ends sooner where it is clear.",
)
@click.option("--claims", default=TESTED, show_default=True, metavar="NAME", help="The claims that are given.")
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="Most that all runs together may cost.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask before spending money.")
@click.option("--anew", is_flag=True, help="Count no earlier runs, e.g. after a service changed a model silently.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def models(
    models: tuple[str, ...],
    council: str | None,
    runs: int,
    claims: str,
    budget: float | None,
    yes: bool,
    anew: bool,
    as_json: bool,
) -> int:
    """Test whether models give readable ballots and vote consistently.

    Each model votes on the same twelve claims several times, in sessions that only `moot sessions list --via bench`
    shows. Runs are kept, so more of them increase the certainty. No council is changed. At a terminal you are asked
    before money is spent; elsewhere it needs a --budget, or --yes.

    \b
      moot study bench models
      moot study bench models -m openai/gpt-5 --runs 16 --budget 0.50
    """

    async def work(app: Application) -> int:
        def ended(run: TrialRun) -> None:
            if not as_json:
                say(safe(f"{run.seat.model}, run {run.run}: {run.says or 'read'}"), err=True)

        placed = fixture_in(app.home, claims)
        names = models or tuple(dict.fromkeys(each.model for each in await _members(app, council)))
        members = [Member(model=name) for name in names]
        interrupt = Interrupt()
        stop = interrupt.asked
        bench = VoterTrialRunner(app, placed, runs=runs, budget=budget, anew=anew, ended=ended, stop=stop)
        if not agreed(await bench.ahead(members), budget, yes=yes):
            return EXIT_CODES["stopped"]
        with interrupt.listening():
            done = await bench.tried(members)
        troubles = [*done.troubles, *([INTERRUPTED] if stop.is_set() else [])]
        if as_json:
            show_json({"models": msgspec.to_builtins(done.found), "troubles": troubles})
        else:
            _show(done.found)
            for line in troubles:
                say(f"! {safe(line)}", err=True)
        return 0 if len(done.found) == len(members) else 1

    return run(in_app(work, full_speed=True))


async def _members(app: Application, council: str | None) -> list[Member]:
    sitting = (await app.sits(Ask(council=council))).council
    members = [each for each in sitting.lines() if each.model != "person"]
    if not members:
        raise BadInput("That council seats nobody who can be tried out.", "Name models with `-m`.")
    return members


def _show(found: list[VoterTrial]) -> None:
    if not found:
        return
    table(
        [
            "model",
            "is",
            "readable",
            "steady",
            "order",
            "without contradiction",
            "known",
            "mean",
            "to the last word",
            "a ballot",
        ],
        [
            [
                safe(each.model) + (f" ({SCRIPTED_LABEL})" if each.scripted else ""),
                each.verdict + (", guesses" if guesses(each) else ""),
                share(each.read) + (f", {each.repaired} of them after a second asking" if each.repaired else ""),
                _two(each.consistent),
                "" if each.order_effect is None else f"{each.order_effect:+.2f}",
                _of(each.negations),
                _of(each.known),
                "" if each.mean is None else f"{each.mean:+.2f}",
                seconds(each.last.half / 1000) if each.last is not None else "",
                money(nano_dollars(each.price)) if each.price is not None else "",
            ]
            for each in found
        ],
    )
    say()
    for each in found:
        if each.verdict == "unproven":
            more = f"{each.more} or more" if each.more >= 200 else str(each.more)
            say(f"{safe(each.model)}: unproven; {more} more runs without a fault would make it fit.")
        if each.known is not None and guesses(each):
            say(f"{safe(each.model)}: {_of(each.known)} known answers right, no better than by guessing.")
        for failed in each.failures:
            say(f"  run {failed.run}, {failed.kind}: {safe(failed.says)} ({failed.session[:8]})")
    say()
    remark(HOW, err=False)


def guesses(each: VoterTrial) -> bool:
    """Return whether a voter was right on claims with a known truth no more often than by guessing."""
    return each.known is not None and 2 * each.known.good <= each.known.of


def share(found: Wilson | None) -> str:
    """Return a count out of a total as text, with its interval."""
    return "" if found is None else f"{found.good} of {found.of} [{found.low:.0%}, {found.high:.0%}]"


def _two(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _of(found: Wilson | None) -> str:
    return "" if found is None else f"{found.good} of {found.of}"
