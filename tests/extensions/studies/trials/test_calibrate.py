"""Test that calibrating a council finds its thresholds, resumes after a kill, and changes nothing unless adopted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from moot.errors import BadInput, BadSetting
from moot.extensions.studies.trials.calibrating import trial_of
from moot.extensions.studies.trials.calibrations import ORDERS, calibrations_in, ways
from moot.extensions.studies.trials.claims import OTHER_SIDE, corpus_in
from moot.extensions.studies.trials.results import Calibration
from moot.protocols.claim_vote.bench.given import MOST
from moot.transcripts.sql.store import Store
from moot.vocabulary.councils import Council
from moot.vocabulary.history.calibration import EXPECTED
from rig.script import Asked
from world.homes import SEATS, gateway_at

CLAIM = re.compile(r'<answer label="(\w+)"[^>]*>\n(.*?)\n</answer', re.DOTALL)
HEAD = 'title = "Mine"\nlicence = "CC0-1.0"\ndate = "2031-05-04"\n'
SESSIONS = 4 * ORDERS
"""Sessions that the claims below take."""


def claims() -> str:
    """Twenty-two claims whose words say how they stand."""
    kinds = ["contested"] * 16 + ["settled-true"] * 2 + ["settled-false"] * 2 + ["open"] * 2
    rows = [
        f'[claims.c{at:02}]\ntext = "Claim {at} {kind} said."\nnegation = "Claim {at} {OTHER_SIDE[kind]} denied."\n'  # type: ignore[index]
        f'kind = "factual claim"\nexpected = "{kind}"\nsince = "2031"\nsource = "here"\ntopic = "x"\n'
        for at, kind in enumerate(kinds)
    ]
    return HEAD + "\n".join(rows)


def voting(asked: Asked) -> str | None:
    """Settled claims get the vote they should; on contested ones half the models mildly stand on either side."""
    found = CLAIM.findall(asked.prompt)
    if "How far do you go along" not in asked.prompt or not found:
        return None
    side = 1 if asked.model in (SEATS[0].partition("/")[2], SEATS[1].partition("/")[2]) else -1
    levels = {"settled-true": 2, "settled-false": -2, "open": 0, "contested": side}
    names = {2: "strongly_approve", 1: "approve", 0: "neutral", -1: "reject", -2: "strongly_reject"}
    votes = {
        label: {
            "level": names[next(value for kind, value in levels.items() if kind in text)],
            "confidence": 7,
            "reason": "So it is.",
        }
        for label, text in found
    }
    return f"<ballot>{json.dumps({'votes': votes})}</ballot>"


@pytest.fixture
def mine(home: Path) -> Path:
    (home / "calibrations").mkdir(parents=True)
    (home / "calibrations" / "mine.toml").write_text(claims(), encoding="utf-8")
    return home


def calibrated(moot: Run, *words: str, code: int = 0) -> dict[str, Any]:
    result = moot("calibrate", "mine", "--council", "ours", "--yes", *words, "--json")
    assert result.exit_code == code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


async def kept(home: Path) -> list[Calibration]:
    """What there is of calibrations, as a page has it."""
    store = Store(home / "moot.db", durable="normal")
    try:
        return await calibrations_in(store, lambda name: None)
    finally:
        await store.close()


@pytest.mark.slow
def test_borders_are_found_adopted_by_a_person_and_told_in_every_report(moot: Run, mine: Path) -> None:
    with gateway_at(mine, says=voting, council=SEATS, protocol="claim-vote") as up:
        council = mine / "councils" / "ours.toml"
        before = council.read_text(encoding="utf-8")
        came = calibrated(moot)
        assert came["troubles"] == []
        calls = sum(bool(call.body.get("messages")) for call in up.calls)
        assert calls == SESSIONS * len(SEATS)
        found = came["calibration"]
        assert (found["done"], found["of"], found["claims"], found["contested"]) == (SESSIONS, SESSIONS, 22, 16)
        assert found["table"][2]["tiers"] == {"HIGH": 0, "CONTESTED": 0, "REJECTED": 0, "MEDIUM": 64}
        assert [each["auc"]["value"] for each in found["separates"]] == [1.0, 1.0]
        assert found["suggested"]["hits"]["value"] == 1.0
        assert found["cost"] > 0
        assert council.read_text(encoding="utf-8") == before, "it suggests, and changes nothing"
        told = moot("calibrate", "mine", "--council", "ours", "--yes")
        assert "Suggested: " in told.stdout
        assert moot("calibrate", "mine", "--council", "ours", "--yes", "--adopt").exit_code == 0
        assert sum(bool(call.body.get("messages")) for call in up.calls) == calls, "nothing is paid twice"
        again = calibrated(moot)["calibration"]
        assert again["hits"]["value"] == 1.0, "under the borders that were adopted"
        assert again["borders"] == found["suggested"]["borders"]
        assert again["suggested"] is None
        digest = corpus_in(mine, "mine").digest[:12]
        assert f"corpus mine ({digest}) on " in council.read_text(encoding="utf-8")
        told = moot("ask", "--council", "ours", "Should the town library buy machines?", "--json")
        assert told.exit_code == 0, told.output
        report = moot("sessions", "report", "last", "--dir", str(mine / "reports"))
        assert report.exit_code == 0, report.output
    (written,) = (mine / "reports").glob("*.md")
    line = f"Tiers are cut by a calibration: corpus mine \\({digest}\\) on "
    assert line.replace("\\", "") in written.read_text(encoding="utf-8").replace("\\", "")
    (data,) = (mine / "reports").glob("*.votes.json")
    votes = json.loads(data.read_text(encoding="utf-8"))
    assert votes["thresholds"]["from"].startswith(f"Tiers are cut by a calibration: corpus mine ({digest}) on ")
    assert set(votes["weights"].values()) == {1.0}
    assert {claim["tier_equal"] == claim["tier"] for claim in votes["claims"]} == {True}
    upkeep = json.loads(moot("upkeep", "--json").stdout)
    assert upkeep["sessions"] == 1, "sessions of a calibration count in no figure"
    assert upkeep["councils"][0]["tiers_from"] == votes["thresholds"]["from"]
    assert len(upkeep["councils"][0]["mixes"]) == 1
    assert len(json.loads(moot("sessions", "list", "--json").stdout)["sessions"]) == 1
    via = moot("sessions", "list", "--via", "bench", "--limit", "100", "--json").stdout
    assert len(json.loads(via)["sessions"]) == SESSIONS


def test_what_cannot_be_calibrated_or_adopted_says_why(moot: Run, mine: Path) -> None:
    with gateway_at(mine, says=voting, council=SEATS[:1] * 2, protocol="peer-review"):
        wrong = moot("calibrate", "nothing")
        assert wrong.exit_code == 2
        assert "no calibration called 'nothing'" in wrong.stderr
        refused = moot("calibrate", "mine", "--council", "ours", "--yes", "--adopt")
        assert refused.exit_code == 2
        assert "No borders are suggested" in refused.stderr
        (mine / "calibrations" / "broken.toml").write_text(HEAD + "[claims.a]\ntext = 3\n", encoding="utf-8")
        assert moot("calibrate", "broken").exit_code != 0
    for members in (("up/x",), ("up/x", "person")):
        with pytest.raises(BadInput, match="fewer than two members that are models"):
            trial_of(Council(members=members), ways()[0])


def test_packaged_claims_are_of_every_class_and_stand_beside_no_negation_of_theirs(tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path, "general", tmp_path / "none.toml")
    counts = {kind: sum(each.expected == kind for each in corpus.claims.values()) for kind in EXPECTED}
    assert len(corpus.claims) >= 40
    assert min(counts.values()) >= 10
    assert counts["contested"] >= 15
    parts = corpus.parts(MOST)
    assert sum(map(len, parts)) == 2 * len(corpus.claims)
    for part in parts:
        assert 2 <= len(part) <= MOST
        assert len({each.claim for each in part}) == len(part)
        assert len({each.expected for each in part}) == len(EXPECTED)
    assert len({each.text for part in parts for each in part}) == 2 * len(corpus.claims)
    for each in corpus.claims.values():
        assert each.source.startswith("https://")
        assert each.text.endswith(".")
        assert each.negation.endswith(".")


def test_a_project_has_claims_of_its_own_and_what_is_wrong_with_one_is_said(tmp_path: Path) -> None:
    project = tmp_path / "moot.toml"
    text = claims().replace("[claims.", "[calibrations.ours.claims.")
    project.write_text(f"[calibrations.ours]\n{text}", encoding="utf-8")
    found = corpus_in(tmp_path, "ours", project)
    assert (found.layer, len(found.claims)) == ("project", 22)
    (tmp_path / "calibrations").mkdir()
    for wrong in ('kind = "rumour"', 'source = ""', 'expected = "maybe"', "licence = 3"):
        name = wrong.partition(" ")[0]
        text = re.sub(rf"(?m)^{name} = .*$", wrong, claims(), count=1)
        (tmp_path / "calibrations" / "wrong.toml").write_text(text, encoding="utf-8")
        with pytest.raises(BadSetting):
            corpus_in(tmp_path, "wrong", project)
