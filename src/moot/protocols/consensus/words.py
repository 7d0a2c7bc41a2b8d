"""Format the ballots and findings of a consensus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from moot.protocols.consensus.ballots import Arbitration, Pick, Placement, RoundJudgement, RoundReply
from moot.protocols.consensus.findings import (
    AnswerClusters,
    AnswerGroups,
    Elimination,
    GeometricAgreement,
    Parts,
    RoundHeld,
    Rounds,
)
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words.headings import FindingSummary, Heading, Names, counted, seats_in_words
from moot.vocabulary.words.leads import short_quote
from moot.vocabulary.words.standing import percent


def reply_in_words(reply: RoundReply, names: Names) -> list[str]:
    """Return a member's ballot as lines: the answer, its confidence, and the reasons."""
    sure = "in plain words" if reply.confidence is None else f"{percent(reply.confidence)} sure"
    return [f"Answered, {sure}.", reply.answer, *([f"Reasons: {reply.reasoning}"] if reply.reasoning else [])]


def judgement_in_words(ballot: RoundJudgement, names: Names) -> list[str]:
    """Return an arbiter's judgement as lines: its confidence, order and synthesis, then its remarks."""
    another = "asks for another round" if ballot.needs_iteration else "asks for no other round"
    remarks = (("Analysis", ballot.analysis), ("Dissent", ballot.dissent))
    return [
        f"{percent(ballot.confidence)} sure; {another}.",
        f"Order: {' > '.join(names.get(seat, seat) for seat in ballot.ranking)}",
        *([f"Synthesis: {ballot.synthesis}"] if isinstance(ballot, Arbitration) else []),
        *(f"{title}: {text}" for title, text in remarks if text),
        *(f"To be looked into: {area}" for area in ballot.refinement_areas),
    ]


def pick_in_words(ballot: Pick, names: Names) -> list[str]:
    """Return an arbiter's pick as lines: the picked answer, the confidence, and why."""
    return [
        f"Picked {names.get(ballot.chosen, ballot.chosen)}, {percent(ballot.confidence)} sure.",
        *([ballot.reason] if ballot.reason else []),
    ]


def rounds_in_words(rounds: Rounds, names: Names) -> list[str]:
    """Return the record of the rounds as lines: why they ended, then each of them."""
    lines = [rounds.why] if rounds.why else []
    for at, held in enumerate(rounds.rounds):
        later = rounds.rounds[at + 1].selected if at + 1 < len(rounds.rounds) else held.selected
        left = [seat for seat in held.selected if seat not in later]
        best = " (best)" if held.number == rounds.best and len(rounds.rounds) > 1 else ""
        told = f" Left: {_all(left, names)}." if left else ""
        lines.append(f"Round {held.number}{best}: {_held(held, rounds.threshold, names)}{told}")
        if held.geometric is not None:
            lines.append(f"Round {held.number}, agreement of shape, not truth: {_geometry(held.geometric, names)}")
    return lines


def rounds_in_short(rounds: Rounds) -> FindingSummary | None:
    """Return a short summary of how the rounds ended, without the arbiter's confidence: that is its own claim and makes
    no result firm."""
    seal = _ENDED.get(rounds.stopped)
    if seal is None:
        return None
    facts = [counted(len(rounds.rounds), "round")]
    if rounds.winner is not None:
        facts.append(f"the arbiter puts {{{rounds.winner}}} first")
    return FindingSummary(seal=seal, firmness="plain" if rounds.stopped in _CHOSEN else "narrow", facts=tuple(facts))


def rounds_parts(rounds: Rounds, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the rounds contribute to the result: the arbiter's confidence, analysis and objection."""
    best = next((held for held in rounds.rounds if held.number == rounds.best), None)
    if best is None or best.confidence is None:
        return ResultParts(confidence=rounds.why)
    held, who = len(rounds.rounds), _arbiter(best.arbiter)
    who = f"{who[:1].upper()}{who[1:]}"
    when = f"after {counted(held, 'round')}" if best.number == held else f"in round {best.number} of {held}"
    judged = next(
        (
            each
            for key, each in ballots.items()
            if event_keys.stage_of(key) == f"round.{best.number}" and isinstance(each, RoundJudgement | Pick)
        ),
        None,
    )
    why = (judged.reason if isinstance(judged, Pick) else judged.analysis) if judged is not None else ""
    against = "" if judged is None or isinstance(judged, Pick) else judged.dissent
    agreed = " and names no objection" if isinstance(judged, RoundJudgement) and not judged.dissent else ""
    areas = f": {'; '.join(best.refinement_areas)}" if best.refinement_areas else ""
    return ResultParts(
        confidence=f"{who} is {percent(best.confidence)} sure {when}{agreed}; nobody voted.",
        reasons=(Reason(text=short_quote(why), by=(best.arbiter,)),) if why else (),
        dissent=(Reason(text=short_quote(against), by=(best.arbiter,)),) if against else (),
        would_change=(
            f"{who} asked for another round{areas}."
            if best.needs_iteration
            else "Another arbiter could judge the same answers differently.",
        ),
    )


def groups_parts(found: AnswerGroups, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the groups of equal answers contribute to the result: how large the groups are, and who differs."""
    return ResultParts(
        confidence=f"{found.votes} of {found.of} answers say the same.",
        disagreement=f"{seats_in_words(seat for group in found.groups[1:] for seat in group) or 'Nobody'} answered "
        "otherwise.",
        dissent=tuple(Reason(text="Gave another answer.", by=group) for group in found.groups[1:]),
    )


def groups_in_words(found: AnswerGroups, names: Names) -> list[str]:
    """Return the groups of equal answers as lines: how they were compared, and which answers are kept."""
    how = f"by {names.get(found.by, found.by)}" if found.by else "by code"
    head = "A majority" if found.majority else "No majority"
    tied = f"; {found.tied} camps are that large" if found.tied > 1 else ""
    return [
        f"{head}: {found.votes} of {found.of} answers say the same, told {how}{tied}.",
        *(f"Camp {number}: {_all(group, names)}" for number, group in enumerate(found.groups, start=1)),
        *([f"Declined to answer: {_all(found.declined, names)}"] if found.declined else []),
        f"To the arbiter: {_all(found.kept, names)}" if found.kept else "None go to the arbiter.",
    ]


def clusters_in_words(found: AnswerClusters, names: Names) -> list[str]:
    """Return the clusters of answers as lines, and which answers are kept."""
    by_number: dict[int, list[str]] = {}
    for seat, number in found.clusters.items():
        by_number.setdefault(number, []).append(seat)
    lines = [found.note]
    for number, seats in sorted(by_number.items()):
        lines.append(f"{'In no cluster' if number < 0 else f'Cluster {number + 1}'}: {_all(seats, names)}")
    if found.density is not None:
        lines.append(f"Density of the cluster kept: {found.density:.2f} ({found.algorithm}).")
    return lines


def elimination_in_words(found: Elimination, names: Names) -> list[str]:
    """Return lines on the seats that are dropped after a round, and those that remain."""
    return [
        f"Leaves: {_all(found.eliminated, names)}" if found.eliminated else "Nobody leaves.",
        f"Stays: {_all(found.remaining, names)}",
    ]


def parts_in_words(found: Parts, names: Names) -> list[str]:
    """Return each seat's role as a line."""
    return [f"{names.get(seat, seat)}: {' '.join(part.split())}" for seat, part in found.parts.items()]


def _held(held: RoundHeld, threshold: float, names: Names) -> str:
    parts = [f"{len(held.heard)} of {len(held.selected)} answered"]
    if held.dropped:
        parts.append(f"set aside: {_all(held.dropped, names)}")
    if held.confidence is not None:
        parts.append(f"{_arbiter(held.arbiter)} is {percent(held.confidence)} sure")
        if held.needs_iteration:
            parts.append("and asks for another round")
        else:
            unsure = held.confidence < threshold
            parts.append(f"where {percent(threshold)} is asked for" if unsure else "and asks for no other round")
    elif held.kept:
        parts.append("nobody could arbitrate")
    said = f" {held.note}" if held.note else ""
    return "; ".join(parts).replace("; and", " and").replace("; where", ", where") + "." + said


def _arbiter(office: str) -> str:
    """Return the name of the seat that judged, from its office: `the arbiter`, or `stand-in 2` for one that replaced
    it."""
    stand_in, _, number = office.rpartition("-")
    return f"stand-in {number}, for the arbiter," if stand_in == "stand-in" else f"the {office}"


def _geometry(found: GeometricAgreement, names: Names) -> str:
    far = f"; far from the rest: {_all(found.outliers, names)}" if found.outliers else ""
    return (
        f"{found.confidence:.2f}, where unrelated texts give {found.baseline:.2f} ({percent(found.calibrated)} of the "
        f"way to identical){far}"
    )


def _all(seats: Iterable[str], names: Names) -> str:
    return ", ".join(names.get(seat, seat) for seat in seats)


_ENDED: dict[str, str] = {
    "confident": "Chosen by the arbiter",
    "single_pass": "Chosen by the arbiter",
    "cap": "Threshold not reached",
    "no_majority": "No majority",
    "no_arbiter": "No arbiter",
    "too_few": "Too few went on",
}
_CHOSEN = ("confident", "single_pass")

FINDINGS: dict[type[Any], Heading] = {
    Rounds: Heading("Rounds", rounds_in_words, first=True, replaces=True, brief=rounds_in_short, parts=rounds_parts),
    AnswerGroups: Heading("Answers that say the same", groups_in_words, parts=groups_parts),
    AnswerClusters: Heading("Answers that lie together", clusters_in_words),
    Elimination: Heading("Who left", elimination_in_words),
    Parts: Heading("Parts", parts_in_words),
}
"""Heading and formatter of each class of finding."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {
    RoundReply: reply_in_words,
    Arbitration: judgement_in_words,
    Placement: judgement_in_words,
    Pick: pick_in_words,
}
