"""What do the ballots say of the answers, and how sure is that? One model of judging, for rankings and for marks.

A vote is where a reader puts an answer: the share of the others on its sheet that stand below it, 0 to 1. An answer's
score is the mean of its votes, after those further than `PULL` from their median are pulled in to that distance. So one
reader can move a score only so far, and whoever can halve a sheet can check it. A reader's vote for its own answer
counts less than another's, by what is known of the reader (`Prior`). Marks count by the order they put answers in: how
harshly a reader marks says nothing. The rule was chosen by regret: `docs/decisions/0052-one-model-of-judging.md`.

All comparisons are of fractions. How likely each answer is the best is in `best_chance.py`, how few ballots would
change who comes first in `judging_certificate.py`, what earlier sessions say of readers in `judging_past.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.tally.best_chance import Posterior, posterior_from
from moot.vocabulary.priors import Habit, Prior

__all__ = ["Habit", "Judged", "Own", "Prior", "Tiers", "Votes", "judged_from", "marks_judged_from", "votes_from"]

Own = Literal["in", "out", "auto"]
"""What a vote for one's own answer counts: as much as any, nothing, or what the prior says."""
Tiers = Sequence[Sequence[str]]
"""A ranking: best first; answers in one tier are tied."""
PULL = Fraction(7, 20)
"""How far from the median of its votes a vote counts as it was given, as a share of the sheet."""
WHOLE = 100
"""A whole vote's weight."""
CLEAR = 0.95
"""How likely the best the winner of a clear result is, at least."""
BY_CHANCE = 0.01
"""How often equal answers may look clear."""


class Vote(Struct, frozen=True):
    """What one reader says of one answer."""

    place: Fraction
    """The share of the others on the sheet that stand below it; ties share. A known habit is taken off."""
    weight: int
    """What it counts, in hundredths."""
    off: Fraction = Fraction(0)
    """The habit that was taken off."""


class Votes(Struct, frozen=True, kw_only=True):
    """Every vote that counts."""

    candidates: tuple[str, ...]
    """Answers by author; below they go by their position here."""
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


class Judged(Struct, frozen=True, kw_only=True):
    """What the ballots come to; answers by their position among the candidates."""

    order: tuple[int, ...]
    """Best first by score; equal scores in seat order, answers without a vote last."""
    winners: tuple[int, ...]
    """All with the highest score."""
    score: tuple[float, ...]
    """Mean of its votes, 0 to 1, those far from their median pulled in; 0.5 where it has none."""
    chance: tuple[float, ...]
    """How likely each is the best, if readers err independently. Where ballots are not there, the winner's is the
    least that they leave it, and the others share the rest."""
    strength: tuple[float, ...]
    """Share of the others that a further reader would put below it, as far as can be told: 0 to 1."""
    low: tuple[float, ...] | None
    """Lower ends of the 95 % intervals of the strengths; `None` where there are too few ballots for any."""
    high: tuple[float, ...] | None
    """Upper ends."""
    own_weight: dict[str, float]
    """Reader and what its vote for its own answer counts, of another's vote."""
    counted: int
    """Ballots that are counted."""
    clear: bool
    """Whether one answer is the best with a chance of 95 % at least, and equal answers would look so in at most 1 %."""


def judged_from(
    candidates: Sequence[str],
    readers: Sequence[str],
    tiers_by_reader: Mapping[str, Tiers | None],
    *,
    own: Own = "auto",
    prior: Prior | None = None,
    unread: Sequence[str] = (),
) -> Judged:
    """What rankings come to. `readers` are all who were asked; a reader without tiers abstained, and those in `unread`
    were asked and their ballots are not there."""
    return _judged(votes_from(candidates, readers, tiers_by_reader, own=own, prior=prior, unread=unread))


def marks_judged_from(
    candidates: Sequence[str],
    readers: Sequence[str],
    marks_by_reader: Mapping[str, Mapping[str, int] | None],
    *,
    own: Own = "auto",
    prior: Prior | None = None,
    unread: Sequence[str] = (),
) -> Judged:
    """The same of marks: each reader's marks count by the order they put the answers in."""
    tiers = {reader: tiers_of(marks) if marks is not None else None for reader, marks in marks_by_reader.items()}
    return judged_from(candidates, readers, tiers, own=own, prior=prior, unread=unread)


def tiers_of(marks: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """The ranking that marks amount to."""
    return tuple(
        tuple(seat for seat, given in marks.items() if given == mark)
        for mark in sorted(set(marks.values()), reverse=True)
    )


def votes_from(
    candidates: Sequence[str],
    readers: Sequence[str],
    tiers_by_reader: Mapping[str, Tiers | None],
    *,
    own: Own = "auto",
    prior: Prior | None = None,
    unread: Sequence[str] = (),
) -> Votes:
    """Every vote that counts. Abstentions and answers that are not among the candidates are left out."""
    prior = prior or Prior()
    sheets: dict[str, tuple[Vote | None, ...]] = {}
    for reader in readers:
        tiers = tiers_by_reader.get(reader)
        places = _places(candidates, reader if own == "out" else None, tiers) if tiers and reader not in unread else {}
        if places:
            lift = Fraction(_habit(prior, reader, own).lift, WHOLE)
            sheets[reader] = tuple(
                Vote(
                    place=places[seat] - (lift if seat == reader else 0),
                    weight=own_weight_of(prior, reader, own) if seat == reader else WHOLE,
                    off=lift if seat == reader else Fraction(0),
                )
                if seat in places
                else None
                for seat in candidates
            )
    return Votes(
        candidates=tuple(candidates),
        readers=tuple(sheets),
        sheets=tuple(sheets.values()),
        absent=tuple(dict.fromkeys(unread)),
        lost=tuple(
            tuple(own_weight_of(prior, reader, own) if seat == reader else WHOLE for seat in candidates)
            for reader in dict.fromkeys(unread)
        ),
        prior=prior,
    )


def own_weight_of(prior: Prior, reader: str, own: Own) -> int:
    """What a reader's vote for its own answer counts, in hundredths."""
    if own != "auto":
        return WHOLE if own == "in" else 0
    return prior.known_own_weight if reader in prior.habits else prior.own_weight


def _habit(prior: Prior, reader: str, own: Own) -> Habit:
    return prior.habits.get(reader, Habit()) if own == "auto" else Habit()


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


def score_of(votes: Sequence[Vote]) -> Fraction | None:
    """An answer's score; `None` without votes of any weight."""
    counting = [vote for vote in votes if vote.weight]
    if not counting:
        return None
    places = sorted(vote.place for vote in counting)
    middle = (places[len(places) // 2] + places[(len(places) - 1) // 2]) / 2
    low, high = middle - PULL, middle + PULL
    total = sum((min(max(vote.place, low), high) * vote.weight for vote in counting), Fraction(0))
    return total / sum(vote.weight for vote in counting)


def scores_of(votes: Votes) -> list[Fraction | None]:
    """Every answer's score."""
    return [
        score_of([vote for sheet in votes.sheets if (vote := sheet[one]) is not None])
        for one in range(len(votes.candidates))
    ]


def _judged(votes: Votes) -> Judged:
    scores = scores_of(votes)
    best = max((score for score in scores if score is not None), default=None)
    winners = tuple(one for one, score in enumerate(scores) if score is not None and score == best)
    order = tuple(sorted(range(len(scores)), key=lambda one: (scores[one] is None, -(scores[one] or 0))))
    found = _posterior(votes, scores)
    alone = len(winners) == 1
    chance = _least_chance(votes, found.chance, order) if votes.lost and alone else found.chance
    return Judged(
        order=order,
        winners=winners,
        score=tuple(float(score) if score is not None else 0.5 for score in scores),
        chance=chance,
        strength=found.strength,
        low=found.low,
        high=found.high,
        own_weight={
            reader: vote.weight / WHOLE
            for reader, sheet in zip(votes.readers, votes.sheets, strict=True)
            if reader in votes.candidates
            for vote in [sheet[votes.candidates.index(reader)]]
            if vote is not None
        },
        counted=len(votes.sheets),
        clear=alone and chance[winners[0]] >= CLEAR and by_chance(votes, winners[0]) <= BY_CHANCE,
    )


def _posterior(votes: Votes, scores: Sequence[Fraction | None], *, interval: bool = True) -> Posterior:
    return posterior_from(
        [
            [(float(vote.place), vote.weight / WHOLE) if vote is not None and vote.weight else None for vote in sheet]
            for sheet in votes.sheets
        ],
        [float(score) if score is not None else None for score in scores],
        votes.prior.agreement,
        votes.prior.likely,
        interval=interval,
    )


def _least_chance(votes: Votes, chance: Sequence[float], order: Sequence[int]) -> tuple[float, ...]:
    """The winner's chance is the least that the ballots that are not there leave it: each puts it last, and one rival
    first. The others share the rest as they stand."""
    winner = order[0]
    least = chance[winner]
    for rival in order[1:]:
        filled = filled_in(votes, [rival, *(one for one in order if one not in (winner, rival)), winner])
        least = min(least, _posterior(filled, scores_of(filled), interval=False).chance[winner])
    rest = 1 - chance[winner]
    return tuple(
        least if one == winner else (1 - least) * (each / rest if rest > 0 else 1 / (len(chance) - 1))
        for one, each in enumerate(chance)
    )


def filled_in(votes: Votes, order: Sequence[int]) -> Votes:
    """The same votes as if each ballot that is not there had put the answers in this order."""
    sheets = []
    for weights in votes.lost:
        ranked = [one for one in order if weights[one]]
        places = {one: Fraction(len(ranked) - 1 - at, max(1, len(ranked) - 1)) for at, one in enumerate(ranked)}
        sheets.append(
            tuple(Vote(place=places[one], weight=weight) if weight else None for one, weight in enumerate(weights))
        )
    return replace(votes, readers=(*votes.readers, *votes.absent), sheets=(*votes.sheets, *sheets), lost=(), absent=())


def by_chance(votes: Votes, winner: int) -> float:
    """How often, at most, one of equally good answers would do as well as the winner did, were every ballot an order
    drawn by lot: exact for one answer, times the number of answers. Ballots that are not there put it last."""
    did = sum(
        (vote.place for sheet in votes.sheets if (vote := sheet[winner]) is not None and vote.weight), Fraction(0)
    )
    sums = {Fraction(0): Fraction(1)}
    for sheet in votes.sheets:
        if (vote := sheet[winner]) is None or not vote.weight:
            continue
        others = sum(each is not None for each in sheet) - 1
        drawn: dict[Fraction, Fraction] = {}
        for so_far, chance in sums.items():
            for place in range(others + 1):
                reached = so_far + Fraction(place, others)
                drawn[reached] = drawn.get(reached, Fraction(0)) + chance / (others + 1)
        sums = drawn
    return float(len(votes.candidates) * sum(chance for reached, chance in sums.items() if reached >= did))
