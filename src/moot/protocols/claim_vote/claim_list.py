"""Which of the claims an extractor wrote are put to the vote?

Those with at least one passage that stands word for word in the opinion or review it names, said once, and no more than
asked for. Everything else is listed with the reason: nothing an extractor wrote disappears.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from moot.protocols.claim_vote.ballots import DraftClaim, Span
from moot.protocols.claim_vote.findings import Claim, ClaimList, Dropped
from moot.protocols.claim_vote.merging import first_alike

StandsIn = Callable[[str, str], bool]
"""Whether a passage stands in a text."""


def claim_id(number: int) -> str:
    """The id of the Nth claim."""
    return f"claim-{number:02d}"


def claims_from(
    drafts: Sequence[DraftClaim],
    opinions: Mapping[str, str],
    stands_in: StandsIn,
    *,
    most: int,
    reviews: Mapping[str, str] | None = None,
) -> ClaimList:
    """The claims of one or several extractions, in the order written; `opinions`, by seat, and `reviews`, by pseudonym,
    as the extractor was shown them. A claim may rest on a review alone: what reviewers miss in every opinion.
    """
    texts = {**(reviews or {}), **opinions}
    claims: list[Claim] = []
    dropped: list[Dropped] = []
    merged: list[Dropped] = []
    for draft in drafts:
        spans: list[Span] = []
        for span in dict.fromkeys(draft.spans):
            if stands_in(span.quote, texts.get(span.source, "")):
                spans.append(span)
            else:
                dropped.append(Dropped(text=span.quote, reason="does not stand in the text it is said to be from."))
        if not spans:
            dropped.append(Dropped(text=draft.text, reason="rests on no passage of an opinion or review."))
            continue
        claim = Claim(id=claim_id(len(claims) + 1), text=draft.text.strip(), kind=draft.kind, spans=tuple(spans))
        place = first_alike(claim, claims)
        if place is not None:
            kept = claims[place]
            claims[place] = Claim(id=kept.id, text=kept.text, kind=kept.kind, spans=_joined(kept.spans, claim.spans))
            merged.append(Dropped(text=claim.text, reason=f"says what {kept.id} says."))
        elif len(claims) >= most and claim.kind == "risk" and not any(one.kind == "risk" for one in claims):
            last = claims.pop()
            dropped.append(Dropped(text=last.text, reason=f"made room for a risk; at most {most} claims are voted on."))
            claims.append(Claim(id=last.id, text=claim.text, kind=claim.kind, spans=claim.spans))
        elif len(claims) >= most:
            dropped.append(Dropped(text=claim.text, reason=f"came after the {most} claims that are voted on."))
        else:
            claims.append(claim)
    quoted = {span.source for claim in claims for span in claim.spans}
    return ClaimList(
        claims=tuple(claims),
        dropped=tuple(dropped),
        merged=tuple(merged),
        unclaimed=tuple(seat for seat in opinions if seat not in quoted),
    )


def lacking(claims: ClaimList, least: int) -> tuple[str, ...]:
    """What the list still lacks, in words."""
    lines = []
    if len(claims.claims) < least:
        lines.append(f"Only {len(claims.claims)} of at least {least} claims could be drawn from the opinions.")
    if not any(claim.kind == "risk" for claim in claims.claims):
        lines.append("No risk could be drawn from the opinions.")
    return tuple(lines)


def _joined(spans: Sequence[Span], more: Sequence[Span]) -> tuple[Span, ...]:
    return tuple(dict.fromkeys((*spans, *more)))
