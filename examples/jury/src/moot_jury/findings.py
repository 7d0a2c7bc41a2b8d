"""What is counted? The poll of a round, and who changed its mind after reading the others; and how both are said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.protocols.public import Finding, Heading, Names
from moot_jury.ballots import SIDES, JuryVote, Side

Rule = Literal["unanimous", "two-thirds", "majority"]


class JuryPoll(Finding, frozen=True, kw_only=True, tag="jury-poll"):
    """The count of one round."""

    round: int
    """Which round, from 1."""
    votes: dict[str, Side]
    """Seat and verdict, in seat order."""
    seated: int
    """Jurors who sit, those without a verdict among them: silence helps no side."""
    needed: int
    """Verdicts one side needs by the jury's rule."""
    rule: Rule
    """The rule."""
    decided: Literal["for", "against", ""] = ""
    """The side that has them; empty while the jury is hung."""
    silent: tuple[str, ...] = ()
    """Jurors without a verdict that could be read, in seat order."""

    def count(self, side: Side) -> int:
        """Verdicts for a side."""
        return list(self.votes.values()).count(side)


class Change(Struct, frozen=True, kw_only=True):
    """One juror whose verdict is another than in the round before."""

    seat: str
    """Who."""
    before: Side
    """Its verdict in the round before."""
    after: Side
    """Its verdict now."""


class JuryChanges(Finding, frozen=True, kw_only=True, tag="jury-changes"):
    """Who changed its mind after reading the others' reasons."""

    round: int
    """The round in which they voted anew."""
    changes: tuple[Change, ...]
    """Each change, in seat order."""
    held: int
    """Jurors who voted in both rounds and held their verdict."""


def needed_of(seated: int, rule: Rule) -> int:
    """Verdicts that one side needs."""
    if rule == "unanimous":
        return seated
    return -(-2 * seated // 3) if rule == "two-thirds" else seated // 2 + 1


def counted(votes: Mapping[str, JuryVote], seats: Sequence[str], rule: Rule, number: int) -> JuryPoll:
    """The poll of a round."""
    sides = {seat: votes[seat].verdict for seat in seats if seat in votes}
    silent = tuple(seat for seat in seats if seat not in votes)
    needed = needed_of(len(seats), rule)
    tally = list(sides.values())
    decided: Literal["for", "against", ""] = (
        "for" if tally.count("for") >= needed else "against" if tally.count("against") >= needed else ""
    )
    return JuryPoll(
        round=number, votes=sides, seated=len(seats), needed=needed, rule=rule, decided=decided, silent=silent
    )


def changed(before: JuryPoll, after: JuryPoll) -> JuryChanges:
    """Who changed its mind from one poll to the next."""
    both = [seat for seat in after.votes if seat in before.votes]
    changes = tuple(
        Change(seat=seat, before=before.votes[seat], after=after.votes[seat])
        for seat in both
        if before.votes[seat] != after.votes[seat]
    )
    return JuryChanges(round=after.round, changes=changes, held=len(both) - len(changes))


def count_in_words(poll: JuryPoll) -> str:
    """The count alone, which names nobody."""
    counts = ", ".join(f"{poll.count(side)} {side}" for side in SIDES)
    silent = poll.seated - len(poll.votes)
    return f"{counts}{f', {silent} without a verdict' if silent else ''}, of {poll.seated} jurors"


def poll_in_words(poll: JuryPoll, names: Names) -> list[str]:
    """The count, what it decides, and who voted how."""
    by_rule = "all of them" if poll.rule == "unanimous" else f"{poll.needed}"
    outcome = f"The jury finds {poll.decided} the charge" if poll.decided else "The jury is hung"
    return [
        f"Round {poll.round}: {count_in_words(poll)}.",
        f"{outcome}; by its rule ({poll.rule.replace('-', ' ')}) {by_rule} must agree.",
        *(f"{names.get(seat, seat)}: {side}" for seat, side in poll.votes.items()),
        *(f"{names.get(seat, seat)}: no verdict that could be read" for seat in poll.silent),
    ]


def changes_in_words(found: JuryChanges, names: Names) -> list[str]:
    """Who changed its mind, and how many held."""
    return [
        *(f"{names.get(one.seat, one.seat)} went from {one.before} to {one.after}." for one in found.changes),
        f"{found.held} of {found.held + len(found.changes)} jurors held their verdict in round {found.round}.",
    ]


FINDINGS = {
    JuryPoll: Heading("Poll of the jury", poll_in_words, first=True),
    JuryChanges: Heading("Changes of mind", changes_in_words),
}
