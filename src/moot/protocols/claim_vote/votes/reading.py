"""Parse a ballot on claims vote by vote: readable votes count, and the others are named claim by claim.

Claims are named by labels that were drawn for this voter alone and occur in no text it was shown, so any value under a
label is the voter's own. A level is one of the words asked for, or its number; nothing is guessed. See also
`tests/protocols/claim_vote/test_vote_reading.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, Struct

from moot.protocols.claim_vote.ballots import LEVELS_ASKED, VOTE_LEVELS, ClaimVote, ClaimVotes, VoteLevel
from moot.protocols.claim_vote.votes.broken_json import Pairs, Scrap, scraps_in
from moot.protocols.claim_vote.votes.lines import votes_by_line
from moot.reading.forms.fields import Scope, Wrong, plain
from moot.reading.forms.form import FormKind
from moot.reading.forms.marks import mark_in, number_in
from moot.reading.label_letters import folded
from moot.reading.outcomes import Unreadable
from moot.reading.review_copy import LEAST_ALLOWANCE, review_copy
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.history.controls import CONTROL

LONGEST_REASON = 600
LONGEST_STATED = 20
SUREST = 10
LEVEL, SURE, WHY = ("level", "vote"), ("confidence", "certainty"), ("reason", "rationale", "why")
NAMED_BY = ("claim", "label", "id", "claim id", "answer", "name")
"""Fields by which lists name the claim of a vote."""

NO_VOTE = "no vote is given"
NO_LEVEL = "its level is missing"
UNKNOWN = "its level is none of those asked for"
OTHER_SCALE = "its level is a number of another scale"
TWICE = "it is given twice, with different levels"


class _LabelVotes(Struct, frozen=True):
    """The value under one label."""

    claim: str
    value: object


class VotesKind(FormKind):
    """Form of a ballot on claims, whose parser keeps every readable vote."""

    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        return votes_in(list(_cast(_paired(members), Scope(labels, {}))), labels)

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        """Parse a reply whose object is broken, cut off, doubled, a list, or surrounded by text."""
        scope = Scope(labels, {})
        found = votes_in(_last_cast(scraps_in(text), scope), labels)
        if isinstance(found, ClaimVotes):
            return found
        lines = votes_by_line(text, lambda word: _id(word, scope), lambda word: _level(word) is not None)
        listed = votes_in([_LabelVotes(claim, value) for claim, value in lines], labels)
        return listed if isinstance(listed, ClaimVotes) else None

    def lacking(self, ballot: Ballot, labels: Mapping[str, str]) -> str:
        """Describe the votes to ask for once more, for the voter."""
        assert isinstance(ballot, ClaimVotes)
        lacking = [label for label, claim in labels.items() if claim in ballot.unread]
        return f"there is no vote that can be read on {', '.join(lacking)}" if lacking else ""

    def joined(self, first: Ballot, again: Ballot) -> Ballot:
        """Merge two ballots: later votes replace earlier ones, and the others are kept."""
        assert isinstance(first, ClaimVotes)
        assert isinstance(again, ClaimVotes)
        votes = {**first.votes, **again.votes}
        return ClaimVotes(
            votes={claim: votes[claim] for claim in (*first.votes, *first.unread) if claim in votes},
            unread={claim: why for claim, why in {**first.unread, **again.unread}.items() if claim not in votes},
            controls={**(first.controls or {}), **(again.controls or {})} or UNSET,
        )


def votes_in(cast: Sequence[_LabelVotes], labels: Mapping[str, str]) -> ClaimVotes | Unreadable:
    """Return the votes among the values under the labels, with the reasons why the other claims have none."""
    given: dict[str, list[object]] = {}
    for one in cast:
        given.setdefault(one.claim, []).append(one.value)
    scaled = _on_our_scale([_part(one.value, LEVEL) for one in cast])
    votes: dict[str, ClaimVote] = {}
    unread: dict[str, str] = {}
    for claim in labels.values():
        read = [_vote(value, scaled) for value in given.get(claim, ())]
        levels = {one.level if isinstance(one, ClaimVote) else one for one in read}
        if not read:
            unread[claim] = NO_VOTE
        elif len(levels) > 1:
            unread[claim] = TWICE
        elif isinstance(read[-1], ClaimVote):
            votes[claim] = read[-1]
        else:
            unread[claim] = read[-1]
    controls = {claim: votes.pop(claim) for claim in list(votes) if claim.startswith(CONTROL)}
    unread = {claim: why for claim, why in unread.items() if not claim.startswith(CONTROL)}
    if votes:
        return ClaimVotes(votes=votes, unread=unread, controls=controls or UNSET)
    told = "; ".join(dict.fromkeys(unread.values()))
    return Unreadable(f"no vote of it can be read: {told}")


def _on_our_scale(said: Sequence[object]) -> bool:
    """Return whether numbers as levels use the scale from -2 to 2.

    None may be above 2, and one must be negative or zero: ones and twos alone may as well be the lowest of five.
    """
    numbers = [(number, one) for one in said if (number := _counted(one)) is not None]
    signed = any(number <= 0 or (isinstance(one, str) and one.strip().startswith("+")) for number, one in numbers)
    return signed and all(number in VOTE_LEVELS.values() for number, _ in numbers)


def _paired(value: object) -> object:
    """Convert nested objects to pairs."""
    if isinstance(value, dict):
        return Pairs((str(name), _paired(inner)) for name, inner in value.items())
    return [_paired(inner) for inner in value] if isinstance(value, list) else value


def _cast(value: object, scope: Scope) -> Iterator[_LabelVotes]:
    """Yield the value under each label, at any depth, in the order written."""
    if isinstance(value, Pairs):
        named = next((claim for name, inner in value if plain(name) in NAMED_BY and (claim := _id(inner, scope))), None)
        if named is not None:
            yield _LabelVotes(named, value)
            return
        for name, inner in value:
            claim = _id(name, scope)
            if claim is not None:
                yield _LabelVotes(claim, inner)
            else:
                yield from _cast(inner, scope)
    elif isinstance(value, list):
        for inner in value:
            yield from _cast(inner, scope)


def _last_cast(scraps: Sequence[Scrap], scope: Scope) -> list[_LabelVotes]:
    """Return the values under labels in the last run of objects and lists without text in between."""
    runs: list[list[_LabelVotes]] = []
    for scrap in scraps:
        claim = _label_at_end(scrap.before, scope)
        cast = [_LabelVotes(claim, scrap.value)] if claim is not None else list(_cast(scrap.value, scope))
        if runs and not _words(scrap.before, scope):
            runs[-1] += cast
        elif cast:
            runs.append(cast)
    return runs[-1] if runs else []


def _label_at_end(before: str, scope: Scope) -> str | None:
    """Return the label that introduces the next value: `K7QX: {`."""
    words = before.rsplit("\n", 1)[-1].rstrip(" \t:=-–—*`\"'").split()
    return _id(words[-1], scope) if words else None


def _words(between: str, scope: Scope) -> bool:
    """Return whether there is more than labels and punctuation."""
    words = "".join(c if c.isalnum() else " " for c in between).split()
    return any(_id(word, scope) is None and folded(word) != "json" for word in words)


def _id(word: object, scope: Scope) -> str | None:
    if isinstance(word, str) and folded(word[:6]) == "claim ":
        word = word[6:]
    try:
        return scope.id_of(word, "votes")
    except Wrong:
        return None


def _part(value: object, names: Sequence[str]) -> object:
    """Return a part of the value under a label: by its name, or by its position if it has none."""
    if isinstance(value, Pairs):
        given = [inner for name, inner in value if plain(name) in names]
        inside = next((inner for name, inner in value if plain(name) in LEVEL and isinstance(inner, Pairs)), None)
        if inside is not None and (names == LEVEL or not given):
            return _part(inside, names)
        return given[-1] if given else None
    if isinstance(value, list):
        place = (LEVEL, SURE, WHY).index(tuple(names))
        return value[place] if place < len(value) else None
    return value if names == LEVEL else None


def _vote(value: object, scaled: bool) -> ClaimVote | str:
    """Return a vote, or why it is none."""
    said = _part(value, LEVEL)
    if len({_level(inner) or str(inner) for inner in _levels_of(value)}) > 1:  # {"level": "approve", "vote": "reject"}
        return TWICE
    if said is None:
        return NO_LEVEL if isinstance(value, list) and value else NO_VOTE
    number = _counted(said)
    if number is not None and not scaled:
        return OTHER_SCALE
    level = _level(said) if number is None else next((each for each, it in VOTE_LEVELS.items() if it == number), None)
    if level is None:
        return UNKNOWN
    sure, stated = _confidence(_part(value, SURE))
    return ClaimVote(level=level, confidence=sure, reason=_shown(_part(value, WHY), LONGEST_REASON), stated=stated)


def _levels_of(value: object) -> list[object]:
    """Return all values given as its level."""
    return [inner for name, inner in value if plain(name) in LEVEL] if isinstance(value, Pairs) else []


def _level(said: object) -> VoteLevel | None:
    """Return the level that a word means: those asked for, in any spelling, also as a verb."""
    word = plain(said.translate(_UNSEEN)).rstrip(".!") if isinstance(said, str) else ""
    if word in _SPELLED:
        return _SPELLED[word]
    return next((level for level in LEVELS_ASKED if plain(level) == word), None)


def _confidence(said: object) -> tuple[int | None, str]:
    """Return the confidence, 0 to 10, and the text if it is something else."""
    if said is None:
        return None, ""
    found = number_in(said)
    if found is not None and found.scale not in (None, SUREST):
        return mark_in(said, 0, SUREST), _shown(said, LONGEST_STATED)
    number = None if found is None else float(found.value)
    if number is not None and number == int(number) and 0 <= number <= SUREST:
        return int(number), ""
    stated = _shown(said, LONGEST_STATED) or "something that is no number"
    if number is None or 0 < number < 1:  # it may be a share, and then it is not close to zero
        return None, stated
    return min(SUREST, max(0, int(number + 0.5))), stated


def _counted(said: object) -> float | None:
    """Return a number given as a level; a fraction of something is none."""
    found = number_in(said)
    return float(found.value) if found is not None and found.scale is None else None


def _shown(said: object, most: int) -> str:
    """Return a text fit to be shown; empty for anything but a text or a number."""
    if isinstance(said, bool) or not isinstance(said, str | int | float):
        return ""
    text = f"{said:g}" if isinstance(said, float) else str(said)
    return review_copy(text, max(LEAST_ALLOWANCE, most)).text[:most].strip()


_UNSEEN = dict.fromkeys((0x200B, 0x2060, 0xFEFF, 0x00AD))
_SPELLED: dict[str, VoteLevel] = {
    "strong approve": "strongly_approve",
    "strongly approved": "strongly_approve",
    "strongly approves": "strongly_approve",
    "strong approval": "strongly_approve",
    "strong reject": "strongly_reject",
    "strongly rejected": "strongly_reject",
    "strongly rejects": "strongly_reject",
    "strong rejection": "strongly_reject",
    "approved": "approve",
    "approves": "approve",
    "approval": "approve",
    "rejected": "reject",
    "rejects": "reject",
    "rejection": "reject",
    "abstained": "abstain",
    "abstains": "abstain",
    "abstention": "abstain",
}
"""Other forms of the words asked for; words of other scales, such as `agree`, are not among them."""
