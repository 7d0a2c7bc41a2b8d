"""Test that a study costs about its estimate, and never more than its bound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.studies.asking.test_outdated_cells import ran
from extensions.studies.asking.test_running import JUDGED, STUDY, lab
from extensions.studies.terminal.conftest import FIVE
from moot.extensions.studies.asking.checks import looked_ahead
from moot.extensions.studies.progress import ArmAdded
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import Arm, study_from

OTHER = ("lab/epsilon",)
PEERS = Arm(name="next", chair="lab/gamma", protocol="peer-review")
PANEL = Arm(name="next", adjudicators=("lab/alpha",), protocol="adjudication")
STUDIES: list[tuple[str, Arm]] = [
    (JUDGED, Arm(name="next", of="base", stage="adjudication", adjudicators=OTHER)),
    (JUDGED, Arm(name="next", of="base", stage="refinement", adjudicators=OTHER)),
    (JUDGED, Arm(name="next", of="base", stage="refinement", options={"reverse_rebuttals": True})),
    (JUDGED, Arm(name="next", of="base", stage="adjudication", repeats=2)),
    (JUDGED, Arm(name="next", of="base", stage="adjudication", options={"axes_apart": False})),
    (JUDGED, replace(PANEL, members=("lab/beta", "lab/epsilon"))),
    (STUDY, Arm(name="next", of="base", stage="synthesis", chair="lab/epsilon")),
    (STUDY, Arm(name="next", of="base", stage="review")),
    (STUDY, replace(PEERS, members=("lab/delta", "lab/epsilon"))),
    (STUDY, replace(PEERS, members=("lab/alpha", "lab/beta", "lab/delta"))),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(STUDIES)))
async def test_what_is_told_beforehand_is_what_it_costs(at: int, tmp_path: Path) -> None:
    """Of an arm that comes to a study, whoever sits in it: what this stage has written here is what it writes."""
    text, arm = STUDIES[at]
    async with lab(tmp_path) as (app, up):
        kept = studies_of(app)
        progress = await kept.open(study_from(text.format(questions=json.dumps(FIVE[:3])), "told"))
        corpus = kept.corpus_of(progress)
        whole = await looked_ahead(app, progress.study, corpus, progress.questions)
        first = await ran(app, progress.id)
        assert whole.most is not None
        assert whole.typical is not None
        assert first.spent <= whole.most
        grown = replace(first.progress.study, arms=(*first.progress.study.arms, arm))
        told = await looked_ahead(app, grown, corpus, progress.questions, [arm.name], first.progress.cells)
        await kept.add(progress.id, f"arm/{arm.name}", ArmAdded(arm=arm))
        calls = len(up.calls)
        later = await ran(app, progress.id)
        spent = later.spent - first.spent
    assert told.typical is not None
    assert told.most is not None
    assert 0 < spent <= told.most
    assert 0.75 * spent <= told.typical <= 1.3 * spent, (told.typical, spent)
    assert 0.6 * told.calls <= len(up.calls) - calls <= 1.3 * told.calls
