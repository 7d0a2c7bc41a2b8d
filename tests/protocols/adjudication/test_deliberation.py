"""Test that each seat sees only what it may, and that code decides from the replies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moot.errors import BadSetting, CallFailed
from moot.protocols.adjudication.findings import (
    Flips,
    Labels,
    Measures,
    RebuttalsMade,
    RepliesCompared,
    ReplyScores,
    Revisions,
)
from moot.vocabulary.events import BallotSpoiled
from protocols.adjudication.panel import Panel, instance, rubric, sat
from sessions.backend import Backend

# --- what members see -----------------------------------------------------------------------------------------------


async def test_everyone_tests_the_others_answers_and_never_its_own() -> None:
    done = await sat(members=4)
    for seat in ("seat-a", "seat-b", "seat-c", "seat-d"):
        shown = done.shown(f"rebuttal/{seat}")
        assert len(shown) == 3
        assert seat not in shown
        assert f"First answer of {seat}" in done.panel.prompt(f"rebuttal/{seat}")
        assert rubric().wording.rebuttal.strip() in done.panel.prompt(f"rebuttal/{seat}")
    assert len(done.found(RebuttalsMade).rebuttals) == 12


async def test_everyone_sees_only_the_rebuttals_aimed_at_it_in_order_and_without_names() -> None:
    done = await sat()
    made = done.found(RebuttalsMade)
    assert [(each.by, each.target) for each in made.rebuttals] == [
        ("seat-a", "seat-b"),
        ("seat-a", "seat-c"),
        ("seat-b", "seat-a"),
        ("seat-b", "seat-c"),
        ("seat-c", "seat-a"),
        ("seat-c", "seat-b"),
    ]
    prompt = done.panel.prompt("refinement/seat-b")
    assert list(done.shown("refinement/seat-b").values()) == [
        "The load is not shown by seat-a.",
        "The load is not shown by seat-c.",
    ]
    assert prompt.count("The load is not shown") == 2
    assert "First answer of seat-b" in prompt
    assert "First answer of seat-a" not in prompt
    assert rubric().wording.refinement.strip() in prompt
    assert done.found(Revisions).replies[1].saw == ("rebuttal-01", "rebuttal-06")


async def test_whom_nobody_disputes_is_not_asked_to_revise_and_holds() -> None:
    def conceding(call: Any) -> dict[str, Any]:
        points = call.schema["properties"]["points"]["properties"]
        first = sorted(points)[0]
        return {"points": {label: {"point": "It stands.", "disputes": label == first} for label in points}}

    done = await sat(Panel({"rebuttal": conceding}))
    made = done.found(RebuttalsMade)
    assert (len(made.rebuttals), len(made.conceded)) == (3, 3)
    targets = {each.target for each in made.rebuttals}
    for reply in done.found(Revisions).replies:
        assert (f"refinement/{reply.seat}" in done.bodies) == (reply.seat in targets)
        assert reply.why == ("unchanged" if reply.seat in targets else "unchallenged")
    assert {flip.change for flip in done.found(Flips).flips} == {"none"}


async def test_without_rebuttals_or_revisions_nobody_held_anything() -> None:
    done = await sat(options={"rebuttal": False, "refine": False})
    assert not any(key.startswith(("rebuttal", "refinement", "stage:r")) for key in done.bodies)
    assert {flip.change for flip in done.found(Flips).flips} == {"untested"}
    assert "Not tested: whether anybody would change sides" in done.found(Measures).says
    assert {score.conviction for score in done.found(ReplyScores).places} == {0}
    once = await sat(options={"refine": False})
    assert "rebuttal/seat-a" in once.bodies
    assert not any(key.startswith("refinement") for key in once.bodies)


async def test_they_are_refused_before_anything_is_asked() -> None:
    async with Backend() as here:
        with pytest.raises(BadSetting, match="needs `rebuttal`"):
            await here.convene("adjudication", rubric=rubric(), options={"rebuttal": False})
        assert here.asked == []


# --- what the adjudicator sees --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["general", "stress-test", "code-review", "research-synthesis", "legal-analysis"])
async def test_every_axis_reaches_the_adjudicator_with_what_1_3_and_5_look_like(mode: str) -> None:
    done = await sat(mode=mode)
    for number, axis in enumerate(rubric(mode).axes, start=1):
        for seat in ("seat-a", "seat-b", "seat-c"):
            prompt = done.panel.prompt(f"adjudication/adjudicator#axis-{number}.{seat}")
            for said in (axis.name, axis.asks, axis.one, axis.three, axis.five, axis.note):
                assert said in prompt
            others = [other for other in rubric(mode).axes if other is not axis]
            assert not any(other.asks in prompt for other in others)


async def test_who_scores_an_axis_is_told_of_no_rank_label_score_or_flip() -> None:
    told = Panel(
        {
            "labels": {"label": "overclaiming", "reason": "LABELREASON"},
            "flip": {"reason": "FLIPREASON"},
            "replies": {"dispute": "DISPUTE"},
            "axis-1": {"axes": {"commitment": {"reason": "AXISREASON", "score": 4}}},
        },
        final={"seat-a": "Another text."},
    )
    done = await sat(told)
    prompts = done.panel.prompts("#axis-")
    assert len(prompts) == 15
    for prompt in prompts:
        assert not any(
            word in prompt for word in ("LABELREASON", "FLIPREASON", "DISPUTE", "AXISREASON", "overclaiming")
        )
        assert prompt.count("<answer label=") == 1
    assert "LABELREASON" in done.panel.prompt("#replies")
    assert "DISPUTE" in done.panel.prompt("verdict/adjudicator")


async def test_final_texts_are_judged_and_first_ones_are_kept() -> None:
    done = await sat(Panel(final={"seat-a": "Build it of wood."}))
    for move in ("labels.seat-a", "axis-1.seat-a"):
        assert done.shown(f"adjudication/adjudicator#{move}") == {"seat-a": "Build it of wood."}
    assert done.shown("adjudication/adjudicator#replies")["seat-a"] == "Build it of wood."
    reply = done.found(Revisions).replies[0]
    assert (reply.first, reply.final, reply.why) == ("discovery/seat-a", "refinement/seat-a", "revised")
    assert "First answer of seat-a" in done.panel.prompt("#flip.seat-a")


async def test_a_private_label_in_a_reason_is_shown_to_nobody_else() -> None:
    def telling(call: Any) -> dict[str, Any]:
        return {"reason": f"{call.schema['properties']['mark']['enum'][0]} shows no source."}

    done = await sat(Panel({"labels": telling}))
    assert {reply.labels[0].reason for reply in done.found(Labels).replies} == {"this answer shows no source."}


# --- flips ----------------------------------------------------------------------------------------------------------


async def flip(says: dict[str, Any]) -> Any:
    panel = Panel({"flip.seat-a": says}, final={"seat-a": "Build it of wood."})
    return (await sat(panel)).found(Flips).flips[0]


async def test_a_citation_is_held_against_the_rebuttals_that_were_seen() -> None:
    cited = await flip({"change": "cited_rebuttal", "words": "“The load is NOT shown by seat-c”"})
    assert (cited.change, cited.source, cited.verified) == ("cited", "seat-c", True)
    invented = await flip({"change": "cited_rebuttal", "words": "The moon is made of cheese"})
    assert (invented.change, invented.verified) == ("cited", False)
    assert "no rebuttal" in invented.flag
    assert (await flip({"change": "uncited"})).change == "uncited"
    assert (await flip({"change": "no_change"})).change == "none"


# --- what is not said is missing ------------------------------------------------------------------------------------


async def test_an_axis_that_cannot_be_read_is_missing_and_flagged() -> None:
    done = await sat(Panel({"axis-1.seat-a": "I would rather not.", "axis-2.seat-b": CallFailed("server", "down")}))
    places = {each.seat: each for each in done.found(ReplyScores).places}
    assert places["seat-a"].missing == ("commitment",)
    assert places["seat-b"].missing == ("mechanism",)
    assert places["seat-a"].base == places["seat-c"].base == 21
    assert isinstance(done.bodies["adjudication/adjudicator#axis-1.seat-a:ballot"], BallotSpoiled)
    assert any("adjudicator" in line for line in done.verdict.degraded)


async def test_an_adjudicator_that_is_never_heard_fails_the_session_once_and_nothing_is_scored() -> None:
    no = CallFailed("refused", "no")
    async with Backend(Panel({"adjudication": no})) as here:
        session = await here.convene("adjudication", members=3, rubric=rubric("general"), council={})
        state = await here.state(session)
    assert state.status == "failed"
    assert state.verdict is None
    assert state.message.count("could not be heard") == 1, state.message
    scored = (Labels, ReplyScores, RepliesCompared)
    read = [made.finding for made in state.findings if isinstance(made.finding, scored)]
    assert all(not reply.read for found in read if isinstance(found, Labels) for reply in found.replies)
    assert all(found.by is None for found in read if isinstance(found, RepliesCompared))


async def test_a_member_whose_revision_fails_is_judged_by_its_first_answer_and_gains_nothing() -> None:
    done = await sat(Panel({"refinement/seat-b": CallFailed("server", "HTTP 500")}))
    reply = done.found(Revisions).replies[1]
    assert (reply.why, reply.final) == ("failed", "discovery/seat-b")
    assert done.found(Flips).flips[1].change == "unread"
    assert {each.seat: each.conviction for each in done.found(ReplyScores).places}["seat-b"] == 0


@pytest.mark.parametrize("source", [None, "", "none", "null", "missing"])
async def test_two_changes_without_a_source_count_as_two(source: str | None) -> None:
    """The published format says null; a ballot that says so used to be spoiled, and then nobody had changed sides."""

    def without(call: Any) -> str:
        said = {**instance(call), "change": "uncited", "source": source}
        if source == "missing":
            del said["source"], said["mark"]
        return json.dumps(said)

    panel = Panel({"flip": without}, final={"seat-a": "Build it of wood.", "seat-b": "Build nothing."})
    done = await sat(panel, mode="stress-test")
    assert [flip.change for flip in done.found(Flips).flips] == ["uncited", "uncited", "none"]
    measures = done.found(Measures).values
    assert (measures["uncited"], measures["unread_flips"]) == (2.0, 0.0)
    assert not any(call.key.endswith("+repair") for call in panel.calls)
    assert "nearest" not in panel.prompt("adjudication/adjudicator#flip.seat-a")


REFUSAL = "I'm sorry, but I can't help with that."


def defects(call: Any, *, words: str = "") -> dict[str, Any]:
    """Seven defects that two reviews report; the third denies the first of them, if there are words for it."""
    labels = list(call.schema["properties"]["order"]["properties"])
    entries = [
        {
            "finding": f"Line {line} overflows.",
            "severity": "high",
            "status": "confirmed",
            "agree": labels[:2],
            "denials": [{"by": labels[2], "words": words}] if line == 1 and words else [],
        }
        for line in range(1, 8)
    ]
    return {"findings": entries}


async def test_seven_confirmed_defects_are_not_clean_when_the_list_cannot_be_read() -> None:
    honest = await sat(Panel({"replies": defects}), mode="code-review")
    assert (honest.found(Measures).verdict_class, honest.found(Measures).certainty) == ("confirmed", "high")
    for unread in (REFUSAL, "The list is long.", json.dumps({"findings": "seven"})):
        done = await sat(Panel({"replies": unread}), mode="code-review")
        assert done.verdict.outcome == "inconclusive"
        assert done.verdict.ruling is not None
        assert done.verdict.ruling.basis == "comparison_unread"
        assert "could be read" in done.verdict.reason
        assert any("adjudicator" in line for line in done.verdict.degraded)


@pytest.mark.parametrize("mode", ["stress-test", "general", "research-synthesis", "legal-analysis"])
async def test_rebuttals_that_could_not_be_read_withhold_the_verdict(mode: str) -> None:
    honest = await sat(mode=mode)
    assert {each.conviction for each in honest.found(ReplyScores).places} <= {0.0, 2.0}
    done = await sat(Panel({"rebuttal": "Each of them has its merits."}), mode=mode)
    assert done.verdict.outcome == "inconclusive"
    assert done.verdict.ruling is not None
    assert done.verdict.ruling.basis in ("flips_unread", "changes_unread")
    assert "Of 3 of 3 nobody can say whether they hold under rebuttal." in done.verdict.reason
    assert sum("ballot could not be read in rebuttal" in line for line in done.verdict.degraded) == 3


async def test_of_rebuttals_partly_unread_only_who_was_challenged_and_looked_at_held() -> None:
    def conceding(call: Any) -> dict[str, Any]:
        points = call.schema["properties"]["points"]["properties"]
        return {"points": {label: {"point": "It stands.", "disputes": False} for label in points}}

    # seat-c's rebuttals are lost: of seat-a and seat-b nobody knows, and seat-c was looked at by both.
    done = await sat(Panel({"rebuttal": conceding, "rebuttal/seat-c": "All fine."}))
    assert [flip.change for flip in done.found(Flips).flips] == ["unread", "unread", "none"]


async def test_one_label_that_is_none_of_the_rubrics_spoils_no_other() -> None:
    def labelling(call: Any) -> dict[str, Any]:
        given = ("correct_finding", "blocker", "correct_finding", "correct_finding")
        found = [{"finding": f"f{at}", "reason": "r", "label": label} for at, label in enumerate(given)]
        return {"findings": [*found, "not even an entry"]}

    done = await sat(Panel({"labels": labelling, "replies": defects}), mode="code-review")
    for reply in done.found(Labels).replies:
        assert reply.read
        assert [each.label for each in reply.labels] == ["correct_finding", "", *["correct_finding"] * 2, ""]
        assert [each.finding for each in reply.labels][:2] == ["f0", "f1"]
    # Two of five could be faults, which is less than half: the review is known to be without.
    assert {each.conviction for each in done.found(ReplyScores).places} == {2.0}
    half = await sat(Panel({"labels": lambda call: {"findings": labelling(call)["findings"][:2]}}), mode="code-review")
    assert {each.conviction for each in half.found(ReplyScores).places} == {0.0}
    assert "best_flawed" not in half.found(Measures).values


async def test_a_denial_takes_words_of_its_member() -> None:
    own = "build it of stone"
    upheld = await sat(Panel({"replies": lambda call: defects(call, words=own)}), mode="code-review")
    assert upheld.found(Measures).verdict_class == "disputed"
    baseless = await sat(Panel({"replies": lambda call: defects(call, words="It cannot happen")}), mode="code-review")
    ruled = baseless.found(Measures)
    assert (ruled.verdict_class, ruled.certainty, ruled.values["baseless_denials"]) == ("confirmed", "low", 1)
    assert [each.why for each in baseless.found(RepliesCompared).struck or ()] == ["not_found"]


async def test_one_cause_is_one_note_with_its_count() -> None:
    done = await sat(Panel({f"axis-{number}": "I would rather not." for number in range(1, 6)}))
    notes = [line for line in done.verdict.degraded if "could not be read" in line]
    assert len(notes) == 1
    assert notes[0].startswith("the adjudicator (fake/chair)'s ballot could not be read in adjudication (15 times): ")
