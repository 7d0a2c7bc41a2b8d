"""Format a session's findings and ballots for people, as plain text without private labels or hidden characters.

Terminal, exports, page and API all use this. A finding has a title and lines; a line that begins with two spaces
belongs to the line above it. A ballot has the decision in a line, and comments on each answer. The caller must escape
the text.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from moot.floor.label_replacer import named
from moot.protocols.words import alone_of, ballot_in_words, heading_of, in_words, standing_ones
from moot.reading.review_copy import printable
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import AnswerBallot, Ballot, Ranking
from moot.vocabulary.findings import Finding
from moot.vocabulary.state import BallotView, SessionState
from moot.vocabulary.verdicts import Ruling
from moot.vocabulary.words.headings import Heading, asked_about, numbered


class FindingInWords(Struct, frozen=True, kw_only=True):
    """A finding (something computed from ballots or texts, such as a scoreboard) as text for people."""

    key: str
    """Key of the finding in the transcript."""
    kind: str
    """Kind of the finding, e.g. `scoreboard`."""
    title: str
    """Title of the finding."""
    lines: tuple[str, ...]
    """Lines of the finding; a line with two leading spaces belongs to the line above."""
    first: bool
    """Whether the finding is shown beside the verdict; the others come after it."""


def found_in(state: SessionState, names: Mapping[str, str] | None = None) -> tuple[FindingInWords, ...]:
    """Return a session's findings (results computed from ballots or texts) as text, in the order computed.

    A finding that was replaced later is left out. `names` has the name of each seat by id. Without `names`, the
    session's own names are used.
    """
    names = names if names is not None else state.names()
    stands, labels = standing_ones([view.finding for view in state.findings]), SheetLabels(state, names)
    found = []
    for view, last in zip(state.findings, stands, strict=True):
        if not last:
            continue
        heading = heading_of(view.finding)
        words = printable(named(in_words(view.finding, names), labels.of(view.key)))
        found.append(
            FindingInWords(
                key=view.key,
                kind=str(view.finding.__struct_config__.tag),
                title=heading.title,
                lines=tuple(_begun(line, names) for line in words.splitlines() if line.strip()),
                first=heading.first and not _is_the_verdict(state, view.finding, heading),
            )
        )
    return tuple(found)


def _is_the_verdict(state: SessionState, finding: Finding, heading: Heading) -> bool:
    """Return whether the verdict consists of this finding's text, which then need not be shown again."""
    if heading.alone is None or state.verdict is None or state.verdict.by is not None:
        return False
    return state.verdict.text == alone_of(finding, numbered(state.seats))


def _begun(line: str, names: Mapping[str, str]) -> str:
    """Return a line, with its first letter in upper case if it begins with a seat's name."""
    return line[:1].upper() + line[1:] if any(line.startswith(name) for name in names.values() if name) else line


class SheetLabels:
    """Maps labels (A, B …), under which readers were shown anonymous answers, to the names of the answers' seats."""

    def __init__(self, state: SessionState, names: Mapping[str, str]) -> None:
        self._every: dict[str, str] = {}
        self._own: dict[str, dict[str, str]] = {}
        for key, sheet in state.sheets.items():
            meant = {entry.label: names.get(entry.seat, entry.seat) for entry in sheet.entries}
            self._every |= meant
            self._own.setdefault(event_keys.move_of(key), {}).update(meant)

    def of(self, key: str) -> Mapping[str, str]:
        """Return the seat's name for each label, to replace labels in texts that answer the prompt with this transcript
        key.

        Where several prompts use the same label, the meaning in this prompt applies.
        """
        own = self._own.get(event_keys.move_of(key))
        return ChainMap(own, self._every) if own else self._every


def labels_of(state: SessionState, key: str, names: Mapping[str, str]) -> Mapping[str, str]:
    """Return the seat's name for each label in the texts that answer the prompt with this transcript key.

    `names` has the name of each seat by id. For many keys, create one `SheetLabels` and call `of`.
    """
    return SheetLabels(state, names).of(key)


def ruled(state: SessionState) -> tuple[str, ...]:
    """Return the verdict's class, its certainty and its reason, each as a sentence if the verdict has it."""
    verdict = state.verdict
    if verdict is None:
        return ()
    lines = [class_in_words(verdict.ruling)] if verdict.ruling is not None else []
    if verdict.confidence is not None:
        lines.append(f"Confidence {100 * verdict.confidence:.0f} %.")
    if verdict.reason and verdict.text is not None and verdict.reason not in verdict.degraded:
        lines.append(printable(verdict.reason))
    return tuple(lines)


def class_in_words(ruling: Ruling) -> str:
    """Return a sentence with the verdict's class, its certainty, and the rule of the rubric that decided it."""
    kind = ruling.verdict_class.replace("_", " ")
    sure = f", {ruling.certainty} certainty" if ruling.certainty else ""
    by = f", by rule {ruling.rule} of its rubric" if ruling.rule else ""
    return f"{kind[:1].upper()}{kind[1:]}{sure}{by}."


ONE_LINE = 240
"""Maximum number of characters of a comment on one line. A longer comment, or one with line breaks,
is shown as prose.
"""


class WrittenReview(Struct, frozen=True, kw_only=True):
    """A reader's long comment on one answer."""

    on: str
    """Name of the commented answer, for people."""
    text: str
    """The comment, as untrusted Markdown."""


class BallotInWords(Struct, frozen=True, kw_only=True):
    """A ballot (one seat's judgement of answers or claims) as text for people, or the reason why there is none."""

    reader: str
    """The seat that cast the ballot."""
    stage: str
    """Stage in which the ballot was cast."""
    ranks: dict[str, int]
    """Place of each answer, by seat id. Tied answers have the same place."""
    order: str
    """The reader's decision in a line, or why there is no ballot; labels are replaced by names."""
    comments: tuple[str, ...]
    """Further lines: comments on each answer in seat order, and other content."""
    on: str
    """Subject of the ballot (`on axis 1 of answer 2`) if its reader was asked several things; else empty."""
    about: str
    """How the ballot was parsed, such as after one repair; may be empty."""
    reviews: tuple[WrittenReview, ...] = ()
    """Long comments on answers, in seat order; rankings only."""


def apart(ballot: Ballot | None) -> tuple[Ballot | None, Mapping[str, str]]:
    """Split the long comments off a ballot: return the ballot without them, and the comments by seat id. Only rankings
    have any."""
    if not isinstance(ballot, Ranking):
        return ballot, {}
    prose = {seat: text for seat, text in ballot.comments.items() if "\n" in text.strip() or len(text) > ONE_LINE}
    return replace(ballot, comments={seat: t for seat, t in ballot.comments.items() if seat not in prose}), prose


def ballots_cast(state: SessionState, names: dict[str, str]) -> tuple[BallotInWords, ...]:
    """Return every ballot as text for people, by stage and then by seat.

    Members' own answers that were requested as JSON (`AnswerBallot`) are left out. `names` has the name of each seat
    by id.
    """
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
