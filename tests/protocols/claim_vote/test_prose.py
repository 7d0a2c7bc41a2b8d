"""Test the answer of a claim vote, and which sentences of its prose survive code and auditors."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec.structs import replace

from moot.errors import CallFailed
from moot.exports.reports import report
from moot.protocols.claim_vote.answer import answer_parts
from moot.protocols.claim_vote.ballots import (
    ClaimPair,
    ClaimRef,
    ClaimSource,
    ClaimVote,
    ClaimVotes,
    FigureRef,
    ProseCheck,
    ProseSentence,
    ReportProse,
    SentenceCheck,
)
from moot.protocols.claim_vote.claim_tally import tiers_from
from moot.protocols.claim_vote.findings import (
    CheckedSentence,
    Claim,
    ClaimAnswer,
    ClaimList,
    ProseAudit,
    SilentVoter,
    TierBounds,
    Tiers,
)
from moot.protocols.claim_vote.options import ClaimVoteOptions, plan
from moot.protocols.claim_vote.prose import NOT_HIGH, audited, checked_by_code, fault_of
from moot.protocols.replies import latest
from moot.sessions.replay import traced
from moot.views.contract import contract_of
from moot.views.findings_in_words import found_in
from moot.vocabulary.state import SessionState, state_of
from protocols.claim_vote.claimants import LETTERS, LEVELS, Claimants, form_said, sentence
from protocols.claim_vote.sentences import FOUR_CLAIMS, HONEST, MISLEADING, VOTES, WRONG
from sessions.backend import Backend

SPLIT = {"*": "110", "claim-01": "221", "claim-02": "2b2", "claim-03": "aab"}


def voted(
    votes: dict[str, str], kinds: dict[str, str] | None = None, silent: str = "", **more: Any
) -> tuple[ClaimList, Tiers, dict[str, ClaimVotes]]:
    """Claims by id with these votes, one letter a voter."""
    claims = ClaimList(
        claims=tuple(
            Claim(id=claim, text=f"Text of {claim[-2:]}.", kind=(kinds or {}).get(claim, "recommendation"), spans=())  # type: ignore[arg-type]
            for claim in votes
        ),
        **more,
    )
    ballots = {
        f"seat-{'abcdefg'[at]}": ClaimVotes(
            votes={
                claim: ClaimVote(
                    level=LEVELS[LETTERS[row[at]]] if row[at] != "-" else "abstain",
                    confidence=7,
                    reason=f"Reason of {'abcdefg'[at]} on {claim[-2:]}.",
                )
                for claim, row in votes.items()
            }
        )
        for at in range(len(next(iter(votes.values()))))
    }
    lost = tuple(SilentVoter(seat=seat, how="missing", streak=1) for seat in silent.split())
    return claims, tiers_from(list(votes), ballots, TierBounds(), lost), ballots


# --- the answer by code ---------------------------------------------------------------------------------------------


def test_the_strongest_high_recommendations_are_the_answer_with_reasons_conditions_and_conflicts() -> None:
    kinds = {"claim-03": "risk", "claim-04": "risk"}
    votes = {"claim-01": "1112", "claim-02": "222a", "claim-03": "2221", "claim-04": "bbbb", "claim-05": "2222"}
    pairs = (ClaimPair(one="claim-01", other="claim-05"), ClaimPair(one="claim-02", other="claim-05"))
    claims, tiers, ballots = voted(votes, kinds, contradicting=pairs)
    found = answer_parts(claims, tiers, ballots)
    assert found.answer == (
        "The council recommends: “Text of 05”. It also recommends: “Text of 01”. It agrees on 1 risk: “Text of 03”."
    )
    assert found.rests_on == ("claim-05", "claim-01")  # claim-02 is MEDIUM
    assert found.confidence == "4 of 4 members voted for each of them"
    assert found.conditions == ("claim-03",)
    assert found.conflicts == pairs[:1]
    assert [(one.by, one.text, one.level) for one in found.reasons[:2]] == [
        (("seat-a",), "Reason of a on 05.", "strongly_approve"),
        (("seat-b",), "Reason of b on 05.", "strongly_approve"),
    ]
    assert len(found.reasons) == 5
    assert found.dissent == ()


@pytest.mark.parametrize(
    ("votes", "kinds", "answer", "confidence"),
    [
        (
            {"claim-01": "bbb1", "claim-02": "22bb"},
            {},
            "No recommendation reached HIGH. The council rejects: “Text of 01”. It is split 2 to 2 on: “Text of 02”.",
            "3 of 4 members voted against “Text of 01” and the council is split 2 to 2 on “Text of 02”",
        ),
        ({"claim-01": "22bb"}, {}, "No recommendation reached HIGH. It is split 2 to 2 on: “Text of 01”.",
         "the council is split 2 to 2 on it"),
        ({"claim-01": "110a", "claim-02": "0000"}, {},
         "No recommendation reached HIGH. Closest to it is, with 2 of 4 members in favour: “Text of 01”.",
         "2 of 4 members voted for it"),
        ({"claim-01": "2222", "claim-02": "aaaa"}, {"claim-01": "factual_claim", "claim-02": "risk"},
         "The council agrees: “Text of 01”.", "4 of 4 members voted for it"),
        ({"claim-01": "aaaa"}, {"claim-01": "factual_claim"},
         "No claim reached HIGH. The council rejects: “Text of 01”.", "4 of 4 members voted against it"),
    ],
)  # fmt: skip
def test_every_vote_has_an_answer(votes: dict[str, str], kinds: dict[str, str], answer: str, confidence: str) -> None:
    found = answer_parts(*voted(votes, kinds))
    assert (found.answer, found.confidence) == (answer, confidence)


def test_dissent_and_what_would_change_it_come_from_the_ballots() -> None:
    found = answer_parts(*voted({"claim-01": "2221"}, silent="seat-e"))
    assert found.would_change[-1] == "The missing vote of {seat-e} could make it CONTESTED or MEDIUM."
    found = answer_parts(*voted({"claim-01": "2221"}))
    assert found.would_change == ("One different vote would take it out of HIGH.",)
    rejected = answer_parts(*voted({"claim-01": "bba1"}))
    assert [one.by for one in rejected.reasons] == [("seat-a",), ("seat-b",), ("seat-c",)]
    assert [(one.by, one.text) for one in rejected.dissent] == [(("seat-d",), "Reason of d on 01.")]


# --- honest and false sentences -------------------------------------------------------------------------------------


def told() -> tuple[ClaimList, Tiers]:
    """The vote that the sentences are about."""
    claims, tiers, _ = voted(VOTES)
    kinds = ("recommendation", "risk", "recommendation", "recommendation")
    listed = tuple(
        replace(claim, text=text, kind=kind, spans=(ClaimSource(source="seat-a", quote=text),))
        for claim, text, kind in zip(claims.claims, FOUR_CLAIMS, kinds, strict=True)
    )
    return replace(claims, claims=listed), tiers


def prose(given: dict[str, Any]) -> ProseSentence:
    return ProseSentence(
        text=given["text"],
        rests_on=tuple(ClaimRef(**ref) for ref in given["rests_on"]),
        figures=tuple(FigureRef(**ref) for ref in given["figures"]),
    )


def test_code_alone_keeps_every_honest_sentence_and_strikes_every_wrong_number_tier_and_id() -> None:
    assert [tier.tier for tier in told()[1].claims] == ["HIGH", "HIGH", "CONTESTED", "REJECTED"]
    for one in HONEST:
        assert fault_of(prose(one), *told()) == "", one["text"]
    for one in WRONG:
        assert fault_of(prose(one), *told()), one["text"]
    for one in MISLEADING:
        assert fault_of(prose(one), *told()) == "", one["text"]  # only a reader can tell


@pytest.mark.parametrize("quotes", [False, True])
@pytest.mark.parametrize("errs", [0.0, 0.1, 0.2])
def test_sentences_are_kept_and_removed_as_often_as_the_auditors_errors_imply(errs: float, quotes: bool) -> None:
    """Two auditors judge independently, each wrongly at this rate; one that rightly objects may quote the figure."""
    assert (len(HONEST), len(WRONG) + len(MISLEADING)) == (60, 60)
    claims, tiers = told()
    both = (*HONEST, *WRONG, *MISLEADING)
    checked = checked_by_code(ReportProse(answer=(), summary=tuple(map(prose, both))), claims, tiers)
    tier_of = {tally.claim: tally.tier for tally in tiers.claims}
    judged = [(one, at < len(HONEST)) for at, one in enumerate(checked) if not one.fault]
    assert [honest for _, honest in judged] == [True] * len(HONEST) + [False] * len(MISLEADING)
    draw, rounds = random.Random(f"{errs} {quotes}"), 200

    def check(one: CheckedSentence, honest: bool) -> SentenceCheck:
        if (draw.random() < errs) is honest:
            return SentenceCheck(follows="no", figure=tier_of[one.rests_on[0]] if quotes and not honest else "")
        return SentenceCheck(follows="yes")

    kept = struck = 0
    for _ in range(rounds):
        checks = {
            who: ProseCheck(
                sentences={f"sentence-{at:02d}": check(one, honest) for at, (one, honest) in enumerate(judged, start=1)}
            )
            for who in ("seat-a", "seat-b")
        }
        removed = [one.removed for one in audited(checked, checks, tiers).sentences]
        assert all(removed[len(HONEST) : len(HONEST) + len(WRONG)])
        kept += removed[: len(HONEST)].count(False)
        struck += removed[-len(MISLEADING) :].count(True)
    for count, of, share in (
        (kept, len(HONEST), 1 - errs**2),
        (struck, len(MISLEADING), 1 - errs**2 if quotes else (1 - errs) ** 2),
    ):
        whole = of * rounds
        assert abs(count - share * whole) <= 4 * (whole * share * (1 - share)) ** 0.5, (count / whole, share)


@pytest.mark.parametrize("quotes", [False, True])
@pytest.mark.parametrize("objecting", range(3))
def test_both_auditors_must_object_or_one_quote_the_figure(objecting: int, quotes: bool) -> None:
    claims, tiers = told()
    checked = checked_by_code(ReportProse(answer=(), summary=tuple(map(prose, HONEST))), claims, tiers)
    tier_of = {tally.claim: tally.tier for tally in tiers.claims}
    checks = {
        f"seat-{'ab'[who]}": ProseCheck(
            sentences={
                f"sentence-{at:02d}": SentenceCheck(follows="no", figure=tier_of[one.rests_on[0]] if quotes else "")
                if who < objecting
                else SentenceCheck(follows="yes", figure="")
                for at, one in enumerate(checked, start=1)
            }
        )
        for who in range(2)
    }
    for one in audited(checked, checks, tiers).sentences:
        assert one.removed == (objecting == 2 or (quotes and objecting > 0))
        assert one.disputed == (objecting > 0 and not one.removed)


def test_a_quoted_figure_counts_only_if_it_is_one_of_the_claims_figures() -> None:
    claims, tiers = told()
    checked = checked_by_code(ReportProse(answer=(), summary=(prose(HONEST[0]),)), claims, tiers)
    for figure, removed in (
        ("mean 1.75", True),
        ("HIGH", True),
        ("CONTESTED", False),
        ("2", False),
        ("nonsense", False),
    ):
        checks = {
            "seat-a": ProseCheck(sentences={"sentence-01": SentenceCheck(follows="more", figure=figure)}),
            "seat-b": ProseCheck(sentences={"sentence-01": SentenceCheck(follows="yes")}),
        }
        (one,) = audited(checked, checks, tiers).sentences
        assert (one.removed, one.disputed) == (removed, not removed), figure


def test_an_answer_rests_on_no_recommendation_below_high() -> None:
    claims, tiers = told()
    said = prose(sentence("Move to one cloud.", "claim-03 CONTESTED"))
    assert fault_of(said, claims, tiers) == ""
    assert fault_of(said, claims, tiers, answers=True) == NOT_HIGH


# --- whole sessions -------------------------------------------------------------------------------------------------

STONE = sentence("The council would build of stone.", "claim-01 HIGH")
DIVIDED = sentence("On the flood it is split 2 to 1.", "claim-02 CONTESTED", in_favour=2, against=1)
WRONG_COUNT = sentence("It rejects forty days by 2 votes.", "claim-03 REJECTED", against=2)
DOUBTFUL = sentence("Stone lasts for ever.", "claim-01 HIGH")


async def held(**more: Any) -> tuple[SessionState, Claimants]:
    options = more.pop("options", {})
    said = Claimants(votes=SPLIT, **more)
    async with Backend(said) as here:
        session = await here.convene("claim-vote", members=3, options=options)
        events = list(await here.events(session))
        assert (await traced(events, here.transcript)).differences == ()
        return state_of(events), said


def found(state: SessionState) -> ProseAudit:
    audit = latest(state, ProseAudit)
    assert audit is not None
    return audit


def text_of(state: SessionState) -> str:
    assert state.verdict is not None
    return state.verdict.text or ""


async def test_the_answer_comes_first_and_sentences_are_kept_left_out_and_counted_below() -> None:
    objector = "seat-b"

    def auditor(seat: str, text: str) -> str:
        return "more" if text == DOUBTFUL["text"] else "no" if (seat, text) == (objector, DIVIDED["text"]) else "yes"

    written = [DIVIDED, WRONG_COUNT, DOUBTFUL]
    state, said = await held(editor=lambda prompt: form_said(prompt, answer=[STONE], summary=written), auditor=auditor)
    audit, text = found(state), text_of(state)
    assert text.startswith("## Summary\n\nThe council would build of stone.\n\nOn the flood it is split 2 to 1.\n\n")
    assert "lasts for ever" not in text
    assert "by 2 votes" not in text
    assert [(one.removed, bool(one.fault)) for one in audit.sentences] == [
        (False, False), (False, False), (True, True), (True, False),
    ]  # fmt: skip
    assert len(audit.auditors) == 2
    assert sum(one.disputed for one in audit.sentences) == (objector in audit.auditors)
    assert "Of 4 sentences by the editor 2 are shown. Code left out 1" in text.rpartition("|")[2]
    prompts = said.prompts("#audit")
    assert len(prompts) == 2  # one batched call for each auditor
    assert all(WRONG_COUNT["text"] not in prompt for prompt in prompts)
    data = json.loads(report(state, "votes"))
    assert data["editor"]["by"] == "editor"
    assert len(data["editor"]["sentences"]) == 4
    assert DOUBTFUL["text"] in report(state, "md")  # with its checks, below the claims
    parts = contract_of(state)
    assert parts.answer == STONE["text"]
    assert parts.confidence == (
        "The answer rests on 1 claim: 3 of 3 members voted for it. A claim is HIGH if its votes average “approve” or "
        "better and differ little. All 3 members answered."
    )
    assert next((one.by, one.text) for one in parts.reasons) == (("seat-a",), "So seat-a thinks.")
    assert sum(len(each.lines) for each in found_in(state) if each.first) <= 25


async def test_the_report_by_code_is_recorded_before_the_prose_is_asked_for() -> None:
    state, said = await held()
    composed = latest(state, ClaimAnswer)
    assert composed is not None
    keys = [view.key for view in state.findings]
    assert keys.index("narrative/claim-answer") < keys.index("narrative/prose-audit")
    assert composed.text.startswith(
        "## Summary\n\nThe council recommends: “Seat seat-a would build the bridge of stone"
    )
    assert composed.text.count("\n## ") == 5
    assert composed.answer in said.prompts("narrative/editor")[0]


async def test_without_an_audit_code_checks_alone_and_fewer_calls_are_planned() -> None:
    state, said = await held(
        editor=lambda prompt: form_said(prompt, answer=[STONE], summary=[DOUBTFUL, WRONG_COUNT]),
        options={"audit": False},
    )
    assert not said.prompts("#audit")
    assert "Stone lasts for ever." in text_of(state)
    assert "by 2 votes" not in text_of(state)
    assert text_of(state).endswith("No voter judged them.")
    whole, less = (plan(3, ClaimVoteOptions(audit=audit), {}) for audit in (True, False))
    assert sum(each.calls for each in whole) == sum(each.calls for each in less) + 2


async def test_the_answer_by_code_is_shown_where_a_sentence_of_the_answer_is_removed() -> None:
    bad = sentence("Build by 9 votes.", "claim-01 HIGH")
    state, _ = await held(editor=lambda prompt: form_said(prompt, answer=[STONE, bad], summary=[DIVIDED]))
    assert found(state).answer == ""
    assert text_of(state).startswith(
        "## Summary\n\nThe council recommends: “Seat seat-a would build the bridge of stone before anything else is "
        "begun”.\n\nThe council would build of stone. On the flood it is split 2 to 1.\n\nConfidence"
    )


PROSE = "I would say that all went well, and that nobody disagrees."


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"editor": lambda prompt: PROSE}, "No editor wrote an answer that could be read."),
        ({"editor": lambda prompt: CallFailed("refused", "no")}, "No editor wrote an answer that could be read."),
        (
            {"editor": lambda prompt: form_said(prompt, answer=[sentence("All is well.")])},
            "None of the editor's sentences passed the checks.",
        ),
        (
            {"auditor": lambda seat, text: "perhaps"},
            "No voter judged the editor's sentences in a form that could be read.",
        ),
        ({"auditor": lambda seat, text: "no"}, "None of the editor's sentences passed the checks."),
    ],
    ids=["prose", "silence", "no claim named", "audits unread", "both object"],
)
async def test_without_prose_the_report_is_by_code_alone_and_says_so(more: dict[str, Any], why: str) -> None:
    state, _ = await held(**more)
    assert (found(state).by, found(state).reason) == ("code", why)
    assert state.verdict is not None
    assert state.verdict.by is None
    assert f"The report is by code alone. {why}" in state.verdict.reason
    assert f"This report is by code alone. {why}" in text_of(state)
    assert text_of(state).startswith("## Summary\n\nThe council recommends: “Seat seat-a would build")
    assert PROSE not in text_of(state)
