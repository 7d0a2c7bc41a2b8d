"""Build the voter quality page."""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.history.calibration import Calibration
from moot.vocabulary.history.voter_quality import ControlSeen, UpkeepReport


class UpkeepPage(Struct, frozen=True, kw_only=True):
    """The page on voter quality: voters, councils and alarms, control claims, and calibrations."""

    report: UpkeepReport
    """Voters and councils: readable ballots, control claims, leniency, cost of a ballot; and alarms."""
    controls: tuple[ControlSeen, ...]
    """The latest control claims with each voter's vote."""
    calibrations: tuple[Calibration, ...]
    """Calibrations of councils' tiers with claims of known controversy."""
