"""Format ballots for people: the decision in a line, and comments on each answer, in a line or as prose.

Plain text, with private labels replaced and hidden characters made visible; the caller must escape it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from moot.floor.label_replacer import named
from moot.protocols.words import ballot_in_words
from moot.reading.review_copy import printable
from moot.views.findings_in_words import SheetLabels
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import AnswerBallot, Ballot, Ranking
from moot.vocabulary.state import BallotView, SessionState
from moot.vocabulary.words.headings import asked_about

ONE_LINE = 240
"""Maximum characters of a comment on one line; a longer one, or one with line breaks, is prose."""


class WrittenReview(Struct, frozen=True, kw_only=True):
    """A reader's long comment on one answer."""

    on: str
    """Name of the answer, for people."""
    text: str
    """The text: untrusted Markdown."""


class BallotInWords(Struct, frozen=True, kw_only=True):
    """A ballot, or the reason why there is none."""

    reader: str
    """The reader that cast it."""
    stage: str
    """Its stage."""
    ranks: dict[str, int]
    """Place by seat id; tied answers share one."""
    order: str
    """The decision in a line, or why there is none; private labels are replaced."""
    comments: tuple[str, ...]
    """Further lines: comments on each answer in seat order, and other content."""
    on: str
    """Its subject (`on axis 1 of answer 2`), if its reader was asked several things; else empty."""
    about: str
    """How it was parsed; may be empty."""
    reviews: tuple[WrittenReview, ...] = ()
    """Long comments on answers, in seat order; rankings only."""


def apart(ballot: Ballot | None) -> tuple[Ballot | None, Mapping[str, str]]:
    """Return a ballot without its long comments, and these by seat."""
    if not isinstance(ballot, Ranking):
        return ballot, {}
    prose = {seat: text for seat, text in ballot.comments.items() if "\n" in text.strip() or len(text) > ONE_LINE}
    return replace(ballot, comments={seat: t for seat, t in ballot.comments.items() if seat not in prose}), prose


def ballots_cast(state: SessionState, names: dict[str, str]) -> tuple[BallotInWords, ...]:
    """Return every ballot except replies, by stage in seat order."""
    seats = {seat: n for n, seat in enumerate(names)}
    stages = {stage: n for n, stage in enumerate(dict.fromkeys(event_keys.stage_of(key) for key in state.ballots))}

    def place(view: BallotView) -> tuple[int, int]:
        return stages[event_keys.stage_of(view.key)], seats.get(view.reader, len(seats))

    cast = [view for view in state.ballots.values() if not isinstance(view.ballot, AnswerBallot)]
    labels = SheetLabels(state, names)
    return tuple(_cast(view, names, labels.of(view.key)) for view in sorted(cast, key=place))


def _cast(view: BallotView, names: dict[str, str], labels: Mapping[str, str]) -> BallotInWords:
    ranks: dict[str, int] = {}
    if isinstance(view.ballot, Ranking):
        for tier in view.ballot.tiers:
            ranks.update(dict.fromkeys(tier, len(ranks) + 1))
    short, reviews = apart(view.ballot)
    lines = [f"Spoiled: {view.spoiled}"] if short is None else ballot_in_words(short, names)
    first, *comments = [printable(named(line, labels)) for line in lines] or [""]
    if view.ballot is None or not view.ballot.keeps_lines:
        comments = [" ".join(line.split()) for line in comments]
    source = "what stood whole before its text was cut off" if view.how == "cut" else view.how
    about = [f"read from {source}"] if source not in ("", "schema") else []
    asked = event_keys.who_of(view.key).partition("#")[2]
    return BallotInWords(
        reader=names.get(view.reader, printable(view.reader)),
        stage=printable(event_keys.stage_of(view.key)),
        ranks=ranks,
        order=first,
        comments=tuple(comments),
        reviews=tuple(
            WrittenReview(on=names.get(seat, printable(seat)), text=printable(named(text, labels)))
            for seat, text in sorted(reviews.items(), key=lambda one: list(names).index(one[0]))
        ),
        on=printable(asked_about(asked, names)) if asked else "",
        about=", ".join([*about, *(["put in order on request"] if view.repaired else [])]),
    )
