"""Forms of a claim vote: the search plan, reviews, claims, their relations, votes, prose, and its audit."""

from __future__ import annotations

from collections.abc import Mapping

from moot.protocols.claim_vote.ballots import (
    CLAIM_KINDS,
    FIGURES,
    FOLLOWS,
    LEVELS_ASKED,
    SUPPORTED,
    TOPICS,
    VOTE_LEVELS,
    ClaimDrafts,
    ClaimRelations,
    ClaimVotes,
    ProseCheck,
    ReportProse,
    ReviewBallot,
    SearchPlan,
)
from moot.protocols.claim_vote.findings import TIERS
from moot.protocols.claim_vote.votes.reading import VotesKind
from moot.reading.forms.fields import (
    FormField,
    LabelOrName,
    NumberField,
    OneOf,
    Scope,
    TextField,
    WholeNumberField,
    plain,
)
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Many

MOST_CLAIMS = 30
MOST_SPANS = 4
REVIEWERS = "reviewers"
"""Name of the form parameter for the reviewers who may be quoted, known only at run time."""
CLAIMS = "claims"
"""Name of the form parameter for the ids of the claims that were voted on, known only at run time."""
MOST_PARTS = 12
"""Maximum number of sentences in a summary."""

MOST_ANSWER = 3
"""Maximum number of sentences in an answer."""
COUNTED = "counted"
"""Name of the form parameter for the claims' ids and `WHOLE`, known only at run time."""
WHOLE = "all"
"""Value that means the whole vote where a form asks for a claim."""
MOST_VALUE = 100_000
MOST_NAMED = 40
"""Maximum number of characters kept of a name that is no claim's id."""
LEVELS_COUNT = (
    f"they count {', '.join(f'{value:+d}' for value in VOTE_LEVELS.values())}, and an abstention is no opinion"
)


class ClaimName(OneOf):
    """Field of a form: a claim's id.

    An unknown id is accepted here. The sentence that names the unknown claim is left out later.
    """

    def __init__(self, about: str = "", choice: str = CLAIMS) -> None:
        super().__init__(choice, about)

    def read(self, value: object, name: str, scope: Scope) -> str:
        given = " ".join(str(value).split())[:MOST_NAMED]
        return next((name for name in scope.named(str(self.options)) if plain(name) == plain(given)), given)


MENTION = {"claim": ClaimName("the claim"), "words": TextField(200, "its words about the council or vote, copied")}
PAIR: Mapping[str, FormField] = {"one": ClaimName("a claim"), "other": ClaimName("another claim")}


CLAIM_REF = {"claim": ClaimName("a claim that the sentence rests on"), "tier": OneOf(TIERS, "the tier of that claim")}
FIGURE_REF = {
    "of": OneOf(FIGURES, "what the number counts"),
    "value": NumberField(-MOST_VALUE, MOST_VALUE, "the number, as written in the sentence"),
    "claim": ClaimName(f'the claim whose votes it counts, or "{WHOLE}"', choice=COUNTED),
}
SENTENCE: Mapping[str, FormField] = {
    "text": TextField(400, "one sentence", least=1),
    "rests_on": Many(CLAIM_REF, 0, MOST_CLAIMS, optional=True),
    "figures": Many(FIGURE_REF, 0, MOST_PARTS, "every number in it that counts votes, voters or claims", optional=True),
}
CONTRADICTED = "the figure of the votes that the sentence contradicts, copied; else empty"

KINDS = (
    FormKind(
        ReviewBallot,
        {
            "reviews": Each(
                {
                    "strong": TextField(600, "what is sound and useful in it", least=1),
                    "weak": TextField(600, "what is wrong, missing or unsupported in it", least=1),
                }
            )
        },
    ),
    FormKind(
        ClaimDrafts,
        {
            "claims": Many(
                {
                    "text": TextField(300, "one statement that can be voted on by itself", least=1),
                    "kind": OneOf(CLAIM_KINDS),
                    "spans": Many(
                        {
                            "source": LabelOrName(REVIEWERS, "the answer, or the review, it is quoted from"),
                            "quote": TextField(400, "copied from that text letter by letter", least=1),
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
    FormKind(
        ClaimRelations,
        {
            "same": Many(PAIR, 0, MOST_CLAIMS, "pairs of claims that say the same in other words", optional=True),
            "contradicting": Many(PAIR, 0, MOST_CLAIMS, "pairs of claims that cannot both be true", optional=True),
            "on_the_vote": Many(MENTION, 0, 5, "claims about the council, its members or its vote", optional=True),
        },
    ),
    FormKind(
        SearchPlan,
        {
            "topic": OneOf(TOPICS, "what the question is about"),
            "query": TextField(200, "the words to put to a search service", least=1),
        },
    ),
    VotesKind(
        ClaimVotes,
        {
            "votes": Each(
                {
                    "level": OneOf(LEVELS_ASKED, LEVELS_COUNT),
                    "confidence": WholeNumberField(0, 10, "how sure you are"),
                    "reason": TextField(300, "one sentence", least=1),
                    "supported": OneOf(
                        SUPPORTED, 'whether the quotation under the claim supports it; "none" where there is none'
                    ),
                }
            )
        },
    ),
    FormKind(
        ReportProse,
        {
            "answer": Many(SENTENCE, 1, MOST_ANSWER, "the sentences that answer the question"),
            "summary": Many(SENTENCE, 0, MOST_PARTS, "further sentences", optional=True),
        },
    ),
    FormKind(
        ProseCheck,
        {"sentences": Each({"follows": OneOf(FOLLOWS), "figure": TextField(120, CONTRADICTED, optional=True)})},
    ),
)
"""Forms of this protocol's ballots, one for each class."""
