"""Convert rankings and marks to votes on one scale from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.vocabulary.history.track_record import Prior, SelfMarkHabit

Own = Literal["in", "out", "auto"]
"""How a reader's vote for its own answer counts: fully, not at all, or less by what earlier sessions show."""
Tiers = Sequence[Sequence[str]]
"""A ranking: best first; answers in one tier are tied."""
LOWEST, HIGHEST = 1, 10
"""Range of marks."""
PULL = Fraction(7, 20)
"""Maximum distance from the median at which a vote counts in full, as a share of the sheet."""
PULL_MARKS = Fraction(2, HIGHEST - LOWEST)
"""Maximum distance from the median at which a mark counts in full: two steps of the scale."""
WHOLE = 100
"""Weight of a full vote."""
ZERO, ONE, MIDDLE = Fraction(0), Fraction(1), Fraction(1, 2)


class Vote(Struct, frozen=True, kw_only=True):
    """One reader's vote on one answer, with the vote's weight.

    The vote is the place that the ballot gives to the answer, from 0 (last) to 1 (first).
    """

    place: Fraction
    """Share of the other answers on the ballot that are ranked below the answer, ties shared; or a mark as a share of
    the scale minus its reader's mean, plus a half. A known habit is subtracted.
    """
    weight: int
    """Weight of the vote, in hundredths."""
    low: Fraction
    """Minimum place; differs from `place` if a mark on the ballot is missing."""
    high: Fraction
    """Maximum place."""
    off: Fraction = ZERO
    """How much was subtracted from `place` because of how the reader is known to rank its own answers."""


class PairwiseVotes(Struct, frozen=True, kw_only=True, dict=True):
    """The votes of all readers on all answers, converted from their ballots to one scale."""

    candidates: tuple[str, ...]
    """Authors of the answers. Other fields refer to an answer by its index here."""
    readers: tuple[str, ...]
    """Readers with a counted ballot."""
    sheets: tuple[tuple[Vote | None, ...], ...]
    """For each reader, that reader's vote on each answer; `None` for no vote."""
    absent: tuple[str, ...]
    """Readers whose requested ballot is missing."""
    lost: tuple[tuple[int, ...], ...]
    """For each reader in `absent`, the weight of its vote on each answer if it had been cast."""
    prior: Prior
    """Assumptions about the readers from earlier sessions, such as how each ranks its own answers."""
    marks: bool = False
    """Whether the ballots contain marks."""

    @cached_property
    def by_others(self) -> PairwiseVotes:
        """Return these votes without the readers' votes for their own answers that count less than a full vote."""
        own = {reader: self.candidates.index(reader) for reader in self.readers if reader in self.candidates}
        return replace(
            self,
            sheets=tuple(
                tuple(
                    None if one == own.get(reader) and vote and vote.weight < WHOLE else vote
                    for one, vote in enumerate(sheet)
                )
                for reader, sheet in zip(self.readers, self.sheets, strict=True)
            ),
            lost=tuple(tuple(weight if weight == WHOLE else 0 for weight in weights) for weights in self.lost),
        )

    @property
    def pull(self) -> Fraction:
        """Return how far a vote may be from the median of an answer's votes and still count unchanged.

        Votes farther away are moved to this distance.
        """
        return PULL_MARKS if self.marks else PULL

    @cached_property
    def unit(self) -> int:
        """Return the number of parts into which the scale is divided, so that votes, medians and the pull are whole
        numbers.

        Sums of whole numbers are exact, and much faster than sums of fractions.
        """
        said = [vote for sheet in self.sheets for vote in sheet if vote is not None]
        parts = {each.denominator for vote in said for each in (vote.place, vote.low, vote.high, vote.off)}
        parts.update(max(1, sum(map(bool, weights)) - 1) for weights in self.lost)
        return 2 * lcm(self.pull.denominator, *parts)

    @cached_property
    def parts(self) -> tuple[tuple[tuple[int, int] | None, ...], ...]:
        """Return each reader's votes as pairs of place and weight, with the place in whole parts of the scale (see
        `unit`)."""
        unit = self.unit
        return tuple(
            tuple((parts_of(vote.place, unit), vote.weight) if vote is not None else None for vote in sheet)
            for sheet in self.sheets
        )

    @property
    def wanting(self) -> bool:
        """Return whether any ballot or mark that was requested is missing."""
        return bool(self.lost) or any(vote.low != vote.high for sheet in self.sheets for vote in sheet if vote)


def parts_of(share: Fraction, unit: int) -> int:
    """Convert a share of the scale to a whole number of parts, if the scale has `unit` parts."""
    return share.numerator * (unit // share.denominator)


def votes_from(
    candidates: Sequence[str],
    readers: Sequence[str],
    tiers_by_reader: Mapping[str, Tiers | None],
    *,
    own: Own = "auto",
    prior: Prior | None = None,
    unread: Sequence[str] = (),
) -> PairwiseVotes:
    """Convert rankings to votes on each answer. Abstentions and answers that are not candidates are left out."""
    prior = prior or Prior()
    sheets: dict[str, tuple[Vote | None, ...]] = {}
    for reader in readers:
        tiers = tiers_by_reader.get(reader)
        left_out = reader if own == "out" else None
        places = places_in(candidates, left_out, tiers) if tiers and reader not in unread else {}
        if places:
            bounds = {seat: (place, place, place) for seat, place in places.items()}
            sheets[reader] = _sheet(candidates, reader, bounds, own, prior)
    return _votes(candidates, sheets, own, prior, unread)


def votes_from_marks(
    candidates: Sequence[str],
    readers: Sequence[str],
    marks_by_reader: Mapping[str, Mapping[str, int] | None],
    *,
    own: Own = "auto",
    prior: Prior | None = None,
    unread: Sequence[str] = (),
    open_marks: Mapping[str, Sequence[str]] | None = None,
) -> PairwiseVotes:
    """Convert marks from 1 to 10 to votes on each answer, relative to each reader's mean mark.

    Args:
        open_marks: For each reader, the answers whose marks were requested again and never received.
    """
    prior = prior or Prior()
    sheets: dict[str, tuple[Vote | None, ...]] = {}
    for reader in readers:
        marks = {
            seat: Fraction(mark - LOWEST, HIGHEST - LOWEST)
            for seat, mark in ((marks_by_reader.get(reader) or {}) if reader not in unread else {}).items()
            if seat in candidates and not (own == "out" and seat == reader)
        }
        if len(marks) > 1:
            still_open = (open_marks or {}).get(reader, ())
            sheets[reader] = _sheet(candidates, reader, _even(marks, still_open), own, prior)
    return _votes(candidates, sheets, own, prior, unread, marks=True)


def own_weight_of(prior: Prior, reader: str, own: Own) -> int:
    """Return how much a reader's vote for its own answer counts, in hundredths of another vote."""
    if own != "auto":
        return WHOLE if own == "in" else 0
    return prior.known_own_weight if reader in prior.habits else prior.own_weight


def _votes(
    candidates: Sequence[str],
    sheets: Mapping[str, tuple[Vote | None, ...]],
    own: Own,
    prior: Prior,
    unread: Sequence[str],
    *,
    marks: bool = False,
) -> PairwiseVotes:
    absent = tuple(dict.fromkeys(unread))
    return PairwiseVotes(
        candidates=tuple(candidates),
        readers=tuple(sheets),
        sheets=tuple(sheets.values()),
        absent=absent,
        lost=tuple(
            tuple(own_weight_of(prior, reader, own) if seat == reader else WHOLE for seat in candidates)
            for reader in absent
        ),
        prior=prior,
        marks=marks,
    )


def _sheet(
    candidates: Sequence[str],
    reader: str,
    bounds: Mapping[str, tuple[Fraction, Fraction, Fraction]],
    own: Own,
    prior: Prior,
) -> tuple[Vote | None, ...]:
    habit = prior.habits.get(reader, SelfMarkHabit()) if own == "auto" else SelfMarkHabit()
    votes: list[Vote | None] = []
    for seat in candidates:
        if seat not in bounds:
            votes.append(None)
            continue
        low, place, high = bounds[seat]
        weight = own_weight_of(prior, reader, own) if seat == reader else WHOLE
        if seat == reader and habit.lift:
            off = Fraction(habit.lift, WHOLE)
            votes.append(Vote(place=place - off, weight=weight, low=low - off, high=high - off, off=off))
        else:
            votes.append(Vote(place=place, weight=weight, low=low, high=high))
    return tuple(votes)


def places_in(candidates: Sequence[str], left_out: str | None, tiers: Tiers) -> dict[str, Fraction]:
    """Return, for each answer in a ranking, the share of the other answers that are ranked below this answer.

    A tied answer counts half.
    """
    known, seen = set(candidates) - {left_out}, set[str]()
    kept = []
    for tier in tiers:
        kept.append([seat for seat in dict.fromkeys(tier) if seat in known and seat not in seen])
        seen.update(kept[-1])
    others = len(seen) - 1
    if others < 1:
        return {}  # an answer alone on its sheet is compared with nothing
    places, above = {}, 0
    for group in kept:
        for seat in group:
            places[seat] = Fraction(2 * (others - above) - (len(group) - 1), 2 * others)
        above += len(group)
    return places


def _even(marks: Mapping[str, Fraction], still_open: Sequence[str]) -> dict[str, tuple[Fraction, Fraction, Fraction]]:
    """Return, for each answer, a reader's mark relative to its mean mark: the minimum, the value as given, and the
    maximum.

    The three values differ only if the marks of answers in `still_open` may change.
    """
    size, total = len(marks), sum(marks.values(), ZERO)
    free = [seat for seat in marks if seat in still_open]
    fixed = sum((mark for seat, mark in marks.items() if seat not in free), ZERO)
    even = {}
    for seat, mark in marks.items():
        others = len(free) - (seat in free)
        least, most = (ZERO, ONE) if seat in free else (mark, mark)
        stands = ZERO if seat in free else mark
        settled = fixed - stands  # sum of the other final marks
        even[seat] = (
            MIDDLE + least - (settled + least + others) / size,
            MIDDLE + mark - total / size,
            MIDDLE + most - (settled + most) / size,
        )
    return even
