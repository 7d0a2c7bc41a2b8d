"""`moot insights upkeep tiers`: tiers of claims by council and session, and the source of their borders."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application
from moot.cli.public import in_app, remark, run, safe, say, show_json, table
from moot.extensions.studies.service import StudiesService
from moot.vocabulary.public import Calibration, TierMix, UpkeepCouncil

TIERS = ("HIGH", "MEDIUM", "CONTESTED", "REJECTED")
"""Order on the page; others follow."""
HOW = (
    "The last ten sessions of each council, the latest first. Where HIGH stays at 60 % and more, voters may be "
    "lenient, no vote strong, or the claims one-sided."
)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tiers(as_json: bool) -> int:
    """Show the tiers of claims by council, and the source of their borders."""

    async def work(app: Application) -> int:
        found, calibrations = await app.upkeep.report(), await app.service(StudiesService).calibrations()
        voted = [council for council in found.councils if council.mixes]
        if as_json:
            shown = [
                {"council": each.name, "tiers_from": each.tiers_from, "mixes": msgspec.to_builtins(each.mixes)}
                for each in voted
            ]
            show_json({"councils": shown, "calibrations": msgspec.to_builtins(calibrations)})
            return 0
        if not voted:
            say("No council's claims stand in tiers yet.")
        for council in voted:
            _show(council)
        for calibration in calibrations:
            say(safe(in_words(calibration)))
        if voted:
            say()
            remark(HOW, err=False)
        return 0

    return run(in_app(work))


def _show(council: UpkeepCouncil) -> None:
    names = [*TIERS, *sorted({name for mix in council.mixes for name in mix.tiers} - {*TIERS})]
    say(f"{safe(council.name)}: tiers {safe(council.tiers_from) or 'cut as published'}")
    table(
        ["at", *names, "high", "session"],
        [_row(mix, names) for mix in reversed(council.mixes)],
        right=frozenset(range(1, len(names) + 2)),
    )
    say()


def _row(mix: TierMix, names: list[str]) -> list[str]:
    claims = sum(mix.tiers.values())
    share = f"{mix.tiers.get(TIERS[0], 0) / claims:.0%}" if claims else ""
    return [mix.at[:10], *(str(mix.tiers.get(name, 0)) for name in names), share, mix.session[:8]]


def in_words(found: Calibration) -> str:
    """Format a calibration in one line."""
    hits = f": {found.hits.value:.0%} come out as they should" if found.hits is not None else ""
    better = found.suggested
    borders = ", ".join(f"{name} {value:g}" for name, value in better.borders.items()) if better is not None else ""
    told = f"suggested: {borders}" if borders else found.why_none
    return f"Calibration of {found.council} on {found.at[:10]}{hits}. {told[:1].upper()}{told[1:]}"
