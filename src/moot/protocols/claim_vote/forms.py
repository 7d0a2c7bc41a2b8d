"""How are reviews of opinions, claims drawn from them and votes on claims asked for and read?"""

from __future__ import annotations

from moot.protocols.claim_vote.ballots import (
    CLAIM_KINDS,
    LEVELS_ASKED,
    VOTE_LEVELS,
    ClaimDrafts,
    ClaimVotes,
    Reviews,
)  # fmt: skip
from moot.protocols.claim_vote.votes.reading import VotesKind
from moot.reading.forms.fields import LabelOrName, OneOf, Whole, Words
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Many

MOST_CLAIMS = 30
MOST_SPANS = 4
REVIEWERS = "reviewers"
"""The names of those whose reviews may be quoted."""
LEVELS_COUNT = (
    f"they count {', '.join(f'{value:+d}' for value in VOTE_LEVELS.values())}, and an abstention is no opinion"
)

KINDS = (
    FormKind(
        Reviews,
        {
            "reviews": Each(
                {
                    "strong": Words(600, "what is sound and useful in it", least=1),
                    "weak": Words(600, "what is wrong, missing or unsupported in it", least=1),
                }
            )
        },
    ),
    FormKind(
        ClaimDrafts,
        {
            "claims": Many(
                {
                    "text": Words(300, "one statement that can be voted on by itself", least=1),
                    "kind": OneOf(CLAIM_KINDS),
                    "spans": Many(
                        {
                            "source": LabelOrName(REVIEWERS, "the answer, or the review, it is quoted from"),
                            "quote": Words(400, "copied from that text letter by letter", least=1),
                        },
                        1,
                        MOST_SPANS,
                    ),
                },
                1,
                MOST_CLAIMS,
            )
        },
    ),
    VotesKind(
        ClaimVotes,
        {
            "votes": Each(
                {
                    "level": OneOf(LEVELS_ASKED, LEVELS_COUNT),
                    "confidence": Whole(0, 10, "how sure you are"),
                    "reason": Words(300, "one sentence", least=1),
                }
            )
        },
    ),
)
"""One form for each ballot."""
