"""Build the standing of a council (counted ballots and the ranking rule's result), and the prior on votes for oneself.

The facts (who put whom first, of how many) are counted from the ballots; order, probabilities and certificate are from
`ranking_rule.py`. A missing ballot never makes a result firmer, and stays in every "of how many".

The `Prior` of a new session estimates from earlier sessions how readers rank their own answers. A reader's *lift* is
how much higher it put its own answers than the other readers of the same sheets did, on average, shrunk towards none by
the number of sessions and their variance. It only affects the reader's vote for its own answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Protocol

from msgspec import UNSET, Struct
from msgspec.structs import replace

from moot.stats.judging.ballot_votes import Own, Tiers, places_in, votes_from
from moot.stats.judging.certificate import BallotsToTurn, firmness
from moot.stats.judging.ranking_rule import BallotModelFit, is_clear
from moot.stats.judging.ranking_rule import judged as judged_by
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.findings import Standing, StandingPlace
from moot.vocabulary.history.track_record import SHARED_ERRORS, Past, Prior, SelfMarkHabit
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers
from moot.vocabulary.words.standing import said_of

FEWEST = 5
"""Minimum number of sessions in which a reader judged its own answer among others."""
LIFTS = 0.02
"""Variance of lifts over readers, in shares of a sheet, for shrinking."""
LEAST_VARIANCE = 0.02
"""Minimum variance of a habit between sessions."""


def prior_from_lifts(earlier: Sequence[Sequence[tuple[str, float]]], names: Mapping[str, str]) -> Prior:
    """Estimate each reader's habit of ranking its own answer too high, from earlier sessions.

    Args:
        earlier: For each session, readers' names with their lift (see `lifts_in`).
        names: The name of each seat.
    """
    lifts: dict[str, list[float]] = {name: [] for name in names.values()}
    for session in earlier:
        for name, lift in session:
            if name in lifts:
                lifts[name].append(lift)
    return Prior(
        habits={seat: _habit(lifts[name]) for seat, name in names.items() if len(lifts[name]) >= FEWEST},
        sessions=len(earlier),
    )


def lifts_in(answers: Sequence[str], tiers: Mapping[str, Tiers | None]) -> dict[str, float]:
    """Return, for each reader that ranked its own answer, how much higher it placed it than the other readers did.

    Args:
        answers: Authors of the judged answers.
        tiers: Ranking per reader.
    """
    places = {reader: places_in(answers, None, given) for reader, given in tiers.items() if given}
    found = {}
    for reader, own in places.items():
        others = [float(each[reader]) for other, each in places.items() if other != reader and reader in each]
        if reader in own and others:
            found[reader] = float(own[reader]) - fmean(others)
    return found


def _habit(lifts: Sequence[float]) -> SelfMarkHabit:
    mean = fmean(lifts)
    of_mean = max(fmean([(lift - mean) ** 2 for lift in lifts]), LEAST_VARIANCE) / len(lifts)
    return SelfMarkHabit(lift=round(100 * mean * LIFTS / (LIFTS + of_mean)), sessions=len(lifts))


FEWEST_ALIKE = 3
"""Minimum number of answers that two readers both ranked before a remark says that they ranked alike."""
Order = tuple[tuple[str, ...], ...]


class CountedBallot(Struct, frozen=True, kw_only=True):
    """One reader's ranking as the rule counts it.

    Answers that are not candidates are left out. If votes for one's own answer do not count, the reader's own answer is
    left out as well.
    """

    reader: str
    """The reader that cast the ballot."""
    order: Order
    """The ranked answers, best first."""

    def twice_the_rank(self, seat: str) -> int | None:
        """Return twice the rank of an answer, which is an integer even for ties; `None` if the ballot
        does not rank it.
        """
        above = 0
        for tier in self.order:
            if seat in tier:
                return 2 * above + len(tier) + 1
            above += len(tier)
        return None


class StandingInputs(Protocol):
    """What a ranking needs besides the ballots: the readers, and figures of earlier sessions about them."""

    seats: tuple[Seat, ...]
    """Seats of the readers."""
    past: Past
    """Statistics of earlier sessions about the readers."""


def standing_by(poll: Poll, judged: Answers, floor: StandingInputs, *, own: Own) -> Standing:
    """Return the ranking of answers by a poll's ballots, using what earlier sessions show about the readers."""
    found = judged_standing(poll, judged, own=own, prior=floor.past.judging or None)
    models = {seat.model for seat in floor.seats}
    alone = len(models) == 1 and not any(seat.person or seat.scripted for seat in floor.seats)
    return said_of(replace(found, one_model=models.pop())) if alone and found.counted > 1 else found


def judged_standing(
    poll: Poll, judged: Answers | None = None, *, own: Own = "auto", prior: Prior | None = None
) -> Standing:
    """Return the ranking of answers by a poll's ballots: order, winner, probabilities, and how few ballots would change
    it.

    Members missing from `judged` were given no answers to read, so their ballots count as missing, too.
    """
    unread = tuple(dict.fromkeys((*poll.spoiled, *poll.missing, *(judged.missing if judged is not None else ()))))
    tiers = {
        reader: ballot.tiers if isinstance(ballot, Ranking) and not ballot.abstained else None
        for reader, ballot in poll.ballots.items()
    }
    readers = tuple(dict.fromkeys((*poll.ballots, *unread)))
    votes = votes_from(poll.candidates, readers, tiers, own=own, prior=prior, unread=unread)
    found = judged_by(votes)
    counted = _counted(poll.candidates, tiers, own)
    rankable = bool(counted) and len(poll.candidates) > 1
    first = tuple(poll.candidates[one] for one in found.winners) if rankable else ()
    replaced, removed = firmness(votes) if len(first) == 1 else (BallotsToTurn(level=0, above=0),) * 2
    k = replaced.level if replaced.level is not None else len(counted)
    return said_of(
        Standing(
            places=tuple(_place(poll.candidates, one, found, counted, bool(unread)) for one in found.order),
            winner=first[0] if len(first) == 1 else None,
            winners=first,
            k_replaced=k,
            k_removed=removed.level,
            k_exact=replaced.exact and removed.exact,
            counted=len(counted),
            abstained=tuple(reader for reader in poll.ballots if tiers[reader] is None),
            spoiled=poll.spoiled,
            rankable=rankable,
            reason=_reason(poll.candidates, len(counted), first, 0 if k else len(unread)),
            asked=len(readers),
            level=sum(len(ballot.order[0]) > 1 for ballot in counted),
            own_weight=UNSET if own == "out" else found.own_weight,
            own_lift=UNSET if own == "out" else lifts_in(poll.candidates, tiers),
            clear=rankable and k > 1 and 2 * len(counted) > len(readers) and is_clear(votes, found),
            k_another=replaced.above,
            shared_errors=UNSET if votes.prior.shared_errors == SHARED_ERRORS else votes.prior.shared_errors,
            alike=tuple((one.reader, two.reader) for one, two in combinations(counted, 2) if _alike(one, two)),
        )
    )


def _counted(candidates: Sequence[str], tiers: Mapping[str, Tiers | None], own: Own) -> list[CountedBallot]:
    """Return the ballots that rank at least two candidates, in the order in which readers were asked."""
    found = []
    for reader, given in tiers.items():
        known = set(candidates) - ({reader} if own == "out" else set())
        order = tuple(kept for tier in given or () if (kept := tuple(seat for seat in tier if seat in known)))
        if sum(map(len, order)) > 1:
            found.append(CountedBallot(reader=reader, order=order))
    return found


def _place(
    candidates: Sequence[str], one: int, found: BallotModelFit, counted: Sequence[CountedBallot], lacking: bool
) -> StandingPlace:
    """Return one answer's place in the ranking. If ballots are missing, only the winner gets a probability: its
    minimum."""
    seat = candidates[one]
    twice = [rank for ballot in counted if (rank := ballot.twice_the_rank(seat)) is not None]
    first = [ballot.reader for ballot in counted if ballot.order[0] == (seat,)]
    several = len(candidates) > 2 and len(counted) > 1
    strong = found.strengths[one] if several and not lacking and found.strengths is not None else None
    return StandingPlace(
        seat=seat,
        votes=len(twice),
        mean_rank=sum(twice) / (2 * len(twice)) if twice else (len(candidates) + 1) / 2,
        score=found.score[one],
        chance=found.chance[one] if several and (not lacking or (one,) == found.winners) else UNSET,
        strength=UNSET if strong is None else strong.value,
        low=UNSET if strong is None else strong.low,
        high=UNSET if strong is None else strong.high,
        first_by_others=sum(reader != seat for reader in first),
        first_by_itself=seat in first,
    )


def _alike(one: CountedBallot, other: CountedBallot) -> bool:
    """Return whether two ballots give the same order to the answers that both rank, at least `FEWEST_ALIKE` of them."""
    shared = {seat for tier in one.order for seat in tier} & {seat for tier in other.order for seat in tier}
    if len(shared) < FEWEST_ALIKE:
        return False
    kept = [[shared & set(tier) for tier in ballot.order if shared & set(tier)] for ballot in (one, other)]
    return kept[0] == kept[1] and len(kept[0]) > 1


def _reason(candidates: Sequence[str], counted: int, first: Sequence[str], decisive: int) -> str:
    """Return why there is no single winner.

    If there is a single winner, return that `decisive` missing ballots could have changed it, or an empty string if
    they could not.
    """
    if not candidates:
        return "There was no answer to rank."
    if not counted and len(candidates) == 2:
        return "No ballot compares the two answers."
    if not counted:
        return "No ballot was counted."
    if len(first) > 1:
        return f"{len(first)} answers tie at the top."
    if decisive:
        which = "The one ballot that is" if decisive == 1 else f"The {decisive} ballots that are"
        return f"{which} not there could have changed who comes first."
    return ""
