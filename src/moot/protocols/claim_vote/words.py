"""Format the ballots and findings of a claim vote."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from moot.protocols.claim_vote.ballots import (
    ABSTAIN,
    ADVISOR,
    LEVELS_ASKED,
    VOTE_LEVELS,
    ClaimDrafts,
    ClaimPair,
    ClaimRelations,
    ClaimSource,
    ClaimVote,
    ClaimVotes,
    ProseCheck,
    ReportProse,
    ReviewBallot,
    SearchPlan,
    VoteLevel,
)
from moot.protocols.claim_vote.findings import (
    TIERS,
    BallotReason,
    Claim,
    ClaimAnswer,
    ClaimList,
    ClaimTally,
    ControlClaims,
    ProseAudit,
    ReviewRound,
    SilentVoter,
    Tier,
    TierBounds,
    Tiers,
)
from moot.reading.answer_first import unformatted
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words.headings import FindingSummary, Firmness, Heading, Names, counted, joined, seats_in_words
from moot.vocabulary.words.leads import number, short_quote
from moot.vocabulary.words.standing import filled

KIND_WORDS = {
    "recommendation": "recommendation",
    "risk": "risk",
    "factual_claim": "factual claim",
    "opportunity": "opportunity",
}
LEVEL_WORDS: dict[VoteLevel, str] = {
    "strongly_approve": "strongly approve",
    "approve": "approve",
    "neutral": "neutral",
    "reject": "reject",
    "strongly_reject": "strongly reject",
    "abstain": "abstain",
}
ALIKE_FROM = 4
"""Minimum number of claims on which two voters must both have voted before a report calls them similar."""
ALIKE_SHARE = 0.9
"""Minimum share of equal votes at which a report calls two voters similar."""
MOST_DISSENT = 5
"""Maximum number of claims for which a result names the voters who voted against the majority."""
SHOWN_ORDER: tuple[Tier, ...] = ("HIGH", "MEDIUM", "CONTESTED", "REJECTED")


def reviews_in_words(ballot: ReviewBallot, names: Names) -> list[str]:
    """Return a review ballot as lines: the number of reviews, then each of them."""
    lines = [f"Reviewed {counted(len(ballot.reviews), 'opinion')}."]
    for seat, review in ballot.reviews.items():
        lines.append(f"{names.get(seat, seat)}: sound: {review.strong} Weak: {review.weak}")
    return lines


def drafts_in_words(ballot: ClaimDrafts, names: Names) -> list[str]:
    """Return an extractor's claims as lines: their number, then each of them."""
    lines = [f"Drew {counted(len(ballot.claims), 'claim')}."]
    for draft in ballot.claims:
        quoted = "; ".join(f"{whose(span, names)}: “{span.quote}”" for span in draft.spans)
        lines.append(f"{KIND_WORDS[draft.kind].capitalize()}: {draft.text} ({quoted})")
    return lines


def relations_in_words(ballot: ClaimRelations, names: Names) -> list[str]:
    """Return an extractor's relations as lines: the number of equal and of contradicting pairs, then each pair."""
    lines = [f"Named {counted(len(ballot.same), 'pair')} of the same and {len(ballot.contradicting)} contradicting."]
    lines += [f"The same: {pair.one} and {pair.other}." for pair in ballot.same]
    return lines + [f"Contradicting: {pair.one} and {pair.other}." for pair in ballot.contradicting]


def search_in_words(ballot: SearchPlan, names: Names) -> list[str]:
    """Return a search plan as lines: the query, and the topic of the question."""
    return [f"Look for “{ballot.query}”, as a {ballot.topic} question."]


def votes_in_words(ballot: ClaimVotes, names: Names) -> list[str]:
    """Return a voter's ballot as lines: how many votes at each level, then each vote with its reason."""
    given = [vote.level for vote in ballot.votes.values()]
    told = [f"{given.count(level)} {LEVEL_WORDS[level]}" for level in LEVELS_ASKED if level in given]
    told += [f"{len(ballot.unread)} not read"] if ballot.unread else []
    lines = [", ".join(told) or "No votes."]
    for claim, vote in sorted(ballot.votes.items()):
        doubted = " Its quotation does not support it." if vote.supported == "no" else ""
        reason = vote.reason or "No reason was given."
        sure = "no confidence given" if vote.confidence is None else f"confidence {vote.confidence} of 10"
        lines.append(f"{names.get(claim, claim)}: {LEVEL_WORDS[vote.level]}, {sure}. {reason}{doubted}")
    return lines + [f"{names.get(claim, claim)}: not read, {why}." for claim, why in sorted(ballot.unread.items())]


def round_in_words(finding: ReviewRound, names: Names) -> list[str]:
    """Return a review round as lines: each member's pseudonym, then each review, then the members whose review could
    not be read."""
    lines = [f"{names.get(seat, seat)} is {advisor}." for seat, advisor in finding.advisors.items()]
    for review in finding.reviews:
        by, of = finding.advisors.get(review.by, review.by), finding.advisors.get(review.of, review.of)
        lines.append(f"{by} on {of}: sound: {review.strong} Weak: {review.weak}")
    return lines + [f"No review could be read from {names.get(seat, seat)}." for seat in finding.unread]


def whose(span: ClaimSource, names: Names) -> str:
    """Return the name of a passage's author, with a remark if it is from a review."""
    who = names.get(span.source, span.source)
    return f"{who} in a review" if span.source.startswith(ADVISOR) else who


def claims_in_words(finding: ClaimList, names: Names) -> list[str]:
    """Return a claim list as lines: the claims with their passages, then what was left out and why."""
    lines = []
    for claim in finding.claims:
        quoted = "; ".join(f"{whose(span, names)}: “{span.quote}”" for span in claim.spans)
        lines.append(f"{claim.id} ({KIND_WORDS[claim.kind]}): {claim.text} [{quoted}]")
    lines += [f"Left out: “{dropped.text}” {dropped.reason}" for dropped in finding.dropped]
    lines += [f"Merged: “{merged.text}” {merged.reason}" for merged in finding.merged]
    lines += [f"{pair.one} and {pair.other} cannot both be true, says the extractor." for pair in pairs_of(finding)]
    lines += [f"No claim was drawn from {names.get(seat, seat)}." for seat in finding.unclaimed]
    return lines + list(finding.shortfalls)


def pairs_of(claims: ClaimList) -> tuple[ClaimPair, ...]:
    """Return the pairs of claims that cannot both be true, according to the extractor."""
    return claims.contradicting or ()


def contradicted_in_words(claim: str, claims: ClaimList, tiers: Tiers) -> str:
    """Return a sentence that names the claims contradicting this claim; empty if there are none.

    Example:
        `Cannot both be true with claim-04 (REJECTED), says the extractor.`
    """
    tier_of = {tally.claim: tier_in_words(tally) for tally in tiers.claims}
    pairs = [pair for pair in pairs_of(claims) if claim in (pair.one, pair.other)]
    others = [pair.other if pair.one == claim else pair.one for pair in pairs]
    told = joined([f"{other} ({tier_of[other]})" for other in others], "or")
    return f"Cannot both be true with {told}, says the extractor." if others else ""


def tiers_in_words(finding: Tiers, names: Names) -> list[str]:
    """Return the result of a vote as lines: claims by tier, the quality of the votes, and the members who did not
    vote."""
    tallies = sorted(finding.claims, key=lambda tally: SHOWN_ORDER.index(tally.tier))
    lines = [f"{tally.claim}: {figures_of(tally)}; {confidence_of(tally)}" for tally in tallies]
    lines.append(borders_in_words(finding.bounds))
    lines += [calibrated_in_words(finding.bounds)] if finding.bounds.calibrated is not UNSET else []
    lines += weights_in_words(finding, names)
    lines.append(worth_of(finding, names))
    return [*lines, *missing_in_words(finding, names)]


THE_CLAIMS = "Vote on single claims"


def tiers_in_short(finding: Tiers) -> FindingSummary | None:
    """Return the number of claims in each tier, and how many of them a single ballot could change."""
    whole = len(finding.claims)
    if not whole:
        return None
    by_tier = {tier: sum(tally.tier == tier for tally in finding.claims) for tier in TIERS}
    open_ones = sum(tally.k == 0 for tally in finding.claims)
    told = {tier: f"{by_tier[tier] or 'none'} {tier.lower()}" for tier in TIERS if by_tier[tier] or tier == "HIGH"}
    contested = "CONTESTED" in told  # a dispute is part of the headline
    second = told.pop("CONTESTED" if contested else "MEDIUM", "")
    seal = f"{counted(whole, 'claim')}: {', '.join(filter(None, [told.pop('HIGH'), second]))}"
    facts = [told[tier] for tier in SHOWN_ORDER if tier in told]
    if open_ones:
        facts.append(f"{number(open_ones)} could change with the missing votes")
    firmness: Firmness = "narrow" if open_ones or contested else "plain"
    return FindingSummary(seal=seal, firmness=firmness, facts=tuple(facts), of=THE_CLAIMS)


def claim_answer_parts(finding: ClaimAnswer, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the answer composed by code contributes to the result: its text, and the voters' reasons for it."""
    minorities = {claim: _minority(votes)[1] for claim, votes in _votes_by_claim(ballots).items()}
    against = seats_in_words(voter for claim in finding.rests_on for voter in minorities.get(claim, ()))
    others = seats_in_words(
        voter for claim, voters in minorities.items() if claim not in finding.rests_on for voter in voters
    )
    told = f"{against or 'Nobody'} voted otherwise on these claims" + (f"; {others} did on others." if others else ".")
    return ResultParts(
        answer=finding.answer,
        body=finding.text or None,
        confidence=f"The answer rests on {counted(len(finding.rests_on), 'claim')}: {finding.confidence}."
        if finding.rests_on
        else "",
        disagreement=told if finding.rests_on and minorities else "",
        reasons=tuple(Reason(text=each.text, by=each.by, passage=each.passage) for each in finding.reasons),
        would_change=finding.would_change,
    )


def claim_list_parts(finding: ClaimList, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the claims contribute to the result: for each, who voted against it (or for it, if most voted against
    it), with a voter's reason. Recommendations come first, then claims with more votes in favour."""
    votes, found = _votes_by_claim(ballots), []
    for claim in finding.claims:
        verb, few, lead = _minority(votes.get(claim.id, {}))
        why = next((vote.reason for voter, vote in votes.get(claim.id, {}).items() if voter in few and vote.reason), "")
        if few:
            text = f"Voted {verb} “{' '.join(claim.text.split()).rstrip('.')}”."
            reason = Reason(text=text, by=tuple(few), passage=short_quote(why))
            found.append((claim.kind != "recommendation", -lead, reason))
    return ResultParts(dissent=tuple(reason for *_, reason in sorted(found, key=lambda each: each[:2]))[:MOST_DISSENT])


def _votes_by_claim(ballots: Mapping[str, Ballot]) -> dict[str, dict[str, ClaimVote]]:
    """Return each claim's votes, by voter."""
    votes: dict[str, dict[str, ClaimVote]] = {}
    for key, ballot in ballots.items():
        for claim, vote in ballot.votes.items() if isinstance(ballot, ClaimVotes) else ():
            votes.setdefault(claim, {})[event_keys.who_of(key).partition("#")[0]] = vote
    return votes


def _minority(votes: Mapping[str, ClaimVote]) -> tuple[str, list[str], int]:
    """Return how the fewer voted on a claim, who they are, and by how many votes it leads, below 0 if it is behind."""
    marks = {voter: VOTE_LEVELS.get(vote.level, 0) for voter, vote in votes.items()}
    favour, against = ([voter for voter, mark in marks.items() if mark * side > 0] for side in (1, -1))
    lead = len(favour) - len(against)
    return ("against", against, lead) if lead >= 0 else ("for", favour, lead)


def tiers_parts(finding: Tiers, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return the tiers' contribution to the result: an explanation of HIGH."""
    bounds = finding.bounds
    mean = "“approve” or better" if bounds.high_mean == 1 else f"{bounds.high_mean:g} or more (“approve” is 1)"
    return ResultParts(
        confidence=f"A claim is HIGH if its votes average {mean} and differ little." if finding.claims else ""
    )


def answer_in_words(finding: ClaimAnswer, names: Names) -> list[str]:
    """Return the answer that code composed as lines: its text, confidence, reasons, conditions and conflicts."""
    return [
        finding.answer,
        f"Confidence: {finding.confidence}.",
        *(f"For it: {line}" for line in reasons_in_words(finding.reasons, names)),
        *(f"Against it: {line}" for line in reasons_in_words(finding.dissent, names)),
        *([f"Risks that reached HIGH: {', '.join(finding.conditions)}."] if finding.conditions else []),
        *(f"{pair.one} and {pair.other} are both HIGH and cannot both be true." for pair in finding.conflicts),
        *(filled(line, names) for line in finding.would_change),
    ]


def reasons_in_words(reasons: Sequence[BallotReason], names: Names) -> list[str]:
    """Return each reason as a line, in the voter's own words, with the voter and the vote."""
    return [
        f"“{unformatted(one.text)}” ({names.get(one.by[0], one.by[0])} on {one.claim}: {LEVEL_WORDS[one.level]})"
        for one in reasons
    ]


def audit_in_words(finding: ProseAudit, names: Names) -> list[str]:
    """Return lines on the report's prose: who wrote it, who checked it, and how many sentences were removed.

    Example:
        `Of 6 sentences by the editor 5 are shown. Code left out 1. Answer 2 and Answer 3 judged the others: 0 left out,
        1 disputed.`
    """
    whole, gone = len(finding.sentences), sum(one.removed for one in finding.sentences)
    coded = sum(bool(one.fault) for one in finding.sentences)
    disputed = sum(one.disputed for one in finding.sentences)
    shown = f"Of {counted(whole, 'sentence')} by the editor {whole - gone} are shown."
    lines = [f"This report is by code alone. {finding.reason}" if finding.by == "code" else shown]
    if coded:
        lines.append(f"Code left out {coded}: figures, tiers or claims were other than in the votes.")
    if finding.auditors:
        who = joined([names.get(seat, seat) for seat in finding.auditors])
        lines.append(f"{who} judged {'the others' if coded else 'them'}: {gone - coded} left out, {disputed} disputed.")
    elif finding.by == "editor":
        lines.append("No voter judged them.")
    return lines


def figures_of(tally: ClaimTally) -> str:
    """Return a claim's tier, figures and counts of votes, in one line."""
    levels = {**tally.counts, ABSTAIN: tally.abstained}
    counts = ", ".join(f"{levels[level]} {LEVEL_WORDS[level]}" for level in LEVELS_ASKED if levels[level])
    if not tally.votes:
        return f"{tier_in_words(tally)}, no opinion was given"
    changed = "the same with any ballots" if tally.k is None else f"k* {'' if tally.k_exact else 'at least '}{tally.k}"
    equal = "" if tally.equal in (UNSET, tally.tier) else f" ({tally.equal} with equal votes)"
    doubted = f"; its quotation does not support it, say {tally.unsupported}" if tally.unsupported else ""
    return f"{tier_in_words(tally)}{equal}, mean {tally.mean:.2f}, sd {tally.sd:.2f}, {counts}; {changed}{doubted}"


def tier_in_words(tally: ClaimTally) -> str:
    """Return a claim's tier in words, with every other tier that missing votes could make.

    Example:
        `HIGH by 6 of 7 votes (MEDIUM if the missing voter rejects or strongly rejects)`
    """
    opinions = tally.asked - tally.missing - tally.abstained
    if opinions == tally.asked:
        return tally.tier
    if tally.missing == 1:
        others = [f"{tier} if the missing voter {_votes_so(levels)}" for tier, levels in tally.could_be.items()]
    else:
        others = [f"{tier} possible with the missing votes" for tier in [joined([*tally.could_be], "or")] if tier]
    beside = f" ({'; '.join(others)})" if others else ""
    return f"{tally.tier} by {opinions} of {tally.asked} votes{beside}"


def _votes_so(levels: Sequence[VoteLevel]) -> str:
    return joined(["is neutral" if level == "neutral" else f"{LEVEL_WORDS[level]}s" for level in levels], "or")


def confidence_of(tally: ClaimTally) -> str:
    """Return in words the voters' mean confidence in a claim, and the number of votes. Confidence never affects the
    result."""
    return f"mean confidence {tally.confidence:.1f} of 10, {counted(tally.votes, 'vote')}"


def worth_of(finding: Tiers, names: Names) -> str:
    """Return the quality of the votes in words: the number of voters, their agreement, and which of
    them voted alike.
    """
    alpha = "not defined" if finding.alpha is None else f"{finding.alpha:.2f}"
    alike = " ".join(alike_in(finding, names))
    return f"{counted(len(finding.voters), 'voter')}; Krippendorff's alpha {alpha}.{f' {alike}' if alike else ''}"


def alike_in(finding: Tiers, names: Names) -> list[str]:
    """Return a sentence for each pair of voters who gave the same vote on nearly all claims.

    The sentence gives no reason why the votes are alike.
    """
    return [
        f"{names.get(pair.one, pair.one)} and {names.get(pair.other, pair.other)} cast the same vote on "
        f"{round(pair.same * pair.claims)} of {counted(pair.claims, 'claim')}."
        for pair in finding.agreement
        if pair.claims >= ALIKE_FROM and pair.same >= ALIKE_SHARE
    ]


def could_in_words(tiers: Tiers) -> list[str]:
    """Return sentences on the claims that could have another tier if no vote were missing; empty if there are none."""
    could = {tier: [tally.claim for tally in tiers.claims if tier in tally.could_be] for tier in TIERS}
    told = [f"{', '.join(claims)} could be {tier}" for tier, claims in could.items() if claims]
    return [f"With the missing votes, {'; '.join(told)}."] if told else []


def missing_in_words(tiers: Tiers, names: Names) -> list[str]:
    """Return lines on the members who did not vote, and on single votes that could not be read, with the reasons."""
    lines = [silence_of(voter, names) for voter in tiers.silent]
    for seat in dict.fromkeys(gap.seat for gap in tiers.gaps):
        lost = [gap for gap in tiers.gaps if gap.seat == seat]
        told = "; ".join(f"{gap.claim}: {gap.why}" for gap in lost)
        lines.append(f"{counted(len(lost), 'vote')} of {names.get(seat, seat)} could not be read ({told}).")
    return lines


def silence_of(voter: SilentVoter, names: Names) -> str:
    """Return a sentence that a member's votes are missing, and for how many consecutive sessions."""
    what = "did not vote" if voter.how == "missing" else "cast a ballot that could not be read"
    again = "" if voter.streak < 2 else f", for {voter.streak} sessions in a row"
    return f"{names.get(voter.seat, voter.seat)} {what}{again}."


def tier_counts(tallies: Sequence[ClaimTally]) -> dict[Tier, int]:
    """Return the number of claims in each tier."""
    return {tier: sum(tally.tier == tier for tally in tallies) for tier in TIERS}


def controls_in_words(finding: ControlClaims, names: Names) -> list[str]:
    """Return lines on the control claims: how many had the expected votes, then who missed which.

    The claims' texts appear only in the transcript.
    """
    lines = [controls_in_short(finding)]
    for claim in finding.claims:
        missed = ", ".join(names.get(seat, seat) for seat in claim.misses) or "nobody"
        lines.append(f"A claim whose truth is known: missed by {missed}, of {len(claim.hits) + len(claim.misses)}.")
    return lines


def controls_in_short(finding: ControlClaims) -> str:
    """Return a sentence that control claims do not count in the result, and how many of them had the expected votes."""
    were = "was" if len(finding.claims) == 1 else "were"
    good = sum(claim.expected for claim in finding.claims)
    return f"{counted(len(finding.claims), 'control claim')} {were} voted on and left out: {good} as expected."


def prose_in_words(ballot: ReportProse, names: Names) -> list[str]:
    """Return an editor's prose as lines: the number of sentences, then each with the claims it names."""
    written = [*ballot.answer, *ballot.summary]
    lines = [f"Wrote {counted(len(written), 'sentence')}."]
    return lines + [f"{one.text} [{', '.join(ref.claim for ref in one.rests_on) or 'no claim'}]" for one in written]


def audited_in_words(ballot: ProseCheck, names: Names) -> list[str]:
    """Return an auditor's ballot as lines: how many sentences follow from the votes, then the objections."""
    given = [check.follows for check in ballot.sentences.values()]
    lines = [f"{given.count('yes')} of {counted(len(given), 'sentence')} follow from the votes."]
    objections = {name: check for name, check in ballot.sentences.items() if check.follows != "yes"}
    return lines + [f"{names.get(name, name)}: {check.follows}. {check.figure}" for name, check in objections.items()]


def borders_in_words(bounds: TierBounds) -> str:
    """Return the rules by which a claim gets its tier, in a line."""
    split = (
        ""
        if bounds.contested_split is UNSET
        else f", or at least {100 * bounds.contested_split:g} % of the votes on either side"
    )
    return (
        f"HIGH: mean at least {bounds.high_mean:g} and deviation below {bounds.high_sd:g}; CONTESTED: deviation at "
        f"least {bounds.contested_sd:g}{split}; REJECTED: mean below {bounds.rejected_mean:g}; else MEDIUM. "
        f"MEDIUM also with fewer than {bounds.least_votes} opinions, or from no more than half of the members."
    )


def calibrated_in_words(bounds: TierBounds) -> str:
    """Return a sentence on the source of the borders between tiers."""
    if bounds.calibrated is not UNSET:
        return f"Tiers are cut by a calibration: {bounds.calibrated}."
    published = TierBounds(least_votes=bounds.least_votes)
    return "Tiers are cut as published, never calibrated." if bounds == published else "Tiers are cut by options."


def weights_in_words(finding: Tiers, names: Names) -> list[str]:
    """Return lines on the votes' weights and the tiers they change; empty if all weigh the same."""
    if finding.weights is UNSET:
        return []
    told = ", ".join(f"{names.get(seat, seat)} {weight:.2f}" for seat, weight in finding.weights.items())
    return [
        f"Votes weigh by how often earlier ballots of their voters could be read: {told}.",
        *(
            f"{tally.claim}: {tally.tier}; {tally.equal} with equal votes."
            for tally in finding.claims
            if tally.equal not in (UNSET, tally.tier)
        ),
    ]


def by_id(claims: Sequence[Claim]) -> dict[str, Claim]:
    """Return a mapping from each claim's id to the claim."""
    return {claim.id: claim for claim in claims}


FINDINGS: dict[type[Any], Heading] = {
    ReviewRound: Heading("Reviews", round_in_words),
    ClaimList: Heading("Claims and the passages they rest on", claims_in_words, parts=claim_list_parts),
    Tiers: Heading("Claims by tier", tiers_in_words, brief=tiers_in_short, parts=tiers_parts),
    ControlClaims: Heading("Control claims", controls_in_words),
    ClaimAnswer: Heading("What the votes answer", answer_in_words, first=True, parts=claim_answer_parts),
    ProseAudit: Heading("Audit of the report", audit_in_words, first=True),
}
"""Heading and formatter of each class of finding."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {
    ReviewBallot: reviews_in_words,
    ClaimDrafts: drafts_in_words,
    ClaimRelations: relations_in_words,
    SearchPlan: search_in_words,
    ClaimVotes: votes_in_words,
    ReportProse: prose_in_words,
    ProseCheck: audited_in_words,
}
"""Formatter of each class of ballot."""
