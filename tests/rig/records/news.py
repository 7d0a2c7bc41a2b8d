"""Measures of good news: for each protocol, how much a result claims, and in which order.

`NEWS` is the table: a reader takes a session that is over and gives measures by name. A measure is a number, higher is
better news, or a set, in which more is. What is not there in one of two sessions is compared with nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median

from moot.protocols.adjudication.findings import AxisScores, Flips, Measures, ReplyScore, ReplyScores
from moot.protocols.agreement.findings import Analysis
from moot.protocols.claim_vote.findings import ClaimList, ProseAudit, Tiers
from moot.protocols.consensus.findings import AnswerGroups, Rounds
from moot.protocols.debate.findings import Awards, Scoreboard
from moot.vocabulary import event_keys
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.findings import Standing
from rig.voices.swift import Played

Measure = float | frozenset[object]
OUTCOMES = {"": 0, "inconclusive": 1, "verdict": 2}
STOPS = ("no_arbiter", "no_majority", "too_few", "cap", "single_pass", "confident")
CERTAINTIES = ("", "low", "moderate", "high")
TIER_ORDER = ("REJECTED", "CONTESTED", "MEDIUM", "HIGH")
CLASSES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "general": (("inconclusive",), ("contested",), ("open",), ("leading",), ("agreed",)),
    "stress-test": (("unstable",), ("contested",), ("majority",), ("unanimous",)),
    "code-review": (("inconclusive",), ("confirmed", "disputed"), ("clean",)),
    "research-synthesis": (("inconclusive",), ("contested", "insufficient_evidence"), ("supported",)),
    "legal-analysis": (("inconclusive",), ("contested", "unsettled"), ("settled",)),
    "threat-assessment": (("inconclusive",), ("threats_confirmed", "disputed"), ("low_risk",)),
}
"""Each rubric's classes, the least good news first; a result that is withheld stands below all of them."""


def peer_review(played: Played) -> dict[str, Measure]:
    """How firmly somebody comes first among these answers, and of how many votes the headline speaks. A lost answer is
    ranked by nobody: the standing is then one of other answers, and compared with none of these."""
    standing = played.last(Standing)
    if standing is None:
        return {}
    among = ", ".join(sorted(place.seat for place in standing.places))
    gone = standing.k_removed if standing.k_removed is not None else 99
    another = standing.k_another if isinstance(standing.k_another, int) else 99
    found: dict[str, Measure] = {
        f"clear among {among}": float(standing.clear is True),
        f"ballots that must change among {among}": float(standing.k_replaced),
        f"ballots for another to come first among {among}": float(another) if standing.k_replaced else 0.0,
        f"ballots that must go among {among}": float(gone) if standing.winner else 0.0,
        "ballots counted": float(standing.counted),
    }
    unanimous = False
    for place in standing.places:
        votes = (place.first_by_others or 0) + int(place.first_by_itself is True)
        found[f"votes for {place.seat} among {among}"] = float(votes)
        unanimous = unanimous or votes == standing.asked
        if place.seat == standing.winner and isinstance(place.chance, float):
            found[f"chance of {place.seat} among {among}, to 5 %"] = float(int(20 * place.chance))
    return {**found, f"unanimous among {among}": float(unanimous)}


def consensus(played: Played) -> dict[str, Measure]:
    """How sure the arbiter is, why the rounds ended, and whether most agree."""
    rounds = played.last(Rounds)
    found: dict[str, Measure] = {
        "confidence": played.verdict.confidence or 0.0 if played.verdict else 0.0,
        "stopped": float(STOPS.index(rounds.stopped)) if rounds is not None and rounds.stopped else -1.0,
    }
    for held, groups in zip(rounds.rounds if rounds else (), played.findings(AnswerGroups), strict=False):
        found[f"majority in round {held.number}"] = float(groups.majority)
    for held in rounds.rounds if rounds else ():
        if held.geometric is not None:
            of = ", ".join(held.selected)
            found[f"agreement of shape of {of} in round {held.number}"] = round(held.geometric.calibrated, 9)
    return found


def debate(played: Played) -> dict[str, Measure]:
    """How firmly somebody leads, and who earned what. Where others were to answer their critics, or other opinions
    stand, other marks were given: how firm the lead is then is compared with nothing."""
    board, awards = played.last(Scoreboard), played.last(Awards)
    found: dict[str, Measure] = {}
    if board is not None:
        among = ", ".join(sorted(place.seat for place in board.places))
        heard = ", ".join(sorted(place.seat for place in board.places if place.rebutted))
        found[f"ballots that must change among {among} after {heard}"] = float(board.k_replaced)
        found["ballots counted"] = float(board.counted)
    if awards is not None:
        found["achievements"] = frozenset((award.name, award.seats) for award in awards.awards)
    return found


def adjudication(played: Played) -> dict[str, Measure]:
    """The class, how sure it is, and what each reply scores among the same replies: without one, others object."""
    ruled, scores, axes = played.last(Measures), played.last(ReplyScores), played.last(AxisScores)
    if ruled is None or axes is None:
        return {}
    stands = played.verdict is not None and played.verdict.outcome == "verdict" and not ruled.withheld
    levels = CLASSES[ruled.rubric]
    level = next(at for at, names in enumerate(levels, start=1) if ruled.verdict_class in names)
    found: dict[str, Measure] = {
        "class": float(level) if stands else 0.0,
        "class and certainty": float(10 * level + CERTAINTIES.index(ruled.certainty)) if stands else 0.0,
    }
    opened = played.bodies[event_keys.OPENED]
    assert isinstance(opened, SessionOpened)
    assert opened.rubric is not None
    weights = {axis.name: axis.weight for axis in opened.rubric.axes}
    among = ", ".join(sorted(place.seat for place in scores.places)) if scores is not None else ""
    flips = played.last(Flips)
    looked_at = {flip.seat for flip in flips.flips if flip.change in SEEN} if flips is not None else set()
    for place in scores.places if scores is not None else ():
        seen = place.seat in looked_at
        moved = place.conviction if seen else min(place.conviction, opened.rubric.conviction.uncited)
        found[f"score of {place.seat} among {among}, what is missing counted lowest"] = at_least(
            place, weights, moved, axes
        )
        found[f"conviction of {place.seat} among {among}, what is missing counted lowest"] = moved
    return found


SEEN = ("none", "cited", "uncited")
"""What somebody found who looked whether a position had changed."""


def at_least(place: ReplyScore, weights: Mapping[str, float], conviction: float, axes: AxisScores) -> float:
    """What a reply scores if every axis and every mark that is told as missing had been the lowest."""
    if place.base is None:
        return 0.0
    own = {each.axis: each for each in axes.scores if each.seat == place.seat}
    if any(each.unheard for each in own.values()):
        lowest = {axis: median([*each.given.values(), *[1] * (each.unheard or 0)] or [1]) for axis, each in own.items()}
        summed = sum(weight * lowest[axis] for axis, weight in weights.items())
        return round(summed * place.penalty + min(0.0, conviction), 9)
    whole, lost = sum(weights.values()), sum(weights[axis] for axis in place.missing)
    base = place.base * (whole - lost) / whole + lost
    return round(base * place.penalty + min(0.0, conviction), 9)


def claim_vote(played: Played) -> dict[str, Measure]:
    """The lowest tier that is named for each claim, and whether an editor wrote the answer. The tier is of the
    votes given, so a lost vote may raise it; the tiers that the lost vote could make must be named beside it."""
    claims, tiers, check = played.last(ClaimList), played.last(Tiers), played.last(ProseAudit)
    if claims is None or tiers is None:
        return {}
    texts = {claim.id: claim.text for claim in claims.claims}
    found: dict[str, Measure] = {
        f"tier of {texts[one.claim]}": float(min(map(TIER_ORDER.index, (one.tier, *one.could_be))))
        for one in tiers.claims
    }
    found |= {f"k* of {texts[one.claim]}": 99.0 if one.k is None else float(one.k) for one in tiers.claims}
    if check is not None:
        found["an editor's prose"] = float(check.by == "editor")
    return found


def fusion(played: Played) -> dict[str, Measure]:
    """Whether there is an analysis, how firmly each point stands and who holds it, and whether anybody contradicts. Of
    other answers another contradiction may be found, so that none is compared with nothing."""
    analysis = played.last(Analysis)
    if analysis is None:
        return {}
    found: dict[str, Measure] = {"an analysis": float(analysis.by is not None)}
    groups = (analysis.unique_insights, analysis.partial_coverage, analysis.consensus)
    for strength, items in enumerate(groups, start=1):
        for item in items:
            found[f"how firm is {item.text}"] = float(strength)
            found[f"who holds {item.text}"] = frozenset(item.holders)
    if analysis.by is not None:
        said = {seat: played.bodies.get(f"panel/{seat}") for seat in analysis.panel}
        found[f"no contradiction among {[getattr(body, 'text', '') for body in said.values()]}"] = float(
            not analysis.contradictions
        )
    return found


NEWS: Mapping[str, Callable[[Played], dict[str, Measure]]] = {
    "peer-review": peer_review,
    "consensus": consensus,
    "debate": debate,
    "adjudication": adjudication,
    "claim-vote": claim_vote,
    "fusion": fusion,
}


def news(protocol: str, played: Played) -> dict[str, Measure]:
    """Every measure of a session that is over."""
    outcome = played.verdict.outcome if played.verdict is not None else ""
    return {"outcome": float(OUTCOMES[outcome]), **NEWS[protocol](played)}


def risen(protocol: str, before: Played, after: Played) -> list[str]:
    """The measures that are better news after than before."""
    was, now = news(protocol, before), news(protocol, after)
    found = []
    for name in was.keys() & now.keys():
        one, other = was[name], now[name]
        if isinstance(one, frozenset) and isinstance(other, frozenset):
            found += [f"{name}: {more}" for more in other - one]
        elif other > one:  # type: ignore[operator]
            found.append(f"{name}: {one} became {other}")
    return found
