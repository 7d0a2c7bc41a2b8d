"""Format lines of a debate's ballots for other prompts, without the private labels of a sheet."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from moot.protocols.debate.ballots import OpinionScores, Stances
from moot.reading.review_copy import review_copy
from moot.vocabulary.ballots import Ballot, Poll

LONGEST_TOPIC = 300
"""Most characters of a topic that a member phrased."""


def unlabelled(poll: Poll, labels: Mapping[str, Mapping[str, str]]) -> Poll:
    """Return the poll with its lines as others may read them; `labels` are those of each reader's sheet, with their
    seats."""
    return replace(poll, ballots={who: _unlabelled(ballot, labels[who]) for who, ballot in poll.ballots.items()})


def excerpt(text: str) -> str:
    """Return the beginning of a question, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_TOPIC else f"{line[: LONGEST_TOPIC - 2]} …"


def topic_line(text: str) -> str:
    """Return a member's topic as one line that cannot imitate any other part of a prompt."""
    lines = (line.lstrip("> \t").strip(" \t#*_\"'“”`-") for line in text.strip().splitlines())
    first = " ".join(next((line for line in lines if line), "").split())
    return review_copy(first.replace("<", "‹").replace(">", "›"), 2 * LONGEST_TOPIC).text[:LONGEST_TOPIC]


def _unlabelled(ballot: Ballot, labels: Mapping[str, str]) -> Ballot:
    if isinstance(ballot, OpinionScores):
        return replace(
            ballot,
            scores={seat: replace(mark, why=_line(mark.why, seat, labels)) for seat, mark in ballot.scores.items()},
        )
    if isinstance(ballot, Stances):
        return replace(
            ballot,
            towards={seat: replace(each, why=_line(each.why, seat, labels)) for seat, each in ballot.towards.items()},
        )
    return ballot


def _line(why: str, about: str, labels: Mapping[str, str]) -> str:
    for label, seat in labels.items():
        why = why.replace(label, "this opinion" if seat == about else "another opinion")
    return " ".join(why.split())
