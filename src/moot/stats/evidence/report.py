"""Report of `moot insights evidence`: which models readers rank ahead, and results on questions with known answers.

Being ranked ahead is not being right. All ballots of one session judge the same answers, so a session counts once.
Every interface prints the sentences. Tests: `tests/stats/evidence/test_known_answers.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from msgspec import Struct

from moot.stats.evidence.known_answers import KnownAnswers
from moot.stats.shared_errors import ErrorPair

FEWEST = 10
"""Minimum number of sessions for a model to be listed."""
MOST = 24
"""Maximum number of models listed: those with the most sessions."""
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

    learnt: tuple[EvidenceSentence, ...]
    """Results on questions with known answers."""
    ahead: tuple[WinProbability, ...]
    """Models that readers ranked ahead in earlier sessions, most often first; empty below ten sessions."""
    known: KnownAnswers | None
    """Results on its questions with known answers; null without any."""


class SessionBallots(Struct, frozen=True, kw_only=True):
    """The ballots of one session."""

    models: dict[str, str]
    """Model per seat."""
    ranks: dict[str, dict[str, float]]
    """Per reader, the rank of each answer by its author's seat: lower is better, equal is a tie."""


class WinProbability(Struct, frozen=True, kw_only=True):
    """How often a model is ranked ahead."""

    model: str
    """The model."""
    sessions: int
    """Sessions in which it was judged beside another model."""
    above: float
    """Share of comparisons on one ballot in which it is above another model, averaged over sessions."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end of it."""


def ahead_from(voted: Sequence[SessionBallots]) -> tuple[WinProbability, ...]:
    """Return the models judged in enough sessions, sorted by `above`, highest first."""
    shares: dict[str, list[float]] = {}
    for session in voted:
        often = Counter(session.models.values())
        for seat, model in session.models.items():
            if often[model] == 1 and (met := _met(session, seat)):
                shares.setdefault(model, []).append(fmean(met))
    enough = [(model, each) for model, each in shares.items() if len(each) >= FEWEST]
    told = sorted(enough, key=lambda row: -len(row[1]))[:MOST]
    return tuple(sorted((_row(model, each) for model, each in told), key=lambda row: (-row.above, row.model)))


def _met(session: SessionBallots, seat: str) -> list[float]:
    """Return a value per reader and other answer, neither its own: 1 if it is above, a half on a tie, else 0."""
    return [
        (ranks[seat] < ranks[other]) + (ranks[seat] == ranks[other]) / 2
        for reader, ranks in session.ranks.items()
        if reader != seat and seat in ranks
        for other in ranks
        if other not in (reader, seat) and session.models.get(other) != session.models[seat]
    ]


def _row(model: str, shares: Sequence[float]) -> WinProbability:
    above, error = fmean(shares), NormalDist().inv_cdf(0.975) * stdev(shares) / sqrt(len(shares))
    return WinProbability(
        model=model, sessions=len(shares), above=above, low=max(0.0, above - error), high=min(1.0, above + error)
    )


def percent(value: float) -> str:
    """Return a share in whole percents, never 0 % or 100 % for an estimate."""
    if 0 < value < 0.01:
        return "under 1 %"
    if 0.99 < value < 1:
        return "over 99 %"
    return f"{value * 100:.0f} %"


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
