"""`moot study bench models`: test whether models give readable ballots and vote consistently on fixed claims."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

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
from moot.extensions.studies.trials.asking import agreed
from moot.extensions.studies.trials.claims import TESTED, fixture_in
from moot.extensions.studies.trials.running import VoterTrialRunner
from moot.extensions.studies.trials.runs import TrialRun, best_of
from moot.vocabulary.public import FORMS, SCRIPTED_LABEL, Member, VoterTrial, Wilson

HOW = (
    "Intervals are Wilson's, at 95 %. Fit: at least 80 % of ballots are readable; this takes 16 runs without a fault. "
    "Steady: agreement of two runs. Known: claims whose truth is known; guessing gives half."
)
INTERRUPTED = "It was interrupted; the same command goes on where it stopped."
TRIED = ("temperature", "reasoning", "max_output", "ballot")
"""Settings that accept several values to try."""


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
@click.option(
    "--try",
    "tries",
    multiple=True,
    metavar="NAME=VALUES",
    help="Settings to be tried: temperature=0,0.5, reasoning, max_output, ballot=schema,text.",
)
@click.option("--claims", default=TESTED, show_default=True, metavar="NAME", help="The claims that are given.")
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="Most that all runs together may cost.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask, and ask without a budget.")
@click.option("--anew", is_flag=True, help="Count no earlier runs, e.g. after a service changed a model silently.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def models(
    models: tuple[str, ...],
    council: str | None,
    runs: int,
    tries: tuple[str, ...],
    claims: str,
    budget: float | None,
    yes: bool,
    anew: bool,
    as_json: bool,
) -> int:
    """Test whether models give readable ballots and vote consistently.

    Each model votes on the same twelve claims several times, in sessions that only `moot sessions list --via bench`
    shows. Runs are kept, so more of them increase the certainty. No council is changed: the best settings are printed,
    ready to copy. The cost estimate comes first, and without --budget you are asked.

    \b
      moot study bench models
      moot study bench models -m openai/gpt-5 --runs 16 --budget 0.50
      moot study bench models -m openai/gpt-5 --try temperature=0,0.7
    """

    async def work(app: Application) -> int:
        def ended(run: TrialRun) -> None:
            if not as_json:
                say(safe(f"{run.seat.model}, run {run.run}: {run.says or 'read'}"), err=True)

        placed = fixture_in(app.home, claims)
        names = models or tuple(dict.fromkeys(each.model for each in await _members(app, council)))
        members = [member for name in names for member in variants(name, tries)]
        interrupt = Interrupt()
        stop = interrupt.asked
        bench = VoterTrialRunner(app, placed, runs=runs, budget=budget, anew=anew, ended=ended, stop=stop)
        if not agreed(await bench.ahead(members), budget, yes=yes, quiet=as_json):
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


def variants(model: str, tries: Sequence[str]) -> list[Member]:
    """Return the model with every combination of the settings to try, as in `temperature=0,0.5`."""
    values: dict[str, list[str]] = {}
    for one in tries:
        name, equals, given = one.partition("=")
        if name not in TRIED or not equals or not given:
            raise BadInput(
                f"{one!r} names nothing to try.", f"Write e.g. temperature=0,0.5. Known: {', '.join(TRIED)}."
            )
        values.setdefault(name, []).extend(part.strip() for part in given.split(","))
    try:
        return [
            msgspec.convert({"model": model, **dict(zip(values, each, strict=True))}, Member, strict=False)
            for each in product(*values.values())
        ]
    except msgspec.ValidationError as error:
        raise BadInput(f"A value to be tried cannot be taken: {error}.", "Write e.g. temperature=0,0.5.") from None


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
                f"{safe(each.model)}{_settings(each, found)}{f' ({SCRIPTED_LABEL})' if each.scripted else ''}",
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
            who = f"{safe(each.model)}{_settings(each, found)}"
            say(f"{who}: unproven; {more} more runs without a fault would make it fit.")
        if each.known is not None and guesses(each):
            who = f"{safe(each.model)}{_settings(each, found)}"
            say(f"{who}: {_of(each.known)} known answers right, no better than by guessing.")
        for failed in each.failures:
            say(f"  run {failed.run}, {failed.kind}: {safe(failed.says)} ({failed.session[:8]})")
    for model in dict.fromkeys(each.model for each in found):
        tried = [each for each in found if each.model == model]
        best = best_of(tried)
        if len(tried) > 1 and best is not None:
            settings = "".join(f", {name} = {_toml(value)}" for name, value in settings_of(best, found).items())
            say(f'To seat it with its best settings: members = [{{ model = "{safe(model)}"{settings} }}]')
    say()
    remark(HOW, err=False)


def guesses(each: VoterTrial) -> bool:
    """Return whether its known answers are no better than chance."""
    return each.known is not None and 2 * each.known.good <= each.known.of


TOML = ("temperature", "reasoning", "max_output")
"""Settings in a council's file."""
BALLOTS = {ability: form for form, ability in FORMS.items()}
"""Ballot formats in a council's file."""


def share(found: Wilson | None) -> str:
    """Format a count out of a total with its interval."""
    return "" if found is None else f"{found.good} of {found.of} [{found.low:.0%}, {found.high:.0%}]"


def settings_of(each: VoterTrial, found: Sequence[VoterTrial]) -> dict[str, str]:
    """Return its settings as in a council's file; the ballot format only if several were tried."""
    told = {name: value for name, value in each.settings.items() if name in TOML}
    forms = {other.settings.get("form", "") for other in found if other.model == each.model}
    if len(forms) > 1 and each.settings.get("form", "") in BALLOTS:
        told["ballot"] = BALLOTS[each.settings["form"]]
    return told


def _settings(each: VoterTrial, found: Sequence[VoterTrial]) -> str:
    told = [f"{name} {value}" for name, value in settings_of(each, found).items()]
    return f" ({', '.join(told)})" if told else ""


def _two(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _of(found: Wilson | None) -> str:
    return "" if found is None else f"{found.good} of {found.of}"


def _toml(value: str) -> str:
    return value if value.replace(".", "", 1).isdigit() else f'"{value}"'
