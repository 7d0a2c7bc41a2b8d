"""Which labels stand on each final reply? Adjudicators give them; code settles, checks and clears them.

Of several adjudicators most decide about a reply's label (a tie goes to the one named first among the tied); where
single findings are labelled, the list with the middle share of faulty findings stands whole, so that no list is a
mixture. Then a label about form is cleared when the reply keeps the form by count, one with a check is cleared when the
check says so, and an unlabelled reply that mostly repeats the question gets the rubric's label for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from statistics import median_low

from msgspec import Struct
from msgspec.structs import replace

from moot.tally.flips import most_common
from moot.tally.measures import is_flawed
from moot.tally.sentences import keeps_form
from moot.vocabulary.adjudication_ballots import FindingLabels, LabelCheck, ReplyLabel
from moot.vocabulary.adjudication_findings import LabelGiven, Labels, ReplyLabels
from moot.vocabulary.rubrics import Rubric

NO_LABEL = "none"
"""What an adjudicator says when no label fits, where the rubric allows that."""
ECHO_LIKENESS = 0.65
"""From this likeness to the question on a short reply repeats it."""
ECHO_WORDS = 22
"""The most words of a reply that can be an echo."""
COMPARED = 600
"""Characters of the question a short reply is compared with; comparing is quadratic."""

IN_FORM = "the reply keeps the form by count"
ECHOES = "the reply mostly repeats the question"

LabelBallot = ReplyLabel | FindingLabels


class Check(Struct, frozen=True):
    """A label to be asked about once more."""

    seat: str
    """Whose reply."""
    label: str
    """The label."""


def labels_from(
    rubric: Rubric,
    question: str,
    finals: Mapping[str, str],
    calls: Mapping[str, Mapping[str, LabelBallot]],
) -> Labels:
    """The labels of each final reply, from what adjudicators gave: by seat, then by adjudicator in their order."""
    return Labels(
        replies=tuple(_reply(rubric, question, seat, text, calls.get(seat, {})) for seat, text in finals.items())
    )


def to_check(rubric: Rubric, labels: Labels) -> tuple[Check, ...]:
    """Labels that stand only if they are found right once more."""
    asked = {label.name for label in rubric.labelling.labels if label.recheck}
    return tuple(
        Check(reply.seat, name)
        for reply in labels.replies
        for name in dict.fromkeys(given.label for given in reply.labels)
        if name in asked
    )


def checked(rubric: Rubric, labels: Labels, checks: Mapping[Check, Sequence[LabelCheck]]) -> Labels:
    """The labels without those that most checks deny; where no check could be read, a label stands. One that could not
    be read is kept empty: it counts neither as a fault nor as none."""
    denied = {
        check: next(call.reason for call in calls if not call.stands)
        for check, calls in checks.items()
        if calls and not most_common([call.stands for call in calls])
    }
    return Labels(replies=tuple(_without(rubric, reply, denied) for reply in labels.replies))


def _without(rubric: Rubric, reply: ReplyLabels, denied: Mapping[Check, str]) -> ReplyLabels:
    stands = tuple(given for given in reply.labels if Check(reply.seat, given.label) not in denied)
    cleared = tuple(
        replace(given, reason=denied[check])
        for given in reply.labels
        if (check := Check(reply.seat, given.label)) in denied
    )
    return _judged(rubric, replace(reply, labels=stands, cleared=reply.cleared + cleared))


def _judged(rubric: Rubric, reply: ReplyLabels) -> ReplyLabels:
    names = tuple(given.label for given in reply.labels if given.label)
    return replace(reply, flawed=is_flawed(rubric, names, len(reply.labels) - len(names)))


def _reply(rubric: Rubric, question: str, seat: str, text: str, calls: Mapping[str, LabelBallot]) -> ReplyLabels:
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
    return _judged(
        rubric,
        ReplyLabels(
            seat=seat,
            read=True,
            labels=stands,
            cleared=cleared,
            details=details,
            calls={who: tuple(label.label for label in each) for who, each in zip(calls, given, strict=True)},
        ),
    )


def _given(call: LabelBallot) -> tuple[LabelGiven, ...]:
    if isinstance(call, FindingLabels):
        return tuple(LabelGiven(label=each.label, reason=each.reason, finding=each.finding) for each in call.findings)
    return () if call.label == NO_LABEL else (LabelGiven(label=call.label, reason=call.reason),)


def _settled(rubric: Rubric, given: Sequence[tuple[LabelGiven, ...]]) -> int:
    """Which adjudicator's labels stand."""
    if rubric.labelling.of == "replies":
        named = [tuple(label.label for label in each) for each in given]
        return named.index(most_common(named))
    shares = [_faulty_share(rubric, each) for each in given]
    return shares.index(median_low(shares))


def _faulty_share(rubric: Rubric, given: tuple[LabelGiven, ...]) -> float:
    known = [label for each in given if (label := rubric.label(each.label)) is not None]
    return sum(label.flaw for label in known) / len(known) if known else 0.0


def _echoes(text: str, question: str) -> bool:
    if not text.strip() or len(text.split()) > ECHO_WORDS:
        return False
    return SequenceMatcher(None, text.casefold()[:COMPARED], question.casefold()[:COMPARED]).ratio() > ECHO_LIKENESS
