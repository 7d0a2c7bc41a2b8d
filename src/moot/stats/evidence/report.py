"""Report of `moot evidence`: figures, sources of assumptions, and a sentence for each with only significant digits.

Every interface prints these sentences.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from moot.errors import BadInput
from moot.stats.evidence.figures import Assumption, CouncilFigures, EvidenceFigure, checked_seats, evidence_for
from moot.stats.evidence.known_answers import KnownAnswers
from moot.stats.evidence.model_ranking import WinProbability
from moot.stats.evidence.reader_agreement import FEWEST, MeasuredVotes
from moot.stats.evidence.shared_part import ENOUGH
from moot.stats.shared_errors import ErrorPair

MOST_PAIRS = 8
"""Maximum number of pairs with a sentence of their own; the data contain all."""


class EvidenceSentence(Struct, frozen=True, kw_only=True):
    """A figure as a sentence."""

    says: str
    """The sentence."""
    how: str
    """How the figure was computed."""


class EvidenceReport(Struct, frozen=True, kw_only=True):
    """The whole report."""

    why: str
    """Why this council was chosen."""
    said: tuple[EvidenceSentence, ...]
    """Answers to the main questions, in sentences."""
    assumed: tuple[EvidenceSentence, ...]
    """The assumptions, and what votes cannot show."""
    learnt: tuple[EvidenceSentence, ...]
    """Results on questions with known answers."""
    ahead: tuple[WinProbability, ...]
    """Models that readers ranked ahead in earlier sessions, most often first; empty below ten sessions."""
    evidence: CouncilFigures
    """Every figure."""
    measured: MeasuredVotes
    """Measurements on the store's ballots."""
    known: KnownAnswers | None
    """Results on its questions with known answers; null without any."""


@lru_cache(maxsize=64)
def _made(seats: int, agreement: Assumption, authors: Assumption, shared: Assumption) -> CouncilFigures:
    """Cache the figures: a simulation takes about a second."""
    return evidence_for(seats, agreement, authors, shared)


def report_from(
    seats: int,
    measured: MeasuredVotes,
    known: KnownAnswers | None = None,
    *,
    agreement: float | None = None,
    why: str = "",
    ahead: tuple[WinProbability, ...] = (),
) -> EvidenceReport:
    """Build the report.

    Args:
        agreement: Replaces the measured agreement.
    """
    checked_seats(seats)
    if agreement is not None and not 0 <= agreement <= 1:
        raise BadInput(f"An agreement of {agreement!r} makes no sense.", "Give it as a share from 0 to 1.")
    source = measured.agreement if agreement is None else Assumption(value=agreement, low=agreement, high=agreement)
    evidence = _made(seats, source, measured.authors, measured.shared)
    return EvidenceReport(
        why=why,
        said=_said(evidence),
        assumed=_assumed(evidence, measured, asked=agreement is not None),
        learnt=learnt_from(known),
        ahead=ahead,
        evidence=evidence,
        measured=measured,
        known=known,
    )


def percent(value: float) -> str:
    """Return a share in whole percents, never 0 % or 100 % for an estimate."""
    if 0 < value < 0.01:
        return "under 1 %"
    if 0.99 < value < 1:
        return "over 99 %"
    return f"{value * 100:.0f} %"


def within(estimate: EvidenceFigure) -> str:
    """Return the standard error of a share, in percentage points."""
    points = 100 * estimate.error
    return "under 1 point" if points < 1 else f"{points:.0f} point{'s' if round(points) != 1 else ''}"


def _said(evidence: CouncilFigures) -> tuple[EvidenceSentence, ...]:
    seats = evidence.seats
    beside = evidence.beside_best
    counted = f"{evidence.councils:,} councils drawn; standard error {within(evidence.best)}."
    row = f"{evidence.councils:,} councils drawn; standard error {within(beside.better)}."
    found = [
        EvidenceSentence(
            says=f"The best of {seats} answers comes first in {percent(evidence.best.value)} of questions.",
            how=f"{_shared(evidence)} {counted}",
        ),
        EvidenceSentence(
            says="What comes first is better than the answer of the council's best member in "
            f"{percent(beside.better.value)} of questions, that very answer in {percent(beside.same.value)}, and worse "
            f"in {percent(beside.worse.value)}.",
            how="If one knew who is best on the average and asked that one alone: 1 call and not "
            f"{2 * seats + 1}. {row}",
        ),
    ]
    return tuple(found)


def _shared(evidence: CouncilFigures) -> str:
    shared = evidence.shared
    if shared.sessions:
        return f"Readers share {percent(shared.value)} of their errors, as {shared.sessions} known answers here show."
    return f"Assumes readers share {percent(shared.value)} of their errors; not measured here."


def _assumed(evidence: CouncilFigures, measured: MeasuredVotes, *, asked: bool) -> tuple[EvidenceSentence, ...]:
    agreement, authors, shared = evidence.agreement, evidence.authors, evidence.shared
    if asked:
        how = "As asked for."
    elif agreement.sessions:
        how = f"Measured in {agreement.sessions:,} sessions, {measured.ballots:,} ballots, {measured.pairs:,} pairs."
    else:
        how = (
            f"Stated, not measured: {_sessions(measured.sessions)} with ballots that can be compared, and it takes "
            f"{FEWEST}."
        )
    low, high = percent(agreement.low), percent(agreement.high)
    least, most = percent(authors.low), percent(authors.high)
    # ends with equal rounding are no range
    spread = f", and may be {low} to {high}" if not asked and low != high else ""
    apart = f", and may be {least} to {most}" if least != most else ""
    return (
        EvidenceSentence(
            says=f"Two readers agree on {percent(agreement.value)} of what their votes say{spread}.", how=how
        ),
        EvidenceSentence(
            says=f"{percent(authors.value)} of the differences between answers lies in who wrote them"
            f"{apart}; the rest lies in the question.",
            how=f"Measured in {authors.sessions:,} sessions."
            if authors.sessions
            else "Stated, not measured: too few models have met more than once.",
        ),
        EvidenceSentence(
            says=f"Readers share {percent(shared.value)} of their errors, and may share {percent(shared.low)} to "
            f"{percent(shared.high)}.",
            how=f"Fitted to {shared.sessions} questions with known answers: simulated councils that share so many "
            "errors put a right answer first as often as yours did."
            if shared.sessions
            else f"Not measured here: it takes {ENOUGH} questions with known answers, to which some answers were right "
            "and some wrong. Taken from 270 recorded councils.",
        ),
        EvidenceSentence(
            says="A figure says how often something happens in councils like these, not that one answer is right.",
            how="Worth and errors are drawn from normal distributions, from a fixed seed; readers are equally good; "
            "what the chair writes, and what members learn from each other, is not in it.",
        ),
    )


def _sessions(count: int) -> str:
    return "no session" if not count else "1 session" if count == 1 else f"{count} sessions"


def learnt_from(known: KnownAnswers | None) -> tuple[EvidenceSentence, ...]:
    """Return the results on questions with known answers as sentences; the first is who was right how often."""
    if known is None:
        return ()
    best = known.members[0] if known.members else None
    council = known.council
    beside = _of(known.beside_best.right, known.beside_best.wrong)
    alone = f"; {best.name} alone {_of(best.right, best.wrong)}, where the council was {beside}" if best else ""
    found = [
        EvidenceSentence(
            says=f"Right on known answers: the council {_of(council.right, council.wrong)}, most votes "
            f"{_of(known.most_votes.right, known.most_votes.wrong)}"
            f"{alone}.",
            how=f"{known.questions} questions with a known answer; what could not be told right or wrong is left out. "
            "Who is best is known only afterwards.",
        )
    ]
    told = [pair for pair in known.errors.pairs if pair.correlation is not None]
    if not told:
        found.append(
            EvidenceSentence(
                says="Whether members err together is not told yet.",
                how=f"It takes {known.fewest} questions with a known answer that two members both answered.",
            )
        )
        return tuple(found)
    shown = sorted((pair for pair in told if pair.shown), key=lambda pair: -(pair.correlation or 0))
    found += [EvidenceSentence(says=pair_in_words(pair), how=_how(pair)) for pair in shown[:MOST_PAIRS]]
    kinds = [
        f"{each.correlation:.1f} {'in' if each.family else 'across'} families"
        for each in known.errors.drawn
        if each.pairs
    ]
    others = len(told) - len(shown[:MOST_PAIRS])
    if others:
        together = (
            "these do not tell whether they err together."
            if len(shown) <= MOST_PAIRS
            else f"{len(shown) - MOST_PAIRS} of them err together, too."
        )
        other = " other" if shown else ""
        pairs = f"{others}{other} pair{'s' if others != 1 else ''}"
        found.append(
            EvidenceSentence(
                says=f"{pairs} answered {known.fewest} questions or more together: {together}",
                how=f"Correlations of errors, as all pairs show: {', '.join(kinds)}.",
            )
        )
    return tuple(found)


def _of(right: int, wrong: int) -> str:
    whole = right + wrong
    return f"{right} of {whole}"


def pair_in_words(pair: ErrorPair) -> str:
    """Return a sentence on how two members err."""
    by_chance = f", {pair.expected:.0f} if they erred independently" if pair.correlation is not None else ""
    so = ": they err together" if pair.shown else ""
    return f"{pair.one} and {pair.other} were both wrong on {pair.both} of {pair.questions} questions{by_chance}{so}."


def _how(pair: ErrorPair) -> str:
    kind = "of one family" if pair.family else "of different families"
    return (
        f"Correlation of their errors {pair.correlation:.1f}, 95 % interval {pair.low:.1f} to {pair.high:.1f}, drawn "
        f"towards what pairs {kind} show."
    )
