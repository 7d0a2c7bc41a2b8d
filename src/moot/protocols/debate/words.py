"""Format a debate's ballots and findings as plain lines for prompts, the terminal and every export.

`names` maps each seat to its name: private labels in a prompt, `answer 1 (model)` for people. No number is computed
here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from moot.protocols.debate.ballots import OWN, OpinionScores, Stance, Stances
from moot.protocols.debate.careers import reminder
from moot.protocols.debate.findings import (
    TITLES,
    Alliances,
    Awards,
    Deeds,
    MarkCell,
    Roles,
    Scoreboard,
    ScoreRow,
    Topic,
)
from moot.protocols.debate.scoreboard import counts
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words.headings import FindingSummary, Heading, Names, counted, places_of, seats_in_words
from moot.vocabulary.words.leads import MOST_REASONS, lead_in_short, short_quote
from moot.vocabulary.words.standing import TIE, votes_to_change

_SAID: dict[Stance, str] = {"agree": "agrees with", "disagree": "disagrees with", "neutral": "is neutral towards"}


def scores_in_words(ballot: OpinionScores, names: Names) -> list[str]:
    """Return a member's ballot of marks as lines."""
    return [f"{_name(seat, names)}: {mark.score} of 10. {mark.why}".rstrip() for seat, mark in ballot.scores.items()]


def stances_in_words(ballot: Stances, names: Names) -> list[str]:
    """Return a member's ballot of stances towards the others as lines."""
    return [
        f"{_SAID[each.stance].capitalize()} {_name(seat, names)}. {each.why}".rstrip()
        for seat, each in ballot.towards.items()
    ]


def roles_in_words(roles: Roles, names: Names) -> list[str]:
    """Return each office of a debate and its member as a line."""
    lines = [f"Chair: {_name(roles.chair, names)}."]
    if roles.proposer is not None:
        lines.append(f"Proposer: {_name(roles.proposer, names)}.")
    for nudge in roles.nudges:
        lines.append(f"{_name(nudge.seat, names)} speaks with a nudge: {reminder(nudge)}.")
    return lines


def topic_in_words(topic: Topic, names: Names) -> list[str]:
    """Return the debate's topic as lines."""
    by = f" (proposed by {_name(topic.by, names)})" if topic.by is not None else " (the question)"
    return [f"{topic.text}{by}", *([topic.reason] if topic.reason else [])]


def scoreboard_for_prompt(board: Scoreboard, names: Names) -> list[str]:
    """Return the scoreboard as lines for a prompt, numbered 1, 2, 3, … Ties are not marked."""
    return _board_in_words(board, names, [f"{number}." for number in range(1, len(board.places) + 1)])


def scoreboard_in_words(board: Scoreboard, names: Names) -> list[str]:
    """Return the scoreboard as lines: a table of the opinions, the leader, and how few ballots decide it."""
    levels = [row.mean if row.score is UNSET else row.score for row in board.places]
    return _board_in_words(board, names, places_of(levels))


def _board_in_words(board: Scoreboard, names: Names, numbers: Sequence[str]) -> list[str]:
    lines = [
        f"{number} {_name(row.seat, names)} — {_row(row)}" for number, row in zip(numbers, board.places, strict=True)
    ]
    if board.winner is not None:
        ballots = "one other ballot" if board.k_replaced == 1 else f"{board.k_replaced} other ballots"
        least = "at least " if board.k_exact is False else ""
        ends = f"{least}{ballots} would end its lead or make it a tie." if board.k_replaced else board.reason
        lines.append(f"First: {_name(board.winner, names)}. k* = {board.k_replaced}: {ends}")
    elif board.rankable:
        lines.append(f"Nobody leads alone: {_listed(board.winners, names)} are level.")
    else:
        lines.append(board.reason)
    if board.rankable:
        lines.append("Scores are marks less what their reader marks on average: being harsh wins nothing.")
        lines += _own_marks(board, names)
    for row in board.places:
        again = [cell for cell in board.cells if cell.seat == row.seat and cell.adjusted is not None]
        if again:
            marks = ", ".join(f"{_name(cell.reader, names)} {_again(cell)}" for cell in again)
            lines.append(f"After {_name(row.seat, names)} answered: {marks}.")
    lines.append(
        f"{counted(board.counted, 'ballot')} counted, {len(board.spoiled)} spoiled, {len(board.abstained)} abstained."
    )
    return lines


def scoreboard_in_short(board: Scoreboard) -> FindingSummary:
    """Return who leads by the marks, as a short summary."""
    return lead_in_short(
        board.winner,
        board.winners,
        board.k_replaced,
        exact=board.k_exact is not False,
        clear=board.clear is True,
        rankable=board.rankable,
        counted=board.counted,
        asked=board.counted + len(board.abstained) + len(board.spoiled),
    )


def scoreboard_parts(board: Scoreboard, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the marks contribute to the result: who leads, and the best and the worst remark on its opinion."""
    row = next((row for row in board.places if row.seat == board.winner), None)
    said = sorted(
        (cell for cell in board.cells if cell.seat in board.winners and cell.reader != cell.seat),
        key=lambda cell: -counts(cell),
    )
    good = [cell for cell in said if row is None or counts(cell) >= row.mean]
    low, under = [cell for cell in reversed(said) if cell not in good], ""
    if row is not None:
        under = f"{seats_in_words(cell.reader for cell in low) or 'Nobody'} gave {{{row.seat}}}'s answer a lower mark."
        leads = (
            f"{{{row.seat}}}'s answer has the best marks: {row.mean:.1f} of 10 on average, "
            f"from {counted(row.votes, 'member')}."
        )
    else:
        under = "The members disagree on which answer is best." if board.rankable else ""
        leads = f"{seats_in_words(board.winners)} have equal marks." if board.rankable else board.reason
    changes = votes_to_change(board.k_replaced, exact=board.k_exact is not False)
    changes = changes if row is not None else TIE if board.rankable else ""
    return ResultParts(
        confidence=leads,
        disagreement=under,
        reasons=tuple(_remark(cell) for cell in good[:MOST_REASONS] if _why(cell)),
        dissent=tuple(_remark(cell) for cell in low if _why(cell)),
        would_change=(changes,) if changes else (),
    )


def _remark(cell: MarkCell) -> Reason:
    return Reason(
        text=f"Gave {{{cell.seat}}}'s answer {counts(cell)} of 10.", by=(cell.reader,), passage=short_quote(_why(cell))
    )


def _why(cell: MarkCell) -> str:
    return cell.why_adjusted or cell.why


def alliances_in_words(alliances: Alliances, names: Names) -> list[str]:
    """Return alliances and rivalries as lines: the pairs, then every stance."""
    lines = [f"Allies: {_name(one, names)} and {_name(other, names)}." for one, other in alliances.allies]
    lines += [f"Rivals: {_name(one, names)} and {_name(other, names)}." for one, other in alliances.rivals]
    said: dict[str, dict[Stance, list[str]]] = {}
    for tie in alliances.ties:
        said.setdefault(tie.reader, {}).setdefault(tie.stance, []).append(_name(tie.seat, names))
    for reader, sides in said.items():
        parts = [f"{_SAID[stance]} {', '.join(sides[stance])}" for stance in _SAID if stance in sides]
        lines.append(f"{_name(reader, names)} {'; '.join(parts)}.")
    return lines or ["Nobody took sides."]


def deeds_in_words(deeds: Deeds, names: Names) -> list[str]:
    """Return what each member did in the debate, one line per member."""
    lines = []
    for deed in deeds.deeds:
        parts = [f"gave {counted(deed.given, 'mark')}", f"received {deed.received}"]
        if deed.marks:
            parts.append(f"{deed.contrary} of {deed.marks} far from the others'")
        if deed.rebutted:
            parts.append("rebutted and rose" if deed.comeback else "rebutted without rising")
        if not deed.full:
            parts.append("left something out")
        lines.append(f"{_name(deed.seat, names)}: {', '.join(parts)}.")
    return lines


def awards_in_words(awards: Awards, names: Names) -> list[str]:
    """Return each achievement as a line: its members and the figures that earned it."""
    return [f"{TITLES[award.name]}: {_listed(award.seats, names)}. {award.because}" for award in awards.awards] or [
        "No achievements this time."
    ]


def _own_marks(board: Scoreboard, names: Names) -> list[str]:
    """Return lines on the marks that readers gave their own opinions, and on how much these count."""
    if board.own_weight is UNSET:
        return []
    own = [f"{_name(cell.reader, names)} {cell.score}" for cell in board.cells if cell.reader == cell.seat]
    counts = "as much as another's" if board.own_weight == 1 else f"{board.own_weight:g} of another's"
    told = f"Members marked their own opinion too, not knowing which it is: that counts {counts} and is in no mean."
    return [told, f"Marks for the own opinion: {', '.join(own)}."] if own else [told]


def _again(cell: MarkCell) -> str:
    return f"kept {cell.score}" if cell.adjusted == cell.score else f"{cell.score} to {cell.adjusted}"


def _row(row: ScoreRow) -> str:
    first = f" (first {row.first_mean:.2f})" if row.first_mean != row.mean else ""
    rebutted = ", rebutted" if row.rebutted else ""
    if row.score is not UNSET:
        stands = f"score {row.score:.1f}, mean {row.mean:.1f}"
        first = f" (first {row.first_mean:.1f})" if row.first_mean != row.mean else ""
        return f"{stands}{first}, {row.lowest} to {row.highest}, {counted(row.votes, 'mark')}{rebutted}"
    return f"mean {row.mean:.2f}{first}, {row.lowest} to {row.highest}, {counted(row.votes, 'mark')}{rebutted}"


def _name(seat: str, names: Names) -> str:
    """Return a seat's name.

    In a prompt, only the reader's own seat has no label. If `names[OWN]` is set, this is the name of the reader's seat.
    """
    return names.get(seat) or names.get(OWN) or seat


def _listed(seats: Sequence[str], names: Names) -> str:
    return " and ".join(_name(seat, names) for seat in seats)


FINDINGS: dict[type[Any], Heading] = {
    Roles: Heading("Roles", roles_in_words),
    Topic: Heading("Topic", topic_in_words, first=True),
    Scoreboard: Heading(
        "Scores",
        scoreboard_for_prompt,
        people=scoreboard_in_words,
        first=True,
        replaces=True,
        brief=scoreboard_in_short,
        parts=scoreboard_parts,
    ),
    Alliances: Heading("Alliances", alliances_in_words, first=True),
    Deeds: Heading("Deeds, for the record", deeds_in_words),
    Awards: Heading("Achievements", awards_in_words, first=True),
}
"""Heading and formatter of each class of finding."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {
    OpinionScores: scores_in_words,
    Stances: stances_in_words,
}
"""Formatter of each class of ballot."""
