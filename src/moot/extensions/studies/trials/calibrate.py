"""`moot councils calibrate`: suggest tier borders for a council's votes."""

from __future__ import annotations

import click
import msgspec
from msgspec.structs import replace

from moot.app import Application, Ask
from moot.cli.public import DOLLARS, EXIT_CODES, council_names, in_app, money, remark, run, safe, say, show_json, table
from moot.errors import BadInput, Conflict
from moot.exports.public import nano_dollars
from moot.extensions.studies.terminal.running import agreed
from moot.extensions.studies.trials.calibrating import Calibrator
from moot.extensions.studies.trials.calibrations import Way, ways
from moot.extensions.studies.trials.claims import USUAL, corpus_in
from moot.extensions.studies.trials.results import Calibration
from moot.vocabulary.public import SCRIPTED_LABEL, Band, Council

HOW = (
    "Settled true should be HIGH, settled false REJECTED, contested CONTESTED, open MEDIUM or CONTESTED. In brackets: "
    "90 % intervals by a bootstrap over claims."
)
MEASURES = {"deviation": "standard deviation", "split": "share of the votes on the smaller side"}


@click.command()
@click.argument("corpus", default=USUAL)
@click.option("--council", metavar="NAME", shell_complete=council_names, help="Whose members vote.")
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="Most that all sessions together may cost.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask before spending money.")
@click.option("--anew", is_flag=True, help="Ask all of it again, e.g. after a service changed a model silently.")
@click.option("--adopt", is_flag=True, help="Write the borders that are suggested into the council.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def calibrate(
    corpus: str,
    council: str | None,
    budget: float | None,
    yes: bool,
    anew: bool,
    adopt: bool,
    as_json: bool,
) -> int:
    """Suggest tier borders for a council's votes.

    Its members vote on claims known to be settled, contested or open, in sessions that no list shows. Nothing changes
    unless you adopt the suggestion; every report then mentions it. CORPUS is a file of claims, yours or the packaged
    one. At a terminal you are asked before money is spent; elsewhere it needs a --budget, or --yes.

    \b
      moot councils calibrate --council mine --budget 1
      moot councils calibrate --council mine --adopt
    """

    async def work(app: Application) -> int:
        placed = corpus_in(app.home, corpus)
        sitting = (await app.sits(Ask(council=council))).council
        way = _way(sitting)
        asks = Calibrator(app, placed, sitting, way, budget=budget, anew=anew)
        if not agreed(await asks.ahead(), budget, yes=yes):
            return EXIT_CODES["stopped"]
        came = await asks.done((lambda line: None) if as_json else (lambda line: say(line, err=True)))
        found = came.found
        if not as_json:
            for line in came.troubles:
                say(f"! {safe(line)}", err=True)
        wrote = _adopted(app, sitting, way, found) if adopt else ""
        if as_json:
            show_json(
                {
                    "calibration": msgspec.to_builtins(found) if found is not None else None,
                    "troubles": came.troubles,
                    "adopted": bool(wrote),
                }
            )
        else:
            if found is not None:
                _show(found)
            if wrote:
                say(wrote)
        return 0 if found is not None and found.whole else 1

    return run(in_app(work, full_speed=True))


def _way(council: Council) -> Way:
    """Return the protocol with which to calibrate a council's tiers: its own if that can be calibrated, or else the
    first that can.
    """
    known = ways()
    return next((way for way in known if way.protocol == council.protocol), known[0])


def _adopted(app: Application, council: Council, way: Way, found: Calibration | None) -> str:
    """Write the suggested tier borders into the council, and return them as text."""
    if found is None or found.suggested is None:
        why = found.why_none if found is not None else "Nobody voted."
        raise BadInput(f"No borders are suggested, so there is nothing to adopt. {why}", "Leave `--adopt` out.")
    if not council.name or council.protocol != way.protocol:
        raise BadInput(
            f"Borders are options of a council of {way.protocol} that has a name.",
            f"Save one: moot councils save NAME --protocol {way.protocol}",
        )
    shelved = app.shelf.shelved(council.name)
    provenance = f"corpus {found.corpus} ({found.digest[:12]}) on {found.at[:10]}, council {council.name}"
    options = way.how.adopted(found.suggested.borders, provenance)
    if shelved.layer == "project":
        lines = "; ".join(f"{name} = {value!r}" for name, value in options.items())
        raise Conflict(f"The council stands in {shelved.origin}.", f"Write there yourself: {lines}")
    saved = replace(shelved.council, options={**shelved.council.options, **options})
    file = app.shelf.save(saved, replace=True)
    return f"Wrote the borders into {file}. Every report of {council.name} says from where they are."


def _show(found: Calibration) -> None:
    voters = ", ".join(safe(voter.model) for voter in found.voters)
    label = f" ({SCRIPTED_LABEL})" if found.scripted else ""
    say(f"{safe(found.corpus)} ({found.digest[:12]}): {found.claims} claims, {found.done} of {found.of} sessions.")
    say(f"{safe(found.council)}: {voters}{label}.")
    if found.cost is not None:
        say(f"It cost {money(nano_dollars(found.cost))}.")
    say()
    tiers = ["HIGH", "MEDIUM", "CONTESTED", "REJECTED"]
    table(
        ["expected", *tiers, "as it should"],
        [
            [
                row.expected.replace("-", " "),
                *(str(row.tiers.get(tier, 0)) for tier in tiers),
                f"{row.hits} of {sum(row.tiers.values())}",
            ]
            for row in found.table
        ],
        right=frozenset({1, 2, 3, 4}),
    )
    say()
    if found.hits is not None:
        say(f"As they should, classes alike: {share(found.hits)}.")
    for each in found.separates:
        say(f"Contested told apart from settled by the {MEASURES[each.measure]}: {band(each.auc)} of 1.")
    if found.suggested is not None:
        borders = ", ".join(f"{name} {value:g}" for name, value in found.suggested.borders.items())
        say(f"Suggested: {borders}.")
        say(
            f"With borders that the other claims suggest, {share(found.suggested.hits)} come out as they should: "
            f"{found.suggested.gain.value:+.0%} [{found.suggested.gain.low:+.0%}, {found.suggested.gain.high:+.0%}]."
        )
    elif found.why_none:
        say(found.why_none)
    say()
    remark(HOW, err=False)


def share(found: Band) -> str:
    """Return a share with its interval as text."""
    return f"{found.value:.0%} [{found.low:.0%}, {found.high:.0%}]"


def band(found: Band) -> str:
    """Return a figure with its interval as text."""
    return f"{found.value:.2f} [{found.low:.2f}, {found.high:.2f}]"
