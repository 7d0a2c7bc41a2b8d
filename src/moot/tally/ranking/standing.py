"""Who stands where by median rank? The rule of sessions opened with it; others go by `tally/judging/standing.py`.

Ballots that were asked for and are not there make a standing no firmer: they count as cast against whoever comes first
(`certificate.py`, `bootstrap.py`). Held by `tests/protocols/test_nothing_fails_open.py`.
"""

from __future__ import annotations

from moot.tally.ranking.bootstrap import Spread, least_first_share, spreads_from
from moot.tally.ranking.certificate import Certificate, certificate_from
from moot.tally.ranking.independence import effective_votes
from moot.tally.ranking.places import (
    Ranks,
    copeland_scores,
    mean_winners,
    ranks_from,
    robust_key,
    robust_winners,
    rules_from,
)
from moot.vocabulary.ballots import Poll, abstained
from moot.vocabulary.findings import Place, Standing
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Answers

FEWEST = 3
SEPARABLE = 0.95


def standing_from(poll: Poll, lot: Lot, judged: Answers | None = None) -> Standing:
    """The standing. The lot is used above six ballots only, for the bootstrap.

    Of the answers that were `judged` some may be missing: their authors were handed no sheet, and their ballots are not
    there either.
    """
    unread = (*poll.spoiled, *poll.missing, *(judged.missing if judged is not None else ()))
    ranks = ranks_from(poll.candidates, poll.ballots)
    spreads = spreads_from(ranks, lot)
    places = _places(ranks, spreads)
    rankable = len(ranks.candidates) >= FEWEST and bool(ranks.sheets)
    first = robust_winners(ranks) if rankable else ()
    first_by_mean = mean_winners(ranks) if rankable else ()
    alone = len(first) == 1
    certificate = certificate_from(ranks, unread) if alone else Certificate(replaced=0, removed=0, exact=True)
    return Standing(
        places=places,
        winner=ranks.candidates[first[0]] if alone else None,
        winners=tuple(ranks.candidates[candidate] for candidate in first),
        mean_winner=ranks.candidates[first_by_mean[0]] if len(first_by_mean) == 1 else None,
        separable=alone
        and spreads[first[0]].first_share >= SEPARABLE
        and (not unread or (certificate.replaced > 0 and least_first_share(ranks, first[0], unread, lot) >= SEPARABLE)),
        k_replaced=certificate.replaced,
        k_removed=certificate.removed,
        k_exact=certificate.exact,
        counted=len(ranks.sheets),
        abstained=tuple(reader for reader, ballot in poll.ballots.items() if abstained(ballot)),
        spoiled=poll.spoiled,
        effective_votes=effective_votes(ranks),
        rankable=rankable,
        reason=_reason(ranks, first, len(unread) if alone and not certificate.replaced else 0),
    )


def _places(ranks: Ranks, spreads: list[Spread]) -> tuple[Place, ...]:
    copeland = copeland_scores(ranks)
    given = [ranks.places(candidate) for candidate in range(len(ranks.candidates))]
    rules_of = [rules_from(each, ranks.last) for each in given]
    order = sorted(
        range(len(given)),
        # whom no ballot ranked comes last; what the robust rule ties goes by mean rank, then in seat order
        key=lambda candidate: (
            (0, robust_key(given[candidate], ranks.common), rules_of[candidate].mean)
            if given[candidate]
            else (1, (0, 0), 0)
        ),
    )
    places = []
    for candidate in order:
        rules, spread = rules_of[candidate], spreads[candidate]
        places.append(
            Place(
                seat=ranks.candidates[candidate],
                votes=len(given[candidate]),
                mean_rank=ranks.rank(rules.mean),
                median_rank=ranks.rank(rules.median),
                trimmed_mean=ranks.rank(rules.trimmed),
                borda=float(rules.borda),
                copeland=float(copeland[candidate]),
                strength=spread.strength,
                low=spread.low,
                high=spread.high,
                first_share=spread.first_share,
            )
        )
    return tuple(places)


def _reason(ranks: Ranks, first: tuple[int, ...], decisive: int) -> str:
    """Why there is no single winner, or what is wrong with it; `decisive` lost ballots could have made another."""
    if not ranks.candidates:
        return "There was no answer to rank."
    if not ranks.sheets:
        return "No ballot was counted."
    if len(ranks.candidates) < FEWEST:
        return "There are fewer than three answers, and nobody judges its own: nothing could be compared."
    if len(first) > 1:
        return f"{len(first)} answers tie at the top, by median rank and by trimmed mean."
    if decisive:
        which = "The one ballot that is" if decisive == 1 else f"The {decisive} ballots that are"
        return f"{which} not there could have changed who comes first."
    unranked = [seat for index, seat in enumerate(ranks.candidates) if not ranks.places(index)]
    return f"No counted ballot ranked {', '.join(unranked)}." if unranked else ""
