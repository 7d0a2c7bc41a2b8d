"""Claim vote: opinions become atomic claims, every member votes on each, and code sorts them into tiers.

Every claim has a passage that occurs word for word in an opinion or a review. Tiers are arithmetic over the votes.
Code composes the answer and the report, and adds an editor's prose once it is checked. Opinions are dealt under
labels drawn for each reader; reviews are shown to people under pseudonyms that stay the same through the session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.at_once import AGREED, agreed_answer
from moot.protocols.claim_vote import forms as claim_forms
from moot.protocols.claim_vote import words as claim_words
from moot.protocols.claim_vote.ballots import (
    ADVISOR,
    ClaimDrafts,
    ClaimRelations,
    ClaimVotes,
    ReviewBallot,
    SearchPlan,
    Topic,
)
from moot.protocols.claim_vote.claim_list import NOT_COMPARED, Candidates, candidates_from, claims_from
from moot.protocols.claim_vote.claim_list import lacking as lacking_in
from moot.protocols.claim_vote.claim_tally import tiers_from, weights_in
from moot.protocols.claim_vote.findings import (
    Claim,
    ClaimList,
    ControlClaim,
    PeerReview,
    ReviewRound,
    SilentVoter,
    Tiers,
)
from moot.protocols.claim_vote.forms import CLAIMS as CLAIM_IDS
from moot.protocols.claim_vote.forms import REVIEWERS
from moot.protocols.claim_vote.options import ClaimVoteOptions, has_words, plan
from moot.protocols.claim_vote.prompts import CLAIMS, OPINION, RELATIONS, REVIEW, SEARCH, VOTE
from moot.protocols.claim_vote.prose import write_report
from moot.protocols.claim_vote.votes.controls import drawn as drawn_controls
from moot.protocols.claim_vote.votes.controls import how_many, judged
from moot.protocols.claim_vote.words import KIND_WORDS
from moot.protocols.floor_interface import Floor, SeatPrompt, Sheet
from moot.protocols.protocol import Stage, protocol
from moot.reading.quotations import stands_in
from moot.reading.review_copy import review_copy
from moot.reading.sheet_text import brief_of, fenced, relabelled
from moot.stats.attendance import attendance_from
from moot.vocabulary.ballots import Poll
from moot.vocabulary.findings import Note
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict

WORDINGS = (AGREED,)
"""Prompts from other modules that this protocol uses."""
SEARCHERS: dict[Topic, tuple[str, ...]] = {
    "clinical": ("pubmed",),
    "technology": ("arxiv", "hacker-news"),
    "general": ("tavily", "brave"),
}
MOST_READ = 300
"""Maximum number of characters of a question that is itself used as the search query."""
MOST_SHOWN = 2
"""Maximum number of passages shown to voters for each claim."""
NO_REVIEWS = "(No review could be read.)"
NO_QUERY = (
    "The question holds no word that could be looked for, so nothing was looked up. Set `query` to look up anyway."
)
NO_PLAN = "The editor gave no search query that could be read, so the question itself was looked up."


@protocol(
    name="claim-vote",
    title="Opinions, reviews, claims with their passages, a vote on each, tiers, a report",
    stages=(
        Stage("research", when="searchers"),
        "opinions",
        "review",
        "claims",
        "votes",
        "narrative",
    ),
    offices=("extractor", "editor"),
    plan=plan,
    answers_now=True,
    looks_up=True,
    chairless="In a vote on claims the `extractor` draws the claims and the `editor` writes the report: name those.",
    ballots=claim_forms.KINDS,
    words=claim_words.BALLOTS,
    findings=claim_words.FINDINGS,
    leaves=("votes/attendance",),
    files="moot.protocols.claim_vote.report.report:FILES",
    voting="moot.protocols.claim_vote.votes.shown:VOTING",
)
async def claim_vote(floor: Floor, options: ClaimVoteOptions) -> Verdict:
    """Opinions are taken apart into claims, and the council votes on every one of them."""
    brief, failed = await researched(floor, options) if options.searchers else ("", ())

    (extractor,) = floor.office("extractor")[:1]
    # The model to load last for the review should not be the one already loaded.
    async with floor.stage("opinions", then=[seat for seat in floor.seats if seat.model != extractor.model]):
        asked = {"brief": brief, "least": str(options.least_words), "most": str(options.most_words)}
        opinions = await floor.ask_each(
            [SeatPrompt(seat=seat, prompt=OPINION, values=asked, tools=True) for seat in floor.seats]
        )

    async with floor.stage("review", then=[extractor]):
        sheets = floor.deal(opinions)  # without the reader's own opinion, balanced order, labels for this reader alone
        reviews = await floor.poll(sheets, REVIEW, read=ReviewBallot)
        rounds = floor.record(reviewed(floor, opinions, sheets, reviews), rests_on=reviews.rests_on)

    async with floor.stage("claims"):
        claims = await drawn(floor, options, opinions, rounds)
    if not claims.claims:
        return await unvoted(floor, opinions, f"There is nothing to vote on. {' '.join(claims.shortfalls)}".strip())

    async with floor.stage("votes", then=floor.office("editor")[:1]):
        number = how_many(options.controls, floor.seats)
        controls = drawn_controls(claims.claims, floor.past.controls or (), number)
        dealt = floor.deal(as_statements([*claims.claims, *controls]), floor.seats, order="drawn")
        votes = await floor.poll(dealt, VOTE, read=ClaimVotes, brief=brief)
        floor.record(attendance_from(floor.seats, [votes]), rests_on=votes.rests_on)
        ballots = {who: ballot for who, ballot in votes.ballots.items() if isinstance(ballot, ClaimVotes)}
        if ballots and controls:
            floor.record(judged(controls, ballots), rests_on=votes.rests_on)
        tiers = None
        if ballots:
            tiers = floor.record(tallied(floor, options, claims, votes, ballots), rests_on=votes.rests_on)
    if tiers is None:
        return await unvoted(floor, opinions, "No member's votes could be read.")

    async with floor.stage("narrative"):
        return await write_report(floor, options, claims, tiers, votes, failed)


def tallied(
    floor: Floor, options: ClaimVoteOptions, claims: ClaimList, votes: Poll, ballots: Mapping[str, ClaimVotes]
) -> Tiers:
    """Return the tier of each claim by these ballots, with the figures of the vote.

    Votes are weighted if the options ask for it.
    """
    weights = weights_in(floor.past.weights, floor.seats) if options.weighted else {}
    ids = [claim.id for claim in claims.claims]
    tiers = tiers_from(ids, ballots, options.bounds, silent_in(floor, votes), weights)
    known = floor.past.independent
    independent = known if known is UNSET else min(known, float(len(ballots)))
    return replace(tiers, independent=independent, same_votes=floor.past.same_votes)


async def unvoted(floor: Floor, opinions: Answers, reason: str) -> Verdict:
    """End a session that has no votes: withhold the verdict, or write it from the opinions if the user wants the answer
    at once."""
    if not floor.at_once:
        return await floor.withhold(reason)
    async with floor.stage("narrative"):
        return await agreed_answer(floor, floor.office("editor")[0], opinions, reason)


async def researched(floor: Floor, options: ClaimVoteOptions) -> tuple[str, tuple[str, ...]]:
    """Search for sources on the question. Return them as text for prompts, and a description of each failed search."""
    async with floor.stage("research"):
        topic, query = options.topic, options.query
        if topic is None and query is None:
            (editor,) = floor.office("editor")[:1]
            poll = await floor.poll([SeatPrompt(seat=editor, prompt=SEARCH)], read=SearchPlan, quorum=0)
            plan = poll.ballots.get(editor.id)
            if isinstance(plan, SearchPlan):
                topic, query = plan.topic, plan.query
            else:
                floor.record(Note(title="Research", text=NO_PLAN), name="no-plan", rests_on=poll.rests_on)
        query, searchers = look_up_for(floor.question.text, floor.searchers, topic, query)
        if not searchers:
            floor.record(Note(title="Research", text=NO_QUERY))
            return "", (NO_QUERY,)
        found = await floor.look_up(query, searchers)
        brief = fenced("sources", brief_of(found.sources) or "(Nothing was found.)", floor.lot("sources"))
        failed = tuple(f"Could not be asked for sources: {line}" for line in found.failures)
        return brief, failed or (() if found.sources else (f"No source was found for the query {found.query!r}.",))


def look_up_for(
    question: str, in_force: Sequence[str], topic: Topic | None, query: str | None
) -> tuple[str, tuple[str, ...]]:
    """Return the search query and the searchers to use for a question.

    If there is nothing to search for, no searchers are returned.

    Args:
        question: The question; it is the query if there is no other.
        in_force: The configured searchers.
        topic: Its topic; without one, or if none of its searchers is configured, all are used.
        query: The search query.
    """
    words = " ".join((question[:MOST_READ] if query is None else query).split())
    suited = tuple(name for name in in_force if topic is not None and name in SEARCHERS[topic])
    return words, (suited or tuple(in_force)) if has_words(words) else ()


def reviewed(floor: Floor, opinions: Answers, sheets: Sequence[Sheet], reviews: Poll) -> ReviewRound:
    """Return the reviews of opinions with the members' names hidden behind pseudonyms, the same ones for the whole
    session."""
    advisors: dict[str, str] = {}
    for said in opinions:
        lot = floor.lot(f"advisor/{said.seat}")
        while said.seat not in advisors or list(advisors.values()).count(advisors[said.seat]) > 1:
            advisors[said.seat] = ADVISOR + "".join(lot.pick("0123456789abcdef") for _ in range(4))
    remarks = []
    for sheet in sheets:
        ballot = reviews.ballots.get(sheet.reader)
        names = {label: advisors[seat] for label, seat in sheet.labels.items()}
        for of, review in ballot.reviews.items() if isinstance(ballot, ReviewBallot) else ():
            strong, weak = relabelled(review.strong, names), relabelled(review.weak, names)
            remarks.append(PeerReview(by=sheet.reader, of=of, strong=strong, weak=weak))
    place = {seat: number for number, seat in enumerate(advisors)}
    return ReviewRound(
        advisors=advisors,
        reviews=tuple(sorted(remarks, key=lambda one: (place[one.of], place[one.by]))),
        unread=(*reviews.spoiled, *reviews.missing),
    )


async def drawn(floor: Floor, options: ClaimVoteOptions, opinions: Answers, rounds: ReviewRound) -> ClaimList:
    """Have the extractor draw claims from opinions and reviews. Return the claims to vote on, and what their list
    lacks."""
    shown = {said.seat: review_copy(said.text, options.allowance).text for said in opinions}
    remarks: dict[str, list[str]] = {}
    for one in rounds.reviews:
        told = f"On {rounds.advisors[one.of]}: sound: {one.strong} Weak: {one.weak}"
        remarks.setdefault(rounds.advisors.get(one.by, ""), []).append(told)
    reviewed = {name: review_copy("\n".join(told), options.allowance).text for name, told in remarks.items() if name}
    poll = await extracted(floor, options, opinions, rounds, reviewed)
    ballot = next(iter(poll.ballots.values()), None)
    if not isinstance(ballot, ClaimDrafts):
        return floor.record(ClaimList(claims=(), shortfalls=("No extractor wrote claims that could be read.",)))
    found = candidates_from(ballot.claims, {**reviewed, **shown}, stands_in)
    extractor = floor.office("extractor")[0]
    (writer,) = (seat for seat in floor.writers(extractor) if seat.id == poll.said[extractor.id].seat)
    relations, rests_on = await related(floor, writer, found)
    claims = claims_from(found, relations, most=options.most_claims, opinions=tuple(shown))
    lacks = lacking_in(claims.claims, options.least_claims)
    claims = replace(claims, shortfalls=(*lacks, *(() if relations is not None else (NOT_COMPARED,))))
    return floor.record(claims, rests_on=(*poll.rests_on, *rests_on))


async def related(floor: Floor, extractor: Seat, found: Candidates) -> tuple[ClaimRelations | None, tuple[str, ...]]:
    """Ask the extractor which of the claims have the same meaning, contradict each other, or are about the vote
    itself.

    Returns:
        Its answer, `None` if none could be read, and the keys it is based on.
    """
    if not found.claims:
        return ClaimRelations(), ()
    listed = "\n".join(f"{claim.id} ({KIND_WORDS[claim.kind]}): {claim.text}" for claim in found.claims)
    told = {"claims": fenced("claims", listed, floor.lot("relations"))}
    poll = await floor.poll(
        [SeatPrompt(seat=extractor, prompt=RELATIONS, about="relations", values=told)],
        read=ClaimRelations,
        choices={CLAIM_IDS: found.ids},
        quorum=0,
    )
    ballot = next(iter(poll.ballots.values()), None)
    return ballot if isinstance(ballot, ClaimRelations) else None, poll.rests_on


async def extracted(
    floor: Floor, options: ClaimVoteOptions, opinions: Answers, rounds: ReviewRound, reviewed: Mapping[str, str]
) -> Poll:
    """Ask the extractor for claims from the opinions, and return the ballots.

    If none of its claims can be read, a stand-in is asked.
    """
    reviews = "\n\n".join(f"Review by {name}:\n{text}" for name, text in reviewed.items()) or NO_REVIEWS
    (sheet,) = floor.deal(opinions, floor.office("extractor")[:1])
    return await floor.poll(
        [sheet],
        CLAIMS,
        read=ClaimDrafts,
        quorum=0,
        until_read=True,
        advisors=", ".join(f"{label} is {rounds.advisors[seat]}" for label, seat in sheet.labels.items()),
        choices={REVIEWERS: tuple(reviewed)},
        reviews=fenced("reviews", reviews, floor.lot("extractor"), options.allowance * (1 + len(reviewed))),
        least=str(options.least_claims),
        most=str(options.most_claims),
    )


def as_statements(claims: Sequence[Claim | ControlClaim]) -> Answers:
    """Return claims as statements to show to voters, each with its quotation. Voters cannot tell which are control
    claims."""
    return Answers(
        statements=tuple(
            Statement(
                key=f"claims/claim-list#{claim.id}",
                seat=claim.id,
                text=f"{claim.text}\n({KIND_WORDS[claim.kind]})\nQuotation: “{quotation_of(claim)}”",
            )
            for claim in claims
        )
    )


def quotation_of(claim: Claim | ControlClaim) -> str:
    """Return the quotation that voters are shown under a claim. If there is none, as for a control claim, return the
    claim's text."""
    spans = claim.spans if isinstance(claim, Claim) else ()
    return "” “".join(" ".join(span.quote.split()) for span in spans[:MOST_SHOWN]) or claim.text


def silent_in(floor: Floor, votes: Poll) -> list[SilentVoter]:
    """Return members whose vote is missing or unreadable, each with the number of sessions in a row in which that
    happened."""
    return [
        SilentVoter(
            seat=seat.id,
            how="spoiled" if seat.id in votes.spoiled else "missing",
            streak=floor.past.silent.get(seat.model, 0) + 1,
        )
        for seat in floor.seats
        if seat.id in (*votes.spoiled, *votes.missing)
    ]
