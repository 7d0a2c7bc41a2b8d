"""Build the voter quality page."""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.history.calibration import Calibration
from moot.vocabulary.history.voter_quality import ControlSeen, UpkeepReport


class UpkeepPage(Struct, frozen=True, kw_only=True):
    """The data of the page on voter quality: the report, voters' answers to control claims, and calibrations."""

    report: UpkeepReport
    """Report by voter and by council: readable ballots, votes on control claims, leniency, cost of a ballot, and
    alarms.
    """
    controls: tuple[ControlSeen, ...]
    """The latest votes on control claims, i.e. claims whose truth is known."""
    calibrations: tuple[Calibration, ...]
    """Results of calibrations: a council's votes on claims of known controversy, and suggested thresholds."""
