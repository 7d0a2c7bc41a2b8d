"""How is a finding said in words? Plain lines that prompts, the terminal and every export share.

`names` says what to call each seat: private labels in a prompt, `answer 1 (model)` for people. No number is computed
here.
"""

from __future__ import annotations

from collections.abc import Mapping

from moot.vocabulary.findings import Finding, Note, Place, Standing


def in_words(finding: Finding, names: Mapping[str, str]) -> str:
    """The whole finding, one line a fact."""
    if isinstance(finding, Note):
        return f"{finding.title}: {finding.text}"
    return "\n".join([*places_in_words(finding, names), *certificate_in_words(finding, names)])


def places_in_words(standing: Standing, names: Mapping[str, str]) -> list[str]:
    """The answers from best to worst."""
    if not standing.rankable:
        return [standing.reason]
    return [
        f"{number}. {names.get(place.seat, place.seat)} — {_figures(place)}"
        for number, place in enumerate(standing.places, start=1)
    ]


def certificate_in_words(standing: Standing, names: Mapping[str, str]) -> list[str]:
    """Who wins, whether that can be told apart from chance, and how few ballots would change it."""
    if not standing.rankable:
        return []
    lines = []
    if standing.winner is None:
        tied = ", ".join(names.get(seat, seat) for seat in standing.winners)
        lines.append(f"No single winner: {tied} tie at the top.")
    else:
        separable = "separable" if standing.separable else "not separable from the next"
        lines.append(f"First: {names.get(standing.winner, standing.winner)} ({separable}).")
        at_least = "" if standing.k_exact else "at least "
        lines.append(f"k* = {at_least}{standing.k_replaced}: {_decides(standing.k_replaced)} would change the winner.")
        if standing.mean_winner and standing.mean_winner != standing.winner:
            lines.append(f"By mean rank {names.get(standing.mean_winner, standing.mean_winner)} would be first.")
    lines.append(
        f"{_count(standing.counted, 'ballot')} counted, {len(standing.spoiled)} spoiled, {len(standing.abstained)} "
        f"abstained; {standing.effective_votes:.1f} effective votes."
    )
    return lines


def _figures(place: Place) -> str:
    return f"median rank {place.median_rank:g}, mean {place.mean_rank:.2f}, {_count(place.votes, 'vote')}"


def _decides(ballots: int) -> str:
    return "one other ballot" if ballots == 1 else f"{ballots} other ballots"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
