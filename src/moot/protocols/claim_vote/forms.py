"""Forms of a claim vote: the search plan, reviews, claims, their relations, votes, and the editor's form."""

from __future__ import annotations

from collections.abc import Mapping

from moot.protocols.claim_vote.ballots import (
    CLAIM_KINDS,
    LEVELS_ASKED,
    TOPICS,
    VOTE_LEVELS,
    ClaimDrafts,
    ClaimRelations,
    ClaimVotes,
    ReportForm,
    ReviewBallot,
    SearchPlan,
)
from moot.protocols.claim_vote.votes.reading import VotesKind
from moot.reading.forms.fields import FormField, LabelOrName, OneOf, Scope, TextField, WholeNumberField, plain
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Many
from moot.reading.outcomes import Unreadable
from moot.vocabulary.ballots import Ballot

MOST_CLAIMS = 30
MOST_SPANS = 4
REVIEWERS = "reviewers"
"""Names of the reviewers who may be quoted."""
CLAIMS = "claims"
"""Ids of the claims that were voted on."""
MOST_PARTS = 12
"""Entries of a summary."""
MOST_NAMED = 40
"""Characters of a claim's name that are kept if there is no such claim."""
LEVELS_COUNT = (
    f"they count {', '.join(f'{value:+d}' for value in VOTE_LEVELS.values())}, and an abstention is no opinion"
)


class ClaimName(OneOf):
    """A claim by its id. An unknown name is kept here; its sentence or note is left out later."""

    def __init__(self, about: str = "") -> None:
        super().__init__(CLAIMS, about)

    def read(self, value: object, name: str, scope: Scope) -> str:
        given = " ".join(str(value).split())[:MOST_NAMED]
        ids = scope.named(CLAIMS)
        number = plain(given).removeprefix("claim").strip()
        named = f"claim-{int(number):02d}" if number.isascii() and number.isdigit() else given
        return named if named in ids else given


PAIR: Mapping[str, FormField] = {"one": ClaimName("a claim"), "other": ClaimName("another claim")}


class ReportKind(FormKind):
    """Form of a report. One of its two lists may be missing; a form with neither is empty."""

    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        read = super().from_members(members, labels)
        if isinstance(read, ReportForm) and not read.summary and not read.notes:
            return Unreadable("it holds neither a summary nor a note")
        return read


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
                }
            )
        },
    ),
    ReportKind(
        ReportForm,
        {
            "summary": Many(
                {
                    "text": TextField(500, "one sentence", least=1),
                    "claims": Many(ClaimName("a claim that the sentence rests on"), 0, MOST_CLAIMS, optional=True),
                },
                1,
                MOST_PARTS,
                "sentence by sentence, the headline first",
                optional=True,
            ),
            "notes": Many(
                {
                    "claim": ClaimName("the claim that the note is about"),
                    "text": TextField(400, "one sentence beside it", least=1),
                },
                0,
                MOST_CLAIMS,
                "only where something about the votes on a claim is worth a sentence",
                optional=True,
            ),
        },
    ),
)
"""One form for each ballot."""
