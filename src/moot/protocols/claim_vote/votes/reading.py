"""Parse a ballot on claims vote by vote: readable votes count, and the others are named claim by claim.

Claims are named by labels that were drawn for this voter alone and occur in no text it was shown, so any JSON object
under a label is the voter's own, also in a reply that is cut off or broken elsewhere. A level is one of the words asked
for; nothing is guessed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from moot.protocols.claim_vote.ballots import LEVELS_ASKED, SUPPORTED, ClaimVote, ClaimVotes, VoteLevel
from moot.reading.ballot_kind import Unreadable
from moot.reading.forms.fields import number_in, plain
from moot.reading.forms.form import FormKind
from moot.reading.review_copy import LEAST_ALLOWANCE, folded, review_copy
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.history.track_record import CONTROL

LONGEST = 65_536
"""Maximum number of characters of a reply that are parsed, counted from its end."""
LONGEST_REASON = 600
SUREST = 10
NO_VOTE = "no vote is given"
NO_LEVEL = "its level is missing"
UNKNOWN = "its level is none of those asked for"
TWICE = "it is given twice, with different levels"
_DECODER = json.JSONDecoder()


class VotesKind(FormKind):
    """Form of a ballot on claims. If a ballot is only partly readable, its readable votes are kept."""

    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        ids = {folded(label): claim for label, claim in labels.items()}
        return votes_in(list(_within(members, ids)), labels)

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        """Return the votes found under the labels in a reply that is not valid JSON as a whole; `None` if there are
        none."""
        text, given = text[-LONGEST:], []
        for label, claim in labels.items():
            for begun in re.finditer(rf'"{re.escape(label)}"\s*:\s*(?={{)', text, re.I):
                try:
                    given.append((claim, _DECODER.raw_decode(text, begun.end())[0]))
                except (ValueError, RecursionError):
                    continue
        ballot = votes_in(given, labels)
        return ballot if isinstance(ballot, ClaimVotes) else None

    def from_cut(
        self, members: Mapping[str, object], begun: str | None, labels: Mapping[str, str]
    ) -> Ballot | Unreadable:
        return Unreadable("it is cut off")  # its whole votes are read from the text

    def lacking(self, ballot: Ballot, labels: Mapping[str, str]) -> str:
        """Return a message to the voter with the claims that have no readable vote; empty if there are none.

        The voter is asked for these votes once more.
        """
        assert isinstance(ballot, ClaimVotes)
        lacking = [label for label, claim in labels.items() if claim in ballot.unread]
        return f"there is no vote that can be read on {', '.join(lacking)}" if lacking else ""

    def joined(self, first: Ballot, again: Ballot) -> Ballot:
        """Return the voter's two ballots merged into one. If both have a vote on a claim, the second ballot's vote is
        used."""
        assert isinstance(first, ClaimVotes)
        assert isinstance(again, ClaimVotes)
        votes = {**first.votes, **again.votes}
        return ClaimVotes(
            votes={claim: votes[claim] for claim in (*first.votes, *first.unread) if claim in votes},
            unread={claim: why for claim, why in {**first.unread, **again.unread}.items() if claim not in votes},
            controls={**(first.controls or {}), **(again.controls or {})} or UNSET,
        )


def votes_in(given: Sequence[tuple[str, object]], labels: Mapping[str, str]) -> ClaimVotes | Unreadable:
    """Return the ballot from the values found under each label: readable votes, and the reason for each unreadable
    one."""
    votes: dict[str, ClaimVote] = {}
    unread: dict[str, str] = {}
    for claim in labels.values():
        read = [_vote(value) for name, value in given if name == claim]
        levels = {one.level if isinstance(one, ClaimVote) else one for one in read}
        if len(levels) > 1:
            unread[claim] = TWICE
        elif read and isinstance(read[-1], ClaimVote):
            votes[claim] = read[-1]
        else:
            unread[claim] = str(read[-1]) if read else NO_VOTE
    controls = {claim: votes.pop(claim) for claim in list(votes) if claim.startswith(CONTROL)}
    unread = {claim: why for claim, why in unread.items() if not claim.startswith(CONTROL)}
    if votes:
        return ClaimVotes(votes=votes, unread=unread, controls=controls or UNSET)
    return Unreadable(f"no vote of it can be read: {'; '.join(dict.fromkeys(unread.values()))}")


def _within(value: object, ids: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """Yield each label found as a key, with its claim's id and value, at any depth of nested objects."""
    for name, inner in value.items() if isinstance(value, Mapping) else ():
        claim = ids.get(folded(str(name)).strip())
        if claim is not None:
            yield claim, inner
        else:
            yield from _within(inner, ids)


def _vote(value: object) -> ClaimVote | str:
    """Return a value as a vote, or the reason why it cannot be read as one."""
    parts = {plain(str(name)): part for name, part in value.items()} if isinstance(value, Mapping) else {}
    said = parts.get("level")
    if said is None:
        return NO_LEVEL if parts else NO_VOTE
    level: VoteLevel | None = next((one for one in LEVELS_ASKED if plain(str(said)) == plain(one)), None)
    if level is None:
        return UNKNOWN
    return ClaimVote(
        level=level,
        confidence=_confidence(parts.get("confidence")),
        reason=_shown(parts.get("reason")),
        supported=next((word for word in SUPPORTED if word == plain(str(parts.get("supported")))), "none"),
    )


def _confidence(said: object) -> int | None:
    """Return a confidence as a whole number from 0 to 10; `None` if the value is no such number."""
    found = number_in(said)
    sure = found is not None and found.scale in (None, SUREST) and found.value in range(SUREST + 1)
    return int(found.value) if found is not None and sure else None


def _shown(said: object) -> str:
    """Return a voter's reason, cleaned and shortened for display; empty if the value is no text."""
    text = said if isinstance(said, str) else ""
    return review_copy(text, max(LEAST_ALLOWANCE, LONGEST_REASON)).text[:LONGEST_REASON].strip()
