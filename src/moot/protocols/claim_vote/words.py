"""Format the ballots and findings of a claim vote."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from moot.protocols.claim_vote.ballots import (
    ABSTAIN,
    ADVISOR,
    LEVELS_ASKED,
    ClaimDrafts,
    ClaimPair,
    ClaimRelations,
    ClaimSource,
    ClaimVote,
    ClaimVotes,
    ReportForm,
    ReviewBallot,
    SearchPlan,
    VoteLevel,
)
from moot.protocols.claim_vote.findings import (
    TIERS,
    Claim,
    ClaimList,
    ClaimTally,
    ControlClaims,
    EditorCheck,
    ReviewRound,
    SilentVoter,
    Tier,
    Tiers,
)
from moot.protocols.claim_vote.votes.rule_words import borders_in_words, calibrated_in_words, weights_in_words
from moot.vocabulary.words.headings import FindingSummary, Heading, Names, counted, joined
from moot.vocabulary.words.leads import number

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
SHOWN_ORDER: tuple[Tier, ...] = ("HIGH", "MEDIUM", "CONTESTED", "REJECTED")


def reviews_in_words(ballot: ReviewBallot, names: Names) -> list[str]:
    """Return the number of reviews, then a line for each."""
    lines = [f"Reviewed {counted(len(ballot.reviews), 'opinion')}."]
    for seat, review in ballot.reviews.items():
        lines.append(f"{names.get(seat, seat)}: sound: {review.strong} Weak: {review.weak}")
    return lines


def drafts_in_words(ballot: ClaimDrafts, names: Names) -> list[str]:
    """Return the number of claims, then a line for each."""
    lines = [f"Drew {counted(len(ballot.claims), 'claim')}."]
    for draft in ballot.claims:
        quoted = "; ".join(f"{whose(span, names)}: “{span.quote}”" for span in draft.spans)
        lines.append(f"{KIND_WORDS[draft.kind].capitalize()}: {draft.text} ({quoted})")
    return lines


def relations_in_words(ballot: ClaimRelations, names: Names) -> list[str]:
    """Return the number of pairs with the same meaning and of contradictions, then each pair."""
    lines = [f"Named {counted(len(ballot.same), 'pair')} of the same and {len(ballot.contradicting)} contradicting."]
    lines += [f"The same: {pair.one} and {pair.other}." for pair in ballot.same]
    return lines + [f"Contradicting: {pair.one} and {pair.other}." for pair in ballot.contradicting]


def search_in_words(ballot: SearchPlan, names: Names) -> list[str]:
    """Return the search query and the kind of question."""
    return [f"Look for “{ballot.query}”, as a {ballot.topic} question."]


def votes_in_words(ballot: ClaimVotes, names: Names) -> list[str]:
    """Return one line with the number of votes at each level, then a line per vote with its reason."""
    given = [vote.level for vote in ballot.votes.values()]
    told = [f"{given.count(level)} {LEVEL_WORDS[level]}" for level in LEVELS_ASKED if level in given]
    told += [f"{len(ballot.unread)} not read"] if ballot.unread else []
    lines = [", ".join(told) or "No votes."]
    for claim, vote in sorted(ballot.votes.items()):
        lines.append(f"{names.get(claim, claim)}: {LEVEL_WORDS[vote.level]}, {sureness_of(vote)}. {reason_of(vote)}")
    return lines + [f"{names.get(claim, claim)}: not read, {why}." for claim, why in sorted(ballot.unread.items())]


def sureness_of(vote: ClaimVote) -> str:
    """Return the stated confidence, as the voter gave it."""
    if vote.confidence is None:
        return f"confidence not read from “{vote.stated}”" if vote.stated else "no confidence given"
    return f"confidence {vote.confidence} of 10" + (f", read from “{vote.stated}”" if vote.stated else "")


def reason_of(vote: ClaimVote) -> str:
    """Return the reason, or that none is given."""
    return vote.reason or "No reason was given."


def round_in_words(finding: ReviewRound, names: Names) -> list[str]:
    """Return the pseudonyms, then every remark."""
    lines = [f"{names.get(seat, seat)} is {advisor}." for seat, advisor in finding.advisors.items()]
    for review in finding.reviews:
        by, of = finding.advisors.get(review.by, review.by), finding.advisors.get(review.of, review.of)
        lines.append(f"{by} on {of}: sound: {review.strong} Weak: {review.weak}")
    return lines + [f"No review could be read from {names.get(seat, seat)}." for seat in finding.unread]


def whose(span: ClaimSource, names: Names) -> str:
    """Return the author of a passage, and whether it is from a review."""
    who = names.get(span.source, span.source)
    return f"{who} in a review" if span.source.startswith(ADVISOR) else who


def claims_in_words(finding: ClaimList, names: Names) -> list[str]:
    """Return the claims with their passages, then what was left out and why."""
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
    """Return the pairs of claims that cannot both be true, by the extractor."""
    return claims.contradicting or ()


def contradicted_in_words(claim: str, claims: ClaimList, tiers: Tiers) -> str:
    """Describe which claims cannot be true together with one; empty if there is none.

    Example:
        `Cannot both be true with claim-04 (REJECTED), says the extractor.`
    """
    tier_of = {tally.claim: tier_in_words(tally) for tally in tiers.claims}
    pairs = [pair for pair in pairs_of(claims) if claim in (pair.one, pair.other)]
    others = [pair.other if pair.one == claim else pair.one for pair in pairs]
    told = joined([f"{other} ({tier_of[other]})" for other in others], "or")
    return f"Cannot both be true with {told}, says the extractor." if others else ""


def tiers_in_words(finding: Tiers, names: Names) -> list[str]:
    """Return every claim by tier, then the quality of the votes and the silent members."""
    lines = []
    for tier in SHOWN_ORDER:
        lines += [
            f"{tally.claim}: {figures_of(tally)}; {confidence_of(tally)}"
            for tally in finding.claims
            if tally.tier == tier
        ]
    lines.append(
        borders_in_words(finding.bounds)
        if len(finding.voters) != 1
        else "Only one member voted, so every claim is MEDIUM: nobody agreed or disagreed with anybody."
    )
    lines += [calibrated_in_words(finding.bounds)] if finding.bounds.calibrated is not UNSET else []
    lines += weights_in_words(finding, names)
    lines.append(worth_of(finding, names))
    for pair in finding.agreement:
        like = "" if pair.likeness is None else f", likeness {pair.likeness:+.2f}"
        lines.append(
            f"{names.get(pair.one, pair.one)} and {names.get(pair.other, pair.other)}: the same vote on "
            f"{100 * pair.same:.0f} %, the same side on {100 * pair.same_side:.0f} % of "
            f"{counted(pair.claims, 'claim')}{like}."
        )
    return [*lines, *missing_in_words(finding, names)]


THE_CLAIMS = "Vote on single claims"


def tiers_in_short(finding: Tiers) -> FindingSummary | None:
    """Return the number of claims in each tier, and how many of them a single ballot could change."""
    whole = len(finding.claims)
    if not whole:
        return None
    if not any(tally.votes for tally in finding.claims):
        seal = f"{counted(whole, 'claim')}: no vote counted"
        return FindingSummary(seal=seal, firmness="narrow", of=THE_CLAIMS)
    by_tier = {tier: sum(tally.tier == tier for tally in finding.claims) for tier in TIERS}
    open_ones = sum(tally.k == 0 for tally in finding.claims)
    hanging = sum(tally.k == 1 for tally in finding.claims)
    high, medium, contested = by_tier["HIGH"] or "none", by_tier["MEDIUM"], by_tier["CONTESTED"]
    if contested:  # a dispute is part of the headline
        seal = f"{counted(whole, 'claim')}: {high} high, {contested} contested"
    elif medium:
        seal = f"{counted(whole, 'claim')}: {high} high, {medium} medium"
    else:
        seal = f"{counted(whole, 'claim')}: {high} high"
    beside: tuple[Tier, ...] = ("MEDIUM", "REJECTED") if contested else ("REJECTED",)
    facts = [f"{by_tier[tier]} {tier.lower()}" for tier in beside if by_tier[tier]]
    if open_ones:
        facts.append(f"{number(open_ones)} could change with the missing votes")
    if hanging:
        facts.append(f"{number(hanging)} {'hangs' if hanging == 1 else 'hang'} on one ballot")
    return FindingSummary(
        seal=seal,
        firmness="narrow" if open_ones or contested else "plain",
        facts=tuple(facts),
        about="The members voted on single claims.",
        of=THE_CLAIMS,
    )


def check_in_words(finding: EditorCheck) -> str:
    """Describe the author of the summary and what of it was left out.

    Example:
        `The summary is the editor's, and nobody checked its words. 2 sentences of the editor were left out: they name
        no claim.`
    """
    lines = [
        "The summary and the notes are the editor's, and nobody checked their words."
        if finding.by == "editor"
        else f"This report is by code alone. {finding.reason}"
    ]
    for gone, why in ((finding.unnamed, "no claim"), (finding.unknown, "a claim that does not exist")):
        if gone:
            were, name = ("was", "it names") if gone == 1 else ("were", "they name")
            lines.append(f"{counted(gone, 'sentence')} of the editor {were} left out: {name} {why}.")
    return " ".join(lines)


def figures_of(tally: ClaimTally) -> str:
    """Return tier, figures and counts of one claim in a line."""
    levels = {**tally.counts, ABSTAIN: tally.abstained}
    counts = ", ".join(f"{levels[level]} {LEVEL_WORDS[level]}" for level in LEVELS_ASKED if levels[level])
    if not tally.votes:
        return f"{tier_in_words(tally)}, no opinion was given"
    changed = "the same with any ballots" if tally.k is None else f"k* {'' if tally.k_exact else 'at least '}{tally.k}"
    equal = "" if tally.equal in (UNSET, tally.tier) else f" ({tally.equal} with equal votes)"
    return f"{tier_in_words(tally)}{equal}, mean {tally.mean:.2f}, sd {tally.sd:.2f}, {counts}; {changed}"


def tier_in_words(tally: ClaimTally) -> str:
    """Return the tier, and beside it every other tier that missing votes could make.

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
    """Return the voters' mean confidence, which is never counted, and the number of votes."""
    return f"mean confidence {tally.confidence:.1f} of 10, {counted(tally.votes, 'vote')}"


def worth_of(finding: Tiers, names: Names) -> str:
    """Describe the number of voters, their agreement, and which of them voted alike."""
    alpha = "not defined" if finding.alpha is None else f"{finding.alpha:.2f}"
    alike = " ".join(alike_in(finding, names))
    return f"{counted(len(finding.voters), 'voter')}; Krippendorff's alpha {alpha}.{f' {alike}' if alike else ''}"


def alike_in(finding: Tiers, names: Names) -> list[str]:
    """Return the pairs that voted alike, in words."""
    return [
        f"{names.get(pair.one, pair.one)} and {names.get(pair.other, pair.other)} cast the same vote on "
        f"{_of(pair.same, pair.claims)}."
        for pair in finding.alike
    ]


def could_in_words(tiers: Tiers) -> list[str]:
    """Describe which claims could have which other tier with the missing votes, in a sentence."""
    could = {tier: [tally.claim for tally in tiers.claims if tier in tally.could_be] for tier in TIERS}
    told = [f"{', '.join(claims)} could be {tier}" for tier, claims in could.items() if claims]
    return [f"With the missing votes, {'; '.join(told)}."] if told else []


def abstained_in_words(tiers: Tiers) -> list[str]:
    """Describe that most voters abstained on most claims: `3 of 4 voters abstained on every claim.`"""
    few = [tally for tally in tiers.claims if 2 * tally.abstained > tally.asked]
    if 2 * len(few) <= len(tiers.claims):
        return []
    least, most = (of(tally.abstained for tally in few) for of in (min, max))
    where = "every claim" if len(few) == len(tiers.claims) else f"{len(few)} of {len(tiers.claims)} claims"
    return [f"{'' if least == most else 'At least '}{least} of {few[0].asked} voters abstained on {where}."]


def missing_in_words(tiers: Tiers, names: Names) -> list[str]:
    """Describe the members who did not vote, and every member's unread votes with the reasons."""
    lines = [silence_of(voter, names) for voter in tiers.silent]
    for seat in dict.fromkeys(gap.seat for gap in tiers.gaps):
        lost = [gap for gap in tiers.gaps if gap.seat == seat]
        told = "; ".join(f"{gap.claim}: {gap.why}" for gap in lost)
        lines.append(f"{counted(len(lost), 'vote')} of {names.get(seat, seat)} could not be read ({told}).")
    return lines


def silence_of(voter: SilentVoter, names: Names) -> str:
    """Describe that a member's votes are missing, and for how many sessions."""
    what = "did not vote" if voter.how == "missing" else "cast a ballot that could not be read"
    again = "" if voter.streak < 2 else f", for the {ordinal(voter.streak)} session in a row"
    return f"{names.get(voter.seat, voter.seat)} {what}{again}."


def tier_counts(tallies: Sequence[ClaimTally]) -> dict[Tier, int]:
    """Count the claims in each tier."""
    return {tier: sum(tally.tier == tier for tally in tallies) for tier in TIERS}


def controls_in_words(finding: ControlClaims, names: Names) -> list[str]:
    """Return how many were as expected, then who missed which. Their texts appear only in the transcript."""
    lines = [controls_in_short(finding)]
    for claim in finding.claims:
        missed = ", ".join(names.get(seat, seat) for seat in claim.misses) or "nobody"
        lines.append(f"A claim whose truth is known: missed by {missed}, of {len(claim.hits) + len(claim.misses)}.")
    return lines


def controls_in_short(finding: ControlClaims) -> str:
    """Describe that they were left out, and how many were as expected."""
    were = "was" if len(finding.claims) == 1 else "were"
    good = sum(claim.expected for claim in finding.claims)
    return f"{counted(len(finding.claims), 'control claim')} {were} voted on and left out: {good} as expected."


def form_in_words(ballot: ReportForm, names: Names) -> list[str]:
    """Return the extent of the form, then every sentence with the claims it names."""
    told = [counted(len(ballot.summary), "sentence") + " of a summary"] if ballot.summary else []
    told += [counted(len(ballot.notes), "note")] if ballot.notes else []
    lines = [f"Wrote {' and '.join(told)}."]
    lines += [f"{part.text} [{', '.join(part.claims) or 'no claim'}]" for part in ballot.summary]
    return lines + [f"Note beside {note.claim}: {note.text}" for note in ballot.notes]


def by_id(claims: Sequence[Claim]) -> dict[str, Claim]:
    """Return claims by their id."""
    return {claim.id: claim for claim in claims}


def _of(same: int, claims: int) -> str:
    return f"all {counted(claims, 'claim')}" if same == claims else f"{same} of {counted(claims, 'claim')}"


def ordinal(number: int) -> str:
    """Return the ordinal: `1st`, `2nd`, `11th`, `22nd`."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


FINDINGS: dict[type[Any], Heading] = {
    ReviewRound: Heading("Reviews", round_in_words),
    ClaimList: Heading("Claims and the passages they rest on", claims_in_words),
    Tiers: Heading("Claims by tier", tiers_in_words, first=True, brief=tiers_in_short),
    ControlClaims: Heading("Control claims", controls_in_words),
    EditorCheck: Heading("Who wrote the report", lambda finding, names: [check_in_words(finding)], first=True),
}
"""Heading and text of each class of finding."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {
    ReviewBallot: reviews_in_words,
    ClaimDrafts: drafts_in_words,
    ClaimRelations: relations_in_words,
    SearchPlan: search_in_words,
    ClaimVotes: votes_in_words,
    ReportForm: form_in_words,
}
"""Text of each ballot."""
