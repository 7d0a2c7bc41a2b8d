"""Test that a claim vote votes on what was said, counts votes as cast, and reports the count."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from moot.errors import BadSetting, CallFailed
from moot.protocols.claim_vote.ballots import ClaimPair, ClaimSource
from moot.protocols.claim_vote.claim_list import NOT_COMPARED
from moot.protocols.claim_vote.deliberation import look_up_for
from moot.protocols.claim_vote.findings import ClaimList, ReviewRound, Tiers
from moot.protocols.claim_vote.options import ClaimVoteOptions, plan
from moot.protocols.words import in_words
from moot.sessions.runner import RunnerRules
from moot.vocabulary.events import Body, SessionOpened, SourcesFound
from protocols.claim_vote.claimants import SENTENCES, Claimants, draft, of_everyone, opinion
from providers.searchers.asking import searchers_at
from rig.records.over import Over
from rig.services import Services
from sessions.backend import Backend

LABEL = re.compile(r"\b[23456789BCDFGHJKMNPQRSTVWXZ]{4}\b")


class Sat(Over):
    """A session that is over, and who spoke in it."""

    def __init__(self, said: Claimants, bodies: dict[str, Body]) -> None:
        super().__init__(bodies)
        self.said = said

    def tiers(self) -> dict[str, str]:
        """Tier by claim."""
        return {tally.claim: tally.tier for tally in self.found(Tiers).claims}


async def sat(said: Claimants | None = None, *, members: int = 3, **more: Any) -> Sat:
    """Runs one."""
    said = said or Claimants()
    async with Backend(said) as here:
        session = await here.convene("claim-vote", members=members, **more)
        state = await here.state(session)
        assert state.status in ("verdict", "inconclusive"), state.message
        return Sat(said, await here.bodies(session))


# --- reviews and pseudonyms -----------------------------------------------------------------------------------------


async def test_pseudonyms_are_the_same_all_through_and_labels_are_private() -> None:
    done = await sat()
    rounds = done.found(ReviewRound)
    assert set(rounds.advisors) == {"seat-a", "seat-b", "seat-c"}
    assert len(set(rounds.advisors.values())) == 3
    assert all(re.fullmatch(r"Advisor-[0-9a-f]{4}", name) for name in rounds.advisors.values())
    for one in rounds.reviews:
        assert one.strong == f"{rounds.advisors[one.of]} is specific."  # the label of the reviewer's sheet is gone
        assert not LABEL.search(one.strong + one.weak)
    again = await sat()
    assert again.found(ReviewRound).advisors == rounds.advisors  # one seed, one name
    for prompt in done.said.prompts("review/"):
        assert "Advisor-" not in prompt


async def test_the_extractor_sees_who_is_who_but_no_seat() -> None:
    done = await sat()
    (prompt, _) = done.said.prompts("claims/extractor")
    assert all(name in prompt for name in done.found(ReviewRound).advisors.values())
    assert "seat-a is" not in prompt
    assert "names no price" in prompt


# --- claims ---------------------------------------------------------------------------------------------------------


async def test_passages_that_stand_in_no_opinion_are_dropped_and_claims_without_one_too() -> None:
    claims = of_everyone()
    claims[0]["spans"].append({"source": "seat-a", "quote": "Seat seat-a would build the bridge of wood."})
    claims.append(draft("Ferries are cheaper.", "factual_claim", ("seat-b", "Ferries are much cheaper than bridges.")))
    claims.append(draft("Stone lasts.", "factual_claim", ("seat-b", SENTENCES[0].format(seat="seat-a"))))  # another's
    done = await sat(Claimants(claims))
    found = done.found(ClaimList)
    assert len(found.claims) == 12
    assert len(found.claims[0].spans) == 1
    told = {dropped.text: dropped.reason for dropped in found.dropped}
    assert "Seat seat-a would build the bridge of wood." in told
    assert told["Ferries are cheaper."] == told["Stone lasts."] == "rests on no passage of an opinion or review."


async def test_what_reviewers_miss_may_be_a_claim_that_rests_on_a_passage_of_their_review() -> None:
    names = (await sat()).found(ReviewRound).advisors
    missed = f"{names['seat-a']} names no price."
    claims = of_everyone("ab")
    claims.append(draft("The price is unknown.", "risk", (names["seat-b"], missed)))
    claims.append(draft("The toll is unknown.", "risk", (names["seat-b"], f"{names['seat-a']} names no toll.")))
    claims.append(draft("The arch is unknown.", "risk", (names["seat-c"], "Seat seat-c counts forty days")))
    done = await sat(Claimants(claims))
    found = done.found(ClaimList)
    assert found.claims[-1].text == "The price is unknown."
    assert found.claims[-1].spans == (ClaimSource(source=names["seat-b"], quote=missed),)
    assert found.unclaimed == ("seat-c",)  # a review is no opinion
    assert {each.text for each in found.dropped} >= {"The toll is unknown.", "The arch is unknown."}
    (prompt, _) = done.said.prompts("claims/extractor")
    assert f"Review by {names['seat-b']}:" in prompt
    assert f"{names['seat-b']} in a review" in in_words(found, {})


async def test_the_extractor_says_which_claims_are_the_same_and_which_contradict_each_other() -> None:
    said = Claimants(relations={"same": [("claim-09", "claim-01")], "contradicting": [("claim-02", "claim-12")]})
    done = await sat(said)
    found = done.found(ClaimList)
    assert [claim.text for claim in found.claims] == [one["text"] for one in said.claims if one != said.claims[8]]
    (merged,) = found.merged
    assert merged.text == said.claims[8]["text"]
    assert merged.reason == f"says what “{said.claims[0]['text']}” says, by the extractor."
    assert {span.source for span in found.claims[0].spans} == {"seat-a", "seat-c"}
    assert found.contradicting == (ClaimPair(one="claim-02", other="claim-11"),)  # one fewer stands before it
    (prompt,) = said.prompts("claims/extractor#relations")
    assert "claim-09 (recommendation): Seat seat-c would build the bridge of stone" in prompt
    text = done.verdict.text or ""
    assert text.count("Cannot both be true with claim-02 (HIGH), says the extractor.") == 1
    assert text.count("Cannot both be true with claim-11 (HIGH), says the extractor.") == 1
    assert "claim-02 and claim-11 cannot both be true" in said.prompts("narrative/")[0]


async def test_where_the_extractor_does_not_say_nothing_is_merged_and_that_is_told() -> None:
    says = {"claims/extractor#relations": "I see none.", "claims/extractor#relations+repair": "None at all."}
    done = await sat(Claimants(says=dict(says)))
    found = done.found(ClaimList)
    assert len(found.claims) == 12
    assert found.contradicting is None
    assert found.shortfalls == (NOT_COMPARED,)
    assert NOT_COMPARED in done.verdict.reason
    assert done.verdict.outcome == "verdict"
    assert set(done.tiers().values()) == {"HIGH"}


async def test_a_missing_risk_is_told() -> None:
    claims = [one for one in of_everyone() if one["kind"] != "risk"]
    done = await sat(Claimants(claims))
    assert done.found(ClaimList).shortfalls == ("No risk could be drawn from the opinions.",)
    assert "No risk could be drawn from the opinions." in done.verdict.reason
    assert done.verdict.degraded == ()


async def test_claims_about_the_vote_itself_are_not_voted_on() -> None:
    claims = [
        *of_everyone(),
        draft("Most members agree.", "factual_claim", ("seat-a", SENTENCES[0].format(seat="seat-a"))),
    ]
    done = await sat(
        Claimants(claims, on_the_vote=[("claim-13", "members agree"), ("claim-77", "x"), ("claim-01", "the vote")])
    )
    found = done.found(ClaimList)
    assert len(found.claims) == 12
    (dropped,) = found.dropped
    assert (dropped.text, dropped.reason) == (
        "Most members agree.",
        "is about the council or its vote.",
    )


async def test_voters_say_whether_the_quotation_supports_the_claim() -> None:
    doubted = of_everyone()[0]["text"]
    done = await sat(Claimants(unsupported=[doubted]))
    first, second = done.found(Tiers).claims[:2]
    assert (first.supported, first.unsupported) == (0, 3)
    assert (second.supported, second.unsupported) == (3, 0)
    assert "its quotation does not support it, say 3" in (done.verdict.text or "")
    for prompt in done.said.prompts("votes/"):
        assert f"Quotation: “{doubted}”" in prompt


async def test_stand_ins_extract_when_the_extractor_cannot() -> None:
    refused = CallFailed("refused", "no")
    silly = {"claims/stand-in-1": "I will not.", "claims/stand-in-1+repair": "No."}
    said = Claimants(says={"claims/extractor": refused, **silly})
    done = await sat(said, council={"stand_ins": ("fake/second", "fake/third")})
    assert done.found(ClaimList).claims
    assert [call.key for call in said.calls if call.key.startswith("claims/")][-1] == "claims/stand-in-2#relations"


# --- votes ----------------------------------------------------------------------------------------------------------


async def test_voters_see_claims_and_no_opinions() -> None:
    done = await sat()
    for prompt in done.said.prompts("votes/"):
        assert opinion("seat-b") not in prompt
        assert "names no price" not in prompt


# --- options and stages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"least_claims": 9, "most_claims": 8},
        {"most_claims": 31},
        {"least_words": 700},
        {"high_mean": -1.0, "rejected_mean": 0.5},
        {"high_sd": 1.6},
        {"contested_sd": 0.0},
        {"contested_split": 0.6},
    ],
)
async def test_options_that_contradict_each_other_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetting):
        await sat(options=options)


async def test_what_is_looked_up_reaches_opinions_and_votes_between_fences(tmp_path: Path) -> None:
    said, bodies = await looked_up(tmp_path, Claimants(), {"topic": "technology"}, **{"hacker-news": "500"})
    opened, found = bodies["opened"], bodies["research/sources"]
    assert isinstance(opened, SessionOpened)
    assert opened.stages[0] == "research"
    assert isinstance(found, SourcesFound)
    assert found.searchers == ("arxiv", "hacker-news")  # the topic is technology
    assert len(found.failures) == 1
    for prompt in (*said.prompts("opinions/"), *said.prompts("votes/")):
        fenced = re.search(r'<sources fence="(\w+)">\n(.*?)\n</sources \1>', prompt, re.S)
        assert fenced is not None
        for source in found.sources:
            assert f"[{source.number}] {source.title}\n(found by arxiv, {source.date or 'undated'})" in fenced[2]


@pytest.mark.parametrize(
    ("options", "asked", "query", "searchers"),
    [
        ({}, ["research/editor"], "scheduler schema Rust", ("arxiv", "hacker-news")),
        ({"topic": "technology"}, [], "Which database schema suits a scheduler in Rust?", ("arxiv", "hacker-news")),
        ({"query": "queue fairness"}, [], "queue fairness", ("arxiv", "hacker-news", "pubmed")),
    ],
)
async def test_topic_and_query_are_asked_for_in_one_call_where_neither_is_set_and_every_call_is_planned(
    tmp_path: Path, options: dict[str, str], asked: list[str], query: str, searchers: tuple[str, ...]
) -> None:
    said, bodies = await looked_up(tmp_path, Claimants(), options)
    found = bodies["research/sources"]
    assert isinstance(found, SourcesFound)
    assert (found.query, found.searchers) == (query, searchers)
    assert [call.key for call in said.calls if call.key.startswith("research/")] == asked
    planned = plan(3, ClaimVoteOptions(searchers=["arxiv"], **options), {"extractor": 1, "editor": 1})  # type: ignore[arg-type]
    made = Counter(call.key.partition("/")[0] for call in said.calls)
    assert made == sum((Counter({each.stage: each.calls}) for each in planned), Counter())


async def looked_up(
    tmp_path: Path, said: Claimants, options: dict[str, Any], **modes: str
) -> tuple[Claimants, dict[str, Body]]:
    """A session whose question is looked up by these options, where services behave so."""
    async with Services() as services:
        services.modes.update(modes)
        rules = RunnerRules(door="python", searchers=searchers_at(services, tmp_path))
        async with Backend(said, rules=rules) as here:
            session = await here.convene(
                "claim-vote",
                members=3,
                question="Which database schema suits a scheduler in Rust?",
                options={"searchers": ["arxiv", "hacker-news", "pubmed"], **options},
            )
            return said, await here.bodies(session)


ALL = ("pubmed", "arxiv", "hacker-news", "tavily", "brave")
HEAT = "Should we buy a heat pump for an old house?"


@pytest.mark.parametrize(
    ("topic", "searchers"),
    [
        ("clinical", ("pubmed",)),
        ("technology", ("arxiv", "hacker-news")),
        ("general", ("tavily", "brave")),
        (None, ALL),
    ],
)
def test_a_topic_has_its_searchers_and_without_one_all_are_asked(topic, searchers) -> None:  # type: ignore[no-untyped-def]
    assert look_up_for(HEAT, ALL, topic, "  heat   pump\nnoise ") == ("heat pump noise", searchers)


def test_where_the_right_ones_are_not_in_force_the_others_are_asked() -> None:
    assert look_up_for(HEAT, ("tavily",), "clinical", None)[1] == ("tavily",)
    assert look_up_for(HEAT, ("tavily", "arxiv"), "technology", None)[1] == ("arxiv",)
    assert look_up_for(HEAT, (), "technology", None)[1] == ()


def test_without_a_word_nobody_is_asked() -> None:
    assert look_up_for("  ?! ", ALL, None, None) == ("?!", ())
    assert look_up_for(HEAT, ALL, "general", "?!")[1] == ()


def test_without_a_query_the_question_is_looked_up() -> None:
    assert look_up_for(f"  {HEAT}\n", ALL, None, None)[0] == HEAT
    assert len(look_up_for("a " * 5_000, ALL, None, None)[0]) < 300
