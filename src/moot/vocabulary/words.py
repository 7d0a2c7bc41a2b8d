"""How are findings and ballots said in words? Plain lines that prompts, the terminal and every export share.

`names` says what to call each seat: private labels in a prompt, `answer 1 (model)` for people. No number is computed
here. Every class of finding and of ballot has its function in a table, which `tests/vocabulary/test_words.py` holds
complete; those of one protocol stand in a file of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moot.vocabulary import adjudication_words, claim_words, consensus_words, debate_words, standing_words
from moot.vocabulary.ballots import Ballot, Ranking, abstained
from moot.vocabulary.findings import Finding, Note, Standing

Names = Mapping[str, str]


def in_words(finding: Finding, names: Names) -> str:
    """The whole finding for people, one line a fact."""
    return "\n".join(FINDING_WORDS[type(finding)](finding, names))


def for_prompt(finding: Finding, names: Names) -> str:
    """The same for a seat that goes on from it; `names` are the labels it was dealt."""
    if isinstance(finding, Standing):
        return "\n".join(standing_words.for_prompt(finding, names))
    return in_words(finding, names)


def ballot_in_words(ballot: Ballot, names: Names) -> list[str]:
    """The whole ballot: what it decides in the first line, each remark in a line of its own."""
    if abstained(ballot):
        return ["Abstained."]
    return BALLOT_WORDS[type(ballot)](ballot, names)


def note_in_words(note: Note, names: Names) -> list[str]:
    """What there is to say."""
    return [f"{note.title}: {note.text}"]


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


FINDING_WORDS: dict[type[Any], Callable[[Any, Names], Sequence[str]]] = {
    Standing: standing_words.in_words,
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
