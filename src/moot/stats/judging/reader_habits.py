"""What do the ballots of earlier sessions say of readers? The `Prior` of a session that is about to open.

A reader's *lift* is how much higher it put its own answers than the other readers of the same sheets did, on average,
and shrunk towards none by how few sessions that is and by how much it varied. Only the vote for its own answer is ever
touched by it: a reader whose view of the others' answers differs is not counted for less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from moot.stats.judging.votes import Tiers, votes_from
from moot.vocabulary.history.priors import Prior, SelfMarkHabit

FEWEST = 5
"""Sessions in which a reader must have judged its own answer among others before anything is said of its habit."""
LIFTS = 0.02
"""How much readers' lifts vary, as a variance of shares of a sheet: what one session says is shrunk against it."""
LEAST_VARIANCE = 0.02
"""A habit is never taken to vary less than this from session to session."""


class EarlierSession(Struct, frozen=True, kw_only=True):
    """The ballots of one earlier session; readers and answers go by names that mean the same in all of them."""

    answers: tuple[str, ...]
    """Whose answers were judged."""
    tiers: Mapping[str, Tiers | None]
    """Reader and its ranking."""


def prior_from_past(earlier: Sequence[EarlierSession], names: Mapping[str, str]) -> Prior:
    """What is known of these seats, by the names (as a rule models) they go by in earlier sessions."""
    return prior_from_lifts([tuple(lifts_in(session).items()) for session in earlier], names)


def prior_from_lifts(earlier: Sequence[Sequence[tuple[str, float]]], names: Mapping[str, str]) -> Prior:
    """The same from the lifts of each session, as name and lift; two seats may go by one name."""
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
    """For each reader that ranked its own answer, how much higher it put that than the others did."""
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
    of_mean = max(fmean((lift - mean) ** 2 for lift in lifts), LEAST_VARIANCE) / len(lifts)
    return SelfMarkHabit(lift=round(100 * mean * LIFTS / (LIFTS + of_mean)), sessions=len(lifts))
