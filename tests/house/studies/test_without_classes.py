"""Is nothing said of classes where a protocol rules none?"""

from __future__ import annotations

import json
from pathlib import Path

from cli.studies.conftest import FIVE, configured
from house.studies.test_following import ran
from house.studies.test_running import JUDGED, STUDY, endpoint
from moot.analytics.studies.report_page import report_page
from moot.analytics.studies.study_report import report_on
from moot.cli.studies.report_text import report_lines
from moot.house import House
from moot.library.corpora.studies.study import study_from
from rig.upstream import Upstream

MODELS = ("alpha", "beta", "gamma", "delta")
RULED = JUDGED.partition("[[arms]]")[2].replace('"base"', '"ruled"')


async def test_repeats_of_what_has_no_class_are_not_said_to_have_the_same_one(tmp_path: Path) -> None:
    text = STUDY.format(questions=json.dumps(FIVE[:1])).replace("[[arms]]", "repeats = 2\n\n[[arms]]", 1)
    async with Upstream(models=MODELS) as up:
        configured(tmp_path, endpoint(up.url))
        house = await House.opened("python", tmp_path)
        try:
            pages = []
            for name, arms in (("plain", text), ("both", f"{text}\n[[arms]]{RULED}")):
                study = (await house.studies.open(study_from(arms.replace('"poor"', f'"{name}"'), name))).id
                await ran(house, study)
                progress = await house.studies.progress(study)
                results = await house.studies.results(progress)
                report = report_on(progress, results, "", await house.studies.spent_by_arm(progress))
                pages.append((report, "\n".join(report_lines(report)), report_page(report, results, progress)))
        finally:
            await house.close()
    (plain, said, page), (both, said_of_both, page_of_both) = pages
    assert (plain.arms[0].finished, plain.arms[0].classes, plain.arms[0].stability.agreement.n) == (2, {}, 0)
    assert not plain.arms[0].stability.questions
    assert "same class" not in said
    assert "Classes" not in page
    assert "same class" not in page
    unruled, ruled = both.arms
    assert (unruled.classes, unruled.stability.agreement.n, ruled.stability.agreement.n) == ({}, 0, 1)
    assert sum(ruled.classes.values()) == 2
    assert said_of_both.count("same class") == 1
    assert "Classes" in page_of_both
