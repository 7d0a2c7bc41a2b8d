"""Options of a claim vote, and the calls it plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET

from moot.protocols.claim_vote.ballots import Topic
from moot.protocols.claim_vote.findings import TierBounds
from moot.protocols.claim_vote.tiers import FEWEST_VOTES
from moot.protocols.planned import PlannedCalls, judging_room
from moot.protocols.protocol import Options

MOST_VOTES = 64
BORDERS = ("high_mean", "high_sd", "contested_sd", "rejected_mean", "contested_split")
"""Names of the options that set the borders between tiers."""
AUDITORS = 2
"""Number of voters who judge the sentences of a report."""
MOST_CONTROLS = 2
"""Maximum number of control claims in one session."""


class ClaimVoteOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a claim vote."""

    searchers: list[str] | None = None
    """Searchers to query first; unset uses those that are set up, `none` searches nothing."""
    topic: Topic | None = None
    """The question's topic, which decides the searchers. If neither this nor `query` is set, the editor is asked for
    both, in one call."""
    query: str | None = None
    """The search query."""
    least_words: int = 400
    """Minimum number of words that an opinion should have."""
    most_words: int = 600
    """Maximum number of words that an opinion should have."""
    least_claims: int = 8
    """Number of claims to ask for at least. If the opinions contain fewer, these are voted on, with a note."""
    most_claims: int = 15
    """Maximum number of claims to vote on."""
    high_mean: float = 1.0
    """Minimum mean of the votes (from -2 to 2) for HIGH."""
    high_sd: float = 0.8
    """HIGH needs a standard deviation below this value."""
    contested_sd: float = 1.5
    """Minimum standard deviation for CONTESTED."""
    rejected_mean: float = 0.0
    """REJECTED needs a mean below this value."""
    least_votes: int = FEWEST_VOTES
    """Minimum number of opinions for HIGH, CONTESTED and REJECTED, at least 2; a claim with fewer
    opinions is MEDIUM.
    """
    contested_split: float = 0.0
    """Minimum share of the votes on either side, up to 0.5, that also makes a claim CONTESTED; 0:
    sides do not count.
    """
    calibrated: str = ""
    """The calibration from which the borders of the tiers are taken, for reports; set when a suggestion is adopted."""
    weighted: bool = False
    """Whether votes are weighted by how many earlier ballots of their voters could be parsed, by at most three to one.
    Applies once every model has voted in ten sessions; until then all votes weigh the same.
    """

    audit: bool = True
    """Whether two voters judge every sentence of the editor's prose. If off, only code checks the sentences."""
    controls: int | None = None
    """Number of control claims, 0 to 2. Their right vote is known and tests the voters; votes on them do not count.
    Unset: 2; at most 1 with a person on the council; none among scripted voices.
    """
    also: ClassVar[Mapping[str, str]] = {
        **{"min_words": "least_words", "max_words": "most_words", "min_votes": "least_votes"},
        **{"min_claims": "least_claims", "max_claims": "most_claims"},
    }

    def troubles(self) -> tuple[str, ...]:
        """Return errors in these options, in words: bounds and counts that contradict each other."""
        found = []
        if self.query is not None and not has_words(self.query):
            found.append("`query` holds no word to look for.")
        if not 1 <= self.least_claims <= self.most_claims <= 30:
            found.append("`least_claims` and `most_claims` go from 1 to 30, and the first is not above the second.")
        if not 1 <= self.least_words <= self.most_words:
            found.append("`least_words` is at least 1 and not above `most_words`.")
        if not -2 <= self.rejected_mean <= self.high_mean <= 2:
            found.append("`rejected_mean` and `high_mean` go from -2 to 2, and the first is not above the second.")
        if not 0 < self.high_sd <= self.contested_sd <= 2:
            found.append("`high_sd` and `contested_sd` go from above 0 to 2, and the first is not above the second.")
        if not 0 <= self.contested_split <= 0.5:
            found.append("`contested_split` goes from 0 to 0.5: no more than half of the votes stand on both sides.")
        if self.controls is not None and not 0 <= self.controls <= MOST_CONTROLS:
            found.append(f"`controls` goes from 0 to {MOST_CONTROLS}.")
        if not FEWEST_VOTES <= self.least_votes <= MOST_VOTES:
            found.append(f"`least_votes` goes from {FEWEST_VOTES} to {MOST_VOTES}: one vote agrees with nobody.")
        return tuple(found)

    def idle(self) -> dict[str, str]:
        """Return the options that have no effect in a claim vote, each with the reason. Code composes the verdict of
        this protocol."""
        return {"verdict_output": "the report of a vote is put together by code, at whatever length"}

    @property
    def bounds(self) -> TierBounds:
        """Return the borders between tiers (classes of claims by their votes)."""
        return TierBounds(
            high_mean=self.high_mean,
            high_sd=self.high_sd,
            contested_sd=self.contested_sd,
            rejected_mean=self.rejected_mean,
            least_votes=self.least_votes,
            contested_split=self.contested_split or UNSET,
            calibrated=self.calibrated or UNSET,
        )

    @property
    def borders(self) -> dict[str, float]:
        """Return the numbers that set the borders between tiers, by the option's name, for calibrations."""
        return {name: getattr(self, name) for name in BORDERS}


def borders_told(borders: Mapping[str, float]) -> str:
    """Return the borders between tiers as text, for the end of a calibration's note."""
    return ", ".join(f"{name.replace('_', ' ')} {borders[name]:g}" for name in BORDERS)


def plan(seats: int, options: ClaimVoteOptions, offices: Mapping[str, int]) -> tuple[PlannedCalls, ...]:
    """Return the calls that a claim vote makes if none has to be repeated, for the estimate.

    A claim is assumed to be a twelfth as long as an opinion. Output is estimated at two tokens a word. For each claim,
    the extractor writes a text and passages, and each voter writes a vote with a reason.
    """
    most = options.most_claims
    shown = most + (MOST_CONTROLS if options.controls is None else options.controls)
    texts, audits = 1 + most // 8, min(seats, AUDITORS) if options.audit else 0
    searches = options.searchers and options.topic is None and options.query is None
    return (
        *([PlannedCalls(stage="research", calls=1, by="editor", room=1_024, least=256, said=60)] if searches else []),
        PlannedCalls(
            stage="opinions",
            calls=seats,
            room=512 + 3 * options.most_words,
            least=2 * options.least_words,
            tools=True,
        ),
        PlannedCalls(stage="review", calls=seats, reads=max(0, seats - 1), **judging_room(seats)),
        PlannedCalls(
            stage="claims", calls=1, by="extractor", reads=seats + 1, room=1_024 + 400 * most, least=256 + 110 * most
        ),
        PlannedCalls(
            stage="claims",
            calls=1,
            what="relations",
            by="extractor",
            reads=texts,
            room=1_024 + 60 * most,
            least=256,
            said=200,
        ),
        PlannedCalls(stage="votes", calls=seats, reads=1 + shown // 6, room=512 + 160 * shown, least=256 + 40 * shown),
        PlannedCalls(stage="narrative", calls=1, by="editor", reads=texts, room=4_096, least=1_024),
        PlannedCalls(stage="narrative", calls=audits, what="audit", reads=texts, room=1_024, least=512, said=300),
    )


def has_words(query: str) -> bool:
    """Return whether a search query contains a letter or a digit, so that there is something to search for."""
    return any(c.isalnum() for c in query)
