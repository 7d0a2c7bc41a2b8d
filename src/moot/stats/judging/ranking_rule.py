"""Ranking rule for ballots and marks: score, winners, probabilities and clearness.

A vote is where a reader puts an answer: the share of the others on its sheet below it; or its mark as a share of the
scale minus the reader's mean, so that harsh readers count alike. An answer's score is the mean of its votes, after
those far from their median are pulled in (`PULL`): one reader has limited influence, and the mean is easy to check. A
reader's vote for its own answer counts less, by its known habit (`Prior`). The rule was chosen by regret:
`docs/why/rankings.md`.

All comparisons are exact. Votes are built in `ballot_votes.py`; `best_chance.py` computes probabilities,
`certificate.py` how few ballots would change the winner, and `standing.py` habits from earlier sessions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from moot.stats.judging.ballot_votes import WHOLE, PairwiseVotes, Vote, parts_of
from moot.stats.judging.best_chance import FEWEST, Fit, Strength, fit_from

CLEAR = 0.95
"""Minimum probability, for a clear result, that more readers would put the winner first."""
BY_CHANCE = 0.01
"""Maximum probability that equal answers look clear."""
COUNTED = {(4, 4): 0.005}
"""Probability that one answer looks clear if readers vote at random, by numbers of answers and ballots, from counting
all elections. `tests/stats/judging/test_ranking_rule.py` counts again.
"""

Said = tuple[int, int]
"""Place of a vote, in units of `PairwiseVotes.unit`, and the weight of the vote."""


class BallotModelFit(Struct, frozen=True, kw_only=True):
    """Result of the ranking rule: order, winners, scores and probabilities. Answers are given by their index."""

    order: tuple[int, ...]
    """Indexes of the answers: winners first, then by score. Equal scores are in seat order, answers without a vote
    last.
    """
    winners: tuple[int, ...]
    """Indexes of the answers with the highest score, by all votes or by those of others alone, because an own vote
    alone decides nothing.
    """
    score: tuple[float, ...]
    """Mean of the votes on the answer, those far from their median pulled in; 0.5 without votes. For rankings 0 to 1;
    for marks in shares of the scale, 0.5 being the readers' mean.
    """
    chance: tuple[float, ...]
    """Probability of each answer to be the best, by the prior's share of common errors. With missing ballots, the
    winner's probability is the minimum they allow, and the other answers share the remainder.
    """
    strengths: tuple[Strength, ...] | None
    """Expected vote of a further reader on each answer, on the scale of the scores; `None` below ten ballots."""
    own_weight: dict[str, float]
    """Weight of each reader's vote for its own answer, as a share of another's vote."""


def pulled(said: Sequence[Said], pull: int) -> Said:
    """Return the weighted sum of an answer's votes, and the total weight.

    Votes farther than `pull` from the median are first moved to that distance.
    """
    places = sorted([place for place, weight in said if weight])
    if not places:
        return 0, 0
    middle = (places[len(places) // 2] + places[(len(places) - 1) // 2]) // 2
    low, high = middle - pull, middle + pull
    total = weights = 0
    for place, weight in said:
        total += weight * (low if place < low else high if place > high else place)
        weights += weight
    return total, weights


def scores_of(votes: PairwiseVotes) -> list[Fraction | None]:
    """Return every answer's score, the mean of its votes with outliers pulled in; `None` for an answer without
    votes."""
    unit = votes.unit
    pull = parts_of(votes.pull, unit)
    scores = []
    for one in range(len(votes.candidates)):
        total, weight = pulled([vote for sheet in votes.parts if (vote := sheet[one]) is not None], pull)
        scores.append(Fraction(total, weight * unit) if weight else None)
    return scores


def winners_of(scores: Sequence[Fraction | None]) -> set[int]:
    """Return the indexes of the answers with the highest score."""
    best = max((score for score in scores if score is not None), default=None)
    return {one for one, score in enumerate(scores) if score is not None and score == best}


def judged(votes: PairwiseVotes) -> BallotModelFit:
    """Apply the ranking rule to votes and return the order of the answers, the winners, scores and probabilities."""
    scores = scores_of(votes)
    winners = tuple(sorted(winners_of(scores) | winners_of(scores_of(votes.by_others))))
    order = tuple(
        sorted(range(len(scores)), key=lambda one: (one not in winners, scores[one] is None, -(scores[one] or 0)))
    )
    fit = _fit(votes, scores)
    shared = votes.prior.shared_errors / 100
    chance = fit.chance(shared)
    if votes.wanting and len(winners) == 1:
        chance = _least_chance(votes, chance, order, shared)
    return BallotModelFit(
        order=order,
        winners=winners,
        score=tuple(float(score) if score is not None else 0.5 for score in scores),
        chance=chance,
        strengths=fit.strengths() if len(votes.sheets) >= FEWEST and fit.parts else None,
        own_weight={
            reader: vote.weight / WHOLE
            for reader, sheet in zip(votes.readers, votes.sheets, strict=True)
            if reader in votes.candidates
            for vote in [sheet[votes.candidates.index(reader)]]
            if vote is not None
        },
    )


def is_clear(votes: PairwiseVotes, found: BallotModelFit) -> bool:
    """Return whether one answer leads clearly.

    Two conditions must hold. More readers like these would put the answer first with a probability of at least 95 %. If
    all answers were equal, such a lead would arise by chance in at most 1 % of cases.
    """
    if len(found.winners) != 1 or by_chance(votes, found.winners[0]) > BY_CHANCE:
        return False
    sure = _fit(votes, scores_of(votes)).chance(shared=0.0)
    if votes.wanting:
        sure = _least_chance(votes, sure, found.order, shared=0.0)
    return sure[found.winners[0]] >= CLEAR


def _fit(votes: PairwiseVotes, scores: Sequence[Fraction | None], weighed_by: PairwiseVotes | None = None) -> Fit:
    return fit_from(
        _as_floats(votes),
        [float(score) if score is not None else None for score in scores],
        votes.prior.agreement,
        votes.prior.likely,
        marks=votes.marks,
        weighed_by=_as_floats(weighed_by) if weighed_by else None,
    )


def _as_floats(votes: PairwiseVotes) -> list[list[tuple[float, float] | None]]:
    return [
        [(float(vote.place), vote.weight / WHOLE) if vote is not None and vote.weight else None for vote in sheet]
        for sheet in votes.sheets
    ]


def _least_chance(
    votes: PairwiseVotes, chance: Sequence[float], order: Sequence[int], shared: float
) -> tuple[float, ...]:
    """Return the probabilities of all answers, with the winner's lowered to the minimum that missing ballots allow.

    Several ways of filling in the missing ballots are tried, and the worst for the winner is used. The other answers
    share the rest in proportion to their probabilities.
    """
    winner = order[0]
    worst = filled_in(votes, order, worst_for=winner)
    scores = scores_of(worst)
    last = (*order[1:], winner)
    least = min(
        chance[winner],
        *(
            _fit(worst, scores, weighed_by).chance(shared)[winner]
            for weighed_by in (
                worst,
                *(filled_in(votes, given) for given in (order, last, order[::-1])),
                *(filled_in(votes, order, worst_for=rival) for rival in (order[1:] if votes.marks else ())),
            )
        ),
    )
    others = 1 - chance[winner]
    return tuple(
        least if one == winner else (1 - least) * (each / others if others > 0 else 1 / (len(chance) - 1))
        for one, each in enumerate(chance)
    )


def filled_in(votes: PairwiseVotes, order: Sequence[int], *, worst_for: int | None = None) -> PairwiseVotes:
    """Return the votes with each missing ballot replaced by the given order of answers.

    Args:
        worst_for: Index of an answer. Missing ballots and marks then count against it and for every other one, more
            than any ballot could.
    """
    sheets = list(votes.sheets)
    if worst_for is not None:
        sheets = [
            tuple(
                replace(vote, place=vote.low if one == worst_for else vote.high) if vote is not None else None
                for one, vote in enumerate(sheet)
            )
            for sheet in votes.sheets
        ]
    for weights in votes.lost:
        ranked = [one for one in order if weights[one]]
        last = max(1, len(ranked) - 1)
        places = {one: Fraction(last - at, last) for at, one in enumerate(ranked)}
        if worst_for is not None:
            # a mark of 10 where all others are 1, or of 1 where all others are 10, is the extreme
            far = Fraction(last, 2 * (last + 1)) if votes.marks else Fraction(0)
            places = {one: Fraction(one != worst_for) + (far if one != worst_for else -far) for one in ranked}
        sheets.append(
            tuple(
                Vote(place=places[one], weight=weight, low=places[one], high=places[one]) if weight else None
                for one, weight in enumerate(weights)
            )
        )
    return replace(votes, readers=(*votes.readers, *votes.absent), sheets=tuple(sheets), lost=(), absent=())


def by_chance(votes: PairwiseVotes, winner: int) -> float:
    """Return an upper bound on the probability that some answer does as well as the winner, if votes are random.

    The bound is the exact probability for one answer, times the number of answers. Missing ballots are assumed to put
    the winner last.
    """
    size = len(votes.candidates)
    ballots = len(votes.sheets) + len(votes.lost)
    whole = all(vote is not None for sheet in votes.sheets for vote in sheet) and all(all(each) for each in votes.lost)
    if whole and not votes.marks and (size, ballots) in COUNTED:
        return COUNTED[size, ballots]
    unit = votes.unit
    did = 0
    sums = {0: 1.0}
    for sheet in votes.sheets:
        if (vote := sheet[winner]) is not None and vote.weight:
            did += parts_of(vote.low, unit) + parts_of(vote.off, unit)
            sums = _added(
                sums, [parts_of(each.place, unit) + parts_of(each.off, unit) for each in sheet if each is not None]
            )
    for weights in votes.lost:
        if weights[winner]:
            last = max(1, sum(1 for each in weights if each) - 1)
            sums = _added(sums, [place * unit // last for place in range(last + 1)])
    return size * sum(chance for reached, chance in sums.items() if reached >= did)


def _added(sums: Mapping[int, float], drawn: Sequence[int]) -> dict[int, float]:
    reached: dict[int, float] = {}
    for so_far, chance in sums.items():
        part = chance / len(drawn)
        for place in drawn:
            reached[so_far + place] = reached.get(so_far + place, 0.0) + part
    return reached
