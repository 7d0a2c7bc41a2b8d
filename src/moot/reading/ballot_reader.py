"""Find and parse the ballot in a reply.

The ballot is the whole text as one JSON object, or else its last marked block that names a label of this sheet. Labels
are drawn so that they occur in no judged text: a block that names none of them is a quotation and ignored, and the last
block that names any must contain exactly the sheet's, each once. Prose and thinking are never read as a judgement. Any
other text is `Unreadable`, never a guess and never an abstention. See also `tests/reading/test_quoting_reviewer.py`.

Example:
    outcome = read_ballot(RankingKind(), text, {"K7QX": "seat-b", "B2CD": "seat-c"})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from moot.reading.ballot_kind import BallotKind, How, ReadBallot, Unreadable
from moot.reading.forms.form import MARK
from moot.reading.json_parser import (
    LONGEST,
    MOST_TOKENS,
    Broken,
    CutOff,
    JsonBlock,
    cut_object,
    loose_object,
    strict_object,
)
from moot.reading.review_copy import folded, words_only
from moot.reading.unmarked import FENCE, TAG, TAG_END, BlockMark, marks_before
from moot.vocabulary.ballots import Ballot

MOST_OBJECTS = 256
"""Maximum number of JSON objects tried in one reply, counted from its end. A reply with more is no review."""
MOST_MENDED = 64
"""Maximum number of JSON objects tried with the parser that tolerates errors. Together they may have `MOST_TOKENS`
tokens.
"""


Choices = Mapping[str, Sequence[str]]
"""Lists of names that are known only at run time, by their key in a form."""
NO_CHOICES: Choices = {}


def form_of(kind: BallotKind, labels: Sequence[str], choices: Choices = NO_CHOICES) -> dict[str, Any]:
    """Return the JSON schema of a ballot on the texts with these labels. Every instance of the schema is a valid
    ballot."""
    if not labels:
        raise ValueError("a ballot needs at least one label")
    return kind.given(choices).form(labels)


def request_for(kind: BallotKind, labels: Sequence[str], choices: Choices = NO_CHOICES) -> str:
    """Return the text in a prompt that asks for the ballot, for models without structured output."""
    return kind.given(choices).request(labels)


def mending_request(kind: BallotKind, labels: Sequence[str], why: str, choices: Choices = NO_CHOICES) -> str:
    """Return the prompt that asks a seat to repair a ballot that was `Unreadable` for this reason."""
    return kind.given(choices).mending(labels, why)


def read_ballot(
    kind: BallotKind, text: str, labels: Mapping[str, str], choices: Choices = NO_CHOICES
) -> ReadBallot | Unreadable:
    """Return the ballot in a reply, with seats in place of labels, or the reason why the reply has none.

    Args:
        labels: The seat of each label, in the order of the sheet (the texts shown).
    """
    judging = kind.given(choices)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    cut_why = ""
    for words in dict.fromkeys((text, words_only(text).text)):
        whole = _whole_object(words)
        if whole is not None:
            read = judging.from_members(whole.members, labels)
            if isinstance(read, Unreadable) and (answer := judging.from_prose(words, labels)) is not None:
                return ReadBallot(answer, "words")
            return _result(read, "block" if TAG in words[:20] else "schema")
        cut = _cut_object(words)
        if cut is not None:
            begun = judging.from_cut(cut.members, cut.open, labels)
            if not isinstance(begun, Unreadable):
                return ReadBallot(begun, "cut")
            cut_why = begun.why
    found = _BallotSearch(judging, words, labels, choices.get(MARK, ())).outcome()
    prose = judging.from_prose(words, labels) if isinstance(found, Unreadable) else None
    if prose is not None:
        return ReadBallot(prose, "words")
    return Unreadable(cut_why) if cut_why and isinstance(found, Unreadable) else found


def _whole_object(text: str) -> JsonBlock | None:
    """Return the JSON object that makes up the whole text: bare, in one code fence, or between `<ballot>` tags."""
    start = text.find("{", 0, 200)
    stop = text.rfind("}")
    if start < 0 or stop - start > LONGEST:
        return None
    before, after = text[:start].strip(), text[stop + 1 :].strip()
    fenced = before.startswith(FENCE) and (before[3:] or "json").isalnum() and after == FENCE
    tagged = before == TAG and after == TAG_END
    if (before or after) and not (fenced or tagged):
        return None
    whole = strict_object(text, start)
    return whole if isinstance(whole, JsonBlock) and whole.end == stop + 1 else None


def _cut_object(text: str) -> CutOff | None:
    """Return the JSON object at the beginning of a text that ends before the object does.

    The object may be bare, in a code fence, or after a `<ballot>` tag.
    """
    start = text.find("{", 0, 200)
    before = text[: max(start, 0)].strip()
    fenced = before.startswith(FENCE) and (before[3:] or "json").isalnum()
    if start < 0 or not (not before or fenced or before == TAG):
        return None
    cut = cut_object(text, start)
    return cut if isinstance(cut, CutOff) else None


def _result(ballot: Ballot | Unreadable, how: How) -> ReadBallot | Unreadable:
    return ballot if isinstance(ballot, Unreadable) else ReadBallot(ballot, how)


class _Block(Struct, frozen=True):
    start: int
    outcome: ReadBallot | Unreadable


class _BallotSearch:
    """Search a reply for its ballot, from the last place where one may begin to the first, with a limit on the total
    work."""

    def __init__(self, kind: BallotKind, text: str, labels: Mapping[str, str], marks: Sequence[str] = ()) -> None:
        self.kind, self.text, self.labels = kind, text, labels
        self.low = folded(text)
        self.names = [folded(name) for name in (*labels, *marks)]
        self.last = [self.low.rfind(name) for name in self.names]
        self.objects = 0
        self.scanned = 0
        self.mended = 0
        self.tokens = 0

    def outcome(self) -> ReadBallot | Unreadable:
        last = max(self.last, default=-1)
        if last < 0:
            return Unreadable("it names none of this sheet's labels")
        found = marks_before(self.low, last, self.kind.header)
        following = len(self.text)
        for index, mark in enumerate(found.marks):
            block = self.header_block(mark, following) if mark.kind == "header" else self.object_block(mark, following)
            if block is not None:
                return self.around(block, found.marks[index + 1 :]) or block.outcome
            if self.exhausted:
                break
            following = mark.start
        if self.exhausted or not found.complete:
            return Unreadable("it holds too many marked blocks")
        return Unreadable("it holds no marked ballot with this sheet's labels")

    @property
    def exhausted(self) -> bool:
        return (
            self.objects > MOST_OBJECTS
            or self.scanned > 4 * LONGEST
            or self.mended > MOST_MENDED
            or self.tokens > MOST_TOKENS
        )

    def names_any(self, start: int, end: int) -> bool:
        return any(self.low.find(name, start, end) >= 0 for name in self.names)

    def last_name_before(self, end: int) -> int:
        """Return where the last label before `end` starts. Callers only decrease `end`, so that no text is searched
        twice."""
        for at, name in enumerate(self.names):
            if self.last[at] + len(name) > end:
                self.last[at] = self.low.rfind(name, 0, end)
        return max(self.last)

    def header_block(self, mark: BlockMark, following: int) -> _Block | None:
        if self.last_name_before(following) < mark.body:
            return None
        read = self.kind.from_words(self.text[mark.body : following], self.labels)
        return _Block(mark.start, self.reviewed(mark, read.outcome, "ranking")) if read.names else None

    def reviewed(self, mark: BlockMark, ballot: Ballot | Unreadable, how: How) -> ReadBallot | Unreadable:
        if isinstance(ballot, Unreadable):
            return ballot
        return ReadBallot(self.kind.with_review(ballot, self.text[: mark.start], self.labels), how)

    def object_block(self, mark: BlockMark, following: int) -> _Block | None:
        closer = TAG_END if mark.kind == "tag" else FENCE
        begin = max(mark.body, mark.start + len(FENCE))
        closed = self.low.find(closer, begin, min(following, begin + LONGEST))
        if mark.body < 0:
            if closed < 0 or not self.names_any(mark.start, closed):
                return None
            return _Block(mark.start, Unreadable("the marked block holds no JSON object"))
        found = self.strict(mark.body)
        if isinstance(found, JsonBlock):
            if not self.names_any(mark.body, found.end):
                return None
            if self.text[found.end : found.end + 40].lstrip()[:1] in ("{", "[", ","):
                return _Block(mark.start, Unreadable("more than one object stands in the block"))
            read = self.kind.from_members(found.members, self.labels)
            return _Block(mark.start, self.reviewed(mark, read, "block"))
        stop = closed if closed >= 0 else min(following, mark.body + LONGEST)
        # Without an end mark, only the same paragraph counts: text after a quotation may name labels.
        paragraph = self.low.find("\n\n", mark.body, stop) if closed < 0 else -1
        if not self.names_any(mark.body, paragraph if paragraph >= 0 else stop):
            return None
        self.mended += 1
        mended = loose_object(self.text, mark.body, stop, cut=closed < 0)
        if isinstance(mended, JsonBlock):
            read = self.kind.from_members(mended.members, self.labels)
            return _Block(mark.start, self.reviewed(mark, read, "block"))
        self.tokens += mended.tokens
        if closed < 0 and stop == len(self.text):
            cut = cut_object(self.text, mark.body)
            if isinstance(cut, CutOff):
                ballot = self.kind.from_cut(cut.members, cut.open, self.labels)
                if isinstance(ballot, Ballot):
                    return _Block(mark.start, self.reviewed(mark, ballot, "cut"))
        if closed < 0 and not self.names_any(mark.body, mended.at):
            return None
        return _Block(mark.start, Unreadable(mended.why))

    def strict(self, body: int) -> JsonBlock | Broken:
        found = strict_object(self.text, body)
        self.objects += 1
        self.scanned += (found.end if isinstance(found, JsonBlock) else found.at) - body
        return found

    def around(self, block: _Block, earlier: Sequence[BlockMark]) -> ReadBallot | Unreadable | None:
        """Return the result for an earlier valid object that spans this block; `None` if there is none.

        A block inside a string is only a quotation in a comment, not the ballot.
        """
        for mark in earlier:
            if self.exhausted or block.start - mark.body > LONGEST:
                break
            if mark.kind == "header" or mark.body < 0:
                continue
            found = self.strict(mark.body)
            if isinstance(found, JsonBlock) and found.end > block.start and self.names_any(mark.body, found.end):
                return _result(self.kind.from_members(found.members, self.labels), "block")
        return None
