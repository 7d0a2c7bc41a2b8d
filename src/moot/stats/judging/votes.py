"""What is a ballot's vote on each answer? Places of rankings and marks of readers, on one scale from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.vocabulary.history.priors import Prior, SelfMarkHabit

Own = Literal["in", "out", "auto"]
"""What a vote for one's own answer counts: as much as any, nothing, or what the prior says."""
Tiers = Sequence[Sequence[str]]
"""A ranking: best first; answers in one tier are tied."""
LOWEST, HIGHEST = 1, 10
"""Ends of the scale of marks."""
PULL = Fraction(7, 20)
"""How far from the median of its votes a vote counts as it was given, as a share of the sheet."""
PULL_MARKS = Fraction(2, HIGHEST - LOWEST)
"""The same for marks: two steps of the scale."""
WHOLE = 100
"""A whole vote's weight."""
ZERO, ONE, MIDDLE = Fraction(0), Fraction(1), Fraction(1, 2)


class Vote(Struct, frozen=True, kw_only=True):
    """What one reader says of one answer."""

    place: Fraction
    """The share of the others on the sheet that stand below it, ties shared; or a mark as a share of the scale, less
    its reader's mean, from a half on. A known habit is taken off."""
    weight: int
    """What it counts, in hundredths."""
    low: Fraction
    """The least it could be: as `place`, but where a mark of the sheet is not there."""
    high: Fraction
    """The most it could be."""
    off: Fraction = ZERO
    """The habit that was taken off."""


class PairwiseVotes(Struct, frozen=True, kw_only=True, dict=True):
    """Every vote that counts."""

    candidates: tuple[str, ...]
    """Answers by author; elsewhere they go by their position here."""
    readers: tuple[str, ...]
    """Whose ballots are counted."""
    sheets: tuple[tuple[Vote | None, ...], ...]
    """For each of these readers its vote on each answer; `None` where it has none."""
    absent: tuple[str, ...]
    """Readers whose ballot was asked for and is not there."""
    lost: tuple[tuple[int, ...], ...]
    """For each of these the weight of the vote it would have had on each answer."""
    prior: Prior
    """What was known of the readers."""
    marks: bool = False
    """Whether the ballots are marks."""

    def by_others(self) -> PairwiseVotes:
        """Leave out votes for own answers that count less than another's."""
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
        """How far from the median of its votes a vote counts as it was given."""
        return PULL_MARKS if self.marks else PULL

    @cached_property
    def unit(self) -> int:
        """Parts of the scale in which every vote, the middle of any two and the pull are whole numbers: sums of these
        are as exact as sums of fractions, and many times as quick."""
        said = [vote for sheet in self.sheets for vote in sheet if vote is not None]
        parts = {each.denominator for vote in said for each in (vote.place, vote.low, vote.high, vote.off)}
        parts.update(max(1, sum(map(bool, weights)) - 1) for weights in self.lost)
        return 2 * lcm(self.pull.denominator, *parts)

    @property
    def wanting(self) -> bool:
        """Whether anything that was asked for is not there."""
        return bool(self.lost) or any(vote.low != vote.high for sheet in self.sheets for vote in sheet if vote)


def parts_of(share: Fraction, unit: int) -> int:
    """A share of the scale in units, of which it is a whole number."""
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
    """Rankings as votes. Abstentions and answers that are not among the candidates are left out."""
    prior = prior or Prior()
    sheets: dict[str, tuple[Vote | None, ...]] = {}
    for reader in readers:
        tiers = tiers_by_reader.get(reader)
        places = _places(candidates, reader if own == "out" else None, tiers) if tiers and reader not in unread else {}
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
    """Marks from 1 to 10 as votes; `open_marks` are those of a reader that it was to give again and did not."""
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
    """What a reader's vote for its own answer counts, in hundredths."""
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


def _places(candidates: Sequence[str], left_out: str | None, tiers: Tiers) -> dict[str, Fraction]:
    known, seen = set(candidates) - {left_out}, set[str]()
    kept = []
    for tier in tiers:
        kept.append([seat for seat in dict.fromkeys(tier) if seat in known and seat not in seen])
        seen.update(kept[-1])
    others = len(seen) - 1
    if others < 1:
        return {}  # an answer alone on its sheet was compared with nothing
    places, above = {}, 0
    for group in kept:
        for seat in group:
            places[seat] = Fraction(2 * (others - above) - (len(group) - 1), 2 * others)
        above += len(group)
    return places


def _even(marks: Mapping[str, Fraction], still_open: Sequence[str]) -> dict[str, tuple[Fraction, Fraction, Fraction]]:
    """Each mark less the reader's mean: the least it could be, as it was given, and the most."""
    size, total = len(marks), sum(marks.values(), ZERO)
    free = [seat for seat in marks if seat in still_open]
    fixed = sum((mark for seat, mark in marks.items() if seat not in free), ZERO)
    even = {}
    for seat, mark in marks.items():
        others = len(free) - (seat in free)
        least, most = (ZERO, ONE) if seat in free else (mark, mark)
        stands = ZERO if seat in free else mark
        settled = fixed - stands  # what the other marks that stand come to
        even[seat] = (
            MIDDLE + least - (settled + least + others) / size,
            MIDDLE + mark - total / size,
            MIDDLE + most - (settled + most) / size,
        )
    return even
