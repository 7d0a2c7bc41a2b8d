"""How are findings and ballots said in words? Plain lines that prompts, the terminal and every export share.

`names` says what to call each seat: private labels in a prompt, `answer 1 (model)` for people. No number is computed
here. Every class of finding and of ballot has its function in a table, which `tests/vocabulary/test_words.py` holds
complete; those of one protocol stand in a file of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moot.vocabulary import adjudication_words, claim_words, consensus_words, debate_words
from moot.vocabulary.ballots import Ballot, Ranking, abstained
from moot.vocabulary.findings import Finding, Note, Place, Standing

Names = Mapping[str, str]


def in_words(finding: Finding, names: Names) -> str:
    """The whole finding, one line a fact."""
    return "\n".join(FINDING_WORDS[type(finding)](finding, names))


def ballot_in_words(ballot: Ballot, names: Names) -> list[str]:
    """The whole ballot: what it decides in the first line, each remark in a line of its own."""
    if abstained(ballot):
        return ["Abstained."]
    return BALLOT_WORDS[type(ballot)](ballot, names)


def note_in_words(note: Note, names: Names) -> list[str]:
    """What there is to say."""
    return [f"{note.title}: {note.text}"]


def standing_in_words(standing: Standing, names: Names) -> list[str]:
    """Places, then the certificate."""
    return [*places_in_words(standing, names), *certificate_in_words(standing, names)]


def ranking_in_words(ranking: Ranking, names: Names) -> list[str]:
    """The places in a line, then the comments."""
    places, place = [], 1
    for tier in ranking.tiers:
        places.append(f"{place}. " + " = ".join(names.get(seat, seat) for seat in tier))
        place += len(tier)
    return ["; ".join(places), *remarks(ranking.comments, names)]


def remarks(comments: Mapping[str, str], names: Names) -> list[str]:
    """One line for each comment, in the order in which the names are known."""
    order = {seat: number for number, seat in enumerate(names)}
    seats = sorted(comments, key=lambda seat: order.get(seat, len(order)))
    return [f"{names.get(seat, seat)}: {comments[seat]}" for seat in seats if comments[seat]]


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
        changes = (
            f"{_decides(standing.k_replaced)} would end its lead or make it a tie."
            if standing.k_replaced
            else standing.reason
        )
        lines.append(f"k* = {at_least}{standing.k_replaced}: {changes}")
        if standing.mean_winner and standing.mean_winner != standing.winner:
            lines.append(f"By mean rank {names.get(standing.mean_winner, standing.mean_winner)} would be first.")
    lines.append(
        f"{_count(standing.counted, 'ballot')} counted, {len(standing.spoiled)} spoiled, {len(standing.abstained)} "
        "abstained."
    )
    return lines


def _figures(place: Place) -> str:
    return f"median rank {place.median_rank:g}, mean {place.mean_rank:.2f}, {_count(place.votes, 'vote')}"


def _decides(ballots: int) -> str:
    return "one other ballot" if ballots == 1 else f"{ballots} other ballots"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


FINDING_WORDS: dict[type[Any], Callable[[Any, Names], Sequence[str]]] = {
    Standing: standing_in_words,
    **debate_words.FINDINGS,
    Note: note_in_words,
    **adjudication_words.FINDINGS,
    **consensus_words.FINDINGS,
    **claim_words.FINDINGS,
}
"""How each class of finding is said."""

BALLOT_WORDS: dict[type[Any], Callable[[Any, Names], list[str]]] = {
    Ranking: ranking_in_words,
    **adjudication_words.BALLOTS,
    **consensus_words.BALLOTS,
    **debate_words.BALLOTS,
    **claim_words.BALLOTS,
}
"""How each class of ballot is said."""
