"""How does a council decide by claims? Opinions become atomic claims, every member votes on each, and code sorts them.

Nothing is put to the vote that does not stand word for word in an opinion; tiers are arithmetic over the votes; an
editor writes the report, and a program holds every sentence of it against the tally and strikes what does not hold.
Opinions are dealt under labels drawn for each reader, as everywhere; what reviewers say is shown to people under
pseudonyms that stay the same all through the session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.protocols.claim_vote_narrative import narrated
from moot.protocols.claim_vote_wording import AGAIN, CLAIMS, FURTHER, NARRATIVE, OPINION, REVIEW, VOTE
from moot.protocols.protocol import Ask, Floor, Options, Planned, Sheet, Stage, judging_room, protocol
from moot.reading.material import brief_of, fenced
from moot.reading.quotations import stands_in
from moot.reading.review_copy import review_copy
from moot.reading.sheets import relabelled
from moot.reading.topics import look_up_for
from moot.tally.attendance import attendance_from
from moot.tally.claim_list import claims_from, lacking
from moot.tally.claim_tally import tiers_from
from moot.vocabulary.ballots import Poll
from moot.vocabulary.claim_ballots import ClaimDrafts, ClaimVotes, DraftClaim, Reviews
from moot.vocabulary.claim_findings import (
    ClaimList,
    PeerReview,
    ReviewRound,
    SilentVoter,
    TierBounds,
)  # fmt: skip
from moot.vocabulary.claim_words import KIND_WORDS
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict

NO_REVIEWS = "(No review could be read.)"


class ClaimVoteOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be set for a vote on claims."""

    searchers: list[str] = []
    """Where the question is looked up first; unset takes the searchers that are set up, `none` looks nothing up."""
    least_words: int = 400
    """Fewest words an opinion is asked for."""
    most_words: int = 600
    """Most words an opinion is asked for."""
    least_claims: int = 8
    """Fewest claims that are asked for; fewer are voted on, and said so, when the opinions hold no more."""
    most_claims: int = 15
    """Most claims that are voted on."""
    show_reviews: bool = False
    """Whether voters are shown what reviewers said. Off: they judge each claim on their own."""
    high_mean: float = 1.0
    """HIGH needs at least this mean of votes from -2 to 2."""
    high_sd: float = 0.8
    """HIGH needs a standard deviation below this."""
    contested_sd: float = 1.5
    """CONTESTED from this standard deviation on."""
    rejected_mean: float = 0.0
    """REJECTED needs a mean below this."""

    def troubles(self) -> tuple[str, ...]:
        """Bounds and counts that contradict each other."""
        found = []
        if not 1 <= self.least_claims <= self.most_claims <= 30:
            found.append("`least_claims` and `most_claims` go from 1 to 30, and the first is not above the second.")
        if not 1 <= self.least_words <= self.most_words:
            found.append("`least_words` is at least 1 and not above `most_words`.")
        if not -2 <= self.rejected_mean <= self.high_mean <= 2:
            found.append("`rejected_mean` and `high_mean` go from -2 to 2, and the first is not above the second.")
        if not 0 < self.high_sd <= self.contested_sd <= 2:
            found.append("`high_sd` and `contested_sd` go from above 0 to 2, and the first is not above the second.")
        return tuple(found)

    def idle(self) -> dict[str, str]:
        """The verdict is a report put together by code."""
        return {"verdict_output": "the report of a vote is audited and put together by code, at whatever length"}

    @property
    def bounds(self) -> TierBounds:
        """Where the tiers are cut."""
        return TierBounds(
            high_mean=self.high_mean,
            high_sd=self.high_sd,
            contested_sd=self.contested_sd,
            rejected_mean=self.rejected_mean,
        )


def plan(seats: int, options: ClaimVoteOptions, offices: Mapping[str, int]) -> tuple[Planned, ...]:
    """Calls when nothing has to be asked twice; a claim is about as long as a twelfth of an opinion.

    Room is reckoned at two tokens a word, and for each claim its text, its passages or a vote with its reason.
    """
    most = options.most_claims
    return (
        Planned(stage="opinions", calls=seats, room=512 + 3 * options.most_words, least=2 * options.least_words),
        Planned(stage="review", calls=seats, reads=max(0, seats - 1), **judging_room(seats)),
        Planned(
            stage="claims", calls=1, by="extractor", reads=seats + 1, room=1_024 + 400 * most, least=256 + 110 * most
        ),
        Planned(stage="votes", calls=seats, reads=1 + most // 12, room=512 + 160 * most, least=256 + 40 * most),
        Planned(stage="narrative", calls=1, by="editor", reads=1 + most // 12, room=6_144, least=1_024),
    )


@protocol(
    name="claim-vote",
    title="Opinions, reviews, claims with their passages, a vote on each, tiers, an audited report",
    stages=(Stage("research", when="searchers"), "opinions", "review", "claims", "votes", "narrative"),
    offices=("extractor", "editor"),
    plan=plan,
    chairless="In a vote on claims the `extractor` draws the claims and the `editor` writes the report: name those.",
)
async def claim_vote(floor: Floor, options: ClaimVoteOptions) -> Verdict:
    """Opinions are taken apart into claims, and the council votes on every one of them."""
    brief = await researched(floor) if options.searchers else ""

    async with floor.stage("opinions"):
        asked = {"brief": brief, "least": str(options.least_words), "most": str(options.most_words)}
        opinions = await floor.ask_each(
            [Ask(seat=seat, prompt=OPINION, values=asked, pictures=True) for seat in floor.seats]
        )

    async with floor.stage("review"):
        sheets = floor.deal(opinions)  # own opinion left out, balanced order, labels for this reader alone
        reviews = await floor.poll(sheets, REVIEW, read=Reviews)
        rounds = floor.record(reviewed(floor, opinions, sheets, reviews), rests_on=reviews.rests_on)

    async with floor.stage("claims"):
        claims = await drawn(floor, options, opinions, rounds, remarks_on(rounds, reviews))
        if not claims.claims:
            return await floor.withhold(f"There is nothing to vote on. {' '.join(claims.shortfalls)}".strip())

    async with floor.stage("votes"):
        dealt = floor.deal(as_statements(claims), floor.seats, order="drawn")
        said = fenced("reviews", _joined(remarks_on(rounds, reviews)), floor.lot("reviews"))
        votes = await floor.poll(
            dealt, VOTE, read=ClaimVotes, brief=brief, reviews=said if options.show_reviews else ""
        )
        floor.record(attendance_from(floor.seats, [votes]), rests_on=votes.rests_on)
        ballots = {who: ballot for who, ballot in votes.ballots.items() if isinstance(ballot, ClaimVotes)}
        if not ballots:
            return await floor.withhold("No member's votes could be read.")
        ids = [claim.id for claim in claims.claims]
        tiers = floor.record(tiers_from(ids, ballots, options.bounds, silent_in(floor, votes)), rests_on=votes.rests_on)

    async with floor.stage("narrative"):
        return await narrated(floor, claims, tiers, NARRATIVE, AGAIN)


async def researched(floor: Floor) -> str:
    """What was found about the question, numbered, for everybody's prompt."""
    async with floor.stage("research"):
        look = look_up_for(floor.question.text, floor.searchers)
        if not look.searchers:
            return ""
        found = await floor.look_up(look.query, look.searchers)
        return fenced("sources", brief_of(found.sources) or "(Nothing was found.)", floor.lot("sources"))


def reviewed(floor: Floor, opinions: Answers, sheets: Sequence[Sheet], reviews: Poll) -> ReviewRound:
    """The reviews with labels that were private to one reader replaced by pseudonyms that are the same for all."""
    advisors: dict[str, str] = {}
    for said in opinions:
        lot = floor.lot(f"advisor/{said.seat}")
        while said.seat not in advisors or list(advisors.values()).count(advisors[said.seat]) > 1:
            advisors[said.seat] = "Advisor-" + "".join(lot.pick("0123456789abcdef") for _ in range(4))
    remarks = []
    for sheet in sheets:
        ballot = reviews.ballots.get(sheet.reader)
        names = {label: advisors[seat] for label, seat in sheet.labels.items()}
        for of, review in ballot.reviews.items() if isinstance(ballot, Reviews) else ():
            strong, weak = relabelled(review.strong, names), relabelled(review.weak, names)
            remarks.append(PeerReview(by=sheet.reader, of=of, strong=strong, weak=weak))
    place = {seat: number for number, seat in enumerate(advisors)}
    return ReviewRound(
        advisors=advisors,
        reviews=tuple(sorted(remarks, key=lambda one: (place[one.of], place[one.by]))),
        unread=(*reviews.spoiled, *reviews.missing),
    )


def remarks_on(rounds: ReviewRound, reviews: Poll) -> Answers:
    """What each reviewer said, under pseudonyms, as texts that can be dealt on."""
    return Answers(
        statements=tuple(
            Statement(
                key=reviews.said[by].key,
                seat=by,
                text="\n".join(
                    f"On {rounds.advisors[one.of]}: sound: {one.strong} Weak: {one.weak}"
                    for one in rounds.reviews
                    if one.by == by
                ),
            )
            for by in dict.fromkeys(one.by for one in rounds.reviews)
        )
    )


class Extraction(Struct, frozen=True):
    """What an extractor wrote, in one ask or two."""

    drafts: tuple[DraftClaim, ...]
    """The claims as written."""
    rests_on: tuple[str, ...]
    """Keys of the ballots they were read from."""
    writer: Seat
    """Who wrote them."""


async def drawn(
    floor: Floor, options: ClaimVoteOptions, opinions: Answers, rounds: ReviewRound, remarks: Answers
) -> ClaimList:
    """The claims that are put to the vote: asked for once, and once more for what is lacking."""
    shown = {said.seat: review_copy(said.text, options.allowance).text for said in opinions}
    written = await extracted(floor, options, opinions, rounds, remarks)
    if written is None:
        failed = ClaimList(claims=(), shortfalls=("No extractor wrote claims that could be read.",))
        return floor.record(failed)
    claims = claims_from(written.drafts, shown, stands_in, most=options.most_claims)
    wanted = lacking(claims, options.least_claims)
    if wanted:
        listed = "\n".join(f"{claim.id} ({KIND_WORDS[claim.kind]}): {claim.text}" for claim in claims.claims)
        sheets = floor.deal(opinions, [written.writer], about="further")
        more = await floor.poll(
            sheets,
            FURTHER,
            read=ClaimDrafts,
            quorum=0,
            claims=fenced("claims", listed or "(none)", floor.lot("claims")),
            lacking="\n".join(wanted),
        )
        drafts = [
            draft for ballot in more.ballots.values() if isinstance(ballot, ClaimDrafts) for draft in ballot.claims
        ]
        claims = claims_from((*written.drafts, *drafts), shown, stands_in, most=options.most_claims)
        written = Extraction((*written.drafts, *drafts), (*written.rests_on, *more.rests_on), written.writer)
    settled = ClaimList(
        claims=claims.claims,
        dropped=claims.dropped,
        merged=claims.merged,
        unclaimed=claims.unclaimed,
        shortfalls=lacking(claims, options.least_claims),
    )
    return floor.record(settled, rests_on=written.rests_on)


async def extracted(
    floor: Floor, options: ClaimVoteOptions, opinions: Answers, rounds: ReviewRound, remarks: Answers
) -> Extraction | None:
    """The first list that can be read, from the extractor or from those who take over."""
    for writer in floor.writers(floor.office("extractor")[0]):
        (sheet,) = floor.deal(opinions, [writer])
        remarked = floor.deal(remarks, [writer], name="reviews") if len(remarks) else ()
        poll = await floor.poll(
            [sheet],
            CLAIMS,
            read=ClaimDrafts,
            quorum=0,
            advisors=_who_is_who(sheet, rounds.advisors),
            reviews=remarked[0] if remarked else NO_REVIEWS,
            least=str(options.least_claims),
            most=str(options.most_claims),
        )
        if poll.ballots:
            return Extraction(drafts_in(poll), poll.rests_on, writer)
    return None


def drafts_in(poll: Poll) -> tuple[DraftClaim, ...]:
    """The claims of every ballot that could be read."""
    return tuple(
        draft for ballot in poll.ballots.values() if isinstance(ballot, ClaimDrafts) for draft in ballot.claims
    )


def as_statements(claims: ClaimList) -> Answers:
    """The claims as texts that can be dealt."""
    return Answers(
        statements=tuple(
            Statement(
                key=f"claims/claim-list#{claim.id}", seat=claim.id, text=f"{claim.text}\n({KIND_WORDS[claim.kind]})"
            )
            for claim in claims.claims
        )
    )


def silent_in(floor: Floor, votes: Poll) -> list[SilentVoter]:
    """Members without a vote, and for how many sessions in a row."""
    return [
        SilentVoter(
            seat=seat.id,
            how="spoiled" if seat.id in votes.spoiled else "missing",
            streak=floor.past.silent.get(seat.model, 0) + 1,
        )
        for seat in floor.seats
        if seat.id in (*votes.spoiled, *votes.missing)
    ]


def _who_is_who(sheet: Sheet, advisors: Mapping[str, str]) -> str:
    """Which label of the extractor's sheet belongs to which pseudonym."""
    return ", ".join(f"{label} is {advisors[seat]}" for label, seat in sheet.labels.items())


def _joined(remarks: Answers) -> str:
    return "\n\n".join(said.text for said in remarks) or NO_REVIEWS
