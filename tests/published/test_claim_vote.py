"""The claim-voting council: tiers by the votes' mean and spread, the report, and the votes as a file."""

from __future__ import annotations

import json
import re
from statistics import mean, pstdev
from typing import Any

import httpx
import pytest

from published.conftest import SEATS, Installed
from published.provider import CHAIR, SAYS

LEVEL = {"strongly_approve": 2, "approve": 1, "neutral": 0, "reject": -1, "strongly_reject": -2}
TIERS = {
    "Alpha holds": "HIGH",
    "Beta holds": "HIGH",
    "A timber bridge costs": "MEDIUM",
    "A steel bridge rusts": "CONTESTED",
    "Gamma holds": "REJECTED",
}
"""How a claim begins, and the tier that its votes in `provider.LEVELS` make."""


def tier_of(votes: list[int]) -> str:
    """The published borders, in their order."""
    if mean(votes) >= 1.0 and pstdev(votes) < 0.8:
        return "HIGH"
    if pstdev(votes) >= 1.5:
        return "CONTESTED"
    return "REJECTED" if mean(votes) < 0 else "MEDIUM"


def held(client: httpx.Client) -> dict[str, Any]:
    """The result of a vote on claims."""
    body = {"question": "Which bridge?", "council": "ours", "protocol": "claim-vote"}
    path = f"/api/sessions/{client.post('/api/sessions', json=body).json()['session']}"
    found: dict[str, Any] = {"outcome": "running"}
    while found["outcome"] == "running":
        found = client.get(path, params={"wait": 20}).json()
    return found


def report(client: httpx.Client, session: dict[str, Any], form: str) -> httpx.Response:
    answer = client.get(f"/api/sessions/{session['session']}/report", params={"form": form})
    assert answer.status_code == 200, answer.text
    return answer


@pytest.fixture(scope="module")
def session(client: httpx.Client) -> dict[str, Any]:
    """A vote that everybody takes part in."""
    found = held(client)
    assert found["outcome"] == "verdict"
    return found


@pytest.fixture(scope="module")
def votes(client: httpx.Client, session: dict[str, Any]) -> dict[str, Any]:
    """Its votes as data."""
    found: dict[str, Any] = report(client, session, "votes").json()
    return found


def test_every_claim_has_the_tier_that_its_votes_make(votes: dict[str, Any]) -> None:
    tiers = {}
    for claim in votes["claims"]:
        cast = [vote["value"] for vote in claim["votes"].values()]
        assert [LEVEL[vote["level"]] for vote in claim["votes"].values()] == cast
        assert len(cast) == 3
        assert claim["mean"] == pytest.approx(mean(cast), abs=0.01)
        assert claim["sd"] == pytest.approx(pstdev(cast), abs=0.01), "the voters are the whole council"
        assert claim["tier"] == claim["tier_equal"] == tier_of(cast)
        assert claim["counts"] == {"opinions": 3, "abstained": 0, "not_read": 0, "silent": 0}
        tiers |= {begin: claim["tier"] for begin in TIERS if claim["text"].startswith(begin)}
    assert tiers == TIERS


def test_claims_rest_on_what_was_said(votes: dict[str, Any]) -> None:
    assert [claim["id"] for claim in votes["claims"]] == [f"claim-{at:02}" for at in range(1, 6)]
    said = {f"up/{name}": text for name, text in SAYS.items()}
    models = {voter["seat"]: voter["model"] for voter in votes["voters"]}
    assert sorted(models.values()) == SEATS
    for claim in votes["claims"]:
        assert claim["kind"] in ("recommendation", "risk", "factual_claim", "opportunity")
        assert claim["spans"]
        assert all(span["quote"] in said[models[span["source"]]] for span in claim["spans"])
    assert [claim["text"] for claim in votes["claims"] if claim["kind"] == "risk"] == [
        "A steel bridge rusts unless it is painted often."
    ]


def test_the_votes_file_has_its_fields(votes: dict[str, Any], session: dict[str, Any]) -> None:
    assert votes["schema"] == "moot-votes/2"
    assert votes.keys() >= {
        "schema", "moot", "cost", "seconds", "sources", "offices", "claims", "weights", "controls", "thresholds",
        "narrative", "voters", "silent", "gaps", "alpha", "session", "question", "opened_at", "outcome",
    }  # fmt: skip
    for claim in votes["claims"]:
        assert claim.keys() >= {
            "id", "text", "kind", "tier", "tier_equal", "mean", "sd", "k", "counts", "mean_confidence", "votes",
        }  # fmt: skip
        assert all(
            vote.keys() >= {"level", "value", "confidence", "reason"} and 0 <= vote["confidence"] <= 10
            for vote in claim["votes"].values()
        )
    assert set(votes["weights"].values()) == {1.0}
    assert votes["thresholds"]["from"]
    assert votes["silent"] == votes["gaps"] == []
    assert (votes["session"], votes["question"]) == (session["session"], "Which bridge?")
    assert votes["narrative"] == session["body"]
    assert f"up/{CHAIR}" in json.dumps(votes["offices"])


def test_the_report_has_its_sections_and_every_claim_in_its_own(
    client: httpx.Client, session: dict[str, Any], votes: dict[str, Any]
) -> None:
    text = session["body"]
    heads = re.findall(r"^## (.+)$", text, re.M)
    assert heads == [
        "Summary", "High-confidence findings", "Contested", "Rejected", "Risks", "How the council voted",
    ]  # fmt: skip
    parts = dict(zip(heads, re.split(r"^## .+$", text, flags=re.M)[1:], strict=True))
    sections = {"HIGH": "High-confidence findings", "CONTESTED": "Contested", "REJECTED": "Rejected"}
    for claim in votes["claims"]:
        if claim["tier"] in sections:
            assert claim["text"] in parts[sections[claim["tier"]]]
            assert f"[{claim['id']}]" in parts[sections[claim["tier"]]]
        if claim["kind"] == "risk":
            assert claim["text"] in parts["Risks"]
        assert f"| {claim['id']} | {claim['tier']} | {claim['mean']:.2f} | {claim['sd']:.2f} |" in text
    page = report(client, session, "md").text
    assert all(claim["text"] in page and f"## {claim['id']} · {claim['tier']}" in page for claim in votes["claims"])


def test_the_terminal_writes_both_files(installed: Installed, session: dict[str, Any], votes: dict[str, Any]) -> None:
    done = installed.moot("sessions", "report", session["session"], "--dir", "reports")
    assert done.code == 0, done
    page, data = sorted((installed.folder / "reports").iterdir(), key=lambda file: file.suffix == ".json")
    stamp = re.fullmatch(r"council-\d{4}-\d\d-\d\d-\d{4}\.md", page.name)
    assert stamp, page.name
    assert data.name == page.name.replace(".md", ".votes.json")
    assert json.loads(data.read_text())["claims"] == votes["claims"]
    assert installed.moot("sessions", "report", session["session"], "--dir", "reports").code == 0
    assert len(list((installed.folder / "reports").iterdir())) == 4, "nothing is written over"


def test_a_silent_voter_is_told_beside_the_tiers(installed: Installed, client: httpx.Client) -> None:
    installed.provider.failing = {"beta"}
    found = held(client)
    assert found["outcome"] == "verdict"
    votes = report(client, found, "votes").json()
    assert [voter["seat"] for voter in votes["silent"]] == ["seat-b"]
    for claim in votes["claims"]:
        cast = [vote["value"] for vote in claim["votes"].values()]
        assert (len(cast), claim["counts"]["silent"]) == (2, 1)
        assert claim["tier"] == tier_of(cast), "the tier is that of the votes given"
    assert "seat-b is missing" in json.dumps(found["degraded"])


def test_when_all_fail_there_is_no_report(installed: Installed, client: httpx.Client) -> None:
    installed.provider.failing = {"alpha", "beta", "gamma"}
    found = held(client)
    assert (found["outcome"], found["body"]) == ("failed", None)
    missing = client.get(f"/api/sessions/{found['session']}/report")
    assert missing.status_code == 422
    assert missing.json()["error"]["code"]
