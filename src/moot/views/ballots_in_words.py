"""How is a ballot told to people? What it decides in a line, and what is said of each answer: in a line, or as prose.

Plain text with private labels replaced and hidden characters made visible; whoever draws it escapes it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from moot.floor.label_names import named
from moot.protocols.words import ballot_in_words
from moot.reading.review_copy import printable
from moot.views.findings_in_words import labels_of
from moot.vocabulary import keys
from moot.vocabulary.ballots import AnswerBallot, Ballot, Ranking
from moot.vocabulary.state import BallotView, SessionState
from moot.vocabulary.words.headings import asked_about

ONE_LINE = 240
"""Characters of a comment that still reads as one line; a longer one, or one of several lines, is prose."""


class WrittenReview(Struct, frozen=True, kw_only=True):
    """What a reader wrote of one answer at length."""

    on: str
    """The answer, as readers know it."""
    text: str
    """The words; Markdown of a stranger."""


class BallotInWords(Struct, frozen=True, kw_only=True):
    """A ballot, or why there is none."""

    reader: str
    """Whose it is."""
    stage: str
    """Where it was cast."""
    ranks: dict[str, int]
    """Place by seat id; tied answers share one."""
    order: str
    """What it decides in a line, or why there is none; private labels are replaced."""
    comments: tuple[str, ...]
    """Further lines: what was said of each answer, in seat order, and whatever else it holds."""
    on: str
    """What it is about (`on axis 1 of answer 2`), where its reader was asked several things; empty otherwise."""
    about: str
    """How it was read; may be empty."""
    reviews: tuple[WrittenReview, ...] = ()
    """What was said of an answer at length, in seat order; a ranking's alone."""


def apart(ballot: Ballot | None) -> tuple[Ballot | None, Mapping[str, str]]:
    """A ballot without what it says at length of answers, and that, by seat."""
    if not isinstance(ballot, Ranking):
        return ballot, {}
    prose = {seat: text for seat, text in ballot.comments.items() if "\n" in text.strip() or len(text) > ONE_LINE}
    return replace(ballot, comments={seat: t for seat, t in ballot.comments.items() if seat not in prose}), prose


def ballots_cast(state: SessionState, names: dict[str, str]) -> tuple[BallotInWords, ...]:
    """Every ballot but replies, stage by stage in the order of the seats."""
    seats = {seat: n for n, seat in enumerate(names)}
    stages = {stage: n for n, stage in enumerate(dict.fromkeys(keys.stage_of(key) for key in state.ballots))}

    def place(view: BallotView) -> tuple[int, int]:
        return stages[keys.stage_of(view.key)], seats.get(view.reader, len(seats))

    cast = [view for view in state.ballots.values() if not isinstance(view.ballot, AnswerBallot)]
    return tuple(_cast(state, view, names) for view in sorted(cast, key=place))


def _cast(state: SessionState, view: BallotView, names: dict[str, str]) -> BallotInWords:
    labels = labels_of(state, view.key, names)
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
    asked = keys.who_of(view.key).partition("#")[2]
    return BallotInWords(
        reader=names.get(view.reader, printable(view.reader)),
        stage=printable(keys.stage_of(view.key)),
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
