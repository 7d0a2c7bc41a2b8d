"""Is it said before anything is spent what a study cannot tell, what prices rest on, and which arms are the same?"""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.errors import UnknownName
from moot.house import House
from moot.house.studies.before import Before, alike, looked_ahead
from moot.house.studies.running import StudyRun
from moot.house.studies.seating import ArmSeats
from moot.library.corpora.studies.study import Arm, Study

QUESTIONS = ("housing-1", "carbon-1")
VOICES = ("rehearsal/ada", "rehearsal/bo")
BASE = Arm(name="base", members=VOICES, protocol="adjudication")
LAB = Arm(name="base", members=("lab/alpha", "lab/beta"), chair="lab/gamma", protocol="peer-review")
ROW = '[lab]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = { input = 1, output = 1 }\n'


async def looked(home: Path, *arms: Arm, corpus: str = "two-sided", questions: tuple[str, ...] = QUESTIONS) -> Before:
    """What is known of a study of these arms."""
    house = await House.opened("python", home)
    try:
        study = Study(name="tried", corpus=corpus, arms=arms, questions=questions)
        found = house.studies.corpus_named(study)
        return await looked_ahead(house, study, found, house.studies.questions_of(study, found))
    finally:
        await house.close()


ALIKE = [
    ((BASE, Arm(name="other", members=VOICES, protocol="adjudication")), ["'base' and 'other' ask the same council"]),
    ((BASE, Arm(name="other", members=VOICES, protocol="adjudication", repeats=2)), ["'base' and 'other' ask"]),
    ((BASE, Arm(name="other", members=VOICES)), ["'base' and 'other' ask the same council"]),  # it is judged, too
    ((BASE, Arm(name="other", members=VOICES[::-1], protocol="adjudication")), []),
    ((BASE, Arm(name="fork", of="base", stage="adjudication")), ["The arm 'fork' changes nothing of 'base'"]),
    ((BASE, Arm(name="fork", of="base", stage="refinement", options={"reverse_rebuttals": True})), []),
]


@pytest.mark.parametrize(("arms", "says"), ALIKE)
async def test_arms_that_ask_the_same_are_told(arms: tuple[Arm, ...], says: list[str], tmp_path: Path) -> None:
    told = list(alike(Study(name="tried", corpus="two-sided", arms=arms), await looked(tmp_path, *arms)))
    assert len(told) == len(says), told
    assert all(words in line for words, line in zip(says, told, strict=True)), told


async def test_a_protocol_that_measures_nothing_is_told_where_nothing_is_known_either(tmp_path: Path) -> None:
    peer = Arm(name="peer", members=VOICES, protocol="peer-review")
    found = await looked(tmp_path, BASE, peer)
    assert [(arm.protocol, arm.measured) for arm in found.arms] == [("adjudication", True), ("peer-review", False)]
    known = await looked(tmp_path, peer, corpus="known-answers", questions=())
    assert [arm.measured for arm in known.arms] == [True], "right answers are counted by any protocol"


async def test_what_decides_is_told_where_a_protocol_scores_nothing(tmp_path: Path) -> None:
    """A file that names no measure means the score, which peer review does not come to."""
    peer = Arm(name="peer", members=VOICES, protocol="peer-review")
    assert (await looked(tmp_path, peer)).instead == "withheld"
    assert (await looked(tmp_path, peer, corpus="known-answers", questions=())).instead == "right"
    assert (await looked(tmp_path, BASE, peer)).instead == "", "an arm that is scored comes to it"


async def test_an_estimate_says_what_it_rests_on(tmp_path: Path) -> None:
    (tmp_path / "endpoints.toml").write_text(ROW)
    assert (await looked(tmp_path, LAB)).basis == "from a table", "nothing was asked of these models here"
    assert (await looked(tmp_path, BASE)).basis == "", "what costs nothing rests on nothing"


async def test_a_budget_that_begins_no_session_is_not_held_against_every_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "endpoints.toml").write_text(ROW)
    house = await House.opened("python", tmp_path)
    counted: list[object] = []
    least = ArmSeats.least

    async def counting(seats: ArmSeats, cell: object) -> int:
        counted.append(cell)
        return await least(seats, cell)  # type: ignore[arg-type]

    monkeypatch.setattr(ArmSeats, "least", counting)
    try:
        progress = await house.studies.open(Study(name="poor", corpus="two-sided", arms=(LAB,), budget=0.000001))
        corpus = house.studies.corpus_of(progress)
        run = StudyRun(house, progress, corpus, at_once=1, told=lambda cell: None)
        await run.run()
    finally:
        await house.close()
    assert {fate.state for fate in run.fates.values()} == {"out_of_budget"}
    assert len(run.fates) == 96
    long = [len(corpus.question_of(item)) for cell in run.cells if (item := corpus.item(cell.item)) is not None]
    shorter = sum(at == 0 or each < min(long[:at]) for at, each in enumerate(long))
    assert len(counted) == shorter, "only a shorter question is looked at after one that was too dear"


async def test_what_could_not_be_begun_is_left_as_status_has_it(tmp_path: Path) -> None:
    (tmp_path / "endpoints.toml").write_text(ROW)
    house = await House.opened("python", tmp_path)
    try:
        progress = await house.studies.open(Study(name="gone", corpus="two-sided", arms=(LAB,), questions=QUESTIONS))
        (tmp_path / "endpoints.toml").write_text("")
        run = StudyRun(house, progress, house.studies.corpus_of(progress), at_once=1, told=lambda cell: None)
        await run.run()
        row = (await house.studies.head(progress.id)).study
    finally:
        await house.close()
    assert all(fate.why for fate in run.fates.values())
    assert [fate.state for fate in run.fates.values()] == ["left", "left"], run.fates
    assert (row.failed, row.left) == (0, 2)


async def test_an_unknown_name_is_told_what_there_is_and_twins_their_ids(tmp_path: Path) -> None:
    house = await House.opened("python", tmp_path)
    try:
        ids = [
            (await house.studies.open(Study(name=name, corpus="two-sided", arms=(BASE,), questions=questions))).id
            for name, questions in (("tried", QUESTIONS), ("tried", QUESTIONS[:1]), ("other", QUESTIONS))
        ]
        with pytest.raises(UnknownName) as refused:
            await house.studies.id_of("zz")
        found = await house.studies.id_of("tried")
    finally:
        await house.close()
    names = sorted(["other", f"tried ({ids[0][:8]})", f"tried ({ids[1][:8]})"])
    assert refused.value.remedy == f"Known: {', '.join(names)}."
    assert found == ids[1], "a name alone means the newest"


async def test_a_measure_nobody_has_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    house = await House.opened("python", tmp_path)
    try:
        study = Study(name="tried", corpus="two-sided", arms=(BASE,), questions=QUESTIONS, primary="nonsense")
        found = house.studies.corpus_named(study)
        with pytest.raises(UnknownName, match="no measure called 'nonsense'"):
            await looked_ahead(house, study, found, house.studies.questions_of(study, found))
    finally:
        await house.close()
