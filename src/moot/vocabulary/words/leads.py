"""Summarise a lead in a few words, and format rankings, notes and attendance as plain lines.

Only figures of the standing are used: a win is clear if the standing marks it clear, and while missing ballots could
change who is first, it is a lead so far. Tests: `tests/vocabulary/test_leads.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot, Ranking
from moot.vocabulary.findings import Attendance, Note, Standing
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words import standing as standing_words
from moot.vocabulary.words.headings import FindingSummary, Firmness, Heading, Names, seats_in_words
from moot.vocabulary.words.standing import NUMBERS, changes_of, is_even_or_more

MOST_REASONS = 4
LONGEST_QUOTE = 280

ON_ANSWERS = "The members voted on each other's answers."
THE_ANSWERS = "Vote on the answers"
MISSING = ("missing ballots could change it",)
FEWEST_UNANIMOUS = 3
"""Minimum number of answers for a unanimous result: of two, one is first in any case."""


def number(of: int) -> str:
    """Return a small number as a word, such as `three`, and a larger number in digits."""
    return NUMBERS[of] if of < len(NUMBERS) else str(of)


def standing_in_short(standing: Standing) -> FindingSummary:
    """Return a ranking of answers in a few words: who leads, how clearly, and by how many ballots."""
    asked = standing.asked if standing.asked is not UNSET else None
    first = next((place for place in standing.places if place.seat == standing.winner), None)
    firsts = (first.first_by_others or 0) + int(first.first_by_itself is True) if first is not None else 0
    return lead_in_short(
        standing.winner,
        standing.winners,
        standing.k_replaced,
        exact=standing.k_exact,
        clear=standing.clear is True,
        rankable=standing.rankable,
        counted=standing.counted,
        asked=asked,
        unanimous=asked is not None and asked == firsts > 1 and len(standing.places) >= FEWEST_UNANIMOUS,
        doubtful=first is not None and first.chance is not UNSET and not is_even_or_more(first.chance),
    )


def lead_in_short(
    winner: str | None,
    winners: Sequence[str],
    k: int,
    *,
    exact: bool,
    clear: bool,
    rankable: bool,
    counted: int,
    asked: int | None = None,
    unanimous: bool = False,
    doubtful: bool = False,
) -> FindingSummary:
    """Return a summary, in a few words, of who leads a vote, how clearly, and how many ballots could change it.

    Args:
        winner: The seat that leads alone; `None` for a tie.
        winners: All seats that lead.
        k: Ballots that would have to change for `winner` not to be first alone.
        exact: Whether `k` is exact; else it is a lower bound.
        counted: Ballots that were counted.
        asked: Ballots that were requested; `None` if unknown.
        doubtful: Whether an answer other than `winner` is more likely than not to be the best.
    """
    turnout = (f"{counted} of {asked} ballots counted",) if asked is not None and counted < asked else ()
    if not counted:
        facts = turnout or ("no ballot was counted",)
        return FindingSummary(seal="Not ranked", firmness="narrow", facts=facts, of=THE_ANSWERS)
    if not rankable:
        return FindingSummary(seal="Not ranked", facts=turnout, about=ON_ANSWERS, of=THE_ANSWERS)
    if counted == 1 and asked is not None and asked > 1:
        put = (f"it puts {{{winner}}} first",) if winner else ()
        return FindingSummary(
            seal="One ballot only", firmness="narrow", facts=(*put, *turnout), about=ON_ANSWERS, of=THE_ANSWERS
        )
    if winner is None:
        named = [f"{{{seat}}}" for seat in winners]
        tied = (f"between {', '.join(named[:-1])} and {named[-1]}",) if len(named) > 1 else ()
        return FindingSummary(seal="Tie", firmness="narrow", facts=(*tied, *turnout), about=ON_ANSWERS, of=THE_ANSWERS)
    if k and doubtful and not clear and not unanimous:
        return FindingSummary(
            seal="No clear winner",
            firmness="narrow",
            facts=(f"{{{winner}}} is slightly ahead", *_ballots(k, exact), *turnout),
            about=f"Of the members' answers, {{{winner}}} is slightly ahead.",
            of=THE_ANSWERS,
        )
    seal, firmness, lead = _won(k, exact, clear, unanimous) if k else ("Lead so far", "narrow", "lead")
    return FindingSummary(
        seal=seal,
        firmness=firmness,
        facts=(f"{lead} for {{{winner}}}", *(_ballots(k, exact) if k else MISSING), *turnout),
        about=f"Of the members' answers, the ballots put {{{winner}}} first.",
        of=THE_ANSWERS,
        whom=winner,
    )


def _won(k: int, exact: bool, clear: bool, unanimous: bool) -> tuple[str, Firmness, str]:
    """Return the headline, how firm the result is, and the kind of lead."""
    lead = "clear lead" if clear else "narrow lead" if k == 1 and exact else "lead"
    if unanimous:
        return "Unanimous", "clear" if clear else "plain", lead if clear else "lead"
    if clear:
        return "Clear win", "clear", lead
    return ("Narrow win", "narrow", lead) if k == 1 and exact else ("Win", "plain", lead)


def _ballots(k: int, exact: bool) -> tuple[str, ...]:
    if k == 1 and exact:
        return ()  # what would change the result says so
    ballots = f"{number(k)} {'ballot' if k == 1 else 'ballots'} would have to change"
    return (ballots if exact else f"at least {ballots}",)


def standing_parts(standing: Standing, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what a ranking of answers contributes to the session's result.

    These parts are how clear the result is, voters' remarks on the winner, who put another answer first, and how many
    ballots would change the result.
    """
    cast = {event_keys.who_of(key): each for key, each in ballots.items() if isinstance(each, Ranking) and each.tiers}
    top = standing.winners or ((standing.winner,) if standing.winner else ())
    reasons = [
        Reason(text=short_quote(words), by=(reader,), passage=short_quote(words))
        for reader, ballot in cast.items()
        for seat, words in ballot.comments.items()
        if seat in top and seat in ballot.tiers[0] and seat != reader and words.strip()
    ]
    dissent = [
        Reason(
            text=f"Ranked {seats_in_words(ballot.tiers[0])} first.",
            by=(reader,),
            passage=short_quote(ballot.comments.get(ballot.tiers[0][0], "")),
        )
        for reader, ballot in cast.items()
        if standing.winner is not None and standing.winner not in ballot.tiers[0]
    ]
    changes = changes_of(standing)
    return ResultParts(
        confidence=standing_words.support_of(standing),
        disagreement=_disagreement(standing, [each.by[0] for each in dissent]),
        reasons=tuple(reasons[:MOST_REASONS]),
        dissent=tuple(dissent),
        would_change=(changes,) if changes else (),
    )


def _disagreement(standing: Standing, others: Sequence[str]) -> str:
    if standing.winner is None or not standing.counted:
        return "The members disagree on which answer is best." if standing.rankable and standing.counted else ""
    if not others:
        return "Nobody ranked another answer first."
    return f"{seats_in_words(others)} ranked another answer first."


def short_quote(text: str) -> str:
    """Return the beginning of a remark on one line, short enough to quote."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUOTE else f"{line[: LONGEST_QUOTE - 2].rstrip()} …"


def note_in_words(note: Note, names: Names) -> list[str]:
    """Return the lines of a text that a protocol recorded as a result."""
    return [f"{note.title}: {note.text}"]


def ranking_in_words(ranking: Ranking, names: Names) -> list[str]:
    """Return a ballot that ranks answers as lines: the places first, then the comments."""
    places, place = [], 1
    for tier in ranking.tiers:
        places.append(f"{place}. " + " = ".join(names.get(seat, seat) for seat in tier))
        place += len(tier)
    return ["; ".join(places), *remarks(ranking.comments, names)]


def attendance_in_words(attendance: Attendance, names: Names) -> list[str]:
    """Return a line for each member on how many of the requested ballots it cast."""
    lines = []
    for each in attendance.seats:
        repaired = f", {each.repaired} after a repair" if each.repaired else ""
        silent = " — silent" if each.silent else ""
        asked = f"{each.asked} ballot{'' if each.asked == 1 else 's'}"
        lines.append(f"{names.get(each.seat, each.seat)}: {each.read} of {asked}{repaired}{silent}.")
    return lines


def remarks(comments: Mapping[str, str], names: Names) -> list[str]:
    """Return a line for each comment on an answer, with the answers named and ordered as in `names`."""
    order = {seat: number for number, seat in enumerate(names)}
    seats = sorted(comments, key=lambda seat: order.get(seat, len(order)))
    return [f"{names.get(seat, seat)}: {comments[seat]}" for seat in seats if comments[seat]]


FINDINGS: dict[type[Any], Heading] = {
    Standing: Heading(
        "Ranking",
        standing_words.in_words,
        first=True,
        replaces=True,
        brief=standing_in_short,
        parts=standing_parts,
    ),
    Note: Heading("Note", note_in_words, first=True),
    Attendance: Heading("Ballots handed in", attendance_in_words),
}
"""Heading and formatter of each class of finding."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {Ranking: ranking_in_words}
"""Formatter of each class of ballot."""
