"""Build what the page of upkeep shows."""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.history.calibration import Calibration
from moot.vocabulary.history.upkeep import ControlSeen, UpkeepReport


class UpkeepPage(Struct, frozen=True, kw_only=True):
    """Voters, councils and alarms, control claims, and calibrations."""

    report: UpkeepReport
    """Voters and councils: how often ballots can be read, control claims, leniency, what a ballot takes; and alarms."""
    controls: tuple[ControlSeen, ...]
    """The latest control claims, and what each voter made of them."""
    calibrations: tuple[Calibration, ...]
    """What votes on claims of known controversy show of councils' tiers."""
