"""Options of a fusion, its presets, and the calls it plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from moot.protocols.agreement.forms import LARGEST_PANEL, MOST_ITEMS
from moot.protocols.agreement.planning import comparing
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options
from moot.vocabulary.councils import OptionValue

Preset = Literal["quality", "budget"]

NOBODY_WRITES = "the analysis alone is asked for, and nobody writes an answer"

PRESETS: Mapping[Preset, Mapping[str, OptionValue]] = {
    "quality": {"panel": LARGEST_PANEL, "most_items": MOST_ITEMS},
    "budget": {"panel": 3, "most_items": 4, "allowance": 8_000, "max_output": 4_000, "verdict_output": 2_000},
}
"""Values of each preset for options that are not set; others keep their defaults."""


class FusionOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a fusion."""

    preset: Preset = "quality"
    """Defaults of other options. `quality`: `panel` 8, `most_items` 8. `budget`: `panel` 3, `most_items` 4, `allowance`
    8000, `max_output` 4000, `verdict_output` 2000."""
    panel: int = LARGEST_PANEL
    """Most members that answer, 2 to 8; of a larger council the first ones, and the analysis names the others."""
    most_items: int = MOST_ITEMS
    """Most items under one heading of the analysis, 1 to 8; an analyst's further items are listed as left out."""
    analysis_only: bool = False
    """Whether to stop after the analysis: the chair writes nothing, and the verdict is the analysis in words."""
    also: ClassVar[Mapping[str, str]] = {"max_items": "most_items"}

    @property
    def writes(self) -> bool:
        """Return whether the chair writes an answer from the analysis."""
        return not self.analysis_only

    def preset_values(self) -> Mapping[str, OptionValue]:
        return PRESETS[self.preset]

    def troubles(self) -> tuple[str, ...]:
        """Return errors of bounds, and a quorum that no panel of this size can meet."""
        found = []
        if not 2 <= self.panel <= LARGEST_PANEL:
            found.append(f"`panel` goes from 2 to {LARGEST_PANEL}.")
        if not 1 <= self.most_items <= MOST_ITEMS:
            found.append(f"`most_items` goes from 1 to {MOST_ITEMS}.")
        if self.quorum is not None and self.quorum > self.panel:
            found.append(f"A `quorum` of {self.quorum} can never be met by a `panel` of {self.panel}.")
        return tuple(found)

    def idle(self) -> dict[str, str]:
        found = {"agreement": "a fusion compares its answers anyway"}
        return found | ({"verdict_output": NOBODY_WRITES} if self.analysis_only else {})


def plan(seats: int, options: FusionOptions, offices: Mapping[str, int]) -> tuple[PlannedCalls, ...]:
    """Return one call for each member of the panel, one for the analyst, and one for the chair.

    For the chair, the longest comparison that can be read, with the struck items, is about three answers of the usual
    allowance. A usual length is assumed, as in the table of stages.
    """
    panel = min(seats, options.panel)
    analysis = comparing("analysis", "analyst", panel, options.most_items)
    ahead = (PlannedCalls(stage="panel", calls=panel, said=750, thought=2_000), analysis)
    if options.analysis_only:
        return ahead
    return (*ahead, PlannedCalls(stage="synthesis", calls=1, by="chair", reads=panel + 3, room=8_192, least=1_024))
