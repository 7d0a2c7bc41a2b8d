"""Choose the claims to vote on from those an extractor wrote.

A claim needs at least one passage that occurs word for word in the opinion or review it names. Claims in the same words
are merged, and so are those the extractor calls the same. Everything left out is listed with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import ClaimPair, ClaimRelations, ClaimSource, DraftClaim
from moot.protocols.claim_vote.findings import Claim, ClaimList, DroppedClaim
from moot.reading.quotations import occurs_in

StandsIn = Callable[[str, str], bool]
"""Type of functions that return whether a text contains a passage."""

PUNCTUATION = ".,;:!?…\"'“”‘’«»()[]"
"""Characters that are ignored at either end of a word."""
NOT_COMPARED = (
    "The extractor did not say in a form that could be read which claims say the same, which contradict each other and "
    "which are about the vote: claims in other words are not merged, and contradictions are not shown."
)


class Candidates(Struct, frozen=True, kw_only=True):
    """Claims of an extractor whose passages were found in the texts, before equal claims are merged."""

    claims: tuple[Claim, ...]
    """The claims in the order written, without duplicates."""
    dropped: tuple[DroppedClaim, ...] = ()
    """Claims without a valid passage, and passages that occur in no text."""
    merged: tuple[DroppedClaim, ...] = ()
    """Claims with the same wording as another claim."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the claims' ids, in order."""
        return tuple(claim.id for claim in self.claims)


def claim_id(number: int) -> str:
    """Return the id of the claim with this number: `claim-01`."""
    return f"claim-{number:02d}"


def same_words(text: str) -> str:
    """Return a text normalised for comparison: case, spaces and punctuation at the ends of words do not count.

    Example:
        `same_words("Buy the plant now.") == same_words("buy the  plant, now")`
    """
    return " ".join(filter(None, (word.strip(PUNCTUATION) for word in text.casefold().split())))


def candidates_from(drafts: Sequence[DraftClaim], texts: Mapping[str, str], stands_in: StandsIn) -> Candidates:
    """Return the extracted claims that have a passage in one of the texts, and the other claims with the reason for
    leaving them out.

    Args:
        drafts: The extracted claims, in order.
        texts: Opinions by seat and reviews by pseudonym, as shown to the extractor. A claim may be based on a review
            alone: what reviewers miss in every opinion.
        stands_in: Returns whether a text contains a passage.
    """
    found: dict[tuple[str, str], Claim] = {}
    dropped: list[DroppedClaim] = []
    merged: list[DroppedClaim] = []
    for draft in drafts:
        spans: list[ClaimSource] = []
        for span in dict.fromkeys(draft.spans):
            if stands_in(span.quote, texts.get(span.source, "")):
                spans.append(span)
            else:
                dropped.append(
                    DroppedClaim(text=span.quote, reason="does not stand in the text it is said to be from.")
                )
        if not spans:
            dropped.append(DroppedClaim(text=draft.text, reason="rests on no passage of an opinion or review."))
            continue
        words = (draft.kind, same_words(draft.text))
        claim = Claim(id=claim_id(len(found) + 1), text=draft.text.strip(), kind=draft.kind, spans=tuple(spans))
        if words in found:
            found[words] = _with_spans(found[words], claim)
            merged.append(
                DroppedClaim(text=claim.text, reason=f"says what “{found[words].text}” says, in the same words.")
            )
        else:
            found[words] = claim
    return Candidates(claims=tuple(found.values()), dropped=tuple(dropped), merged=tuple(merged))


def claims_from(
    candidates: Candidates, relations: ClaimRelations | None, *, most: int, opinions: Sequence[str]
) -> ClaimList:
    """Return the list of claims to vote on: candidates that the extractor calls equal are merged, and at most `most`
    are kept.

    Args:
        candidates: The claims.
        relations: Which claims the extractor calls equal or contradictory; `None` if it gave no answer, and then none
            are merged.
        most: Maximum number of claims to vote on. A risk replaces another kind if there is none yet.
        opinions: Seats that gave an opinion.
    """
    told = relations or ClaimRelations()
    said = {claim.id: [one.words for one in told.on_the_vote if one.claim == claim.id] for claim in candidates.claims}
    refused = [claim for claim in candidates.claims if any(occurs_in(words, claim.text) for words in said[claim.id])]
    candidates = replace(candidates, claims=tuple(claim for claim in candidates.claims if claim not in refused))
    stands_for = _merged(candidates, told)
    kept: dict[str, Claim] = {}
    dropped, merged = list(candidates.dropped), list(candidates.merged)
    dropped += [DroppedClaim(text=claim.text, reason="is about the council or its vote.") for claim in refused]
    for claim in candidates.claims:
        root = stands_for[claim.id]
        if root in kept:
            kept[root] = _with_spans(kept[root], claim)
            merged.append(
                DroppedClaim(text=claim.text, reason=f"says what “{kept[root].text}” says, by the extractor.")
            )
        elif root != claim.id:
            merged.append(DroppedClaim(text=claim.text, reason="says what a claim says that is not voted on."))
        elif len(kept) < most:
            kept[root] = claim
        elif claim.kind == "risk" and not any(one.kind == "risk" for one in kept.values()):
            _, last = kept.popitem()
            dropped.append(
                DroppedClaim(text=last.text, reason=f"made room for a risk; at most {most} claims are voted on.")
            )
            kept[root] = claim
        else:
            dropped.append(DroppedClaim(text=claim.text, reason=f"came after the {most} claims that are voted on."))
    numbered = {root: claim_id(number) for number, root in enumerate(kept, start=1)}
    quoted = {span.source for claim in kept.values() for span in claim.spans}
    return ClaimList(
        claims=tuple(replace(claim, id=numbered[root]) for root, claim in kept.items()),
        dropped=tuple(dropped),
        merged=tuple(merged),
        contradicting=None if relations is None else _contradicting(relations, stands_for, numbered),
        unclaimed=tuple(seat for seat in opinions if seat not in quoted),
    )


def lacking(claims: Sequence[Claim], least: int) -> tuple[str, ...]:
    """Return in words what a list of claims lacks: enough claims, if there are fewer than `least`, or a claim on a
    risk."""
    lines = []
    if len(claims) < least:
        lines.append(f"Only {len(claims)} of at least {least} claims could be drawn from the opinions.")
    if not any(claim.kind == "risk" for claim in claims):
        lines.append("No risk could be drawn from the opinions.")
    return tuple(lines)


def _merged(candidates: Candidates, relations: ClaimRelations) -> dict[str, str]:
    """Map each claim's id to the id of the first claim with the same meaning.

    Claims of different kinds, and claims that also contradict each other, are not merged.
    """
    kinds = {claim.id: claim.kind for claim in candidates.claims}
    opposed = {frozenset((pair.one, pair.other)) for pair in relations.contradicting}
    stands_for = {claim: claim for claim in kinds}
    for pair in relations.same:
        both = frozenset((pair.one, pair.other))
        if both <= kinds.keys() and kinds[pair.one] == kinds[pair.other] and both not in opposed:
            first, second = sorted((stands_for[pair.one], stands_for[pair.other]))
            stands_for = {claim: first if root == second else root for claim, root in stands_for.items()}
    return stands_for


def _contradicting(
    relations: ClaimRelations, stands_for: Mapping[str, str], numbered: Mapping[str, str]
) -> tuple[ClaimPair, ...]:
    """Return the contradicting pairs among the claims that are voted on, by their ids."""
    found: dict[tuple[str, str], ClaimPair] = {}
    for pair in relations.contradicting:
        ids = sorted({numbered.get(stands_for.get(claim, ""), "") for claim in (pair.one, pair.other)})
        if len(ids) == 2 and all(ids):
            found[ids[0], ids[1]] = ClaimPair(one=ids[0], other=ids[1])
    return tuple(found[pair] for pair in sorted(found))


def _with_spans(claim: Claim, other: Claim) -> Claim:
    return replace(claim, spans=tuple(dict.fromkeys((*claim.spans, *other.spans))))
