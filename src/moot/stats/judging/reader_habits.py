"""Estimate readers' habits towards their own answers from earlier sessions: the `Prior` of a new session.

A reader's *lift* is how much higher it put its own answers than the other readers of the same sheets did, on average,
shrunk towards none by the number of sessions and their variance. It only affects the reader's vote for its own answer:
a different view of others' answers never reduces a weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from moot.stats.judging.ballot_votes import Tiers, votes_from
from moot.vocabulary.history.priors import Prior, SelfMarkHabit

FEWEST = 5
"""Minimum number of sessions in which a reader judged its own answer among others."""
LIFTS = 0.02
"""Variance of lifts over readers, in shares of a sheet, for shrinking."""
LEAST_VARIANCE = 0.02
"""Minimum variance of a habit between sessions."""


class EarlierSession(Struct, frozen=True, kw_only=True):
    """The ballots of one earlier session; readers and answers have the same names in all sessions."""

    answers: tuple[str, ...]
    """Authors of the judged answers."""
    tiers: Mapping[str, Tiers | None]
    """Ranking per reader."""


def prior_from_lifts(earlier: Sequence[Sequence[tuple[str, float]]], names: Mapping[str, str]) -> Prior:
    """Return the same from each session's lifts by name; two seats may share a name."""
    lifts: dict[str, list[float]] = {name: [] for name in names.values()}
    for session in earlier:
        for name, lift in session:
            if name in lifts:
                lifts[name].append(lift)
    return Prior(
        habits={seat: _habit(lifts[name]) for seat, name in names.items() if len(lifts[name]) >= FEWEST},
        sessions=len(earlier),
    )


def lifts_in(session: EarlierSession) -> dict[str, float]:
    """Return, for each reader that ranked its own answer, how much higher it put it than the others did."""
    votes = votes_from(session.answers, tuple(session.tiers), session.tiers, own="in")
    found = {}
    for reader, sheet in zip(votes.readers, votes.sheets, strict=True):
        if reader not in votes.candidates:
            continue
        own = votes.candidates.index(reader)
        others = [
            float(vote.place)
            for other, given in zip(votes.readers, votes.sheets, strict=True)
            if other != reader and (vote := given[own]) is not None
        ]
        mine = sheet[own]
        if mine is not None and others:
            found[reader] = float(mine.place) - fmean(others)
    return found


def _habit(lifts: Sequence[float]) -> SelfMarkHabit:
    mean = fmean(lifts)
    of_mean = max(fmean([(lift - mean) ** 2 for lift in lifts]), LEAST_VARIANCE) / len(lifts)
    return SelfMarkHabit(lift=round(100 * mean * LIFTS / (LIFTS + of_mean)), sessions=len(lifts))
