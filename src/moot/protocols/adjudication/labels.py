"""Decide the labels of each final reply from those that adjudicators gave: merge, check and withdraw.

The majority of adjudicators decides a reply's label (a tie goes to the one named first among the tied). If single
findings are labelled, the list with the middle share of faulty findings is used whole, so that no list is a mixture.
Then a label about form is withdrawn if the reply has the form by count, one with a check if the check denies it, and an
unlabelled reply that mostly repeats the question gets the rubric's label for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from statistics import median_low

from msgspec import UNSET, Struct
from msgspec.structs import replace

from moot.protocols.adjudication.ballots import FindingLabels, LabelCheck, ReplyLabel
from moot.protocols.adjudication.findings import LabelGiven, Labels, ReplyLabels
from moot.protocols.adjudication.flips import most_common, whatever_the_others_say
from moot.protocols.adjudication.measures import is_flawed
from moot.protocols.adjudication.sentences import keeps_form
from moot.vocabulary.rubrics import Rubric

NO_LABEL = "none"
"""Adjudicator's answer if no label fits, where the rubric allows that."""
ECHO_LIKENESS = 0.65
"""Minimum similarity to the question at which a short reply counts as a repetition of the question."""
ECHO_WORDS = 22
"""Maximum number of words in a reply that counts as a repetition of the question."""
COMPARED = 600
"""Number of characters of the question with which a short reply is compared. The comparison takes quadratic time."""

UNHEARD = LabelGiven(label="")
"""Placeholder for a label on a ballot that could not be parsed."""
IN_FORM = "the reply keeps the form by count"
ECHOES = "the reply mostly repeats the question"

LabelBallot = ReplyLabel | FindingLabels


class LabelRecheck(Struct, frozen=True):
    """A label of one reply that adjudicators are asked to confirm."""

    seat: str
    """The reply's seat."""
    label: str
    """The label."""


def labels_from(
    rubric: Rubric,
    question: str,
    finals: Mapping[str, str],
    calls: Mapping[str, Mapping[str, LabelBallot]],
    judges: Sequence[str],
) -> Labels:
    """Return the labels of each final reply, merged from the adjudicators' ballots.

    Args:
        calls: The ballots by the reply's seat, then by adjudicator.
        judges: Every adjudicator asked, in order. If one has no readable ballot and it could have changed a reply's
            labels, they are marked unsure.
    """
    return Labels(
        replies=tuple(
            _reply(rubric, question, seat, text, calls.get(seat, {}), judges) for seat, text in finals.items()
        )
    )


def to_check(rubric: Rubric, labels: Labels) -> tuple[LabelRecheck, ...]:
    """Return the labels that adjudicators must be asked about again, because the rubric counts them only if
    confirmed."""
    asked = {label.name for label in rubric.labelling.labels if label.recheck}
    return tuple(
        LabelRecheck(reply.seat, name)
        for reply in labels.replies
        for name in dict.fromkeys(given.label for given in reply.labels)
        if name in asked
    )


def checked(
    rubric: Rubric, labels: Labels, checks: Mapping[LabelRecheck, Mapping[str, LabelCheck]], judges: Sequence[str]
) -> Labels:
    """Return the labels without those that most adjudicators denied when they were asked again.

    If missing or unreadable answers could change whether a label is denied, the label is marked unsure. An unsure label
    counts neither as a fault nor as the absence of one.
    """
    replies = labels.replies
    for check in to_check(rubric, labels):
        calls = checks.get(check, {})
        found = [calls[who].stands if who in calls else None for who in judges]
        stands = whatever_the_others_say(found, (True, False))
        if stands is False:
            reason = next(call.reason for call in calls.values() if not call.stands)
            replies = tuple(
                _without(reply, check.label, reason) if reply.seat == check.seat else reply for reply in replies
            )
        elif stands is None:
            replies = tuple(_unsure(reply, check.label) if reply.seat == check.seat else reply for reply in replies)
    return Labels(replies=tuple(_judged(rubric, reply) for reply in replies))


def _without(reply: ReplyLabels, label: str, reason: str) -> ReplyLabels:
    """Remove a denied label from a reply. If the label was unsure, put an unknown label in its place."""
    denied = tuple(replace(given, reason=reason) for given in reply.labels if given.label == label)
    left = tuple(given for given in reply.labels if given.label != label)
    if any(given.unsure is True for given in denied):
        left = (*left, UNHEARD)
    return replace(reply, labels=left, cleared=(*reply.cleared, *(replace(given, unsure=UNSET) for given in denied)))


def _unsure(reply: ReplyLabels, label: str | None = None) -> ReplyLabels:
    """Mark one label of a reply as unsure; without `label`, mark all its labels."""
    return replace(
        reply,
        labels=tuple(
            replace(given, unsure=True) if given.label and label in (None, given.label) else given
            for given in reply.labels
        ),
    )


def _judged(rubric: Rubric, reply: ReplyLabels) -> ReplyLabels:
    return replace(reply, flawed=is_flawed(rubric, reply.known, reply.unread))


def _reply(
    rubric: Rubric, question: str, seat: str, text: str, calls: Mapping[str, LabelBallot], judges: Sequence[str]
) -> ReplyLabels:
    if not calls:
        return ReplyLabels(seat=seat, read=False)
    given = [_given(call) for call in calls.values()]
    stands = given[_settled(rubric, given)]
    details = list(calls.values())[given.index(stands)].details
    cleared: tuple[LabelGiven, ...] = ()
    by_form = {label.name for label in rubric.labelling.labels if label.form}
    if by_form and keeps_form(text, rubric.form):
        cleared = tuple(replace(label, reason=IN_FORM) for label in stands if label.label in by_form)
        stands = tuple(label for label in stands if label.label not in by_form)
    echo = next((label.name for label in rubric.labelling.labels if label.echo), None)
    if echo and not stands and _echoes(text, question):
        stands = (LabelGiven(label=echo, reason=ECHOES),)
    reply = ReplyLabels(
        seat=seat,
        read=True,
        labels=stands,
        cleared=cleared,
        details=details,
        calls={who: tuple(label.label for label in each) for who, each in zip(calls, given, strict=True)},
    )
    by = dict(zip(calls, given, strict=True))
    if not _is_sure(rubric, [by.get(who) for who in judges]):
        reply = _unsure(replace(reply, labels=reply.labels or (UNHEARD,)))
    return _judged(rubric, reply)


def _given(call: LabelBallot) -> tuple[LabelGiven, ...]:
    if isinstance(call, FindingLabels):
        return tuple(LabelGiven(label=each.label, reason=each.reason, finding=each.finding) for each in call.findings)
    return () if call.label == NO_LABEL else (LabelGiven(label=call.label, reason=call.reason),)


def _settled(rubric: Rubric, given: Sequence[tuple[LabelGiven, ...]]) -> int:
    """Return the index of the adjudicator whose labels are used: those given most often, or those with the median
    share of faults.
    """
    if rubric.labelling.of == "replies":
        named = [tuple(label.label for label in each) for each in given]
        return named.index(most_common(named))
    shares = [_faulty_share(rubric, each) for each in given]
    return shares.index(median_low(shares))


def _is_sure(rubric: Rubric, given: Sequence[tuple[LabelGiven, ...] | None]) -> bool:
    """Return whether the labels used would be the same whatever the missing or unreadable ballots (`None`) contain."""
    if rubric.labelling.of == "replies":
        could_be = [(), *((label.name,) for label in rubric.labelling.labels)]
        named = [None if each is None else tuple(label.label for label in each) for each in given]
        return whatever_the_others_say(named, could_be) is not None
    stands = set()
    for other in (0.0, 1.0):  # a median moves furthest if all of them are at one end
        shares = [other if each is None else _faulty_share(rubric, each) for each in given]
        stands.add(shares.index(median_low(shares)))
    return len(stands) == 1 and given[stands.pop()] is not None


def _faulty_share(rubric: Rubric, given: tuple[LabelGiven, ...]) -> float:
    known = [label for each in given if (label := rubric.label(each.label)) is not None]
    return sum(label.flaw for label in known) / len(known) if known else 0.0


def _echoes(text: str, question: str) -> bool:
    if not text.strip() or len(text.split()) > ECHO_WORDS:
        return False
    return SequenceMatcher(None, text.casefold()[:COMPARED], question.casefold()[:COMPARED]).ratio() > ECHO_LIKENESS
